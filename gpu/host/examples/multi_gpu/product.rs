//! Products `C = A B` of distributed bf16 matrices. `A` is `m` x `k`, and `B` is stored transposed as `n` x `k`; both
//! are row-major. Parts of other devices arrive while earlier ones are multiplied.

use std::ops::Range;

use half::bf16;
use tilework::algebra::{Distribution, redistribute};
use tilework_host::multi_gpu::{Pending, Rank, Redistribution};
use tilework_host::reference::{Random, in_parallel, part_of_signs};
use tilework_host::{Buffer, Error, Kernel, Options, promise};
use tilework_kernels::argument::gemm_f16::{GemmBf16, Parameters};
use tilework_kernels::gemm_f16::gemm_bf16;

use crate::Row;
use crate::bandwidth::{line, refused};
use crate::grid::{Grid, Operand, Turn};

/// The distribution of the operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    /// `A` and `C` in rows, and `B` on all devices: nothing is sent.
    Replicated,
    /// `A` and `C` in rows, `B` in columns. Each device starts with its own columns.
    Columns,
    /// All three over a mesh.
    Mesh,
}

const BOTH: [Operand; 2] = [Operand::A, Operand::B];

/// Rows of a matrix whose element at `at` is `table[at % table.len()]`.
fn fill(
    table: &[bf16],
    rows: std::ops::Range<usize>,
    columns: std::ops::Range<usize>,
    k: usize,
) -> Vec<bf16> {
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
    grid: Grid,
    spare: u32,
    /// The number of columns of `B` that are multiplied while those of other devices arrive.
    first: usize,
    turns: Vec<Turn>,
}

/// The buffers of a device: its own parts of the operands, and the operands with the parts that arrive.
struct Memory {
    own: [Buffer<bf16>; 2],
    whole: [Option<Buffer<bf16>>; 2],
    c: Buffer<bf16>,
}
impl Memory {
    /// The buffer of the rows that are multiplied.
    fn multiplied(&self, of: Operand) -> &Buffer<bf16> {
        self.whole[of as usize].as_ref().unwrap_or(&self.own[of as usize])
    }
}

/// The rows of a buffer from this one on.
type Rows<'a> = (&'a Buffer<bf16>, usize);

