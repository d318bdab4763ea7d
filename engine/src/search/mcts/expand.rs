//! Expansion of leaves, with one-ply child evaluation and transpositions.

use damier_numerics::single::{Normaliser, exponentials};
use damier_rules::{History, MoveList, Outcome, Position, Tactics};

use super::{
    backpropagation::LeafValue,
    edge::{Edge, NodeIndex},
    params::{LeafRule, MctsParams, Repetitions, Sharing, value_scale},
    tree::{Full, ThreadArena, Tree},
};
use crate::{
    evaluation::Evaluator,
    search::{Proof, SearchTablebase, contempt::Contempt},
};

/// Occurrences of a position at which a simulation counts as drawn: a player who can repeat once can repeat twice.
const REPEATED: usize = 2;
/// Number of leading edges that are sorted by prior, in nodes below the root.
pub(super) const LIKELIEST: usize = 16;

/// Expands nodes; owns the evaluator, its buffers, and a part of the pool.
#[derive(Debug)]
pub(super) struct Expander<P: Position, E> {
    pub(super) evaluator: E,
    pub(super) arena: ThreadArena,
    pub(super) tables: SearchTablebase<P>,
    /// What draws are worth in all values of the tree.
    pub(super) contempt: Contempt,
    moves: MoveList<P::Move>,
    logits: Vec<f32>,
    /// Moves and priors of the new node.
    choices: Vec<(P::Move, f32)>,
}

/// A new node that is not published yet, and its expansion.
pub(super) struct Expanded {
    pub(super) node: NodeIndex,
    pub(super) expansion: Expansion,
    /// Key of the position, where transpositions may share the node.
    pub(super) key: Option<u64>,
}

/// Result of an expansion.
pub(super) enum Expansion {
    /// The simulation ends with this value.
    Value(LeafValue),
    /// The simulation continues: the node has a single move or is not quiet.
    Continue,
}

/// Order of a node's edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// Canonical order of the legal moves, at the root.
    Canonical,
    /// Descending priors, below the root: selection then reads few edges.
    LikeliestFirst,
}

/// Position of a node relative to the horizon of a search for a win in limited plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Horizon {
    /// The search has no horizon.
    Unlimited,
    /// Inside the horizon: only played-out results count.
    Inside,
    /// At the horizon: the game counts as ended with this outcome.
    Reached(Outcome),
}

/// Returns whether the current position ends the line as a repetition, `plies` plies below the root.
fn is_repetition<P: Position>(history: &History<P>, plies: usize, repetitions: Repetitions) -> bool {
    let from = match repetitions {
        Repetitions::OfGame => 0,
        Repetitions::SinceRoot => history.plies() - plies,
    };
    P::REPETITION_DRAWS && history.occurrences_since(from) >= REPEATED
}

impl<P: Position, E: Evaluator<P>> Expander<P, E> {
    pub(super) fn new(evaluator: E, tables: SearchTablebase<P>) -> Self {
        Self {
            evaluator,
            tables,
            contempt: Contempt::default(),
            arena: ThreadArena::default(),
            moves: MoveList::new(),
            logits: Vec::new(),
            choices: Vec::new(),
        }
    }

    /// Adds and evaluates the root, regardless of repetitions.
    ///
    /// With a non-empty `only` the root has just these moves and shares nothing with transpositions.
    pub(super) fn add_root(
        &mut self,
        tree: &Tree<P::Move>,
        position: &P,
        only: &[P::Move],
        params: &MctsParams,
    ) -> Result<(Expanded, LeafValue), Full> {
        position.legal_moves(&mut self.moves);
        if only.is_empty() {
            return self.evaluated(tree, position, params, Order::Canonical);
        }
        self.moves.retain(|mv| only.contains(mv));
        let (root, value) = self.evaluated(tree, position, params, Order::Canonical)?;
        Ok((Expanded { key: None, ..root }, value))
    }

