use super::program::damier;

fn last_line(text: &str) -> &str {
    text.lines().last().expect("a line")
}

#[test]
fn the_last_line_is_the_count_alone() {
    let text = damier(&["perft", "international", "--depth", "5"]).success();
    assert_eq!(last_line(&text), "27117");
    assert!(text.contains("leaves/s"));
    let text = damier(&["perft", "russian", "--depth", "5", "--full"]).success();
    assert_eq!(last_line(&text), "7482");
    let text = damier(&["perft", "russian", "--depth", "0"]).success();
    assert_eq!(last_line(&text), "1");
}

#[test]
fn a_position_can_be_given() {
    let fen = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26";
    let text = damier(&["perft", "international", "--depth", "6", "--fen", fen]).success();
    assert_eq!(last_line(&text), "590");
}

#[test]
fn divide_shows_every_first_move_and_adds_up() {
    let text = damier(&["perft", "international", "--depth", "3", "--divide"]).success();
    let lines: Vec<&str> = text.lines().collect();
    let moves = &lines[..lines.len() - 2];
    assert_eq!(moves.len(), 9);
    let sum: u64 = moves
        .iter()
        .map(|line| line.split(' ').nth(1).expect("a count").parse::<u64>().expect("a number"))
        .sum();
    assert_eq!(sum, 658);
    assert_eq!(last_line(&text), "658");
}

#[test]
fn wrong_arguments_are_usage_errors() {
    let error = damier(&["perft", "go", "--depth", "1"]).failure(2);
    assert!(error.contains("russian"), "the games are named: {error}");
    assert!(damier(&["perft", "russian"]).failure(2).contains("--depth"));
    damier(&["perft", "russian", "--depth", "many"]).failure(2);
    damier(&["perft", "russian", "--depth", "99"]).failure(2);
}

#[test]
fn an_illegal_position_is_refused_with_the_reason() {
    for fen in ["", "W", "W:W99:B1", "W:W1,1:B2", "X:W1:B2", "W:W33:B33"] {
        let error = damier(&["perft", "international", "--depth", "1", "--fen", fen]).failure(1);
        assert!(error.contains("position"), "{fen:?}: {error}");
    }
}
