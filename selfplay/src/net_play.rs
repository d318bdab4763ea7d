//! Self-play of a net, in any game.

use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use damier_endgames::EndgameError;
use damier_engine::{
    Guided,
    net::{Net, NetError, NetEvaluator},
};
use damier_records::{ChunkHeader, RecordError};
use damier_rules::{AnyGame, Game, registry::GameVisitor};
use thiserror::Error;

use crate::{
    config::{GenerateConfig, SearchConfig},
    content,
    generate::{Generated, Generation},
    observer::Observer,
    opening::Ballots,
    searcher::{AlphaBetaSearcher, TreeSearcher},
};

/// Why the games of a net cannot be played.
#[derive(Debug, Error)]
pub enum NetPlayError {
    /// The net is for another game or another version of it.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The openings, or the folder of the games.
    #[error(transparent)]
    Records(#[from] RecordError),
    /// The endgame tables.
    #[error(transparent)]
    Tables(#[from] EndgameError),
}

/// Games of a net against itself: everything they depend on.
#[derive(Clone, Debug)]
pub struct NetPlay<'a> {
    /// The net.
    pub net: &'a Arc<Net>,
    /// How games are generated; validated.
    pub config: &'a GenerateConfig,
    /// See [`Generation::identity`]; the content of openings and endgame tables is added to its metadata.
    pub identity: &'a ChunkHeader,
    /// See [`Generation::wanted`].
    pub wanted: Range<u64>,
    /// See [`Generation::imports`].
    pub imports: &'a [PathBuf],
}

impl NetPlay<'_> {
    /// Plays the games that `folder` lacks; see [`Generation::run`].
    ///
    /// # Errors
    /// The net does not fit the game, the openings or tables cannot be used, or as for [`Generation::run`].
    pub fn run(
        &self,
        game: &AnyGame,
        folder: &Path,
        observer: &dyn Observer,
        cancel: &AtomicBool,
    ) -> Result<Generated, NetPlayError> {
        let ballots = Ballots::load(game, &self.config.opening)?;
        game.visit(Work { play: self, ballots: &ballots, folder, observer, cancel })
    }
}

struct Work<'a> {
    play: &'a NetPlay<'a>,
    ballots: &'a Ballots,
    folder: &'a Path,
    observer: &'a dyn Observer,
    cancel: &'a AtomicBool,
}

impl GameVisitor for Work<'_> {
    type Output = Result<Generated, NetPlayError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let Self {
            play: NetPlay { net, config, identity, wanted, imports },
            ballots,
            folder,
            observer,
            cancel,
        } = self;
        let evaluator = NetEvaluator::new(game.clone(), Arc::clone(net))?;
        let evaluator = Guided::new(game.clone(), evaluator, config.guide);
        let tables = config.open_tables(&game)?;
        let mut identity = ChunkHeader::clone(identity);
        let tables_content = tables.as_deref().map(content::of_tables);
        for (key, content) in [(content::BALLOTS, ballots.content()), (content::ENDGAMES, tables_content)] {
            identity.metadata.extend(content.map(|content| (key.to_owned(), content.into())));
        }
        let (identity, wanted) = (&identity, wanted.clone());
        let work = Generation { game: &game, config, ballots, tables, identity, wanted, imports };
        Ok(match config.search {
            SearchConfig::Tree => work.run(folder, || TreeSearcher::new(evaluator.clone()), observer, cancel),
            SearchConfig::AlphaBeta => {
                let searcher = || AlphaBetaSearcher::new(game.clone(), evaluator.clone());
                work.run(folder, searcher, observer, cancel)
            }
        }?)
    }
}
