//! Words that were probably meant: for "did you mean" in errors.

/// Returns the words that differ least from `word`, in their order, if they differ so little that they may be meant:
/// by at most one letter in four, and by three at most. A letter that is missing, too many, replaced, or exchanged
/// with its neighbour counts as one.
pub fn closest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Vec<&'w str> {
    let mut least = (word.chars().count().div_ceil(LETTERS_PER_ERROR)).min(MOST_ERRORS);
    let mut found = Vec::new();
    for candidate in known {
        let errors = distance(word, candidate);
        if errors > least || errors == candidate.chars().count() {
            continue;
        }
        if errors < least {
            found.clear();
            least = errors;
        }
        if !found.contains(&candidate) {
            found.push(candidate);
        }
    }
    found
}

const LETTERS_PER_ERROR: usize = 4;
const MOST_ERRORS: usize = 3;

/// Returns the optimal string alignment distance of two words, whatever the size of their letters: how many letters have
/// to be added, left out, replaced, or exchanged with their neighbour.
pub fn distance(one: &str, other: &str) -> usize {
    let letters = |word: &str| word.to_lowercase().chars().collect::<Vec<_>>();
    let (one, other) = (letters(one), letters(other));
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for (i, letter) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, against) in other.iter().enumerate() {
            let replaced = rows[i][j] + usize::from(letter != against);
            let mut least = replaced.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == other[j - 1] && one[i - 1] == *against {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_letters() {
        for (one, other, expected) in [
            ("undo", "undo", 0),
            ("undo", "Undo", 0),
            ("udno", "undo", 1),
            ("udo", "undo", 1),
            ("undoo", "undo", 1),
            ("unda", "undo", 1),
            ("", "undo", 4),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(one, other), expected, "{one} {other}");
            assert_eq!(distance(other, one), expected, "{other} {one}");
        }
    }

    #[test]
    fn only_what_is_nearly_the_same_is_suggested() {
        const WORDS: [&str; 4] = ["undo", "hint", "history", "help"];
        assert_eq!(closest("udno", WORDS), ["undo"]);
        assert_eq!(closest("histroy", WORDS), ["history"]);
        assert_eq!(closest("hilt", WORDS), ["hint"]);
        assert!(closest("please", WORDS).is_empty());
        assert!(closest("", WORDS).is_empty());
        assert_eq!(closest("cat", ["bat", "hat", "dog", "bat"]), ["bat", "hat"]);
    }
}
