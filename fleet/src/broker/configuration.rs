//! The configuration of the broker, in the language of `nats-server`.

use std::{fmt::Write as _, path::Path};

use super::{CONFIGURATION, PID};
use crate::{
    access::inbox,
    class::Class,
    hello::hello_subject,
    roster::{Roster, Worker},
    settings::{Place, Settings},
    wire::{MAX_MESSAGE, NETS, RESULT_SUBJECTS, WORK},
};

/// The name of a cluster, and of the only broker.
const CLUSTER: &str = "damier-fleet";
/// What the names of the members of a cluster begin with, before their numbers.
const SERVER: &str = "damier-";
/// The user that members of a cluster are to one another.
const MEMBER: &str = "member";
/// Bytes on the broker's disk for all but results: nets and items.
const ROOM_FOR_NETS_AND_ITEMS: u64 = 16 << 30;

/// What the configuration of a broker follows from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Configuration<'a> {
    /// The settings of the fleet.
    pub(crate) settings: &'a Settings,
    /// The public key of the coordinator, which has all rights.
    pub(crate) coordinator: &'a str,
    /// The password of the members of a cluster among themselves.
    pub(crate) secret: &'a str,
    /// The workers.
    pub(crate) roster: &'a Roster,
}

impl Configuration<'_> {
    /// Returns the text of a broker's configuration. Paths in it are relative to the fleet's folder, in which the broker
    /// runs.
    pub(crate) fn text(&self, place: &Place) -> String {
        let settings = self.settings;
        let mut text = format!(
            "# Written by `damier fleet`, which overwrites changes: settings are in fleet.toml, workers in workers.toml.\n\
             # Paths are relative to this folder: by hand it is `cd` here, then `nats-server -c {conf}`.\n\
             server_name: \"{name}\"\n\
             listen: {listen}\n\
             http: \"127.0.0.1:{monitor}\"\n\
             pid_file: \"{pid}\"\n\
             max_payload: {MAX_MESSAGE}\n\
             jetstream {{ store_dir: \"{stem}\", max_file_store: {store} }}\n",
            conf = place.file(CONFIGURATION),
            name = server_name(place),
            listen = quoted(&listen_address(place)),
            monitor = place.monitor_port,
            pid = place.file(PID),
            stem = place.stem(),
            store = settings.results_max_bytes.saturating_add(ROOM_FOR_NETS_AND_ITEMS).min(i64::MAX as u64),
        );
        let tls = tls(settings);
        if let Some(tls) = &tls {
            writeln!(text, "tls {{ {tls} }}").expect("texts grow");
        }
        if let Some(listen) = websocket_listen_address(settings, place) {
            let security = tls.map_or_else(|| "no_tls: true".to_owned(), |tls| format!("tls {{ {tls} }}"));
            // Compressed frames could exhaust the memory before a name is asked for (GHSA-qrvq-68c2-7grw).
            writeln!(text, "websocket {{ listen: {}, {security}, compression: false }}", quoted(&listen))
                .expect("texts grow");
        }
        if let Some(listen) = cluster_listen_address(place) {
            text.push_str(&self.cluster(place, &listen));
        }
        text + &self.authorization()
    }

    /// Returns the part about the other members of a cluster.
    fn cluster(&self, place: &Place, listen: &str) -> String {
        let secret = self.secret;
        let routes: Vec<String> = (self.settings.places().iter())
            .filter(|other| other.number != place.number)
            .filter_map(|other| Some((&other.host, other.cluster_port?)))
            .map(|(host, port)| quoted(&format!("nats-route://{MEMBER}:{secret}@{host}:{port}")))
            .collect();
        let tls = tls(self.settings).map_or_else(String::new, |tls| {
            let authority = self.settings.tls_authority.as_ref();
            let authority = authority.map_or_else(String::new, |path| format!(", ca_file: {}", file(path)));
            format!("  tls {{ {tls}{authority} }}\n")
        });
        // Workers know all members by their names; addresses that members tell would not fit their certificates.
        format!(
            "cluster {{\n  name: \"{CLUSTER}\"\n  listen: {}\n  no_advertise: true\n  \
             authorization {{ user: \"{MEMBER}\", password: \"{secret}\" }}\n  routes: [{}]\n{tls}}}\n",
            quoted(listen),
            routes.join(", ")
        )
    }

    /// Returns the part about the coordinator and the workers.
    fn authorization(&self) -> String {
        let mut text = format!("authorization {{\n  users: [\n    {{ nkey: \"{}\" }}\n", self.coordinator);
        for worker in &self.roster.invited {
            let list = |subjects: &[String]| {
                subjects.iter().map(|subject| quoted(subject)).collect::<Vec<_>>().join(", ")
            };
            let (publish, subscribe) =
                (list(&publishes(worker)), list(&[format!("{}.>", inbox(&worker.name))]));
            writeln!(
                text,
                "    {{ nkey: \"{}\", permissions: {{\n        publish: {{ allow: [{publish}] }}\n        \
                 subscribe: {{ allow: [{subscribe}] }} }} }}",
                worker.key
            )
            .expect("texts grow");
        }
        text + "  ]\n}\n"
    }
}

