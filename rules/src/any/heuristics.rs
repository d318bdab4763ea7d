//! Search heuristics of any game.

use super::{
    AnyGame, AnyMove, AnyPosition,
    game::Typed,
    moves::{erased_move, legal, typed_move},
};
use crate::{
    estimate::Estimate,
    game::Game,
    heuristics::{BalancedOpenings, SearchHeuristics, SearchKind},
    player::Player,
    position::MoveList,
};

impl<G: Game> SearchHeuristics<AnyPosition> for Typed<G> {
    fn static_eval(&self, position: &AnyPosition, player: Player) -> i32 {
        self.0.static_eval(position.typed(), player)
    }

    fn material(&self, position: &AnyPosition, player: Player) -> Option<i32> {
        self.0.material(position.typed(), player)
    }

    fn move_score(&self, position: &AnyPosition, mv: AnyMove) -> Option<i32> {
        let position = position.typed();
        self.0.move_score(position, typed_move(position, mv))
    }

    fn tactical_moves(&self, position: &AnyPosition, out: &mut MoveList<AnyMove>) {
        let position = position.typed::<G::Position>();
        let mut typed = MoveList::new();
        self.0.tactical_moves(position, &mut typed);
        let all = legal(position);
        out.clear();
        out.extend(typed.iter().filter_map(|mv| all.binary_search(mv).ok()).map(AnyMove::at));
    }

    fn gain(&self, position: &AnyPosition, mv: AnyMove) -> Option<i32> {
        let position = position.typed();
        self.0.gain(position, typed_move(position, mv))
    }

    fn suited_search(&self) -> SearchKind {
        self.0.suited_search()
    }

    fn balanced_openings(&self) -> Option<BalancedOpenings> {
        self.0.balanced_openings()
    }

    fn is_judged(&self, position: &AnyPosition) -> bool {
        self.0.is_judged(position.typed())
    }

    fn announced_move(
        &self,
        position: &AnyPosition,
        estimate: &mut dyn FnMut(&AnyPosition) -> Estimate,
    ) -> Option<AnyMove> {
        let position = position.typed();
        let mut estimate = |other: &G::Position| estimate(&AnyPosition::new(other.clone()));
        let mv = self.0.announced_move(position, &mut estimate)?;
        Some(erased_move(position, mv))
    }
}

impl SearchHeuristics<AnyPosition> for AnyGame {
    fn static_eval(&self, position: &AnyPosition, player: Player) -> i32 {
        self.0.static_eval(position, player)
    }

    fn material(&self, position: &AnyPosition, player: Player) -> Option<i32> {
        self.0.material(position, player)
    }

    fn move_score(&self, position: &AnyPosition, mv: AnyMove) -> Option<i32> {
        self.0.move_score(position, mv)
    }

    fn tactical_moves(&self, position: &AnyPosition, out: &mut MoveList<AnyMove>) {
        self.0.tactical_moves(position, out);
    }

    fn gain(&self, position: &AnyPosition, mv: AnyMove) -> Option<i32> {
        self.0.gain(position, mv)
    }

    fn suited_search(&self) -> SearchKind {
        self.0.suited_search()
    }

    fn balanced_openings(&self) -> Option<BalancedOpenings> {
        self.0.balanced_openings()
    }

    fn is_judged(&self, position: &AnyPosition) -> bool {
        self.0.is_judged(position)
    }

    fn announced_move(
        &self,
        position: &AnyPosition,
        estimate: &mut dyn FnMut(&AnyPosition) -> Estimate,
    ) -> Option<AnyMove> {
        self.0.announced_move(position, estimate)
    }
}
