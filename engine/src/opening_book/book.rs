//! A book to play by.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use damier_rules::{Game, MoveList, Position};

use super::{
    BookError, Share, Terms,
    file::{self, Content},
    graph::Graph,
};

/// Least number of the book's positions ahead, this one included, for it to answer: at its edge a search of the
/// game's own time knows more.
const LEAST_AHEAD: u32 = 12;

/// What to play in the opening of one game.
#[derive(Clone, Debug)]
pub struct OpeningBook {
    game: String,
    terms: Terms,
    positions: usize,
    /// By the position's key, what each of its moves is worth, in canonical order.
    answers: HashMap<u64, Vec<Share>>,
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove<M> {
    /// The move.
    pub mv: M,
    /// What it is worth to the player who makes it.
    pub share: Share,
}

impl OpeningBook {
    /// Reads the book of `game` in a file.
    ///
    /// # Errors
    /// It cannot be read, or is no whole, sound book of the game and of this version of its rules.
    pub fn read<G: Game>(game: &G, path: &Path) -> Result<Self, BookError> {
        Self::of_content(game, file::read(path, game)?, path)
    }

    /// Reads the book of `game` from the content of a file, which `path` names in errors.
    ///
    /// # Errors
    /// It is no whole, sound book of the game and of this version of its rules.
    pub fn from_bytes<G: Game>(game: &G, bytes: &[u8], path: &Path) -> Result<Self, BookError> {
        Self::of_content(game, file::parse(path, bytes, game)?, path)
    }

    fn of_content<G: Game>(game: &G, content: Content, path: &Path) -> Result<Self, BookError> {
        let graph =
            Graph::new(game.start(), &content.entries).map_err(|misfit| file::misfit(path, misfit))?;
        let answering = graph.nodes.iter().filter(|node| node.size >= LEAST_AHEAD);
        let shares = answering.map(|node| (node.key, node.edges.iter().map(|edge| edge.share).collect()));
        Ok(Self {
            game: game.id().to_owned(),
            terms: content.terms,
            positions: graph.len(),
            answers: shares.collect(),
        })
    }

    /// The identity of its game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// How its values were found.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How many positions it was grown to.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// How many of them it answers.
    pub fn answered(&self) -> usize {
        self.answers.len()
    }

    /// The moves of a position, best first, equal ones in canonical order; none where the book does not answer.
    pub fn moves<P: Position>(&self, position: &P) -> Vec<BookMove<P::Move>> {
        let Some(shares) = self.answers.get(&position.key()) else { return Vec::new() };
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        if legal.len() != shares.len() {
            // Another position that has the same key by chance.
            return Vec::new();
        }
        let mut moves: Vec<_> =
            legal.into_iter().zip(shares).map(|(mv, share)| BookMove { mv, share: *share }).collect();
        moves.sort_by_cached_key(|mv| std::cmp::Reverse(mv.share));
        moves
    }

    /// The move to play.
    pub fn best<P: Position>(&self, position: &P) -> Option<BookMove<P::Move>> {
        self.moves(position).first().copied()
    }

    /// The best moves from a position on, as far as the book answers.
    pub fn line<P: Position>(&self, position: &P) -> Vec<P::Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        // Moves may lead back to where they began.
        let mut seen = HashSet::new();
        while seen.insert(position.key())
            && let Some(best) = self.best(&position)
        {
            position.play(best.mv);
            line.push(best.mv);
        }
        line
    }
}
