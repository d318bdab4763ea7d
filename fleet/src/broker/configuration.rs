//! The configuration of the broker, in the language of `nats-server`.

use std::fmt::Write as _;

use crate::{
    access::inbox,
    roster::Roster,
    settings::Settings,
    wire::{MAX_MESSAGE, NETS, RESULT_SUBJECTS, WORK, WORKERS},
};

/// Bytes on the broker's disk for all but results: nets and items.
const ROOM_FOR_NETS_AND_ITEMS: u64 = 16 << 30;

/// Returns the text of `broker.conf`. Paths in it are relative to the fleet's folder, in which the broker runs.
///
/// `coordinator` is the public key of the coordinator, which has all rights.
pub(crate) fn text(settings: &Settings, coordinator: &str, roster: &Roster) -> String {
    let mut text = format!(
        "# Written by `damier fleet`, which overwrites changes: settings are in fleet.toml, workers in workers.toml.\n\
         # Paths are relative to this folder: by hand it is `cd` here, then `nats-server -c {conf}`.\n\
         server_name: \"damier-fleet\"\n\
         listen: {listen}\n\
         http: \"127.0.0.1:{monitor}\"\n\
         pid_file: \"{pid}\"\n\
         max_payload: {MAX_MESSAGE}\n\
         jetstream {{ store_dir: \"broker\", max_file_store: {store} }}\n",
        conf = super::CONFIGURATION,
        listen = quoted(&listen_address(settings)),
        monitor = settings.monitor_port,
        pid = PID,
        store = settings.results_max_bytes.saturating_add(ROOM_FOR_NETS_AND_ITEMS).min(i64::MAX as u64),
    );
    let tls = settings.tls_certificate.as_ref().zip(settings.tls_key.as_ref()).map(|(certificate, key)| {
        let file = |path: &std::path::Path| quoted(&path.to_string_lossy());
        format!("tls {{ cert_file: {}, key_file: {} }}", file(certificate), file(key))
    });
    if let Some(tls) = &tls {
        writeln!(text, "{tls}").expect("texts grow");
    }
    if let Some(listen) = websocket_listen_address(settings) {
        let security = tls.unwrap_or_else(|| "no_tls: true".to_owned());
        // Compressed frames could exhaust the memory before a name is asked for (GHSA-qrvq-68c2-7grw).
        writeln!(text, "websocket {{ listen: {}, {security}, compression: false }}", quoted(&listen))
            .expect("texts grow");
    }
    writeln!(text, "authorization {{\n  users: [\n    {{ nkey: \"{coordinator}\" }}").expect("texts grow");
    for worker in &roster.invited {
        let list = |subjects: &[String]| {
            subjects.iter().map(|subject| quoted(subject)).collect::<Vec<_>>().join(", ")
        };
        let (publish, subscribe) =
            (list(&publishes(&worker.name)), list(&[format!("{}.>", inbox(&worker.name))]));
        writeln!(
            text,
            "    {{ nkey: \"{}\", permissions: {{\n        publish: {{ allow: [{publish}] }}\n        \
             subscribe: {{ allow: [{subscribe}] }} }} }}",
            worker.key
        )
        .expect("texts grow");
    }
    text.push_str("  ]\n}\n");
    text
}

/// The file in which the broker writes the number of its process.
pub(crate) const PID: &str = "broker.pid";

/// Returns the subjects that a worker may publish to: take and acknowledge items, read nets, hand in its own results,
/// and greet.
fn publishes(name: &str) -> [String; 6] {
    [
        format!("$JS.API.CONSUMER.INFO.{WORK}.{WORKERS}"),
        format!("$JS.API.CONSUMER.MSG.NEXT.{WORK}.{WORKERS}"),
        format!("$JS.ACK.{WORK}.{WORKERS}.>"),
        format!("$JS.API.DIRECT.GET.{NETS}.>"),
        format!("{RESULT_SUBJECTS}.{name}.>"),
        format!("damier.hello.{name}"),
    ]
}

/// Returns host and port at which the broker listens for clients.
pub(crate) fn listen_address(settings: &Settings) -> String {
    let host = match settings.is_local() {
        true => &settings.host,
        false => any_address(settings),
    };
    format!("{host}:{}", settings.port)
}

/// Returns host and port at which the broker listens for WebSocket, if it does.
pub(crate) fn websocket_listen_address(settings: &Settings) -> Option<String> {
    let port = settings.websocket_port?;
    let host = match settings.tls_certificate.is_some() && !settings.is_local() {
        true => any_address(settings),
        false => "127.0.0.1",
    };
    Some(format!("{host}:{port}"))
}

/// Returns host and port at which this machine reaches the broker.
pub(crate) fn local_address(settings: &Settings) -> String {
    let host = match (settings.is_local(), settings.host.starts_with('[')) {
        (true, _) => &settings.host,
        (false, true) => "[::1]",
        (false, false) => "127.0.0.1",
    };
    format!("{host}:{}", settings.port)
}

fn any_address(settings: &Settings) -> &'static str {
    if settings.host.starts_with('[') { "[::]" } else { "0.0.0.0" }
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

    #[test]
    fn workers_have_rights_to_their_own_subjects_alone() {
        let mut roster = Roster::default();
        roster.invite("anna", "UANNA".to_owned());
        roster.invite("bob", "UBOB".to_owned());
        roster.ban("bob", "a reason");
        let text = text(&Settings::at("192.168.1.5"), "UCOORDINATOR", &roster);
        assert!(text.contains("{ nkey: \"UCOORDINATOR\" }\n"), "{text}");
        assert!(text.contains("\"damier.result.anna.>\", \"damier.hello.anna\"]"), "{text}");
        assert!(text.contains("subscribe: { allow: [\"_INBOX_anna.>\"] }"), "{text}");
        assert!(!text.contains("bob") && !text.contains("UBOB"), "{text}");
        assert_eq!(text.matches("nkey").count(), 2);
    }

    #[test]
    fn it_listens_where_it_is_reached() {
        let own = |host: &str, tls: bool| {
            let tls = tls.then(|| "a".into());
            let (certificate, key) = (tls.clone(), tls);
            let settings = Settings { websocket_port: Some(1), tls_key: key, ..Settings::at(host) };
            let settings = Settings { tls_certificate: certificate, ..settings };
            [
                listen_address(&settings),
                websocket_listen_address(&settings).expect("a port"),
                local_address(&settings),
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
