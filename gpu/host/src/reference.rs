//! References on the CPU in f64, and random data.

use std::cell::Cell;
use std::num::NonZero;
use std::{env, thread};

/// A sequence of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);
impl Random {
    /// A new sequence. If the environment has `TILEWORK_SEED=n`, it is the next sequence of this seed in the thread, so
    /// that a test gets the same data in each run.
    pub fn fresh() -> Self {
        use std::hash::{BuildHasher, Hasher};
        thread_local!(static COUNT: Cell<u64> = const { Cell::new(0) });
        match env::var("TILEWORK_SEED") {
            Ok(seed) => {
                let seed: u64 = seed.parse().expect("TILEWORK_SEED is an integer");
                let count = COUNT.replace(COUNT.get() + 1);
                Self::of_seed(seed.wrapping_add(count << 32))
            }
            Err(_) => {
                let seed = std::collections::hash_map::RandomState::new().build_hasher().finish();
                Random(seed | 1)
            }
        }
    }
    /// The sequence of this seed, always the same: for tests whose limits are close to their results.
    pub fn of_seed(seed: u64) -> Self {
        // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014) separates seeds that differ little, and gives no
        // two the same result. The state of the generator must not be 0.
        let mut x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Random((x ^ x >> 31).max(1))
    }

    /// The next 64 bits (xorshift64*, Vigna 2016).
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// The next number in [-1, 1).
    pub fn number(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    /// `count` numbers with the normal distribution (Box and Muller, 1958), which other benchmarks also use.
    pub fn normals(&mut self, count: usize) -> Vec<f32> {
        let mut uniform = || (self.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut numbers = Vec::with_capacity(count + 1);
        while numbers.len() < count {
            let (radius, angle) =
                ((-2.0 * (1.0 - uniform()).ln()).sqrt(), std::f64::consts::TAU * uniform());
            numbers.extend([(radius * angle.cos()) as f32, (radius * angle.sin()) as f32]);
        }
        numbers.truncate(count);
        numbers
    }

    /// `count` numbers -1, 0 and 1. The fraction `part` of them, chosen at random, is not 0.
    pub fn signs(&mut self, count: usize, part: f64) -> Vec<f32> {
        let below = (part.clamp(0.0, 1.0) * (1_u64 << 32) as f64) as u64;
        let sign =
            |bits: u64| if bits >> 32 >= below { 0.0 } else { 1.0 - 2.0 * (bits & 1) as f32 };
        // The lowest bits of the generator are of lower quality.
        (0..count).map(|_| sign(self.bits().rotate_left(32))).collect()
    }

    /// `count` numbers in [-1, 1).
    pub fn numbers(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.number()).collect()
    }
}

/// `f(i)` for all `i` below `count`, on all processors.
pub fn in_parallel<T: Send>(count: usize, f: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let each = count.div_ceil(threads).max(1);
    let f = &f;
    thread::scope(|scope| {
        let parts: Vec<_> = (0..count)
            .step_by(each)
            .map(|from| {
                scope.spawn(move || (from..count.min(from + each)).map(f).collect::<Vec<T>>())
            })
            .collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().expect("a reference does not panic"))
            .collect()
    })
}

