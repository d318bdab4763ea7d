//! Features and move encodings without their type.

use std::sync::Arc;

use super::{AnyMove, AnyPosition, moves::legal};
use crate::{encoding::MoveEncoding, features::Features, layout::Layout, player::Player, position::Position};

/// A feature set of any game.
#[derive(Clone)]
pub struct AnyFeatures(Arc<dyn ErasedFeatures>);

impl AnyFeatures {
    /// Wraps a feature set of the positions `P`.
    pub(super) fn new<P: Position, F: Features<P>>(features: F) -> Self {
        Self(Arc::new(TypedFeatures { features, position: std::marker::PhantomData::<fn() -> P> }))
    }
}

trait ErasedFeatures: Send + Sync {
    fn id(&self) -> String;
    fn count(&self) -> usize;
    fn max_active(&self) -> usize;
    fn layout(&self) -> Layout;
    fn active(&self, position: &AnyPosition, pov: Player, out: &mut Vec<u32>);
    fn delta(
        &self,
        before: &AnyPosition,
        after: &AnyPosition,
        pov: Player,
        added: &mut Vec<u32>,
        removed: &mut Vec<u32>,
    );
}

struct TypedFeatures<P, F> {
    features: F,
    position: std::marker::PhantomData<fn() -> P>,
}

impl<P: Position, F: Features<P>> ErasedFeatures for TypedFeatures<P, F> {
    fn id(&self) -> String {
        self.features.id()
    }

    fn count(&self) -> usize {
        self.features.count()
    }

    fn max_active(&self) -> usize {
        self.features.max_active()
    }

    fn layout(&self) -> Layout {
        self.features.layout()
    }

    fn active(&self, position: &AnyPosition, pov: Player, out: &mut Vec<u32>) {
        self.features.active(position.typed(), pov, out);
    }

    fn delta(
        &self,
        before: &AnyPosition,
        after: &AnyPosition,
        pov: Player,
        added: &mut Vec<u32>,
        removed: &mut Vec<u32>,
    ) {
        self.features.delta(before.typed(), after.typed(), pov, added, removed);
    }
}

impl Features<AnyPosition> for AnyFeatures {
    fn id(&self) -> String {
        self.0.id()
    }

    fn count(&self) -> usize {
        self.0.count()
    }

    fn max_active(&self) -> usize {
        self.0.max_active()
    }

    fn layout(&self) -> Layout {
        self.0.layout()
    }

    fn active(&self, position: &AnyPosition, pov: Player, out: &mut Vec<u32>) {
        self.0.active(position, pov, out);
    }

    fn delta(
        &self,
        before: &AnyPosition,
        after: &AnyPosition,
        pov: Player,
        added: &mut Vec<u32>,
        removed: &mut Vec<u32>,
    ) {
        self.0.delta(before, after, pov, added, removed);
    }
}

/// The move encoding of any game.
#[derive(Clone)]
pub struct AnyEncoding(Arc<dyn ErasedEncoding>);

impl AnyEncoding {
    /// Wraps the encoding of moves in the positions `P`.
    pub(super) fn new<P: Position, E: MoveEncoding<P>>(encoding: E) -> Self {
        Self(Arc::new(TypedEncoding { encoding, position: std::marker::PhantomData::<fn() -> P> }))
    }
}

trait ErasedEncoding: Send + Sync {
    fn count(&self) -> usize;
    fn is_injective(&self) -> bool;
    fn layout(&self) -> Layout;
    fn rows(&self, position: &AnyPosition, moves: &[AnyMove], out: &mut Vec<u32>);
}

struct TypedEncoding<P, E> {
    encoding: E,
    position: std::marker::PhantomData<fn() -> P>,
}

impl<P: Position, E: MoveEncoding<P>> ErasedEncoding for TypedEncoding<P, E> {
    fn count(&self) -> usize {
        self.encoding.count()
    }

    fn is_injective(&self) -> bool {
        self.encoding.is_injective()
    }

    fn layout(&self) -> Layout {
        self.encoding.layout()
    }

    fn rows(&self, position: &AnyPosition, moves: &[AnyMove], out: &mut Vec<u32>) {
        let position = position.typed();
        let legal = legal(position);
        let typed: Vec<_> = moves.iter().map(|mv| legal[mv.index()]).collect();
        self.encoding.rows(position, &typed, out);
    }
}

impl MoveEncoding<AnyPosition> for AnyEncoding {
    fn count(&self) -> usize {
        self.0.count()
    }

    fn is_injective(&self) -> bool {
        self.0.is_injective()
    }

    fn layout(&self) -> Layout {
        self.0.layout()
    }

    fn rows(&self, position: &AnyPosition, moves: &[AnyMove], out: &mut Vec<u32>) {
        self.0.rows(position, moves, out);
    }
}
