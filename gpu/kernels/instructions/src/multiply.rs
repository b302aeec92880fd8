//! Multiplications: `mma.sync` and `wgmma` of all element kinds, each with different numbers of columns.

use tilework::Layout;
use tilework::bound::Known;
use tilework_device::atom::*;
use tilework_device::*;

/// The initial sums.
trait Start: Element {
    fn start(thread: usize) -> Self;
}
impl Start for f32 {
    fn start(thread: usize) -> Self {
        (thread % 7) as f32
    }
}
impl Start for f64 {
    fn start(thread: usize) -> Self {
        (thread % 7) as f64
    }
}
impl Start for i32 {
    fn start(thread: usize) -> Self {
        thread as i32 - 20
    }
}
/// 1 and 2.
impl Start for u32 {
    fn start(_: usize) -> Self {
        0x4000_3c00
    }
}

// A thread has its registers of `A`, and then those of `B`, at `from`.
macro_rules! mma_sync {
    ($($name:ident $instruction:ident [$s:ty; $sums:literal] [$a:ty; $of_a:literal] [$b:ty; $of_b:literal];)*) => {$(
        #[kernel]
        pub unsafe fn $name(from: *const u32, to: *mut u32) {
            // SAFETY: a block of one warp, and the words that `each_kernel` gives.
            unsafe {
                let lane = thread::<32>() as usize;
                let from = Global::new(from).cast::<$a>().offset(($of_a + $of_b) * lane);
                let to = Global::new(to.cast_const()).cast::<$s>().offset($sums * lane);
                let (mut a, mut b): ([$a; $of_a], [$b; $of_b]) = Default::default();
                <Layout!($of_a) as Known>::VALUE.unroll(|i, _| a[i] = from.offset(i).read());
                <Layout!($of_b) as Known>::VALUE.unroll(|i, _| b[i] = from.offset($of_a + i).read());
                let mut sums = [<$s>::start(lane); $sums];
                $instruction::mma_sync(&mut sums, a, b);
                <Layout!($sums) as Known>::VALUE.unroll(|i, _| to.offset(i).write(sums[i]));
            }
        }
    )*};
}
mma_sync! {
    mma_m16n8k8_f16 MmaSyncM16N8K8F16 [f32; 4] [u32; 2] [u32; 1];
    mma_m16n8k8_f16_f16 MmaSyncM16N8K8F16 [u32; 2] [u32; 2] [u32; 1];
    mma_m16n8k8_bf16 MmaSyncM16N8K8Bf16 [f32; 4] [u32; 2] [u32; 1];
    mma_m16n8k16_f16 MmaSyncM16N8K16F16 [f32; 4] [u32; 4] [u32; 2];
    mma_m16n8k16_f16_f16 MmaSyncM16N8K16F16 [u32; 2] [u32; 4] [u32; 2];
    mma_m16n8k16_bf16 MmaSyncM16N8K16Bf16 [f32; 4] [u32; 4] [u32; 2];
    mma_m16n8k4_tf32 MmaSyncM16N8K4Tf32 [f32; 4] [u32; 2] [u32; 1];
    mma_m16n8k8_tf32 MmaSyncM16N8K8Tf32 [f32; 4] [u32; 4] [u32; 2];
    mma_m16n8k16_s8 MmaSyncM16N8K16S8 [i32; 4] [u32; 2] [u32; 1];
    mma_m16n8k16_u8 MmaSyncM16N8K16U8 [i32; 4] [u32; 2] [u32; 1];
    mma_m16n8k32_s8 MmaSyncM16N8K32S8 [i32; 4] [u32; 4] [u32; 2];
    mma_m16n8k32_u8 MmaSyncM16N8K32U8 [i32; 4] [u32; 4] [u32; 2];
    mma_m16n8k32_e4m3 MmaSyncM16N8K32E4m3 [f32; 4] [u32; 4] [u32; 2];
    mma_m16n8k32_e5m2 MmaSyncM16N8K32E5m2 [f32; 4] [u32; 4] [u32; 2];
    mma_m8n8k4_f64 MmaSyncM8N8K4F64 [f64; 2] [f64; 1] [f64; 1];
    mma_m16n8k4_f64 MmaSyncM16N8K4F64 [f64; 4] [f64; 2] [f64; 1];
    mma_m16n8k8_f64 MmaSyncM16N8K8F64 [f64; 4] [f64; 4] [f64; 2];
    mma_m16n8k16_f64 MmaSyncM16N8K16F64 [f64; 4] [f64; 8] [f64; 4];
}

/// Copies words to shared memory, and makes them visible to the copy engine and `wgmma`.
///
/// # Safety
/// 128 threads reach this call, and both memories have `WORDS` words.
#[inline(always)]
unsafe fn bring<const WORDS: usize>(from: Global<u32>, thread: usize) -> Shared<u32> {
    let to = shared!([u32; WORDS]);
    let mut at = thread;
    // SAFETY: as promised.
    unsafe {
        while at < WORDS {
            to.offset(at).write(from.offset(at).read());
            at += 128;
        }
        tma_store_fence();
        barrier();
    }
    to
}