    /// Expands `position`, the current one of `history`, `plies` plies below the root.
    pub(super) fn add(
        &mut self,
        tree: &Tree<P::Move>,
        position: &P,
        (history, plies): (&History<P>, usize),
        params: &MctsParams,
        horizon: Horizon,
    ) -> Result<Expanded, Full> {
        position.legal_moves(&mut self.moves);
        let players = position.players();
        let ruled = history.outcome_given(position, !self.moves.is_empty());
        let known = || match horizon {
            Horizon::Unlimited => self.tables.outcome(position, history),
            Horizon::Inside => None,
            Horizon::Reached(outcome) => Some(outcome),
        };
        if let Some(outcome) = ruled.or_else(known) {
            let value = LeafValue::of_outcome(outcome, players).with_contempt(&self.contempt);
            return self.end(tree, position, value, ruled.map(|_| 0));
        }
        if horizon == Horizon::Unlimited
            && let Some(win) = P::Tactics::forced_win(position)
        {
            let value = LeafValue::of_outcome(Outcome::Win(position.to_move()), players);
            let value = LeafValue { moves_left: win.plies as f32, ..value };
            return self.end(tree, position, value, Some(win.plies));
        }
        if is_repetition(history, plies, params.repetitions) {
            let node = tree.add(&mut self.arena, &[], Proof::Unknown)?;
            let expansion = Expansion::Value(LeafValue::of_repetition(players).with_contempt(&self.contempt));
            return Ok(Expanded { node, expansion, key: None });
        }
        P::Tactics::leave_only_moves(position, &mut self.moves);
        if let [mv] = self.moves[..] {
            let node = tree.add(&mut self.arena, &[(mv, 1.0)], Proof::Unknown)?;
            return Ok(Expanded { node, expansion: Expansion::Continue, key: None });
        }
        let (mut expanded, _) = match self.add_transposed(tree, position, params)? {
            Some(learned) => learned,
            None => self.evaluated(tree, position, params, Order::LikeliestFirst)?,
        };
        if params.leaf_rule == LeafRule::Resolve && !position.is_quiet() {
            expanded.expansion = Expansion::Continue;
        }
        Ok(expanded)
    }

    /// Adds a terminal node: its value is exact, `plies` before the end of the game.
    fn end(
        &mut self,
        tree: &Tree<P::Move>,
        position: &P,
        value: LeafValue,
        plies: Option<u32>,
    ) -> Result<Expanded, Full> {
        let proof = Proof::of_share(value.share(position.to_move()), position.players());
        let node = tree.add(&mut self.arena, &[], proof)?;
        tree.node(node).set_plies_to_end(plies);
        Ok(Expanded { node, expansion: Expansion::Value(value), key: None })
    }

    /// Adds the node with priors and value of a transposition, where the tree has one.
    fn add_transposed(
        &mut self,
        tree: &Tree<P::Move>,
        position: &P,
        params: &MctsParams,
    ) -> Result<Option<(Expanded, LeafValue)>, Full> {
        if params.sharing == Sharing::Nothing || position.players() != 2 {
            return Ok(None);
        }
        let key = position.key();
        let Some(source) = tree.find_transposition(key, self.moves.len()) else { return Ok(None) };
        let known = tree.node(source).statistics();
        if known.visits == 0 {
            return Ok(None);
        }
        self.choices.clear();
        self.choices.extend(tree.moves(source).zip(tree.edges(source).iter().map(Edge::prior)));
        likeliest_first(&mut self.choices);
        let node = tree.add(&mut self.arena, &self.choices, Proof::Unknown)?;
        if P::EVALUATES_CHILDREN {
            copy_child_evals(tree, source, node, params);
        }
        let per_visit = 1.0 / known.visits as f32;
        let player = position.to_move();
        let value = self.contempt.value(known.mean(), known.draw_sum * per_visit, player);
        let value =
            LeafValue::new(&value, known.moves_left_sum * per_visit, player).with_contempt(&self.contempt);
        let expansion = Expansion::Value(value);
        Ok(Some((Expanded { node, expansion, key: Some(key) }, value)))
    }

