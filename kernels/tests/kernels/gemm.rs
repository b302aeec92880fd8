//! Products of matrices.

use half::{bf16, f16};
use tilework::atom::{WgmmaK128B, WgmmaM64K16Bf16Ss};
use tilework::typenum::*;
use tilework_kernels::argument::gemm_f16::{GEMM_BF16, GEMM_BF16_128, GEMM_F16, Gemm, Layouts};
use tilework_kernels::argument::{Leaves, gemm_f32_in, gemm_f32_out};
use tilework_kernels::device::{Bits128, TensorMap};
use tilework_kernels::gemm_f16::{gemm, gemm_bf16, gemm_bf16_128, gemm_f16};
use tilework_kernels::gemm_f32::gemm_f32;

use crate::host;
use crate::reference::{Random, error_of_product};

/// Elements of 16 bits.
struct Kind {
    to: fn(f32) -> u16,
    from: fn(u16) -> f64,
}
const F16: Kind = Kind { to: |x| f16::from_f32(x).to_bits(), from: |x| f16::from_bits(x).to_f64() };
const BF16: Kind =
    Kind { to: |x| bf16::from_f32(x).to_bits(), from: |x| bf16::from_bits(x).to_f64() };
impl Kind {
    fn normals(&self, random: &mut Random, count: usize) -> Vec<u16> {
        random.normals(count).into_iter().map(self.to).collect()
    }
}

#[test]
fn f32_of_whole_tiles() {
    for [m, n, k] in [[128, 256, 64], [128, 128, 16]] {
        let mut random = Random::fresh();
        let mut host = host(&mut random);
        let (a, b) = (random.normals(m * k), random.normals(n * k));
        let (on_a, on_b, on_c) = (host.upload(&a), host.upload(&b), host.poisoned::<f32>(m * n));
        let [m32, n32, k32] = [m, n, k].map(|x| x as u32);
        let layout_a: Leaves<5> =
            Leaves(gemm_f32_in(m32 / 4, k32, m32 / 4).unwrap().dynamic_leaves());
        let layout_b: Leaves<5> =
            Leaves(gemm_f32_in(n32 / 4, k32, n32 / 4).unwrap().dynamic_leaves());
        let layout_c: Leaves<6> =
            Leaves(gemm_f32_out(m32 / 4, n32, m32 / 4).unwrap().dynamic_leaves());
        // SAFETY: the layouts are those of the buffers, and there is a block for each tile.
        host.launch([m32 / 128, n32 / 128, 1], 256, 4 * 2 * 128 * 16 * 4, || unsafe {
            gemm_f32(
                on_a.pointer(),
                layout_a,
                on_b.pointer(),
                layout_b,
                on_c.pointer_mut(),
                layout_c,
            );
        });
        let c = host.download(on_c);
        let error = error_of_product(
            [m, n, k],
            |i, p| f64::from(a[i + m * p]),
            |j, p| f64::from(b[j + n * p]),
            |i, j| f64::from(c[i + m * j]),
            &mut random,
        );
        assert!(error < 1e-5, "{m} x {n} x {k}: {error:e}");
    }
}

fn wgmma<G: Layouts>(
    parameters: G,
    kernel: unsafe fn(*const TensorMap, *const TensorMap, *mut Bits128, Leaves<7>, Leaves<2>, u32),
    kind: &Kind,
    [m, n, k]: [usize; 3],
) {
    let mut random = Random::fresh();
    let mut host = host(&mut random);
    let (a, b) = (kind.normals(&mut random, m * k), kind.normals(&mut random, n * k));
    let (on_a, on_b, on_c) = (host.upload(&a), host.upload(&b), host.poisoned::<u16>(m * n));
    let [m32, n32, k32] = [m, n, k].map(|x| x as u32);
    let maps = (host.tensor_map(on_a, k32, G::box_of(0)), host.tensor_map(on_b, k32, G::box_of(1)));
    let layout = parameters.c(m32, n32 / 8, n32 / 8).unwrap();
    // SAFETY: the maps and the layout are those of the buffers.
    host.launch([2, 1, 1], G::THREADS, G::SHARED_MEMORY, || unsafe {
        kernel(
            maps.0.pointer(),
            maps.1.pointer(),
            on_c.pointer_mut(),
            layout,
            Leaves([m32, n32 / 8]),
            k32.div_ceil(G::TILE[2] as u32),
        );
    });
    let c = host.download(on_c);
    let error = error_of_product(
        [m, n, k],
        |i, p| (kind.from)(a[p + k * i]),
        |j, p| (kind.from)(b[p + k * j]),
        |i, j| (kind.from)(c[j + n * i]),
        &mut random,
    );
    assert!(error < 3e-2, "{m} x {n} x {k}: {error:e}");
}

#[test]
fn f16_by_wgmma() {
    wgmma(GEMM_F16, gemm_f16, &F16, [130, 264, 72]);
}

/// More steps than there is room for, and more tiles than blocks.
#[test]
fn bf16_by_wgmma() {
    wgmma(GEMM_BF16, gemm_bf16, &BF16, [300, 256, 328]);
}

/// Smaller tiles, and more stages.
#[test]
fn bf16_by_wgmma_of_128_columns() {
    wgmma(GEMM_BF16_128, gemm_bf16_128, &BF16, [300, 136, 456]);
}

/// Other parameters of the kernel, of which no entry is made.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident $threads:literal $extents:tt $kernel:ty;)*) => {$(
        $(#[$doc])*
        #[test]
        fn $name() {
            const KERNEL: $kernel = Gemm::new();
            // SAFETY: as of the kernels.
            let kernel = |a, b, c, layout, extents, steps| unsafe {
                gemm::<$threads, _>(KERNEL, a, b, c, layout, extents, steps);
            };
            wgmma(KERNEL, kernel, &BF16, $extents);
        }
    )*};
}
parameters! {
    /// Of a step two boxes lie beside one another.
    steps_of_two_boxes 384 [136, 264, 264]
        Gemm<(U128, U128, U128), U3, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>>;
    /// Of a tile two instructions lie beside one another, and tiles are taken row by row.
    tiles_of_two_instructions 384 [264, 520, 72]
        Gemm<(U128, U256, U64), U2, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>, U1>;
    /// Three warpgroups multiply.
    tiles_of_192_rows 512 [200, 136, 200]
        Gemm<(U192, U128, U64), U4, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>>;
}
