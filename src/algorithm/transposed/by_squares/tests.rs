//! Tests each run of tiles in each order, for any amount of data and on any processor.

use core::fmt::Debug;
use std::vec::Vec;

use super::super::super::plan::{FEW, Leaves};
use super::*;
use crate::layout;
use crate::layout::AnyLayout;

/// Elements `m` by `n`, read in rows `pitch` apart, and written in rows `stride` apart from `begin` on, in all orders.
fn check<W: Copy + PartialEq + Debug>(name: &str, side: usize, run: Run<W>, of: fn(usize) -> W) {
    let long = 16 * side + 5;
    let extents = [(side, side), (side + 3, 2 * side + 1), (long, side + 1), (side + 1, long)];
    // Miri takes minutes for the long ones with a side of 64.
    for (m, n) in extents.into_iter().filter(|&(m, n)| !cfg!(miri) || m * n < 4096) {
        for (pitch, stride, begin) in [(n, m, 0), (n + 5, m.next_multiple_of(64), 3)] {
            let from: Vec<W> = (0..m * pitch).map(of).collect();
            let room: Vec<W> = (0..begin + n * stride).map(|_| of(0)).collect();
            let mut expected = room.clone();
            for (j, i) in (0..m).flat_map(|j| (0..n).map(move |i| (j, i))) {
                expected[begin + i * stride + j] = from[j * pitch + i];
            }
            let loops = Loops {
                across: Axis { extent: m, from: pitch, to: 1 },
                down: Axis { extent: n, from: 1, to: stride },
            };
            for order in [Order::Written, Order::Read, Order::PastCaches] {
                let mut to = room.clone();
                // SAFETY: both have as many elements as the loops reach, and the processor has the instructions of
                // `run`.
                unsafe { tiles(loops, order, side, run, from.as_ptr(), to[begin..].as_mut_ptr()) };
                #[cfg(all(target_arch = "x86_64", not(miri)))]
                {
                    // SAFETY: every x86-64 processor has the instruction, but Miri does not.
                    unsafe { _mm_sfence() };
                }
                assert!(to == expected, "{name}, {m} x {n}, {pitch} and {stride} apart, {order:?}");
            }
        }
    }
}

macro_rules! runs {
    ($($t:ident $feature:tt $run:ident $($side:literal)*;)*) => {$(
        if has!($feature) {
            $(
                let name = concat!(stringify!($t), ", ", stringify!($run), ", ", $side);
                check::<$t>(name, $side, $run::<$t, $side, PLAIN>, |i| (i % 251) as $t);
                check::<$t>(name, $side, $run::<$t, $side, AHEAD>, |i| (i % 251) as $t);
                check::<$t>(name, $side, $run::<$t, $side, PAST>, |i| (i % 251) as $t);
            )*
        }
    )*};
}

#[test]
fn every_run_in_every_order() {
    #[cfg(target_arch = "aarch64")]
    runs! {
        u8 "neon" by_neon 16 64;
        u16 "neon" by_neon 8 32;
        u32 "neon" by_neon 8 16;
        u64 "neon" by_neon 4 8;
    }
    #[cfg(target_arch = "x86_64")]
    runs! {
        u8 "sse2" by_sse2 16 64;
        u16 "sse2" by_sse2 8 32;
        u32 "avx" by_avx 8 16;
        u64 "avx" by_avx 4 8;
        u32 "avx512f" by_avx512 16;
        u64 "avx512f" by_avx512 8;
    }
}

/// The place of the data decides the order of the tiles.
#[test]
fn order_by_size() {
    let of = |m: usize, n: usize| {
        let (read, written) = (layout!((m,n):(n,1)), layout!((m,n):(1,m)));
        let leaves = (Leaves::<FEW>::of(read.modes()), Leaves::of(written.modes()));
        Order::of::<f32, FEW>(&Plan::new(&leaves.0, &leaves.1).unwrap(), writes_few_pages)
    };
    let large = match writes_few_pages() {
        true => Order::Written,
        false => Order::Read,
    };
    assert_eq!(of(64, 64), Order::Near);
    assert_eq!(of(511, 513), Order::Written);
    assert_eq!(of(1000, 1000), large);
    assert_eq!(of(4096, 4096), if WRITES_PAST_CACHES { Order::PastCaches } else { large });
    // Rows that do not begin at a line, and short rows.
    assert_eq!(of(4095, 4097), large);
    assert_eq!(of(512, 32768), large);
}
