//! `vote.sync`, `match.sync` and `redux.sync`: combine the values of the threads of a warp.

/// Returns whether `x` is true in all threads of the warp.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub unsafe fn vote_all(x: bool) -> bool {
    // SAFETY: as promised.
    unsafe { vote_ballot(x) == u32::MAX }
}
/// Returns whether `x` is true in any thread of the warp.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub unsafe fn vote_any(x: bool) -> bool {
    // SAFETY: as promised.
    unsafe { vote_ballot(x) != 0 }
}
/// The threads of the warp in which `x` is true, one bit for each thread.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub unsafe fn vote_ballot(x: bool) -> u32 {
    on! {
        together {
            let ballot;
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "{{ .reg .pred p; setp.ne.b32 p, {}, 0; vote.sync.ballot.b32 {}, p, 0xffffffff; }}",
                    in(reg32) u32::from(x), out(reg32) ballot, options(nomem, nostack),
                );
            }
            ballot
        }
        cpu {
            emulator::over_warp("vote.sync", u32::from(x), |all| {
                let ballot = all.iter().rev().fold(0, |bits, x| bits << 1 | x);
                vec![ballot; 32]
            })
        }
    }
}
/// The threads of the warp that have the same `x`, one bit for each thread.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub unsafe fn match_any(x: u32) -> u32 {
    on! {
        together {
            let same;
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "match.any.sync.b32 {}, {}, 0xffffffff;",
                    out(reg32) same, in(reg32) x, options(nomem, nostack),
                );
            }
            same
        }
        cpu {
            emulator::over_warp("match.sync", x, |all| {
                let same = |x| (0..32).filter(|&lane| all[lane] == x).map(|lane| 1 << lane).sum();
                all.iter().map(|&x| same(x)).collect()
            })
        }
    }
}

macro_rules! redux {
    ($($(#[$doc:meta])* $name:ident $t:ty, $instruction:literal $cpu:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// All threads of the warp reach this call.
        #[inline(always)]
        pub unsafe fn $name(x: $t) -> $t {
            on! {
                together {
                    let all;
                    // SAFETY: as promised.
                    unsafe {
                        asm!(
                            concat!("redux.sync.", $instruction, " {}, {}, 0xffffffff;"),
                            out(reg32) all, in(reg32) x, options(nomem, nostack),
                        );
                    }
                    all
                }
                cpu {
                    emulator::over_warp("redux.sync", x as u32, |all| {
                        let all = all.iter().map(|&x| x as $t).reduce($cpu).expect("32 threads");
                        vec![all as u32; 32]
                    }) as $t
                }
            }
        }
    )*};
}
redux! {
    /// `redux.sync.add`: the sum over the warp.
    redux_add u32, "add.u32" u32::wrapping_add;
    /// `redux.sync.min`: the smallest of the warp.
    redux_min u32, "min.u32" Ord::min;
    /// `redux.sync.max`: the largest of the warp.
    redux_max u32, "max.u32" Ord::max;
    /// [`redux_add`] of signed numbers.
    redux_add_s32 i32, "add.s32" i32::wrapping_add;
    /// [`redux_min`] of signed numbers.
    redux_min_s32 i32, "min.s32" Ord::min;
    /// [`redux_max`] of signed numbers.
    redux_max_s32 i32, "max.s32" Ord::max;
    /// `redux.sync.and`: the bitwise and.
    redux_and u32, "and.b32" |x, y| x & y;
    /// `redux.sync.or`: the bitwise or.
    redux_or u32, "or.b32" |x, y| x | y;
    /// `redux.sync.xor`: the bitwise exclusive or.
    redux_xor u32, "xor.b32" |x, y| x ^ y;
}
