//! The checks of requests: they must come from a page of this server, and not too fast.
//!
//! A browser that visits another site can be made to send requests to loopback. Such a request
//! names another origin, or, if that site's name leads to loopback, another host.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};
#[cfg(test)]
use std::time::Duration;
use std::time::Instant;

use axum::http::{HeaderMap, Method, header};

/// The requests that a page may send at once, and in each second after that.
const BURST: u32 = 60;
const PER_SECOND: u32 = 20;

/// The reasons why a request is refused before it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RequestRefusal {
    /// It names another host.
    #[error("this server is asked under another name than its own")]
    OtherHost,
    /// It comes from the page of another site.
    #[error("this request comes from another site")]
    OtherOrigin,
    /// It changes something, and is not of the type that only a page's script can send.
    #[error("a request that changes something must be of type application/json")]
    NotJson,
}

/// The port that a browser does not write.
const HTTP: u16 = 80;

/// The names by which the server may be asked.
#[derive(Debug, Clone, Copy)]
pub struct HostNames(SocketAddr);

impl HostNames {
    /// The names of a server at this address.
    #[must_use]
    pub fn of(address: SocketAddr) -> Self {
        Self(address)
    }

    /// True if a browser at the server's address sends this host.
    ///
    /// A server at all addresses of a machine does not know them. It takes any address that is a
    /// number, because no other site can make such a name lead here.
    fn includes(self, host: &str) -> bool {
        let port = self.0.port();
        let numeric = host.parse::<SocketAddr>().ok();
        let bare = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        let numeric = numeric.or(bare.map(|ip| SocketAddr::new(ip, HTTP)));
        if let Some(asked) = numeric {
            return asked.port() == port
                && (self.0.ip().is_unspecified() || asked.ip() == self.0.ip());
        }
        let local = self.0.ip().is_loopback() || self.0.ip().is_unspecified();
        local && (host == format!("localhost:{port}") || port == HTTP && host == "localhost")
    }

    /// Checks a request.
    ///
    /// # Errors
    /// If the request is not one that a page of this server sends.
    pub fn check(self, method: &Method, headers: &HeaderMap) -> Result<(), RequestRefusal> {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let host = text(header::HOST).unwrap_or_default();
        if headers.get_all(header::HOST).iter().count() != 1 || !self.includes(host) {
            return Err(RequestRefusal::OtherHost);
        }
        let own = format!("http://{host}");
        let origin = text(header::ORIGIN);
        let fetch = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        // A link to a page may be anywhere, such as in a chat. The page that it leads to is a new
        // one: the site with the link sees nothing of it.
        let visit = *method == Method::GET
            && fetch("sec-fetch-mode") == Some("navigate")
            && fetch("sec-fetch-dest") == Some("document");
        let near = |site| ["same-origin", "none"].contains(&site);
        let from_here = origin.is_none_or(|origin| origin == own)
            && (visit || fetch("sec-fetch-site").is_none_or(near));
        if !from_here {
            return Err(RequestRefusal::OtherOrigin);
        }
        let json = text(header::CONTENT_TYPE).is_some_and(|it| it.starts_with("application/json"));
        if *method != Method::GET && !json {
            return Err(RequestRefusal::NotJson);
        }
        Ok(())
    }
}

/// A limit on the rate of requests.
#[derive(Debug)]
pub struct RateLimit(Mutex<(f64, Instant)>);

impl RateLimit {
    /// A limit of which nothing is used.
    #[must_use]
    pub fn new(now: Instant) -> Self {
        Self(Mutex::new((f64::from(BURST), now)))
    }

