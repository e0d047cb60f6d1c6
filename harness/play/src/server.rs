//! The web server of a table.
//!
//! Each person's page has an address with a secret, and every request is checked. A client that does
//! not know a secret holds a connection for a limited time, and never the match.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use futures_util::stream::{self, Stream};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use stoker_report::page::{play_page, play_policy};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::guard::{HostNames, RateLimit};
use crate::table::{Feed, MOST_PAGES, Place, Refusal, Table, Wish};

/// The time in which a request's header must be complete.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// The time in which a request's body must be complete.
const BODY_TIME: Duration = Duration::from_secs(10);
/// The longest body of a request, in bytes.
const MOST_BODY: usize = 4_096;
/// The time between two looks at the flag that ends the session.
const GLANCE: Duration = Duration::from_millis(200);
/// The time between two signs of life on a page's stream of events.
const HEARTBEAT: Duration = Duration::from_secs(15);

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

/// The state that all requests share.
#[derive(Clone)]
struct Shared {
    table: Arc<Table>,
    names: HostNames,
    /// One for each place, and last one for requests without a secret: those of strangers take
    /// nothing from the people at the table.
    rates: Arc<[RateLimit]>,
}

impl Shared {
    /// The number of the place whose secret is in this path.
    fn number(&self, path: &str) -> Option<usize> {
        let place = self.table.place(path.split('/').nth(1)?)?;
        self.table.places().iter().position(|it| std::ptr::eq(it, place))
    }

    /// Checks the host, the origin and the rate of a request; the answer if it is refused.
    fn admit(&self, known: &Acquainted, request: &Request) -> Result<(), (StatusCode, String)> {
        let checked = self.names.check(request.method(), request.headers());
        checked.map_err(|why| (StatusCode::FORBIDDEN, why.to_string()))?;
        let number = self.number(request.uri().path());
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
    /// Serves a table's pages at this address until the table is closed. Port 0 stands for any free
    /// port.
    ///
    /// # Errors
    /// If the address cannot be listened on.
    pub fn start(
        address: SocketAddr,
        limits: ConnectionLimits,
        table: Arc<Table>,
    ) -> std::io::Result<Self> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind(address))?;
        let address = listener.local_addr()?;
        let thread = thread::Builder::new().name("pages".to_owned());
        let thread = thread.spawn(move || runtime.block_on(serve(listener, limits, table)))?;
        Ok(Self { address, thread })
    }

    /// The address, with the port.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until it has ended, after the table was closed.
    pub fn join(self) {
        // An error of the listener has ended the server; the match went on.
        drop(self.thread.join());
    }
}

async fn serve(
    listener: TcpListener,
    limits: ConnectionLimits,
    table: Arc<Table>,
) -> std::io::Result<()> {
    let names = HostNames::of(listener.local_addr()?);
    let rates = (0..=table.places().len()).map(|_| RateLimit::new(Instant::now())).collect();
    let shared = Shared { table: Arc::clone(&table), names, rates };
    let app = routes(shared);
    let room = Arc::new(Semaphore::new(limits.most));
    while !table.is_closed() {
        let next = async {
            let place = Arc::clone(&room).acquire_owned().await;
            (place, listener.accept().await)
        };
        match timeout(GLANCE, next).await {
            Ok((Ok(place), Ok((stream, _)))) => {
                let served = connection(stream, app.clone(), limits.strangers);
                tokio::spawn(async move {
                    served.await;
                    drop(place);
                });
            }
            // The connection was gone before it was accepted, or descriptors are lacking.
            Ok(_) => sleep(GLANCE).await,
            Err(_) => {}
        }
    }
    Ok(())
}

/// True once a secret was shown on a connection.
#[derive(Debug, Clone, Default)]
struct Acquainted(Arc<AtomicBool>);

/// Serves a connection. A client that breaks the protocol loses it, and nobody else notices.
async fn connection(stream: TcpStream, app: Router, strangers: Duration) {
    let known = Acquainted::default();
    let service = TowerToHyperService::new(app.layer(Extension(known.clone())));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(16 * 1_024)
        .serve_connection(TokioIo::new(stream), service);
    let mut served = pin!(served);
    if timeout(strangers, &mut served).await.is_err() && known.0.load(Ordering::Relaxed) {
        drop(served.await);
    }
}

fn routes(shared: Shared) -> Router {
    Router::new()
        .route("/{secret}/", get(page))
        .route("/{secret}/events", get(events))
        .route("/{secret}/replay", get(replay))
        .route("/{secret}/move", post(make_move))
        .route("/{secret}/advice", post(advice))
        .route("/{secret}/back", post(back))
        .route("/{secret}/again", post(again))
        .fallback(|| async { Denied::NotFound })
        .layer(middleware::from_fn_with_state(shared.clone(), guarded))
        .with_state(shared)
}

/// The reasons why there is no page.
enum Denied {
    NotFound,
    ManyPages,
    Refused(Refusal),
    BadRequest(String),
}

