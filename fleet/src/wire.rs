//! What coordinator and workers say to each other: subjects, items, results. Nothing here is trusted when it is read.

use std::ops::Range;

use damier_arena::remote::{Bench, RemoteGame, RemoteMatch};
use damier_files::sha256;
use damier_records::{ChunkHeader, GameRecord, codec};
use damier_selfplay::GenerateConfig;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::class::Class;

/// The version of items and results. A worker leaves items of another version to others.
pub const VERSION: u32 = 3;
/// The most bytes of an item.
pub const MAX_ITEM: usize = 64 << 10;
/// The bytes of a part of a blob or result; the last one has fewer.
pub const PART: usize = 256 << 10;
/// The most bytes of a blob or result: parts that claim more are refused before anything is kept of them.
pub const MAX_BLOB: usize = 128 << 20;
/// The most games of an item.
pub const MAX_GAMES: u64 = 100_000;
/// The index of the game by which two machines find out whether they play alike, beyond every game of a run.
pub const BEHAVIOUR_GAME: u64 = 1 << 40;

/// The header of a result's part that has the SHA-256 of the whole result, in hexadecimal digits.
pub const DIGEST_HEADER: &str = "Damier-Digest";
/// The header of a result's part that says how many there are.
pub const PARTS_HEADER: &str = "Damier-Parts";

/// A file that lies with the broker, deflated and cut into parts.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blob {
    /// The SHA-256 of its content, in hexadecimal digits.
    pub sha256: String,
    /// The bytes of its content.
    pub bytes: u64,
    /// The number of its parts.
    pub parts: u32,
}

impl Blob {
    /// Returns the subject of a part, from 0.
    pub fn subject(&self, part: u32) -> String {
        format!("{}.{part}", self.subjects())
    }

    /// Returns what the subjects of its parts begin with, before a dot.
    pub fn subjects(&self) -> String {
        format!("{NET_SUBJECTS}.{}", self.sha256)
    }

    /// Checks what it claims of itself.
    ///
    /// # Errors
    /// Which claim is out of range.
    pub fn check(&self) -> Result<(), WireError> {
        if !is_hex(&self.sha256, 64) {
            return Err(WireError("a file's SHA-256 is not 64 hexadecimal digits".to_owned()));
        }
        if self.bytes > MAX_BLOB as u64 || self.parts == 0 || self.parts as usize > MAX_BLOB / PART + 1 {
            return Err(WireError(format!("a file claims {} bytes in {} parts", self.bytes, self.parts)));
        }
        Ok(())
    }
}

/// The first part of the subjects of files.
pub const NET_SUBJECTS: &str = "damier.net";
/// The first part of the subjects of results.
pub const RESULT_SUBJECTS: &str = "damier.result";

/// The first part of the subjects of leases.
pub const LEASE_SUBJECTS: &str = "damier.lease";

/// The stream of items.
pub const WORK: &str = "DAMIER_WORK";
/// The stream of results.
pub const RESULTS: &str = "DAMIER_RESULTS";
/// The stream of nets and other files.
pub const NETS: &str = "DAMIER_NETS";
/// The stream of greetings of the last minute.
pub const HELLOS: &str = "DAMIER_HELLOS";
/// The stream of leases, one of each order that is at work.
pub const LEASES: &str = "DAMIER_LEASES";
/// The most bytes of a message, headers included.
pub const MAX_MESSAGE: usize = 1 << 20;

/// Games for a worker to play: everything that they depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// [`VERSION`].
    pub v: u32,
    /// The order that it is a part of, of [self-play](order_id) or of a [match](match_order_id).
    pub order: String,
    /// What kind of games they are.
    pub task: Task,
    /// The index of the first game.
    pub first: u64,
    /// The number of games.
    pub count: u64,
    /// How the coordinator plays a game that the worker plays first: the [`behaviour()`] of the game [`BEHAVIOUR_GAME`] of
    /// self-play, that of [`Match::probe`] of a match, by the nodes of [`Match::bench`] where time bounds moves.
    pub behaviour: String,
}

/// What kind of games an item has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Games of self-play.
    SelfPlay(Box<SelfPlay>),
    /// Games of a match.
    Match(Box<Match>),
}

/// Games of self-play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlay {
    /// The identity of the games.
    pub header: ChunkHeader,
    /// How they are generated, without paths.
    pub config: GenerateConfig,
    /// The net that plays.
    pub net: Blob,
    /// The positions that they start from, one a line, where the configuration names a file.
    pub ballots: Option<Blob>,
}

