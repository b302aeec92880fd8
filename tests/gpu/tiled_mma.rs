//! Tiled multiplications in the types, against their definition and the value level.

use tilework::algebra::{Rule, atom as value};
use tilework::typenum::{U8, U16, U64};
use tilework::{
    Fragment, Layout, Tensor, algorithm::copy, bound::TwoModes, layout, operation::make_layout_like,
};
use tilework_atom::*;

/// The same partitions at both levels, for static and for dynamic data.
macro_rules! same_as_values {
    ($($atom:ty, $arrangement:tt $a:tt $b:tt $c:tt;)*) => {$({
        let of_types = TiledMma::new(<$atom>::default(), layout!$arrangement);
        let arrangement = layout!$arrangement.to_value();
        let of_values = value::TiledMma::new(<$atom as Mma>::VALUE, &arrangement).unwrap();
        assert_eq!(of_types.tile().map(|n| n as i64), of_values.tile());
        assert_eq!(of_types.threads() as i64, of_values.threads());
        let (a, b, c) = (layout!$a, layout!$b, layout!$c);
        let parts = [
            (of_types.partition_a(a).to_string(), of_values.partition_a(&a.to_value())),
            (of_types.partition_b(b).to_string(), of_values.partition_b(&b.to_value())),
            (of_types.partition_c(c).to_string(), of_values.partition_c(&c.to_value())),
            (of_types.a().layout().to_string(), of_values.a().map(|tv| tv.layout().clone())),
            (of_types.b().layout().to_string(), of_values.b().map(|tv| tv.layout().clone())),
            (of_types.c().layout().to_string(), of_values.c().map(|tv| tv.layout().clone())),
        ];
        for (types, values) in parts {
            assert_eq!(types, values.unwrap().to_string(), "{}", stringify!($atom));
        }
    })*};
}

#[test]
fn partitions_are_those_of_values() {
    same_as_values! {
        MmaSyncM8N8K4F64, ((1,1,1):(0,0,0)) ((16,8):(8,1)) ((16,8):(1,16)) ((16,16):(16,1));
        MmaSyncM16N8K8F16, ((2,2,1):(2,1,0)) ((64,16):(16,1)) ((32,24):(1,33)) ((64,32):(1,80));
        MmaSyncM16N8K16F16, ((2,2,1):(1,2,0)) ((64,32):(32,1)) ((32,32):(32,1)) ((64,32):(32,1));
        MmaSyncM16N8K8Tf32, ((4,1,2):(1,0,4)) ((64,32):(1,64)) ((16,32):(1,16)) ((64,16):(16,1));
        MmaSyncM16N8K32S8, ((1,4,1):(0,1,0)) ((16,64):(64,1)) ((64,64):(64,1)) ((32,64):(64,1));
        Fma, ((16,16,1):(1,16,0)) ((128,8):(1,132)) ((64,8):(1,64)) ((128,64):(1,128));
        WgmmaM64K16F16Ss<U64>, ((2,1,1):(1,0,0)) ((128,64):(64,1)) ((128,64):(1,128)) ((128,128):(128,1));
        WgmmaM64K8Tf32Rs<U8>, ((1,2,1):(0,1,0)) ((64,32):(32,1)) ((16,32):(32,1)) ((64,48):(1,64));
        // Data whose modes are nested.
        MmaSyncM16N8K16Bf16, ((2,1,1):(1,0,0))
            (((4,16),(2,8)):((2,16),(1,8))) (((2,8),32):((1,64),2)) (((4,8),(2,4)):((2,16),(1,8)));
    }
}

