//! Threads and banks of memory.

use alloc::vec::Vec;

use super::{Section, listed};
use crate::error::Operation as ErrorOperation;
use crate::expression::evaluate::{Arguments, Blame};
use crate::expression::value::Inside;
use crate::expression::{Reason, Value};
use crate::{Access, ThreadValue, bank_conflicts, conflict_free_swizzle, locate, partition};

section! {
    "Threads and banks" {
        partition("L", "S", "B") "(threads, (values, tiles)): L in tiles S with thread-value layout B"
            = |of| {
                let tile = of.shape(1)?;
                match &*of.plain(2) {
                    Value::Coordinates(tv) => of_domain!(of, |l| partition(l, &tile, tv)?),
                    Value::Xor(tv) => {
                        let same = || -> Result<Value, Blame> {
                            of_domain!(of, |l| partition(l, &tile, tv)?)
                        };
                        // With XOR strides, if not with integers.
                        let in_bits = || -> Result<Value, Blame> {
                            let tv = ThreadValue::new(&tile, tv.clone())?;
                            Ok(tv.partition_in_bits(&of.layout(0)?)?.into())
                        };
                        same().or_else(|error| in_bits().map_err(|other| error.unless_undecided(other)))
                    }
                    _ => {
                        let tv = of.layout(2)?;
                        of_domain!(of, |l| partition(l, &tile, &tv)?)
                    }
                }
            };
        locate("A", "B") "where in A the offsets of B are" = |of| {
            Ok(locate(&of.layout(0)?, &of.layout(1)?)?.into())
        };
        bank_conflicts("L", "bytes", "[vector]") "conflicts of the threads of L, in 32 banks of 4 bytes"
            = |of| {
                let vector = if of.has(2) { of.integer(2)? } else { 1 };
                let access = Access::new(of.integer(1)?)?.vector(vector)?;
                Ok(bank_conflicts(&listed(of, 0, ErrorOperation::BankConflicts)?, &access).into())
            };
        conflict_free_swizzle("bytes", "vector", "L...") "the swizzle that leaves none of them conflicts"
            = |of| {
                let (element, vector) = (of.integer(0)?, of.integer(1)?);
                let access = Access::new(element).and_then(|access| access.vector(vector));
                let operation = ErrorOperation::ConflictFreeSwizzle;
                let access = access.map_err(|e| e.during(operation))?;
                let accesses = (2..of.count()).map(|at| listed(of, at, operation));
                let accesses = accesses.collect::<Result<Vec<_>, _>>()?;
                let accesses: Vec<_> = accesses.iter().map(|offsets| (&offsets[..], access)).collect();
                match conflict_free_swizzle(&accesses)? {
                    Some(swizzle) => Ok(swizzle.into()),
                    None => Err(Reason::None("no swizzle leaves them without conflicts").into()),
                }
            };
    }
}
