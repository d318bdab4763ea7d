//! The one list of games, and the only switch over them.

use crate::{
    game::Game,
    games::draughts::{self, Draughts},
};

/// Something to do with a game that is known at run time only; see [`dispatch`].
pub trait GameVisitor {
    /// What it gives back.
    type Output;
    /// Does it.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// Lists the games: for each its handle; the identity comes from the handle itself.
macro_rules! games {
    ($($game:expr),* $(,)?) => {
        /// The identities of all games.
        pub fn ids() -> Vec<&'static str> {
            vec![$($game.id()),*]
        }

        /// Calls the visitor with the game of that identity; `None` where there is none.
        pub fn dispatch<V: GameVisitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(
                if $game.id() == id {
                    return Some(visitor.visit($game));
                }
            )*
            let _ = (id, visitor);
            None
        }
    };
}

games!(
    Draughts::<draughts::International>::new(),
    Draughts::<draughts::Russian>::new(),
    Draughts::<draughts::Brazilian>::new(),
    Draughts::<draughts::English>::new(),
    Draughts::<draughts::Canadian>::new(),
    Draughts::<draughts::Italian>::new(),
    Draughts::<draughts::Spanish>::new(),
    Draughts::<draughts::Turkish>::new(),
);
