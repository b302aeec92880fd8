//! The laws, stated by the definitions and decided by enumeration. They never use the operation that they judge, nor
//! the library's evaluation of layouts.
#![allow(dead_code, reason = "each test program uses some of the laws")]

use tilework_algebra::{IntTuple, Layout, Mode, Profile, Xor};

pub fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

pub fn flat(modes: &[(i64, i64)]) -> Layout {
    let modes_of = modes.iter().map(|&(shape, stride)| Mode { shape, stride });
    Layout::of_modes(modes_of, Profile::flat(modes.len())).unwrap()
}

/// The value at the integral coordinate `i`: colexicographic, with an unbounded last mode.
pub fn value(layout: &Layout, i: i64) -> i64 {
    let Some((last, modes)) = layout.flat_modes().split_last() else { return 0 };
    let (mut rest, mut sum) = (i, 0);
    for mode in modes {
        sum += rest % mode.shape * mode.stride;
        rest /= mode.shape;
    }
    sum + rest * last.stride
}

/// The values at all integral coordinates below the size: each step of a mode repeats those of the modes before it.
pub fn values(layout: &Layout) -> Vec<i64> {
    if layout.flat_modes().iter().any(|mode| mode.shape == 0) {
        return Vec::new();
    }
    let mut values = vec![0];
    for mode in layout.flat_modes() {
        let before = values.len();
        for step in 1..mode.shape {
            for i in 0..before {
                values.push(values[i] + step * mode.stride);
            }
        }
    }
    values
}

/// Returns whether `s` is `p` with tuples of the same size in place of integers.
pub fn refines(s: &IntTuple, p: &IntTuple) -> bool {
    match (p.as_leaf(), s.as_leaf()) {
        (Some(size), _) => s.leaves().iter().product::<i64>() == size,
        (None, Some(_)) => false,
        (None, None) => {
            p.rank() == s.rank() && p.modes().zip(s.modes()).all(|(p, s)| refines(&s, &p))
        }
    }
}

/// Returns whether two layouts have the same size and the same function below it.
pub fn same_function(a: &Layout, b: &Layout) -> bool {
    a.size() == b.size() && values(a) == values(b)
}

/// Coalesce: the same function, flat, and no two neighbors form one mode.
pub fn is_coalesced_form(a: &Layout, r: &Layout) -> bool {
    same_function(a, r) && is_coalesced(r)
}

/// Returns whether a layout is flat and no two neighbors form one mode.
pub fn is_coalesced(r: &Layout) -> bool {
    let modes = r.flat_modes();
    let minimal = match modes {
        [] => false,
        [Mode { shape: 0, .. }] => true,
        [Mode { shape: 1, stride }] => *stride == 0,
        _ => {
            modes.iter().all(|mode| mode.shape > 1)
                && modes.windows(2).all(|pair| pair[0].shape * pair[0].stride != pair[1].stride)
        }
    };
    minimal && r.depth() == usize::from(modes.len() > 1)
}

/// Composition: the shape of `r` refines that of `b`, and `r(c) = a(b(c))` for all `c`.
pub fn is_composition(a: &Layout, b: &Layout, r: &Layout) -> bool {
    let composed = || values(b).into_iter().map(|offset| value(a, offset));
    refines(&r.shape(), &b.shape()) && composed().eq(values(r))
}

/// Returns whether each leaf of the shape of `b` has become a coalesced layout in `r`.
pub fn is_coalesced_over(r: &Layout, b: &IntTuple) -> bool {
    match b.as_leaf() {
        Some(_) => is_coalesced(r),
        None => r.modes().zip(b.modes()).all(|(r, b)| is_coalesced_over(&r, &b)),
    }
}

/// Returns whether some layout has these values: constant steps up to a divisor `t`, such that the values at multiples
/// of `t` are again those of a layout.
pub fn is_layout_function(values: &[i64]) -> bool {
    let size = values.len();
    if values[0] != 0 || size == 1 {
        return values[0] == 0;
    }
    (2..=size).filter(|t| size.is_multiple_of(*t)).any(|t| {
        let steps: Vec<i64> = values.iter().copied().step_by(t).collect();
        let split = (0..size).all(|i| values[i] == values[1] * (i % t) as i64 + steps[i / t]);
        split && is_layout_function(&steps)
    })
}

/// Returns whether there is a composition.
pub fn composition_exists(a: &Layout, b: &Layout) -> bool {
    let composed: Vec<i64> = values(b).into_iter().map(|offset| value(a, offset)).collect();
    adds_up(&composed, &b.shape(), |x, y| x + y, is_layout_function)
}