/// Returns what a broker calls itself.
fn server_name(place: &Place) -> String {
    place.number.map_or_else(|| CLUSTER.to_owned(), |number| format!("{SERVER}{number}"))
}

/// Returns the number of the member of a cluster that calls itself `name`.
pub(crate) fn member_of(name: &str) -> Option<usize> {
    name.strip_prefix(SERVER)?.parse().ok()
}

/// Returns the files of the certificate, if there is one.
fn tls(settings: &Settings) -> Option<String> {
    let (certificate, key) = settings.tls_certificate.as_ref().zip(settings.tls_key.as_ref())?;
    Some(format!("cert_file: {}, key_file: {}", file(certificate), file(key)))
}

fn file(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

/// Returns the subjects that a worker may publish to: take and acknowledge items, read nets, hand in its own results,
/// and greet.
fn publishes(worker: &Worker) -> Vec<String> {
    let consumer = |class: &Class| {
        let workers = class.consumer();
        [
            format!("$JS.API.CONSUMER.INFO.{WORK}.{workers}"),
            format!("$JS.API.CONSUMER.MSG.NEXT.{WORK}.{workers}"),
            format!("$JS.ACK.{WORK}.{workers}.>"),
        ]
    };
    let mut subjects: Vec<String> = worker.class().takes().iter().flat_map(consumer).collect();
    let name = &worker.name;
    subjects.extend([
        format!("$JS.API.DIRECT.GET.{NETS}.>"),
        format!("{RESULT_SUBJECTS}.{name}.>"),
        hello_subject(name),
    ]);
    subjects
}

/// Returns host and port at which the broker listens for clients.
pub(crate) fn listen_address(place: &Place) -> String {
    format!("{}:{}", listen_host(place), place.port)
}

/// Returns host and port at which a member of a cluster listens for the others; `None` where it is the only broker.
pub(crate) fn cluster_listen_address(place: &Place) -> Option<String> {
    Some(format!("{}:{}", listen_host(place), place.cluster_port?))
}

/// Returns host and port at which the broker listens for WebSocket, if it does.
pub(crate) fn websocket_listen_address(settings: &Settings, place: &Place) -> Option<String> {
    let port = settings.websocket_port?;
    let host = match settings.tls_certificate.is_some() && !place.is_local() {
        true => any_address(place),
        false => "127.0.0.1",
    };
    Some(format!("{host}:{port}"))
}

/// Returns host and port at which this machine reaches the broker.
pub(crate) fn local_address(place: &Place) -> String {
    let host = match (place.is_local(), place.host.starts_with('[')) {
        (true, _) => &place.host,
        (false, true) => "[::1]",
        (false, false) => "127.0.0.1",
    };
    format!("{host}:{}", place.port)
}

fn listen_host(place: &Place) -> &str {
    if place.is_local() { &place.host } else { any_address(place) }
}

fn any_address(place: &Place) -> &'static str {
    if place.host.starts_with('[') { "[::]" } else { "0.0.0.0" }
}