/// Dynamic data in the types; threads and values stay static.
#[test]
fn dynamic_data() {
    let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((2,2,1):(1,2,0)));
    let of_values =
        value::TiledMma::new(MmaSyncM16N8K16F16::VALUE, &"(2,2,1):(1,2,0)".parse().unwrap());
    let of_values = of_values.unwrap();
    for (m, n, lda) in [(32, 16, 16), (64, 48, 50), (96, 16, 1000)] {
        let data = layout!((m,n):(lda,1));
        let parts: Layout!((((4,8),(2,2)),((2,2),(_,_))):(((2,_),(_,8)),((1,_),(_,16)))) =
            mma.partition_c(data);
        let expected = of_values.partition_c(&data.to_value()).unwrap();
        assert_eq!(parts.size(), m * n);
        for i in 0..m * n {
            assert_eq!(parts.offset(i) as i64, expected.offset(i as i64).unwrap());
        }
    }
    let m: usize = 48;
    let error = mma.try_partition_a(layout!((m, 16))).unwrap_err();
    assert_eq!((error.mode, error.rule), (Some(0), Rule::Evenness { size: 48, span: 32 }));
    assert_eq!(
        error.to_string(),
        "partition: evenness, mode 0: the size 48 is not a multiple of the span 32"
    );
}

/// Permutations, among them the one of CuTe's `0t_mma_atom.md`.
#[test]
fn permuted_tiles() {
    let mma = TiledMma::new(MmaSyncM8N8K4F64, layout!((2,2,1):(2,1,0)));
    let mma = mma.permuted(layout!(<(4,4,2):(1,8,4),32,4>));
    let tilers = ["(4,4,2):(1,8,4)", "32:1", "4:1"].map(|text| text.parse().unwrap());
    let of_values =
        value::TiledMma::new(MmaSyncM8N8K4F64::VALUE, &"(2,2,1):(2,1,0)".parse().unwrap());
    let of_values = of_values.unwrap().permuted(tilers).unwrap();
    assert_eq!((mma.tile(), mma.threads()), ([32, 32, 4], 128));
    let (a, c) = (layout!((64, 8)), layout!((32,64):(64,1)));
    assert_eq!(
        mma.partition_a(a).to_string(),
        of_values.partition_a(&a.to_value()).unwrap().to_string()
    );
    assert_eq!(
        mma.partition_c(c).to_string(),
        of_values.partition_c(&c.to_value()).unwrap().to_string()
    );
}

/// The fragments of all threads have each element of `C` once, and those of `A` and `B` once for each atom that needs
/// them.
#[test]
fn fragments_of_threads() {
    let mma = TiledMma::new(MmaSyncM16N8K8Tf32, layout!((2,3,1):(3,1,0)));
    assert_eq!((mma.tile(), mma.threads()), ([32, 24, 8], 192));
    let (m, n, k) = (64, 48, 24);
    let zeros = |size| vec![0; size];
    let (mut a, mut b, mut c) = (zeros(m * k), zeros(n * k), zeros(m * n));
    let mut a = Tensor::new(&mut a[..], layout!((m,k):(k,1))).unwrap();
    let mut b = Tensor::new(&mut b[..], layout!((n, k))).unwrap();
    let mut c = Tensor::new(&mut c[..], layout!((64, 48))).unwrap();
    for index in 0..mma.threads() {
        let thread = mma.thread(index);
        let [t, x, y, z] = thread.place();
        assert_eq!((t + 32 * (3 * x + y), z), (index, 0));
        thread.partition_a_mut(&mut a).for_each_mut(|x| *x += 1);
        thread.partition_b_mut(&mut b).for_each_mut(|x| *x += 1);
        thread.partition_c_mut(&mut c).for_each_mut(|x| *x += 1);
        assert_eq!(thread.partition_c(&c).layout().to_string(), "((2,2),(2,2)):((64,8),(32,1536))");
    }
    assert!(a.data().iter().all(|&times| times == 3));
    assert!(b.data().iter().all(|&times| times == 2));
    assert!(c.data().iter().all(|&times| times == 1));
}

/// Row and column of value `v` of thread `t` of an operand of an atom, as in the PTX ISA, or of all values of a tile in
/// memory.
type Place = fn(t: usize, v: usize) -> (usize, usize);
/// An operand: its extents in the atom, the number of values of a thread, and their places.
struct Held(usize, usize, usize, Place);

