//! Catches panics without printing them.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use stoker_external::fault::Fault;
use stoker_files::printable::one_line;

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs something that may panic. The error is the panic's message and place, as one line.
///
/// Nothing is printed. Panics elsewhere go to the hook that was there before.
///
/// # Errors
/// The message of a panic.
pub fn catch<R>(run: impl FnOnce() -> R) -> Result<R, String> {
    install();
    let nested = CATCHING.replace(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    CATCHING.set(nested);
    result.map_err(|_| CAUGHT.take().unwrap_or_else(|| "panicked".to_owned()))
}

fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if CATCHING.get() {
                CAUGHT.set(Some(describe(panic)));
            } else {
                before(panic);
            }
        }));
    });
}

/// Describes a panic. The file is shown without its folders: these differ from one computer to the
/// next, and the text ends up in files that must not differ.
fn describe(panic: &PanicHookInfo<'_>) -> String {
    let text = message(panic.payload());
    let place = panic.location().map_or_else(String::new, |at| {
        let file = at.file().rsplit(['/', '\\']).next().unwrap_or_default();
        format!(" ({file}:{})", at.line())
    });
    let room = Fault::MAX_REASON.saturating_sub(place.len());
    one_line(text, room) + &place
}

fn message(payload: &dyn Any) -> &str {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "panicked",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_one_line_of_text_with_its_place() {
        let reason = catch(|| panic!("no\nway {}", 1)).unwrap_err();
        assert!(reason.starts_with("no way 1 (quiet.rs:"), "{reason}");
        let long = catch(|| panic!("{}", "é".repeat(900))).unwrap_err();
        assert!(long.len() <= Fault::MAX_REASON, "{}", long.len());
        let hidden = catch(|| panic!("{}", "\u{ad}".repeat(900))).unwrap_err();
        assert!(hidden.len() <= Fault::MAX_REASON, "{}", hidden.len());
        assert_eq!(catch(|| 1), Ok(1));
    }
}
