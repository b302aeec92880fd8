//! Swizzles and composed layouts in the types, against the value level and the definition.

use std::collections::BTreeSet;

use tilework::algebra::{self, Xor};
use tilework::typenum::{N2, N3, P2, P3, P4, P5, U0, U1, U2, U3, U4};
use tilework::{
    Composed, Dyn, Layout, Rule, Static, Swizzle, Tensor,
    algorithm::{axpby, copy, copy_if, fill, reduce, transform, transpose},
    bound::OffsetMap,
    layout,
    operation::right_inverse,
};

macro_rules! swizzles {
    ($check:ident) => {
        $check!((U0, U0, P3)(U1, U0, P2)(U2, U0, P3)(U2, U1, P2)(U3, U0, P3)(U2, U3, P4)(
            U1, U2, N2
        )(U2, U0, N2)(U2, U1, N3)(U3, U0, P5))
    };
}

/// The largest power of two that is an offset on this target.
fn largest_power() -> i64 {
    1 << (usize::BITS - 1).min(62)
}

/// Against the value level, which has its own tests by bits.
#[test]
fn by_the_value_level() {
    macro_rules! check {
        ($(($b:ty, $m:ty, $s:ty))*) => {$({
            let swizzle = Swizzle::<$b, $m, $s>::new();
            let value = swizzle.to_value();
            assert_eq!(swizzle.to_string(), value.to_string());
            assert_eq!(swizzle.alignment() as i64, value.alignment().min(largest_power()));
            let block = swizzle.block();
            for x in 0..1 << 10 {
                assert_eq!(swizzle.apply(x) as i64, value.apply(x as i64));
                assert_eq!(swizzle.inverse().apply(swizzle.apply(x)), x);
                assert_eq!(right_inverse(swizzle).apply(swizzle.apply(x)), x);
                assert_eq!(layout!(left_inverse(swizzle)).apply(swizzle.apply(x)), x);
                assert_eq!(swizzle.apply(x) / block, x / block, "{swizzle}");
            }
            // No smaller block stays together.
            let leaves = |block: usize| (0..1 << 10).any(|x| swizzle.apply(x) / block != x / block);
            assert!(block == 1 || leaves(block / 2), "{swizzle}");
        })*};
    }
    swizzles!(check);
}

#[test]
fn composed_layouts() {
    macro_rules! check {
        ($(($b:ty, $m:ty, $s:ty))*) => {$(for added in [0_usize, 4, 5, 24] {
            let swizzle = Swizzle::<$b, $m, $s>::new();
            let composed = Composed::new(swizzle, Dyn(added), layout!((3,(2,4)):(8,(1,2))));
            let inner = algebra::Layout::from(composed.inner());
            let value = algebra::Composed::new(swizzle.to_value(), added as i64, inner);
            assert_eq!(composed.to_string(), value.to_string());
            assert_eq!(composed.alignment() as i64, value.alignment().min(largest_power()));
            for i in 0..composed.size() {
                assert_eq!(composed.offset(i) as i64, value.offset(i as i64).unwrap());
            }
            let mut unrolled = Vec::new();
            composed.unroll(|i, offset| unrolled.push((i, offset as i64)));
            let all = value.offsets().unwrap().into_iter().enumerate();
            assert_eq!(unrolled, all.collect::<Vec<_>>());
            let sliced = composed.slice((2, (.., 1)));
            assert_eq!(sliced.to_string(), value.slice(&"(2,(_,1))".parse().unwrap()).unwrap().to_string());
            for i in 0..2 {
                assert_eq!(sliced.offset(i), composed.offset((2, (i, 1))));
            }
            let tile = composed.compose(layout!(4:3));
            for i in 0..4 {
                assert_eq!(tile.offset(i), composed.offset(3 * i));
            }
        })*};
    }
    swizzles!(check);
    let tile = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((8,8):(8,1)));
    assert_eq!(size_of_val(&tile), 0);
    assert_eq!(tile.offset((3, 5)), 3 * 8 + (5 ^ 3));
}

