//! Findings for people.

use std::fmt::Write;

use damier_rules::{
    AnyGame, AnyMove, AnyPosition, Game, GameDisplay, GameText, Notation, NotationFormat::Native, Player,
    Position, SearchKind, game_text::Mark,
};

use self::Column::{Left, Right};
use super::{Finding, MoveReview, Solved, TestPosition, line_text};
use crate::{
    evaluation::Value,
    search::{Line, Proof},
};

/// Plies of a line that are shown.
const LINE_SHOWN: usize = 12;
/// Marks that are counted for each player.
const COUNTED: [Mark; 4] = [Mark::Dubious, Mark::Mistake, Mark::Blunder, Mark::Brilliant];

/// A position with its best lines, best first.
pub fn finding_table(game: &AnyGame, position: &AnyPosition, finding: &Finding<AnyMove>) -> String {
    let mut text = format!("{}  {}\n", game.id(), game.position_text(Native, position));
    let to_move = game.player_name(finding.to_move);
    let Some(search) = &finding.search else {
        let _ = writeln!(text, "the game is over: {}", value_text(game, finding));
        return text;
    };
    let _ = writeln!(
        text,
        "{to_move} to move: {}, about {:.0} plies left{}",
        value_text(game, finding),
        finding.moves_left,
        proof_text(finding.proof, finding.players)
    );
    let (unit, seconds) = (search.unit(), search.elapsed.as_secs_f64());
    let _ = write!(text, "{} {unit} in {seconds:.2} s, ", search.simulations + search.reused);
    let _ = match search.kind {
        SearchKind::Tree => {
            write!(text, "{} nodes, depth {:.1} on average, ", search.nodes, search.mean_depth)
        }
        SearchKind::AlphaBeta => write!(text, "depth {:.0}, ", search.mean_depth),
    };
    let _ = writeln!(text, "{} at most\n", search.max_depth);
    let rows: Vec<_> =
        search.lines.iter().enumerate().map(|(index, line)| row(game, position, index, line)).collect();
    text.push_str(&aligned(&header(finding.players), &rows));
    text
}

fn header(players: usize) -> Vec<Column<'static>> {
    let mut columns = vec![Right("#"), Left("move"), Right("share")];
    if players == 2 {
        columns.extend([Right("win"), Right("draw"), Right("loss")]);
    }
    columns.extend([Right("visits"), Right("left"), Left("line")]);
    columns
}

fn row(game: &AnyGame, position: &AnyPosition, index: usize, line: &Line<AnyMove>) -> Vec<String> {
    const UNTRIED: &str = "-";
    let percent =
        |share: Option<f32>| share.map_or(UNTRIED.to_owned(), |share| format!("{:.1}", 100.0 * share));
    let mut cells = vec![
        (index + 1).to_string(),
        line.moves.first().map_or(String::new(), |mv| game.move_text(Native, position, *mv)),
        percent(line.score),
    ];
    if position.players() == 2 {
        let wdl = line.wdl;
        cells.extend([wdl.map(|wdl| wdl.win), wdl.map(|wdl| wdl.draw), wdl.map(|wdl| wdl.loss)].map(percent));
    }
    cells.push(line.visits.to_string());
    cells.push(match (line.proof_plies, line.moves_left) {
        (Some(plies), _) => format!("{plies}!"),
        (None, Some(plies)) => format!("{plies:.0}"),
        (None, None) => UNTRIED.to_owned(),
    });
    cells.push(line_text(game, position, &line.moves, LINE_SHOWN));
    cells
}

/// What a position is worth, in words.
fn value_text(game: &AnyGame, finding: &Finding<AnyMove>) -> String {
    match finding.value {
        Value::Two(wdl) => format!(
            "wins {:.1} %, draws {:.1} %, loses {:.1} %",
            100.0 * wdl.win,
            100.0 * wdl.draw,
            100.0 * wdl.loss
        ),
        Value::Many(shares) => {
            let seat = |turn: usize| Player::new((finding.to_move.index() + turn) % finding.players);
            let shares = shares.as_slice().iter().enumerate();
            let texts: Vec<String> = shares
                .map(|(turn, share)| format!("{} {:.1} %", game.player_name(seat(turn)), 100.0 * share))
                .collect();
            format!("shares of the point: {}", texts.join(", "))
        }
    }
}

fn proof_text(proof: Proof, players: usize) -> &'static str {
    match (proof, players) {
        (Proof::Unknown, _) => "",
        (Proof::Win, 2) => "; a proven win",
        (Proof::Between, 2) => "; a proven draw",
        (Proof::Loss, 2) => "; a proven loss",
        (Proof::Win, _) => "; the first place is proven",
        (Proof::Between, _) => "; a place in between is proven",
        (Proof::Loss, _) => "; the last place is proven",
    }
}