/// The largest error of `C = A B`, of columns: `A` is `m` x `k`, `B` is `n` x `k` and `C` is `m` x `n`. It is relative
/// to the typical size of an element of `C`: the square root of `k` times the mean square of the operands.
///
/// For up to 2^31 multiplications, each element is computed in f64. For larger products, `C x` is compared with `A (Bᵀ
/// x)` for a random vector of signs, in f64. The difference in a row is about that of one wrong element. Rounding of
/// many elements adds up, so it is divided by the square root of `n`.
pub fn error_of_product(
    [m, n, k]: [usize; 3],
    a: impl Fn(usize, usize) -> f64 + Sync,
    b: impl Fn(usize, usize) -> f64 + Sync,
    c: impl Fn(usize, usize) -> f64 + Sync,
    random: &mut Random,
) -> f64 {
    let square = |x: f64| x * x;
    let samples = 4096.min(m * k);
    let mean = (0..samples).map(|i| square(a(i % m, i / m % k))).sum::<f64>() / samples as f64
        * (0..samples).map(|i| square(b(i % n, i / n % k))).sum::<f64>()
        / samples as f64;
    // Without columns all elements are 0, and the error is absolute.
    let like = if k == 0 { 1.0 } else { (mean * k as f64).sqrt() };
    let largest = |errors: Vec<f64>| {
        errors
            .into_iter()
            .fold(0.0, |most: f64, e| if e.is_nan() { f64::INFINITY } else { most.max(e) })
    };
    if m * n * k <= 1 << 31 {
        let errors = in_parallel(n, |j| {
            largest(
                (0..m)
                    .map(|i| (c(i, j) - (0..k).map(|p| a(i, p) * b(j, p)).sum::<f64>()).abs())
                    .collect(),
            )
        });
        return largest(errors) / like;
    }
    let signs: Vec<f64> =
        (0..n).map(|_| if random.bits() >> 63 == 0 { 1.0 } else { -1.0 }).collect();
    let turned = in_parallel(k, |p| (0..n).map(|j| b(j, p) * signs[j]).sum::<f64>());
    let errors = in_parallel(m, |i| {
        let product: f64 = (0..n).map(|j| c(i, j) * signs[j]).sum();
        (product - (0..k).map(|p| a(i, p) * turned[p]).sum::<f64>()).abs()
    });
    largest(errors) / (like * (n as f64).sqrt())
}

/// The fraction of the numbers -1, 0 and 1 in a row of `k` that may differ from 0, so that a sum of `k` products of two
/// such numbers is a few times less than `most`. The standard deviation, the square root of `k part^2`, is a ninth of
/// `most`.
pub fn part_of_signs(k: usize, most: f64) -> f64 {
    (most / 9.0 / (k.max(1) as f64).sqrt()).min(1.0)
}

/// The number of wrong rows of `C = A B` for integer elements: `A` is `m` x `k`, `B` is `n` x `k` and `C` is `m` x `n`.
///
/// A row of `C x` is compared with that of `A (Bᵀ x)` modulo the prime `2^61 - 1`, for a vector `x` of random
/// remainders (Freivalds, 1977). A row with wrong elements passes for only one in `2^61 - 1` vectors. An element that
/// is no integer, such as NaN, is wrong.
pub fn wrong_rows_of_product(
    [m, n, k]: [usize; 3],
    a: impl Fn(usize, usize) -> f64 + Sync,
    b: impl Fn(usize, usize) -> f64 + Sync,
    c: impl Fn(usize, usize) -> f64 + Sync,
    random: &mut Random,
) -> usize {
    const PRIME: u64 = (1 << 61) - 1;
    // `2^61` is 1.
    fn times(x: u64, y: u64) -> u64 {
        let product = u128::from(x) * u128::from(y);
        (product as u64 & PRIME) + (product >> 61) as u64
    }
    fn sum(products: impl Iterator<Item = Option<u64>>) -> Option<u64> {
        let mut sum = 0;
        for product in products {
            sum = (sum + product?) % PRIME;
        }
        Some(sum)
    }
    // Most factors are 0, 1 and -1. A number that is no integer has no remainder.
    let product = |x: f64, y: u64| match x as i64 {
        integer if integer as f64 != x => None,
        0 => Some(0),
        1 => Some(y),
        -1 => Some(PRIME - y),
        integer => Some(times(integer.rem_euclid(PRIME as i64) as u64, y)),
    };
    let x: Vec<u64> = (0..n).map(|_| random.bits() % PRIME).collect();
    let turned = in_parallel(k, |p| sum((0..n).map(|j| product(b(j, p), x[j]))));
    let right = |i| {
        let of_c = sum((0..n).map(|j| product(c(i, j), x[j])));
        let of_ab = sum((0..k).map(|p| product(a(i, p), turned[p]?)));
        of_c.is_some() && of_c == of_ab
    };
    in_parallel(m, right).into_iter().filter(|right| !right).count()
}

