//! Feature sets: stones on points, and with them what further stones would make.

use super::{
    board::Tally,
    colour::Colour,
    contract::Contract,
    frame::{self, Frame},
    layout,
    position::{FivePosition, Stage},
    rules::{RuleSet, Rules},
    threat::{NO_SHAPES, PointShapes, Threat, ThreatTable},
};
use crate::{
    features::{Features, cancel},
    layout::{Axis, Layout},
    player::Player,
};

/// The identities of the feature sets, the default first.
pub const FEATURE_SETS: [&str; 2] = [LINES, STONES];

const LINES: &str = "lines";
const STONES: &str = "stones";

/// Own and theirs.
const SIDES: usize = 2;
/// Own colour in play, or another stage.
const STAGES: usize = 8;
/// No obligation, own, theirs.
const CONTRACTS: usize = 3;
/// Moves to the limit, one by one,
const NEAR_MOVES: usize = 48;
/// and beyond by eights.
const FAR_STEP: usize = 8;
const FAR_STEPS: usize = 16;
/// The limit is a move of the obliged colour; the last move was a pass.
const FLAGS: usize = 2;
/// What the rules of the game add to stones and lines.
const CIRCUMSTANCES: usize = STAGES + CONTRACTS + NEAR_MOVES + FAR_STEPS + FLAGS;
/// How many of them can be active at once.
const CIRCUMSTANCES_ACTIVE: usize = 3 + FLAGS;
/// The ranges that a tally may lie in, by their lowest numbers.
const TALLY_RANGES: [i32; 7] = [1, 2, 3, 4, 5, 7, 10];

/// The first feature of each block behind the stones.
const FIRST_CIRCUMSTANCE: usize = SIDES * frame::POINTS;
const FIRST_THREAT: usize = FIRST_CIRCUMSTANCE + CIRCUMSTANCES;
const FIRST_TALLY: usize = FIRST_THREAT + SIDES * Threat::COUNT * frame::POINTS;

/// Which features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    Stones,
    Lines,
}

/// A feature set, seen by a player (`own` and `their`; until colours are dealt, Black's stones are own).
///
/// Points are those of the [frame], 15×15 on boards of every size: what lies outside has no feature of a
/// point.
///
/// - `stones`: `side × points + point` for each stone; behind them the circumstances: own colour or stage, and
///   in the predicted game who is obliged to complete five, the moves to the limit, whether the limit is a
///   move of the obliged colour, and whether the last move was a pass.
/// - `lines`: these; for each empty point and side what a stone there would make along the four lines
///   together ([threats](super::threat)), if anything: `(side × threats + threat) × points + point`; and for
///   each side and kind of shape (five, straight four, four, three, two) in which range the number of points
///   and lines lies at which it can be made, if there are any.
#[derive(Clone, Debug)]
pub struct FiveFeatures {
    set: Set,
    rules: Rules,
}

impl FiveFeatures {
    pub(super) fn new(rules: Rules, id: &str) -> Option<Self> {
        let set = match id {
            LINES => Set::Lines,
            STONES => Set::Stones,
            _ => return None,
        };
        Some(Self { set, rules })
    }

