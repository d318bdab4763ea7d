//! Tic-tac-toe: the smallest whole game, and the example of `docs/tutorials/your-own-game.md`.

use std::collections::BTreeMap;

use crate::{
    diagram::{Cell, Diagram, Ink, Piece, Surface},
    display::GameDisplay,
    encoding::MoveEncoding,
    features::Features,
    game::{Game, MoveOf},
    heuristics::SearchHeuristics,
    layout::{Axis, Layout},
    notation::{
        Notation,
        NotationFormat::{self, Native},
    },
    options::Options,
    outcome::Outcome,
    player::Player,
    position::{MoveList, Position},
    symmetry::Symmetry,
    tags::GameTags,
    text_error::TextError,
};

/// Cells, numbered row by row from the top left.
const CELLS: u8 = 9;
/// Cells of a row.
const SIDE: u8 = 3;
/// The full board as a set of cells.
const FULL: u16 = 0o777;
/// The rows, columns and diagonals as sets of cells.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
/// What stands on a cell in the text form: empty, the first player's, the second player's.
const SIGNS: [char; 3] = ['-', 'X', 'O'];

/// Nine cells and whose turn it is; the number of stones tells the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TicTacToePosition {
    /// The cells of each player.
    stones: [u16; 2],
}

impl TicTacToePosition {
    fn has_line(self, player: Player) -> bool {
        LINES.iter().any(|line| self.stones[player.index()] & line == *line)
    }

    fn empty(self) -> u16 {
        FULL & !(self.stones[0] | self.stones[1])
    }
}

impl Position for TicTacToePosition {
    /// The cell.
    type Move = u8;
    /// No draw rule counts anything.
    type Clock = ();
    type Tactics = ();

    fn to_move(&self) -> Player {
        let stones = (self.stones[0] | self.stones[1]).count_ones() as usize;
        Player::new(stones % 2)
    }

    fn legal_moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        if !self.has_line(self.to_move().opponent()) {
            out.extend((0..CELLS).filter(|cell| self.empty() >> cell & 1 == 1));
        }
    }

    fn play(&mut self, cell: u8) {
        self.stones[self.to_move().index()] |= 1 << cell;
    }

    fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        let last = self.to_move().opponent();
        if self.has_line(last) { Some(Outcome::Win(last)) } else { (!has_moves).then_some(Outcome::Draw) }
    }

    fn key(&self) -> u64 {
        /// Spreads the 18 bits of a position over 64.
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        (u64::from(self.stones[0]) << CELLS | u64::from(self.stones[1])).wrapping_mul(SPREAD)
    }

    fn is_irreversible(&self, _: u8) -> bool {
        true
    }
}

/// How features and rows see the board.
const VIEW: &str = "the board is the same for both players; cells are numbered from 1 as in moves";

/// The cells by the names that moves have.
fn cells() -> Axis {
    Axis::new("cell", (1..=CELLS).map(|cell| cell.to_string()))
}

/// Own stones, then the other's: 18 features.
#[derive(Clone, Copy, Debug)]
pub struct Stones;

impl Features<TicTacToePosition> for Stones {
    fn id(&self) -> String {
        STONES.to_owned()
    }

    fn count(&self) -> usize {
        2 * usize::from(CELLS)
    }

    fn max_active(&self) -> usize {
        usize::from(CELLS)
    }

    fn layout(&self) -> Layout {
        let axes = vec![Axis::new("owner", ["own", "their"]), cells()];
        Layout::seen(VIEW).with("stones", "active where that player's stone stands on that cell", axes)
    }

    fn active(&self, position: &TicTacToePosition, pov: Player, out: &mut Vec<u32>) {
        out.clear();
        for (part, player) in [pov, pov.opponent()].into_iter().enumerate() {
            let stones = position.stones[player.index()];
            let cells = (0..u32::from(CELLS)).filter(|cell| stones >> cell & 1 == 1);
            out.extend(cells.map(|cell| part as u32 * u32::from(CELLS) + cell));
        }
    }
}

/// The identity of the one feature set.
const STONES: &str = "stones";

/// One policy row per cell.
#[derive(Clone, Copy, Debug)]
pub struct Cells;

impl MoveEncoding<TicTacToePosition> for Cells {
    fn count(&self) -> usize {
        usize::from(CELLS)
    }

    fn layout(&self) -> Layout {
        Layout::seen(VIEW).with("moves", "a stone on that cell", vec![cells()])
    }

    fn rows(&self, _: &TicTacToePosition, moves: &[u8], out: &mut Vec<u32>) {
        out.clear();
        out.extend(moves.iter().map(|cell| u32::from(*cell)));
    }
}

/// What the stone of a player looks like.
fn stone_of(owner: usize) -> Piece {
    let (sign, ink) = (SIGNS[owner + 1], [Ink::Black, Ink::White][owner]);
    Piece { player: Player::new(owner), outline: sign, solid: sign, letter: sign, ink }
}

/// The handle of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TicTacToe;

impl TicTacToe {
    /// The handle, for an identity's options; there are none.
    ///
    /// # Errors
    /// There is an option.
    pub fn with_options(options: Options) -> Result<Self, TextError> {
        options.finish(&[])?;
        Ok(Self)
    }
}

impl Game for TicTacToe {
    type Position = TicTacToePosition;
    type Features = Stones;
    type Encoding = Cells;

    fn id(&self) -> &str {
        "tic-tac-toe"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["tictactoe", "noughts and crosses", "noughts & crosses", "three in a row", "3 in a row"]
    }

    fn start(&self) -> TicTacToePosition {
        TicTacToePosition::default()
    }

