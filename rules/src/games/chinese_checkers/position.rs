//! A position: a set of cells for each player, and whose turn it is.

use super::{
    board_move::StarMove,
    hops::{Adjacent, Equidistant, Hops, destinations, path},
    ranking::{self, Standing},
    rules::{HopRule, Ranking, Rules},
    star::{bit, cells},
};
use crate::{
    any::{Counters, PackedCounters},
    draw_rules::DrawRules,
    outcome::Outcome,
    player::{MAX_PLAYERS, Player},
    position::{MoveList, Position},
};

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StarPosition {
    /// The pieces of each player.
    pub(super) pieces: [u128; MAX_PLAYERS],
    /// Own moves of each player, up to [`Rules::counted_moves`]: a pass is none. 0 for one who has forfeited.
    pub(super) moves: [u16; MAX_PLAYERS],
    pub(super) standings: [Standing; MAX_PLAYERS],
    pub(super) rules: Rules,
    /// A player who is racing, if there is one.
    pub(super) to_move: Player,
}

/// The counter for the cap.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rounds(pub(super) u16);

impl Counters for Rounds {
    fn pack(self) -> PackedCounters {
        [self.0, 0, 0, 0, 0, 0, 0, 0]
    }

    fn unpack([rounds, ..]: PackedCounters) -> Self {
        Self(rounds)
    }
}

impl StarPosition {
    pub(super) fn start(rules: Rules) -> Self {
        let mut pieces = [0; MAX_PLAYERS];
        for player in rules.players() {
            pieces[player.index()] = rules.home(player);
        }
        Self {
            pieces,
            moves: [0; MAX_PLAYERS],
            standings: [Standing::Racing; MAX_PLAYERS],
            rules,
            to_move: Player::FIRST,
        }
    }

    /// How far a player is.
    pub fn standing(&self, player: Player) -> Standing {
        self.standings[player.index()]
    }

    /// The number of a player's pieces that stand in its goal.
    #[inline]
    pub fn in_goal(&self, player: Player) -> u32 {
        (self.pieces[player.index()] & self.rules.goal(player)).count_ones()
    }

    /// All pieces.
    #[inline]
    pub(super) fn occupied(&self) -> u128 {
        self.pieces.iter().fold(0, |all, pieces| all | pieces)
    }

    /// The standings of the players who take part.
    fn seated(&self) -> &[Standing] {
        &self.standings[..usize::from(self.rules.players)]
    }

    /// Whether the position ends the game: one player at most is on the way, and its place is certain.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        let racing = self.seated().iter().filter(|standing| **standing == Standing::Racing).count();
        racing < 2 && (racing == 0 || self.last_is_placed())
    }

    /// Whether the place of the only player on the way is certain.
    #[cold]
    fn last_is_placed(&self) -> bool {
        if self.rules.ranking == Ranking::Race {
            return true;
        }
        let moves_of = |wanted: fn(Standing) -> bool| {
            let of_those = self.rules.players().filter(move |p| wanted(self.standings[p.index()]));
            of_those.map(|player| self.moves[player.index()]).max().unwrap_or(0)
        };
        let most = moves_of(|standing| matches!(standing, Standing::Finished(_)));
        let own = moves_of(|standing| standing == Standing::Racing);
        own >= most
    }

    /// The cells on which the piece on `from` stands on its way to `to`, both ends included: a step, or the fewest hops.
    pub(super) fn path(&self, from: u8, to: u8) -> Vec<u8> {
        let occupied = self.occupied();
        match self.rules.hop {
            HopRule::Adjacent => path::<Adjacent>(from, to, occupied),
            HopRule::Equidistant => path::<Equidistant>(from, to, occupied),
        }
    }

    /// Shows each piece of the player to move that can move, ascending, with its destinations.
    #[inline(always)]
    fn each_piece(&self, mut visit: impl FnMut(u8, u128)) {
        let occupied = self.occupied();
        let own = self.pieces[self.to_move.index()];
        match self.rules.hop {
            HopRule::Adjacent => each::<Adjacent>(own, occupied, &mut visit),
            HopRule::Equidistant => each::<Equidistant>(own, occupied, &mut visit),
        }
    }

    /// What a move of the player to move, already on the board, makes of its standing.
    #[inline]
    fn judge_standing(&mut self) {
        let player = self.to_move;
        let seat = player.index();
        let counted = self.rules.counted_moves();
        let fresh = self.moves[seat] < counted;
        self.moves[seat] += u16::from(fresh);
        if self.pieces[seat] == self.rules.goal(player) {
            let before = self.seated().iter().filter(|standing| matches!(standing, Standing::Finished(_)));
            self.standings[seat] = Standing::Finished(before.count() as u8);
        } else if fresh && self.is_passive(player) {
            self.forfeit(player);
        }
    }

    /// Whether a player has missed a deadline with its last move.
    #[inline]
    pub(super) fn is_passive(&self, player: Player) -> bool {
        let seat = player.index();
        self.rules.deadline(self.moves[seat]).is_some_and(|deadline| {
            (self.pieces[seat] & !self.rules.home(player)).count_ones() < deadline.outside
        })
    }

    fn forfeit(&mut self, player: Player) {
        let seat = player.index();
        self.standings[seat] = Standing::Forfeited;
        self.pieces[seat] = 0;
        self.moves[seat] = 0;
    }

    /// The turn goes to the next player on the way; simply to the next one where there is none.
    #[inline]
    fn pass_turn(&mut self) {
        let players = usize::from(self.rules.players);
        let after = |seat: usize| if seat + 1 == players { 0 } else { seat + 1 };
        let next = after(self.to_move.index());
        let mut seat = next;
        for _ in 0..players {
            if self.standings[seat] == Standing::Racing {
                self.to_move = Player::new(seat);
                return;
            }
            seat = after(seat);
        }
        self.to_move = Player::new(next);
    }
}

