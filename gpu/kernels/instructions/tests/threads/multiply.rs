//! Products of small integers, which are exact, with the places from the PTX ISA: 9.7.13.4 for `mma.sync`, 9.7.14.5 for
//! `wgmma`.

use half::{bf16, f16};

use crate::run;

/// A kind of elements, with the bits of one.
#[derive(Clone, Copy)]
struct Kind {
    bits: usize,
    number: fn(u64) -> f64,
}
const F16: Kind = Kind { bits: 16, number: |bits| f16::from_bits(bits as u16).to_f64() };
const BF16: Kind = Kind { bits: 16, number: |bits| bf16::from_bits(bits as u16).to_f64() };
const TF32: Kind = Kind { bits: 32, number: |bits| f32::from_bits(bits as u32).into() };
const F64: Kind = Kind { bits: 64, number: f64::from_bits };
const S8: Kind = Kind { bits: 8, number: |bits| f64::from(bits as u8 as i8) };
const U8: Kind = Kind { bits: 8, number: |bits| f64::from(bits as u8) };
/// 5.2.3: the value is `2^(e - 7) (1 + m / 8)`. The numbers of these tests are normal.
const E4M3: Kind = Kind {
    bits: 8,
    number: |bits| {
        let (sign, exponent) = (if bits >> 7 & 1 == 1 { -1.0 } else { 1.0 }, bits >> 3 & 15);
        let mantissa = 1.0 + (bits & 7) as f64 / 8.0;
        if exponent == 0 { 0.0 } else { sign * mantissa * 2_f64.powi(exponent as i32 - 7) }
    },
};
const E5M2: Kind = Kind { bits: 8, number: |bits| f16::from_bits((bits as u16) << 8).to_f64() };

impl Kind {
    /// The element `index` in these words.
    fn of(self, words: &[u32], index: usize) -> f64 {
        let at = index * self.bits;
        let word = |i: usize| u64::from(words.get(i).copied().unwrap_or(0));
        let bits = (word(at / 32) | word(at / 32 + 1) << 32) >> (at % 32);
        (self.number)(bits & (u64::MAX >> (64 - self.bits)))
    }
}

/// The type of sums: a word for f32 and s32, two words for f64, and two f16 in one word.
#[derive(Clone, Copy)]
enum Sums {
    F32,
    F16,
    S32,
    F64,
}
impl Sums {
    /// The initial value of sum `v` of a thread.
    fn start(self, thread: usize, v: usize) -> f64 {
        match self {
            Sums::F32 | Sums::F64 => (thread % 7) as f64,
            Sums::S32 => thread as f64 - 20.0,
            Sums::F16 => [1.0, 2.0][v % 2],
        }
    }
    fn of(self, words: &[u32], v: usize) -> f64 {
        match self {
            Sums::F32 => f32::from_bits(words[v]).into(),
            Sums::S32 => f64::from(words[v] as i32),
            Sums::F16 => F16.of(words, v),
            Sums::F64 => F64.of(words, v),
        }
    }
    /// The number of sums in these words.
    fn count(self, words: usize) -> usize {
        match self {
            Sums::F32 | Sums::S32 => words,
            Sums::F16 => 2 * words,
            Sums::F64 => words / 2,
        }
    }
}