    fn evaluated(
        &mut self,
        tree: &Tree<P::Move>,
        position: &P,
        params: &MctsParams,
        order: Order,
    ) -> Result<(Expanded, LeafValue), Full> {
        let evaluation = self.evaluator.evaluate(position, &self.moves, &mut self.logits);
        let temperature = match order {
            Order::Canonical => 1.0,
            Order::LikeliestFirst => params.prior_temperature,
        };
        let Normaliser { sum, .. } = exponentials(&mut self.logits, temperature);
        self.choices.clear();
        self.choices.extend(self.moves.iter().zip(&self.logits).map(|(mv, weight)| (*mv, weight / sum)));
        if order == Order::LikeliestFirst {
            likeliest_first(&mut self.choices);
        }
        let node = tree.add(&mut self.arena, &self.choices, Proof::Unknown)?;
        let key = (params.sharing == Sharing::Transpositions).then(|| position.key());
        let mut value = LeafValue::new(&evaluation.value, evaluation.moves_left, position.to_move())
            .with_contempt(&self.contempt);
        if P::EVALUATES_CHILDREN
            && order == Order::LikeliestFirst
            && let Some(best) = self.evaluate_children(tree, node, position, &value, params)
        {
            value.lerp(&best, params.child_eval_weight);
        }
        Ok((Expanded { node, expansion: Expansion::Value(value), key }, value))
    }

    /// One-ply child evaluation: evaluates the children of the likeliest edges of a new node and stores their values.
    ///
    /// Stops at a child that is better than the node's own `value` by the margin. Returns the best child's value.
    fn evaluate_children(
        &mut self,
        tree: &Tree<P::Move>,
        node: NodeIndex,
        position: &P,
        value: &LeafValue,
        params: &MctsParams,
    ) -> Option<LeafValue> {
        let (player, players) = (position.to_move(), position.players());
        let enough = value.share(player) + params.child_eval_margin * value_scale(players);
        let mut best: Option<LeafValue> = None;
        for (edge, (mv, prior)) in self.choices.iter().enumerate().take(LIKELIEST) {
            if *prior < params.child_eval_prior {
                break;
            }
            let mut next = position.clone();
            next.play(*mv);
            let found = match next.outcome() {
                Some(outcome) => LeafValue::of_outcome(outcome, players),
                None => LeafValue::new(&self.evaluator.value(&next), 0.0, next.to_move()),
            }
            .with_contempt(&self.contempt);
            let share = found.share(player);
            tree.edge(node, edge).set_child_eval(share);
            if best.is_none_or(|best| share > best.share(player)) {
                best = Some(found);
            }
            if share >= enough {
                break;
            }
        }
        best
    }
}

/// Copies the one-ply child evaluations of a transposition, as far as the leading moves agree.
fn copy_child_evals<M: Copy + PartialEq>(
    tree: &Tree<M>,
    source: NodeIndex,
    node: NodeIndex,
    params: &MctsParams,
) {
    for (place, (edge, known)) in tree.edges(node).iter().zip(tree.edges(source)).enumerate().take(LIKELIEST)
    {
        if edge.prior() < params.child_eval_prior || tree.mv(node, place) != tree.mv(source, place) {
            break;
        }
        if let Some(share) = known.counts().expected() {
            edge.set_child_eval(share);
        }
    }
}

/// Sorts the [`LIKELIEST`] moves of the highest priors to the front; leaves the others unsorted.
fn likeliest_first<M>(choices: &mut [(M, f32)]) {
    let likelier = |(_, one): &(M, f32), (_, other): &(M, f32)| other.total_cmp(one);
    let first = match choices.len() {
        0..=LIKELIEST => choices,
        _ => choices.select_nth_unstable_by(LIKELIEST, likelier).0,
    };
    first.sort_unstable_by(likelier);
}
