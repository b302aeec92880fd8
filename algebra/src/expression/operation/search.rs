//! Layouts that are found: of shared memory, and of who copies what.

use super::Section;
#[cfg(feature = "search")]
use {
    super::{copy, shared},
    crate::expression::{Value, arguments::Arguments, operand::Blame},
    crate::operation::compact::identity,
    crate::{Placed, SharedAccess},
};

section! {
    "Layouts that are found" of "search" {
        vectors("B", "bytes") "an access for shared: by vectors of at most so many bytes" = shared::vectors;
        ldmatrix("B", "n") "an access for shared: ldmatrix of n matrices to registers B"
            = |of| shared::ldmatrix(of, false);
        ldmatrix_trans("B", "n") "the same, transposed" = |of| shared::ldmatrix(of, true);
        stmatrix("B", "n") "an access for shared: stmatrix of n matrices from registers B"
            = |of| shared::stmatrix(of, false);
        stmatrix_trans("B", "n") "the same, transposed" = |of| shared::stmatrix(of, true);
        tma("k") "an access for shared: TMA, contiguous along mode k"
            = |of| Ok(Value::Access(SharedAccess::tma(of.position(0)?)?));
        wgmma("k") "an access for shared: an operand of wgmma, contiguous along mode k"
            = |of| Ok(Value::Access(SharedAccess::wgmma(of.position(0)?)?));
        shared("S", "bytes", "B...") "the layout of a tile S in shared memory, for thread-value layouts B"
            = |of| Ok(match shared::found(of)?.1.layout {
                Placed::Integers(layout) => layout.into(),
                Placed::Bits(layout) => layout.into(),
                Placed::Composed(layout) => layout.into(),
            });
        copy_plan("A", "B", "threads", "bytes") "how threads copy A to B: [tile, read, write, through shared memory]"
            = copy::all;
        copy_plan_tile("A", "B", "threads", "bytes") "its tile, compact, of the loops that both have in common"
            = |of| Ok(identity(&copy::plan(of)?.tile)?.into());
        copy_plan_from("A", "B", "threads", "bytes") "A by these loops"
            = |of| Ok(copy::placed(copy::plan(of)?.from));
        copy_plan_to("A", "B", "threads", "bytes") "B by these loops"
            = |of| Ok(copy::placed(copy::plan(of)?.to));
        copy_plan_read("A", "B", "threads", "bytes") "its thread-value layout that reads"
            = |of| Ok(copy::plan(of)?.read.tv.into());
        copy_plan_write("A", "B", "threads", "bytes") "its thread-value layout that writes"
            = |of| Ok(copy::plan(of)?.write.tv.into());
        copy_plan_shared("A", "B", "threads", "bytes") "its tile in shared memory" = copy::in_shared_memory;
        copy_loops("A", "B", "bytes", "[cache]") "how a processor copies A to B: [A, B, ((mode, end), ..)], innermost loop first"
            = copy::all_loops;
    }
}
