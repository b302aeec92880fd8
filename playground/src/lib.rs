//! The value level for a page: requests in JSON, answers in JSON.
//!
//! The page writes a request into memory that [`allocate`] gives, calls [`answer`], and reads the answer at
//! [`answer_at`], of [`answer_len`] bytes. A request is an object with the name of what is to be done, `"do"`:
//!
//! | `"do"` | takes | answers |
//! |---|---|---|
//! | `read` | `text`, a program of several lines | the value or the failure of each statement |
//! | `draw` | `picture`, a name for it; `text`, `statement`, `by`, `width` | the picture as numbers |
//! | `explain` | `text`, `statement`, `by`, `width` | the steps, some with a picture |
//! | `shown` | `picture` | a picture that was drawn before |
//! | `facts` | `picture`, `cell`, `access` | the facts of a cell, and the cells that are linked with it |
//! | `labels` | `picture`, `fact`, `access` | that fact of each cell |
//! | `select` | `picture`, `fact`, `value`, `access` | the cells that have this fact |
//! | `export` | `text`, `statement` | the value in each form of source text |
//! | `file` | `picture`, `form` | a picture as SVG, TikZ, text or HTML |
//! | `help` | | the table of operations |
//! | `machines` | | the machines that have names, and their figures |

mod explain;
mod export;
mod facts;
mod help;
mod machines;
mod picture;
mod program;
mod request;

use std::cell::RefCell;
use std::collections::BTreeMap;

use request::Request;
use tilework_algebra::draw::Scene;

/// The pictures that were drawn, by the names that the page gave them.
#[derive(Default)]
struct Pictures(BTreeMap<String, Scene>);

thread_local! {
    static PICTURES: RefCell<Pictures> = RefCell::default();
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Memory for a request of this many bytes. [`answer`] frees it.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(len: usize) -> *mut u8 {
    Box::leak(vec![0u8; len].into_boxed_slice()).as_mut_ptr()
}

/// Answers the request at `at`.
///
/// # Safety
/// `at` is what [`allocate`] gave for this length, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer(at: *mut u8, len: usize) {
    // SAFETY: `allocate` leaked a box of `len` bytes at `at`, and nobody else has it.
    let bytes = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, len)) };
    let text = String::from_utf8_lossy(&bytes);
    let answered = PICTURES.with_borrow_mut(|pictures| match Request::read(&text) {
        Some(request) => answered(&request, pictures),
        None => refused("the request is not an object"),
    });
    ANSWER.set(answered.into_bytes());
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// Its length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_len() -> usize {
    ANSWER.with_borrow(|answer| answer.len())
}

fn refused(reason: &str) -> String {
    serde_json::json!({ "refused": reason }).to_string()
}

fn answered(request: &Request, pictures: &mut Pictures) -> String {
    match request.text("do") {
        "read" => program::read(request.text("text")),
        "draw" => picture::draw(request, pictures),
        "explain" => explain::explain(request, pictures),
        "export" => export::export(request),
        "help" => help::help(),
        "machines" => machines::machines(),
        of_picture => {
            let Some(scene) = pictures.0.get(request.text("picture")) else {
                return refused("there is no such picture");
            };
            match of_picture {
                "shown" => picture::written(scene),
                "facts" => facts::of_cell(scene, request),
                "labels" => facts::labels(scene, request),
                "select" => facts::select(scene, request),
                "file" => export::file(scene, request),
                _ => refused("nothing is done by this name"),
            }
        }
    }
}
