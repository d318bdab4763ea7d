//! Drives the page in a real browser. `.ci/run page` installs Chromium with its driver and runs it.

mod driver;
mod matches;
mod runs;
mod table;
#[path = "../../src/tests/training.rs"]
mod training;

use std::{fs, thread, time::Duration};

use serde_json::json;

use crate::table::Table;

/// A whole game against the weakest level; it ends by the rules.
fn whole_game(fragment: &str) -> usize {
    let table = Table::open(fragment);
    let moves = table.play_to_the_end();
    assert!(!table.status().is_empty());
    table.check_clean();
    moves
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_first_game_starts_with_one_click() {
    let table = Table::open("");
    table.browser.click("[data-game='russian']");
    table.browser.squares(&["c3", "d4"]);
    table.wait_for(2);
    assert_eq!(table.moves()[0], "c3-d4");
    // The address holds the game: it goes on where it was.
    let before = table.moves();
    table.browser.script("location.reload()");
    table.browser.until("document.querySelectorAll('.moves [data-ply]').length === 2");
    assert_eq!(table.moves(), before);
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_whole_game_on_squares() {
    assert!(whole_game("#play?game=russian&seats=p,1&seed=1") > 10);
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_whole_game_on_points() {
    assert!(whole_game("#play?game=gomoku-freestyle&seats=p,8&seed=1") > 8);
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_whole_game_on_holes_by_six_players() {
    let moves = whole_game("#play?game=chinese-checkers:players=6,cap=4&seats=p,1,1,1,1,1&seed=1");
    assert_eq!(moves, 24);
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn several_people_play_the_program_on_one_address() {
    let one = |first: [&str; 2]| {
        let table = Table::open("#play?game=russian&seats=p,1&seed=1");
        table.browser.squares(&first);
        table.wait_for(2);
        table.play_to_the_end();
        // No answer to another's game has come to this one.
        assert_eq!(table.moves()[0], first.join("-"));
        table.check_clean();
    };
    thread::scope(|scope| {
        for first in [["a3", "b4"], ["c3", "d4"], ["e3", "f4"]] {
            scope.spawn(move || one(first));
        }
    });
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_capture_of_several_jumps_goes_step_by_step() {
    // White takes two men: a3 over b4 and d6, by c5, to e7.
    let table = Table::open("#play?game=russian&seats=p,p&start=W:Wa3:Bb4,d6,h8");
    assert!(table.status().contains("have to capture"), "{}", table.status());
    table.browser.squares(&["a3"]);
    table.browser.until("document.querySelectorAll('.target').length > 0");
    table.browser.squares(&["c5"]);
    table.wait_for(1);
    table.browser.until("document.querySelectorAll('.pieces .ink-black').length === 1");
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_promotion_asks_for_the_piece() {
    let table = Table::open("#play?game=chess&seats=p,p&start=7k/P7/8/8/8/8/8/K7 w - - 0 1");
    table.browser.squares(&["a7", "a8"]);
    table.browser.until("document.querySelectorAll('dialog .offers button').length === 4");
    table.browser.click("dialog .offers button[aria-label$='knight']");
    table.wait_for(1);
    let label =
        table.browser.until("document.querySelector(\"[data-square='a8']\")?.getAttribute('aria-label')");
    assert!(label.as_str().expect("a label").contains("white knight"), "{label}");
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn predicted_five_in_a_row_goes_through_its_stages() {
    let table = Table::open("#play?game=gomoku-predicted&seats=p,p");
    for (number, square) in ["h8", "h9", "g7", "i7"].into_iter().enumerate() {
        table.browser.squares(&[square]);
        table.wait_for(number + 1);
    }
    for prediction in 4..6 {
        table.browser.until("document.querySelector('.prediction') !== null");
        table.browser.click(".prediction [type=submit]");
        table.wait_for(prediction + 1);
    }
    // The colours are dealt, and the game goes on with stones or a pass.
    table.browser.until("document.querySelector(\".choices [data-move='pass']\") !== null");
    table.browser.squares(&["a1"]);
    table.wait_for(7);
    table.browser.click(".choices [data-move='pass']");
    table.wait_for(8);
    table.browser.click(".choices [data-move='pass']");
    table.browser.until("document.querySelector('.result') !== null");
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn predictions_of_others_are_not_shown() {
    let table = Table::open("#play?game=gomoku-predicted&seats=p,1&moves=h8 h9 g7 i7 B41&seed=1");
    // The program predicts, and then its stone is due.
    table.wait_for(7);
    // Until both are sealed neither is shown.
    let hot_seat = "#play?game=gomoku-predicted&seats=p,p&moves=h8 h9 g7 i7 B41";
    table.go(hot_seat);
    table.browser.until("document.querySelector('.prediction') !== null");
    let list = table.browser.script("return document.querySelector('.moves').innerText");
    let list = list.as_str().expect("a text");
    assert!(list.contains("sealed") && !list.contains("B41"), "{list}");
    // Nor does the address tell it, and yet it holds the game; a reload reads it from there.
    let address = || table.browser.script("return location.hash").as_str().expect("a text").to_owned();
    table.browser.until("!location.hash.includes('B41')");
    assert!(address().contains("moves=h8+h9+g7+i7+_"), "{}", address());
    table.go(&address());
    table.browser.until("document.querySelector('.prediction') !== null");
    assert!(!address().contains("B41"), "{}", address());
    // When both have predicted there is no secret any more.
    table.browser.click(".prediction button[type='submit']");
    table.wait_for(6);
    assert_eq!(table.moves()[4], "B41");
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn one_person_plays_on_several_boards() {
    let table = Table::sized("", 375, 700);
    table.browser.click(".card:has([data-game='tic-tac-toe']) .more");
    table.browser.click("details:has(> .field > #boards) > summary");
    table.browser.until("(document.querySelector('#boards').value = '3') && true");
    table.browser.script("const level = document.querySelector('#level'); level.value = 1; level.dispatchEvent(new Event('input'))");
    table.browser.click("dialog [type='submit']");
    table.browser.until("document.querySelectorAll('.mini').length === 3");
    let at = "new URLSearchParams(location.hash.split('?')[1]).get('at')";
    table.browser.until("document.querySelector('.place .cell.can') !== null");
    let wide = table.browser.script("return document.documentElement.scrollWidth - innerWidth");
    assert_eq!(wide, json!(0));
    // A key leads to the next board, and a press on a small one to that.
    let first = table.browser.until(at);
    table.browser.keys(".place .cell[tabindex='0']", "\u{e00f}");
    table.browser.until(&format!("{at} !== {first}"));
    table.browser.click("[data-board='1']");
    table.browser.until(&format!("{at} === '1'"));
    const NEXT: &str = r"(() => {
        if (document.querySelector('.simul-result table')) return 'over';
        // The result of a board stays until the next one is asked for.
        if (document.querySelector('.place .result') && document.querySelector('.mini.mine')) return '[data-action=next]';
        const free = document.querySelector('.place .cell.can');
        return free && `.place [data-square='${free.dataset.square}']`;
    })()";
    // After each move the next board comes by itself.
    for turn in 0.. {
        let next = table.browser.until(NEXT);
        let next = next.as_str().expect("a selector");
        if next == "over" {
            break;
        }
        assert!(turn < 100, "the games do not end");
        table.browser.click(next);
    }
    let results =
        "[...document.querySelectorAll('.simul-result td:last-child')].map((cell) => cell.textContent)";
    let points = table.browser.until(results);
    assert_eq!(points.as_array().map(Vec::len), Some(3));
    // The link holds all games.
    let address = table.browser.script("return location.hash");
    table.go(address.as_str().expect("a text"));
    table.browser.until("document.querySelector('.simul-result table') !== null");
    assert_eq!(table.browser.until(results), points);
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_choice_of_colours_is_made_by_buttons() {
    let table = Table::open("#play?game=gomoku-freestyle:opening=swap2&seats=p,p&moves=h8 h9 i8");
    table.browser.until("document.querySelectorAll('.choices button').length === 3");
    table.browser.click(".choices [data-move='two-more']");
    table.wait_for(4);
    table.browser.squares(&["a1"]);
    table.wait_for(5);
    table.browser.squares(&["b1"]);
    table.wait_for(6);
    table.browser.click(".choices [data-move='white']");
    table.wait_for(7);
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn moves_are_typed_and_made_by_keyboard() {
    let table = Table::open("#play?game=chess&seats=p,p");
    table.browser.keys("#typed", "e4\u{e007}");
    table.wait_for(1);
    // The first square of the board is a8; two to the right and one down is c7.
    table.browser.keys("[data-square='a8']", "\u{e014}\u{e014}");
    let focus = "document.activeElement.dataset.square";
    assert_eq!(table.browser.script(&format!("return {focus}")), json!("c8"));
    table.browser.keys("[data-square='c8']", "\u{e015}");
    table.browser.keys("[data-square='c7']", "\u{e007}\u{e015}\u{e015}");
    table.browser.keys("[data-square='c5']", "\u{e007}");
    table.wait_for(2);
    assert_eq!(table.moves().len(), 2);
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_game_is_taken_back_resigned_and_reviewed() {
    let table = Table::open("#play?game=russian&seats=p,1&seed=1");
    table.browser.squares(&["c3", "d4"]);
    table.wait_for(2);
    table.browser.click("[data-action='back']");
    table.wait_for(0);
    table.browser.squares(&["c3", "b4"]);
    table.wait_for(2);
    table.browser.click("[data-action='resign']");
    table.browser.click("dialog .primary");
    table.browser.click("[data-action='why']");
    table.browser.until("document.querySelector('.graph') !== null");
    table.browser.click(".moves [data-ply='1']");
    let verdict = table.browser.until("document.querySelector('.verdict')?.innerText?.includes('played')");
    assert_eq!(verdict, json!(true));
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_dropped_file_is_analysed_and_saved_again() {
    let pdn =
        "[Event \"Club\"]\n[White \"A\"]\n[Black \"B\"]\n[GameType \"25\"]\n\n1. c3-d4 d6-c5 2. b2-c3 *\n";
    let table = Table::open("#analyse?game=russian");
    let drop = |text: &str| {
        table.browser.script(&format!(
            "const data = new DataTransfer();
             data.items.add(new File([{text:?}], 'club.pdn'));
             document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true }}));"
        ));
        table.wait_for(3);
        table.browser.until("document.querySelectorAll('.lines li').length > 0");
    };
    let saved = || {
        table.browser.click("[data-save='pdn']");
        let folder = table.browser.downloads();
        for _ in 0..4_000 {
            let files = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
            if let Some(file) =
                files.into_iter().find(|path| path.extension().is_some_and(|end| end == "pdn"))
            {
                let text = fs::read_to_string(&file).expect("a text");
                if !text.is_empty() {
                    fs::remove_file(file).expect("a file");
                    return text;
                }
            }
            thread::sleep(Duration::from_millis(15));
        }
        panic!("no file was saved");
    };
    drop(pdn);
    let first = saved();
    assert!(first.contains("[White \"A\"]") && first.contains("c3-d4"), "{first}");
    drop(&first);
    assert_eq!(saved(), first);
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn nothing_scrolls_sideways_on_a_narrow_screen() {
    let table = Table::sized("", 375, 700);
    let pages = [
        "",
        "#play?game=international&seats=p,p",
        "#play?game=canadian&seats=p,p",
        "#play?game=renju&seats=p,p",
        "#play?game=gomoku-predicted&seats=p,p&moves=h8 h9 g7 i7",
        "#play?game=chinese-checkers:players=6&seats=p,p,p,p,p,p",
        "#analyse?game=chess",
        "#review?game=chess&moves=e4 e5",
        "#setup?game=renju",
        "#simul?game=chess&seats=p,p&seats=p,p&seats=p,p&seats=p,p&seats=p,p&seats=p,p&seats=p,p&seats=p,p",
    ];
    for page in pages {
        table.go(page);
        let wide = table.browser.script("return document.documentElement.scrollWidth - innerWidth");
        assert_eq!(wide, json!(0), "{page}");
    }
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn a_position_is_set_up_by_taps() {
    let table = Table::open("#setup?game=russian");
    let problem = "document.querySelector('.side .problem').textContent";
    table.browser.until("document.querySelectorAll('.palette button').length === 5");
    // Without pieces it is no position, and the rules say why.
    table.browser.click(".actions button:last-child");
    table.browser.until(&format!("{problem} !== ''"));
    table.browser.squares(&["a3"]);
    table.browser.click(".palette button[aria-label='black man']");
    table.browser.squares(&["b4"]);
    table
        .browser
        .until(&format!("{problem} === '' && document.querySelectorAll('.pieces .ink-black').length === 1"));
    table.browser.click("[data-action='play']");
    table.browser.until("document.querySelector('.status.mine') !== null");
    assert!(table.status().contains("have to capture"), "{}", table.status());
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn the_tree_of_a_search_is_opened() {
    let table = Table::open("#analyse?game=russian");
    table.browser.until("document.querySelectorAll('.lines li').length > 0");
    table.browser.click("#tree > summary");
    // The search runs on: the tree grows, and what was opened in it stays open.
    table.browser.click(".tree details > summary");
    table.browser.until("document.querySelector('.tree .tree li') !== null");
    let visits = "Number(document.querySelector('.tree .fact').firstChild.data.replaceAll(',', ''))";
    let before = table.browser.until(visits);
    table.browser.until(&format!("{visits} > {before} && document.querySelector('.tree .tree li') !== null"));
    table.browser.click("[data-action='run']");
    table.browser.until("document.querySelector('[data-action=run][aria-pressed=false]') !== null");
    table.browser.until("document.querySelector('.tree .tree li') !== null");
    table.check_clean();
}

#[test]
#[ignore = "needs Chromium and its driver: .ci/run page"]
fn the_smallest_game_is_played_by_taps() {
    let table = Table::open("#play?game=tic-tac-toe&seats=p,p");
    table.browser.squares(&["1", "4", "2", "5", "3"]);
    table.browser.until("document.querySelector('.result') !== null");
    assert!(table.status().contains("X wins"), "{}", table.status());
    table.check_clean();
}
