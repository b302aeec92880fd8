//! Products by tilework's kernels beside cuBLASLt.

use std::error::Error;

use cudarc::driver::DevicePtr;
use tilework_host::reference::{Random, error_of_row, in_parallel};
use tilework_kernels::device::{Bf16, E4m3, F16, S8, Tf32};

use crate::element::{Number, Operand, Rounded};
use crate::problem::{Problem, Type};
use crate::turns::{Bench, Candidate, Recorded, Turns};
use crate::{address, cublas, ours, repeated};

/// Some rows of `C`, computed in f64: each with the number of its first element.
struct Rows(Vec<(usize, Vec<f64>)>);
impl Rows {
    /// Eight rows, for these numbers in `A` and `B`.
    fn of(problem: Problem, numbers: [&[f32]; 2], random: &mut Random) -> Self {
        let [columns, k] = [problem.n, problem.k].map(|x| x as usize);
        let [of_a, of_b, of_c] = problem.strides();
        let mut below = |count: u32| (random.bits() >> 32) as usize % count as usize;
        let rows = [(); 8].map(|()| [below(problem.m), below(problem.batch)]);
        let row = |[row, one]: [usize; 2]| {
            let number = |i: usize, [row, k]: [usize; 2], [next, next_k, matrix]: [usize; 3]| {
                f64::from(numbers[i][row * next + k * next_k + one * matrix])
            };
            // If rows of `B` are contiguous, the inner loop runs over them.
            let mut sums = vec![0.0; columns];
            if problem.columns[1] {
                for p in 0..k {
                    let a = number(0, [row, p], of_a);
                    for (column, sum) in sums.iter_mut().enumerate() {
                        *sum += a * number(1, [column, p], of_b);
                    }
                }
            } else {
                for (column, sum) in sums.iter_mut().enumerate() {
                    let product = |p| number(0, [row, p], of_a) * number(1, [column, p], of_b);
                    *sum = (0..k).map(product).sum();
                }
            }
            (row * of_c[0] + one * of_c[2], sums)
        };
        Rows(in_parallel(rows.len(), |i| row(rows[i])))
    }
    /// The number of their elements that differ from what was found, and the largest error of a row relative to its
    /// length.
    fn compared<R: Number>(&self, found: &[R::Storage]) -> (usize, f64) {
        let (mut wrong, mut most) = (0, 0.0_f64);
        for (first, right) in &self.0 {
            let found: Vec<f64> =
                found[*first..][..right.len()].iter().map(|&x| R::number(x)).collect();
            wrong += found.iter().zip(right).filter(|(x, y)| x != y).count();
            most = most.max(error_of_row(right, &found));
        }
        (wrong, most)
    }
}

pub fn measure(bench: &Bench, part: &'static str, problem: Problem) -> Result<(), Box<dyn Error>> {
    match problem.of {
        Type::Bf16 => measure_of::<Bf16, Bf16>(bench, part, problem),
        Type::F16 => measure_of::<F16, F16>(bench, part, problem),
        Type::Tf32 => measure_of::<Tf32, f32>(bench, part, problem),
        Type::E4m3ToBf16 => measure_of::<E4m3, Bf16>(bench, part, problem),
        Type::E4m3ToF32 => measure_of::<E4m3, f32>(bench, part, problem),
        Type::S8ToS32 => measure_of::<S8, i32>(bench, part, problem),
    }
}

