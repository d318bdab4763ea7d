//! The broker's process: started in the background, found again, reloaded and ended.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use super::{BrokerError, CONFIGURATION, LOCK, LOG, PID, Program, configuration, log::Log, monitor::Monitor};
use crate::{
    host,
    settings::{Place, Settings},
};

/// Time to read what is stored and to listen.
const START: Duration = Duration::from_secs(60);
/// Time to read a new configuration.
const RELOAD: Duration = Duration::from_secs(10);
/// Time to end, after which the stored messages are on the disk.
const STOP: Duration = Duration::from_secs(30);
/// Time between two looks.
const LOOK: Duration = Duration::from_millis(20);

/// Whether a broker lives, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// It does not.
    Ended,
    /// On this machine.
    Here,
    /// On another machine, of this name, which has the same folder.
    Elsewhere(String),
}

/// A broker of a fleet's folder.
#[derive(Debug)]
pub struct Broker<'a> {
    folder: &'a Path,
    settings: &'a Settings,
    place: Place,
}

impl<'a> Broker<'a> {
    /// Returns the broker of `folder` at a place.
    pub(crate) fn of(folder: &'a Path, settings: &'a Settings, place: Place) -> Self {
        Self { folder, settings, place }
    }

    /// Returns where it is.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Returns the path of one of its files.
    pub(crate) fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(self.place.file(ending))
    }

    /// Returns where the broker tells its state.
    pub fn monitor(&self) -> Monitor {
        Monitor::at(self.place.monitor_port)
    }

    /// Returns whether the broker lives, and where: machines may share the folder.
    ///
    /// # Errors
    /// If the file that it locks cannot be opened.
    pub fn state(&self) -> Result<State, BrokerError> {
        let path = self.file(LOCK);
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(State::Ended),
            Err(source) => return Err(BrokerError::Io { path, action: "opened", source }),
        };
        // Shared, so that those who look do not see one another.
        match file.try_lock_shared() {
            Ok(()) => return Ok(State::Ended),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(source)) => {
                return Err(BrokerError::Io { path, action: "locked", source });
            }
        }
        let mut host = String::new();
        match file.read_to_string(&mut host) {
            // One that has just been locked has no name yet.
            Ok(_) if host.is_empty() || host == host::name() => Ok(State::Here),
            Ok(_) => Ok(State::Elsewhere(host)),
            Err(source) => Err(BrokerError::Io { path, action: "read", source }),
        }
    }

    /// Returns whether the broker lives on this machine.
    ///
    /// # Errors
    /// As [`state`](Self::state).
    pub fn is_running(&self) -> Result<bool, BrokerError> {
        Ok(self.state()? == State::Here)
    }

    /// Returns the number of the broker's process, which it writes itself; only while it [runs](Self::is_running).
    ///
    /// # Errors
    /// No file, or no number in it.
    pub fn pid(&self) -> Result<i32, BrokerError> {
        let path = self.file(PID);
        let pid = fs::read_to_string(&path).ok().and_then(|text| text.trim().parse().ok());
        pid.filter(|pid| *pid > 1).ok_or(BrokerError::NoPid(path))
    }

    /// Starts the broker in the background, where it does not run, and waits until it answers. It gets a group of
    /// processes of its own, so that Ctrl-C in this terminal does not reach it.
    ///
    /// # Errors
    /// A port that is taken, a configuration that the program refuses, or no answer within 60 s; then nothing is left
    /// running.
    pub(crate) fn start(&self, program: &Program) -> Result<(), BrokerError> {
        self.check_ports()?;
        let at = |ending: &str| self.file(ending);
        let failing = |path: PathBuf, action| move |source| BrokerError::Io { path, action, source };
        let lock = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(at(LOCK));
        let mut lock = lock.map_err(failing(at(LOCK), "opened"))?;
        // Those who look have it for a moment; another start is held off by the folder's lock.
        lock.lock().map_err(failing(at(LOCK), "locked"))?;
        let named = lock.set_len(0).and_then(|()| lock.write_all(host::name().as_bytes()));
        named.map_err(failing(at(LOCK), "written"))?;
        // From here on a number that is there is that of the new broker.
        match fs::remove_file(at(PID)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(failing(at(PID), "removed")(error));
            }
            _ => {}
        }
        let output = Log::open(&at(LOG)).map_err(failing(at(LOG), "opened"))?;
        let errors = output.try_clone().map_err(failing(at(LOG), "opened"))?;
        let log = Log::from_now(&at(LOG));
        let mut command = Command::new(&program.path);
        command.arg("-c").arg(self.place.file(CONFIGURATION)).current_dir(self.folder).process_group(0);
        let child = command.stdin(lock).stdout(output).stderr(errors).spawn();
        let mut child =
            child.map_err(|source| BrokerError::NotStarted { path: program.path.clone(), source })?;
        // The command keeps the open files, and with them the lock.
        drop(command);
        self.wait_for_answer(&mut child, &log).inspect_err(|_| {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        })
    }

    /// Checks that the broker can listen at its ports, for whose refusal this is a better place than its log.
    fn check_ports(&self) -> Result<(), BrokerError> {
        let place = &self.place;
        let places = [
            ("port", Some(configuration::listen_address(place))),
            ("cluster_port", configuration::cluster_listen_address(place)),
            ("monitor_port", Some(format!("127.0.0.1:{}", place.monitor_port))),
            ("websocket_port", configuration::websocket_listen_address(self.settings, place)),
        ];
        for (key, address) in places {
            let Some(address) = address else { continue };
            if let Err(source) = TcpListener::bind(&address) {
                let settings = self.folder.join(crate::folder::SETTINGS);
                return Err(BrokerError::Port { address, key, settings, source });
            }
        }
        Ok(())
    }

    fn wait_for_answer(&self, child: &mut Child, log: &Log) -> Result<(), BrokerError> {
        let monitor = self.monitor();
        let address = configuration::local_address(&self.place);
        let failed = |what: String| BrokerError::Failed { what, log: self.file(LOG), lines: log.end() };
        let begin = Instant::now();
        while begin.elapsed() < START {
            match child.try_wait() {
                Ok(Some(status)) => return Err(failed(format!("ended at once ({status})"))),
                Ok(None) => {}
                Err(source) => {
                    return Err(BrokerError::Io { path: self.file(LOG), action: "waited for", source });
                }
            }
            // A member of a cluster answers before there are enough others, which may be started after it.
            let answers =
                if self.place.number.is_some() { monitor.server().is_ok() } else { monitor.is_healthy() };
            if answers && TcpStream::connect(&address).is_ok() && self.pid().is_ok() {
                return Ok(());
            }
            thread::sleep(LOOK);
        }
        Err(failed(format!("does not answer at {address} after {} s", START.as_secs())))
    }

    /// Has the running broker read its configuration again, and waits until it has. It ends the connections of workers that
    /// are no longer in it.
    ///
    /// # Errors
    /// A configuration that it does not take on, such as one with another port, or no word within 10 s.
    pub(crate) fn reload(&self) -> Result<(), BrokerError> {
        let monitor = self.monitor();
        let read_at = || {
            let server =
                monitor.server().map_err(|error| BrokerError::NotReloaded { reason: error.to_string() })?;
            Ok(server.config_load_time)
        };
        let before: String = read_at()?;
        let log = Log::from_now(&self.file(LOG));
        self.signal(Signal::SIGHUP)?;
        let begin = Instant::now();
        while begin.elapsed() < RELOAD {
            if read_at()? != before {
                return Ok(());
            }
            if let Some(reason) = log.line_with("Failed to reload") {
                return Err(BrokerError::NotReloaded { reason });
            }
            thread::sleep(LOOK);
        }
        let reason = format!("no word of it after {} s", RELOAD.as_secs());
        Err(BrokerError::NotReloaded { reason })
    }

    /// Ends the broker and waits until it has ended. What it stores stays.
    ///
    /// # Errors
    /// A process that goes on after 30 s.
    pub(crate) fn stop(&self) -> Result<(), BrokerError> {
        let begin = Instant::now();
        self.signal(Signal::SIGTERM)?;
        while self.is_running()? {
            if begin.elapsed() >= STOP {
                let log = self.file(LOG);
                return Err(BrokerError::NotStopped { pid: self.pid()?, seconds: STOP.as_secs(), log });
            }
            thread::sleep(LOOK);
        }
        Ok(())
    }

    fn signal(&self, signal: Signal) -> Result<(), BrokerError> {
        let pid = self.pid()?;
        kill(Pid::from_raw(pid), signal).map_err(|error| BrokerError::Io {
            path: self.file(PID),
            action: "used: the signal is refused",
            source: error.into(),
        })
    }
}
