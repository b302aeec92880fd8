//! Packed elements, against hand-written shifts: all widths, both signs, both words, all orders.

use tilework::algorithm::{copy, reduce};
use tilework::bound::{Small, Word};
use tilework::{Packed, Rule, Tensor, layout, modes};

/// A word and its bits as a number.
trait Bits: Word + TryFrom<u64, Error: std::fmt::Debug> + PartialEq + std::fmt::Debug + Send {
    fn wide(self) -> u64;
    /// Words of all patterns.
    fn pattern(n: usize) -> Vec<Self> {
        let mut state = 12345_u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) & (u64::MAX >> (64 - Self::BITS))
        };
        (0..n).map(|_| Self::try_from(next()).unwrap()).collect()
    }
}
impl Bits for u8 {
    fn wide(self) -> u64 {
        self.into()
    }
}
impl Bits for u32 {
    fn wide(self) -> u64 {
        self.into()
    }
}
/// The types that elements are read as.
trait Value: Small + PartialEq + std::fmt::Debug + Copy + Send + Sync {
    fn value(n: i64) -> Self;
    fn number(self) -> i64;
    const SIGNED: bool;
}
impl Value for u8 {
    fn value(n: i64) -> u8 {
        n as u8
    }
    fn number(self) -> i64 {
        self.into()
    }
    const SIGNED: bool = false;
}
impl Value for i8 {
    fn value(n: i64) -> i8 {
        n as i8
    }
    fn number(self) -> i64 {
        self.into()
    }
    const SIGNED: bool = true;
}

/// Reads the element `i` of words, by shifts.
fn element<W: Bits>(words: &[W], bits: u32, signed: bool, i: usize) -> i64 {
    let per_word = (W::BITS / bits) as usize;
    let field = (words[i / per_word].wide() >> (i % per_word * bits as usize)) & ((1 << bits) - 1);
    match signed && field >> (bits - 1) == 1 {
        true => field as i64 - (1 << bits),
        false => field as i64,
    }
}
/// Writes it, by shifts.
fn write<W: Bits>(words: &mut [W], bits: u32, i: usize, value: i64) {
    let per_word = (W::BITS / bits) as usize;
    let (mask, place) = ((1_u64 << bits) - 1, i % per_word * bits as usize);
    let word = words[i / per_word].wide() & !(mask << place) | (value as u64 & mask) << place;
    words[i / per_word] = W::try_from(word).unwrap();
}

