#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| damier_fuzz::targets::text::page_body(data));
