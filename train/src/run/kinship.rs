//! Whether a configuration goes on with what another one made.

use std::collections::BTreeMap;

use damier_records::{folder, generation, reader::read_header};
use toml::{Table, Value};

use super::{
    config::RunConfig,
    difference::difference,
    directory::RunDirectory,
    generating::{SETTINGS, settings},
    selfplay::file_name,
    state::RunState,
};
use crate::checkpoint;

/// Returns the keys that change where `new` goes on with a run that `old` made, each as `key old → new`. `made`
/// generations have games at least.
///
/// # Errors
/// The first difference that would have changed what is made already.
pub(super) fn changes(old: &RunConfig, new: &RunConfig, made: u32) -> Result<Vec<String>, String> {
    if new.generations < made {
        let generations = new.generations;
        return Err(format!("generations = {generations}, and {made} are made or under way"));
    }
    // What says nothing about games and nets, or only about those to come.
    let mut same = RunConfig {
        threads: new.threads,
        measure: new.measure.clone(),
        generations: new.generations,
        ..old.clone()
    };
    same.train.device = new.train.device;
    same.train.report_every = new.train.report_every;
    let is_alike = |generation: u32| {
        old.selfplay_of(generation) == new.selfplay_of(generation)
            && old.steps_until(generation) == new.steps_until(generation)
            && old.player_of(generation) == new.player_of(generation)
    };
    if (1..=made).all(is_alike) {
        (same.selfplay, same.stages) = (new.selfplay.clone(), new.stages.clone());
        (same.steps, same.lag) = (new.steps, new.lag);
    }
    match difference(&same.to_toml(), &new.to_toml()) {
        Some(reason) => Err(reason),
        None => {
            let old = RunConfig { threads: new.threads, ..old.clone() };
            Ok(changed_keys(&old, new))
        }
    }
}

/// The keys of two configurations whose values differ.
fn changed_keys(old: &RunConfig, new: &RunConfig) -> Vec<String> {
    let (old, new) = (flat(old), flat(new));
    let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let text = |value: Option<&String>| value.map_or_else(|| "nothing".to_owned(), String::clone);
    let changed = names.into_iter().filter(|name| old.get(*name) != new.get(*name));
    changed.map(|name| format!("{name} {} → {}", text(old.get(name)), text(new.get(name)))).collect()
}

/// The values of a configuration by their keys, `selfplay.games` and so on.
fn flat(config: &RunConfig) -> BTreeMap<String, String> {
    fn walk(prefix: &str, table: &Table, keys: &mut BTreeMap<String, String>) {
        for (key, value) in table {
            match value {
                Value::Table(inner) => walk(&format!("{prefix}{key}."), inner, keys),
                value => {
                    keys.insert(format!("{prefix}{key}"), value.to_string());
                }
            }
        }
    }
    let mut keys = BTreeMap::new();
    let table = toml::from_str(&config.to_toml()).expect("just written");
    walk("", &table, &mut keys);
    keys
}

/// Compares a configuration with the files of a run whose own was lost.
///
/// # Errors
/// What differs.
pub(super) fn check_files(
    directory: &RunDirectory,
    state: &RunState,
    config: &RunConfig,
) -> Result<(), String> {
    for finished in &state.generations {
        let generation = finished.generation;
        let of_run = [finished.steps, finished.games];
        let wanted = [config.steps_until(generation), config.selfplay_of(generation).games];
        for (what, (found, wanted)) in ["steps", "games"].iter().zip(of_run.into_iter().zip(wanted)) {
            if found != wanted {
                return Err(format!("after generation {generation} there were {found} {what}, not {wanted}"));
            }
        }
    }
    for (name, path) in folder::list(&directory.games()).map_err(|error| error.to_string())? {
        // A damaged chunk says nothing; its games are played again.
        let Ok(header) = read_header(&path) else { continue };
        let wanted = settings(&config.selfplay_of(name.generation + 1));
        let differs =
            header.metadata.get(SETTINGS).and_then(|found| generation::difference(SETTINGS, found, &wanted));
        if header.game != config.game || header.seed != config.seed {
            return Err(format!("{name} is of {} with seed {}", header.game, header.seed));
        }
        let player = file_name(&directory.net(config.player_of(name.generation + 1)));
        if header.net != player {
            return Err(format!(
                "the games of {name} were played by {}, and `lag` says {player}",
                header.net
            ));
        }
        if let Some((key, value, _)) = differs {
            return Err(format!("the games of {name} were played with {key} = {value}"));
        }
    }
    let Ok(checkpoint) = checkpoint::read(&directory.checkpoint()) else { return Ok(()) };
    let (arch, net) = (checkpoint.learner.arch(), &config.net);
    let found = [arch.width, arch.hidden, arch.policy, arch.value_hidden];
    let wanted = [net.width, net.hidden, net.policy, net.value_hidden];
    let features = net.features.is_empty() || net.features == arch.feature_set;
    if checkpoint.seed != config.seed || found != wanted || !features {
        return Err(format!(
            "its checkpoint is of seed {} and of a network of width {}, hidden {}, policy {}, value_hidden {} on {}",
            checkpoint.seed, arch.width, arch.hidden, arch.policy, arch.value_hidden, arch.feature_set
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn config(more: &str) -> RunConfig {
        let text = format!(
            "game = \"tic-tac-toe\"\ngenerations = 4\nsteps = 10\n[net]\n[selfplay]\ngames = 10\n[train]\n{more}"
        );
        RunConfig::parse(&text, Path::new("test")).expect("a configuration")
    }

    fn with(change: impl FnOnce(&mut RunConfig)) -> RunConfig {
        let mut changed = config("");
        change(&mut changed);
        changed
    }

    #[test]
    fn what_is_to_come_may_change_and_what_is_made_may_not() {
        let old = config("");
        let allowed = |new: &RunConfig, told: &[&str]| {
            assert_eq!(changes(&old, new, 3).expect("it goes on"), told);
        };
        allowed(&old, &[]);
        allowed(&with(|new| new.threads = 7), &[]);
        allowed(&with(|new| new.generations = 9), &["generations 4 → 9"]);
        allowed(&with(|new| new.measure.games = 2), &["measure.games 20 → 2"]);
        let staged = config("[[stage]]\nfrom_generation = 4\nsteps = 20\n");
        assert_eq!(changes(&old, &staged, 3).expect("it goes on").len(), 1);

        let refused = |new: &RunConfig, part: &str| {
            let reason = changes(&old, new, 3).expect_err("it would be another run");
            assert!(reason.contains(part), "{part}: {reason}");
        };
        refused(&with(|new| new.seed = 2), "seed");
        refused(&with(|new| new.steps = 11), "steps");
        refused(&with(|new| new.generations = 2), "generations");
        refused(&with(|new| new.net.width = 64), "width");
        refused(&with(|new| new.selfplay.games = 11), "games");
        refused(&with(|new| new.lag = 1), "was `lag = 0`, is `lag = 1`");
        refused(&with(|new| new.train.batch_size = 7), "batch_size");
        refused(&config("[[stage]]\nfrom_generation = 3\nsteps = 20\n"), "stage");
        // Nothing is made yet but random weights.
        let changed = with(|new| new.selfplay.games = 11);
        assert_eq!(changes(&old, &changed, 0).expect("it goes on"), ["selfplay.games 10 → 11"]);
        // Random weights play the first generation, whatever the lag.
        assert_eq!(changes(&old, &with(|new| new.lag = 1), 1).expect("it goes on"), ["lag 0 → 1"]);
    }
}
