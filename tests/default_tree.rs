//! What a build without the feature `fleet` consists of.

use std::process::Command;

#[test]
fn the_default_build_has_no_client_of_nats() {
    let mut command = Command::new(env!("CARGO"));
    command.args(["tree", "--locked", "--offline", "-p", "damier", "-e", "normal,build", "--prefix", "none"]);
    let output = command.output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("UTF-8");
    let has = |name: &str| tree.lines().any(|line| line.split(' ').next() == Some(name));
    assert!(has("damier-engine"), "{tree}");
    for name in ["async-nats", "damier-fleet", "nkeys", "ring", "rustls"] {
        assert!(!has(name), "{name}: only the feature fleet may bring it");
    }
}