impl Product<'_> {
    fn m(&self) -> usize {
        self.grid.extents[2]
    }

    /// The distribution of an operand.
    fn distribution(&self, of: Operand) -> Result<Distribution, Error> {
        let (m, rank) = (self.m(), self.rank);
        let whole = format!("({m},{m})").parse().map_err(refused)?;
        let rows = |axis| {
            Distribution::sharded(&line(rank)?, &whole, &[axis])
                .and_then(Distribution::by_rows)
                .map_err(refused)
        };
        match (self.case, of) {
            (Case::Mesh, _) => {
                let [from, _] = self.grid.operand(of, self.grid.rows(of)).map_err(refused)?;
                Ok(from)
            }
            (Case::Replicated, Operand::B) => rows(None),
            _ => rows(Some(0)),
        }
    }

    /// The redistributions of each turn and part.
    fn plans(&self) -> Result<Vec<Vec<Redistribution<bf16>>>, Error> {
        match self.case {
            Case::Replicated => Ok(vec![]),
            Case::Columns => {
                let from = self.distribution(Operand::B)?;
                let all = Distribution::sharded(from.mesh(), from.whole(), &[None])
                    .and_then(Distribution::by_rows)
                    .and_then(|all| redistribute(&from, &all));
                let plan = all.map_err(refused)?;
                Ok(vec![vec![self.rank.redistribution(&plan)?]])
            }
            Case::Mesh => {
                let of_turn = |turn: &Turn| {
                    let plans = turn.comes.iter().map(|(of, rows)| {
                        let plan = self.grid.plan(*of, rows.len()).map_err(refused)?;
                        self.rank.redistribution(&plan)
                    });
                    plans.collect()
                };
                self.turns.iter().map(of_turn).collect()
            }
        }
    }

    /// Returns whether parts of an operand come from other devices.
    fn comes(&self, of: Operand) -> bool {
        match self.case {
            Case::Replicated => false,
            Case::Columns => of == Operand::B,
            Case::Mesh => self.grid.comes(of),
        }
    }

    fn memory(&self, tables: [&[bf16]; 2]) -> Result<Memory, Error> {
        let (gpu, m) = (self.rank.gpu(), self.m());
        let own = |of: Operand| {
            let has = self.distribution(of)?;
            let [rows, columns] = ranges(&has, self.rank.rank());
            gpu.upload(&fill(tables[of as usize], rows, columns, m))
        };
        let whole = |of: Operand| {
            let rows = if self.case == Case::Columns { m } else { self.grid.rows(of) };
            self.comes(of).then(|| gpu.poisoned(rows * m)).transpose()
        };
        let [down, right] = BOTH.map(|of| self.grid.rows(of));
        Ok(Memory {
            own: [own(Operand::A)?, own(Operand::B)?],
            whole: [whole(Operand::A)?, whole(Operand::B)?],
            c: gpu.poisoned(down * right)?,
        })
    }

    /// Multiplies rows of `A` by rows of `B`, in buffers from these rows on. The result goes to these rows and columns
    /// of this device's part of `C`.
    fn multiply(
        &self,
        c: &Buffer<bf16>,
        [a, b]: [Rows<'_>; 2],
        [down, right]: [Range<usize>; 2],
        beside: bool,
    ) -> Result<(), Error> {
        let (gpu, m) = (self.rank.gpu(), self.m());
        let width = self.grid.rows(Operand::B);
        let [rows, columns, k] = [down.len(), right.len(), m].map(|extent| extent as u32);
        let a = gpu.tensor_map_at(a.0, a.1 * m, [k, rows], [1, m as u64])?;
        let b = gpu.tensor_map_at(b.0, b.1 * m, [k, columns], [1, m as u64])?;
        let at = down.start * width + right.start;
        let c = gpu.tensor_map_at(c, at, [columns, rows], [1, width as u64])?;
        let tiles = GemmBf16::tiles(rows, columns);
        let all = gpu.multiprocessors()?;
        let grid = GemmBf16::blocks(tiles, if beside { all - self.spare } else { all });
        let kernel: Kernel<gemm_bf16> =
            gpu.kernel([grid, 1, 1], GemmBf16::THREADS, GemmBf16::SHARED_MEMORY as u32)?;
        // SAFETY: the maps are of buffers that live until everything has ended, and the blocks take all tiles.
        kernel.launch(unsafe {
            promise(gemm_bf16 { a: &a, b: &b, c: &c, tiles, steps: GemmBf16::steps(k) })
        })
    }

    /// One product.
    fn run(&self, memory: &Memory, plans: &mut [Vec<Redistribution<bf16>>]) -> Result<(), Error> {
        match self.case {
            Case::Columns => self.columns(memory, &mut plans[0][0]),
            _ => self.in_turns(memory, plans),
        }
    }

    /// Multiplies this device's own columns while the others arrive, and then the others.
    fn columns(&self, memory: &Memory, plan: &mut Redistribution<bf16>) -> Result<(), Error> {
        let (rank, m) = (self.rank, self.m());
        let [own, from] = memory.own.each_ref();
        let all = memory.multiplied(Operand::B);
        let share = m / rank.ranks();
        let down = 0..share;
        // The own columns that are multiplied first lie at an end of the device's columns, so that all others are
        // contiguous.
        let (begin, wide) = (rank.rank() * share, self.first.min(share));
        let at_end = rank.rank() + 1 == rank.ranks();
        let first = if at_end { begin + share - wide } else { begin };
        // SAFETY: nobody writes the operand, and what arrives is multiplied only after `finish`.
        let pending = unsafe { rank.start(plan, (from, 0), (all, 0))? };
        let operands = [(own, 0), (from, first - begin)];
        self.multiply(&memory.c, operands, [down.clone(), first..first + wide], true)?;
        rank.finish(&pending)?;
        for rest in [0..first, first + wide..m].into_iter().filter(|rest| !rest.is_empty()) {
            let operands = [(own, 0), (all, rest.start)];
            self.multiply(&memory.c, operands, [down.clone(), rest], false)?;
        }
        Ok(())
    }

    /// Multiplies in each turn what arrived in earlier turns.
    fn in_turns(
        &self,
        memory: &Memory,
        plans: &mut [Vec<Redistribution<bf16>>],
    ) -> Result<(), Error> {
        let mut pending: Vec<Pending> = Vec::new();
        for (number, turn) in self.turns.iter().enumerate() {
            for came in pending.drain(..) {
                self.rank.finish(&came)?;
            }
            for (at, (of, rows)) in turn.comes.iter().enumerate() {
                let (from, to) = (&memory.own[*of as usize], memory.multiplied(*of));
                let wide = from.len() / self.grid.rows(*of);
                let (from, to) = ((from, rows.start * wide), (to, rows.start * self.m()));
                // SAFETY: nobody writes the operand, and what arrives is multiplied only after `finish`.
                pending.push(unsafe { self.rank.start(&mut plans[number][at], from, to)? });
            }
            for part in &turn.multiplied {
                let operands = BOTH.map(|of| (memory.multiplied(of), part[of as usize].start));
                self.multiply(&memory.c, operands, part.clone(), !turn.comes.is_empty())?;
            }
        }
        Ok(())
    }

    /// Counts wrong elements of a product of integers, in a sample of one random element from each tile of 128 x 128.
    fn wrong(&self, memory: &Memory, tables: [&[bf16]; 2]) -> Result<usize, Error> {
        let m = self.m();
        let c = self.rank.gpu().download(&memory.c)?;
        let [down, right] = ranges(&self.grid.product().map_err(refused)?, self.rank.rank());
        let (height, width) = (down.len(), right.len());
        let counts = in_parallel(height.div_ceil(128), |row| {
            let mut random = Random::fresh();
            let at = |table: &[bf16], at: usize| f64::from(table[at % table.len()]);
            let tile = |column: &usize| {
                let i = (128 * row + random.bits() as usize % 128).min(height - 1);
                let j = (128 * column + random.bits() as usize % 128).min(width - 1);
                let (of_a, of_b) = ((down.start + i) * m, (right.start + j) * m);
                let sum: f64 =
                    (0..m).map(|p| at(tables[0], of_a + p) * at(tables[1], of_b + p)).sum();
                // The sum of integers is exact in f32, and is rounded once.
                c[i * width + j] != bf16::from_f32(sum as f32)
            };
            (0..width.div_ceil(128)).filter(tile).count()
        });
        Ok(counts.into_iter().sum())
    }
}

