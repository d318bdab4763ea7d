//! Self-play of a net, in any game.

use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use damier_endgames::{EndgameError, EndgameTablebase};
use damier_engine::{
    any::SelfPlaySearches,
    net::{Net, NetError},
};
use damier_records::{ChunkHeader, RecordError, chunk::encode_chunk};
use damier_rules::{AnyGame, Game, heuristics::SearchKind, registry::GameVisitor};
use thiserror::Error;

use crate::{
    config::{GenerateConfig, SearchConfig},
    content,
    generate::{Generated, Generation},
    observer::Observer,
    opening::Ballots,
    remote::{Intake, Order, RemoteError, RemotePlay},
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
    /// The machines that were to play them.
    #[error("{0}")]
    Remote(String),
    /// The openings or endgame tables are not those that the games are to have.
    #[error("{0} differ from those of the machine that asks for these games")]
    Content(&'static str),
}

impl From<RemoteError> for NetPlayError {
    fn from(error: RemoteError) -> Self {
        match error {
            RemoteError::Remote(reason) => Self::Remote(reason),
            RemoteError::Folder(error) => Self::Records(error),
        }
    }
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
    /// Plays the games that `folder` lacks, see [`Generation::run`], or has `remote` play them.
    ///
    /// # Errors
    /// The net does not fit the game, the openings or tables cannot be used, or as for [`Generation::run`].
    pub fn run(
        &self,
        game: &AnyGame,
        folder: &Path,
        remote: Option<&dyn RemotePlay>,
        observer: &dyn Observer,
        cancel: &AtomicBool,
    ) -> Result<Generated, NetPlayError> {
        let ballots = Ballots::load(game, &self.config.opening)?;
        let searches = self.searches(game)?;
        game.visit(Run { play: self, ballots: &ballots, searches, folder, remote, observer, cancel })
    }

    /// Plays the games of [`wanted`](Self::wanted) into no folder, on all threads of the current rayon pool, and returns the
    /// bytes of a chunk that has them; `None` where `cancel` was set on the way. [`identity`](Self::identity) is that of an
    /// [`Order`].
    ///
    /// # Errors
    /// The net does not fit the game, openings or tables cannot be used or are not those of the identity, or the games
    /// exceed a limit of the format.
    pub fn slice(&self, game: &AnyGame, cancel: &AtomicBool) -> Result<Option<Vec<u8>>, NetPlayError> {
        let ballots = Ballots::load(game, &self.config.opening)?;
        let searches = self.searches(game)?;
        game.visit(Slice { play: self, ballots: &ballots, searches, cancel })
    }

    fn searches(&self, game: &AnyGame) -> Result<SelfPlaySearches, NetError> {
        let kind = match self.config.search {
            SearchConfig::Tree => SearchKind::Tree,
            SearchConfig::AlphaBeta => SearchKind::AlphaBeta,
        };
        SelfPlaySearches::new(game, Arc::clone(self.net), self.config.guide, kind)
    }

    fn prepared<G: Game>(&self, game: &G, ballots: &Ballots) -> Result<Prepared<G>, NetPlayError> {
        let tables = self.config.open_tables(game)?;
        let mut identity = ChunkHeader::clone(self.identity);
        let tables_content = tables.as_deref().map(content::of_tables);
        for (key, content) in [(content::BALLOTS, ballots.content()), (content::ENDGAMES, tables_content)] {
            // What another machine said of its files does not count.
            identity.metadata.remove(key);
            identity.metadata.extend(content.map(|content| (key.to_owned(), content.into())));
        }
        Ok(Prepared { tables, identity })
    }
}

/// A game with all that its players need.
struct Prepared<G: Game> {
    tables: Option<Arc<EndgameTablebase<G::Position>>>,
    identity: ChunkHeader,
}

impl<G: Game> Prepared<G> {
    /// Returns an error where openings or tables are not those of `identity`.
    fn check(&self, identity: &ChunkHeader) -> Result<(), NetPlayError> {
        for (key, what) in [(content::BALLOTS, "the openings"), (content::ENDGAMES, "the endgame tables")] {
            if self.identity.metadata.get(key) != identity.metadata.get(key) {
                return Err(NetPlayError::Content(what));
            }
        }
        Ok(())
    }
}

struct Run<'a> {
    play: &'a NetPlay<'a>,
    ballots: &'a Ballots,
    searches: SelfPlaySearches,
    folder: &'a Path,
    remote: Option<&'a dyn RemotePlay>,
    observer: &'a dyn Observer,
    cancel: &'a AtomicBool,
}

impl GameVisitor for Run<'_> {
    type Output = Result<Generated, NetPlayError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let Self {
            play: play @ NetPlay { net, config, wanted, imports, .. },
            ballots,
            searches,
            folder,
            remote,
            observer,
            cancel,
        } = self;
        let Prepared { tables, identity } = play.prepared(&game, ballots)?;
        let (game, identity, wanted) = (&game, &identity, wanted.clone());
        let work = Generation { game, config, ballots, tables, identity, wanted, imports };
        let searcher = || searches.make();
        let Some(remote) = remote else {
            return Ok(work.run(folder, &searcher, observer, cancel)?);
        };
        let order = Order { identity, config, net, ballots };
        let remote = |intake: &dyn Intake| remote.play(&order, intake);
        Ok(work.receive(folder, &searcher, &remote, observer, cancel)?)
    }
}

struct Slice<'a> {
    play: &'a NetPlay<'a>,
    ballots: &'a Ballots,
    searches: SelfPlaySearches,
    cancel: &'a AtomicBool,
}

impl GameVisitor for Slice<'_> {
    type Output = Result<Option<Vec<u8>>, NetPlayError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let Self { play: play @ NetPlay { config, identity, wanted, .. }, ballots, searches, cancel } = self;
        let prepared = play.prepared(&game, ballots)?;
        prepared.check(identity)?;
        let tables = prepared.tables;
        let (game, wanted) = (&game, wanted.clone());
        let work = Generation { game, config, ballots, tables, identity, wanted, imports: &[] };
        let records = work.slice(&|| searches.make(), cancel);
        let Some(records) = records else { return Ok(None) };
        let refuse = |reason| RecordError::Foreign { path: PathBuf::from("the slice"), reason };
        Ok(Some(encode_chunk(identity, &records).map_err(refuse)?))
    }
}
