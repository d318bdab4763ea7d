//! `damier serve`: the page in the browser, and its JSON API.

use std::{
    io::{self, Write},
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    process::{Command, Stdio},
    sync::Arc,
    time::Duration,
};

use clap::Args;
use damier_engine::{engine::Judge, net::Net};
use damier_page::{Server, Settings, random_token};

use crate::{
    arguments::{duration_text, endgame_folder, game_choice},
    terminal::{self, interrupt},
};

/// Most searches, and the most memory for each, that make any sense.
const MOST_SEARCHES: u64 = 1024;
const MOST_MEMORY_MIB: u64 = 1 << 20;
/// Bytes of the shortest token that is taken.
const SHORTEST_TOKEN: usize = 16;

/// Play, analyse and watch in a browser
#[derive(Args, Debug)]
#[command(after_help = "\
The page is at the address that is printed; Ctrl-C ends it. It needs nothing else, no other host and no installation.
Programs use the same address: docs/reference/http-api.md describes its JSON API.

Only this computer reaches 127.0.0.1, the default. At any other address everyone in the network does, so that the page
asks for a token: the one of --token, or one that is made at random and printed. Nothing is encrypted: outside a network
that you trust, put a proxy with TLS in front and name its host with --host.

Examples:
  damier serve                                  play against the nets that come with damier
  damier serve --open                           and open it in the browser
  damier serve --net runs/russian-quick/nets/final.dmn
  damier serve --runs /data/runs                and watch the runs in that folder
  damier serve --games matches                  and watch what `damier match --dir matches/one` plays
  damier serve --address 0.0.0.0:7575 --searches 4
                                                for the whole network, with a token")]
pub(crate) struct Options {
    /// Where to listen; port 0 is any free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7575")]
    address: SocketAddr,
    /// A name under which browsers reach it, beside its IP addresses and localhost; may be given several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The token that requests have to carry [default at other addresses than loopback: one made at random]
    #[arg(long, value_name = "TOKEN", value_parser = token)]
    token: Option<String>,
    /// Searches that run at the same time, one thread each [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_SEARCHES))]
    searches: Option<u64>,
    /// Bound on the memory of the tree or table of each search; twice as many are kept as may run
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=MOST_MEMORY_MIB))]
    memory: u64,
    /// The longest time of a search
    #[arg(long, value_name = "DURATION", default_value = "5m", value_parser = duration_text::parse)]
    longest: Duration,
    /// A net to judge its game by, in place of the one that comes with damier; may be given several times
    #[arg(long, value_name = "FILE")]
    net: Vec<PathBuf>,
    /// The folder whose runs are shown, live; nothing in it is changed
    #[arg(long, value_name = "DIR", default_value = "runs")]
    runs: PathBuf,
    /// The folder of endgame tables (`damier endgames build`) that searches ask
    #[arg(long, value_name = "DIR")]
    endgames: Option<PathBuf>,
    /// The folder whose matches, tournaments and leagues are shown while they are played; nothing in it is changed
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

/// Reads a token: it has to fit into a header, and not be guessed.
fn token(text: &str) -> Result<String, String> {
    if text.len() < SHORTEST_TOKEN || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(format!(
            "a token has at least {SHORTEST_TOKEN} letters, digits or signs of ASCII; without --token one is made"
        ));
    }
    Ok(text.to_owned())
}

pub(crate) fn execute(options: &Options) -> anyhow::Result<()> {
    let token = match &options.token {
        None => token_for(options.address)?,
        given => given.clone(),
    };
    if let Some(folder) = options.games.as_ref().filter(|folder| !folder.is_dir()) {
        anyhow::bail!(
            "{}: there is no such folder; give --games the one that has those of --dir",
            folder.display()
        );
    }
    if let Some(folder) = &options.endgames {
        endgame_folder::check(None, folder)?;
    }
    let default = Settings::at(options.address);
    let server = Server::bind(Settings {
        hosts: options.host.iter().map(|name| name.trim_end_matches('.').to_ascii_lowercase()).collect(),
        token: token.clone(),
        searches: options.searches.map_or(default.searches, |searches| searches as usize),
        memory_mib: options.memory as usize,
        longest_search: options.longest,
        nets: nets(&options.net)?,
        runs: Some(options.runs.clone()),
        endgames: options.endgames.clone(),
        games: options.games.clone(),
        ..default
    })?;
    // Ctrl-C is handled before the address is printed, since its reader may end the server at once.
    let stop = server.stop_handle();
    interrupt::asking(move || stop.stop())?;
    let url = url(server.address()?);
    let mut out = terminal::report();
    writeln!(out, "damier is at {url} (Ctrl-C ends it)")?;
    tell_token(&mut out, token.as_deref())?;
    if options.open {
        open(&url);
    }
    Ok(server.run()?)
}

/// Returns a random token for an address that others reach; `None` for one that they do not.
pub(super) fn token_for(address: SocketAddr) -> io::Result<Option<String>> {
    (!address.ip().is_loopback()).then(random_token).transpose()
}

/// Prints the token, where there is one.
pub(super) fn tell_token(out: &mut impl Write, token: Option<&str>) -> io::Result<()> {
    if let Some(token) = token {
        writeln!(out, "it asks for this token: {token}")?;
    }
    out.flush()
}

/// Reads nets, each of a game that this program has.
fn nets(paths: &[PathBuf]) -> anyhow::Result<Vec<Arc<Net>>> {
    let mut nets: Vec<Arc<Net>> = Vec::new();
    for path in paths {
        let net = Arc::new(Net::read(path)?);
        let game = &net.arch().game;
        Judge::Net(Arc::clone(&net)).check_fits(&game_choice::open(game)?)?;
        if nets.iter().any(|other| other.arch().game == *game) {
            anyhow::bail!("{}: another --net is of {game}, too; name one", path.display());
        }
        nets.push(net);
    }
    Ok(nets)
}

/// The address of the page for people on this computer.
pub(super) fn url(address: SocketAddr) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => "127.0.0.1".to_owned(),
        IpAddr::V6(ip) if ip.is_unspecified() => "[::1]".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    format!("http://{ip}:{}/", address.port())
}

/// Opens the page in the browser of the system.
fn open(url: &str) {
    let (program, first): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(first).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        // The page runs all the same.
        let _ = writeln!(
            std::io::stderr(),
            "no browser was opened ({program}: {error}); open the address yourself"
        );
    }
}