/// The places of a thread's elements, with `g` its index divided by 4, `t` the remainder, and `e` elements in a
/// register. Register `r` of `A` has row `g`, or row `g + 8` if `r` is odd, from `k = e t` on, plus `4 e` for each two
/// registers. Register `r` of `B` has column `g`, from `k = e t` on, plus `4 e` for each register. The sums are columns
/// `2 t` and `2 t + 1` of row `g`, and then of row `g + 8`.
fn mma_sync(name: &str, kind: Kind, sums: Sums, [m, k]: [usize; 2]) {
    let (from, to) = run(name, 3);
    let e = (32 / kind.bits).max(1);
    let of_a = m * k / 32;
    let each = from.len() / 32;
    let of_thread = |thread: usize| &from[each * thread..each * (thread + 1)];
    let (mut a, mut b) = (vec![f64::NAN; m * k], vec![f64::NAN; 8 * k]);
    for thread in 0..32 {
        let (g, t) = (thread / 4, thread % 4);
        for v in 0..of_a {
            // A thread of an 8-row `A` has no second row.
            let (r, rows) = (v / e, m / 8);
            a[(g + 8 * (r % rows)) * k + e * t + v % e + 4 * e * (r / rows)] =
                kind.of(of_thread(thread), v);
        }
        for v in 0..8 * k / 32 {
            b[g * k + e * t + v % e + 4 * e * (v / e)] = kind.of(of_thread(thread), of_a + v);
        }
    }
    let words = to.len() / 32;
    for thread in 0..32 {
        let (g, t) = (thread / 4, thread % 4);
        for v in 0..sums.count(words) {
            let (row, column) = (g + 8 * (v / 2), 2 * t + v % 2);
            let products = (0..k).map(|k_| a[row * k + k_] * b[column * k + k_]);
            let right = sums.start(thread, v) + products.sum::<f64>();
            let found = sums.of(&to[words * thread..words * (thread + 1)], v);
            assert_eq!(found, right, "{name}: thread {thread}, sum {v}");
        }
    }
}

#[test]
fn multiplications_of_a_warp() {
    mma_sync("mma_m16n8k8_f16", F16, Sums::F32, [16, 8]);
    mma_sync("mma_m16n8k8_f16_f16", F16, Sums::F16, [16, 8]);
    mma_sync("mma_m16n8k8_bf16", BF16, Sums::F32, [16, 8]);
    mma_sync("mma_m16n8k16_f16", F16, Sums::F32, [16, 16]);
    mma_sync("mma_m16n8k16_f16_f16", F16, Sums::F16, [16, 16]);
    mma_sync("mma_m16n8k16_bf16", BF16, Sums::F32, [16, 16]);
    mma_sync("mma_m16n8k4_tf32", TF32, Sums::F32, [16, 4]);
    mma_sync("mma_m16n8k8_tf32", TF32, Sums::F32, [16, 8]);
    mma_sync("mma_m16n8k16_s8", S8, Sums::S32, [16, 16]);
    mma_sync("mma_m16n8k16_u8", U8, Sums::S32, [16, 16]);
    mma_sync("mma_m16n8k32_s8", S8, Sums::S32, [16, 32]);
    mma_sync("mma_m16n8k32_u8", U8, Sums::S32, [16, 32]);
    mma_sync("mma_m16n8k32_e4m3", E4M3, Sums::F32, [16, 32]);
    mma_sync("mma_m16n8k32_e5m2", E5M2, Sums::F32, [16, 32]);
    mma_sync("mma_m8n8k4_f64", F64, Sums::F64, [8, 4]);
    mma_sync("mma_m16n8k4_f64", F64, Sums::F64, [16, 4]);
    mma_sync("mma_m16n8k8_f64", F64, Sums::F64, [16, 8]);
    mma_sync("mma_m16n8k16_f64", F64, Sums::F64, [16, 16]);
}

/// The place of an operand.
#[derive(Clone, Copy)]
enum Lies {
    /// In shared memory from this byte on, contiguous along `k`, in rows of `16 << bits` bytes.
    AlongK { start: usize, bits: usize },
    /// From this byte on, 64 elements in a row of 128 bytes, with a row for each `k`; the next 64 are 2048 bytes later.
    Across { start: usize },
    /// In registers, from this word on.
    Registers { word: usize },
}
/// 5.5.7: swizzles of 32, 64 and 128 bytes XOR bit 4, bits 4 and 5, and bits 4 to 6 of the address with the bits from 7
/// on.
fn swizzled(address: usize, bits: usize) -> usize {
    address ^ (address >> 7 & ((1 << bits) - 1)) << 4
}
impl Lies {
    fn element(self, kind: Kind, from: &[u32], row: usize, k: usize) -> f64 {
        let bytes = kind.bits / 8;
        match self {
            Lies::AlongK { start, bits } => {
                let at = swizzled(start + row * (16 << bits) + k * bytes, bits);
                kind.of(from, at / bytes)
            }
            Lies::Across { start } => {
                let at = start + 2048 * (row / 64) + 128 * k + 2 * (row % 64);
                kind.of(from, swizzled(at, 3) / 2)
            }
            // The same as for `mma.sync`, with 16 rows for each warp.
            Lies::Registers { word } => {
                let e = 32 / kind.bits;
                let (g, t) = (row % 8, k / e % 4);
                let (thread, register) =
                    (32 * (row / 16) + 4 * g + t, row / 8 % 2 + 2 * (k / (4 * e)));
                kind.of(&from[word + 4 * thread..], register * e + k % e)
            }
        }
    }
}

