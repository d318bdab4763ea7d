//! A game on the page, as a person meets it.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    sync::OnceLock,
    thread,
};

use damier_page::{Server, Settings};
use tempfile::TempDir;

use crate::driver::Browser;

/// Returns the folder of the runs that the server shows.
pub(crate) fn runs() -> &'static Path {
    static RUNS: OnceLock<TempDir> = OnceLock::new();
    RUNS.get_or_init(|| TempDir::new().expect("a folder")).path()
}

/// Returns the address of the page; all tests share one server.
pub(crate) fn address() -> &'static str {
    static ADDRESS: OnceLock<String> = OnceLock::new();
    ADDRESS.get_or_init(|| {
        let settings = Settings::at(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
        let (runs, games) = (Some(runs().to_owned()), Some(games().to_owned()));
        let settings = Settings { runs, games, ..settings };
        let server = Server::bind(settings).expect("a free port");
        let address = server.address().expect("an address");
        thread::spawn(move || server.run().expect("a server"));
        format!("http://{address}/")
    })
}

/// Returns the folder whose matches the server shows.
pub(crate) fn games() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| TempDir::new().expect("a folder")).path()
}

/// A browser at the page of damier.
pub(crate) struct Table {
    pub(crate) browser: Browser,
}

impl Table {
    /// Opens the page at what follows `#`, in a window of the usual size.
    pub(crate) fn open(fragment: &str) -> Self {
        Self::sized(fragment, 1280, 900)
    }

    /// Opens the page in a window of some size.
    pub(crate) fn sized(fragment: &str, width: u32, height: u32) -> Self {
        let browser = Browser::start(width, height);
        let table = Self { browser };
        table.go(fragment);
        table
    }

    /// Opens another part of the page.
    pub(crate) fn go(&self, fragment: &str) {
        // A page of its own, so that nothing of the one before is taken for it.
        self.browser.open("about:blank");
        self.browser.open(&format!("{}{fragment}", address()));
        self.browser.until(
            "document.querySelector('.cell, .card, .charts, .runs, .game-list, .report, .entry') !== null",
        );
    }

    /// Returns the moves that were made, as the address has them.
    pub(crate) fn moves(&self) -> Vec<String> {
        let moves = self
            .browser
            .script("return new URLSearchParams(location.hash.split('?')[1]).get('moves')?.split(' ') ?? []");
        moves
            .as_array()
            .expect("a list")
            .iter()
            .map(|text| text.as_str().expect("a move").to_owned())
            .collect()
    }

    /// Waits until that number of moves was made.
    pub(crate) fn wait_for(&self, moves: usize) {
        self.browser.until(&format!(
            "(new URLSearchParams(location.hash.split('?')[1]).get('moves') ?? '').split(' ').filter(Boolean).length \
             === {moves}"
        ));
    }

    /// Returns what the page says of the game.
    pub(crate) fn status(&self) -> String {
        self.browser
            .script("return document.querySelector('.status').innerText")
            .as_str()
            .expect("a text")
            .to_owned()
    }

    /// Plays for the person to the end of the game: what can move, to where it can; returns the number of moves.
    pub(crate) fn play_to_the_end(&self) -> usize {
        // Something to click, or the result.
        const NEXT: &str = r"(() => {
            if (document.querySelector('.result')) return 'over';
            const mine = document.querySelector('.status.mine');
            if (!mine) return null;
            const pick = (selector) => {
                const all = [...document.querySelectorAll(selector)];
                const one = all[(window.turn = (window.turn ?? 0) * 7 + 3 & 0xffff) % all.length];
                return one && `[data-square='${one.dataset.square}']`;
            };
            if (document.querySelector('dialog button')) return 'dialog button';
            const button = document.querySelector('.choices button:not([type=submit])');
            return pick('[aria-label*=\'legal destination\']') ?? pick('[aria-label*=\'can move\']')
                ?? pick('.cell.can') ?? (button ? '.choices button' : null);
        })()";
        for _ in 0..2_000 {
            let next = self.browser.until(NEXT);
            let next = next.as_str().expect("a selector");
            if next == "over" {
                return self.moves().len();
            }
            self.browser.click(next);
        }
        panic!("the game does not end: {:?}", self.moves());
    }

    /// Checks that the page said no error and asked no other host.
    pub(crate) fn check_clean(&self) {
        let faults = self.browser.log("browser");
        assert!(faults.is_empty(), "{faults:#?}");
        for entry in self.browser.log("performance") {
            let entry: serde_json::Value = serde_json::from_str(&entry).expect("JSON");
            let message = &entry["message"];
            if message["method"] != "Network.requestWillBeSent" {
                continue;
            }
            let url = message["params"]["request"]["url"].as_str().expect("an address");
            // The browser's own pages have other schemes.
            let leaves = ["http", "ws", "ftp"].iter().any(|scheme| url.starts_with(scheme));
            assert!(!leaves || url.starts_with(address()), "{url} is of another host");
        }
    }
}
