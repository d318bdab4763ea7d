//! Judgements of positions, to check a reader with.

use damier_engine::net::{Kernel, Net};
use damier_rules::{
    AnyGame, Features, Game, History, MoveEncoding, Notation, NotationFormat::Native, Position,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use crate::{error::ExportError, source::Source};

/// One line of the file.
#[derive(Serialize)]
struct Judged {
    position: String,
    to_move: usize,
    features: Vec<u32>,
    moves: Vec<String>,
    rows: Vec<u32>,
    value_logits: Vec<f32>,
    moves_left: f32,
    policy_logits: Vec<f32>,
}

/// `count` positions of random games, from `seed`, with what the net says about them: a JSON object a line. Quantised
/// weights judge as the engine does, floats as training does.
///
/// # Errors
/// This program has no such game, or another version of it.
pub fn positions(source: &Source, count: usize, seed: u64) -> Result<Vec<u8>, ExportError> {
    sample(AnyGame::of_id(&source.arch().game)?, source, count, seed)
}

fn sample(game: AnyGame, source: &Source, count: usize, seed: u64) -> Result<Vec<u8>, ExportError> {
    let arch = source.arch();
    arch.check_fits(&game, "net")?;
    let features = game.features(&arch.feature_set).expect("it was checked that the game has it");
    let net: Option<Net> = if source.float_net().is_none() { Some(source.net()?) } else { None };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut content = Vec::new();
    let (mut legal, mut active, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    let mut written = 0;
    while written < count {
        let mut position = game.start();
        let mut history = History::new(&position);
        while history.outcome(&position).is_none() && written < count {
            position.legal_moves(&mut legal);
            features.active(&position, position.to_move(), &mut active);
            game.encoding().rows(&position, &legal, &mut rows);
            let output = match (&net, source.float_net()) {
                (Some(net), _) => net.forward(&active, &rows, Kernel::detect()),
                (None, float) => float.expect("it is one or the other").forward(&active, &rows),
            };
            let judged = Judged {
                position: game.position_text(Native, &position),
                to_move: position.to_move().index(),
                features: active.clone(),
                moves: legal.iter().map(|mv| game.move_text(Native, &position, *mv)).collect(),
                rows: rows.clone(),
                value_logits: output.value_logits,
                moves_left: output.moves_left,
                policy_logits: output.policy_logits,
            };
            serde_json::to_writer(&mut content, &judged).expect("plain data");
            content.push(b'\n');
            written += 1;
            let mv = legal[rng.random_range(0..legal.len())];
            history.play(&mut position, mv);
        }
    }
    Ok(content)
}
