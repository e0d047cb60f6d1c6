//! Tests that apply to reports of all kinds of studies.

use std::fs;
use std::path::Path;

use stoker_files::untrusted::Folder;

use super::*;
use crate::shell::page;

/// The files of a study, and the names of its plots.
struct Sample {
    study: StudyKind,
    files: &'static [(&'static str, &'static str)],
    plots: &'static [&'static str],
}

const TUNING: Sample = Sample {
    study: StudyKind::Tuning,
    files: &[
        (
            "tune.toml",
            "[tuning]\niterations = 2\nseeds = 1\neffect = 0.2\n\
             [[parameters]]\nname = \"far\"\nlow = 0.0\nhigh = 9.0\nstart = 4.0\n\
             [result]\nbest = \"fox:far=5\"\nverdict = \"tuned\"\npairs = 2\ndifference = 1.5\n\
             interval = [0.5, 2.5]\n[result.values]\nfar = 5.0\n\
             [run]\ncommand = \"stoker tune fox --seed 7\"\n[run.tournament]\nruleset = \"toy\"\n\
             [[run.entrants]]\nname = \"fox\"\n",
        ),
        (
            "trajectory.csv",
            "iteration,r,c,far_value,far_sign,difference,usual_difference\n\
             1,1,1,4.5000,1,2.0000,2.0000\n2,1,1,5.0000,-1,-1.0000,1.5000\n",
        ),
        (
            "final.csv",
            "pair,tuned_sum,start_sum,difference,mean_difference,llr_tuned,llr_start,hash,games\n\
             1,7,3,2.0000,2.0000,0.5000,-0.5000,00,different\n\
             2,7,5,1.0000,1.5000,1.0000,-1.0000,01,different\n",
        ),
    ],
    plots: &["value-far", "steps", "likelihood-path", "difference-path"],
};

const MEASUREMENT: Sample = Sample {
    study: StudyKind::Measurement,
    files: &[
        ("gauge.toml", "ruleset = \"toy\"\nside = \"team\"\nmatches = 2\nseed = \"00000007\"\n"),
        (
            "gauge.csv",
            "opponent,entrant,matches,void,faults,mean_score,low_95,high_95,share,share_low_95,share_high_95\n\
             owl,fox,2,0,0,3.5,1.0,6.0,0.5,0.25,0.75\nowl,elk,2,0,0,4.5,,,0.75,,\n",
        ),
        (
            "scores.csv",
            "match,seed,opponent,entrant,score,void\n0,00,owl,fox,3,\n0,00,owl,elk,4,\n1,01,owl,fox,,late\n",
        ),
    ],
    plots: &["share-owl", "mean-owl", "scores-fox", "scores-elk"],
};

const SEARCH: Sample = Sample {
    study: StudyKind::Search,
    files: &[
        (
            "exploit.toml",
            "ruleset = \"toy\"\nentrant = \"fox\"\nside = \"team\"\nseed = \"00000007\"\n",
        ),
        (
            "result.toml",
            "best = \"owl:far=2\"\nplain = \"owl\"\nworst_match = 1\nworst_score = 9\n",
        ),
        (
            "search.csv",
            "iteration,policy,seeds,mean_score,kept\n1,owl,8,4.0000,true\n2,elk,8,3.0000,false\n",
        ),
        ("scores.csv", "match,seed,best,plain,asking\n0,00,5,4,\n1,01,9,6,\n"),
    ],
    plots: &["bounds", "scores-plain", "scores-best", "search"],
};

const SAMPLES: [Sample; 3] = [TUNING, MEASUREMENT, SEARCH];

impl Sample {
    fn written(&self) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        self.files.iter().for_each(|(name, text)| put(folder.path(), name, text.as_bytes()));
        folder
    }

    fn report(&self, folder: &Path, audience: ReportAudience) -> Report {
        let folder = Folder::named(folder).unwrap();
        self.study.report(StudySource {
            folder: &folder,
            rules: None,
            command: Some("stoker x --seed 7"),
            audience,
        })
    }
}

