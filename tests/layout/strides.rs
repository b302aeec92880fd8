//! Layouts with coordinate and XOR strides in the types, against the value level and the definition.

mod identity_tensors;
mod places;

use std::fmt::Debug;

use frunk_core::hlist::{HCons, HNil};
use tilework::algebra::expression::{Names, evaluate};
use tilework::algebra::{self, ArithmeticTuple, IntTuple};
use tilework::{
    Layout, Rule, Tensor, bound::IntoCoordinates, hlist, layout, operation::make_identity_layout,
    try_layout,
};

type Coordinates = algebra::Layout<ArithmeticTuple>;
type Bits = algebra::Layout<algebra::Xor>;

/// A coordinate as a value.
trait Tree {
    fn tree(&self) -> IntTuple;
}
impl Tree for usize {
    fn tree(&self) -> IntTuple {
        IntTuple::leaf(*self as i64)
    }
}
impl Tree for HNil {
    fn tree(&self) -> IntTuple {
        IntTuple::tuple([])
    }
}
impl<H: Tree, T: Tree> Tree for HCons<H, T> {
    fn tree(&self) -> IntTuple {
        let (head, tail) = (self.head.tree(), self.tail.tree());
        IntTuple::tuple(core::iter::once(head).chain(tail.modes()))
    }
}

/// A layout of the types is the value-level layout of the same text, in both directions, and has its values at all
/// coordinates and at some past them.
macro_rules! coordinates {
    ($($layout:expr;)*) => {$({
        let layout = $layout;
        let value: Coordinates = layout.to_value();
        assert_eq!(layout.to_string(), value.to_string());
        assert_eq!(Coordinates::from(layout), value);
        for i in 0..2 * value.size() {
            assert_eq!(layout.coordinate(i as usize).tree(), value.offset(i).unwrap(), "{value} at {i}");
        }
        let mut unrolled = Vec::new();
        layout.unroll_coordinates(|i, at| unrolled.push((i, at.tree())));
        let all = (0..value.size()).map(|i| (i as usize, value.offset(i).unwrap()));
        assert_eq!(unrolled, all.collect::<Vec<_>>(), "{value}");
        let leaves = |at: &IntTuple| at.leaves().to_vec();
        linear(&value, |x, y| x + y, |i| leaves(&layout.coordinate(i).tree()));
        assert_eq!(back(layout, &value), Ok(layout));
        assert_eq!(back(layout, value), Ok(layout));
    })*};
}

/// `L(c + c') = L(c) + L(c')`, in natural coordinates, if `c + c'` lies in the shape (004, section 2.3.1). `plus` adds
/// coordinates, leaf by leaf, and values.
fn linear<V: algebra::Stride>(
    layout: &algebra::Layout<V>,
    plus: fn(i64, i64) -> i64,
    value: impl Fn(usize) -> Vec<i64>,
) {
    let extents: Vec<i64> = layout.flat_modes().iter().map(|mode| mode.shape).collect();
    let natural = |i: i64| {
        let next = |rest: &mut i64, &extent: &i64| {
            let c = *rest % extent;
            *rest /= extent;
            Some(c)
        };
        extents.iter().scan(i, next).collect::<Vec<i64>>()
    };
    let mut sums = 0;
    for i in 0..layout.size() {
        for j in 0..layout.size().min(64) {
            let sum: Vec<i64> =
                natural(i).into_iter().zip(natural(j)).map(|(x, y)| plus(x, y)).collect();
            if sum.iter().zip(&extents).any(|(c, extent)| c >= extent) {
                continue;
            }
            let k = sum.iter().zip(&extents).rev().fold(0, |k, (c, extent)| k * extent + c);
            let (at_i, at_j) = (value(i as usize), value(j as usize));
            let expected: Vec<i64> = at_i.into_iter().zip(at_j).map(|(x, y)| plus(x, y)).collect();
            assert_eq!(value(k as usize), expected, "{layout} at {i} and {j}");
            sums += 1;
        }
    }
    assert!(sums >= layout.size(), "{layout}: {sums}");
}
macro_rules! bits {
    ($($layout:expr;)*) => {$({
        let layout = $layout;
        let value: Bits = layout.to_value();
        assert_eq!(layout.to_string(), value.to_string());
        assert_eq!(Bits::from(layout), value);
        for i in 0..2 * value.size() {
            assert_eq!(layout.offset(i as usize) as i64, value.offset(i).unwrap(), "{value} at {i}");
        }
        let mut unrolled = Vec::new();
        layout.unroll(|i, offset| unrolled.push((i, offset as i64)));
        let all = (0..value.size()).map(|i| (i as usize, value.offset(i).unwrap()));
        assert_eq!(unrolled, all.collect::<Vec<_>>(), "{value}");
        assert_eq!(back(layout, &value), Ok(layout));
        assert_eq!(back(layout, value), Ok(layout));
    })*};
}
fn back<L: TryFrom<V>, V>(_: L, value: V) -> Result<L, L::Error> {
    L::try_from(value)
}

