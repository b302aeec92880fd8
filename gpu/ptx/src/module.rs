//! PTX with many kernels, and the part of it for a particular GPU.

use crate::Needs;
use crate::needs::Capability;
use crate::text::{OF_LOCAL, OF_PANIC, OF_SHARED, OF_THREADS, OF_TYPES};

/// PTX that [`compile`](crate::compile) wrote: a common head, and kernels.
#[derive(Clone, Debug)]
pub struct Module<'t> {
    head: &'t str,
    entries: Vec<Entry<'t>>,
}
/// A kernel of a module.
#[derive(Clone, Debug)]
pub struct Entry<'t> {
    /// Its name.
    pub name: &'t str,
    /// The features of a GPU that it needs.
    pub needs: Needs,
    /// The number of threads in `x` of the blocks that it is for, if it gives one.
    pub threads: Option<u32>,
    /// The least number of bytes of shared memory of a block, as far as it is known.
    pub shared: u32,
    /// The number of consecutive blocks in `x` that form a cluster.
    pub cluster: u32,
    /// The places of parameters in the kernel's list, and the fingerprints of their types, as far as they are known.
    pub types: Vec<(usize, u32)>,
    /// The bytes of each parameter.
    pub parameters: Vec<usize>,
    /// Its text from the first line to the last.
    pub text: &'t str,
}

impl<'t> Entry<'t> {
    /// A warning if the kernel has code for a panic, which ends the launch and says nothing.
    fn trap(&self) -> Option<String> {
        let traps = self.text.lines().filter(|line| line.ends_with(OF_PANIC)).count();
        (traps > 0).then(|| {
            format!(
                "{}: {traps} {} where it panics, which a GPU does without a word and all threads end: of an index, `unwrap` or `expect` whose failure the compiler \
                 does not exclude; write `if let Some(x) = ..`, or an index that is compared before",
                self.name,
                if traps == 1 { "place" } else { "places" },
            )
        })
    }

    /// A warning if an array lies in local memory, which is global memory. This happens to an array that a loop
    /// indexes. It names the lines of the source that access the array.
    fn warning(&self) -> Option<String> {
        self.text.contains("\t.local ").then(|| {
            let lines = || self.text.lines().take_while(|line| line.starts_with("//"));
            let places = lines().find_map(|line| line.strip_prefix(OF_LOCAL));
            let places = places.map_or(String::new(), |places| format!(" ({places})"));
            format!(
                "{}: an array is in local memory, which is slow{places}: index it by constants, as `unroll` of a layout does",
                self.name
            )
        })
    }

    fn read(text: &'t str) -> Option<Self> {
        let (needs, rest) = text.split_once('\n')?;
        let (before, rest) = rest.split_once(".visible .entry ")?;
        let threads = before.lines().find_map(|line| line.strip_prefix(OF_THREADS));
        let types = before.lines().find_map(|line| line.strip_prefix(OF_TYPES));
        let types = types.into_iter().flat_map(|types| types.split(", ")).map(|of| {
            let (place, number) = of.split_once(' ')?;
            Some((place.parse().ok()?, number.trim().parse().ok()?))
        });
        let shared = before.lines().find_map(|line| line.strip_prefix(OF_SHARED));
        let (name, rest) = rest.split_once('(')?;
        let (parameters, rest) = rest.split_once(')')?;
        let (bounds, _) = rest.split_once('{')?;
        let cluster = bounds.split_once(".reqnctapercluster ").map(|(_, bound)| bound);
        let cluster = cluster.map(|bound| bound.split(',').next().unwrap_or("").trim());
        let parameters =
            parameters.lines().map(str::trim).filter(|line| line.starts_with(".param"));
        Some(Entry {
            name,
            needs: Needs::read(needs)?,
            threads: threads.map(|count| count.trim().parse().ok()).unwrap_or_default(),
            shared: shared.map_or(Some(0), |bytes| bytes.trim().parse().ok())?,
            cluster: cluster.map_or(Some(1), |count| count.parse().ok())?,
            types: types.collect::<Option<_>>()?,
            parameters: parameters.map(bytes).collect::<Option<_>>()?,
            text,
        })
    }
}
/// The bytes of a parameter: `.param .u64 .ptr .align 1 name` or `.param .align 4 .b8 name[8]`.
fn bytes(parameter: &str) -> Option<usize> {
    let parameter = parameter.trim_end_matches(',');
    if let Some((_, count)) = parameter.split_once('[') {
        return count.strip_suffix(']')?.parse().ok();
    }
    let kind = parameter.split_whitespace().nth(1)?;
    let bits: usize = kind.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    Some(bits / 8)
}

impl<'t> Module<'t> {
    /// Parses the kernels of a text. `None` if [`compile`](crate::compile) did not write it.
    pub fn read(text: &'t str) -> Option<Self> {
        let starts: Vec<usize> = text.match_indices("// needs ").map(|(at, _)| at).collect();
        let head = &text[..*starts.first()?];
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let texts = starts.iter().copied().zip(ends).map(|(start, end)| &text[start..end]);
        let entries = texts.map(Entry::read).collect::<Option<_>>()?;
        Some(Module { head, entries })
    }

