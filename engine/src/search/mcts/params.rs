//! Parameters of the tree search.

/// Treatment of new leaves that are not quiet (a capture is pending).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafRule {
    /// Evaluates the leaf as any other.
    Evaluate,
    /// Follows the best prior until the position is quiet, and evaluates there.
    Resolve,
}

/// Sharing between nodes of the same position (transpositions).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// None: every node is evaluated.
    Nothing,
    /// A new node takes priors and mean value of its transposition. Between two players only.
    Transpositions,
}

/// Repetitions that end a line as a draw before the rules do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetitions {
    /// Those of any position of the game.
    OfGame,
    /// Those of a position from the root on. One of a position before the root counts as the rules say, since the
    /// players may have erred there.
    SinceRoot,
}

/// Returns the scale of values in a game of `players`, in shares of the point.
///
/// It is twice the standard deviation of a player's share under a uniformly random order of the players: 1 for two
/// players, 0.54 for three, 0.37 for four, 0.23 for six. Differences between moves shrink with it.
pub(super) fn value_scale(players: usize) -> f32 {
    let players = players as f32;
    2.0 / players * ((players + 1.0) / (3.0 * (players - 1.0))).sqrt()
}

/// Parameters of [`Mcts`](super::Mcts).
///
/// Values are in units of the value scale: shares of the point between two players, and less among more (0.54 of the
/// point among three, 0.23 among six; twice the standard deviation of a random order's share).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsParams {
    /// Exploration constant of PUCT at an unvisited node (cpuct), in units of the value scale per unit of prior.
    pub cpuct: f32,
    /// Visits over which cpuct begins to grow (`c_base` of AlphaZero).
    pub cpuct_base: f32,
    /// Growth of cpuct per unit of `ln((visits + base) / base)`.
    pub cpuct_growth: f32,
    /// Share of cpuct that follows the standard deviation of the node's values: 0 for none, 1 for proportional.
    pub cpuct_spread: f32,
    /// First-play urgency reduction: an unvisited move counts as the parent's value minus this times the square root of
    /// the visited prior mass.
    pub fpu_reduction: f32,
    /// Weight of progressive history, divided by the visits of the edge; 0 disables it.
    pub history_weight: f32,
    /// Softmax temperature of the priors below the root; above 1 flattens them.
    ///
    /// The root of a new tree has the evaluator's own priors. A node that becomes the root keeps its priors.
    pub prior_temperature: f32,
    /// Least prior for one-ply child evaluation: a new node evaluates the children of such moves, likeliest first.
    ///
    /// That value counts until the first visit. Only in games that
    /// [ask for it](damier_rules::Position::EVALUATES_CHILDREN); above 1 disables it.
    pub child_eval_prior: f32,
    /// Margin over the node's own value at which one-ply child evaluation stops, in units of the value scale.
    pub child_eval_margin: f32,
    /// Weight of the best child's evaluation in the value of the new node, 0..=1.
    pub child_eval_weight: f32,
    /// Treatment of leaves that are not quiet.
    pub leaf_rule: LeafRule,
    /// Sharing between transpositions.
    pub sharing: Sharing,
    /// Repetitions that are draws.
    pub repetitions: Repetitions,
    /// Contempt of the player to move at the root in percent, -100..=100: a draw is worth (100 - contempt) / 200 points.
    ///
    /// Between two players only.
    pub contempt: i32,
    /// Memory limit of the tree in MiB; a full tree recycles its least visited nodes.
    pub memory_mib: usize,
}

impl MctsParams {
    /// Returns the parameters for playing.
    pub fn playing() -> Self {
        Self {
            cpuct: 0.2,
            cpuct_base: 10.0,
            cpuct_growth: 0.55,
            cpuct_spread: 0.5,
            fpu_reduction: 0.0,
            history_weight: 0.3,
            prior_temperature: 1.5,
            child_eval_prior: 0.05,
            child_eval_margin: 0.05,
            child_eval_weight: 0.7,
            leaf_rule: LeafRule::Resolve,
            sharing: Sharing::Transpositions,
            repetitions: Repetitions::SinceRoot,
            contempt: 0,
            memory_mib: 1024,
        }
    }

    /// Returns the parameters for self-play: those for playing, with less memory. Every repetition is a draw, which keeps
    /// games short.
    pub fn self_play() -> Self {
        Self { repetitions: Repetitions::OfGame, memory_mib: 256, ..Self::playing() }
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{Outcome, Player, player::MAX_PLAYERS};

    use super::*;

    #[test]
    fn the_value_scale_is_twice_the_deviation_of_a_share() {
        for players in 2..=MAX_PLAYERS {
            // A player takes each place equally often.
            let shares: Vec<f64> = (0..players)
                .map(|own| {
                    let mut places = [0; MAX_PLAYERS];
                    (0..players).for_each(|player| places[player] = ((own + player) % players) as u8 + 1);
                    f64::from(Outcome::Places(places).share(Player::FIRST, players))
                })
                .collect();
            let mean = shares.iter().sum::<f64>() / players as f64;
            let variance =
                shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / players as f64;
            let difference = f64::from(value_scale(players)) - 2.0 * variance.sqrt();
            assert!(difference.abs() < 1e-6, "{players} players: {difference}");
        }
        assert_eq!(value_scale(2), 1.0, "between two players values are shares of the point");
    }
}
