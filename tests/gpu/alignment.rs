//! Vectors of tiled copies: which are contiguous and begin at multiples of their length.

use tilework::algebra::{self, Rule, atom as value};
use tilework::typenum::{N2, P2, P3, U0, U1, U2, U3, U4, U8, Unsigned};
use tilework::{Composed, Dyn, Leaf, Static, Swizzle, Tensor, bound::OffsetMap, layout};
use tilework_atom::*;

/// Both levels give the same answer, for any strides, to which vectors are contiguous. For those that are not, see
/// `ui-tests/fail/copy_alignment.rs` and `copy_alignment_bits.rs`.
#[test]
fn vectors_lie_together() {
    let of_types = TiledCopy::new(Vector::<U4>::new(), layout!((8, 4)), layout!((4, 2)));
    let [threads, values] = ["(8,4):(1,8)", "(4,2):(1,4)"].map(|text| text.parse().unwrap());
    let vector = value::CopyAtom::vector(4).unwrap();
    let of_values = value::TiledCopy::new(vector, &threads, &values).unwrap();
    let n = 80;
    let data = layout!((64,8):(1,n));
    let values = of_values.partition_s(&data.to_value()).unwrap();
    assert_eq!(of_types.partition_s(data).to_string(), values.to_string());
    // Dynamic strides at which vectors of 4 may not be aligned.
    for (n, together) in [(81, 1), (82, 2), (83, 1), (84, 4)] {
        let data = layout!((64,8):(1,n));
        let values = of_values.partition_s(&data.to_value());
        let error = of_types.try_partition_s(data).map(drop).err();
        assert_eq!(error, values.map(drop).err());
        let expected = (Some(1), Rule::Alignment { together, wanted: 4 });
        assert_eq!(error.map(|error| (error.mode, error.rule)), (together < 4).then_some(expected));
    }
    let (m, n) = (64, 82);
    let error = of_types.try_partition_d(layout!((m,8):(1,n))).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "partition: alignment, mode 1: 2 offsets stay together, not 4");
    // One column alone, wherever another one would be; static strides count.
    let (one, ld) = (1, 81);
    let column = TiledCopy::new(Vector::<U4>::new(), layout!((8, 1)), layout!((4, 1)));
    assert!(column.try_partition_s(layout!((64,one):(1,ld))).is_ok());
    let bits = layout!((64,8):(f1,f68));
    let values: algebra::Layout<algebra::Xor> = bits.into();
    let values = of_values.partition_s(&values).unwrap();
    assert_eq!(of_types.partition_s(bits).to_string(), values.to_string());
    let identity = layout!((64,8):(e0,e1));
    let values: algebra::Layout<algebra::ArithmeticTuple> = identity.into();
    let values = of_values.partition_d(&values).unwrap();
    assert_eq!(of_types.partition_d(identity).to_string(), values.to_string());
    let together = |layout: &str| {
        let error = match layout.contains('f') {
            true => of_values
                .partition_s(&layout.parse::<algebra::Layout<algebra::Xor>>().unwrap())
                .err(),
            false => of_values.partition_s(&layout.parse::<algebra::Layout>().unwrap()).err(),
        };
        match error.map(|error| error.rule) {
            Some(Rule::Alignment { together, wanted: 4 }) => together,
            other => panic!("{layout}: {other:?}"),
        }
    };
    assert_eq!(["(64,8):(80,1)", "(64,8):(f1,f65)", "(64,8):(f1,f66)"].map(together), [1, 1, 2]);
}

