//! Random positions, or random games, for a comparison with another implementation of the rules
//! (`docs/experiments/differential-test.md`): `positions <game> positions|games <count> <seed>`.
//!
//! One line each, fields separated by tabs. A move is `text>from>to>captured,captured…` in names of squares.
//! - positions: the position; how it stands (`-`, `lost` for the player to move, or `drawn`); for each legal
//!   move the move, `>` and the position after it.
//! - games: the start position; for each ply the move, `>` and the rule that has ended the game by then, or
//!   `-`. Games are played on for a while after their end.

use std::{
    collections::HashSet,
    io::{self, BufWriter, Write},
};

use damier_rules::{
    AnyGame, Game, History, MoveList, NotationFormat::Native, Outcome, Position, diagram::Cell,
};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plies of a game from the start position.
const LONG: usize = 200;
/// Plies that a random placement is played on.
const SHORT: usize = 4;
/// The share of positions without a capture that are written: captures are what is hard.
const QUIET_WRITTEN: f64 = 0.15;
/// Plies that a game is played on after its end.
const PLAYED_ON: usize = 30;
/// The most pieces of one player in a game that starts from an ending.
const ENDING_PIECES: usize = 4;
/// The share of moves in a game from an ending that are careful, not a man's, and back to an earlier position.
const CAREFUL: f64 = 0.95;
const PATIENT: f64 = 0.92;
const BACK: f64 = 0.2;

#[derive(Clone, Copy)]
enum Wanted {
    Positions,
    Games,
}

struct Sampling {
    wanted: Wanted,
    count: usize,
    seed: u64,
}

impl Sampling {
    fn write(self, game: AnyGame) -> io::Result<()> {
        let mut sampler = Sampler {
            squares: Squares::of(&game),
            game,
            rng: Xoshiro256PlusPlus::seed_from_u64(self.seed),
            moves: MoveList::new(),
        };
        let mut out = BufWriter::new(io::stdout().lock());
        match self.wanted {
            Wanted::Positions => sampler.write_positions(self.count, &mut out)?,
            Wanted::Games => sampler.write_games(self.count, &mut out)?,
        }
        out.flush()
    }
}

/// The squares on which pieces of each kind may stand.
struct Squares {
    all: Vec<String>,
    men: [Vec<String>; 2],
    most: usize,
}

const COLOURS: [char; 2] = ['W', 'B'];

impl Squares {
    fn of<G: Game>(game: &G) -> Self {
        let cells = game.diagram(&game.start()).map_or_else(Vec::new, |diagram| diagram.rows.concat());
        let mut all = Vec::new();
        let mut pieces = 0;
        for cell in cells {
            if let Cell::Square { name, piece, .. } = cell {
                pieces += usize::from(piece.is_some());
                all.push(name);
            }
        }
        let men = [("W:W", ":B"), ("W:W:B", "")].map(|(before, after)| {
            let fits =
                |name: &&String| game.parse_position(Native, &format!("{before}{name}{after}")).is_ok();
            all.iter().filter(fits).cloned().collect()
        });
        Self { all, men, most: pieces / 2 }
    }
}

struct Sampler<G: Game> {
    game: G,
    squares: Squares,
    rng: Xoshiro256PlusPlus,
    moves: MoveList<<G::Position as Position>::Move>,
}

impl<G: Game> Sampler<G> {
    fn write_positions(&mut self, count: usize, out: &mut impl Write) -> io::Result<()> {
        let mut seen = HashSet::new();
        while seen.len() < count {
            let (mut position, plies) = if self.rng.random_bool(0.5) {
                (self.game.start(), LONG)
            } else {
                let most = [(); 2].map(|()| self.rng.random_range(1..=self.squares.most));
                (self.placement(most), SHORT)
            };
            let care = *[0.0, 0.5, 0.9].choose(&mut self.rng).expect("there are three");
            for _ in 0..plies {
                let text = self.game.position_text(Native, &position);
                let wanted = !position.is_quiet() || self.rng.random_bool(QUIET_WRITTEN);
                if wanted && seen.len() < count && !seen.contains(&text) {
                    self.write_position(&position, &text, out)?;
                    seen.insert(text);
                }
                let Some(mv) = self.pick(&position, care) else { break };
                position.play(mv);
            }
        }
        Ok(())
    }

