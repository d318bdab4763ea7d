//! Everything the pipeline needs to know about one game.

use crate::{
    book::OpeningTable,
    diagram::Diagram,
    dialect::Dialect,
    encoding::MoveEncoding,
    endings::Endings,
    estimate::Estimate,
    features::Features,
    game_text::{self, TagError, Tags, TextStyle, VARIANT},
    history::History,
    options::GameOption,
    player::{MAX_PLAYERS, Player},
    position::{MoveList, Position},
    text_error::TextError,
};

/// A kind of search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchKind {
    /// Monte-Carlo tree search: where it matters which moves are looked at, and with more than two players.
    Tree,
    /// Alpha-beta search: for two players whose moves force whole lines.
    AlphaBeta,
}

/// Random openings that a net thinks nearly even, for games in which a random one decides the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BalancedOpenings {
    /// Random plies of each opening.
    pub plies: usize,
    /// How many hundredths of the game's unit a player may stand better.
    pub tolerance: i32,
}

/// A move of a game's positions.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// A game with its options fixed: a cheap handle, passed by value.
pub trait Game: Clone + Send + Sync + 'static {
    /// Its positions.
    type Position: Position;
    /// Its feature sets.
    type Features: Features<Self::Position>;
    /// Its move encoding.
    type Encoding: MoveEncoding<Self::Position>;

    /// The identity: the name of the registry, and the options that differ from their defaults, e.g.
    /// `international` or `chinese-checkers:players=3`. Files carry it.
    fn id(&self) -> &str;

    /// Other names that people have for it, in small letters with single spaces, e.g. `checkers` or `10x10`. A name of
    /// several games is of none of them: [`registry::named`](crate::registry::named) asks which one is meant.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// The options it knows.
    fn options(&self) -> &'static [GameOption] {
        &[]
    }

    /// One line for people: board, pieces, and what is special.
    fn summary(&self) -> &'static str;

    /// The start position.
    fn start(&self) -> Self::Position;

    /// The identities of the feature sets, the default first.
    fn feature_sets(&self) -> &'static [&'static str];

    /// A feature set by its identity; `None` where the game has no such set.
    fn features(&self, id: &str) -> Option<Self::Features>;

    /// The move encoding.
    fn encoding(&self) -> Self::Encoding;

    /// Reads a position (for draughts and chess: FEN). Refuses what cannot be on a board.
    ///
    /// # Errors
    /// Where and why the text is not a legal position.
    fn parse_position(&self, text: &str) -> Result<Self::Position, TextError>;

    /// Writes a position in the form that [`parse_position`](Game::parse_position) reads.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a move in the game's notation.
    ///
    /// # Errors
    /// Why it is not a legal move of `position`: unreadable, illegal (with the reason, such as a capture
    /// that has to be made), or ambiguous.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<MoveOf<Self>, TextError>;

    /// Writes a legal move of `position` in its shortest unambiguous form.
    fn move_text(&self, position: &Self::Position, mv: MoveOf<Self>) -> String;

    /// The dialects of other programs that the game is spoken in.
    fn dialects(&self) -> &'static [Dialect] {
        &[]
    }

    /// Reads a position in a dialect.
    ///
    /// # Errors
    /// Where and why the text is not a legal position.
    fn parse_position_in(&self, dialect: Dialect, text: &str) -> Result<Self::Position, TextError> {
        let _ = dialect;
        self.parse_position(text)
    }

    /// Writes a position in a dialect, as far as the dialect can.
    fn position_text_in(&self, dialect: Dialect, position: &Self::Position) -> String {
        let _ = dialect;
        self.position_text(position)
    }

    /// Reads a move in a dialect.
    ///
    /// # Errors
    /// Why it is not a legal move of `position`.
    fn parse_move_in(
        &self,
        dialect: Dialect,
        position: &Self::Position,
        text: &str,
    ) -> Result<MoveOf<Self>, TextError> {
        let _ = dialect;
        self.parse_move(position, text)
    }

    /// Writes a legal move of `position` in a dialect; `None` where the dialect has no words for it.
    fn move_text_in(&self, dialect: Dialect, position: &Self::Position, mv: MoveOf<Self>) -> Option<String> {
        let _ = dialect;
        Some(self.move_text(position, mv))
    }

    /// The settings of the game that programs of a dialect switch on and off, all off at first.
    fn switches(&self, dialect: Dialect) -> &'static [&'static str] {
        let _ = dialect;
        &[]
    }

    /// The game as a program of a dialect wants it: on another board, by another rule, written another way.
    /// A switch has the value `true` or `false`.
    ///
    /// # Errors
    /// The game has no such setting, or not that value.
    fn adjusted(&self, dialect: Dialect, name: &str, value: &str) -> Result<Self, TextError> {
        let _ = dialect;
        Err(TextError::new("setting", &format!("{name}={value}"), 0, "the game has no such setting"))
    }

    /// The settings by which a program of a dialect learns which game this is; what
    /// [`adjusted`](Game::adjusted) reads.
    fn settings_in(&self, dialect: Dialect) -> Vec<(&'static str, String)> {
        let _ = dialect;
        Vec::new()
    }

    /// The board for a terminal, several lines with coordinates.
    fn board_text(&self, position: &Self::Position) -> String;

    /// What people call a player, e.g. `White`.
    fn player_name(&self, player: Player) -> &'static str {
        const NAMES: [&str; MAX_PLAYERS] = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"];
        NAMES[player.index()]
    }

    /// The board as cells, for programs that draw it themselves; `None` where
    /// [`board_text`](Game::board_text) is all there is.
    fn diagram(&self, position: &Self::Position) -> Option<Diagram> {
        let _ = position;
        None
    }

    /// The names of the squares that a legal move of `position` changes (where it starts, ends and
    /// captures), as in [`diagram`](Game::diagram).
    fn move_squares(&self, position: &Self::Position, mv: MoveOf<Self>) -> Vec<String> {
        let _ = (position, mv);
        Vec::new()
    }

    /// Which rule ended the game, for people, e.g. `third repetition`; `None` while it goes on.
    /// `position` has to be the current one of `history`.
    fn ending_text(
        &self,
        position: &Self::Position,
        history: &History<Self::Position>,
    ) -> Option<&'static str> {
        history.outcome(position)?;
        Some(if position.outcome().is_some() {
            "the position decides"
        } else if position.ruled_outcome(history.clock(), 1).is_some() {
            "a limit on moves without progress"
        } else {
            "repetition of the position"
        })
    }

    /// Whether `player` can still win by any sequence of moves, the opponents' help included, as far as the
    /// rules of the game ask before a loss on time; where not, that loss is a draw.
    fn can_win(&self, position: &Self::Position, player: Player) -> bool {
        let _ = (position, player);
        true
    }

    /// The position as far as `player` may know it: what the other has sealed is hidden. Nothing is, in a game
    /// without secrets.
    fn seen_by(&self, position: &Self::Position, player: Player) -> Self::Position {
        let _ = player;
        position.clone()
    }

    /// A move that the player to move makes from estimates of positions, without a search: a prediction of the
    /// game's end. `None` where the game has no such move here.
    fn announced_move(
        &self,
        position: &Self::Position,
        estimate: &mut dyn FnMut(&Self::Position) -> Estimate,
    ) -> Option<MoveOf<Self>> {
        let _ = (position, estimate);
        None
    }

    /// The result of a finished game in the words that the game's own rules prescribe; `None` where they
    /// prescribe none, or the game goes on.
    fn result_text(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// Its positions of few pieces, numbered for tables of exact values; `None` where there are no such tables.
    fn endings(&self) -> Option<Box<dyn Endings<Self::Position>>> {
        None
    }

    /// Published openings that it knows by name.
    fn opening_tables(&self) -> &'static [OpeningTable] {
        &[]
    }

    /// How the texts of its games look (see [`game_text`]).
    fn text_style(&self) -> TextStyle {
        TextStyle::own(self)
    }

    /// The tags by which the text of a game that begins at `start` tells which game it is. Together with the
    /// start position they have to say it all.
    fn start_tags(&self, start: &Self::Position) -> Vec<(&'static str, String)> {
        let _ = start;
        vec![(VARIANT, self.id().to_owned())]
    }

    /// What the files of a dialect say about the game besides the moves (of SGF the properties of the root, of PSQ the
    /// board as `Board`), for a game that begins at `start`.
    fn start_tags_in(&self, dialect: Dialect, start: &Self::Position) -> Vec<(&'static str, String)> {
        let _ = dialect;
        self.start_tags(start)
    }

    /// The game that the same speak of, as in [`of_tags`](Game::of_tags).
    ///
    /// # Errors
    /// They speak of another game.
    fn of_tags_in(&self, dialect: Dialect, tags: &Tags) -> Result<Self, TagError> {
        let _ = dialect;
        self.of_tags(tags)
    }

    /// The game that tags speak of: this one, or what they make of it by options of their own. Its start
    /// position is where a game begins whose tags tell none.
    ///
    /// # Errors
    /// They speak of another game.
    fn of_tags(&self, tags: &Tags) -> Result<Self, TagError> {
        game_text::check_variant(self, tags, &[])?;
        Ok(self.clone())
    }

    /// The number of the first move of a game that begins at `start`.
    fn first_move_number(&self, start: &Self::Position) -> u32 {
        let _ = start;
        1
    }

    /// Returns the least number of words in the text of a position: behind them the operations of EPD may begin.
    fn position_words(&self) -> usize {
        self.position_text(&self.start()).split_whitespace().count()
    }

    /// Returns the position with the counters that EPD writes apart from it: plies without progress (`hmvc`), and the
    /// number of the move (`fmvn`). Games whose positions have no such counters ignore them.
    fn with_counters(
        &self,
        position: Self::Position,
        quiet: Option<u32>,
        number: Option<u32>,
    ) -> Self::Position {
        let _ = (quiet, number);
        position
    }

    /// The number of symmetries of the game, the identity included; symmetry 0 is the identity.
    /// A symmetry may exchange the players.
    fn symmetries(&self) -> usize;

    /// The symmetries that leave the player to move, the identity first. Every other one looks like one of these to a
    /// network, for [`Features`] and policy rows turn the board for a player.
    fn seen_symmetries(&self) -> Vec<usize> {
        let mover = self.start().to_move();
        (0..self.symmetries()).filter(|symmetry| self.transform_player(mover, *symmetry) == mover).collect()
    }

    /// The player that a symmetry makes of `player`.
    fn transform_player(&self, player: Player, symmetry: usize) -> Player {
        let start = self.start();
        assert_eq!(start.players(), 2, "a game of more than two players says where its symmetries take them");
        if self.transform(&start, symmetry).to_move() == start.to_move() { player } else { player.opponent() }
    }

    /// The image of a position under a symmetry.
    fn transform(&self, position: &Self::Position, symmetry: usize) -> Self::Position;

    /// The image of a legal move of `position` under a symmetry: legal in the transformed position.
    fn transform_move(&self, position: &Self::Position, mv: MoveOf<Self>, symmetry: usize) -> MoveOf<Self>;

    /// How well `position` stands for `player` by what the game's beginners count (material, distance to
    /// the goal, lines of stones), in hundredths of the game's unit (a man, a pawn): what the built-in
    /// yardsticks judge by. 0 is level; stays within ±20,000.
    fn judge(&self, position: &Self::Position, player: Player) -> i32;

    /// What the pieces of `position` alone count for `player`, in hundredths of a man, where that says roughly how it
    /// stands: searches do without a closer look where even that is far beyond what matters. Quick; `None` where pieces
    /// say little, as in endings, and in other games than those of pieces.
    fn material(&self, position: &Self::Position, player: Player) -> Option<i32> {
        let _ = (position, player);
        None
    }

    /// The search that plays this game better with the same net in the same time, as far as that was measured.
    fn suited_search(&self) -> SearchKind {
        SearchKind::Tree
    }

    /// The random openings that matches of this game begin with by default, judged by the net that
    /// comes with the program; `None` where those of every game suit it, judged by the handcrafted evaluation.
    fn balanced_openings(&self) -> Option<BalancedOpenings> {
        None
    }

    /// For the built-in yardsticks: how promising a legal move looks before it is searched, higher first,
    /// within ±10,000; `None` for a move that is not worth a search. At least one legal move of every
    /// position has a promise.
    fn promise(&self, position: &Self::Position, mv: MoveOf<Self>) -> Option<i32> {
        let _ = (position, mv);
        Some(0)
    }

    /// For the built-in yardsticks: replaces the content of `out` by the moves that a search looks at
    /// beyond its depth in a position that [is quiet](Position::is_quiet), best first, while it may also
    /// stand pat: captures in chess, stones that make a four. None where the game resolves by itself.
    fn tactical_moves(&self, position: &Self::Position, out: &mut MoveList<MoveOf<Self>>) {
        let _ = position;
        out.clear();
    }

    /// For the built-in yardsticks: at most how much a tactical move makes better at once what [`judge`](Self::judge)
    /// counts, but for how well pieces stand; `None` where that says nothing about the move.
    fn gain(&self, position: &Self::Position, mv: MoveOf<Self>) -> Option<i32> {
        let _ = (position, mv);
        None
    }
}
