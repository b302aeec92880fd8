//! Places that clash: no coordinate has both a leaf and a tuple at one place.

use tilework::{
    HList,
    bound::{AppendBy, CanConcatenate, PrependBy, StrideLeaf, ZipBy},
    operation::{append, concatenate, prepend, zip},
};

use super::*;

/// Two operands. Rust finds a method in the inherent implementation if its bound holds, else in [`Inadmissible`]. Thus
/// whether something compiles becomes a question at run time.
#[derive(Clone, Copy)]
struct Operands<A, B>(A, B);

macro_rules! operations {
    ($($name:ident($a:ident, $b:ident) where $bounded:ty: $bound:path = $result:expr;)*) => {
        $(impl<A: Copy, B: Copy> Operands<A, B>
        where
            $bounded: $bound,
        {
            fn $name(self) -> Option<String> {
                let Operands($a, $b) = self;
                Some($result.to_string())
            }
        })*
        trait Inadmissible: Sized {
            $(fn $name(self) -> Option<String> {
                None
            })*
        }
        impl<A, B> Inadmissible for Operands<A, B> {}
    };
}
operations! {
    concatenate(a, b) where HList![A, B]: CanConcatenate = concatenate(hlist![a, b]);
    append(a, b) where A: AppendBy<B> = append(a, b);
    prepend(a, b) where A: PrependBy<B> = prepend(a, b);
    zip(a, b) where A: ZipBy<B> = zip(a, b);
}

/// The answer of the constants about the strides of two leaves.
fn go_together<S, D: StrideLeaf, T, E: StrideLeaf>(_: Layout<S, D>, _: Layout<T, E>) -> bool {
    D::OCCUPIED.goes_with(E::OCCUPIED)
}

/// Tests each operation of some layouts with others, on types and on values.
macro_rules! pairs {
    ($count:ident: [$($a:expr),*] $others:tt) => {$(
        pairs!($count, $a, $others);
    )*};
    ($count:ident, $a:expr, [$($b:expr),*]) => {$(
        let pair = Operands($a, $b);
        let (a, b) = (Coordinates::from($a), Coordinates::from($b));
        let both = [a.clone(), b.clone()];
        assert_eq!(go_together($a, $b), Coordinates::concatenate(&both).is_ok(), "{a} and {b}");
        for (types, values) in [
            (pair.concatenate(), Coordinates::concatenate(&both)),
            (pair.append(), algebra::append(&a, &b)),
            (pair.prepend(), algebra::prepend(&a, &b)),
            (pair.zip(), algebra::zip(&a, &b)),
        ] {
            match values {
                Ok(value) => assert_eq!(types, Some(value.to_string()), "{a} and {b}"),
                Err(error) => {
                    assert_eq!(error.rule, Rule::Codomain, "{a} and {b}");
                    assert_eq!(types, None, "{a} and {b}");
                }
            }
            $count[usize::from(types.is_some())] += 1;
        }
    )*};
}

#[test]
fn places_that_meet() {
    let (m, n) = (2_usize, 3_usize);
    // All places of one and two positions of 0 and 1, and some sums.
    let mut count = [0; 2];
    pairs! {
        count:
        [
            layout!(2:e0), layout!(2:e1), layout!(2:e(0,0)), layout!(2:e(0,1)), layout!(2:e(1,0)),
            layout!(2:e(1,1)), layout!(n:m*e0), layout!(2:e0+e1), layout!(2:e0+2*e(1,1)),
            layout!(2:0)
        ]
        [
            layout!(2:e0), layout!(2:e1), layout!(2:e(0,0)), layout!(2:e(0,1)), layout!(2:e(1,0)),
            layout!(2:e(1,1)), layout!(2:m*e(0,1)), layout!(2:e(0,1)+e1), layout!(n:e(1,0)+m*e(0,1)),
            layout!(2:0)
        ]
    }
    assert_eq!(count.iter().sum::<u32>(), 400);
    assert!(count[0] >= 80 && count[1] >= 80, "{count:?}");
    // Several strides, deeper ones, and a rank other than one.
    assert_eq!(Operands(layout!((2,2):(e0,e1)), layout!((2,2):(e(0,1),e(1,1)))).zip(), None);
    assert_eq!(Operands(layout!((2,2):(e0,e(2,1))), layout!(2:e(2,1,0))).append(), None);
    assert_eq!(
        Operands(layout!((2,2):(e0,e(2,1))), layout!(2:e(2,0,1))).append().unwrap(),
        "(2,2,2):(e0,e(2,1),e(2,0,1))",
    );
}
