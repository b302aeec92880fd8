//! The index of a thread, and of its block.

#[cfg(target_arch = "nvptx64")]
use core::arch::nvptx::{_block_idx_x, _block_idx_y, _block_idx_z, _grid_dim_x, _thread_idx_x};

/// The index of the thread in a block of `THREADS` threads. The PTX records this number, and `tilework-host` refuses
/// to launch the kernel with another one.
///
/// # Safety
/// The kernel is launched in blocks of `THREADS` threads in `x`, and 1 in `y` and in `z`.
#[inline(always)]
pub unsafe fn thread<const THREADS: u32>() -> u32 {
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!("//threads {}", const THREADS, options(nomem, nostack));
                let index = _thread_idx_x() as u32;
                core::hint::assert_unchecked(index < THREADS);
                index
            }
        }
        cpu { emulator::thread(THREADS) }
    }
}

/// The indices in `x`, `y` and `z` of the thread in a block of `X` x `Y` x `Z` threads, where `x` varies fastest. The
/// launch has all threads in `x`, so a kernel with two or three thread indices is launched like any other.
///
/// # Safety
/// The kernel is launched in blocks of `X * Y * Z` threads in `x`, and 1 in `y` and in `z`.
#[inline(always)]
pub unsafe fn thread_xyz<const X: u32, const Y: u32, const Z: u32>() -> [u32; 3] {
    const { assert!(X * Y * Z > 0 && X * Y * Z <= 1024, "threads: a block has 1 to 1024") };
    let index = on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!("//threads {}", const X * Y * Z, options(nomem, nostack));
                let index = _thread_idx_x() as u32;
                core::hint::assert_unchecked(index < X * Y * Z);
                index
            }
        }
        cpu { emulator::thread(X * Y * Z) }
    };
    [index % X, index / X % Y, index / X / Y]
}

/// The indices of the block in `x`, `y` and `z`.
#[inline(always)]
pub fn block() -> [u32; 3] {
    on! {
        // SAFETY: they are always there.
        gpu { unsafe { [_block_idx_x() as u32, _block_idx_y() as u32, _block_idx_z() as u32] } }
        cpu { emulator::block() }
    }
}

/// The number of blocks in `x`.
#[inline(always)]
pub fn blocks() -> usize {
    on! {
        gpu {
            // SAFETY: it is always there, and every grid has blocks.
            unsafe {
                let blocks = _grid_dim_x() as usize;
                core::hint::assert_unchecked(blocks > 0);
                blocks
            }
        }
        cpu { emulator::grid()[0] as usize }
    }
}

/// Tells the compiler that a block has at most `$threads` threads, and that a multiprocessor holds at least one block.
/// Rust has no syntax for this, so `gpu/kernels/build` moves it to the head of the kernel.
#[macro_export]
macro_rules! at_most_threads {
    ($threads:expr) => {{
        #[cfg(target_arch = "nvptx64")]
        core::arch::asm!(
            "//bound .maxntid {}, 1, 1 .minnctapersm 1",
            const $threads,
            options(nomem, nostack)
        );
        #[cfg(not(target_arch = "nvptx64"))]
        assert!($crate::emulator::threads() <= $threads, "more than {} threads", $threads);
    }};
}

/// Says that `$blocks` consecutive blocks in `x`, a constant, form a cluster: they run at the same time and reach each
/// other's shared memory. The launch need not repeat it.
#[macro_export]
macro_rules! blocks_of_cluster {
    ($blocks:expr) => {{
        #[cfg(target_arch = "nvptx64")]
        core::arch::asm!(
            "//bound .explicitcluster .reqnctapercluster {}, 1, 1",
            const $blocks,
            options(nomem, nostack)
        );
        // On threads of the CPU, blocks run at the same time only if the launch makes them a cluster.
        #[cfg(not(target_arch = "nvptx64"))]
        assert!(
            $blocks == 1 || $crate::emulator::cluster() == $blocks,
            "the kernel is for clusters of {} blocks",
            $blocks
        );
    }};
}