fn put(folder: &Path, name: &str, bytes: &[u8]) {
    fs::write(folder.join(name), bytes).unwrap();
}

fn names(report: &Report) -> Vec<String> {
    report.plots().iter().map(|plot| plot.name().to_owned()).collect()
}

#[test]
fn a_whole_study_lacks_nothing_and_has_all_its_charts() {
    for sample in SAMPLES {
        let folder = sample.written();
        assert_eq!(StudyKind::of(&Folder::named(folder.path()).unwrap()), Some(sample.study));
        let report = sample.report(folder.path(), ReportAudience::Owner);
        assert_eq!(report.missing, [""; 0]);
        assert_eq!(names(&report), sample.plots);
        let [one, two] =
            [0, 1].map(|_| page(&sample.report(folder.path(), ReportAudience::Owner)).unwrap());
        assert!(one == two);
        let folder = Folder::named(folder.path()).unwrap();
        assert_eq!(sample.study.ruleset(&folder).as_deref(), Some("toy"));
    }
}

#[test]
fn seeds_are_not_for_everyone() {
    for sample in SAMPLES {
        let folder = sample.written();
        let text = |audience| page(&sample.report(folder.path(), audience)).unwrap();
        let tells = |text: String| text.contains("00000007") || text.contains("--seed 7");
        assert!(
            tells(text(ReportAudience::Owner)) && !tells(text(ReportAudience::Public)),
            "{:?}",
            sample.study
        );
    }
}

#[test]
fn what_is_missing_or_damaged_is_named_and_the_rest_is_shown() {
    for sample in SAMPLES {
        for (name, text) in sample.files {
            let half = text.floor_char_boundary(text.len() * 2 / 3);
            let damages: [(&str, Option<&[u8]>); 4] = [
                ("missing", None),
                ("empty", Some(b"")),
                ("cut", Some(&text.as_bytes()[..half])),
                ("garbled", Some(b"\xff\0<script>alert(1)</script>,\"\n\n,,,,\n")),
            ];
            for (damage, bytes) in damages {
                let folder = sample.written();
                match bytes {
                    Some(bytes) => put(folder.path(), name, bytes),
                    None => fs::remove_file(folder.path().join(name)).unwrap(),
                }
                let open = Folder::named(folder.path()).unwrap();
                assert_eq!(StudyKind::of(&open), Some(sample.study), "{name} {damage}");
                let report = sample.report(folder.path(), ReportAudience::Owner);
                let text = page(&report).unwrap();
                // A description may be cut between two lines.
                let told = report.missing.iter().any(|lack| lack.contains(name));
                let may_be_whole = damage == "cut" || damage == "empty" && name.ends_with(".toml");
                assert!(told || may_be_whole, "{name} {damage}: {:?}", report.missing);
                assert!(!text.contains("<script>alert"), "{name} {damage}");
                let of_others = names(&report).len();
                assert!(of_others > 0, "{name} {damage}");
            }
        }
    }
}

#[test]
fn hostile_names_stay_text() {
    let hostile = "</script><script>alert(1)</script>\u{202e}";
    for sample in SAMPLES {
        let folder = sample.written();
        for (name, text) in sample.files {
            let text =
                text.replace("owl", hostile).replace("far_value", &format!("{hostile}_value"));
            put(folder.path(), name, text.replace("fox", hostile).as_bytes());
        }
        let text = page(&sample.report(folder.path(), ReportAudience::Owner)).unwrap();
        assert!(
            !text.contains("<script>alert") && !text.contains('\u{202e}'),
            "{:?}",
            sample.study
        );
    }
}

#[test]
fn a_folder_of_something_else_is_no_study() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "scores.csv", b"a\n1\n");
    assert_eq!(StudyKind::of(&Folder::named(folder.path()).unwrap()), None);
}
