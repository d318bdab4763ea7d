//! What searches and clocks say about a move, as the commands in comments write it: `[%eval 0.25,12]`,
//! `[%clk 0:05:21]`, `[%emt 0:00:07.5]`.

use std::{fmt, time::Duration};

/// What searches and clocks say about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// What a search thought of the move (`%eval`).
    pub evaluation: Option<Evaluation>,
    /// The time that its player had left after it (`%clk`), in milliseconds.
    pub clock: Option<Duration>,
    /// The time that its player took for it (`%emt`), in milliseconds.
    pub elapsed: Option<Duration>,
}

/// What a search thought of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// How good the game is.
    pub score: Score,
    /// How deep the search was.
    pub depth: Option<u32>,
}

/// How good the game is for the player whom the game's texts call White
/// ([`TextStyle::white`](super::TextStyle::white)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// In hundredths of a pawn or a man, within ±[`MOST_HUNDREDTHS`](Score::MOST_HUNDREDTHS).
    Hundredths(i32),
    /// Moves that the winner needs: above 0 White, below 0 the other; 0 is a game that White has lost.
    Moves(i32),
}

impl Score {
    /// The highest score in hundredths.
    pub const MOST_HUNDREDTHS: i32 = 100_000_000;
}

/// The commands that are understood.
const EVALUATION: &str = "eval";
const CLOCK: &str = "clk";
const ELAPSED: &str = "emt";
/// The clocks of both players, as programs for draughts write it: `w0:05:21 B0:04:59`. The small letter is that of
/// the clock that stands, which is the one of the player who moved.
const BOTH_CLOCKS: &str = "clock";
/// Begins a command.
const BEGIN: &str = "[%";
/// Stands before the moves to a win.
const MOVES: char = '#';
/// Hundredths.
const WHOLE: f64 = 100.0;
const MINUTE: u64 = 60;
const MILLE: u64 = 1000;
/// More hours than any game takes; keeps sums of milliseconds in range.
const MOST_HOURS: u64 = 1_000_000;

impl Annotations {
    /// Takes the commands out of a comment, as far as they are understood and say something new; what is left is
    /// text.
    pub(super) fn take(&mut self, comment: &str) -> String {
        let mut text = String::with_capacity(comment.len());
        let mut rest = comment;
        while let Some(at) = rest.find(BEGIN) {
            let (before, command) = rest.split_at(at);
            text.push_str(before);
            let end = command.find(']').map_or(command.len(), |end| end + 1);
            if !(command[..end].ends_with(']') && self.obey(&command[BEGIN.len()..end - 1])) {
                text.push_str(&command[..end]);
            } else {
                text.push(' ');
            }
            rest = &command[end..];
        }
        text.push_str(rest);
        text
    }

    /// Whether a command between its brackets was understood.
    fn obey(&mut self, command: &str) -> bool {
        let Some((name, value)) = command.trim().split_once(char::is_whitespace) else {
            return false;
        };
        let value = value.trim();
        match name {
            EVALUATION => set(&mut self.evaluation, read_evaluation(value)),
            CLOCK => set(&mut self.clock, read_time(value)),
            ELAPSED => set(&mut self.elapsed, read_time(value)),
            BOTH_CLOCKS => set(&mut self.clock, read_standing_clock(value)),
            _ => false,
        }
    }

    /// The commands that say the same, one by one.
    pub(super) fn commands(&self) -> Vec<String> {
        let mut commands = Vec::new();
        if let Some(evaluation) = self.evaluation {
            commands.push(format!("{BEGIN}{EVALUATION} {evaluation}]"));
        }
        for (name, time) in [(CLOCK, self.clock), (ELAPSED, self.elapsed)] {
            if let Some(time) = time {
                commands.push(format!("{BEGIN}{name} {}]", TimeText(time)));
            }
        }
        commands
    }
}

/// Sets what was not known; whether it was set.
fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let new = place.is_none() && value.is_some();
    if new {
        *place = value;
    }
    new
}

impl fmt::Display for Evaluation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Score::Hundredths(score) => write!(out, "{}", hundredths_text(score))?,
            Score::Moves(moves) => write!(out, "{MOVES}{moves}")?,
        }
        self.depth.map_or(Ok(()), |depth| write!(out, ",{depth}"))
    }
}

/// A number of hundredths with a point.
pub(super) fn hundredths_text(score: i32) -> String {
    format!("{:.2}", f64::from(score) / WHOLE)
}

/// A decimal number as hundredths; `None` where it is none, or too large.
pub(super) fn read_hundredths(text: &str) -> Option<i32> {
    let plain = |c: char| c.is_ascii_digit() || ".+-".contains(c);
    let number: f64 = text.parse().ok().filter(|_| text.chars().all(plain))?;
    let hundredths = (number * WHOLE).round();
    (hundredths.abs() <= f64::from(Score::MOST_HUNDREDTHS)).then_some(hundredths as i32)
}