    /// All kernels.
    pub fn entries(&self) -> &[Entry<'t>] {
        &self.entries
    }

    /// Warnings about kernels: arrays in local memory, which is global memory, and panics.
    pub fn warnings(&self) -> Vec<String> {
        let of = |entry: &Entry<'_>| [entry.warning(), entry.trap()];
        self.entries.iter().flat_map(of).flatten().collect()
    }

    /// The kernel with this name.
    pub fn entry(&self, name: &str) -> Option<&Entry<'t>> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// The text of the kernels that a GPU with this compute capability supports. `None` if it supports none.
    pub fn for_gpu(&self, capability: Capability) -> Option<String> {
        let taken = self.entries.iter().filter(|entry| entry.needs.are_met(capability));
        let taken: Vec<&Entry<'_>> = taken.collect();
        let (major, minor) = taken.iter().map(|entry| entry.needs.capability).max()?;
        // Later GPUs accept PTX for earlier ones, except instructions of a single capability.
        let only = if taken.iter().any(|entry| entry.needs.only) { "a" } else { "" };
        let target = |line: &str| match line.starts_with(".target ") {
            true => format!(".target sm_{major}{minor}{only}\n"),
            false => format!("{line}\n"),
        };
        let head: String = self.head.lines().map(target).collect();
        Some(head + &taken.iter().map(|entry| entry.text).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::Module;

    const TEXT: &str = ".version 8.0\n.target sm_90a\n\n\
        // needs 8.0: \n.visible .entry one(\n)\n{\n\tret;\n}\n\
        // needs 9.0a: wgmma\n// threads 96\n// shared 512\n.visible .entry two(\n\t.param .u64 .ptr .align 1 two_param_0,\n\
        \t.param .align 4 .b8 two_param_1[20],\n\t.param .f32 two_param_2\n)\n\
        .explicitcluster .reqnctapercluster 2, 1, 1\n{\n\twgmma.x;\n}\n\
        // needs 9.0: stmatrix\n.visible .entry three()\n{\n\tstmatrix.x;\n}\n";

    #[test]
    fn a_gpu_takes_what_it_has() {
        let module = Module::read(TEXT).unwrap();
        let names = |gpu| {
            let text = module.for_gpu(gpu)?;
            let names = module.entries().iter().map(|entry| entry.name);
            let names = names.filter(|name| text.contains(&format!(".entry {name}(")));
            let target = text.lines().find(|line| line.starts_with(".target"))?.to_owned();
            Some((target, names.collect::<Vec<_>>()))
        };
        let of = |target: &str, names: &[&'static str]| Some((target.to_owned(), names.to_vec()));
        assert_eq!(names((7, 5)), None);
        assert_eq!(names((8, 6)), of(".target sm_80", &["one"]));
        assert_eq!(names((9, 0)), of(".target sm_90a", &["one", "two", "three"]));
        assert_eq!(names((12, 0)), of(".target sm_90", &["one", "three"]));
        assert_eq!(module.for_gpu((9, 0)).unwrap(), TEXT);
        assert_eq!(module.entry("two").unwrap().needs.instructions, ["wgmma"]);
        assert!(Module::read(".version 8.0\n").is_none());
    }

    #[test]
    fn local_memory_is_told_of() {
        let module = Module::read(TEXT).unwrap();
        assert!(module.warnings().is_empty());
        let slow = TEXT.replace("\twgmma.x;", "\t.local .align 16 .b8 \t__local_depot4[256];");
        let warnings = Module::read(&slow).unwrap().warnings();
        assert!(warnings.len() == 1 && warnings[0].starts_with("two: an array is in local memory"));
        let named = slow
            .replace("// shared 512\n", "// shared 512\n// local src/lib.rs:33, src/lib.rs:40\n");
        let warnings = Module::read(&named).unwrap().warnings();
        assert!(warnings[0].contains("slow (src/lib.rs:33, src/lib.rs:40): index"), "{warnings:?}");
    }

    #[test]
    fn panics_are_warned_of() {
        let traps = TEXT.replace("\twgmma.x;", "\ttrap; exit; // panic\n\ttrap;");
        let warnings = Module::read(&traps).unwrap().warnings();
        assert!(warnings.len() == 1 && warnings[0].starts_with("two: 1 place where it panics"));
    }

    #[test]
    fn a_kernel_says_how_it_is_launched() {
        let module = Module::read(TEXT).unwrap();
        let of = |name: &str| {
            let entry = module.entry(name).unwrap();
            (entry.threads, entry.shared, entry.cluster, entry.parameters.clone())
        };
        assert_eq!(of("one"), (None, 0, 1, vec![]));
        assert_eq!(of("two"), (Some(96), 512, 2, vec![8, 20, 4]));
    }
}