/// The sums of a thread are as for `mma.sync`: 16 rows for each warp, and 8 columns further for each 4 sums. `times` is
/// how often the product is added; with two additions the first overwrites the sums.
fn wgmma(name: &str, kind: Kind, sums: Sums, [a, b]: [Lies; 2], times: usize) {
    let (from, to) = run(name, 5);
    let (words, depth) = (to.len() / 128, 256 / kind.bits);
    let columns = 2 * sums.count(words);
    let matrix = |lies: Lies, rows: usize| -> Vec<Vec<f64>> {
        let row = |row| (0..depth).map(|k| lies.element(kind, &from, row, k)).collect();
        (0..rows).map(row).collect()
    };
    let (a, b) = (matrix(a, 64), matrix(b, columns));
    for thread in 0..128 {
        let (g, t) = (thread % 32 / 4, thread % 4);
        for v in 0..columns / 2 {
            let row = 16 * (thread / 32) + g + 8 * (v / 2 % 2);
            let column = 8 * (v / 4) + 2 * t + v % 2;
            let products: f64 = a[row].iter().zip(&b[column]).map(|(x, y)| x * y).sum();
            let before = if times == 1 { sums.start(thread, v) } else { 0.0 };
            let found = sums.of(&to[words * thread..words * (thread + 1)], v);
            assert_eq!(found, before + times as f64 * products, "{name}: {thread}, {v}");
        }
    }
}

#[test]
fn multiplications_of_a_warpgroup() {
    for (name, kind, sums, columns, of_registers, bits) in [
        ("f16", F16, Sums::F32, 8, 104, 3),
        ("f16_f16", F16, Sums::F16, 256, 40, 1),
        ("bf16", BF16, Sums::F32, 56, 72, 2),
        ("tf32", TF32, Sums::F32, 88, 136, 3),
        ("e4m3", E4M3, Sums::F32, 168, 24, 2),
        ("e4m3_f16", E4M3, Sums::F16, 200, 152, 1),
        ("e5m2", E5M2, Sums::F32, 120, 184, 3),
        ("e5m2_f16", E5M2, Sums::F16, 232, 216, 1),
        ("s8", S8, Sums::S32, 16, 48, 2),
        ("u8", U8, Sums::S32, 224, 32, 1),
    ] {
        let along_k = |start| Lies::AlongK { start, bits };
        let both = [along_k(0), along_k(64 * (16 << bits))];
        wgmma(&format!("wgmma_{name}_n{columns}"), kind, sums, both, 1);
        let of_a = Lies::Registers { word: of_registers * (4 << bits) };
        let name = format!("wgmma_{name}_n{of_registers}_registers");
        wgmma(&name, kind, sums, [of_a, along_k(0)], 1);
    }
}

#[test]
fn multiplications_of_a_warpgroup_with_other_majors() {
    let across = |start| Lies::Across { start };
    let along_k = |start| Lies::AlongK { start, bits: 1 };
    wgmma("wgmma_f16_n64_by_columns", F16, Sums::F32, [across(0), across(2048)], 2);
    wgmma("wgmma_bf16_n144_by_columns", BF16, Sums::F32, [along_k(0), across(2048)], 2);
    wgmma("wgmma_f16_f16_n112_by_columns", F16, Sums::F16, [across(0), along_k(2048)], 2);
    let of_a = Lies::Registers { word: 1024 };
    wgmma("wgmma_bf16_n80_registers_by_columns", BF16, Sums::F32, [of_a, across(0)], 1);
}
