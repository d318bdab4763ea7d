//! Matches and tournaments that are watched while they are played.

use std::{
    num::NonZero,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use damier_arena::{
    MatchConfig, MatchSettings,
    matches::{Silent, run_match},
    tournament::{TournamentFile, TournamentOptions, run_tournament},
};
use damier_engine::search::Limits;
use serde_json::json;

use crate::table::{Table, games};

/// A match that is played until this is dropped.
struct Playing {
    stop: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Playing {
    fn begin(name: &str) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let config = MatchConfig {
            competitors: ["ab:material,name=searcher", "random"]
                .map(|text| text.parse().expect("valid"))
                .to_vec(),
            settings: MatchSettings {
                limits: Limits::nodes(40),
                pairs: 100_000,
                ply_cap: Some(60),
                sprt: Some("0,1".parse().expect("a test")),
                ..MatchSettings::default()
            },
            games_file: None,
            directory: Some(games().join(name)),
        };
        let cancelled = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            run_match("russian", &config, &Silent, &cancelled).expect("it is played");
        });
        Self { stop, thread: Some(thread) }
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The number of finished games that the page shows.
const FINISHED: &str = "Number(document.querySelector('[data-finished]')?.dataset.finished ?? -1)";

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_match_is_watched_and_its_games_are_replayed() {
    let playing = Playing::begin("live/one");
    let table = Table::open("#matches");
    table.browser.until("document.querySelector(\"[data-name='live/one']\") !== null");
    table.browser.click("[data-name='live/one']");
    table.browser.until(&format!("{FINISHED} > 0"));
    let before = table.browser.script(&format!("return {FINISHED}")).as_u64().expect("a number");
    table.browser.until("document.querySelector('[data-game]') !== null");
    // What a person folded out, holds or presses stays where it is when games are added.
    table.browser.click("#endings summary");
    table.browser.script("window.row = document.querySelector('[data-game]')");
    table.browser.until(&format!("{FINISHED} > {before} + 1"));
    let kept = "document.activeElement.parentElement.id === 'endings' && document.querySelector('#endings').open \
        && document.querySelectorAll('[data-game]').length > 1 && (window.row.isConnected || \
        document.querySelector(`[data-game='${window.row.dataset.game}']`) === null)";
    table.browser.until(kept);
    drop(playing);
    table.browser.until("document.querySelector('.sprt .mark') !== null");
    table.browser.until(
        "document.querySelector(\"[data-game='0']\") !== null || \
        (document.querySelectorAll('.panel .row button')[1].click(), false)",
    );
    table.browser.click("[data-game='0']");
    table.browser.until("document.querySelectorAll('.moves [data-ply]').length > 8");
    table.browser.click("[data-step='first']");
    table.browser.until("location.hash.endsWith('ply=0')");
    table.browser.click("[data-step='last']");
    let told = table.browser.until("document.querySelector('.verdict').innerText.includes('played')");
    assert_eq!(told, json!(true));
    // The address holds the place.
    table.browser.script("location.reload()");
    table.browser.until("document.querySelector('.moves [aria-current]') !== null");
    table.browser.click("[data-action='review']");
    table.browser.until("document.querySelector('.graph') !== null");
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_wide_crosstable_scrolls_within_its_own_box() {
    let players: String = (1..=8)
        .map(|number| format!("[[player]]\nname = \"player number {number}\"\ncompetitor = \"random\"\n"))
        .collect();
    let text =
        format!("name = \"Eight\"\ngame = \"russian\"\nformat = \"round-robin\"\nply-cap = 20\n{players}");
    let file = TournamentFile::parse(&text, Path::new("eight.toml")).expect("a tournament");
    let folder = games().join("eight");
    let never = AtomicBool::new(false);
    run_tournament(
        &file,
        Path::new("eight.toml"),
        &folder,
        TournamentOptions::here(NonZero::<usize>::MIN),
        &|_| (),
        &never,
    )
    .expect("played");
    let table = Table::sized("#matches?name=eight", 375, 700);
    table.browser.until("document.querySelectorAll('td.cross').length === 64");
    let wide = "document.documentElement.scrollWidth - innerWidth";
    assert_eq!(table.browser.script(&format!("return {wide}")), json!(0));
    let inner = "[...document.querySelectorAll('.wide')].some((box) => box.scrollWidth > box.clientWidth)";
    assert_eq!(table.browser.script(&format!("return {inner}")), json!(true));
    table.go("#matches");
    assert_eq!(table.browser.script(&format!("return {wide}")), json!(0));
    table.check_clean();
}