/// A matrix with a layout over words, read and written in every way.
macro_rules! matrix {
    ($w:ty, $t:ty, $bits:literal, $layout:expr) => {{
        let layout = $layout;
        let (m, n): (usize, usize) = (layout.extent::<0>(), layout.extent::<1>());
        let per_word = (<$w>::BITS / $bits) as usize;
        let words = <$w as Bits>::pattern(layout.cosize().div_ceil(per_word) + 1);
        let (low, high) = match <$t as Value>::SIGNED {
            true => (-(1_i64 << ($bits - 1)), (1_i64 << ($bits - 1)) - 1),
            false => (0, (1_i64 << $bits) - 1),
        };
        let at = |words: &[$w], i, j| {
            let offset = layout.offset((i, j));
            <$t as Value>::value(element(words, $bits, <$t as Value>::SIGNED, offset))
        };
        let by_columns =
            |words: &[$w]| -> Vec<$t> { (0..m * n).map(|c| at(words, c % m, c / m)).collect() };
        let expected = by_columns(&words);

        // Reading.
        let t = Tensor::new(Packed::<$t, $bits, _>::new(&words[..]), layout).unwrap();
        assert!(t.iter().eq(expected.iter().copied()));
        assert!(t.iter().rev().eq(expected.iter().rev().copied()));
        assert!(t.transposed().transposed().one_mode().iter().eq(expected.iter().copied()));
        assert_eq!(t.get((m, 0)), None);
        let sum = expected.iter().map(|x| x.number()).sum::<i64>();
        assert_eq!(t.fold(0, |sum, x| sum + x.number()), sum);
        assert_eq!(reduce(&t.map(|x| x.number()), 0, |sum, x| sum + x), sum);
        let rows = t.along::<1>().fold(0, |sum, x| sum + x.number());
        for i in 0..m {
            assert_eq!(rows.at(i), (0..n).map(|j| at(&words, i, j).number()).sum::<i64>());
            assert!(t.slice((i, ..)).iter().eq((0..n).map(|j| at(&words, i, j))));
        }
        for (j, column) in t.slices::<1>().enumerate() {
            assert!((0..m).all(|i| column.at(i) == at(&words, i, j)));
        }
        for to_rows in [false, true] {
            let strides = if to_rows { (n, 1) } else { (1, m) };
            let plain = layout!((m,n):({strides.0},{strides.1}));
            let mut copied = Tensor::new(vec![<$t>::value(0); m * n], plain).unwrap();
            copy(&t, &mut copied).unwrap();
            assert!(copied.iter().eq(&expected));
            let mut floats = Tensor::new(vec![0.0; m * n], plain).unwrap();
            floats.copy_from(&t.map(|x| x.number() as f64 / 2.0));
            assert!(floats.iter().zip(&expected).all(|(f, x)| *f == x.number() as f64 / 2.0));

            // Writing leaves other elements, and the bits between these, unchanged.
            let mut target = words.clone();
            let other = |i: usize, j: usize| low + ((7 * i + 3 * j) as i64) % (high - low + 1);
            let mut from = Tensor::new(vec![<$t>::value(0); m * n], plain).unwrap();
            from.iter_mut().with_coordinates().for_each(|((i, j), x)| {
                *x = <$t>::value(other(i, j));
            });
            let mut by_hand = words.clone();
            for (i, j) in (0..m * n).map(|c| (c % m, c / m)) {
                write(&mut by_hand, $bits, layout.offset((i, j)), other(i, j));
            }
            let mut packed = Tensor::new(Packed::<$t, $bits, _>::new(&mut target[..]), layout).unwrap();
            packed.copy_from(&from);
            assert!(packed.iter().eq(from.iter().copied()));
            assert_eq!(target, by_hand);
        }
        let (mut target, mut by_hand) = (words.clone(), words.clone());
        let mut packed = Tensor::new(Packed::<$t, $bits, _>::new(&mut target[..]), layout).unwrap();
        packed.for_each_mut(|x| *x = <$t>::value(low + high - x.number()));
        for (i, j) in (0..m * n).map(|c| (c % m, c / m)) {
            let turned = low + high - at(&words, i, j).number();
            write(&mut by_hand, $bits, layout.offset((i, j)), turned);
            assert_eq!(packed.at((i, j)).number(), turned);
        }
        for (i, j) in (0..m * n).step_by(3).map(|c| (c % m, c / m)) {
            packed.set((i, j), <$t>::value(low));
            write(&mut by_hand, $bits, layout.offset((i, j)), low);
        }
        packed.slice_mut((.., n - 1)).fill(<$t>::value(high));
        (0..m).for_each(|i| write(&mut by_hand, $bits, layout.offset((i, n - 1)), high));
        assert_eq!(target, by_hand);
        let mut packed = Tensor::new(Packed::<$t, $bits, _>::new(target), layout).unwrap();
        packed.view_mut().fill(<$t>::value(low));
        assert!(packed.iter().all(|x| x.number() == low));
        // A value that does not fit is an error.
        let large = Tensor::counting(layout).map(|_| <$t>::value(high + 1));
        assert_eq!(packed.try_copy_from(&large).unwrap_err().rule, Rule::Overflow);
    }};
}
/// A part of a matrix that begins and ends within words.
macro_rules! part {
    ($w:ty, $t:ty, $bits:literal, $layout:expr) => {{
        let layout = $layout;
        let (m, n): (usize, usize) = (layout.extent::<0>(), layout.extent::<1>());
        let words = <$w as Bits>::pattern(layout.cosize());
        let (mut target, mut by_hand) = (<$w as Bits>::pattern(layout.cosize() + 1), Vec::new());
        target.reverse();
        by_hand.extend_from_slice(&target);
        let t = Tensor::new(Packed::<$t, $bits, _>::new(&words[..]), layout).unwrap();
        let mut packed = Tensor::new(Packed::<$t, $bits, _>::new(&mut target[..]), layout).unwrap();
        let mut inner = packed.slice_mut((m / 2.., 1..));
        inner.copy_from(&t.slice((m / 2.., 1..)));
        for (i, j) in (m / 2..m).flat_map(|i| (1..n).map(move |j| (i, j))) {
            assert_eq!(inner.at((i - m / 2, j - 1)), t.at((i, j)));
            write(&mut by_hand, $bits, layout.offset((i, j)), t.at((i, j)).number());
        }
        assert_eq!(target, by_hand);
    }};
}
macro_rules! all {
    ($($name:ident: $w:ty, $t:ty, $bits:literal;)*) => {$(
        #[test]
        fn $name() {
            for (m, n) in [(1, 1), (1, 9), (2, 3), (5, 4), (8, 8), (17, 5), (3, 70)] {
                let lda = m + 3;
                matrix!($w, $t, $bits, layout!((m,n)));
                matrix!($w, $t, $bits, layout!((m,n):row_major));
                matrix!($w, $t, $bits, layout!((m,n):(1,lda)));
                matrix!($w, $t, $bits, layout!((m,n):(2,{2 * lda})));
                part!($w, $t, $bits, layout!((m,n)));
                part!($w, $t, $bits, layout!((m,n):row_major));
            }
            matrix!($w, $t, $bits, layout!((4,16):row_major));
            matrix!($w, $t, $bits, layout!(((2,4),(2,3)):((1,4),(2,16))));
        }
    )*};
}
all! {
    unsigned_4_in_bytes: u8, u8, 4;
    unsigned_2_in_bytes: u8, u8, 2;
    unsigned_1_in_bytes: u8, u8, 1;
    signed_4_in_bytes: u8, i8, 4;
    signed_2_in_bytes: u8, i8, 2;
    signed_1_in_bytes: u8, i8, 1;
    unsigned_4_in_words: u32, u8, 4;
    unsigned_2_in_words: u32, u8, 2;
    unsigned_1_in_words: u32, u8, 1;
    signed_4_in_words: u32, i8, 4;
    signed_2_in_words: u32, i8, 2;
    signed_1_in_words: u32, i8, 1;
}

