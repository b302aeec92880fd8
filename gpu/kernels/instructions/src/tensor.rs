//! The copy engine on tensors of 1 to 5 modes: a box that lies partly outside is loaded, and combined with the contents
//! of another tensor.

use tilework::typenum::{U8, U32};
use tilework_device::atom::WgmmaKNone;
use tilework_device::*;

/// Boxes of a tensor of rank `RANK`.
pub struct Boxes<const RANK: usize>;
macro_rules! boxes {
    ($($rank:literal [$($extent:literal),*];)*) => {$(
        impl Tile<$rank> for Boxes<$rank> {
            type Element = u32;
            type Atom = WgmmaKNone<U32>;
            const BOX: [u32; $rank] = [$($extent),*];
        }
    )*};
}
boxes! {
    1 [8];
    2 [8, 4];
    3 [8, 4, 3];
    4 [8, 4, 3, 2];
    5 [8, 4, 3, 2, 2];
}

/// The extents of both tensors. Tensors of lower rank have the first of them.
pub const EXTENTS: [u32; 5] = [20, 6, 5, 4, 3];
/// The strides, like [`EXTENTS`].
pub const STRIDES: [u64; 5] = [1, 24, 144, 720, 2880];
/// The number of words of both.
pub const WORDS: usize = 8640;
/// The corner of the box that is loaded.
pub const FROM: [u32; 5] = [16, 4, 4, 3, 2];
/// The corner where it is stored, also partly outside.
pub const TO: [u32; 5] = [16, 3, 3, 2, 1];
/// The first of these numbers, one for each mode.
pub const fn modes<T: Copy, const RANK: usize>(of: [T; 5]) -> [T; RANK] {
    let mut first = [of[0]; RANK];
    let mut mode = 0;
    while mode < RANK {
        first[mode] = of[mode];
        mode += 1;
    }
    first
}

macro_rules! boxes_are_brought {
    ($($name:ident $rank:literal $bytes:literal
        |$from:ident, $at:ident, $to:ident, $barrier:ident| $load:expr,
        |$map:ident, $corner:ident, $data:ident| $store:expr;)*) => {$(
        #[kernel]
        pub unsafe fn $name(from: &TensorMap<Boxes<$rank>>, to: &TensorMap<Boxes<$rank>>) {
            // SAFETY: a block of one warp, and maps of tensors as above.
            unsafe {
                let ($to, $barrier) = (shared!([u8; $bytes]), shared!([u64; 1]));
                if thread::<32>() == 0 {
                    let ($from, $at): (_, [u32; $rank]) = (from, const { modes(FROM) });
                    tma_prefetch($from);
                    tma_prefetch_box($from, $at);
                    mbarrier_init($barrier, 1);
                    mbarrier_init_fence();
                    mbarrier_arrive_expect($barrier, $bytes);
                    $load;
                    mbarrier_wait($barrier, 0);
                    let ($map, $corner, $data): (_, [u32; $rank], _) = (to, const { modes(TO) }, $to);
                    $store;
                    tma_store_wait_written::<0>();
                }
            }
        }
    )*};
}
boxes_are_brought! {
    tma_1d_stored 1 32
        |from, at, to, full| tma_load(from, at, to, full), |map, at, data| tma_store(map, at, data);
    tma_2d_stored 2 128
        |from, at, to, full| tma_load(from, at, to, full), |map, at, data| tma_store(map, at, data);
    tma_3d_stored 3 384
        |from, at, to, full| tma_load(from, at, to, full), |map, at, data| tma_store(map, at, data);
    tma_4d_stored 4 768
        |from, at, to, full| tma_load(from, at, to, full), |map, at, data| tma_store(map, at, data);
    tma_5d_stored 5 1536
        |from, at, to, full| tma_load(from, at, to, full), |map, at, data| tma_store(map, at, data);
    tma_1d_and 1 32
        |from, at, to, full| tma_load_multicast(from, at, to, full, 1), |map, at, data| tma_reduce(map, at, data, Reduction::And);
    tma_2d_add 2 128
        |from, at, to, full| tma_load_multicast(from, at, to, full, 1), |map, at, data| tma_reduce(map, at, data, Reduction::Add);
    tma_3d_max 3 384
        |from, at, to, full| tma_load_multicast(from, at, to, full, 1), |map, at, data| tma_reduce(map, at, data, Reduction::Max);
    tma_4d_xor 4 768
        |from, at, to, full| tma_load_multicast(from, at, to, full, 1), |map, at, data| tma_reduce(map, at, data, Reduction::Xor);
    tma_5d_min 5 1536
        |from, at, to, full| tma_load_multicast(from, at, to, full, 1), |map, at, data| tma_reduce(map, at, data, Reduction::Min);
    tma_3d_or 3 384
        |from, at, to, full| tma_load(from, at, to, full), |map, at, data| tma_reduce(map, at, data, Reduction::Or);
}

/// Boxes of a matrix of bytes.
pub struct OfBytes;
impl Tile for OfBytes {
    type Element = u8;
    type Atom = WgmmaKNone<U8>;
    const BOX: [u32; 2] = [32, 8];
}
/// The columns and rows of the matrix.
pub const EXTENTS_OF_BYTES: [u32; 2] = [40, 9];
/// The strides of the matrix.
pub const STRIDES_OF_BYTES: [u64; 2] = [1, 48];
/// The corner of the box that is loaded, which reaches past both ends.
pub const FROM_OF_BYTES: [u32; 2] = [16, 4];

/// A box of bytes, as 64 words.
#[kernel(threads = 32, blocks = [1])]
pub unsafe fn tma_2d_of_bytes(from: &TensorMap<OfBytes>, to: *mut u32) {
    // SAFETY: a block of one warp, a map of such a matrix, and 64 words.
    unsafe {
        let lane = thread::<32>() as usize;
        let (words, full) = (shared!([u32; 64]), shared!([u64; 1]));
        if lane == 0 {
            mbarrier_init(full, 1);
            mbarrier_init_fence();
            mbarrier_arrive_expect(full, 256);
            tma_load(from, FROM_OF_BYTES, words.cast(), full);
        }
        warp_barrier();
        mbarrier_wait(full, 0);
        for at in [lane, lane + 32] {
            Global::new(to.cast_const()).offset(at).write(words.offset(at).read());
        }
    }
}
