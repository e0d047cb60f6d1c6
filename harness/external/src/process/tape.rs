//! What passed between this program and another, for that one's author.

use stoker_sandbox::Exit;

use crate::contract::{Excerpt, Exchange};
use crate::spec::Protocol;

/// What was written and read, cut in the middle where it is long.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tape {
    pub(crate) sent: Excerpt,
    pub(crate) received: Excerpt,
}

impl Tape {
    /// What passed, for a process that ended so or goes on.
    pub(crate) fn exchange(&self, protocol: Protocol, exit: Option<&Exit>) -> Exchange {
        let memory = exit.map(|exit| exit.peak_memory).filter(|&bytes| bytes > 0);
        let Self { sent, received } = self.clone();
        Exchange { protocol, sent, received, memory, slip: None, ended: None }
    }
}
