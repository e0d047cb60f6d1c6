//! The page of a run, and its streams of events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Uri};
use axum::response::IntoResponse;
use axum::response::sse::{Event, Sse};
use axum::routing::{get, post};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use stoker_report::page::{live_page, live_policy};

use crate::feed::{PageEvent, sse};
use crate::live::{Attention, Listener, LiveRun, Part};
use crate::server::{self, Denied, Site, body};

/// The longest time in which pages are told the end of the run.
const FAREWELL: Duration = Duration::from_secs(10);

impl Site for LiveRun {
    fn addresses(&self) -> usize {
        1
    }

    fn address_of(&self, secret: &str) -> Option<usize> {
        self.knows(secret).then_some(0)
    }

    fn routes(self: Arc<Self>) -> Router {
        Router::new()
            .route("/{secret}/", get(page))
            .route("/{secret}/events", get(events))
            .route("/{secret}/match", get(match_events))
            .route("/{secret}/watch", post(watch))
            .with_state(self)
    }

    fn is_closed(&self) -> bool {
        Self::is_closed(self)
    }

    fn farewell(&self) -> Duration {
        FAREWELL
    }
}

fn check(run: &LiveRun, secret: &str) -> Result<(), Denied> {
    if run.knows(secret) { Ok(()) } else { Err(Denied::NotFound) }
}

async fn page(
    State(run): State<Arc<LiveRun>>,
    Path(secret): Path<String>,
) -> Result<impl IntoResponse, Denied> {
    check(&run, &secret)?;
    Ok(server::page(live_page(), live_policy()))
}

async fn events(
    State(run): State<Arc<LiveRun>>,
    Path(secret): Path<String>,
    uri: Uri,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Denied> {
    check(&run, &secret)?;
    let waits = uri.query() == Some("end");
    let attention = if waits { Attention::Waits } else { Attention::Looks };
    let listener = run.listen(attention).ok_or(Denied::ManyPages)?;
    let reader = Reader { listener, sent: Default::default() };
    Ok(sse(stream::unfold(reader, Reader::next)))
}

/// The parts that a page has got.
struct Reader {
    listener: Listener,
    sent: [Option<PageEvent>; Part::ALL.len()],
}

impl Reader {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        let wanted: &[Part] = match self.listener.attention {
            Attention::Looks => &Part::ALL,
            Attention::Waits => &[Part::End],
        };
        loop {
            let (event, closed) = {
                let now = self.listener.now.borrow_and_update();
                let new = wanted.iter().map(|&part| part as usize).find(|&part| {
                    let [sent, now] = [&self.sent[part], &now.parts[part]].map(data);
                    sent != now
                });
                let event = new.and_then(|part| {
                    self.sent[part].clone_from(&now.parts[part]);
                    now.parts[part].clone()
                });
                (event, now.closed)
            };
            if let Some(event) = event {
                return Some((Ok(event.sent()), self));
            }
            if closed {
                return None;
            }
            self.listener.now.changed().await.ok()?;
        }
    }
}

/// The place of an event's data: equal places are faster to compare than equal reports.
fn data(event: &Option<PageEvent>) -> Option<*const u8> {
    event.as_ref().map(|event| event.data.as_ptr())
}

async fn match_events(
    State(run): State<Arc<LiveRun>>,
    Path(secret): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Denied> {
    check(&run, &secret)?;
    run.feed.stream(&uri, &headers).ok_or(Denied::ManyPages)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WatchRequest {}

async fn watch(
    State(run): State<Arc<LiveRun>>,
    Path(secret): Path<String>,
    request: Request,
) -> Result<String, Denied> {
    check(&run, &secret)?;
    let WatchRequest {} = body(request).await?;
    run.ask_for_match();
    Ok("{}".to_owned())
}
