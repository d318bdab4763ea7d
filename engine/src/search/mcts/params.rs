//! The parameters of the tree search.

/// What a simulation does at a new leaf where a forced sequence (a capture) is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafRule {
    /// Takes the evaluator's value there as anywhere else.
    Judge,
    /// Walks on along the best prior until the position is quiet, and takes the value there.
    Resolve,
}

/// What a new node learns from one of the same position that other moves led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// Nothing: the evaluator judges it again.
    Nothing,
    /// Its priors, and the mean of its simulations instead of the evaluator's value. Between two players only.
    Twins,
}

/// Twice the standard deviation of a player's share of the point where all orders of the players are as likely: 1 between two,
/// 0.54 among three, 0.37 among four, 0.23 among six. What a move is worth more than another shrinks in the same way, as there
/// is less to win and there are more whose moves count.
pub(super) fn swing(players: usize) -> f32 {
    let players = players as f32;
    2.0 / players * ((players + 1.0) / (3.0 * (players - 1.0))).sqrt()
}

/// The parameters of [`Mcts`](super::Mcts).
///
/// Values are in swings, which between two players are shares of the point and among more of them a part of it: twice the standard
/// deviation of a player's share where all orders are as likely (0.54 among three, 0.23 among six).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsParams {
    /// PUCT's exploration constant where nothing was visited, in swings (0..=1) per unit of prior.
    pub exploration: f32,
    /// Visits over which the exploration constant begins to grow (AlphaZero's `c_base`). With few, a node that
    /// was seldom visited is nearly worth its best move, and one that was often visited looks around.
    pub exploration_base: f32,
    /// How much the exploration constant grows, per unit of `ln((visits + base) / base)`.
    pub exploration_growth: f32,
    /// Share of the exploration constant that follows the spread of the values below a node: 0 keeps it
    /// constant, 1 makes it proportional to the standard deviation.
    pub exploration_spread: f32,
    /// First-play urgency: an unvisited move is worth its parent's value less this times the square root
    /// of the prior mass already visited.
    pub urgency_reduction: f32,
    /// Weight of what a move has brought elsewhere in the tree (progressive history), in shares of the point per share
    /// of the point and visit of the edge; 0 leaves it aside.
    pub history_weight: f32,
    /// Softmax temperature of the priors below the root; above 1 flattens them. Those of a new tree's root are the
    /// evaluator's; a node that becomes the root later keeps the ones it has.
    pub prior_temperature: f32,
    /// In games [that do so](damier_rules::Position::GLANCES_AHEAD), moves of at least this prior are glanced at when a
    /// node below the root is made, the likeliest first: the evaluator says what the position behind is worth, and that is
    /// what the move is worth until it is visited. Above 1: none.
    pub glance_prior: f32,
    /// No more are glanced at behind one that looks better than the node itself by so many swings.
    pub glance_margin: f32,
    /// Share of the best of these in what a simulation brings back from its new node, 0..=1.
    pub glance_weight: f32,
    /// What to do at leaves that are not quiet.
    pub leaf_rule: LeafRule,
    /// Transpositions.
    pub sharing: Sharing,
    /// Bound on the tree's memory in MiB; when it is reached the least visited nodes are recycled.
    pub memory_mib: usize,
}

impl MctsParams {
    /// The set for playing.
    pub fn playing() -> Self {
        Self {
            exploration: 0.2,
            exploration_base: 10.0,
            exploration_growth: 0.55,
            exploration_spread: 0.5,
            urgency_reduction: 0.0,
            history_weight: 0.3,
            prior_temperature: 1.5,
            glance_prior: 0.05,
            glance_margin: 0.05,
            glance_weight: 0.7,
            leaf_rule: LeafRule::Resolve,
            sharing: Sharing::Twins,
            memory_mib: 1024,
        }
    }

    /// The set for generating training data: that for playing, with less memory. Who searches better teaches better.
    pub fn self_play() -> Self {
        Self { memory_mib: 256, ..Self::playing() }
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::{Outcome, Player, player::MAX_PLAYERS};

    use super::*;

    #[test]
    fn the_swing_is_twice_the_deviation_of_a_share() {
        for players in 2..=MAX_PLAYERS {
            // A player has each place as often.
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
            let difference = f64::from(swing(players)) - 2.0 * variance.sqrt();
            assert!(difference.abs() < 1e-6, "{players} players: {difference}");
        }
        assert_eq!(swing(2), 1.0, "between two players values are shares of the point");
    }
}
