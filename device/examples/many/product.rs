//! Products `C = A B` of bf16, `A` being `m` x `k` and `B` given by columns, `n` x `k`, both by rows in memory and distributed: one of
//! them stays, and the other comes in parts while those before are multiplied.

use half::bf16;
use tilework::algebra::{Distribution, Mesh, redistribute};
use tilework_device::many::{Pending, Rank, Redistribution};
use tilework_device::reference::{Random, in_parallel, part_of_signs};
use tilework_device::{Buffer, Error, Kernel, Options, promise};
use tilework_kernels::argument::gemm_f16::{GemmBf16, Parameters};
use tilework_kernels::gemm_f16::gemm_bf16;

use crate::Row;
use crate::bandwidth::refused;

/// How operands and the product are distributed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    /// `A` and `C` in rows, all have `B`: nothing is sent.
    Replicated,
    /// `A` and `C` in rows, `B` in columns, of which each device has its own at once.
    Columns,
    /// `A`, `B` and `C` in rows: of each column of `B` a device has a part.
    Rows,
    /// `C` in columns and `B` too, `A` in columns: the distribution in two modes for a mesh of one row.
    TwoModes,
}

/// What comes in a part, of the operand that comes: where it begins, how much, and how much is multiplied beside it.
struct Part {
    begin: u32,
    length: u32,
}

/// Rows of a matrix whose element at `at` is `table[at % table.len()]`.
fn fill(
    table: &[u16],
    rows: std::ops::Range<usize>,
    columns: std::ops::Range<usize>,
    k: usize,
) -> Vec<u16> {
    let width = columns.len();
    let of_row = in_parallel(rows.len().div_ceil(64), |block| {
        let mut part = Vec::with_capacity(64 * width);
        for row in rows.clone().skip(64 * block).take(64) {
            let (mut at, mut left) = ((row * k + columns.start) % table.len(), width);
            while left > 0 {
                let take = left.min(table.len() - at);
                part.extend_from_slice(&table[at..at + take]);
                (at, left) = (0, left - take);
            }
        }
        part
    });
    of_row.concat()
}

/// A prime, so that rows do not repeat.
const TABLE: usize = 16_777_213;

struct Product<'r> {
    rank: &'r Rank,
    case: Case,
    m: usize,
    spare: u32,
    head: usize,
    first: usize,
}

/// The buffers of a device.
struct Memory {
    a: Buffer<u16>,
    b: Buffer<u16>,
    c: Buffer<u16>,
    /// What comes, in parts.
    parts: Vec<Buffer<u16>>,
}

