//! What descriptions mean, and what is said about those that make no sense.

use std::{collections::BTreeMap, fs, path::Path, time::Duration};

use super::{Description, DescriptionError, DxpRole, Lifetime, OptionValue};

fn read(text: &str) -> Result<Description, DescriptionError> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("some-engine.toml");
    fs::write(&file, text).expect("written");
    Description::read(&file)
}

#[test]
fn little_is_enough_and_everything_can_be_said() {
    let least = read("protocol = \"uci\"\ncommand = \"engine\"").expect("enough");
    assert_eq!((least.name.as_str(), least.process, least.threads), ("some-engine", Lifetime::Match, None));
    let most = read(
        "name = \"x\"\nprotocol = \"dxp\"\ncommand = \"./x\"\narguments = [\"-p\", \"{port}\"]\ndirectory = \"d\"\n\
         introduces = \"X 1\"\nprocess = \"game\"\nstart_timeout = \"1m\"\nreply_timeout = \"500ms\"\n\
         move_timeout = \"1h\"\nenvironment = { A = \"b\" }\n[dxp]\nrole = \"connects\"\n\
         move_time_chat = \"time {milliseconds}\"",
    )
    .expect("all of it");
    assert_eq!((most.reply_timeout, most.dxp.role), (Duration::from_millis(500), DxpRole::Connects));
    let directory = most.directory.expect("a directory");
    assert!(directory.is_absolute() && directory.ends_with("d"), "{directory:?}");
    let options =
        read("protocol = \"uci\"\ncommand = \"e\"\n[options]\nHash = 64\nPonder = false\nBook = \"\"");
    let values = options.expect("options").options.values().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(values, ["", "64", "false"]);
}

#[test]
fn options_are_added_where_the_protocol_has_them() {
    let one = |name: &str| BTreeMap::from([(name.to_owned(), OptionValue::Text("8".to_owned()))]);
    let mut described = read("protocol = \"uci\"\ncommand = \"e\"\n[options]\nHash = 64").expect("read");
    assert_eq!(described.set_options(&one("Hash")), Ok(()));
    assert_eq!(described.set_options(&one("Skill")), Ok(()));
    let options = described.options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>();
    assert_eq!(options, ["Hash=8", "Skill=8"]);
    let mut without = read("protocol = \"dxp\"\ncommand = \"e\"\narguments = [\"{port}\"]").expect("read");
    assert_eq!(without.set_options(&BTreeMap::new()), Ok(()));
    assert!(without.set_options(&one("Hash")).is_err_and(|error| error.contains("no options")));
}

#[test]
fn errors_name_file_line_and_remedy() {
    for (text, line, part) in [
        ("protocol = \"uci\"\ncomand = \"x\"", Some(2), "unknown key `comand`, did you mean `command`?"),
        ("protocol = \"usi\"\ncommand = \"x\"", Some(1), "uci"),
        ("protocol = \"xboard1\"\ncommand = \"x\"\n[options]\na = 1", Some(3), "CECP 1 has no options"),
        ("protocol = \"xboard1\"\ncommand = \"x\"\nthreads = 2", Some(3), "CECP 1 has no options"),
        ("command = \"x\"", None, "protocol"),
        ("protocol = \"uci\"\ncommand = \"x\"\nreply_timeout = \"5\"", Some(3), "200ms"),
        ("protocol = \"uci\"\ncommand = \" \"", Some(2), "command is empty"),
        ("protocol = \"uci\"\ncommand = \"x\"\nthreads = 0", Some(3), "one or more"),
        ("protocol = \"uci\"\ncommand = \"x\"\nmemory = 0", Some(3), "one MiB or more"),
        ("protocol = \"hub1\"\ncommand = \"x\"\nmemory = 5", Some(3), "Hub 1 has no word for it"),
        ("protocol = \"uci\"\ncommand = \"x\"\nscore_scale = 0", Some(3), "above 0"),
        ("protocol = \"uci\"\ncommand = \"x\"\nscore_scale = nan", Some(3), "above 0"),
        ("protocol = \"uci\"\ncommand = \"x\"\n[dxp]\nport = 5", Some(3), "remove it"),
        ("protocol = \"uci\"\ncommand = \"x\"\nswap2_owners = true", Some(3), "remove it"),
        ("protocol = \"dxp\"\ncommand = \"x\"", Some(1), "port = 27531"),
        (
            "protocol = \"dxp\"\ncommand = \"x\"\n[dxp]\nport = 1\nmove_time_chat = \"t\"",
            Some(5),
            "{milliseconds}",
        ),
        ("protocol = \"dxp\"\ncommand = \"x\"\n[options]\na = 1\n[dxp]\nport = 1", Some(3), "no options"),
        ("protocol = ", Some(1), ""),
    ] {
        let error = read(text).expect_err(text);
        assert!(line.is_none() || error.line == line, "{text:?}: {error}");
        let text = error.to_string();
        assert!(text.contains("some-engine.toml") && text.contains(part) && !text.contains('\n'), "{text}");
    }
    let missing = Description::read(Path::new("/no/such.toml")).expect_err("missing").to_string();
    assert!(missing.contains("/no/such.toml") && missing.contains("engines/"), "{missing}");
}

#[test]
fn programs_are_found_or_the_way_to_them_is_told() {
    let of = |command: &str| read(&format!("protocol = \"uci\"\ncommand = \"{command}\"")).expect("read");
    assert!(of("sh").program().expect("a shell").is_file());
    assert!(of("/bin/sh").program().is_ok());
    assert!(of("no-such-program-anywhere").program().is_err_and(|error| error.contains("command=PATH")));
    assert!(of("./no/such").program().is_err_and(|error| error.contains("no/such")));
}

#[test]
fn files_beside_the_program_are_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("engine");
    fs::write(&program, "").expect("written");
    let text = format!(
        "protocol = \"uci\"\ncommand = {program:?}\nrequires = [\"config.toml\", \"data/net.bin\"]\nhint = \"it is at X\""
    );
    let described = read(&text).expect("read");
    for file in ["config.toml", "data/net.bin"] {
        let error = described.program().expect_err("it is missing");
        assert!(error.contains(file) && error.ends_with("; it is at X"), "{error}");
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, "").expect("written");
    }
    assert!(described.program().is_ok());
    let elsewhere = read("protocol = \"uci\"\ncommand = \"no-such\"\nhint = \"it is at X\"").expect("read");
    assert!(elsewhere.program().is_err_and(|error| error.ends_with("; it is at X")));
}
