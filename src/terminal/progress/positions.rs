//! How far the positions under way have come.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::work_bar::WorkBar;

/// How often the bar is drawn without news.
const REDRAW: Duration = Duration::from_millis(500);

const COUNTING: &str = "{bar:16} {pos}/{len} positions  {elapsed_precise}, {eta} left  {wide_msg}";
const THINKING: &str = "{spinner} {elapsed_precise}  {wide_msg}";

/// Of a known number of positions.
pub(crate) fn counting(positions: usize) -> WorkBar {
    WorkBar::new(positions as u64, "analysing", COUNTING)
}

/// Of one position; shown on a terminal only.
pub(crate) fn thinking() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template(THINKING).expect("the template is right"));
    bar.enable_steady_tick(REDRAW);
    bar
}
