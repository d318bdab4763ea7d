//! What a build without the feature `fleet` consists of.

use std::process::Command;

#[test]
fn the_default_build_has_no_client_of_nats() {
    let tree = |features: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command.args([
            "tree",
            "--locked",
            "--offline",
            "-p",
            "damier",
            "-e",
            "normal,build",
            "--prefix",
            "none",
        ]);
        let output = command.args(features).output().expect("cargo starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let (default, fleet) = (tree(&[]), tree(&["--features", "fleet"]));
    for name in ["async-nats v", "nkeys v", "rustls v", "ring v"] {
        assert!(!default.contains(name), "{name}");
        assert!(fleet.contains(name), "{name}");
    }
}
