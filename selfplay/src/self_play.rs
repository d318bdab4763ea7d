//! One game of self-play.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_engine::{
    search::mcts::GumbelParams,
    self_play::{Place, SelfPlaySearch},
};
use damier_rules::{Game, MoveList, Outcome, Position, Tablebase};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    adjudication::{AdjudicationWatch, ResignationWatch},
    config::GenerateConfig,
    opening::Opening,
    seed,
};
use damier_records::{Ending, GameRecord, Ply, PlyKind, PolicyTarget, RootValue};

/// Plays a game from `opening` and records it; `None` where it was cancelled on the way. The record
/// depends on the opening, the seed, the configuration, the tables and the search alone.
pub fn play<G: Game>(
    game: &G,
    config: &GenerateConfig,
    opening: &Opening,
    (index, seed): (u64, u64),
    tables: Option<&dyn Tablebase<G::Position>>,
    search: &mut dyn SelfPlaySearch<G::Position>,
    cancel: &AtomicBool,
) -> Option<GameRecord> {
    let (mut position, mut history) = opening.played(game);
    let mut moves = MoveList::new();
    let of_opening = |index: &u32| Ply { index: *index, kind: PlyKind::Opening };
    let mut plies: Vec<Ply> = opening.moves.iter().map(of_opening).collect();

    let mut random = seed::generator(seed);
    let played_on = config.resignation.as_ref().is_some_and(|rule| random.random_bool(rule.played_on));
    let mut resignations = ResignationWatch::new(config.resignation.as_ref());
    let mut adjudication = AdjudicationWatch::new(config.adjudication.as_ref());
    let mut resignation = None;
    search.forget();

    let (outcome, ending) = loop {
        position.legal_moves(&mut moves);
        if let Some(outcome) = history.outcome_given(&position, !moves.is_empty()) {
            break (outcome, Ending::Rules);
        }
        if let Some(outcome) = tables.and_then(|tables| tables.probe_counted(&position, *history.clock())) {
            break (outcome, Ending::Adjudicated);
        }
        if plies.len() >= config.ply_cap as usize {
            break (Outcome::Draw, Ending::PlyCap);
        }
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let mut announced = || {
            let seen = game.seen_by(&position, position.to_move());
            let mv = game.announced_move(&seen, &mut |other| search.estimate(other))?;
            moves.binary_search(&mv).ok()
        };
        let ply = if moves.len() == 1 {
            Ply { index: 0, kind: PlyKind::Forced }
        } else if let Some(index) = announced() {
            Ply { index: index as u32, kind: PlyKind::Opening }
        } else {
            let place = Place { position: &position, moves: &moves, history: &history };
            searched_ply(config, &place, plies.len(), search, &mut random)
        };
        if let Some(value) = ply.kind.value() {
            let player = position.to_move();
            let wdl = value.value().wdl();
            if let Some(wdl) = wdl
                && resignation.is_none()
            {
                resignation = resignations.see(player, wdl, plies.len());
                if resignation.is_some() && !played_on {
                    break (Outcome::Win(player.opponent()), Ending::Resigned);
                }
            }
            if let Some(outcome) = wdl.and_then(|wdl| adjudication.see(player, wdl, plies.len())) {
                break (outcome, Ending::Adjudicated);
            }
        }
        history.play(&mut position, moves[ply.index as usize]);
        plies.push(ply);
    };
    Some(GameRecord { index, seed, start: opening.start.clone(), plies, outcome, ending, resignation })
}

/// Searches one ply, with playout cap randomisation (Wu 2019): a full search becomes a target, a fast one does not.
fn searched_ply<P: Position>(
    config: &GenerateConfig,
    place: &Place<'_, P>,
    plies: usize,
    search: &mut dyn SelfPlaySearch<P>,
    random: &mut Xoshiro256PlusPlus,
) -> Ply {
    let full = config.full_share >= 1.0 || random.random_bool(config.full_share);
    let noisy = full && plies < config.noisy_plies as usize;
    let params = GumbelParams {
        simulations: if full { config.simulations } else { config.fast_simulations },
        considered: config.considered,
        noise: if noisy { config.noise } else { 0.0 },
        c_visit: config.visit_offset,
        c_scale: config.value_scale,
    };
    let found = search.search(place, &params, random);
    let (simulations, value) = (found.simulations, RootValue::from_value(&found.value));
    let kind = if full {
        let policy = PolicyTarget::from_probabilities(&found.policy);
        PlyKind::Searched { simulations, value, policy }
    } else {
        PlyKind::Fast { simulations, value }
    };
    Ply { index: found.chosen as u32, kind }
}