fn measure_of<E: Operand, R: Rounded>(
    bench: &Bench,
    part: &'static str,
    problem: Problem,
) -> Result<(), Box<dyn Error>> {
    let Bench { gpu, stream, .. } = bench;
    let workspace = stream.alloc_zeros::<u8>(cublas::WORKSPACE)?;
    let workspace = workspace.device_ptr(stream).0;
    let lengths = problem.lengths();
    let mut random = Random::fresh();
    let bytes =
        size_of::<E::Storage>() * (lengths[0] + lengths[1]) + size_of::<R::Storage>() * lengths[2];
    let count = (256_000_000_usize.div_ceil(bytes)).clamp(2, 8);
    let [a, b] = [0, 1].map(|i| {
        let integers = |count| E::integers(&mut random, count, problem.k, R::MOST);
        repeated(lengths[i], integers, E::bits)
    });
    let mut sets: Vec<ours::Set<E, R>> = Vec::new();
    for _ in 0..count {
        let operands = [gpu.upload(&a.1)?, gpu.upload(&b.1)?];
        sets.push(ours::Set { operands, c: gpu.poisoned(lengths[2])? });
    }
    let addresses =
        |ours::Set { operands: [a, b], c }: &ours::Set<E, R>| [address(a), address(b), address(c)];
    // All results of integers are equal, and some rows are compared with the exact values.
    let rows = Rows::of(problem, [&a.0, &b.0], &mut random);
    let mut right: Option<Vec<R::Storage>> = None;
    let mut compare = |name: &str, set: &mut ours::Set<E, R>| -> Result<(), Box<dyn Error>> {
        let found = gpu.download(&set.c)?;
        gpu.poison(&mut set.c)?;
        let others = right.iter().flat_map(|right| right.iter().zip(&found));
        let wrong = others.filter(|(x, y)| x != y).count() + rows.compared::<R>(&found).0;
        if wrong > 0 {
            return Err(format!("{name}: {wrong} elements of {problem} are wrong").into());
        }
        right.get_or_insert(found);
        Ok(())
    };
    let mut beside = Vec::new();
    for &(name, fast) in cublas::variants(problem.of) {
        let product = cublas::Product::new(problem, fast, workspace).and_then(|product| {
            product.run(addresses(&sets[0]), stream.cu_stream()).map(|()| product)
        });
        match product.map_err(Into::into).and_then(|of| compare(name, &mut sets[0]).map(|()| of)) {
            Ok(product) => beside.push((name, product)),
            Err(error) => println!("  {problem}: not measured: {name}: {error}"),
        }
    }
    let mut kernels = ours::kernels(problem, bench.all);
    // Another PTX may have fewer kernels.
    kernels.retain(|&kernel| match ours::product(gpu, kernel, &mut sets[0], problem) {
        Ok(_) => true,
        Err(error) => {
            println!("  not measured: {error}");
            false
        }
    });
    if kernels.is_empty() {
        return Err(format!("{problem}: no kernel").into());
    }
    for &kernel in &kernels {
        for set in &mut sets {
            ours::product(gpu, kernel, set, problem)?.launch()?;
            compare(kernel.unwrap_or("tilework"), set)?;
        }
    }
    // Normal numbers for the times.
    let [a, b] = [0, 1].map(|i| {
        let rounded = |x| E::number(E::bits(E::SCALE * x)) as f32;
        let normals = |count| random.normals(count).into_iter().map(rounded).collect();
        repeated(lengths[i], normals, E::bits)
    });
    for set in &mut sets {
        set.operands = [gpu.upload(&a.1)?, gpu.upload(&b.1)?];
    }
    let rows = Rows::of(problem, [&a.0, &b.0], &mut random);
    let error = |name: &str, set: &ours::Set<E, R>| -> Result<f64, Box<dyn Error>> {
        let (_, error) = rows.compared::<R>(&gpu.download(&set.c)?);
        match error <= E::ERROR {
            true => Ok(error),
            false => Err(format!("{name}: {problem} has an error of {error}").into()),
        }
    };
    // This number of launches takes at least a third of a millisecond.
    let launches = count
        * ((problem.work() / 7e14 * 1e6 + bytes as f64 / 4e6).recip() * 300.0 / count as f64)
            .ceil()
            .max(1.0) as usize;
    let mut of_ours = Vec::new();
    for &kernel in &kernels {
        let name = {
            let product = ours::product(gpu, kernel, &mut sets[0], problem)?;
            product.launch()?;
            product.kernel()
        };
        let error = error(name, &sets[0])?;
        let products: Result<Vec<_>, _> =
            sets.iter_mut().map(|set| ours::product(gpu, kernel, set, problem)).collect();
        let products = products?;
        // SAFETY: the buffers live until the graph has run for the last time.
        let graph = unsafe {
            gpu.graph(|recorder| {
                (0..launches).try_for_each(|i| products[i % count].record(recorder))
            })
        }?;
        of_ours.push(Candidate { name, error, replay: Recorded::Ours(graph) });
    }
    let mut others = Vec::new();
    for (name, product) in &beside {
        product.run(addresses(&sets[0]), stream.cu_stream())?;
        let error = error(name, &sets[0])?;
        let replay = bench
            .captured(launches, |i, stream| product.run(addresses(&sets[i % count]), stream))?;
        others.push(Candidate { name, error, replay });
    }
    gpu.synchronize()?;
    bench.rows(Turns {
        part,
        problem: &format_args!("product of {problem}"),
        work: problem.work(),
        launches,
        time: |seconds| format!("{:.2}", 1e6 * seconds),
        ours: &of_ours,
        others: &others,
    })
}
