//! Kernels of a few lines, each for an instruction or two. A GPU must give the same results as threads of the CPU, bit
//! for bit.

use std::error::Error;
use std::process::ExitCode;

use tilework_device::emulator::Emulator;
use tilework_host::{Gpu, Report, Usage, program, promise};
use tilework_instructions::tensor::{self, Boxes, EXTENTS, STRIDES, modes};
use tilework_instructions::{PTX, each_kernel, each_tensor_kernel, input};

macro_rules! names {
    ($($module:ident: $name:ident $threads:literal $shared:literal $input:ident($count:literal) $to:literal;)*) => {
        &[$(stringify!($name)),*]
    };
}
macro_rules! names_of_tensors {
    ($($name:ident $rank:literal $shared:literal;)*) => {
        &[$(stringify!($name)),*]
    };
}
const OF_WORDS: &[&str] = each_kernel!(names);
const OF_TENSORS: &[&str] = each_tensor_kernel!(names_of_tensors);
const OF_BYTES: &str = "tma_2d_of_bytes";
const NAMES: [&str; OF_WORDS.len() + OF_TENSORS.len() + 1] = {
    let mut names = [OF_BYTES; OF_WORDS.len() + OF_TENSORS.len() + 1];
    let mut at = 0;
    while at < names.len() - 1 {
        let of_words = at < OF_WORDS.len();
        names[at] = if of_words { OF_WORDS[at] } else { OF_TENSORS[at - OF_WORDS.len()] };
        at += 1;
    }
    names
};

const USAGE: Usage = Usage {
    about: "Each instruction of `tilework-device`, on a GPU and by CPU threads.",
    numbers: &[("repeats", 2)],
    zeros: &[],
    words: &NAMES,
    check: |_| Ok(()),
};

/// The PTX of one kernel. A kernel that the driver refuses must not hide the others.
fn alone(name: &str) -> &'static str {
    let starts: Vec<usize> = PTX.match_indices("// needs ").map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([PTX.len()]);
    let mut texts = starts.iter().zip(ends).map(|(start, end)| &PTX[*start..end]);
    let text = texts.find(|text| text.contains(&format!(".visible .entry {name}(")));
    (PTX[..starts[0]].to_owned() + text.expect("the PTX has it")).leak()
}

/// The number of words that differ from the right ones, and a description.
fn difference(found: &[u32], right: &[u32]) -> (usize, String) {
    let differ = || found.iter().zip(right).enumerate().filter(|(_, (x, y))| x != y);
    let count = differ().count();
    let first = differ().next().map(|(at, (x, y))| format!("word {at} is {x:#x}, not {y:#x}"));
    let all = right.len();
    (count, first.map_or(String::new(), |first| format!("{count} of {all} words differ, {first}")))
}