/// The elements of one thread of an operand in the order of `(v, (x', y'))`, by the definition. `place` has the place
/// of the thread in the atom and of the atom among `atoms`, in tiles of these sizes and orders. The data is counted
/// row-major.
fn held(
    &Held(rows, columns, values, place): &Held,
    [t, x, y]: [usize; 3],
    atoms: [usize; 2],
    tiles: [(usize, fn(usize) -> usize); 2],
    [m, n]: [usize; 2],
) -> Vec<usize> {
    let at =
        |(tile, order): (usize, fn(usize) -> usize), p: usize| p / tile * tile + order(p % tile);
    let mut elements = Vec::new();
    for w in 0..n / (columns * atoms[1]) {
        for u in 0..m / (rows * atoms[0]) {
            for v in 0..values {
                let (i, j) = place(t, v);
                let row = at(tiles[0], i + rows * (x + atoms[0] * u));
                let column = at(tiles[1], j + columns * (y + atoms[1] * w));
                elements.push(row * n + column);
            }
        }
    }
    elements
}

/// All operands of all threads, for several atoms, arrangements and permutations. Each thread has the elements of the
/// definition in their order, and each element occurs as often as it must.
#[test]
fn elements_of_threads() {
    let same: fn(usize) -> usize = |i| i;
    let c: Place = |t, v| (t / 4 + v / 2 * 8, t % 4 * 2 + v % 2);
    let f16 = [
        Held(16, 16, 8, |t, v| (t / 4 + v / 2 % 2 * 8, t % 4 * 2 + v % 2 + v / 4 * 8)),
        Held(8, 16, 4, |t, v| (t / 4, t % 4 * 2 + v % 2 + v / 2 * 8)),
        Held(16, 8, 4, c),
    ];
    let tf32 = [
        Held(16, 8, 4, |t, v| (t / 4 + v % 2 * 8, t % 4 + v / 2 * 4)),
        Held(8, 8, 2, |t, v| (t / 4, t % 4 + v * 4)),
        Held(16, 8, 4, c),
    ];
    let s8 = [
        Held(16, 32, 16, |t, v| (t / 4 + v / 4 % 2 * 8, t % 4 * 4 + v % 4 + v / 8 * 16)),
        Held(8, 32, 8, |t, v| (t / 4, t % 4 * 4 + v % 4 + v / 4 * 16)),
        Held(16, 8, 4, c),
    ];
    let f64 = [
        Held(8, 4, 1, |t, _| (t / 4, t % 4)),
        Held(8, 4, 1, |t, _| (t / 4, t % 4)),
        Held(8, 8, 2, |t, v| (t / 4, t % 4 * 2 + v)),
    ];
    let fma = [(); 3].map(|()| Held(1, 1, 1, |_, _| (0, 0)));
    let warpgroup: Place =
        |t, v| (t / 32 * 16 + t % 32 / 4 + v / 2 % 2 * 8, t % 4 * 2 + v % 2 + v / 4 * 8);
    let wgmma = [
        Held(64, 16, 8, warpgroup),
        Held(16, 16, 256, |_, v| (v % 16, v / 16)),
        Held(64, 16, 8, warpgroup),
    ];
    macro_rules! check {
        ($mma:expr, $held:expr, $threads:literal x $extents:tt : $strides:tt, $orders:expr) => {{
            let (mma, held_by, threads): (_, _, usize) = ($mma, &$held, $threads);
            let (extents, strides): ([usize; 3], [usize; 3]) = ($extents, $strides);
            let [m, n, k] = mma.tile();
            let (orders, tile) = ($orders, [m, n, k]);
            let [m, n, k] = [2 * m, 2 * n, 3 * k];
            let mut times = [vec![0; m * k], vec![0; n * k], vec![0; m * n]];
            assert_eq!(mma.threads(), threads * extents.iter().product::<usize>());
            for index in 0..mma.threads() {
                let (thread, atom) = (mma.thread(index), index / threads);
                let place = [0, 1, 2].map(|at| match strides[at] {
                    0 => 0,
                    stride => atom / stride % extents[at],
                });
                let lists: [Vec<usize>; 3] = [
                    thread.partition_a(&Tensor::counting(layout!((m,k):(k,1)))).iter().collect(),
                    thread.partition_b(&Tensor::counting(layout!((n,k):(k,1)))).iter().collect(),
                    thread.partition_c(&Tensor::counting(layout!((m,n):(n,1)))).iter().collect(),
                ];
                for (operand, [x, y]) in [[0, 2], [1, 2], [0, 1]].into_iter().enumerate() {
                    let sizes = [m, n, k];
                    let expected = held(
                        &held_by[operand],
                        [index % threads, place[x], place[y]],
                        [extents[x], extents[y]],
                        [(tile[x], orders[x]), (tile[y], orders[y])],
                        [sizes[x], sizes[y]],
                    );
                    assert_eq!(lists[operand], expected, "thread {index}, operand {operand}");
                    expected.into_iter().for_each(|at| times[operand][at] += 1);
                }
            }
            // An element belongs to the atoms that differ in the mode that the operand does not have. In an atom it
            // belongs to each thread that holds it.
            for (operand, other) in [1, 0, 2].into_iter().enumerate() {
                let Held(rows, columns, values, _) = held_by[operand];
                let often = extents[other] * (threads * values / rows / columns);
                assert!(times[operand].iter().all(|&times| times == often), "operand {operand}");
            }
        }};
    }
    check!(TiledMma::new(MmaSyncM16N8K16F16, layout!((2,2,1):(2,1,0))), f16, 32 x [2, 2, 1]: [2, 1, 0], [same; 3]);
    check!(TiledMma::new(MmaSyncM16N8K8Tf32, layout!((1,3,2):(0,2,1))), tf32, 32 x [1, 3, 2]: [0, 2, 1], [same; 3]);
    check!(TiledMma::new(MmaSyncM16N8K32S8, layout!((2,1,1):(1,0,0))), s8, 32 x [2, 1, 1]: [1, 0, 0], [same; 3]);
    check!(TiledMma::new(Fma, layout!((4,2,2):(4,1,2))), fma, 1 x [4, 2, 2]: [4, 1, 2], [same; 3]);
    check!(
        TiledMma::new(WgmmaM64K16F16Rs::<U16>::new(), layout!((2,1,1):(1,0,0))),
        wgmma, 128 x [2, 1, 1]: [1, 0, 0], [same; 3]
    );
    check!(
        TiledMma::new(MmaSyncM8N8K4F64, layout!((2,2,1):(2,1,0))).permuted(layout!(<(4,4,2):(1,8,4),32,4>)),
        f64, 32 x [2, 2, 1]: [2, 1, 0], [|i| i % 4 + i / 4 % 4 * 8 + i / 16 * 4, same, same]
    );
    check!(
        TiledMma::new(MmaSyncM16N8K16F16, layout!((1,2,2):(0,1,2)))
            .permuted(layout!(<32,(8,4):(4,1),(2,16,2):(1,4,2)>)),
        f16, 32 x [1, 2, 2]: [0, 1, 2],
        [same, |i| i % 8 * 4 + i / 8, |i| i % 2 + i / 2 % 16 * 4 + i / 32 * 2]
    );
}