impl From<Refusal> for Denied {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
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
            Self::Refused(refusal) => {
                let status = match refusal {
                    Refusal::Rated => StatusCode::FORBIDDEN,
                    Refusal::BadMove(_) | Refusal::NoAdvice(_) => StatusCode::UNPROCESSABLE_ENTITY,
                    Refusal::NotYourTurn
                    | Refusal::NothingToTakeBack
                    | Refusal::OthersMoved
                    | Refusal::OnTheWay
                    | Refusal::NotOver => StatusCode::CONFLICT,
                    Refusal::Closed => StatusCode::GONE,
                };
                (status, refusal.to_string()).into_response()
            }
        }
    }
}

/// Refuses requests that do not come from a page of this server, and adds the headers that keep
/// answers to themselves.
async fn guarded(
    State(shared): State<Shared>,
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

fn place<'t>(table: &'t Table, secret: &str) -> Result<&'t Place, Denied> {
    table.place(secret).ok_or(Denied::NotFound)
}

async fn page(
    State(shared): State<Shared>,
    Path(secret): Path<String>,
) -> Result<impl IntoResponse, Denied> {
    place(&shared.table, &secret)?;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, play_policy()),
    ];
    Ok((headers, play_page()))
}

async fn replay(
    State(shared): State<Shared>,
    Path(secret): Path<String>,
) -> Result<impl IntoResponse, Denied> {
    place(&shared.table, &secret)?;
    let page = shared.table.replay().ok_or(Denied::NotFound)?;
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page.to_string()))
}

async fn events(
    State(shared): State<Shared>,
    Path(secret): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Denied> {
    let place = place(&shared.table, &secret)?;
    let room = place.page().ok_or(Denied::ManyPages)?;
    // A browser that lost its connection says where it stood; a page that comes back asks.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let since = uri.query().and_then(|query| query.strip_prefix("since="));
    let stood = last.or(since).and_then(read_id);
    let (epoch, read) = stood.unwrap_or_default();
    let reader = Reader { feed: place.feed(), epoch, read, _room: room };
    let events = stream::unfold(reader, Reader::next);
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

/// The identity of an event: the epoch of its feed, and the number of events up to it.
fn read_id(text: &str) -> Option<(u64, usize)> {
    let (epoch, read) = text.split_once('.')?;
    Some((epoch.parse().ok()?, read.parse().ok()?))
}

/// The part of a feed that a page has got.
struct Reader {
    feed: watch::Receiver<Feed>,
    epoch: u64,
    read: usize,
    /// Room for this page among those of its person.
    _room: OwnedSemaphorePermit,
}

impl Reader {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        loop {
            let event = {
                let feed = self.feed.borrow_and_update();
                if feed.epoch != self.epoch {
                    (self.epoch, self.read) = (feed.epoch, 0);
                }
                feed.events.get(self.read).cloned()
            };
            if let Some(event) = event {
                self.read += 1;
                let id = format!("{}.{}", self.epoch, self.read);
                let sent = Event::default().id(id).event(event.name).data(&*event.data);
                return Some((Ok(sent), self));
            }
            self.feed.changed().await.ok()?;
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveRequest {
    turn: u32,
    #[serde(rename = "move")]
    mv: String,
    #[serde(default)]
    message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AdviceRequest {
    turn: u32,
    bot: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BackRequest {
    turn: u32,
}

/// The body of a request. Its size is limited, and so is the time in which it comes.
async fn body<T: for<'d> Deserialize<'d>>(request: Request) -> Result<T, Denied> {
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

/// Passes a wish on, and waits for the answer.
async fn wished(table: &Table, place: &Place, turn: u32, wish: Wish) -> Result<String, Denied> {
    let answer = table.wish(place, turn, wish)?;
    Ok(answer.await.map_err(|_| Refusal::NotYourTurn)??)
}

async fn make_move(
    State(shared): State<Shared>,
    Path(secret): Path<String>,
    request: Request,
) -> Result<String, Denied> {
    let place = place(&shared.table, &secret)?;
    let MoveRequest { turn, mv, message } = body(request).await?;
    wished(&shared.table, place, turn, Wish::Move { mv, message }).await
}

async fn advice(
    State(shared): State<Shared>,
    Path(secret): Path<String>,
    request: Request,
) -> Result<String, Denied> {
    let place = place(&shared.table, &secret)?;
    shared.table.check_help()?;
    let AdviceRequest { turn, bot } = body(request).await?;
    wished(&shared.table, place, turn, Wish::Advice { bot }).await
}

async fn back(
    State(shared): State<Shared>,
    Path(secret): Path<String>,
    request: Request,
) -> Result<String, Denied> {
    let place = place(&shared.table, &secret)?;
    let BackRequest { turn } = body(request).await?;
    shared.table.take_back(place, turn)?;
    Ok("{}".to_owned())
}

async fn again(State(shared): State<Shared>, Path(secret): Path<String>) -> Result<String, Denied> {
    place(&shared.table, &secret)?;
    shared.table.again()?;
    Ok("{}".to_owned())
}

/// The address of a person's page.
#[must_use]
pub fn address(server: SocketAddr, secret: &str) -> String {
    format!("http://{server}/{secret}/")
}
