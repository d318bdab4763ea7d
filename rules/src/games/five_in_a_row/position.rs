//! A position: the board, the stage of the game, and what decides it.

use super::{
    board::{Board, Stroke, mixed},
    colour::Colour,
    contract::{Contract, resolve},
    five_move::{Choice, FiveMove},
    fours,
    prediction::{OPENING_STONES, Prediction},
    rules::{LimitRule, Opening, RuleSet, Rules},
};
use crate::{
    outcome::Outcome,
    player::Player,
    position::{MoveList, Position},
    tactics::{ForcedWin, Tactics},
};

/// Stones before the choice of a colour in `swap` and `swap2`.
pub(super) const STONES_BEFORE_CHOICE: usize = 3;
/// Stones before the last choice in `swap2`.
pub(super) const STONES_BEFORE_LAST_CHOICE: usize = 5;
/// Passes in a row that end the game.
const PASSES_THAT_END: u8 = 2;

/// The stage of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The stones of the opening are put.
    Opening,
    /// The second player takes a colour.
    Choosing,
    /// The second player puts two more stones.
    Adding,
    /// The first player takes a colour.
    ChoosingLast,
    /// The first player predicts.
    Predicting,
    /// The second player predicts.
    PredictingSecond(Seal),
    /// Stones are put in turn.
    Play,
}

/// The first player's prediction while the second player makes theirs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seal {
    /// It is known.
    Open(Prediction),
    /// The position itself does not show it; in play it counts as equal to the other one.
    Hidden,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The last stone completed five.
    Five,
    /// The last stone was forbidden.
    Forbidden,
    /// The board is full.
    Full,
    /// Two passes in a row.
    Passes,
    /// The limit was reached without the obliged five.
    Limit,
}

/// A position of five-in-a-row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FivePosition {
    pub(super) board: Board,
    pub(super) rules: Rules,
    pub(super) stage: Stage,
    /// The player with Black; the first player until colours are dealt.
    pub(super) black: Player,
    /// Stones and passes so far.
    pub(super) moves: u16,
    /// Passes since the last stone.
    pub(super) passes: u8,
    pub(super) contract: Contract,
    pub(super) ending: Option<Ending>,
}

impl FivePosition {
    /// The start position.
    pub fn start(rules: Rules) -> Self {
        Self {
            board: Board::new(rules.set, rules.size()),
            rules,
            stage: if rules.deals_colours() { Stage::Play } else { Stage::Opening },
            black: Player::FIRST,
            moves: 0,
            passes: 0,
            contract: Contract::Free,
            ending: None,
        }
    }

    /// The rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The stage.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// What decides; [`Contract::Free`] before the predictions.
    pub const fn contract(&self) -> Contract {
        self.contract
    }

    /// Why the game is over, if it is.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Stones and passes so far.
    pub const fn moves(&self) -> usize {
        self.moves as usize
    }

    /// The colour of the next stone.
    pub const fn colour_to_move(&self) -> Colour {
        Colour::after_moves(self.moves as usize)
    }

    /// The player of a colour; `None` until colours are dealt.
    pub fn player_of(&self, colour: Colour) -> Option<Player> {
        (self.stage == Stage::Play).then(|| self.seat(colour))
    }

    /// The colour of a player; `None` until colours are dealt.
    pub fn colour_of(&self, player: Player) -> Option<Colour> {
        let colour = if player == self.black { Colour::Black } else { Colour::White };
        (self.stage == Stage::Play).then_some(colour)
    }

    pub(super) fn seat(&self, colour: Colour) -> Player {
        if colour == Colour::Black { self.black } else { self.black.opponent() }
    }

    fn put(&mut self, point: usize) {
        let colour = self.colour_to_move();
        let stroke = match self.stage {
            Stage::Play => self.board.stroke(point, colour),
            // So few stones make nothing that counts.
            _ => Stroke::Goes,
        };
        self.board.put(point, colour);
        self.moves += 1;
        self.passes = 0;
        self.ending = match stroke {
            Stroke::Five => Some(Ending::Five),
            Stroke::Forbidden => Some(Ending::Forbidden),
            Stroke::Goes if self.board.empty() == 0 => Some(Ending::Full),
            Stroke::Goes => self.ending_by_limit(),
        };
        self.stage = match self.stage {
            Stage::Opening if self.moves() == self.opening_stones() => match self.rules.set {
                RuleSet::Predicted => Stage::Predicting,
                _ => Stage::Choosing,
            },
            Stage::Adding if self.moves() == STONES_BEFORE_LAST_CHOICE => Stage::ChoosingLast,
            stage => stage,
        };
    }

