//! Laws of sessions, for every game.

use std::sync::Arc;

use damier_rules::{
    Game,
    registry::{self, GameVisitor},
};

use super::{Session, SessionError, SharedSession};
use crate::{
    engine::{EngineOptions, Searcher},
    net::{Arch, FloatNet, Kernel, Net, Sizes},
    search::{Limits, StopHandle},
};

struct RandomNet;

impl GameVisitor for RandomNet {
    type Output = Arc<Net>;

    fn visit<G: Game>(self, game: G) -> Arc<Net> {
        let sizes = Sizes { width: 32, hidden: 16, policy: 16, value_hidden: 16 };
        let arch = Arch::of(&game, game.feature_sets()[0], sizes).expect("in range");
        Arc::new(FloatNet::random(arch, 3).expect("in range").quantise().expect("in range"))
    }
}

fn net(game: &str) -> Arc<Net> {
    registry::dispatch(game, RandomNet).expect("the registry names it")
}

fn session(game: &str) -> Session {
    Session::with_net(net(game), options()).expect("a session")
}

fn options() -> EngineOptions {
    EngineOptions { memory_mib: 8, ..EngineOptions::default() }
}

fn found(session: &mut Session) -> super::Found {
    session.search(&Limits::nodes(8), &StopHandle::new()).expect("the game goes on")
}

#[test]
fn a_few_moves_of_every_game_and_back() {
    const PLIES: usize = 6;
    for game in registry::NAMES {
        let mut session = session(game);
        let start = session.position();
        for _ in 0..PLIES {
            let moves = session.legal_moves();
            let best = found(&mut session).best;
            session.play(&moves[best]).expect("legal");
        }
        let (played, end) = (session.played(), session.position());
        assert_eq!(played.len(), PLIES);
        for _ in 0..PLIES {
            assert!(session.undo(), "{game}");
        }
        assert!(!session.undo(), "{game}: nothing is left");
        assert_eq!(session.position(), start, "{game}");
        let played: Vec<&str> = played.iter().map(String::as_str).collect();
        session.set_up(None, &played).expect("the same moves");
        assert_eq!(session.position(), end, "{game}");
    }
}

#[test]
fn judgements_are_those_of_the_net() {
    for game in ["russian", "chinese-checkers:players=3"] {
        let net = net(game);
        let mut session = Session::with_net(net.clone(), options()).expect("a session");
        let judgement = session.judge().expect("the game goes on");
        let inputs = session.inputs().expect("it has a net");
        let output = net.forward(&inputs.features, &inputs.rows, Kernel::scalar());
        assert_eq!(judgement.logits, output.policy_logits);
        assert_eq!(judgement.moves_left, output.moves_left);
        assert!((judgement.value.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!((judgement.priors.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(judgement.priors.len(), session.legal_moves().len());
    }
}

#[test]
fn a_search_tells_every_move() {
    let mut session = Session::built_in("russian", options()).expect("a session");
    let found = session.search(&Limits::nodes(200), &StopHandle::new()).expect("the game goes on");
    let moves = session.legal_moves();
    assert_eq!(found.moves, moves);
    assert_eq!((found.visits.len(), found.shares.len()), (moves.len(), moves.len()));
    assert_eq!(found.line[0], moves[found.best]);
    assert!(found.simulations >= 200 && found.visits.iter().sum::<u32>() > 0);
    assert!(matches!(session.inputs(), Err(SessionError::NoNet)));
}

#[test]
fn an_alpha_beta_search_tells_its_best_move() {
    let options = EngineOptions { searcher: Searcher::Suited, ..options() };
    let mut session = Session::built_in("russian", options).expect("a session");
    let found = session.search(&Limits::nodes(2_000), &StopHandle::new()).expect("the game goes on");
    let moves = session.legal_moves();
    assert_eq!((&found.moves, &found.line[0]), (&moves, &moves[found.best]));
    assert!(found.simulations >= 2_000 && found.shares[found.best].is_some() && found.visits[found.best] > 0);
}

#[test]
fn a_finished_game_has_an_outcome_and_no_moves() {
    let mut session = session("tic-tac-toe");
    assert_eq!(session.outcome(), None);
    session.set_up(None, &["1", "4", "2", "5", "3"]).expect("legal");
    assert_eq!(session.outcome(), Some(vec![1.0, 0.0]));
    assert!(session.legal_moves().is_empty());
    assert!(matches!(session.judge(), Err(SessionError::Over)));
    assert!(matches!(session.search(&Limits::nodes(1), &StopHandle::new()), Err(SessionError::Over)));
    assert!(session.play("6").expect_err("over").to_string().contains("the game is over"));
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut session = session("russian");
    session.play("c3-d4").expect("legal");
    let position = session.position();
    assert!(session.set_up(Some("W:Wa1"), &["c3-d4"]).is_err());
    assert!(session.set_up(None, &["c3-d4", "c3-d4"]).is_err());
    assert!(session.play("a1-a8").is_err());
    assert_eq!((session.position(), session.played()), (position, vec!["c3-d4".to_owned()]));
    assert!(matches!(Session::built_in("rusian", options()), Err(SessionError::Text(_))));
}

#[test]
fn a_shared_session_is_one_threads_at_a_time_and_stops() {
    let shared = SharedSession::new(Session::built_in("russian", options()).expect("a session"));
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            loop {
                // The other thread looks whether it runs yet.
                match shared.search(&Limits::default()) {
                    Err(SessionError::Busy) => std::thread::yield_now(),
                    result => return result,
                }
            }
        });
        while !matches!(shared.state(), Err(SessionError::Busy)) {
            std::thread::yield_now();
        }
        assert!(matches!(shared.search(&Limits::nodes(1)), Err(SessionError::Busy)));
        // Told before the search has begun, it would not be heard.
        while !search.is_finished() {
            shared.stop();
            std::thread::yield_now();
        }
        assert!(search.join().expect("no panic").expect("the game goes on").simulations > 0);
    });
    let mut state = shared.state().expect("nobody else");
    assert!(state.found().is_ok());
    state.change(|session| session.play("c3-d4")).expect("legal");
    assert!(matches!(state.found(), Err(SessionError::NotSearched)));
}
