#![no_main]

libfuzzer_sys::fuzz_target!(|output: &[u8]| {
    let _ = stoker::fuzzing::reply_of_turn(output);
});