    fn pass(&mut self) {
        self.moves += 1;
        self.passes += 1;
        self.ending = match self.passes {
            PASSES_THAT_END.. => Some(Ending::Passes),
            _ => self.ending_by_limit(),
        };
    }

    /// Whether stones are put and a five wins, for either player and at any time.
    fn is_decided_by_fives(&self) -> bool {
        self.stage == Stage::Play && self.contract == Contract::Free && self.ending.is_none()
    }

    fn ending_by_limit(&self) -> Option<Ending> {
        match self.contract {
            Contract::Obliged { limit: Some(limit), .. } if self.moves() >= limit.last_move() => {
                Some(Ending::Limit)
            }
            _ => None,
        }
    }

    fn choose(&mut self, choice: Choice) {
        let chooser = self.to_move();
        match choice {
            Choice::TwoMore => self.stage = Stage::Adding,
            Choice::Black | Choice::White => {
                self.black = if choice == Choice::Black { chooser } else { chooser.opponent() };
                self.stage = Stage::Play;
            }
        }
    }

    fn predict(&mut self, prediction: Prediction) {
        match self.stage {
            Stage::PredictingSecond(seal) => {
                let first = match seal {
                    Seal::Open(first) => first,
                    Seal::Hidden => prediction,
                };
                (self.black, self.contract) = resolve(first, prediction);
                self.stage = Stage::Play;
            }
            _ => self.stage = Stage::PredictingSecond(Seal::Open(prediction)),
        }
    }

    /// The stones that the opening of the rules puts before anything is chosen or predicted.
    pub(super) fn opening_stones(&self) -> usize {
        match (self.rules.set, self.rules.opening) {
            (RuleSet::Predicted, _) => OPENING_STONES,
            (_, Opening::None) => 0,
            (_, Opening::Swap | Opening::Swap2) => STONES_BEFORE_CHOICE,
        }
    }

    /// Whether the player who puts a stone of the opening puts another one before colours are chosen.
    pub(super) fn puts_another(&self) -> bool {
        match self.stage {
            Stage::Opening => self.moves() + 1 < self.opening_stones(),
            Stage::Adding => self.moves() + 1 < STONES_BEFORE_LAST_CHOICE,
            _ => false,
        }
    }

    /// The outcome that an ending gives here.
    fn settled(&self, ending: Ending) -> Outcome {
        let last = self.colour_to_move().other();
        match (ending, self.contract) {
            (Ending::Five, Contract::Obliged { colour, limit: Some(limit) })
                if colour == last
                    && limit.is_exactly(self.moves())
                    && self.rules.limit == LimitRule::Drawable =>
            {
                Outcome::Draw
            }
            (Ending::Five, _) => Outcome::Win(self.seat(last)),
            (Ending::Forbidden, _) => Outcome::Win(self.seat(last.other())),
            (Ending::Full | Ending::Passes | Ending::Limit, Contract::Obliged { colour, .. }) => {
                Outcome::Win(self.seat(colour.other()))
            }
            (Ending::Full | Ending::Passes | Ending::Limit, Contract::Free) => Outcome::Draw,
        }
    }
}

impl Position for FivePosition {
    type Move = FiveMove;
    type Clock = ();
    type Tactics = Fours;

    fn to_move(&self) -> Player {
        match self.stage {
            Stage::Opening if self.rules.set == RuleSet::Predicted => self.rules.order.putter(self.moves()),
            Stage::Opening | Stage::ChoosingLast | Stage::Predicting => Player::FIRST,
            Stage::Choosing | Stage::Adding | Stage::PredictingSecond(_) => Player::SECOND,
            Stage::Play => self.seat(self.colour_to_move()),
        }
    }

    fn legal_moves(&self, out: &mut MoveList<FiveMove>) {
        out.clear();
        if self.ending.is_some() {
            return;
        }
        match self.stage {
            Stage::Opening | Stage::Adding | Stage::Play => {
                out.reserve(self.board.empty() + 1);
                self.board.lines().for_each_empty(|point| out.push(FiveMove::Stone(point as u16)));
                if self.stage == Stage::Play && self.rules.set == RuleSet::Predicted {
                    out.push(FiveMove::Pass);
                }
            }
            Stage::Choosing | Stage::ChoosingLast => {
                out.extend([Choice::Black, Choice::White].map(FiveMove::Choice));
                if self.stage == Stage::Choosing && self.rules.opening == Opening::Swap2 {
                    out.push(FiveMove::Choice(Choice::TwoMore));
                }
            }
            Stage::Predicting | Stage::PredictingSecond(_) => {
                out.extend(Prediction::all(self.rules.points()).map(FiveMove::Prediction));
            }
        }
    }