    /// True if one more request may come now.
    pub fn allows(&self, now: Instant) -> bool {
        let mut bucket = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, last) = *bucket;
        let gained = now.saturating_duration_since(last).as_secs_f64() * f64::from(PER_SECOND);
        let left = (left + gained).min(f64::from(BURST));
        let allowed = left >= 1.0;
        *bucket = (if allowed { left - 1.0 } else { left }, now);
        allowed
    }

    /// The time after which one more request is allowed.
    #[cfg(test)]
    fn pause() -> Duration {
        Duration::from_secs(1) / PER_SECOND
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(method: &Method, headers: &[(&str, &str)]) -> Result<(), RequestRefusal> {
        asked_at("127.0.0.1:8000", method, headers)
    }

    fn asked_at(
        address: &str,
        method: &Method,
        headers: &[(&str, &str)],
    ) -> Result<(), RequestRefusal> {
        let mut map = HeaderMap::new();
        for &(name, value) in headers {
            let name = header::HeaderName::from_bytes(name.as_bytes()).unwrap();
            map.append(name, value.parse().unwrap());
        }
        HostNames::of(address.parse().unwrap()).check(method, &map)
    }

    #[test]
    fn a_page_of_this_server_may_ask() {
        let host = ("host", "127.0.0.1:8000");
        assert_eq!(asked(&Method::GET, &[host]), Ok(()));
        assert_eq!(asked(&Method::GET, &[("host", "localhost:8000")]), Ok(()));
        let page =
            [host, ("origin", "http://127.0.0.1:8000"), ("content-type", "application/json")];
        assert_eq!(asked(&Method::POST, &page), Ok(()));
    }

    #[test]
    fn names_that_lead_here_from_elsewhere_are_refused() {
        for host in ["evil.example:8000", "127.0.0.1:8001", "127.0.0.1", ""] {
            assert_eq!(
                asked(&Method::GET, &[("host", host)]),
                Err(RequestRefusal::OtherHost),
                "{host}"
            );
        }
        assert_eq!(asked(&Method::GET, &[]), Err(RequestRefusal::OtherHost));
        let two = [("host", "127.0.0.1:8000"), ("host", "evil.example")];
        assert_eq!(asked(&Method::GET, &two), Err(RequestRefusal::OtherHost));
    }

    #[test]
    fn a_server_at_all_addresses_takes_numbers_and_no_names() {
        for (address, hosts) in [
            ("0.0.0.0:8000", ["192.168.1.5:8000", "127.0.0.1:8000", "localhost:8000"]),
            ("[::]:8000", ["[fe80::1]:8000", "192.168.1.5:8000", "localhost:8000"]),
            ("0.0.0.0:80", ["192.168.1.5", "localhost", "192.168.1.5:80"]),
            ("[::1]:80", ["[::1]", "localhost", "[::1]:80"]),
        ] {
            for host in hosts {
                assert_eq!(asked_at(address, &Method::GET, &[("host", host)]), Ok(()), "{host}");
            }
            for host in ["evil.example", "evil.example:8000", "192.168.1.5:8001", "", "[", ":80"] {
                let answer = asked_at(address, &Method::GET, &[("host", host)]);
                assert_eq!(answer, Err(RequestRefusal::OtherHost), "{address}: {host}");
            }
        }
    }

    #[test]
    fn a_link_on_another_site_may_lead_here_but_nothing_else_may() {
        let from = |mode, dest| {
            [
                ("host", "127.0.0.1:8000"),
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-mode", mode),
                ("sec-fetch-dest", dest),
                ("content-type", "application/json"),
            ]
        };
        assert_eq!(asked(&Method::GET, &from("navigate", "document")), Ok(()));
        let other = Err(RequestRefusal::OtherOrigin);
        assert_eq!(asked(&Method::POST, &from("navigate", "document")), other);
        assert_eq!(asked(&Method::GET, &from("navigate", "iframe")), other);
        assert_eq!(asked(&Method::GET, &from("no-cors", "image")), other);
    }

    #[test]
    fn other_sites_are_refused() {
        let host = ("host", "127.0.0.1:8000");
        for from in [
            ("origin", "http://evil.example"),
            ("origin", "null"),
            ("origin", "http://localhost:8000"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            let headers = [host, from, ("content-type", "application/json")];
            assert_eq!(
                asked(&Method::POST, &headers),
                Err(RequestRefusal::OtherOrigin),
                "{from:?}"
            );
        }
    }

    #[test]
    fn what_a_form_can_send_is_refused() {
        let host = ("host", "127.0.0.1:8000");
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            let headers = [host, ("content-type", kind)];
            assert_eq!(asked(&Method::POST, &headers), Err(RequestRefusal::NotJson));
        }
        assert_eq!(asked(&Method::POST, &[host]), Err(RequestRefusal::NotJson));
    }

    #[test]
    fn a_burst_is_allowed_and_then_a_steady_rate() {
        let start = Instant::now();
        let limit = RateLimit::new(start);
        let allowed = (0..BURST + 10).filter(|_| limit.allows(start)).count();
        assert_eq!(allowed, BURST as usize);
        let later = start + RateLimit::pause() + Duration::from_millis(1);
        assert!(limit.allows(later) && !limit.allows(later));
    }
}
