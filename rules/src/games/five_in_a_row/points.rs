//! Names of points: a letter for the file, none skipped, and the number of the rank.

/// The letter of a file, from 0.
pub(super) fn file_letter(file: usize) -> char {
    char::from(b'a' + file as u8)
}

/// The name of a point.
pub(super) fn name_of(point: usize, size: usize) -> String {
    format!("{}{}", file_letter(point % size), point / size + 1)
}

/// The point of a name; otherwise why there is none.
pub(super) fn read_point(text: &str, size: usize) -> Result<usize, String> {
    let last = name_of(size * size - 1, size);
    let example = format!("the points are a1 to {last}");
    let mut characters = text.chars();
    let file = characters.next().filter(char::is_ascii_alphabetic);
    let digits = characters.as_str();
    let number = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<usize>());
    let (Some(file), Some(Ok(rank))) = (file, number) else {
        return Err(format!("{text:?} is not a point: {example}"));
    };
    let file = usize::from(file.to_ascii_lowercase() as u8 - b'a');
    if file >= size || rank == 0 || rank > size || digits.starts_with('0') {
        return Err(format!("there is no point {text}: {example}"));
    }
    Ok((rank - 1) * size + file)
}