/// A thread of a user's atom that claims more threads than its layouts have.
#[test]
fn no_thread_is_outside() {
    #[derive(Clone, Copy)]
    struct Odd;
    impl Mma for Odd {
        const VALUE: &'static value::Mma = &value::FMA;
        type Threads = tilework::Static<tilework::typenum::U4>;
        type M = tilework::Static<tilework::typenum::U2>;
        type N = tilework::Static<tilework::typenum::U1>;
        type K = tilework::Static<tilework::typenum::U1>;
        type A = Layout!((2,1):(1,0));
        type B = Layout!((1,1):(0,0));
        type C = Layout!((2,2):(1,0));
    }
    let mma = TiledMma::new(Odd, layout!((1,1,1):(0,0,0)));
    let mut data = [0; 2];
    let mut c = Tensor::new(&mut data[..], layout!((2, 1))).unwrap();
    let outside = mma.thread(3).try_partition_c(&c).unwrap_err();
    assert_eq!(outside.rule, Rule::CoordinateRange { coordinate: 3, extent: 2 });
    // An element that a thread has twice is not written.
    assert!(mma.thread(1).try_partition_c(&c).is_ok());
    let twice = mma.thread(1).try_partition_c_mut(&mut c).unwrap_err();
    assert!(matches!(twice.rule, Rule::Injectivity { .. }), "{twice}");
}

