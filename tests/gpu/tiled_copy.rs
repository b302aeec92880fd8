//! Tiled copies in the types, against their definition, the value level and CuTe's figures.

use std::marker::PhantomData;

use tilework::algebra::{self, Rule, atom as value};
use tilework::bound::Known;
use tilework::typenum::{U1, U2, U3, U4, U8, U16, U24, U32, U64, U128, U256, Unsigned};
use tilework::{Layout, Tensor, algorithm::copy, layout};
use tilework_atom::*;

/// Copies with several atoms and arrangements: each thread has the elements of the definition in their order, and all
/// threads have each element once.
#[test]
fn elements_of_copies() {
    // Threads and values are adjacent: value `(p,q)` of thread `(i,j)` is at `(p + P i, q + Q j)`.
    macro_rules! check {
        ($n:ident, [$($threads:tt)*] ($ti:literal, $tj:literal) $by_rows:literal,
            [$($values:tt)*] ($vi:literal, $vj:literal) $values_by_rows:literal, [$($data:tt)*] ($m:expr, $k:expr)) => {{
            let copy = TiledCopy::new(Vector::<$n>::new(), layout!($($threads)*), layout!($($values)*));
            let [m, k, ti, tj, vi, vj]: [usize; 6] = [$m, $k, $ti, $tj, $vi, $vj];
            let data = layout!($($data)*);
            let of_data = |i: usize, j: usize| data.offset((i, j));
            let mut times = vec![0; data.cosize()];
            let (rows, columns) = (ti * vi, tj * vj);
            for index in 0..copy.threads() {
                let (i, j) = if $by_rows { (index / tj, index % tj) } else { (index % ti, index / ti) };
                let mut expected = Vec::new();
                for (x, y) in (0..k / columns).flat_map(|y| (0..m / rows).map(move |x| (x, y))) {
                    for v in 0..vi * vj {
                        let (p, q) = if $values_by_rows { (v / vj, v % vj) } else { (v % vi, v / vi) };
                        expected.push(of_data(p + vi * i + rows * x, q + vj * j + columns * y));
                    }
                }
                let counting = Tensor::counting(data);
                let part: Vec<usize> = copy.thread(index).partition_s(&counting).iter().collect();
                assert_eq!(part, expected, "thread {index}");
                expected.into_iter().for_each(|at| times[at] += 1);
            }
            assert_eq!(times.iter().sum::<usize>(), m * k);
            assert!(times.iter().all(|&times| times <= 1));
        }};
    }
    let (m, k) = (64, 48);
    check!(U4, [(8, 4)] (8, 4) false, [(4, 2)] (4, 2) false, [(m,k):(1,m)] (m, k));
    check!(U8, [(4,8):row_major] (4, 8) true, [(4,8):row_major] (4, 8) true, [(32,128):(128,1)] (32, 128));
    check!(U2, [(4,6):row_major] (4, 6) true, [(2,4):row_major] (2, 4) true, [(m,k):(k,1)] (m, k));
    check!(U1, [(2,3):row_major] (2, 3) true, [(2, 4)] (2, 4) false, [(8,24):(31,1)] (8, 24));
    check!(U4, [(16, 2)] (16, 2) false, [(1,4):row_major] (1, 4) true, [(32,16):(20,1)] (32, 16));
    // The registers of a warp for `ldmatrix`: what the multiplication needs there.
    let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((2, 2, 1)));
    let (m, k) = (64, 32);
    let counting = Tensor::counting(layout!((m,k):(k,1)));
    let copy = TiledCopy::of(LoadOf::<LdmatrixX4, U16>::new(), mma.a());
    for index in 0..128 {
        let (t, atom) = (index % 32, index / 32 % 2);
        let written: Vec<usize> = copy.thread(index).partition_s(&counting).iter().collect();
        // Thread 8 q + r of a warp gives the address of row r of matrix q, column-major.
        let mut expected = Vec::new();
        for (x, y) in (0..2).flat_map(|y| (0..2).map(move |x| (x, y))) {
            for v in 0..8 {
                let row = t % 8 + t / 8 % 2 * 8 + 16 * atom + 32 * x;
                expected.push(row * k + t / 16 * 8 + v + 16 * y);
            }
        }
        assert_eq!(written, expected, "thread {index}");
    }
}

