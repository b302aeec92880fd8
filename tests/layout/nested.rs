//! Composed layouts and swizzles on the right of other functions, in literals: `A o (F o n o B)` is a composed layout.
//! Also what the order of the inner layout decides, and what threads have.

use tilework::algebra::expression::{Names, evaluate};
use tilework::typenum::{P3, U0, U2, U3};
use tilework::{
    Composed, Dyn, Layout, Rule, Swizzle, Tensor, algebra,
    bound::OffsetMap,
    layout,
    operation::{ThreadValue, is_sorted, make_layout_like, sort, zipped_divide},
};
use tilework_atom::{MmaSyncM8N8K4F64, TiledMma};

/// The result of the calculator for an expression.
fn value(text: &str) -> String {
    match evaluate(text, &mut Names::new()) {
        Ok(value) => value.to_string(),
        Err(failure) => panic!("{}", failure.show(text)),
    }
}

/// Each composition of these literals is one function after the other, and is written as the calculator writes it.
macro_rules! compositions {
    ($(($($left:tt)*), [$(($($right:tt)*)),*];)*) => {$(compositions!(@ ($($left)*), [$(($($right)*)),*]);)*};
    (@ $left:tt, [$($right:tt),*]) => {$({
        let (left, right, composed) = (layout!($left), layout!($right), layout!($left o $right));
        for i in 0..right.size() {
            assert_eq!(composed.offset(i), OffsetMap::apply(left, right.offset(i)), "{left} o {right}");
        }
        assert_eq!(composed.to_string(), value(&format!("({left}) o ({right})")));
        assert_eq!(composed.to_string(), value(&composed.to_string()));
        // It is divided like any other, and may be on the right in literals.
        let tiles = zipped_divide(composed, layout!(4:1));
        for i in 0..right.size() {
            assert_eq!(tiles.offset((i % 4, i / 4)), composed.offset(i));
        }
        let (columns, again) = (layout!((10,60):(61,1)), layout!((10,60):(61,1) o ($left o $right)));
        for i in 0..right.size() {
            assert_eq!(again.offset(i), OffsetMap::apply(columns, composed.offset(i)));
        }
    })*};
}

#[test]
fn composed_layouts_on_the_right() {
    compositions! {
        ((4,6):(7,1)), [(composed(Sw<2,0,3>, 5, (8,(3,2)):(1,(8,24)))), (composed(Sw<2,1,-3>, 5, (8,3):(1,8)))];
        ((4,6):(7,1)), [(composed((4,6):(7,1), 2, (4,3):(5,2))), (composed((4,6):(7,1), 3, (8,4):(f1,f9)))];
        ((8,4):(f1,f9)), [(composed(Sw<2,0,3>, 5, (8,(3,2)):(1,(8,24)))), (composed((4,6):(7,1), 2, (4,3):(5,2)))];
        (Sw<2,0,3>), [(composed((4,6):(7,1), 2, (4,3):(5,2))), (composed((4,6):(7,1), 3, (8,4):(f1,f9)))];
        (Sw<2,1,-3>), [(composed((4,6):(7,1), 2, (4,3):(5,2)))];
        (composed(Sw<2,0,3>, 5, (8,(3,2)):(1,(8,24)))), [(composed(Sw<2,1,-3>, 5, (8,3):(1,8))), (composed((4,6):(7,1), 2, (4,3):(5,2)))];
        (composed((4,6):(7,1), 2, (4,3):(5,2))), [(composed(Sw<2,0,3>, 5, (8,(3,2)):(1,(8,24)))), (composed((4,6):(7,1), 3, (8,4):(f1,f9)))];
        (composed((4,6):(7,1), 3, (8,4):(f1,f9))), [(composed(Sw<2,0,3>, 5, (8,(3,2)):(1,(8,24))))];
    }
}

/// Literals have the offsets that the calculator has for their text.
macro_rules! literals {
    ($([$($text:tt)*])*) => {$({
        let (literal, text) = (layout!($($text)*), stringify!($($text)*));
        let offsets: Vec<usize> = (0..literal.size()).map(|i| literal.offset(i)).collect();
        assert_eq!(format!("{offsets:?}"), value(&format!("offsets({text})")), "{text}");
        assert_eq!(literal.to_string(), value(text));
    })*};
}

