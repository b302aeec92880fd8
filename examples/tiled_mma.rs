//! A GPU kernel's matrix product, thread by thread, on the CPU: `cargo run --example tiled_mma`.
//!
//! 128 threads multiply tiles of 32 x 32 x 16. They work as on a GPU: they copy the operands to swizzled shared memory
//! in vectors, load them from there with `ldmatrix`, and multiply with `mma.sync.m16n8k16`. The types say which thread
//! has which elements in memory, in shared memory and in its registers: no index is computed here. The sizes of the
//! matrices are no multiples of the tiles. Elements outside of the operands are 0 in shared memory, and elements
//! outside of the result are not written. The two instructions do what the manual says. At the end the result is
//! compared with that of `gemm`.

use tilework::algebra::{Access, bank_conflicts};
use tilework::typenum::{P3, U1, U3, U4, U16};
use tilework::{Composed, Swizzle, Tensor, algorithm::gemm, bound::Known, layout};
use tilework_atom::{
    self as atom, self, CopyAtom, LdmatrixX4, LoadOf, MmaSyncM16N8K16F16, TiledCopy, TiledMma,
    Vector,
};

type Ldmatrix = LoadOf<LdmatrixX4, U16>;

/// The registers of a thread.
#[derive(Clone, Copy, Default)]
struct Registers {
    /// Eight values of the one atom in M.
    a: [f32; 8],
    /// Four values of each of two atoms in N.
    b: [[f32; 4]; 2],
    c: [[f32; 4]; 2],
}

/// `mma.sync` of a warp: each lane has its values of `A`, `B` and `C`.
fn mma_sync(lanes: &mut [Registers], n: usize) {
    let (a_of, b_of, c_of) =
        (atom::a(MmaSyncM16N8K16F16), atom::b(MmaSyncM16N8K16F16), atom::c(MmaSyncM16N8K16F16));
    // (M,K), (N,K) and (M,N), the first mode fastest.
    let (mut a, mut b) = ([0.0; 16 * 16], [0.0; 8 * 16]);
    for (lane, registers) in lanes.iter().enumerate() {
        for (v, &value) in registers.a.iter().enumerate() {
            a[a_of.layout().offset((lane, v))] = value;
        }
        for (v, &value) in registers.b[n].iter().enumerate() {
            b[b_of.layout().offset((lane, v))] = value;
        }
    }
    for (lane, registers) in lanes.iter_mut().enumerate() {
        for (v, sum) in registers.c[n].iter_mut().enumerate() {
            let at = c_of.layout().offset((lane, v));
            let (i, j) = (at % 16, at / 16);
            *sum += (0..16).map(|p| a[i + 16 * p] * b[j + 8 * p]).sum::<f32>();
        }
    }
}

/// `ldmatrix` of a warp: each lane gives a row of eight elements, and gets eight others.
fn ldmatrix(rows: [[f32; 8]; 32]) -> [[f32; 8]; 32] {
    let from = <Ldmatrix as CopyAtom>::Source::VALUE;
    let to = <Ldmatrix as CopyAtom>::Destination::VALUE;
    let mut elements = [0.0; 4 * 8 * 8];
    for (lane, row) in rows.iter().enumerate() {
        for (v, &value) in row.iter().enumerate() {
            elements[from.offset((lane, v))] = value;
        }
    }
    std::array::from_fn(|lane| std::array::from_fn(|v| elements[to.offset((lane, v))]))
}

