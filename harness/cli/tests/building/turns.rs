//! Course submissions play the same whether a process is started for every turn, or copied.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::Place;
use super::teams::team_that;

/// The deeds of hunters in a turn, by name: everything that can go right or wrong in one.
const HUNTERS: [(&str, &str); 16] = [
    ("plain", "registerBestPlay(\"LO\", \"hi\");"),
    (
        "counts",
        "static int turns; char text[100]; sprintf(text, \"%d %d\", ++turns, rand());\n\
         registerBestPlay(\"PA\", text);",
    ),
    (
        "remembers",
        "FILE *f = fopen(\"seen\", \"a\"); fputs(\"x\", f); long n = ftell(f); fclose(f);\n\
         char text[100]; sprintf(text, \"%ld\", n); registerBestPlay(n % 3 ? \"LO\" : \"ED\", text);",
    ),
    ("prints", "printf(\"thinking\"); registerBestPlay(\"MA\", \"\"); fprintf(stderr, \"done\");"),
    ("changes", "registerBestPlay(\"LO\", \"1\"); registerBestPlay(\"ED\", \"2\");"),
    ("crashes", "registerBestPlay(\"LO\", \"\"); *(volatile int *)0 = 1;"),
    ("silent-crash", "*(volatile int *)0 = 1;"),
    ("aborts", "registerBestPlay(\"LO\", \"\"); abort();"),
    ("asserts", "assert(!\"ready\");"),
    ("exits", "registerBestPlay(\"LO\", \"\"); exit(0);"),
    ("fails", "exit(1);"),
    ("says-nothing", ""),
    ("garbles", "registerBestPlay(\"ZZ\", \"\");"),
    ("leaves", "if (!fork()) { sleep(50); _exit(0); } registerBestPlay(\"LO\", \"\");"),
    ("kills", "registerBestPlay(\"LO\", \"\"); kill(-1, SIGKILL);"),
    (
        "overflows",
        "registerBestPlay(\"LO\", \"\"); for (volatile char *p = alloca(1);; p -= 4096) *p = 1;",
    ),
];

/// Plays a league of these hunters in this way, and returns its files.
fn league(place: &Place, names: &[&str], options: &str, turns: &str) -> BTreeMap<String, Vec<u8>> {
    let names: Vec<_> = names.iter().map(|name| format!("subs/{name}")).collect();
    let output = place.run(&format!(
        "league {} dracula=random --starts free --records all --threads 2 {options} \
         --turns {turns} --out {turns} --quiet",
        names.join(" ")
    ));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut files = BTreeMap::new();
    collect(&place.path(turns), Path::new(""), &mut files);
    // Times are not promised; the way in which turns are served is recorded.
    files.remove("timings.csv");
    files.remove("report.html");
    let run = String::from_utf8(files.remove("run.toml").unwrap()).unwrap();
    assert!(run.contains(&format!("turns = \"{turns}\"")), "{run}");
    files
}

fn collect(root: &Path, below: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(root.join(below)).unwrap() {
        let path = below.join(entry.unwrap().file_name());
        if root.join(&path).is_dir() {
            collect(root, &path, files);
        } else {
            files.insert(path.display().to_string(), fs::read(root.join(&path)).unwrap());
        }
    }
}

#[test]
fn a_league_has_the_same_results_faults_and_logs_both_ways() {
    let place = Place::new();
    for (name, act) in HUNTERS {
        team_that(&place, name, act);
    }
    let names = HUNTERS.map(|(name, _)| name);
    let warm = both_ways(&place, &names, "--matches 1");
    let faults = String::from_utf8_lossy(&warm["faults.csv"]).into_owned();
    assert!(faults.contains("crash") && faults.contains("garbled"), "{faults}");
}

/// Plays these hunters in both ways, expects the same files from both, and returns them.
fn both_ways(place: &Place, names: &[&str], options: &str) -> BTreeMap<String, Vec<u8>> {
    let [process, warm] = ["process", "warm"].map(|turns| league(place, names, options, turns));
    assert_eq!(process.keys().collect::<Vec<_>>(), warm.keys().collect::<Vec<_>>());
    for (name, bytes) in &process {
        let (theirs, ours) = (String::from_utf8_lossy(bytes), String::from_utf8_lossy(&warm[name]));
        assert!(theirs == ours, "{name}:\n{theirs}\n{ours}");
    }
    warm
}

/// Turns of hunters in a league, by the records of its matches.
fn turns_of_hunters(files: &BTreeMap<String, Vec<u8>>) -> u64 {
    let mut matches = csv::Reader::from_reader(&files["matches.csv"][..]);
    let column = matches.headers().unwrap().iter().position(|name| name == "decisions").unwrap();
    let decisions = matches.records().map(|row| row.unwrap()[column].parse::<u64>().unwrap());
    decisions.sum::<u64>() * 4 / 5
}

