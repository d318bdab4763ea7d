//! A net as the searches see it.

use std::sync::Arc;

use damier_rules::{Features, Game, MoveEncoding, Player, Position, game::MoveOf};

use super::{
    aligned::Aligned,
    arch::{Arch, MOVES_LEFT_UNIT, OUTPUTS_MAX},
    error::NetError,
    kernels::{Heads, Kernel, Scratch},
    quantised::Net,
};
use crate::{Evaluation, Evaluator, Value};

/// Judges positions of one game with a net.
///
/// For every player's point of view it keeps the accumulator of the position it judged last, and changes
/// it by the features in which the next one differs; where that would take more rows than starting
/// afresh, it starts afresh. The judgement depends on the position alone, bit for bit, whatever was
/// judged before and whichever [`Kernel`] runs.
#[derive(Clone, Debug)]
pub struct NetEvaluator<G: Game> {
    game: G,
    net: Arc<Net>,
    kernel: Kernel,
    features: G::Features,
    encoding: G::Encoding,
    /// By seat.
    views: Vec<View<G::Position>>,
    added: Vec<u32>,
    removed: Vec<u32>,
    rows: Vec<u32>,
    scratch: Scratch,
}

/// One player's point of view.
#[derive(Clone, Debug)]
struct View<P> {
    /// The position that the accumulator belongs to.
    last: Option<P>,
    /// Its number of active features.
    active: usize,
    accumulator: Aligned<i16>,
    /// Where the next accumulator is written before the two change places.
    spare: Aligned<i16>,
}

impl<G: Game> NetEvaluator<G> {
    /// An evaluator for `game` with the fastest kernel.
    ///
    /// # Errors
    /// The net is for another game, or its feature set or dimensions are not those of the game.
    pub fn new(game: G, net: Arc<Net>) -> Result<Self, NetError> {
        Self::with_kernel(game, net, Kernel::detect())
    }

    /// An evaluator with a kernel of your choice.
    ///
    /// # Errors
    /// As [`new`](NetEvaluator::new).
    pub fn with_kernel(game: G, net: Arc<Net>, kernel: Kernel) -> Result<Self, NetError> {
        let arch = net.arch();
        arch.check_fits(&game, "net")?;
        let features = game.features(&arch.feature_set).expect("it was checked that the game has it");
        let view = View {
            last: None,
            active: 0,
            accumulator: Aligned::new(arch.width),
            spare: Aligned::new(arch.width),
        };
        Ok(Self {
            kernel,
            features,
            encoding: game.encoding(),
            views: vec![view; game.start().players()],
            game,
            added: Vec::new(),
            removed: Vec::new(),
            rows: Vec::new(),
            scratch: Scratch::new(arch),
            net,
        })
    }

    /// The net.
    pub fn net(&self) -> &Arc<Net> {
        &self.net
    }

    /// The kernel that runs.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Brings the accumulator of the player to move to `position` and says which view that is.
    fn update(&mut self, position: &G::Position) -> usize {
        let player: Player = position.to_move();
        let view = &mut self.views[player.index()];
        let (added, removed) = (&mut self.added, &mut self.removed);
        if let Some(last) = &view.last {
            self.features.delta(last, position, player, added, removed);
            let active = view.active + added.len() - removed.len();
            if added.len() + removed.len() <= active {
                if !(added.is_empty() && removed.is_empty()) {
                    self.kernel.accumulate(
                        &self.net.weights,
                        &view.accumulator,
                        &mut view.spare,
                        added,
                        removed,
                    );
                    std::mem::swap(&mut view.accumulator, &mut view.spare);
                }
                view.active = active;
                view.last = Some(position.clone());
                return player.index();
            }
        }
        self.features.active(position, player, added);
        self.kernel.accumulate(
            &self.net.weights,
            &self.net.weights.embedding_bias,
            &mut view.accumulator,
            added,
            &[],
        );
        view.active = added.len();
        view.last = Some(position.clone());
        player.index()
    }
}

impl<G: Game> Evaluator<G::Position> for NetEvaluator<G> {
    fn evaluate(&mut self, position: &G::Position, moves: &[MoveOf<G>], logits: &mut Vec<f32>) -> Evaluation {
        if !self.game.is_judged(position) {
            logits.clear();
            logits.resize(moves.len(), 0.0);
            return judged(self.net.arch(), &EVEN);
        }
        self.encoding.rows(position, moves, &mut self.rows);
        let pov = self.update(position);
        let accumulator = &self.views[pov].accumulator;
        let outputs =
            self.kernel.value(&self.net.weights, accumulator, Heads::ValueAndPolicy, &mut self.scratch);
        logits.resize(self.rows.len(), 0.0);
        self.kernel.policy(&self.net.weights, &self.scratch, &self.rows, logits);
        judged(self.net.arch(), &outputs)
    }

    fn value(&mut self, position: &G::Position) -> Value {
        if !self.game.is_judged(position) {
            return judged(self.net.arch(), &EVEN).value;
        }
        let pov = self.update(position);
        let accumulator = &self.views[pov].accumulator;
        let outputs = self.kernel.value(&self.net.weights, accumulator, Heads::Value, &mut self.scratch);
        judged(self.net.arch(), &outputs).value
    }
}

/// The outputs that make every outcome equally likely.
const EVEN: [f32; OUTPUTS_MAX] = [0.0; OUTPUTS_MAX];

fn judged(arch: &Arch, outputs: &[f32; OUTPUTS_MAX]) -> Evaluation {
    let classes = arch.value_classes();
    Evaluation {
        value: Value::from_logits(arch.players, &outputs[..classes]),
        moves_left: MOVES_LEFT_UNIT * outputs[classes].max(0.0),
    }
}
