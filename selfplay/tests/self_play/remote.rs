//! Games that other machines play: whatever comes back, in whatever order, the folder is that of one machine.

use std::{
    ops::Range,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use damier_records::{ChunkHeader, GameRecord, OnDamage, chunk::encode_chunk, reader::parse_chunk};
use damier_selfplay::{
    GenerateConfig, Generated, Intake, NetPlay, NetPlayError, Order, RemoteError, RemoteFigures, RemotePlay,
    Silent, TakeError, Taken,
};

use crate::small::{files, game, identity, net};

fn config(games: u64) -> GenerateConfig {
    let config = GenerateConfig {
        games,
        games_per_chunk: 5,
        simulations: 8,
        ply_cap: 60,
        ..GenerateConfig::default()
    };
    config.validate().expect("possible");
    config
}

/// Plays the games of an order as another machine does.
fn slice(order: &Order<'_>, wanted: Range<u64>) -> Vec<u8> {
    let net = net();
    let play = NetPlay { net: &net, config: order.config, identity: order.identity, wanted, imports: &[] };
    play.slice(&game(), &AtomicBool::new(false)).expect("played").expect("not cancelled")
}

/// Calls a function in place of machines.
struct Machines<F>(F);

impl<F> std::fmt::Debug for Machines<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Machines")
    }
}

impl<F: Fn(&Order<'_>, &dyn Intake) -> Result<(), RemoteError> + Sync> RemotePlay for Machines<F> {
    fn play(&self, order: &Order<'_>, intake: &dyn Intake) -> Result<RemoteFigures, RemoteError> {
        (self.0)(order, intake).map(|()| RemoteFigures::default())
    }
}

fn run(
    config: &GenerateConfig,
    folder: &Path,
    remote: Option<&dyn RemotePlay>,
) -> Result<Generated, NetPlayError> {
    let (net, identity) = (net(), identity());
    let play = NetPlay { net: &net, config, identity: &identity, wanted: 0..config.games, imports: &[] };
    play.run(&game(), folder, remote, &Silent, &AtomicBool::new(false))
}

/// Gives other machines one chance to hand something in; then this machine's program plays the rest by slices.
fn with_first(first: impl Fn(&Order<'_>, &dyn Intake) + Sync) {
    let config = config(12);
    let (alone, together) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    run(&config, alone.path(), None).expect("played");
    let machines = Machines(|order: &Order<'_>, intake: &dyn Intake| {
        first(order, intake);
        for game in intake.missing().into_iter().rev() {
            intake.take(&slice(order, game..game + 1), game..game + 1, &[]).expect("right");
        }
        Ok(intake.sync()?)
    });
    let generated = run(&config, together.path(), Some(&machines)).expect("played");
    assert!(!generated.cancelled);
    assert_eq!(generated.progress.games, 12);
    assert_eq!(files(together.path()), files(alone.path()));
}

#[test]
fn slices_in_any_order_and_twice_make_the_folder_of_one_machine() {
    with_first(|order, intake| {
        for games in [8..12, 2..6, 4..8, 8..12] {
            intake.take(&slice(order, games.clone()), games, &[]).expect("right");
        }
        let games = 4..8;
        assert_eq!(
            intake.take(&slice(order, games.clone()), games, &[5]).expect("right"),
            Taken { new: 0, again: 4 }
        );
    });
}

#[test]
fn what_is_taken_back_is_missing_again_whether_its_chunk_was_whole_or_not() {
    with_first(|order, intake| {
        for games in [0..5, 5..8, 8..9] {
            intake.take(&slice(order, games.clone()), games, &[]).expect("right");
        }
        assert_eq!(intake.missing(), [9, 10, 11]);
        // Of a chunk that is written, of one that is not, and games that are not there.
        assert_eq!(intake.take_back(&[3..4, 6..8, 10..12]).expect("taken back"), 3);
        assert_eq!(intake.missing(), [3, 6, 7, 9, 10, 11]);
        assert_eq!(intake.take_back(&[3..4, 7..8]).expect("nothing is left"), 0);
        let again = intake.take(&slice(order, 3..5), 3..5, &[]).expect("right");
        assert_eq!(again, Taken { new: 1, again: 1 });
    });
}