    fn push_circumstances(&self, position: &FivePosition, pov: Player, out: &mut Vec<u32>) {
        let mut push = |number: usize| out.push((FIRST_CIRCUMSTANCE + number) as u32);
        push(match (position.stage, position.colour_of(pov)) {
            (Stage::Play, Some(colour)) => colour.index(),
            (Stage::Play, None) | (Stage::Opening, _) => 2,
            (Stage::Choosing, _) => 3,
            (Stage::Adding, _) => 4,
            (Stage::ChoosingLast, _) => 5,
            (Stage::Predicting, _) => 6,
            (Stage::PredictingSecond(_), _) => 7,
        });
        if self.rules.set != RuleSet::Predicted || position.stage != Stage::Play {
            return;
        }
        const FIRST_NEAR: usize = STAGES + CONTRACTS;
        const FIRST_FLAG: usize = FIRST_NEAR + NEAR_MOVES + FAR_STEPS;
        match position.contract {
            Contract::Free => push(STAGES),
            Contract::Obliged { colour, limit } => {
                push(STAGES + if position.colour_of(pov) == Some(colour) { 1 } else { 2 });
                if let Some(limit) = limit {
                    let left = limit.last_move().saturating_sub(position.moves());
                    let far = (left.saturating_sub(NEAR_MOVES) / FAR_STEP).min(FAR_STEPS - 1);
                    push(FIRST_NEAR + if left < NEAR_MOVES { left } else { NEAR_MOVES + far });
                    let last = limit.last_move();
                    if limit.is_exactly(last) && Colour::after_moves(last - 1) == colour {
                        push(FIRST_FLAG);
                    }
                }
            }
        }
        if position.passes > 0 {
            push(FIRST_FLAG + 1);
        }
    }

    fn push_tallies(position: &FivePosition, pov: Player, out: &mut Vec<u32>) {
        for (side, colour) in sides(position, pov).into_iter().enumerate() {
            let tally = position.board.tally(colour);
            for kind in 0..Tally::KINDS {
                let range = TALLY_RANGES.iter().rposition(|lowest| tally.kind(kind) >= *lowest);
                if let Some(range) = range {
                    let number = (side * Tally::KINDS + kind) * TALLY_RANGES.len() + range;
                    out.push((FIRST_TALLY + number) as u32);
                }
            }
        }
    }

    /// The features that are not bound to a point.
    fn push_global(&self, position: &FivePosition, pov: Player, out: &mut Vec<u32>) {
        self.push_circumstances(position, pov, out);
        if self.set == Set::Lines {
            Self::push_tallies(position, pov, out);
        }
    }
}

/// The feature of a stone at a point of the frame.
fn stone(side: usize, point: usize) -> u32 {
    (side * frame::POINTS + point) as u32
}

/// The feature of a threat at a point of the frame; none where nothing is threatened.
fn threat_at(side: usize, threat: Threat, point: usize) -> Option<u32> {
    let kind = (side * Threat::COUNT + threat as usize).wrapping_sub(1);
    (threat != Threat::None).then(|| (FIRST_THREAT + kind * frame::POINTS + point) as u32)
}

/// The points at which two boards have different shapes. Which they are is found for a block at a time, which takes
/// vector registers instead of a branch for each.
fn differing<'a>(before: &'a [PointShapes], after: &'a [PointShapes]) -> impl Iterator<Item = usize> + 'a {
    const BLOCK: usize = 32;
    let blocks = before.chunks(BLOCK).zip(after.chunks(BLOCK)).enumerate();
    blocks.flat_map(|(block, (before, after))| {
        let differs = |(index, (old, new)): (usize, (&PointShapes, &PointShapes))| {
            u32::from(u32::from_le_bytes(*old) != u32::from_le_bytes(*new)) << index
        };
        let mut mask = before.iter().zip(after).enumerate().map(differs).fold(0, |mask, bit| mask | bit);
        std::iter::from_fn(move || {
            let index = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
            mask &= mask - 1;
            Some(block * BLOCK + index)
        })
    })
}

/// The colours of the two sides.
fn sides(position: &FivePosition, pov: Player) -> [Colour; SIDES] {
    let own = position.colour_of(pov).unwrap_or(Colour::Black);
    [own, own.other()]
}

impl Features<FivePosition> for FiveFeatures {
    fn id(&self) -> String {
        match self.set {
            Set::Stones => STONES,
            Set::Lines => LINES,
        }
        .into()
    }

    fn count(&self) -> usize {
        match self.set {
            Set::Stones => FIRST_THREAT,
            Set::Lines => FIRST_TALLY + SIDES * Tally::KINDS * TALLY_RANGES.len(),
        }
    }

