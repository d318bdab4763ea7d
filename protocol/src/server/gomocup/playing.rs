//! Stones that are put and taken back, and those that may not be put.

use damier_rules::{AnyMove, Outcome, Position};

use super::Gomocup;
use crate::{gomocup::Point, server::desk::Desk};

impl Gomocup {
    pub(super) fn play(&mut self, point: Point, desk: &mut Desk<'_>) -> Result<(), String> {
        let mv = desk.table.read_move(&point.to_string()).map_err(|error| error.to_string())?;
        desk.table.play(mv);
        Ok(())
    }

    pub(super) fn take_back(&mut self, point: Point, desk: &mut Desk<'_>) -> Result<(), String> {
        let last = desk.table.moves().len().checked_sub(1).ok_or("there is no stone to take back")?;
        let before = {
            let mut table = desk.table.clone();
            table.back_to(last);
            table
        };
        let text = desk.table.moves().last().and_then(|mv| before.move_text(*mv));
        if text.as_deref() != Some(point.to_string().as_str()) {
            return Err(format!("the last stone is not on {point}"));
        }
        desk.table = before;
        Ok(())
    }

    /// The points where the player to move would lose at once.
    pub(super) fn forbidden(desk: &Desk<'_>) -> Vec<Point> {
        let position = desk.table.position();
        let mover = position.to_move();
        let loses = |mv: &AnyMove| {
            let mut next = position.clone();
            next.play(*mv);
            matches!(next.outcome(), Some(Outcome::Win(winner)) if winner != mover)
        };
        let moves = desk.table.legal();
        moves.into_iter().filter(loses).filter_map(|mv| desk.table.move_text(mv)?.parse().ok()).collect()
    }
}
