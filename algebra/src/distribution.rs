//! Distributions: which device has which elements of a tensor, and at which offset.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::budget::{Budget, DISTRIBUTION};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::mesh::Mesh;
use crate::mode::Mode;
use crate::operation::compact::{compact_row_major, identity};
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Profile;

pub(crate) mod holders;
mod placement;
pub(crate) mod runs;

use holders::Holders;

/// A distribution of a whole tensor over devices. It is the layout `(device, local)`, which maps the place of a device
/// and a local coordinate to a coordinate of the whole,
///
/// `x = begin + devices(place) + local(l)`,
///
/// together with the layout of a device's memory, which maps the same local coordinate to an offset. A coordinate
/// outside the whole is predicated: it has no element. Examples:
///
/// | rows of a whole of `(8,6)`, over 4 devices | layout |
/// |---|---|
/// | even | `(4,(2,6)):(2e0,(e0,e1))` |
/// | ragged, a whole of `(7,6)` | the same: the last row of device 3 is predicated |
/// | block-cyclic, blocks of 1 | `(4,((1,2),6)):(e0,((e0,4e0),e1))` |
/// | replicated | `(4,(8,6)):(0,(e0,e1))` |
/// | with a halo of 1 | `(4,(4,6)):(2e0,(e0,e1))`, which begins at `(-1,0)` |
///
/// Devices may have elements in common, and their strides are arbitrary. A local stride is a multiple of one basis
/// element and at least 0.
///
/// ```
/// use tilework_algebra::{Distribution, Error, Mesh, Rule};
/// let mesh = Mesh::of_shape(&"4".parse()?)?;
/// let whole = "(8,6)".parse()?;
/// let rows = Distribution::new(&mesh, &whole, &"(4,(2,6)):(2e0,(e0,e1))".parse()?)?;
/// assert_eq!(rows, Distribution::sharded(&mesh, &whole, &[Some(0)])?);
/// assert_eq!(rows.coordinate(3, 1), Some(vec![7, 0]));
/// assert_eq!(rows.local_size(), 12);
///
/// // No device has an element of row 7: (7,0) is the first coordinate that belongs to no device.
/// let short = Distribution::new(&mesh, &whole, &"(4,(1,6)):(2e0,(e0,e1))".parse()?);
/// assert!(matches!(short, Err(Error { rule: Rule::Coverage { coordinate: 1, extent: 8 }, .. })));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    mesh: Mesh,
    whole: IntTuple,
    layout: Layout<ArithmeticTuple>,
    devices: Layout<ArithmeticTuple>,
    local: Layout<ArithmeticTuple>,
    begin: Vec<i64>,
    memory: Layout,
    summands: bool,
}

/// A leaf of the local mode that steps along one mode of the whole: its extent, its step in the whole and its step in
/// memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) extent: i64,
    pub(crate) stride: i64,
    pub(crate) memory: i64,
}

impl Distribution {
    /// The distribution of a whole with this flat shape by a layout of two modes, `(device, local)`, into its
    /// coordinates. The memory of a device is compact, with the first local mode fastest.
    ///
    /// # Errors
    /// [`Rule::Coverage`] with the first coordinate, in colexicographic order, that no device has; [`Rule::ModeRange`]
    /// if there are not two modes, or a stride is along a mode that the whole does not have; [`Rule::EqualExtents`] if
    /// the first mode is not as large as the mesh; [`Rule::ScaledBasis`] for a local stride along several modes,
    /// [`Rule::NaturalStride`] for one below 0; [`Rule::Depth`] for a whole with nested modes; [`Rule::Overflow`];
    /// [`Rule::Undecided`] for more than 2^22 runs of coordinates, or for as much work with sets of devices.
    pub fn new(
        mesh: &Mesh,
        whole: &IntTuple,
        layout: &Layout<ArithmeticTuple>,
    ) -> Result<Self, Error> {
        let begin = vec![0; whole.leaves().len()];
        Distribution::beginning(mesh, whole, layout, begin)
    }

    /// [`Distribution::new`] with this coordinate added to all coordinates. Coordinates before the whole are predicated
    /// too.
    ///
    /// # Errors
    /// The errors of [`Distribution::new`]; [`Rule::Axes`] unless the coordinate has one number for each mode of the
    /// whole.
    pub fn beginning(
        mesh: &Mesh,
        whole: &IntTuple,
        layout: &Layout<ArithmeticTuple>,
        begin: Vec<i64>,
    ) -> Result<Self, Error> {
        let budget = Budget::new(Operation::Distribution, DISTRIBUTION);
        Distribution::within(mesh, whole, layout, begin, &budget)
    }

