//! Competitors for other machines, where no path means anything.

use damier_engine::{
    engine::{Level, Searcher},
    search::Limits,
    time::DurationText,
};

use super::{CompetitorKind, EvaluationSpec, Spec};

/// A competitor for another machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PortableSpec {
    /// The text before the net: `suited:`, or all of it where there is no net.
    head: String,
    /// The text behind the net.
    tail: String,
    /// What it judges by.
    evaluation: Option<EvaluationSpec>,
}

impl PortableSpec {
    /// Returns the net that it needs, if any.
    pub(crate) fn net(&self) -> Option<&EvaluationSpec> {
        self.evaluation.as_ref().filter(|evaluation| **evaluation != EvaluationSpec::Material)
    }

    /// Returns its text, with `net` for the path of the net.
    pub(crate) fn text(&self, net: &str) -> String {
        let evaluation = match &self.evaluation {
            None => String::new(),
            Some(EvaluationSpec::Material) => "material".to_owned(),
            Some(EvaluationSpec::Net(_) | EvaluationSpec::Shipped) => format!("net={net}"),
        };
        format!("{}{evaluation}{}", self.head, self.tail)
    }
}

impl Spec {
    /// Returns what makes the same competitor on another machine.
    ///
    /// # Errors
    /// What there is only on this machine, or is not the same twice, with the remedy.
    pub(crate) fn portable(&self) -> Result<PortableSpec, String> {
        let here = |what: &str| format!("{self}: {what} is only on this machine; leave it out, or play here");
        let bare = |head: &str| PortableSpec { head: head.to_owned(), tail: String::new(), evaluation: None };
        let (head, evaluation, mut tail) = match &self.kind {
            CompetitorKind::Random => return Ok(bare("random")),
            CompetitorKind::Greedy => return Ok(bare("greedy")),
            CompetitorKind::AlphaBeta { endgames: Some(_), .. }
            | CompetitorKind::Own { endgames: Some(_), .. } => {
                return Err(here("its folder of endgame tables"));
            }
            CompetitorKind::Own { book: Some(_), .. } => return Err(here("its opening book")),
            CompetitorKind::Engine { .. } => return Err(here("a program of others")),
            CompetitorKind::Own { threads: 2.., .. } => {
                return Err(format!(
                    "{self}: a search with several threads plays no game twice, so no machine can check another; leave out threads="
                ));
            }
            CompetitorKind::AlphaBeta { evaluation, memory_mib, contempt, endgames: None } => (
                "ab",
                evaluation,
                format!(",memory={}{}", self.memory_mib(*memory_mib), contempt_text(*contempt)),
            ),
            CompetitorKind::Own { searcher, evaluation, memory_mib, level, contempt, .. } => {
                let kind = match searcher {
                    Searcher::Tree => "mcts",
                    Searcher::Suited => "suited",
                    Searcher::AlphaBeta => return Err(here("its search")),
                };
                let elo = if *level == Level::FULL { String::new() } else { format!(",elo={}", level.elo()) };
                let contempt = contempt_text(*contempt);
                (kind, evaluation, format!(",memory={}{elo}{contempt}", self.memory_mib(*memory_mib)))
            }
        };
        let Limits { time, nodes, depth, .. } = self.pace.limits;
        tail.extend(time.map(|time| format!(",time={}", DurationText(time))));
        tail.extend(self.pace.clock.map(|clock| format!(",clock={clock}")));
        tail.extend(nodes.map(|nodes| format!(",nodes={nodes}")));
        tail.extend(depth.map(|depth| format!(",depth={depth}")));
        Ok(PortableSpec { head: format!("{head}:"), tail, evaluation: Some(evaluation.clone()) })
    }

    /// Returns the same with another path for its net, where it has the path of one.
    #[must_use]
    pub(crate) fn with_net(mut self, path: &std::path::Path) -> Self {
        if let CompetitorKind::AlphaBeta { evaluation: EvaluationSpec::Net(net), .. }
        | CompetitorKind::Own { evaluation: EvaluationSpec::Net(net), .. } = &mut self.kind
        {
            path.clone_into(net);
        }
        self
    }
}

/// Returns the item of a contempt, behind a comma; nothing where there is none.
fn contempt_text(contempt: i32) -> String {
    if contempt == 0 { String::new() } else { format!(",contempt={contempt}") }
}
