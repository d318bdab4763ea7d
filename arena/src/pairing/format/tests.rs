//! Laws of the other formats.

use std::collections::HashMap;

use crate::pairing::{
    Aim, Competitors, Counting, Encounter, Event, EventError, Format, Last, Meeting, Rules, TeamBoards,
    ThirdPlace,
};

const RULES: Rules = Rules { seats: 2, games: 2, extra: 1, counting: Counting::Games };

fn event_with(players: usize, teams: &[&[usize]], format: Format, rules: Rules) -> Result<Event, EventError> {
    let competitors = Competitors {
        names: (0..players).map(|number| format!("P{number}")).collect(),
        teams: teams.iter().zip('A'..).map(|(members, name)| (name.to_string(), members.to_vec())).collect(),
    };
    Event::new("test", competitors, format, rules, 1)
}

fn event(players: usize, teams: &[&[usize]], format: Format) -> Event {
    event_with(players, teams, format, RULES).expect("a tournament")
}

/// Plays to the end; the player with the lower number wins every game.
fn played(event: &Event) -> Vec<Meeting> {
    played_by(event, &|one, other| if one < other { 1.0 } else { 0.0 })
}

/// Returns the same with what the first of two gets from every game.
fn played_by(event: &Event, share: &dyn Fn(usize, usize) -> f64) -> Vec<Meeting> {
    let mut meetings: Vec<Meeting> = Vec::new();
    loop {
        let encounters = event.next(&meetings).expect("a next round");
        if encounters.is_empty() {
            return meetings;
        }
        for encounter in encounters {
            let mut meeting = Meeting::new(encounter);
            while meeting.games.len() < event.games_due(&meeting) {
                let share = match meeting.encounter.players[..] {
                    [one, other] => vec![share(one, other), 1.0 - share(one, other)],
                    _ => meeting.encounter.players.iter().map(|_| 1.0 / 3.0).collect(),
                };
                meeting.games.push(share);
            }
            meetings.push(meeting);
        }
    }
}

fn names(event: &Event, meetings: &[Meeting], table: usize) -> Vec<String> {
    event.report(meetings).tables[table].rows.iter().map(|row| row[1].clone()).collect()
}

/// Returns how often two players meet.
fn times(meetings: &[Meeting]) -> HashMap<(usize, usize), u32> {
    let mut times = HashMap::new();
    for meeting in meetings {
        for (at, one) in meeting.encounter.players.iter().enumerate() {
            for other in &meeting.encounter.players[at + 1..] {
                *times.entry((*one.min(other), *one.max(other))).or_default() += 1;
            }
        }
    }
    times
}

#[test]
fn everybody_meets_everybody() {
    for players in [2, 3, 6, 7, 16] {
        for cycles in [1, 2] {
            let event = event(players, &[], Format::RoundRobin { cycles });
            let meetings = played(&event);
            let times = times(&meetings);
            assert_eq!(times.len(), players * (players - 1) / 2);
            assert!(times.values().all(|count| *count == cycles));
            let mut firsts = vec![0_i32; players];
            for Encounter { players, round, .. } in meetings.iter().map(|meeting| &meeting.encounter) {
                firsts[players[0]] += 1;
                firsts[players[1]] -= 1;
                let same_round = meetings.iter().filter(|other| other.encounter.round == *round);
                assert_eq!(
                    same_round.filter(|other| other.encounter.players.contains(&players[0])).count(),
                    1
                );
            }
            let largest = if players % 2 == 1 || cycles == 2 { 0 } else { 1 };
            assert!(firsts.iter().all(|difference| difference.abs() <= largest), "{firsts:?}");
            let expected: Vec<String> = (0..players).map(|number| format!("P{number}")).collect();
            assert_eq!(names(&event, &meetings, 0), expected);
        }
    }
}

