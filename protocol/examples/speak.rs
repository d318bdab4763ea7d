//! The smallest program that is an engine: it speaks over standard input and output, by the first line's
//! protocol, about the first game that is played over it.
//!
//! ```text
//! cargo run --release -p damier-protocol --example speak -- [GAME [NET]]
//! ```

use std::{error::Error, sync::Arc};

use damier_engine::{engine::EngineOptions, net::Net};
use damier_protocol::{
    Ends, Line, Protocol,
    server::{Books, Judges, Settings, games_of, read_lines, serve},
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next();
    let judges = match arguments.next() {
        Some(path) => Judges::built_in().with_net(Arc::new(Net::read(path.as_ref())?)),
        None => Judges::built_in(),
    };
    let (lines, _reader) = read_lines(std::io::stdin(), Ends::Lines);
    let told = lines.iter().find_map(|line| match &line {
        Line::Text(text) => Some((Protocol::of_first_line(text)?, line)),
        Line::TooLong => None,
    });
    let Some((protocol, first)) = told else { return Ok(()) };
    let game = game.unwrap_or_else(|| games_of(protocol)[0].to_owned());
    let settings =
        Settings { judges, options: EngineOptions::default(), endgames: None, books: Books::none() };
    Ok(serve(&game, protocol, settings, Some(first), &lines, &mut std::io::stdout())?)
}
