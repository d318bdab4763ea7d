//! The options of the game.

use crate::{
    options::{GameOption, Options, identity},
    player::{MAX_PLAYERS, Player},
    text_error::TextError,
};

use super::star::{PIECES, POINT_CELLS, POINTS};

/// The name of the registry.
const NAME: &str = "chinese-checkers";

const DEFAULT_PLAYERS: u8 = 2;
const DEFAULT_CAP: u16 = 200;
const LONGEST_CAP: u16 = 3000;

/// Over what a piece hops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HopRule {
    /// Over one adjacent piece onto the empty cell behind it.
    Adjacent,
    /// Along a line with exactly one piece between start and landing, in the middle.
    Equidistant,
}

/// What decides the ranks of those who have filled their goals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ranking {
    /// The order in which they did.
    Race,
    /// The number of moves they took; equal numbers share the rank.
    Moves,
}

/// Whether a player who leaves too many pieces at home forfeits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passivity {
    /// After its own 20th, 25th and 30th move.
    On,
    /// Never.
    Off,
}

/// A deadline of the passivity rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Deadline {
    /// After this many own moves,
    pub(super) moves: u16,
    /// that number of own pieces has to be outside the home.
    pub(super) outside: u32,
}

/// The deadlines (seed 001: rounds 20, 25 and 30), in order.
pub(super) const DEADLINES: [Deadline; 3] = [
    Deadline { moves: 20, outside: 5 },
    Deadline { moves: 25, outside: 8 },
    Deadline { moves: 30, outside: PIECES as u32 },
];

/// Own moves that are counted for the passivity rule: nothing is asked later.
pub(super) const LAST_DEADLINE: u16 = DEADLINES[DEADLINES.len() - 1].moves;

/// The options, for people.
pub(super) const OPTIONS: [GameOption; 5] = [
    GameOption {
        name: "players",
        values: "2, 3, 4, 6",
        default: "2",
        summary: "number of players: on opposite points, or three on every other one",
    },
    GameOption {
        name: "hop",
        values: "adjacent, equidistant",
        default: "adjacent",
        summary: "over a neighbour, or over a single piece midway along a line",
    },
    GameOption {
        name: "ranking",
        values: "race, moves",
        default: "race",
        summary: "ranks by the order of filling the goal, or by the number of own moves",
    },
    GameOption {
        name: "passivity",
        values: "on, off",
        default: "on with hop=equidistant, else off",
        summary: "too many pieces at home after the 20th, 25th or 30th own move forfeit",
    },
    GameOption {
        name: "cap",
        values: "1–3000",
        default: "200",
        summary: "rounds after which pieces in the goal and distances to it decide",
    },
];

/// The options of a game, all of them chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    pub(super) players: u8,
    pub(super) hop: HopRule,
    pub(super) ranking: Ranking,
    pub(super) passivity: Passivity,
    /// Rounds.
    pub(super) cap: u16,
}

impl Rules {
    /// Reads the options of an identity.
    ///
    /// # Errors
    /// A number of players that the star has no seats for, or another wrong option.
    pub(super) fn read(mut options: Options) -> Result<Self, TextError> {
        let players =
            options.choice("players", &[("2", 2), ("3", 3), ("4", 4), ("6", 6)], DEFAULT_PLAYERS)?;
        let hops = [("adjacent", HopRule::Adjacent), ("equidistant", HopRule::Equidistant)];
        let hop = options.choice("hop", &hops, HopRule::Adjacent)?;
        let rankings = [("race", Ranking::Race), ("moves", Ranking::Moves)];
        let ranking = options.choice("ranking", &rankings, Ranking::Race)?;
        let passivities = [("on", Passivity::On), ("off", Passivity::Off)];
        let passivity = options.choice("passivity", &passivities, default_passivity(hop))?;
        let cap = options.number("cap", 1..=LONGEST_CAP, DEFAULT_CAP)?;
        options.finish(&OPTIONS)?;
        Ok(Self { players, hop, ranking, passivity, cap })
    }

    /// The identity of the game.
    pub(super) fn identity(self) -> String {
        let hop = match self.hop {
            HopRule::Adjacent => "adjacent",
            HopRule::Equidistant => "equidistant",
        };
        let ranking = match self.ranking {
            Ranking::Race => "race",
            Ranking::Moves => "moves",
        };
        let passivity = |passivity| match passivity {
            Passivity::On => "on",
            Passivity::Off => "off",
        };
        identity(
            NAME,
            &[
                ("players", self.players.to_string(), &DEFAULT_PLAYERS.to_string()),
                ("hop", hop.into(), "adjacent"),
                ("ranking", ranking.into(), "race"),
                ("passivity", passivity(self.passivity).into(), passivity(default_passivity(self.hop))),
                ("cap", self.cap.to_string(), &DEFAULT_CAP.to_string()),
            ],
        )
    }

    /// The rules whose nets judge these. Nets learn both ways of hopping: they see own moves where those count.
    pub(super) const fn of_nets(self) -> Self {
        Self { hop: HopRule::Adjacent, passivity: default_passivity(HopRule::Adjacent), ..self }
    }

    /// The players, in turn order.
    pub(super) fn players(self) -> impl DoubleEndedIterator<Item = Player> + Clone {
        (0..usize::from(self.players)).map(Player::new)
    }

    /// The point of the star at which a player sits.
    #[inline]
    pub(super) fn point(self, player: Player) -> usize {
        usize::from(POINTS_OF[usize::from(self.players)][player.index()])
    }

    /// The player who sits at a point.
    pub(super) fn player_at(self, point: usize) -> Option<Player> {
        self.players().find(|player| self.point(*player) == point)
    }

    /// The point that a player heads for.
    #[inline]
    pub(super) fn goal_point(self, player: Player) -> usize {
        (self.point(player) + POINTS / 2) % POINTS
    }

    /// The cells on which a player starts.
    #[inline]
    pub(super) fn home(self, player: Player) -> u128 {
        POINT_CELLS[self.point(player)]
    }

    /// The cells that a player has to fill.
    #[inline]
    pub(super) fn goal(self, player: Player) -> u128 {
        POINT_CELLS[self.goal_point(player)]
    }

    /// The most own moves that are told apart; none where no rule asks for them.
    #[inline]
    pub(super) fn counted_moves(self) -> u16 {
        match (self.ranking, self.passivity) {
            (Ranking::Moves, _) => u16::MAX,
            (Ranking::Race, Passivity::On) => LAST_DEADLINE,
            (Ranking::Race, Passivity::Off) => 0,
        }
    }

    /// The deadline that falls behind a player's own move of that number.
    #[inline]
    pub(super) fn deadline(self, moves: u16) -> Option<Deadline> {
        match self.passivity {
            Passivity::On => DEADLINES.into_iter().find(|deadline| deadline.moves == moves),
            Passivity::Off => None,
        }
    }
}

/// The points of the star at which the players sit, by their number.
const POINTS_OF: [[u8; MAX_PLAYERS]; MAX_PLAYERS + 1] = {
    let mut points = [[0; MAX_PLAYERS]; MAX_PLAYERS + 1];
    points[2] = [0, 3, 0, 0, 0, 0];
    points[3] = [0, 2, 4, 0, 0, 0];
    points[4] = [0, 1, 3, 4, 0, 0];
    points[6] = [0, 1, 2, 3, 4, 5];
    points
};

/// The seed has the rule where it has the hops over longer distances.
const fn default_passivity(hop: HopRule) -> Passivity {
    match hop {
        HopRule::Adjacent => Passivity::Off,
        HopRule::Equidistant => Passivity::On,
    }
}