/// `Q` and `K` where one key dominates each row of `Q`. The key is random and different for each row, and its product
/// is so much larger than all others that their exponentials are 0. Also the rows of `V` that equal the rows of `O`:
/// [`dominated_by`].
pub fn dominated(
    [heads, tokens, d]: [u32; 3],
    random: &mut Random,
) -> (Vec<f32>, Vec<f32>, Vec<usize>) {
    let (count, mut of_row) = (tokens as usize, Vec::new());
    for _ in 0..heads {
        // Each key once, in random order (Fisher and Yates, 1938).
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, (random.bits() >> 32) as usize % (last + 1));
        }
        of_row.extend(order);
    }
    let (q, k) = dominated_by([tokens, d], &of_row, heads as usize);
    let of_row = of_row.into_iter().enumerate();
    (q, k, of_row.map(|(row, key)| row / count * count + key).collect())
}

/// `Q` and `K` where row `i` of `Q` is dominated by key `of_row[i]` of `keys` keys, which are the same in each of
/// `heads` heads of `K`. Its product with this key is so much larger than all others that their exponentials are 0.
///
/// A key consists of the binary digits of its number, as 1 and -1, repeated as often as there is room. A row of `Q` is
/// its key times a power of 2. Any other key differs in at least one digit.
pub fn dominated_by([keys, d]: [u32; 2], of_row: &[usize], heads: usize) -> (Vec<f32>, Vec<f32>) {
    let digits = (u32::BITS - (keys - 1).leading_zeros()).max(1);
    let times = d / digits;
    // The loss of another key in powers of 2 if `Q` equals its key. `exp2` of -150 is 0.
    let less = 2.0 * f64::from(times) * std::f64::consts::LOG2_E / f64::from(d).sqrt();
    let factor = ((160.0 / less) as u32).next_power_of_two() as f32;
    let key = |token: usize, factor: f32| {
        let digit = move |at: u32| match (at / times, token >> (at / times).min(digits) & 1) {
            (of, _) if of >= digits => 0.0,
            (_, 1) => factor,
            _ => -factor,
        };
        (0..d).map(digit)
    };
    let q = of_row.iter().flat_map(|row| key(*row, factor)).collect();
    let k = (0..heads * keys as usize).flat_map(|row| key(row % keys as usize, 1.0)).collect();
    (q, k)
}

/// Floating-point numbers of 8 bits, e4m3: a sign, 4 bits of exponent and 3 of mantissa.
pub mod e4m3 {
    use super::Random;

    /// The bits of a random number of either sign with a magnitude in [1/4, 4).
    pub fn random(random: &mut Random) -> u8 {
        let bits = random.bits() >> 20;
        (bits as u8 & 0x87) | (5 + (bits >> 8) as u8 % 4) << 3
    }
    /// The number with these bits, which are not those of NaN: `(1 + mantissa / 8) 2^(exponent - 7)`, or `mantissa / 8
    /// 2^-6` if the exponent bits are 0.
    pub fn value(bits: u8) -> f64 {
        let (sign, exponent, mantissa) =
            (bits >> 7, i32::from(bits >> 3 & 15), f64::from(bits & 7));
        let size = match exponent {
            0 => mantissa / 8.0 * (-6.0_f64).exp2(),
            _ => (1.0 + mantissa / 8.0) * f64::from(exponent - 7).exp2(),
        };
        if sign == 1 { -size } else { size }
    }
    /// The bits of the nearest number, ties to even. Larger magnitudes become 448 or -448.
    pub fn nearest(number: f32) -> u8 {
        let size = number.abs();
        let bits = match size {
            // Numbers below 2^-6 are multiples of 2^-9, and their bits are the multiple: 8 gives the bits of 2^-6.
            _ if size < 0.015_625 => (size * 512.0).round_ties_even() as u32,
            // The exponent of f32 has the bias 127, and this one 7. 20 bits of the mantissa are rounded off.
            _ => {
                let bits = size.min(448.0).to_bits() - (120 << 23);
                (bits + (1 << 19) - 1 + (bits >> 20 & 1)) >> 20
            }
        };
        bits as u8 | if number.is_sign_negative() { 0x80 } else { 0 }
    }
}

