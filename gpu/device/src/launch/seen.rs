//! The checks of a launch's buffers.

use core::fmt::Display;
use core::ops::Range;

use tilework::AnyLayout;

use super::injectivity;
use crate::Divides;
use crate::emulator::Named;

/// The checks of a launch's buffers, parameter by parameter.
#[doc(hidden)]
#[derive(Default)]
pub struct Seen {
    buffers: Vec<(&'static str, Range<u64>, bool)>,
    /// The parameters that are divided among threads, with the largest grid.
    divided: Vec<(&'static str, [usize; 3])>,
    /// The names by which an emulator reports accesses.
    pub(super) named: Vec<Named>,
    pub(super) wrong: Option<String>,
}
impl Seen {
    /// Checks that the layout of the parameter `name` reaches only elements `T` in a buffer of `bytes` bytes. If the
    /// elements are divided among threads, the layout is compared with the grid later.
    pub fn input<T, L, P>(&mut self, name: &'static str, bytes: usize, layout: L)
    where
        L: AnyLayout + Display,
        P: Divides<L>,
    {
        self.reaches::<T, L>(name, bytes, layout);
        self.divided.extend(P::most_blocks_that_read(layout).map(|most| (name, most)));
    }
    /// [`input`](Seen::input) for a parameter that the kernel writes: also checks that the layout is injective.
    pub fn output<T, L, P>(&mut self, name: &'static str, bytes: usize, layout: L)
    where
        L: AnyLayout + Display,
        P: Divides<L>,
    {
        self.reaches::<T, L>(name, bytes, layout);
        self.divided.extend(P::most_blocks(layout).map(|most| (name, most)));
        if let Some(wrong) = injectivity::wrong(name, layout) {
            self.wrong.get_or_insert(wrong);
        }
    }
    fn reaches<T, L: AnyLayout + Display>(&mut self, name: &str, bytes: usize, layout: L) {
        let (reached, has) = (layout.cosize(), bytes / size_of::<T>());
        if reached > has {
            self.wrong.get_or_insert_with(|| {
                format!("`{name}`: the layout {layout} reaches {reached} elements, and the buffer has {has}")
            });
        }
    }
    /// Checks that the layouts have a part for each thread of the grid.
    pub(super) fn grid(&self, grid: [u32; 3]) -> Result<(), String> {
        let beyond = |(_, most): &&(&str, [usize; 3])| {
            grid.iter().zip(most).any(|(blocks, most)| *blocks as usize > *most)
        };
        let Some((name, most)) = self.divided.iter().find(beyond) else { return Ok(()) };
        let most = most.map(|most| match most {
            usize::MAX => "any number".to_owned(),
            most => most.to_string(),
        });
        let [x, y, z] = grid;
        Err(format!(
            "`{name}`: the layout has parts for {} blocks, and the grid has {x} x {y} x {z}",
            most.join(" x ")
        ))
    }
    /// Records of which elements a buffer is for the kernel, and with which layout.
    pub(super) fn named(
        &mut self,
        name: &'static str,
        at: Range<u64>,
        element: usize,
        layout: Option<String>,
    ) {
        self.named.push(Named { name, addresses: at, element, layout });
    }
    /// Checks that the parameter `name` begins where an element `T` can be: a part may begin at any element.
    pub fn aligned<T>(&mut self, name: &str, address: u64) {
        let bytes = align_of::<T>();
        if !address.is_multiple_of(bytes as u64) {
            self.wrong.get_or_insert_with(|| {
                format!("`{name}` begins at {address:#x}, and the elements of the kernel at multiples of {bytes} bytes")
            });
        }
    }
    /// Records that the parameter `name` has a buffer at these addresses, and whether it may write it.
    pub(crate) fn buffer(&mut self, name: &'static str, at: Range<u64>, writes: bool) {
        let meets = |(_, other, written): &&(&str, Range<u64>, bool)| {
            (writes || *written) && at.start < other.end && other.start < at.end
        };
        if let Some((other, ..)) = self.buffers.iter().find(meets) {
            self.wrong.get_or_insert_with(|| {
                format!("`{other}` and `{name}` are the same buffer, and the kernel writes it: a GPU has one of its own for each")
            });
        }
        self.buffers.push((name, at, writes));
    }
}
