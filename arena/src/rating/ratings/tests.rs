//! Ratings against published ones and those of other programs, and their laws.

use super::{
    super::elo::elo_of_score,
    choice::Layout,
    fit::{Fit, Origin},
    *,
};

/// Games between two: who has the first seat, who the second, won, drawn and lost by the first seat.
type Counts = (usize, usize, [u64; 3]);

fn ranking(first: usize, second: usize, places: [u8; 2]) -> Ranking {
    Ranking { seats: vec![first, second], places: places.to_vec() }
}

/// Every game is a group of its own.
fn games(counts: &[Counts]) -> Vec<Vec<Ranking>> {
    let mut games = Vec::new();
    for (first, second, [won, drawn, lost]) in counts {
        for (count, places) in [(won, [0, 1]), (drawn, [0, 0]), (lost, [1, 0])] {
            games.extend((0..*count).map(|_| vec![ranking(*first, *second, places)]));
        }
    }
    games
}

fn values(ratings: &Ratings) -> Vec<f64> {
    ratings.elo.iter().map(|elo| elo.value).collect()
}

fn assert_close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (one, other) in found.iter().zip(expected) {
        assert!((one - other).abs() <= tolerance, "{found:?} instead of {expected:?}");
    }
}

const LIKELIEST: RatingModel =
    RatingModel { ties: Ties::EqualParts, first_seat: FirstSeat::Ignored, prior: 0.0 };

/// 193 games between six, as Ordo 1.2.6 (github.com/michiguel/Ordo) sees them.
const SIX: [Counts; 16] = [
    (0, 1, [6, 5, 3]),
    (1, 0, [4, 7, 3]),
    (0, 2, [9, 3, 2]),
    (2, 0, [2, 6, 5]),
    (1, 2, [5, 5, 4]),
    (2, 1, [6, 4, 4]),
    (2, 3, [7, 2, 1]),
    (3, 2, [1, 4, 6]),
    (0, 4, [8, 1, 0]),
    (4, 3, [3, 3, 5]),
    (3, 4, [4, 6, 2]),
    (1, 4, [6, 2, 1]),
    (5, 0, [1, 2, 6]),
    (4, 5, [5, 4, 4]),
    (5, 3, [3, 5, 6]),
    (3, 1, [2, 3, 7]),
];

/// `ordo -a 0 -z 200.2409 -N 2 -p FILE`, with `-W` for the first seat: its 76 % are worth 202 points unless it is
/// told that Elo's are worth 200.24.
#[test]
fn agrees_with_ordo() {
    let ratings = Ratings::of(6, &games(&SIX), &LIKELIEST, None);
    assert_close(&values(&ratings), &[174.20, 104.36, 89.82, -81.76, -143.00, -143.61], 0.01);
    let model = RatingModel { first_seat: FirstSeat::Estimated, ..LIKELIEST };
    let ratings = Ratings::of(6, &games(&SIX), &model, None);
    assert_close(&values(&ratings), &[177.11, 108.44, 93.32, -81.86, -146.65, -150.35], 0.01);
    assert_close(&[ratings.first_seat.expect("estimated").value], &[33.10], 0.01);
    // `-A E`: the fifth has 0.
    let ratings = Ratings::of(6, &games(&SIX), &LIKELIEST, Some(4));
    assert_close(&values(&ratings), &[317.21, 247.36, 232.82, 61.24, 0.0, -0.61], 0.011);
}

