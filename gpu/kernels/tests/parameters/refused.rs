//! Parameters that do not fit. If `new` is in a constant, each is a compile error with a message that names the rule
//! and the numbers. Here `new` is called at run time.

use std::panic::catch_unwind;

use super::*;
use tilework_device::atom::{WgmmaM64K8Tf32Ss, WgmmaM64K32E4m3Ss};

/// The message of a panic.
fn message<G>(new: impl FnOnce() -> G + std::panic::UnwindSafe) -> String {
    let Err(panic) = catch_unwind(new) else { panic!("it is taken") };
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => {
            panic.downcast::<&str>().map_or_else(|_| String::new(), |text| (*text).to_owned())
        }
    }
}
macro_rules! refused {
    ($($(#[$doc:meta])* $name:ident $kernel:ty: $($part:literal)*;)*) => {$(
        $(#[$doc])*
        #[test]
        fn $name() {
            let text = message(<$kernel>::new);
            $(assert!(text.contains($part), "{text}");)*
        }
    )*};
}
type Bf<M, N, K, Stages, C = U1> =
    Gemm<(M, N, K), Stages, WgmmaM64K16Bf16Ss<N>, WgmmaK128B<U16>, C>;
refused! {
    /// A warpgroup multiplies 64 rows.
    rows_of_no_warpgroup Bf<U96, U128, U64, U4>: "rows of the tile" "96" "64";
    /// One tile is larger than the shared memory.
    too_much_shared_memory Bf<U128, U256, U128, U4>: "shared memory" "4 stages" "232448" "2 stages fit";
    /// Rows of 128 bytes, but steps of 64.
    swizzle_wider_than_the_step Bf<U128, U128, U32, U4>: "swizzle" "rows of 64" "rows of 32" "WgmmaK64B";
    /// Six columns of tiles for four blocks.
    cluster_that_does_not_divide Bf<U128, U48, U64, U4, U4>: "48" "columns" ;
    /// Four consumer warpgroups and the producer have too few registers each.
    too_few_registers Bf<U256, U128, U64, U2>: "registers" "64, 128 or 192 rows";
    /// Elements of 8 bits in an atom for 16 bits.
    atom_of_other_elements
        Gemm<(U128, U128, U128), U2, WgmmaM64K32E4m3Ss<U128>, WgmmaK128B<U16>, U1, U8, ByRows<f32>>:
        "element" "`A` has elements of 16 bits, the instruction of 8" "WgmmaK128B<U8>";
    /// Elements of 8 bits with contiguous rows, which `wgmma` does not support.
    rows_of_8_bits
        Gemm<(U128, U128, U128), U2, WgmmaM64K32E4m3Ss<U128>, Rows, U1, U8, ByRows<f32>>:
        "major" "`A` has elements of 16 bits, the instruction of 8";
    /// The same for `B` alone.
    columns_of_32_bits
        Gemm<(U128, U128, U32), U2, WgmmaM64K8Tf32Ss<U128>, (WgmmaK128B<U32>, Rows), U1, U8, ByRows<f32>>:
        "major" "`B` has elements of 16 bits, the instruction of 32";
    /// Column-major results of 32 bits.
    wide_by_columns
        Gemm<(U64, U64, U64), U2, WgmmaM64K16Bf16Ss<U64>, WgmmaK128B<U16>, U1, U8, ByColumns<f32>>:
        "result" "`C` has elements of 16 bits, this one of 32";
    /// A tile whose rows are no multiple of the swizzled row.
    rows_that_fill_no_atom
        Gemm<(U64, U96, U64), U2, WgmmaM64K16Bf16Ss<U96>, Rows, U1, U8, ByColumns>: "columns of the tile" "96" "64";
}
