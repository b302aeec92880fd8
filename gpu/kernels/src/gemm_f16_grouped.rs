//! Grouped products, `C_g = A_g B_gᵀ`: the rows of `A` and `C` form groups, and each group has its own `B`. In a
//! mixture of experts, a group is the tokens of an expert.

use core::ptr::without_provenance;

use tilework::bound::{Pointer, PointerMut};

use crate::argument::gemm_f16::*;
use crate::device::*;
use crate::gemm_f16::{OfA, OfB, OfC};
use crate::gemm_wgmma::*;
use crate::scheduler::{Batched, TileScheduler};

/// The work of products with groups of rows.
pub struct Groups<'a, G> {
    /// `A`, for all groups.
    pub a: &'a TensorMap<OfA<G>>,
    /// `B`, one for each group.
    pub b: &'a TensorMap<Batched<OfB<G>>>,
    /// `C`, for all groups.
    pub c: &'a TensorMap<OfC<G>>,
    /// The first row of `A` and the first row of tiles of each group, followed by the total of both:
    /// [`first_of_groups`].
    pub first: Global<u32>,
    /// The number of groups.
    pub count: u32,
    /// The number of columns of tiles, and of columns of `C`.
    pub columns: [u32; 2],
    /// The address of `C`, and the distance to its next row in elements. Each thread itself writes the last rows of a
    /// group, if they are no whole box, instead of the copy engine.
    pub result: [u64; 2],
}
/// The group of a tile, and the end of its rows.
#[derive(Clone, Copy, Debug)]
pub struct OfGroup {
    group: u32,
    end: u32,
}
impl<G> Clone for Groups<'_, G> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<G> Copy for Groups<'_, G> {}
impl<G> Groups<'_, G> {
    /// The first row, and the first row of tiles, of a group.
    #[inline(always)]
    fn group(self, group: u32) -> [u32; 2] {
        let at = self.first.offset(2 * group as usize);
        // SAFETY: there are as many groups.
        unsafe { [at.read(), at.offset(1).read()] }
    }
}
impl<G: Parameters> TileScheduler<G> for Groups<'_, G> {
    type Of = OfGroup;
    #[inline(always)]
    fn prefetch(self) {
        tma_prefetch(self.a);
        tma_prefetch(self.b);
        tma_prefetch(self.c);
    }
    #[inline(always)]
    fn tiles(self) -> u32 {
        self.group(self.count)[1] * self.columns[0]
    }
    #[inline(always)]
    fn tile(self, tile: u32, _: u32) -> ([u32; 2], OfGroup) {
        let columns = self.columns[0].max(1);
        let (at, column) = (tile / columns, tile % columns);
        // Bisection finds the last group that begins at or before this row of tiles.
        let (mut group, mut end) = (0, self.count);
        while end - group > 1 {
            let middle = (group + end) / 2;
            if self.group(middle)[1] <= at {
                group = middle;
            } else {
                end = middle;
            }
        }
        let [row, first] = self.group(group);
        let row = row + G::TILE[0] as u32 * (at - first);
        let of = OfGroup { group, end: self.group(group + 1)[0] };
        ([row, G::TILE[1] as u32 * column], of)
    }
    #[inline(always)]
    unsafe fn load_a(self, _: OfGroup, at: [u32; 2], to: Shared<u8>, full: Shared<u64>) {
        // SAFETY: as promised. Rows of the next group are loaded too, but not stored.
        unsafe { tma_load(self.a, at, to, full) }
    }
    #[inline(always)]
    unsafe fn load_b(
        self,
        of: OfGroup,
        [x, y]: [u32; 2],
        to: Shared<u8>,
        full: Shared<u64>,
        _: Option<u16>,
    ) {
        const {
            assert!(G::CLUSTER == 1, "cluster: of a group there is any number of tiles");
            assert!(G::ELEMENT_C == 2, "result: what a thread writes are pairs of 16 bits");
        };
        // SAFETY: as promised.
        unsafe { tma_load(self.b, [x, y, of.group], to, full) }
    }
    #[inline(always)]
    unsafe fn store(self, _: OfGroup, at: [u32; 2], from: Shared<u8>) {
        // SAFETY: as promised.
        unsafe { tma_store(self.c, at, from) }
    }
    /// For a box of 16 rows.
    #[inline(always)]
    fn stores(self, of: OfGroup, row: u32) -> bool {
        row + 16 <= of.end
    }
    #[inline(always)]
    unsafe fn write(self, of: OfGroup, [row, column]: [u32; 2], results: [G::Finished; 8]) {
        let write = |row: u32, column: u32, pair: [G::Finished; 2]| {
            if row < of.end && column < self.columns[1] {
                let offset = u64::from(row) * self.result[1] + u64::from(column);
                // SAFETY: as promised, for an element of `C` and the next one.
                unsafe {
                    let c =
                        Global::<Storage<G::C>>::new(without_provenance(self.result[0] as usize));
                    c.offset(offset as usize).cast::<u32>().write(G::C::pair(pair) as u32);
                }
            }
        };
        write(row, column, [results[0], results[1]]);
        write(row + 8, column, [results[2], results[3]]);
        write(row, column + 8, [results[4], results[5]]);
        write(row + 8, column + 8, [results[6], results[7]]);
    }
}

macro_rules! products {
    ($($(#[$doc:meta])* $name:ident $product:ident $kernel:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// `groups` is [`first_of_groups`] for `count` groups. `columns` and `result` are those of [`Groups`]. `n` and
        /// `k` are multiples of 8, and `k` is not 0.
        #[kernel]
        #[allow(clippy::too_many_arguments, reason = "what there is")]
        pub unsafe fn $name(
            a: &TensorMap<OfA<$kernel>>,
            b: &TensorMap<Batched<OfB<$kernel>>>,
            c: &TensorMap<OfC<$kernel>>,
            groups: *const u32,
            count: u32,
            columns: [u32; 2],
            result: [u64; 2],
            steps: u32,
        ) {
            // SAFETY: as promised.
            unsafe {
                let first = Global::new(groups);
                $product(Groups { a, b, c, first, count, columns, result }, steps);
            }
        }
    )*};
}
products! {
    /// Grouped products of bf16.
    gemm_bf16_grouped bf16_grouped GemmBf16Grouped;
    /// Grouped products of f16.
    gemm_f16_grouped f16_grouped GemmF16Grouped;
}
