#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = stoker::fuzzing::record_file(bytes);
});
