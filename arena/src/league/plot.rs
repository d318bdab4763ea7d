//! Plots of points with error bars, as SVG.

use std::fmt::Write as _;

use damier_numerics::double;

use crate::rating::Interval;

/// How the horizontal axis is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Evenly, from 0.
    Linear,
    /// Evenly by factors; marks at 0 and below are left out.
    Logarithmic,
}

/// A point with its error bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    /// Where it stands.
    pub x: f64,
    /// Its height with the ends of its bar.
    pub y: Interval,
    /// What it is.
    pub name: String,
}

/// A line across the plot, for comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Its height.
    pub y: f64,
    /// What it is.
    pub name: String,
}

/// A plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What the horizontal axis is.
    pub x_name: String,
    /// What the vertical axis is.
    pub y_name: String,
    /// How the horizontal axis is divided.
    pub scale: Scale,
    /// The points, from left to right.
    pub marks: Vec<Mark>,
    /// The lines.
    pub lines: Vec<Line>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 56.0;
/// About as many steps an axis has.
const STEPS: f64 = 8.0;
/// A share of its range is left free at the ends of the vertical axis.
const FREE: f64 = 0.06;
/// Half the width of the ends of an error bar.
const BAR: f64 = 4.0;
/// How far a text stands below the middle of its line.
const MIDDLE: f64 = 4.0;
const STYLE: &str = "text{font:13px system-ui,sans-serif;fill:#333}.t{font-size:16px;font-weight:600}\
    .g{stroke:#ddd}.a{stroke:#555;fill:none}.m{stroke:#1f6fb2;fill:none;stroke-width:2}.p{fill:#1f6fb2}\
    .b{stroke:#1f6fb2;stroke-width:1.2}.y{stroke:#b2541f;stroke-dasharray:6 4}.n{fill:#b2541f}";

