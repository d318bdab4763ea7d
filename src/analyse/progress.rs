//! The bar of positions under way, on standard error where that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often the bar is drawn without news.
const REDRAW: Duration = Duration::from_millis(500);

const COUNTING: &str = "{bar:20} {pos}/{len} positions  {msg}  {elapsed_precise}, {eta} left";
const THINKING: &str = "{spinner} {msg}  {elapsed_precise}";

/// Of a known number of positions.
pub(super) fn counting(positions: usize) -> ProgressBar {
    styled(ProgressBar::new(positions as u64), COUNTING)
}

/// Of one position.
pub(super) fn thinking() -> ProgressBar {
    styled(ProgressBar::new_spinner(), THINKING)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    bar.set_style(ProgressStyle::with_template(template).expect("the template is right"));
    bar.enable_steady_tick(REDRAW);
    bar
}
