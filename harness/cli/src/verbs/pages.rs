//! The server of pages, as verbs start it, and the addresses that they tell.

use std::ffi::OsStr;
use std::io::Write;
use std::sync::Arc;

use anyhow::Context as _;
use stoker_play::server::{ConnectionLimits, Server, Site};

use super::report::show;
use crate::arguments::pages::PagesArgs;

/// Serves the pages of a site.
///
/// # Errors
/// If the address cannot be listened on.
pub(super) fn serve(pages: &PagesArgs, site: Arc<impl Site>) -> anyhow::Result<Server> {
    let bind = pages.address();
    Server::start(bind, ConnectionLimits::default(), site)
        .with_context(|| format!("cannot listen on {}, port {}", bind.ip(), bind.port()))
}

/// Warns if other machines can reach the pages. Whoever reads an address `can` do this.
///
/// # Errors
/// If the warning cannot be written.
pub(super) fn warn_of_reach(
    pages: &PagesArgs,
    can: &str,
    err: &mut (dyn Write + Send),
) -> anyhow::Result<()> {
    let ip = pages.address().ip();
    if ip.is_loopback() {
        return Ok(());
    }
    writeln!(
        err,
        "warning: other machines can reach these pages; nothing is encrypted, and whoever reads an \
         address can {can}"
    )?;
    if ip.is_unspecified() {
        writeln!(err, "on other machines, put the address of this one for {ip}")?;
    }
    Ok(())
}

/// Opens a page in the browser, if that is wanted. A failure is only a warning.
///
/// # Errors
/// If the warning cannot be written.
pub(super) fn open_page(
    pages: &PagesArgs,
    address: &str,
    err: &mut (dyn Write + Send),
) -> anyhow::Result<()> {
    if pages.open
        && let Err(error) = show(OsStr::new(address))
    {
        writeln!(err, "warning: {error:#}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_other_machines_can_reach_come_with_a_warning() {
        let warning = |bind: Option<&str>| {
            let bind = bind.map(|ip| ip.parse().unwrap());
            let mut err = vec![];
            warn_of_reach(&PagesArgs { bind, ..PagesArgs::default() }, "play", &mut err).unwrap();
            String::from_utf8(err).unwrap()
        };
        for here in [None, Some("127.0.0.2"), Some("::1")] {
            assert_eq!(warning(here), "");
        }
        let reached = warning(Some("192.0.2.1"));
        assert!(reached.starts_with("warning: other machines can reach these pages"), "{reached}");
        assert!(reached.ends_with("whoever reads an address can play\n"), "{reached}");
        assert!(warning(Some("0.0.0.0")).contains("put the address of this one for 0.0.0.0"));
    }
}
