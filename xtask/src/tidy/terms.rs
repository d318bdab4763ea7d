//! Terms of the field: a search for one finds the code, and the glossary explains it.

use super::{
    Finding,
    files::{Source, comment},
};

/// The glossary.
const GLOSSARY: &str = "docs/reference/glossary.md";

/// Each term with the file whose comments name it.
const TERMS: [(&str, &str); 10] = [
    ("null move", "engine/src/search/alphabeta/node.rs"),
    ("cpuct", "engine/src/search/mcts/select.rs"),
    ("virtual loss", "engine/src/search/mcts/edge.rs"),
    ("futility", "engine/src/search/alphabeta/node.rs"),
    ("aspiration", "engine/src/search/alphabeta/deepening.rs"),
    ("late-move", "engine/src/search/alphabeta/node.rs"),
    ("backpropagation", "engine/src/search/mcts/backpropagation.rs"),
    ("moves-left", "engine/src/search/mcts/moves_left.rs"),
    ("EMA", "train/src/optimizer.rs"),
    ("playout cap", "selfplay/src/self_play.rs"),
];

/// Returns the terms that no comment of their file and no line of the glossary names.
pub(crate) fn check(sources: &[Source]) -> Vec<Finding> {
    TERMS
        .iter()
        .flat_map(|(term, path)| [in_code(sources, term, path), in_glossary(sources, term)])
        .flatten()
        .collect()
}

fn in_code(sources: &[Source], term: &str, path: &str) -> Option<Finding> {
    let source = sources.iter().find(|source| source.path == path);
    let found = source.is_some_and(|source| {
        source.lines().filter_map(|(_, line)| comment(line)).any(|text| names(text, term))
    });
    (!found).then(|| Finding {
        path: path.to_owned(),
        line: 1,
        fault: format!("no comment here names \"{term}\""),
        remedy: "name the technique where the code does it, or correct TERMS in xtask/src/tidy/terms.rs"
            .to_owned(),
    })
}

fn in_glossary(sources: &[Source], term: &str) -> Option<Finding> {
    let glossary = sources.iter().find(|source| source.path == GLOSSARY);
    let found = glossary.is_some_and(|source| source.lines().any(|(_, line)| names(line, term)));
    (!found).then(|| Finding {
        path: GLOSSARY.to_owned(),
        line: 1,
        fault: format!("the glossary does not explain \"{term}\""),
        remedy: "add a row with the word, one line, its paper and a link to the code".to_owned(),
    })
}

/// Returns whether a text names a term, in either case; abbreviations in capitals only.
fn names(text: &str, term: &str) -> bool {
    let is_abbreviation = term.chars().all(char::is_uppercase);
    if is_abbreviation { text.contains(term) } else { text.to_lowercase().contains(term) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_that_no_comment_names_is_found() {
        let path = "a.rs";
        let named = [Source::new(path, "/// Null move pruning.\n")];
        assert_eq!(in_code(&named, "null move", path), None);
        let unnamed = [Source::new(path, "fn null_move() {}\nlet text = \"null move\";\n")];
        let found = in_code(&unnamed, "null move", path).expect("a finding").to_string();
        assert!(
            found.starts_with("a.rs:1: no comment here names \"null move\"; name the technique"),
            "{found}"
        );
    }

    #[test]
    fn the_glossary_has_every_term() {
        let glossary = [Source::new(GLOSSARY, "| EMA | exponential moving average |\n")];
        assert_eq!(in_glossary(&glossary, "EMA"), None);
        assert!(in_glossary(&glossary, "cpuct").is_some());
        assert!(in_glossary(&[], "EMA").is_some());
        assert!(!names("schema", "EMA"));
    }
}