/// A row of attention, `softmax(scale q Kᵀ) V`, and the natural logarithm of the sum of the exponentials. `q` is the
/// row; `keys` and `values` have a row of `K` and of `V` for each token. Without tokens the row is 0 and the logarithm
/// minus infinity.
pub fn attention_of_row(
    scale: f64,
    q: &[f64],
    keys: impl Iterator<Item = Vec<f64>>,
    values: impl Iterator<Item = Vec<f64>>,
) -> (Vec<f64>, f64) {
    let s: Vec<f64> =
        keys.map(|key| scale * q.iter().zip(key).map(|(q, k)| q * k).sum::<f64>()).collect();
    let most = s.iter().copied().fold(f64::MIN, f64::max);
    let p: Vec<f64> = s.iter().map(|s| (s - most).exp()).collect();
    let sum: f64 = p.iter().sum();
    let mut right = vec![0.0; q.len()];
    for (p, value) in p.iter().zip(values) {
        for (right, v) in right.iter_mut().zip(value) {
            *right += p / sum * v;
        }
    }
    (right, sum.ln() + most)
}

/// The error of `found`, a row of attention, relative to the length of the right row: `|found - row| / |row|`. The
/// other arguments are those of [`attention_of_row`].
pub fn error_of_attention(
    scale: f64,
    q: &[f64],
    keys: impl Iterator<Item = Vec<f64>>,
    values: impl Iterator<Item = Vec<f64>>,
    found: &[f64],
) -> f64 {
    error_of_row(&attention_of_row(scale, q, keys, values).0, found)
}

/// The error of a row relative to its length: `|found - right| / |right|`.
pub fn error_of_row(right: &[f64], found: &[f64]) -> f64 {
    let difference: f64 = right.iter().zip(found).map(|(x, y)| (x - y) * (x - y)).sum();
    let error = (difference / right.iter().map(|x| x * x).sum::<f64>()).sqrt();
    if error.is_nan() { f64::INFINITY } else { error }
}

#[cfg(test)]
mod tests {
    use super::{
        Random, dominated, e4m3, error_of_attention, error_of_product, in_parallel, part_of_signs,
        wrong_rows_of_product,
    };

    /// For each two consecutive numbers of e4m3, a number between them is rounded to the nearer one, and the middle to
    /// the even one.
    #[test]
    fn numbers_are_rounded_to_the_nearest_of_e4m3() {
        let value = |bits: u8| e4m3::value(bits) as f32;
        for below in 0..0x7e_u8 {
            let middle = 0.5 * (value(below) + value(below + 1));
            for sign in [0, 0x80] {
                let nearest = |size: f32| e4m3::nearest(if sign == 0 { size } else { -size });
                assert_eq!(nearest(value(below)), sign | below);
                assert_eq!(nearest(middle.next_down()), sign | below);
                assert_eq!(nearest(middle), sign | (below + below % 2));
                assert_eq!(nearest(middle.next_up()), sign | (below + 1));
            }
        }
        assert_eq!([448.0, 1e9, -f32::INFINITY].map(e4m3::nearest), [0x7e, 0x7e, 0xfe]);
    }

