//! Workers that send games which are not those that the order asks for.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_fleet::{
    bus::{Bus, WorkItem},
    wire::{Item, ResultSubject, Task},
};
use damier_records::{OnDamage, PlyKind, chunk::encode_chunk, reader::parse_chunk};
use damier_selfplay::NetPlay;

use super::{
    games::{as_other, beside_with, item},
    small::{game, net},
};

/// Whether a result is as it should be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sent {
    Right,
    /// With games that nothing but playing them again shows to be wrong.
    Wrong,
}

/// Plays an item, and hands its games in.
async fn send(bus: &Bus, item: &WorkItem, sent: Sent) {
    let wanted = Item::parse(item.bytes()).expect("an item");
    let (net, games) = (net(), wanted.games());
    let Task::SelfPlay(task) = &wanted.task else { panic!("it is self-play") };
    let play = NetPlay {
        net: &net,
        config: &task.config,
        identity: &task.header,
        wanted: games.clone(),
        imports: &[],
    };
    let mut chunk = play.slice(&game(), &AtomicBool::new(false)).expect("played").expect("not cancelled");
    if sent == Sent::Wrong {
        let mut read = parse_chunk("slice".as_ref(), &chunk, OnDamage::Refuse).expect("a chunk");
        for ply in read.records.iter_mut().flat_map(|record| &mut record.plies) {
            if let PlyKind::Searched { simulations, .. } = &mut ply.kind {
                *simulations += 1;
            }
        }
        chunk = encode_chunk(&read.header, &read.records).expect("a chunk");
    }
    let subject = ResultSubject { worker: "other".to_owned(), order: wanted.order, games, part: 0 };
    assert!(bus.send_result(&subject, &chunk, None, async || true).await.expect("sent"));
    item.finish().await;
}

/// Has a worker send results, before an honest one joins. Returns what the coordinator said.
fn after(results: &[Sent], settings: &str) -> Option<String> {
    beside_with(settings, |fleet, join| {
        as_other(fleet, async |bus| {
            for sent in results {
                send(&bus, &item(&bus).await, *sent).await;
            }
        });
        join.store(true, Ordering::Relaxed);
    })
}

#[test]
fn a_liar_is_found_at_its_first_result() {
    let Some(said) = after(&[Sent::Wrong], "") else { return };
    assert!(said.contains("worker other: game "), "{said}");
    assert!(said.contains("nothing of it is taken any more") && said.contains(" 1 bad,"), "{said}");
    assert!(!said.contains("are played again"), "nothing of it was taken: {said}");
}

#[test]
fn what_a_liar_sent_before_is_played_again() {
    let Some(said) = after(&[Sent::Right, Sent::Right, Sent::Wrong], "check_first = 3\n") else { return };
    assert!(said.contains("worker other: game ") && said.contains(" 1 bad,"), "{said}");
    assert!(said.contains("games that it sent before are played again"), "{said}");
}

#[test]
fn a_lie_that_no_check_found_is_found_by_a_second_worker() {
    let settings = "check_first = 0\ncheck_share = 0.0\ncross_share = 1.0\n";
    let Some(said) = after(&[Sent::Wrong], settings) else { return };
    assert!(
        said.contains("is not the one that this machine plays; nothing of it is taken any more"),
        "{said}"
    );
    assert!(said.contains("worker other: ") && !said.contains("worker honest: "), "{said}");
    assert!(said.contains("games that it sent before are played again"), "{said}");
}
