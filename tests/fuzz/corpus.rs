//! Valid inputs to start from.

use std::{
    collections::{BTreeMap, HashSet},
    fs,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use damier_arena::remote::{Bench, RemoteGame, RemoteMatch, Timing};
use damier_endgames::{BuildPlan, Silent, build, game_folder};
use damier_engine::{
    Wdl,
    engine::Judge,
    net::{Arch, FloatNet, Net, Sizes},
    opening_book::{Plan, Terms, grow},
};
use damier_export::{Format, Source, write};
use damier_files::sha256;
use damier_fleet::{
    hello::Hello,
    wire::{self, Blob, Item, Match, SelfPlay, Task, match_order_id, order_id},
};
use damier_records::{
    ChunkHeader, Ending, GameRecord, Ply, PlyKind, PolicyTarget, RootValue, chunk::encode_chunk, codec,
};
use damier_rules::{
    AnyGame, Game, GameText, History, MoveList, Notation,
    NotationFormat::Native,
    Outcome, Position,
    game_text::{self, Form, Line, Mark, TextMove},
    games::{
        draughts::{Draughts, Turkish},
        tic_tac_toe::TicTacToe,
    },
    registry::{self, GameVisitor},
};
use damier_selfplay::GenerateConfig;
use damier_train::{
    checkpoint::{self, Checkpoint},
    learner::LearnerState,
    run::RunState,
    sampler::SamplerState,
};
use tempfile::TempDir;

/// Files of tournaments, whose keys together are most of those that there are.
const TOURNAMENTS: [&str; 2] = [
    "name = \"Four\"\ngame = \"russian\"\nformat = \"swiss\"\nrounds = 2\nnodes = 30\nrandom-plies = 4\n\
     [[player]]\ncompetitor = \"ab:material\"\n[[player]]\nname = \"walker\"\ncompetitor = \"random\"\n",
    "game = \"chess\"\nformat = \"round-robin\"\ntime = \"20ms\"\n[[player]]\nname = \"Ann\"\n[[player]]\n\
     name = \"Ben\"\nseed = 2\n",
];
/// Plies of the games that positions and moves are taken from.
const PLIES: usize = 40;
/// Games in the chunks.
const RECORDS: u64 = 4;

/// Where the inputs are that coverage found, a folder a target.
const FOUND: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus");

/// Returns the corpus of a target: valid inputs, then those that coverage found.
pub(crate) fn of(target: &str) -> Vec<Vec<u8>> {
    let mut corpus = valid(target);
    corpus.extend(found(target));
    corpus
}

/// Returns the inputs of a target that coverage found, in the order of their names.
fn found(target: &str) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(Path::new(FOUND).join(target)) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort_unstable();
    paths.iter().map(|path| fs::read(path).expect("a file")).collect()
}