#[test]
fn notation() {
    let (m, n) = (5_usize, 3_usize);
    assert_eq!(layout!((4,8):(e0,e1)).to_string(), "(4,8):(e0,e1)");
    assert_eq!(layout!((4,(2,8)):(6e1,(2*e(0,1),0))).to_string(), "(4,(2,8)):(6e1,(2*e(0,1),0))");
    assert_eq!(layout!((m,8):(n*e0,{n + 1}*e(1,0))).to_string(), "(5,8):(3e0,4*e(1,0))");
    assert_eq!(layout!((4,4):(f1,3f5)).to_string(), "(4,4):(f1,f15)");
    assert_eq!(layout!((4,m):(f1,n*f1)).to_string(), "(4,5):(f1,f3)");
    let _: Layout!((_,8):(_*e0,u32*e1)) = layout!((m,8):(n*e0,{7_u32}*e1));
    assert_eq!(size_of::<Layout!(((4,2),8):((f1,0),f9))>(), 0);
    // Results of operations on literals.
    let composed: Layout!((2,4):(2e0,2e1)) = layout!((4,8):(e0,e1) o (2,4):(2,8));
    assert_eq!(composed.to_string(), "(2,4):(2e0,2e1)");
}

#[test]
fn values() {
    let (m, n) = (5_usize, 3_usize);
    coordinates! {
        layout!((4,8):(e0,e1));
        layout!((4,8):(e1,e0));
        layout!(6:2e0);
        layout!((4,(2,3)):(e(1,0),(e0,3*e(1,1))));
        layout!(((2,2),3):((e(0,0,1),e(0,1)),5e1));
        layout!((3,4,2):(e2,0,4e2));
        layout!((m,(8,n)):(e0,(e1,8e1)));
        layout!((m,8):(n*e0,m*e(1,2)));
    }
    bits! {
        layout!((4,4):(f1,f5));
        layout!((8,8):(f9,f1));
        layout!(((2,3),5):((f7,0),f3));
        layout!((m,n):(f1,f9));
        layout!((4,m):(n*f1,f6));
        // Beyond what is unrolled.
        layout!((16,32):(f33,f16));
        layout!((3,(n,128)):(f5,(f16,f64)));
    }
    // A layout that moves nothing is of each kind, and has integer strides first.
    let still = layout!((2,3):(0,0));
    assert_eq!(still.to_value(), "(2,3):(0,0)".parse::<algebra::Layout>().unwrap());
    assert_eq!(back(still, Bits::from(still)), Ok(still));
    assert_eq!(back(still, Coordinates::from(still)), Ok(still));
    still.unroll(|_, offset| assert_eq!(offset, 0));
    still.unroll_coordinates(|_, at| assert_eq!(at, HNil));
    assert_eq!(layout!((4,8):(e0,e1)).coordinate((3, 7)), hlist![3, 7]);
    assert_eq!(layout!((4,m):(f1,f5)).offset((3, 3)), 3 ^ 15);
    assert_eq!(layout!((4,4):(f1,f5)).offset((3_u32, 3)), 3 ^ 15);
}

/// Dynamic layouts, for all small extents and multiples, against `sum c_k d_k` of the definition.
#[test]
fn definition() {
    for (s, t, d, e) in (1..4_usize)
        .flat_map(|s| (1..4_usize).map(move |t| (s, t)))
        .flat_map(|(s, t)| (0..5_usize).flat_map(move |d| (0..5_usize).map(move |e| (s, t, d, e))))
    {
        let one_place = layout!((s,t):(d*e0,e*e0));
        let two_places = layout!((s,(t,2)):(d*e(1,0),(e*e0,3*e0)));
        let bits = layout!((s,t):(d*f1,e*f1));
        let (mut places, mut xors) = (Vec::new(), Vec::new());
        one_place.unroll_coordinates(|i, at| places.push((i, at)));
        bits.unroll(|i, offset| xors.push((i, offset)));
        assert_eq!((places.len(), xors.len()), (s * t, s * t));
        for (i, j) in (0..s).flat_map(|i| (0..t).map(move |j| (i, j))) {
            assert_eq!(one_place.coordinate((i, j)), hlist![i * d + j * e]);
            assert_eq!(one_place.coordinate(i + s * j), hlist![i * d + j * e]);
            let expected = hlist![j * e + 3, hlist![i * d]];
            assert_eq!(two_places.coordinate((i, (j, 1))), expected);
            // Bit by bit of both factors.
            let times = |a: usize, b: usize| {
                let bit = |n: usize, place: usize| n >> place & 1;
                (0..8).fold(0, |sum, k| sum ^ ((b << k) * bit(a, k)))
            };
            assert_eq!(bits.offset((i, j)), times(i, d) ^ times(j, e));
            let at = i + s * j;
            assert_eq!(places[at], (at, hlist![i * d + j * e]));
            assert_eq!(xors[at], (at, times(i, d) ^ times(j, e)));
        }
    }
}