/// A fault costs a turn only, so that every turn of every match is asked for.
#[test]
fn thousands_of_turns_are_the_same_both_ways_whatever_goes_wrong_in_them() {
    let place = Place::new();
    let names = ["counts", "remembers", "crashes", "garbles"];
    for (name, act) in HUNTERS.iter().filter(|(name, _)| names.contains(name)) {
        team_that(&place, name, act);
    }
    let files = both_ways(&place, &names, "--matches 1 --fault-policy lenient");
    let turns = turns_of_hunters(&files);
    assert!(turns > 2_000, "{turns}");
}

/// Hostile programs that end by themselves, and whose ends do not depend on how busy the machine
/// is. (Some others also count the processes that they see: a warm process is one more.)
const HOSTILE: [&str; 12] = [
    "daemon_silent",
    "exits_at_once",
    "half_line",
    "honest",
    "huge_reply",
    "long_file",
    "nested_json",
    "noise",
    "sockets",
    "symlinks",
    "terminal",
    "two_replies",
];

#[test]
fn hostile_programs_are_judged_alike_both_ways() {
    let place = Place::new();
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/bots");
    for name in HOSTILE {
        team_that(&place, name, "extern int hostile_main(void); hostile_main();");
        let source = fs::read_to_string(bots.join(format!("{name}.c"))).unwrap();
        place.write(
            &format!("subs/{name}/hostile.h"),
            &fs::read_to_string(bots.join("hostile.h")).unwrap(),
        );
        place.write(&format!("subs/{name}/act.c"), &format!("#define main hostile_main\n{source}"));
    }
    let files = both_ways(&place, &HOSTILE, "--matches 1");
    let played = String::from_utf8_lossy(&files["matches.csv"]).lines().count() - 1;
    assert!(played > HOSTILE.len() / 2, "{played}");
}

/// Leaves a file for the next turn when the program ends, by its first word; its second leads
/// there.
const LATE: [(&str, &str, &str); 4] = [
    ("unflushed", "", "late();"),
    ("atexit", "", "atexit(late);"),
    ("on-exit", "", "on_exit((void (*)(int, void *))late, 0);"),
    ("destructor", "__attribute__((destructor)) ", ""),
];

#[test]
fn what_a_program_has_to_do_at_its_end_is_done_before_the_next_turn() {
    let place = Place::new();
    for (name, kind, call) in LATE {
        // Every turn except the first finds what the one before has left.
        let act = format!(
            "int late_ones = 0, turns = 0; FILE *f = fopen(\"late\", \"r\");\n\
             if (f) {{ fscanf(f, \"%d\", &late_ones); fclose(f); }}\n\
             f = fopen(\"turns\", \"a+\"); fputs(\"x\", f); turns = ftell(f); fclose(f);\n\
             registerBestPlay(late_ones == turns - 1 ? \"LO\" : \"ZZ\", \"\");\n\
             count = turns; {call}"
        );
        team_that(&place, name, &act);
        let file = format!("subs/{name}/hunter.c");
        let source = fs::read_to_string(place.path(&file)).unwrap();
        let late = format!(
            "static int count;\n{kind}static void late(void) {{\n\
             FILE *f = fopen(\"late\", \"w\"); fprintf(f, \"%d\", count); }}\n"
        );
        let before = source.find("void decideHunterMove").unwrap();
        place.write(&file, &format!("{}{late}{}", &source[..before], &source[before..]));
    }
    let names = LATE.map(|(name, ..)| format!("subs/{name}")).join(" ");
    let output = place.run(&format!(
        "league {names} dracula=random --matches 1 --starts free --out late --quiet"
    ));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let faults = fs::read_to_string(place.path("late/faults.csv")).unwrap();
    assert!(!faults.contains("garbled") && !faults.contains("crash"), "{faults}");
}

#[test]
fn a_program_with_functions_of_its_own_that_our_main_calls_early_gets_a_process_a_turn() {
    for function in ["stoker_course_prepare", "setvbuf"] {
        let place = Place::new();
        team_that(&place, "plain", "registerBestPlay(\"LO\", \"hi\");");
        place.write("subs/plain/own.c", &format!("int {function}(void) {{ return 0; }}\n"));
        place.write("subs/plain/Makefile", "hunter: player.o hunter.o HunterView.o own.o\n");
        let served = &place.build_one("subs")["served"]["hunters"];
        let why = served["process"].as_str().unwrap_or_default();
        assert!(why.contains("before"), "{function}: {served}");
    }
}

#[test]
fn a_program_with_a_constructor_gets_a_process_a_turn_and_the_build_says_why() {
    let place = Place::new();
    team_that(&place, "plain", "registerBestPlay(\"LO\", \"hi\");");
    assert_eq!(place.build_one("subs")["served"]["hunters"], "warm");
    let hook = "__attribute__((constructor)) static void hook(void) { puts(\"early\"); }\n";
    let source = fs::read_to_string(place.path("subs/plain/hunter.c")).unwrap();
    place.write("subs/plain/hunter.c", &(source + hook));
    let text = String::from_utf8(place.run("build subs").stdout).unwrap();
    let why = "turns  a new process every turn: it has initialisers of its own";
    assert!(text.contains(why), "{text}");
}
