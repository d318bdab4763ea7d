//! Who plays which pieces.

use clap::ValueEnum;
use damier_rules::{
    Game, Player, Position,
    diagram::{Cell, Diagram},
};

use super::board::Orientation;

/// The pieces that people play; the engine plays the others.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seats {
    /// The white pieces
    White,
    /// The black pieces
    Black,
    /// Two people play, the engine only gives hints
    Both,
    /// The engine plays itself
    None,
}

impl Seats {
    /// The players that people play.
    pub(super) fn players<G: Game>(self, game: &G) -> anyhow::Result<Vec<Player>> {
        let all = (0..game.start().players()).map(Player::new);
        let colour = match self {
            Self::Both => return Ok(all.collect()),
            Self::None => return Ok(Vec::new()),
            Self::White => "white",
            Self::Black => "black",
        };
        let names: Vec<&str> = all.clone().map(|player| game.player_name(player)).collect();
        let found = all.into_iter().find(|player| game.player_name(*player).eq_ignore_ascii_case(colour));
        found.map(|player| vec![player]).ok_or_else(|| {
            anyhow::anyhow!("{} has no player {colour}; it has {}", game.id(), names.join(" and "))
        })
    }
}

/// The orientation in which the pieces of a single person start at the bottom.
pub(super) fn orientation<G: Game>(game: &G, humans: &[Player]) -> Orientation {
    let (Some(diagram), [human]) = (game.diagram(&game.start()), humans) else {
        return Orientation::Printed;
    };
    let own = mean_row(&diagram, |player| player == *human);
    let others = mean_row(&diagram, |player| player != *human);
    if own < others { Orientation::Turned } else { Orientation::Printed }
}

/// The mean row, from the top, of the pieces of some players.
fn mean_row(diagram: &Diagram, whose: impl Fn(Player) -> bool) -> f64 {
    let (mut rows, mut pieces) = (0, 0);
    for (index, row) in diagram.rows.iter().enumerate() {
        for cell in row {
            if let Cell::Square { piece: Some(piece), .. } = cell
                && whose(piece.player)
            {
                rows += index;
                pieces += 1;
            }
        }
    }
    f64::from(rows as u32) / f64::from(pieces.max(1))
}
