//! A stand-in for warm processes on systems other than Linux, which have none.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use crate::child::Surroundings;
use crate::confine::Confinement;
use crate::sys::Reaped;

/// A warm process that never exists.
#[derive(Debug, Default)]
pub(crate) struct Warmth;

/// The result of asking for a copy, always [`Copied::Not`] here.
#[derive(Debug)]
#[expect(dead_code, reason = "the others are for Linux")]
pub(crate) enum Copied {
    As(i32),
    Not,
    Lost(io::Error),
}

impl Warmth {
    pub(crate) fn copy(
        &mut self,
        _argv: &[OsString],
        _streams: &[OwnedFd],
        _surroundings: &mut Surroundings,
        _confinement: &Confinement,
    ) -> Copied {
        Copied::Not
    }

    pub(crate) fn is_all_that_is_left(&mut self) -> bool {
        false
    }

    pub(crate) fn pid(&self) -> Option<i32> {
        None
    }

    pub(crate) fn cpu(&self) -> Duration {
        Duration::ZERO
    }

    pub(crate) fn note(&mut self, _reaped: &Reaped) -> bool {
        false
    }
}
