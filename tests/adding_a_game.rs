//! `docs/tutorials/your-own-game.md` says the truth: its code is the game's, and its configuration trains a net that never
//! loses.

use std::{fs, path::Path, process::Command, sync::Arc};

use damier_engine::{
    net::{Net, NetEvaluator},
    search::{
        Limits,
        mcts::{Mcts, MctsParams},
    },
};
use damier_rules::{
    Game, GameDisplay, History, MoveList, Outcome, Player, Position, games::tic_tac_toe::TicTacToe,
};

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The code of a page between fences of a language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).map(|rest| rest.split("```").next().expect("code").to_owned()).collect()
}

#[test]
fn the_code_of_the_page_is_the_code_of_the_game() {
    let (page, code) = (file("docs/tutorials/your-own-game.md"), file("rules/src/games/tic_tac_toe.rs"));
    let pieces = blocks(&page, "rust");
    assert!(pieces.len() >= 6);
    for piece in pieces {
        assert!(code.contains(&piece), "not in the game's file:\n{piece}");
    }
    let [copy, line, command] =
        blocks(&page, "text").try_into().expect("the copy, the registry's line and the command");
    assert!(copy.starts_with("cp rules/src/games/tic_tac_toe.rs "), "{copy}");
    assert!(file("rules/src/registry.rs").contains(&line), "{line}");
    assert!(command.contains("configs/tic-tac-toe.toml"));
}

/// The net, with so few simulations that it has to know the game.
struct Unbeaten {
    search: Mcts<<TicTacToe as Game>::Position, NetEvaluator<TicTacToe>>,
    seat: Player,
}

const SIMULATIONS: u64 = 16;

impl Unbeaten {
    /// Plays on against every possible move and counts the games lost.
    fn losses(&mut self, position: &<TicTacToe as Game>::Position) -> u32 {
        if let Some(outcome) = position.outcome() {
            return u32::from(outcome == Outcome::Win(self.seat.opponent()));
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if position.to_move() == self.seat {
            self.search.clear();
            let report = self.search.search(position, &History::new(position), &Limits::nodes(SIMULATIONS));
            moves = vec![report.best];
        }
        let after = |mv: u8| {
            let mut next = *position;
            next.play(mv);
            next
        };
        moves.into_iter().map(|mv| self.losses(&after(mv))).sum()
    }
}

#[test]
fn the_configuration_trains_a_net_that_never_loses() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/tic-tac-toe.toml");
    let run = folder.path().join("run");
    let output = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["run", "--dir"])
        .args([&run, &config])
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let net = Net::read_for(&run.join("nets/final.dmn"), &TicTacToe).expect("a net");
    let evaluator = NetEvaluator::new(TicTacToe, Arc::new(net)).expect("it fits");
    for seat in [Player::FIRST, Player::SECOND] {
        let search = Mcts::new(evaluator.clone(), MctsParams::playing());
        let losses = Unbeaten { search, seat }.losses(&TicTacToe.start());
        assert_eq!(losses, 0, "games lost as {}", TicTacToe.player_name(seat));
    }
}
