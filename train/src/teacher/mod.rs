//! Learning from a net: what it says takes the place of a part of what the searches found.
//!
//! Hinton, Vinyals, Dean: Distilling the knowledge in a neural network (2015). With a look ahead the lesson is what a
//! search by that net finds, as Beal, *Learn from your opponent* (1998), and the nets of alpha-beta engines learn.

mod lookahead;

use std::sync::Arc;

use damier_engine::{
    Evaluator, Value,
    evaluation::{mix, value_classes},
    net::{Net, NetError, NetEvaluator},
};
use damier_numerics::single::softmax;
use damier_records::{PolicyTarget, RootValue, quantised::ONE};
use damier_rules::{
    AnyGame, AnyPosition, Game as _, MoveList, Position as _, Symmetry as _, player::MAX_PLAYERS,
};

use self::lookahead::Lookahead;
use crate::example::{Example, GameExamples, PolicyShare};

/// A net that others learn from, and how much of their targets it has.
#[derive(Clone)]
pub struct Teacher {
    game: AnyGame,
    /// Those under which it is asked.
    symmetries: Vec<usize>,
    evaluator: NetEvaluator<AnyGame>,
    share: f32,
    checksum: u32,
    lookahead: Option<Lookahead>,
}

/// Everything that a teacher's lessons follow from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TeacherIdentity {
    /// The net's checksum.
    pub checksum: u32,
    /// Its share of the targets.
    pub share: f32,
    /// Nodes that it looks at before it tells a value, where it does.
    pub nodes: Option<u64>,
}

/// What it says about a position: the mean over the position's images under the board's symmetries.
struct Lesson {
    value: Value,
    /// A probability for each legal move in canonical order.
    policy: Vec<f32>,
}

impl Teacher {
    /// `share` (0..=1) is the teacher's part of policies and of the searches' root values.
    ///
    /// # Errors
    /// The net is for another game or another version of it.
    pub fn new(game: AnyGame, net: Arc<Net>, share: f32) -> Result<Self, NetError> {
        let checksum = net.checksum()?;
        let evaluator = NetEvaluator::new(game.clone(), net)?;
        let symmetries = game.seen_symmetries(game.start().to_move());
        Ok(Self { game, symmetries, evaluator, share, checksum, lookahead: None })
    }

    /// The same, which tells the value that an alpha-beta search of limited nodes finds, and has no part in policies but
    /// those that are missing. In a game of more than two players it is as it was.
    ///
    /// # Errors
    /// The search refuses the net.
    pub fn looking_ahead(self, nodes: u64) -> Result<Self, NetError> {
        let two = self.game.start().players() == 2;
        let net = Arc::clone(self.evaluator.net());
        let lookahead = two.then(|| Lookahead::new(self.game.clone(), net, nodes)).transpose()?;
        Ok(Self { lookahead, ..self })
    }

    /// What it is known by.
    pub fn identity(&self) -> TeacherIdentity {
        let nodes = self.lookahead.as_ref().map(Lookahead::nodes);
        TeacherIdentity { checksum: self.checksum, share: self.share, nodes }
    }

    /// The same positions with the teacher's part in their targets. A position without a policy target, which was
    /// searched only quickly, gets the teacher's.
    pub fn taught(&mut self, source: &GameExamples) -> GameExamples {
        let mut taught = GameExamples::new(source.key);
        if let Some(lookahead) = &mut self.lookahead {
            lookahead.forget();
        }
        for example in source.examples() {
            let mut lesson = self.lesson(&example.position);
            if let Some(lookahead) = &mut self.lookahead {
                lesson.value = lookahead.value(&example.position);
            }
            let root = Some(self.root(example, &lesson.value));
            let policy = self.policy(source.policy(example), &lesson.policy);
            let position = example.position.clone();
            taught.push(position, example.outcome, root, example.plies_left, policy.shares());
        }
        taught
    }

    fn root(&self, example: &Example, lesson: &Value) -> RootValue {
        let found = example.root.map_or_else(|| example.outcome_value(), RootValue::value);
        RootValue::from_value(&found.mixed(lesson, self.share))
    }

    fn policy(&self, found: &[PolicyShare], lesson: &[f32]) -> PolicyTarget {
        if found.is_empty() {
            return PolicyTarget::from_probabilities(lesson);
        }
        let mut target = vec![0.0; lesson.len()];
        for (place, share) in found {
            target[usize::from(*place)] = f32::from(*share) / f32::from(ONE);
        }
        if self.lookahead.is_none() {
            let parts = target.iter_mut().zip(lesson);
            parts.for_each(|(found, lesson)| *found = mix(*found, *lesson, self.share));
        }
        PolicyTarget::from_probabilities(&target)
    }

    fn lesson(&mut self, position: &AnyPosition) -> Lesson {
        let (mut turned, mut logits, mut places) = (MoveList::new(), Vec::new(), Vec::new());
        let mut policy = vec![0.0; position.count_moves()];
        let mut classes = [0.0; MAX_PLAYERS];
        let part = 1.0 / self.symmetries.len() as f32;
        for symmetry in self.symmetries.iter().copied() {
            let image = self.game.transform(position, symmetry);
            image.legal_moves(&mut turned);
            let evaluation = self.evaluator.evaluate(&image, &turned, &mut logits);
            for (class, value) in classes.iter_mut().zip(evaluation.value.classes().0) {
                *class += part * value;
            }
            softmax(&mut logits);
            places.clear();
            places.extend(0..policy.len());
            if symmetry != 0 {
                self.game.transform_places((position, &image), symmetry, &mut places);
            }
            for (probability, place) in policy.iter_mut().zip(&places) {
                *probability += part * logits[*place];
            }
        }
        let players = position.players();
        let count = value_classes(players);
        Lesson { value: Value::from_classes(players, &classes[..count]), policy }
    }
}
