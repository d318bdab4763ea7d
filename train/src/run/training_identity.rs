//! What a training learns and how: the same identity, the same net.

use damier_records::{GameRecord, codec};
use serde::Serialize;

use super::{
    config::{NetConfig, RunConfig},
    difference::difference,
};
use crate::{config::TrainConfig, teacher::TeacherIdentity};

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
        toml::to_string_pretty(self).expect("an identity has only TOML's types")
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
