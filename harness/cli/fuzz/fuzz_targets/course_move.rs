#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = stoker::fuzzing::read_move(text);
});
