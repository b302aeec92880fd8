//! Attention by tilework's kernels beside cuDNN.

use std::error::Error;
use std::fmt;

use half::bf16;
use tilework::algebra::Layout;
use tilework_host::attention::{Attention, AttentionWith};
use tilework_host::reference::{Random, error_of_attention};
use tilework_host::{Buffer, Gpu};

use crate::turns::{Bench, Candidate, Recorded, Turns};
use crate::{address, cudnn, repeated};

/// Attention forward of bf16, `(head, token, d)` in row-major order. There may be fewer heads of keys.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    pub heads: u32,
    pub of_keys: u32,
    pub tokens: u32,
    pub d: u32,
    pub causal: bool,
}
impl Problem {
    /// The numbers of elements of `Q`, `K`, `V` and `O`.
    fn lengths(self) -> [usize; 4] {
        let of = |heads| heads as usize * self.tokens as usize * self.d as usize;
        [of(self.heads), of(self.of_keys), of(self.of_keys), of(self.heads)]
    }
    /// Multiplications and additions of the visible part.
    fn work(self) -> f64 {
        let tokens = f64::from(self.tokens);
        let seen = if self.causal { tokens * (tokens + 1.0) / 2.0 } else { tokens * tokens };
        4.0 * f64::from(self.heads) * f64::from(self.d) * seen
    }
}
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { heads, of_keys, tokens, d, causal } = self;
        write!(f, "{heads} heads of {tokens}, d = {d}")?;
        if of_keys != heads {
            write!(f, ", {of_keys} of keys")?;
        }
        if *causal { f.write_str(", causal") } else { Ok(()) }
    }
}

/// The problems in `benches/RESULTS.md`.
pub fn problems() -> Vec<Problem> {
    [
        (16, 16, 16384, 128, false),
        (16, 16, 16384, 64, false),
        (16, 16, 16384, 128, true),
        (16, 16, 16384, 64, true),
        (64, 64, 4096, 128, true),
        (64, 8, 4000, 128, true),
    ]
    .map(|(heads, of_keys, tokens, d, causal)| Problem { heads, of_keys, tokens, d, causal })
    .to_vec()
}

/// `Q`, `K`, `V` and `O`.
type Set = [Buffer<bf16>; 4];

fn ours<'d>(
    gpu: &'d Gpu,
    [q, k, v, o]: &'d mut Set,
    problem: Problem,
) -> Result<Attention<'d>, tilework_host::Error> {
    let Problem { heads, of_keys, tokens, d, causal } = problem;
    let of = |heads: u32| -> Layout {
        let text =
            format!("(1,{heads},{tokens},{d}):({},{},{d},1)", heads * tokens * d, tokens * d);
        text.parse().expect("a layout")
    };
    let (of_q, of_k) = (of(heads), of(of_keys));
    let with = AttentionWith { causal, ..Default::default() };
    gpu.attention_by(None, (&*q, of_q.clone()), (&*k, of_k.clone()), (&*v, of_k), (o, of_q), with)
}

/// The largest error of some rows, relative to the length of each.
fn error(problem: Problem, from: &[Vec<bf16>; 3], found: &[bf16], random: &mut Random) -> f64 {
    let Problem { heads, of_keys, tokens, d, causal } = problem;
    let [heads, of_keys, tokens, d] = [heads, of_keys, tokens, d].map(|x| x as usize);
    let row = |data: &[bf16], row: usize| -> Vec<f64> {
        data[row * d..][..d].iter().map(|&x| x.to_f64()).collect()
    };
    let of_row = |_| {
        let [head, token] = [heads, tokens].map(|count| (random.bits() >> 32) as usize % count);
        let first = head / (heads / of_keys) * tokens;
        let keys = first..first + if causal { token + 1 } else { tokens };
        let (q, found) = (row(&from[0], head * tokens + token), row(found, head * tokens + token));
        let (k, v) = (keys.clone().map(|i| row(&from[1], i)), keys.map(|i| row(&from[2], i)));
        error_of_attention(1.0 / (d as f64).sqrt(), &q, k, v, &found)
    };
    (0..4).map(of_row).fold(0.0, f64::max)
}

