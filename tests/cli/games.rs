use super::program::damier;

#[test]
fn every_game_is_listed_with_its_figures() {
    let text = damier(&["games"]).success();
    for id in damier_rules::registry::NAMES {
        assert!(text.lines().any(|line| line.starts_with(&format!("{id} "))), "{id} in {text}");
    }
    assert!(text.contains("policy rows") && text.contains("symmetries"));
}

#[test]
fn arguments_are_refused() {
    assert!(damier(&["games", "russian"]).failure(2).contains("russian"));
}