/// Games of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// Who plays, and by what.
    pub terms: RemoteMatch,
    /// The nets that the competitors name.
    pub nets: Vec<Blob>,
    /// The games of the item, in their order.
    pub games: Vec<RemoteGame>,
    /// The game by whose first moves two machines find out whether they play alike.
    pub probe: RemoteGame,
    /// How long these moves take the coordinator, where time bounds moves; then and only then it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bench: Option<Bench>,
}

/// The most nodes of a move of a [`Bench`].
pub const MOST_BENCH_NODES: u64 = 1 << 24;
/// The longest [`Bench`], in seconds.
const LONGEST_BENCH: f64 = 600.0;

impl SelfPlay {
    /// Returns what the games are of, for people.
    pub fn title(&self) -> String {
        format!("{}, generation {}", self.header.game, self.header.generation)
    }
}

/// Returns what the games of a match are of, for people.
pub fn match_title(terms: &RemoteMatch) -> String {
    format!("{}, a match", terms.game)
}

impl Task {
    /// Returns what the games are of, for people.
    pub fn title(&self) -> String {
        match self {
            Self::SelfPlay(task) => task.title(),
            Self::Match(task) => match_title(&task.terms),
        }
    }

    /// Returns the class of the workers that may play the games.
    pub fn class(&self) -> Class {
        match self {
            Self::Match(task) if task.terms.timing.is_some() => Class::Trusted,
            _ => Class::Open,
        }
    }

    /// Checks what it claims, for the games of an item.
    fn check(&self, games: Range<u64>) -> Result<(), WireError> {
        match self {
            Self::SelfPlay(task) => [&task.net].into_iter().chain(&task.ballots).try_for_each(Blob::check),
            Self::Match(task) => {
                if !task.games.iter().map(|game| game.number).eq(games) {
                    return Err(WireError("an item without the games that it is of".to_owned()));
                }
                if task.bench.is_some() != task.terms.timing.is_some() {
                    return Err(WireError(
                        "a match by time without a speed, or a speed without one".to_owned(),
                    ));
                }
                if let Some(Bench { nodes, seconds }) = task.bench
                    && !((1..=MOST_BENCH_NODES).contains(&nodes) && (0.0..=LONGEST_BENCH).contains(&seconds))
                {
                    return Err(WireError(format!("a speed of {nodes} nodes in {seconds} s")));
                }
                task.nets.iter().try_for_each(Blob::check)
            }
        }
    }
}

/// Why what came over the wire is not used, in one line without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct WireError(pub String);

impl Item {
    /// Reads an item.
    ///
    /// # Errors
    /// If it is none of [`VERSION`], or a claim of it is out of range.
    pub fn parse(bytes: &[u8]) -> Result<Self, WireError> {
        #[derive(Deserialize)]
        struct Version {
            v: u32,
        }
        if bytes.len() > MAX_ITEM {
            return Err(WireError(format!("an item of {} bytes, at most {MAX_ITEM} are read", bytes.len())));
        }
        let broken = |error: serde_json::Error| WireError(format!("an item that cannot be read: {error}"));
        let Version { v } = serde_json::from_slice(bytes).map_err(broken)?;
        if v != VERSION {
            return Err(WireError(format!(
                "an item of version {v}, this program has version {VERSION}; take the coordinator's damier"
            )));
        }
        let item: Self = serde_json::from_slice(bytes).map_err(broken)?;
        if !is_hex(&item.order, 12) || !is_hex(&item.behaviour, 64) {
            return Err(WireError("an item without an order or a behaviour".to_owned()));
        }
        if item.count == 0 || item.count > MAX_GAMES || item.first.checked_add(item.count).is_none() {
            return Err(WireError(format!("an item of {} games from {} on", item.count, item.first)));
        }
        item.task.check(item.games())?;
        Ok(item)
    }

    /// Returns its bytes.
    ///
    /// # Errors
    /// If they are more than [`MAX_ITEM`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, WireError> {
        let bytes = serde_json::to_vec(self).expect("plain data");
        if bytes.len() > MAX_ITEM {
            return Err(WireError(format!(
                "the settings of the games take {} bytes, at most {MAX_ITEM} are sent; make the configuration shorter",
                bytes.len()
            )));
        }
        Ok(bytes)
    }

    /// Returns how long the first moves of its probe take the coordinator, where time bounds moves.
    pub fn bench(&self) -> Option<Bench> {
        match &self.task {
            Task::Match(task) => task.bench,
            Task::SelfPlay(_) => None,
        }
    }

    /// Returns the indices of its games.
    pub fn games(&self) -> Range<u64> {
        self.first..self.first + self.count
    }
}