/// Data written through a swizzle is read through it, each element once, also by slices.
#[test]
fn tensors() {
    macro_rules! check {
        ($(($b:ty, $m:ty, $s:ty))*) => {$(for added in [0_usize, 3, 16] {
            let swizzle = Swizzle::<$b, $m, $s>::new();
            let composed = Composed::new(swizzle, Dyn(added), layout!((6,8):row_major));
            let last = (0..48).map(|i| composed.offset(i)).max().unwrap();
            let blocks = (added + 48).next_multiple_of(swizzle.block());
            assert!(last < blocks);
            let mut data = vec![0; blocks];
            assert!(Tensor::through(&data[1..], composed).is_err());
            let mut tensor = Tensor::through(&mut data[..], composed).unwrap();
            let mut next = 0;
            tensor.for_each_mut(|x| {
                next += 1;
                *x = next;
            });
            assert_eq!(reduce(&tensor, 0, |sum, x| sum + x), 48 * 49 / 2);
            for (i, j) in (0..6).flat_map(|i| (0..8).map(move |j| (i, j))) {
                assert_eq!(tensor.get((i, j)), Some(&(1 + i + 6 * j)));
                assert_eq!(tensor.slice((i, ..)).get(j), Some(&(1 + i + 6 * j)));
                *tensor.slice_mut((.., j)).get_mut(i).unwrap() += 100;
            }
            let mut plain = [0; 48];
            copy(&tensor, &mut Tensor::new(&mut plain[..], layout!((6,8))).unwrap()).unwrap();
            assert!(plain.iter().copied().eq((0..48).map(|i| 101 + i)));
            let tiles = tensor.zipped_divide(layout!(<3,2>));
            assert!(tiles.slice((.., (1, 2))).iter().eq(&[128, 129, 130, 134, 135, 136]));
            assert_eq!(tensor.composed().to_string(), composed.to_string());
            for (i, x) in plain.iter().enumerate() {
                assert_eq!(data[composed.offset(i)], *x);
            }
        })*};
    }
    swizzles!(check);
}

/// The algorithms with a tensor through a swizzle as the destination, the source, and both.
#[test]
fn algorithms() {
    macro_rules! check {
        ($(($b:ty, $m:ty, $s:ty))*) => {$(for (rows, columns, added) in [(8_usize, 6_usize, 0_usize), (6, 8, 3), (1, 48, 16)] {
            let of = |i: usize, j: usize| (i + rows * j) as i64;
            let swizzle = Swizzle::<$b, $m, $s>::new();
            // A dynamic layout, and a static one.
            let composed = Composed::new(swizzle, Dyn(added), layout!((rows,columns):row_major));
            let turned = Composed::new(swizzle, Dyn(added), layout!((columns,rows):row_major));
            let one_mode = Composed::new(swizzle, Dyn(added), layout!(48:1));
            let (mut data, mut other) = ([-1; 128], [-1; 128]);
            let numbers: Vec<i64> = (0..48).collect();
            let plain = Tensor::new(&numbers[..], layout!((rows,columns))).unwrap();
            let mut to = Tensor::through(&mut data[..], composed).unwrap();
            let all = || (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));

            copy(&plain, &mut to).unwrap();
            assert!(all().all(|(i, j)| to[(i, j)] == of(i, j)));
            transform(&plain, &mut to, |to, from| *to += 100 * from).unwrap();
            assert!(all().all(|(i, j)| to[(i, j)] == 101 * of(i, j)));
            axpby(2, &plain, -1, &mut to).unwrap();
            assert!(all().all(|(i, j)| to[(i, j)] == -99 * of(i, j)));
            copy_if(|i| i % 3 == 0, &plain, &mut to).unwrap();
            let some = |x: i64| if x % 3 == 0 { x } else { -99 * x };
            assert!(all().all(|(i, j)| to[(i, j)] == some(of(i, j))));
            to.zip_mut_with(&plain, |to, from| *to = *from);
            to[(rows - 1, 0)] += 1000;
            *to.get_mut((rows - 1, 0)).unwrap() -= 1000;

            // From one to the other, and transposed.
            let mut back = Tensor::through(&mut other[..], turned).unwrap();
            transpose(&to, &mut back).unwrap();
            assert!(all().all(|(i, j)| back[(j, i)] == of(i, j)));
            // This goes by coordinates, since the leaves have no common refinement.
            copy(&back.one_mode(), &mut to.one_mode_mut()).unwrap();
            assert!(all().all(|(i, j)| {
                let at = i + rows * j;
                to[(i, j)] == of(at / columns, at % columns)
            }));

            // Parts of it, and nothing beside them.
            fill(&mut to, 7);
            fill(&mut to.slice_mut((.., 2 * columns / 3)), 8);
            to.local_tile_mut(layout!(<1,2>), (rows - 1, 0)).for_each_mut(|x| *x += 10);
            for (i, j) in all() {
                let tile = if i == rows - 1 && j < 2 { 10 } else { 0 };
                assert_eq!(to[(i, j)], if j == 2 * columns / 3 { 8 } else { 7 } + tile);
            }
            let mut flat = Tensor::through(&mut data[..], one_mode).unwrap();
            copy(&Tensor::new(&numbers[..], layout!(48:1)).unwrap(), &mut flat).unwrap();
            assert!((0..48).all(|i| flat[i] == numbers[i]));
            for (i, number) in numbers.iter().enumerate() {
                assert_eq!(data[one_mode.offset(i)], *number);
            }
            assert_eq!(data.iter().filter(|&&x| x == -1).count(), 128 - 48);
        })*};
    }
    swizzles!(check);
}

