//! Whole Swiss tournaments against an independent implementation (`tournaments/swiss.py`).

use std::fmt::Write as _;

use damier_arena::pairing::{Competitors, Counting, Event, Format, Meeting, Rules};

/// Plays a recorded tournament again: the pairings come from the event, the results from the record.
fn check(record: &str) {
    let mut lines = record.lines().filter(|line| !line.starts_with('#'));
    let mut number = |key: &str| -> u64 {
        let line = lines.next().expect("a head");
        line.strip_prefix(key).expect("the key").trim().parse().expect("a number")
    };
    let (players, rounds, seed) = (number("players"), number("rounds") as u32, number("seed"));
    let body: Vec<&str> = lines.collect();
    let rounds_of_record: Vec<Vec<&str>> = body
        .split(|line| line.starts_with("round") || *line == "table")
        .map(<[_]>::to_vec)
        .filter(|part| !part.is_empty())
        .collect();
    let (table, recorded) = rounds_of_record.split_last().expect("a table");
    assert_eq!(recorded.len(), rounds as usize);

    let names = (1..=players).map(|place| place.to_string()).collect();
    let competitors = Competitors { names, teams: Vec::new() };
    let rules = Rules { seats: 2, games: 1, extra: 0, counting: Counting::Games };
    let event = Event::new("recorded", competitors, Format::Swiss { rounds }, rules, seed).expect("valid");
    let mut meetings: Vec<Meeting> = Vec::new();
    for (round, recorded) in recorded.iter().enumerate() {
        let encounters = event.next(&meetings).expect("a pairing");
        let mut pairs: Vec<String> = encounters
            .iter()
            .map(|encounter| match encounter.players[..] {
                [one, other] => format!("{} {}", one + 1, other + 1),
                [one] => format!("{} bye", one + 1),
                _ => unreachable!(),
            })
            .collect();
        let mut expected: Vec<String> =
            recorded.iter().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
        pairs.sort();
        expected.sort();
        assert_eq!(pairs, expected, "round {}", round + 1);
        for encounter in encounters {
            let mut meeting = Meeting::new(encounter);
            if let [one, other] = meeting.encounter.players[..] {
                let head = format!("{} {} ", one + 1, other + 1);
                let line = recorded.iter().find_map(|line| line.strip_prefix(&head)).expect("recorded");
                let share: f64 = line.parse().expect("a result");
                meeting.games.push(vec![share, 1.0 - share]);
            }
            meetings.push(meeting);
        }
    }
    assert!(event.next(&meetings).expect("the end").is_empty());

    // The table shows as many cuts as it takes to separate those who can be; the record has them all.
    let standing = &event.report(&meetings).tables[0];
    let first = standing.columns.iter().position(|column| column.name == "points").expect("points");
    let shown = standing.columns[first..].iter().filter(|column| !column.name.is_empty()).count();
    assert!(shown >= 2, "points and the median");
    for row in &standing.rows {
        let recorded = table.iter().find(|line| line.split(' ').next() == Some(row[1].as_str()));
        let values: Vec<f64> = recorded
            .expect("a row")
            .split(' ')
            .skip(1)
            .map(|value| value.parse().expect("a number"))
            .collect();
        let mut expected = String::new();
        values[..shown].iter().for_each(|value| write!(expected, "{value} ").expect("text"));
        let found: String = row[first..first + shown]
            .iter()
            .map(|cell| match cell.strip_suffix('½') {
                Some("") => "0.5 ".to_owned(),
                Some(whole) => format!("{whole}.5 "),
                None => format!("{cell} "),
            })
            .collect();
        assert_eq!(found, expected, "player {}", row[1]);
    }
    // And it is in their order.
    let keys: Vec<Vec<f64>> = standing
        .rows
        .iter()
        .map(|row| {
            let line = table.iter().find(|line| line.split(' ').next() == Some(row[1].as_str()));
            let numbers = line.expect("a row").split(' ').skip(1);
            numbers.map(|value| value.parse().expect("a number")).collect()
        })
        .collect();
    assert!(keys.windows(2).all(|pair| pair[0] >= pair[1]), "{keys:?}");
}

#[test]
fn sixteen_players_seven_rounds() {
    check(include_str!("tournaments/sixteen.txt"));
}

#[test]
fn an_odd_number_has_byes() {
    check(include_str!("tournaments/fifteen.txt"));
}

#[test]
fn forty_players_nine_rounds() {
    check(include_str!("tournaments/forty.txt"));
}
