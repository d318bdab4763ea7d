//! How a machine reaches a broker: the address of an invitation.

use std::{fmt, net::Ipv6Addr, str::FromStr};

use nkeys::{KeyPair, KeyPairType};
use thiserror::Error;

use crate::class::Class;

/// Name of the coordinator, which no worker may have.
pub const COORDINATOR: &str = "coordinator";
/// The most characters of a name.
const LONGEST_NAME: usize = 32;
/// The most brokers of a cluster that one address names.
const MOST_SERVERS: usize = 16;
/// Schemes with the ports that are meant where none is written: NATS, NATS over TLS, WebSocket over TLS.
const SCHEMES: [(&str, u16); 3] = [("nats", 4222), ("tls", 4222), ("wss", 443)];

/// What a machine needs to connect: the parts of `nats://HOST:PORT/NAME#SEED`.
///
/// `tls://` and `wss://` (WebSocket over TLS) stand for `nats://` alike. A cluster has its brokers before the name, with
/// commas between them: `nats://A:4222,B:4222/NAME#SEED`. A worker that is trusted has `?class=trusted` behind its name.
#[derive(Clone, PartialEq, Eq)]
pub struct Access {
    /// The addresses of the broker, `nats://HOST:PORT` or `wss://HOST:PORT`; several of a cluster.
    pub servers: Vec<String>,
    /// The name of the machine: 1 to 32 of `a` to `z`, `0` to `9` and `-`; the coordinator is `coordinator`.
    pub name: String,
    /// Which items it takes; the broker knows to which it has a right.
    pub class: Class,
    /// The seed of its NKEY, a secret.
    pub seed: String,
}

/// Why a text is no address of an invitation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AccessError {
    /// Another scheme, or none.
    #[error(
        "an address of a fleet begins with nats://, tls:// or wss://; copy the line that `damier fleet invite NAME` printed"
    )]
    Scheme,
    /// Nothing behind the last `/`, or no `/`.
    #[error("the address has no name: nats://HOST:PORT/NAME#SEED is expected")]
    NoName,
    /// No `#`, or nothing behind it.
    #[error(
        "the address has no seed: nats://HOST:PORT/NAME#SEED is expected; put it in quotes, so that the shell leaves `#` alone"
    )]
    NoSeed,
    /// A host or port that cannot be, or too many of them.
    #[error(
        "`{0}` is no HOST:PORT: a name or an IP address is expected ([…] around IPv6), and a port of 1 to 65535"
    )]
    Server(String),
    /// More brokers than a cluster has.
    #[error("the address names {0} brokers, and at most {MOST_SERVERS} are possible")]
    Servers(usize),
    /// Another word behind the name.
    #[error(
        "`?{0}` is no class of a worker: ?class=trusted is expected, or nothing; copy the whole line again"
    )]
    Class(String),
    /// A name that cannot be.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A seed that was cut off or changed, or one of another kind. The seed itself is not shown.
    #[error(
        "the part behind `#` is no seed of a user (58 characters from SU on, with a checksum); copy the whole line again"
    )]
    Seed,
}

/// Why a name cannot be that of a worker.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NameError {
    /// Other characters.
    #[error("`{0}` is no name: 1 to {LONGEST_NAME} of a to z, 0 to 9 and - are expected")]
    Characters(String),
    /// None, or too many characters; they are not shown, for they may be a seed at the wrong place.
    #[error("a name has 1 to {LONGEST_NAME} characters, and {0} are given")]
    Length(usize),
    /// The coordinator's.
    #[error("the name `{COORDINATOR}` is taken by the machine that learns; choose another")]
    Reserved,
}

/// Checks the name of a worker, which is a token of subjects, so that it has no dots and no wildcards.
///
/// # Errors
/// A name with other characters, or the coordinator's.
pub fn check_worker_name(name: &str) -> Result<(), NameError> {
    check_name(name)?;
    if name == COORDINATOR { Err(NameError::Reserved) } else { Ok(()) }
}

fn check_name(name: &str) -> Result<(), NameError> {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let length = name.chars().count();
    if !(1..=LONGEST_NAME).contains(&length) {
        return Err(NameError::Length(length));
    }
    if name.bytes().all(fits) { Ok(()) } else { Err(NameError::Characters(name.to_owned())) }
}

/// Returns the public key of a user's seed; `None` for another text.
pub(crate) fn public_key(seed: &str) -> Option<String> {
    let pair = KeyPair::from_seed(seed).ok()?;
    (pair.key_pair_type() == KeyPairType::User).then(|| pair.public_key())
}

impl Access {
    /// Returns the address that `damier worker` takes. It contains the seed, so that it is a secret.
    pub fn address(&self) -> String {
        let class = match self.class {
            Class::Open => String::new(),
            class => format!("{CLASS}{}", class.word()),
        };
        format!("{}/{}{class}#{}", self.servers.join(","), self.name, self.seed)
    }

