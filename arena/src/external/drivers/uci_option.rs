//! Options that an engine declares, over UCI and CECP.

use damier_protocol::uci::{Kind, OptionDeclaration};

use super::super::driver::wrong_setting;
use crate::competitor::Failure;

/// Returns the option of that name, whatever its letters' case.
///
/// # Errors
/// The engine has none, or it does not take that value.
pub(super) fn declared<'d>(
    declared: &'d [OptionDeclaration],
    name: &str,
    value: &str,
) -> Result<&'d OptionDeclaration, Failure> {
    let Some(option) = declared.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
        let names: Vec<&str> = declared.iter().map(|option| option.name.as_str()).collect();
        return Err(wrong_setting(format!("it has no option {name:?} but {}", names.join(", "))));
    };
    let (fits, wanted) = match &option.kind {
        Kind::Check { .. } => (matches!(value, "true" | "false"), "true or false".to_owned()),
        Kind::Spin { min, max, .. } => (
            value.parse().is_ok_and(|value: i64| (*min..=*max).contains(&value)),
            format!("a whole number from {min} to {max}"),
        ),
        Kind::Combo { values, .. } => {
            (values.iter().any(|other| other.eq_ignore_ascii_case(value)), values.join(", "))
        }
        Kind::Button => (value.is_empty(), "the empty text: it is a button".to_owned()),
        Kind::Text { .. } => (true, String::new()),
    };
    if fits {
        Ok(option)
    } else {
        Err(wrong_setting(format!("option {name} = {value:?}, but it takes {wanted}")))
    }
}
