//! Who plays which pieces.

use std::str::FromStr;

use damier_rules::{
    AnyGame, AnyPosition, Game, GameDisplay, Player, Position,
    diagram::{Cell, Diagram, Piece},
};

/// Which side is at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Orientation {
    /// As the game's books print it.
    Printed,
    /// The other way round.
    Turned,
}

impl Orientation {
    pub(super) fn flipped(self) -> Self {
        match self {
            Self::Printed => Self::Turned,
            Self::Turned => Self::Printed,
        }
    }
}

/// The pieces that people play; the engine plays the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Seats {
    /// Those of these players, by name or by number from 1.
    Of(Vec<String>),
    /// All: the engine only gives hints.
    All,
    /// None: the engine plays itself.
    None,
}

impl FromStr for Seats {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            both if ["both", "all"].iter().any(|word| both.eq_ignore_ascii_case(word)) => Ok(Self::All),
            none if none.eq_ignore_ascii_case("none") => Ok(Self::None),
            "" => Err("name a player, or say all or none".to_owned()),
            names => Ok(Self::Of(names.split(',').map(|name| name.trim().to_owned()).collect())),
        }
    }
}

impl Seats {
    /// The seat that a single person takes unless told otherwise: of the player who moves first.
    pub(super) fn first(start: &AnyPosition) -> Self {
        Self::Of(vec![(start.to_move().index() + 1).to_string()])
    }

    /// The seats of these players, as text that [`from_str`](Self::from_str) reads.
    pub(super) fn text(humans: &[Player], players: usize) -> String {
        let numbers: Vec<String> = humans.iter().map(|player| (player.index() + 1).to_string()).collect();
        match humans.len() {
            0 => "none".to_owned(),
            all if all == players => "all".to_owned(),
            _ => numbers.join(","),
        }
    }

    /// The players that people play.
    pub(super) fn players(&self, game: &AnyGame) -> anyhow::Result<Vec<Player>> {
        match self {
            Self::All => Ok(players(game).collect()),
            Self::None => Ok(Vec::new()),
            Self::Of(names) => names.iter().map(|name| named(game, name)).collect(),
        }
    }
}

fn players(game: &AnyGame) -> impl Iterator<Item = Player> + use<> {
    (0..game.start().players()).map(Player::new)
}

fn named(game: &AnyGame, name: &str) -> anyhow::Result<Player> {
    let found = players(game).find(|player| {
        game.player_name(*player).eq_ignore_ascii_case(name) || (player.index() + 1).to_string() == name
    });
    found.ok_or_else(|| {
        let names: Vec<&str> = players(game).map(|player| game.player_name(player)).collect();
        anyhow::anyhow!(
            "{} has no player {name}; it has {}, or 1 to {}",
            game.id(),
            names.join(" and "),
            names.len()
        )
    })
}

/// A piece of a player, for the list of players: the first one on the board.
pub(super) fn piece_of(diagram: &Diagram, player: Player) -> Option<Piece> {
    diagram.rows.iter().flatten().find_map(|cell| match cell {
        Cell::Square { piece: Some(piece), .. } if piece.player == player => Some(*piece),
        _ => None,
    })
}

/// The orientation in which the pieces of a single person start at the bottom.
pub(super) fn orientation(game: &AnyGame, humans: &[Player]) -> Orientation {
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
