//! The options of verbs that serve pages.

use std::net::IpAddr;
#[cfg(feature = "play")]
use std::net::{Ipv4Addr, SocketAddr};

/// The place where pages are served, and the wish to see them.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct PagesArgs {
    /// Show the pages in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Port of the pages [default: any free one]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Address to listen on. Beyond this machine, nothing is encrypted [default: 127.0.0.1]
    #[arg(long, value_name = "IP")]
    pub(crate) bind: Option<IpAddr>,
}

#[cfg(feature = "play")]
impl PagesArgs {
    /// The address to listen on. Port 0 stands for any free one.
    pub(crate) fn address(&self) -> SocketAddr {
        let ip = self.bind.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        SocketAddr::new(ip, self.port.unwrap_or(0))
    }
}

/// The options of a run that is shown while it goes on.
#[cfg(feature = "play")]
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Live page")]
pub(crate) struct LiveArgs {
    /// Show the run on a page while it goes on: its report so far, its progress, and a match to
    /// watch. The page ends with the run
    #[arg(long)]
    live: bool,
    #[command(flatten)]
    pages: PagesArgs,
}

/// The options of a run that is shown while it goes on: none in this build.
#[cfg(not(feature = "play"))]
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct LiveArgs {}

#[cfg(feature = "play")]
impl LiveArgs {
    /// The place of the page, if one is wanted.
    ///
    /// # Errors
    /// If options of the page are given without it.
    pub(crate) fn order(&self) -> anyhow::Result<Option<PagesArgs>> {
        let PagesArgs { open, port, bind } = &self.pages;
        anyhow::ensure!(
            self.live || !open && port.is_none() && bind.is_none(),
            "--open, --port and --bind are for the page of a run that goes on: add --live"
        );
        Ok(self.live.then(|| self.pages.clone()))
    }
}

#[cfg(not(feature = "play"))]
impl LiveArgs {
    #[expect(clippy::unnecessary_wraps, reason = "with the feature `play` it can fail")]
    pub(crate) fn order(&self) -> anyhow::Result<Option<PagesArgs>> {
        Ok(None)
    }
}
