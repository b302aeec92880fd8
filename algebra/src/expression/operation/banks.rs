//! Threads and banks of memory.

use alloc::vec::Vec;

use super::{Section, listed};
use crate::arithmetic_tuple::ArithmeticTuple;
use crate::error::{Error, Operation as ErrorOperation, Rule};
use crate::expression::evaluate::{Arguments, Blame};
use crate::expression::value::Inside;
use crate::expression::{Reason, Value};
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::tiler::Tiler;
use crate::{
    Access, bank_conflicts, composition, conflict_free_swizzle, crd2idx, identity, locate,
    partition,
};

section! {
    "Threads and banks" {
        partition("L", "S", "B") "(threads, (values, tiles)): L in tiles S with thread-value layout B"
            = |of| {
                let tile = of.shape(1)?;
                let tv = match of.value(2) {
                    Value::Coordinates(tv) => integral(&tile, tv)?,
                    _ => of.layout(2)?,
                };
                of_domain!(of, |l| partition(l, &tile, &tv)?)
            };
        locate("A", "B") "where in A the offsets of B are" = |of| {
            Ok(locate(&of.layout(0)?, &of.layout(1)?)?.into())
        };
        bank_conflicts("L", "bytes", "[vector]") "conflicts of the threads of L, in 32 banks of 4 bytes"
            = |of| {
                let vector = if of.has(2) { of.integer(2)? } else { 1 };
                let access = Access::new(of.integer(1)?)?.vector(vector)?;
                Ok(bank_conflicts(&listed(of, 0)?, &access).into())
            };
        conflict_free_swizzle("bytes", "vector", "L...") "the swizzle that leaves none of them conflicts"
            = |of| {
                let (element, vector) = (of.integer(0)?, of.integer(1)?);
                let access = Access::new(element).and_then(|access| access.vector(vector));
                let access = access.map_err(|e| e.during(ErrorOperation::ConflictFreeSwizzle))?;
                let accesses = (2..of.count()).map(|at| listed(of, at));
                let accesses = accesses.collect::<Result<Vec<_>, _>>()?;
                let accesses: Vec<_> = accesses.iter().map(|offsets| (&offsets[..], access)).collect();
                match conflict_free_swizzle(&accesses)? {
                    Some(swizzle) => Ok(swizzle.into()),
                    None => Err(Reason::None("no swizzle leaves them without conflicts").into()),
                }
            };
    }
}

/// The layout of the integral coordinates, in a tile of this shape, that a layout gives as tuples.
fn integral(tile: &IntTuple, tv: &Layout<ArithmeticTuple>) -> Result<Layout, Error> {
    let during = |error: Error| error.during(ErrorOperation::Partition);
    let columns = identity(tile).map_err(during)?;
    let mut factors = tv.flat_modes().iter().flat_map(|mode| mode.stride.terms());
    if let Some((_, stride)) = factors.find(|&(_, factor)| factor < 0) {
        return Err(Error::new(ErrorOperation::Partition, Rule::NaturalStride { stride }));
    }
    // The last coordinate is the largest at each place: past a mode of the tile is another element.
    let last = tv.offset(tv.size() - 1).map_err(during)?;
    crd2idx(&last, &columns).map_err(during)?;
    composition(&columns, &Tiler::Coordinates(tv.clone())).map_err(during)
}
