//! Who takes part, what is played, and who meets whom.

/// Who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Competitors {
    /// The names of the players, the strongest first where the format seeds them.
    pub names: Vec<String>,
    /// The teams: a name, and the numbers of the players in the order of their boards.
    pub teams: Vec<(String, Vec<usize>)>,
}

/// What is played at each encounter, and what it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Seats of the game.
    pub seats: usize,
    /// Games of an encounter; the seats are exchanged from game to game.
    pub games: usize,
    /// Where one player has to go on and the score is level: how often they play on before the draw decides. Each time it
    /// is one game where an encounter has an odd number of them, two otherwise.
    pub extra: usize,
    /// What counts.
    pub counting: Counting,
}

/// What counts for the standing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counting {
    /// The points of all games.
    #[default]
    Games,
    /// Encounters: 1 for one that is won, ½ for a level one.
    Encounters,
}

/// Who meets whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everybody meets everybody, `cycles` times. With more than two seats every group of that size meets.
    RoundRobin {
        /// How often.
        cycles: u32,
    },
    /// The first player meets every other one, `cycles` times.
    Gauntlet {
        /// How often.
        cycles: u32,
    },
    /// Round robins in groups, and another stage among the best of each.
    Groups {
        /// How many groups.
        groups: usize,
        /// How often everybody meets everybody in them.
        cycles: u32,
        /// How many of each group go on.
        advance: usize,
        /// What follows.
        last: Last,
    },
    /// Who loses is out.
    Knockout {
        /// Whether there is a match for the third place.
        third_place: ThirdPlace,
    },
    /// Players of equal points meet, no two of them twice.
    Swiss {
        /// How many rounds.
        rounds: u32,
    },
    /// Who wins stays at the board, the next one comes. With two teams the loser's team sends the next one, and the
    /// team that has no player left has lost.
    Ladder,
    /// Every team meets every team, `cycles` times.
    Teams {
        /// Who of them meet.
        boards: TeamBoards,
        /// How often.
        cycles: u32,
    },
}

/// The second stage after groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Last {
    /// A knockout.
    Knockout,
    /// A round robin.
    RoundRobin,
    /// None.
    Nothing,
}

/// Whether those who lose before the final play for the third place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThirdPlace {
    /// They share it.
    Shared,
    /// They play for it.
    Played,
}

/// Who of two teams meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeamBoards {
    /// The first of one team the first of the other, and so on.
    Fixed,
    /// Everybody of one team everybody of the other.
    AllPlayAll,
}
