//! Verdicts on course programs that register no play.

use super::Place;
use super::teams::team_that;

/// The fault of the first turn of hunters whose decision is this code, with its reason.
fn judged(decision: &str) -> String {
    let place = Place::new();
    place.write("subs/team/Makefile", "all:\n\tfalse\n");
    team_that(&place, "team", decision);
    let args = "match hunters=subs/team dracula=wanderer --isolation none --fault-policy forfeit \
                --limit cpu_ms=200 --limit wall_ms=60000";
    let output = place.run(args);
    let told = String::from_utf8_lossy(&output.stdout);
    let fault = told.lines().find(|line| line.starts_with("fault of "));
    let Some((_, fault)) = fault.and_then(|fault| fault.split_once("): ")) else {
        panic!("{decision}: {told}{}", String::from_utf8_lossy(&output.stderr))
    };
    fault.to_owned()
}

#[test]
fn a_return_without_a_play_is_no_reply() {
    assert_eq!(judged(""), "no_reply: it returned without registering a play");
    assert_eq!(judged("printf(\"{}\\n\");"), "no_reply: it returned without registering a play");
}

#[test]
fn time_that_is_up_before_a_play_is_registered_is_a_timeout() {
    // Our `main` stops a little before the limit; if it is late to notice, the harness does.
    let reason = judged("volatile int n = 0; for (;;) n++;");
    let ours = "cpu_timeout: no play was registered within 200 ms of processor time";
    assert!(reason == ours || reason == "cpu_timeout: no reply within 200 ms of processor time");
}

#[test]
fn an_end_of_the_teams_own_is_a_crash() {
    assert!(judged("exit(1);").starts_with("crash: exit status 1"));
    assert!(judged("exit(42);").starts_with("crash: exit status 42"));
    assert!(judged("assert(0);").starts_with("crash: signal 6 (SIGABRT)"));
}

#[test]
fn what_a_team_prints_is_not_taken_for_the_words_of_our_main() {
    let words =
        r#"printf("{\"move\": null, \"reason\": \"returned\"}\n"); fflush(stdout); exit(1);"#;
    assert!(judged(words).starts_with("crash: exit status 1"));
}
