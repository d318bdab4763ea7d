//! A book to play by.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use damier_rules::{AnyGame, Game, MoveList, Position, registry::GameVisitor};

use super::{
    BookError, Entries, Share, Terms,
    file::{self, Content},
    graph::{Graph, Misfit},
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

/// Finds the answers of a book, in the positions of its game: erased ones take 2.6 times the instructions.
struct Answering<'e> {
    entries: &'e Entries,
}

impl GameVisitor for Answering<'_> {
    /// How many positions the book has, and what it answers.
    type Output = Result<(usize, HashMap<u64, Vec<Share>>), Misfit>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let graph = Graph::new(game.start(), self.entries)?;
        let answering = graph.nodes.iter().filter(|node| node.size >= LEAST_AHEAD);
        let answers = answering.map(|node| (node.key, node.edges.iter().map(|edge| edge.share).collect()));
        Ok((graph.len(), answers.collect()))
    }
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
    pub fn read(game: &AnyGame, path: &Path) -> Result<Self, BookError> {
        Self::of_content(game, file::read(path, game)?, path)
    }

    /// Reads the book of `game` from the content of a file, which `path` names in errors.
    ///
    /// # Errors
    /// It is no whole, sound book of the game and of this version of its rules.
    pub fn from_bytes(game: &AnyGame, bytes: &[u8], path: &Path) -> Result<Self, BookError> {
        Self::of_content(game, file::parse(path, bytes, game)?, path)
    }

    fn of_content(game: &AnyGame, content: Content, path: &Path) -> Result<Self, BookError> {
        let answers = game.visit(Answering { entries: &content.entries });
        let (positions, answers) = answers.map_err(|misfit| file::misfit(path, misfit))?;
        Ok(Self { game: game.id().to_owned(), terms: content.terms, positions, answers })
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
