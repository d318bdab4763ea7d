//! What an engine thinks of a position, in words.

use damier_engine::{Value, Wdl, search::Proof};
use damier_rules::{GameDisplay, GameSoFar, Player, Position};

use super::opponent::Judgement;

/// The value for every player and the expected end of the current position.
pub(super) fn verdict(so_far: &GameSoFar, judgement: &Judgement) -> String {
    let to_move = so_far.to_move();
    let players = so_far.position().players();
    let name = |turn: usize| so_far.game().player_name(Player::new((to_move.index() + turn) % players));
    let own = name(0);
    match *judgement {
        Judgement::Chances(Value::Two(Wdl { win, draw, loss }), plies) => format!(
            "{own} wins {:.0} %, draw {:.0} %, {} wins {:.0} %; about {plies:.0} plies left",
            100.0 * win,
            100.0 * draw,
            name(1),
            100.0 * loss
        ),
        Judgement::Chances(Value::Many(shares), plies) => {
            let shares = shares.as_slice().iter().enumerate();
            let texts: Vec<_> =
                shares.map(|(turn, share)| format!("{} {:.0} %", name(turn), 100.0 * share)).collect();
            format!("shares of the point: {}; about {plies:.0} plies left", texts.join(", "))
        }
        Judgement::Proven(Proof::Win) => format!("{own} wins for certain"),
        Judgement::Proven(Proof::Loss) if players == 2 => format!("{} wins for certain", name(1)),
        Judgement::Proven(Proof::Loss) => format!("{own} is last for certain"),
        Judgement::Proven(_) if players == 2 => "a certain draw".to_owned(),
        Judgement::Proven(_) => format!("{own} is neither first nor last for certain"),
    }
}