/// Returns whether the values at all coordinates of a shape add up over its leaves, and the values at the coordinates
/// of each leaf alone are those of a layout.
pub fn adds_up(
    composed: &[i64],
    shape: &IntTuple,
    plus: impl Fn(i64, i64) -> i64,
    is_layout_function: impl Fn(&[i64]) -> bool,
) -> bool {
    let mut before = 1usize;
    let mut parts: Vec<(usize, Vec<i64>)> = Vec::new();
    for &extent in shape.leaves() {
        let extent = extent as usize;
        parts.push((before, (0..extent).map(|i| composed[i * before]).collect()));
        before *= extent;
    }
    let sum = |c: usize| {
        parts.iter().fold(0, |sum, (before, part)| plus(sum, part[c / before % part.len()]))
    };
    (0..composed.len()).all(|c| composed[c] == sum(c))
        && parts.iter().all(|(_, part)| is_layout_function(part))
}

/// Complement: `(a, r)` takes each value below `n` once.
pub fn is_complement(a: &Layout, n: i64, r: &Layout) -> bool {
    let mut sums = sums(a, r);
    sums.sort_unstable();
    sums.len() as i64 == n && sums.iter().enumerate().all(|(i, &sum)| sum == i as i64)
}

/// Returns whether any set of offsets completes the values of `a` to `0..n`. The smallest missing value must be an
/// offset, since 0 is a value of `a`, so there is no choice.
pub fn complement_exists(a: &Layout, n: i64) -> bool {
    let values = values(a);
    let mut taken = vec![false; n as usize];
    while let Some(offset) = taken.iter().position(|&taken| !taken) {
        for value in &values {
            match taken.get_mut(offset + *value as usize) {
                Some(taken) if !*taken => *taken = true,
                _ => return false,
            }
        }
    }
    true
}

/// Padded complement: values of `a` shifted by different offsets of `r` are disjoint, `r` is increasing, and one more
/// step of the largest span reaches `n`.
pub fn is_padded_complement(a: &Layout, n: i64, r: &Layout) -> bool {
    let (mut image, offsets) = (values(a), values(r));
    image.sort_unstable();
    image.dedup();
    let mut sums: Vec<i64> =
        image.iter().flat_map(|a| offsets.iter().map(move |r| a + r)).collect();
    let moving = a.flat_modes().iter().filter(|mode| mode.shape > 1 && mode.stride != 0);
    let span = moving.map(|mode| mode.shape * mode.stride).max().unwrap_or(1);
    let count = sums.len();
    sums.sort_unstable();
    sums.dedup();
    sums.len() == count
        && offsets.is_sorted_by(|a, b| a < b)
        && offsets[offsets.len() - 1] + span >= n
}

fn sums(a: &Layout, r: &Layout) -> Vec<i64> {
    let offsets = values(r);
    values(a).iter().flat_map(|a| offsets.iter().map(move |r| a + r)).collect()
}

/// Divide: `r(x, y) = a(b(x) + rest(y))`, where mode 0 of `r` refines `b`.
pub fn is_divide(a: &Layout, b: &Layout, rest: &Layout, r: &Layout) -> bool {
    let modes: Vec<Layout> = r.modes().collect();
    let [tile, tiles] = &modes[..] else { return false };
    let (within, steps) = (values(b), values(rest));
    let composed =
        steps.iter().flat_map(|step| within.iter().map(move |offset| value(a, offset + step)));
    refines(&tile.shape(), &b.shape())
        && tile.size() == b.size()
        && tiles.size() == rest.size()
        && composed.eq(values(r))
}

/// Returns whether no two coordinates have the same value.
pub fn is_injective(a: &Layout) -> bool {
    let mut values = values(a);
    values.sort_unstable();
    values.windows(2).all(|pair| pair[0] != pair[1])
}

/// All flat layouts of `rank` modes with these extents and strides.
pub fn all_layouts(rank: usize, extents: &[i64], strides: &[i64]) -> Vec<Layout> {
    let mut modes: Vec<Vec<(i64, i64)>> = vec![vec![]];
    for _ in 0..rank {
        modes = modes
            .iter()
            .flat_map(|before| {
                extents.iter().flat_map(move |&s| {
                    strides.iter().map(move |&d| [before.as_slice(), &[(s, d)]].concat())
                })
            })
            .collect();
    }
    modes.iter().map(|modes| flat(modes)).collect()
}

/// Right inverse: `a(r(i)) = i`, and `r(i)` is a coordinate of `a`.
pub fn is_right_inverse(a: &Layout, r: &Layout) -> bool {
    let coordinates = values(r).into_iter().enumerate();
    coordinates.into_iter().all(|(i, c)| (0..a.size()).contains(&c) && value(a, c) == i as i64)
}

/// Left inverse: `a(l(a(k))) = a(k)`.
pub fn is_left_inverse(a: &Layout, l: &Layout) -> bool {
    values(a).into_iter().all(|offset| value(a, value(l, offset)) == offset)
}

/// Product: mode 0 is `a`. Mode 1 refines `b` and puts the copies of `a` at offsets such that copies for different
/// values of `b` are disjoint, in the order of these values.
pub fn is_product(a: &Layout, b: &Layout, r: &Layout) -> bool {
    let modes: Vec<Layout> = r.modes().collect();
    let [tile, grid] = &modes[..] else { return false };
    let mut steps: Vec<(i64, i64)> = values(b).into_iter().zip(values(grid)).collect();
    steps.sort_unstable();
    steps.dedup();
    let mut image = values(a);
    image.sort_unstable();
    image.dedup();
    let mut all: Vec<i64> =
        steps.iter().flat_map(|(_, step)| image.iter().map(move |offset| offset + step)).collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    tile == a
        && refines(&grid.shape(), &b.shape())
        && steps.is_sorted_by(|one, other| one.0 < other.0 && one.1 < other.1)
        && all.len() == count
}

