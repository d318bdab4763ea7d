//! What the person sees: a screen that is drawn over the one before, or boards and lines one below the other.

use std::io::{self, IsTerminal as _, Write};

use super::{
    frame::{self, Scene, wrapped},
    input::{Input, Line},
};
use crate::terminal::{
    self,
    board_drawing::Scale,
    kind::{Charset, Size, TerminalKind, to_ascii},
};

/// Enters and leaves the screen that terminals have besides the scrolling one.
pub(super) const ENTER: &str = "\x1b[?1049h";
pub(super) const LEAVE: &str = "\x1b[?1049l";
/// To the top left; clears to the end of the line; clears to the end of the screen.
const HOME: &str = "\x1b[H";
const CLEAR_LINE: &str = "\x1b[K";
const CLEAR_BELOW: &str = "\x1b[J";
/// Columns of lines where there is no terminal.
const PIPE_COLUMNS: usize = 80;

/// How boards follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Each is drawn over the one before.
    InPlace,
    /// One below the other.
    Appended,
}

/// Standard output with what the person sees on it.
pub(super) struct Screen {
    kind: TerminalKind,
    /// The size that was asked for, whatever the terminal has.
    fixed: Option<Size>,
    is_terminal: bool,
    mode: Mode,
    /// Whether the other screen of the terminal is shown.
    entered: bool,
    /// What was said since the person was asked last.
    said: Vec<String>,
    /// Whether more may be said on the last line of it.
    is_along: bool,
    out: terminal::Output,
}

impl Screen {
    /// Returns the screen of standard output; `fixed` is a size to draw for, even where there is no terminal.
    pub(super) fn new(fixed: Option<Size>) -> Self {
        let is_terminal = io::stdout().is_terminal();
        let kind = TerminalKind::current(is_terminal || fixed.is_some());
        let is_drawn = fixed.is_some() || (is_terminal && io::stdin().is_terminal());
        let mode = if kind.places_cursor && is_drawn { Mode::InPlace } else { Mode::Appended };
        Self {
            kind,
            fixed,
            is_terminal,
            mode,
            entered: false,
            said: Vec::new(),
            is_along: false,
            out: terminal::output(),
        }
    }

    pub(super) fn kind(&self) -> TerminalKind {
        self.kind
    }

    /// Whether it takes the terminal's other screen, which has to be left at the end.
    pub(super) fn is_in_place(&self) -> bool {
        self.mode == Mode::InPlace && self.is_terminal
    }

    fn size(&self) -> Option<Size> {
        self.fixed.or_else(|| {
            let (columns, rows) = terminal_size::terminal_size().filter(|_| self.is_terminal)?;
            Some(Size { columns: usize::from(columns.0), rows: usize::from(rows.0) })
        })
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        match self.kind.charset {
            Charset::Unicode => self.out.write_all(text.as_bytes())?,
            Charset::Ascii => self.out.write_all(to_ascii(text).as_bytes())?,
        }
        self.out.flush()
    }

