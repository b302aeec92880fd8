//! The loops by threads against the definition and against the sequential loops, over random layouts, with one to five
//! threads. In this configuration tensors of a few elements are cut into parts.

use core::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::vec;
use std::vec::Vec;
use std::{env, eprintln};

use rayon::{ThreadPool, ThreadPoolBuilder};
use typenum::{P3, U0, U2};

use super::split::Cuts;
use crate::algorithm::{par_reduce, par_transpose, reduce, transpose};
use crate::generic::RankLayout;
use crate::layout::rank::SameRank;
use crate::{AnyLayout, Composed, Swizzle, Tensor, layout};

/// A linear congruential generator.
struct Random(u64);
impl Random {
    fn new() -> Self {
        let seed = env::var("TILEWORK_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(7);
        eprintln!("TILEWORK_SEED={seed}");
        Random(seed)
    }

    /// A number from 1 to `most`.
    fn to(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        1 + (self.0 >> 33) as usize % most
    }

    /// Strides of an injective layout of these extents, in any order and with gaps.
    fn strides<const N: usize>(&mut self, extents: [usize; N]) -> [usize; N] {
        let mut order: [usize; N] = core::array::from_fn(|k| k);
        (1..N).for_each(|k| order.swap(k, self.to(k + 1) - 1));
        let mut strides = [0; N];
        let mut span = if self.to(4) == 1 { 2 } else { 1 };
        for k in order {
            strides[k] = span;
            span = span * extents[k] + if self.to(2) == 1 { self.to(3) } else { 0 };
        }
        strides
    }
}

/// Calls `f` in pools of one to five threads.
fn by_threads(f: impl Fn(usize) + Sync) {
    static POOLS: OnceLock<Vec<ThreadPool>> = OnceLock::new();
    let new = |threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let pools = POOLS.get_or_init(|| (1..=5).map(new).collect());
    for (i, pool) in pools.iter().enumerate() {
        pool.install(|| f(i + 1));
    }
}

fn rounds() -> usize {
    if cfg!(miri) { 1 } else { 25 }
}

/// Elements at the offsets of a layout, and between them.
fn room<T>(layout: impl AnyLayout, of: impl Fn(usize) -> T) -> Vec<T> {
    (0..layout.cosize()).map(of).collect()
}

/// Copies between two layouts with the same extents, fills, changes in place and copies to owned memory.
fn written<T, L, M>(from_layout: L, to_layout: M, of: fn(usize) -> T)
where
    T: Copy + PartialEq + Debug + Send + Sync,
    L: AnyLayout + SameRank<M> + Sync + crate::bound::IntegerStrides + crate::bound::HasOwned,
    M: AnyLayout + Sync + crate::bound::IntegerStrides,
{
    let from = room(from_layout, |i| of(3 * i + 1));
    let from = Tensor::new(&from[..], from_layout).unwrap();
    let size = from_layout.size();
    let value = |i: usize| from.data()[from_layout.offset(i)];
    by_threads(|threads| {
        let name = || std::format!("{from_layout} to {to_layout}, {threads} threads");
        let blank = of(0);
        let mut expected = room(to_layout, |_| blank);
        let mut to = Tensor::new(expected.clone(), to_layout).unwrap();
        (0..size).for_each(|i| expected[to_layout.offset(i)] = value(i));
        to.par_copy_from(&from);
        assert_eq!(to.data(), expected, "copy, {}", name());

        (0..size).for_each(|i| expected[to_layout.offset(i)] = of(5));
        to.par_fill(of(5));
        assert_eq!(to.data(), expected, "fill, {}", name());

        (0..size).for_each(|i| expected[to_layout.offset(i)] = value(i));
        to.par_copy_from(&from.map(|x| x));
        assert_eq!(to.data(), expected, "copy of computed elements, {}", name());

        // Which elements have been visited, and how often.
        let mut counts = Tensor::new(room(to_layout, |_| 0_u32), to_layout).unwrap();
        counts.par_map_inplace(|x| *x += 1);
        assert_eq!(counts.sum() as usize, size, "map_inplace, {}", name());
        assert_eq!(counts.data().iter().sum::<u32>() as usize, size, "map_inplace, {}", name());

        let (owned, copied) = (from.to_owned(), from.par_to_owned());
        assert_eq!(copied.data(), owned.data(), "to_owned, {}", name());
        assert_eq!(from.par_map(|x| x).data(), owned.data(), "map, {}", name());
    });
}

fn of_each_size<L, M>(from: L, to: M)
where
    L: AnyLayout + SameRank<M> + Sync + crate::bound::IntegerStrides + crate::bound::HasOwned,
    M: AnyLayout + Sync + crate::bound::IntegerStrides,
{
    written(from, to, |i| i as u8);
    written(from, to, |i| i as u16);
    written(from, to, |i| i as f32);
    written(from, to, |i| i as f64);
    written(from, to, |i| [i as u8, 1, 2]);
}

#[test]
fn writes() {
    let mut random = Random::new();
    for _ in 0..rounds() {
        let [a, b, c, d] = [9, 40, 7, 20].map(|most| random.to(most));
        let ([x, y], [u, v]) = (random.strides([b, d]), random.strides([b, d]));
        of_each_size(layout!((b,d):(x,y)), layout!((b,d):(u,v)));
        let ([x, y, z], [u, v, w]) = (random.strides([a, b, c]), random.strides([a, b, c]));
        of_each_size(layout!((a,b,c):(x,y,z)), layout!((a,b,c):(u,v,w)));
        of_each_size(layout!(((a,b),c):((x,y),z)), layout!(((a,b),c):((u,v),w)));
        let [x, y, z, t] = random.strides([a, b, c, d]);
        of_each_size(layout!(((a,b),(c,d)):((x,y),(z,t))), layout!(({ a * b }, { c * d })));
        let [x, y] = random.strides([17, 33]);
        of_each_size(layout!((17,33):(x,y)), layout!((17,33):row_major));
        // Extents without a common refinement.
        let [u, v] = random.strides([6, 6]);
        of_each_size(layout!(((4,9),b):((1,4),36)), layout!(((6,6),b):((u,v),{ 6 * u.max(v) })));
    }
    of_each_size(layout!((16,24):(24,1)), layout!((16, 24)));
    of_each_size(layout!((32, 32)), layout!(((8,4),(8,4)):((1,64),(8,256))));
    // Few planes interleaved, and the reverse.
    of_each_size(layout!((3, 500)), layout!((3,500):row_major));
    of_each_size(layout!((3,500):row_major), layout!((3, 500)));
    // A source of repeated elements.
    of_each_size(layout!((30,40):(0,1)), layout!((30, 40)));
    let n = 0;
    of_each_size(layout!((4, n)), layout!((4,n):row_major));
    of_each_size(layout!(1:0), layout!(1:0));
}

#[test]
fn transposes() {
    fn check<T: Copy + PartialEq + Debug + Send + Sync, L, M>(from: L, to: M, of: fn(usize) -> T)
    where
        L: AnyLayout + crate::bound::TwoModes + Sync + crate::bound::IntegerStrides,
        M: AnyLayout + crate::bound::TwoModes + Sync + crate::bound::IntegerStrides,
    {
        let data = room(from, of);
        let from = Tensor::new(&data[..], from).unwrap();
        let mut expected = Tensor::new(room(to, |_| of(0)), to).unwrap();
        transpose(&from, &mut expected).unwrap();
        by_threads(|threads| {
            let mut to = Tensor::new(room(to, |_| of(0)), to).unwrap();
            par_transpose(&from, &mut to).unwrap();
            assert_eq!(to.data(), expected.data(), "{} {threads}", from.layout());
            let turned = from.map(|x| x);
            to.par_fill(of(0));
            par_transpose(&turned, &mut to).unwrap();
            assert_eq!(to.data(), expected.data(), "{} {threads}", from.layout());
        });
    }
    let mut random = Random::new();
    for _ in 0..rounds() {
        let [a, b, c] = [70, 90, 5].map(|most| random.to(most));
        let ([x, y], [u, v]) = (random.strides([a, b]), random.strides([b, a]));
        check(layout!((a,b):(x,y)), layout!((b,a):(u,v)), |i| i as u8);
        check(layout!((a,b):(x,y)), layout!((b,a):(u,v)), |i| i as u16);
        check(layout!((a,b):(x,y)), layout!((b,a):(u,v)), |i| i as f32);
        check(layout!((a,b):(x,y)), layout!((b,a):(u,v)), |i| [i as f64; 2]);
        check(layout!((a, b)), layout!((b, a)), |i| i as f64);
        let [x, y, z] = random.strides([a, c, b]);
        check(layout!(((a,c),b):((x,y),z)), layout!((b, { a * c })), |i| i as f32);
    }
    let to = &mut Tensor::new(vec![0; 600], layout!((20, 30))).unwrap();
    let from = Tensor::new(vec![0; 600], layout!((20, 30))).unwrap();
    by_threads(|_| {
        let mut to = to.to_owned();
        assert_eq!(par_transpose(&from, &mut to), transpose(&from, &mut to));
        assert!(par_transpose(&from, &mut to).is_err());
    });
}

#[test]
fn lockstep() {
    /// Three tensors, of which two are written.
    fn check<L, M, N>(first: L, second: M, third: N)
    where
        L: RankLayout<3> + crate::bound::IntegerStrides + Sync + Send,
        M: RankLayout<3> + crate::bound::IntegerStrides + Sync + Send,
        N: RankLayout<3> + crate::bound::IntegerStrides + Sync + Send,
    {
        let b = Tensor::new(room(second, |i| i as u64 + 1), second).unwrap();
        by_threads(|threads| {
            let mut a = Tensor::new(room(first, |i| i as u64), first).unwrap();
            let mut c = Tensor::new(room(third, |i| 2 * i as u64), third).unwrap();
            let (mut d, mut e) = (a.data().to_vec(), c.data().to_vec());
            a.par_zip_mut_with((&b, &mut c), |a, (b, c)| {
                *a = 3 * *a + b;
                *c += *a;
            });
            for i in 0..first.size() {
                let (i, j, k) = (first.offset(i), second.offset(i), third.offset(i));
                d[i] = 3 * d[i] + b.data()[j];
                e[k] += d[i];
            }
            assert_eq!(
                (a.data(), c.data()),
                (&d[..], &e[..]),
                "{first} {second} {third} {threads}"
            );
            a.par_zip_mut_with(&b, |a, b| *a = *b);
            (0..first.size()).for_each(|i| d[first.offset(i)] = b.data()[second.offset(i)]);
            assert_eq!(a.data(), d, "{first} {second} {threads}");
        });
    }
    let mut random = Random::new();
    for _ in 0..rounds() {
        let [a, b, c] = [30, 9, 20].map(|most| random.to(most));
        let strides: [[usize; 3]; 3] = core::array::from_fn(|_| random.strides([a, b, c]));
        let [[x, y, z], [u, v, w], [r, s, t]] = strides;
        check(layout!((a,b,c):(x,y,z)), layout!((a,b,c):(u,v,w)), layout!((a,b,c):(r,s,t)));
        check(layout!((a, b, c)), layout!((a,b,c):row_major), layout!((a, b, c)));
        check(layout!((a,b,c):row_major), layout!((a,b,c):row_major), layout!((a,b,c):row_major));
        check(
            layout!((a,5,c):(x,{ a * b * c * 9 },z)),
            layout!((a, 5, c)),
            layout!((a,5,c):row_major),
        );
    }
    check(layout!((6, 5, 7)), layout!((6,5,7):row_major), layout!((6,5,7):(5,1,30)));
}

/// Swizzled and reversed tensors, tiles beside others, and packed elements.
#[test]
fn elements_elsewhere() {
    let (m, n) = (24_usize, 40_usize);
    let from = Tensor::new((0..(m * n) as u32).collect::<Vec<_>>(), layout!((m, n))).unwrap();
    let swizzled = Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((m,n):row_major));
    by_threads(|threads| {
        let mut data = vec![0_u32; m * n];
        let mut to = Tensor::through(&mut data[..], swizzled).unwrap();
        to.par_copy_from(&from);
        assert!(to.iter().eq(from.iter()), "{threads}");
        assert_eq!(to.par_to_owned().to_vec(), from.to_vec());
        assert_eq!(to.par_sum(), from.data().iter().sum());
        to.par_map_inplace(|x| *x += 1);
        to.par_zip_mut_with(&from, |to, x| *to += x);
        assert!(to.iter().copied().eq(from.iter().map(|x| 2 * x + 1)), "{threads}");
        let mut other = from.clone();
        other.par_zip_mut_with(&mut to, core::mem::swap);
        assert!(to.iter().eq(from.iter()), "{threads}");
        to.par_fill(3);
        assert!(to.iter().all(|x| *x == 3), "{threads}");

        let mut tile = from.clone();
        for mut tile in tile.tiles_mut(layout!(<8,20>)) {
            let copy = tile.par_map(|x| x + 1);
            tile.par_fill(0);
            tile.par_copy_from(&copy);
            tile.par_map_inplace(|x| *x *= 2);
        }
        assert!(tile.iter().copied().eq(from.iter().map(|x| 2 * (x + 1))), "{threads}");

        #[cfg(target_pointer_width = "64")]
        {
            let mut to = Tensor::new(vec![0; m * n], layout!((m, n))).unwrap();
            to.reversed_mut::<1>().par_copy_from(&from);
            to.reversed_mut::<0>().par_map_inplace(|x| *x += 1);
            assert!(to.reversed::<1>().iter().copied().eq(from.iter().map(|x| x + 1)), "{threads}");
            to.reversed_mut::<1>().par_zip_mut_with(&from, |to, x| *to += x);
            let sum: u32 = to.data().iter().sum();
            assert_eq!(to.reversed::<0>().par_sum(), sum);
            let back = to.reversed::<0>();
            assert_eq!(back.par_along::<1>().sum().data(), back.along::<1>().sum().to_vec());
        }

        let mut words = vec![0_u32; m * n / 8];
        let mut packed =
            Tensor::new(crate::Packed::<u8, 4, _>::new(&mut words[..]), layout!((m, n))).unwrap();
        packed.copy_from(&from.map(|x| (x % 16) as u8));
        let expected: Vec<u8> = from.iter().map(|x| (x % 16) as u8).collect();
        assert_eq!(packed.par_to_owned().data(), expected);
        assert_eq!(packed.map(u32::from).par_sum(), expected.iter().map(|x| u32::from(*x)).sum());
    });
}

