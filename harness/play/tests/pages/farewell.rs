//! The end of a server whose answers nobody takes.

use std::convert::Infallible;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::routing::get;
use futures_util::stream;
use stoker_play::server::{ConnectionLimits, Server, Site};

/// A site with an answer that never ends.
#[derive(Default)]
struct Endless {
    is_closed: AtomicBool,
}

impl Site for Endless {
    fn addresses(&self) -> usize {
        1
    }

    fn address_of(&self, secret: &str) -> Option<usize> {
        (secret == "secret").then_some(0)
    }

    fn routes(self: Arc<Self>) -> Router {
        let chunk = Ok::<_, Infallible>(vec![b'.'; 1 << 16]);
        let answer = async move || Body::from_stream(stream::repeat(chunk));
        Router::new().route("/secret/", get(answer))
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    fn farewell(&self) -> Duration {
        Duration::from_millis(200)
    }
}

#[test]
fn a_server_ends_although_an_answer_is_not_taken() {
    let site = Arc::new(Endless::default());
    let here = ([127, 0, 0, 1], 0).into();
    let server = Server::start(here, ConnectionLimits::default(), Arc::clone(&site)).unwrap();
    let mut client = TcpStream::connect(server.address()).unwrap();
    write!(client, "GET /secret/ HTTP/1.1\r\nhost: {}\r\n\r\n", server.address()).unwrap();
    // The answer has begun, and its rest is not read.
    client.read_exact(&mut [0; 1_000]).unwrap();
    site.is_closed.store(true, Ordering::Relaxed);
    let (ended, end) = channel();
    thread::spawn(move || {
        server.join();
        ended.send(())
    });
    assert_eq!(end.recv_timeout(Duration::from_secs(60)), Ok(()));
}