/// The output of CuTe's notebook `elementwise_add`, and the copy of `0x_gemm_tutorial.md`: 4 x 1 elements for each of
/// 32 x 8 threads.
#[test]
fn published_copies() {
    let copy =
        TiledCopy::new(Vector::<U8>::new(), layout!((4,32):row_major), layout!((4,8):row_major));
    let parts: Layout!(((32,4),(8,4),(1,1)):((8,2048),(1,512),(0,0))) =
        copy.partition_s(layout!((16,256):(512,1)));
    assert_eq!((copy.threads(), parts.size()), (128, 16 * 256));
    let copy = TiledCopy::new(Vector::<U4>::new(), layout!((32, 8)), layout!((4, 1)));
    let (m, k) = (256, 16);
    let parts: Layout!(((32,8),(4,1),(_,_)):((4,_),(1,0),(128,_))) =
        copy.partition_s(layout!((m,k):(1,m)));
    assert_eq!(parts.to_string(), "((32,8),(4,1),(2,2)):((4,256),(1,0),(128,2048))");
}

/// The same partitions, and retiled fragments, at both levels.
macro_rules! same_copies {
    ($($copy:expr, $value:expr, $data:tt;)*) => {$({
        let (of_types, of_values) = ($copy, $value);
        let data = layout!$data;
        assert_eq!(of_types.threads() as i64, of_values.thread_value().threads());
        let parts = [
            (of_types.partition_s(data).to_string(), of_values.partition_s(&data.to_value())),
            (of_types.partition_d(data).to_string(), of_values.partition_d(&data.to_value())),
        ];
        for (types, values) in parts {
            assert_eq!(types, values.unwrap().to_string());
        }
    })*};
}

fn of_values(load: &value::Load, tv: algebra::ThreadValue) -> value::TiledCopy {
    value::TiledCopy::of(value::CopyAtom::load(load, 16).unwrap(), tv).unwrap()
}

#[test]
fn copies_are_those_of_values() {
    let arrangement = "(2,2,1):(1,2,0)".parse().unwrap();
    let tilers = || ["32:1", "32:1", "16:1"].map(|text| text.parse().unwrap());
    let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((2, 2, 1)));
    let mma = mma.permuted(layout!(<32,32,16>));
    let mma_of_values = value::TiledMma::new(MmaSyncM16N8K16F16::VALUE, &arrangement).unwrap();
    let mma_of_values = mma_of_values.permuted(tilers()).unwrap();
    let (a, b) = (|| mma_of_values.a().unwrap(), || mma_of_values.b().unwrap());
    let stored = |load| {
        let store = value::CopyAtom::store(load, 16).unwrap();
        value::TiledCopy::of(store, mma_of_values.c().unwrap()).unwrap()
    };
    let vector = |n| value::CopyAtom::vector(n).unwrap();
    let side_by_side = |n, threads: &str, values: &str| {
        let [threads, values] = [threads, values].map(|text| text.parse().unwrap());
        value::TiledCopy::new(vector(n), &threads, &values).unwrap()
    };
    same_copies! {
        TiledCopy::new(Vector::<U8>::new(), layout!((4,32):row_major), layout!((4,8):row_major)),
            side_by_side(8, "(4,32):(32,1)", "(4,8):(8,1)"), ((32,512):(512,1));
        TiledCopy::new(Vector::<U2>::new(), layout!((32,8)), layout!((4,1))),
            side_by_side(2, "(32,8):(1,32)", "(4,1):(1,0)"), ((256,16):(1,300));
        TiledCopy::of(Vector::<U2>::new(), mma.c()),
            value::TiledCopy::of(vector(2), mma_of_values.c().unwrap()).unwrap(), ((64,32):(32,1));
        TiledCopy::of(LoadOf::<LdmatrixX4, U16>::new(), mma.a()),
            of_values(LdmatrixX4::VALUE, a()), ((64,48):(48,1));
        TiledCopy::of(LoadOf::<LdmatrixX2, U16>::new(), mma.a()),
            of_values(LdmatrixX2::VALUE, a()), ((64,48):(48,1));
        TiledCopy::of(LoadOf::<LdmatrixX4, U16>::new(), mma.b()),
            of_values(LdmatrixX4::VALUE, b()), ((64,48):(48,1));
        TiledCopy::of(StoreOf::<LdmatrixX4, U16>::new(), mma.c()),
            stored(LdmatrixX4::VALUE), ((64,64):(64,1));
        TiledCopy::of(StoreOf::<LdmatrixX2Trans, U16>::new(), mma.c()),
            stored(LdmatrixX2Trans::VALUE), ((64,64):(1,64));
    }
    let fragment = layout!((8, 2, 3));
    for (types, values) in [
        (
            TiledCopy::of(LoadOf::<LdmatrixX4, U16>::new(), mma.a()).retile(fragment).to_string(),
            of_values(LdmatrixX4::VALUE, a()),
        ),
        (
            TiledCopy::of(LoadOf::<LdmatrixX2, U16>::new(), mma.a()).retile(fragment).to_string(),
            of_values(LdmatrixX2::VALUE, a()),
        ),
    ] {
        assert_eq!(types, values.retile(&fragment.to_value()).unwrap().to_string());
    }
    let fragment = layout!((4, 4, 3));
    let retiled = TiledCopy::of(LoadOf::<LdmatrixX4, U16>::new(), mma.b()).retile(fragment);
    let expected = of_values(LdmatrixX4::VALUE, b()).retile(&fragment.to_value()).unwrap();
    assert_eq!(retiled.to_string(), expected.to_string());
}

