//! Distributions by modes of the mesh: each mode splits one mode of the whole, or replicates it.

use alloc::vec;
use alloc::vec::Vec;

use super::{Distribution, term};
use crate::budget::{Budget, DISTRIBUTION};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::mesh::Mesh;
use crate::mode::Mode;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Profile;

impl Distribution {
    /// The distribution in which each flat mode of the mesh splits the mode of the whole that is given for it into
    /// parts of equal size. If the mode does not divide evenly, the last parts are shorter. If no mode is given, the
    /// devices along that mode of the mesh have the same elements. If several modes of the mesh split one mode, the
    /// first takes the larger parts. DTensor calls these `Shard(mode)` and `Replicate()`.
    ///
    /// # Errors
    /// [`Rule::Axes`] unless there is an entry for each mode of the mesh, [`Rule::ModeRange`], [`Rule::Overflow`].
    ///
    /// ```
    /// use tilework_algebra::{Distribution, Mesh};
    /// let mesh = Mesh::of_shape(&"(2,4)".parse()?)?;
    /// let tiles = Distribution::sharded(&mesh, &"(32,30)".parse()?, &[Some(0), Some(1)])?;
    /// assert_eq!(tiles.layout().to_string(), "((2,4),(16,8)):((16e0,8e1),(e0,e1))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn sharded(mesh: &Mesh, whole: &IntTuple, axes: &[Option<usize>]) -> Result<Self, Error> {
        Distribution::block_cyclic(mesh, whole, axes, &vec![0; whole.leaves().len()])
    }

    /// [`Distribution::sharded`] with blocks of the given numbers of coordinates for each mode of the whole, dealt out
    /// in turn. A number of 0 means one block for each part. ScaLAPACK distributes matrices in this way.
    ///
    /// # Errors
    /// The errors of [`Distribution::sharded`]; [`Rule::Extent`] for a block below 0.
    ///
    /// ```
    /// use tilework_algebra::{Distribution, Mesh};
    /// let mesh = Mesh::of_shape(&"2".parse()?)?;
    /// let cyclic = Distribution::block_cyclic(&mesh, &"12".parse()?, &[Some(0)], &[2])?;
    /// assert_eq!(cyclic.layout().to_string(), "(2,((2,3))):(2e0,((e0,4e0)))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn block_cyclic(
        mesh: &Mesh,
        whole: &IntTuple,
        axes: &[Option<usize>],
        blocks: &[i64],
    ) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Distribution, rule);
        let (extents, modes) = (whole.leaves(), mesh.layout().flat_modes());
        for (modes, axes) in [(modes.len(), axes.len()), (extents.len(), blocks.len())] {
            if modes != axes {
                return Err(error(Rule::Axes { modes, axes }));
            }
        }
        if let Some(&mode) = axes.iter().flatten().find(|&&mode| mode >= extents.len()) {
            return Err(error(Rule::ModeRange { mode, rank: extents.len() }));
        }
        let basis = |axis: usize, scale: i64| -> Result<ArithmeticTuple, Error> {
            ArithmeticTuple::basis(&[axis])?.scaled_by(scale).ok_or(error(Rule::Overflow))
        };
        let product = |one: i64, other: i64| one.checked_mul(other).ok_or(error(Rule::Overflow));
        let mut device_strides = vec![ArithmeticTuple::zero(); modes.len()];
        let mut local = Vec::new();
        for (axis, (&extent, &block)) in extents.iter().zip(blocks).enumerate() {
            if block < 0 {
                return Err(error(Rule::NaturalExtent { extent: block }).at(axis));
            }
            let on_axis = (0..modes.len()).filter(|&mode| axes[mode] == Some(axis));
            let on_axis: Vec<usize> = on_axis.collect();
            let parts: i64 = on_axis.iter().map(|&mode| modes[mode].shape).product();
            let whole_part = extent / parts + i64::from(extent % parts != 0);
            let block = if block == 0 { whole_part.max(1) } else { block };
            let mut span = block;
            for &mode in on_axis.iter().rev() {
                device_strides[mode] = basis(axis, span)?;
                span = product(span, modes[mode].shape)?;
            }
            let rounds = extent / span + i64::from(extent % span != 0);
            local.push(if blocks[axis] == 0 {
                Layout::of_modes([Mode { shape: block, stride: basis(axis, 1)? }], Profile::leaf())?
            } else {
                let modes = [
                    Mode { shape: block, stride: basis(axis, 1)? },
                    Mode { shape: rounds, stride: basis(axis, span)? },
                ];
                Layout::of_modes(modes, Profile::flat(2))?
            });
        }
        let shapes = modes.iter().map(|mode| mode.shape).zip(device_strides);
        let devices = shapes.map(|(shape, stride)| Mode { shape, stride });
        let devices = Layout::of_modes(devices, mesh.layout().profile().clone())?;
        let layout = Layout::concatenate([devices, Layout::concatenate(local)?])?;
        Distribution::new(mesh, whole, &layout)
    }

    /// The same distribution with local windows that reach `widths` coordinates further at both ends in each mode of
    /// the whole: into the coordinates of the neighbors, and past the whole, where there are no elements. The windows
    /// of a stencil overlap in this way.
    ///
    /// The memory is compact and keeps its order.
    ///
    /// # Errors
    /// [`Rule::Axes`] unless there is a number for each mode of the whole; [`Rule::Extent`] for a number below 0;
    /// [`Rule::OneStride`] if no local mode of stride 1 is along the mode.
    ///
    /// ```
    /// use tilework_algebra::{Distribution, Mesh};
    /// let mesh = Mesh::of_shape(&"4".parse()?)?;
    /// let rows = Distribution::sharded(&mesh, &"(8,6)".parse()?, &[Some(0)])?;
    /// let windows = rows.with_halo(&[1, 0])?;
    /// assert_eq!(windows.layout().to_string(), "(4,(4,6)):(2e0,(e0,e1))");
    /// assert_eq!((windows.coordinate(1, 0), windows.coordinate(0, 0)), (Some(vec![1, 0]), None));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn with_halo(&self, widths: &[i64]) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Distribution, rule);
        if widths.len() != self.begin.len() {
            let (modes, axes) = (self.begin.len(), widths.len());
            return Err(error(Rule::Axes { modes, axes }));
        }
        let mut modes: Vec<_> = self.local.flat_modes().to_vec();
        let mut begin = self.begin.clone();
        for (axis, &width) in widths.iter().enumerate() {
            if width < 0 {
                return Err(error(Rule::NaturalExtent { extent: width }).at(axis));
            }
            if width == 0 {
                continue;
            }
            let inner = modes.iter_mut().find(|mode| term(&mode.stride) == Some((axis, 1)));
            let inner = inner.ok_or(error(Rule::OneStride { strides: 0 }).at(axis))?;
            let wider = width.checked_mul(2).and_then(|both| inner.shape.checked_add(both));
            inner.shape = wider.ok_or(error(Rule::Overflow))?;
            begin[axis] = begin[axis].checked_sub(width).ok_or(error(Rule::Overflow))?;
        }
        let local = Layout::of_modes(modes, self.local.profile().clone())?;
        let budget = Budget::new(Operation::Distribution, DISTRIBUTION);
        self.relaid(&self.devices, &local, begin, &budget)
    }
}
