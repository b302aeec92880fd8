//! References on the CPU, in f64, and random data.

use std::num::NonZero;
use std::thread;

/// A sequence of random numbers, another one at each start of a program.
#[derive(Clone, Debug)]
pub struct Random(u64);
impl Random {
    /// A sequence that nobody has seen.
    pub fn fresh() -> Self {
        use std::hash::{BuildHasher, Hasher};
        let seed = std::collections::hash_map::RandomState::new().build_hasher().finish();
        Random(seed | 1)
    }

    /// The next 64 bits (xorshift64*, Vigna 2016).
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// The next number from -1 on and below 1.
    pub fn number(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    /// So many numbers with the normal distribution (Box and Muller, 1958), as others measure with.
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

    /// So many numbers from -1 on and below 1.
    pub fn numbers(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.number()).collect()
    }
}

/// `f(i)` for all `i` below `count`, by all processors.
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

/// The largest error of `C = A B`, of columns: `A` is `m` x `k`, `B` is `n` x `k` and `C` is `m` x `n`, relative to the
/// square root of `k` times the mean square of the operands, which is what an element of `C` is like.
///
/// Of products of up to 2^31 multiplications each element is computed in f64. Of larger ones `C x` is
/// compared with `A (Bᵀ x)` for a random vector of signs, in f64: the difference in a row is about
/// that of one element that is wrong, and of many that are rounded, so that it is divided by the square root of `n`.
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
    let like = (mean * k as f64).sqrt();
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

/// The error of a row of attention, `softmax(scale q Kᵀ) V`, relative to its length: `q` is the row, `keys` and `values`
/// have a row of `K` and of `V` for each token, and `found` is what is compared.
pub fn error_of_attention(
    scale: f64,
    q: &[f64],
    keys: impl Iterator<Item = Vec<f64>>,
    values: impl Iterator<Item = Vec<f64>>,
    found: &[f64],
) -> f64 {
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
    let difference: f64 = right.iter().zip(found).map(|(x, y)| (x - y) * (x - y)).sum();
    let error = (difference / right.iter().map(|x| x * x).sum::<f64>()).sqrt();
    if error.is_nan() { f64::INFINITY } else { error }
}

#[cfg(test)]
mod tests {
    use super::{Random, error_of_attention, error_of_product, in_parallel};

    /// Of two tokens, by hand: the weights are 1/(1+e) and e/(1+e).
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

    #[test]
    fn numbers_are_between_minus_one_and_one_and_not_the_same() {
        let numbers = Random::fresh().numbers(1000);
        assert!(numbers.iter().all(|x| (-1.0..1.0).contains(x)));
        let mean = numbers.iter().sum::<f32>() / 1000.0;
        assert!(mean.abs() < 0.2, "{mean}");
        assert_ne!(numbers, Random::fresh().numbers(1000));
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

    /// Both ways find a product right, and one wrong element.
    #[test]
    fn a_wrong_element_is_found() {
        for [m, n, k] in [[20, 30, 40], [2048, 1024, 1025]] {
            let mut random = Random::fresh();
            let a: Vec<f64> = random.numbers(m * k).into_iter().map(f64::from).collect();
            let b: Vec<f64> = random.numbers(n * k).into_iter().map(f64::from).collect();
            let (x, y) = (m - 1, n / 2);
            let product =
                |i: usize, j: usize| (0..k).map(|p| a[i + m * p] * b[j + n * p]).sum::<f64>();
            // Of the large one a few columns are enough to test: the others of B are 0.
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
