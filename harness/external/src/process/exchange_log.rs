//! The exchange between this program and another, kept for the other's author.

use stoker_sandbox::Exit;

use crate::contract::{Excerpt, Exchange};
use crate::spec::Protocol;

/// The bytes written and read, cut in the middle if they are long.
#[derive(Debug, Clone, Default)]
pub(crate) struct ExchangeLog {
    pub(crate) sent: Excerpt,
    pub(crate) received: Excerpt,
}

impl ExchangeLog {
    /// The exchange; `exit` is that of the process, if it has ended.
    pub(crate) fn exchange(&self, protocol: Protocol, exit: Option<&Exit>) -> Exchange {
        let memory = exit.map(|exit| exit.peak_memory).filter(|&bytes| bytes > 0);
        let Self { sent, received } = self.clone();
        Exchange { protocol, sent, received, memory, slip: None, ended: None }
    }
}
