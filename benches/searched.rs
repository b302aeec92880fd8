//! The time to find a layout of shared memory: for problems of kernels, for the largest tiles, and for some problems
//! that were made to take long.
//!
//! `cargo bench -p tilework-benches --bench found` prints the least time of some runs of each, and how the search
//! ended.

#![allow(missing_docs)]

use std::hint::black_box;
use std::time::Instant;

use tilework_algebra::{SharedAccess, SharedMemory, Stride, shared_layout};

/// The goal in milliseconds, for 2^16 elements and 4 accesses.
const GOAL: f64 = 50.0;

struct Problem {
    name: &'static str,
    tile: &'static str,
    element: i64,
    accesses: Vec<SharedAccess>,
}

fn vectors(tv: &str, bytes: i64) -> SharedAccess {
    let access = match tv.contains('f') {
        true => SharedAccess::vectors(&read::<tilework_algebra::Xor>(tv), bytes),
        false => SharedAccess::vectors(&read::<i64>(tv), bytes),
    };
    access.expect(tv)
}

fn read<D: Stride>(tv: &str) -> tilework_algebra::Layout<D>
where
    tilework_algebra::Layout<D>: std::str::FromStr<Err: std::fmt::Debug>,
{
    tv.parse().expect(tv)
}

fn ldmatrix(tv: &str, transposed: bool) -> SharedAccess {
    SharedAccess::ldmatrix(&read::<i64>(tv), 4, transposed).expect(tv)
}

fn stmatrix(tv: &str) -> SharedAccess {
    SharedAccess::stmatrix(&read::<i64>(tv), 4, false).expect(tv)
}

/// Pseudorandom numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// An access with these numbers of bits of threads and values to a tile with this number of bits: an invertible matrix.
fn anywhere(random: &mut Random, bits: u32, threads: u32) -> String {
    let mut columns: Vec<u64> = (0..bits).map(|place| 1 << place).collect();
    for _ in 0..8 * bits {
        let [a, b] = [0, 1].map(|_| (random.next() % u64::from(bits)) as usize);
        if a != b {
            columns[a] ^= columns[b];
        }
    }
    let mode = |of: &[u64]| {
        let strides: Vec<String> = of.iter().map(|column| format!("f{column}")).collect();
        (format!("({})", vec!["2"; of.len()].join(",")), format!("({})", strides.join(",")))
    };
    let (threads, values) = columns.split_at(threads as usize);
    let ((t, dt), (v, dv)) = (mode(threads), mode(values));
    format!("({t},{v}):({dt},{dv})")
}