    /// Two tokens, computed by hand: the weights are 1/(1+e) and e/(1+e).
    #[test]
    fn attention_weighs_values_by_the_exponentials_of_products() {
        let (keys, values) = ([[1.0, 0.0], [1.5, 7.0]], [[1.0, 0.0], [0.0, 2.0]]);
        let e = std::f64::consts::E;
        let right = [1.0 / (1.0 + e), 2.0 * e / (1.0 + e)];
        let error = |found: &[f64]| {
            let rows = |x: [[f64; 2]; 2]| x.into_iter().map(|row| row.to_vec());
            error_of_attention(2.0, &[1.0, 0.0], rows(keys), rows(values), found)
        };
        assert!(error(&right) < 1e-15);
        assert!(error(&[right[1], right[0]]) > 0.5);
        assert_eq!(error(&[f64::NAN, 0.0]), f64::INFINITY);
    }

    /// All products with a row of `Q` except one are so much smaller that `exp2` of the difference is 0.
    #[test]
    fn one_key_decides() {
        for [heads, tokens, d] in [[2, 128, 64], [1, 300, 128]] {
            let (q, k, of_row) = dominated([heads, tokens, d], &mut Random::fresh());
            let (tokens, d) = (tokens as usize, d as usize);
            let row = |data: &[f32], row: usize| data[row * d..][..d].to_vec();
            for (i, &key) in of_row.iter().enumerate() {
                let product = |j: usize| -> f64 {
                    row(&q, i).iter().zip(row(&k, j)).map(|(x, y)| f64::from(x * y)).sum()
                };
                let to_power_of_2 = std::f64::consts::LOG2_E / (d as f64).sqrt();
                let of_head = i / tokens * tokens..i / tokens * tokens + tokens;
                let less = of_head.filter(|&j| j != key).map(|j| product(key) - product(j));
                assert!(less.fold(f64::MAX, f64::min) * to_power_of_2 >= 160.0);
            }
            let mut keys = of_row;
            keys.sort_unstable();
            assert!(keys.into_iter().eq(0..heads as usize * tokens));
        }
    }

    #[test]
    fn numbers_are_between_minus_one_and_one_and_not_the_same() {
        let numbers = Random::fresh().numbers(1000);
        assert!(numbers.iter().all(|x| (-1.0..1.0).contains(x)));
        let mean = numbers.iter().sum::<f32>() / 1000.0;
        assert!(mean.abs() < 0.2, "{mean}");
        assert_ne!(numbers, Random::fresh().numbers(1000));
        assert_eq!(Random::of_seed(7).numbers(1000), Random::of_seed(7).numbers(1000));
        assert_ne!(Random::of_seed(7).numbers(1000), Random::of_seed(8).numbers(1000));
    }

    #[test]
    fn signs_are_0_but_for_a_part() {
        let signs = Random::fresh().signs(100_000, 0.25);
        let count = |x: f32| signs.iter().filter(|&&sign| sign == x).count();
        assert_eq!(count(0.0) + count(1.0) + count(-1.0), 100_000);
        assert!(count(1.0).abs_diff(12_500) < 1000 && count(-1.0).abs_diff(12_500) < 1000);
        assert!(Random::fresh().signs(100, 1.0).iter().all(|x| x.abs() == 1.0));
        assert_eq!(part_of_signs(100, 1e9), 1.0);
        // 8192 products, each nonzero with probability p^2: the standard deviation is 256/9.
        let part = part_of_signs(8192, 256.0);
        assert!((part * part * 8192.0 - (256.0_f64 / 9.0).powi(2)).abs() < 1e-6);
    }