/// Vectors in swizzled memory: those are accepted that begin at multiples of their length. The addresses of their
/// elements decide, and the value level agrees. Swizzles that tear vectors apart do not compile: see
/// `ui-tests/fail/copy_swizzle.rs`.
#[test]
fn vectors_in_swizzled_memory() {
    let mut answers = [0; 2];
    macro_rules! vectors {
        ($data:expr, $start:expr, $($n:ident)*) => {$({
            let threads = (layout!((2, 2)), layout!((8, 1)));
            let single = TiledCopy::new(Vector::<U1>::new(), threads.0, threads.1);
            let vectors = TiledCopy::new(Vector::<$n>::new(), threads.0, threads.1);
            let of_values = value::TiledCopy::new(
                value::CopyAtom::vector($n::I64).unwrap(), &threads.0.to_value(), &threads.1.to_value(),
            ).unwrap();
            let composed: algebra::Composed = {
                let composed = $data.composed();
                let inner = composed.inner().to_value();
                algebra::Composed::new(outer_of(composed.outer()), composed.added().get() as i64, inner)
            };
            let expected = of_values.partition_s(&composed);
            // The layout alone, and the tensor, whose layout each thread has.
            let layouts = vectors.try_partition_s($data.composed());
            let layouts = layouts
                .map(|part| (0..part.size()).map(|i| part.offset(i) as i64).collect::<Vec<_>>());
            assert_eq!(layouts, expected.clone().map(|part| part.offsets().unwrap()));
            for index in 0..4 {
                let part = single.thread(index).partition_s(&$data);
                let places: Vec<*const i32> = part.iter().map(std::ptr::from_ref).collect();
                let whole = places.chunks($n::USIZE).all(|vector| {
                    let first = (vector[0].addr() - $start) / size_of::<i32>();
                    first % $n::USIZE == 0
                        && vector.iter().zip(0..).all(|(&at, i)| at == vector[0].wrapping_add(i))
                });
                let found = vectors.thread(index).try_partition_s(&$data).map(drop);
                assert_eq!(found.is_ok(), expected.is_ok(), "{composed} {index}: {found:?}");
                assert!(whole || found.is_err(), "{composed} {index}");
                assert_eq!(vectors.thread(index).try_partition_d(&mut $data).map(drop), found);
                if let (Err(error), Err(expected)) = (found, &expected) {
                    assert_eq!(error, *expected, "{composed}");
                }
                answers[usize::from(found.is_ok())] += 1;
            }
        })*};
    }
    macro_rules! swizzles {
        ($(($b:ty, $m:ty, $s:ty): $($n:ident)*;)*) => {$(
            for (ld, added) in
                [(16, 0), (17, 0), (18, 0), (20, 0), (32, 0), (16, 4_usize), (16, 2), (16, 1)]
            {
                let inner = layout!((16,4):(1,ld));
                let swizzle = Swizzle::<$b, $m, $s>::new();
                let mut data = [0_i32; 256];
                let start = data.as_ptr().addr();
                let composed = Composed::new(swizzle, Dyn(added), inner);
                let mut data = Tensor::through(&mut data[..], composed).unwrap();
                vectors!(data, start, $($n)*);
            }
        )*};
    }
    swizzles! {
        (U0, U0, P3): U2 U4 U8;
        (U2, U1, P3): U2;
        (U2, U2, P3): U2 U4;
        (U1, U3, P2): U2 U4 U8;
        (U1, U2, N2): U2 U4;
    }
    // A layout in place of the swizzle: in rows of 4, XORed or not.
    let mut data = [0_i32; 64];
    let start = data.as_ptr().addr();
    let columns = layout!((16,4):(1,16));
    let rows = Composed::of(layout!(((4,4),4):((f1,f16),f4)), columns);
    let mut swizzled = Tensor::through(&mut data[..], rows).unwrap();
    vectors!(swizzled, start, U2 U4);
    let rows = Composed::of(layout!((4,16):(f1,f6)), columns);
    let short = &mut [0_i32; 128];
    let at = short.as_ptr().addr();
    let mut torn = Tensor::through(&mut short[..], rows).unwrap();
    vectors!(torn, at, U2);
    let rows = Composed::of(layout!(((4,4),4):((1,16),4)), columns);
    let mut turned = Tensor::through(&mut data[..], rows).unwrap();
    vectors!(turned, start, U2 U4);
    // A layout that is all static is checked at compile time.
    let added = Static::<U8>::new();
    let composed = Composed::new(Swizzle::<U3, U2, P3>::new(), added, layout!((8,64):row_major));
    let rows = TiledCopy::new(Vector::<U4>::new(), layout!((4,8):row_major), layout!((1, 4)));
    let parts = rows.partition_d(composed);
    assert_eq!(parts.to_string(), "Sw<3,2,3> o 8 o ((8,4),(4,1),(2,2)):((4,64),(1,0),(256,32))");
    for i in 0..512 {
        let (t, v, x) = (i % 32, i / 32 % 4, i / 128);
        let (row, column) = (t / 8 + x % 2 * 4, t % 8 * 4 + v + x / 2 * 32);
        assert_eq!(parts.offset(i), composed.offset((row, column)));
    }
    // The same with dynamic numbers.
    let ld = 17;
    let long = &mut [0_i32; 300];
    let at = long.as_ptr().addr();
    let rows = Composed::of(layout!((4,16):(1,ld)), columns);
    let mut ragged = Tensor::through(&mut long[..], rows).unwrap();
    vectors!(ragged, at, U2 U4);
    assert!(answers.iter().all(|&answers| answers > 50), "{answers:?}");
}

