//! Redistribution: the messages that devices send one another to move a tensor from one distribution to another.
//!
//! Let `F` be the distribution to move from and `T` the one to move to, each with its memory. The pieces from device
//! `p` to device `q` are the pairs of offsets
//!
//! `{(mF(l), mT(m)) : F(p, l) = T(q, m)}`.
//!
//! These are the composition of `T` with the inverse of `F`, expressed as strided layouts of one shape. If several
//! devices have an element, [`redistribute()`] takes it from the receiving device itself, or else from the nearest one,
//! so that each element comes once and as few as possible are sent. [`Collective`] classifies the messages as a
//! collective operation of NCCL. DTensor's `redistribute` uses a table of cases instead, for parts along one mode.

use alloc::vec::Vec;

use crate::budget::{Budget, REDISTRIBUTE};
use crate::distribution::{Distribution, term};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::mode::Mode;
use crate::stride::Stride;
use crate::tuple::profile::Profile;

mod collective;
mod cost;
mod pieces;
mod schedule;
mod simulate;
mod stage;
mod text;

pub use collective::{Collective, Pattern};
pub use cost::{Link, Traffic};
pub use pieces::Piece;
pub use schedule::{Copying, DeviceMemory, Part, Round, Schedule, Transfer};
pub use simulate::Simulation;
pub use stage::{Message, Stage};

/// The messages that are sent, in stages. A stage of a device begins when it has the data that the stage before sent
/// it. There is one stage; if several devices each want the same sums there are two, the sums and their copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    stages: Vec<Stage>,
}

impl Plan {
    /// The stages.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The traffic between devices in all stages.
    pub fn traffic(&self) -> Traffic {
        self.stages.iter().map(Stage::traffic).fold(Traffic::default(), Traffic::plus)
    }

    /// The traffic that is necessary between devices in all stages: see [`Stage::least`].
    pub fn least(&self) -> Traffic {
        self.stages.iter().map(Stage::least).fold(Traffic::default(), Traffic::plus)
    }

    /// The time in seconds, by the model of a [`Link`].
    pub fn seconds(&self, link: &Link, bytes_of_element: i64) -> f64 {
        self.stages.iter().map(|stage| stage.seconds(link, bytes_of_element)).sum()
    }
}

/// Plans the messages that devices send one another to move a tensor from the distribution `from` to the distribution
/// `to`.
///
/// Each local coordinate of `to` that is not predicated receives its element once. It comes from the device itself if
/// that has it, or else from the nearest device that has it. So the number of elements sent between devices is minimal,
/// and each pair of devices exchanges them as one message. If `from` is [summands](Distribution::as_summands), the
/// value is the sum over all devices that have the element.
///
/// # Errors
/// [`Rule::EqualExtents`] if the meshes or the wholes differ, [`Rule::Axes`] if the wholes differ in their number of
/// modes, [`Rule::Broadcast`] if `to` is summands, [`Rule::Undecided`] for more than 2^24 pieces and parts of the whole
/// that different devices have, and the errors of [`Distribution::new`].
///
/// ```
/// use tilework_algebra::{Distribution, Mesh, redistribute, redistribute::Pattern};
/// let mesh = Mesh::of_shape(&"2".parse()?)?;
/// let whole = "(4,6)".parse()?;
/// let rows = Distribution::sharded(&mesh, &whole, &[Some(0)])?.by_rows()?;
/// let columns = Distribution::sharded(&mesh, &whole, &[Some(1)])?.by_rows()?;
/// let plan = redistribute(&rows, &columns)?;
/// let [stage] = plan.stages() else { unreachable!() };
/// assert_eq!(stage.collective().pattern, Pattern::AllToAll);
///
/// // Device 0 has two rows of six. It packs and sends their right halves to the upper rows of device 1.
/// let message = &stage.messages()[0];
/// assert_eq!((message.source, message.destination, message.elements), (0, 1, 6));
/// assert_eq!(message.pieces[0].to_string(), "(3,2):(1,6)+3 -> (3,2):(1,3)");
/// assert!(message.pieces[0].is_contiguous_in_destination() && !message.pieces[0].is_contiguous_in_source());
/// assert_eq!(plan.traffic(), plan.least());
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn redistribute(from: &Distribution, to: &Distribution) -> Result<Plan, Error> {
    within(from, to, &Budget::new(Operation::Redistribute, REDISTRIBUTE))
}

