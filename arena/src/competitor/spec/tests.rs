//! What texts mean, and what is said about those that mean nothing.

use damier_rules::AnyGame;
use std::{collections::BTreeMap, path::Path, time::Duration};

use damier_engine::{
    engine::{Level, Searcher},
    search::Limits,
};
use damier_rules::games::{
    draughts::{Draughts, Russian},
    tic_tac_toe::TicTacToe,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{CompetitorKind, DEFAULT_MEMORY_MIB, EvaluationSpec, Spec, SpecError};
use crate::external::OptionValue;

fn read(text: &str) -> Result<Spec, SpecError> {
    text.parse()
}

#[test]
fn reads_every_kind() {
    assert_eq!(read("random").expect("valid").kind, CompetitorKind::Random);
    let spec = read("ab:material,depth=6,hash=4").expect("valid");
    assert_eq!(
        spec.kind,
        CompetitorKind::AlphaBeta {
            evaluation: EvaluationSpec::Material,
            memory_mib: Some(4),
            contempt: 0,
            endgames: None
        }
    );
    assert_eq!(spec.pace.limits, Limits::depth(6));
    let spec = read("mcts: net=a/b.net, time=1.5s, name=new").expect("valid");
    assert_eq!(
        spec.kind,
        CompetitorKind::Own {
            searcher: Searcher::Tree,
            evaluation: EvaluationSpec::Net("a/b.net".into()),
            memory_mib: None,
            threads: 1,
            level: Level::FULL,
            contempt: 0,
            endgames: None,
            book: None
        }
    );
    assert_eq!(spec.pace.limits, Limits::time(Duration::from_millis(1500)));
    assert_eq!(spec.to_string(), "new");
    let spec = read("mcts:material,threads=2,level=5,contempt=-20,endgames=a/tables").expect("valid");
    let level = Level::new(5).expect("a level");
    let (evaluation, memory_mib, endgames) = (EvaluationSpec::Material, None, Some("a/tables".into()));
    let (searcher, contempt, book) = (Searcher::Tree, -20, None);
    assert_eq!(
        spec.kind,
        CompetitorKind::Own { searcher, evaluation, memory_mib, threads: 2, level, contempt, endgames, book }
    );
    let spec = read("ab:material,contempt=100").expect("valid");
    assert!(matches!(spec.kind, CompetitorKind::AlphaBeta { contempt: 100, .. }));
    assert!(read("ab:material,contempt=101").is_err());
    let spec = read("suited:material,elo=1350").expect("valid");
    assert!(matches!(spec.kind, CompetitorKind::Own { level, .. } if level == Level::of_elo(1350)));
    assert!(spec.pace.limits.nodes.is_some() && !spec.pace.counts_time());
    let spec = read("suited:net=a.dmn,book=a.dmb").expect("valid");
    assert_eq!(spec.files(), [Path::new("a.dmn"), Path::new("a.dmb")]);
    let spec = read("suited:net=x,memory=4").expect("valid");
    assert!(matches!(spec.kind, CompetitorKind::Own { searcher: Searcher::Suited, memory_mib: Some(4), .. }));
    let spec = read("engine:engines/x.toml,option.Use Book=false,directory=/opt/x,nodes=5").expect("valid");
    let (file, command, directory) = ("engines/x.toml".into(), None, Some("/opt/x".into()));
    let options = BTreeMap::from([("Use Book".to_owned(), OptionValue::Text("false".to_owned()))]);
    let (threads, memory_mib, log) = (None, None, None);
    assert_eq!(
        spec.kind,
        CompetitorKind::Engine { file, command, directory, threads, memory_mib, options, log }
    );
    let spec_of = |text: &str| read(text).expect("valid").kind;
    let told = spec_of("engine:x.toml,threads=2,memory=64");
    assert!(matches!(told, CompetitorKind::Engine { threads: Some(2), memory_mib: Some(64), .. }));
    assert_eq!(spec.files(), [Path::new("engines/x.toml")]);
    let spec = spec.logging_to(Path::new("logs"));
    assert!(matches!(&spec.kind, CompetitorKind::Engine { log: Some(log), .. } if log == Path::new("logs")));
    let spec = read("ab:net=x,nodes=800").expect("valid");
    assert_eq!(spec.pace.limits, Limits::nodes(800));
    assert_eq!(spec.to_string(), "ab:net=x,nodes=800");
}

#[test]
fn all_that_search_have_the_same_memory() {
    let memory = |spec: Spec| match spec.kind {
        CompetitorKind::AlphaBeta { memory_mib, .. } | CompetitorKind::Own { memory_mib, .. } => {
            spec.memory_mib(memory_mib)
        }
        other => panic!("{other:?} searches nothing"),
    };
    for kind in ["ab:material", "ab:net=x", "mcts:net=x", "suited:material"] {
        let (plain, own) = (read(kind).expect("valid"), read(&format!("{kind},memory=8")).expect("valid"));
        assert_eq!(memory(plain.clone()), DEFAULT_MEMORY_MIB as usize);
        assert_eq!([plain, own].map(|spec| memory(spec.with_default_memory(64))), [64, 8]);
    }
}

#[test]
fn a_net_is_found_by_any_path() {
    for path in ["a,b/c=d.dmn", "plain.dmn"] {
        let spec = Spec::net(Path::new(path));
        assert_eq!(spec.files(), [Path::new(path)]);
        assert_eq!(spec.to_string(), format!("suited:net={path}"));
    }
}

#[test]
fn without_anything_to_judge_by_it_is_the_net_that_comes_with_damier() {
    for text in ["ab", "mcts", "suited", "suited:memory=8", "ab:name=x"] {
        assert!(read(text).expect(text).has_shipped_net(), "{text}");
    }
    for text in ["random", "ab:material", "suited:net=a.dmn"] {
        assert!(!read(text).expect(text).has_shipped_net(), "{text}");
    }
    let spec = read("suited").expect("a competitor");
    assert!(spec.participant(&AnyGame::new(Draughts::<Russian>::new())).is_ok());
    let error = spec.participant(&AnyGame::new(TicTacToe)).err().expect("no net").to_string();
    assert!(error.contains("no net of tic-tac-toe") && error.contains("net=PATH"), "{error}");
}

#[test]
fn says_what_is_wrong() {
    for (text, part) in [
        ("", "unknown kind"),
        ("alphabeta:material", "there are random, greedy, ab, ab:material"),
        ("ab:material,net=x", "not by both"),
        ("ab:materal", "material, net=PATH"),
        ("ab:material,deph=3", "unknown item \"deph\""),
        ("ab:material,depth=0", "from 1 to 100"),
        ("ab:material,depth", "needs a value"),
        ("ab:material=1", "takes no value"),
        ("ab:material,nodes=-5", "whole number"),
        ("ab:material,,depth=3", "empty"),
        ("ab:material,depth=3,depth=4", "given twice"),
        ("ab:material,hash=4,memory=4", "one of them"),
        ("engine:x.toml,threads=0", "from 1 to 256"),
        ("ab:material,time=200", "with its unit"),
        ("ab:material,time=nans", "with its unit"),
        ("mcts:leel=3", "material, net=PATH"),
        ("ab:material,clock=5", "5m (the whole game)"),
        ("ab:material,clock=5m,time=1s", "one of them"),
        ("ab:material,endgames", "needs a value"),
        ("greedy:endgames=tables", "unknown item"),
        ("mcts:material,level=5,book=a.dmb", "full strength"),
        ("ab:material,book=a.dmb", "unknown item"),
        ("engine:x.toml,endgames=tables", "unknown item"),
        ("engine", "engine:FILE.toml"),
        ("engine:x.json", "engine:FILE.toml"),
        ("engine:x.toml,y=3", "command=PATH"),
        ("engine:x.toml,option.=3", "option.NAME=VALUE"),
        ("engine:x.toml,option.Elo", "needs a value"),
        ("engine:x.toml,option.Elo=1,option.Elo=2", "given twice"),
        ("ab:material,option.Elo=1", "unknown item"),
        ("mcts:net=", "empty"),
        ("mcts:material,threads=0", "from 1 to 256"),
        ("mcts:material,level=21", "from 1 to 20"),
        ("mcts:material,elo=599", "from 600 to 2800"),
        ("suited:material,level=3,elo=1000", "one of them"),
        ("suited:material,elo=2800,book=a.dmb", "full strength"),
        ("random:depth", "needs a value"),
        ("random:speed=3", "unknown item"),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text:?}: {error}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn no_text_is_a_panic() {
    const PIECES: [&str; 22] = [
        "random",
        "ab",
        "mcts",
        ":",
        ",",
        "=",
        "material",
        "net",
        "depth",
        "nodes",
        "time",
        "hash",
        "memory",
        "name",
        "5",
        "ms",
        "-1",
        " ",
        "é",
        "1e99s",
        "99999999999999999999",
        "\n",
    ];
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..20_000 {
        let length = random.random_range(0..9);
        let text: String = (0..length).map(|_| PIECES[random.random_range(0..PIECES.len())]).collect();
        if let Ok(spec) = read(&text) {
            assert_eq!(read(text.trim()).map(|spec| spec.kind), Ok(spec.kind));
        }
    }
}