impl Product<'_> {
    /// Rows of the operand that comes which a device has at first and, of `k`, columns.
    fn moved_share(&self) -> (usize, usize) {
        let ranks = self.rank.ranks();
        match self.case {
            Case::Replicated => (self.m, self.m),
            Case::Columns => (self.m / ranks, self.m),
            Case::Rows | Case::TwoModes => (self.m, self.m / ranks),
        }
    }

    /// In which parts the operand comes, rows of it.
    fn parts(&self) -> Vec<Part> {
        let m = self.m as u32;
        match self.case {
            Case::Replicated => vec![],
            Case::Columns => vec![Part { begin: 0, length: m }],
            Case::Rows | Case::TwoModes => {
                // The first is what is waited for; behind it more comes in the same time.
                let first = (self.head as u32).min(m);
                let second = (self.first as u32).min(m - first);
                let cuts = [0, first, first + second, m];
                let parts =
                    cuts.windows(2).map(|cut| Part { begin: cut[0], length: cut[1] - cut[0] });
                parts.filter(|part| part.length > 0).collect()
            }
        }
    }

    /// The redistribution of each part.
    fn plans(&self) -> Result<Vec<Redistribution<u16>>, Error> {
        let (ranks, m) = (self.rank.ranks(), self.m);
        let mesh = Mesh::of_shape(&(ranks as i64).into()).map_err(refused)?;
        let axis = usize::from(self.case != Case::Columns);
        let of_part = |part: &Part| {
            let whole = format!("({},{m})", part.length).parse()?;
            let of = |axis| Distribution::sharded(&mesh, &whole, &[axis])?.by_rows();
            redistribute(&of(Some(axis))?, &of(None)?)
        };
        let plans = self.parts();
        let plans = plans.iter().map(|part| {
            let plan = of_part(part).map_err(refused)?;
            self.rank.redistribution(&plan)
        });
        plans.collect()
    }

    fn memory(&self, tables: [&[u16]; 2]) -> Result<Memory, Error> {
        let (rank, ranks, m) = (self.rank.rank(), self.rank.ranks(), self.m);
        let (rows, columns) = self.moved_share();
        let own =
            |extent: usize| if extent == m { 0..m } else { rank * extent..(rank + 1) * extent };
        let share = m / ranks;
        let mine = rank * share..(rank + 1) * share;
        let gpu = self.rank.gpu();
        let (a, b) = match self.case {
            Case::TwoModes => {
                (fill(tables[0], own(rows), own(columns), m), fill(tables[1], mine, 0..m, m))
            }
            _ => (fill(tables[0], mine, 0..m, m), fill(tables[1], own(rows), own(columns), m)),
        };
        let parts = self.parts();
        let parts = parts.iter().map(|part| gpu.poisoned(part.length as usize * m));
        Ok(Memory {
            a: gpu.upload(&a)?,
            b: gpu.upload(&b)?,
            c: gpu.poisoned(share * m)?,
            parts: parts.collect::<Result<_, _>>()?,
        })
    }

    /// Multiplies rows of the operand that comes, which are in a buffer from an element on, by the one that stays.
    fn multiply(
        &self,
        memory: &Memory,
        from: (&Buffer<u16>, usize),
        part: &Part,
        beside: bool,
    ) -> Result<(), Error> {
        let (gpu, m, ranks) = (self.rank.gpu(), self.m as u32, self.rank.ranks() as u32);
        let &Part { begin, length } = part;
        let share = m / ranks;
        let wide = u64::from(m);
        let (a, b, [rows, columns]) = match self.case {
            Case::TwoModes => (from, (&memory.b, 0), [length, share]),
            _ => ((&memory.a, 0), from, [share, length]),
        };
        let c = match self.case {
            Case::TwoModes => begin as usize * share as usize,
            _ => begin as usize,
        };
        let of_row = if self.case == Case::TwoModes { share } else { m };
        let a = gpu.tensor_map_at(a.0, a.1, [m, rows], [1, wide])?;
        let b = gpu.tensor_map_at(b.0, b.1, [m, columns], [1, wide])?;
        let c = gpu.tensor_map_at(&memory.c, c, [columns, rows], [1, u64::from(of_row)])?;
        let tiles = GemmBf16::tiles(rows, columns);
        let all = gpu.multiprocessors()?;
        let grid = GemmBf16::blocks(tiles, if beside { all - self.spare } else { all });
        let kernel: Kernel<gemm_bf16> =
            gpu.kernel([grid, 1, 1], GemmBf16::THREADS, GemmBf16::SHARED_MEMORY as u32)?;
        // SAFETY: the maps are those of buffers that live until all has ended, and the blocks take all tiles.
        kernel.launch(unsafe {
            promise(gemm_bf16 { a: &a, b: &b, c: &c, tiles, steps: GemmBf16::steps(m) })
        })
    }

    /// One product.
    fn run(&self, memory: &Memory, plans: &mut [Redistribution<u16>]) -> Result<(), Error> {
        let (rank, m) = (self.rank, self.m);
        let (rows, columns) = self.moved_share();
        let moved = if self.case == Case::TwoModes { &memory.a } else { &memory.b };
        let parts = self.parts();
        let begin = |part: usize, by: &mut Redistribution<u16>| -> Result<Pending, Error> {
            let at =
                if self.case == Case::Columns { 0 } else { parts[part].begin as usize * columns };
            // SAFETY: nobody writes the operand, and what comes is multiplied behind `finish`.
            unsafe { rank.start(by, (moved, at), (&memory.parts[part], 0)) }
        };
        match self.case {
            Case::Replicated => {
                self.multiply(memory, (moved, 0), &Part { begin: 0, length: m as u32 }, false)
            }
            Case::Columns => {
                // At the end of what this device has that is not beside the others', so that all else lies together.
                let (own, wide) = (rank.rank() * rows, self.first.min(rows));
                let at_end = rank.rank() + 1 == rank.ranks();
                let first = if at_end { own + rows - wide } else { own };
                let pending = begin(0, &mut plans[0])?;
                let part = |begin: usize, length: usize| Part {
                    begin: begin as u32,
                    length: length as u32,
                };
                self.multiply(memory, (moved, (first - own) * m), &part(first, wide), true)?;
                rank.finish(&pending)?;
                for rest in [0..first, first + wide..m].into_iter().filter(|rest| !rest.is_empty())
                {
                    let from = (&memory.parts[0], rest.start * m);
                    self.multiply(memory, from, &part(rest.start, rest.len()), false)?;
                }
                Ok(())
            }
            Case::Rows | Case::TwoModes => {
                let mut pending = begin(0, &mut plans[0])?;
                for (number, part) in parts.iter().enumerate() {
                    rank.finish(&pending)?;
                    let next = number + 1;
                    if next < parts.len() {
                        pending = begin(next, &mut plans[next])?;
                    }
                    self.multiply(memory, (&memory.parts[number], 0), part, next < parts.len())?;
                }
                Ok(())
            }
        }
    }

    /// How many of the elements are wrong of which there is one in each tile of 128 x 128, at random, of a product of integers.
    fn wrong(&self, memory: &Memory, tables: [&[u16]; 2]) -> Result<usize, Error> {
        let (rank, ranks, m) = (self.rank.rank(), self.rank.ranks(), self.m);
        let share = m / ranks;
        let c = self.rank.gpu().download(&memory.c)?;
        let in_columns = self.case == Case::TwoModes;
        let [height, width] = if in_columns { [m, share] } else { [share, m] };
        let [down, right] = if in_columns { [0, rank * share] } else { [rank * share, 0] };
        let counts = in_parallel(height.div_ceil(128), |row| {
            let mut random = Random::fresh();
            let at = |table: &[u16], at: usize| f64::from(bf16::from_bits(table[at % table.len()]));
            let tile = |column: &usize| {
                let i = (128 * row + random.bits() as usize % 128).min(height - 1);
                let j = (128 * column + random.bits() as usize % 128).min(width - 1);
                let (of_a, of_b) = ((down + i) * m, (right + j) * m);
                let sum: f64 =
                    (0..m).map(|p| at(tables[0], of_a + p) * at(tables[1], of_b + p)).sum();
                // The sum of integers is exact in f32, and rounded once.
                f32::from(bf16::from_bits(c[i * width + j])) != bf16::from_f32(sum as f32).into()
            };
            (0..width.div_ceil(128)).filter(tile).count()
        });
        Ok(counts.into_iter().sum())
    }
}

