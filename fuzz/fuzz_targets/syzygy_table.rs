#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damier_fuzz::targets::files::syzygy_table(data));
