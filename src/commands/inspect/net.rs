//! Nets.

use std::{io::Write, path::Path};

use anyhow::Context as _;
use damier_engine::net::{Net, Tensor, Tensors};

use super::{spaced, write_field};
use crate::terminal::numbers;

/// Architecture, metadata and the range of every tensor.
pub(super) fn show(path: &Path, net: &Net, out: &mut impl Write) -> anyhow::Result<()> {
    let arch = net.arch();
    let size = std::fs::metadata(path).with_context(|| path.display().to_string())?.len();
    let parameters: usize = Tensor::ALL.iter().map(|tensor| tensor.len(arch)).sum();
    write_field(out, "net", path.display())?;
    write_field(out, "game", &arch.game)?;
    write_field(
        out,
        "features",
        format!("{}: {}, at most {} active", arch.feature_set, arch.features, arch.max_active),
    )?;
    write_field(
        out,
        "layers",
        format!(
            "width {}, hidden {}, value hidden {}, policy {} in {} rows",
            arch.width, arch.hidden, arch.value_hidden, arch.policy, arch.policy_rows
        ),
    )?;
    write_field(
        out,
        "size",
        format!("{} parameters, {}", numbers::grouped(parameters as u64), numbers::bytes(size)),
    )?;
    let metadata = net.metadata();
    write_field(out, "metadata", if metadata.is_empty() { "none".to_owned() } else { spaced(metadata) })?;
    writeln!(out)?;
    writeln!(
        out,
        "{:<16} {:>13} {:>9} {:>9} {:>8} {:>7} {:>9}",
        "tensor", "shape", "least", "most", "rms", "zero", "at limit"
    )?;
    let tensors = net.tensors();
    for tensor in Tensor::ALL {
        let [rows, columns] = tensor.shape(arch);
        let range = Range::of(&tensors, tensor, tensor.limit());
        writeln!(
            out,
            "{:<16} {:>13} {:>9.4} {:>9.4} {:>8.4} {:>5.1} % {:>7.2} %",
            tensor.name(),
            format!("{rows} × {columns}"),
            range.least,
            range.most,
            range.rms,
            100.0 * range.zero,
            100.0 * range.at_limit
        )?;
    }
    Ok(())
}

/// The values of a tensor in real units.
struct Range {
    least: f64,
    most: f64,
    /// Root of the mean square.
    rms: f64,
    /// Share of zeros.
    zero: f64,
    /// Share of values as large as quantisation allows.
    at_limit: f64,
}

impl Range {
    fn of(tensors: &Tensors, tensor: Tensor, limit: f32) -> Self {
        let one = f64::from(tensor.storage().one());
        // The largest stored number that is allowed.
        let limit = (f64::from(limit) * one).floor();
        match tensor {
            Tensor::EmbeddingBias => Self::new(&tensors.embedding_bias, one, limit),
            Tensor::Embedding => Self::new(&tensors.embedding, one, limit),
            Tensor::L1Bias => Self::new(&tensors.l1_bias, one, limit),
            Tensor::L1 => Self::new(&tensors.l1, one, limit),
            Tensor::L2Bias => Self::new(&tensors.l2_bias, one, limit),
            Tensor::L2 => Self::new(&tensors.l2, one, limit),
            Tensor::L3Bias => Self::new(&tensors.l3_bias, one, limit),
            Tensor::L3 => Self::new(&tensors.l3, one, limit),
            Tensor::PolicyBias => Self::new(&tensors.policy_bias, one, limit),
            Tensor::Policy => Self::new(&tensors.policy, one, limit),
        }
    }

    fn new<T: Copy + Into<f64>>(values: &[T], one: f64, limit: f64) -> Self {
        let numbers = || values.iter().map(|value| (*value).into());
        let share = |count: usize| count as f64 / values.len().max(1) as f64;
        Self {
            least: numbers().fold(f64::INFINITY, f64::min) / one,
            most: numbers().fold(f64::NEG_INFINITY, f64::max) / one,
            rms: (numbers().map(|value| value * value).sum::<f64>() / values.len().max(1) as f64).sqrt()
                / one,
            zero: share(numbers().filter(|value| *value == 0.0).count()),
            at_limit: share(numbers().filter(|value| value.abs() >= limit).count()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_in_real_units() {
        let range = Range::new(&[-64_i8, 0, 127, 0], 64.0, 127.0);
        assert_eq!((range.least, range.most), (-1.0, 127.0 / 64.0));
        assert_eq!((range.zero, range.at_limit), (0.5, 0.25));
    }
}
