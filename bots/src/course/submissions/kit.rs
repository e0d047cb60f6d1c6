//! The files of the C kit that a build needs. They are embedded in this program.

/// Pairs of each file's path within the kit and its content.
macro_rules! kit {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../kits/c/", $path)))),*]
    };
}

/// The program around a submission's functions, and the headers of every year.
pub(super) const FILES: &[(&str, &str)] = kit![
    "player.c",
    "player/answer.h",
    "player/plays.h",
    "player/input.h",
    "player/json.h",
    "player/limits.h",
    "player/lines.h",
    "player/system.h",
    "player/warm.h",
    "player/years.h",
    "include/DraculaView.h",
    "include/Game.h",
    "include/GameView.h",
    "include/HunterView.h",
    "include/Map.h",
    "include/Places.h",
    "include/dracula.h",
    "include/hunter.h",
    "note/stoker_note.h",
    "years/2013/game.h",
    "years/2013/hunter.h",
    "years/2013/hunterView.h",
    "years/2014/DracView.h",
    "years/2014/Game.h",
    "years/2014/GameView.h",
    "years/2014/Globals.h",
    "years/2014/HunterView.h",
    "years/2014/Map.h",
    "years/2014/Places.h",
    "years/2014/dracula.h",
    "years/2014/hunter.h",
    "years/2014/stoker_flag.h",
    "years/2018/stoker_flag.h",
    "years/2019/dracula.h",
    "years/2019/dracula_view.h",
    "years/2019/game.h",
    "years/2019/hunter.h",
    "years/2019/hunter_view.h",
    "years/2019/places.h",
    "years/common/stoker_places.h",
    "years/common/stoker_rules.h",
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_header_of_the_kit_is_here() {
        let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("kits/c");
        let years = ["common", "2013", "2014", "2018", "2019"].map(|year| format!("years/{year}"));
        for folder in ["include", "note", "player"].map(str::to_owned).into_iter().chain(years) {
            for entry in std::fs::read_dir(kit.join(&folder)).unwrap() {
                let name = entry.unwrap().file_name();
                let path = format!("{folder}/{}", name.to_str().unwrap());
                assert!(FILES.iter().any(|(known, _)| *known == path), "{path}");
            }
        }
    }
}
