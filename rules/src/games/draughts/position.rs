//! What a position of draughts can do: its moves, its outcome, its key.

use super::{
    bits::{Bits, fold},
    board::DraughtsPosition,
    board_move::{DraughtsMove, Rank},
    captures::Sink,
    chains::{Count, List, Springs, Survey, TooLong},
    description::{CaptureLines, KingLanding, Reach},
    draw_rules::BareKings,
    draws::{self, Clock, Event},
    goal::Goal,
    variant::Variant,
};
use crate::{
    draw_rules::DrawRules,
    outcome::Outcome,
    player::Player,
    position::{MoveList, Position},
};

/// Calls a method that is generic over the seat for the player to move.
macro_rules! for_mover {
    ($position:expr, $method:ident($($argument:expr),*)) => {
        if $position.mover() == Player::FIRST {
            $position.$method::<0>($($argument),*)
        } else {
            $position.$method::<1>($($argument),*)
        }
    };
}

impl<V: Variant> DraughtsPosition<V> {
    /// Finds the captures of the player to move.
    pub(super) fn captures_of_mover<S: Sink<V::Bits>>(&self, sink: &mut S) {
        if self.mover() == Player::FIRST {
            self.captures::<0, S>(sink);
        } else {
            self.captures::<1, S>(sink);
        }
    }

    fn list_moves<const SEAT: usize>(&self, out: &mut MoveList<DraughtsMove<V::Bits>>) {
        out.clear();
        match self.survey::<SEAT>() {
            Survey::None => self.add_steps::<SEAT>(out),
            Survey::ByMen(springs) => {
                match self.captures_by_men::<SEAT, _>(&springs, &mut List { moves: out, jumps: 0 }) {
                    Ok(()) => sort(out),
                    Err(TooLong) => self.list_one_by_one::<SEAT>(out),
                }
            }
            Survey::Involved => {
                self.list_one_by_one::<SEAT>(out);
                if out.is_empty() {
                    self.add_steps::<SEAT>(out);
                }
            }
        }
    }

    /// Lists the captures of the player of `SEAT` by following each piece.
    #[inline(never)]
    pub(super) fn list_one_by_one<const SEAT: usize>(&self, out: &mut MoveList<DraughtsMove<V::Bits>>) {
        out.clear();
        self.captures::<SEAT, _>(&mut Best { value: 0, moves: out });
        sort(out);
        out.dedup();
    }

    #[inline(always)]
    fn count<const SEAT: usize>(&self) -> usize {
        match self.survey::<SEAT>() {
            Survey::None => self.count_steps::<SEAT>(),
            Survey::ByMen(springs) => match self.count_short::<SEAT>(&springs) {
                Ok(count) => count,
                Err(TooLong) => self.count_long::<SEAT>(&springs),
            },
            Survey::Involved => self.count_one_by_one::<SEAT>(),
        }
    }

    #[cold]
    fn count_long<const SEAT: usize>(&self, springs: &Springs<V::Bits>) -> usize {
        let mut count = Count { moves: 0, jumps: 0 };
        match self.captures_by_men::<SEAT, _>(springs, &mut count) {
            Ok(()) => count.moves,
            Err(TooLong) => self.count_one_by_one::<SEAT>(),
        }
    }

    #[inline(never)]
    fn count_one_by_one<const SEAT: usize>(&self) -> usize {
        let mut tally = Tally { value: 0, moves: 0, longest: 0 };
        self.captures::<SEAT, _>(&mut tally);
        if tally.moves == 0 {
            self.count_steps::<SEAT>()
        } else if tally.longest < shortest_capture_with_two_ways::<V>() {
            tally.moves
        } else {
            let mut moves = MoveList::new();
            self.list_moves::<SEAT>(&mut moves);
            moves.len()
        }
    }

    fn event(mv: DraughtsMove<V::Bits>) -> Event {
        match mv.arrives {
            _ if mv.is_capture() => Event::Capture,
            _ if mv.class.is_king_step() => Event::KingMove,
            Rank::King => Event::Crowning,
            Rank::Man => Event::ManMove,
        }
    }
}

/// Returns the fewest pieces of a capture that can be made in two ways: from one square to another over the same set.
///
/// The two form a closed loop with a captured piece on each side. It has at least four sides where lines of captures
/// meet at right angles only, and else three. A king that may turn back can take the pieces of one line in any order.
const fn shortest_capture_with_two_ways<V: Variant>() -> u32 {
    match (V::DESCRIPTION.king_landing, V::DESCRIPTION.capture_lines) {
        (KingLanding::NextSquare, _) => 2,
        (_, CaptureLines::AsMoves) => 4,
        (_, CaptureLines::All) => 3,
    }
}

/// Brings captures into canonical order; mostly there are one or two.
#[inline]
fn sort<M: Ord>(moves: &mut [M]) {
    match moves {
        [] | [_] => {}
        [first, second] => {
            if second < first {
                std::mem::swap(first, second);
            }
        }
        _ => moves.sort_unstable(),
    }
}

