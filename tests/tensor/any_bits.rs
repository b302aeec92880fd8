//! Views of elements as elements of another type: their bytes are those of `to_ne_bytes`, in the same places.

use tilework::bound::{AnyBits, Contiguous, RecastBy};
use tilework::result::Recast;
use tilework::typenum::{P3, U0, U2, U3};
use tilework::{Composed, Rule, Swizzle, Tensor, View, layout};

/// Elements as their bytes.
trait Bytes: AnyBits {
    fn bytes(self) -> Vec<u8>;
    fn of(bytes: &[u8]) -> Self;
}
macro_rules! bytes {
    ($($t:ident)*) => {$(
        impl Bytes for $t {
            fn bytes(self) -> Vec<u8> {
                self.to_ne_bytes().to_vec()
            }
            fn of(bytes: &[u8]) -> Self {
                $t::from_ne_bytes(bytes.try_into().unwrap())
            }
        }
    )*};
}
bytes!(u8 i8 u16 i16 u32 i32 f32 u64 i64 f64 u128 i128 usize isize);

/// A matrix of `m` rows of `k` elements `U` and the elements `T` that have the same bytes, with gaps between the rows.
/// Each is viewed as the other one, by rows and by columns, read and written.
macro_rules! wider {
    ($m:expr, $k:expr, $gap:expr; $($T:ident $U:ident;)*) => {$({
 type T = $T; type U = $U;
 let (m, k, gap): (usize, usize, usize) = ($m, $k, $gap);
    let n = size_of::<U>() / size_of::<T>();
    // A dynamic stride of 1 before the static one would be contiguous too.
 let lda = (k + gap).max(2);
    // No NaN among floats, which would not equal itself.
    let bytes: Vec<u8> = (0..m * lda * size_of::<U>()).map(|i| (i * 37 % 101) as u8).collect();
    let wide: Vec<U> = bytes.chunks_exact(size_of::<U>()).map(U::of).collect();
    let narrow: Vec<T> = bytes.chunks_exact(size_of::<T>()).map(T::of).collect();

    let of_wide = Tensor::new(&wide[..], layout!((m,k):(lda,1))).unwrap();
    let narrowed = of_wide.recast::<T>();
    assert_eq!(narrowed.layout().to_string(), format!("({m},{}):({},1)", n * k, n * lda));
    for (i, j) in (0..m).flat_map(|i| (0..n * k).map(move |j| (i, j))) {
        assert_eq!(narrowed[(i, j)].bytes(), narrow[i * n * lda + j].bytes());
    }
    // Back again: the address is that of the wide ones.
    let back = narrowed.recast::<U>();
    assert_eq!(back.layout().to_string(), format!("({m},{k}):({lda},1)"));
    for (i, j) in (0..m).flat_map(|i| (0..k).map(move |j| (i, j))) {
        assert_eq!(back[(i, j)].bytes(), wide[i * lda + j].bytes());
    }
    // The contiguous mode may be the first one.
    let columns = Tensor::new(&wide[..], layout!((k,m):(1,lda))).unwrap();
    let columns = columns.recast::<T>();
    for (i, j) in (0..n * k).flat_map(|i| (0..m).map(move |j| (i, j))) {
        assert_eq!(columns[(i, j)].bytes(), narrow[j * n * lda + i].bytes());
    }

    // Written as narrow elements, the bytes of the wide ones change, and gaps stay.
    let mut written = wide.clone();
    let mut t = Tensor::new(&mut written[..], layout!((m,k):(lda,1))).unwrap();
    t.recast_mut::<T>().fill(T::of(&vec![7; size_of::<T>()]));
    for (at, x) in written.iter().enumerate() {
        let expected = if at % lda < k { vec![7; size_of::<U>()] } else { wide[at].bytes() };
        assert_eq!(x.bytes(), expected);
    }
    // Written as wide elements.
    let mut t = Tensor::new(&mut written[..], layout!((m,k):(lda,1))).unwrap();
    let mut narrowed = t.recast_mut::<T>();
    narrowed.recast_mut::<U>().copy_from(&of_wide);
    assert!(written.iter().zip(&wide).all(|(x, y)| x.bytes() == y.bytes()));
    })*};
}

#[test]
fn bytes_are_those_of_the_elements() {
    for (m, k) in [(1, 1), (2, 3), (3, 4), (4, 1), (1, 5)] {
        for gap in [0, 1, 3] {
            wider! { m, k, gap;
                u8 u32;
                u8 i8;
                u8 u16;
                u8 f64;
                u8 u128;
                u8 usize;
                i8 i16;
                u16 f32;
                i16 u64;
                u32 f32;
                f32 i32;
                f32 f64;
                i32 i64;
                u64 i128;
                isize usize;
            }
        }
    }
}

