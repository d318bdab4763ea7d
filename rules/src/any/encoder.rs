//! What a network sees of positions of any game.

use super::{AnyFeatures, AnyGame, AnyPosition};
use crate::{
    encoding::MoveEncoding,
    features::Features,
    game::{Game, MoveOf},
    position::{MoveList, Position},
    symmetry::move_images,
};

/// Works out the active features of positions and the policy rows of their legal moves, with working memory that it uses
/// again. A position takes one virtual call.
pub struct AnyEncoder {
    erased: Box<dyn Erased>,
    active: Vec<u32>,
    rows: Vec<u32>,
}

impl AnyEncoder {
    /// Returns an encoder of positions of `game` by a feature set of that game.
    ///
    /// # Panics
    /// If the feature set is another game's.
    pub fn new(game: &AnyGame, features: &AnyFeatures) -> Self {
        let erased = game.0.encoder(&features.id()).expect("a feature set of the game");
        Self { erased, active: Vec::new(), rows: Vec::new() }
    }

    /// Looks at a position as its player to move does.
    pub fn encode(&mut self, position: &AnyPosition) {
        self.erased.encode(position, &mut self.active, &mut self.rows);
    }

    /// Looks at the image of a position under a symmetry. Replaces `places` of legal moves of the position, in canonical
    /// order, by those of their images.
    ///
    /// # Panics
    /// If there is no move at a place.
    pub fn encode_image(&mut self, position: &AnyPosition, symmetry: usize, places: &mut [usize]) {
        self.erased.encode_image((position, symmetry), places, &mut self.active, &mut self.rows);
    }

    /// Returns the active features of what was looked at last.
    pub fn active(&self) -> &[u32] {
        &self.active
    }

    /// Returns the policy rows of its legal moves, in canonical order.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }
}

/// What [`AnyEncoder`] asks of a game.
pub(super) trait Erased: Send {
    fn encode(&mut self, position: &AnyPosition, active: &mut Vec<u32>, rows: &mut Vec<u32>);
    fn encode_image(
        &mut self,
        of: (&AnyPosition, usize),
        places: &mut [usize],
        active: &mut Vec<u32>,
        rows: &mut Vec<u32>,
    );
}

/// Encodes positions of a game in its own types.
pub(super) struct TypedEncoder<G: Game> {
    game: G,
    features: G::Features,
    encoding: G::Encoding,
    moves: MoveList<MoveOf<G>>,
    images: MoveList<MoveOf<G>>,
}

impl<G: Game> TypedEncoder<G> {
    pub(super) fn new(game: &G, feature_set: &str) -> Option<Self> {
        let (game, features, encoding) = (game.clone(), game.features(feature_set)?, game.encoding());
        Some(Self { game, features, encoding, moves: MoveList::new(), images: MoveList::new() })
    }

    /// Leaves the legal moves in `images`.
    fn look(&mut self, position: &G::Position, active: &mut Vec<u32>, rows: &mut Vec<u32>) {
        position.legal_moves(&mut self.images);
        self.encoding.rows(position, &self.images, rows);
        self.features.active(position, position.to_move(), active);
    }
}

impl<G: Game> Erased for TypedEncoder<G> {
    fn encode(&mut self, position: &AnyPosition, active: &mut Vec<u32>, rows: &mut Vec<u32>) {
        self.look(position.typed(), active, rows);
    }

    fn encode_image(
        &mut self,
        (position, symmetry): (&AnyPosition, usize),
        places: &mut [usize],
        active: &mut Vec<u32>,
        rows: &mut Vec<u32>,
    ) {
        let position = position.typed();
        self.look(&self.game.transform(position, symmetry), active, rows);
        if !places.is_empty() {
            position.legal_moves(&mut self.moves);
            move_images(&self.game, (position, symmetry), [&self.moves, &self.images], places);
        }
    }
}
