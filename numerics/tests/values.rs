//! Values that are known, and arguments that are special.

use damier_numerics::{double, single};

const INFINITY: f32 = f32::INFINITY;

#[test]
fn special_arguments_of_single_precision() {
    assert_eq!(
        [-INFINITY, -200.0, 0.0, 200.0, INFINITY].map(single::exp),
        [0.0, 0.0, 1.0, INFINITY, INFINITY]
    );
    assert_eq!([0.0, -0.0, 1.0, INFINITY].map(single::ln), [-INFINITY, -INFINITY, 0.0, INFINITY]);
    assert!(single::ln(1.0).is_sign_positive());
    assert!([-1.0, -INFINITY, f32::NAN].iter().all(|x| single::ln(*x).is_nan()));
    assert!(single::exp(f32::NAN).is_nan());
    assert!([INFINITY, -INFINITY, f32::NAN].iter().all(|x| single::cos(*x).is_nan()));
    assert_eq!([0.0, std::f32::consts::PI, -std::f32::consts::PI].map(single::cos), [1.0, -1.0, -1.0]);
    assert_eq!(single::exp(1.0), std::f32::consts::E);
    assert_eq!(single::ln(2.0), std::f32::consts::LN_2);
    assert_eq!(single::ln(f32::from_bits(1)), -103.278_93);
    assert_eq!(single::exp(-103.0), f32::from_bits(1), "the smallest number");
}

/// IEEE 754-2019, 9.2.1.
#[test]
fn special_powers() {
    let nan = f32::NAN;
    for x in [0.0, -0.0, 1.0, -3.0, INFINITY, -INFINITY, nan] {
        assert_eq!([single::powf(x, 0.0), single::powf(x, -0.0), single::powf(1.0, x)], [1.0; 3], "{x}");
    }
    for (x, y, power) in [
        (0.0, -3.0, INFINITY),
        (-0.0, -3.0, -INFINITY),
        (-0.0, -2.0, INFINITY),
        (-0.0, 3.0, -0.0),
        (0.0, 2.5, 0.0),
        (-1.0, INFINITY, 1.0),
        (0.5, INFINITY, 0.0),
        (-2.0, -INFINITY, 0.0),
        (0.0, -INFINITY, INFINITY),
        (-INFINITY, 3.0, -INFINITY),
        (-INFINITY, -3.0, -0.0),
        (INFINITY, -0.5, 0.0),
        (-2.0, 3.0, -8.0),
        (-2.0, 4.0, 16.0),
        (2.0, 0.5, std::f32::consts::SQRT_2),
        (2.0, 128.0, INFINITY),
        (2.0, -149.0, f32::from_bits(1)),
        (2.0, -151.0, 0.0),
        (f32::from_bits(1), -0.5, 2.6713738e22),
    ] {
        assert_eq!(single::powf(x, y).to_bits(), f32::to_bits(power), "{x}^{y}");
    }
    assert!([(-2.0, 0.5), (nan, 2.0), (2.0, nan)].iter().all(|(x, y)| single::powf(*x, *y).is_nan()));
}

#[test]
fn special_arguments_of_double_precision() {
    let infinity = f64::INFINITY;
    assert_eq!([-infinity, -1e9, 0.0, 1e9, infinity].map(double::exp), [0.0, 0.0, 1.0, infinity, infinity]);
    assert_eq!([-infinity, -400.0, 0.0, 309.0].map(double::exp10), [0.0, 0.0, 1.0, infinity]);
    for logarithm in [double::ln, double::log10] {
        assert_eq!([0.0, -0.0, 1.0, infinity].map(logarithm), [-infinity, -infinity, 0.0, infinity]);
        assert!([-1.0, f64::NAN].iter().all(|x| logarithm(*x).is_nan()));
    }
    assert!([double::exp(f64::NAN), double::exp10(f64::NAN)].iter().all(|result| result.is_nan()));
}

#[test]
fn doubles_are_correctly_rounded() {
    use std::f64::consts::{E, LN_2, LN_10, LOG10_2, LOG10_E};
    assert_eq!([double::exp(1.0), double::ln(E)], [E, 1.0]);
    assert_eq!([2.0, 10.0].map(double::ln), [LN_2, LN_10]);
    assert_eq!([2.0, E].map(double::log10), [LOG10_2, LOG10_E]);
    assert_eq!([double::exp(709.0), double::exp(-700.0)], [8.218407461554972e+307, 9.85967654375977e-305]);
    for exponent in -307..=308 {
        let power: f64 = format!("1e{exponent}").parse().expect("a number");
        assert_eq!(double::exp10(f64::from(exponent)), power);
        assert_eq!(double::log10(power), f64::from(exponent));
    }
}

#[test]
fn integer_powers() {
    assert_eq!([0, 1, 10, -1, -2].map(|exponent| double::powi(2.0, exponent)), [1.0, 2.0, 1024.0, 0.5, 0.25]);
    assert_eq!([double::powi(-3.0, 3), double::powi(0.0, 0), double::powi(1.5, 2)], [-27.0, 1.0, 2.25]);
    assert_eq!(double::powi(2.0, i32::MIN), 0.0);
}

#[test]
fn probabilities_and_their_logarithms_agree() {
    let logits = [1.5, -2.0, 0.25, 1.5, -80.0];
    let (mut shares, mut logarithms, mut cooled) = (logits, logits, logits);
    single::softmax(&mut shares);
    single::log_softmax(&mut logarithms);
    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    assert_eq!(shares[0], shares[3]);
    for (share, logarithm) in shares.iter().zip(logarithms) {
        assert!((single::ln(*share) - logarithm).abs() < 1e-5, "{share}: {logarithm}");
    }
    let normaliser = single::exponentials(&mut cooled, 0.5);
    assert_eq!((normaliser.max, cooled[0], cooled[2]), (1.5, 1.0, single::exp(-2.5)));
    assert_eq!(normaliser.sum, cooled.iter().sum::<f32>());
    // Large logits do not overflow.
    let mut large = [1.0e30, 0.0];
    single::softmax(&mut large);
    assert_eq!(large, [1.0, 0.0]);
    single::softmax(&mut []);
}