/// Returns the name of an order, the games of one generation by one net: 12 hexadecimal digits of a SHA-256 of all they
/// depend on.
pub fn order_id(header: &ChunkHeader, config: &GenerateConfig, net: &Blob) -> String {
    let ChunkHeader { game, generation, net: name, seed, metadata, .. } = header;
    let all = serde_json::json!([game, generation, name, seed, metadata, config, net.sha256]);
    sha256(all.to_string().as_bytes())[..12].to_owned()
}

/// Returns the name of an order of a match whose games depend on `identity`, likewise.
pub fn match_order_id(terms: &RemoteMatch, identity: &str) -> String {
    sha256(serde_json::json!([terms, identity]).to_string().as_bytes())[..12].to_owned()
}

/// Returns the subject of the item with some games of an order, for workers of a class.
pub fn work_subject(class: Class, order: &str, games: &Range<u64>) -> String {
    format!("{}.{order}.{}-{}", class.subjects(), games.start, games.end)
}

/// Returns the subject of a copy of that item.
pub fn copy_subject(class: Class, order: &str, games: &Range<u64>) -> String {
    format!("{}.b", work_subject(class, order, games))
}

/// Returns the subject of that item for a second worker, whose games are compared with the first one's.
pub fn cross_subject(class: Class, order: &str, games: &Range<u64>) -> String {
    format!("{}.x", work_subject(class, order, games))
}

/// What the subject of a result's part says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultSubject {
    /// The name of the worker; the broker lets it publish under no other.
    pub worker: String,
    /// The order.
    pub order: String,
    /// The games.
    pub games: Range<u64>,
    /// The part, from 0.
    pub part: u32,
}

impl ResultSubject {
    /// Reads a subject; `None` where it is none of a result.
    pub fn parse(subject: &str) -> Option<Self> {
        let mut tokens = subject.strip_prefix(RESULT_SUBJECTS)?.strip_prefix('.')?.split('.');
        let (worker, order) = (tokens.next()?, tokens.next()?);
        let (first, end) = tokens.next()?.split_once('-')?;
        let part = tokens.next()?.parse().ok()?;
        let games = first.parse().ok()?..end.parse().ok()?;
        let whole =
            tokens.next().is_none() && games.start < games.end && games.end - games.start <= MAX_GAMES;
        whole.then(|| Self { worker: worker.to_owned(), order: order.to_owned(), games, part })
    }

    /// Returns the subject.
    pub fn text(&self) -> String {
        let Self { worker, order, games, part } = self;
        format!("{RESULT_SUBJECTS}.{worker}.{order}.{}-{}.{part}", games.start, games.end)
    }
}

/// Returns the fingerprint of how a machine plays: the SHA-256 of the records of some games, in hexadecimal digits.
pub fn behaviour(games: &[GameRecord]) -> String {
    let mut records = Vec::new();
    games.iter().for_each(|game| codec::encode(game, &mut records));
    sha256(&records)
}

fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use damier_arena::remote::Timing;

    use super::*;

    fn item() -> Item {
        let header = ChunkHeader {
            game: "russian".to_owned(),
            generation: 1,
            chunk: 0,
            net: "gen-0001.dmn".to_owned(),
            seed: 7,
            program: "damier".to_owned(),
            metadata: BTreeMap::new(),
        };
        let net = Blob { sha256: sha256(b"net"), bytes: 3, parts: 1 };
        let config = GenerateConfig::default();
        let order = order_id(&header, &config, &net);
        let task = Task::SelfPlay(Box::new(SelfPlay { header, config, net, ballots: None }));
        Item { v: VERSION, order, task, first: 4, count: 2, behaviour: sha256(b"") }
    }

    fn self_play(item: &mut Item) -> &mut SelfPlay {
        match &mut item.task {
            Task::SelfPlay(task) => task,
            Task::Match(_) => unreachable!("it is self-play"),
        }
    }

    fn match_item() -> Item {
        let terms = RemoteMatch {
            game: "russian".to_owned(),
            competitors: vec![format!("suited:net={}", sha256(b"net")), "ab:material".to_owned()],
            nodes: Some(100),
            depth: None,
            ply_cap: Some(200),
            win_rule: Some("0.98,4".to_owned()),
            draw_rule: None,
            timing: None,
        };
        let game = |number| RemoteGame {
            number,
            seats: vec![0, 1],
            start: "start".to_owned(),
            opening: vec!["c3d4".to_owned()],
            seed: u64::MAX,
        };
        let order = match_order_id(&terms, "seed 1");
        let nets = vec![Blob { sha256: sha256(b"net"), bytes: 3, parts: 1 }];
        let games = vec![game(4), game(5)];
        let task = Task::Match(Box::new(Match { terms, nets, games, probe: game(0), bench: None }));
        Item { order, task, ..item() }
    }

    /// The same by time, with a speed.
    fn timed_item(bench: Option<Bench>) -> Item {
        let mut item = match_item();
        if let Task::Match(task) = &mut item.task {
            let time = Some("20ms".to_owned());
            task.terms.timing = Some(Timing { time, clock: None, margin: "200ms".to_owned() });
            task.bench = bench;
        }
        item
    }

    #[test]
    fn items_come_back_as_they_were_sent() {
        for item in [item(), match_item(), timed_item(Some(Bench { nodes: 500, seconds: 0.25 }))] {
            assert_eq!(Item::parse(&item.to_bytes().expect("short")), Ok(item));
        }
    }

    #[test]
    fn claims_out_of_range_are_refused() {
        let changed = |change: &dyn Fn(&mut Item)| {
            let mut item = item();
            change(&mut item);
            Item::parse(&item.to_bytes().expect("short")).expect_err("out of range").0
        };
        assert!(changed(&|item| item.v = 1).contains("version 1"));
        assert!(changed(&|item| item.count = 0).contains("0 games"));
        assert!(changed(&|item| item.count = u64::MAX).contains("games"));
        assert!(changed(&|item| self_play(item).net.parts = u32::MAX).contains("parts"));
        assert!(changed(&|item| self_play(item).net.bytes = u64::MAX).contains("bytes"));
        assert!(changed(&|item| self_play(item).net.sha256 = "../../net".to_owned()).contains("SHA-256"));
        assert!(changed(&|item| item.order = "*".to_owned()).contains("order"));
        assert!(Item::parse(b"{").is_err());
        let other_games = Item { first: 5, ..match_item() };
        assert!(Item::parse(&other_games.to_bytes().expect("short")).is_err());
        for bench in
            [None, Some((0, 1.0)), Some((MOST_BENCH_NODES + 1, 1.0)), Some((1, -1.0)), Some((1, 1e9))]
        {
            let item = timed_item(bench.map(|(nodes, seconds)| Bench { nodes, seconds }));
            let error = Item::parse(&item.to_bytes().expect("short")).expect_err("no speed").0;
            assert!(error.contains("speed"), "{bench:?}: {error}");
        }
        assert!(Item::parse(&[b' '; MAX_ITEM + 1]).is_err());
    }

    #[test]
    fn games_by_time_are_for_workers_that_are_trusted() {
        let classes = [item(), match_item(), timed_item(None)].map(|item| item.task.class());
        assert_eq!(classes, [Class::Open, Class::Open, Class::Trusted]);
        assert_eq!(work_subject(Class::Trusted, "0a", &(4..6)), "damier.work.trusted.0a.4-6");
    }

    #[test]
    fn everything_that_games_depend_on_makes_another_order() {
        let SelfPlay { header, config, net, .. } = self_play(&mut item()).clone();
        let order = order_id(&header, &config, &net);
        assert_ne!(order, order_id(&ChunkHeader { seed: 8, ..header.clone() }, &config, &net));
        assert_ne!(order, order_id(&ChunkHeader { generation: 2, ..header.clone() }, &config, &net));
        assert_ne!(order, order_id(&header, &GenerateConfig { simulations: 99, ..config.clone() }, &net));
        assert_ne!(order, order_id(&header, &config, &Blob { sha256: sha256(b"other"), ..net.clone() }));
        let same = ChunkHeader { program: "damier 9".to_owned(), ..header };
        assert_eq!(order, order_id(&same, &config, &net));
        let Task::Match(task) = match_item().task else { unreachable!("it is a match") };
        let order = match_order_id(&task.terms, "seed 1");
        assert_ne!(order, match_order_id(&task.terms, "seed 2"));
        assert_ne!(order, match_order_id(&RemoteMatch { nodes: None, ..task.terms }, "seed 1"));
    }

    #[test]
    fn subjects_of_results_are_read_strictly() {
        let subject =
            ResultSubject { worker: "anna".to_owned(), order: "0".repeat(12), games: 10..20, part: 3 };
        assert_eq!(ResultSubject::parse(&subject.text()), Some(subject.clone()));
        for wrong in [
            "damier.result.anna.0.10-20",
            "damier.result.anna.0.20-10.0",
            "damier.result.anna.0.10-20.x",
            "damier.result.anna.0.10-20.0.0",
            "damier.result.anna.0.0-18446744073709551615.0",
            "damier.results.anna.0.10-20.0",
            "",
        ] {
            assert_eq!(ResultSubject::parse(wrong), None, "{wrong}");
        }
    }
}
