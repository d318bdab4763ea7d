//! The folder of a fleet: its settings, its workers, their keys, and the broker with what it stores.
//!
//! | file | what it holds |
//! |---|---|
//! | `fleet.toml` | the [`Settings`] |
//! | `workers.toml` | the [`Roster`]: names and public keys of those invited, and of those banned with the reasons |
//! | `keys/NAME.nk` | seeds of the coordinator and of the invited, which the owner alone may read |
//! | `broker.conf`, `broker.log`, `broker.pid`, `broker.lock` | of the program `nats-server`, which runs in this folder |
//! | `broker/` | what the broker stores |
//! | `lock` | locked by commands that change the folder |

mod error;
mod files;

use std::{
    fs,
    path::{Path, PathBuf},
};

pub use self::error::FolderError;
use self::files::{key_file, lock, make_folder, new_seed, read_seed, read_text, write};
#[cfg(unix)]
use crate::{
    access::check_worker_name,
    broker::{Broker, CONFIGURATION, Program},
};
use crate::{
    access::{Access, COORDINATOR, public_key},
    broker::configuration,
    roster::Roster,
    settings::Settings,
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

    /// Returns how a coordinator on the broker's machine reaches it, with all rights.
    pub fn coordinator(&self) -> Access {
        let settings = &self.settings;
        let server = match settings.tls_certificate {
            // The certificate is for the name that others use.
            Some(_) => format!("tls://{}:{}", settings.host, settings.port),
            None => format!("nats://{}", configuration::local_address(settings)),
        };
        Access { servers: vec![server], name: COORDINATOR.to_owned(), seed: self.seed.clone() }
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
        Ok(Access { servers: vec![self.server(way)?], name: name.to_owned(), seed })
    }

    /// Returns the address at which others reach the broker.
    ///
    /// # Errors
    /// No WebSocket where that is the way.
    pub fn server(&self, way: Way) -> Result<String, FolderError> {
        let settings = &self.settings;
        let host = &settings.host;
        match (way, settings.websocket_port, &settings.websocket_url) {
            (Way::Tcp, ..) => {
                let scheme = if settings.tls_certificate.is_some() { "tls" } else { "nats" };
                Ok(format!("{scheme}://{host}:{}", settings.port))
            }
            (Way::Websocket, None, _) => Err(FolderError::NoWebsocket(self.path.join(SETTINGS))),
            (Way::Websocket, Some(port), None) => Ok(format!("wss://{host}:{port}")),
            (Way::Websocket, Some(_), Some(url)) => {
                // Without a port it is that of HTTPS, which addresses of invitations always have.
                let has_port = url.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
                Ok(if has_port { url.clone() } else { format!("{url}:443") })
            }
        }
    }

    /// Returns the public key of the coordinator and the broker's configuration with these workers.
    fn configuration(&self, roster: &Roster) -> Result<String, FolderError> {
        let key =
            public_key(&self.seed).ok_or_else(|| FolderError::Seed(key_file(&self.path, COORDINATOR)))?;
        Ok(configuration::text(&self.settings, &key, roster))
    }
}

/// What changes the running broker, by signals, which other systems have not.
#[cfg(unix)]
impl Folder {
    /// Returns the broker of this fleet.
    pub fn broker(&self) -> Broker<'_> {
        Broker::of(&self.path, &self.settings)
    }

    /// Invites a worker; one that is invited already stays so. A running broker lets it in at once.
    ///
    /// # Errors
    /// A name that cannot be or is banned, files that cannot be written, or a broker that does not take it on.
    pub fn invite(&self, name: &str) -> Result<Done, FolderError> {
        check_worker_name(name)?;
        let _lock = lock(&self.path)?;
        let mut roster = self.roster()?;
        if let Some(banned) = roster.banned(name) {
            return Err(FolderError::Banned { name: name.to_owned(), reason: banned.reason.clone() });
        }
        if roster.invited(name).is_some() {
            // A kill may have come between the list and the broker.
            self.configure(&roster)?;
            return Ok(Done::Before);
        }
        roster.invite(name, new_seed(&key_file(&self.path, name))?);
        self.write_roster(&roster)?;
        self.configure(&roster)?;
        Ok(Done::Now)
    }

    /// Bans a worker: a running broker ends its connections and lets it in no more. Its name is not given again.
    ///
    /// # Errors
    /// A name that is not invited, files that cannot be written, or a broker that does not take it on.
    pub fn ban(&self, name: &str, reason: &str) -> Result<Done, FolderError> {
        let _lock = lock(&self.path)?;
        let mut roster = self.roster()?;
        let done = if roster.banned(name).is_some() { Done::Before } else { Done::Now };
        if done == Done::Now {
            if !roster.ban(name, reason) {
                return Err(not_invited(name, &roster));
            }
            self.write_roster(&roster)?;
        }
        self.configure(&roster)?;
        // The broker knows it no longer, so that a seed that stays would do no harm.
        let _ = fs::remove_file(key_file(&self.path, name));
        Ok(done)
    }

    /// Starts the broker and waits until it answers. One that runs takes on what has changed.
    ///
    /// # Errors
    /// What keeps it from running; then nothing is left running.
    pub fn up(&self, program: &Program) -> Result<Done, FolderError> {
        let _lock = lock(&self.path)?;
        let roster = self.roster()?;
        if self.broker().is_running()? {
            self.configure(&roster)?;
            return Ok(Done::Before);
        }
        write(&self.path.join(CONFIGURATION), &self.configuration(&roster)?)?;
        self.broker().start(program)?;
        Ok(Done::Now)
    }

    /// Ends the broker, if it runs, and waits until it has ended.
    ///
    /// # Errors
    /// A broker that does not end.
    pub fn down(&self) -> Result<Done, FolderError> {
        let _lock = lock(&self.path)?;
        if !self.broker().is_running()? {
            return Ok(Done::Before);
        }
        self.broker().stop()?;
        Ok(Done::Now)
    }

    /// Writes the broker's configuration, and has a running broker read it.
    fn configure(&self, roster: &Roster) -> Result<(), FolderError> {
        write(&self.path.join(CONFIGURATION), &self.configuration(roster)?)?;
        if self.broker().is_running()? {
            self.broker().reload()?;
        }
        Ok(())
    }

    fn write_roster(&self, roster: &Roster) -> Result<(), FolderError> {
        write(&self.path.join(WORKERS), &roster.to_toml())
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
