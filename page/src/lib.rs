//! The page of damier: a web server that shows games in a browser, and the JSON API behind it.
//!
//! [`Server`] listens and answers; [`Settings`] say where and within which bounds. A game is in the hands of the client,
//! which sends it whole with each request (`game_request`); the server keeps nothing but engines, whose trees and tables
//! are used again in the next move of the game (`engines`). Searches run in a bounded pool with a queue (`pool`), and
//! report by server-sent events (`events`). Runs and matches are read from their folders, never written (`runs`,
//! `matches`). What comes from elsewhere is refused by `guard`.

#![forbid(unsafe_code)]

mod answer;
mod api;
mod assets;
mod clients;
mod context;
mod engines;
mod error;
mod events;
mod folder_name;
mod game_request;
mod guard;
mod matches;
mod pool;
mod runs;
mod server;
mod settings;
#[cfg(test)]
mod tests;
mod watchers;

pub use api::read_body;
pub use guard::random_token;
pub use server::{ServeError, Server, ServerStop};
pub use settings::Settings;
