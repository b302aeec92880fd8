//! Tests which operations compile. For every pair of a grid of static layouts, the operations compile that the value
//! level accepts, compositions by the rules, with its results. These results are right by the definition.
//!
//! The grid has strides that divide extents and strides that do not, modes that merge, extents of 1, and strides of 0.
//! It has right sides whose leaves carry into one another, and ones that stay inside the first mode or leave it.

use tilework::algebra;
use tilework::{
    Leaf,
    bound::{ComplementIn, ComposeWith, LogicalDivideBy},
    layout,
    operation::{complement, composition, logical_divide},
};

/// Two operands. Rust finds a method in the inherent implementation if its bound holds, else in [`Inadmissible`]. Thus
/// whether something compiles becomes a question at run time.
struct Operands<A, B>(A, B);

impl<A: ComposeWith<B>, B> Operands<A, B> {
    fn composition(self) -> Option<String> {
        let Operands(a, b) = self;
        Some(composition(a, b).to_string())
    }
}
impl<A: LogicalDivideBy<B>, B> Operands<A, B> {
    fn logical_divide(self) -> Option<String> {
        let Operands(a, b) = self;
        Some(logical_divide(a, b).to_string())
    }
}
impl<A: ComplementIn<N>, N: Leaf> Operands<A, N> {
    fn complement(self) -> Option<String> {
        let Operands(a, n) = self;
        Some(complement(a, n).to_string())
    }
}

trait Inadmissible: Sized {
    fn composition(self) -> Option<String> {
        None
    }
    fn logical_divide(self) -> Option<String> {
        None
    }
    fn complement(self) -> Option<String> {
        None
    }
}
impl<A, B> Inadmissible for Operands<A, B> {}

fn parse(text: &str) -> algebra::Layout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The value at the integral coordinate `i`, by the definition: leftmost mode fastest, the last one unbounded.
fn value(layout: &algebra::Layout, i: i64) -> i64 {
    let modes = layout.flat_modes();
    let (mut i, mut sum) = (i, 0);
    for (k, mode) in modes.iter().enumerate() {
        let c = if k + 1 == modes.len() { i } else { i % mode.shape };
        sum += c * mode.stride;
        i /= mode.shape;
    }
    sum
}

/// The numbers of pairs with a result and without one.
#[derive(Default)]
struct Count {
    results: usize,
    refusals: usize,
}

impl Count {
    /// Compares with the value level, whose result, if there is one, has the values `right`.
    fn pair(
        &mut self,
        pair: &str,
        types: Option<String>,
        values: Result<algebra::Layout, tilework::Error>,
        right: impl Fn(i64) -> i64,
    ) {
        match (types, values) {
            (Some(types), Ok(values)) => {
                assert_eq!(types, values.to_string(), "{pair}");
                let result = parse(&types);
                for i in 0..result.size() {
                    assert_eq!(value(&result, i), right(i), "{pair} = {types} at {i}");
                }
                self.results += 1;
            }
            (None, Err(_)) => self.refusals += 1,
            (Some(types), Err(error)) => panic!("{pair} compiles, {types}, but {error}"),
            (None, Ok(values)) => panic!("{pair} does not compile, but is {values}"),
        }
    }
}

/// Calls `$pair!(count, a, b)` for each pair of `[a, ...] [b, ...]`.
macro_rules! grid {
    ($pair:ident, [$($a:tt:$d:tt),+] $bs:tt) => {{
        let mut count = Count::default();
        $(grid!(@row $pair, count, $a:$d, $bs);)+
        count
    }};
    (@row $pair:ident, $count:ident, $a:tt:$d:tt, [$($b:tt $(:$e:tt)?),+]) => {
        // A separate function, because the pairs together, unoptimized, would fill the stack.
        (|count: &mut Count| { $($pair!(count, $a:$d, $b $(:$e)?);)+ })(&mut $count)
    };
}

