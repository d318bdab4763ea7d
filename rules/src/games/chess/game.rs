//! The handle of the game.

use std::{collections::BTreeMap, sync::Arc};

use cozy_chess::{BitBoard, Color, Piece};

use super::{
    board_text,
    castling::Castling,
    chess_move::ChessMove,
    draws::{self, Clock, DrawRule},
    encoding::ChessEncoding,
    features::{ChessFeatures, FEATURE_SETS},
    fen, handicap, judgement, material, names, notation, pgn,
    position::{ChessPosition, colour_of},
    promise, san, symmetry, uci,
};
use crate::{
    diagram::{self, Diagram},
    display::GameDisplay,
    game::Game,
    game_text::{self, TagError, Tags, TextStyle},
    handicap::{NOTHING, WITHOUT, option},
    heuristics::{SearchHeuristics, SearchKind},
    history::History,
    notation::{Notation, NotationFormat},
    options::{GameOption, Options, identity},
    player::Player,
    position::{MoveList, Position},
    symmetry::Symmetry,
    syzygy_board::SyzygyBoard,
    tags::GameTags,
    text_error::TextError,
};

/// The name in the registry.
const NAME: &str = "chess";
/// The option that chooses the start position.
const START: &str = "start";
/// The number of the start position of chess among those of Chess960.
const STANDARD_START: u32 = 518;
const STANDARD_START_TEXT: &str = "518";
/// The number of the last start position of Chess960.
const LAST_START: u32 = 959;

const OPTIONS: [GameOption; 2] = [
    GameOption {
        name: START,
        values: "0–959",
        default: STANDARD_START_TEXT,
        summary: "start position by its Chess960 number; any but 518 brings the castling rules of Chess960",
    },
    option(handicap::VALUES),
];

/// What UCI calls the setting that writes castling as Chess960 does.
const UCI_CHESS960: &str = "UCI_Chess960";

/// What CECP calls the setting that chooses the rules of castling, and its values.
const VARIANT: &str = "variant";
const NORMAL: &str = "normal";
const FISCHERANDOM: &str = "fischerandom";

/// Chess, from one of the start positions of Chess960.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chess {
    id: Arc<str>,
    /// The identity with all pieces.
    whole_id: Arc<str>,
    /// The number of the start position.
    number: u32,
    start: ChessPosition,
    castling: Castling,
}

impl Chess {
    /// Chess as everybody knows it.
    pub fn standard() -> Self {
        Self::from_start(STANDARD_START)
    }

    /// The game for an identity's options: `start`, the number of the start position, and `without`, pieces that are
    /// missing there.
    ///
    /// # Errors
    /// Another option or value.
    pub fn with_options(mut options: Options) -> Result<Self, TextError> {
        let game = Self::from_start(options.number(START, 0..=LAST_START, STANDARD_START)?);
        let read = |value: &str| handicap::read(value, &game.start);
        let missing = options.value(WITHOUT, BitBoard::EMPTY, read)?;
        options.finish(&OPTIONS)?;
        Ok(game.without(missing))
    }

    fn from_start(number: u32) -> Self {
        let id: Arc<str> = identity(NAME, &[Self::numbered(number)]).into();
        let start = ChessPosition::start(number);
        Self { whole_id: Arc::clone(&id), id, number, start, castling: Self::castling_of(number) }
    }

    /// Returns the game without some pieces of its start position, as [`handicap::read`] has them.
    fn without(self, missing: BitBoard) -> Self {
        let Some(start) = handicap::without(&self.start, missing) else { return self };
        let options = [Self::numbered(self.number), (WITHOUT, handicap::text(missing), NOTHING)];
        Self { id: identity(NAME, &options).into(), start, ..self }
    }

    /// Returns the option of the start position, as identities are made of it.
    fn numbered(number: u32) -> (&'static str, String, &'static str) {
        (START, number.to_string(), STANDARD_START_TEXT)
    }

    fn castling_of(number: u32) -> Castling {
        if number == STANDARD_START { Castling::Standard } else { Castling::Chess960 }
    }

