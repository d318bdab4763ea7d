//! The conversation: asks, answers, lets the engine move.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use damier_engine::{engine::Level, search::Limits};
use damier_rules::{
    AnyMove, Game, GameDisplay, GameSoFar, Notation, NotationFormat::Native, Player, Position,
    game_text::Form,
};

use super::{
    command::{self, Command, HELP},
    frame::Scene,
    input::{Input, Line},
    keeper::Keeper,
    leaving::Leaving,
    move_input::{self, Misread},
    opponent::{Opponent, Thought},
    review, save,
    screen::Screen,
    seats::{self, Orientation, Seats},
    verdict::verdict,
};

/// Moves of an expected line that are shown.
const LINE_SHOWN: usize = 10;
/// The longest time that a review takes for a position.
const REVIEW_TIME: Duration = Duration::from_millis(300);

/// A game between people and an engine.
pub(super) struct Talk {
    so_far: GameSoFar,
    opponent: Opponent,
    humans: Vec<Player>,
    orientation: Orientation,
    screen: Screen,
    input: Input,
    keeper: Keeper,
    leaving: Leaving,
    /// The file of the net that was named.
    net: Option<String>,
    /// The file to which the game was saved, or from which it came.
    own_file: Option<PathBuf>,
    /// Whether it was said that the game cannot be kept.
    keeping_failed: bool,
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

/// How people left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Left {
    /// By a command, or at the end of the input or of a game that they watched.
    Quietly,
    /// By Ctrl-C.
    Interrupted,
}

/// The tools of a conversation.
pub(super) struct Tools {
    pub(super) screen: Screen,
    pub(super) input: Input,
    pub(super) keeper: Keeper,
    pub(super) leaving: Leaving,
}

impl Talk {
    pub(super) fn new(
        so_far: GameSoFar,
        opponent: Opponent,
        humans: Vec<Player>,
        net: Option<String>,
        tools: Tools,
    ) -> Self {
        let orientation = seats::orientation(so_far.game(), &humans);
        let Tools { screen, input, keeper, leaving } = tools;
        Self {
            so_far,
            opponent,
            humans,
            orientation,
            screen,
            input,
            keeper,
            leaving,
            net,
            own_file: None,
            keeping_failed: false,
        }
    }

    /// Plays until a person leaves or, where only the engine plays, the game ends.
    pub(super) fn run(mut self) -> anyhow::Result<Left> {
        self.greet()?;
        self.show()?;
        let left = self.play()?;
        let scene = self.scene();
        self.screen.end(&scene)?;
        if self.so_far.ending().is_none() && self.keeper.holds_game() {
            self.screen.say("The game is kept: `damier play --resume` goes on with it.")?;
        }
        Ok(left)
    }

    fn play(&mut self) -> anyhow::Result<Left> {
        loop {
            if let Some(ending) = self.so_far.ending() {
                self.screen.say(&format!("{ending}."))?;
                if self.humans.is_empty() {
                    return Ok(Left::Quietly);
                }
                self.screen.say("Type `new` for another game, `undo` to go back, `review` for your moves, `quit` to leave.")?;
            } else if self.engine_is_next() {
                self.engine_moves()?;
                self.show()?;
                continue;
            }
            match self.person_moves()? {
                Err(left) => return Ok(left),
                Ok(Next::Quit) => return Ok(Left::Quietly),
                // The engine's answer follows at once; one board for both is enough.
                Ok(Next::Show) if self.engine_is_next() => {}
                Ok(Next::Show) => self.show()?,
                Ok(Next::Ask | Next::Over) => {}
            }
        }
    }

    fn engine_is_next(&self) -> bool {
        self.so_far.ending().is_none() && !self.humans.contains(&self.so_far.to_move())
    }

    fn greet(&mut self) -> io::Result<()> {
        let summary = self.so_far.game().summary();
        self.screen.say(summary)?;
        if !self.screen.shows_players() {
            for (_, line) in self.players() {
                self.screen.say(&line)?;
            }
        }
        if self.humans.len() < self.so_far.players().count() {
            self.screen.say(&format!("The engine judges by {}.", self.opponent.judge()))?;
        }
        self.screen.say("Type a move, or `help`.")
    }

    /// The players by name, with who plays them.
    fn players(&self) -> Vec<(Player, String)> {
        let engine = self.engine_name();
        let line = |player: Player| {
            let who = if self.humans.contains(&player) { "you" } else { engine.as_str() };
            format!("{}: {who}", self.name(player))
        };
        self.so_far.players().map(|player| (player, line(player))).collect()
    }