/// A product with two warpgroups by `wgmma`: `A` and `B` are swizzled in shared memory, from which each instruction
/// takes whole tiles. The sums are in registers.
#[test]
fn product_of_warpgroups() {
    let mma = TiledMma::new(WgmmaM64K16F16Ss::<U16>::new(), layout!((2, 1, 1)));
    assert_eq!((mma.tile(), mma.threads()), ([128, 16, 16], 256));
    let (m, n, k) = (128, 32, 64);
    let number = |i: usize, by: usize| ((i * by) % 17) as i64 - 8;
    let a: Vec<i64> = (0..m * k).map(|i| number(i, 7)).collect();
    let b: Vec<i64> = (0..n * k).map(|i| number(i, 5)).collect();
    let tile = shared_tile(WgmmaK128B::<U16>::new());
    let repeated = tile.inner();
    let (mut shared_a, mut shared_b, mut c) = ([0; 128 * 64], [0; 32 * 64], [0; 128 * 32]);
    let shared = tile.with_inner(layout!(tile_to_shape(repeated, (128, 64))));
    let mut shared_a = Tensor::through(&mut shared_a[..], shared).unwrap();
    let shared = tile.with_inner(layout!(tile_to_shape(repeated, (32, 64))));
    let mut shared_b = Tensor::through(&mut shared_b[..], shared).unwrap();
    copy(&Tensor::new(&a[..], layout!((128,64):row_major)).unwrap(), &mut shared_a).unwrap();
    copy(&Tensor::new(&b[..], layout!((32,64):row_major)).unwrap(), &mut shared_b).unwrap();
    let mut tensor = Tensor::new(&mut c[..], layout!((128,32):row_major)).unwrap();
    for index in 0..mma.threads() {
        let thread = mma.thread(index);
        let (of_a, of_b) = (thread.partition_a(&shared_a), thread.partition_b(&shared_b));
        let mut of_c = thread.partition_c_mut(&mut tensor);
        // The effect of the instruction: registers are where `C` of the atom says.
        for (repeat, step) in (0..2).flat_map(|repeat| (0..4).map(move |step| (repeat, step))) {
            for v in 0..8 {
                let at = c_of(index % 128, v);
                let (i, j) = (at % 64, at / 64);
                let products =
                    (0..16).map(|p| of_a[((i, p), (0, step))] * of_b[((j, p), (repeat, step))]);
                of_c[(v, (0, repeat))] += products.sum::<i64>();
            }
        }
    }
    fn c_of(thread: usize, v: usize) -> usize {
        tilework_atom::c(WgmmaM64K16F16Ss::<U16>::new()).layout().offset((thread, v))
    }
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let expected: i64 = (0..k).map(|p| a[i * k + p] * b[j * k + p]).sum();
        assert_eq!(c[i * n + j], expected);
    }
}

/// Registers for the part of a thread: CuTe's `make_fragment_like`.
#[test]
fn fragments_like_parts() {
    let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((2, 2, 1))).permuted(layout!(<32,32,16>));
    let data: Vec<u32> = (0..64 * 64).collect();
    let mut written = vec![0; 64 * 64];
    let source = Tensor::new(&data[..], layout!((64,64):(64,1))).unwrap();
    let mut target = Tensor::new(&mut written[..], layout!((64,64):(64,1))).unwrap();
    for thread in (0..mma.threads()).map(|index| mma.thread(index)) {
        let part = thread.partition_c(&source);
        let mut registers = Fragment::filled(make_layout_like(part.layout()), 0).unwrap();
        assert_eq!(registers.data().len(), 64 * 64 / 128);
        copy(&part, &mut registers).unwrap();
        assert!(registers.iter().eq(part.iter()));
        // Two values of a row next to each other, as in memory.
        assert_eq!((registers[((1, 0), 0)], registers.data()[1]), (part[1], part[1]));
        copy(&registers, &mut thread.partition_c_mut(&mut target)).unwrap();
    }
    assert_eq!(written, data);
    // For dynamic data, registers for one tile.
    let (_, values) = mma.partition_c(layout!((32, 32))).two_modes();
    let registers: Layout!(((2,2),(1,2)):((2,1),(0,4))) = make_layout_like(values);
    assert_eq!(registers.size(), 32 * 32 / 128);
}
