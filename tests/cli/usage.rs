use super::program::damier;

#[test]
fn without_a_command_the_help_is_shown() {
    let run = damier::<&str>(&[]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("Usage: damier"));
}

#[test]
fn help_and_version_go_to_standard_output() {
    assert!(damier(&["--help"]).success().contains("Examples"));
    assert!(damier(&["--version"]).success().starts_with("damier "));
}

#[test]
fn every_command_teaches_by_examples() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/command-line.md");
    let page = std::fs::read_to_string(page).expect("it is there");
    for command in commands() {
        assert!(
            page.contains(&format!("`{command}`")),
            "docs/reference/command-line.md does not name {command}"
        );
        let text = damier(&[command.as_str(), "--help"]).success();
        assert!(text.contains(&format!("damier {command}")), "{command} --help has no example:\n{text}");
    }
}

/// Returns the names of all commands as the help lists them, but for `help` itself.
fn commands() -> Vec<String> {
    let help = damier(&["--help"]).success();
    let commands: Vec<String> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        // What explains a command may go on in lines that are indented further.
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .map(str::to_owned)
        .collect();
    assert!(commands.iter().any(|command| command == "perft"), "{commands:?}");
    commands
}

#[test]
fn every_shell_completes_every_command() {
    let commands = commands();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = damier(&["completions", shell]).success();
        assert!(commands.iter().all(|command| script.contains(command.as_str())), "{shell}");
        assert!(script.contains("help"), "{shell}");
    }
    assert!(damier(&["completions", "dash"]).failure(2).contains("dash"));
}

#[test]
fn every_command_has_a_man_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("share").join("man1");
    damier(&["man", pages.to_str().expect("UTF-8")]).success();
    for command in commands() {
        let page = std::fs::read_to_string(pages.join(format!("damier-{command}.1"))).expect("a page");
        assert!(page.contains(".TH") && page.contains("Example"), "{command}: {page}");
    }
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("written");
    let error = damier(&["man", file.to_str().expect("UTF-8")]).failure(1);
    assert!(error.contains("file: cannot be written"), "{error}");
}

#[test]
fn wrong_use_is_one_line_that_says_where_to_read_more() {
    let error = damier(&["dance"]).failure(2);
    assert!(error.contains("dance") && error.contains("--help"), "{error}");
    let error = damier(&["perft", "russian", "--dept", "3"]).failure(2);
    assert!(error.contains("damier perft --help"), "{error}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .arg("games")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("damier starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("damier ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_that_says_where() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_damier"))
        .arg("games")
        .stdout(full)
        .output()
        .expect("damier starts");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(error.starts_with("error: standard output: ") && error.lines().count() == 1, "{error}");
}