    fn feature_sets(&self) -> &'static [&'static str] {
        &[STONES]
    }

    fn features(&self, id: &str) -> Option<Stones> {
        (id == STONES).then_some(Stones)
    }

    fn encoding(&self) -> Cells {
        Cells
    }
}

impl Notation<TicTacToePosition> for TicTacToe {
    /// Nine signs, row by row from the top left: `X`, `O`, or `-` for an empty cell. X begins.
    fn parse_position(&self, _: NotationFormat, text: &str) -> Result<TicTacToePosition, TextError> {
        let refuse = |offset: usize, reason: &str| Err(TextError::new("position", text, offset, reason));
        let mut position = TicTacToePosition::default();
        for (cell, (offset, sign)) in text.char_indices().enumerate() {
            match SIGNS.iter().position(|known| *known == sign) {
                _ if cell >= usize::from(CELLS) => return refuse(offset, "there are nine cells"),
                None => return refuse(offset, "a cell is X, O or -"),
                Some(0) => {}
                Some(player) => position.stones[player - 1] |= 1 << cell,
            }
        }
        let [first, second] = position.stones.map(u16::count_ones);
        if text.chars().count() != usize::from(CELLS) {
            return refuse(text.len(), "nine cells are wanted");
        }
        if first != second && first != second + 1 {
            return refuse(0, "X begins, so there are as many X as O or one more");
        }
        if position.has_line(position.to_move()) {
            return refuse(0, "the game was over before the last move");
        }
        Ok(position)
    }

    fn position_text(&self, _: NotationFormat, position: &TicTacToePosition) -> String {
        let sign = |cell: u8| {
            let owner = position.stones.iter().position(|stones| stones >> cell & 1 == 1);
            SIGNS[owner.map_or(0, |player| player + 1)]
        };
        (0..CELLS).map(sign).collect()
    }

    fn parse_move(
        &self,
        _: NotationFormat,
        position: &TicTacToePosition,
        text: &str,
    ) -> Result<MoveOf<Self>, TextError> {
        let refuse = |reason: &str| Err(TextError::new("move", text, 0, reason));
        match text.parse::<u8>() {
            Ok(number @ 1..=CELLS) => {
                let mut legal = MoveList::new();
                position.legal_moves(&mut legal);
                if legal.contains(&(number - 1)) { Ok(number - 1) } else { refuse("that cell is taken") }
            }
            _ => refuse("a move is a cell, 1 to 9, row by row from the top left"),
        }
    }

    fn move_text(&self, _: NotationFormat, _: &TicTacToePosition, cell: u8) -> String {
        (cell + 1).to_string()
    }
}

impl GameTags<TicTacToePosition> for TicTacToe {}

impl Symmetry<TicTacToePosition> for TicTacToe {}

impl GameDisplay<TicTacToePosition> for TicTacToe {
    fn summary(&self) -> &'static str {
        "three in a row on 3×3; the example of docs/tutorials/your-own-game.md"
    }

    fn board_text(&self, position: &TicTacToePosition) -> String {
        let signs: Vec<char> = self.position_text(Native, position).chars().collect();
        let rows = signs.chunks(usize::from(SIDE)).map(|row| row.iter().collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["X", "O"][player.index()]
    }

    fn piece_kinds(&self) -> Vec<Piece> {
        [0, 1].map(stone_of).to_vec()
    }

    /// The number of stones tells the turn.
    fn set_up_text(&self, letters: &BTreeMap<String, char>, _: Player) -> Option<String> {
        let sign = |cell: u8| letters.get(&(cell + 1).to_string()).copied().unwrap_or(SIGNS[0]);
        Some((0..CELLS).map(sign).collect())
    }

    /// Squares are called as moves are, by their numbers.
    fn diagram(&self, position: &TicTacToePosition) -> Option<Diagram> {
        let square = |cell: u8| {
            let owner = position.stones.iter().position(|stones| stones >> cell & 1 == 1);
            Cell::Square { name: (cell + 1).to_string(), piece: owner.map(stone_of), tint: None }
        };
        let row = |row: u8| (row * SIDE..(row + 1) * SIDE).map(square).collect();
        Some(Diagram {
            surface: Surface::Squares,
            rows: (0..SIDE).map(row).collect(),
            row_labels: Vec::new(),
            column_labels: Vec::new(),
        })
    }

    fn move_squares(&self, position: &TicTacToePosition, cell: u8) -> Vec<String> {
        vec![self.move_text(Native, position, cell)]
    }

    fn move_paths(&self, position: &TicTacToePosition) -> Vec<Vec<String>> {
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        legal.into_iter().map(|cell| self.move_squares(position, cell)).collect()
    }
}

impl SearchHeuristics<TicTacToePosition> for TicTacToe {
    /// Lines that are still open, in hundredths of a line.
    fn static_eval(&self, position: &TicTacToePosition, player: Player) -> i32 {
        let open = |player: Player| {
            let others = position.stones[player.opponent().index()];
            LINES.iter().filter(|line| *line & others == 0).count() as i32
        };
        100 * (open(player) - open(player.opponent()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::{Counting, perft};

    crate::conformance!(conformance: TicTacToe);

    #[test]
    fn lines_of_the_known_numbers() {
        // Lines that go on after a win do not count: 255,168 games in all.
        let counts = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
        for (depth, count) in counts.into_iter().enumerate() {
            assert_eq!(perft(&TicTacToe.start(), depth, Counting::Bulk), count, "depth {depth}");
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (text, part) in [
            ("XX-------", "as many X as O"),
            ("XXXOOO---", "over before"),
            ("XO------", "nine cells"),
            ("XO--------", "nine cells"),
            ("XO?------", "X, O or -"),
        ] {
            let error = TicTacToe.parse_position(Native, text).expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
