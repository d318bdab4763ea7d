//! A net as a C header: the weights as arrays, and a forward pass in C99 that is exact.

use std::fmt::Write as _;

use damier_engine::net::{Arch, Tensor};

use crate::{
    card::Card,
    error::ExportError,
    format::{Format, Kind},
    source::Source,
    values::{self, Values},
};

/// The forward pass.
const FORWARD: &str = include_str!("forward.h");
/// The longest line of numbers.
const COLUMNS: usize = 110;

/// The content of the file.
///
/// # Errors
/// The weights are not integers, or as [`Card::of`].
pub fn write(source: &Source) -> Result<Vec<u8>, ExportError> {
    let wrong_kind = || ExportError::Kind { format: Format::CHeader, kind: Kind::Float };
    let card = Card::of(source)?;
    let arch = source.arch();
    let mut text = String::new();
    let mut put = |part: &str| text.push_str(part);
    put(
        "/* A net of damier as a C99 header: include it in one source file, see damier_judge at its end.\n\n",
    );
    put(&comment(&serde_json::to_string_pretty(&card).expect("plain data")));
    put("\n*/\n#ifndef DAMIER_NET_H\n#define DAMIER_NET_H\n\n#include <stddef.h>\n#include <stdint.h>\n\n");
    put(&format!("#define DAMIER_GAME {}\n", c_string(&arch.game)));
    put(&format!("#define DAMIER_FEATURE_SET {}\n", c_string(&arch.feature_set)));
    for (name, value) in constants(arch) {
        put(&format!("#define DAMIER_{name} {value}\n"));
    }
    for tensor in Tensor::ALL {
        let numbers = source.values(tensor);
        let integers = numbers.integers().ok_or_else(wrong_kind)?;
        put(&array(tensor, numbers, &integers, arch));
    }
    put(FORWARD);
    put("\n#endif\n");
    Ok(text.into_bytes())
}

fn constants(arch: &Arch) -> [(&'static str, usize); 10] {
    [
        ("PLAYERS", arch.players),
        ("FEATURES", arch.features),
        ("MAX_ACTIVE", arch.max_active),
        ("POLICY_ROWS", arch.policy_rows),
        ("WIDTH", arch.width),
        ("HIDDEN", arch.hidden),
        ("POLICY", arch.policy),
        ("VALUE_HIDDEN", arch.value_hidden),
        ("CLASSES", arch.value_classes()),
        ("OUTPUTS", arch.outputs()),
    ]
}

/// A text that cannot end the comment it stands in.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *")
}

/// A string literal of a game's or feature set's identity.
fn c_string(text: &str) -> String {
    let mut literal = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | b'?' => {
                literal.push('\\');
                literal.push(char::from(byte));
            }
            b' '..=b'~' => literal.push(char::from(byte)),
            _ => write!(literal, "\\{byte:03o}").expect("a text takes everything"),
        }
    }
    literal.push('"');
    literal
}

fn array(tensor: Tensor, numbers: Values<'_>, integers: &[i32], arch: &Arch) -> String {
    let c_type = match numbers {
        Values::I8(_) => "int8_t",
        Values::I16(_) => "int16_t",
        Values::I32(_) | Values::F32(_) => "int32_t",
    };
    let shape = values::shape(tensor, arch);
    let dimensions: String = shape.iter().map(|size| format!("[{size}]")).collect();
    let mut text = format!("\nstatic const {c_type} damier_{}{dimensions} = {{\n", tensor.name());
    let [_, columns] = tensor.shape(arch);
    for row in integers.chunks_exact(columns) {
        if shape.len() > 1 {
            text.push('{');
        }
        let mut line = 0;
        for number in row {
            let before = text.len();
            write!(text, "{number},").expect("a text takes everything");
            line += text.len() - before;
            if line > COLUMNS {
                text.push('\n');
                line = 0;
            }
        }
        text.push_str(if shape.len() > 1 { "},\n" } else { "\n" });
    }
    text.push_str("};\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_inside_comments_and_literals() {
        assert_eq!(comment("a */ b /* c"), "a * / b / * c");
        assert_eq!(c_string("a\"b\\c?é"), "\"a\\\"b\\\\c\\?\\303\\251\"");
    }
}
