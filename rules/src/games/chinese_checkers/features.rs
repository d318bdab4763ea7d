//! Feature sets: pieces on cells, and with them how the race stands.

use super::{
    layout::{cell_axis, view},
    position::StarPosition,
    ranking::Standing,
    rules::{LAST_DEADLINE, Passivity, Rules},
    star::{CELLS, DISTANCES, PIECES, POINTS, TIPS, TURNED, cells},
};
use crate::{
    features::Features,
    layout::{Axis, Layout},
    player::{MAX_PLAYERS, Player},
};

/// The identities of the feature sets, the default first.
pub const FEATURE_SETS: [&str; 2] = [PIECES_AND_RACE, PIECES_ON_CELLS];

const PIECES_AND_RACE: &str = "ps+race";
const PIECES_ON_CELLS: &str = "ps";

/// Numbers of pieces in the goal.
const GOAL_COUNTS: u32 = PIECES as u32 + 1;
/// Steps that share a feature of the summed distance.
const BUCKET: u32 = 4;
/// The summed distance of ten pieces from the outermost cell of their goal is at most that far.
const FARTHEST: u32 = 16 * PIECES as u32;
const BUCKETS: u32 = FARTHEST / BUCKET + 1;
/// Whether a player has finished, by place, or forfeited.
const STANDINGS: u32 = MAX_PLAYERS as u32 + 1;
/// Own moves up to the last deadline of the passivity rule.
const DEADLINE_MOVES: u32 = LAST_DEADLINE as u32 + 1;
/// Features of one player's race.
const RACE: u32 = GOAL_COUNTS + BUCKETS + STANDINGS + DEADLINE_MOVES;

/// What the features of the race mean.
const RACE_MEANING: &str = "how that player's race stands. Pieces in the goal and the summed distance (steps on an \
    empty board from each piece to the outermost cell of the player's goal, the point opposite to its own) are \
    active for everyone who has not forfeited; a place for one who has finished; the number of own moves only \
    under the passivity rule and while the player is on the way, the last one standing for all later ones too";

/// Which features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    Pieces,
    PiecesAndRace,
}

/// A feature set. The board is turned so that the point of view sits at the top; every other player is known
/// by the point at which it then sits (its *kind*), clockwise.
///
/// - `ps`: one feature for each kind and cell: `kind × cells + cell`.
/// - `ps+race`: these, and for each kind: the number of its pieces in the goal (11); the summed distance of
///   its pieces to the outermost cell of the goal, four steps to a feature (41); its place, once it has
///   finished (6), or that it has forfeited (1); under the passivity rule the number of its moves, up to the
///   last deadline (31).
#[derive(Clone, Debug)]
pub struct StarFeatures {
    rules: Rules,
    set: Set,
}

impl StarFeatures {
    pub(super) fn new(rules: Rules, id: &str) -> Option<Self> {
        let set = match id {
            PIECES_ON_CELLS => Set::Pieces,
            PIECES_AND_RACE => Set::PiecesAndRace,
            _ => return None,
        };
        Some(Self { rules, set })
    }

    /// Points at which another player may sit, seen from some player.
    fn kinds(&self) -> u32 {
        (POINTS / self.spacing()) as u32
    }

    /// Every how many points there is a kind: seats four players take are all distances apart.
    fn spacing(&self) -> usize {
        let players = usize::from(self.rules.players);
        if POINTS.is_multiple_of(players) { POINTS / players } else { 1 }
    }

    /// The kind of a player.
    fn kind(&self, player: Player, pov: Player) -> u32 {
        let clockwise = (POINTS + self.rules.point(player) - self.rules.point(pov)) % POINTS;
        (clockwise / self.spacing()) as u32
    }

    /// Appends one feature per cell of a set.
    #[inline]
    fn push_pieces(&self, kind: u32, set: u128, pov: Player, out: &mut Vec<u32>) {
        let turned = &TURNED[(POINTS - self.rules.point(pov)) % POINTS];
        let base = kind * CELLS as u32;
        out.extend(cells(set).map(|cell| base + u32::from(turned[usize::from(cell)])));
    }

    /// Appends the features of a player's race.
    fn push_race(&self, kind: u32, position: &StarPosition, player: Player, out: &mut Vec<u32>) {
        let mut base = self.kinds() * CELLS as u32 + kind * RACE;
        let standing = position.standings[player.index()];
        if standing != Standing::Forfeited {
            out.push(base + position.in_goal(player));
            out.push(base + GOAL_COUNTS + distance_to_tip(position, player) / BUCKET);
        }
        base += GOAL_COUNTS + BUCKETS;
        match standing {
            Standing::Racing => {}
            Standing::Finished(place) => out.push(base + u32::from(place)),
            Standing::Forfeited => out.push(base + MAX_PLAYERS as u32),
        }
        base += STANDINGS;
        if position.rules.passivity == Passivity::On && standing == Standing::Racing {
            out.push(base + u32::from(position.moves[player.index()]).min(DEADLINE_MOVES - 1));
        }
    }
}

