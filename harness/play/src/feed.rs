//! The events of a match, for all pages that show it: as they come, and again for a page that comes
//! later.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, Uri};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The most pages that one address may have open: each is told all events.
pub const MOST_PAGES: usize = 8;
/// The time between two signs of life on a page's stream of events.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// An event for a page: its name, and its data as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageEvent {
    /// Its name, such as `start`, `turn` or `end`.
    pub name: &'static str,
    /// The data.
    pub data: Arc<str>,
}

impl PageEvent {
    pub(crate) fn new(name: &'static str, data: &impl Serialize) -> Self {
        let data = serde_json::to_string(data).unwrap_or_else(|error| format!("\"{error}\""));
        Self { name, data: data.into() }
    }

    /// The event as a browser gets it.
    pub(crate) fn sent(&self) -> Event {
        Event::default().event(self.name).data(&*self.data)
    }
}

/// The events of the match that is played now.
#[derive(Debug, Clone, Default)]
pub struct FeedEvents {
    /// The number of matches and lines of play that were begun. If it changes, all events before
    /// are of the past.
    pub epoch: u64,
    /// The events, in order.
    pub events: Vec<PageEvent>,
    /// True if no more will come.
    pub closed: bool,
}

/// The events of a match, and the pages that get them.
#[derive(Debug)]
pub struct Feed {
    events: watch::Sender<FeedEvents>,
    pages: Arc<Semaphore>,
}

impl Default for Feed {
    fn default() -> Self {
        Self { events: watch::Sender::default(), pages: Arc::new(Semaphore::new(MOST_PAGES)) }
    }
}

impl Feed {
    /// Begins a match: earlier events are forgotten.
    pub(crate) fn start(&self, data: &impl Serialize) {
        let event = PageEvent::new("start", data);
        self.events.send_modify(|feed| {
            feed.epoch += 1;
            feed.events = vec![event];
        });
    }

    /// Tells something about the match.
    pub(crate) fn tell(&self, name: &'static str, data: &impl Serialize) {
        let event = PageEvent::new(name, data);
        self.events.send_modify(|feed| feed.events.push(event));
    }

    /// Ends all streams, once they have told everything.
    pub(crate) fn close(&self) {
        self.events.send_modify(|feed| feed.closed = true);
    }

    /// The events, as they come.
    #[must_use]
    pub fn subscribe(&self) -> watch::Receiver<FeedEvents> {
        self.events.subscribe()
    }

    /// Room for one more page, until it is dropped. `None` if [`MOST_PAGES`] are open.
    #[must_use]
    pub fn page(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.pages).try_acquire_owned().ok()
    }

    /// The stream of events for a page. `None` if there is no room for it.
    pub(crate) fn stream(
        &self,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Option<Sse<impl Stream<Item = Result<Event, Infallible>> + use<>>> {
        let room = self.page()?;
        // A browser that lost its connection says where it stood; a page that comes back asks.
        let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
        let since = uri.query().and_then(|query| query.strip_prefix("since="));
        let (epoch, read) = last.or(since).and_then(read_id).unwrap_or_default();
        let reader = Reader { feed: self.subscribe(), epoch, read, _room: room };
        Some(sse(stream::unfold(reader, Reader::next)))
    }
}

/// A stream of events that shows signs of life.
pub(crate) fn sse<S: Stream<Item = Result<Event, Infallible>> + Send + 'static>(
    events: S,
) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<S>> {
    Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT))
}

/// The identity of an event: the epoch of its feed, and the number of events up to it.
fn read_id(text: &str) -> Option<(u64, usize)> {
    let (epoch, read) = text.split_once('.')?;
    Some((epoch.parse().ok()?, read.parse().ok()?))
}

/// The part of a feed that a page has got.
struct Reader {
    feed: watch::Receiver<FeedEvents>,
    epoch: u64,
    read: usize,
    /// Room for this page among those of its address.
    _room: OwnedSemaphorePermit,
}

impl Reader {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        loop {
            let (event, closed) = {
                let feed = self.feed.borrow_and_update();
                if feed.epoch != self.epoch {
                    (self.epoch, self.read) = (feed.epoch, 0);
                }
                (feed.events.get(self.read).cloned(), feed.closed)
            };
            if let Some(event) = event {
                self.read += 1;
                let id = format!("{}.{}", self.epoch, self.read);
                return Some((Ok(event.sent().id(id)), self));
            }
            if closed {
                return None;
            }
            self.feed.changed().await.ok()?;
        }
    }
}
