//! `damier run --watch`: the page of the run, as long as it goes on.

use std::{
    io::Write as _,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, absolute},
    thread::{self, JoinHandle},
};

use anyhow::{Context as _, bail};
use damier_page::{ServeError, Server, ServerStop, Settings};

use crate::{commands::serve, terminal};

/// The port of `damier serve`.
const USUAL_PORT: u16 = 7575;

/// The server of the page; it ends when it is dropped.
pub(super) struct Page {
    stop: ServerStop,
    thread: Option<JoinHandle<()>>,
}

impl Page {
    /// Serves the page of the run in `root`, and prints its address.
    ///
    /// # Errors
    /// The address is taken, or none of this computer.
    pub(super) fn open(address: Option<SocketAddr>, root: &Path) -> anyhow::Result<Self> {
        let run = absolute(root).with_context(|| root.display().to_string())?;
        let (Some(folder), Some(name)) = (run.parent(), run.file_name()) else {
            bail!("{}: is no folder within another one, as --watch needs; give another --dir", root.display())
        };
        let bind = |address: SocketAddr| -> anyhow::Result<_> {
            let token = serve::token_for(address)?;
            // One search at a time: the processor is the run's.
            let settings =
                Settings { token: token.clone(), runs: Some(folder.to_owned()), ..Settings::at(address) };
            Ok(Server::bind(Settings { searches: 1, ..settings }).map(|server| (server, token)))
        };
        let usual = SocketAddr::from((Ipv4Addr::LOCALHOST, USUAL_PORT));
        let (server, token) = match bind(address.unwrap_or(usual))? {
            Err(ServeError::Address { .. }) if address.is_none() => bind(SocketAddr::new(usual.ip(), 0))?,
            bound => bound,
        }
        .context("--watch")?;
        let mut out = terminal::report();
        writeln!(
            out,
            "watch it at {}#runs/{}",
            serve::url(server.address()?),
            escaped(name.as_encoded_bytes())
        )?;
        serve::tell_token(&mut out, token.as_deref())?;
        let stop = server.stop_handle();
        let serving = move || {
            if let Err(error) = server.run() {
                // The run goes on without it.
                let _ = writeln!(std::io::stderr(), "the page has ended: {error}");
            }
        };
        Ok(Self { stop, thread: Some(thread::spawn(serving)) })
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Returns a name as it stands in an address (RFC 3986, section 2.1).
fn escaped(name: &[u8]) -> String {
    let escape = |byte: &u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(*byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    name.iter().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn names_are_escaped_in_addresses() {
        assert_eq!(escaped(b"russian-quick.2"), "russian-quick.2");
        assert_eq!(escaped("a b/ü".as_bytes()), "a%20b%2F%C3%BC");
    }
}
