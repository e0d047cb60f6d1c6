//! Landlock: a second wall around files, and one around signals, should a mount leak something.

use std::os::fd::OwnedFd;

use landlock::{
    ABI, Access, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, Scope,
};

use crate::Limit;
use crate::place::Place;
use crate::setup::Setup;

/// The newest rules that are asked for; older kernels keep those they know.
const NEWEST: ABI = ABI::V7;

/// Makes the rules for programs: everything that they see may be read and executed, their own
/// folders and devices written. Entering them is left to each program's process. `None` if the
/// kernel knows none.
pub(crate) fn rules(setup: &Setup, place: &Place) -> Result<Option<OwnedFd>, RulesetError> {
    let mut rules = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
    if setup.has_private_files() {
        rules = rules.handle_access(AccessFs::from_all(NEWEST))?;
    }
    if setup.on(Limit::Signals) {
        rules = rules.scope(Scope::Signal)?;
    }
    rules = rules.scope(Scope::AbstractUnixSocket)?;
    let mut rules = rules.create()?;
    if setup.has_private_files() {
        let device =
            AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate | AccessFs::IoctlDev;
        let own = [&place.work, &place.temp].map(|path| (path.clone(), AccessFs::from_all(NEWEST)));
        let shared = ("/dev/shm".into(), AccessFs::from_all(NEWEST));
        let all = [("/".into(), AccessFs::from_read(NEWEST)), ("/dev".into(), device), shared];
        for (path, access) in all.into_iter().chain(own) {
            if let Ok(folder) = PathFd::new(path) {
                rules = rules.add_rule(PathBeneath::new(folder, access))?;
            }
        }
    }
    Ok(rules.into())
}