    /// Exactly those rows are found in which an element is off by 1, or is no integer.
    #[test]
    fn a_row_of_a_product_of_integers_is_right_or_wrong() {
        let [m, n, k] = [33, 57, 41];
        let mut random = Random::fresh();
        let (a, b) = (random.signs(m * k, 0.7), random.signs(n * k, 0.7));
        let (a, b) = (
            |i: usize, p: usize| f64::from(a[i + m * p]),
            |j: usize, p: usize| f64::from(b[j + n * p]),
        );
        let c = |i: usize, j: usize| (0..k).map(|p| a(i, p) * b(j, p)).sum::<f64>();
        let mut wrong = |c: &(dyn Fn(usize, usize) -> f64 + Sync)| {
            wrong_rows_of_product([m, n, k], a, b, c, &mut random)
        };
        assert_eq!(wrong(&c), 0);
        for (row, column) in [(0, 0), (m - 1, n - 1), (7, 31)] {
            for by in [1.0, -1.0, 0.5, f64::NAN, f64::INFINITY] {
                let one = |i, j| c(i, j) + if (i, j) == (row, column) { by } else { 0.0 };
                assert_eq!(wrong(&one), 1, "({row},{column}) {by}");
            }
        }
        // Two elements are exchanged, which keeps the sum of the row.
        let exchanged = |i, j: usize| c(i, if j < 2 { 1 - j } else { j });
        let differ = (0..m).filter(|&i| c(i, 0) != c(i, 1)).count();
        assert_eq!(wrong(&exchanged), differ);
        // Without columns everything is 0.
        assert_eq!(wrong_rows_of_product([2, 3, 0], a, b, |_, _| 0.0, &mut random), 0);
        assert_eq!(wrong_rows_of_product([2, 3, 0], a, b, |_, j| j as f64, &mut random), 2);
    }

    #[test]
    fn normals_have_mean_0_and_variance_1() {
        let numbers = Random::fresh().normals(10_001);
        let of =
            |f: fn(f64) -> f64| numbers.iter().map(|&x| f(f64::from(x))).sum::<f64>() / 10_001.0;
        let (mean, variance, fourth) = (of(|x| x), of(|x| x * x), of(|x| x.powi(4)));
        assert!(mean.abs() < 0.08 && (variance - 1.0).abs() < 0.1 && (fourth - 3.0).abs() < 0.6);
    }

    #[test]
    fn all_indices_are_visited_in_order() {
        assert_eq!(in_parallel(1001, |i| 2 * i), (0..1001).map(|i| 2 * i).collect::<Vec<_>>());
        assert!(in_parallel(0, |i| i).is_empty());
    }

    /// Both methods accept a right product, and find one wrong element.
    #[test]
    fn a_wrong_element_is_found() {
        for [m, n, k] in [[20, 30, 40], [2048, 1024, 1025]] {
            let mut random = Random::fresh();
            let a: Vec<f64> = random.numbers(m * k).into_iter().map(f64::from).collect();
            let b: Vec<f64> = random.numbers(n * k).into_iter().map(f64::from).collect();
            let (x, y) = (m - 1, n / 2);
            let product =
                |i: usize, j: usize| (0..k).map(|p| a[i + m * p] * b[j + n * p]).sum::<f64>();
            // For the large product a few columns are enough; the other columns of B are 0.
            let columns = n.min(32);
            let b0 =
                |j: usize, p: usize| if j.is_multiple_of(n / columns) { b[j + n * p] } else { 0.0 };
            let c: Vec<f64> =
                in_parallel(m * columns, |at| product(at % m, at / m * (n / columns)));
            let value = |i: usize, j: usize| {
                if j.is_multiple_of(n / columns) {
                    c[i + m * (j / (n / columns)).min(columns - 1)]
                } else {
                    0.0
                }
            };
            let right = error_of_product([m, n, k], |i, p| a[i + m * p], b0, value, &mut random);
            let wrong = |i, j| {
                if (i, j) == (x, y) { value(i, j) + 10.0 * (k as f64).sqrt() } else { value(i, j) }
            };
            let wrong = error_of_product([m, n, k], |i, p| a[i + m * p], b0, wrong, &mut random);
            assert!(right < 1e-9, "{right}");
            assert!(wrong > 0.1, "{wrong}");
        }
    }
}
