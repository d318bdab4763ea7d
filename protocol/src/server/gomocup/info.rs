//! The manager's `INFO` commands.

use damier_engine::engine::Level;
use damier_rules::{Game, GameTags, NotationFormat};

use super::{Gomocup, RULE};
use crate::{
    gomocup::Info,
    server::{host::EngineHost, settings::EngineSetting},
};

/// Bytes in KiB, and KiB in MiB.
const KIB: u64 = 1024;
/// Of the memory that the manager allows, the share for the tree; the rest is the program's.
const TREE_SHARE: (u64, u64) = (3, 4);
/// The strength that means all of it.
const FULL_STRENGTH: u32 = 100;

impl Gomocup {
    pub(super) fn info(&mut self, info: &Info, host: &mut EngineHost<'_>) {
        let options = host.settings.options;
        match info {
            Info::Rule(bits) => {
                match self.game.with_setting(NotationFormat::Gomocup, RULE, &bits.to_string()) {
                    Ok(game) => self.game = game,
                    Err(error) => self.error = Some(format!("unsupported rule: {}", error.reason)),
                }
            }
            Info::MaxMemory(0) => {}
            Info::MaxMemory(bytes) => self.memory(bytes / KIB / TREE_SHARE.1 * TREE_SHARE.0, host),
            Info::HashSize(kib) => self.memory(*kib, host),
            Info::ThreadNum(threads) => {
                let _ = EngineSetting::Threads.set(&mut host.settings.options, &threads.to_string());
            }
            Info::Strength(strength) => host.settings.options.level = level_of(*strength),
            Info::ShowDetail(detail) => self.shows_info = (*detail > 0).then_some(()),
            other => self.clocks.update(other),
        }
        if host.settings.options != options {
            host.configure();
        }
        // Before the first stone another rule is another empty board; afterwards it holds from the next game on.
        let other_rule = self.game.id() != host.current.game().id();
        let untouched =
            host.current.moves().is_empty() && self.list.is_none() && !host.search_thread.is_searching();
        if self.started.is_some()
            && other_rule
            && untouched
            && let Err(reason) = self.put(self.game.clone(), host)
        {
            self.error = Some(reason);
        }
    }

    fn memory(&mut self, kib: u64, host: &mut EngineHost<'_>) {
        let mib = (kib / KIB).max(1).min(*EngineSetting::Memory.range().end() as u64);
        host.settings.options.memory_mib = mib as usize;
        if kib < KIB {
            self.error = Some("the memory is too small: at least a few MiB are needed".to_owned());
        }
    }
}

fn level_of(strength: u32) -> Level {
    let (weakest, full) = (u32::from(Level::WEAKEST.number()), u32::from(Level::FULL.number()));
    let number = weakest + strength.min(FULL_STRENGTH) * (full - weakest) / FULL_STRENGTH;
    Level::new(number as u8).unwrap_or(Level::FULL)
}
