//! What a training learns and how: the same identity, the same net.

use damier_records::{GameRecord, codec};
use serde::Serialize;

use super::{
    config::{NetConfig, RunConfig},
    difference::difference,
};
use crate::{config::TrainConfig, teacher::TeacherIdentity};

/// Lines that an identity leaves out: settings of later versions where they change nothing. What was made before them keeps
/// its identity.
const LATER: [&str; 2] = ["root_horizon = 0.0", "policy_temperature = 1.0"];

/// Everything that a trained net follows from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct TrainingIdentity<'a> {
    game: &'a str,
    seed: u64,
    steps: u64,
    /// Number and checksum of the games.
    games: u64,
    games_crc32: String,
    /// Checksum of the net that it starts from; random weights where there is none.
    from_crc32: Option<String>,
    /// Checksum of the net that it learns from and that net's share of the targets, where there is one.
    teacher_crc32: Option<String>,
    teacher_share: Option<f32>,
    teacher_nodes: Option<u64>,
    net: &'a NetConfig,
    train: &'a TrainConfig,
}

impl<'a> TrainingIdentity<'a> {
    pub(super) fn new(
        config: &'a RunConfig,
        steps: u64,
        games: GamesChecksum,
        from: Option<u32>,
        teacher: Option<TeacherIdentity>,
    ) -> Self {
        Self {
            game: &config.game,
            seed: config.seed,
            steps,
            games: games.games,
            games_crc32: hexadecimal(games.checksum.finalize()),
            from_crc32: from.map(hexadecimal),
            teacher_crc32: teacher.map(|teacher| hexadecimal(teacher.checksum)),
            teacher_share: teacher.map(|teacher| teacher.share),
            teacher_nodes: teacher.and_then(|teacher| teacher.nodes),
            net: &config.net,
            train: &config.train,
        }
    }

    /// TOML.
    pub(super) fn to_text(&self) -> String {
        let text = toml::to_string_pretty(self).expect("an identity has only TOML's types");
        text.split_inclusive('\n').filter(|line| !LATER.contains(&line.trim_end())).collect()
    }

    /// A number that stands for all of it.
    pub(super) fn checksum(&self) -> String {
        hexadecimal(crc32fast::hash(self.to_text().as_bytes()))
    }

    /// Why a file with the identity `text` is of another training.
    pub(super) fn difference(&self, text: &str) -> Option<String> {
        difference(text, &self.to_text())
    }
}

/// Sums up which games there are.
#[derive(Clone, Debug, Default)]
pub(super) struct GamesChecksum {
    games: u64,
    checksum: crc32fast::Hasher,
}

impl GamesChecksum {
    /// Adds the games of a generation in order.
    pub(super) fn add(&mut self, generation: u32, records: &[GameRecord]) {
        self.games += records.len() as u64;
        self.checksum.update(&generation.to_le_bytes());
        let mut bytes = Vec::new();
        for record in records {
            bytes.clear();
            codec::encode(record, &mut bytes);
            self.checksum.update(&bytes);
        }
    }

    pub(super) fn games(&self) -> u64 {
        self.games
    }
}

fn hexadecimal(checksum: u32) -> String {
    format!("{checksum:08x}")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn settings_of_later_versions_count_where_they_change_something() {
        let text = "game = \"tic-tac-toe\"\ngenerations = 1\nsteps = 1\n[net]\n[selfplay]\n[train]\n";
        let of = |change: &str| {
            let config = RunConfig::parse(&format!("{text}{change}"), Path::new("test")).expect("valid");
            TrainingIdentity::new(&config, 1, GamesChecksum::default(), None, None).to_text()
        };
        let before = of("");
        for (key, change) in
            [("root_horizon", "root_horizon = 8"), ("policy_temperature", "policy_temperature = 1.5")]
        {
            assert!(!before.contains(key), "{before}");
            let reason = difference(&before, &of(change)).expect("another training");
            assert!(reason.contains(key), "{reason}");
        }
    }
}
