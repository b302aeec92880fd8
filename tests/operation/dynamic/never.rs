//! Decisions of static numbers next to dynamic leaves: if no value of the leaves has a complement, the program does not
//! compile; if one has, it does.

use tilework::bound::total::ComplementTotal;
use tilework::verdict::Judged;
use tilework::{AnyLayout, Layout, bound::Exact};

/// An extent or stride; `None` is dynamic.
type Leaf = Option<usize>;

/// Returns whether for some values of the leaves the modes, sorted by stride, fill `n`: each stride is a multiple of
/// the span before it, and `n` is a multiple of the last span. An extent of 1 counts, unless it is only seen at run
/// time: next to a dynamic stride, or after a dynamic span (`at_run_time`).
fn fills(modes: &[(Leaf, Leaf)], span: usize, at_run_time: bool, n: usize) -> bool {
    let Some((&(s, d), others)) = modes.split_first() else { return n.is_multiple_of(span) };
    let values = |leaf: Leaf| leaf.map_or(1..=n, |value| value..=value);
    let seen = s.is_none() && (d.is_none() || at_run_time);
    let after = |span| fills(others, span, s.is_none() || d.is_none(), n);
    seen && after(span)
        || values(s).any(|s| values(d).any(|d| d.is_multiple_of(span) && after(s * d)))
}

macro_rules! leaf {
    (_) => {
        None
    };
    ($n:literal) => {
        Some($n)
    };
}
/// Rows `(extents):(strides) in [sizes]`, sorted by stride.
macro_rules! rows {
    ($($s:tt:$d:tt in [$($n:literal)+];)+) => {$($(rows!(@ $s:$d, $s, $d, $n);)+)+};
    (@ $l:tt:$m:tt, ($($s:tt),+), ($($d:tt),+), $n:literal) => {{
        type N = <Layout!($n:1) as AnyLayout>::Shape;
        let rule = <<Layout!($l:$m) as ComplementTotal<N, Exact>>::Result as Judged>::RULE;
        let modes = [$((leaf!($s), leaf!($d))),+];
        let fills = fills(&modes, 1, false, $n);
        assert_eq!(rule.is_none(), fills, "{}:{} in {}: {rule:?}", stringify!($l), stringify!($m), $n);
    }};
}

#[test]
fn complements() {
    rows! {
        (12):(_) in [1 10 12 24 30];
        (_):(4) in [2 4 10 12];
        (_):(_) in [1 7];
        (_,2):(3,4) in [7 8 24];
        (_,2):(2,4) in [4 6 8 12];
        (_,4):(1,8) in [12 32 64];
        (_,_):(2,3) in [6 7 9];
        (2,_):(1,4) in [4 6 8];
        (2,_):(1,3) in [6];
        (_,2,_):(1,6,24) in [24 36 48];
        (_,2,3):(2,6,24) in [36 72];
        (_,3,_):(2,6,9) in [18 36];
    }
}
