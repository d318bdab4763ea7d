//! Folders without a running broker.

use std::str::FromStr as _;

use super::*;

fn fleet() -> (tempfile::TempDir, PathBuf) {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("fleet");
    (scratch, path)
}

fn created(path: &Path) -> Folder {
    Folder::create(path, || Settings::at("192.168.1.5")).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(result: Result<Folder, FolderError>) -> String {
    match result {
        Ok(_) => panic!("it was taken"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_fleet_keeps_its_settings_and_its_key() {
    let (_scratch, path) = fleet();
    let first = created(&path).coordinator();
    assert_eq!(first.servers, ["nats://127.0.0.1:4222"]);
    assert_eq!(Access::from_str(&first.address()).as_ref(), Ok(&first));
    let again = Folder::create(&path, || panic!("it has settings")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((again.coordinator(), again.settings()), (first, &Settings::at("192.168.1.5")));
}

#[test]
fn settings_written_by_hand_are_completed() {
    let (_scratch, path) = fleet();
    fs::create_dir(&path).expect("made");
    fs::write(
        path.join(SETTINGS),
        "version = 1\nhost = \"a\"\nport = 7\ntls_certificate = \"c\"\ntls_key = \"k\"",
    )
    .expect("written");
    assert_eq!(created(&path).coordinator().servers, ["tls://a:7"], "the name of the certificate");
}

#[test]
fn what_is_no_fleet_is_named_and_left_alone() {
    let (scratch, path) = fleet();
    assert!(refused(Folder::open(&path)).contains("no fleet (it has no fleet.toml); `damier fleet up --dir"));
    fs::write(scratch.path().join("thesis.txt"), "mine").expect("written");
    let error = refused(Folder::create(scratch.path(), || Settings::at("a")));
    assert!(error.contains("holds other files"), "{error}");
    assert!(!scratch.path().join(SETTINGS).exists() && !scratch.path().join(KEYS).exists());

    created(&path);
    fs::write(path.join(SETTINGS), "version = 1\nhost = \"a\"\nprot = 4222\n").expect("written");
    for result in [Folder::open(&path), Folder::create(&path, || panic!("it has settings"))] {
        let error = refused(result);
        assert!(
            error.contains("fleet.toml: line 3, column 1: unknown key `prot`, did you mean `port`?"),
            "{error}"
        );
    }
    fs::write(path.join(SETTINGS), Settings::at("a").to_toml()).expect("written");
    fs::write(key_file(&path, COORDINATOR), "SUnothing").expect("written");
    assert!(refused(Folder::open(&path)).contains("coordinator.nk: holds no seed"));
    fs::write(path.join(WORKERS), "[[invited]]\nname = \"A\"\nkey = \"\"").expect("written");
    fs::remove_file(key_file(&path, COORDINATOR)).expect("removed");
    let error = created(&path).roster().expect_err("damaged").to_string();
    assert!(error.contains("workers.toml: `A` is no name"), "{error}");
}

#[cfg(unix)]
#[test]
fn the_invited_are_let_in_and_the_banned_are_not() {
    let (_scratch, path) = fleet();
    let folder = created(&path);
    let configured = || fs::read_to_string(path.join(CONFIGURATION)).expect("written");
    let key = |access: &Access| public_key(&access.seed).expect("a user's");
    assert_eq!(folder.invite("anna").expect("invited"), Done::Now);
    let anna = folder.worker("anna", Way::Tcp).expect("invited");
    assert_eq!((&*anna.servers[0], &*anna.name), ("nats://192.168.1.5:4222", "anna"));
    assert_eq!(folder.invite("anna").expect("invited"), Done::Before);
    assert_eq!(folder.worker("anna", Way::Tcp).expect("invited"), anna, "the same address again");
    folder.invite("bob").expect("invited");
    assert!(configured().contains(&key(&anna)) && configured().contains("damier.result.bob.>"));

    assert_eq!(folder.ban("anna", "a wrong game").expect("banned"), Done::Now);
    assert!(!configured().contains(&key(&anna)) && configured().contains("damier.result.bob.>"));
    assert_eq!(
        folder.roster().expect("read").banned("anna").map(|banned| &*banned.reason),
        Some("a wrong game")
    );
    assert_eq!(folder.ban("anna", "again").expect("banned"), Done::Before);
    assert!(!key_file(&path, "anna").exists() && key_file(&path, "bob").exists());
    let error = |result: Result<Done, FolderError>| result.expect_err("refused").to_string();
    assert!(error(folder.invite("anna")).contains("anna is banned (a wrong game); invite"));
    assert!(error(folder.invite(COORDINATOR)).contains("choose another"));
    assert!(error(folder.ban("eve", "")).contains("eve is not invited; those are: bob"));
    assert!(error(folder.ban("../../x", "")).contains("is not invited"));
}

#[cfg(unix)]
#[test]
fn keys_are_for_the_owner_alone_and_a_lost_one_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_scratch, path) = fleet();
    let folder = created(&path);
    folder.invite("anna").expect("invited");
    for name in [COORDINATOR, "anna"] {
        let mode = fs::metadata(key_file(&path, name)).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    fs::copy(key_file(&path, COORDINATOR), key_file(&path, "anna")).expect("copied");
    let error = folder.worker("anna", Way::Tcp).expect_err("another's").to_string();
    assert!(error.contains("anna.nk: holds not the seed of anna"), "{error}");
}

#[cfg(unix)]
#[test]
fn websocket_has_an_address_of_its_own() {
    let address = |settings: Settings| {
        let (_scratch, path) = fleet();
        let folder = Folder::create(&path, || settings).unwrap_or_else(|error| panic!("{error}"));
        folder.invite("anna").expect("invited");
        let access = folder.worker("anna", Way::Websocket).map_err(|error| error.to_string())?;
        assert_eq!(Access::from_str(&access.address()).as_ref(), Ok(&access));
        Ok::<String, String>(access.servers[0].clone())
    };
    let port = |port| Settings { websocket_port: Some(port), ..Settings::at("a.org") };
    assert_eq!(address(port(8443)), Ok("wss://a.org:8443".to_owned()));
    let url = |url: &str| Settings { websocket_url: Some(url.to_owned()), ..port(9000) };
    assert_eq!(address(url("wss://b.org:444")), Ok("wss://b.org:444".to_owned()));
    assert_eq!(address(url("wss://b.org")), Ok("wss://b.org:443".to_owned()));
    assert!(address(Settings::at("a")).expect_err("none").contains("fleet.toml: has no websocket_port"));
}