/// The rows and columns of a device's part of a matrix, which is one block.
fn ranges(of: &Distribution, device: usize) -> [Range<usize>; 2] {
    let ends = [0, of.local().size() - 1].map(|l| of.coordinate(device as i64, l));
    let [first, last] = ends.map(Option::unwrap_or_default);
    [0, 1].map(|mode| first[mode] as usize..last[mode] as usize + 1)
}

pub fn products(rank: &Rank, options: &Options) -> Result<Vec<Row>, Error> {
    let of = |name| options.number(name) as usize;
    let (m, repeats, ranks) = (of("m"), of("repeats"), rank.ranks());
    let mut random = Random::fresh();
    let bits =
        |numbers: Vec<f32>| -> Vec<bf16> { numbers.into_iter().map(bf16::from_f32).collect() };
    let normals = bits(random.normals(TABLE));
    let mut rows = Vec::new();
    for (case, mesh, name) in cases(ranks, of("rows")) {
        let grid = Grid { mesh, extents: [m; 3] };
        let turns = match case {
            // All at once.
            Case::Replicated | Case::Columns => {
                let all = BOTH.map(|of| 0..grid.rows(of));
                vec![Turn { comes: vec![], multiplied: vec![all] }]
            }
            Case::Mesh if mesh.contains(&1) => grid.turns(256, of("head"), of("beside")),
            Case::Mesh => grid.turns(256, of("corner"), of("beside")),
        };
        let product =
            Product { rank, case, grid, spare: options.number("spare"), first: of("first"), turns };
        let mut plans = product.plans()?;
        plans.resize_with(product.turns.len(), Vec::new);
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

/// The products to run, each with its mesh. `rows` is the number of mesh rows; 0 means all meshes with at most as many
/// rows as columns.
fn cases(ranks: usize, rows: usize) -> Vec<(Case, [usize; 2], String)> {
    let over = |rows: usize| {
        let mesh = [rows, ranks / rows];
        (Case::Mesh, mesh, format!("A, B, C over a mesh of ({},{})", mesh[0], mesh[1]))
    };
    if rows > 0 {
        return vec![over(rows)];
    }
    let line = [ranks, 1];
    let mut cases = vec![
        (Case::Replicated, line, "A, C in rows, B replicated".to_owned()),
        (Case::Columns, line, "A, C in rows, B in columns".to_owned()),
        (Case::Mesh, line, "A, B, C in rows".to_owned()),
        (Case::Mesh, [1, ranks], "A, B, C in columns".to_owned()),
    ];
    let square = (2..=ranks.isqrt()).rev().find(|rows| ranks.is_multiple_of(*rows));
    cases.extend(square.map(over));
    cases
}

/// Integers, the same on all devices. Most of their sums of `m` products are exact in bf16.
fn signs(seed: u64, m: usize) -> Vec<bf16> {
    let part = part_of_signs(m, 256.0);
    let one = |i: u64| {
        let mixed = (i + seed * (1 << 40)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11;
        let at = mixed as f64 / (1_u64 << 53) as f64;
        let sign = if mixed & 1 == 0 { 1.0 } else { -1.0 };
        bf16::from_f32(if at < part { sign } else { 0.0 })
    };
    (0..TABLE as u64).map(one).collect()
}