pub fn products(rank: &Rank, options: &Options) -> Result<Vec<Row>, Error> {
    let (m, repeats) = (options.number("m") as usize, options.number("repeats") as usize);
    let mut random = Random::fresh();
    let bits = |numbers: Vec<f32>| -> Vec<u16> {
        numbers.into_iter().map(|x| bf16::from_f32(x).to_bits()).collect()
    };
    let normals = bits(random.normals(TABLE));
    let mut rows = Vec::new();
    for (case, name) in [
        (Case::Replicated, "A, C in rows, B replicated"),
        (Case::Columns, "A, C in rows, B in columns"),
        (Case::Rows, "A, B, C in rows"),
        (Case::TwoModes, "A, B, C in columns, a mesh of (1,n)"),
    ] {
        let spare = options.number("spare");
        let [head, first] = ["head", "first"].map(|name| options.number(name) as usize);
        let product = Product { rank, case, m, spare, head, first };
        let mut plans = product.plans()?;
        let memory = product.memory([&normals, &normals])?;
        rank.barrier()?;
        let ms = rank.gpu().median_ms(repeats, |_| product.run(&memory, &mut plans))?;
        rank.synchronize()?;
        drop(memory);
        let (a, b) = (signs(1, m), signs(2, m));
        let memory = product.memory([&a, &b])?;
        rank.barrier()?;
        product.run(&memory, &mut plans)?;
        rank.synchronize()?;
        let wrong = product.wrong(&memory, [&a, &b])?;
        rows.push(Row {
            name: format!("C = A B, {m}^3 bf16, {name}"),
            ms,
            of: 2e-12 * (m as f64).powi(3),
            unit: "TFLOP/s",
            wrong,
        });
    }
    Ok(rows)
}

/// Integers, the same on all devices, whose sums of `m` products most often are numbers of bf16.
fn signs(seed: u64, m: usize) -> Vec<u16> {
    let part = part_of_signs(m, 256.0);
    let one = |i: u64| {
        let mixed = (i + seed * (1 << 40)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11;
        let at = mixed as f64 / (1_u64 << 53) as f64;
        let sign = if mixed & 1 == 0 { 1.0 } else { -1.0 };
        bf16::from_f32(if at < part { sign } else { 0.0 }).to_bits()
    };
    (0..TABLE as u64).map(one).collect()
}