/// Fragments of several multiplications as several copies take them, compared with the value level, which checks them
/// element by element.
#[test]
fn retiled_fragments_are_those_of_values() {
    macro_rules! retiled {
        ($($mma:ident <$m:tt,$n:tt,$k:tt>: $part:ident $copied:expr, $value:expr, $fragment:tt;)*) => {$({
            let of_types = TiledMma::new($mma, layout!((2, 2, 1)));
            let of_types = of_types.permuted(layout!(<$m,$n,$k>));
            let tilers = layout!(<$m,$n,$k>);
            let tilers = [tilers.head.to_value(), tilers.tail.head.to_value(), tilers.tail.tail.head.to_value()];
            let of_values = value::TiledMma::new($mma::VALUE, &"(2,2,1):(1,2,0)".parse().unwrap());
            let of_values = of_values.unwrap().permuted(tilers).unwrap();
            let fragment = layout!($fragment);
            let of_values = value::TiledCopy::of($value, of_values.$part().unwrap()).unwrap();
            assert_eq!(
                TiledCopy::of($copied, of_types.$part()).retile(fragment).to_string(),
                of_values.retile(&fragment.to_value()).unwrap().to_string(),
            );
        })*};
    }
    let vector = |n| value::CopyAtom::vector(n).unwrap();
    let load = |load, bits| value::CopyAtom::load(load, bits).unwrap();
    retiled! {
        MmaSyncM16N8K16F16 <32,32,16>: a LoadOf::<LdmatrixX1, U16>::new(), load(LdmatrixX1::VALUE, 16), (8,2,4);
        MmaSyncM16N8K16F16 <32,32,16>: a LoadOf::<LdmatrixX4Trans, U16>::new(), load(LdmatrixX4Trans::VALUE, 16), (8,2,4);
        MmaSyncM16N8K16F16 <32,32,16>: c Vector::<U2>::new(), vector(2), (4,2,4);
        MmaSyncM16N8K16F16 <32,((8,2,2):(1,16,8)),16>: b LoadOf::<LdmatrixX4, U16>::new(), load(LdmatrixX4::VALUE, 16), (4,4,4);
        MmaSyncM16N8K16F16 <32,((8,2,2):(1,16,8)),16>: c Vector::<U2>::new(), vector(2), (4,2,4);
        MmaSyncM16N8K32S8 <32,32,64>: b LoadOf::<LdmatrixX4, U8>::new(), load(LdmatrixX4::VALUE, 8), (8,4,2);
        MmaSyncM16N8K8Tf32 <32,16,8>: a LoadOf::<LdmatrixX4, U32>::new(), load(LdmatrixX4::VALUE, 32), (4,2,8);
    }
}

/// `Of::<L, Bits>::ARE_WHOLE`: a constant of the type itself, if its bound holds, takes precedence over one of a trait.
struct Of<L, Bits>(PhantomData<(L, Bits)>);
impl<L: KeepsWhole<Bits>, Bits> Of<L, Bits> {
    const ARE_WHOLE: bool = true;
}
trait Torn {
    const ARE_WHOLE: bool = false;
}
impl<L, Bits> Torn for Of<L, Bits> {}

/// Element widths that stay whole have atoms, which equal those of the value level, and no others have them.
#[test]
fn elements_that_stay_whole() {
    macro_rules! whole {
        ($($load:ident: $($bits:ident)*, torn $($torn:ident)*;)*) => {$(
            $({
                let of_values = value::CopyAtom::load($load::VALUE, $bits::I64).unwrap();
                type Atom = LoadOf<$load, $bits>;
                let source = <Atom as CopyAtom>::Source::VALUE.to_value();
                let destination = <Atom as CopyAtom>::Destination::VALUE.to_value();
                assert_eq!((&source, &destination), (of_values.source(), of_values.destination()));
                const { assert!(Of::<$load, $bits>::ARE_WHOLE) };
            })*
            $({
                assert!(value::CopyAtom::load($load::VALUE, $torn::I64).is_err());
                const { assert!(!Of::<$load, $torn>::ARE_WHOLE) };
            })*
        )*};
    }
    whole! {
        LdmatrixX1: U1 U2 U4 U8 U16 U32, torn U3 U24 U64 U128 U256;
        LdmatrixX2: U1 U2 U4 U8 U16 U32, torn U3 U24 U64 U128 U256;
        LdmatrixX4: U1 U2 U4 U8 U16 U32, torn U3 U24 U64 U128 U256;
        LdmatrixX1Trans: U1 U2 U4 U8 U16, torn U3 U24 U32 U64 U128 U256;
        LdmatrixX2Trans: U1 U2 U4 U8 U16, torn U3 U24 U32 U64 U128 U256;
        LdmatrixX4Trans: U1 U2 U4 U8 U16, torn U3 U24 U32 U64 U128 U256;
    }
}