/// Copies are right wherever data begins in memory, and the vectors of threads are aligned if it is.
#[test]
fn beginnings_of_data() {
    #[repr(align(64))]
    struct Aligned([u32; 96]);
    let mut data = Aligned(std::array::from_fn(|i| i as u32 + 1));
    let vectors = TiledCopy::new(Vector::<U4>::new(), layout!((4, 2)), layout!((4, 1)));
    for start in 0..16 {
        let source = Tensor::new(&data.0[start..][..64], layout!((16, 4))).unwrap();
        let mut copied = Aligned([0; 96]);
        let end = 15 - start;
        let mut written = Tensor::new(&mut copied.0[end..][..68], layout!((16,4):(1,16))).unwrap();
        for n in [1, 2, 4, 8] {
            assert_eq!(source.is_aligned(n), start % n == 0);
            assert_eq!(written.is_aligned(n), end % n == 0);
        }
        for thread in (0..8).map(|index| vectors.thread(index)) {
            let (from, mut to) = (thread.partition_s(&source), thread.partition_d(&mut written));
            assert_eq!((from.is_aligned(4), to.is_aligned(4)), (start % 4 == 0, end % 4 == 0));
            // All its vectors are aligned, or none.
            let first = |at: &u32| std::ptr::from_ref(at).addr().is_multiple_of(16);
            assert!(from.iter().step_by(4).all(|at| first(at) == (start % 4 == 0)));
            tilework::algorithm::copy(&from, &mut to).unwrap();
        }
        assert!(copied.0[end..][..64].iter().eq(&data.0[start..][..64]));
        assert!(copied.0[..end].iter().chain(&copied.0[end + 64..]).all(|&x| x == 0));
    }
    // A slice of the data begins at its own place: with rows of 24, from column 4 or 6 on.
    let all = Tensor::new(&mut data.0[..], layout!((4,24):(24,1))).unwrap();
    for (column, aligned) in [(4, true), (6, false)] {
        let tiles = all.zipped_divide(layout!(<_, 2>));
        let part = tiles.slice((.., (0, column / 2)));
        assert_eq!(part.is_aligned(4), aligned);
        assert_eq!(part[0], column as u32 + 1);
    }
    // Through a swizzle, vectors are where the layout has them if the swizzle takes none apart.
    for start in 0..16 {
        let rows = Composed::of(Swizzle::<U2, U2, P3>::new(), layout!((16, 4)));
        let through = Tensor::through(&data.0[start..][..64], rows).unwrap();
        let begin = std::ptr::from_ref(&data.0[start]);
        for n in [1, 2, 4, 8, 16] {
            let vectors = (0..64).step_by(n).map(|i| std::ptr::from_ref(&through[i]));
            let aligned = vectors.enumerate().all(|(v, at)| {
                let together =
                    (0..n).all(|i| std::ptr::from_ref(&through[n * v + i]) == at.wrapping_add(i));
                together && at.addr().is_multiple_of(4 * n)
            });
            assert_eq!(through.is_aligned(n), aligned, "{n} from {begin:?}");
        }
    }
    // Zero-sized elements are always aligned.
    assert!(Tensor::new(&[(); 8][..], layout!(8:1)).unwrap().is_aligned(8));
}

/// A function of offsets as a value.
fn outer_of(outer: impl OffsetMap) -> algebra::Outer {
    let text = outer.to_string();
    if let Some(numbers) = text.strip_prefix("Sw<") {
        let numbers: Vec<i64> =
            numbers.trim_end_matches('>').split(',').map(|n| n.parse().unwrap()).collect();
        return algebra::Swizzle::new(numbers[0], numbers[1], numbers[2]).unwrap().into();
    }
    match text.contains('f') {
        true => text.parse::<algebra::Layout<algebra::Xor>>().unwrap().into(),
        false => text.parse::<algebra::Layout>().unwrap().into(),
    }
}

/// Vectors that a swizzle tears apart only where the layout has no offsets. With XOR strides the layout has none there.
#[test]
fn vectors_where_offsets_are() {
    let rows = layout!((8,4):(1,16));
    let swizzle = Swizzle::<U1, U0, P3>::new();
    let copy = TiledCopy::new(Vector::<U8>::new(), layout!((1, 4)), layout!((8, 1)));
    let parts = copy.partition_s(layout!(Sw<1,0,3> o (8,4):(1,16)));
    let [threads, values] = ["(1,4)", "(8,1)"].map(|text| text.parse().unwrap());
    let vector = value::CopyAtom::vector(8).unwrap();
    let of_values = value::TiledCopy::new(vector, &threads, &values).unwrap();
    let composed = algebra::Composed::of(swizzle.to_value(), rows.to_value());
    let expected = of_values.partition_s(&composed).unwrap();
    for i in 0..32 {
        let offset = swizzle.apply(rows.offset((i / 4, i % 4)));
        assert_eq!(
            (parts.offset(i) as i64, expected.offset(i as i64).unwrap()),
            (offset as i64, offset as i64)
        );
    }
}
