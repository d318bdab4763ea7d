//! New nodes.

use damier_numerics::single;
use damier_rules::{History, MoveList, Outcome, Position};

use super::{
    backup::LeafValue,
    edge::Edge,
    params::{LeafRule, MctsParams, Sharing, swing},
    search::wdl_of,
    tree::{Claim, Full, NodeIndex, Tree},
};
use crate::{
    evaluation::{Evaluator, Value},
    search::{Proof, SearchTables},
};

/// Occurrences of a position at which a simulation takes the game for drawn: whoever can repeat once can
/// repeat twice.
const REPEATED: usize = 2;
/// Edges of a node below the root that come in the order of their priors, before all others.
pub(super) const LIKELIEST: usize = 16;

/// Adds nodes; owns the evaluator, its buffers, and room in the pools.
#[derive(Debug)]
pub(super) struct Expander<P: Position, E> {
    pub(super) evaluator: E,
    pub(super) claim: Claim,
    pub(super) tables: SearchTables<P>,
    moves: MoveList<P::Move>,
    logits: Vec<f32>,
    /// The moves with their priors, for a new node.
    choices: Vec<(P::Move, f32)>,
}

/// A node that nobody knows of yet, and what making it gave.
pub(super) struct Expanded {
    pub(super) node: NodeIndex,
    pub(super) expansion: Expansion,
    /// The position's key, where others may learn from it.
    pub(super) key: Option<u64>,
}

/// What adding a node gave.
pub(super) enum Expansion {
    /// The simulation ends here with this value.
    Value(LeafValue),
    /// The simulation has to walk on: there is only one move, or a sequence is to be resolved.
    WalkOn,
}

/// The order of a node's edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// That of the legal moves; at the root, for reports and records.
    Canonical,
    /// By priors; below it, where the search then looks at few of them.
    LikeliestFirst,
}

/// What lies at the edge of what is to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Beyond {
    /// More of the game.
    Unknown,
    /// More of the game, of which only what is played out counts.
    Uncounted,
    /// Nothing that counts: whoever has not got there has this.
    Settled(Outcome),
}

impl<P: Position, E: Evaluator<P>> Expander<P, E> {
    pub(super) fn new(evaluator: E, tables: SearchTables<P>) -> Self {
        Self {
            evaluator,
            tables,
            claim: Claim::default(),
            moves: MoveList::new(),
            logits: Vec::new(),
            choices: Vec::new(),
        }
    }

    /// Adds the root: always evaluated, whatever repetitions say. Where `only` is not empty the root has no other
    /// moves, and no other node learns from it.
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

    /// Adds the node of `position`, the current one of `history`.
    pub(super) fn add(
        &mut self,
        tree: &Tree<P::Move>,
        position: &P,
        history: &History<P>,
        params: &MctsParams,
        beyond: Beyond,
    ) -> Result<Expanded, Full> {
        position.legal_moves(&mut self.moves);
        let players = position.players();
        let ruled = history.outcome_given(position, !self.moves.is_empty());
        let known = || match beyond {
            Beyond::Unknown => self.tables.outcome(position, history),
            Beyond::Uncounted => None,
            Beyond::Settled(outcome) => Some(outcome),
        };
        if let Some(outcome) = ruled.or_else(known) {
            let value = LeafValue::of_outcome(outcome, players);
            return self.end(tree, position, value, ruled.map(|_| 0));
        }
        if beyond == Beyond::Unknown
            && let Some(win) = position.forced_win()
        {
            let value = LeafValue::of_outcome(Outcome::Win(position.to_move()), players);
            let value = LeafValue { moves_left: win.plies as f32, ..value };
            return self.end(tree, position, value, Some(win.plies));
        }
        if P::REPETITION_DRAWS && history.occurrences() >= REPEATED {
            let node = tree.add(&mut self.claim, &[], Proof::Unknown)?;
            let expansion = Expansion::Value(LeafValue::of_repetition(players));
            return Ok(Expanded { node, expansion, key: None });
        }
        position.leave_only_moves(&mut self.moves);
        if let [mv] = self.moves[..] {
            let node = tree.add(&mut self.claim, &[(mv, 1.0)], Proof::Unknown)?;
            return Ok(Expanded { node, expansion: Expansion::WalkOn, key: None });
        }
        let (mut expanded, _) = match self.learned(tree, position, params)? {
            Some(learned) => learned,
            None => self.evaluated(tree, position, params, Order::LikeliestFirst)?,
        };
        if params.leaf_rule == LeafRule::Resolve && !position.is_quiet() {
            expanded.expansion = Expansion::WalkOn;
        }
        Ok(expanded)
    }