    /// The rules of castling, which also say how UCI writes it.
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// Writes a legal move as UCI does, castling as `castling` has it: `e2e4`, `e7e8q`, `e1g1` or `e1h1`.
    /// [`parse_move`](Notation::parse_move) reads both forms.
    pub fn uci_text(&self, position: &ChessPosition, mv: ChessMove, castling: Castling) -> String {
        uci::write(position, mv, castling)
    }
}

/// Returns the setting that chooses the rules of castling, with its values for those of chess and of Chess960.
fn setting(format: NotationFormat) -> (&'static str, &'static str, &'static str) {
    match format {
        NotationFormat::Xboard => (VARIANT, NORMAL, FISCHERANDOM),
        _ => (UCI_CHESS960, "false", "true"),
    }
}

impl Game for Chess {
    type Position = ChessPosition;
    type Features = ChessFeatures;
    type Encoding = ChessEncoding;

    fn id(&self) -> &str {
        &self.id
    }

    fn net_id(&self) -> &str {
        &self.whole_id
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["standard chess", "western chess", "international chess", "orthodox chess"]
    }

    fn options(&self) -> &'static [GameOption] {
        &OPTIONS
    }

    fn start(&self) -> ChessPosition {
        self.start.clone()
    }

    fn feature_sets(&self) -> &'static [&'static str] {
        &FEATURE_SETS
    }

    fn features(&self, id: &str) -> Option<ChessFeatures> {
        ChessFeatures::new(id)
    }

    fn encoding(&self) -> ChessEncoding {
        ChessEncoding
    }

    fn can_win(&self, position: &ChessPosition, player: Player) -> bool {
        material::can_mate(position.board(), colour_of(player))
    }

    fn syzygy_board(&self, position: &ChessPosition, clock: Clock) -> Option<SyzygyBoard> {
        let board = position.board();
        let has_right = |colour| {
            let rights = board.castle_rights(colour);
            rights.short.is_some() || rights.long.is_some()
        };
        Some(SyzygyBoard {
            men: Color::ALL.map(|colour| Piece::ALL.map(|piece| board.colored_pieces(colour, piece).0)),
            mover: position.to_move().index(),
            castling: Color::ALL.into_iter().any(has_right),
            quiet_plies: clock.quiet.into(),
        })
    }
}

impl Notation<ChessPosition> for Chess {
    fn formats(&self) -> &'static [NotationFormat] {
        &[NotationFormat::Uci, NotationFormat::Xboard]
    }

    fn parse_position(&self, _: NotationFormat, text: &str) -> Result<ChessPosition, TextError> {
        fen::read(text, self.castling)
    }

    fn position_text(&self, _: NotationFormat, position: &ChessPosition) -> String {
        fen::write(position)
    }

    fn parse_move(
        &self,
        _: NotationFormat,
        position: &ChessPosition,
        text: &str,
    ) -> Result<ChessMove, TextError> {
        notation::read(position, text)
    }

    fn move_text(&self, format: NotationFormat, position: &ChessPosition, mv: ChessMove) -> String {
        match format {
            NotationFormat::Native => san::write(position, mv),
            NotationFormat::Xboard if self.castling == Castling::Chess960 && position.is_castling(mv) => {
                san::castling_text(mv).to_owned()
            }
            _ => uci::write(position, mv, self.castling),
        }
    }

    fn position_words(&self) -> Option<usize> {
        Some(fen::EPD_FIELDS)
    }

    fn with_counters(
        &self,
        position: ChessPosition,
        quiet: Option<u32>,
        number: Option<u32>,
    ) -> ChessPosition {
        fen::with_counters(&position, quiet, number)
    }

    fn first_move_number(&self, start: &ChessPosition) -> u32 {
        start.board().fullmove_number().into()
    }
}