#[test]
fn reductions() {
    fn check<L>(layout: L)
    where
        L: AnyLayout + crate::bound::IntegerStrides + Sync,
    {
        let of = |i: usize| (i * 7919 % 1000) as f32 / 7.0 - 50.0;
        let data = room(layout, of);
        let t = Tensor::new(&data[..], layout).unwrap();
        let items: Vec<f32> = (0..layout.size()).map(|i| t.data()[layout.offset(i)]).collect();
        let exact: f64 = items.iter().map(|x| f64::from(*x)).sum();
        let magnitude: f64 = items.iter().map(|x| f64::from(x.abs())).sum();
        let answers = std::sync::Mutex::new(Vec::new());
        by_threads(|_| {
            let sum = t.par_sum();
            assert!((f64::from(sum) - exact).abs() <= magnitude * 2e-7, "{layout}: {sum}, {exact}");
            assert_eq!((t.par_min(), t.par_max()), (t.min(), t.max()), "{layout}");
            let of_map = t.map(|x| x * 0.3).par_sum();
            let product = par_reduce(&t, 1.0, |p, x| p * (1.0 + x * 1e-3));
            answers.lock().unwrap().push([sum, of_map, product].map(f32::to_bits));
            let whole = t.map(|x| x as i64);
            assert_eq!(whole.par_sum(), items.iter().map(|x| *x as i64).sum(), "{layout}");
            assert_eq!(par_reduce(&whole, 0, |x, y| x ^ y), reduce(&whole, 0, |x, y| x ^ y));
        });
        let answers = answers.into_inner().unwrap();
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{layout}: {answers:?}");
    }
    let mut random = Random::new();
    for _ in 0..rounds() {
        let [a, b, c] = [200, 9, 20].map(|most| random.to(most));
        let [x, y, z] = random.strides([a, b, c]);
        check(layout!((a,b,c):(x,y,z)));
        check(layout!((a,(b,c)):(x,(y,z))));
        check(layout!((a,b):(0,1)));
        check(layout!({ a * b * c }:1));
    }
    check(layout!((17, 33)));
    let n = 0;
    check(layout!((17, n)));
    let none = Tensor::new([0.0; 0], layout!(n:1)).unwrap();
    assert_eq!((none.par_sum(), none.par_min(), none.par_max()), (0.0, None, None));
    by_threads(|_| {
        let t = Tensor::new([1.0, 2.0, 3.0].repeat(50), layout!(150)).unwrap();
        assert!(t.map(|x| if x == 2.0 { f64::NAN } else { x }).par_max().unwrap().is_nan());
    });
}