    /// Says something: below the board, or beside it when the screen is drawn next.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        self.is_along = false;
        match self.mode {
            Mode::InPlace => self.said.extend(text.lines().map(str::to_owned)),
            Mode::Appended => {
                let columns = self.size().map_or(PIPE_COLUMNS, |size| size.columns.max(frame::NARROWEST));
                for line in text.lines().flat_map(|line| wrapped(line, columns)) {
                    self.write(&format!("{line}\n"))?;
                }
            }
        }
        Ok(())
    }

    /// Says something that belongs to what was said so before: on the same line, where lines are few.
    pub(super) fn say_along(&mut self, text: &str) -> io::Result<()> {
        if self.mode == Mode::InPlace
            && self.is_along
            && let Some(last) = self.said.last_mut()
        {
            last.push(' ');
            last.push_str(text);
            return Ok(());
        }
        self.say(text)?;
        self.is_along = true;
        Ok(())
    }

    /// Whether who plays is always seen beside the board.
    pub(super) fn shows_players(&self) -> bool {
        self.mode == Mode::InPlace
    }

    /// Shows the board: at once, or when the screen is drawn next.
    pub(super) fn show(&mut self, scene: &Scene) -> io::Result<()> {
        match self.mode {
            Mode::InPlace => Ok(()),
            Mode::Appended => self.append_board(scene),
        }
    }

    fn append_board(&mut self, scene: &Scene) -> io::Result<()> {
        let scale = if self.is_terminal { Scale::Large } else { Scale::Small };
        let lines = scene.board(self.kind, scale).lines(self.kind).join("\n");
        self.write(&format!("\n{lines}\n\n"))
    }

    /// Tells what is going on while the person waits.
    pub(super) fn wait(&mut self, scene: &Scene, text: &str) -> io::Result<()> {
        match self.mode {
            Mode::InPlace => {
                self.draw(scene, &[])?;
                self.write(text)
            }
            Mode::Appended if self.kind.places_cursor => self.write(&format!("\r{text}{CLEAR_LINE}")),
            Mode::Appended => Ok(()),
        }
    }

    /// Ends what [`wait`](Self::wait) has told.
    pub(super) fn go_on(&mut self) -> io::Result<()> {
        match self.mode {
            Mode::Appended if self.kind.places_cursor => self.write(&format!("\r{CLEAR_LINE}")),
            _ => Ok(()),
        }
    }

    /// Asks for a line; `words` complete what is typed.
    pub(super) fn ask(
        &mut self,
        scene: &Scene,
        prompt: &str,
        input: &mut Input,
        words: Vec<String>,
    ) -> io::Result<Line> {
        input.complete_by(words);
        self.is_along = false;
        let mut said = std::mem::take(&mut self.said);
        loop {
            let mut prompt = prompt.to_owned();
            if self.mode == Mode::InPlace {
                said = self.draw(scene, &said)?;
                if !said.is_empty() {
                    prompt = "Enter: more> ".to_owned();
                } else if self.mode == Mode::Appended {
                    self.append_board(scene)?;
                }
            }
            let line = self.read(&prompt, input)?;
            match &line {
                Line::Text(text) if text.trim().is_empty() && !said.is_empty() => {}
                _ => return Ok(line),
            }
        }
    }

    /// Writes a line at once.
    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        self.write(&format!("{text}\n"))
    }

    /// Reads a line.
    pub(super) fn read(&mut self, prompt: &str, input: &mut Input) -> io::Result<Line> {
        let prompt = if self.kind.charset == Charset::Ascii { to_ascii(prompt) } else { prompt.to_owned() };
        if input.edits_lines() {
            return input.read(&prompt);
        }
        self.write(&prompt)?;
        let line = input.read(&prompt)?;
        match &line {
            Line::Text(text) if input.echoes() => self.write(&format!("{}\n", text.trim_end()))?,
            Line::Text(_) => {}
            Line::End | Line::Interrupted => self.write("\n")?,
        }
        Ok(line)
    }

    /// Draws the scene with what was said, the cursor behind it; returns what had no room, to be shown next.
    fn draw(&mut self, scene: &Scene, said: &[String]) -> io::Result<Vec<String>> {
        let Some(size) = self.size() else {
            self.give_up_drawing(None, scene)?;
            return Ok(Vec::new());
        };
        let Some(drawn) = frame::compose(scene, said, size, self.kind) else {
            self.give_up_drawing(Some(size), scene)?;
            said.iter().try_for_each(|line| self.say(line))?;
            return Ok(Vec::new());
        };
        if self.is_terminal && !self.entered {
            self.write(ENTER)?;
            self.entered = true;
        }
        let mut text = HOME.to_owned();
        for line in drawn.canvas.lines(self.kind) {
            text.push_str(&line);
            text.push_str(CLEAR_LINE);
            text.push_str("\r\n");
        }
        text.push_str(CLEAR_BELOW);
        // The escapes are ASCII, and the canvas has replaced everything else.
        self.out.write_all(text.as_bytes())?;
        self.out.flush()?;
        Ok(drawn.rest)
    }

    /// Goes on with boards one below the other, where the board has no room.
    fn give_up_drawing(&mut self, size: Option<Size>, scene: &Scene) -> io::Result<()> {
        self.leave()?;
        self.mode = Mode::Appended;
        if let Some(Size { columns, rows }) = size {
            let board = scene.board(self.kind, Scale::Small);
            let (needed_columns, needed_rows) = frame::smallest(&board);
            self.say(&format!(
                "This terminal has {columns} columns and {rows} rows; to be redrawn in place this board needs \
                 {needed_columns} and {needed_rows}."
            ))?;
        }
        Ok(())
    }

    fn leave(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.entered) { self.write(LEAVE) } else { Ok(()) }
    }

    /// Leaves the other screen of the terminal; what is left to say, and the last board, stay visible.
    pub(super) fn end(&mut self, scene: &Scene) -> io::Result<()> {
        if self.mode == Mode::Appended {
            return Ok(());
        }
        let was_entered = self.entered;
        self.leave()?;
        self.mode = Mode::Appended;
        if was_entered {
            self.append_board(scene)?;
        }
        for line in std::mem::take(&mut self.said) {
            self.say(&line)?;
        }
        Ok(())
    }
}