#[test]
fn views() {
    let bytes = <u8 as Bits>::pattern(40);
    let t = Tensor::new(Packed::<i8, 4, _>::new(&bytes[..]), layout!((8,10):row_major)).unwrap();
    let value = |i: usize, j: usize| element(&bytes, 4, true, 10 * i + j) as i8;
    for ((i, j), tile) in t.tiles(layout!(<4,5>)).with_coordinates() {
        let (top, left): (usize, usize) = (4 * i, 5 * j);
        assert_eq!(
            (tile.at((0, 0)), tile.at((3, 4))),
            (value(top, left), value(top + 3, left + 4))
        );
    }
    assert_eq!(t.permute(modes![1, 0]).at((7, 2)), value(2, 7));
    assert_eq!(t.window((1, 3), layout!((3, 3))).at((2, 2)), value(3, 5));
    assert_eq!(t.compose(layout!((2,2):(1,8))).at((1, 1)), value(1, 1));
    assert_eq!(t.slice((3, (1..).step_by(3))).at(2), value(3, 7));
    assert_eq!(
        t.predicated_tiles(layout!(<5,4>)).next_back().unwrap().get((2, 1)),
        Some(value(7, 9))
    );
    let mut last = Tensor::new([0; 20], layout!((5, 4))).unwrap();
    t.predicated_divide(layout!(<5,4>)).slice((.., (1, 2))).load(99, &mut last).unwrap();
    assert_eq!((last[(2, 1)], last[(3, 0)], last[(0, 2)]), (value(7, 9), 99, 99));
    assert_eq!(t, t.view());
    #[cfg(target_pointer_width = "64")]
    assert_eq!(t.reversed::<1>().at((2, 0)), value(2, 9));
    let n = 0;
    let none = Tensor::new(Packed::<u8, 1, _>::new(&bytes[..0]), layout!((8, n))).unwrap();
    assert_eq!(none.iter().count(), 0);
}

#[test]
fn what_is_refused() {
    let mut bytes = [0_u8; 4];
    let length = Tensor::new(Packed::<u8, 4, _>::new(&bytes[..]), layout!((3, 3))).unwrap_err();
    assert_eq!(length.to_string(), "tensor: length: the layout reaches 9 elements, the data has 8",);
    let twice = Tensor::new(Packed::<u8, 4, _>::new(&mut bytes[..]), layout!((2,2):(1,1)));
    assert!(matches!(twice.unwrap_err().rule, Rule::Injectivity { .. }));
    let mut t = Tensor::new(Packed::<i8, 4, _>::new(&mut bytes[..]), layout!((2, 4))).unwrap();
    let panic = |f: &mut dyn FnMut()| {
        let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).unwrap_err();
        payload.downcast::<String>().unwrap().to_string()
    };
    assert_eq!(panic(&mut || t.set((0, 0), 8)), "8 does not fit an element of 4 bits");
    assert_eq!(panic(&mut || t.fill(-9)), "-9 does not fit an element of 4 bits");
    assert_eq!(panic(&mut || t.for_each_mut(|x| *x += 8)), "8 does not fit an element of 4 bits");
    assert!(panic(&mut || t.set((2, 0), 1)).starts_with("the coordinate (2, 0) is outside of"));
}

/// Threads get words, and each has its own tensor.
#[test]
fn threads() {
    let mut words = vec![0_u32; 32];
    std::thread::scope(|scope| {
        for (k, part) in words.chunks_mut(8).enumerate() {
            scope.spawn(move || {
                let mut t = Tensor::new(Packed::<u8, 2, _>::new(part), layout!((16, 8))).unwrap();
                t.fill(k as u8);
            });
        }
    });
    let t = Tensor::new(Packed::<u8, 2, _>::new(words), layout!((16, 8, 4))).unwrap();
    assert!((0..4_usize).all(|k| t.slice((.., .., k)).iter().all(|x| usize::from(x) == k)));
}
