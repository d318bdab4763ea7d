//! A small game for the tests: two players put stones on a strip of cells, neither wins.

use damier_rules::{
    Features, Game, GameDisplay, GameTags, MoveEncoding, MoveList, Notation, NotationFormat, Outcome, Player,
    Position, SearchHeuristics, Symmetry, TextError, game::MoveOf,
};
use rand::RngExt;

/// Cells of the strip.
pub(super) const CELLS: usize = 12;

/// The cells taken by each player, one bit per cell. Any player may be to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Strip {
    pub(super) stones: [u16; 2],
    pub(super) to_move: Player,
}

impl Strip {
    /// Every cell empty, own or the opponent's, by chance.
    pub(super) fn random(rng: &mut impl rand::Rng) -> Self {
        let mask = (1 << CELLS) - 1;
        let (first, second): (u16, u16) = (rng.random(), rng.random());
        Self { stones: [first & mask, second & !first & mask], to_move: Player::new(rng.random_range(0..2)) }
    }
}

impl Position for Strip {
    type Move = u8;
    type Clock = ();
    type Tactics = ();

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn legal_moves(&self, out: &mut MoveList<u8>) {
        out.clear();
        out.extend((0..CELLS as u8).filter(|cell| (self.stones[0] | self.stones[1]) >> cell & 1 == 0));
    }

    fn play(&mut self, mv: u8) {
        self.stones[self.to_move.index()] |= 1 << mv;
        self.to_move = self.to_move.opponent();
    }

    fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        (!has_moves).then_some(Outcome::Draw)
    }

    fn key(&self) -> u64 {
        (self.to_move.index() as u64) << 32 | u64::from(self.stones[1]) << 16 | u64::from(self.stones[0])
    }

    fn is_irreversible(&self, _: u8) -> bool {
        true
    }
}

/// Own stones, then the opponent's.
#[derive(Clone, Debug)]
pub(super) struct Stones;

impl Features<Strip> for Stones {
    fn id(&self) -> String {
        "stones".to_owned()
    }

    fn count(&self) -> usize {
        2 * CELLS
    }

    fn max_active(&self) -> usize {
        CELLS
    }

    fn active(&self, position: &Strip, pov: Player, out: &mut Vec<u32>) {
        out.clear();
        for (part, player) in [pov, pov.opponent()].into_iter().enumerate() {
            let stones = position.stones[player.index()];
            let cells = (0..CELLS).filter(|cell| stones >> cell & 1 == 1);
            out.extend(cells.map(|cell| (part * CELLS + cell) as u32));
        }
    }
}

/// One row per cell.
#[derive(Clone, Debug)]
pub(super) struct Cells;

impl MoveEncoding<Strip> for Cells {
    fn count(&self) -> usize {
        CELLS
    }

    fn rows(&self, _: &Strip, moves: &[u8], out: &mut Vec<u32>) {
        out.clear();
        out.extend(moves.iter().map(|cell| u32::from(*cell)));
    }
}

/// The game, under a name.
#[derive(Clone, Debug)]
pub(super) struct Toy(pub(super) &'static str);

impl Game for Toy {
    type Position = Strip;
    type Features = Stones;
    type Encoding = Cells;

    fn id(&self) -> &str {
        self.0
    }

    fn start(&self) -> Strip {
        Strip { stones: [0; 2], to_move: Player::FIRST }
    }

    fn feature_sets(&self) -> &'static [&'static str] {
        &["stones"]
    }

    fn features(&self, id: &str) -> Option<Stones> {
        (id == "stones").then_some(Stones)
    }

    fn encoding(&self) -> Cells {
        Cells
    }
}

impl Notation<Strip> for Toy {
    fn parse_position(&self, _: NotationFormat, text: &str) -> Result<Strip, TextError> {
        Err(TextError::new("position", text, 0, "not read"))
    }

    fn position_text(&self, _: NotationFormat, position: &Strip) -> String {
        format!("{position:?}")
    }

    fn parse_move(&self, _: NotationFormat, _: &Strip, text: &str) -> Result<MoveOf<Self>, TextError> {
        Err(TextError::new("move", text, 0, "not read"))
    }

    fn move_text(&self, _: NotationFormat, _: &Strip, mv: MoveOf<Self>) -> String {
        mv.to_string()
    }
}

impl GameTags<Strip> for Toy {}

impl Symmetry<Strip> for Toy {}

impl GameDisplay<Strip> for Toy {
    fn summary(&self) -> &'static str {
        "a game for tests"
    }

    fn board_text(&self, position: &Strip) -> String {
        format!("{position:?}")
    }
}

impl SearchHeuristics<Strip> for Toy {
    fn static_eval(&self, _: &Strip, _: Player) -> i32 {
        0
    }
}
