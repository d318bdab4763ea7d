use super::{
    program::damier,
    tiny::{Scratch, TINY},
};

const PLAN: &str = r#"
base = "tiny.toml"
pairs = 1
time = "1ms"
[change.wide]
net.width = 64
[change.long-games]
selfplay = { opening = { max_plies = 3 } }
"#;

struct Place {
    scratch: Scratch,
    plan: String,
    folder: String,
}

impl Place {
    fn new(plan: &str) -> Self {
        let scratch = Scratch::new();
        scratch.write("tiny.toml", TINY);
        let plan = scratch.write("plan.toml", plan);
        let folder = scratch.path("ablation");
        Self { scratch, plan, folder }
    }

    fn arguments(&self) -> [&str; 4] {
        ["ablate", &self.plan, "--dir", &self.folder]
    }

    fn table(&self) -> String {
        std::fs::read_to_string(self.scratch.path("ablation/table.md")).expect("a table")
    }
}

#[test]
fn every_change_gets_its_row_and_nothing_is_done_twice() {
    let place = Place::new(PLAN);
    let text = damier(&place.arguments()).success();
    let table = place.table();
    assert!(text.contains(&table), "{text}");
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ")).collect();
    for (row, (name, change)) in rows[1..].iter().zip([
        ("base", "–"),
        ("long-games", "`selfplay.opening.max_plies = 3`"),
        ("wide", "`net.width = 64`"),
    ]) {
        assert!(row.starts_with(&format!("| {name} | {change} |")), "{row}");
    }
    assert_eq!(rows.len(), 4, "{table}");

    let again = damier(&place.arguments()).success();
    assert!(!again.contains("generation   1"), "{again}");
    assert_eq!(place.table(), table);
}

#[test]
fn a_change_can_be_added() {
    let place = Place::new(PLAN);
    damier(&place.arguments()).success();
    place.scratch.write("plan.toml", format!("{PLAN}[change.slow]\ntrain.learning_rate = 0.0001\n"));
    let text = damier(&place.arguments()).success();
    assert_eq!(text.matches("generation   1").count(), 2, "a pilot and a run: {text}");
    assert!(place.table().contains("| slow | `train.learning_rate = 0.0001` |"), "{}", place.table());
}

#[test]
fn generations_may_be_equal_instead_of_computing() {
    let place = Place::new(&format!("equal = \"generations\"\n{PLAN}"));
    let text = damier(&place.arguments()).success();
    assert!(!text.contains("pilot"), "{text}");
    let base = TINY.lines().find_map(|line| line.strip_prefix("generations = ")).expect("generations");
    for (name, change) in [("base", "–"), ("wide", "`net.width = 64`")] {
        let row = format!("| {name} | {change} | {base} |");
        assert!(place.table().contains(&row), "{}", place.table());
    }
}

#[test]
fn wrong_files_are_refused_and_nothing_is_made() {
    for (wrong, reason) in [
        ("base = \"none.toml\"\n[change.a]\nsteps = 2", "none.toml"),
        ("base = \"tiny.toml\"\n[change]", "name at least one"),
        ("base = \"tiny.toml\"\nsead = 1\n[change.a]\nsteps = 2", "sead"),
        ("base = \"tiny.toml\"\nequal = \"games\"\n[change.a]\nsteps = 2", "unknown word `games`"),
        ("base = \"tiny.toml\"\nseeds = 0\n[change.a]\nsteps = 2", "seeds"),
        ("base = \"tiny.toml\"\npairs = 0\n[change.a]\nsteps = 2", "pairs"),
        ("base = \"tiny.toml\"\ntime = \"fast\"\n[change.a]\nsteps = 2", "time"),
        ("base = \"tiny.toml\"\n[change.a]\ngenerations = 3", "change.a: generations"),
        ("base = \"tiny.toml\"\n[change.base]\nsteps = 3", "change.base"),
        ("base = \"tiny.toml\"\n[change.\"../a\"]\nsteps = 3", "letters, digits"),
        ("base = \"tiny.toml\"\n[change.a]\nnet.wide = 64", "change.a"),
        ("base = \"tiny.toml\"\n[change.a]\nnet.width = 33", "change.a"),
        ("base = \"tiny.toml\"\n[change.a]\ngame = \"english\"", "another game"),
    ] {
        let place = Place::new(wrong);
        let error = damier(&place.arguments()).failure(1);
        assert!(error.contains("plan.toml") && error.contains(reason), "{wrong}: {error}");
        assert!(!std::path::Path::new(&place.folder).exists());
    }
}
