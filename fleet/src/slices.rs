//! How the games that are missing are cut into items.

use std::ops::Range;

/// Cuts ascending indices into ranges of at most `games` (at least `together`) that lie within one chunk of `per_chunk` and
/// begin at a multiple of `together` in it: `together` games in a row share an opening, and a result then fills one chunk.
pub fn cut(missing: &[u64], per_chunk: u64, games: u64, together: u64) -> Vec<Range<u64>> {
    let games = games.max(together) / together * together;
    let place = |index: u64| (index / per_chunk, index % per_chunk / games);
    let mut slices: Vec<Range<u64>> = Vec::new();
    for &index in missing {
        match slices.last_mut() {
            Some(last) if last.end == index && place(last.start) == place(index) => last.end += 1,
            _ => slices.push(index..index + 1),
        }
    }
    slices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_stay_within_chunks_and_have_every_game_once() {
        let missing: Vec<u64> = (0..100).filter(|index| ![0, 17, 18, 63].contains(index)).collect();
        for (per_chunk, games) in [(25, 10), (20, 20), (7, 2), (100, 1), (40, 1000)] {
            let slices = cut(&missing, per_chunk, games, 2);
            let all: Vec<u64> = slices.iter().cloned().flatten().collect();
            assert_eq!(all, missing);
            for slice in slices {
                assert_eq!(slice.start / per_chunk, (slice.end - 1) / per_chunk);
                assert!(slice.end - slice.start <= games.max(2));
            }
        }
    }

    #[test]
    fn games_from_one_opening_stay_together() {
        let all: Vec<u64> = (0..24).collect();
        assert_eq!(cut(&all, u64::MAX, 1, 6), [0..6, 6..12, 12..18, 18..24]);
        assert_eq!(cut(&all, u64::MAX, 17, 6), [0..12, 12..24]);
    }

    #[test]
    fn the_same_games_are_cut_in_the_same_places_whatever_else_is_missing() {
        // A slice that is issued again has the subject that it had, so the broker knows that it is queued.
        let all = cut(&(0..40).collect::<Vec<_>>(), 20, 6, 2);
        assert_eq!(all, [0..6, 6..12, 12..18, 18..20, 20..26, 26..32, 32..38, 38..40]);
        assert_eq!(cut(&(6..12).chain(26..32).collect::<Vec<_>>(), 20, 6, 2), [6..12, 26..32]);
    }
}