/// Data of bytes, wherever it begins: a view exists exactly where the address is a multiple of the alignment.
#[test]
fn bytes_are_words_where_they_are_aligned() {
    let words = [0_u32; 9];
    let all = Tensor::new(&words[..], layout!(9:1)).unwrap();
    let bytes = all.recast::<u8>();
    assert_eq!(bytes.extents(), 36);
    for start in 0..8 {
        let part = bytes.slice(start..start + 16);
        let view = part.try_recast::<u32>();
        if start % 4 == 0 {
            assert!(view.is_ok_and(|view| view.extents() == 4));
        } else {
            let error = view.unwrap_err();
            assert_eq!(error.rule, Rule::Address { past: start as i64 % 4, align: 4 });
            assert!(part.try_recast::<i8>().is_ok());
        }
        assert_eq!(part.try_recast::<u16>().is_ok(), start % 2 == 0);
    }
    assert_eq!(
        bytes.slice(1..5).try_recast::<u32>().unwrap_err().to_string(),
        "recast: address: the data begins 1 bytes past a multiple of 4, the alignment of the elements; \
         `data.align_to::<U>().1` begins at one, and data of the wider type can be viewed as the narrower one"
    );
    // As the error says.
    let data = bytes.slice(1..36).data().to_vec();
    // SAFETY: any bits are a number.
    let aligned = unsafe { data.align_to::<u32>().1 };
    assert_eq!(Tensor::new(aligned, layout!(4:1)).unwrap().recast::<u8>().sum(), 0);
}

#[test]
fn sizes_that_do_not_divide_are_refused() {
    let words = [1_u32; 16];
    let all = Tensor::new(&words[..], layout!(16:1)).unwrap();
    let all = all.recast::<u8>();
    let bytes = all.data();
    let said = |(m, k): (usize, usize), (d, e): (usize, usize)| {
        let t = Tensor::new(bytes, layout!((m,k):(d,e))).unwrap();
        t.try_recast::<u32>().map(|t| t.layout().to_string()).map_err(|error| error.rule)
    };
    let neither = |left, right| Err(Rule::Divisibility { left, right });
    assert_eq!(said((4, 8), (8, 1)), Ok("(4,2):(2,1)".into()));
    assert_eq!(said((4, 8), (12, 1)), Ok("(4,2):(3,1)".into()));
    assert_eq!(said((4, 6), (8, 1)), neither(6, 4));
    assert_eq!(said((4, 4), (10, 1)), neither(10, 4));
    // Without a contiguous mode each element begins a word.
    assert_eq!(said((4, 3), (4, 16)), Ok("(4,3):(1,4)".into()));
    // The last word reaches past the data.
    let t = Tensor::new(&bytes[..13], layout!(4:4)).unwrap();
    assert_eq!(t.try_recast::<u32>().unwrap_err().rule, Rule::Length { cosize: 4, len: 3 });
}

/// A swizzle keeps its elements together.
#[test]
fn swizzled_elements() {
    let mut data: [u32; 64] = core::array::from_fn(|i| 0x0101_0101 * i as u32);
    let swizzled = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((8,8):row_major));
    let mut t = Tensor::through(&mut data[..], swizzled).unwrap();
    let words = t.to_owned();
    let bytes = t.recast::<u8>();
    for (i, j) in (0..8).flat_map(|i| (0..32).map(move |j| (i, j))) {
        assert_eq!(bytes.get((i, j)), words[(i, j / 4)].to_ne_bytes().get(j % 4));
    }
    t.recast_mut::<u8>().slice_mut((3, ..)).fill(255);
    for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(t[(i, j)], if i == 3 { u32::MAX } else { words[(i, j)] });
    }

    // Wider elements, which the swizzle moves whole.
    let swizzled = Composed::of(Swizzle::<U2, U2, P3>::new(), layout!((4,32):row_major));
    let words = [0_u32; 32].map(|_| 0);
    let mut words: Vec<u32> = words.iter().zip(1..).map(|(_, i)| i * 0x0102_0304).collect();
    let mut all = Tensor::new(&mut words[..], layout!(32:1)).unwrap();
    let mut bytes = all.recast_mut::<u8>();
    let mut t = Tensor::through(bytes.data_mut(), swizzled).unwrap();
    let of_bytes = t.to_owned();
    let mut wide = t.recast_mut::<u32>();
    for (i, j) in (0..4).flat_map(|i| (0..8).map(move |j| (i, j))) {
        let bytes = core::array::from_fn(|k| of_bytes[(i, 4 * j + k)]);
        assert_eq!(wide[(i, j)], u32::from_ne_bytes(bytes));
    }
    wide[(1, 2)] = 0;
    assert!((0..4).all(|k| t[(1, 8 + k)] == 0));
}

/// In generic code the bound has the numbers of bytes.
#[test]
fn generic_code() {
    fn as_bytes<T: AnyBits, L: RecastBy<T::Bytes, tilework::typenum::U1>>(
        t: &Tensor<impl Contiguous<Item = T>, L>,
    ) -> View<'_, u8, Recast<L, T::Bytes, tilework::typenum::U1>> {
        t.recast::<u8>()
    }
    let t = Tensor::new([1_u64, 2, 3], layout!(3:1)).unwrap();
    assert_eq!(as_bytes(&t).sum(), 6);
}

/// Without elements there is no address that could be aligned. As in all casts, an extent is at least 1.
#[test]
fn tensors_without_elements() {
    let bytes = [0_u8; 3];
    let n = 0;
    let none = Tensor::new(&bytes[1..1], layout!((4,n):(1,4)));
    assert!(none.is_ok_and(|none| none.try_recast::<u32>().is_err()));
    let short = Tensor::new(&bytes[..3], layout!(1:1)).unwrap();
    // The word of this byte has no other bytes.
    assert_eq!(short.try_recast::<u32>().unwrap_err().rule, Rule::Length { cosize: 1, len: 0 });
}
