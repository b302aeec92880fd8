//! The kernels of a few lines, one for each instruction or two: a GPU has to give what threads of the CPU give, bit for bit.

use std::error::Error;
use std::process::ExitCode;

use tilework_device::{Gpu, Report, Usage, program};
use tilework_instructions::{PTX, each_kernel, input};
use tilework_kernel::host::Host;

macro_rules! names {
    ($($module:ident: $name:ident $threads:literal $shared:literal $input:ident($count:literal) $to:literal;)*) => {
        &[$(stringify!($name)),*]
    };
}
const NAMES: &[&str] = each_kernel!(names);

const USAGE: Usage = Usage {
    about: "Each instruction of the device layer, on a GPU and by threads of the CPU.",
    numbers: &[("repeats", 2)],
    zeros: &[],
    words: NAMES,
    check: |_| Ok(()),
};

/// The PTX of one kernel: one that the driver does not take must not hide the others.
fn alone(name: &str) -> &'static str {
    let starts: Vec<usize> = PTX.match_indices("// needs ").map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([PTX.len()]);
    let mut texts = starts.iter().zip(ends).map(|(start, end)| &PTX[*start..end]);
    let text = texts.find(|text| text.contains(&format!(".visible .entry {name}(")));
    (PTX[..starts[0]].to_owned() + text.expect("the PTX has it")).leak()
}

fn main() -> ExitCode {
    program(alone(NAMES[0]), &USAGE, |_, options, say| {
        let mut wrong: Vec<String> = Vec::new();
        macro_rules! run {
            ($($module:ident: $name:ident $threads:literal $shared:literal $input:ident($count:literal) $to:literal;)*) => {$(if options.chooses(stringify!($name)) {
                use tilework_instructions::$module::$name as Kernel;
                let words = input::$input($count);
                let mut host = Host::new(1);
                let (from, mut to) = (host.upload(&words), host.poisoned::<u32>($to));
                // SAFETY: as many words as the table says.
                host.run(1, [1, 1, 1], $threads, $shared, unsafe { Kernel::with(&from, &mut to) });
                let right = host.download(to);
                // One that does not run must not hide the others.
                let on_gpu = || -> Result<_, Box<dyn Error>> {
                    let gpu = Gpu::first(alone(stringify!($name)))?;
                    let (from, mut to) = (gpu.upload(&words)?, gpu.poisoned::<u32>($to)?);
                    let kernel = gpu.kernel::<Kernel>([1, 1, 1], $threads, $shared)?;
                    let ms = gpu.median_ms(options.number("repeats") as usize, |_| {
                        // SAFETY: as above.
                        kernel.launch(unsafe { Kernel::with(&from, &mut to) })
                    })?;
                    Ok((gpu.download(&to)?, ms))
                };
                let found = on_gpu();
                let name = stringify!($name).to_owned();
                match found {
                    Ok((found, ms)) => {
                        let differ = || found.iter().zip(&right).enumerate().filter(|(_, (x, y))| x != y);
                        if let Some((at, (x, y))) = differ().next() {
                            let count = differ().count();
                            wrong.push(format!("{name}: {count} of {} words differ, word {at} is {x:#x}, not {y:#x}", right.len()));
                        }
                        let (error, extents) = (differ().count() as f64, vec![$threads]);
                        say(Report { name, extents, ms, rate: 0.0, unit: "", error });
                    }
                    Err(error) => wrong.push(format!("{name}: {error}")),
                }
            })*};
        }
        each_kernel!(run);
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
    })
}
