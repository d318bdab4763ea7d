//! The symmetries: turns of the star that bring seats upon seats and keep the order of turns, and for two
//! players left and right exchanged as well. (A mirror reverses the order of turns of three or more.)

use super::{
    board_move::StarMove,
    position::StarPosition,
    ranking::Standing,
    rules::Rules,
    star::{MIRRORED, POINTS, TURNED, image},
};
use crate::player::{MAX_PLAYERS, Player};

/// The players of the only game that a mirror leaves the same.
const MIRRORED_PLAYERS: u8 = 2;

/// A turn, then perhaps a mirror.
#[derive(Clone, Copy)]
struct Symmetry {
    /// By how many seats the players are shifted.
    shift: usize,
    /// By how many sixths the board is turned.
    sixths: usize,
    reflection: Reflection,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reflection {
    None,
    LeftRight,
}

/// The turns that bring seats upon seats, as shifts of the players: each one for two, three and six, every
/// second one for four.
fn shift_of_one_turn(rules: Rules) -> usize {
    let players = usize::from(rules.players);
    let evenly = POINTS.is_multiple_of(players);
    if evenly { 1 } else { players / 2 }
}

fn turns(rules: Rules) -> usize {
    usize::from(rules.players) / shift_of_one_turn(rules)
}

/// The number of symmetries.
pub(super) fn count(rules: Rules) -> usize {
    let reflections = if rules.players == MIRRORED_PLAYERS { 2 } else { 1 };
    turns(rules) * reflections
}

fn symmetry(rules: Rules, number: usize) -> Symmetry {
    let shift = number % turns(rules) * shift_of_one_turn(rules);
    Symmetry {
        shift,
        sixths: rules.point(Player::new(shift)),
        reflection: if number < turns(rules) { Reflection::None } else { Reflection::LeftRight },
    }
}

impl Symmetry {
    fn cell(self, cell: u8) -> u8 {
        let turned = TURNED[self.sixths][usize::from(cell)];
        match self.reflection {
            Reflection::None => turned,
            Reflection::LeftRight => MIRRORED[usize::from(turned)],
        }
    }

    fn set(self, set: u128) -> u128 {
        let turned = image(set, &TURNED[self.sixths]);
        match self.reflection {
            Reflection::None => turned,
            Reflection::LeftRight => image(turned, &MIRRORED),
        }
    }

    fn player(self, rules: Rules, player: Player) -> Player {
        Player::new((player.index() + self.shift) % usize::from(rules.players))
    }
}

/// The image of a player.
pub(super) fn player(rules: Rules, player: Player, number: usize) -> Player {
    symmetry(rules, number).player(rules, player)
}

/// The image of a position.
pub(super) fn position(position: &StarPosition, number: usize) -> StarPosition {
    let rules = position.rules;
    let symmetry = symmetry(rules, number);
    let mut image = StarPosition {
        pieces: [0; MAX_PLAYERS],
        moves: [0; MAX_PLAYERS],
        standings: [Standing::Racing; MAX_PLAYERS],
        rules,
        to_move: symmetry.player(rules, position.to_move),
    };
    for player in rules.players() {
        let (from, to) = (player.index(), symmetry.player(rules, player).index());
        image.pieces[to] = symmetry.set(position.pieces[from]);
        image.moves[to] = position.moves[from];
        image.standings[to] = position.standings[from];
    }
    image
}

/// The image of a move.
pub(super) fn moved(rules: Rules, mv: StarMove, number: usize) -> StarMove {
    if mv == StarMove::PASS {
        return mv;
    }
    let symmetry = symmetry(rules, number);
    StarMove { from: symmetry.cell(mv.from), to: symmetry.cell(mv.to) }
}