/// [`redistribute`] within the budget of the calling operation.
pub(crate) fn within(
    from: &Distribution,
    to: &Distribution,
    budget: &Budget<'_>,
) -> Result<Plan, Error> {
    let error = |rule| Error::new(Operation::Redistribute, rule);
    if from.mesh().layout() != to.mesh().layout() {
        let (left, right) = (from.mesh().size(), to.mesh().size());
        return Err(error(Rule::EqualExtents { left, right }));
    }
    let (left, right) = (from.whole().leaves(), to.whole().leaves());
    if left.len() != right.len() {
        return Err(error(Rule::Axes { modes: left.len(), axes: right.len() }));
    }
    let pairs = left.iter().zip(right).enumerate();
    for (at, (&left, &right)) in pairs {
        if left != right {
            return Err(error(Rule::EqualExtents { left, right }).at(at));
        }
    }
    if to.is_summands() {
        return Err(error(Rule::Broadcast { extent: to.mesh().size() }));
    }
    if from.is_summands() {
        let direct = Stage::between(from, to, budget)?;
        // Sums that several devices want are computed once.
        if let Some(through) = scattered(from, budget)? {
            let sums = Stage::between(from, &through, budget)?;
            let copies = Stage::between(&through, to, budget)?;
            let both = sums.traffic().elements + copies.traffic().elements;
            if both < direct.traffic().elements {
                return Ok(Plan { stages: alloc::vec![sums, copies] });
            }
        }
        return Ok(Plan { stages: alloc::vec![direct] });
    }
    Ok(Plan { stages: alloc::vec![Stage::between(from, to, budget)?] })
}

/// The distribution in which devices that have the same elements have parts of them. Each leaf of devices of stride 0
/// splits a local leaf: the one that steps farthest in memory among those that can be split evenly, or else the
/// longest. The result is `None` if all devices have different elements.
fn scattered(from: &Distribution, budget: &Budget<'_>) -> Result<Option<Distribution>, Error> {
    let Some(devices) = from.layout().mode(0) else { return Ok(None) };
    let mut of_devices: Vec<_> = devices.flat_modes().to_vec();
    let mut local: Vec<_> = from.local().flat_modes().to_vec();
    let mut any = false;
    for mode in of_devices.iter_mut().filter(|mode| mode.shape > 1 && mode.stride.is_zero()) {
        let outermost = |&at: &usize| from.memory().flat_modes()[at].stride;
        let steps = |&at: &usize| term(&local[at].stride).is_some();
        let even = (0..local.len())
            .filter(steps)
            .filter(|&at| local[at].shape % mode.shape == 0)
            .max_by_key(outermost);
        let longest = || (0..local.len()).filter(steps).max_by_key(|&at| local[at].shape);
        let Some(at) = even.or_else(longest) else { return Ok(None) };
        let Mode { shape, ref stride } = local[at];
        let part = shape / mode.shape + i64::from(shape % mode.shape != 0);
        let Some(stride) = stride.scaled_by(part) else { return Ok(None) };
        mode.stride = stride;
        local[at].shape = part;
        any = true;
    }
    if !any {
        return Ok(None);
    }
    let devices = Layout::of_modes(of_devices, Profile::clone(devices.profile()))?;
    let local = Layout::of_modes(local, Profile::clone(from.local().profile()))?;
    from.relaid(&devices, &local, from.begin().to_vec(), budget).map(Some)
}