#[test]
fn errors() {
    let n = 1usize << 40;
    assert_eq!(try_layout!((n,n):(e0,e1)).unwrap_err().rule, Rule::Overflow);
    assert_eq!(try_layout!(n:n*e0).unwrap_err().rule, Rule::Overflow);
    assert_eq!(try_layout!(n:n*f1).unwrap_err().rule, Rule::Overflow);
    let value: Coordinates = "(4,8):(e0,2e1)".parse().unwrap();
    assert!(<Layout!((4,8):(e0,_*e1))>::try_from(&value).is_ok());
    let rule = |error: tilework::Error| error.rule;
    let other = <Layout!((4,8):(e0,_*e0))>::try_from(&value).map_err(rule);
    assert_eq!(other.unwrap_err(), Rule::Codomain);
    let other = <Layout!((4,8):(e0,3e1))>::try_from(&value).map_err(rule);
    assert_eq!(other.unwrap_err(), Rule::StaticLeaf { value: 2, expected: 3 });
}

/// `I(c) = c`, for integers, nested shapes and dynamic extents.
#[test]
fn identities() {
    let (m, n) = (5_usize, 3_usize);
    macro_rules! identities {
        ($shape:tt = $identity:literal) => {{
            let shape = layout!(identity($shape)).shape();
            let identity = make_identity_layout(shape);
            assert_eq!(identity.to_string(), $identity);
            assert_eq!(layout!(make_identity_layout($shape)), identity);
            let text = identity.to_string();
            let written = text.split(':').next().unwrap();
            assert_eq!(value(&format!("make_identity_layout({written})")), text);
            identity
        }};
    }
    let _: Layout!(24:1) = identities!(24 = "24:1");
    let _: Layout!(1:0) = identities!(1 = "1:0");
    let _: Layout!(_:1) = identities!(m = "5:1");
    let one_mode: Layout!((_):(e0)) = identities!((m) = "(5):(e0)");
    let flat: Layout!((_,8):(e0,e1)) = identities!((m, 8) = "(5,8):(e0,e1)");
    let nested = identities!(
        ((2, (m, 3)), n, (4)) = "((2,(5,3)),3,(4)):((e(0,0),(e(0,1,0),e(0,1,1))),e1,(e(2,0)))"
    );
    assert!((0..24).all(|i| layout!(make_identity_layout(24)).offset(i) == i));
    assert!((0..m).all(|i| one_mode.coordinate(i) == hlist![i]));
    for (i, j) in (0..m).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(flat.coordinate((i, j)), hlist![i, j]);
    }
    let mut seen = 0;
    nested.unroll_coordinates(|i, at| {
        let (a, b, c, d, e) = (i % 2, i / 2 % 5, i / 10 % 3, i / 30 % 3, i / 90);
        assert_eq!(at, hlist![hlist![a, hlist![b, c]], d, hlist![e]]);
        seen += 1;
    });
    assert_eq!(seen, 2 * 5 * 3 * 3 * 4);
}

/// Generic over layouts into coordinates.
fn last<L: IntoCoordinates<Coordinate: Debug>>(layout: L) -> usize {
    layout.size() - 1
}

#[test]
fn generic() {
    assert_eq!(last(layout!((4,8):(e0,e1))), 31);
}

/// The result of the value level for an expression.
fn value(text: &str) -> String {
    evaluate(text, &mut Names::new()).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

/// An operation by name on a layout of the types, and the same on literals, have the result of the value level.
macro_rules! rows {
    ($($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?);)*) => {$({
        let text = stringify!($operation($s:$d $(, $($b)+)?));
        let left = layout!($s:$d);
        assert_eq!(layout!($operation(left $(, $($b)+)?)).to_string(), value(text), "{text}");
        assert_eq!(layout!($operation($s:$d $(, $($b)+)?)).to_string(), value(text), "{text}");
    })*};
}

