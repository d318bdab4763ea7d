//! Who sits where.

/// Returns the competitor (by number) of each seat in game `game` of a round, of a game with `players` seats and
/// `competitors` (2 to `players`) of them.
///
/// Competitor 0 sits at seat `game`; the seats after it go to the others in turn.
pub fn seating(players: usize, competitors: usize, game: usize) -> Vec<usize> {
    let mut seats = vec![0; players];
    for turn in 1..players {
        seats[(game + turn) % players] = 1 + (turn - 1) % (competitors - 1);
    }
    seats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_sits_everywhere_as_often() {
        for players in 3..=6 {
            for competitors in 2..=players {
                let mut seats = vec![vec![0; players]; competitors];
                for game in 0..players {
                    let line = seating(players, competitors, game);
                    assert_eq!(line.iter().filter(|competitor| **competitor == 0).count(), 1);
                    line.iter().enumerate().for_each(|(seat, competitor)| seats[*competitor][seat] += 1);
                }
                for counts in seats {
                    assert!(counts.iter().all(|count| *count == counts[0] && *count > 0));
                }
            }
        }
    }
}
