//! The plots of a league.

use damier_arena::league::{LeagueEnd, Line, Mark, Plot, Scale};

use super::costs::{Costs, SECONDS_PER_HOUR};

/// A plot and the name of its file.
pub(super) type NamedPlot = (&'static str, Plot);

pub(super) fn plots(end: &LeagueEnd, costs: &Costs, game: &str) -> Vec<NamedPlot> {
    let marks = |x: &dyn Fn(u32) -> Option<f64>| -> Vec<Mark> {
        let nets = end.rows.iter().filter_map(|row| Some((row.generation?, row)));
        nets.filter(|(_, row)| row.games > 0)
            .filter_map(|(generation, row)| {
                Some(Mark { x: x(generation)?, y: row.elo, name: row.name.clone() })
            })
            .collect()
    };
    let yardsticks = end.rows.iter().filter(|row| row.generation.is_none() && row.games > 0);
    let lines: Vec<Line> = yardsticks.map(|row| Line { y: row.elo.value, name: row.name.clone() }).collect();
    let plot = |title: &str, x_name: &str, scale: Scale, marks: Vec<Mark>| Plot {
        title: format!("{game}: {title}"),
        x_name: x_name.to_owned(),
        y_name: "Elo, with 95 % intervals".to_owned(),
        scale,
        marks,
        lines: lines.clone(),
    };
    let cost = |generation: u32| costs.by_generation.get(&generation).copied();
    vec![
        (
            "elo-by-generation.svg",
            plot(
                "Elo by generation",
                "generation",
                Scale::Linear,
                marks(&|generation| Some(f64::from(generation))),
            ),
        ),
        (
            "elo-by-simulations.svg",
            plot(
                "Elo against computing",
                "simulations of self-play so far",
                Scale::Logarithmic,
                marks(&|generation| cost(generation).map(|cost| cost.simulations)),
            ),
        ),
        (
            "elo-by-hours.svg",
            plot(
                "Elo against time",
                "hours of games and training so far, by the clock",
                Scale::Logarithmic,
                marks(&|generation| cost(generation).map(|cost| cost.seconds / SECONDS_PER_HOUR)),
            ),
        ),
    ]
}