#[test]
fn dot_products() {
    fn check<L, M>(left: L, right: M)
    where
        L: AnyLayout + crate::bound::IntegerStrides + Sync + crate::bound::IsVector,
        M: AnyLayout + crate::bound::IntegerStrides + Sync + SameRank<L>,
    {
        let x = Tensor::new(room(left, |i| i as f32 / 7.0), left).unwrap();
        let y = Tensor::new(room(right, |i| (i % 13) as f32 - 6.1), right).unwrap();
        let pairs = (0..left.size()).map(|i| (x.data()[left.offset(i)], y.data()[right.offset(i)]));
        let exact: f64 = pairs.clone().map(|(x, y)| f64::from(x) * f64::from(y)).sum();
        let magnitude: f64 = pairs.map(|(x, y)| f64::from(x) * f64::from(y).abs()).sum();
        let answers = std::sync::Mutex::new(Vec::new());
        by_threads(|_| {
            let dot = x.par_dot(&y);
            assert!((f64::from(dot) - exact).abs() <= magnitude * 4e-7, "{left} {right}");
            assert_eq!(x.map(|x| x as i64).par_dot(&y.map(|y| y as i64)), {
                x.map(|x| x as i64).dot(&y.map(|y| y as i64))
            });
            answers.lock().unwrap().push(dot.to_bits());
        });
        let answers = answers.into_inner().unwrap();
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{left} {right}: {answers:?}");
    }
    let mut random = Random::new();
    for _ in 0..rounds() {
        let [a, b] = [300, 20].map(|most| random.to(most));
        let ([x, y], n) = (random.strides([a, b]), a * b);
        check(layout!(n:1), layout!(n:1));
        check(layout!(n:2), layout!(n:1));
        check(layout!(((a,b)):((x,y))), layout!(((a,b)):((1,a))));
        check(layout!(((4,9)):((9,1))), layout!(((6,6)):((1,6))));
    }
    let long = Tensor::new(vec![0; 600], layout!(600)).unwrap();
    assert_eq!(long.try_par_dot(&long.slice(0..7)), long.try_dot(&long.slice(0..7)));
}

