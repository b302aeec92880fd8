//! Inverses and products of layouts with dynamic extents, for all small extents: the laws by the definition, and the
//! size of the right inverse by the value level.

use tilework::algebra::{self, Layout};
use tilework::{
    layout,
    operation::{
        try_blocked_product, try_complement_ext, try_left_inverse, try_logical_product,
        try_raked_product, try_right_inverse,
    },
};

/// `layout` at each integral coordinate.
fn offsets(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|i| layout.offset(i).unwrap()).collect()
}

/// Returns whether a static stride is next to the extent 1, which the types do not know.
fn has_one(layout: &Layout) -> bool {
    layout.flat_modes().iter().any(|mode| mode.shape == 1)
}

#[derive(Default)]
struct Count {
    results: u32,
    refusals: u32,
}

impl Count {
    fn right(&mut self, a: &Layout, types: Result<Layout, tilework::Error>) {
        let values = algebra::right_inverse(a).unwrap();
        match types {
            Ok(r) => {
                assert_eq!(r.size(), values.size(), "{a}: {r}, not {values}");
                for (i, at) in offsets(&r).into_iter().enumerate() {
                    assert!(at < a.size(), "{a} o {r}");
                    assert_eq!(a.offset(at).unwrap(), i as i64, "{a} o {r}");
                }
                self.results += 1;
            }
            Err(error) => {
                assert_eq!(error.rule.name(), "overlap", "{a}");
                let sorted = algebra::sort(a);
                let mut moving =
                    sorted.flat_modes().iter().filter(|mode| mode.shape > 1 && mode.stride > 0);
                let mut span = 1;
                let overlaps = moving.any(|mode| {
                    let below = mode.stride < span;
                    span = if mode.stride == span { span * mode.shape } else { span };
                    below
                });
                assert!(overlaps, "{a}: {error}");
                self.refusals += 1;
            }
        }
    }

    fn left(&mut self, a: &Layout, types: Result<Layout, tilework::Error>) {
        match types {
            Ok(l) => {
                for offset in offsets(a) {
                    let at = l.offset(offset).unwrap();
                    assert_eq!(a.offset(at).unwrap(), offset, "{l} o {a}");
                }
                self.results += 1;
            }
            Err(error) => {
                assert_eq!(error.rule.name(), "digits", "{a}");
                let sorted = algebra::sort(a);
                let mut reach = 0;
                let mut moving = sorted.flat_modes().iter().filter(|mode| mode.stride > 0);
                let reached = moving.any(|mode| {
                    let below = mode.stride <= reach;
                    reach += (mode.shape - 1) * mode.stride;
                    below
                });
                assert!(reached, "{a}: {error}");
                self.refusals += 1;
            }
        }
    }

    /// Copies of `a` at the offsets of the unbounded complement are disjoint.
    fn copies(&mut self, a: &Layout, product: Result<Layout, tilework::Error>, size: i64) {
        let values = algebra::complement_ext(a);
        match product {
            Ok(product) => {
                assert!(values.is_ok(), "{a}: {product}");
                assert_eq!(product.size(), size, "{a}: {product}");
                let mut all = offsets(&product);
                all.sort_unstable();
                all.dedup();
                assert_eq!(all.len() as i64, size, "{a}: {product}");
                self.results += 1;
            }
            Err(error) => {
                let hidden = error.rule.name() != "complementability";
                assert!(values.is_err() || hidden || has_one(a), "{a}: {error}");
                self.refusals += 1;
            }
        }
    }
}

/// The layouts of three modes with these strides and all extents up to 5.
macro_rules! layouts {
    ($(($d:tt, $e:tt, $f:tt))+; |$a:ident, $s:ident| $body:expr) => {
        for m in 1..6 {
            for n in 1..6 {
                for k in 1..4 {
                    $({
                        let $s = layout!((m,(n,k)):($d,($e,$f)));
                        let $a = $s.to_value();
                        $body;
                    })+
                }
            }
        }
    };
}

#[test]
fn right_inverses() {
    let mut count = Count::default();
    layouts! {
        (1, 2, 4) (1, 3, 6) (4, 1, 8) (12, 3, 1) (1, 5, 0) (2, 1, 2) (6, 2, 1) (1, 1, 1);
        |a, s| count.right(&a, try_right_inverse(s).map(|r| r.to_value()))
    }
    assert!(count.results > 100 && count.refusals > 50);
}

#[test]
fn right_inverse_of_a_mode_with_dynamic_stride() {
    for (s, d) in (1..6).flat_map(|s| (0..4).map(move |d| (s, d))) {
        let a = layout!((s,1):(d,7));
        Count::default().right(&a.to_value(), try_right_inverse(a).map(|r| r.to_value()));
        let l = try_left_inverse(a).unwrap();
        Count::default().left(&a.to_value(), Ok(l.to_value()));
    }
}

#[test]
fn left_inverses() {
    let mut count = Count::default();
    layouts! {
        (1, 2, 4) (1, 3, 12) (4, 1, 8) (12, 4, 1) (2, 10, 0) (3, 6, 60) (6, 2, 1);
        |a, s| count.left(&a, try_left_inverse(s).map(|l| l.to_value()))
    }
    assert!(count.results > 100 && count.refusals > 50);
}

// The result has no dynamic leaf, but the rule does.
#[test]
fn left_inverse_that_is_static() {
    for m in 1..16 {
        match try_left_inverse(layout!((8,m):(8,1))) {
            Ok(l) => assert!(m <= 8 && l.to_string() == "(8,8):(8,1)", "{m}: {l}"),
            Err(error) => {
                assert!(m > 8 && matches!(error.rule, algebra::Rule::Digits { .. }), "{m}: {error}")
            }
        }
    }
}

#[test]
fn products() {
    let mut count = Count::default();
    layouts! {
        (1, 4, 16) (16, 4, 1) (2, 8, 40) (3, 1, 24);
        |a, s| {
            if algebra::is_injective(&a).unwrap() {
                let grid = layout!((2,3):(1,2));
                let size = a.size() * 6;
                let logical = try_logical_product(s, grid).map(|r| r.to_value());
                count.copies(&a, logical, size);
                let blocked = try_blocked_product(s, grid).map(|r| r.to_value());
                count.copies(&a, blocked, size);
                let raked = try_raked_product(s, grid).map(|r| r.to_value());
                count.copies(&a, raked, size);
            }
            let values = algebra::complement_ext(&a);
            match (try_complement_ext(s), values) {
                (Ok(types), Ok(values)) => {
                    // Gaps of 1 stay; on the extended domain the function is the same.
                    for i in 0..64 {
                        assert_eq!(
                            super::value(&types.to_value(), i), super::value(&values, i), "{a}",
                        );
                    }
                }
                (Err(types), Err(values)) => assert_eq!(types.rule, values.rule, "{a}"),
                (types, values) => assert!(has_one(&a), "{a}: {types:?}, {values:?}"),
            }
        }
    }
    assert!(count.results > 100 && count.refusals > 50);
}
