//! Operations that search for layouts of tiles in shared memory.

use alloc::vec::Vec;

use crate::expression::Value;
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::search::shared_layout::{SharedAccess, SharedLayout, SharedMemory, shared_layout};

/// The default vectors: 16 bytes.
const VECTOR: i64 = 16;

/// Calls a function with the thread-value layout at a position; its strides may be of any kind.
macro_rules! of_threads {
    ($of:expr, $at:expr, |$tv:ident| $result:expr) => {
        match &*$of.plain($at) {
            Value::Coordinates($tv) => $result,
            Value::Xor($tv) => $result,
            _ => {
                let $tv = &$of.layout($at)?;
                $result
            }
        }
    };
}

/// The access by vectors of at most this number of bytes.
pub(super) fn vectors(of: &Arguments<'_>) -> Result<Value, Blame> {
    let bytes = of.integer(1)?;
    Ok(Value::Access(of_threads!(of, 0, |tv| SharedAccess::vectors(tv, bytes)?)))
}

/// The access by `ldmatrix`.
pub(super) fn ldmatrix(of: &Arguments<'_>, transposed: bool) -> Result<Value, Blame> {
    let count = of.integer(1)?;
    Ok(Value::Access(of_threads!(of, 0, |tv| SharedAccess::ldmatrix(tv, count, transposed)?)))
}

/// The access by `stmatrix`.
pub(super) fn stmatrix(of: &Arguments<'_>, transposed: bool) -> Result<Value, Blame> {
    let count = of.integer(1)?;
    Ok(Value::Access(of_threads!(of, 0, |tv| SharedAccess::stmatrix(tv, count, transposed)?)))
}

/// The accesses, the layout of the tile, and the cost of each access.
pub(in crate::expression) fn found(
    of: &Arguments<'_>,
) -> Result<(Vec<SharedAccess>, SharedLayout), Blame> {
    let (tile, element) = (of.shape(0)?, of.integer(1)?);
    let access = |at| match of.value(at) {
        Value::Access(access) => Ok(access.clone()),
        // Thread-value layouts.
        _ => Ok(of_threads!(of, at, |tv| SharedAccess::vectors(tv, VECTOR)?)),
    };
    let accesses = (2..of.count()).map(access).collect::<Result<Vec<_>, Blame>>()?;
    let found = shared_layout(&tile, element, &accesses, &SharedMemory::default())?;
    Ok((accesses, found))
}
