//! The brokers of a fleet's folder, and what changes those that run here, by signals, which other systems have not.

use std::fs;

use damier_files::sha256;

use super::{
    Done, Folder, FolderError, SETTINGS, WORKERS,
    files::{key_file, lock, new_seed, write, write_secret},
    not_invited,
};
use crate::{
    access::{COORDINATOR, check_worker_name, public_key},
    broker::{Broker, BrokerError, CONFIGURATION, Program, State, configuration::Configuration},
    roster::Roster,
};

impl Folder {
    /// Returns the brokers of this fleet: the only one, or the members of a cluster in their order.
    pub fn brokers(&self) -> Vec<Broker<'_>> {
        let places = self.settings.places();
        places.into_iter().map(|place| Broker::of(&self.path, &self.settings, place)).collect()
    }

    /// Returns the brokers of this fleet that run on this machine.
    ///
    /// # Errors
    /// If that cannot be found out.
    pub fn running(&self) -> Result<Vec<Broker<'_>>, FolderError> {
        let mut running = Vec::new();
        for broker in self.brokers() {
            if broker.is_running()? {
                running.push(broker);
            }
        }
        Ok(running)
    }

    /// Returns the broker of this machine: the only one, or the `member` of a cluster that is named, or else the one that
    /// runs here or has an address of this machine.
    ///
    /// # Errors
    /// A member that there is not, or none is named and none or several are of this machine.
    pub fn broker(&self, member: Option<usize>) -> Result<Broker<'_>, FolderError> {
        let mut brokers = self.brokers();
        match member {
            Some(member) if !self.settings.is_cluster() => {
                return Err(FolderError::NoCluster { member, path: self.path.join(SETTINGS) });
            }
            Some(_) => brokers.retain(|broker| broker.place().number == member),
            None if self.settings.is_cluster() => {
                let running = self.running()?;
                match running.is_empty() {
                    true => brokers.retain(|broker| broker.place().is_here()),
                    false => brokers = running,
                }
            }
            None => {}
        }
        let count = brokers.len();
        match (brokers.pop(), member) {
            (Some(broker), _) if count == 1 => Ok(broker),
            (_, Some(member)) => Err(FolderError::NoMember(member)),
            (_, None) => {
                let hosts: Vec<String> =
                    self.settings.members.iter().map(|member| member.host.clone()).collect();
                Err(FolderError::WhichMember { count, hosts: hosts.join(", ") })
            }
        }
    }

    /// Invites a worker; one that is invited already stays so. Brokers that run here let it in at once.
    ///
    /// # Errors
    /// A name that cannot be or is banned, files that cannot be written, or a broker that does not take it on.
    pub fn invite(&self, name: &str) -> Result<Done, FolderError> {
        check_worker_name(name)?;
        let _lock = lock(&self.path)?;
        self.check_reach()?;
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

    /// Trusts a worker with games that no other machine repeats; its address is another one from then on. Brokers that run
    /// here give it such games at once.
    ///
    /// # Errors
    /// A name that is not invited, files that cannot be written, or a broker that does not take it on.
    pub fn trust(&self, name: &str) -> Result<Done, FolderError> {
        let _lock = lock(&self.path)?;
        self.check_reach()?;
        let mut roster = self.roster()?;
        if roster.invited(name).is_none() {
            return Err(not_invited(name, &roster));
        }
        let done = if roster.trust(name) { Done::Now } else { Done::Before };
        if done == Done::Now {
            self.write_roster(&roster)?;
        }
        // A kill may have come between the list and the broker.
        self.configure(&roster)?;
        Ok(done)
    }

    /// Bans a worker: brokers that run here end its connections and let it in no more. Its name is not given again.
    ///
    /// # Errors
    /// A name that is not invited, files that cannot be written, or a broker that does not take it on.
    pub fn ban(&self, name: &str, reason: &str) -> Result<Done, FolderError> {
        let _lock = lock(&self.path)?;
        self.check_reach()?;
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

    /// Starts a broker of this fleet and waits until it answers. One that runs takes on what has changed.
    ///
    /// # Errors
    /// What keeps it from running, then nothing is left running; or it runs on another machine.
    pub fn up(&self, broker: &Broker<'_>, program: &Program) -> Result<Done, FolderError> {
        let _lock = lock(&self.path)?;
        let state = broker.state()?;
        if let State::Elsewhere(host) = state {
            return Err(BrokerError::Elsewhere(host).into());
        }
        self.configure(&self.roster()?)?;
        if state == State::Here {
            return Ok(Done::Before);
        }
        broker.start(program)?;
        Ok(Done::Now)
    }

    /// Ends the brokers of this fleet that run here, and waits until they have ended.
    ///
    /// # Errors
    /// A broker that does not end, or none runs here and one does on another machine.
    pub fn down(&self) -> Result<Done, FolderError> {
        let _lock = lock(&self.path)?;
        let running = self.running()?;
        if running.is_empty()
            && let Some(host) = self.elsewhere()?
        {
            return Err(BrokerError::Elsewhere(host).into());
        }
        for broker in &running {
            broker.stop()?;
        }
        Ok(if running.is_empty() { Done::Before } else { Done::Now })
    }

    /// Returns the name of another machine on which a broker of this folder runs: machines may share it.
    ///
    /// # Errors
    /// If that cannot be found out.
    pub fn elsewhere(&self) -> Result<Option<String>, FolderError> {
        for broker in self.brokers() {
            if let State::Elsewhere(host) = broker.state()? {
                return Ok(Some(host));
            }
        }
        Ok(None)
    }

    /// Refuses changes that the only broker would not learn of. Members of a cluster elsewhere are brought up to date by
    /// hand.
    fn check_reach(&self) -> Result<(), FolderError> {
        match self.elsewhere()? {
            Some(host) if !self.settings.is_cluster() => Err(BrokerError::Elsewhere(host).into()),
            _ => Ok(()),
        }
    }

    /// Writes the configurations of all brokers, and has those that run here read them.
    fn configure(&self, roster: &Roster) -> Result<(), FolderError> {
        let coordinator =
            public_key(&self.seed).ok_or_else(|| FolderError::Seed(key_file(&self.path, COORDINATOR)))?;
        // All machines that have the folder come to the same.
        let secret = sha256(format!("routes of {}", self.seed).as_bytes());
        let configuration =
            Configuration { settings: &self.settings, coordinator: &coordinator, secret: &secret, roster };
        for broker in self.brokers() {
            write_secret(&broker.file(CONFIGURATION), &configuration.text(broker.place()))?;
            if broker.is_running()? {
                broker.reload()?;
            }
        }
        Ok(())
    }

    fn write_roster(&self, roster: &Roster) -> Result<(), FolderError> {
        write(&self.path.join(WORKERS), &roster.to_toml())
    }
}