fn problems() -> Vec<Problem> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut of = |bits, threads, count: usize, bytes| -> Vec<SharedAccess> {
        (0..count).map(|_| vectors(&anywhere(&mut random, bits, threads), bytes)).collect()
    };
    vec![
        Problem {
            name: "transpose",
            tile: "(32,32)",
            element: 4,
            accesses: vec![vectors("(32,32):(1,32)", 4), vectors("(32,32):(32,1)", 4)],
        },
        Problem {
            name: "operand of mma",
            tile: "(64,64)",
            element: 2,
            accesses: vec![
                vectors("((8,16),(8,4)):((512,1),(64,16))", 16),
                ldmatrix("((4,8,4),(2,2,2,4)):((128,1,16),(64,8,512,1024))", false),
            ],
        },
        Problem {
            name: "4 accesses by rows and columns",
            tile: "(256,256)",
            element: 2,
            accesses: vec![
                vectors("((32,8),(8,32)):((2048,1),(256,8))", 16),
                vectors("((32,8),(8,32)):((8,256),(1,2048))", 16),
                vectors("(256,256):(1,256)", 16),
                vectors("(256,256):(256,1)", 16),
            ],
        },
        Problem {
            name: "4 accesses, ldmatrix and stmatrix",
            tile: "(256,256)",
            element: 2,
            accesses: vec![
                vectors("((32,8),(8,32)):((2048,1),(256,8))", 16),
                ldmatrix("((4,8,8),(2,2,2,2,16)):((512,1,16),(256,8,2048,128,4096))", false),
                stmatrix("((4,8,8),(2,2,2,2,16)):((512,1,16),(256,8,2048,128,4096))"),
                vectors("(256,256):(1,256)", 16),
            ],
        },
        Problem {
            name: "4 accesses of bytes",
            tile: "(256,256)",
            element: 1,
            accesses: vec![
                vectors("((16,16),(16,16)):((4096,1),(256,16))", 16),
                vectors("((16,16),(16,16)):((16,256),(1,4096))", 16),
                vectors("(256,256):(1,256)", 4),
                vectors("((4,8,8),(4,8,4,2)):((1024,1,4096),(8,32,256,32768))", 4),
            ],
        },
        Problem {
            name: "4 accesses of bytes, anywhere",
            tile: "65536",
            element: 1,
            accesses: of(16, 8, 4, 16),
        },
        Problem {
            name: "4 accesses of 2 bytes, anywhere",
            tile: "65536",
            element: 2,
            accesses: of(16, 8, 4, 16),
        },
        Problem {
            name: "4 accesses by many values, anywhere",
            tile: "65536",
            element: 2,
            accesses: of(16, 5, 4, 16),
        },
        Problem {
            name: "6 accesses, anywhere",
            tile: "65536",
            element: 2,
            accesses: of(16, 5, 6, 16),
        },
        Problem {
            name: "6 accesses of 2^20 bytes, anywhere",
            tile: "1048576",
            element: 1,
            accesses: of(20, 5, 6, 16),
        },
        Problem {
            name: "4 accesses, one of them not in bits",
            tile: "(256,256)",
            element: 1,
            accesses: vec![
                vectors("((16,16),(16,16)):((4096,1),(256,16))", 16),
                vectors("((16,16),(16,16)):((16,256),(1,4096))", 16),
                vectors("(256,256):(1,256)", 4),
                vectors("((4,8,8),(4,8,8)):((1024,1,8),(256,64,8192))", 4),
            ],
        },
        Problem {
            name: "4 accesses, extents no powers of 2",
            tile: "(240,250)",
            element: 2,
            accesses: vec![
                vectors("(240,250):(1,240)", 16),
                vectors("(250,240):(240,1)", 16),
                vectors("((30,8),(8,31)):((8,240),(1,1920))", 16),
                vectors("((25,8),(10,30)):((2400,1),(240,8))", 16),
            ],
        },
    ]
}

fn main() {
    println!("{:40} {:>9}  how it ended", "problem", "ms");
    let only = std::env::args().nth(1).filter(|argument| !argument.starts_with('-'));
    for Problem { name, tile, element, accesses } in problems() {
        if only.as_ref().is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let memory = SharedMemory::default().space(1 << 22);
        let shape = tile.parse().expect(tile);
        let mut least = f64::INFINITY;
        let mut ended = String::new();
        for _ in 0..5 {
            let begin = Instant::now();
            let found = black_box(shared_layout(&shape, element, black_box(&accesses), &memory));
            least = least.min(begin.elapsed().as_secs_f64() * 1e3);
            ended = match found {
                Ok(found) => {
                    let uses = found.uses.iter().flatten();
                    let (vectors, conflicts): (Vec<String>, Vec<i64>) =
                        uses.map(|of| (of.vector.to_string(), of.wavefronts - of.least)).unzip();
                    format!(
                        "vectors of {}, {} conflicts, {} bits of XOR{}; {}",
                        vectors.join(", "),
                        conflicts.iter().sum::<i64>(),
                        found.xor_bits,
                        if found.fewest_xor_bits { "" } else { " (or fewer)" },
                        found.certificate
                    )
                }
                Err(error) => error.to_string(),
            };
        }
        let over = if least > GOAL { "!" } else { " " };
        println!("{name:40} {least:9.2}{over} {ended}");
    }
}
