//! Memory for trees and tables: what a limit leaves them, and what the system gives.

use std::{fmt, fs, sync::OnceLock};

use memmap2::MmapMut;

/// Bytes of the program, a small net and small buffers. With little memory a search gets half of it instead.
const PROGRAM_BYTES: usize = 16 << 20;
/// Bytes that a table or a tree leaves to the rest of the program.
const SPARE_BYTES: usize = 64 << 20;
/// Bytes up to which a table is tried regardless of the unused memory.
const MODEST_BYTES: usize = 256 << 20;
const MIB: usize = 1 << 20;
const CONTROL_GROUP: &str = "/sys/fs/cgroup/memory.max";

/// Returns the bytes for a tree or a table, where the whole program keeps to `mebibytes`.
pub(crate) fn search_bytes(memory_mib: usize) -> usize {
    let memory = memory_mib << 20;
    memory.saturating_sub(PROGRAM_BYTES).max(memory / 2)
}

/// Shortage of memory: the search has a smaller table than wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryShortage {
    /// Wanted size of the table, in MiB.
    pub wanted_mib: usize,
    /// Actual size of the table, in MiB.
    pub given_mib: usize,
}

impl fmt::Display for MemoryShortage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wanted_mib, given_mib } = self;
        write!(
            formatter,
            "the table of the search has {given_mib} MiB instead of {wanted_mib}: the system gives no more memory"
        )
    }
}

/// Returns the memory that this process may have at most, in MiB: that of the machine, of its control group, and of its
/// address space, whatever is least. Where the system does not say, a number that is large enough.
pub fn machine_mib() -> usize {
    machine_bytes() / MIB
}

/// Returns the largest number of bytes, up to `wanted`, that the system gives to a table and has something left for the
/// rest of the program; exact to a mebibyte.
pub(crate) fn available_bytes(wanted: usize) -> usize {
    let wanted = wanted.min(unused_bytes().max(MODEST_BYTES));
    if is_free(wanted) {
        return wanted;
    }
    let (mut free, mut refused) = (0, wanted);
    while refused - free > MIB {
        let middle = free.midpoint(refused);
        if is_free(middle) {
            free = middle;
        } else {
            refused = middle;
        }
    }
    free
}

/// Returns whether the system has that many bytes for a table, and some spare ones.
pub(crate) fn is_free(bytes: usize) -> bool {
    bytes.checked_add(SPARE_BYTES).is_some_and(|all| MmapMut::map_anon(all).is_ok())
}

fn machine_bytes() -> usize {
    static BYTES: OnceLock<usize> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let bounds = [
            field(&read("/proc/meminfo"), "MemTotal:"),
            read(CONTROL_GROUP).trim().parse().ok(),
            of_address_space(&read("/proc/self/limits")),
        ];
        bounds.into_iter().flatten().min().unwrap_or(usize::MAX)
    })
}

/// Returns the unused bytes: writing more would make the system end a process.
fn unused_bytes() -> usize {
    let group = || {
        let most: usize = read(CONTROL_GROUP).trim().parse().ok()?;
        let used: usize = read("/sys/fs/cgroup/memory.current").trim().parse().ok()?;
        Some(most.saturating_sub(used))
    };
    let bounds = [field(&read("/proc/meminfo"), "MemAvailable:"), group()];
    let unused = bounds.into_iter().flatten().min();
    unused.map_or(usize::MAX, |unused| unused.saturating_sub(SPARE_BYTES)).min(machine_bytes())
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// Returns a field of `/proc/meminfo`, in bytes.
fn field(text: &str, name: &str) -> Option<usize> {
    let kib: usize =
        text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()?;
    kib.checked_mul(1024)
}

/// Returns the limit of the address space of `/proc/self/limits`, in bytes; `None` where it is unlimited.
fn of_address_space(text: &str) -> Option<usize> {
    text.lines()
        .find_map(|line| line.strip_prefix("Max address space"))?
        .split_whitespace()
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read() {
        let memory = "MemTotal:       16384 kB\nMemFree: 3 kB\n";
        assert_eq!([field(memory, "MemTotal:"), field(memory, "MemFree:")], [Some(16 << 20), Some(3 << 10)]);
        let limits =
            "Max open files  1024  4096  files\nMax address space         2147483648  unlimited  bytes\n";
        assert_eq!(of_address_space(limits), Some(1 << 31));
        assert_eq!(
            of_address_space("Max address space         unlimited            unlimited            bytes"),
            None
        );
        assert_eq!([field("", "MemTotal:"), of_address_space("")], [None, None]);
    }

    #[test]
    fn no_more_is_available_than_there_is() {
        assert_eq!(available_bytes(0), 0);
        assert_eq!(available_bytes(4 * MIB), 4 * MIB);
        assert!(available_bytes(usize::MAX) <= machine_bytes());
    }
}
