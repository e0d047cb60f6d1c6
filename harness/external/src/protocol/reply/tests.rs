use proptest::prelude::*;

use super::*;
use crate::testing::processor_time;

fn found(output: &[u8]) -> Option<(String, String)> {
    find(output).map(|reply| (reply.mv, reply.message))
}

fn reply(mv: &str, message: &str) -> Option<(String, String)> {
    Some((mv.to_owned(), message.to_owned()))
}

#[test]
fn a_plain_reply_is_found() {
    assert_eq!(found(br#"{"move": "BR", "message": "boo"}"#), reply("BR", "boo"));
    assert_eq!(found(b"{\n \"message\":\"\",\n \"move\" :\t\"BR\"\n}\n"), reply("BR", ""));
    assert_eq!(found(br#"{"x":[1,-2.5e3,{"y":null}],"move":"BR","z":{}}"#), reply("BR", ""));
}

#[test]
fn why_there_is_no_move_counts_if_it_is_all_that_is_said() {
    assert_eq!(nothing(b"{\"move\": null, \"reason\": \"returned\"}\n"), Some(Nothing::Returned));
    assert_eq!(nothing(b"{\"move\": null, \"reason\": \"time\"}\n"), Some(Nothing::Time));
    for other in [
        "",
        "{}",
        "{\"move\": null}",
        "{\"move\": \"CO\", \"reason\": \"time\"}",
        "{\"move\": null, \"reason\": \"tired\"}",
        "so {\"move\": null, \"reason\": \"time\"}",
        "{\"move\": null, \"reason\": \"time\"} {\"move\": null, \"reason\": \"time\"}",
    ] {
        assert_eq!(nothing(other.as_bytes()), None, "{other}");
    }
}

#[test]
fn noise_before_it_may_hold_braces_quotes_and_half_objects() {
    for noise in [
        "thinking {about} it... ",
        "{\"",
        "{ \"a\": ",
        "say \"{\" twice: {\"{\" ",
        "{{{{[[[",
        "}]\"}",
        "{\"a\": {\"b\": [",
        "struct p = {1, 2, \"x\"};\n",
        "{\"move\": 7} {\"move\": null} {\"message\": \"m\"} {}",
        "{\"move\": \"AA\"",
        "{\"move\": \"AA\", }",
        "{\"a\": nope} {\"a\": 01} {\"a\": tru}",
    ] {
        let output = format!("{noise}{{\"move\":\"BR\",\"message\":\"ok\"}} and {{more}}");
        assert_eq!(found(output.as_bytes()), reply("BR", "ok"), "{noise}");
    }
}

#[test]
fn the_first_complete_object_with_a_move_counts() {
    assert_eq!(found(br#"{"move":"AA"}{"move":"BB"}"#), reply("AA", ""));
    assert_eq!(found(br#"{"in":{"move":"AA"},"move":"BB"}"#), reply("BB", ""));
    assert_eq!(found(br#"{"in":{"move":"AA"}} {"move":"BB"}"#), reply("AA", ""));
    assert_eq!(found(br#"{"in":{"move":"AA"}, "move":"BB""#), reply("AA", ""));
    assert_eq!(found(br#"{"move":"AA","move":"BB"}"#), reply("BB", ""));
}

#[test]
fn there_may_be_none() {
    for output in
        ["", "BR", "{\"move\":\"BR\"", "{\"move\":5}", "[\"move\",\"BR\"]", "{\"Move\":\"BR\"}"]
    {
        assert_eq!(found(output.as_bytes()), None, "{output}");
    }
}

#[test]
fn texts_are_read_with_escapes_and_without_good_utf_8() {
    let output =
        br#"{"mo\u0076e":"B\u0052","message":"\u00e9 \ud83d\ude00 \n \" \\ \/ \' \ud800x \u00g"}"#;
    assert_eq!(found(output), reply("BR", "é 😀 \n \" \\ / ' \u{fffd}x \u{fffd}g"));
    assert_eq!(found(b"{\"move\":\"BR\",\"message\":\"caf\xe9\n\"}"), reply("BR", "caf\u{fffd}\n"));
    assert_eq!(found(br#"{"move":"BR","message":["no text"]}"#), reply("BR", ""));
}

/// Checks that inputs of these patterns take linear time: twice the length takes about twice as
/// long.
#[test]
fn nothing_takes_more_than_a_few_passes() {
    for pattern in [
        "{",
        "{\"",
        "{\"a\":",
        "{\":{\"",
        "[",
        "{\"a\":[",
        "{\"a\":\"{\\\"",
        "\"",
        "{\"a\":1,\"b\":{\"c\":2},",
        "{\"a\":{\"move\":\"AA\"},",
        "{\"\\u0076\":",
    ] {
        let output = pattern.repeat((1 << 20) / pattern.len());
        let took = processor_time(|| drop(find(output.as_bytes())));
        assert!(took.as_secs() < 5, "{pattern}: {took:?}");
    }
    let nested = format!("{}1{}", "{\"a\":".repeat(200_000), "}".repeat(200_000));
    assert_eq!(found(format!("{nested}{{\"move\":\"BR\"}}").as_bytes()), reply("BR", ""));
}

/// The module's definition, implemented naively: every brace is tried separately.
fn naive(output: &[u8]) -> Option<String> {
    (0..output.len()).filter(|&at| output[at] == b'{').find_map(|at| {
        let mut values =
            serde_json::Deserializer::from_slice(&output[at..]).into_iter::<serde_json::Value>();
        let object = values.next()?.ok()?;
        Some(object.get("move")?.as_str()?.to_owned())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_without_a_panic(output in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = find(&output);
    }

    #[test]
    fn what_is_found_is_what_trying_every_brace_finds(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "{", "}", "[", "]", "\"", ":", ",", "1", "null", "\"move\":", "\"a\":", "\"BR\"", "\"AA\"",
            "\\\\", "{\"a\":", "{\"move\":\"", "\"}", " ", "x", "{\"a\":{\"move\":\"CC\"}",
        ]), 0..24),
    ) {
        let output = pieces.concat();
        prop_assert_eq!(find(output.as_bytes()).map(|reply| reply.mv), naive(output.as_bytes()));
    }
}