    /// Returns the public key of the seed; `None` where that is no seed of a user.
    pub fn public_key(&self) -> Option<String> {
        public_key(&self.seed)
    }
}

/// Returns the name that a machine's connections have in the broker's lists.
pub fn connection_name(machine: &str) -> String {
    format!("damier {machine}")
}

/// Returns the first part of the subjects of answers to a machine, which no other may hear.
pub(crate) fn inbox(machine: &str) -> String {
    format!("_INBOX_{machine}")
}

impl fmt::Debug for Access {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = out.debug_struct("Access");
        fields.field("servers", &self.servers).field("name", &self.name).field("class", &self.class);
        fields.finish_non_exhaustive()
    }
}

impl FromStr for Access {
    type Err = AccessError;

    /// Reads what [`Access::address`] writes. Brokers after the first may leave out the scheme, all of them the port.
    fn from_str(text: &str) -> Result<Self, AccessError> {
        let text = text.trim();
        let (mut scheme, rest) = scheme_of(text).ok_or(AccessError::Scheme)?;
        let (place, seed) = rest.split_once('#').unwrap_or((rest, ""));
        let (hosts, name) = place.rsplit_once('/').ok_or(AccessError::NoName)?;
        let (name, class) = class_of(name)?;
        let count = hosts.split(',').count();
        if count > MOST_SERVERS {
            return Err(AccessError::Servers(count));
        }
        let mut servers = Vec::with_capacity(count);
        for part in hosts.split(',') {
            let (own, host) = scheme_of(part).unwrap_or((scheme, part));
            scheme = own;
            servers.push(server(scheme, host)?);
        }
        if name.is_empty() {
            return Err(AccessError::NoName);
        }
        check_name(name)?;
        if seed.is_empty() {
            return Err(AccessError::NoSeed);
        }
        public_key(seed).ok_or(AccessError::Seed)?;
        Ok(Self { servers, name: name.to_owned(), class, seed: seed.to_owned() })
    }
}

/// What the class of a worker follows behind its name.
const CLASS: &str = "?class=";

/// Splits a text into a name and the class behind it.
fn class_of(text: &str) -> Result<(&str, Class), AccessError> {
    let Some((name, query)) = text.split_once('?') else { return Ok((text, Class::Open)) };
    let class = text[name.len()..].strip_prefix(CLASS).and_then(|word| word.parse().ok());
    let wrong = || AccessError::Class(query.chars().take(40).collect());
    Ok((name, class.ok_or_else(wrong)?))
}

/// A scheme and the port that it means.
type Scheme = (&'static str, u16);

/// Splits a text into its scheme and what follows `://`; `None` without a known scheme.
fn scheme_of(text: &str) -> Option<(Scheme, &str)> {
    SCHEMES.iter().find_map(|scheme| Some((*scheme, text.strip_prefix(scheme.0)?.strip_prefix("://")?)))
}

/// Returns `SCHEME://HOST:PORT` of a text `HOST` or `HOST:PORT`.
fn server((scheme, default): Scheme, text: &str) -> Result<String, AccessError> {
    let wrong = || AccessError::Server(text.chars().take(80).collect());
    let (host, port) = match text.rsplit_once(':') {
        // The colon may be one of an IPv6 address, which is in brackets.
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().map_err(|_| wrong())?),
        _ => (text, default),
    };
    if port == 0 || !is_host(host) {
        return Err(wrong());
    }
    Ok(format!("{scheme}://{host}:{port}"))
}

