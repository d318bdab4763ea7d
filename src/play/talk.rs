//! The conversation: reads lines, answers, lets the engine move.

use std::io::{self, BufRead, IsTerminal, Write};

use damier_engine::{Engine, search::Limits};
use damier_rules::{Game, Player, Position, game::MoveOf};

use super::{
    board::{self, Orientation},
    command::{Command, HELP},
    console::{read_line, write_wrapped},
    engine::{Thought, think},
    seats,
    session::Session,
    verdict::verdict,
};
use crate::terminal::Colours;

/// Moves of an expected line that are shown.
const LINE_SHOWN: usize = 10;

/// A game between people and an engine.
pub(super) struct Talk<G: Game> {
    session: Session<G>,
    engine: Engine<G>,
    engine_name: String,
    limits: Limits,
    humans: Vec<Player>,
    orientation: Orientation,
    colours: Colours,
    echo: Echo,
}

/// Whether the lines read are written too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Echo {
    /// They are: they come from a pipe, and nobody would see them.
    On,
    /// They are not: the terminal shows them.
    Off,
}

/// What follows a line of input.
enum Next {
    /// Another one.
    Ask,
    /// The board has changed.
    Show,
    /// The game was given up.
    Over,
    /// The end.
    Quit,
}

impl<G: Game> Talk<G> {
    pub(super) fn new(
        session: Session<G>,
        engine: Engine<G>,
        engine_name: String,
        limits: Limits,
        humans: Vec<Player>,
        colours: Colours,
    ) -> Self {
        let orientation = seats::orientation(session.game(), &humans);
        let echo = if io::stdin().is_terminal() { Echo::Off } else { Echo::On };
        Self { session, engine, engine_name, limits, humans, orientation, colours, echo }
    }

