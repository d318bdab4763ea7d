//! What a result has cost its worker, as it says itself: for figures and for copies of items that take long, not for trust.

/// The header of a result's part that has its effort.
pub const EFFORT_HEADER: &str = "Damier-Effort";

/// The longest name of a process.
const LONGEST_NAME: usize = 64;
/// The most threads.
const MOST_THREADS: u32 = 4_096;
/// The longest that an item may have taken, in seconds.
const LONGEST: f64 = 1e6;

/// What a result has cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Effort {
    /// What the process that played calls itself: several may have the name of one worker.
    pub process: String,
    /// Threads that played.
    pub threads: u32,
    /// Seconds from the item to the result.
    pub seconds: f64,
    /// The time that the worker gave a move, for that of the match; `None` where time does not bound moves.
    pub scale: Option<f64>,
}

/// The most time that a worker gives a move, for that of the match, and its inverse the least.
pub const MOST_SCALE: f64 = 16.0;

/// Whether a worker may give a move `scale` times the time of the match.
pub fn is_scale(scale: f64) -> bool {
    (1.0 / MOST_SCALE..=MOST_SCALE).contains(&scale)
}

impl Effort {
    /// Reads the text of a header; `None` where it is none of an effort.
    pub fn parse(text: &str) -> Option<Self> {
        let mut tokens = text.split(' ');
        let process = tokens.next()?;
        let threads = tokens.next()?.parse().ok()?;
        let seconds = tokens.next()?.parse().ok()?;
        let scale = match tokens.next() {
            Some(token) => Some(token.parse().ok().filter(|scale| is_scale(*scale))?),
            None => None,
        };
        let is_name = (1..=LONGEST_NAME).contains(&process.len())
            && process.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_possible = threads <= MOST_THREADS && (0.0..=LONGEST).contains(&seconds);
        let whole = tokens.next().is_none() && is_name && is_possible;
        whole.then(|| Self { process: process.to_owned(), threads, seconds, scale })
    }

    /// Returns the text of its header.
    pub fn text(&self) -> String {
        let scale = self.scale.map_or_else(String::new, |scale| format!(" {scale:.4}"));
        format!("{} {} {:.3}{scale}", self.process, self.threads, self.seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        for scale in [None, Some(1.25)] {
            let effort = Effort { process: "Xz8".to_owned(), threads: 12, seconds: 0.125, scale };
            assert_eq!(Effort::parse(&effort.text()), Some(effort));
        }
        for wrong in [
            "",
            "a",
            "a 1",
            "a 1 2 17",
            "a 1 -1",
            "a 1 nan",
            "a 1 inf",
            "a 9999 1",
            " 1 1",
            "a.b 1 1",
            "a x 1",
            "a 1 2 0",
            "a 1 2 nan",
            "a 1 2 -1",
            "a 1 2 1 1",
        ] {
            assert_eq!(Effort::parse(wrong), None, "{wrong}");
        }
    }
}