/// Keeps the captures of the highest value.
struct Best<'m, B: Bits> {
    value: u32,
    moves: &'m mut MoveList<DraughtsMove<B>>,
}

impl<B: Bits> Sink<B> for Best<'_, B> {
    #[inline(always)]
    fn complete(&mut self, value: u32, mv: DraughtsMove<B>) {
        if value < self.value {
            return;
        }
        if value > self.value {
            self.value = value;
            self.moves.clear();
        }
        self.moves.push(mv);
    }
}

/// Counts the captures of the highest value.
struct Tally {
    value: u32,
    moves: usize,
    /// Pieces captured by the longest of them.
    longest: u32,
}

impl<B: Bits> Sink<B> for Tally {
    #[inline(always)]
    fn complete(&mut self, value: u32, mv: DraughtsMove<B>) {
        if value < self.value {
            return;
        }
        if value > self.value {
            *self = Self { value, moves: 0, longest: 0 };
        }
        self.moves += 1;
        self.longest = self.longest.max(mv.captured.count());
    }
}

impl<V: Variant> Position for DraughtsPosition<V> {
    type Move = DraughtsMove<V::Bits>;
    type Clock = Clock;
    type Tactics = ();

    fn to_move(&self) -> Player {
        self.mover()
    }

    fn legal_moves(&self, out: &mut MoveList<Self::Move>) {
        for_mover!(self, list_moves(out));
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        for_mover!(self, count())
    }

    #[inline]
    fn play(&mut self, mv: Self::Move) {
        let origin = V::Bits::one(u32::from(mv.from));
        let destination = V::Bits::one(u32::from(mv.to));
        let crowned = if mv.arrives == Rank::King { destination } else { V::Bits::EMPTY };
        let Self { own, their, limit, .. } = *self;
        self.own = their & !mv.captured;
        self.their = own & !origin | destination;
        self.kings = self.kings & !(origin | mv.captured) | crowned;
        self.turn = self.turn.next();
        self.limit = self.limit_after(limit, mv);
    }

    fn outcome_given(&self, has_moves: bool) -> Option<Outcome> {
        if self.goal() == Goal::FirstKing && self.has_kings() {
            // The player who has just moved has crowned, unless the game was set up with kings.
            let opponent_has_one = !(self.their & self.kings).is_empty();
            let winner = if opponent_has_one { self.mover().opponent() } else { self.mover() };
            return Some(Outcome::Win(winner));
        }
        if !has_moves {
            let winner = if self.goal() == Goal::LoseAll { self.mover() } else { self.mover().opponent() };
            return Some(Outcome::Win(winner));
        }
        let bare_kings = self.goal() == Goal::Capture
            && V::DESCRIPTION.draws.bare_kings == BareKings::Drawn
            && self.kings == self.occupied()
            && self.own.count() == 1
            && self.their.count() == 1;
        (bare_kings && self.is_quiet()).then_some(Outcome::Draw)
    }

    fn key(&self) -> u64 {
        const SECOND_TO_MOVE: u64 = 0x2545_f491_4f6c_dd1d;
        const OWN: u64 = 0x8cb9_2ba7_2f3d_8dd7;
        const THEIR: u64 = 0xd6e8_feb8_6659_fd93;
        const KINGS: u64 = 0xa076_1d64_78bd_642f;
        // With the usual goal the same as without one.
        let mover = SECOND_TO_MOVE.wrapping_mul(self.turn.number());
        let own = self.own.mix(OWN ^ mover);
        let their = self.their.mix(THEIR);
        let kings = self.kings.mix(KINGS);
        fold(own ^ their.rotate_left(21), kings ^ their) ^ own ^ self.limit_key()
    }

    fn is_quiet(&self) -> bool {
        !for_mover!(self, has_capture())
    }

    fn is_irreversible(&self, mv: Self::Move) -> bool {
        if mv.is_capture() {
            return true;
        }
        let man = !mv.class.is_king_step();
        match V::DESCRIPTION.man_steps {
            Reach::Forward => man,
            // A man that went to the side can come back.
            Reach::ForwardAndSideways | Reach::Everywhere => {
                man && V::GEOMETRY.row_of(mv.from) != V::GEOMETRY.row_of(mv.to)
            }
        }
    }
}

impl<V: Variant> DrawRules<DraughtsPosition<V>> for Clock {
    fn tick(
        self,
        before: &DraughtsPosition<V>,
        mv: DraughtsMove<V::Bits>,
        after: &DraughtsPosition<V>,
    ) -> Self {
        draws::tick(before, after, DraughtsPosition::<V>::event(mv), self)
    }

    fn outcome(&self, position: &DraughtsPosition<V>, occurrences: usize) -> Option<Outcome> {
        draws::is_drawn(position, self, occurrences).then_some(Outcome::Draw)
    }
}
