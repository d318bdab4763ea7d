//! What openings and endgame tables hold, as the headers of chunks name it: a copy of them in another place is the same.

use damier_endgames::EndgameTablebase;
use damier_rules::Position;

/// The key of a chunk's metadata that has the SHA-256 of the positions that games start from.
pub const BALLOTS: &str = "ballots_sha256";
/// The key of a chunk's metadata that has the SHA-256 of what the endgame tables hold.
pub const ENDGAMES: &str = "endgames_sha256";

/// Returns the SHA-256 of some lines, each with its end, in hexadecimal digits.
pub(crate) fn sha256(lines: impl IntoIterator<Item = String>) -> String {
    let text: String = lines.into_iter().map(|line| line + "\n").collect();
    damier_files::sha256(text.as_bytes())
}

/// Returns the SHA-256 of the names of all tables and of how many positions of each have which value; of Syzygy tables the
/// checksums of the files.
pub(crate) fn of_tables<P: Position>(tables: &EndgameTablebase<P>) -> String {
    sha256(tables.summaries().iter().map(|slice| {
        let counts: Vec<String> =
            slice.counts.iter().flat_map(|counts| counts.by_value).map(|count| count.to_string()).collect();
        let content = [counts, slice.checksums.clone()].concat();
        format!("{} {}", slice.name, content.join(" "))
    }))
}