    fn count_moves(&self) -> usize {
        if self.ending.is_some() {
            return 0;
        }
        match self.stage {
            Stage::Play if self.rules.set == RuleSet::Predicted => self.board.empty() + 1,
            Stage::Opening | Stage::Adding | Stage::Play => self.board.empty(),
            Stage::Choosing if self.rules.opening == Opening::Swap2 => 3,
            Stage::Choosing | Stage::ChoosingLast => 2,
            Stage::Predicting | Stage::PredictingSecond(_) => Prediction::all(self.rules.points()).count(),
        }
    }

    #[inline]
    fn play(&mut self, mv: FiveMove) {
        match mv {
            FiveMove::Stone(point) => self.put(usize::from(point)),
            FiveMove::Pass => self.pass(),
            FiveMove::Choice(choice) => self.choose(choice),
            FiveMove::Prediction(prediction) => self.predict(prediction),
        }
    }

    fn outcome_given(&self, _: bool) -> Option<Outcome> {
        self.ending.map(|ending| self.settled(ending))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome_given(self.ending.is_none())
    }

    fn key(&self) -> u64 {
        /// Sets apart what is mixed in one after the other.
        fn fold(key: u64, part: impl Into<u64>) -> u64 {
            mixed(key ^ part.into().wrapping_add(1))
        }
        fn prediction(prediction: Prediction) -> u64 {
            prediction.five().map_or(0, |(colour, number)| 2 * u64::from(number) + colour.index() as u64)
        }
        let stage = match self.stage {
            Stage::Opening => 0,
            Stage::Choosing => 1,
            Stage::Adding => 2,
            Stage::ChoosingLast => 3,
            Stage::Predicting => 4,
            Stage::Play => 5,
            Stage::PredictingSecond(Seal::Hidden) => 6,
            Stage::PredictingSecond(Seal::Open(first)) => 7 + prediction(first),
        };
        let contract = match self.contract {
            Contract::Free => 0,
            Contract::Obliged { colour, limit } => {
                let limit = limit.map_or(0, |limit| limit.half_moves() as u64);
                1 + colour.index() as u64 + 2 * limit
            }
        };
        let ending = self.ending.map_or(0, |ending| 1 + ending as u64);
        let small = u64::from(self.passes) << 8 | ending << 4 | self.black.index() as u64;
        let key = fold(self.board.key(), stage);
        let key = fold(key, contract);
        fold(fold(key, self.moves), small)
    }

    /// Whether the colour that does not move has no five to complete: what is otherwise is answered, not
    /// judged.
    fn is_quiet(&self) -> bool {
        self.stage != Stage::Play || !self.board.threatens_five(self.colour_to_move().other())
    }

    /// Stones stay, and passes are counted.
    fn is_irreversible(&self, _: FiveMove) -> bool {
        true
    }
}

/// Wins by fours, and the answers to them.
pub struct Fours;

impl Tactics<FivePosition> for Fours {
    fn forced_win(position: &FivePosition) -> Option<ForcedWin<FiveMove>> {
        if !position.is_decided_by_fives() {
            return None;
        }
        let way = fours::way_to_five(&position.board, position.colour_to_move())?;
        Some(ForcedWin { mv: FiveMove::Stone(way.point as u16), plies: way.plies })
    }

    /// A five, what prevents the other colour's, or what prevents a straight four.
    fn leave_only_moves(position: &FivePosition, moves: &mut MoveList<FiveMove>) {
        if !position.is_decided_by_fives() {
            return;
        }
        let own = position.colour_to_move();
        let decided_by = position.board.decided_by(own);
        let points = match decided_by {
            Some(colour) => fours::fives(&position.board, colour).collect(),
            None => match fours::answers_to_straight_fours(&position.board, own) {
                Some(points) => points,
                None => return,
            },
        };
        // A second pass is as good as a block: it draws.
        let pass_ends = decided_by != Some(own) && position.passes + 1 == PASSES_THAT_END;
        let remains = |mv: &FiveMove| match mv {
            FiveMove::Stone(point) => points.contains(&usize::from(*point)),
            FiveMove::Pass => pass_ends,
            FiveMove::Choice(_) | FiveMove::Prediction(_) => false,
        };
        if moves.iter().any(remains) {
            moves.retain(remains);
        } else {
            moves.truncate(1);
        }
    }
}
