//! Redistribution: what devices send one another, so that a tensor that is in one distribution is in another.
//!
//! Of a distribution `F` from which and one `T` to which, each with its memory, the pieces from device `p` to device `q` are the
//! pairs of offsets
//!
//! `{(mF(l), mT(m)) : F(p, l) = T(q, m)}`,
//!
//! the composition of `T` with the inverse of `F`, as strided layouts of one shape. [`redistribute()`] takes of all devices that
//! have an element one: the device itself, else the nearest; so that each element comes once and as few as possible are sent.
//! What collective operation it is, as NCCL has them, is seen by what is sent ([`Collective`]). DTensor's `redistribute` has a
//! table of cases for this, for parts along one mode each.

use alloc::vec::Vec;

use crate::budget::{Budget, REDISTRIBUTE};
use crate::distribution::{Distribution, term};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::mode::Mode;
use crate::profile::Profile;
use crate::stride::Stride;

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

/// What is sent, in stages: one begins when a device has what the one before sent it. There is one, or, where sums are wanted by
/// several devices each, two: that of the sums, and that of their copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    stages: Vec<Stage>,
}

impl Plan {
    /// The stages.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// What is sent between devices, in all stages.
    pub fn traffic(&self) -> Traffic {
        self.stages.iter().map(Stage::traffic).fold(Traffic::default(), Traffic::plus)
    }

    /// What must be sent between devices, in all stages: see [`Stage::least`].
    pub fn least(&self) -> Traffic {
        self.stages.iter().map(Stage::least).fold(Traffic::default(), Traffic::plus)
    }

    /// The seconds that it takes by the model of a [`Link`].
    pub fn seconds(&self, link: &Link, bytes_of_element: i64) -> f64 {
        self.stages.iter().map(|stage| stage.seconds(link, bytes_of_element)).sum()
    }
}

/// What devices send one another, so that a tensor that is distributed by `from` is distributed by `to`.
///
/// Each local coordinate of `to` that is not predicated gets its element once, from the device itself where that has it, else from
/// the nearest device of those that have it. So the elements between devices are the fewest; of each pair of devices they
/// are one message. Where `from` is [summands](Distribution::as_summands), it is the sum of all that have it.
///
/// # Errors
/// [`Rule::EqualExtents`] of two meshes or of two wholes that differ, [`Rule::Broadcast`] where `to` is summands, [`Rule::Undecided`] for
/// more than 2^24 pieces, and parts of the whole by who has them, those of [`Distribution::new`].
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
/// // Device 0 has two rows of six, of which it sends the right halves, packed, to where device 1 has its upper rows.
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

/// The same as a part of a call.
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
        // Sums that several devices want are made once.
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

/// The distribution in which devices that have the same have parts of it: each leaf of devices of stride 0 takes parts of the
/// local leaf that steps farthest in memory, among those that come out even, or else is the longest. None where all
/// devices have something else.
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
