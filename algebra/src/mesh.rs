//! Meshes: devices at the places of a shape.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::image::is_compact;
use crate::operation::compact::compact_row_major;
use crate::tuple::int_tuple::IntTuple;

/// A mesh of devices: a layout that maps a place to the number of the device there. It is a bijection onto `0..size`.
/// NCCL calls the number a rank; JAX and PyTorch call the whole a mesh.
///
/// The mode with the largest stride is the outermost, for example the host. Devices that differ in that mode are the
/// farthest apart.
///
/// ```
/// use tilework_algebra::{IntTuple, Mesh};
/// // Two hosts of four.
/// let mesh = Mesh::of_shape(&"(2,4)".parse()?)?.named(["host", "gpu"])?;
/// assert_eq!(mesh.layout().to_string(), "(2,4):(4,1)");
/// assert_eq!((mesh.size(), mesh.name(6)), (8, "host 1 gpu 2".to_string()));
/// assert!(mesh.distance(6, 7) < mesh.distance(6, 2));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mesh {
    layout: Layout,
    names: Vec<String>,
    /// The position and stride of each flat mode, from the innermost mode outward.
    inner: Vec<(usize, i64)>,
}

impl Mesh {
    /// The largest number of devices.
    pub const MAX_SIZE: i64 = 1 << 16;

    /// The mesh in which this layout gives the number of the device at each place.
    ///
    /// # Errors
    /// [`Rule::Compactness`] unless the numbers are `0..size`, each once; [`Rule::ListLength`] for more than
    /// [`Mesh::MAX_SIZE`] devices.
    pub fn new(layout: &Layout) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Mesh, rule);
        layout.positive(Operation::Mesh)?;
        let (size, limit) = (layout.size(), Mesh::MAX_SIZE);
        if size > limit {
            return Err(error(Rule::ListLength { size, limit }));
        }
        if !is_compact(layout) {
            return Err(error(Rule::Compactness));
        }
        let modes = layout.flat_modes().iter().enumerate();
        let mut inner: Vec<_> =
            modes.filter(|(_, mode)| mode.shape > 1).map(|(at, mode)| (at, mode.stride)).collect();
        inner.sort_by_key(|&(_, stride)| stride);
        Ok(Mesh { layout: layout.clone(), names: Vec::new(), inner })
    }

    /// The mesh of this shape in row-major order: the last mode is the innermost, as hosts count their devices.
    ///
    /// # Errors
    /// The errors of [`Mesh::new`].
    pub fn of_shape(shape: &IntTuple) -> Result<Self, Error> {
        let strides = compact_row_major(shape).map_err(|error| error.during(Operation::Mesh))?;
        Mesh::new(&Layout::new(shape, &strides)?)
    }

    /// The same mesh with names for the flat modes, for example `host` and `gpu`.
    ///
    /// # Errors
    /// [`Rule::Axes`] unless there is one name for each mode.
    pub fn named<N: Into<String>>(self, names: impl IntoIterator<Item = N>) -> Result<Self, Error> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let (modes, axes) = (self.layout.length(), names.len());
        if modes != axes {
            return Err(Error::new(Operation::Mesh, Rule::Axes { modes, axes }));
        }
        Ok(Mesh { names, ..self })
    }

    /// The layout from places to numbers.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of devices.
    pub fn size(&self) -> i64 {
        self.layout.size()
    }

    /// The place of the device with this number, which must be below the size: a coordinate for each flat mode.
    pub fn place(&self, number: i64) -> Vec<i64> {
        let mut place = alloc::vec![0; self.layout.length()];
        for &(at, stride) in &self.inner {
            // The sorted strides of a bijection are the products of the extents below.
            place[at] = number / stride % self.layout.flat_modes()[at].shape;
        }
        place
    }

    /// The place as an integral coordinate for the device mode of a [`Distribution`](crate::Distribution).
    pub fn integral_place(&self, number: i64) -> i64 {
        let modes = self.layout.flat_modes().iter().zip(self.place(number));
        modes.rev().fold(0, |sum, (mode, at)| sum * mode.shape + at)
    }

    /// A distance that can be compared between pairs of devices. It is larger the farther out the places differ, and 0
    /// for a device and itself.
    pub fn distance(&self, p: i64, q: i64) -> u64 {
        let differ = |&(at, stride): &(usize, i64)| {
            let extent = self.layout.flat_modes()[at].shape;
            p / stride % extent != q / stride % extent
        };
        self.inner.iter().rev().fold(0, |sum, mode| 2 * sum + u64::from(differ(mode)))
    }

    /// The name of a device: the name of its place, or its number if modes have no names.
    pub fn name(&self, number: i64) -> String {
        if self.names.is_empty() {
            return format!("{number}");
        }
        let place = self.place(number);
        let parts = self.names.iter().zip(place).map(|(name, at)| format!("{name} {at}"));
        parts.collect::<Vec<_>>().join(" ")
    }
}