/// Along each mode, with the mode nearer and farther than the others, long and short.
#[test]
fn along_modes() {
    macro_rules! along {
        ($t:expr, $floats:expr, $k:literal, $answers:expr) => {{
            let (t, floats) = ($t, $floats);
            let expected = t.along::<$k>().sum().to_owned();
            assert_eq!(t.par_along::<$k>().sum().data(), expected.data(), "{}", t.layout());
            let folded = t.par_along::<$k>().fold(1_i64, |f, x| f.wrapping_mul(31).wrapping_add(x));
            let ordered = t.along::<$k>().fold(1_i64, |f, x| f.wrapping_mul(31).wrapping_add(x));
            assert_eq!(folded.data(), ordered.to_owned().data(), "{}", t.layout());
            let largest = t.par_along::<$k>().reduce(i64::MIN, i64::max);
            let ordered = t.along::<$k>().fold(i64::MIN, i64::max).to_owned();
            assert_eq!(largest.data(), ordered.data(), "{}", t.layout());
            assert_eq!(t.par_along::<$k>().max().data(), t.along::<$k>().max().to_owned().data());
            assert_eq!(t.par_along::<$k>().min().data(), t.along::<$k>().min().to_owned().data());
            let sums = floats.par_along::<$k>().sum();
            $answers.extend(sums.data().iter().map(|x| x.to_bits()));
        }};
    }
    macro_rules! each_mode {
        ($layout:expr; $($k:literal)*) => {{
            let layout = $layout;
            let t = Tensor::new(room(layout, |i| (i * 7919 % 1000) as i64), layout).unwrap();
            let floats = t.map(|x| x as f32 / 7.0).to_owned();
            let all = std::sync::Mutex::new(Vec::new());
            by_threads(|_| {
                let mut answers = Vec::new();
                $(along!(&t, &floats, $k, answers);)*
                all.lock().unwrap().push(answers);
            });
            let all = all.into_inner().unwrap();
            assert!(all.iter().all(|answers| *answers == all[0]), "{layout}");
        }};
    }
    let mut random = Random::new();
    for _ in 0..rounds() {
        let [a, b, c] = [300, 9, 6].map(|most| random.to(most));
        let [x, y, z] = random.strides([a, b, c]);
        each_mode!(layout!((a,b,c):(x,y,z)); 0 1 2);
        each_mode!(layout!(((a,c),b):((x,z),y)); 0 1);
        each_mode!(layout!((a,b)); 0 1);
        each_mode!(layout!((a,b):row_major); 0 1);
    }
    each_mode!(layout!((300,7)); 0 1);
    each_mode!(layout!((300,7):row_major); 0 1);
    let (n, m) = (0, 5);
    each_mode!(layout!((n, m)); 0 1);
}

