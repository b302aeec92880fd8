//! Operations on copies between layouts by threads.

use alloc::vec;

use crate::copy_plan::{
    Cache, Copier, CopyLoops, CopyPlan, CopySide, copy_loops as found_loops, copy_plan,
};
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::expression::{Reason, Value};
use crate::shared_layout::Placed;
use crate::tuple::int_tuple::IntTuple;

/// The plan for the layouts of both sides, the number of threads, and the bytes of an element.
pub(in crate::expression) fn plan(of: &Arguments<'_>) -> Result<CopyPlan, Blame> {
    let copier = Copier::new(of.integer(2)?, of.integer(3)?)?;
    Ok(copy_plan(&side(of, 0)?, &side(of, 1)?, &copier)?)
}

/// A layout with XOR strides is in shared memory; any other layout is in global memory.
fn side(of: &Arguments<'_>, at: usize) -> Result<CopySide, Blame> {
    Ok(match &*of.plain(at) {
        Value::Xor(layout) => CopySide::shared(layout.clone()),
        _ => CopySide::global(&of.memory(at)?),
    })
}

/// `[tile, read, write]`, and the layout of shared memory if it is used.
pub(super) fn all(of: &Arguments<'_>) -> Result<Value, Blame> {
    let plan = plan(of)?;
    let mut parts: vec::Vec<Value> =
        vec![plan.tile.into(), plan.read.tv.into(), plan.write.tv.into()];
    parts.extend(plan.shared.map(|shared| placed(shared.layout)));
    Ok(Value::List(parts))
}

/// The layout of the tile in shared memory.
pub(super) fn in_shared_memory(of: &Arguments<'_>) -> Result<Value, Blame> {
    match plan(of)?.shared {
        Some(shared) => Ok(placed(shared.layout)),
        None => Err(Reason::None("each thread keeps its elements").into()),
    }
}

/// The cache: of the given number of bytes, or of 32 KiB.
pub(in crate::expression) fn cache(of: &Arguments<'_>) -> Result<Cache, Blame> {
    Ok(if of.has(3) { Cache::new(of.integer(3)?, Cache::LINE)? } else { Cache::default() })
}

/// The loops of a processor for the layouts of both sides and the bytes of an element.
pub(in crate::expression) fn loops(of: &Arguments<'_>) -> Result<CopyLoops, Blame> {
    Ok(found_loops(&of.memory(0)?, &of.memory(1)?, of.integer(2)?, &cache(of)?)?)
}

/// Both sides with the modes that they have in common, and `((mode, end), ..)`, innermost loop first.
pub(super) fn all_loops(of: &Arguments<'_>) -> Result<Value, Blame> {
    let plan = loops(of)?;
    let pair = |mode, end| IntTuple::tuple([mode, end].map(IntTuple::leaf));
    let loops = plan.loops.iter().map(|one| pair(one.mode as i64, one.end));
    let loops = IntTuple::tuple(loops);
    Ok(Value::List(vec![plan.from.into(), plan.to.into(), loops.into()]))
}

pub(super) fn placed(layout: Placed) -> Value {
    match layout {
        Placed::Integers(layout) => layout.into(),
        Placed::Bits(layout) => layout.into(),
        Placed::Composed(layout) => layout.into(),
    }
}