fn changed(
    order: &Order<'_>,
    games: Range<u64>,
    change: impl Fn(&mut ChunkHeader, &mut Vec<GameRecord>),
) -> Vec<u8> {
    let chunk = parse_chunk("slice".as_ref(), &slice(order, games), OnDamage::Refuse).expect("a chunk");
    let (mut header, mut records) = (chunk.header, chunk.records);
    change(&mut header, &mut records);
    encode_chunk(&header, &records).expect("a chunk")
}

#[test]
fn wrong_results_are_refused_whole() {
    let refusals = Mutex::new(0);
    with_first(|order, intake| {
        let refused = |chunk: &[u8], replayed: &[u64], part: &str| {
            match intake.take(chunk, 0..2, replayed) {
                Err(TakeError::Refused(reason)) => assert!(reason.contains(part), "{reason}: {part}"),
                other => panic!("{part}: {other:?}"),
            }
            assert_eq!(intake.missing().len(), 12, "{part}");
            *refusals.lock().expect("no panic") += 1;
        };
        refused(b"no chunk", &[], "the result");
        refused(&slice(order, 0..3), &[], "does not have the games 0 to 1");
        refused(&slice(order, 2..4), &[], "does not have the games 0 to 1");
        refused(&changed(order, 0..2, |header, _| header.seed = 6), &[], "seed");
        refused(&changed(order, 0..2, |header, _| header.game = "chess".to_owned()), &[], "game");
        refused(&changed(order, 0..2, |_, games| games[1].seed += 1), &[], "game 1 has the seed");
        refused(&changed(order, 0..2, |_, games| games[0].plies[0].index ^= 1), &[], "opening");
        refused(&changed(order, 0..2, |_, games| games[1].plies.truncate(20)), &[], "breaks the rules");
        let wrong = |_: &mut ChunkHeader, games: &mut Vec<GameRecord>| {
            // By the rules it is a game, and only who plays it again sees that it is another one.
            games[1].resignation = None;
            let ply = games[1].plies.iter_mut().find_map(|ply| match &mut ply.kind {
                damier_records::PlyKind::Searched { simulations, .. } => Some(simulations),
                _ => None,
            });
            *ply.expect("a searched ply") += 1;
        };
        refused(&changed(order, 0..2, wrong), &[1], "game 1 is not the one that this machine plays");
    });
    assert_eq!(*refusals.lock().expect("no panic"), 9);
}

#[test]
fn a_wrong_game_that_slipped_in_is_found_when_the_right_one_comes() {
    let folder = tempfile::tempdir().expect("a folder");
    let machines = Machines(|order: &Order<'_>, intake: &dyn Intake| {
        let wrong = changed(order, 0..1, |_, games| {
            if let damier_records::PlyKind::Searched { simulations, .. } =
                &mut games[0].plies.iter_mut().find(|ply| ply.kind.simulations() > 1).expect("searched").kind
            {
                *simulations += 1;
            }
        });
        intake.take(&wrong, 0..1, &[]).expect("nothing shows");
        match intake.take(&slice(order, 0..1), 0..1, &[]) {
            Err(TakeError::Earlier { game: 0, error }) => Err(RemoteError::Folder(error)),
            other => panic!("{other:?}"),
        }
    });
    let error = run(&config(2), folder.path(), Some(&machines)).expect_err("an alarm").to_string();
    assert!(error.contains("game 0 is not the one that this machine and a worker play"), "{error}");
}

#[test]
fn openings_that_differ_are_refused() {
    let calls = AtomicBool::new(false);
    with_first(|order, _| {
        let (net, mut identity) = (net(), order.identity.clone());
        identity.metadata.insert("ballots_sha256".to_owned(), "another file".into());
        let play =
            NetPlay { net: &net, config: order.config, identity: &identity, wanted: 0..1, imports: &[] };
        let error = play.slice(&game(), &AtomicBool::new(false)).expect_err("no openings here").to_string();
        assert!(error.contains("the openings differ"), "{error}");
        calls.store(true, Ordering::Relaxed);
    });
    assert!(calls.load(Ordering::Relaxed));
}
