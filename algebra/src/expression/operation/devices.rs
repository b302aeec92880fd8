//! Operations on messages between devices.

use alloc::vec;
use alloc::vec::Vec;

use super::Section;
use crate::budget::{Budget, PLAN};
use crate::distribution::Distribution;
use crate::error::{Error, Operation, Rule};
use crate::expression::Value;
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::layout::Layout;
use crate::mesh::Mesh;
use crate::redistribute::{Plan, within};
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Profile;

/// The largest number of devices, for which messages between all pairs are planned in less than a second.
const MAX_DEVICES: i64 = 256;

section! {
    "Devices" {
        redistribute("A", "B", "[S]", "[bytes]") "what devices send, of a whole S in (device, local) A to B: [from, to, elements]"
            = |of| {
                let plan = plan(of)?;
                let stages = plan.stages().iter().flat_map(|stage| stage.messages());
                let one = |numbers: [i64; 3]| {
                    Value::List(numbers.into_iter().map(Value::from).collect())
                };
                let all = stages.map(|it| one([it.source, it.destination, it.elements]));
                Ok(Value::List(all.collect()))
            };
    }
}

/// The plan for the layouts of both distributions, whose memories are row-major, and the shape of the whole. If no
/// shape is given, the whole is as large as the first layout reaches.
pub(in crate::expression) fn plan(of: &Arguments<'_>) -> Result<Plan, Blame> {
    let layout = |at| of.plain(at).to_coordinates().map_err(Blame::operand(at));
    let (from, to) = (layout(0)?, layout(1)?);
    let whole = match of.has(2) {
        true => of.shape(2)?,
        false => reach(&from)?,
    };
    let devices = from.mode(0).unwrap_or(Layout::unit());
    let (size, limit) = (devices.size(), MAX_DEVICES);
    if size > limit {
        return Err(Error::new(Operation::Redistribute, Rule::ListLength { size, limit }).into());
    }
    let mesh = Mesh::of_shape(&devices.shape())?;
    let budget = Budget::new(Operation::Redistribute, PLAN);
    let distribution = |layout: &Layout<ArithmeticTuple>, at: usize| {
        let begin = vec![0; whole.leaves().len()];
        let made = Distribution::within(&mesh, &whole, layout, begin, &budget);
        let made = made.and_then(Distribution::by_rows);
        made.map_err(|error| Blame::operand(at)(error.into()))
    };
    Ok(within(&distribution(&from, 0)?, &distribution(&to, 1)?, &budget)?)
}

/// The bytes of an element, if given.
pub(in crate::expression) fn bytes(of: &Arguments<'_>) -> Result<Option<i64>, Blame> {
    if of.has(3) { of.integer(3).map(Some) } else { Ok(None) }
}

/// The shape whose last coordinate is the last coordinate of the layout.
fn reach(layout: &Layout<ArithmeticTuple>) -> Result<IntTuple, Blame> {
    let error = || Error::new(Operation::Redistribute, Rule::Overflow);
    let mut last: Vec<i64> = vec![0];
    for mode in layout.flat_modes() {
        for (place, scale) in mode.stride.terms() {
            let axis = place.first().map_or(0, |axis| usize::from(*axis));
            last.resize(last.len().max(axis + 1), 0);
            let steps = (mode.shape - 1).max(0);
            let far = scale.max(0).checked_mul(steps).and_then(|far| far.checked_add(last[axis]));
            last[axis] = far.ok_or_else(error)?;
        }
    }
    let rank = last.len();
    let extents: Option<Vec<i64>> = last.into_iter().map(|at| at.checked_add(1)).collect();
    Ok(IntTuple::new(extents.ok_or_else(error)?, Profile::flat(rank))?)
}