/// The range of an axis and its steps.
struct Axis {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

impl Axis {
    /// Round steps over a range.
    fn linear(low: f64, high: f64) -> Self {
        let range = (high - low).max(f64::MIN_POSITIVE);
        let rough = range / STEPS;
        let power = double::exp10(double::log10(rough).floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let first = (low / step).ceil() as i64;
        let last = (high / step).floor() as i64;
        Self { low, high, ticks: (first..=last).map(|tick| tick as f64 * step).collect() }
    }

    /// Powers of ten, and what is in between where they are few; the range is of logarithms.
    fn logarithmic(low: f64, high: f64) -> Self {
        const FACTORS: [f64; 3] = [1.0, 2.0, 5.0];
        let powers = (low.floor() as i32)..=(high.ceil() as i32);
        let factors = if high - low > STEPS { &FACTORS[..1] } else { &FACTORS[..] };
        let ticks = powers
            .flat_map(|power| factors.iter().map(move |factor| f64::from(power) + double::log10(*factor)))
            .filter(|tick| (low..=high).contains(tick));
        Self { low, high, ticks: ticks.collect() }
    }

    /// Returns where a value stands, 0..=1.
    fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }
}

impl Plot {
    /// Returns the plot as SVG; it needs nothing else.
    pub fn svg(&self) -> String {
        let of_x = |x: f64| match self.scale {
            Scale::Linear => x,
            Scale::Logarithmic => double::log10(x),
        };
        let marks: Vec<(f64, &Mark)> =
            self.marks.iter().map(|mark| (of_x(mark.x), mark)).filter(|(x, _)| x.is_finite()).collect();
        let (x_axis, y_axis) = (self.x_axis(&marks), self.y_axis(&marks));
        let x_at = |x: f64| LEFT + x_axis.share(x) * (WIDTH - LEFT - RIGHT);
        let y_at = |y: f64| HEIGHT - BOTTOM - y_axis.share(y) * (HEIGHT - TOP - BOTTOM);
        let mut out = String::new();
        // Writing into a text never fails.
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n\
             <style>{STYLE}</style>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
             <text class=\"t\" x=\"{LEFT}\" y=\"26\">{}</text>\n",
            escaped(&self.title)
        );
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for tick in &y_axis.ticks {
            let y = y_at(*tick);
            let _ = writeln!(
                out,
                "<path class=\"g\" d=\"M{LEFT} {y:.1}H{right}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                y + MIDDLE,
                tick_text(*tick)
            );
        }
        for tick in &x_axis.ticks {
            let (x, value) =
                (x_at(*tick), if self.scale == Scale::Linear { *tick } else { double::exp10(*tick) });
            let _ = writeln!(
                out,
                "<path class=\"g\" d=\"M{x:.1} {TOP}V{bottom}\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 18.0,
                tick_text(value)
            );
        }
        let _ = write!(
            out,
            "<path class=\"a\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(18 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
            f64::midpoint(LEFT, right),
            HEIGHT - 14.0,
            escaped(&self.x_name),
            f64::midpoint(TOP, bottom),
            escaped(&self.y_name)
        );
        for line in &self.lines {
            let y = y_at(line.y);
            let _ = writeln!(
                out,
                "<path class=\"y\" d=\"M{LEFT} {y:.1}H{right}\"/><text class=\"n\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                right - 4.0,
                y - MIDDLE,
                escaped(&line.name)
            );
        }
        let path: Vec<String> =
            marks.iter().map(|(x, mark)| format!("{:.1} {:.1}", x_at(*x), y_at(mark.y.value))).collect();
        if !path.is_empty() {
            let _ = writeln!(out, "<path class=\"m\" d=\"M{}\"/>", path.join("L"));
        }
        for (x, mark) in &marks {
            let (x, low, high) = (x_at(*x), y_at(mark.y.low), y_at(mark.y.high));
            let (from, to) = (x - BAR, x + BAR);
            let _ = writeln!(
                out,
                "<path class=\"b\" d=\"M{x:.1} {low:.1}V{high:.1}M{from:.1} {low:.1}H{to:.1}M{from:.1} {high:.1}H{to:.1}\"/>\
                 <circle class=\"p\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"3.5\"><title>{}: {:+.0} ({:+.0} to {:+.0})</title></circle>",
                y_at(mark.y.value),
                escaped(&mark.name),
                mark.y.value,
                mark.y.low,
                mark.y.high
            );
        }
        out.push_str("</svg>\n");
        out
    }

    fn x_axis(&self, marks: &[(f64, &Mark)]) -> Axis {
        let (low, high) = range(marks.iter().map(|(x, _)| *x));
        let low = if self.scale == Scale::Linear { low.min(0.0) } else { low };
        let free = (high - low).max(1e-3) * FREE;
        match self.scale {
            Scale::Linear => Axis::linear(low, high + free),
            Scale::Logarithmic => Axis::logarithmic(low - free, high + free),
        }
    }

    fn y_axis(&self, marks: &[(f64, &Mark)]) -> Axis {
        let bars = marks.iter().flat_map(|(_, mark)| [mark.y.low, mark.y.high]);
        let (low, high) = range(bars.chain(self.lines.iter().map(|line| line.y)));
        let free = (high - low).max(1.0) * FREE;
        Axis::linear(low - free, high + free)
    }
}

/// Returns the smallest and the largest; 0 and 1 where there is nothing.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high { (0.0, 1.0) } else { (low, high) }
}

/// A number for an axis, with a prefix where it is large.
fn tick_text(value: f64) -> String {
    const PREFIXES: [(f64, &str); 4] = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")];
    let large =
        PREFIXES.iter().find(|(size, _)| value.abs() >= 10.0 * size || (value.abs() >= *size && *size > 1e3));
    let (value, prefix) = large.map_or((value, ""), |(size, prefix)| (value / size, *prefix));
    let rounded = (value * 1000.0).round() / 1000.0;
    format!("{rounded}{prefix}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
