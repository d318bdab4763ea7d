//! An engine for the tests of the arena: it plays over every protocol, and misbehaves where it is asked to.
//!
//! ```text
//! rogue PROTOCOL GAME [TROUBLE[@N]] [PORT]
//! ```
//!
//! The protocol is `uci`, `xboard`, `hub`, `gomocup`, `damier`, or `dxp`, which listens at the port, or `dxp-connect`. The
//! trouble begins with its N-th move (1 without a number).

mod trouble;

use std::{
    error::Error,
    io::{self, Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    thread,
};

use damier_engine::engine::EngineOptions;
use damier_protocol::{
    Ends, Protocol,
    server::{Books, DxpRole, Judges, Settings, play_dxp, read_lines, serve},
};
use damier_rules::AnyGame;

use self::trouble::{Mischief, Trouble};

/// It plays badly and needs little.
const MEMORY_MIB: usize = 8;

fn settings() -> Settings {
    let options = EngineOptions { memory_mib: MEMORY_MIB, ..EngineOptions::default() };
    Settings { judges: Judges::built_in(), options, endgames: None, books: Books::none() }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [protocol, game, rest @ ..] = &arguments[..] else {
        return Err("PROTOCOL and GAME are missing".into());
    };
    let trouble: Trouble = rest.first().map_or("none", String::as_str).parse()?;
    trouble.at_start();
    let port = || rest.get(1).ok_or("PORT is missing")?.parse::<u16>().map_err(|error| error.to_string());
    let stream = match protocol.as_str() {
        "dxp" => TcpListener::bind((Ipv4Addr::LOCALHOST, port()?))?.accept()?.0,
        "dxp-connect" => TcpStream::connect((Ipv4Addr::LOCALHOST, port()?))?,
        _ => {
            let (lines, _reader) = read_lines(io::stdin(), Ends::Lines);
            let mut out = Mischief::new(io::stdout(), trouble, b'\n');
            return Ok(serve(game, protocol.parse::<Protocol>()?, settings(), None, &lines, &mut out)?);
        }
    };
    AnyGame::of_id(game).map(|game| Dxp { stream, trouble }.visit(game))??;
    Ok(())
}

/// Plays over a connection, with the mischief between the two sides.
struct Dxp {
    stream: TcpStream,
    trouble: Trouble,
}

impl Dxp {
    fn visit(self, game: AnyGame) -> Result<(), String> {
        let text = |error: io::Error| error.to_string();
        let inner = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(text)?;
        let near = TcpStream::connect(inner.local_addr().map_err(text)?).map_err(text)?;
        let (far, _) = inner.accept().map_err(text)?;
        let (mut from_arena, to_arena) = (self.stream.try_clone().map_err(text)?, self.stream);
        let mut to_engine = near.try_clone().map_err(text)?;
        thread::spawn(move || {
            let _ = io::copy(&mut from_arena, &mut to_engine);
            let _ = to_engine.shutdown(std::net::Shutdown::Both);
        });
        let trouble = self.trouble;
        let replies = thread::spawn(move || {
            let mut out = Mischief::new(to_arena, trouble, 0);
            let mut near = near;
            let mut bytes = [0; 256];
            while let Ok(count @ 1..) = near.read(&mut bytes) {
                if out.write_all(&bytes[..count]).is_err() {
                    return;
                }
            }
        });
        play_dxp(game, DxpRole::Follower, settings(), far, None, &mut |_| ())
            .map_err(|error| error.to_string())?;
        replies.join().map_err(|_| "the replies broke off".to_owned())
    }
}
