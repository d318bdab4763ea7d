//! The machine that games are played on.

use std::{fs, num::NonZero, thread};

/// Where Linux describes its processors.
const PROCESSORS: &str = "/proc/cpuinfo";
/// The key of a processor's model there.
const MODEL: &str = "model name";

/// Returns the model of the processor; `None` where the system does not say it.
pub(super) fn processor() -> Option<String> {
    model_of(&fs::read_to_string(PROCESSORS).ok()?)
}

/// Returns the first model in a text like `/proc/cpuinfo`.
fn model_of(text: &str) -> Option<String> {
    let models = text.lines().filter_map(|line| line.split_once(':')).filter(|(key, _)| key.trim() == MODEL);
    let models = models.map(|(_, model)| model.split_whitespace().collect::<Vec<_>>().join(" "));
    models.into_iter().find(|model| !model.is_empty())
}

/// Returns the number of cores that this process may use.
pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_read() {
        let text = "processor\t: 0\nmodel\t\t: 1\nmodel name\t: AMD  EPYC 9R14\n\nprocessor\t: 1\n";
        assert_eq!(model_of(text), Some("AMD EPYC 9R14".to_owned()));
        assert_eq!(model_of("processor\t: 0\nmodel name\t:\n"), None);
    }
}
