//! The web server of pages with secret addresses.
//!
//! Every request is checked. A client that does not know a secret holds a connection for a limited
//! time, and never what the pages show.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::feed::MOST_PAGES;
use crate::guard::{HostNames, RateLimit};

/// The time in which a request's header must be complete.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// The time in which a request's body must be complete.
const BODY_TIME: Duration = Duration::from_secs(10);
/// The longest body of a request, in bytes.
const MOST_BODY: usize = 4_096;
/// The time between two looks at the flag that ends the server.
const GLANCE: Duration = Duration::from_millis(200);

/// The limits of connections.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// The most connections at a time. More wait until one is closed.
    pub most: usize,
    /// The time for which a connection is kept on which no secret was shown.
    pub strangers: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self { most: 512, strangers: Duration::from_secs(10) }
    }
}

/// The pages that a server serves. Each has an address that begins with a secret.
pub trait Site: Send + Sync + 'static {
    /// The number of addresses.
    fn addresses(&self) -> usize;

    /// The number of the address with this secret.
    fn address_of(&self, secret: &str) -> Option<usize>;

    /// The pages and requests, whose paths begin with `/{secret}/`. They must check the secret.
    fn routes(self: Arc<Self>) -> Router;

    /// True if the server should end.
    fn is_closed(&self) -> bool;

    /// The longest time for which answers that are under way are finished before the server ends.
    fn farewell(&self) -> Duration {
        Duration::ZERO
    }
}

/// The state that all requests share.
struct Shared<S> {
    site: Arc<S>,
    names: HostNames,
    /// One for each address, and last one for requests without a secret: those of strangers take
    /// nothing from the people who know one.
    rates: Vec<RateLimit>,
}

impl<S: Site> Shared<S> {
    /// Checks the host, the origin and the rate of a request; the answer if it is refused.
    fn admit(&self, known: &Acquainted, request: &Request) -> Result<(), (StatusCode, String)> {
        let checked = self.names.check(request.method(), request.headers());
        checked.map_err(|why| (StatusCode::FORBIDDEN, why.to_string()))?;
        let secret = request.uri().path().split('/').nth(1);
        let number = secret.and_then(|secret| self.site.address_of(secret));
        if number.is_some() {
            known.0.store(true, Ordering::Relaxed);
        }
        let rate = &self.rates[number.unwrap_or(self.rates.len() - 1)];
        if rate.allows(Instant::now()) {
            return Ok(());
        }
        Err((StatusCode::TOO_MANY_REQUESTS, "too many requests: wait a second".to_owned()))
    }
}

/// A server that runs on a thread of its own.
pub struct Server {
    address: SocketAddr,
    thread: JoinHandle<std::io::Result<()>>,
}

impl Server {
    /// Serves the pages of a site at this address until the site is closed. Port 0 stands for any
    /// free port.
    ///
    /// # Errors
    /// If the address cannot be listened on.
    pub fn start(
        address: SocketAddr,
        limits: ConnectionLimits,
        site: Arc<impl Site>,
    ) -> std::io::Result<Self> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind(address))?;
        let address = listener.local_addr()?;
        let thread = thread::Builder::new().name("pages".to_owned());
        let thread = thread.spawn(move || runtime.block_on(serve(listener, limits, site)))?;
        Ok(Self { address, thread })
    }

    /// The address, with the port.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until it has ended, after the site was closed.
    pub fn join(self) {
        // An error of the listener has ended the server; what the pages show went on.
        drop(self.thread.join());
    }
}