/// Comparisons of six chocolate puddings: Davidson, "On extending the Bradley–Terry model to accommodate ties in
/// paired comparison experiments" (1970), example 2. The fit is that of the vignette of the R package PlackettLuce
/// 0.4.3, "Inference": logarithms of the worths less that of the first, with standard errors, and of the strength
/// of ties. It stops after seven steps, so its last digit is not the likeliest one.
#[test]
fn agrees_with_davidson() {
    const PUDDINGS: [Counts; 15] = [
        (0, 1, [19, 16, 22]),
        (0, 2, [16, 12, 19]),
        (1, 2, [19, 10, 19]),
        (0, 3, [18, 13, 23]),
        (1, 3, [23, 9, 19]),
        (2, 3, [19, 15, 20]),
        (0, 4, [13, 18, 19]),
        (1, 4, [16, 12, 20]),
        (2, 4, [16, 17, 15]),
        (3, 4, [17, 16, 14]),
        (0, 5, [18, 12, 21]),
        (1, 5, [22, 12, 20]),
        (2, 5, [13, 10, 18]),
        (3, 5, [14, 18, 19]),
        (4, 5, [11, 12, 21]),
    ];
    let groups = games(&PUDDINGS);
    let layout = Layout::of(6, &groups, &RatingModel { ties: Ties::Davidson, ..LIKELIEST });
    let Fit { values, covariance, .. } = Fit::new(&layout, &groups, 0.0, &Origin::Mean(6));
    let tie = layout.tie_of(2).expect("there are ties");
    let worths: Vec<f64> = values[..6].iter().map(|worth| worth - values[0]).collect();
    assert_close(&worths, &[0.0, 0.2202, 0.1530, 0.1753, 0.1339, 0.3771], 2e-4);
    assert_close(&[values[tie]], &[-0.2919], 2e-4);
    let error =
        |one: usize| (covariance[(one, one)] + covariance[(0, 0)] - 2.0 * covariance[(one, 0)]).sqrt();
    assert_close(&(1..6).map(error).collect::<Vec<_>>(), &[0.1872, 0.1935, 0.1882, 0.1927, 0.1924], 2e-4);
    assert_close(&[covariance[(tie, tie)].sqrt()], &[0.0825], 1e-4);
}

#[test]
fn two_are_rated_by_the_score_of_their_match() {
    let ratings = Ratings::of(2, &games(&[(0, 1, [30, 50, 20])]), &LIKELIEST, Some(1));
    assert_close(&values(&ratings), &[elo_of_score(0.55), 0.0], 1e-6);
    assert_eq!((ratings.elo[1].low, ratings.elo[1].high), (0.0, 0.0));
}

/// Of three in one game the middle one is as likely to be first as its strength says; the places are chosen one after
/// the other. 1000 games in exactly the proportions of strengths 3, 2 and 1 give these strengths.
#[test]
fn places_of_three_are_chosen_one_after_the_other() {
    let strengths = [3.0, 2.0, 1.0];
    let mut groups = Vec::new();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let [first, second, third] = order.map(|one| strengths[one]);
        let share = first / 6.0 * second / (second + third);
        let games = (share * 60.0_f64).round() as usize;
        assert!((share * 60.0 - games as f64).abs() < 1e-9);
        let seats = order.to_vec();
        groups.extend(vec![vec![Ranking { seats, places: vec![0, 1, 2] }]; games]);
    }
    for ties in [Ties::EqualParts, Ties::Davidson] {
        let ratings = Ratings::of(3, &groups, &RatingModel { ties, ..LIKELIEST }, Some(2));
        let expected = [elo_of_score(3.0 / 4.0), elo_of_score(2.0 / 3.0), 0.0];
        assert_close(&values(&ratings), &expected, 1e-6);
    }
}

#[test]
fn shared_places_of_three_count_as_every_order() {
    let shared = vec![vec![Ranking { seats: vec![0, 1, 2], places: vec![0, 1, 1] }]; 2];
    let orders =
        [[0, 1, 2], [0, 2, 1]].map(|seats| vec![Ranking { seats: seats.to_vec(), places: vec![0, 1, 2] }]);
    let model = RatingModel { prior: 1.0, ..LIKELIEST };
    let [one, other] = [&shared[..], &orders[..]].map(|groups| values(&Ratings::of(3, groups, &model, None)));
    assert_close(&one, &other, 1e-9);
    let level = vec![vec![Ranking { seats: vec![0, 1, 2], places: vec![0; 3] }]; 5];
    for ties in [Ties::EqualParts, Ties::Davidson] {
        let ratings = Ratings::of(3, &level, &RatingModel { ties, ..model }, None);
        assert_close(&values(&ratings), &[0.0; 3], 1e-9);
    }
}