/// A time as seconds with up to three digits behind the point.
pub(super) fn seconds_text(time: Duration) -> String {
    let text = format!("{}.{:03}", time.as_secs(), time.subsec_millis());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn read_evaluation(text: &str) -> Option<Evaluation> {
    let (score, depth) = match text.split_once(',') {
        Some((score, depth)) => (score.trim(), Some(depth.trim().parse().ok()?)),
        None => (text, None),
    };
    let score = match score.strip_prefix(MOVES) {
        Some(moves) => Score::Moves(moves.parse().ok()?),
        None => Score::Hundredths(read_hundredths(score)?),
    };
    Some(Evaluation { score, depth })
}

/// Hours, minutes and seconds, of which the larger ones may be missing.
pub(super) fn read_time(text: &str) -> Option<Duration> {
    let mut parts = text.rsplit(':');
    let last = parts.next()?;
    let (seconds, fraction) = last.split_once('.').unwrap_or((last, ""));
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u64>().ok().filter(|number| digits && *number <= MOST_HOURS * MINUTE * MINUTE)
    };
    let mut whole = number(seconds)?;
    for (unit, part) in [MINUTE, MINUTE * MINUTE].into_iter().zip(parts.by_ref()) {
        whole += number(part)?.checked_mul(unit)?;
    }
    // Milliseconds: three digits.
    let fraction = if fraction.is_empty() { 0 } else { number(&format!("{fraction:0<3.3}"))? };
    let fits = parts.next().is_none() && whole <= MOST_HOURS * MINUTE * MINUTE;
    fits.then(|| Duration::from_millis(whole * MILLE + fraction))
}

fn read_standing_clock(text: &str) -> Option<Duration> {
    text.split_whitespace().find_map(|word| read_time(word.strip_prefix(['w', 'b'])?))
}

/// `0:05:21`, and with milliseconds `0:00:07.5`.
struct TimeText(Duration);

impl fmt::Display for TimeText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (minutes, hours) = (seconds / MINUTE % MINUTE, seconds / (MINUTE * MINUTE));
        write!(out, "{hours}:{minutes:02}:{:02}", seconds % MINUTE)?;
        match self.0.subsec_millis() {
            0 => Ok(()),
            thousandths => write!(out, ".{}", format!("{thousandths:03}").trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(comment: &str) -> (Annotations, String) {
        let mut annotations = Annotations::default();
        let text = annotations.take(comment);
        (annotations, text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn milliseconds(millis: u64) -> Option<Duration> {
        Some(Duration::from_millis(millis))
    }

    #[test]
    fn commands_of_other_programs_are_understood() {
        let (annotations, text) = taken("[%eval 0.17] [%clk 0:00:30] novelty");
        let score = Score::Hundredths(17);
        assert_eq!(annotations.evaluation, Some(Evaluation { score, depth: None }));
        assert_eq!(
            (annotations.clock, annotations.elapsed, text.as_str()),
            (milliseconds(30_000), None, "novelty")
        );
        let (annotations, text) = taken("so [%emt 0:00:07.5][%eval #-3,24]");
        assert_eq!(annotations.evaluation, Some(Evaluation { score: Score::Moves(-3), depth: Some(24) }));
        assert_eq!((annotations.elapsed, text.as_str()), (milliseconds(7_500), "so"));
        assert_eq!(taken("[%clock w0:09:57 B0:09:58]").0.clock, milliseconds(597_000));
        assert_eq!(taken("[%clock W0:09:57 b0:09:58]").0.clock, milliseconds(598_000));
        assert_eq!(taken("[%clk 5:21]").0.clock, milliseconds(321_000));
        assert_eq!(taken("[%clk 12.25]").0.clock, milliseconds(12_250));
    }

    #[test]
    fn what_is_not_understood_stays_text() {
        for text in [
            "[%cal Ge2e4]",
            "[%eval]",
            "[%eval much]",
            "[%eval 1e9]",
            "[%eval inf]",
            "[%clk 1:2:3:4]",
            "[%clk -1]",
            "[%clk 99999999999999999999]",
            "[%clk 0:0:]",
            "[%clock w B]",
            "[%emt",
            "[%",
            "[x] 50 % [%é 1]",
        ] {
            let (annotations, left) = taken(text);
            assert_eq!((annotations, left.as_str()), (Annotations::default(), text));
        }
        // What is said twice counts once.
        assert_eq!(taken("[%clk 0:00:01] [%clk 0:00:02]").1, "[%clk 0:00:02]");
    }

    #[test]
    fn what_is_written_is_read() {
        for score in [Score::Hundredths(-130), Score::Hundredths(5), Score::Moves(0), Score::Moves(12)] {
            for (depth, millis) in [(None, 0), (Some(7), 3_725_040), (Some(u32::MAX), 999)] {
                let annotations = Annotations {
                    evaluation: Some(Evaluation { score, depth }),
                    clock: milliseconds(millis),
                    elapsed: milliseconds(millis / 2),
                };
                assert_eq!(taken(&annotations.commands().join(" ")), (annotations, String::new()));
            }
        }
        assert_eq!(TimeText(Duration::from_millis(3_725_040)).to_string(), "1:02:05.04");
    }
}