#[test]
fn the_first_meets_all_others_and_no_others_meet() {
    for players in [2, 3, 8] {
        for cycles in [1, 3] {
            let event = event(players, &[], Format::Gauntlet { cycles });
            let meetings = played(&event);
            let expected = (1..players).map(|opponent| ((0, opponent), cycles)).collect();
            assert_eq!(times(&meetings), expected);
            let games: usize = meetings.iter().map(|meeting| meeting.games.len()).sum();
            assert_eq!(event.games_of_gauntlet(), Some(games));
            let rounds: Vec<u32> = meetings.iter().map(|meeting| meeting.encounter.round).collect();
            assert!(rounds.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{rounds:?}");
            let report = event.report(&meetings);
            assert_eq!(report.tables[0].rows.len(), players - 1);
            assert!(report.tables[0].rows.iter().all(|row| row[5] == "100.0 %"), "{report}");
        }
    }
}

/// FIDE Handbook, C.05 annex 1, for six players.
#[test]
fn rounds_are_those_of_berger() {
    let published = ["16 25 34", "64 53 12", "26 31 45", "65 14 23", "36 42 51"];
    let meetings = played(&event(6, &[], Format::RoundRobin { cycles: 1 }));
    for (round, expected) in (1..).zip(published) {
        let of_round = meetings.iter().filter(|meeting| meeting.encounter.round == round);
        let pairs: Vec<String> = of_round
            .map(|meeting| meeting.encounter.players.iter().map(|player| (player + 1).to_string()).collect())
            .collect();
        assert_eq!(pairs.join(" "), expected);
    }
}

#[test]
fn every_three_of_five_meet_at_a_table() {
    let rules = Rules { seats: 3, games: 3, extra: 0, counting: Counting::Games };
    let event = event_with(5, &[], Format::RoundRobin { cycles: 1 }, rules).expect("a tournament");
    let meetings = played(&event);
    assert_eq!(meetings.len(), 10);
    assert!(times(&meetings).values().all(|count| *count == 3));
    assert!(meetings.iter().all(|meeting| meeting.games.len() == 3));
}

#[test]
fn the_strongest_meet_in_the_final() {
    for players in [2, 3, 5, 8, 13, 16] {
        let event = event(players, &[], Format::Knockout { third_place: ThirdPlace::Shared });
        let meetings = played(&event);
        let real = meetings.iter().filter(|meeting| !meeting.is_bye());
        assert_eq!(real.count(), players - 1, "everybody but one loses once");
        let last = &meetings.last().expect("a final").encounter;
        let mut final_players = last.players.clone();
        final_players.sort_unstable();
        assert_eq!(final_players, [0, 1]);
        assert_eq!(names(&event, &meetings, 0).len(), players);
        assert_eq!(&names(&event, &meetings, 0)[..2], ["P0", "P1"]);
        // Byes go to the strongest.
        let byes: Vec<usize> = meetings
            .iter()
            .filter(|meeting| meeting.is_bye())
            .map(|meeting| meeting.encounter.players[0])
            .collect();
        assert!(byes.iter().all(|player| *player < byes.len()), "{byes:?}");
    }
}

#[test]
fn the_third_place_is_played_for() {
    let event = event(8, &[], Format::Knockout { third_place: ThirdPlace::Played });
    let meetings = played(&event);
    assert_eq!(meetings.len(), 8);
    assert_eq!(&names(&event, &meetings, 0)[..4], ["P0", "P1", "P2", "P3"]);
    let text = event.report(&meetings).to_string();
    assert!(text.contains("third place"), "{text}");
}

#[test]
fn level_encounters_go_on_and_end_by_lot() {
    let event = event(2, &[], Format::Knockout { third_place: ThirdPlace::Shared });
    let meetings = played_by(&event, &|_, _| 0.5);
    assert_eq!(meetings[0].games.len(), 4);
    assert!(event.report(&meetings).to_string().contains("by lot"));
    // A game won in the second pair decides.
    let mut meeting = Meeting::new(meetings[0].encounter.clone());
    meeting.games = vec![vec![0.5, 0.5]; 2];
    assert_eq!(event.games_due(&meeting), 4);
    meeting.games.push(vec![1.0, 0.0]);
    assert_eq!(event.games_due(&meeting), 4);
    meeting.games.push(vec![0.5, 0.5]);
    assert_eq!(event.games_due(&meeting), 4);
    // One at a time where an encounter has one game; encounters for points have no extra games.
    let single = event_with(2, &[], Format::Ladder, Rules { games: 1, extra: 2, ..RULES }).expect("a ladder");
    assert_eq!(played_by(&single, &|_, _| 0.5)[0].games.len(), 3);
    meeting.encounter.aim = Aim::Points;
    meeting.games = vec![vec![0.5, 0.5]; 2];
    assert_eq!(event.games_due(&meeting), 2);
}

#[test]
fn the_best_of_each_group_go_on() {
    let groups = |last| Format::Groups { groups: 2, cycles: 1, advance: 2, last };
    let knockout = event(8, &[], groups(Last::Knockout));
    let meetings = played(&knockout);
    // Groups 0 3 4 7 and 1 2 5 6: six games each, then semi-finals 0–2 and 1–3, third place and final.
    assert_eq!(meetings.len(), 12 + 4);
    let semi_finals: Vec<_> =
        meetings[12..14].iter().map(|meeting| meeting.encounter.players.clone()).collect();
    assert_eq!(semi_finals, [[0, 2], [1, 3]]);
    assert_eq!(&names(&knockout, &meetings, 0)[..4], ["P0", "P1", "P2", "P3"]);
    let robin = event(8, &[], groups(Last::RoundRobin));
    assert_eq!(played(&robin).len(), 12 + 6);
    let nothing = event(8, &[], groups(Last::Nothing));
    let meetings = played(&nothing);
    assert_eq!(meetings.len(), 12);
    assert_eq!(names(&nothing, &meetings, 1), ["P1", "P2", "P5", "P6"]);
}

#[test]
fn who_wins_stays_at_the_board() {
    let alone = event(5, &[], Format::Ladder);
    let meetings = played_by(&alone, &|one, other| if one > other { 1.0 } else { 0.0 });
    let pairs: Vec<_> = meetings.iter().map(|meeting| meeting.encounter.players.clone()).collect();
    assert_eq!(pairs, [[1, 0], [2, 1], [3, 2], [4, 3]]);
    // Two teams: the loser's team sends the next one, until it has no player left.
    let teams = event(6, &[&[0, 1, 4], &[2, 3, 5]], Format::Ladder);
    let meetings = played(&teams);
    let pairs: Vec<_> = meetings.iter().map(|meeting| meeting.encounter.players.clone()).collect();
    assert_eq!(pairs, [[2, 0], [3, 0], [5, 0]]);
    assert_eq!(names(&teams, &meetings, 0)[0], "P0");
    assert_eq!(names(&teams, &meetings, 1)[0], "A");
}

#[test]
fn teams_meet_board_by_board_or_all() {
    let members: [&[usize]; 3] = [&[0, 1], &[2, 3], &[4, 5]];
    let fixed = event(6, &members, Format::Teams { boards: TeamBoards::Fixed, cycles: 1 });
    let meetings = played(&fixed);
    assert_eq!(meetings.len(), 3 * 2);
    for meeting in &meetings {
        let [one, other] = meeting.encounter.players[..] else { panic!("two") };
        assert_eq!(one % 2, other % 2, "the same board");
    }
    assert_eq!(names(&fixed, &meetings, 0), ["A", "B", "C"]);
    let report = fixed.report(&meetings);
    assert_eq!(report.tables[0].rows[0][2..], ["2".to_owned(), "8".to_owned()]);
    let all = event(6, &members, Format::Teams { boards: TeamBoards::AllPlayAll, cycles: 1 });
    let meetings = played(&all);
    assert_eq!(meetings.len(), 3 * 4);
    assert!(times(&meetings).values().all(|count| *count == 1));
    // The sum of members in any other format.
    let sum = event(6, &members, Format::RoundRobin { cycles: 1 });
    assert_eq!(names(&sum, &played(&sum), 1), ["A", "B", "C"]);
}

/// Players, teams, format and rules, and a part of what is said about them.
type Case<'c> = (usize, &'c [&'c [usize]], Format, Rules, &'c str);

#[test]
fn says_what_does_not_suit() {
    let three = Rules { seats: 3, games: 3, ..RULES };
    let pair: [&[usize]; 2] = [&[0, 1], &[2]];
    let cases: [Case<'_>; 13] = [
        (1, &[], Format::RoundRobin { cycles: 1 }, RULES, "too few"),
        (4, &[], Format::RoundRobin { cycles: 0 }, RULES, "once at least"),
        (4, &[], Format::RoundRobin { cycles: 1 }, Rules { games: 0, ..RULES }, "multiple"),
        (4, &[], Format::RoundRobin { cycles: 1 }, Rules { games: 2, ..three }, "multiple of 3"),
        (4, &[], Format::Swiss { rounds: 4 }, RULES, "1 to 3 rounds"),
        (6, &[], Format::Swiss { rounds: 2 }, three, "round robins"),
        (6, &[], Format::Knockout { third_place: ThirdPlace::Shared }, three, "round robins"),
        (6, &[], Format::Gauntlet { cycles: 1 }, three, "round robins"),
        (
            5,
            &[],
            Format::Groups { groups: 3, cycles: 1, advance: 1, last: Last::Nothing },
            RULES,
            "at least 2",
        ),
        (
            6,
            &[],
            Format::Groups { groups: 2, cycles: 1, advance: 4, last: Last::Knockout },
            RULES,
            "cannot go on",
        ),
        (3, &pair, Format::Teams { boards: TeamBoards::Fixed, cycles: 1 }, RULES, "same number"),
        (4, &pair, Format::Ladder, RULES, "no team"),
        (4, &[], Format::Teams { boards: TeamBoards::Fixed, cycles: 1 }, RULES, "at least two teams"),
    ];
    for (players, teams, format, rules, part) in cases {
        let error = event_with(players, teams, format, rules).expect_err(part).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{part}: {error}");
    }
    for names in [["a", "a"], ["", "b"], ["a ", "b"], ["a\n", "b"]] {
        let competitors = Competitors { names: names.map(str::to_owned).to_vec(), teams: Vec::new() };
        Event::new("test", competitors, Format::RoundRobin { cycles: 1 }, RULES, 1).expect_err("bad names");
    }
}
