//! All levels and programs on one scale.

use damier_arena::rating::{Interval, KnownRating, Ranking, RatingModel, Ratings};

use super::{
    matches::{Opponent, Played},
    programs::Program,
};

/// Drawn games that every competitor is given beforehand: too few to matter, but nothing is infinite.
const PRIOR: f64 = 0.1;
/// The largest deviation from the nominal rating that is allowed, in Elo.
const ALLOWED: f64 = 150.0;

/// Returns the table of ratings on the scale of the programs' published ones.
pub(crate) fn table(levels: &[u32], programs: &[Program], results: &[Played]) -> String {
    let ratings = fit(levels, programs, results);
    let (of_levels, of_programs) = ratings.elo.split_at(levels.len());
    let mut lines = vec![" level   rating (95 %)          deviation".to_owned()];
    for (level, elo) in levels.iter().zip(of_levels) {
        let deviation = elo.value - f64::from(*level);
        let verdict = if deviation.abs() > ALLOWED { "   outside" } else { "" };
        lines.push(format!("  {level:>4}   {}   {deviation:+8.0}{verdict}", rating_text(elo)));
    }
    lines.push("\n program                        rating (95 %)          published   deviation".to_owned());
    for (program, elo) in programs.iter().zip(of_programs) {
        let Program { name, rating, .. } = program;
        let deviation = elo.value - rating;
        lines.push(format!("  {name:<28}   {}   {rating:>9.0}   {deviation:+8.0}", rating_text(elo)));
    }
    lines.join("\n")
}

fn rating_text(elo: &Interval) -> String {
    format!("{:5.0} ({:5.0} to {:5.0})", elo.value, elo.low, elo.high)
}

/// Fits the ratings of the levels and then the programs.
fn fit(levels: &[u32], programs: &[Program], results: &[Played]) -> Ratings {
    let place = |elo: u32| levels.iter().position(|level| *level == elo).expect("a measured level");
    let mut groups = Vec::new();
    for Played { level, opponent, tally } in results {
        let opponent = match opponent {
            Opponent::Level(elo) => place(*elo),
            Opponent::Program(number) => levels.len() + number,
        };
        let seats = [place(*level), opponent];
        for (half_points, count) in tally.pairs.iter().enumerate() {
            groups.extend((0..*count).map(|_| pair(seats, half_points)));
        }
    }
    let known: Vec<KnownRating> = programs
        .iter()
        .zip(levels.len()..)
        .map(|(program, competitor)| KnownRating {
            competitor,
            elo: program.rating,
            deviation: program.deviation,
        })
        .collect();
    let model = RatingModel { prior: PRIOR, ..RatingModel::default() };
    Ratings::on_scale(levels.len() + programs.len(), &groups, &model, &known)
}

/// Returns the two games of a pair in which the first seat got `half_points` in all.
fn pair(seats: [usize; 2], half_points: usize) -> Vec<Ranking> {
    let game = |half_points: usize| {
        let share = half_points as f64 / 2.0;
        Ranking::of_shares(&seats, &[share, 1.0 - share])
    };
    vec![game(half_points.div_ceil(2)), game(half_points / 2)]
}