/// A panic in a closure of a thread goes on in the caller.
/// Each loop once, on few elements and by two threads: what Miri has time for.
#[test]
fn each_loop_on_few_elements() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    pool.install(|| {
        let elements: Vec<u32> = (1..=40).collect();
        let t = Tensor::new(&elements[..], layout!((4, 10))).unwrap();
        let mut turned = Tensor::new(vec![0; 40], layout!((10, 4))).unwrap();
        par_transpose(&t, &mut turned).unwrap();
        let mut copied = Tensor::new(vec![0; 40], layout!((4,10):row_major)).unwrap();
        copied.par_copy_from(&t);
        assert!((0..40).all(|x| turned[(x / 4, x % 4)] == t[(x % 4, x / 4)]));
        assert!((0..40).all(|x| copied[(x % 4, x / 4)] == t[(x % 4, x / 4)]));
        copied.par_zip_mut_with((&mut turned.transposed_mut(), &t), |a, (b, c)| {
            (*a, *b) = (*b + c, *a - c);
        });
        assert!(copied.iter().zip(&t).all(|(a, t)| *a == 2 * t));
        turned.par_map_inplace(|x| *x += 7);
        assert!(turned.iter().all(|x| *x == 7));
        turned.par_fill(5);
        assert_eq!(turned.par_sum(), 200);
        assert_eq!((t.par_min(), t.par_max()), (Some(1), Some(40)));
        assert_eq!(par_reduce(&t, 0, |a, b| a + b), 820);
        assert!(t.par_map(|x| 2 * x).iter().zip(&t).all(|(a, t)| *a == 2 * t));
        assert!(
            t.par_along::<1>().sum().iter().zip(t.slices::<0>()).all(|(a, row)| *a == row.sum())
        );
        let vector = Tensor::new(&elements[..], layout!(40)).unwrap();
        assert_eq!(vector.par_dot(&vector), 40 * 41 * 81 / 6);
    });
}

