//! Stones that are put and taken back, and those that may not be put.

use damier_rules::{AnyMove, Outcome, Position};

use super::Gomocup;
use crate::{gomocup::Point, server::host::EngineHost};

impl Gomocup {
    pub(super) fn play(&mut self, point: Point, host: &mut EngineHost<'_>) -> Result<(), String> {
        let mv = host.current.read_move(&point.to_string()).map_err(|error| error.to_string())?;
        host.current.play(mv);
        Ok(())
    }

    pub(super) fn take_back(&mut self, point: Point, host: &mut EngineHost<'_>) -> Result<(), String> {
        let last = host.current.moves().len().checked_sub(1).ok_or("there is no stone to take back")?;
        let before = {
            let mut before = host.current.clone();
            before.back_to(last);
            before
        };
        let text = host.current.moves().last().and_then(|mv| before.move_text(*mv));
        if text.as_deref() != Some(point.to_string().as_str()) {
            return Err(format!("the last stone is not on {point}"));
        }
        host.current = before;
        Ok(())
    }

    /// Returns the points where the player to move would lose at once.
    pub(super) fn forbidden(host: &EngineHost<'_>) -> Vec<Point> {
        let position = host.current.position();
        let mover = position.to_move();
        let loses = |mv: &AnyMove| {
            let mut next = position.clone();
            next.play(*mv);
            matches!(next.outcome(), Some(Outcome::Win(winner)) if winner != mover)
        };
        let moves = host.current.legal();
        moves.into_iter().filter(loses).filter_map(|mv| host.current.move_text(mv)?.parse().ok()).collect()
    }
}