macro_rules! composition {
    ($count:ident, $s:tt:$d:tt, $t:tt:$e:tt) => {{
        let (a, b) = (parse(stringify!($s:$d)), parse(stringify!($t:$e)));
        $count.pair(
            stringify!($s:$d o $t:$e),
            Operands(layout!($s:$d), layout!($t:$e)).composition(),
            algebra::admissible(&a, &b).and_then(|()| algebra::composition(&a, &b)),
            |i| value(&a, value(&b, i)),
        );
    }};
}

#[test]
fn compositions_that_compile() {
    let count = grid!(composition,
        [6:2, (4,6):(1,4), (4,6):(1,5), (4,6,8):(2,3,5), (8,6,8):(1,16,108), (10,8):(18,59),
         (12,2):(1,100), (4,1):(1,100), (1,4,3):(7,3,1), (2,(3,4)):(1,(0,7)), (3,2,4):(4,2,1)]
        [1:5, 5:0, 6:1, 4:2, 3:3, 2:5, 6:4, 8:4, 2:12, 24:1, (2,2):(8,4), (2,3):(4,1), (2,2,2):(3,4,6),
         (3,2):(2,1), (2,2):(1,1), ((2,2),3):((1,4),2), (2,(1,3)):(0,(9,4)), (4,2):(3,12)]
    );
    assert_eq!(count.results + count.refusals, 11 * 18);
    assert!(count.results > 40 && count.refusals > 40);
}

macro_rules! logical_divide {
    ($count:ident, $s:tt:$d:tt, $t:tt:$e:tt) => {{
        let (a, b) = (parse(stringify!($s:$d)), parse(stringify!($t:$e)));
        $count.pair(
            stringify!($s:$d / $t:$e),
            Operands(layout!($s:$d), layout!($t:$e)).logical_divide(),
            algebra::logical_divide(&a, &b),
            |i| {
                let rest = algebra::complement(&b, a.size()).unwrap();
                value(&a, value(&b, i % b.size()) + value(&rest, i / b.size()))
            },
        );
    }};
}

#[test]
fn divides_that_compile() {
    let count = grid!(logical_divide,
        [24:3, (4,6):(1,5), (6,4):(4,1), (4,8):(0,1), (2,(3,4)):(12,(4,1)), (1,24):(5,1), (10,7):(1,10)]
        [4:1, 6:4, 8:3, 5:1, 1:7, 2:0, 3:8, (2,2):(1,4), (2,3):(3,1), (3,2):(4,2), (2,2):(1,3)]
    );
    assert_eq!(count.results + count.refusals, 7 * 11);
    assert!(count.results > 15 && count.refusals > 15);
}

macro_rules! complement {
    ($count:ident, $s:tt:$d:tt, $n:tt) => {{
        let a = parse(stringify!($s:$d));
        let values = algebra::complement(&a, $n);
        let offsets: Vec<i64> = match &values {
            // The smallest missing value is an offset: `a` is 0 at 0.
            Ok(_) => missing(&a, $n),
            Err(_) => Vec::new(),
        };
        $count.pair(
            stringify!(complement($s:$d, $n)),
            Operands(layout!($s:$d), layout!($n:1).shape()).complement(),
            values,
            |i| offsets[i as usize],
        );
    }};
}

/// The offsets that complete the values of `a` to `0..n`.
fn missing(a: &algebra::Layout, n: i64) -> Vec<i64> {
    let mut taken = vec![false; n as usize];
    let mut offsets = Vec::new();
    while let Some(offset) = taken.iter().position(|&taken| !taken) {
        offsets.push(offset as i64);
        for i in 0..a.size() {
            let place = &mut taken[offset + value(a, i) as usize];
            assert!(!*place, "{a} covers a value twice");
            *place = true;
        }
    }
    offsets
}

#[test]
fn complements_that_compile() {
    let count = grid!(complement,
        [4:1, 4:2, 3:5, 1:9, 5:0, (2,2):(1,4), (2,2):(4,1), (2,2):(1,3), (2,(1,3)):(6,(0,1)), (4,4,4):(64,1,1)]
        [1, 4, 12, 24, 60, 256]
    );
    assert_eq!(count.results + count.refusals, 10 * 6);
    assert!(count.results > 12 && count.refusals > 12);
}
