//! `damier config`: the reference of configurations.

use super::program::damier;

#[test]
fn a_key_is_explained_by_its_name_or_path() {
    let text = damier(&["config", "--explain", "full_share"]).success();
    assert!(
        text.starts_with("selfplay.full_share\n") && text.contains("Playout cap randomisation"),
        "{text}"
    );
    assert!(text.contains("above 0 and at most 1; default 1.0"), "{text}");
    assert_eq!(text, damier(&["config", "--explain", "selfplay.full_share"]).success());
    let table = damier(&["config", "--explain", "selfplay.opening"]).success();
    assert!(
        table.contains("selfplay.opening.min_plies") && table.contains("selfplay.opening.balance"),
        "{table}"
    );
    assert!(damier(&["config", "--explain", "full_shar"]).failure(1).contains("did you mean full_share"));
}

#[test]
fn every_key_is_listed() {
    let text = damier(&["config"]).success();
    for line in
        ["game (needed)", "selfplay.simulations = 64", "selfplay.endgames (absent)", "train.device = \"cpu\""]
    {
        assert!(text.lines().any(|other| other == line), "{line} in\n{text}");
    }
}

#[test]
fn the_page_and_the_schema_are_printed() {
    assert!(damier(&["config", "--markdown"]).success().contains("\n# Configuration\n"));
    assert!(damier(&["config", "--schema"]).success().starts_with('{'));
    assert!(damier(&["config", "--schema", "--markdown"]).failure(2).contains("cannot be used with"));
}