#[inline(always)]
fn each<H: Hops>(own: u128, occupied: u128, visit: &mut impl FnMut(u8, u128)) {
    let mut board = H::new(occupied);
    for from in cells(own) {
        let to = destinations(from, occupied, &mut board);
        if to != 0 {
            visit(from, to);
        }
    }
}

impl Position for StarPosition {
    const REPETITION_DRAWS: bool = false;
    const EVALUATES_CHILDREN: bool = true;

    type Move = StarMove;
    type Clock = Rounds;
    type Tactics = ();

    fn players(&self) -> usize {
        usize::from(self.rules.players)
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn legal_moves(&self, out: &mut MoveList<StarMove>) {
        out.clear();
        if self.is_over() {
            return;
        }
        self.each_piece(|from, to| out.extend(cells(to).map(|to| StarMove { from, to })));
        if out.is_empty() {
            out.push(StarMove::PASS);
        }
    }

    fn count_moves(&self) -> usize {
        if self.is_over() {
            return 0;
        }
        let mut count = 0;
        self.each_piece(|_, to| count += to.count_ones() as usize);
        count.max(1)
    }

    #[inline]
    fn play(&mut self, mv: StarMove) {
        if mv != StarMove::PASS {
            self.pieces[self.to_move.index()] ^= bit(mv.from) | bit(mv.to);
            self.judge_standing();
        }
        self.pass_turn();
    }

    fn outcome_given(&self, _: bool) -> Option<Outcome> {
        self.is_over().then(|| ranking::outcome(self))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome_given(true)
    }

    fn reachable_share(&self, player: Player) -> f32 {
        ranking::reachable_share(self, player)
    }

    fn key(&self) -> u64 {
        const TURN: u64 = 0x2545_f491_4f6c_dd1d;
        const SEATS: [u64; MAX_PLAYERS] = [
            0x8cb9_2ba7_2f3d_8dd7,
            0xd6e8_feb8_6659_fd93,
            0xa076_1d64_78bd_642f,
            0xe703_7ed1_a0b4_28db,
            0x8ebc_6af0_9c88_c6e3,
            0x5899_65cc_7537_4cc3,
        ];
        let mut key = TURN.wrapping_mul(self.to_move.index() as u64 + 1);
        for (seat, odd) in SEATS.into_iter().enumerate().take(usize::from(self.rules.players)) {
            let standing = match self.standings[seat] {
                Standing::Racing => 0,
                Standing::Finished(order) => 1 + u64::from(order),
                Standing::Forfeited => u64::from(u8::MAX),
            };
            let told = u64::from(self.moves[seat]) << u8::BITS | standing;
            let pieces = self.pieces[seat];
            let (high, low) = ((pieces >> u64::BITS) as u64, pieces as u64);
            key = fold(key ^ low ^ odd, high.rotate_left(5) ^ odd.rotate_left(32));
            if told != 0 {
                key = fold(key ^ told, odd);
            }
        }
        key
    }

    fn is_irreversible(&self, mv: StarMove) -> bool {
        if mv == StarMove::PASS {
            return false;
        }
        let seat = self.to_move.index();
        // A move that is counted cannot be undone, nor one that ends the mover's way.
        self.moves[seat] < self.rules.counted_moves()
            || self.pieces[seat] ^ bit(mv.from) ^ bit(mv.to) == self.rules.goal(self.to_move)
    }
}

impl DrawRules<StarPosition> for Rounds {
    fn tick(self, before: &StarPosition, _: StarMove, after: &StarPosition) -> Self {
        Self(self.0.saturating_add(u16::from(after.to_move <= before.to_move)))
    }

    fn outcome(&self, position: &StarPosition, _: usize) -> Option<Outcome> {
        (self.0 >= position.rules.cap).then(|| ranking::outcome(position))
    }
}

/// Both halves of the product.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> u64::BITS) as u64 ^ product as u64
}

// A position is copied for every node of a search: two cache lines.
const _: () = assert!(size_of::<StarPosition>() <= 128);
