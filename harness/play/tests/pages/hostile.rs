use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use stoker_bots::toy;
use stoker_engine::toy::{Layout, Toy};

use stoker_play::feed::MOST_PAGES;
use stoker_play::server::ConnectionLimits;

use crate::client::{Running, Terms, entrant, exchange, request};

fn game() -> Running {
    let ruleset = toy::ruleset().unwrap();
    Running::begin(&ruleset, Toy::of(Layout::Pair, 9), &[None, Some("random")], false)
}

#[test]
fn two_hundred_idle_connections_and_half_requests_block_nobody() {
    let running = game();
    let idle: Vec<_> = (0..200)
        .map(|number| {
            let mut stream = TcpStream::connect(running.address).unwrap();
            let begun = ["", "GET", "GET /secret-of-0/ HTTP/1.1\r\nhost: x\r\n", "\0\u{1}\u{2}"];
            stream.write_all(begun[number % begun.len()].as_bytes()).unwrap();
            stream
        })
        .collect();
    let mut page = running.page(0);
    page.play_to(usize::MAX);
    assert!(page.end.is_some());
    drop(idle);
}

#[test]
fn a_body_of_a_gigabyte_is_refused_before_it_is_read() {
    let running = game();
    let head = format!(
        "POST /secret-of-0/move HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: 1073741824\r\n\r\n",
        running.address
    );
    let mut stream = TcpStream::connect(running.address).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = vec![b' '; 1 << 20];
    // The server closes long before all is sent.
    let sent = (0..1_024).take_while(|_| stream.write_all(&chunk).is_ok()).count();
    assert!(sent < 64, "{sent} MiB were taken");
    let mut page = running.page(0);
    page.play_to(usize::MAX);
}

#[test]
fn garbage_is_answered_with_an_error_or_not_at_all() {
    let running = game();
    for garbage in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET / HTTP/9.9\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /secret-of-0/ HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
        b"POST /secret-of-0/move HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    ] {
        let mut stream = TcpStream::connect(running.address).unwrap();
        stream.write_all(garbage).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    let long =
        format!("GET /{} HTTP/1.1\r\nhost: {}\r\n\r\n", "x".repeat(100_000), running.address);
    let (status, _) = exchange(running.address, long.as_bytes());
    assert!(status == 0 || (400..500).contains(&status), "{status}");
    let mut page = running.page(0);
    page.play_to(usize::MAX);
}

#[test]
fn nobody_without_the_secret_gets_anything() {
    let running = game();
    for path in ["/", "/secret-of-1/", "/secret-of-1/events", "/secret-of-0", "/secret-of-0/x"] {
        let (status, answer) =
            exchange(running.address, &request(running.address, "GET", path, ""));
        assert!(status == 404 && answer.ends_with("there is no such page"), "{path}: {answer}");
    }
    for what in ["move", "back", "advice", "again"] {
        let path = format!("/secret-of-1/{what}");
        let (status, _) = exchange(running.address, &request(running.address, "POST", &path, "{}"));
        assert_eq!(status, 404, "{what}");
    }
}

#[test]
fn another_site_cannot_use_the_page_of_a_person() {
    let running = game();
    let address = running.address;
    let from = |headers: &str| {
        let text = format!(
            "POST /secret-of-0/again HTTP/1.1\r\n{headers}\r\nconnection: close\r\n\
             content-length: 2\r\n\r\n{{}}"
        );
        exchange(address, text.as_bytes()).0
    };
    let json = "content-type: application/json";
    assert_eq!(from(&format!("host: evil.example\r\n{json}")), 403);
    assert_eq!(from(&format!("host: {address}\r\norigin: http://evil.example\r\n{json}")), 403);
    assert_eq!(from(&format!("host: {address}\r\ncontent-type: text/plain")), 403);
    assert_eq!(from(&format!("host: {address}\r\norigin: http://{address}\r\n{json}")), 409);
}

#[test]
fn requests_that_come_too_fast_are_refused_until_they_slow_down() {
    let running = game();
    let get = request(running.address, "GET", "/secret-of-0/", "");
    let statuses: Vec<_> = (0..400).map(|_| exchange(running.address, &get).0).collect();
    assert!(statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
    while exchange(running.address, &get).0 != 200 {
        thread::sleep(Duration::from_millis(500));
    }
    thread::sleep(Duration::from_millis(500));
    let mut page = running.page(0);
    page.play_to(usize::MAX);
}

/// A game whose server has few connections.
fn crowded(most: usize) -> Running {
    let ruleset = toy::ruleset().unwrap();
    let limits = ConnectionLimits { most, strangers: Duration::from_millis(300) };
    let bots = vec![None, Some(entrant(&ruleset, "random"))];
    let terms = Terms { limits, ..Terms::default() };
    Running::with(&ruleset, Toy::of(Layout::Pair, 9), bots, terms)
}

#[test]
fn strangers_who_hold_all_connections_lose_them() {
    let running = crowded(4);
    let text = format!("GET /guess/ HTTP/1.1\r\nhost: {}\r\n\r\n", running.address);
    let strangers: Vec<_> = (0..12)
        .map(|number| {
            let mut stream = TcpStream::connect(running.address).unwrap();
            // Some keep asking, and some say nothing.
            if number % 2 == 0 {
                stream.write_all(text.as_bytes()).unwrap();
            }
            stream
        })
        .collect();
    let mut page = running.page(0);
    page.play_to(usize::MAX);
    assert!(page.end.is_some());
    for mut stream in strangers {
        // The end of the stream, or an error: the server has closed it.
        let _ = stream.read_to_end(&mut vec![]);
    }
    assert!(page.get("replay").0 == 200, "whoever knows the secret is not turned out");
}

#[test]
fn a_session_ends_although_all_connections_are_held() {
    let running = crowded(2);
    let pages = [running.page(0), running.page(0)].map(|mut page| {
        page.until(|page| page.is_due());
        page
    });
    let waiting: Vec<_> = (0..4).map(|_| TcpStream::connect(running.address).unwrap()).collect();
    drop(running);
    drop((pages, waiting));
}

#[test]
fn a_person_has_room_for_some_pages_and_the_others_for_theirs() {
    let ruleset = toy::ruleset().unwrap();
    let running = Running::begin(&ruleset, Toy::of(Layout::Pair, 9), &[None, None], false);
    let mut pages: Vec<_> = (0..MOST_PAGES).map(|_| running.page(0)).collect();
    for page in &mut pages {
        page.until(|page| page.start.is_object());
    }
    let (status, answer) = pages[0].get("events");
    assert!(status == 429 && answer.contains("pages are open"), "{status}: {answer}");
    running.page(1).until(|page| page.start.is_object());
}

#[test]
fn a_page_that_comes_back_gets_what_it_has_missed_and_no_more() {
    let running = game();
    let mut page = running.page(0);
    page.play_to(3);
    let (turns, id) = (page.turns.len(), page.id.clone());
    drop(page);
    let mut page = running.page_since(0, &id);
    let mut other = running.page(0);
    other.until(|page| page.turns.len() == turns && page.is_due());
    other.play_to(usize::MAX);
    page.until(|page| page.end.is_some());
    assert!(page.start.is_null());
    assert_eq!(page.turns[..], other.turns[turns..]);
}