/// The summed steps from a player's pieces to the outermost cell of its goal, on an empty board.
fn distance_to_tip(position: &StarPosition, player: Player) -> u32 {
    let from = &DISTANCES[usize::from(TIPS[position.rules.goal_point(player)])];
    cells(position.pieces[player.index()]).map(|cell| u32::from(from[usize::from(cell)])).sum()
}

impl Features<StarPosition> for StarFeatures {
    fn id(&self) -> String {
        match self.set {
            Set::Pieces => PIECES_ON_CELLS,
            Set::PiecesAndRace => PIECES_AND_RACE,
        }
        .into()
    }

    fn count(&self) -> usize {
        let race = match self.set {
            Set::Pieces => 0,
            Set::PiecesAndRace => RACE as usize,
        };
        self.kinds() as usize * (CELLS + race)
    }

    fn max_active(&self) -> usize {
        /// Pieces in the goal, distance, and the moves of one who is on the way or the place of another.
        const RACE_ACTIVE: usize = 3;
        let race = match self.set {
            Set::Pieces => 0,
            Set::PiecesAndRace => RACE_ACTIVE,
        };
        usize::from(self.rules.players) * (PIECES + race)
    }

    fn layout(&self) -> Layout {
        let kinds = || {
            let spacing = self.spacing();
            let points = (0..self.kinds() as usize).map(|kind| (kind * spacing).to_string());
            Axis::new("points of the star clockwise from the point of view to that player", points)
        };
        let pieces = "active where a piece of that player stands on that cell";
        let layout = Layout::seen(view()).with("pieces", pieces, vec![kinds(), cell_axis("cell")]);
        if self.set == Set::Pieces {
            return layout;
        }
        let goals = Axis::numbers("pieces in the goal", GOAL_COUNTS as usize);
        let distances =
            (0..BUCKETS).map(|bucket| format!("{} to {}", BUCKET * bucket, BUCKET * (bucket + 1) - 1));
        let finished = (1..=MAX_PLAYERS).map(|place| format!("finished, place {place}"));
        let standings = finished.chain(["forfeited".to_owned()]);
        let entries = goals.labels.into_iter().map(|count| format!("{count} pieces in the goal"));
        let entries = entries
            .chain(distances.map(|steps| format!("summed distance {steps}")))
            .chain(standings)
            .chain((0..DEADLINE_MOVES).map(|moves| format!("{moves} own moves made")));
        layout.with("race", RACE_MEANING, vec![kinds(), Axis::new("standing", entries)])
    }

    fn active(&self, position: &StarPosition, pov: Player, out: &mut Vec<u32>) {
        out.clear();
        for player in self.rules.players() {
            let kind = self.kind(player, pov);
            self.push_pieces(kind, position.pieces[player.index()], pov, out);
            if self.set == Set::PiecesAndRace {
                self.push_race(kind, position, player, out);
            }
        }
    }

    fn delta(
        &self,
        before: &StarPosition,
        after: &StarPosition,
        pov: Player,
        added: &mut Vec<u32>,
        removed: &mut Vec<u32>,
    ) {
        added.clear();
        removed.clear();
        for player in self.rules.players() {
            let seat = player.index();
            let (old, new) = (before.pieces[seat], after.pieces[seat]);
            let kind = self.kind(player, pov);
            self.push_pieces(kind, new & !old, pov, added);
            self.push_pieces(kind, old & !new, pov, removed);
            let same_race = old == new
                && before.moves[seat] == after.moves[seat]
                && before.standings[seat] == after.standings[seat];
            if self.set == Set::PiecesAndRace && !same_race {
                let (from_added, from_removed) = (added.len(), removed.len());
                self.push_race(kind, after, player, added);
                self.push_race(kind, before, player, removed);
                drop_common(added, from_added, removed, from_removed);
            }
        }
    }
}

/// Drops what both lists have in common behind the given places.
fn drop_common(one: &mut Vec<u32>, from: usize, other: &mut Vec<u32>, other_from: usize) {
    let mut index = from;
    while index < one.len() {
        match other[other_from..].iter().position(|feature| *feature == one[index]) {
            Some(place) => {
                one.swap_remove(index);
                other.swap_remove(other_from + place);
            }
            None => index += 1,
        }
    }
}
