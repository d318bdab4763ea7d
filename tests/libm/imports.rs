//! What the program takes from the system's C library.

use std::{collections::BTreeSet, fs, path::Path};

/// Functions that are not defined to the last bit, without the suffix of their precision.
const INEXACT: [&str; 31] = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "erf", "erfc", "exp",
    "exp10", "exp2", "expm1", "hypot", "j0", "lgamma", "log", "log10", "log1p", "log2", "pow", "sin",
    "sincos", "sinh", "tan", "tanh", "tgamma", "y0",
];

/// The progress bar's estimate of the time that is left (indicatif) calls it; nothing that is kept depends on that.
const OF_PROGRESS_BARS: [&str; 1] = ["pow"];

/// The names of the undefined symbols in the dynamic symbol table of a 64-bit little-endian ELF file.
fn imports(path: &Path) -> BTreeSet<String> {
    const SECTION_TABLE: usize = 0x28;
    const SECTION_COUNT: usize = 0x3c;
    const SECTION: usize = 64;
    const DYNAMIC_SYMBOLS: u64 = 11;
    const SYMBOL: usize = 24;
    let file = fs::read(path).expect("the program");
    let number = |at: usize, bytes: usize| {
        file[at..at + bytes].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
    };
    assert_eq!(file[..6], *b"\x7fELF\x02\x01", "a 64-bit little-endian ELF file");
    let table = number(SECTION_TABLE, 8) as usize;
    let section = |index: usize| table + SECTION * index;
    let place = |section: usize| (number(section + 24, 8) as usize, number(section + 32, 8) as usize);
    let symbols = (0..number(SECTION_COUNT, 2) as usize)
        .map(section)
        .find(|section| number(section + 4, 4) == DYNAMIC_SYMBOLS)
        .expect("a dynamic symbol table");
    let (names, _) = place(section(number(symbols + 40, 4) as usize));
    let (start, size) = place(symbols);
    (start..start + size)
        .step_by(SYMBOL)
        .filter(|symbol| number(symbol + 6, 2) == 0)
        .map(|symbol| {
            let name = &file[names + number(symbol, 4) as usize..];
            let end = name.iter().position(|byte| *byte == 0).expect("an end");
            String::from_utf8_lossy(&name[..end]).into_owned()
        })
        .collect()
}

fn is_inexact(name: &str) -> bool {
    INEXACT.contains(&name) || name.strip_suffix(['f', 'l']).is_some_and(|stem| INEXACT.contains(&stem))
}

#[test]
fn no_elementary_function_is_imported() {
    let imports = imports(Path::new(env!("CARGO_BIN_EXE_damier")));
    assert!(imports.contains("malloc") && imports.len() > 50, "the table was read: {imports:?}");
    let inexact: Vec<&str> = imports.iter().map(String::as_str).filter(|name| is_inexact(name)).collect();
    assert_eq!(inexact, OF_PROGRESS_BARS);
}
