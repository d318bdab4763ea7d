use std::fs;

use super::program::damier;

#[test]
fn tables_are_built_verified_listed_and_probed() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("text");
    let built =
        damier(&["endgames", "build", "english", "--pieces", "3", "--dir", dir, "--threads", "1"]).success();
    assert!(built.contains("9 tables computed"), "{built}");
    let again = damier(&["endgames", "build", "english", "--pieces", "3", "--dir", dir]).success();
    assert!(again.contains("0 tables computed") && again.contains("9 kept"), "{again}");
    let verified = damier(&["endgames", "verify", "english", "--dir", dir]).success();
    assert!(verified.contains("199,520 positions of 9 tables"), "{verified}");
    let info = damier(&["endgames", "info", "english", "--dir", dir]).success();
    assert!(info.contains("complete up to 3 pieces") && info.contains("654"), "{info}");

    let probe = damier(&["endgames", "probe", "english", "W:WK1:BK32", "--dir", dir]).success();
    let lines: Vec<&str> = probe.lines().collect();
    assert!(["win", "draw", "loss"].contains(&lines[0]) && lines.len() == 3, "{probe}");
    let error = damier(&["endgames", "probe", "english", "W:WK1,K2:BK32,K31", "--dir", dir]).failure(1);
    assert!(error.contains("up to 3 pieces"), "{error}");
    let error = damier(&["endgames", "probe", "english", "W:W99:B1", "--dir", dir]).failure(1);
    assert!(error.contains("square"), "{error}");

    let file = folder.path().join("english/kk-k.endgame");
    fs::write(&file, "not a table").expect("written");
    let error = damier(&["endgames", "info", "english", "--dir", dir]).failure(1);
    assert!(error.contains("kk-k.endgame") && error.contains("magic"), "{error}");
}

#[test]
fn what_cannot_be_built_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("text");
    let error = damier(&["endgames", "build", "chess", "--pieces", "3", "--dir", dir]).failure(1);
    assert!(error.contains("chess"), "{error}");
    let error = damier(&["endgames", "build", "russian", "--pieces", "12", "--dir", dir]).failure(1);
    assert!(error.contains("2 to 6"), "{error}");
    let error = damier(&["endgames", "info", "russian", "--dir", dir]).failure(1);
    assert!(error.contains("damier endgames build"), "{error}");
    damier(&["endgames", "build", "russian", "--dir", dir]).failure(2);
}