pub fn measure(
    bench: &Bench,
    library: Option<&cudnn::Library>,
    problem: Problem,
) -> Result<(), Box<dyn Error>> {
    /// Products with weights that are rounded to bf16, and rounded results, have an error of about 1/500.
    const MOST: f64 = 0.01;
    let Bench { gpu, stream, .. } = bench;
    let lengths = problem.lengths();
    let mut random = Random::fresh();
    let from: [Vec<bf16>; 3] =
        [0, 1, 2].map(|i| repeated(lengths[i], |count| random.normals(count), bf16::from_f32).1);
    let bytes = 2 * lengths.iter().sum::<usize>();
    let count = 256_000_000_usize.div_ceil(bytes).clamp(2, 8);
    let mut sets = Vec::new();
    for _ in 0..count {
        sets.push([
            gpu.upload(&from[0])?,
            gpu.upload(&from[1])?,
            gpu.upload(&from[2])?,
            gpu.poisoned::<bf16>(lengths[3])?,
        ]);
    }
    let mut largest = 0.0_f64;
    for set in &mut sets {
        ours(gpu, set, problem)?.launch()?;
        let found = gpu.download(&set[3])?;
        let error = error(problem, &from, &found, &mut random);
        if error > MOST {
            return Err(format!("{problem}: an error of {error}").into());
        }
        largest = largest.max(error);
        gpu.poison(&mut set[3])?;
    }
    // The first form that gives right results. With `all` each form is tried, and its result is reported.
    let mut beside: Option<(cudnn::Attention, f64)> = None;
    let logarithms = gpu.poisoned::<f32>((problem.heads * problem.tokens) as usize)?;
    let mut workspace = gpu.poisoned::<u16>(8)?;
    let forms = cudnn::forms().take_while(|_| library.is_some());
    for form in forms {
        if beside.is_some() && !bench.all {
            break;
        }
        let library = library.expect("there is one where there are forms");
        let tried = (|| -> Result<_, Box<dyn Error>> {
            let attention = cudnn::Attention::new(library, problem, form)?;
            workspace = gpu.poisoned::<u16>(attention.workspace.div_ceil(2).max(8))?;
            let set = &mut sets[0];
            gpu.poison(&mut set[3])?;
            gpu.synchronize()?;
            attention.run(addresses(set, &logarithms, &workspace), stream.cu_stream())?;
            stream.synchronize()?;
            let error = error(problem, &from, &gpu.download(&set[3])?, &mut random);
            if error > MOST {
                return Err(format!("{}: an error of {error}", attention.found).into());
            }
            Ok((attention, error))
        })();
        match tried {
            Ok(tried) => {
                println!("  cuDNN, {form:?}: {}", tried.0.found);
                beside.get_or_insert(tried);
            }
            Err(error) => println!("  cuDNN, {form:?}: {error}"),
        }
    }
    if let Some((beside, _)) = &beside {
        workspace = gpu.poisoned::<u16>(beside.workspace.div_ceil(2).max(8))?;
    }
    gpu.synchronize()?;
    let launches = count * (0.3 / (problem.work() / 7e11) / count as f64).ceil().max(1.0) as usize;
    let of_sets: Vec<[u64; 6]> =
        sets.iter().map(|set| addresses(set, &logarithms, &workspace)).collect();
    let ours = {
        let attentions: Result<Vec<_>, _> =
            sets.iter_mut().map(|set| ours(gpu, set, problem)).collect();
        let mut attentions = attentions?;
        // SAFETY: the buffers live until the graph has run for the last time.
        let graph = unsafe {
            gpu.graph(|recorder| {
                (0..launches).try_for_each(|i| attentions[i % count].record(recorder))
            })
        }?;
        let name = attentions[0].kernel();
        Candidate { name, error: largest, replay: Recorded::Ours(graph) }
    };
    let mut others = Vec::new();
    if let Some((beside, error)) = &beside {
        let replay =
            bench.captured(launches, |i, stream| beside.run(of_sets[i % count], stream))?;
        others.push(Candidate { name: "cuDNN", error: *error, replay });
    }
    bench.rows(Turns {
        part: "attention",
        problem: &format_args!("attention of bf16, {problem}"),
        work: problem.work(),
        launches,
        time: |seconds| format!("{:.3}", 1e3 * seconds),
        ours: &[ours],
        others: &others,
    })
}

fn addresses([q, k, v, o]: &Set, logarithms: &Buffer<f32>, workspace: &Buffer<u16>) -> [u64; 6] {
    [address(q), address(k), address(v), address(o), address(logarithms), address(workspace)]
}
