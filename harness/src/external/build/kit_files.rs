//! The files of the C kit that a build needs: they travel inside of this program.

/// Each with its path inside of the kit.
macro_rules! kit {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../../bots/kits/c/", $path)))),*]
    };
}

/// The program around a submission's functions, and the headers of 2020.
pub(super) const FILES: &[(&str, &str)] = kit![
    "player.c",
    "player/answer.h",
    "player/course.h",
    "player/input.h",
    "player/json.h",
    "player/limits.h",
    "player/lines.h",
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
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_header_of_the_kit_is_here() {
        let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots/kits/c");
        for folder in ["include", "player"] {
            for entry in std::fs::read_dir(kit.join(folder)).unwrap() {
                let name = entry.unwrap().file_name();
                let path = format!("{folder}/{}", name.to_str().unwrap());
                assert!(FILES.iter().any(|(known, _)| *known == path), "{path}");
            }
        }
    }
}
