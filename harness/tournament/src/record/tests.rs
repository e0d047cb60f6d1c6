use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use super::*;
use crate::testing::*;

fn play(text: &str) -> Option<(u8, crate::referee::DecisionOrigin, String, String)> {
    let play = PlayText::parse(text).ok()?;
    Some((play.seat.0, play.how, play.mv.to_owned(), play.message.to_owned()))
}

#[test]
fn a_play_has_one_spelling() {
    use crate::referee::DecisionOrigin::{Chosen, Default, Forced};
    assert_eq!(play("12 VE"), Some((12, Chosen, "VE".into(), String::new())));
    assert_eq!(play("0!D1 a  b "), Some((0, Default, "D1".into(), "a  b ".into())));
    assert_eq!(play("0=VE"), Some((0, Forced, "VE".into(), String::new())));
    let long = format!("0 VE {}", "x".repeat(100));
    for bad in ["", "VE", "0", "0 ", "00 VE", "256 VE", "0?VE", "0 VE ", "0é", &long] {
        assert_eq!(play(bad), None, "{bad:?}");
    }
}

#[test]
fn a_record_is_written_as_it_is_read() {
    let line = record_lines(Layout::Pair).swap_remove(1);
    let record: Record = serde_json::from_str(&line).unwrap();
    assert_eq!(record.to_line(), line);
    assert_eq!(record.checksum(), record.check);
    assert!(line.contains(r#""entrants":{"lone":"first","team":"random"}"#), "{line}");
    assert!(line.contains(r#" seat 2 at \"8\"""#), "{line}");
}

#[test]
fn a_checksum_may_be_any_text() {
    let line = record_lines(Layout::Solo).swap_remove(0);
    let record: Record = serde_json::from_str(&line).unwrap();
    for check in ["", "éé\n", "\"\\\u{1}", "0"] {
        let forged = Record { check: check.to_owned(), ..record.clone() };
        assert_eq!(forged.checksum(), record.check, "{check:?}");
    }
}

#[test]
fn a_number_is_read_as_it_was_written() {
    let line = record_lines(Layout::Solo).swap_remove(0);
    let mut record: Record = serde_json::from_str(&line).unwrap();
    record.params = serde_json::json!({ "least": 5e-324, "more": 1.0000000000000001e45 });
    record.check = record.checksum();
    let again: Record = serde_json::from_str(&record.to_line()).unwrap();
    assert_eq!(again.checksum(), record.check);
    assert_eq!(again.to_line(), record.to_line());
}

#[test]
fn an_unknown_field_is_refused() {
    let line = record_lines(Layout::Solo).swap_remove(0);
    let more = line.replacen('{', r#"{"more":1,"#, 1);
    assert!(serde_json::from_str::<Record>(&more).is_err());
}

struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join("file");
        fs::write(&path, bytes).unwrap();
        path
    }

    /// The lines, and the error that ended the reading, without its path.
    fn read(&self, bytes: &[u8]) -> (Vec<String>, Option<String>) {
        let path = self.write(bytes);
        let (mut lines, mut error) = (vec![], None);
        for line in RecordLines::open(&path).unwrap() {
            match line {
                Ok(line) => lines.push(line.text),
                Err(e) => error = Some(e.to_string().replace(path.to_str().unwrap(), "file")),
            }
        }
        (lines, error)
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(vec![], flate2::Compression::fast());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

fn zstandard(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).unwrap()
}

#[test]
fn plain_gzip_and_zstandard_files_of_several_frames_are_read_alike() {
    let files = Files::new();
    let expected = (vec!["one".to_owned(), "two".to_owned()], None);
    assert_eq!(files.read(b"one\ntwo\n"), expected);
    for pack in [gzip, zstandard] {
        assert_eq!(files.read(&[pack(b"one\n"), pack(b"two\n")].concat()), expected);
    }
    assert_eq!(files.read(b""), (vec![], None));
}

#[test]
fn a_file_that_was_cut_off_is_an_error_after_its_whole_lines() {
    let files = Files::new();
    let (lines, error) = files.read(b"[1]\n[2");
    assert_eq!(lines, ["[1]"]);
    let expected = "file: line 2 (from byte 4): the file ends in the middle: it was cut off, or is \
                    still being written";
    assert_eq!(error.unwrap(), expected);
    // The last line end may be missing, and text that is not a record is left to other code.
    assert_eq!(files.read(b"[1]\n[2]").0, ["[1]", "[2]"]);
    assert_eq!(files.read(b"[1]\nnot JSON").0, ["[1]", "not JSON"]);
    for pack in [gzip, zstandard] {
        let whole = [pack(b"one\n"), pack(b"two\n")].concat();
        let (_, error) = files.read(&whole[..whole.len() - 3]);
        assert!(error.unwrap().contains("ends in the middle"));
    }
}

#[test]
fn damaged_data_and_bytes_that_are_no_text_are_errors_with_their_place() {
    let files = Files::new();
    let (_, error) = files.read(b"one\n\xff\xff\n");
    assert_eq!(error.unwrap(), "file: line 2 (from byte 4): not UTF-8 text");
    for pack in [gzip, zstandard] {
        let mut bytes =
            pack("a rather long line of text that is compressed\n".repeat(9).as_bytes());
        let middle = bytes.len() / 2;
        bytes[middle..].fill(0x55);
        assert!(files.read(&bytes).1.is_some());
    }
}

#[test]
fn a_line_without_end_is_not_read_into_memory() {
    let files = Files::new();
    let (lines, error) = files.read(&zstandard(&vec![b'x'; MOST_LINE + 5]));
    assert_eq!(lines.len(), 0);
    assert!(error.unwrap().contains("longer than 16 MiB"));
}

#[test]
fn a_head_says_which_ruleset_to_replay_and_refuses_other_formats() {
    let files = Files::new();
    let head = |text: &str| {
        let path = files.write(format!("{text}\n").as_bytes());
        let line = RecordLines::open(&path).unwrap().next().unwrap().unwrap();
        line.head().map_err(|error| error.problem.to_string())
    };
    let line = record_lines(Layout::Solo).swap_remove(0);
    assert_eq!(head(&line).unwrap().ruleset, "toy");
    let other = line.replacen(r#""format":1"#, r#""format":2"#, 1);
    assert_eq!(head(&other).unwrap_err(), "a record of format 2, but this program reads format 1");
    assert!(head("[]").unwrap_err().starts_with("not a record"));
}