#[test]
fn panics() {
    let mut t = Tensor::new((0..600).collect::<Vec<i32>>(), layout!((20, 30))).unwrap();
    by_threads(|_| {
        let mut t = t.clone();
        let fails = |x: i32| if x == 411 { panic!("at 411") } else { x };
        let panicked = |f: &mut dyn FnMut()| {
            let payload = catch_unwind(AssertUnwindSafe(f)).expect_err("a panic");
            assert_eq!(payload.downcast_ref(), Some(&"at 411"));
        };
        panicked(&mut || _ = t.par_map(fails));
        panicked(&mut || _ = t.map(fails).par_sum());
        panicked(&mut || t.clone().par_copy_from(&t.map(fails)));
        panicked(&mut || _ = t.map(fails).par_along::<0>().sum());
        panicked(&mut || t.par_map_inplace(|x| *x = fails(*x)));
        let other = Tensor::new(vec![411; 600], layout!((20, 30))).unwrap();
        panicked(&mut || t.par_zip_mut_with(&other, |x, y| *x = fails(*y)));
    });
    t.fill(0);
}

/// The parts of loops are a partition of the coordinates, and cut at units.
#[test]
fn cuts_are_partitions() {
    let mut random = Random::new();
    for _ in 0..if cfg!(miri) { 20 } else { 3000 } {
        let loops: [(usize, usize); 3] = core::array::from_fn(|_| {
            (random.to(20), if random.to(2) == 1 { random.to(8) } else { 1 })
        });
        let parts = random.to(40);
        let cuts = Cuts::<3>::new(loops.into_iter(), parts);
        assert!(cuts.parts() < 2 * parts.max(2), "{loops:?} {parts} {}", cuts.parts());
        let mut seen = vec![0; loops.iter().map(|(extent, _)| extent).product()];
        for part in 0..cuts.parts() {
            for k in cuts.range(part, 2) {
                for j in cuts.range(part, 1) {
                    for i in cuts.range(part, 0) {
                        seen[(k * loops[1].0 + j) * loops[0].0 + i] += 1;
                    }
                }
            }
            for (k, (extent, unit)) in loops.into_iter().enumerate() {
                let range = cuts.range(part, k);
                assert!(
                    range.start.is_multiple_of(unit)
                        && (range.end.is_multiple_of(unit) || range.end == extent)
                );
                assert!(!range.is_empty());
            }
        }
        assert!(seen.iter().all(|count| *count == 1), "{loops:?} {parts}");
    }
}