/// What a review says about each player of a game.
pub fn review_table(game: &AnyGame, text: &GameText, reviews: &[MoveReview<AnyMove>]) -> String {
    let mut head = vec![Left("player"), Right("moves"), Right("lost per move")];
    head.extend(COUNTED.iter().filter_map(|mark| mark.sign()).map(Right));
    let mut rows = Vec::new();
    for seat in 0..text.start.players() {
        let player = Player::new(seat);
        let own: Vec<_> = reviews.iter().filter(|review| review.player == player).collect();
        let lost = own.iter().map(|review| review.loss).sum::<f32>() / own.len().max(1) as f32;
        let name = game.player_name(player);
        let person = text.tags.get(name).filter(|person| *person != "?");
        let mut row = vec![
            person.map_or(name.to_owned(), |person| format!("{name} ({person})")),
            own.len().to_string(),
            format!("{:.1} %", 100.0 * lost),
        ];
        let count = |mark: &Mark| own.iter().filter(|review| review.marks.contains(mark)).count();
        row.extend(COUNTED.iter().map(|mark| count(mark).to_string()));
        rows.push(row);
    }
    aligned(&head, &rows)
}

/// A suite, one position a line, and the score.
pub fn suite_table(game: &AnyGame, suite: &[TestPosition], solved: &[Solved]) -> String {
    let head = [
        Right("#"),
        Left("name"),
        Left("found"),
        Left("wanted"),
        Left(""),
        Right("share"),
        Right("simulations"),
        Right("s"),
    ];
    let mut rows = Vec::new();
    for done in solved {
        let test = &suite[done.index];
        let search = done.finding.search.as_ref();
        rows.push(vec![
            (done.index + 1).to_string(),
            test.name.clone().unwrap_or_else(|| format!("line {}", test.line)),
            game.move_text(Native, &test.position, done.found),
            wanted(game, test),
            match done.solved {
                Some(true) => "solved".to_owned(),
                Some(false) => "failed".to_owned(),
                None => String::new(),
            },
            format!("{:.1} %", 100.0 * done.finding.value.score()),
            search.map_or(0, |search| search.simulations).to_string(),
            format!("{:.2}", search.map_or(0.0, |search| search.elapsed.as_secs_f64())),
        ]);
    }
    let mut text = aligned(&head, &rows);
    let asked = solved.iter().filter(|done| done.solved.is_some()).count();
    let good = solved.iter().filter(|done| done.solved == Some(true)).count();
    if asked > 0 {
        let percent = 100.0 * good as f64 / asked as f64;
        let _ = writeln!(text, "\nsolved {good} of {asked} ({percent:.1} %)");
    }
    if solved.len() < suite.len() {
        let _ = writeln!(text, "{} of {} positions were searched", solved.len(), suite.len());
    }
    text
}

/// The moves that solve a position.
fn wanted(game: &AnyGame, test: &TestPosition) -> String {
    let texts = |moves: &[AnyMove]| {
        let texts: Vec<String> = moves.iter().map(|mv| game.move_text(Native, &test.position, *mv)).collect();
        texts.join(" ")
    };
    match (test.best.is_empty(), test.avoid.is_empty()) {
        (_, true) => texts(&test.best),
        (true, false) => format!("not {}", texts(&test.avoid)),
        (false, false) => format!("{}, not {}", texts(&test.best), texts(&test.avoid)),
    }
}

/// A column's head, on the side to which its cells go.
enum Column<'t> {
    Left(&'t str),
    Right(&'t str),
}

/// Rows of cells under their heads.
fn aligned(head: &[Column<'_>], rows: &[Vec<String>]) -> String {
    let length = |text: &str| text.chars().count();
    let widths: Vec<usize> = head
        .iter()
        .enumerate()
        .map(|(index, Left(name) | Right(name))| {
            let cells = rows.iter().filter_map(|row| row.get(index)).map(|cell| length(cell));
            cells.max().unwrap_or(0).max(length(name))
        })
        .collect();
    let names: Vec<String> = head.iter().map(|(Left(name) | Right(name))| (*name).to_owned()).collect();
    let mut text = String::new();
    for row in std::iter::once(&names).chain(rows) {
        let cells = row.iter().zip(head).zip(&widths).map(|((cell, column), width)| match column {
            Left(_) => format!("{cell:<width$}"),
            Right(_) => format!("{cell:>width$}"),
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}