/// Results that only literals have: swizzles as layouts, composed layouts as tiles and grids, and their inverses.
#[test]
fn literals() {
    literals! {
        [concatenate(Sw<2,0,3>, 4:f32)]
        [Sw<2,0,3> / 4:1]
        [64:1 / Sw<2,0,3>]
        [48:1 / composed(Sw<2,0,3>, 0, (3,8):(8,1))]
        [flat_divide((6,8):(8,1), composed((4,6):(6,1), 0, Sw<1,0,2>))]
        [(4,8):(1,4) * composed(Sw<2,0,3>, 5, (3,8):(8,1))]
        [raked_product(3:1, composed((8,4):(f1,f9), 3, (2,4):(f8,f1)))]
        [partition((16,8):(1,16), (8,4), composed(Sw<1,0,3>, 1, ((3,2),(2,2)):((8,1),(2,4))))]
        [complement(composed((4,6):(6,1), 0, Sw<1,0,2>), 48)]
        [right_inverse(composed((8,6):(6,1), 0, (8,4):(f1,f9)))]
        [locate((8,8):(f9,f1), (2,4):(8,1))]
        [recast(composed(((2,4),3):((1,6),2), 4, (4,2):(1,4)), 16, 32)]
        [composed(Sw<1,0,3>, 0, 64:1) o (4,2):(f1,f5)]
        [composed(Sw<3,1,3>, 20, (2,4):(0,1)) o 3:1]
        [Sw<1,0,3> o Sw<1,1,4> o (3,8):(3,3)]
        [zipped_divide(composed(Sw<1,0,3>, 8, (8,8):(8,1)), <(2,2):(f1,f3),_>)]
    }
}

/// Data is seen through several functions, too.
#[test]
fn data() {
    let carries = layout!(composed(Sw<1,0,1>, 1, (3,4):(4,1)));
    let composed = layout!((4,8):(8,1) o composed(Sw<1,0,1>, 1, (3,4):(4,1)));
    let mut data = [0; 32];
    let mut tensor = Tensor::through(&mut data[..], composed).unwrap();
    for i in 0..12 {
        tensor[i] = i + 1;
    }
    for (i, x) in (0..12).map(|i| (i, carries.offset(i))) {
        assert_eq!(data[x % 4 * 8 + x / 4], i + 1);
    }
    assert_eq!(data.iter().filter(|&&x| x != 0).count(), 12);
    // It must reach far enough, and have each element once.
    let most = (0..12).map(|i| carries.offset(i)).map(|x| x % 4 * 8 + x / 4).max().unwrap();
    assert_eq!((most, composed.cosize()), (26, 27));
    assert!(Tensor::through(&data[..26], composed).is_err());
    assert!(Tensor::through(&data[..27], composed).is_ok());
    let twice = layout!((4,8):(8,8) o composed(Sw<1,0,1>, 1, (3,4):(4,1)));
    let error = Tensor::through(&mut [0; 96][..], twice).unwrap_err();
    assert!(matches!(error.rule, Rule::Injectivity { .. }), "{error}");
    // There is no bound past the layout.
    let far = layout!((2,2):(2,1) o composed(Sw<1,0,1>, 1, (3,4):(4,1)));
    assert!(matches!(
        Tensor::through(&data[..], far).unwrap_err().rule,
        Rule::CoordinateRange { .. }
    ));
}

/// A literal layout after a swizzle has the function, over the size of the swizzle.
macro_rules! after {
    ($($s:tt:$d:tt, [$($b:tt $m:tt $w:literal),*];)*) => {$($({
        let (l, result) = (layout!($s:$d), layout!($s:$d o Sw<$b,$m,$w>));
        let sw = algebra::Swizzle::new($b, $m, $w).unwrap();
        assert_eq!(result.size(), 1 << ($b + $m + i64::abs($w)));
        for i in 0..result.size() {
            assert_eq!(result.offset(i), OffsetMap::apply(l, sw.apply(i as i64) as usize), "{l} o {sw}");
        }
        let text = format!("{l} o {sw}");
        let offsets: Vec<usize> = (0..result.size()).map(|i| result.offset(i)).collect();
        assert_eq!(value(&format!("offsets({text})")), format!("{offsets:?}"));
    })*)*};
}

