//! Games, variants and positions that are set up, and moves that are taken back.

use std::io;

use damier_rules::{GameTags, NotationFormat, Player};

use super::{Mode, Xboard};
use crate::{server::host::EngineHost, xboard::Reply};

/// The setting of the game that chooses the rules of castling, and its value for chess.
const VARIANT: &str = "variant";
const NORMAL: &str = "normal";

impl Xboard {
    /// Begins another game.
    pub(super) fn new_game(&mut self, host: &mut EngineHost<'_>) -> io::Result<()> {
        self.stop(host)?;
        host.search_thread.new_game();
        (self.is_draw_offered, self.score, self.hint) = (false, None, None);
        self.clock.new_game();
        if self.mode != Mode::Analysing {
            self.mode = Mode::Playing(Player::SECOND);
        }
        if let Err(error) = set_variant(NORMAL, host).and_then(|()| host.set_up(None, &[])) {
            return host.send(Reply::error(error, "new"));
        }
        self.analyse_on(host)
    }

    /// Sets up a position; the game goes on with the mode that it has.
    pub(super) fn set_up(&mut self, text: &str, host: &mut EngineHost<'_>) -> io::Result<()> {
        self.stop(host)?;
        (self.is_draw_offered, self.score, self.hint) = (false, None, None);
        match host.set_up(Some(text), &[]) {
            Ok(()) => self.analyse_on(host),
            Err(error) => {
                let text = format!("Illegal position: {error}");
                host.send(Reply::Tell { to: "usererror".to_owned(), text })
            }
        }
    }

    /// Takes moves back.
    pub(super) fn take_back(
        &mut self,
        plies: usize,
        line: &str,
        host: &mut EngineHost<'_>,
    ) -> io::Result<()> {
        self.stop(host)?;
        self.hint = None;
        match host.current.moves().len().checked_sub(plies) {
            Some(left) => host.current.back_to(left),
            None => host.send(Reply::error("there are no moves to take back", line))?,
        }
        self.analyse_on(host)
    }

    /// Chooses a variant. Nothing is searched behind an unknown one.
    pub(super) fn change_variant(
        &mut self,
        name: &str,
        line: &str,
        host: &mut EngineHost<'_>,
    ) -> io::Result<()> {
        self.stop(host)?;
        match set_variant(name, host) {
            Ok(()) => self.analyse_on(host),
            Err(reason) => {
                let reason = host.no_position(reason);
                host.send(Reply::error(reason, line))
            }
        }
    }
}

/// Chooses the rules of castling.
fn set_variant(name: &str, host: &mut EngineHost<'_>) -> Result<(), String> {
    let game = host.current.game().with_setting(NotationFormat::Xboard, VARIANT, name);
    host.current.set_game(game.map_err(|error| format!("unknown variant: {}", error.reason))?);
    Ok(())
}