    fn engine_name(&self) -> String {
        match self.opponent.level() {
            Level::FULL => "damier".to_owned(),
            level => format!("damier, level {}", level.number()),
        }
    }

    /// The one who sees the board, if it is one person: secrets of others are hidden.
    fn viewer(&self) -> Option<Player> {
        match self.humans[..] {
            [human] => Some(human),
            _ => None,
        }
    }

    fn scene(&self) -> Scene {
        let (game, position) = (self.so_far.game(), self.so_far.position());
        let diagram = game.diagram(position);
        let piece = |player: Player| diagram.as_ref().and_then(|diagram| seats::piece_of(diagram, player));
        let players = self.players().into_iter().map(|(player, line)| (piece(player), line)).collect();
        let options =
            game.id().split_once(':').map_or_else(String::new, |(_, options)| format!(", {options}"));
        Scene {
            marked: self.so_far.last_move_squares(),
            title: format!("{}{options}", game.title()),
            players,
            rounds: self.so_far.rounds(self.viewer()),
            board_text: game.board_text(position),
            diagram: match self.orientation {
                Orientation::Printed => diagram,
                Orientation::Turned => diagram.map(damier_rules::Diagram::turned),
            },
        }
    }

    fn show(&mut self) -> io::Result<()> {
        let scene = self.scene();
        self.screen.show(&scene)
    }

    /// Asks until the board changes or the person leaves.
    fn person_moves(&mut self) -> anyhow::Result<Result<Next, Left>> {
        loop {
            let prompt = match self.so_far.ending() {
                None => format!("{} to move> ", self.name(self.so_far.to_move())),
                Some(_) => "> ".to_owned(),
            };
            let mut words: Vec<String> = command::words().map(str::to_owned).collect();
            words.extend(self.so_far.legal_texts());
            let scene = self.scene();
            let line = match self.screen.ask(&scene, &prompt, &mut self.input, words)? {
                Line::Text(line) => line,
                Line::End => return Ok(Err(Left::Quietly)),
                Line::Interrupted => return Ok(Err(Left::Interrupted)),
            };
            match self.execute(&Command::read(&line))? {
                Next::Ask => {}
                next => return Ok(Ok(next)),
            }
        }
    }

    fn execute(&mut self, command: &Command) -> anyhow::Result<Next> {
        match command {
            Command::Empty => {}
            Command::Quit => return Ok(Next::Quit),
            Command::Board => self.show()?,
            Command::Flip => {
                self.orientation = self.orientation.flipped();
                self.show()?;
            }
            Command::New => {
                let start = self.so_far.start().clone();
                self.restart(GameSoFar::new(self.so_far.game().clone(), start));
                return Ok(Next::Show);
            }
            Command::Fen(text) => return self.fen(text.as_deref()),
            Command::Undo => return self.undo(),
            Command::Help => self.help()?,
            Command::Moves => self.list(&self.so_far.legal_texts())?,
            Command::History => {
                let rounds = self.so_far.rounds(self.viewer());
                if rounds.is_empty() {
                    self.screen.say("No move was played yet.")?;
                }
                self.list(&rounds)?;
            }
            Command::Level(text) => self.level(text.as_deref())?,
            Command::Save(None) => self.screen.say("Name a file: save FILE")?,
            Command::Save(Some(file)) => match self.save(Path::new(file)) {
                Ok(said) => self.screen.say(&said)?,
                Err(error) => self.complain(&error)?,
            },
            Command::Load(None) => self.screen.say("Name a file: load FILE")?,
            Command::Load(Some(file)) => return self.load(Path::new(file)),
            Command::Review => self.review()?,
            Command::Hint | Command::Eval | Command::Resign | Command::Move(_) => {
                if let Some(ending) = self.so_far.ending() {
                    self.screen.say(&format!("The game is over. {ending}."))?;
                    return Ok(Next::Ask);
                }
                return self.execute_under_way(command);
            }
        }
        Ok(Next::Ask)
    }

    /// The commands that make sense only while the game goes on.
    fn execute_under_way(&mut self, command: &Command) -> anyhow::Result<Next> {
        match command {
            Command::Hint => {
                let thought = self.advise()?;
                let best = self.so_far.game().move_text(Native, self.so_far.position(), thought.best);
                self.screen.say(&format!("The engine would play {best}."))?;
                self.say_judgement(&thought)?;
            }
            Command::Eval => {
                let thought = self.advise()?;
                self.say_judgement(&thought)?;
            }
            Command::Resign => {
                self.so_far.resign();
                self.keep()?;
                return Ok(Next::Over);
            }
            Command::Move(text) => match move_input::read(self.so_far.game(), self.so_far.position(), text) {
                Ok(mv) => {
                    self.so_far.play(mv);
                    self.keep()?;
                    return Ok(Next::Show);
                }
                Err(misread) => self.say_misread(text, &misread)?,
            },
            _ => {}
        }
        Ok(Next::Ask)
    }