impl GameTags<ChessPosition> for Chess {
    fn switches(&self, format: NotationFormat) -> &'static [&'static str] {
        if format == NotationFormat::Xboard { &[] } else { &[UCI_CHESS960] }
    }

    /// Chess960 can be switched off only where the start position is that of chess.
    fn with_setting(&self, format: NotationFormat, name: &str, value: &str) -> Result<Self, TextError> {
        let error = |reason: &str| Err(TextError::new("setting", &format!("{name}={value}"), 0, reason));
        let (known, off, on) = setting(format);
        if !name.eq_ignore_ascii_case(known) {
            return error("the game has no such setting");
        }
        let castling = match value {
            _ if value == on => Castling::Chess960,
            _ if value == off => Self::castling_of(self.number),
            _ => return error(&format!("it is {on} or {off}")),
        };
        Ok(Self { castling, ..self.clone() })
    }

    fn settings(&self, format: NotationFormat) -> Vec<(&'static str, String)> {
        let (name, _, on) = setting(format);
        match self.castling {
            Castling::Standard => Vec::new(),
            Castling::Chess960 => vec![(name, on.to_owned())],
        }
    }

    fn text_style(&self) -> TextStyle {
        pgn::style()
    }

    fn start_tags(&self, _: NotationFormat, start: &ChessPosition) -> Vec<(&'static str, String)> {
        pgn::start_tags(start)
    }

    fn of_tags(&self, _: NotationFormat, tags: &Tags) -> Result<Self, TagError> {
        if self.id != self.whole_id && game_text::is_named(self, tags) {
            return Ok(self.clone());
        }
        Ok(Self { castling: pgn::castling(tags, self.id(), self.castling)?, ..Self::standard() })
    }
}

impl Symmetry<ChessPosition> for Chess {
    fn symmetries(&self) -> usize {
        symmetry::COUNT
    }

    fn transform(&self, position: &ChessPosition, symmetry: usize) -> ChessPosition {
        symmetry::position(position, symmetry)
    }

    fn transform_move(&self, _: &ChessPosition, mv: ChessMove, symmetry: usize) -> ChessMove {
        symmetry::moved(mv, symmetry)
    }

    fn transform_player(&self, player: Player, symmetry: usize) -> Player {
        symmetry::player(player, symmetry)
    }
}

impl GameDisplay<ChessPosition> for Chess {
    fn summary(&self) -> &'static str {
        "Chess: 8×8, 16 pieces each, checkmate wins; also the start positions of Chess960"
    }

    fn family(&self) -> &'static str {
        "Chess"
    }

    fn board_text(&self, position: &ChessPosition) -> String {
        board_text::board_text(position)
    }

    fn player_name(&self, player: Player) -> &'static str {
        names::colour_name(colour_of(player))
    }

    fn piece_kinds(&self) -> Vec<diagram::Piece> {
        board_text::diagram(&ChessPosition::start(self.number)).pieces()
    }

    fn set_up_text(&self, letters: &BTreeMap<String, char>, to_move: Player) -> Option<String> {
        Some(board_text::set_up_text(letters, to_move))
    }

    fn diagram(&self, position: &ChessPosition) -> Option<Diagram> {
        Some(board_text::diagram(position))
    }

    fn move_squares(&self, position: &ChessPosition, mv: ChessMove) -> Vec<String> {
        board_text::move_squares(position, mv)
    }

    fn move_paths(&self, position: &ChessPosition) -> Vec<Vec<String>> {
        board_text::move_paths(position)
    }

    fn ending_text(
        &self,
        position: &ChessPosition,
        history: &History<ChessPosition>,
    ) -> Option<&'static str> {
        history.outcome(position)?;
        if position.outcome().is_some() {
            return Some(match (position.count_moves(), position.is_check()) {
                (0, true) => "checkmate",
                (0, false) => "stalemate",
                _ => "dead position: nobody can mate with these pieces",
            });
        }
        draws::claim(history.clock(), history.occurrences()).map(|rule| match rule {
            DrawRule::Repetition => "third repetition",
            DrawRule::QuietMoves => "50 moves without a capture or a pawn's move",
        })
    }
}

impl SearchHeuristics<ChessPosition> for Chess {
    fn suited_search(&self) -> SearchKind {
        SearchKind::AlphaBeta
    }

    fn static_eval(&self, position: &ChessPosition, player: Player) -> i32 {
        judgement::judge(position.board(), colour_of(player))
    }

    fn move_score(&self, position: &ChessPosition, mv: ChessMove) -> Option<i32> {
        Some(promise::promise(position, mv))
    }

    fn gain(&self, position: &ChessPosition, mv: ChessMove) -> Option<i32> {
        Some(promise::gain(position, mv))
    }

    fn tactical_moves(&self, position: &ChessPosition, out: &mut MoveList<ChessMove>) {
        promise::tactical_moves(position, out);
    }
}
