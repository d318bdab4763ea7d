//! Points of the board.

use std::{fmt, str::FromStr};

/// A point: column and row from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
}

impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{},{}", self.x, self.y)
    }
}

/// A text that is no point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoPoint;

impl FromStr for Point {
    type Err = NoPoint;

    fn from_str(text: &str) -> Result<Self, NoPoint> {
        let (x, y) = text.split_once(',').ok_or(NoPoint)?;
        let number = |text: &str| text.trim().parse().map_err(|_| NoPoint);
        Ok(Self { x: number(x)?, y: number(y)? })
    }
}
