//! How long `damier engine` takes to answer while it searches: `isready` and `stop`, over UCI.
//!
//! ```text
//! cargo run --release -p damier-protocol --example latency -- ROUNDS PROGRAM [ARGUMENTS]
//! cargo run --release -p damier-protocol --example latency -- 200 target/release/damier engine
//! ```

#![allow(clippy::print_stdout, reason = "it is a program that prints")]

use std::{
    error::Error,
    io::{BufRead, BufReader, Lines, Write},
    process::{ChildStdin, ChildStdout, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use damier_protocol::uci::{self, Go, Reply, Start};

/// How long each search has run when it is disturbed.
const UNDISTURBED: Duration = Duration::from_millis(30);

struct Engine {
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn say(&mut self, command: &uci::Command) -> Result<(), Box<dyn Error>> {
        Ok(writeln!(self.input, "{command}")?)
    }

    fn wait_for(&mut self, wanted: impl Fn(&Reply) -> bool) -> Result<(), Box<dyn Error>> {
        loop {
            let line = self.lines.next().ok_or("the engine is gone")??;
            if wanted(&Reply::parse(&line)) {
                return Ok(());
            }
        }
    }

    /// Milliseconds from a command to its answer.
    fn time(
        &mut self,
        command: &uci::Command,
        wanted: impl Fn(&Reply) -> bool,
    ) -> Result<f64, Box<dyn Error>> {
        let start = Instant::now();
        self.say(command)?;
        self.wait_for(wanted)?;
        Ok(start.elapsed().as_secs_f64() * 1000.0)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rounds: usize = arguments.next().ok_or("how many rounds?")?.parse()?;
    let program = arguments.next().ok_or("which program?")?;
    let mut child =
        Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let input = child.stdin.take().ok_or("no input")?;
    let lines = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
    let mut engine = Engine { input, lines };
    engine.say(&uci::Command::Uci)?;
    engine.wait_for(|reply| *reply == Reply::UciOk)?;
    let (mut ready, mut stopped) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        engine.say(&uci::Command::Position { start: Start::Usual, moves: Vec::new() })?;
        engine.say(&uci::Command::Go(Box::new(Go { infinite: Some(()), ..Go::default() })))?;
        sleep(UNDISTURBED);
        ready.push(engine.time(&uci::Command::IsReady, |reply| *reply == Reply::ReadyOk)?);
        sleep(UNDISTURBED);
        stopped.push(engine.time(&uci::Command::Stop, |reply| matches!(reply, Reply::BestMove { .. }))?);
    }
    engine.say(&uci::Command::Quit)?;
    child.wait()?;
    for (what, mut times) in [("isready", ready), ("stop", stopped)] {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!("{what:8} median {:.2} ms, 99 % {:.2} ms, longest {:.2} ms", at(0.5), at(0.99), at(1.0));
    }
    Ok(())
}