    /// [`Distribution::beginning`] within the budget of the calling operation.
    pub(crate) fn within(
        mesh: &Mesh,
        whole: &IntTuple,
        layout: &Layout<ArithmeticTuple>,
        begin: Vec<i64>,
        budget: &Budget<'_>,
    ) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Distribution, rule);
        if whole.depth() > 1 {
            return Err(error(Rule::Depth { limit: 1 }));
        }
        if let Some(at) = whole.leaves().iter().position(|&extent| extent < 1) {
            return Err(error(Rule::Extent { extent: whole.leaves()[at] }).at(at));
        }
        if begin.len() != whole.leaves().len() {
            let (modes, axes) = (whole.leaves().len(), begin.len());
            return Err(error(Rule::Axes { modes, axes }));
        }
        layout.positive(Operation::Distribution)?;
        let (Some(devices), Some(local), 2) = (layout.mode(0), layout.mode(1), layout.rank())
        else {
            return Err(error(Rule::ModeRange { mode: 1, rank: layout.rank() }));
        };
        if devices.size() != mesh.size() {
            let (left, right) = (devices.size(), mesh.size());
            return Err(error(Rule::EqualExtents { left, right }).at(0));
        }
        let memory = identity(&local.shape())?;
        let made = Distribution {
            mesh: mesh.clone(),
            whole: whole.clone(),
            layout: layout.clone(),
            devices,
            local,
            begin,
            memory,
            summands: false,
        };
        made.within_reach()?;
        Holders::of(&made, budget)?.cover(whole.leaves(), budget)?;
        Ok(made)
    }

    /// The same distribution with this layout for the memory of each device. It has the shape of the local mode.
    ///
    /// # Errors
    /// [`Rule::Congruence`] and [`Rule::EqualExtents`] for another shape, [`Rule::NaturalStride`],
    /// [`Rule::Injectivity`] if two local coordinates would have the same offset.
    pub fn with_memory(self, memory: &Layout) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Distribution, rule);
        if memory.profile() != self.local.profile() {
            return Err(error(Rule::Congruence));
        }
        let pairs = memory.flat_modes().iter().zip(self.local.flat_modes());
        for (at, (memory, local)) in pairs.enumerate() {
            if memory.shape != local.shape {
                let (left, right) = (memory.shape, local.shape);
                return Err(error(Rule::EqualExtents { left, right }).at(at));
            }
            if memory.stride < 0 {
                return Err(error(Rule::NaturalStride { stride: memory.stride }).at(at));
            }
        }
        if memory.cosize()? > i64::MAX / 4 {
            return Err(error(Rule::Overflow));
        }
        let collision =
            memory.collision().map_err(|error| error.during(Operation::Distribution))?;
        if let Some((first, second)) = collision {
            return Err(error(Rule::Injectivity { first, second }));
        }
        Ok(Distribution { memory: memory.clone(), ..self })
    }

    /// The same distribution with row-major memory on each device: compact, with the last local mode fastest.
    ///
    /// # Errors
    /// The errors of [`compact_row_major`].
    pub fn by_rows(self) -> Result<Self, Error> {
        let shape = self.local.shape();
        let memory = Layout::new(&shape, &compact_row_major(&shape)?)?;
        self.with_memory(&memory)
    }

    /// The same distribution with elements that are sums: each element is the sum of the values on all devices that
    /// have it. Matrix products that are split along `k` leave such elements.
    pub fn as_summands(self) -> Self {
        Distribution { summands: true, ..self }
    }

    /// Returns whether an element is the sum of the values on all devices that have it.
    pub fn is_summands(&self) -> bool {
        self.summands
    }

    /// The mesh of devices.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The shape of the whole.
    pub fn whole(&self) -> &IntTuple {
        &self.whole
    }

    /// The layout `(device, local)`.
    pub fn layout(&self) -> &Layout<ArithmeticTuple> {
        &self.layout
    }

    /// The local mode.
    pub fn local(&self) -> &Layout<ArithmeticTuple> {
        &self.local
    }

    /// The coordinate that is added to all coordinates.
    pub fn begin(&self) -> &[i64] {
        &self.begin
    }

    /// The layout of a device's memory: it maps local coordinates to offsets.
    pub fn memory(&self) -> &Layout {
        &self.memory
    }

    /// The number of elements that the memory of a device has room for, including predicated ones.
    pub fn local_size(&self) -> i64 {
        // This fits; it was checked when the memory was given.
        self.memory.cosize().unwrap_or(i64::MAX)
    }

    /// The coordinate of the whole at a local integral coordinate of a device. The result is `None` if the coordinate
    /// is predicated, or if there is no such device or local coordinate. This function is the definition of a
    /// distribution.
    pub fn coordinate(&self, device: i64, local: i64) -> Option<Vec<i64>> {
        if !(0..self.mesh.size()).contains(&device) || !(0..self.local.size()).contains(&local) {
            return None;
        }
        let mut x = self.start(device);
        add(&mut x, &self.local, local);
        let inside = x.iter().zip(self.whole.leaves()).all(|(x, n)| (0..*n).contains(x));
        inside.then_some(x)
    }

    /// The coordinate at which the elements of a device begin.
    pub(crate) fn start(&self, device: i64) -> Vec<i64> {
        let mut x = self.begin.clone();
        add(&mut x, &self.devices, self.mesh.integral_place(device));
        x
    }

    /// The leaves of the local mode along mode `axis` of the whole. A leaf that steps along no mode counts as one along
    /// the first.
    pub(crate) fn leaves(&self, axis: usize) -> Vec<Leaf> {
        let pairs = self.local.flat_modes().iter().zip(self.memory.flat_modes());
        let leaves = pairs.filter_map(|(local, memory)| {
            let (of, stride) = term(&local.stride).unwrap_or((0, 0));
            (of == axis).then_some(Leaf { extent: local.shape, stride, memory: memory.stride })
        });
        leaves.collect()
    }

    /// Checks that all strides are along modes of the whole, that each local stride is along one mode, and that all
    /// coordinates stay within a quarter of the range of `i64`, so that sums of coordinates do not overflow.
    fn within_reach(&self) -> Result<(), Error> {
        let error = |rule| Error::new(Operation::Distribution, rule);
        let mut reach: Vec<i128> = self.begin.iter().map(|&at| i128::from(at).abs()).collect();
        let rank = reach.len();
        for (at, mode) in self.layout.flat_modes().iter().enumerate() {
            for (place, scale) in mode.stride.terms() {
                let axis = usize::from(place[0]);
                if axis >= rank || place.len() > 1 {
                    return Err(error(Rule::ModeRange { mode: axis, rank }).at(at));
                }
                reach[axis] += i128::from(mode.shape - 1) * i128::from(scale).abs();
            }
        }
        let before = self.devices.length();
        for (at, mode) in self.local.flat_modes().iter().enumerate() {
            match term(&mode.stride) {
                None if mode.stride.terms().count() > 1 => {
                    return Err(error(Rule::ScaledBasis).at(before + at));
                }
                Some((_, stride)) if stride < 0 => {
                    return Err(error(Rule::NaturalStride { stride }).at(before + at));
                }
                _ => {}
            }
        }
        let most = i128::from(i64::MAX / 4);
        let large = reach.iter().any(|&reach| reach > most)
            || self.whole.leaves().iter().any(|&extent| i128::from(extent) > most)
            || self.local.size() > i64::MAX / 4;
        if large || self.whole.size().is_err() { Err(error(Rule::Overflow)) } else { Ok(()) }
    }

    /// The same distribution with other layouts of devices and local coordinates. The memory is compact and keeps the
    /// order that it had.
    pub(crate) fn relaid(
        &self,
        devices: &Layout<ArithmeticTuple>,
        local: &Layout<ArithmeticTuple>,
        begin: Vec<i64>,
        budget: &Budget<'_>,
    ) -> Result<Self, Error> {
        let layout = Layout::concatenate([devices, local])?;
        let made = Distribution::within(&self.mesh, &self.whole, &layout, begin, budget)?;
        let mut order: Vec<usize> = (0..local.length()).collect();
        order.sort_by_key(|&at| self.memory.flat_modes()[at].stride);
        let mut strides = vec![0; local.length()];
        let mut span = 1;
        for at in order {
            strides[at] = span;
            span *= local.flat_modes()[at].shape;
        }
        let extents = local.flat_modes().iter().map(|mode| mode.shape);
        let modes = extents.zip(strides).map(|(shape, stride)| Mode { shape, stride });
        made.with_memory(&Layout::of_modes(modes, Profile::clone(local.profile()))?)
    }
}

/// The mode and the factor of a stride that is along one mode.
pub(crate) fn term(stride: &ArithmeticTuple) -> Option<(usize, i64)> {
    let (place, scale) = stride.as_scaled_basis()?;
    Some((usize::from(*place.first()?), scale))
}

/// Adds the coordinate of a layout at an integral coordinate.
fn add(x: &mut [i64], layout: &Layout<ArithmeticTuple>, at: i64) {
    let mut rest = at;
    for mode in layout.flat_modes() {
        let digit = rest % mode.shape;
        rest /= mode.shape;
        for (place, scale) in mode.stride.terms() {
            x[usize::from(place[0])] += digit * scale;
        }
    }
}

/// The text has the layout, its beginning and the memory: `(4,(2,6)):(2e0,(e0,e1)) of (8,6), memory (2,6):(1,2)`.
impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.layout, self.whole)?;
        if self.begin.iter().any(|&at| at != 0) {
            write!(f, " from {:?}", self.begin)?;
        }
        write!(f, ", memory {}", self.memory)?;
        if self.summands { f.write_str(", summands") } else { Ok(()) }
    }
}
