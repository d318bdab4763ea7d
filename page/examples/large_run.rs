//! Makes the folder of a run of 200 generations with 10,000 games each, and measures how fast the page opens it.
//!
//! ```sh
//! cargo run --release -p damier-page --example large_run -- configs/tic-tac-toe.toml /tmp/large
//! ```
//!
//! The games of the run are random ones of the configuration's game, the same 1,000 in every chunk; all figures are made
//! up. `damier serve --runs /tmp/large` shows it.

#![allow(clippy::print_stdout)]

use std::{
    error::Error,
    fs,
    io::{Read as _, Write as _},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    path::{Path, PathBuf},
    thread,
    time::Instant,
};

use damier_engine::{Value, evaluation::value_classes};
use damier_page::{Server, Settings};
use damier_records::{
    ChunkHeader, ChunkName, Ending, GameRecord, Ply, PlyKind, PolicyTarget, RootValue,
    chunk::{append_header, encode_chunk},
};
use damier_rules::{AnyGame, Game as _, History, MoveList, Outcome, Position as _};
use damier_train::{
    metrics::Bin,
    run::{GenerationState, Measured, RunConfig, RunDirectory, RunState},
};

const GENERATIONS: u32 = 200;
const GAMES: u64 = 10_000;
const GAMES_PER_CHUNK: u64 = 1_000;
/// The folder of the run within the one that is given.
const NAME: &str = "large";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(config), Some(folder), None) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err("usage: large_run CONFIG FOLDER".into());
    };
    let root = folder.join(NAME);
    if !root.exists() {
        make(&RunConfig::read(&config)?, &root)?;
    }
    let server = Server::bind(Settings {
        runs: Some(folder),
        ..Settings::at(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
    })?;
    let address = server.address()?;
    let stop = server.stop_handle();
    let serving = thread::spawn(move || server.run());
    let last = GAMES - 1;
    for path in [
        String::new(),
        format!("/{NAME}"),
        format!("/{NAME}/games/{GENERATIONS}?from={}&count=50", GAMES - 50),
        format!("/{NAME}/games/{GENERATIONS}/{last}"),
    ] {
        // The first is slower where the files are not in memory.
        for attempt in ["first", "second"] {
            let begin = Instant::now();
            let bytes = ask(address, &format!("/api/v1/runs{path}"))?;
            let millis = begin.elapsed().as_secs_f64() * 1e3;
            println!("{millis:8.1} ms {bytes:>8} bytes  {attempt:<6}  /api/v1/runs{path}");
        }
    }
    stop.stop();
    serving.join().map_err(|_| "the server failed")??;
    Ok(())
}

/// Asks the server, and returns how many bytes came back.
fn ask(address: SocketAddr, path: &str) -> Result<usize, Box<dyn Error>> {
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    match answer.starts_with(b"HTTP/1.1 200") {
        true => Ok(answer.len()),
        false => Err(String::from_utf8_lossy(&answer).into()),
    }
}

/// Writes the folder of the run.
fn make(config: &RunConfig, root: &Path) -> Result<(), Box<dyn Error>> {
    let mut config = RunConfig { generations: GENERATIONS, stages: Vec::new(), ..config.clone() };
    config.selfplay.games = GAMES;
    config.selfplay.games_per_chunk = GAMES_PER_CHUNK;
    let directory = RunDirectory::open(root, &config)?;
    let game = AnyGame::of_id(&config.game)?;
    let header = |generation, chunk| ChunkHeader {
        game: config.game.clone(),
        generation,
        chunk,
        net: format!("gen-{generation:04}.dmn"),
        seed: config.seed,
        program: "large_run".to_owned(),
        metadata: Default::default(),
    };
    let records: Vec<GameRecord> = (0..GAMES_PER_CHUNK).map(|index| random_game(&game, index)).collect();
    let mut before = Vec::new();
    append_header(&header(0, 0), &mut before)?;
    let body = encode_chunk(&header(0, 0), &records)?.split_off(before.len());
    let mut state = RunState { config: Some(config.to_toml()), ..RunState::default() };
    for generation in 0..GENERATIONS {
        for chunk in 0..(GAMES / GAMES_PER_CHUNK) as u32 {
            let name = ChunkName { generation, chunk };
            let mut bytes = Vec::new();
            append_header(&header(generation, chunk), &mut bytes)?;
            bytes.extend_from_slice(&body);
            fs::write(name.path(&directory.games()), bytes)?;
            state.files.insert(format!("games/{name}"), "0".repeat(64));
        }
        state.generations.push(figures(generation + 1, &config));
    }
    state.write(&directory.state_path())?;
    Ok(())
}

/// A game of moves that a simple generator draws, each with a policy over all legal moves.
fn random_game(game: &AnyGame, index: u64) -> GameRecord {
    let mut position = game.start();
    let mut history = History::new(&position);
    let mut moves = MoveList::new();
    let mut random = index.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut plies = Vec::new();
    let outcome = loop {
        position.legal_moves(&mut moves);
        if let Some(outcome) = history.outcome_given(&position, !moves.is_empty()) {
            break outcome;
        }
        if plies.len() >= 200 {
            break Outcome::Draw;
        }
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let chosen = (random >> 33) as usize % moves.len();
        let weights: Vec<f32> =
            (0..moves.len()).map(|index| if index == chosen { 4.0 } else { 1.0 }).collect();
        let policy = PolicyTarget::from_probabilities(&weights);
        let classes = value_classes(position.players());
        let value = Value::from_classes(position.players(), &vec![1.0 / classes as f32; classes]);
        let kind = PlyKind::Searched { simulations: 64, value: RootValue::from_value(&value), policy };
        plies.push(Ply { index: chosen as u32, kind });
        history.play(&mut position, moves[chosen]);
    };
    let start = String::new();
    GameRecord { index, seed: index, start, plies, outcome, ending: Ending::Rules, resignation: None }
}

/// Figures that look like those of a run.
fn figures(generation: u32, config: &RunConfig) -> GenerationState {
    let part = f64::from(generation) / f64::from(GENERATIONS);
    let loss = [1.0 - 0.4 * part, 1.8 - 0.6 * part, 9.0 - 3.0 * part];
    let elo = 600.0 * part;
    let bin = |tenth: u32| {
        let predicted = f64::from(tenth) / 10.0 + 0.05;
        Bin { count: 800, predicted, actual: predicted + 0.03 * (1.0 - part) }
    };
    let opponents = &config.measure.opponents;
    let measured = opponents.iter().map(|opponent| Measured {
        opponent: opponent.clone(),
        games: [12, 4, 4],
        score: 0.7,
        elo: [Some(elo), Some(elo - 90.0), Some(elo + 90.0)],
    });
    GenerationState {
        generation,
        games: GAMES,
        positions: GAMES * 40,
        mean_plies: 60.0,
        outcomes: [0.4, 0.25, 0.35],
        steps: u64::from(generation) * config.steps,
        train_loss: loss,
        held_out_loss: loss.map(|loss| loss * 1.02),
        top_move_accuracy: 0.4 + 0.3 * part,
        largest_accumulator: 20.0,
        calibration: (0..10).map(bin).collect(),
        seconds: [300.0, 120.0, 20.0],
        cpu_seconds: [600.0, 240.0, 40.0],
        measured: if generation.is_multiple_of(4) { measured.collect() } else { Vec::new() },
    }
}