    fn write_position(&self, position: &G::Position, text: &str, out: &mut impl Write) -> io::Result<()> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        assert_eq!(moves.len(), position.count_moves(), "moves listed and counted in {text}");
        let standing = match position.outcome() {
            None => "-",
            Some(Outcome::Win(winner)) if winner != position.to_move() => "lost",
            Some(Outcome::Draw) => "drawn",
            Some(other) => panic!("{other:?} in {text}"),
        };
        moves.sort_by_cached_key(|mv| self.game.move_squares(position, *mv));
        write!(out, "{text}\t{standing}")?;
        for mv in moves {
            let next = self.game.position_text(Native, &after(position, mv));
            write!(out, "\t{}>{next}", self.move_fields(position, mv))?;
        }
        writeln!(out)
    }

    fn write_games(&mut self, count: usize, out: &mut impl Write) -> io::Result<()> {
        for _ in 0..count {
            let most = self.rng.random_range(1..=ENDING_PIECES.min(self.squares.most));
            let mut position = self.placement([most; 2]);
            let mut history = History::new(&position);
            write!(out, "{}", self.game.position_text(Native, &position))?;
            let mut seen = HashSet::new();
            let mut after_end = 0;
            while after_end < PLAYED_ON {
                seen.insert(position.key());
                let Some(mv) = self.pick_patiently(&position, &seen) else { break };
                let fields = self.move_fields(&position, mv);
                history.play(&mut position, mv);
                let ending = self.game.ending_text(&position, &history);
                after_end += usize::from(ending.is_some());
                write!(out, "\t{fields}>{}", ending.unwrap_or("-"))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn move_fields(&self, position: &G::Position, mv: <G::Position as Position>::Move) -> String {
        let squares = self.game.move_squares(position, mv);
        let [from, to, captured @ ..] = &squares[..] else { panic!("a move has two ends") };
        format!("{}>{from}>{to}>{}", self.game.move_text(Native, position, mv), captured.join(","))
    }

    /// Pieces on random squares, at most `most` of White and of Black.
    fn placement(&mut self, most: [usize; 2]) -> G::Position {
        let mut taken = HashSet::new();
        let to_move = COLOURS[self.rng.random_range(0..2)];
        let mut text = to_move.to_string();
        for ((colour, men), most) in COLOURS.into_iter().zip(&self.squares.men).zip(most) {
            let kings = *[0.0, 0.1, 0.5, 1.0].choose(&mut self.rng).expect("there are four");
            let mut names = Vec::new();
            for _ in 0..self.rng.random_range(1..=most) {
                let king = self.rng.random_bool(kings);
                let squares = if king { &self.squares.all } else { men };
                let square = squares.choose(&mut self.rng).expect("there is a board");
                if taken.insert(square.clone()) {
                    names.push(format!("{}{square}", if king { "K" } else { "" }));
                }
            }
            text.push_str(&format!(":{colour}{}", names.join(",")));
        }
        self.game.parse_position(Native, &text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A random move; with probability `care` one that leaves the opponent nothing to capture, if there is one.
    fn pick(&mut self, position: &G::Position, care: f64) -> Option<<G::Position as Position>::Move> {
        self.list_moves(position);
        if self.rng.random_bool(care) {
            self.keep(|mv| after(position, *mv).is_quiet());
        }
        self.moves.choose(&mut self.rng).copied()
    }

    /// A random move that tries the draw rules: careful, seldom a man's, and often back to a position `seen`.
    fn pick_patiently(
        &mut self,
        position: &G::Position,
        seen: &HashSet<u64>,
    ) -> Option<<G::Position as Position>::Move> {
        self.list_moves(position);
        let [careful, patient, back] = [CAREFUL, PATIENT, BACK].map(|share| self.rng.random_bool(share));
        if careful {
            self.keep(|mv| after(position, *mv).is_quiet());
        }
        if patient {
            self.keep(|mv| !position.is_irreversible(*mv));
        }
        if back {
            self.keep(|mv| seen.contains(&after(position, *mv).key()));
        }
        self.moves.choose(&mut self.rng).copied()
    }

    /// Lists the legal moves by the names of their squares, so that the choice among them does not hang on the
    /// canonical order.
    fn list_moves(&mut self, position: &G::Position) {
        position.legal_moves(&mut self.moves);
        self.moves.sort_by_cached_key(|mv| self.game.move_squares(position, *mv));
    }

    /// Drops the moves that do not fit, unless none does.
    fn keep(&mut self, fits: impl Fn(&<G::Position as Position>::Move) -> bool) {
        let kept: MoveList<_> = self.moves.iter().copied().filter(fits).collect();
        if !kept.is_empty() {
            self.moves = kept;
        }
    }
}

fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut after = position.clone();
    after.play(mv);
    after
}

fn main() -> Result<(), String> {
    let usage = "usage: positions <game> positions|games <count> <seed>";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, wanted, count, seed] = &arguments[..] else { return Err(usage.into()) };
    let wanted = match wanted.as_str() {
        "positions" => Wanted::Positions,
        "games" => Wanted::Games,
        _ => return Err(usage.into()),
    };
    let count = count.parse().map_err(|_| usage)?;
    let seed = seed.parse().map_err(|_| usage)?;
    let game = AnyGame::of_id(game).map_err(|error| error.to_string())?;
    Sampling { wanted, count, seed }.write(game).map_err(|error| error.to_string())
}