fn main() -> ExitCode {
    program(alone(NAMES[0]), &USAGE, |_, options, say| {
        let repeats = options.number("repeats") as usize;
        let mut wrong: Vec<String> = Vec::new();
        // A kernel that does not run must not hide the others.
        let mut compare =
            |name: &str, right: &[u32], found: Result<(Vec<u32>, f64), Box<dyn Error>>| {
                let (found, ms) = match found {
                    Ok(found) => found,
                    Err(error) => return wrong.push(format!("{name}: {error}")),
                };
                let (count, words) = difference(&found, right);
                if count > 0 {
                    wrong.push(format!("{name}: {words}"));
                }
                let (name, extents) = (name.to_owned(), vec![right.len() as u32]);
                say(Report { name, extents, ms, rate: 0.0, unit: "", error: count as f64 });
            };
        macro_rules! run {
            ($($module:ident: $name:ident $threads:literal $shared:literal $input:ident($count:literal) $to:literal;)*) => {$(if options.chooses(stringify!($name)) {
                use tilework_instructions::$module::$name as Kernel;
                let words = input::$input($count);
                let mut emulator = Emulator::new(1);
                let (from, mut to) = (emulator.upload(&words), emulator.poisoned::<u32>($to));
                // SAFETY: there are as many words as the table says.
                emulator.run_in(1, [1, 1, 1], $threads, $shared, unsafe { promise(Kernel { from: &from, to: &mut to }) });
                let on_gpu = || -> Result<_, Box<dyn Error>> {
                    let gpu = Gpu::first(alone(stringify!($name)))?;
                    let (from, mut to) = (gpu.upload(&words)?, gpu.poisoned::<u32>($to)?);
                    let kernel = gpu.kernel::<Kernel>([1, 1, 1], $threads, $shared)?;
                    let ms = gpu.median_ms(repeats, |_| {
                        // SAFETY: as above.
                        kernel.launch(unsafe { promise(Kernel { from: &from, to: &mut to }) })
                    })?;
                    Ok((gpu.download(&to)?, ms))
                };
                compare(stringify!($name), &emulator.download(to), on_gpu());
            })*};
        }
        each_kernel!(run);
        macro_rules! run_on_tensors {
            ($($name:ident $rank:literal $shared:literal;)*) => {$(if options.chooses(stringify!($name)) {
                use tensor::$name as Kernel;
                let (extents, strides) = (modes(EXTENTS), modes(STRIDES));
                let words = input::bits(2 * tensor::WORDS);
                let (of_from, of_to) = words.split_at(tensor::WORDS);
                let mut emulator = Emulator::new(1);
                let (from, to) = (emulator.upload(of_from), emulator.upload(of_to));
                let maps = [from, to]
                    .map(|data| emulator.tensor_map_strided::<Boxes<$rank>, $rank>(data, extents, strides));
                // SAFETY: the maps are of tensors as the kernel requires.
                emulator.run_in(1, [1, 1, 1], 32, $shared, unsafe { promise(Kernel { from: &maps[0], to: &maps[1] }) });
                let on_gpu = || -> Result<_, Box<dyn Error>> {
                    let gpu = Gpu::first(alone(stringify!($name)))?;
                    let (from, to) = (gpu.upload(of_from)?, gpu.upload(of_to)?);
                    let kernel = gpu.kernel::<Kernel>([1, 1, 1], 32, $shared)?;
                    let map = |data| gpu.tensor_map_strided::<Boxes<$rank>, $rank>(data, extents, strides);
                    let (from_map, to_map) = (map(&from)?, map(&to)?);
                    // SAFETY: as above.
                    kernel.launch(unsafe { promise(Kernel { from: &from_map, to: &to_map }) })?;
                    Ok((gpu.download(&to)?, 0.0))
                };
                compare(stringify!($name), &emulator.download(to), on_gpu());
            })*};
        }
        each_tensor_kernel!(run_on_tensors);
        if options.chooses(OF_BYTES) {
            use tensor::{EXTENTS_OF_BYTES, OfBytes, STRIDES_OF_BYTES, tma_2d_of_bytes as Kernel};
            let (extents, strides) = (EXTENTS_OF_BYTES, STRIDES_OF_BYTES);
            let bytes: Vec<u8> =
                input::bits(9 * 12).iter().flat_map(|word| word.to_le_bytes()).collect();
            let mut emulator = Emulator::new(1);
            let (from, mut to) = (emulator.upload(&bytes), emulator.poisoned::<u32>(64));
            let map = emulator.tensor_map_strided::<OfBytes, 2>(from, extents, strides);
            // SAFETY: the map is of such a matrix.
            emulator.run(unsafe { promise(Kernel { from: &map, to: &mut to }) });
            let on_gpu = || -> Result<_, Box<dyn Error>> {
                let gpu = Gpu::first(alone(OF_BYTES))?;
                let (from, mut to) = (gpu.upload(&bytes)?, gpu.poisoned::<u32>(64)?);
                let map = gpu.tensor_map_strided::<OfBytes, 2>(&from, extents, strides)?;
                // SAFETY: as above.
                gpu.run(unsafe { promise(Kernel { from: &map, to: &mut to }) })?;
                Ok((gpu.download(&to)?, 0.0))
            };
            compare(OF_BYTES, &emulator.download(to), on_gpu());
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
    })
}