    fn say_misread(&mut self, text: &str, misread: &Misread) -> io::Result<()> {
        let text: String = text.chars().filter(|letter| !letter.is_control()).take(40).collect();
        match misread {
            Misread::Ambiguous(moves) => {
                self.screen.say(&format!("{text} may be {}; type one of them.", moves.join(" or ")))
            }
            Misread::Illegal(reason) => {
                self.screen.say(&format!("{text} is no move here: {reason}."))?;
                match &command::alike(&text)[..] {
                    [] if text.chars().any(|letter| letter.is_ascii_digit()) => Ok(()),
                    [] => self.screen.say("`help` lists the commands, `moves` the moves."),
                    alike => self.screen.say(&format!("Did you mean the command {}?", alike.join(" or "))),
                }
            }
        }
    }

    fn complain(&mut self, error: &anyhow::Error) -> io::Result<()> {
        self.screen.say(&format!("{}.", crate::terminal::failure::in_one_line(error)))
    }

    fn help(&mut self) -> io::Result<()> {
        for (usage, what) in HELP {
            self.screen.say(&format!("  {usage:<10} {what}"))?;
        }
        if let Some(example) = self.so_far.legal_texts().first() {
            self.screen
                .say(&format!("A move is typed such as {example}; case, blanks and dashes do not matter."))?;
        }
        Ok(())
    }

    /// Words in columns.
    fn list(&mut self, words: &[String]) -> io::Result<()> {
        const COLUMNS: usize = 76;
        let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(0) + 2;
        for row in words.chunks((COLUMNS / width).max(1)) {
            let line: String = row.iter().map(|word| format!("{word:<width$}")).collect();
            self.screen.say(&format!("  {}", line.trim_end()))?;
        }
        Ok(())
    }

    fn level(&mut self, text: Option<&str>) -> io::Result<()> {
        let level = text.map(|text| text.parse().ok().and_then(Level::new).ok_or(text));
        let (now, full) = (self.opponent.level().number(), Level::FULL.number());
        match level {
            None => self.screen.say(&format!("The engine plays at level {now} of {full}.")),
            Some(Err(text)) => self.screen.say(&super::no_level(text)),
            Some(Ok(level)) => {
                self.opponent.set_level(level);
                self.keep()?;
                self.screen
                    .say(&format!("From its next move on the engine plays at level {}.", level.number()))
            }
        }
    }

    fn fen(&mut self, text: Option<&str>) -> anyhow::Result<Next> {
        let Some(text) = text else {
            let position = self.so_far.position();
            let seen = self.viewer().map(|viewer| self.so_far.game().seen_by(position, viewer));
            let text = self.so_far.game().position_text(Native, seen.as_ref().unwrap_or(position));
            self.screen.say(&text)?;
            return Ok(Next::Ask);
        };
        match self.so_far.game().parse_position(Native, text) {
            Ok(position) => {
                self.restart(GameSoFar::new(self.so_far.game().clone(), position));
                Ok(Next::Show)
            }
            Err(error) => {
                self.screen
                    .say(&format!("This is no position: {} (column {}).", error.reason, error.column))?;
                Ok(Next::Ask)
            }
        }
    }

    fn undo(&mut self) -> anyhow::Result<Next> {
        if !self.so_far.take_back_for(&self.humans) {
            self.screen.say("There is no move of yours to take back.")?;
            return Ok(Next::Ask);
        }
        self.keep()?;
        Ok(Next::Show)
    }

    /// Goes on with another game; the one before stays kept.
    fn restart(&mut self, so_far: GameSoFar) {
        self.so_far = so_far;
        self.opponent.new_game();
        self.keeper.begin_another();
        self.own_file = None;
    }

    fn text(&self, form: Form) -> Result<String, String> {
        let engine = self.engine_name();
        let with = (self.opponent.level(), engine.as_str(), self.net.as_deref());
        save::text_of(&self.so_far, &self.humans, with, form)
    }

    fn save(&mut self, path: &Path) -> anyhow::Result<String> {
        let text = self.text(save::form_of(path)).map_err(|reason| anyhow::anyhow!(reason))?;
        save::write(path, &text, self.own_file.as_deref() == Some(path))?;
        self.own_file = Some(path.to_owned());
        Ok(format!("The game is in {}.", path.display()))
    }

