//! Files that may contain unsafe code.

use super::{Finding, files::Source};

/// The files, with what they need it for.
const FILES: [(&str, &str); 10] = [
    ("capi/src/abi.rs", "pointers from C"),
    ("capi/src/lib.rs", "pointers from C"),
    ("engine/src/net/kernels/avx2.rs", "intrinsics"),
    ("engine/src/net/kernels/avx512.rs", "intrinsics"),
    ("engine/src/net/kernels/forward.rs", "intrinsics"),
    ("engine/src/net/kernels/mod.rs", "intrinsics"),
    ("engine/src/net/kernels/neon.rs", "intrinsics"),
    ("engine/src/net/kernels/vector.rs", "intrinsics"),
    ("engine/src/search/alphabeta/buckets.rs", "mapped memory"),
    ("engine/src/search/alphabeta/prefetch.rs", "an intrinsic"),
];

/// Returns the first unsafe code of a file that is not listed.
pub(crate) fn check(source: &Source) -> Vec<Finding> {
    if !source.is("rs") || FILES.iter().any(|(path, _)| *path == source.path) {
        return Vec::new();
    }
    let is_unsafe = |line: &&(usize, &str)| {
        let code = line.1.split("//").next().unwrap_or_default();
        let keyword = [
            "unsafe {",
            "unsafe fn ",
            "unsafe impl ",
            "unsafe trait ",
            "unsafe extern ",
            "allow(unsafe_code",
        ];
        !code.contains('"') && keyword.iter().any(|keyword| code.contains(keyword))
    };
    let lines: Vec<(usize, &str)> = source.lines().collect();
    let found = lines.iter().find(is_unsafe).map(|(line, _)| Finding {
        path: source.path.clone(),
        line: *line,
        fault: "unsafe code outside the listed files".to_owned(),
        remedy: "use safe code, or list the file with its reason in xtask/src/tidy/unsafe_code.rs".to_owned(),
    });
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_code_is_found_outside_the_listed_files() {
        let text = "// unsafe { in a comment }\nfn a() {\n    unsafe { b() }\n}\n";
        let found = check(&Source::new("rules/src/lib.rs", text));
        assert_eq!(found.len(), 1);
        assert!(
            found[0].to_string().starts_with("rules/src/lib.rs:3: unsafe code outside the listed files; ")
        );
        assert!(check(&Source::new("capi/src/abi.rs", text)).is_empty());
        assert!(check(&Source::new("rules/src/lib.rs", "// unsafe { in a comment }\n")).is_empty());
    }
}