#[test]
fn intervals_are_those_of_matches() {
    // A match of single games: the interval of the difference is nearly that of the score's.
    let tally = crate::rating::Tally { games: [200, 500, 300], ..Default::default() };
    let estimate = crate::rating::Estimate::of(&tally).expect("games").elo;
    let ratings = Ratings::of(2, &games(&[(0, 1, [300, 500, 200])]), &LIKELIEST, Some(1));
    let width = |interval: &Interval| interval.high - interval.low;
    assert_close(&[width(&ratings.elo[0]) / width(&estimate)], &[1.0], 0.02);
    // The same thousand games in pairs of equal results tell less: a draw ratio is no longer seen, and the errors
    // of a pair add up.
    let pairs: Vec<_> = games(&[(0, 1, [300, 500, 200])]).chunks(2).map(<[_]>::concat).collect();
    let paired = Ratings::of(2, &pairs, &LIKELIEST, Some(1));
    assert_close(&[width(&paired.elo[0]) / width(&ratings.elo[0])], &[2_f64.sqrt()], 0.03);
}

#[test]
fn intervals_shrink_with_the_root_of_the_number() {
    let width = |factor: u64| {
        let counts = SIX.map(|(first, second, counts)| (first, second, counts.map(|count| count * factor)));
        let elo = Ratings::of(6, &games(&counts), &RatingModel::default(), None).elo[0];
        elo.high - elo.low
    };
    assert_close(&[width(2) / width(32)], &[4.0], 0.1);
}

#[test]
fn who_wins_everything_is_far_ahead_and_not_infinitely() {
    let ratings = Ratings::of(2, &games(&[(0, 1, [20, 0, 0])]), &RatingModel::default(), Some(1));
    let elo = ratings.elo[0];
    assert!(elo.value > 350.0 && elo.value < 1500.0, "{elo:?}");
    assert!(elo.low > 100.0 && elo.low < 350.0, "{elo:?}");
    for ties in [Ties::EqualParts, Ties::Davidson] {
        let model = RatingModel { ties, ..RatingModel::default() };
        for counts in [[0, 40, 0], [0, 0, 40], [0, 0, 0]] {
            let ratings = Ratings::of(3, &games(&[(0, 1, counts)]), &model, None);
            assert!(ratings.elo.iter().all(|elo| elo.low.is_finite() && elo.high.is_finite()), "{ratings:?}");
        }
    }
}

#[test]
fn places_follow_shares() {
    let ranking = Ranking::of_shares(&[2, 0, 1], &[0.25, 0.5, 0.25]);
    assert_eq!(ranking.places, [1, 0, 1]);
}

#[test]
fn draws_have_a_share_of_their_own() {
    let model = RatingModel { ties: Ties::Davidson, ..LIKELIEST };
    let ratings = Ratings::of(2, &games(&[(0, 1, [20, 60, 20])]), &model, None);
    assert_close(&[ratings.draws.expect("estimated")], &[0.6], 1e-9);
    assert_eq!(Ratings::of(2, &games(&[(0, 1, [20, 0, 20])]), &model, None).draws, None);
}

/// With nearly no deviation, the known ratings are kept, and the third one's is that of its score.
#[test]
fn known_ratings_are_the_scale() {
    let known = [(0, 1500.0), (1, 1800.0)];
    let of = |deviation: f64, counts: &[Counts]| {
        let known = known.map(|(competitor, elo)| KnownRating { competitor, elo, deviation });
        Ratings::on_scale(3, &games(counts), &LIKELIEST, &known)
    };
    let agreeing = of(1e-3, &[(2, 0, [30, 50, 20])]);
    assert_close(&values(&agreeing), &[1500.0, 1800.0, 1500.0 + elo_of_score(0.55)], 1e-3);
    let width = |elo: &Interval| elo.high - elo.low;
    assert!(width(&agreeing.elo[0]) < 0.01, "{agreeing:?}");
    // The rating of a program is no surer than its source: the interval of what is measured by it holds that.
    let loose = of(100.0, &[(2, 0, [30, 50, 20])]);
    assert_close(&values(&loose), &values(&agreeing), 1e-3);
    assert!(width(&loose.elo[2]) > 390.0, "{loose:?}");
    // One and the same score against both contradicts the 300 points between them: both give way alike.
    let torn = of(50.0, &[(2, 0, [5000, 0, 5000]), (2, 1, [5000, 0, 5000])]);
    assert_close(&values(&torn), &[1650.0; 3], 20.0);
}