    /// Plays until a person leaves or, where only the engine plays, the game ends.
    pub(super) fn run(mut self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<()> {
        self.greet(out)?;
        self.show(out)?;
        loop {
            if let Some(ending) = self.session.ending() {
                writeln!(out, "{ending}.")?;
                if self.humans.is_empty() {
                    return Ok(());
                }
                writeln!(out, "Type `new` for another game, `undo` to go back, `quit` to leave.")?;
            } else if self.engine_is_next() {
                self.engine_moves(out)?;
                self.show(out)?;
                continue;
            }
            match self.person_moves(input, out)? {
                Next::Quit => return Ok(()),
                // The engine's answer follows at once; one board for both is enough.
                Next::Show if self.engine_is_next() => {}
                Next::Show => self.show(out)?,
                Next::Ask | Next::Over => {}
            }
        }
    }

    fn engine_is_next(&self) -> bool {
        self.session.ending().is_none() && !self.humans.contains(&self.session.to_move())
    }

    fn greet(&self, out: &mut impl Write) -> io::Result<()> {
        let game = self.session.game();
        let players = (0..self.session.position().players()).map(Player::new);
        writeln!(out, "{}", game.summary())?;
        for player in players {
            let who = if self.humans.contains(&player) { "you" } else { self.engine_name.as_str() };
            writeln!(out, "{}: {who}", game.player_name(player))?;
        }
        writeln!(out, "Type a move, or `help`.")
    }

    fn show(&self, out: &mut impl Write) -> io::Result<()> {
        let marked = self.session.last_move_squares();
        let (game, position) = (self.session.game(), self.session.position());
        writeln!(out, "\n{}\n", board::draw(game, position, &marked, self.orientation, self.colours))
    }

    /// Asks until the board changes or the person leaves.
    fn person_moves(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<Next> {
        loop {
            if self.session.ending().is_none() {
                write!(out, "{} to move", self.name(self.session.to_move()))?;
            }
            write!(out, "> ")?;
            out.flush()?;
            let Some(line) = read_line(input)? else {
                writeln!(out)?;
                return Ok(Next::Quit);
            };
            if self.echo == Echo::On {
                writeln!(out, "{}", line.trim_end())?;
            }
            match self.obey(&Command::read(&line), out)? {
                Next::Ask => {}
                next => return Ok(next),
            }
        }
    }

    fn obey(&mut self, command: &Command, out: &mut impl Write) -> anyhow::Result<Next> {
        match command {
            Command::Empty => {}
            Command::Quit => return Ok(Next::Quit),
            Command::Board => self.show(out)?,
            Command::Flip => {
                self.orientation = self.orientation.flipped();
                self.show(out)?;
            }
            Command::New => {
                let start = self.session.start().clone();
                self.restart(start);
                return Ok(Next::Show);
            }
            Command::Fen(Some(text)) => match self.session.game().parse_position(text) {
                Ok(position) => {
                    self.restart(position);
                    return Ok(Next::Show);
                }
                Err(error) => writeln!(out, "{error}")?,
            },
            Command::Fen(None) => {
                writeln!(out, "{}", self.session.game().position_text(self.session.position()))?;
            }
            Command::Undo => return self.undo(out),
            Command::Help => {
                for (usage, what) in HELP {
                    writeln!(out, "  {usage:<10} {what}")?;
                }
                let example = self.session.move_texts();
                if let Some(example) = example.first() {
                    writeln!(out, "Anything else is read as a move, such as {example}.")?;
                }
            }
            Command::Moves => write_wrapped(&self.session.move_texts(), out)?,
            Command::Hint | Command::Eval | Command::Resign | Command::Move(_) => {
                if let Some(ending) = self.session.ending() {
                    writeln!(out, "The game is over. {ending}.")?;
                    return Ok(Next::Ask);
                }
                return self.obey_under_way(command, out);
            }
        }
        Ok(Next::Ask)
    }

    /// The commands that make sense only while the game goes on.
    fn obey_under_way(&mut self, command: &Command, out: &mut impl Write) -> anyhow::Result<Next> {
        match command {
            Command::Hint => {
                let thought = self.think();
                let best = self.session.game().move_text(self.session.position(), thought.best);
                writeln!(out, "The engine would play {best}.")?;
                self.write_judgement(&thought, out)?;
            }
            Command::Eval => {
                let thought = self.think();
                self.write_judgement(&thought, out)?;
            }
            Command::Resign => {
                self.session.resign();
                return Ok(Next::Over);
            }
            Command::Move(text) => match self.session.play_text(text) {
                Ok(_) => return Ok(Next::Show),
                Err(error) => writeln!(out, "{error}")?,
            },
            _ => {}
        }
        Ok(Next::Ask)
    }

    fn undo(&mut self, out: &mut impl Write) -> anyhow::Result<Next> {
        if self.session.take_back_for(&self.humans).is_err() {
            writeln!(out, "There is no move of yours to take back.")?;
            return Ok(Next::Ask);
        }
        Ok(Next::Show)
    }

    fn restart(&mut self, position: G::Position) {
        self.session = Session::new(self.session.game().clone(), position);
        self.engine.new_game();
    }

    fn think(&mut self) -> Thought<MoveOf<G>> {
        think(&mut self.engine, self.session.position(), self.session.history(), &self.limits)
    }

    fn engine_moves(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let player = self.name(self.session.to_move());
        write!(out, "{player} thinks …")?;
        out.flush()?;
        let thought = self.think();
        let text = self.session.game().move_text(self.session.position(), thought.best);
        let erase = if self.colours == Colours::Ansi { "\r\x1b[K" } else { "\n" };
        let mut next = self.session.position().clone();
        next.play(thought.best);
        let game = self.session.game();
        if self.humans.iter().any(|human| game.seen_by(&next, *human) != next) {
            writeln!(out, "{erase}{player} seals a move")?;
        } else {
            writeln!(out, "{erase}{player} plays {text}  ({})", thought.effort)?;
            self.write_judgement(&thought, out)?;
        }
        self.session.play(thought.best);
        Ok(())
    }

    /// What the engine thinks of the current position, which it has searched.
    fn write_judgement(&self, thought: &Thought<MoveOf<G>>, out: &mut impl Write) -> io::Result<()> {
        let shown = &thought.line[..thought.line.len().min(LINE_SHOWN)];
        writeln!(out, "  {}", verdict(&self.session, &thought.judgement))?;
        writeln!(out, "  expected: {}", self.session.line_text(shown))
    }

    fn name(&self, player: Player) -> &'static str {
        self.session.game().player_name(player)
    }
}