    fn max_active(&self) -> usize {
        match self.set {
            Set::Stones => frame::POINTS + CIRCUMSTANCES_ACTIVE,
            // A point has a stone, or a threat of either side.
            Set::Lines => SIDES * frame::POINTS + CIRCUMSTANCES_ACTIVE + SIDES * Tally::KINDS,
        }
    }

    fn layout(&self) -> Layout {
        let circumstances = layout::circumstances(NEAR_MOVES, FAR_STEP, FAR_STEPS);
        let layout = Layout::seen(layout::VIEW)
            .with("stones", "a stone of that colour on that point", vec![layout::sides(), layout::points()])
            .with("circumstances", layout::CIRCUMSTANCES, vec![circumstances]);
        if self.set == Set::Stones {
            return layout;
        }
        let ranges =
            TALLY_RANGES.iter().enumerate().map(|(index, lowest)| match TALLY_RANGES.get(index + 1) {
                Some(next) if *next == lowest + 1 => lowest.to_string(),
                Some(next) => format!("{lowest} to {}", next - 1),
                None => format!("{lowest} or more"),
            });
        let kinds = Axis::new("kind", ["five", "open four", "four", "three", "two"]);
        let tallies = vec![layout::sides(), kinds, Axis::new("number", ranges)];
        let threats = vec![layout::sides(), Axis::new("threat", Threat::NAMES), layout::points()];
        layout.with("threats", layout::THREATS, threats).with("tallies", layout::TALLIES, tallies)
    }

    fn active(&self, position: &FivePosition, pov: Player, out: &mut Vec<u32>) {
        out.clear();
        let sides = sides(position, pov);
        let frame = Frame::of(&position.board);
        for (side, colour) in sides.into_iter().enumerate() {
            let points = position.board.lines().stones(colour);
            out.extend(points.filter_map(|point| Some(stone(side, frame.point(point)?))));
        }
        self.push_global(position, pov, out);
        if self.set == Set::Lines {
            let table = ThreatTable::of(self.rules.set);
            for (point, shapes) in position.board.shapes().iter().enumerate() {
                if *shapes != NO_SHAPES
                    && let Some(point) = frame.point(point)
                {
                    for (side, colour) in sides.into_iter().enumerate() {
                        out.extend(threat_at(side, table.threat(*shapes, colour), point));
                    }
                }
            }
        }
    }

    fn delta(
        &self,
        before: &FivePosition,
        after: &FivePosition,
        pov: Player,
        added: &mut Vec<u32>,
        removed: &mut Vec<u32>,
    ) {
        let sides = sides(after, pov);
        let frame = Frame::of(&after.board);
        if sides != self::sides(before, pov) || frame != Frame::of(&before.board) {
            self.compare(before, after, pov, added, removed);
            return;
        }
        added.clear();
        removed.clear();
        self.push_global(before, pov, removed);
        self.push_global(after, pov, added);
        cancel(added, removed);
        let side_of = |colour: Colour| usize::from(colour != sides[0]);
        for point in before.board.lines().differing(after.board.lines()) {
            let Some(seen) = frame.point(point) else { continue };
            removed.extend(before.board.stone(point).map(|colour| stone(side_of(colour), seen)));
            added.extend(after.board.stone(point).map(|colour| stone(side_of(colour), seen)));
        }
        if self.set == Set::Stones {
            return;
        }
        let table = ThreatTable::of(self.rules.set);
        let (before, after) = (before.board.shapes(), after.board.shapes());
        for point in differing(before, after) {
            let Some(seen) = frame.point(point) else { continue };
            for (side, colour) in sides.into_iter().enumerate() {
                let (old, new) = (table.threat(before[point], colour), table.threat(after[point], colour));
                if old != new {
                    removed.extend(threat_at(side, old, seen));
                    added.extend(threat_at(side, new, seen));
                }
            }
        }
    }
}
