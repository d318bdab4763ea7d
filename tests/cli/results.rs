//! Gauntlets and the pages of their results.

use std::{
    fs,
    path::{Path, PathBuf},
};

use damier_arena::{Spec, tournament::TournamentFile};

use super::{program::damier, tiny::Scratch};

const GAUNTLET: &str = r#"
name = "Ours | theirs"
game = "russian"
format = "gauntlet"
games = 2
nodes = 20
random-plies = 4
ply-cap = 40
[[player]]
competitor = "ab:material"
[[player]]
name = "walker"
competitor = "random"
[[player]]
competitor = "greedy"
"#;

/// Plays a gauntlet; its folder.
fn played(scratch: &Scratch, name: &str, text: &str) -> String {
    let folder = scratch.path(name);
    let file = scratch.write(&format!("{name}.toml"), text);
    damier(&["tournament", &file, "--dir", &folder]).success();
    folder
}

/// Returns the files of a folder of this repository that end like that, in order.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == ending));
    files.sort();
    files
}

#[test]
fn a_page_shows_gauntlets_in_the_order_of_games() {
    let scratch = Scratch::new();
    let russian = played(&scratch, "draughts", GAUNTLET);
    let english = played(&scratch, "other", &GAUNTLET.replace("russian", "english"));
    let page = damier(&["results", &russian, &english]).success();
    for expected in [
        "## english",
        "### Ours \\| theirs",
        "| command | `damier tournament draughts.toml --dir DIR` |",
        "| limits | 20 nodes a move |",
        "| memory | 256 MiB each |",
        "| walker | 2 | ",
        "| `ab:material` | 4 | ",
    ] {
        assert!(page.contains(expected), "{expected} in {page}");
    }
    let place = |text: &str| page.find(text).expect("it is there");
    assert!(place("## russian") < place("## english"), "as `damier games` lists them: {page}");
    assert_eq!(damier(&["results", &english, &format!("{russian}/summary.json")]).success(), page);
    let output = scratch.path("results.md");
    for _ in 0..2 {
        let said = damier(&["results", &russian, &english, "-o", &output]).success();
        assert!(said.contains("results.md: 2 gauntlets"), "{said}");
        assert_eq!(fs::read_to_string(&output).expect("written"), page);
    }
}

#[test]
fn what_makes_no_page_is_refused() {
    let scratch = Scratch::new();
    let folder = played(&scratch, "draughts", GAUNTLET);
    let summary = format!("{folder}/summary.json");
    let text = fs::read_to_string(&summary).expect("a summary");
    let copy = scratch.write("copy.json", &text);
    let damaged = scratch.write("damaged.json", &text[..text.len() / 3]);
    let unknown = scratch.write("unknown.json", text.replace("\"russian\"", "\"rusian\""));
    let newer = scratch.write("newer.json", text.replace("\"version\": 1", "\"version\": 7"));
    let empty = scratch.path("empty");
    fs::create_dir(&empty).expect("made");
    for (paths, part) in [
        (vec![empty.as_str()], "empty/summary.json: is not there"),
        (vec![damaged.as_str()], "damaged.json: no summary of a gauntlet"),
        (vec![unknown.as_str()], "unknown.json"),
        (vec![newer.as_str()], "newer.json: version 7"),
        (vec![folder.as_str(), copy.as_str()], "are both of \"Ours | theirs\" in russian"),
    ] {
        let error = damier(&[&["results"], &paths[..]].concat()).failure(1);
        assert!(error.contains(part), "{part}: {error}");
    }
    let mine = scratch.write("mine.md", "# Mine\n");
    let error = damier(&["results", &folder, "-o", &mine]).failure(1);
    assert!(error.contains("mine.md: is no page of `damier results`"), "{error}");
    assert_eq!(fs::read_to_string(&mine).expect("there"), "# Mine\n");
    damier::<&str>(&["results"]).failure(2);
}

#[test]
fn games_of_stones_begin_evenly_where_a_tournament_does_not_say_how() {
    let scratch = Scratch::new();
    let text = GAUNTLET.replace("russian", "gomoku-freestyle").replace("ply-cap = 40", "ply-cap = 8");
    // One opening is enough: finding an even one takes seconds.
    let folder = played(&scratch, "stones", &text.replace("random-plies = 4", "ballots = \"event\""));
    let page = damier(&["results", &folder]).success();
    assert!(page.contains("gomoku-freestyle.dmn") && page.contains("6 random plies"), "{page}");
}

#[test]
fn the_committed_page_is_that_of_the_committed_summaries() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results.md");
    let summaries = files("docs/results", "json");
    assert_eq!(page.exists(), !summaries.is_empty(), "a page has summaries, and summaries have a page");
    if page.exists() {
        let mut arguments = vec![PathBuf::from("results")];
        arguments.extend(summaries);
        assert_eq!(damier(&arguments).success(), fs::read_to_string(page).expect("read"));
    }
}

#[test]
fn the_gauntlets_of_this_repository_meet_every_program_that_is_described() {
    let gauntlets = files("gauntlets", "toml");
    assert_eq!(gauntlets.len(), 10);
    let mut met: Vec<PathBuf> = Vec::new();
    for path in &gauntlets {
        let file = TournamentFile::read(path).expect("a tournament");
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        assert_eq!(file.game().replace([':', '=', ','], "-"), stem);
        // Descriptions of engines count from the folder of the repository, where tests run.
        let event = file.event(path).expect("players and a format that suit");
        assert_eq!(event.games_of_gauntlet(), Some(200 * (event.names().len() - 1)), "{stem}");
        let settings = file.settings(path).expect("settings");
        assert_eq!(settings.pace().to_string(), "100ms a move");
        let specs = file.specs(path).expect("competitors").expect("programs");
        assert_eq!(specs[0].text(), "suited");
        met.extend(specs.iter().skip(1).flat_map(Spec::files).map(Path::to_owned));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let described = files("engines", "toml").into_iter().filter(|path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        // damier itself, and Scan by its other protocol.
        !name.starts_with("damier-") && name != "scan2-dxp.toml"
    });
    for engine in described {
        assert!(met.iter().any(|path| root.join(path) == engine), "{} is in no gauntlet", engine.display());
    }
}
