use super::{nets, program::damier};

#[test]
fn every_kernel_has_a_row_with_the_same_signature() {
    let text = damier(&["bench", "--game", "russian", "--width", "32", "--simulations", "500"]).success();
    let rows: Vec<&str> = text.lines().skip(2).collect();
    assert_eq!(rows.len(), damier_engine::net::Kernel::available().len(), "{text}");
    let signatures: Vec<_> = rows.iter().map(|row| row.split_whitespace().last()).collect();
    assert!(signatures.iter().all(|signature| *signature == signatures[0]), "{text}");
}

#[test]
fn a_net_can_be_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = nets::write(folder.path(), "english");
    let text = damier(&["bench", "--net", &path, "--simulations", "100", "--kernel", "scalar"]).success();
    assert!(text.starts_with("english ") && text.contains("width 32"), "{text}");
    assert_eq!(text.lines().count(), 3, "{text}");
}

#[test]
fn wrong_sizes_and_names_are_refused() {
    assert!(damier(&["bench", "--width", "33"]).failure(1).contains("multiple of 32"));
    assert!(damier(&["bench", "--features", "none"]).failure(1).contains("none"));
    assert!(damier(&["bench", "--kernel", "abacus"]).failure(2).contains("scalar"));
    assert!(damier(&["bench", "--net", "/nowhere/best.net"]).failure(1).contains("/nowhere/best.net"));
    damier(&["bench", "--net", "a.net", "--width", "64"]).failure(2);
    damier(&["bench", "--simulations", "0"]).failure(2);
}