/// A tile that reaches past the data, through a swizzle at both ends.
#[test]
fn predicated() {
    let swizzled = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((5,8):row_major));
    let (mut data, mut tile) = ([0; 40], [0; 32]);
    let mut to = Tensor::through(&mut data[..], swizzled).unwrap();
    let numbers: Vec<usize> = (1..33).collect();
    let numbers = Tensor::new(&numbers[..], layout!((4, 8))).unwrap();
    let mut tiles = to.predicated_divide_mut(layout!(<4,8>));
    (0..2).for_each(|i| tiles.slice_mut((.., (i, 0))).store(&numbers).unwrap());
    for (i, j) in (0..5).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(to[(i, j)], 1 + i % 4 + 4 * j);
    }
    let swizzled = Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((4,8):row_major));
    let mut tile = Tensor::through(&mut tile[..], swizzled).unwrap();
    to.predicated_divide(layout!(<4,8>)).slice((.., (1, 0))).load(0, &mut tile).unwrap();
    for (i, j) in (0..4).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(tile[(i, j)], if i == 0 { 1 + 4 * j } else { 0 });
    }
}

/// Layouts with XOR strides as functions of offsets: they must reach exactly far enough, and are written only if they
/// are injective.
#[test]
fn xor_layouts() {
    let strides = [0, 1, 2, 3, 5, 6];
    let mut refused = 0;
    for (s, t) in [(2, 4), (4, 4), (3, 4), (4, 3), (3, 5), (6, 7), (1, 5)] {
        for (d, e) in strides.into_iter().flat_map(|d| strides.map(|e| (d, e))) {
            let (s, t, d, e): (usize, usize, usize, usize) = (s, t, d, e);
            let layout = layout!((s,t):(d*f1,e*f1));
            let offsets: Vec<usize> = (0..s * t).map(|i| layout.offset(i)).collect();
            let (most, different) =
                (offsets.iter().max().unwrap(), offsets.iter().collect::<BTreeSet<_>>().len());
            let injective = different == s * t;
            let composed = Composed::of(layout, layout!((s, t)));
            let mut data = vec![0; most + 1];
            let tensor = Tensor::through(&data[..], composed).unwrap();
            assert_eq!(tensor.size(), s * t);
            let short = Tensor::through(&data[..*most], composed).unwrap_err();
            assert_eq!(short.rule, Rule::Length { cosize: *most as i64 + 1, len: *most as i64 });
            match Tensor::through(&mut data[..], composed) {
                Ok(mut tensor) => {
                    assert!(injective, "{layout}");
                    tensor.for_each_mut(|x| *x += 1);
                    assert_eq!(data.iter().sum::<usize>(), s * t);
                }
                Err(error) => {
                    refused += 1;
                    let Rule::Injectivity { first, second } = error.rule else { panic!("{error}") };
                    let offset = |i: i64| offsets[usize::try_from(i).unwrap()];
                    assert!(first < second && offset(first) == offset(second), "{layout}: {error}");
                }
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

/// A swizzle of the types as the layout that the value level makes from it.
#[test]
fn as_layouts() {
    let swizzled = layout!((8,8):(f9,f1));
    let composed = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((8,8):(8,1)));
    let value: algebra::Layout<Xor> = swizzled.into();
    assert_eq!(
        algebra::Composed::new(composed.outer().to_value(), 0, composed.inner().to_value())
            .to_layout(),
        Ok(value)
    );
    for i in 0..64 {
        assert_eq!(swizzled.offset(i), composed.offset(i));
        assert_eq!(OffsetMap::apply(swizzled, i), composed.offset(i));
    }
    let _ = Composed::new(swizzled, Static::<U4>::new(), layout!(8:1));
    // Literals.
    let literal: Layout!((8,8):(f9,f1)) = layout!(Sw<3,0,3> o (8,8):(8,1));
    assert_eq!(literal.to_string(), "(8,8):(f9,f1)");
    let carries: Layout!(Sw<2,0,3> o 4 o (3,8):(8,1)) = layout!(Sw<2,0,3> o 4 o (3,8):(8,1));
    assert_eq!(carries.to_string(), "Sw<2,0,3> o 4 o (3,8):(8,1)");
    let swizzle: Swizzle<U2, U0, P3> = layout!(Sw<1,0,3> o Sw<1,1,3>);
    assert_eq!(swizzle, carries.outer());
    // Next to names.
    type Rows = Layout!((8,8):(8,1));
    let rows = layout!((8,8):(8,1));
    let named: Layout!(Sw<3,0,3> o Rows) = layout!(Sw<3,0,3> o rows);
    assert_eq!(named, Composed::of(Swizzle::new(), rows));
    assert_eq!(named.to_string(), "Sw<3,0,3> o 0 o (8,8):(8,1)");
    assert!((0..64).all(|i| named.offset(i) == swizzled.offset(i)));
}

/// Divides and loops of composed layouts, by the definition.
#[test]
fn divides_and_loops() {
    let n = 2_usize;
    let matrix = layout!((6,8):(8,1));
    let composed = Composed::new(Swizzle::<U2, U0, P3>::new(), Dyn(5_usize), matrix);
    let expected = |i: usize, j: usize| {
        let x = 5 + 8 * i + j;
        x ^ (x >> 3 & 3)
    };
    let mut offsets = Vec::new();
    composed.for_each(|offset| offsets.push(offset));
    assert!(offsets.iter().copied().eq((0..48).map(|k| expected(k % 6, k / 6))));
    assert_eq!(composed.cosize(), 1 + offsets.iter().max().unwrap());
    assert_eq!((composed.rank(), composed.depth(), composed.size()), (2, 1, 48));
    macro_rules! check {
        ($($divide:ident $at:ident;)*) => {$({
            let tiles = composed.$divide(tilework::hlist![Dyn(n), layout!(4:1)]);
            assert_eq!(tiles.size(), 48);
            for (i, j) in (0..6).flat_map(|i| (0..8).map(move |j| (i, j))) {
                let (tile, rest) = ((i % 2, j % 4), (i / 2, j / 4));
                assert_eq!(check!(@$at tiles, tile, rest), expected(i, j), "{tiles}");
            }
        })*};
        (@zipped $tiles:ident, $tile:ident, $rest:ident) => { $tiles.offset(($tile, $rest)) };
        (@tiled $tiles:ident, $tile:ident, $rest:ident) => { $tiles.offset(($tile, $rest.0, $rest.1)) };
        (@flat $tiles:ident, $tile:ident, $rest:ident) => {
            $tiles.offset(($tile.0, $tile.1, $rest.0, $rest.1))
        };
        (@logical $tiles:ident, $tile:ident, $rest:ident) => {
            $tiles.offset((($tile.0, $rest.0), ($tile.1, $rest.1)))
        };
    }
    check! {
        zipped_divide zipped;
        zipped_divide_ceil zipped;
        tiled_divide tiled;
        tiled_divide_ceil tiled;
        flat_divide flat;
        flat_divide_ceil flat;
        logical_divide logical;
        logical_divide_ceil logical;
    }
    let uneven = composed.try_zipped_divide(tilework::hlist![Dyn(4_usize), layout!(4:1)]);
    assert!(matches!(uneven.unwrap_err().rule, Rule::Evenness { .. }));
}

/// Over layouts of integers and of bits, by the function.
#[test]
fn over_layouts() {
    macro_rules! check {
        ($(($b:ty, $m:ty, $s:ty))*) => {$({
            let swizzle = Swizzle::<$b, $m, $s>::new();
            let (rows, bits) = (layout!((8,(2,8)):(16,(8,1))), layout!((8,8):(f9,f1)));
            let (swizzled, again) = (swizzle.compose(rows), swizzle.compose(bits));
            assert_eq!(swizzled, Composed::of(swizzle, rows));
            for i in 0..64 {
                assert_eq!(swizzled.offset(i), swizzle.apply(rows.offset(i)));
                assert_eq!(again.offset(i), swizzle.apply(bits.offset(i)));
            }
        })*};
    }
    swizzles!(check);
}

/// For elements of other widths: `r(n x + i) = n self(x) + i`.
#[test]
fn recast() {
    use tilework::typenum::{U8, U16, U32, U64};
    macro_rules! check {
        ($($b:ty, $m:ty, $s:ty: $old:ty => $new:ty;)*) => {$({
            let (old, new) = (Static::<$old>::new(), Static::<$new>::new());
            let swizzle = Swizzle::<$b, $m, $s>::new();
            let cast = swizzle.recast(old, new);
            let (old, new) = (tilework::Leaf::get(old), tilework::Leaf::get(new));
            let expected = swizzle.to_value().recast(old as i64, new as i64).unwrap();
            assert_eq!(cast.to_value(), expected);
            let (fine, coarse, n) = match old > new {
                true => (cast.to_value(), swizzle.to_value(), old / new),
                false => (swizzle.to_value(), cast.to_value(), new / old),
            };
            for (x, i) in (0..512).flat_map(|x| (0..n as i64).map(move |i| (x, i))) {
                assert_eq!(fine.apply(n as i64 * x + i), n as i64 * coarse.apply(x) + i);
            }
        })*};
    }
    check! {
        U3, U4, P3: U8 => U16;
        U3, U4, P3: U8 => U64;
        U3, U4, P3: U8 => U8;
        U3, U0, P3: U32 => U8;
        U2, U1, N3: U64 => U16;
        U2, U1, N3: U16 => U32;
        U0, U3, P3: U8 => U64;
    }
}

/// The banks of shared memory and the sectors of global memory that a warp accesses, by the definition: byte by byte.
mod access {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;
    use tilework::typenum::{P2, P3, P5, U0, U2, U3, U5};
    use tilework::{Layout, Swizzle, layout};
    use tilework_atom::proof::Access;

    /// The addresses of the bytes that a thread accesses.
    fn bytes_of(offset: u64, bytes: u64) -> impl Iterator<Item = u64> {
        offset * bytes..(offset + 1) * bytes
    }

    /// The number of times that a warp waits for each 128 bytes of an access after the first time. There are 32 banks
    /// of 4 bytes, each of which gives one word at a time.
    fn conflicts(offsets: &[u64; 32], bytes: u64) -> usize {
        let together = (128 / bytes.max(4)) as usize;
        let waits = offsets.chunks(together).map(|phase| {
            let mut words: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
            for address in phase.iter().flat_map(|&offset| bytes_of(offset, bytes)) {
                words.entry(address / 4 % 32).or_default().insert(address / 4);
            }
            words.values().map(BTreeSet::len).max().unwrap() - 1
        });
        waits.sum()
    }

    fn sectors(offsets: &[u64; 32], bytes: u64) -> (usize, usize) {
        let all: BTreeSet<u64> =
            offsets.iter().flat_map(|&offset| bytes_of(offset, bytes)).collect();
        let touched: BTreeSet<u64> = all.iter().map(|address| address / 32).collect();
        (touched.len(), all.len().div_ceil(32))
    }

    fn agrees(offsets: [u64; 32], bytes: u64) {
        let access = Access::of_offsets(offsets, bytes);
        assert_eq!(
            access.bank_conflicts(),
            conflicts(&offsets, bytes),
            "{offsets:?}, {bytes} bytes"
        );
        assert_eq!(access.sectors(), sectors(&offsets, bytes), "{offsets:?}, {bytes} bytes");
        match access.bank_conflict() {
            None => assert_eq!(conflicts(&offsets, bytes), 0),
            Some((first, second)) => {
                // These two alone already conflict.
                let two =
                    core::array::from_fn(|t| offsets[if t == second { second } else { first }]);
                assert!(
                    first < second && conflicts(&two, bytes) > 0,
                    "{offsets:?}, {first}, {second}"
                );
            }
        }
    }

    proptest! {
        #[test]
        fn of_random_offsets(offsets in prop::array::uniform32(0_u64..600), power in 0_u32..5) {
            agrees(offsets, 1 << power);
        }

        #[test]
        fn of_random_strides(strides in prop::array::uniform5(0_u64..130), power in 0_u32..5) {
            let offset = |thread: u64| (0..5).map(|bit| (thread >> bit & 1) * strides[bit as usize]).sum();
            agrees(core::array::from_fn(|thread| offset(thread as u64)), 1 << power);
        }
    }

    /// The offsets of static layouts at compile time are those at run time.
    #[test]
    fn of_layouts_and_swizzles() {
        macro_rules! layouts {
            ($($layout:tt through $swizzle:ty;)*) => {$(
                const ACCESS: [Access; 2] = {
                    let access = Access::new(layout!($layout), 4);
                    [access, access.through(<$swizzle>::new())]
                };
                let (layout, swizzle): (Layout!($layout), _) = (layout!($layout), <$swizzle>::new());
                let offsets: [u64; 32] = core::array::from_fn(|t| layout.offset(t) as u64);
                let swizzled = offsets.map(|offset| swizzle.apply(offset as usize) as u64);
                for (access, offsets) in ACCESS.into_iter().zip([offsets, swizzled]) {
                    assert_eq!(access.bank_conflicts(), conflicts(&offsets, 4), "{layout}, {swizzle}");
                    assert_eq!(access.sectors(), sectors(&offsets, 4), "{layout}, {swizzle}");
                }
            )*};
        }
        {
            layouts! { (32:1) through Swizzle::<U5, U0, P5>; }
        }
        {
            layouts! { (32:32) through Swizzle::<U5, U0, P5>; }
        }
        {
            layouts! { ((8,4):(64,1)) through Swizzle::<U3, U2, P3>; }
        }
        {
            layouts! { ((4,(2,4)):(16,(0,3))) through Swizzle::<U2, U2, P2>; }
        }
    }

    /// The statements of papers and manuals about a matrix of 32 x 32 f32: its rows are all in one bank, and with a
    /// stride of 33 in different banks.
    #[test]
    fn of_rows_of_a_square() {
        assert_eq!(Access::new(layout!(32:32), 4).bank_conflicts(), 31);
        assert_eq!(Access::new(layout!(32:33), 4).bank_conflicts(), 0);
        assert_eq!(Access::new(layout!(32:32), 4).bank_conflict(), Some((0, 1)));
        assert_eq!(Access::new(layout!(32:1), 16).sectors(), (16, 16));
        assert_eq!(Access::new(layout!(32:2), 4).sectors(), (8, 4));
    }

    /// The accumulators of instructions cover their tiles. Otherwise the refusal names two threads.
    #[test]
    fn of_atoms() {
        use tilework::typenum::U64;
        use tilework_atom::proof::covers_once;
        use tilework_atom::{self as atom, MmaSyncM16N8K16F16, WgmmaM64D};
        covers_once(atom::c(MmaSyncM16N8K16F16).layout(), 16 * 8);
        covers_once(atom::thread_value(WgmmaM64D::<U64>::new()).layout(), 64 * 64);
        let refused =
            |run: fn()| *std::panic::catch_unwind(run).unwrap_err().downcast::<String>().unwrap();
        assert_eq!(
            refused(|| covers_once(layout!((4,2):(1,2)), 8)),
            "coverage: the threads 2 and 0 both have the element 2"
        );
        assert_eq!(
            refused(|| covers_once(layout!((4,2):(1,8)), 8)),
            "coverage: the thread 0 has the element 8 of 8"
        );
        assert_eq!(
            refused(|| covers_once(layout!((4,1):(1,0)), 8)),
            "coverage: no thread has the element 4"
        );
    }
}