// The common part of all: `$multiply` works on the sums and on `words` words in shared memory.
macro_rules! wgmma {
    ($name:ident [$s:ty; $sums:literal] $words:expr, |$from:ident, $shared:ident, $t:ident, $of:ident| $multiply:expr) => {
        #[kernel]
        pub unsafe fn $name(from: *const u32, to: *mut u32) {
            // SAFETY: a block of a warpgroup, and the words that `each_kernel` gives.
            unsafe {
                let $t = thread::<128>() as usize;
                let $from = Global::new(from);
                let $shared = bring::<{ $words }>($from, $t);
                let each = <Layout!($sums) as Known>::VALUE;
                // Bits that are all 0 are a number of each kind, and stay in registers.
                let mut $of: [$s; $sums] = core::mem::zeroed();
                each.unroll(|i, _| $of[i] = <$s>::start($t));
                $multiply;
                let to = Global::new(to.cast_const()).cast::<$s>().offset($sums * $t);
                each.unroll(|i, _| to.offset(i).write($of[i]));
            }
        }
    };
}
/// Both operands in shared memory, with 64 rows and this number of columns, contiguous along `k` in rows of `16 <<
/// bits` bytes.
macro_rules! from_shared {
    ($($name:ident $t:ident [$s:ty; $sums:literal] $columns:literal $bits:literal;)*) => {$(
        wgmma!($name [$s; $sums] (64 + $columns) * (4 << $bits), |_from, shared, t, sums| {
            let a = Operand::depth_first_of(shared, $bits);
            let b = Operand::depth_first_of(shared.offset(64 * (4 << $bits)), $bits);
            wgmma_begin(&mut sums);
            $t::multiply(&mut sums, a, b, true);
            wgmma_commit();
            wgmma_wait::<0>(&mut sums);
        });
    )*};
}
from_shared! {
    wgmma_f16_n8 F16 [f32; 4] 8 3;
    wgmma_f16_f16_n256 F16 [u32; 64] 256 1;
    wgmma_bf16_n56 Bf16 [f32; 28] 56 2;
    wgmma_tf32_n88 Tf32 [f32; 44] 88 3;
    wgmma_e4m3_n168 E4m3 [f32; 84] 168 2;
    wgmma_e4m3_f16_n200 E4m3 [u32; 50] 200 1;
    wgmma_e5m2_n120 E5m2 [f32; 60] 120 3;
    wgmma_e5m2_f16_n232 E5m2 [u32; 58] 232 1;
    wgmma_s8_n16 S8 [i32; 8] 16 2;
    wgmma_u8_n224 U8 [i32; 112] 224 1;
}
/// `A` in registers, 4 of each thread. Its words follow those of `B`.
macro_rules! from_registers {
    ($($name:ident $t:ident [$s:ty; $sums:literal] $columns:literal $bits:literal;)*) => {$(
        wgmma!($name [$s; $sums] $columns * (4 << $bits), |from, shared, t, sums| {
            let a = from.offset($columns * (4 << $bits) + 4 * t);
            let mut a = [0, 1, 2, 3].map(|i| a.offset(i).read());
            wgmma_begin((&mut sums, &mut a));
            $t::multiply_registers(&mut sums, a, Operand::depth_first_of(shared, $bits));
            wgmma_commit();
            wgmma_wait::<0>((&mut sums, &mut a));
        });
    )*};
}
from_registers! {
    wgmma_f16_n104_registers F16 [f32; 52] 104 3;
    wgmma_f16_f16_n40_registers F16 [u32; 10] 40 1;
    wgmma_bf16_n72_registers Bf16 [f32; 36] 72 2;
    wgmma_tf32_n136_registers Tf32 [f32; 68] 136 3;
    wgmma_e4m3_n24_registers E4m3 [f32; 12] 24 2;
    wgmma_e4m3_f16_n152_registers E4m3 [u32; 38] 152 1;
    wgmma_e5m2_n184_registers E5m2 [f32; 92] 184 3;
    wgmma_e5m2_f16_n216_registers E5m2 [u32; 54] 216 1;
    wgmma_s8_n48_registers S8 [i32; 24] 48 2;
    wgmma_u8_n32_registers U8 [i32; 16] 32 1;
}
/// Both operands in shared memory, each contiguous along `k` or along the other extent.
macro_rules! of_both_majors {
    ($($name:ident $t:ident [$s:ty; $sums:literal] $words:literal ($of_a:ident $a:literal) $start_of_b:literal ($of_b:ident $b:literal);)*) => {$(
        wgmma!($name [$s; $sums] $words, |_from, shared, t, sums| {
            let (a, b) = (Operand::$of_a(shared, $a), Operand::$of_b(shared.offset($start_of_b / 4), $b));
            wgmma_begin(&mut sums);
            // The first multiplication overwrites the sums.
            $t::multiply(&mut sums, a, b, false);
            $t::multiply(&mut sums, a, b, true);
            wgmma_commit();
            wgmma_wait::<0>(&mut sums);
        });
    )*};
}
of_both_majors! {
    wgmma_f16_n64_by_columns F16 [f32; 32] 1024 (columns_first 2048) 2048 (columns_first 2048);
    wgmma_bf16_n144_by_columns Bf16 [f32; 72] 2048 (depth_first_of 1) 2048 (columns_first 2048);
    wgmma_f16_f16_n112_by_columns F16 [u32; 28] 1408 (columns_first 2048) 2048 (depth_first_of 1);
}
wgmma!(wgmma_bf16_n80_registers_by_columns [f32; 40] 1024, |from, shared, t, sums| {
    let a = from.offset(1024 + 4 * t);
    let mut a = [0, 1, 2, 3].map(|i| a.offset(i).read());
    wgmma_begin((&mut sums, &mut a));
    Bf16::multiply_registers(&mut sums, a, Operand::columns_first(shared, 2048));
    wgmma_commit();
    wgmma_wait::<0>((&mut sums, &mut a));
});
