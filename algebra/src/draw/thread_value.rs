//! Pictures of thread-value layouts: a tile with the thread and value that each element belongs to.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::grid::{Content, Grid, written};
use super::palette::Background;
use super::parent::Part;
use super::scene::Scene;
use super::window::Window;
use crate::atom::DataLayout;
use crate::error::{Error, Operation};
use crate::layout::Layout;
use crate::layout::thread_value::ThreadValue;
use crate::mode::Mode;
use crate::operation::divide::{logical_divide, zipped_divide};
use crate::stride::Stride;
use crate::stride::axes::make_identity_layout;
use crate::tuple::profile::Profile;

/// The meaning of the color of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// The thread, modulo 8.
    #[default]
    Thread,
    /// The value, modulo 8.
    Value,
}

/// The owners of the elements of a tile.
pub(super) struct Owners {
    values: BTreeMap<i64, Owner>,
    by: By,
    /// True if several threads each have all elements.
    pub shared: bool,
}

/// The first thread and value that an element belongs to, and the number of others.
struct Owner {
    thread: i64,
    value: i64,
    others: i64,
}

/// The threads, or the values, that have distinct elements.
struct Distinct<T> {
    modes: Vec<Mode<T>>,
    /// The layout from these to the first thread or value that has the same elements.
    first: Vec<Mode>,
    size: i64,
    /// The number of threads or values that have the same elements.
    copies: i64,
}

impl<T: Stride> Distinct<T> {
    fn new(all: &Layout<T>) -> Self {
        let mut distinct = Distinct { modes: Vec::new(), first: Vec::new(), size: 1, copies: 1 };
        for mode in all.flat_modes() {
            let stride = distinct.size * distinct.copies;
            if mode.stride == T::zero() {
                distinct.copies *= mode.shape;
            } else {
                distinct.size *= mode.shape;
                distinct.modes.push(mode.clone());
                distinct.first.push(Mode { shape: mode.shape, stride });
            }
        }
        distinct
    }
}

/// The modes as a flat layout; they are known to fit together.
fn flat<T: Stride>(modes: Vec<Mode<T>>) -> Layout<T> {
    let profile = Profile::flat(modes.len());
    Layout::of_modes(modes, profile).unwrap_or(Layout::unit())
}

impl Owners {
    pub fn new<T: Stride>(tv: &ThreadValue<T>, by: By) -> (Self, Part) {
        let half = |at| Distinct::new(&tv.layout().mode(at).unwrap_or(Layout::unit()));
        let (threads, values): (Distinct<T>, Distinct<T>) = (half(0), half(1));
        let layout = flat([threads.modes, values.modes].concat());
        let part = Part::of_tile(tv.tile(), T::tile(&layout));
        let first = [flat(threads.first), flat(values.first)];
        let copies = threads.copies.saturating_mul(values.copies);
        let owners = part.by_place().into_iter().map(|(place, all)| {
            let i = all.first().copied().unwrap_or(0);
            let [thread, value] = [(0, i % threads.size), (1, i / threads.size)]
                .map(|(at, i)| first[at].offset(i).unwrap_or(0));
            let others = copies.saturating_mul(all.len() as i64) - 1;
            (place, Owner { thread, value, others })
        });
        let shared = threads.size == 1 && threads.copies > 1;
        (Owners { values: owners.collect(), by, shared }, part)
    }

    /// The largest number of characters in a line of a label that names thread and value.
    pub fn longest(&self) -> usize {
        let lines = self.values.values().map(|owner| {
            let others = if owner.others > 0 { 1 + digits(owner.others) } else { 0 };
            1 + digits(owner.value).max(digits(owner.thread) + others)
        });
        lines.max().unwrap_or(1)
    }

    /// The element with its thread and value; `T0+3` means that it belongs to 3 others too.
    pub fn content(&self, place: i64, content: Content, second: Option<&str>) -> Content {
        let Some(owner) = self.values.get(&place) else {
            return content.labelled("".into()).filled(Background::Faint);
        };
        let others = if owner.others > 0 { format!("+{}", owner.others) } else { "".into() };
        let (thread, value) = (owner.thread, owner.value);
        let (first, number) = match self.by {
            By::Value if second.is_some() => (format!("V{value}"), value),
            By::Value => (format!("T{thread}{others}"), value),
            By::Thread => (format!("T{thread}{others}"), thread),
        };
        let second = second.map_or_else(|| format!("V{value}"), |second| second.to_string());
        content
            .labelled(format!("{first}\n{second}"))
            .filled(Background::Tint(number.unsigned_abs()))
            .fact("thread", thread)
            .fact("value", value)
            .linked([thread.unsigned_abs()])
    }
}