/// The layout with XOR strides that has these bits.
pub fn bits(layout: &Layout) -> Layout<Xor> {
    let stride = |d| Xor::new(d).unwrap();
    let mode = |&Mode { shape, stride: d }: &Mode| Mode { shape, stride: stride(d) };
    Layout::of_modes(layout.flat_modes().iter().map(mode), layout.profile().clone()).unwrap()
}

/// The product without carries.
pub fn product(n: i64, d: i64) -> i64 {
    (0..32).filter(|k| n >> k & 1 == 1).fold(0, |sum, k| sum ^ d << k)
}

/// The value with XOR strides, with an unbounded last mode.
pub fn xor_value(layout: &Layout, i: i64) -> i64 {
    let Some((last, modes)) = layout.flat_modes().split_last() else { return 0 };
    let (mut rest, mut sum) = (i, 0);
    for mode in modes {
        sum ^= product(rest % mode.shape, mode.stride);
        rest /= mode.shape;
    }
    sum ^ product(rest, last.stride)
}

pub fn xor_values(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|i| xor_value(layout, i)).collect()
}

/// The size of the largest layout `r` with `a(r(i)) = i` into the coordinates of `a`, whose values are given, such that
/// `r` begins with the values `chain`.
pub fn largest_right_inverse(
    a: &[i64],
    chain: &[i64],
    plus: fn(i64, i64) -> i64,
    product: fn(i64, i64) -> i64,
) -> usize {
    let span = chain.len();
    let mut largest = span;
    for (stride, _) in a.iter().enumerate().filter(|&(_, &offset)| offset == span as i64) {
        let mut longer = chain.to_vec();
        for times in 1.. {
            let step = product(times, stride as i64);
            let next: Vec<i64> = chain.iter().map(|&r| plus(r, step)).collect();
            let at = |i: usize| a.get(next[i] as usize) == Some(&(times * span as i64 + i as i64));
            if !(0..span).all(at) {
                break;
            }
            longer.extend(next);
            largest = largest.max(largest_right_inverse(a, &longer, plus, product));
        }
    }
    largest
}

/// Returns whether there are layouts, one for each place, whose sum maps these coordinates to these values. Each has up
/// to `modes` modes, with an unbounded last mode and these strides.
pub fn layouts_through(
    points: &[(Vec<i64>, i64)],
    modes: usize,
    strides: &[i64],
    plus: fn(i64, i64) -> i64,
    product: fn(i64, i64) -> i64,
) -> bool {
    let places = points[0].0.len();
    let last = |p: usize| points.iter().map(|(x, _)| x[p]).max().unwrap();
    let mut chains = vec![vec![]];
    for p in 0..places {
        let here = products(modes, last(p));
        let longer = |chain: &Vec<Vec<i64>>, next: &Vec<i64>| {
            [&chain[..], std::slice::from_ref(next)].concat()
        };
        chains = chains.iter().flat_map(|c| here.iter().map(|h| longer(c, h))).collect();
    }
    chains.iter().any(|chains| {
        let digits = |x: &Vec<i64>| -> Vec<i64> {
            let digit = |chain: &Vec<i64>, x: i64, r: usize| {
                chain.get(r + 1).map_or(x, |next| x % next) / chain[r]
            };
            let of_place = |(chain, &x): (&Vec<i64>, &i64)| {
                (0..chain.len()).map(|r| digit(chain, x, r)).collect::<Vec<_>>()
            };
            chains.iter().zip(x).flat_map(of_place).collect()
        };
        let points: Vec<(Vec<i64>, i64)> = points.iter().map(|(x, y)| (digits(x), *y)).collect();
        let count = chains.iter().map(Vec::len).sum::<usize>() as u32;
        (0..strides.len().pow(count)).any(|mut number| {
            let chosen = (0..count).map(|_| {
                let stride = strides[number % strides.len()];
                number /= strides.len();
                stride
            });
            let chosen: Vec<i64> = chosen.collect();
            points.iter().all(|(digits, y)| {
                digits.iter().zip(&chosen).fold(0, |sum, (n, d)| plus(sum, product(*n, *d))) == *y
            })
        })
    })
}

/// Products of extents, each dividing the next, from 1 up to at most `last`.
fn products(modes: usize, last: i64) -> Vec<Vec<i64>> {
    let mut all = vec![vec![1]];
    let mut begin = 0;
    for _ in 1..modes {
        let end = all.len();
        for at in begin..end {
            let chain = all[at].clone();
            let block = chain[chain.len() - 1];
            all.extend((2..=last / block).map(|n| [&chain[..], &[block * n]].concat()));
        }
        begin = end;
    }
    all
}