/// Returns a text in quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_ascii_control() => {
                write!(quoted, "\\x{:02x}", u32::from(letter)).expect("texts grow")
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The configurations of all brokers.
    fn texts(settings: &Settings, roster: &Roster) -> Vec<String> {
        let all = Configuration { settings, coordinator: "UCOORDINATOR", secret: "SECRET", roster };
        settings.places().iter().map(|place| all.text(place)).collect()
    }

    #[test]
    fn workers_have_rights_to_their_own_subjects_alone() {
        let mut roster = Roster::default();
        roster.invite("anna", "UANNA".to_owned());
        roster.invite("bob", "UBOB".to_owned());
        roster.ban("bob", "a reason");
        let text = &texts(&Settings::at("192.168.1.5"), &roster)[0];
        assert!(text.contains("{ nkey: \"UCOORDINATOR\" }\n"), "{text}");
        assert!(text.contains("\"damier.result.anna.>\", \"damier.hello.anna\"]"), "{text}");
        assert!(text.contains("subscribe: { allow: [\"_INBOX_anna.>\"] }"), "{text}");
        assert!(!text.contains("bob") && !text.contains("UBOB"), "{text}");
        assert_eq!(text.matches("nkey").count(), 2);
        assert!(text.contains("DAMIER_WORK.workers-open\"") && !text.contains("trusted"), "{text}");
        roster.trust("anna");
        let text = &texts(&Settings::at("192.168.1.5"), &roster)[0];
        assert_eq!(text.matches("DAMIER_WORK.workers-trusted").count(), 3, "{text}");
        assert_eq!(text.matches("DAMIER_WORK.workers-open").count(), 3, "{text}");
    }

    #[test]
    fn members_of_a_cluster_know_one_another_by_a_secret() {
        let settings = Settings {
            tls_certificate: Some("cert.pem".into()),
            tls_key: Some("key.pem".into()),
            tls_authority: Some("ca.pem".into()),
            ..Settings::cluster(&["a.org", "b.org", "[::7]"].map(str::to_owned))
        };
        let all = texts(&settings, &Roster::default());
        let second = &all[1];
        for part in [
            "server_name: \"damier-2\"\n",
            "pid_file: \"broker-2.pid\"\n",
            "store_dir: \"broker-2\"",
            "  name: \"damier-fleet\"\n  listen: \"0.0.0.0:6222\"\n",
            "authorization { user: \"member\", password: \"SECRET\" }",
            "routes: [\"nats-route://member:SECRET@a.org:6222\", \"nats-route://member:SECRET@[::7]:6222\"]",
            "  tls { cert_file: \"cert.pem\", key_file: \"key.pem\", ca_file: \"ca.pem\" }\n}\n",
            "\ntls { cert_file: \"cert.pem\", key_file: \"key.pem\" }\n",
        ] {
            assert!(second.contains(part), "{part}: {second}");
        }
        assert!(all[2].contains("  listen: \"[::]:6222\"\n"), "{}", all[2]);
        let alone = &texts(&Settings::at("a.org"), &Roster::default())[0];
        assert!(!alone.contains("cluster {") && !alone.contains("SECRET"), "{alone}");
    }

    #[test]
    fn it_listens_where_it_is_reached() {
        let own = |host: &str, tls: bool| {
            let tls = tls.then(|| "a".into());
            let (certificate, key) = (tls.clone(), tls);
            let settings = Settings { websocket_port: Some(1), tls_key: key, ..Settings::at(host) };
            let settings = Settings { tls_certificate: certificate, ..settings };
            let place = &settings.places()[0];
            [
                listen_address(place),
                websocket_listen_address(&settings, place).expect("a port"),
                local_address(place),
            ]
        };
        assert_eq!(own("10.0.0.1", false), ["0.0.0.0:4222", "127.0.0.1:1", "127.0.0.1:4222"]);
        assert_eq!(own("fleet.org", true), ["0.0.0.0:4222", "0.0.0.0:1", "127.0.0.1:4222"]);
        assert_eq!(own("[2001:db8::7]", true), ["[::]:4222", "[::]:1", "[::1]:4222"]);
        assert_eq!(own("localhost", true), ["localhost:4222", "127.0.0.1:1", "localhost:4222"]);
        assert_eq!(own("[::1]", false), ["[::1]:4222", "127.0.0.1:1", "[::1]:4222"]);
    }

    #[test]
    fn texts_stay_within_their_quotes() {
        assert_eq!(quoted("a \"b\\c\n"), "\"a \\\"b\\\\c\\x0a\"");
    }
}