fn main() {
    // A, the transpose of B, and C are row-major; all sizes are dynamic. Rows of A and B begin at multiples of the
    // vectors that are copied.
    let (m, n, k): (usize, usize, usize) = (61, 83, 45);
    let ld = k.next_multiple_of(4);
    let number = |i: usize, by: usize| ((i * by) % 17) as f32 - 8.0;
    let a: Vec<f32> = (0..m * ld).map(|i| number(i, 7)).collect();
    let b: Vec<f32> = (0..n * ld).map(|i| number(i, 5)).collect();
    let mut c = vec![0.0; m * n];
    let a = Tensor::new(&a[..], layout!((m,k):(ld,1))).unwrap();
    let b = Tensor::new(&b[..], layout!((n,k):(ld,1))).unwrap();

    // Four warps, two in M and two in N, each thread with two atoms in N.
    let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((2, 2, 1))).permuted(layout!(<32,32,16>));
    // To shared memory: 32 x 4 threads in row-major order, four elements at once.
    let to_shared = TiledCopy::new(Vector::<U4>::new(), layout!((32,4):row_major), layout!((1, 4)));
    // To registers: the elements that `mma` needs there.
    let load_a = TiledCopy::of(Ldmatrix::new(), mma.a());
    let load_b = TiledCopy::of(Ldmatrix::new(), mma.b());
    // The places in the fragments (value, M or N, K) of the elements that a load gives a thread.
    let registers_a = load_a.retile(layout!((8, 1, 1)));
    let registers_b = load_b.retile(layout!((4, 2, 1)));
    // Rows of 32 bytes whose halves are swizzled. So the eight rows that `ldmatrix` reads at once are in different
    // banks, and a vector of eight elements stays together.
    let shared = Composed::of(Swizzle::<U1, U3, P3>::new(), layout!((32,16):(16,1)));
    for rows in [0, 8, 16, 24] {
        let halves = (0..8).map(|row| shared.offset((rows + row, 0)) as i64).collect::<Vec<_>>();
        assert_eq!(bank_conflicts(&halves, &Access::new(2).unwrap().vector(8).unwrap()), 0);
    }
    let (mut shared_a, mut shared_b) = ([0.0; 32 * 16], [0.0; 32 * 16]);

    let mut c_tensor = Tensor::new(&mut c[..], layout!((m,n):(n,1))).unwrap();
    let tiles_a = a.predicated_divide(layout!(<32,16>));
    let tiles_b = b.predicated_divide(layout!(<32,16>));
    let mut tiles_c = c_tensor.predicated_divide_mut(layout!(<32,32>));
    // For each block of threads:
    let (blocks_m, blocks_n) = (m.div_ceil(32), n.div_ceil(32));
    for (x, y) in (0..blocks_m).flat_map(|x| (0..blocks_n).map(move |y| (x, y))) {
        let mut threads = [Registers::default(); 128];
        for z in 0..k.div_ceil(16) {
            let (tile_a, tile_b) = (tiles_a.slice((.., (x, z))), tiles_b.slice((.., (y, z))));
            let mut shared_a = Tensor::through(&mut shared_a[..], shared).unwrap();
            let mut shared_b = Tensor::through(&mut shared_b[..], shared).unwrap();
            for index in 0..to_shared.threads() {
                let thread = to_shared.thread(index);
                for (tile, shared) in [(&tile_a, &mut shared_a), (&tile_b, &mut shared_b)] {
                    let mut to = thread.partition_d(shared);
                    thread.predicated_partition_s(tile).load(0.0, &mut to).unwrap();
                }
            }
            for (warp, lanes) in threads.chunks_mut(32).enumerate() {
                let thread = |lane| 32 * warp + lane;
                // Each thread gives the address of one row of eight elements.
                let rows = |load: &dyn Fn(usize, &mut [f32; 8])| {
                    let mut rows = [[0.0; 8]; 32];
                    (0..32).for_each(|lane| load(thread(lane), &mut rows[lane]));
                    rows
                };
                let of_a = ldmatrix(rows(&|index, row| {
                    load_a
                        .thread(index)
                        .partition_s(&shared_a)
                        .iter()
                        .zip(row)
                        .for_each(|(x, to)| *to = *x);
                }));
                let of_b = ldmatrix(rows(&|index, row| {
                    load_b
                        .thread(index)
                        .partition_s(&shared_b)
                        .iter()
                        .zip(row)
                        .for_each(|(x, to)| *to = *x);
                }));
                for (lane, registers) in lanes.iter_mut().enumerate() {
                    for v in 0..8 {
                        registers.a[registers_a.offset(v)] = of_a[lane][v];
                        registers.b.as_flattened_mut()[registers_b.offset(v)] = of_b[lane][v];
                    }
                }
                (0..2).for_each(|n| mma_sync(lanes, n));
            }
        }
        let mut tile_c = tiles_c.slice_mut((.., (x, y)));
        for (index, registers) in threads.iter().enumerate() {
            // (value, (M, N))
            let fragment = Tensor::new(registers.c.as_flattened(), layout!((4, (1, 2)))).unwrap();
            mma.thread(index).predicated_partition_c_mut(&mut tile_c).store(&fragment).unwrap();
        }
    }

    let mut expected = vec![0.0; m * n];
    gemm(1.0, &a, &b, 0.0, &mut Tensor::new(&mut expected[..], layout!((m,n):(n,1))).unwrap())
        .unwrap();
    // The numbers are small integers, so sums are exact.
    assert_eq!(c, expected);
    println!("mma.partition_a of (64,48):(48,1): {}", mma.partition_a(layout!((64,48):(48,1))));
    println!("{m} x {n} x {k}: by {} threads as by gemm", mma.threads());
}