/// A copy with all threads copies all elements.
#[test]
fn threads_copy_everything() {
    let threads = TiledCopy::new(Vector::<U4>::new(), layout!((8, 4)), layout!((4, 2)));
    let (m, n) = (64, 24);
    let from: Vec<usize> = (0..m * n).collect();
    let mut to = vec![0; m * n];
    let source = Tensor::new(&from[..], layout!((m,n):(1,m))).unwrap();
    let mut destination = Tensor::new(&mut to[..], layout!((m,n):(1,64))).unwrap();
    for index in 0..threads.threads() {
        let thread = threads.thread(index);
        copy(&thread.partition_s(&source), &mut thread.partition_d(&mut destination)).unwrap();
    }
    assert_eq!(to, from);
    let outside = threads.thread(32).try_partition_s(&source).unwrap_err();
    assert_eq!(outside.rule, Rule::CoordinateRange { coordinate: 32, extent: 32 });
    // A copy of one element at a time needs no consecutive elements.
    let single = TiledCopy::new(Vector::<U1>::new(), layout!((8, 4)), layout!((4, 2)));
    assert_eq!(single.partition_s(layout!((m,n):(n,1))).size(), m * n);
}

/// Threads and values in any numbers, orders and profiles, by the definition. Value `v` of thread `t` is at
/// `(p + P i, q + Q j)` of each tile, where thread `t` is at `(i, j)` and value `v` at `(p, q)` of `P` by `Q`.
#[test]
fn odd_arrangements() {
    macro_rules! check {
        ($($threads:tt ($ti:literal, $tj:literal), $values:tt ($vi:literal, $vj:literal);)*) => {$({
            let (threads, values) = (layout!$threads, layout!$values);
            let copy = TiledCopy::new(Vector::<U1>::new(), threads, values);
            let [rows, columns] = [$ti * $vi, $tj * $vj];
            let (m, n) = (2 * rows, 3 * columns);
            let numbers = Tensor::counting(layout!((m,n):(1000,1)));
            let mut seen = vec![0; m * n];
            assert_eq!(copy.threads(), $ti * $tj);
            for (i, j) in (0..$ti).flat_map(|i| (0..$tj).map(move |j| (i, j))) {
                let part = copy.thread(threads.offset(i + $ti * j)).partition_s(&numbers);
                assert_eq!(part.size(), $vi * $vj * 6);
                for (p, q) in (0..$vi).flat_map(|p| (0..$vj).map(move |q| (p, q))) {
                    let v = values.offset(p + $vi * q);
                    for (x, y) in (0..2).flat_map(|x| (0..3).map(move |y| (x, y))) {
                        let at = (p + $vi * i + rows * x, q + $vj * j + columns * y);
                        let rest = x + 2 * y;
                        assert_eq!(part.get(v + $vi * $vj * rest), Some(1000 * at.0 + at.1));
                        seen[at.0 * n + at.1] += 1;
                    }
                }
            }
            assert!(seen.iter().all(|&seen| seen == 1));
            // Incomplete tiles.
            let ragged = n + 1;
            let error = copy.try_partition_s(layout!((m,ragged):(1000,1))).map(drop).unwrap_err();
            let rule = Rule::Evenness { size: ragged as i64, span: columns as i64 };
            assert_eq!((error.mode, error.rule), (Some(1), rule));
        })*};
    }
    check! {
        ((3,5):(5,1)) (3, 5), ((2,3):(3,1)) (2, 3);
        ((3,5):(1,3)) (3, 5), ((7,1):(1,0)) (7, 1);
        (((2,3),5):((15,1),3)) (6, 5), ((2,(3,2)):(1,(4,2))) (2, 6);
        ((5,(3,2)):(2,(10,1))) (5, 6), (((2,2),3):((6,1),2)) (4, 3);
        ((1,6):(0,1)) (1, 6), ((5,2):(2,1)) (5, 2);
    }
}
