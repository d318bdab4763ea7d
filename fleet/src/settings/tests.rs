//! Texts that are settings, and texts that are none.

use super::*;

const SHORT: &str = "version = 1\nhost = \"a\"\n";

#[test]
fn what_is_written_is_read_as_it_was() {
    let full = Settings {
        websocket_port: Some(8443),
        websocket_url: Some("wss://fleet.example.org".into()),
        tls_certificate: Some("cert.pem".into()),
        tls_key: Some("key.pem".into()),
        ack_wait: Duration::from_millis(2500),
        results_max_bytes: (1 << 20) + 1,
        item_seconds: 0.3,
        ..Settings::at("[::1]")
    };
    let cluster = Settings {
        tls_certificate: Some("cert.pem".into()),
        tls_key: Some("key.pem".into()),
        tls_authority: Some("authority.pem".into()),
        ..Settings::cluster(&["a", "b", "[::7]"].map(str::to_owned))
    };
    for settings in [Settings::at("192.168.1.5"), full, cluster] {
        assert_eq!(Settings::parse(&settings.to_toml()), Ok(settings));
    }
    assert_eq!(Settings::parse(SHORT), Ok(Settings::at("a")), "what is left out has its default");
}

#[test]
fn values_that_cannot_be_are_named() {
    for (line, part) in [
        ("prot = 1", "line 3, column 1: unknown key `prot`, did you mean `port`?"),
        ("port = \"x\"", "line 3, column 8: "),
        ("port = 0", "port: a port is within 1..=65535"),
        ("port = 8222", "must be different ones"),
        ("websocket_port = 4222", "must be different ones"),
        ("websocket_url = \"wss://a\"", "websocket_url: needs websocket_port"),
        ("websocket_port = 1\nwebsocket_url = \"ws://a\"", "must be wss://HOST"),
        ("websocket_port = 1\nwebsocket_url = \"wss://a/b\"", "must be wss://HOST"),
        ("websocket_port = 1\nwebsocket_url = \"wss://a:0\"", "must be wss://HOST"),
        ("tls_key = \"a\"", "tls_certificate and tls_key belong together"),
        ("replicas = 2", "replicas: must be 1 of one broker"),
        (
            "replicas = 3",
            "replicas: must be 1 of one broker; 3 is for a cluster, which has three [[member]] tables",
        ),
        ("tls_authority = \"a\"", "tls_authority: is for a cluster"),
        ("ack_wait = \"1s\"", "ack_wait: must be within"),
        ("ack_wait = \"2h\"", "ack_wait: must be within"),
        ("ack_wait = \"60\"", "line 3, column 12: a duration is a number with its unit"),
        ("item_seconds = 0.0", "item_seconds: must"),
        ("item_seconds = nan", "item_seconds: must"),
        ("results_max_bytes = \"4\"", "a number of bytes is a whole number with its unit"),
        ("results_max_bytes = \"9000000TiB\"", "a number of bytes"),
        ("results_max_bytes = \"1023KiB\"", "at least 1MiB"),
        ("nets_kept = 0", "nets_kept: must"),
        ("check_share = 1.5", "check_share: must"),
        ("backup_after = 0.5", "backup_after: must be within 1 and 1000"),
    ] {
        let error = Settings::parse(&format!("{SHORT}{line}\n")).expect_err(line).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{line}: {error}");
    }
    for (text, part) in [
        ("", "the key `version` is missing"),
        ("version = 1", "host: is missing: the name"),
        ("version = 2\nnew = 1", "version: is 2, and this damier knows 1"),
        ("version = 1\nhost = \"a b\"", "host: must be a name"),
        ("version = 1\nhost = \"nats://a\"", "host: must be a name"),
        ("version = [", "line 1"),
    ] {
        let error = Settings::parse(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn loopback_addresses_are_of_this_machine() {
    for (host, local) in
        [("127.0.0.1", true), ("localhost", true), ("[::1]", true), ("192.168.1.5", false), ("a", false)]
    {
        assert_eq!(Settings::at(host).places()[0].is_local(), local, "{host}");
    }
}

#[test]
fn a_cluster_has_three_members_that_can_run_side_by_side() {
    let member = |lines: &str| format!("[[member]]\n{lines}\n");
    let at = |host: &str| member(&format!("host = \"{host}\""));
    let file = |keys: &str, members: &[String]| format!("version = 1\n{keys}\n{}", members.concat());
    let three = ["a", "b", "c"].map(at);
    let read = Settings::parse(&file("replicas = 3", &three)).expect("a cluster");
    assert_eq!(read, Settings::cluster(&["a", "b", "c"].map(str::to_owned)));
    let places: Vec<_> = read.places().iter().map(|place| (place.number, place.stem())).collect();
    let own = |number: usize| (Some(number), format!("broker-{number}"));
    assert_eq!(places, [own(1), own(2), own(3)]);

    let ports = |first: u16| {
        member(&format!(
            "host = \"127.0.0.1\"\nport = {first}\ncluster_port = {}\nmonitor_port = {}",
            first + 1,
            first + 2
        ))
    };
    assert!(Settings::parse(&file("replicas = 3", &[ports(10), ports(20), ports(30)])).is_ok());
    for (keys, members, part) in [
        ("replicas = 3", &three[..2], "member: a cluster has 3 [[member]] tables, and the file has 2"),
        ("replicas = 3", &[&three[..], &[at("d")]].concat(), "and the file has 4"),
        ("", &three, "replicas: must be 3 where"),
        ("replicas = 1", &three, "replicas: must be 3 where"),
        ("replicas = 3\nhost = \"a\"", &three, "host: is of a single broker"),
        ("replicas = 3\nport = 4222", &three, "port: is of a single broker"),
        ("replicas = 3\nmonitor_port = 8222", &three, "monitor_port: is of a single broker"),
        ("replicas = 3", &[at("a"), at("b"), at("a")], "member: two are at one host with a port in common"),
        ("replicas = 3", &[ports(10), ports(20), ports(22)], "member: two are at one host"),
        (
            "replicas = 3\nwebsocket_port = 1",
            &[ports(10), ports(20), ports(30)],
            "member: two are at one host",
        ),
        ("replicas = 3", &[at("a"), at("127.0.0.1"), at("c")], "member: a host that is 127.0.0.1"),
        ("replicas = 3", &[at("a"), at("b"), at("c d")], "host: must be a name"),
        ("replicas = 3", &[at("a"), at("b"), member("port = 1")], "the key `host` is missing"),
        (
            "replicas = 3",
            &[at("a"), at("b"), member("host = \"c\"\ncluster_port = 4222")],
            "port: the ports of a broker",
        ),
        (
            "replicas = 3",
            &[at("a"), at("b"), member("host = \"c\"\nclusterport = 1")],
            "unknown key `clusterport`, did you mean `cluster_port`?",
        ),
        (
            "replicas = 3\ntls_authority = \"a\"",
            &three,
            "tls_authority: is for a cluster with tls_certificate",
        ),
    ] {
        let error = Settings::parse(&file(keys, members)).expect_err(part).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{part}: {error}");
    }
}
