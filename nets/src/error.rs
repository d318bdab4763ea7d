//! Why there is no net or opening book.

use std::path::PathBuf;

use damier_engine::{net::NetError, opening_book::BookError};
use thiserror::Error;

use crate::{FILES, FOLDER_VARIABLE, NET, file_name};

/// Why there is no net or opening book: one line with the place. What to do without a net is for the caller to say.
#[derive(Debug, Error)]
pub enum NetsError {
    /// No net of the game comes with damier.
    #[error("no net of {game} comes with damier{hint}")]
    None {
        /// The game.
        game: String,
        /// What there is instead.
        hint: String,
    },
    /// The environment names a folder that is none.
    #[error("{FOLDER_VARIABLE}={}: this is no folder; name a folder of nets, or unset it", folder.display())]
    NoFolder {
        /// What is named.
        folder: PathBuf,
    },
    /// The net cannot be read, or does not fit.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The opening book cannot be read, or does not fit.
    #[error(transparent)]
    Book(#[from] BookError),
}

impl NetsError {
    /// For a game without a net.
    pub(crate) fn none(game: &str) -> Self {
        let has_net = |name: &&str| FILES.iter().any(|file| file.name == file_name(name, NET));
        let plain = game.split_once(':').map(|(name, _)| name).filter(has_net);
        let hint = plain.map(|name| format!(" (that of {name} is for another board, or other rules)"));
        Self::None { game: game.to_owned(), hint: hint.unwrap_or_default() }
    }
}
