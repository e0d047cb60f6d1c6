//! The pages of a table: one for each person.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::IntoResponse;
use axum::response::sse::{Event, Sse};
use axum::routing::{get, post};
use futures_util::stream::Stream;
use serde::Deserialize;
use stoker_report::page::{play_page, play_policy};

use crate::server::{self, Denied, Site, body};
use crate::table::{GameTable, Refusal, TablePlace, Wish};

impl Site for GameTable {
    fn addresses(&self) -> usize {
        self.places().len()
    }

    fn address_of(&self, secret: &str) -> Option<usize> {
        let place = self.place(secret)?;
        self.places().iter().position(|it| std::ptr::eq(it, place))
    }

    fn routes(self: Arc<Self>) -> Router {
        Router::new()
            .route("/{secret}/", get(page))
            .route("/{secret}/events", get(events))
            .route("/{secret}/replay", get(replay))
            .route("/{secret}/move", post(make_move))
            .route("/{secret}/advice", post(advice))
            .route("/{secret}/back", post(back))
            .route("/{secret}/again", post(again))
            .with_state(self)
    }

    fn is_closed(&self) -> bool {
        Self::is_closed(self)
    }
}

impl From<Refusal> for Denied {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal {
            Refusal::Rated => StatusCode::FORBIDDEN,
            Refusal::BadMove(_) | Refusal::NoAdvice(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Refusal::NotYourTurn
            | Refusal::NothingToTakeBack
            | Refusal::OthersMoved
            | Refusal::OnTheWay
            | Refusal::NotOver
            | Refusal::NoMore => StatusCode::CONFLICT,
            Refusal::Closed => StatusCode::GONE,
        };
        Self::Refused(status, refusal.to_string())
    }
}

fn place<'t>(table: &'t GameTable, secret: &str) -> Result<&'t TablePlace, Denied> {
    table.place(secret).ok_or(Denied::NotFound)
}

async fn page(
    State(table): State<Arc<GameTable>>,
    Path(secret): Path<String>,
) -> Result<impl IntoResponse, Denied> {
    place(&table, &secret)?;
    Ok(server::page(play_page(), play_policy()))
}

async fn replay(
    State(table): State<Arc<GameTable>>,
    Path(secret): Path<String>,
) -> Result<impl IntoResponse, Denied> {
    place(&table, &secret)?;
    let page = table.replay().ok_or(Denied::NotFound)?;
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page.to_string()))
}

async fn events(
    State(table): State<Arc<GameTable>>,
    Path(secret): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Denied> {
    place(&table, &secret)?.feed.stream(&uri, &headers).ok_or(Denied::ManyPages)
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

/// Passes a wish on, and waits for the answer.
async fn wished(
    table: &GameTable,
    place: &TablePlace,
    turn: u32,
    wish: Wish,
) -> Result<String, Denied> {
    let answer = table.wish(place, turn, wish)?;
    Ok(answer.await.map_err(|_| Refusal::NotYourTurn)??)
}

async fn make_move(
    State(table): State<Arc<GameTable>>,
    Path(secret): Path<String>,
    request: Request,
) -> Result<String, Denied> {
    let place = place(&table, &secret)?;
    let MoveRequest { turn, mv, message } = body(request).await?;
    wished(&table, place, turn, Wish::Move { mv, message }).await
}

async fn advice(
    State(table): State<Arc<GameTable>>,
    Path(secret): Path<String>,
    request: Request,
) -> Result<String, Denied> {
    let place = place(&table, &secret)?;
    table.check_help()?;
    let AdviceRequest { turn, bot } = body(request).await?;
    wished(&table, place, turn, Wish::Advice { bot }).await
}

async fn back(
    State(table): State<Arc<GameTable>>,
    Path(secret): Path<String>,
    request: Request,
) -> Result<String, Denied> {
    let place = place(&table, &secret)?;
    let BackRequest { turn } = body(request).await?;
    table.take_back(place, turn)?;
    Ok("{}".to_owned())
}

async fn again(
    State(table): State<Arc<GameTable>>,
    Path(secret): Path<String>,
) -> Result<String, Denied> {
    place(&table, &secret)?;
    table.again()?;
    Ok("{}".to_owned())
}
