//! A run is watched while it is trained, and its games are looked at.

use std::{sync::mpsc, thread};

use serde_json::json;

use crate::{
    table::{Table, runs},
    training::{GENERATIONS, train},
};

/// The folder of the run.
const NAME: &str = "tiny";

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_run_is_watched_until_its_generations_end() {
    let (measures, measuring) = mpsc::channel();
    let (go_on, goes_on) = mpsc::channel();
    let training = thread::spawn(move || {
        train(&runs().join(NAME), &mut move || {
            measures.send(()).expect("the test waits");
            goes_on.recv().expect("the test lets it go on");
        });
    });
    measuring.recv().expect("the first generation has a net");
    let table = Table::open("#runs");
    table.browser.click(&format!("[data-run='{NAME}']"));
    for generation in 1..=GENERATIONS {
        if generation > 1 {
            measuring.recv().expect("the next generation has a net");
        }
        let status = format!("Generation {generation} of {GENERATIONS}: playing matches");
        table.browser.until(&format!("document.querySelector('.status')?.innerText === {status:?}"));
        let row = format!("document.querySelector(\"td [data-generation='{generation}']\")");
        assert_eq!(table.browser.script(&format!("return {row}?.innerText")), json!("so far"));
        go_on.send(()).expect("the run waits");
        // Nothing is loaded again: it comes by itself.
        table.browser.until(&format!("{row}?.innerText === '12'"));
    }
    training.join().expect("a run");
    table.browser.until("document.querySelector('.state')?.innerText === 'finished'");
    table.browser.until("document.querySelectorAll('.chart:not([hidden]) path.series').length >= 8");

    let chart = ".chart svg.lines";
    let readout = format!(
        "return document.querySelector({chart:?}).closest('.chart').querySelector('.readout').innerText"
    );
    let last = table.browser.script(&readout);
    table.browser.keys(chart, "\u{e012}");
    assert_ne!(table.browser.script(&readout), last, "the arrow keys read another point");
    table.browser.click(".chart summary");
    let cells = "return document.querySelector('.chart table').rows.length";
    table.browser.until("document.querySelector('.chart table') !== null");
    assert_eq!(table.browser.script(cells), json!(GENERATIONS + 1), "the numbers are a table, too");

    table.browser.click("td [data-generation='2']");
    table.browser.click(".game[data-place='7']");
    table.browser.until("document.querySelector('.thought strong') !== null");
    let searched = "document.querySelectorAll('.thought tbody tr').length > 1 && document.querySelector('.heat-cell') !== null";
    for ply in 1.. {
        if table.browser.script(&format!("return {searched}")) == json!(true) {
            break;
        }
        table.browser.click("[data-step='on']");
        table.browser.until(&format!("location.hash.endsWith('?ply={ply}')"));
        table
            .browser
            .until(&format!("document.querySelector(\".moves [data-ply='{ply}'][aria-current]\") !== null"));
    }
    table.browser.until("document.querySelector('.bar')?.getAttribute('aria-label').includes('%')");
    table.check_clean();

    let narrow = Table::sized("#runs", 375, 700);
    for page in ["#runs", "#runs/tiny", "#runs/tiny?with=tiny", "#runs/tiny/1", "#runs/tiny/1/0?ply=4"] {
        narrow.go(page);
        let wide = narrow.browser.script("return document.documentElement.scrollWidth - innerWidth");
        assert_eq!(wide, json!(0), "{page}");
    }
    narrow.check_clean();
}