    fn load(&mut self, path: &Path) -> anyhow::Result<Next> {
        match save::read(self.so_far.game(), path) {
            Ok((text, with)) => {
                let so_far = GameSoFar::of_text(self.so_far.game().clone(), &text);
                self.restart(so_far);
                if let Some(level) = with.level {
                    self.opponent.set_level(level);
                }
                let seats =
                    with.seats.as_ref().and_then(|seats: &Seats| seats.players(self.so_far.game()).ok());
                self.humans = seats.unwrap_or(std::mem::take(&mut self.humans));
                self.own_file = Some(path.to_owned());
                self.keep()?;
                Ok(Next::Show)
            }
            Err(error) => {
                self.complain(&error)?;
                Ok(Next::Ask)
            }
        }
    }

    /// Writes the game where it outlives this program, if people play it.
    fn keep(&mut self) -> io::Result<()> {
        if self.humans.is_empty() {
            return Ok(());
        }
        if self.so_far.moves().is_empty() {
            self.keeper.forget();
            self.leaving.game_is_kept(false);
            return Ok(());
        }
        let kept = self.text(Form::Tagged).map_err(io::Error::other).and_then(|text| self.keeper.keep(&text));
        self.leaving.game_is_kept(kept.is_ok() && self.so_far.ending().is_none());
        match kept {
            Err(error) if !std::mem::replace(&mut self.keeping_failed, true) => {
                let folder = super::keeper::folder_name();
                self.screen.say(&format!(
                    "This game cannot be kept in {folder} ({error}): what is not saved is lost when you leave."
                ))
            }
            _ => Ok(()),
        }
    }

    fn review(&mut self) -> io::Result<()> {
        if self.so_far.moves().is_empty() {
            return self.screen.say("No move was played yet.");
        }
        let scene = self.scene();
        let limits = self.opponent.limits();
        let time = limits.time.map(|time| time.min(REVIEW_TIME));
        let limits = Limits { time, ..limits };
        let (screen, mut failed) = (&mut self.screen, None);
        let mut watch = |done: usize, all: usize| {
            if let Err(error) =
                screen.wait(&scene, &format!("Looking at your moves: {done} of {all} positions"))
            {
                failed = Some(error);
            }
        };
        let reviews = self.opponent.review(&self.so_far, &limits, &mut watch);
        if let Some(error) = failed {
            return Err(error);
        }
        self.screen.go_on()?;
        let whose =
            if self.humans.is_empty() { self.so_far.players().collect() } else { self.humans.clone() };
        for line in review::lines(&self.so_far, &reviews, &whose) {
            self.screen.say(&line)?;
        }
        Ok(())
    }

    /// What the engine thinks at full strength, for those who ask.
    fn advise(&mut self) -> io::Result<Thought<AnyMove>> {
        let scene = self.scene();
        self.screen.wait(&scene, "Thinking …")?;
        let thought = self.opponent.advise(&self.so_far);
        self.screen.go_on()?;
        Ok(thought)
    }

    fn engine_moves(&mut self) -> anyhow::Result<()> {
        let player = self.name(self.so_far.to_move());
        let scene = self.scene();
        self.screen.wait(&scene, &format!("{player} thinks …"))?;
        let thought = self.opponent.choose(&self.so_far);
        self.screen.go_on()?;
        let text = self.so_far.game().move_text(Native, self.so_far.position(), thought.best);
        let mut next = self.so_far.position().clone();
        next.play(thought.best);
        let game = self.so_far.game();
        if self.humans.iter().any(|human| game.seen_by(&next, *human) != next) {
            self.screen.say_along(&format!("{player} seals a move."))?;
        } else {
            self.screen.say_along(&format!("{player} plays {text}."))?;
        }
        self.so_far.play(thought.best);
        self.keep()?;
        Ok(())
    }

    /// What the engine thinks of the current position, which it has searched.
    fn say_judgement(&mut self, thought: &Thought<AnyMove>) -> io::Result<()> {
        let shown = &thought.line[..thought.line.len().min(LINE_SHOWN)];
        let line =
            damier_engine::analysis::line_text(self.so_far.game(), self.so_far.position(), shown, LINE_SHOWN);
        self.screen.say(&format!("  {} ({})", verdict(&self.so_far, &thought.judgement), thought.effort))?;
        self.screen.say(&format!("  expected: {line}"))
    }

    fn name(&self, player: Player) -> &'static str {
        self.so_far.game().player_name(player)
    }
}
