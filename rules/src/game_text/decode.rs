//! From the bytes of a file to text.

/// Begin texts of two bytes a unit, whose lower or higher byte comes first.
const LOW_FIRST: [u8; 2] = [0xff, 0xfe];
const HIGH_FIRST: [u8; 2] = [0xfe, 0xff];
/// The characters that Windows has at 0x80 to 0x9f, where Latin-1 has none that are printed; a space where it has none
/// either.
const WINDOWS: [char; 32] = [
    '€', ' ', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', ' ', 'Ž', ' ', ' ', '‘', '’', '“', '”',
    '•', '–', '—', '˜', '™', 'š', '›', 'œ', ' ', 'ž', 'Ÿ',
];
const FIRST_OF_WINDOWS: u8 = 0x80;

/// Returns the text of a file: UTF-8, or UTF-16 where it begins like that. What is neither is taken for Latin-1 as
/// Windows has it, as old game files are.
pub fn decode(bytes: Vec<u8>) -> String {
    if let Some(text) = wide(&bytes) {
        return text;
    }
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(of_windows).collect())
}

fn of_windows(byte: u8) -> char {
    let windows = byte.checked_sub(FIRST_OF_WINDOWS).and_then(|at| WINDOWS.get(usize::from(at)));
    windows.copied().unwrap_or(char::from(byte))
}

/// The text of two bytes a unit, told by its mark or by the zeros of its first letter.
fn wide(bytes: &[u8]) -> Option<String> {
    let unit: fn([u8; 2]) -> u16 = match *bytes {
        [first, second, ..] if [first, second] == LOW_FIRST => u16::from_le_bytes,
        [first, second, ..] if [first, second] == HIGH_FIRST => u16::from_be_bytes,
        [1..=u8::MAX, 0, 1..=u8::MAX, 0, ..] => u16::from_le_bytes,
        [0, 1..=u8::MAX, 0, 1..=u8::MAX, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    Some(String::from_utf16_lossy(&units))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_utf_8_or_utf_16_or_else_of_windows() {
        let text = "Mähne ½ 32–28";
        assert_eq!(decode(text.into()), text);
        assert_eq!(decode(b"M\xe4hne \xbd 32\x9628".to_vec()), text);
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let wide = |text: &str| text.encode_utf16().flat_map(to_bytes).collect::<Vec<u8>>();
            assert_eq!(decode(wide(text)), text);
            assert_eq!(decode(wide(&format!("\u{feff}{text}"))), format!("\u{feff}{text}"));
        }
        assert_eq!(decode(Vec::new()), "");
    }
}
