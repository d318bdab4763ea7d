//! The folder of a fleet: its settings, its workers, their keys, and the broker with what it stores.
//!
//! | file | what it holds |
//! |---|---|
//! | `fleet.toml` | the [`Settings`] |
//! | `workers.toml` | the [`Roster`]: names and public keys of those invited, and of those banned with the reasons |
//! | `keys/NAME.nk` | seeds of the coordinator and of the invited, which the owner alone may read |
//! | `broker.conf`, `broker.log`, `broker.pid`, `broker.lock` | of the program `nats-server`, which runs in this folder |
//! | `broker/` | what the broker stores |
//! | `broker-2.conf`, …, `broker-2/` | the same of the second member of a cluster |
//! | `lock` | locked by commands that change the folder |

#[cfg(unix)]
mod brokers;
mod error;
mod files;

use std::{
    fs,
    path::{Path, PathBuf},
};

pub use self::error::FolderError;
use self::files::{key_file, lock, make_folder, new_seed, read_seed, read_text, write};
use crate::{
    access::{Access, COORDINATOR, public_key},
    broker::configuration,
    class::Class,
    roster::Roster,
    settings::{Place, Settings},
};

/// The file of the settings, without which a folder is no fleet.
pub(crate) const SETTINGS: &str = "fleet.toml";
const WORKERS: &str = "workers.toml";
const KEYS: &str = "keys";

/// The folder of a fleet, with its settings as they were when it was opened.
pub struct Folder {
    path: PathBuf,
    settings: Settings,
    /// The coordinator's.
    seed: String,
}

/// Whether a command had something to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// It did what it was asked for.
    Now,
    /// It had been done before.
    Before,
}

/// The way by which a worker reaches the broker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// TCP, encrypted where the broker has a certificate: `nats://` or `tls://`.
    Tcp,
    /// WebSocket over TLS: `wss://`.
    Websocket,
}

impl Folder {
    /// Opens a fleet's folder.
    ///
    /// # Errors
    /// No fleet, or one whose settings or key cannot be read.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let file = path.join(SETTINGS);
        if !file.exists() {
            return Err(FolderError::NoFleet(path.to_owned()));
        }
        let settings = read_settings(&file)?;
        let seed = read_seed(&key_file(path, COORDINATOR))?;
        Ok(Self { path: path.to_owned(), settings, seed })
    }

    /// Opens a fleet's folder, after it has made what is missing in it: all, or what a `fleet.toml` written by hand lacks.
    /// `settings` are those of a new fleet.
    ///
    /// # Errors
    /// A folder with other files, or what cannot be read or written.
    pub fn create(path: &Path, settings: impl FnOnce() -> Settings) -> Result<Self, FolderError> {
        make_folder(path)?;
        let _lock = lock(path)?;
        let file = path.join(SETTINGS);
        if !file.exists() {
            files::check_empty(path)?;
            write(&file, &settings().to_toml())?;
        }
        // Damaged settings are refused before anything else is made.
        read_settings(&file)?;
        make_folder(&path.join(KEYS))?;
        let key = key_file(path, COORDINATOR);
        if !key.exists() {
            new_seed(&key)?;
        }
        Self::open(path)
    }

    /// Returns the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns how a coordinator reaches the brokers, with all rights: a cluster, and a broker that runs on another machine,
    /// as workers do.
    pub fn coordinator(&self) -> Access {
        let servers = match &self.settings.places()[..] {
            // The certificate is for the name that others use.
            [alone] if self.settings.tls_certificate.is_none() && !self.is_elsewhere() => {
                vec![format!("nats://{}", configuration::local_address(alone))]
            }
            places => self.tcp_servers(places),
        };
        Access { servers, name: COORDINATOR.to_owned(), class: Class::Open, seed: self.seed.clone() }
    }

    /// Whether a broker is known to run on another machine, which shares this folder.
    #[cfg(unix)]
    fn is_elsewhere(&self) -> bool {
        matches!(self.elsewhere(), Ok(Some(_)))
    }

    /// Whether a broker is known to run on another machine, which shares this folder.
    #[cfg(not(unix))]
    fn is_elsewhere(&self) -> bool {
        false
    }

    /// Reads who is invited and who is banned.
    ///
    /// # Errors
    /// A file that cannot be read, or is damaged; without one there are no workers yet.
    pub fn roster(&self) -> Result<Roster, FolderError> {
        let path = self.path.join(WORKERS);
        if !path.exists() {
            return Ok(Roster::default());
        }
        Roster::parse(&read_text(&path)?).map_err(|reason| FolderError::Roster { path, reason })
    }

    /// Returns the address of an invited worker: the same as when it was invited.
    ///
    /// # Errors
    /// A name that is not invited, a seed that is not there, or no WebSocket where that is the way.
    pub fn worker(&self, name: &str, way: Way) -> Result<Access, FolderError> {
        let roster = self.roster()?;
        let Some(worker) = roster.invited(name) else { return Err(not_invited(name, &roster)) };
        let path = key_file(&self.path, name);
        let lost = || FolderError::LostSeed { path: path.clone(), name: name.to_owned() };
        let seed = fs::read_to_string(&path).map_err(|_| lost())?.trim().to_owned();
        if public_key(&seed).as_ref() != Some(&worker.key) {
            return Err(lost());
        }
        Ok(Access { servers: self.servers(way)?, name: name.to_owned(), class: worker.class(), seed })
    }

    /// Returns the addresses at which others reach the brokers.
    ///
    /// # Errors
    /// No WebSocket where that is the way.
    pub fn servers(&self, way: Way) -> Result<Vec<String>, FolderError> {
        let settings = &self.settings;
        let places = settings.places();
        match (way, settings.websocket_port, &settings.websocket_url) {
            (Way::Tcp, ..) => Ok(self.tcp_servers(&places)),
            (Way::Websocket, None, _) => Err(FolderError::NoWebsocket(self.path.join(SETTINGS))),
            (Way::Websocket, Some(port), None) => {
                Ok(places.iter().map(|place| format!("wss://{}:{port}", place.host)).collect())
            }
            (Way::Websocket, Some(_), Some(url)) => {
                // Without a port it is that of HTTPS, which addresses of invitations always have.
                let has_port = url.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
                Ok(vec![if has_port { url.clone() } else { format!("{url}:443") }])
            }
        }
    }

    fn tcp_servers(&self, places: &[Place]) -> Vec<String> {
        let scheme = if self.settings.tls_certificate.is_some() { "tls" } else { "nats" };
        places.iter().map(|place| format!("{scheme}://{}:{}", place.host, place.port)).collect()
    }
}

/// Reads a `fleet.toml`.
fn read_settings(path: &Path) -> Result<Settings, FolderError> {
    let reading = |reason| FolderError::Settings { path: path.to_owned(), reason };
    Settings::parse(&read_text(path)?).map_err(reading)
}

fn not_invited(name: &str, roster: &Roster) -> FolderError {
    let names: Vec<&str> = roster.invited.iter().map(|worker| &*worker.name).collect();
    let invited = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    // Any text may be asked for.
    FolderError::NotInvited { name: name.chars().take(40).collect(), invited }
}

#[cfg(test)]
mod tests;