/// The tile of a thread-value layout. Each cell has the thread and value that have the element, for example `T3` and
/// `V1`. If several have it, the cell names the first and the number of others: `T0+3`.
///
/// ```
/// use tilework_algebra::{Layout, ThreadValue, draw};
/// let tv: Layout = "((4,8),2):((16,1),8)".parse()?;
/// let tv = ThreadValue::new(&"(8,8)".parse()?, tv)?;
/// let picture = draw::owners(&tv, draw::By::Thread, &draw::Window::default());
/// // Row 1 begins with values 0 and 1 of thread 4.
/// assert_eq!(picture.cells()[8].label, "T4\nV0");
/// assert_eq!(picture.cells()[9].label, "T4\nV1");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn owners<T: Stride>(tv: &ThreadValue<T>, by: By, window: &Window) -> Scene {
    tile(tv, by, format!("{} in {}", tv.layout(), tv.tile()), window)
}

pub(super) fn tile<T: Stride>(
    tv: &ThreadValue<T>,
    by: By,
    title: impl ToString,
    window: &Window,
) -> Scene {
    let (owners, part) = Owners::new(tv, by);
    let mut scene = Grid::new(title.to_string(), tv.tile().clone()).draw(window, &mut |i| {
        let content = Content::default().fact("coordinate", written(tv.tile(), i));
        owners.content(i, content, None)
    });
    if let Some(note) = part.note() {
        scene.note(&note);
    }
    scene
}

/// The number of digits.
pub(super) fn digits(number: i64) -> usize {
    number.to_string().len()
}

/// DataLayout in tiles that are divided among threads, as by [`partition`](crate::partition()): the tile, and all of the data
/// with the thread and the offset of each element and the tiles outlined.
///
/// # Errors
/// The errors of [`zipped_divide`](crate::zipped_divide()), for data that is not a whole number of tiles.
///
/// ```
/// use tilework_algebra::{Layout, ThreadValue, draw};
/// let tv = ThreadValue::new(&"(2,4)".parse()?, "(2,4):(1,2)".parse::<Layout>()?)?;
/// let data: Layout = "(4,8):(8,1)".parse()?;
/// let picture = draw::partition(&data, &tv, draw::By::Thread, &draw::Window::default())?;
/// assert_eq!(picture.panels().len(), 2);
/// assert_eq!(picture.cells().last().unwrap().label, "T1\n31");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn partition<L: DataLayout, T: Stride>(
    data: &L,
    tv: &ThreadValue<T>,
    by: By,
    window: &Window,
) -> Result<Scene, Error> {
    let during = |error: Error| error.during(Operation::Partition);
    let (owners, _) = Owners::new(tv, by);
    let (shape, tiler) = (data.inner().shape(), tv.tiler()?);
    // The tiles are contiguous in each mode, so the coordinates keep their order.
    let divided = logical_divide(data.inner(), &tiler).map_err(during)?;
    let coordinates = zipped_divide(&make_identity_layout(&shape)?, &tiler).map_err(during)?;
    let tile_size = tv.tile().size()?;
    let places = Part::of_coordinates(&shape, coordinates).by_place();
    let mut whole = Grid::new(data.written(), divided.shape()).draw(window, &mut |i| {
        let content = Content::of_offset(data, i);
        let offset = content.label.clone();
        match places.get(&i).and_then(|all| all.first()) {
            Some(element) => owners.content(element % tile_size, content, Some(&offset)),
            None => content,
        }
    });
    if places.len() as i64 != shape.size()? {
        whole.note("of the other elements the threads are not looked for");
    }
    let title = format!("tile {}: {}", tv.tile(), tv.layout());
    Ok(Scene::beside([tile(tv, by, title, window), whole], window.width()))
}