/// Returns valid inputs of a target.
pub(crate) fn valid(target: &str) -> Vec<Vec<u8>> {
    match target {
        "position" => of_games(|samples| samples.positions),
        "move_text" => of_games(|samples| samples.moves),
        "openings" => of_games(|samples| {
            vec![samples.positions.join("\n# next\n"), samples.book, samples.games.concat()]
        }),
        "game_text" => of_games(|samples| samples.games),
        "identity" => {
            of_games(|samples| samples.games).into_iter().map(|bytes| bytes[1..].to_vec()).collect()
        }
        "competitor" => [
            "random",
            "random:name=nobody",
            "ab:material",
            "ab:material,depth=6,hash=16,time=200ms",
            "ab:net=nets/a.dmn,nodes=800",
            "mcts:net=nets/b.dmn,memory=64,time=1.5s,name=new",
            "suited:material,threads=2",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec(),
        "config" => vec![
            include_bytes!("../../configs/russian-quick.toml").to_vec(),
            include_bytes!("../../configs/international-full.toml").to_vec(),
        ],
        "net" => {
            [net().to_bytes(), net().to_packed_bytes()].map(|content| content.expect("short metadata")).into()
        }
        "safetensors" => [Source::quantised(&net()), Source::float(&net()).expect("exact")]
            .map(|source| write(&source, Format::Safetensors).expect("written"))
            .into(),
        "uci" => lines(include_str!("../../protocol/tests/protocols/transcripts/uci.txt")),
        "xboard" => [
            include_str!("../../protocol/tests/protocols/transcripts/xboard.txt"),
            include_str!("../../protocol/tests/protocols/transcripts/xboard_analysis.txt"),
        ]
        .into_iter()
        .flat_map(lines)
        .collect(),
        "hub" => lines(include_str!("../../protocol/tests/protocols/transcripts/hub.txt")),
        "gomocup" => lines(include_str!("../../protocol/tests/protocols/transcripts/gomocup.txt")),
        "native" => lines(include_str!("../../protocol/tests/protocols/transcripts/native.txt")),
        "fleet_item" => [fleet_item(), fleet_match(None), fleet_match(Some(Bench { nodes: 256, seconds: 0.25 }))]
            .map(|item| item.to_bytes().expect("short"))
            .into(),
        "fleet_hello" => vec![fleet_hello().to_bytes()],
        "fleet_games" => crate::targets::fleet::valid_games(),
        "fleet_subject" => ["damier.result.anna.0123456789ab.0-20.0", "damier.result.b-2.ffffffffffff.4096-5000.17"]
            .map(|text| text.as_bytes().to_vec())
            .into(),
        "dxp" => [
            "R01Tornado                         W060065A",
            "R01Tornado                         W060065BZzzeWWeZ",
            "ATornado                         0",
            "M0012061100",
            "M001205250422122320",
            "E13",
            "CHow are you?",
            "B005Z",
            "K1",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec(),
        "page_body" => [
            r#"1{"game":"russian","start":"W:Wa3:Bb4,d6","moves":["a3xc5xe7"],"viewer":1}"#,
            r#"2{"game":"chess","moves":["e4","e5"],"limits":{"nodes":50},"lines":3,"only":["Nf3"],"plies":[0]}"#,
            r#"3{"positions":[{"game":"renju","id":"a","priority":5},{"game":"x"}],"reports":true}"#,
            r#"4{"text":"[Event \"A\"]\n1. c3-d4 d6-c5 *","name":"a.pdn","game":"russian"}"#,
            r#"5{"game":"russian","moves":["c3-d4"],"format":"pdn","tags":{"Event":"A"},"result":"2-0"}"#,
            r#"6{"game":"chess","pieces":{"e1":"K","e8":"k","a2":"P"},"to_move":0}"#,
            r#"7{"game":"international","moves":["32-28"],"line":["19-23"],"built_in":true}"#,
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec(),
        "chunk" => vec![chunk(0), chunk(RECORDS)],
        "block" => (1..=RECORDS).map(records_of_a_block).collect(),
        "checkpoint" => {
            vec![checkpoint(), include_bytes!("../../train/tests/data/first-format.dmc").to_vec()]
        }
        "opening_book" => vec![opening_book()],
        "endgame_table" => vec![endgame_table()],
        "syzygy_table" => vec![
            include_bytes!("../../endgames/tests/syzygy/tables/KPvK.rtbw").to_vec(),
            include_bytes!("../../endgames/tests/syzygy/tables/KPvK.rtbz").to_vec(),
        ],
        "run_state" => vec![run_state()],
        "suite" => of_games(|samples| vec![samples.suite]),
        "tournament" => TOURNAMENTS.map(|text| text.as_bytes().to_vec()).to_vec(),
        "description" => vec![
            include_bytes!("../../engines/rapfi.toml").to_vec(),
            include_bytes!("../../engines/scan2-dxp.toml").to_vec(),
            include_bytes!("../../engines/stockfish.toml").to_vec(),
        ],
        "record" => (0..RECORDS).map(|index| encoded(&record("russian", index))).collect(),
        other => panic!("{other} has no corpus"),
    }
}

/// What is said in a transcript of a conversation.
fn lines(transcript: &str) -> Vec<Vec<u8>> {
    let said = transcript.lines().filter_map(|line| line.split_once(' '));
    said.map(|(_, said)| said.as_bytes().to_vec()).collect()
}

/// Texts of one game.
struct Samples {
    positions: Vec<String>,
    /// `position|move`.
    moves: Vec<String>,
    /// Two games with all that can be said about them, in every form.
    games: Vec<String>,
    /// Openings as moves.
    book: String,
    /// Test positions with the moves that solve them.
    suite: String,
}

/// Texts of all games, each after the byte that chooses the game.
fn of_games(choose: impl Fn(Samples) -> Vec<String>) -> Vec<Vec<u8>> {
    let mut corpus = Vec::new();
    for (number, id) in registry::NAMES.iter().enumerate() {
        for text in choose(samples(&AnyGame::of_id(id).expect("a game"))) {
            let mut bytes = vec![number as u8];
            bytes.extend(text.into_bytes());
            corpus.push(bytes);
        }
    }
    corpus
}

/// Returns texts of every kind of a game.
fn samples(game: &AnyGame) -> Samples {
    let mut samples = Samples {
        positions: Vec::new(),
        moves: Vec::new(),
        games: Vec::new(),
        book: String::new(),
        suite: String::new(),
    };
    let mut position = game.start();
    let mut played = GameText::new(position.clone());
    let mut moves = MoveList::new();
    for ply in 0..PLIES {
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[ply * 5 % moves.len()];
        let text = game.position_text(Native, &position);
        samples.moves.push(format!("{text}|{}", game.move_text(Native, &position, mv)));
        let answer = game.move_text(Native, &position, mv);
        samples.suite += &format!("{text} bm {answer}; am {answer}; id \"test {ply}\"; c0 \"a; b\";\n");
        samples.positions.push(text);
        let mut said = TextMove::from(mv);
        if ply % 4 == 1 {
            said.marks = vec![Mark::Blunder, Mark::OnlyMove, Mark::Won];
            said.hear("[%eval 0.25,12] [%clk 0:01:05] a comment");
            said.variations = vec![Line::from_iter([moves[0]])];
        }
        played.line.moves.push(said);
        position.play(mv);
    }
    let opening = played.line.moves.len().min(6);
    let mut at = game.start();
    let words = played.line.moves[..opening].iter().map(|said| {
        let word = game.move_text(Native, &at, said.mv);
        at.play(said.mv);
        word
    });
    samples.book = format!("# moves\nmoves {}; id \"x\";\n", words.collect::<Vec<_>>().join(" "));
    let ended = GameText { outcome: Some(Outcome::Draw), ..GameText::new(position) };
    for form in Form::ALL {
        let written =
            [&played, &ended].map(|text| game_text::write_form(game, form, text).unwrap_or_default());
        samples.games.push(written.concat());
    }
    samples
}

struct RandomWeights;

impl GameVisitor for RandomWeights {
    type Output = FloatNet;

    fn visit<G: Game>(self, game: G) -> FloatNet {
        let sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };
        let arch = Arch::of(&game, game.feature_sets()[0], sizes).expect("an architecture");
        FloatNet::random(arch, 1).expect("a net")
    }
}

fn net() -> Net {
    let weights = registry::dispatch("russian", RandomWeights).expect("a game");
    weights.quantise().expect("in range").with_metadata("{\"generation\":1}")
}

fn chunk(records: u64) -> Vec<u8> {
    let header = ChunkHeader {
        game: "russian".to_owned(),
        generation: 1,
        chunk: 2,
        net: "gen-0001.dmn".to_owned(),
        seed: 3,
        program: "a test".to_owned(),
        metadata: BTreeMap::new(),
    };
    let records: Vec<GameRecord> = (0..records).map(|index| record("russian", index)).collect();
    encode_chunk(&header, &records).expect("a chunk")
}

/// The input of the target `block`: how many records, and their bytes.
fn records_of_a_block(count: u64) -> Vec<u8> {
    let mut bytes = vec![count as u8];
    (0..count).for_each(|index| codec::encode(&record("russian", index), &mut bytes));
    bytes
}

fn checkpoint() -> Vec<u8> {
    let weights = registry::dispatch("tic-tac-toe", RandomWeights).expect("a game");
    let learner = LearnerState::new(weights).expect("a learner");
    let sampler = SamplerState { epoch: 1, taken: 20, fingerprint: 3 };
    checkpoint::to_bytes(&Checkpoint { seed: 1, identity: "a test".to_owned(), sampler, learner })
}

fn opening_book() -> Vec<u8> {
    let (folder, path) = scratch("book.dmb");
    let plan = Plan {
        path: &path,
        positions: 12,
        played: &HashSet::new(),
        threads: 1,
        terms: Terms { nodes: 20, judge: "material".to_owned() },
        stop: &AtomicBool::new(false),
    };
    grow(&AnyGame::new(TicTacToe), &Judge::BuiltIn, &plan, &()).expect("grown");
    contents(&folder, &path)
}

fn endgame_table() -> Vec<u8> {
    let game = Draughts::<Turkish>::new();
    let (folder, _) = scratch("tables");
    let plan = BuildPlan { folder: folder.path(), pieces: 2, threads: 1, stop: &AtomicBool::new(false) };
    build(&game, &plan, &Silent).expect("built");
    contents(&folder, &game_folder(&game, folder.path()).join("k-k.endgame"))
}

fn run_state() -> Vec<u8> {
    let (folder, path) = scratch("state.json");
    RunState::default().write(&path).expect("written");
    contents(&folder, &path)
}

/// A place for a file in a folder of its own.
fn scratch(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    (folder, path)
}

/// The bytes of a file; the folder has to be there until then.
fn contents(_folder: &TempDir, path: &Path) -> Vec<u8> {
    fs::read(path).expect("written before")
}

fn encoded(record: &GameRecord) -> Vec<u8> {
    let mut bytes = Vec::new();
    codec::encode(record, &mut bytes);
    bytes
}

fn record(game: &str, index: u64) -> GameRecord {
    registry::dispatch(game, Played(index)).expect("a game")
}

struct Played(u64);

impl GameVisitor for Played {
    type Output = GameRecord;

    /// A game up to [`PLIES`] plies with plies of all kinds.
    fn visit<G: Game>(self, game: G) -> GameRecord {
        let mut position = game.start();
        let mut history = History::new(&position);
        let mut plies = Vec::new();
        let mut moves = MoveList::new();
        while plies.len() < PLIES && history.outcome(&position).is_none() {
            position.legal_moves(&mut moves);
            let index = (self.0 as usize * 7 + plies.len() * 5) % moves.len();
            let value = RootValue::from_wdl(Wdl::DRAW);
            let kind = match (moves.len(), plies.len() % 3) {
                (1, _) => PlyKind::Forced,
                (_, 0) => PlyKind::Opening,
                (_, 1) => PlyKind::Fast { simulations: 8, value },
                _ => {
                    let policy = PolicyTarget::from_probabilities(&vec![1.0; moves.len()]);
                    PlyKind::Searched { simulations: 64, value, policy }
                }
            };
            plies.push(Ply { index: index as u32, kind });
            history.play(&mut position, moves[index]);
        }
        let (outcome, ending) = match history.outcome(&position) {
            Some(outcome) => (outcome, Ending::Rules),
            None => (Outcome::Draw, Ending::PlyCap),
        };
        let start =
            if self.0.is_multiple_of(2) { String::new() } else { game.position_text(Native, &game.start()) };
        GameRecord { index: self.0, seed: self.0, start, plies, outcome, ending, resignation: None }
    }
}

/// Games that a coordinator asks for.
fn fleet_item() -> Item {
    let header = ChunkHeader {
        game: "international".to_owned(),
        generation: 3,
        chunk: 0,
        net: "gen-0003.dmn".to_owned(),
        seed: 5,
        program: "a test".to_owned(),
        metadata: [("net_crc32".to_owned(), "01234567".into())].into(),
    };
    let blob = |content: &[u8]| Blob { sha256: sha256(content), bytes: content.len() as u64, parts: 1 };
    let (net, config) = (blob(b"a net"), GenerateConfig::default());
    let order = order_id(&header, &config, &net);
    let task = Task::SelfPlay(Box::new(SelfPlay { header, config, net, ballots: Some(blob(b"openings")) }));
    Item { v: wire::VERSION, order, task, first: 40, count: 20, behaviour: sha256(b"a game") }
}

/// What a worker says of itself.
fn fleet_hello() -> Hello {
    Hello {
        process: "Xz8".to_owned(),
        version: "0.1.0".to_owned(),
        threads: 8,
        speed: Some(12.5),
        item: Some("english, a match: games 6 to 9".to_owned()),
    }
}

/// Games of a match that a coordinator asks for, by time where there is a `bench`.
fn fleet_match(bench: Option<Bench>) -> Item {
    let net = Blob { sha256: sha256(b"a net"), bytes: 5, parts: 1 };
    let terms = RemoteMatch {
        game: "english".to_owned(),
        competitors: vec![format!("suited:net={},name=new", net.sha256), "ab:material,depth=3".to_owned()],
        nodes: Some(1_000),
        depth: None,
        ply_cap: Some(200),
        win_rule: Some("0.98,8".to_owned()),
        draw_rule: None,
        timing: bench.map(|_| Timing {
            time: Some("20ms".to_owned()),
            clock: Some("1m+600ms".to_owned()),
            margin: "200ms".to_owned(),
        }),
    };
    let game = |number: u64| RemoteGame {
        number,
        seats: vec![number as usize % 2, 1 - number as usize % 2],
        start: "B:W21-32:B1-12".to_owned(),
        opening: vec!["11-15".to_owned(), "23-19".to_owned()],
        seed: u64::MAX - number,
    };
    let order = match_order_id(&terms, "seed 1");
    let games = (6..10).map(game).collect();
    let task = Match { terms, nets: vec![net], games, probe: game(0), bench };
    let task = Task::Match(Box::new(task));
    Item { v: wire::VERSION, order, task, first: 6, count: 4, behaviour: sha256(b"four moves") }
}