#[test]
fn layouts_after_swizzles() {
    after! {
        (8,8):(8,1), [3 0 3, 2 1 -3, 1 0 4];
        (8,6):(6,1), [1 0 3, 3 0 3];
        (8,8):(0,1), [3 0 3];
        64:0, [3 0 3];
        (4,2):(2,1), [1 0 3, 1 0 1];
        (3,5,3):(5,1,15), [1 0 3];
        (8,8):(f9,f1), [3 0 3, 1 0 3];
        (3,8):(f1,f4), [1 0 3];
    }
    let square: Layout!((8,8):(f8,f9)) = layout!((8,8):(8,1) o Sw<3,0,3>);
    assert_eq!(square.to_string(), value("(8,8):(8,1) o Sw<3,0,3>"));
    let still: Layout!((8,8):(0,1)) = layout!((8,8):(0,1) o Sw<3,0,3>);
    assert_eq!(still.to_string(), value("(8,8):(0,1) o Sw<3,0,3>"));
}

/// Composed layouts in the order of the inner layout, compared with the calculator.
#[test]
fn orders() {
    let n = 6_usize;
    macro_rules! check {
        ($($l:expr;)*) => {$({
            let l = $l;
            let (sorted, like) = (sort(l), make_layout_like(l));
            assert_eq!(layout!(sort(l)), sorted);
            assert_eq!(layout!(make_layout_like(l)), like);
            assert_eq!(sorted.to_string(), value(&format!("sort({l})")));
            assert_eq!(like.to_string(), value(&format!("make_layout_like({l})")));
        })*};
    }
    check! {
        Composed::new(Swizzle::<U2, U0, P3>::new(), Dyn(5_usize), layout!((3,8):(8,1)));
        Composed::new(layout!((4,60):(7,1)), Dyn(n), layout!((2,4):(12,1)));
    }
    assert!(is_sorted(layout!((8,8):(f1,f9))) && !is_sorted(layout!((8,8):(f9,f1))));
}

/// The parts of threads in composed layouts: slices of their parts of the inner layout.
#[test]
fn threads() {
    let mma = TiledMma::new(MmaSyncM8N8K4F64, layout!((2, 1, 1)));
    let n = 24_usize;
    let inner = layout!((16,n):(n,1));
    let data = Composed::new(Swizzle::<U2, U0, P3>::new(), Dyn(5_usize), inner);
    let (part, of_inner) = (mma.partition_c(data), mma.partition_c(inner));
    assert_eq!(part.size(), 16 * n);
    for i in 0..part.size() {
        assert_eq!(part.offset(i), data.outer().apply(5 + of_inner.offset(i)));
    }
    // Thread 6, in the second atom.
    let (thread, values) = (part.slice((38, ..)), of_inner.slice((38, ..)));
    for i in 0..thread.size() {
        let offset = values.1 + values.0.offset(i);
        assert_eq!(thread.offset(i), data.outer().apply(5 + offset));
    }
    let fixed = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((16,8):(8,1)));
    let a = mma.partition_a(Composed::of(fixed.outer(), layout!((16,4):(4,1))));
    assert_eq!((size_of_val(&a), a.size()), (0, 64));
    let uneven = Composed::new(fixed.outer(), Dyn(5_usize), layout!((16,{ n + 2 }):(1,16)));
    assert!(mma.try_partition_b(uneven).is_err());
    let tv = ThreadValue::new(layout!((8, 8)).shape(), layout!(((4,8),2):((16,1),8)));
    let part = tv.partition(fixed);
    let of_inner = tv.partition(fixed.inner());
    for i in 0..part.size() {
        assert_eq!(part.offset(i), fixed.outer().apply(of_inner.offset(i)));
    }
    assert_eq!(part.slice((3, ..)).offset(1), part.offset((3, 1)));
}