    /// Adds a node where the outcome is certain, and known to come in so many plies.
    fn end(
        &mut self,
        tree: &Tree<P::Move>,
        position: &P,
        value: LeafValue,
        plies: Option<u32>,
    ) -> Result<Expanded, Full> {
        let proof = Proof::of_share(value.share(position.to_move()), position.players());
        let node = tree.add(&mut self.claim, &[], proof)?;
        tree.node(node).set_plies_to_end(plies);
        Ok(Expanded { node, expansion: Expansion::Value(value), key: None })
    }

    /// Adds the node as one like a twin's, where there is one.
    fn learned(
        &mut self,
        tree: &Tree<P::Move>,
        position: &P,
        params: &MctsParams,
    ) -> Result<Option<(Expanded, LeafValue)>, Full> {
        if params.sharing == Sharing::Nothing || position.players() != 2 {
            return Ok(None);
        }
        let key = position.key();
        let Some(twin) = tree.twin(key, self.moves.len()) else { return Ok(None) };
        let known = tree.node(twin).figures();
        if known.visits == 0 {
            return Ok(None);
        }
        self.choices.clear();
        self.choices.extend(tree.moves(twin).zip(tree.edges(twin).iter().map(Edge::prior)));
        likeliest_first(&mut self.choices);
        let node = tree.add(&mut self.claim, &self.choices, Proof::Unknown)?;
        if P::GLANCES_AHEAD {
            copy_glances(tree, twin, node, params);
        }
        let per_visit = 1.0 / known.visits as f32;
        let value = Value::Two(wdl_of(known.mean(), known.draw_sum * per_visit));
        let value = LeafValue::new(&value, known.moves_left_sum * per_visit, position.to_move());
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
        let max = self.logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let temperature = match order {
            Order::Canonical => 1.0,
            Order::LikeliestFirst => params.prior_temperature,
        };
        let mut sum = 0.0;
        for logit in &mut self.logits {
            *logit = single::exp((*logit - max) / temperature);
            sum += *logit;
        }
        self.choices.clear();
        self.choices.extend(self.moves.iter().zip(&self.logits).map(|(mv, weight)| (*mv, weight / sum)));
        if order == Order::LikeliestFirst {
            likeliest_first(&mut self.choices);
        }
        let node = tree.add(&mut self.claim, &self.choices, Proof::Unknown)?;
        let key = (params.sharing == Sharing::Twins).then(|| position.key());
        let mut value = LeafValue::new(&evaluation.value, evaluation.moves_left, position.to_move());
        if P::GLANCES_AHEAD
            && order == Order::LikeliestFirst
            && let Some(best) = self.glance(tree, node, position, &value, params)
        {
            value.lean(&best, params.glance_weight);
        }
        Ok((Expanded { node, expansion: Expansion::Value(value), key }, value))
    }

    /// Looks at the positions behind the likeliest edges of a new node, whose own value is `value`, and notes what they
    /// are worth; returns the best of that, where there was one to look at.
    fn glance(
        &mut self,
        tree: &Tree<P::Move>,
        node: NodeIndex,
        position: &P,
        value: &LeafValue,
        params: &MctsParams,
    ) -> Option<LeafValue> {
        let (player, players) = (position.to_move(), position.players());
        let enough = value.share(player) + params.glance_margin * swing(players);
        let mut best: Option<LeafValue> = None;
        for (edge, (mv, prior)) in self.choices.iter().enumerate().take(LIKELIEST) {
            if *prior < params.glance_prior {
                break;
            }
            let mut next = position.clone();
            next.play(*mv);
            let found = match next.outcome() {
                Some(outcome) => LeafValue::of_outcome(outcome, players),
                None => LeafValue::new(&self.evaluator.glance(&next), 0.0, next.to_move()),
            };
            let share = found.share(player);
            tree.edge(node, edge).set_glance(share);
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

/// Notes for a new node's likeliest edges what those of its twin look worth, as far as they are the same.
fn copy_glances<M: Copy + PartialEq>(tree: &Tree<M>, twin: NodeIndex, node: NodeIndex, params: &MctsParams) {
    for (place, (edge, known)) in tree.edges(node).iter().zip(tree.edges(twin)).enumerate().take(LIKELIEST) {
        if edge.prior() < params.glance_prior || tree.mv(node, place) != tree.mv(twin, place) {
            break;
        }
        if let Some(share) = known.counts().expected() {
            edge.set_glance(share);
        }
    }
}

/// Puts the likeliest moves first, in their order; so many that a search seldom comes to the others, which are not
/// worth sorting.
fn likeliest_first<M>(choices: &mut [(M, f32)]) {
    let likelier = |(_, one): &(M, f32), (_, other): &(M, f32)| other.total_cmp(one);
    let first = match choices.len() {
        0..=LIKELIEST => choices,
        _ => choices.select_nth_unstable_by(LIKELIEST, likelier).0,
    };
    first.sort_unstable_by(likelier);
}