async fn serve(
    listener: TcpListener,
    limits: ConnectionLimits,
    site: Arc<impl Site>,
) -> std::io::Result<()> {
    let names = HostNames::of(listener.local_addr()?);
    let rates = (0..=site.addresses()).map(|_| RateLimit::new(Instant::now())).collect();
    let shared = Arc::new(Shared { site: Arc::clone(&site), names, rates });
    let app = routes(shared);
    let room = Arc::new(Semaphore::new(limits.most));
    let (open, closing) = watch::channel(());
    let mut connections = JoinSet::new();
    while !site.is_closed() {
        let next = async {
            let place = Arc::clone(&room).acquire_owned().await;
            (place, listener.accept().await)
        };
        match timeout(GLANCE, next).await {
            Ok((Ok(place), Ok((stream, _)))) => {
                let served = connection(stream, app.clone(), limits.strangers, closing.clone());
                connections.spawn(async move {
                    served.await;
                    drop(place);
                });
            }
            // The connection was gone before it was accepted, or descriptors are lacking.
            Ok(_) => sleep(GLANCE).await,
            Err(_) => {}
        }
        while connections.try_join_next().is_some() {}
    }
    drop(open);
    let last_words = async { while connections.join_next().await.is_some() {} };
    // Whoever does not listen is not waited for.
    drop(timeout(site.farewell(), last_words).await);
    Ok(())
}

/// True once a secret was shown on a connection.
#[derive(Debug, Clone, Default)]
struct Acquainted(Arc<AtomicBool>);

/// Serves a connection. A client that breaks the protocol loses it, and nobody else notices.
async fn connection(
    stream: TcpStream,
    app: Router,
    strangers: Duration,
    mut closing: watch::Receiver<()>,
) {
    let known = Acquainted::default();
    let service = TowerToHyperService::new(app.layer(Extension(known.clone())));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(16 * 1_024)
        .serve_connection(TokioIo::new(stream), service);
    let mut served = pin!(served);
    let mut judgement = pin!(sleep(strangers));
    let (mut is_judged, mut is_closing) = (false, false);
    loop {
        tokio::select! {
            _ = served.as_mut() => return,
            () = judgement.as_mut(), if !is_judged => is_judged = true,
            _ = closing.changed(), if !is_closing => {
                is_closing = true;
                served.as_mut().graceful_shutdown();
            }
        }
        if !known.0.load(Ordering::Relaxed) {
            return;
        }
    }
}

fn routes<S: Site>(shared: Arc<Shared<S>>) -> Router {
    Arc::clone(&shared.site)
        .routes()
        .fallback(|| async { Denied::NotFound })
        .layer(middleware::from_fn_with_state(shared, guarded))
}

/// The reasons why a request gets nothing.
pub(crate) enum Denied {
    NotFound,
    ManyPages,
    BadRequest(String),
    /// The site refuses it, with this status.
    Refused(StatusCode, String),
}

impl IntoResponse for Denied {
    fn into_response(self) -> Response {
        match self {
            // A wrong secret and a wrong path look the same.
            Self::NotFound => (StatusCode::NOT_FOUND, "there is no such page").into_response(),
            Self::ManyPages => {
                let many = format!("{MOST_PAGES} pages are open at this address: close one");
                (StatusCode::TOO_MANY_REQUESTS, many).into_response()
            }
            Self::BadRequest(reason) => (StatusCode::BAD_REQUEST, reason).into_response(),
            Self::Refused(status, reason) => (status, reason).into_response(),
        }
    }
}

/// Refuses requests that do not come from a page of this server, and adds the headers that keep
/// answers to themselves.
async fn guarded<S: Site>(
    State(shared): State<Arc<Shared<S>>>,
    Extension(known): Extension<Acquainted>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match shared.admit(&known, &request) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A page with the policy that keeps its browser from doing anything else.
pub(crate) fn page(text: String, policy: &'static str) -> impl IntoResponse + use<> {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    (headers, text)
}

/// The body of a request. Its size is limited, and so is the time in which it comes.
pub(crate) async fn body<T: for<'d> Deserialize<'d>>(request: Request) -> Result<T, Denied> {
    let read = axum::body::to_bytes(request.into_body(), MOST_BODY);
    let bytes: Bytes = match timeout(BODY_TIME, read).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) | Err(_) => {
            return Err(Denied::BadRequest(format!(
                "the request has more than {MOST_BODY} bytes, or did not come whole"
            )));
        }
    };
    serde_json::from_slice(&bytes).map_err(|error| Denied::BadRequest(error.to_string()))
}

/// The address of a page.
#[must_use]
pub fn address(server: SocketAddr, secret: &str) -> String {
    format!("http://{server}/{secret}/")
}