/// The same for literals alone.
macro_rules! literals {
    ($($operation:ident($s:tt:$d:tt $(, $($b:tt)+)?);)*) => {$({
        let text = stringify!($operation($s:$d $(, $($b)+)?));
        assert_eq!(layout!($operation($s:$d $(, $($b)+)?)).to_string(), value(text), "{text}");
    })*};
}

#[test]
fn rearranging() {
    rows! {
        flatten((4,(2,3)):(e(1,0),(e0,3*e(1,1))));
        group((2,3,5):(e0,0,e1), 1, 3);
        group((2,3,5):(f1,f9,f2), 0, 2);
        take((2,3,5):(e0,e1,2*e1), 1, 3);
        select((2,3,5):(f1,f9,f2), [2, 0]);
        permute((2,3,5):(e0,e1,2*e1), [2, 0, 1]);
        squeeze((2,1,5):(e0,e1,2*e1));
        filter_zeros((2,3,5):(e0,0,2*e1));
        squeeze_zeros((2,3,5):(f1,0,f2));
        coalesce((2,3,5):(e0,2*e0,6*e0));
        coalesce((2,3,5):(e0,2*e0,6*e1));
        coalesce((2,(1,3),5):(e(0,1),(e1,2*e(0,1)),0));
        coalesce((2,3,5):(0,0,e1));
        coalesce((2,4,5):(f3,f6,f24));
        coalesce((3,4):(f3,f9));
        coalesce((4,4):(f1,f5));
        coalesce((2,2,1):(0,f5,f1));
        coalesce(((2,3),5):((e0,2*e0),6*e0), (*,*));
    }
    let (m, n) = (8_usize, 6_usize);
    let appended = tilework::operation::append(layout!((m,4):(e0,e1)), layout!(n:m*e0));
    assert_eq!(appended.to_string(), "(8,4,6):(e0,e1,8e0)");
    assert_eq!(
        tilework::operation::prepend(layout!((m,4):(f1,f9)), layout!(2:f5)).to_string(),
        "(2,8,4):(f5,f1,f9)"
    );
    assert_eq!(
        tilework::operation::coalesce(layout!((4,m,n):(e0,4*e0,n*e0))).to_string(),
        "(32,6):(e0,6e0)"
    );
}

#[test]
fn composition_and_divides() {
    rows! {
        composition((4,8):(e0,e1), (2,4):(2,8));
        composition((4,8):(e0,e1), 8:4);
        composition((4,8):(e0,e1), 16:2);
        composition((4,8):(e0,e1), (4,8):(8,1)) ;
        composition((4,(2,3)):(e(1,0),(e0,3*e(1,1))), (2,6):(2,4));
        composition((4,8):(e0,e1), <2,4:2>);
        composition((4,8):(e0,e1), <_,4>);
        composition((4,8):(e1,0), 8:4);
        logical_divide((8,6):(e0,e1), <4,3>);
        logical_divide((8,6):(e0,e1), 6:8);
        logical_divide_ceil((8,6):(e0,e1), <3,4>);
        zipped_divide((8,6):(e0,e1), <4,3>);
        zipped_divide((8,6,5):(e0,e1,e2), <4:2,3>);
        zipped_divide_ceil((10,7):(e0,e1), <4,4>);
        tiled_divide((8,6):(e0,e1), <4,3>);
        tiled_divide_ceil((10,7):(e0,e1), <4,4>);
        flat_divide((8,(6,2)):(e0,(e(1,0),e(1,1))), <4,<3,1>>);
        flat_divide_ceil((10,7):(e0,e1), <4,4>);
    }
    let (m, n, k) = (10_usize, 7_usize, 4_usize);
    let identity = layout!((m,n):(e0,e1));
    // Dynamic results keep modes that turn out to have extent 1.
    for (typed, text) in [
        (
            layout!(zipped_divide_ceil(identity, (4, 4))).to_string(),
            "zipped_divide_ceil((10,7):(e0,e1), <4,4>)",
        ),
        (
            layout!(zipped_divide_ceil(identity, (k, 4))).to_string(),
            "zipped_divide_ceil((10,7):(e0,e1), <4,4>)",
        ),
        (layout!(composition(identity, <5,7>)).to_string(), "composition((10,7):(e0,e1), <5,7>)"),
    ] {
        assert_eq!(by_mode(&typed), by_mode(&value(text)), "{text}");
    }
    for (typed, text) in [
        (layout!(identity o 5:2).to_string(), "(10,7):(e0,e1) o 5:2"),
        (layout!(identity o n:m).to_string(), "(10,7):(e0,e1) o 7:10"),
        (layout!(identity o (5,n):(2,m)).to_string(), "(10,7):(e0,e1) o (5,7):(2,10)"),
    ] {
        let whole = |text: &str| algebra::coalesce(&text.parse::<Coordinates>().unwrap());
        assert_eq!(whole(&typed), whole(&value(text)), "{text}");
    }
}

