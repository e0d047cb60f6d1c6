use std::num::NonZeroU32;

use insta::assert_snapshot;

use super::*;

fn job() -> Job {
    Job {
        folder: "/home/ann/it's $(id)".to_owned(),
        start: "/home/ann".to_owned(),
        stoker: "/opt/stoker".to_owned(),
        verb: "league",
        map: None,
        data: None,
        shards: 8,
        missing: "3,5-8".to_owned(),
        threads: 4,
        isolation_options: vec!["--isolation=none".to_owned(), "--waive=memory".to_owned()],
        options: vec!["--time=1:00:00".to_owned(), "--comment=a b".to_owned()],
    }
}

fn among(names: &[&str]) -> Result<Shards, OtherSplit> {
    Shards::among(names.iter().copied(), NonZeroU32::new(8).unwrap())
}

#[test]
fn a_shard_is_complete_if_its_folder_has_its_last_name() {
    let shards = among(&["1-of-8", "2-of-8.part", "8-of-8", "8-of-8.part"]).unwrap();
    assert_eq!(shards.missing(), [2, 3, 4, 5, 6, 7]);
    assert_eq!((shards.complete(), shards.stopped()), (2, 1));
}

#[test]
fn names_that_are_no_shards_are_passed_over() {
    let odd = ["", "0-of-8", "9-of-8", "01-of-8", "+1-of-8", "1-of-08", "1-of-8.old", ".1-of-8.77"];
    assert_eq!(among(&odd).unwrap().complete(), 0);
}

#[test]
fn shards_of_another_count_are_refused() {
    for name in ["3-of-16", "3-of-16.part"] {
        assert_eq!(
            among(&["1-of-8", name]).unwrap_err().to_string(),
            format!("`{name}` is a shard of 16: give --shards 16, or another folder with --out")
        );
    }
}

#[test]
fn numbers_in_a_row_are_written_as_one_range() {
    assert_eq!(array(&[]), "");
    assert_eq!(array(&[7]), "7");
    assert_eq!(array(&[1, 2, 4, 8, 9, 10]), "1-2,4,8-10");
}

#[test]
fn a_job_is_known_by_its_folder() {
    assert_eq!(job().name(), Job { missing: String::new(), ..job() }.name());
    assert_ne!(job().name(), Job { folder: "/home/ann".to_owned(), ..job() }.name());
}

/// The part of a script that differs from job to job.
fn assigned(job: &Job, script: BatchScript) -> String {
    let text = job.text(script);
    let (_, after) = text.split_once("\nset -eu\n").unwrap();
    after.split_once("\n\n").unwrap().0.to_owned()
}

#[test]
fn scripts_begin_with_what_differs_from_job_to_job() {
    assert_snapshot!(assigned(&job(), BatchScript::Shard), @r#"
    folder="/home/ann/it's "'$(id)'
    start=/home/ann
    stoker=/opt/stoker
    verb=league
    map=''
    data=''
    shards=8
    threads=4
    isolation='--isolation=none --waive=memory'
    "#);
    assert_snapshot!(assigned(&job(), BatchScript::Merge), @r#"
    folder="/home/ann/it's "'$(id)'
    start=/home/ann
    stoker=/opt/stoker
    map=''
    data=''
    shards=8
    "#);
    assert_snapshot!(assigned(&job(), BatchScript::Submit), @r#"
    folder="/home/ann/it's "'$(id)'
    name=stoker-ddef0b34
    missing=3,5-8
    threads=4
    set -- --time=1:00:00 '--comment=a b'
    "#);
}

#[test]
fn nothing_in_a_job_can_become_a_command() {
    let hostile = "/x\n'; touch y; '$(touch z)`touch w` \"q\" \\ * ~ é";
    let [folder, start, stoker, map] = [(); 4].map(|()| hostile.to_owned());
    let map = Some(map);
    let options = vec![format!("--comment={hostile}")];
    let job = Job { folder, start, stoker, map, options, ..job() };
    for script in BatchScript::ALL {
        let words = shlex::split(&assigned(&job, script)).unwrap();
        let count = words.iter().filter(|word| word.ends_with(hostile)).count();
        let expected = match script {
            BatchScript::Shard | BatchScript::Merge => 4,
            BatchScript::Submit => 2,
        };
        assert_eq!(count, expected, "{script:?}");
    }
}
