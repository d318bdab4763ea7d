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
    let configured = || fs::read_to_string(path.join("broker.conf")).expect("written");
    let key = |access: &Access| public_key(&access.seed).expect("a user's");
    assert_eq!(folder.invite("anna").expect("invited"), Done::Now);
    let anna = folder.worker("anna", Way::Tcp).expect("invited");
    assert_eq!((&*anna.servers[0], &*anna.name), ("nats://192.168.1.5:4222", "anna"));
    assert_eq!(folder.invite("anna").expect("invited"), Done::Before);
    assert_eq!(folder.worker("anna", Way::Tcp).expect("invited"), anna, "the same address again");
    folder.invite("bob").expect("invited");
    assert_eq!(folder.trust("bob").expect("trusted"), Done::Now);
    assert_eq!(folder.trust("bob").expect("trusted"), Done::Before);
    assert_eq!(folder.invite("bob").expect("she stays so"), Done::Before);
    let classes = ["anna", "bob"].map(|name| folder.worker(name, Way::Tcp).expect("invited").class);
    assert_eq!(classes, [Class::Open, Class::Trusted]);
    assert!(configured().contains("workers-trusted"));
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
    assert!(error(folder.trust("eve")).contains("eve is not invited; those are: bob"));
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

#[test]
fn an_address_names_all_members_of_a_cluster() {
    let (_scratch, path) = fleet();
    let cluster = |change: fn(&mut Settings)| {
        let mut settings = Settings::cluster(&["a", "b", "[::7]"].map(str::to_owned));
        change(&mut settings);
        fs::create_dir_all(&path).expect("made");
        fs::write(path.join(SETTINGS), settings.to_toml()).expect("written");
        created(&path)
    };
    let plain = cluster(|_| ());
    let servers = ["nats://a:4222", "nats://b:4222", "nats://[::7]:4222"];
    assert_eq!(plain.coordinator().servers, servers);
    assert_eq!(plain.servers(Way::Tcp).expect("servers"), servers);
    let access = plain.coordinator();
    assert_eq!(Access::from_str(&access.address()).as_ref(), Ok(&access));
    let encrypted = cluster(|settings| {
        settings.tls_certificate = Some("c".into());
        settings.tls_key = Some("k".into());
        settings.websocket_port = Some(443);
    });
    assert_eq!(encrypted.coordinator().servers[1], "tls://b:4222");
    assert_eq!(
        encrypted.servers(Way::Websocket).expect("servers"),
        ["wss://a:443", "wss://b:443", "wss://[::7]:443"]
    );
}

#[cfg(unix)]
#[test]
fn the_member_of_this_machine_is_the_one_with_its_address() {
    let of = |hosts: [&str; 3], member: Option<usize>| {
        let (_scratch, path) = fleet();
        let folder = Folder::create(&path, || Settings::cluster(&hosts.map(str::to_owned)))
            .unwrap_or_else(|error| panic!("{error}"));
        let broker = folder.broker(member).map_err(|error| error.to_string())?;
        Ok::<_, String>(broker.place().number)
    };
    // Those of documents (RFC 5737) are of no machine; all of 127.0.0.0/8 are of every one.
    let elsewhere = ["203.0.113.1", "203.0.113.2", "203.0.113.3"];
    assert_eq!(of(elsewhere, Some(2)), Ok(Some(2)));
    let local = ["127.0.0.1", "127.0.0.2", "127.0.0.3"];
    for (hosts, member, part) in [
        (
            elsewhere,
            None,
            "0 of the hosts 203.0.113.1, 203.0.113.2, 203.0.113.3 are its own; name it by --member",
        ),
        (local, None, "3 of the hosts 127.0.0.1"),
        (local, Some(0), "--member 0: the members of a cluster are 1 to 3"),
        (local, Some(4), "--member 4: "),
    ] {
        let error = of(hosts, member).expect_err(part);
        assert!(error.contains(part), "{error}");
    }
    let (_scratch, path) = fleet();
    let alone = created(&path);
    assert_eq!(alone.broker(None).expect("the only one").place().number, None);
    let error = alone.broker(Some(1)).expect_err("no cluster").to_string();
    assert!(error.contains("fleet.toml has no [[member]] tables"), "{error}");
}

#[cfg(unix)]
#[test]
fn all_machines_with_the_folder_come_to_the_same_secret() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_scratch, path) = fleet();
    let hosts = ["203.0.113.1", "203.0.113.2", "203.0.113.3"].map(str::to_owned);
    let folder =
        Folder::create(&path, || Settings::cluster(&hosts)).unwrap_or_else(|error| panic!("{error}"));
    let secrets = || {
        [1, 2, 3].map(|number| {
            let file = path.join(format!("broker-{number}.conf"));
            assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o600);
            let text = fs::read_to_string(file).expect("read");
            text.split_once("password: \"").expect("a secret").1.split('"').next().expect("text").to_owned()
        })
    };
    folder.invite("anna").expect("invited");
    let [first, second, third] = secrets();
    assert_eq!((&first, &first), (&second, &third));
    // It tells nothing of the seed, and follows from it alone.
    assert!(!folder.coordinator().seed.contains(&first) && first.len() == 64);
    folder.invite("bob").expect("invited");
    assert_eq!(secrets()[0], first);
}

/// A folder that two machines share: the other one has locked the file, as a broker does there.
#[cfg(unix)]
#[test]
fn a_broker_of_another_machine_is_left_to_that_machine() {
    use crate::broker::{Program, Version};

    let (_scratch, path) = fleet();
    let folder = created(&path);
    let lock = path.join("broker.lock");
    fs::write(&lock, "elsewhere").expect("written");
    let held = fs::File::open(&lock).expect("there");
    let lines = || fs::read_to_string(path.join(WORKERS)).ok();

    assert_eq!(
        folder.elsewhere().expect("asked"),
        None,
        "a file that nothing locks is that of a broker that ended"
    );
    held.lock().expect("locked");
    assert_eq!(folder.elsewhere().expect("asked").as_deref(), Some("elsewhere"));
    assert!(folder.running().expect("asked").is_empty());
    let broker = folder.broker(None).unwrap_or_else(|error| panic!("{error}"));
    let program = Program { path: "true".into(), version: Version::parse("2.9.10").expect("a version") };
    for refused in
        [folder.up(&broker, &program), folder.down(), folder.invite("anna"), folder.ban("anna", "a reason")]
    {
        let error = refused.expect_err("it is for the other machine").to_string();
        assert_eq!(error, "the broker of this folder runs on elsewhere; give this command there");
    }
    assert_eq!(lines(), None, "nothing was changed");
    assert_eq!(folder.coordinator().servers, ["nats://192.168.1.5:4222"], "reached as workers reach it");
}