/// Returns whether a text may be a host: a name, an IPv4 address, or an IPv6 address in brackets.
pub(crate) fn is_host(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix('[') {
        return rest.strip_suffix(']').is_some_and(|inner| inner.parse::<Ipv6Addr>().is_ok());
    }
    // The longest name of DNS.
    const LONGEST: usize = 253;
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed() -> String {
        KeyPair::new_user().seed().expect("a new pair has its seed")
    }

    fn read(text: &str) -> Result<Access, AccessError> {
        text.parse()
    }

    #[test]
    fn an_address_that_was_printed_is_read_as_it_was() {
        let hosts = ["192.168.1.5", "localhost", "fleet.example.org", "[::1]", "[2001:db8::7]", "a_b-c"];
        for (index, host) in hosts.iter().enumerate() {
            for (scheme, port) in SCHEMES {
                let servers = |count| (0..count).map(|more| format!("{scheme}://{host}:{}", port + more));
                for count in [1, 3] {
                    let name = format!("anna-{index}");
                    for class in Class::ALL {
                        let (servers, name) = (servers(count).collect(), name.clone());
                        let access = Access { servers, name, class, seed: seed() };
                        assert_eq!(read(&access.address()), Ok(access));
                    }
                }
            }
        }
        let mixed = vec!["nats://a:1".to_owned(), "wss://b:65535".to_owned()];
        let access =
            Access { servers: mixed, name: COORDINATOR.to_owned(), class: Class::Open, seed: seed() };
        assert_eq!(read(&access.address()), Ok(access));
    }

    #[test]
    fn ports_and_later_schemes_may_be_left_out() {
        let seed = seed();
        for (text, servers) in [
            ("nats://a", vec!["nats://a:4222"]),
            ("wss://a,b:8443,[::1]", vec!["wss://a:443", "wss://b:8443", "wss://[::1]:443"]),
            ("tls://a,nats://b,c", vec!["tls://a:4222", "nats://b:4222", "nats://c:4222"]),
        ] {
            let access = read(&format!(" {text}/anna#{seed}\n")).expect(text);
            assert_eq!(
                (access.servers, access.name),
                (servers.iter().map(|s| s.to_string()).collect(), "anna".into())
            );
        }
    }

    #[test]
    fn what_is_wrong_is_named_and_no_seed_is_shown() {
        let seed = seed();
        let (cut, other) = (&seed[..57], KeyPair::new_account().seed().expect("a seed"));
        let public = public_key(&seed).expect("a user's");
        for (text, error) in [
            (format!("http://a/anna#{seed}"), AccessError::Scheme),
            (format!("a:4222/anna#{seed}"), AccessError::Scheme),
            (String::new(), AccessError::Scheme),
            (format!("nats://a:4222#{seed}"), AccessError::NoName),
            (format!("nats://a:4222/#{seed}"), AccessError::NoName),
            ("nats://a:4222/anna".to_owned(), AccessError::NoSeed),
            ("nats://a:4222/anna#".to_owned(), AccessError::NoSeed),
            (format!("nats://a:4222/anna#{cut}"), AccessError::Seed),
            (format!("nats://a:4222/anna#{other}"), AccessError::Seed),
            (format!("nats://a:4222/anna#{public}"), AccessError::Seed),
            (format!("nats://a:4222/Anna#{seed}"), NameError::Characters("Anna".into()).into()),
            (format!("nats://a:4222/a.b#{seed}"), NameError::Characters("a.b".into()).into()),
            (format!("nats://a:4222/anna{seed}"), NameError::Length(62).into()),
            (format!("nats://a:4222/anna?class=best#{seed}"), AccessError::Class("class=best".into())),
            (format!("nats://a:4222/anna?trusted#{seed}"), AccessError::Class("trusted".into())),
            (format!("nats://a:0/anna#{seed}"), AccessError::Server("a:0".into())),
            (format!("nats://a:65536/anna#{seed}"), AccessError::Server("a:65536".into())),
            (format!("nats://a:x/anna#{seed}"), AccessError::Server("a:x".into())),
            (format!("nats://::1/anna#{seed}"), AccessError::Server("::1".into())),
            (format!("nats://a b/anna#{seed}"), AccessError::Server("a b".into())),
            (format!("nats://user:word@a/anna#{seed}"), AccessError::Server("user:word@a".into())),
            (format!("nats://{}a/anna#{seed}", "a,".repeat(16)), AccessError::Servers(17)),
        ] {
            let found = read(&text).expect_err(&text);
            assert_eq!(found, error, "{text}");
            assert!(!found.to_string().contains(cut) && !found.to_string().contains('\n'), "{found}");
        }
        let access = read(&format!("nats://a/anna#{seed}")).expect("an address");
        assert!(!format!("{access:?}").contains(&seed[4..]));
    }

    #[test]
    fn no_text_makes_the_reader_panic() {
        let whole = format!("nats://a:1,[::1]:2/anna?class=trusted#{}", seed());
        for end in 0..=whole.len() {
            for insert in ["", "/", "#", "?", ":", "[", "]", ",", "é", "\0", "://"] {
                let text = format!("{}{insert}{}", &whole[..end], &whole[end..]);
                if let Ok(access) = read(&text) {
                    assert_eq!(read(&access.address()), Ok(access), "{text}");
                }
                let _ = read(&format!("{}{insert}", &whole[..end]));
            }
        }
    }

    #[test]
    fn names_of_workers_are_tokens_of_subjects() {
        for name in ["a", "worker", "node-17", "-", &"x".repeat(32)] {
            assert_eq!(check_worker_name(name), Ok(()), "{name}");
        }
        for name in ["A", "a.b", "a*", "a>", "a b", "ä", "a_b"] {
            assert_eq!(check_worker_name(name), Err(NameError::Characters(name.to_owned())));
        }
        for length in [0, 33] {
            assert_eq!(check_worker_name(&"x".repeat(length)), Err(NameError::Length(length)));
        }
        assert_eq!(check_worker_name("coordinator"), Err(NameError::Reserved));
    }
}