/// A layout into coordinates, coalesced mode by mode.
fn by_mode(text: &str) -> Coordinates {
    let layout: Coordinates = text.parse().unwrap();
    let modes: Vec<Coordinates> = layout.modes().map(|mode| algebra::coalesce(&mode)).collect();
    algebra::Layout::concatenate(modes).unwrap()
}

/// XOR strides on the left, and powers of 2 on the right, whose leaves do not carry.
#[test]
fn bits_on_the_left() {
    rows! {
        composition((8,8):(f1,f9), ((4,8),2):((16,1),8));
        composition((8,8):(f9,f1), (4,4):(1,8));
        composition((8,8):(f9,f1), 16:2);
        composition((8,8):(f9,f1), (2,8):(16,2));
        composition((4,4):(f1,f5), (2,2,2):(8,1,2));
        composition((4,3):(f1,f5), (2,6):(1,2));
        composition((4,6):(f3,f9), (3,2):(8,1));
        composition(16:f5, (4,4):(1,4));
        composition((3,4):(f5,f1), 4:3);
        composition((8,8):(f9,f1), <4,2:4>);
        logical_divide((8,8):(f9,f1), <4,4>);
        zipped_divide((8,8):(f9,f1), <4,2:4>);
        zipped_divide_ceil((8,8):(f9,f1), <4,16>);
        tiled_divide((16,8):(f17,f2), <4,4>);
    }
    let n = 4_usize;
    let swizzled = layout!((8,8):(f9,f1));
    let tile = layout!(swizzled o (n,4):(1,8));
    for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
        assert_eq!(tile.offset((i, j)), swizzled.offset((i, j)));
    }
    // Every result is checked by the definition.
    let mut results = 0;
    for (n, k) in (1..6_usize).flat_map(|n| (1..6_usize).map(move |k| (n, k))) {
        macro_rules! law {
            ($($left:expr, $right:expr;)*) => {$({
                let (left, right) = ($left, $right);
                if let Ok(composed) = tilework::operation::try_composition(left, right) {
                    results += 1;
                    for (i, j) in (0..n).flat_map(|i| (0..k).map(move |j| (i, j))) {
                        let expected = left.offset(right.offset((i, j)));
                        assert_eq!(composed.offset((i, j)), expected, "{left} {right}");
                    }
                }
            })*};
        }
        law! {
            swizzled, layout!((n,k):(1,8));
            swizzled, layout!((n,k):(2,1));
            swizzled, layout!((n,k):(4,16));
            layout!((4,2,8):(f3,f1,f5)), layout!((n,k):(1,4));
            layout!(16:f11), layout!((n,k):(4,1));
            layout!((2,6):(f5,f3)), layout!((n,k):(1,4));
        }
    }
    assert!(results > 60, "{results}");
    // 1 + 2 is 3 and so is their XOR, but 3 + 1 carries.
    let broken = try_layout!(swizzled o (n,2):(1,2));
    assert!(matches!(broken.unwrap_err().rule, Rule::Segregation { .. }));
}

/// In literals a layout into coordinates on the right is a tiler (004, section 3.3.2).
#[test]
fn coordinates_on_the_right() {
    literals! {
        composition((4,8):(1,4), (4,8):(e0,e1));
        composition((8,16):(1,8), (4,8):(e0,e1));
        composition((8,16):(16,1), (4,8):(2*e0,e1));
        composition((8,16):(16,1), (4,8):(e1,e0));
        composition((8,(4,6)):(1,(8,40)), (2,(3,4)):(e(1,0),(2*e(1,1),2*e0)));
        composition(((2,4),6):((1,2),8), (4,3):(2*e0,e1));
        composition(((2,4),6):((1,2),8), (2,2,3):(e0,4*e0,0));
        composition((8,8):(e1,e0), (4,(2,2)):(2*e1,(e0,2*e0)));
        composition((8,8):(1,8), (1,4):(e0,0));
    }
    let broken = evaluate("((4,8),2):((1,100),1) o (3,2):(3e0,e1)", &mut Names::new());
    assert!(broken.unwrap_err().to_string().contains("stride divisibility"));
}
