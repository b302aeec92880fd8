//! Turns the text of the compiler into the PTX that is written.

use std::collections::BTreeSet;
use std::mem::take;

use crate::Needs;
use crate::lines::LOCAL;

/// A comment of a kernel that stands for a directive at its head, since Rust has no syntax for it.
const BOUND: &str = "//bound ";
/// A comment with a parameter and its alignment, for which Rust has no syntax either: `//align 64 gemm_param_0`.
const ALIGN: &str = "\t//align ";
/// The number of threads of the blocks that a kernel is for.
const THREADS: &str = "\t//threads ";
/// An array of `shared!`: its bytes and its name. The next line has its address.
const ARRAY: &str = "\t//array ";
/// The number of a parameter, and the fingerprint of its type.
const TYPE: &str = "\t//type ";
/// The line before a kernel with these numbers and fingerprints.
pub(crate) const OF_TYPES: &str = "// types ";
/// The least number of bytes of shared memory of a block.
const SHARED: &str = "\t//shared ";
/// The line before a kernel with its bytes of shared memory.
pub(crate) const OF_SHARED: &str = "// shared ";
/// The line before a kernel with its number of threads.
pub(crate) const OF_THREADS: &str = "// threads ";
/// The line before a kernel with the places where it accesses local memory, up to [`MOST_PLACES`].
pub(crate) const OF_LOCAL: &str = "// local ";
/// The number of places that a warning names.
const MOST_PLACES: usize = 3;
/// The last line of the part that is common to all kernels.
const ADDRESSES: &str = ".address_size 64\n";
/// The declaration of the shared memory of a block, which is made once. The launch determines the size. The alignment
/// is what the copy engine and swizzles of 128 bytes require.
const SHARED_MEMORY: &str = "\n\n.extern .shared .align 1024 .b8 shared_memory[];\n\n";
/// The end of an instruction that takes its address.
const SHARED_NAME: &str = " shared_memory;";
/// The largest number of bytes of shared memory of a block: 227 KB from compute capability 9.0 on.
const MOST_SHARED: usize = 232_448;
/// The printing function of the driver, which `printf` of `tilework-device` calls.
const PRINT: &str =
    "\n\n.extern .func (.param .b32 count) vprintf(.param .b64 format, .param .b64 arguments);\n\n";
/// What `assert_that` of `tilework-device` writes before it ends the kernel.
const ASSERTED: &str = "\t//asserted";
/// The end of a line that is reached by a panic, such as that of an index.
pub(crate) const OF_PANIC: &str = " // panic";
/// A marker for the compiler alone: these registers pass a fence here.
const FENCE: &str = "\t//fence";
/// The marker of `together` of `tilework-device`: all threads of a warp reach the next instruction together. Inside the
/// text of an `asm!` it is an instruction of the kernel, and stays.
const TOGETHER: &str = "\tactivemask.b32";

/// The version of the PTX ISA that the compiler writes, and the one with `mma.sync` of 8-bit floating-point numbers
/// (9.7.13.4.14, "PTX ISA Notes").
const VERSIONS: [&str; 2] = [".version 8.0\n", ".version 8.4\n"];
/// Returns whether an instruction needs the later version.
fn is_later(line: &str) -> bool {
    line.contains("mma.sync") && [".e4m3", ".e5m2"].iter().any(|kind| line.contains(kind))
}

/// Turns the text of the compiler into PTX.
///
/// Labels, which are local to a kernel, lose the number of the function, so that the text of a kernel does not depend
/// on the functions beside it. The unused panic handler, whose name differs with each compiler, is left out. A line
/// before each kernel gives its requirements.
pub(crate) fn written(assembly: &str) -> Result<String, String> {
    let (mut written, mut names) = (String::new(), BTreeSet::new());
    let mut lines = assembly.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("\t// .globl") {
            continue;
        }
        // Skips a function that no program launches, up to its end.
        if line.starts_with(".visible .func") {
            lines.by_ref().find(|line| line.starts_with('}'));
            continue;
        }
        // It is declared for a kernel, and then `undefined` checks it, or for a function that is left out.
        if line.starts_with(".extern .func") {
            end_of_declaration(line, &mut lines);
            continue;
        }
        if !line.starts_with(".visible .entry") {
            push(&mut written, line);
            continue;
        }
        let (mut head, mut bounds, mut body) = (String::new(), String::new(), String::new());
        let mut threads: Option<&str> = None;
        let mut shared: Option<usize> = None;
        let mut types = BTreeSet::new();
        let (mut arrays, mut of_array) = (Arrays::default(), None);
        let mut local = Vec::new();
        let (mut written_by_hand, mut asserted) = (false, false);
        push(&mut head, line);
        for line in lines.by_ref() {
            let to = if body.is_empty() && line != "{" { &mut head } else { &mut body };
            if let Some((_, bound)) = line.split_once(BOUND) {
                push(&mut bounds, bound);
            } else if let Some(count) = line.strip_prefix(THREADS) {
                let before = *threads.get_or_insert(count);
                if before != count {
                    return Err(format!(
                        "a kernel is for blocks of {before} threads and of {count}"
                    ));
                }
            } else if let Some(place) = line.strip_prefix(LOCAL) {
                if local.len() < MOST_PLACES && !local.contains(&place) {
                    local.push(place);
                }
            } else if let Some(of) = line.strip_prefix(TYPE) {
                types.insert(of.trim());
            } else if let Some(bytes) = line.strip_prefix(SHARED) {
                let bytes = bytes.trim().parse().map_err(|_| format!("{line}: no number"))?;
                shared = shared.max(Some(bytes));
            } else if let Some(array) = line.strip_prefix(ARRAY) {
                of_array = Some(arrays.place(array)?);
            } else if let Some(parameter) = line.strip_prefix(ALIGN) {
                head = aligned(&head, parameter).ok_or_else(|| format!("{line}: there is none"))?;
            } else if let Some(end) = line.strip_suffix(" inline asm") {
                written_by_hand = end == "\t// begin";
            } else if line.starts_with(ASSERTED) {
                asserted = true;
            } else if !written_by_hand && line.starts_with("\ttrap;") && !take(&mut asserted) {
                push(to, &format!("{line}{OF_PANIC}"));
            } else if !line.starts_with(FENCE) && (written_by_hand || !line.starts_with(TOGETHER)) {
                match line.contains(SHARED_NAME).then(|| of_array.take()) {
                    Some(Some(0)) | None => push(to, &without_number(line)),
                    Some(Some(at)) => {
                        push(to, &line.replace(SHARED_NAME, &format!(" shared_memory+{at};")));
                    }
                    Some(None) => {
                        arrays.by_hand = true;
                        push(to, line);
                    }
                }
            }
            if line.starts_with('}') {
                break;
            }
        }
        let name = head.split(['(', ' ']).nth(2).unwrap_or_default();
        if !names.insert(name.to_owned()) {
            return Err(format!("two kernels are named `{name}`: PTX has one entry of a name"));
        }
        shared = shared.max(arrays.bytes(name)?);
        let text = head + &bounds + &body;
        push(&mut written, &Needs::of(&text).line());
        if let Some(threads) = threads {
            push(&mut written, &format!("{OF_THREADS}{threads}"));
        }
        if !types.is_empty() {
            let types: Vec<&str> = types.into_iter().collect();
            push(&mut written, &format!("{OF_TYPES}{}", types.join(", ")));
        }
        if let Some(shared) = shared {
            push(&mut written, &format!("{OF_SHARED}{shared}"));
        }
        if !local.is_empty() {
            push(&mut written, &format!("{OF_LOCAL}{}", local.join(", ")));
        }
        written += &text;
    }
    if written.lines().any(is_later) {
        written = written.replacen(VERSIONS[0], VERSIONS[1], 1);
    }
    if let Some(name) = undefined(&written) {
        let name = readable(name);
        return Err(format!("{name} is a function that no kernel has: make it `#[inline]`"));
    }
    written = without_hashes(&written);
    if written.contains(", vprintf, ") {
        written = written.replacen(ADDRESSES, &format!("{ADDRESSES}{PRINT}"), 1);
    }
    if written.contains(SHARED_NAME.trim_end_matches(';')) {
        written = written.replacen(ADDRESSES, &format!("{ADDRESSES}{SHARED_MEMORY}"), 1);
    }
    Ok(written)
}

/// Skips the declaration of a function that begins with `line`.
fn end_of_declaration<'t>(line: &str, lines: &mut impl Iterator<Item = &'t str>) {
    if !line.ends_with(';') {
        lines.find(|line| line.ends_with(';'));
    }
}
/// The first function that is called but not defined in the text. No driver loads such a text.
fn undefined(text: &str) -> Option<&str> {
    let called = |line: &'_ str| line.trim_start().starts_with("call");
    // `call.uni (result), name, (arguments);`, `call.uni name, (arguments);`
    let calls = text.lines().filter(|line| called(line)).filter_map(|line| {
        let of = line.split([' ', ',', ';']).skip(1);
        of.map(|word| word.trim())
            .find(|word| word.starts_with(|c: char| c == '_' || c.is_alphabetic()))
    });
    let defined = |name: &str| {
        let head = |line: &str| line.starts_with(".func") || line.starts_with(".visible .func");
        let mut heads = text.lines().filter(|line| head(line));
        name == "vprintf" || heads.any(|line| line.split([' ', '(']).any(|word| word == name))
    };
    calls.into_iter().find(|name| !defined(name))
}
/// The path of a mangled name, `a::b::f`. Other names stay as they are.
fn readable(name: &str) -> String {
    let Some(mut rest) = name.strip_prefix("_R") else { return name.to_owned() };
    let mut path = Vec::new();
    while let Some(first) = rest.chars().next() {
        if first == 's' || first == 'B' {
            // The disambiguator of crates with the same name, or a back reference.
            rest = rest.split_once('_').map_or("", |(_, after)| after);
        } else if first.is_ascii_digit() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let length: usize = rest[..digits].parse().unwrap_or(usize::MAX);
            rest = &rest[digits..];
            rest = rest.strip_prefix('_').unwrap_or(rest);
            let Some(word) = rest.get(..length) else { return name.to_owned() };
            path.push(word);
            rest = &rest[length..];
        } else {
            rest = rest.get(first.len_utf8()..).unwrap_or("");
        }
    }
    path.join("::")
}

/// The arrays of a kernel in shared memory, which do not overlap.
#[derive(Default)]
struct Arrays<'t> {
    /// The text of each, and its address.
    of: Vec<(&'t str, usize)>,
    end: usize,
    /// True if the kernel also uses shared memory directly.
    by_hand: bool,
}
impl<'t> Arrays<'t> {
    /// The address of the array `BYTES NAME`: a multiple of its size in bytes, rounded up to a power of 2 from 16
    /// to 1024.
    fn place(&mut self, array: &'t str) -> Result<usize, String> {
        if let Some((_, at)) = self.of.iter().find(|(other, _)| *other == array) {
            return Ok(*at);
        }
        let bytes = array.split(' ').next().and_then(|bytes| bytes.parse::<usize>().ok());
        let bytes = bytes.ok_or_else(|| format!("{ARRAY}{array}: no number"))?;
        let at = self.end.next_multiple_of(bytes.next_power_of_two().clamp(16, 1024));
        self.of.push((array, at));
        self.end = at + bytes;
        Ok(at)
    }

    /// The total number of bytes, if there are arrays.
    fn bytes(&self, kernel: &str) -> Result<Option<usize>, String> {
        if self.of.is_empty() {
            return Ok(None);
        }
        if self.by_hand {
            return Err(format!(
                "{kernel} has `shared!` and `Shared::new`, which are the same bytes: write all by `shared!`, or all by `Shared::new`"
            ));
        }
        if self.end > MOST_SHARED {
            return Err(format!(
                "{kernel} has arrays of {} bytes of shared memory, and a block has at most {MOST_SHARED}",
                self.end
            ));
        }
        Ok(Some(self.end))
    }
}

/// The head of a kernel, with the parameter of `64 NAME` aligned to 64.
fn aligned(head: &str, parameter: &str) -> Option<String> {
    let (alignment, name) = parameter.split_once(' ')?;
    let (before, after) = head.split_once(&format!(" .b8 {name}["))?;
    let (before, _) = before.rsplit_once(' ')?;
    Some(format!("{before} {alignment} .b8 {name}[{after}"))
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Turns `$L__BB12_3` into `$L__BB_3`.
fn without_number(line: &str) -> String {
    let mut parts = line.split("$L__BB");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        written += "$L__BB";
        written += part.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    written
}

/// Anonymous data has a name with a hash of the crate's path: turns `anon_$_0123abcd_$_4` into `anonymous_4`.
fn without_hashes(text: &str) -> String {
    let mut parts = text.split("anon_$_");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        written += rest.strip_prefix("_$").map_or("anon_$_", |_| "anonymous");
        written += rest.strip_prefix("_$").unwrap_or(part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn a_kernel_has_its_bounds_at_its_head_and_labels_of_its_own() {
        let assembly = ".target sm_90a\n\n\t// .globl\t_RNv5panic\n.visible .func _RNv5panic()\n{\n\ttrap;\n}\n\
            \t// .globl\tmine\n.visible .entry mine(\n\t.param .u32 mine_param_0\n)\n{\n\
            \t// begin inline asm\n\t//bound .reqntid 32, 1, 1\n\t// end inline asm\n\
            $L__BB7_1:\n\tbar.warp.sync 1;\n\tbra $L__BB7_1;\n\tstmatrix.x;\n}\n";
        let expected = ".target sm_90a\n\n// needs 9.0: stmatrix\n.visible .entry mine(\n\t.param .u32 mine_param_0\n)\n\
            .reqntid 32, 1, 1\n{\n$L__BB_1:\n\tbar.warp.sync 1;\n\tbra $L__BB_1;\n\tstmatrix.x;\n}\n";
        assert_eq!(written(assembly).unwrap(), expected);
    }

    #[test]
    fn what_a_kernel_says_of_itself_stands_before_it() {
        let assembly = ".visible .entry f(\n\t.param .align 8 .b8 f_param_0[128],\n\t.param .align 8 .b8 f_param_1[128]\n)\n{\n\
            \t// begin inline asm\n\t//align 64 f_param_1\nmov.b64 %rd1, f_param_1;\n\t// end inline asm\n\
            \t// begin inline asm\n\t//threads 96\n\t// end inline asm\n\
            \t// begin inline asm\n\t//shared 32\n\t// end inline asm\n\t//shared 1024\n\
            \t// begin inline asm\n\t//fence %r1 %r2\n\t// end inline asm\n\tret;\n}\n";
        let expected = "// needs 8.0: \n// threads 96\n// shared 1024\n.visible .entry f(\n\t.param .align 8 .b8 f_param_0[128],\n\
            \t.param .align 64 .b8 f_param_1[128]\n)\n{\nmov.b64 %rd1, f_param_1;\n\tret;\n}\n";
        assert_eq!(written(assembly).unwrap(), expected);
        assert!(written(".visible .entry f(\n)\n{\n\t//align 64 f_param_0\n}\n").is_err());
        let two = written(".visible .entry f(\n)\n{\n\t//threads 96\n\t//threads 64\n}\n");
        assert_eq!(two.unwrap_err(), "a kernel is for blocks of 96 threads and of 64");
    }

    #[test]
    fn a_panic_is_named_and_an_assertion_is_not() {
        let trap = "\ttrap; exit;\n";
        let assembly = format!(
            ".visible .entry f(\n)\n{{\n{trap}\t// begin inline asm\n\t//asserted\n\t// end inline asm\n{trap}}}\n"
        );
        let text = written(&assembly).unwrap();
        assert!(text.contains("{\n\ttrap; exit; // panic\n\ttrap; exit;\n}"), "{text}");
    }

    #[test]
    fn two_kernels_have_two_names() {
        let one = ".visible .entry f(\n)\n{\n\tret;\n}\n";
        let says = written(&one.repeat(2)).unwrap_err();
        assert_eq!(says, "two kernels are named `f`: PTX has one entry of a name");
    }

    #[test]
    fn the_types_of_parameters_stand_before_a_kernel() {
        let assembly = ".visible .entry f(\n)\n{\n\t//type 2 7\n\t//type 0 4294967295\n\t//type 2 7\n\tret;\n}\n";
        let text = written(assembly).unwrap();
        assert!(text.contains("// needs 8.0: \n// types 0 4294967295, 2 7\n.visible"), "{text}");
    }

    #[test]
    fn what_keeps_an_instruction_in_one_place_is_left_out() {
        let assembly = ".visible .entry f(\n)\n{\n\tactivemask.b32 \t%r1;\n\t// begin inline asm\n\tbar.warp.sync 1;\n\
            \t// end inline asm\n\t// begin inline asm\n\tactivemask.b32 %r2;\n\t// end inline asm\n}\n";
        let expected = "// needs 8.0: \n.visible .entry f(\n)\n{\n\tbar.warp.sync 1;\n\tactivemask.b32 %r2;\n}\n";
        assert_eq!(written(assembly).unwrap(), expected);
    }

    #[test]
    fn shared_memory_is_declared_where_a_kernel_names_it() {
        let assembly = |line: &str| {
            format!(
                ".target sm_90a\n.address_size 64\n\n.visible .entry f(\n)\n{{\n\t{line}\n\tret;\n}}\n"
            )
        };
        let names = written(&assembly("mov.u32 %r1, shared_memory;")).unwrap();
        let declared =
            ".address_size 64\n\n\n.extern .shared .align 1024 .b8 shared_memory[];\n\n\n// needs";
        assert!(names.contains(declared), "{names}");
        assert!(!written(&assembly("mov.u32 %r1, 0;")).unwrap().contains(".extern"));
    }

    #[test]
    fn arrays_in_shared_memory_have_bytes_of_their_own() {
        let array = |of: &str| format!("\t//array {of}\n\tmov.u32 %r1, shared_memory;\n");
        let kernel = |body: &str| {
            written(&format!(".address_size 64\n.visible .entry f(\n)\n{{\n{body}}}\n"))
        };
        // The first array again, as in an unrolled loop, and one of the same place in the source for another type.
        let arrays = ["36 m 0", "2048 m 1", "36 m 0", "72 m 0"].map(array).concat();
        let text = kernel(&arrays).unwrap();
        let moves: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("\tmov.u32 %r1, ")).collect();
        let right =
            ["shared_memory;", "shared_memory+1024;", "shared_memory;", "shared_memory+3072;"];
        assert_eq!(moves, right);
        assert!(text.contains("// shared 3144\n") && text.contains("shared_memory[];"), "{text}");
        let both = kernel(&(array("36 m 0") + "\tmov.u32 %r2, shared_memory;\n")).unwrap_err();
        assert!(both.contains("f has `shared!` and `Shared::new`"), "{both}");
        let large = kernel(&array("232449 m 0")).unwrap_err();
        assert!(large.contains("f has arrays of 232449 bytes"), "{large}");
    }

    #[test]
    fn what_prints_is_declared_where_a_kernel_calls_it() {
        let text = |call: &str| {
            let text = format!(".address_size 64\n\n.visible .entry f(\n)\n{{\n\t{call}\n}}\n");
            written(&text).unwrap()
        };
        let declared = ".extern .func (.param .b32 count) vprintf(";
        assert_eq!(
            text("call.uni (count), vprintf, (format, arguments);").matches(declared).count(),
            1
        );
        assert!(!text("ret;").contains("vprintf"));
        assert!(text("mov.b64 %rd1, anon_$_1205dcc1_$_10;").contains("%rd1, anonymous_10;"));
    }

    #[test]
    fn the_version_is_that_of_the_instructions() {
        let of = |instruction: &str| {
            let text = format!(".version 8.0\n.visible .entry f(\n)\n{{\n\t{instruction}\n}}\n");
            written(&text).unwrap().lines().next().unwrap().to_owned()
        };
        assert_eq!(of("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32"), ".version 8.4");
        assert_eq!(of("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32"), ".version 8.0");
        assert_eq!(of("cvt.rn.satfinite.e4m3x2.f32"), ".version 8.0");
    }

    #[test]
    fn a_function_that_is_not_inlined_is_an_error() {
        let of = |call: &str| {
            let name = "_RNvMNtCsgKQrqqwuL2L_16tilework_algebra8togetherNtB2_8Together2of";
            let parameters = format!("(\n\t.param .b64 {name}_param_0\n)\n;\n");
            // The mark of the first function comes before declarations.
            let declared = format!(
                "\t// .globl\t_RNv1f\n.extern .func  (.param .b64 func_retval0) {name}\n{parameters}"
            );
            let other = format!(
                "\n.visible .func _RNv1f(\n)\n{{\n\tcall.uni (retval0), {name}, (param0);\n}}\n"
            );
            let entry = format!(".visible .entry k(\n)\n{{\n\t{call}\n}}\n");
            written(&format!("{declared}{other}{entry}").replace("NAME", name))
        };
        for call in
            ["call.uni (retval0), NAME, (param0);", "call.uni NAME, (param0);", "call.uni NAME;"]
        {
            let says = of(call).unwrap_err();
            assert_eq!(
                says,
                "tilework_algebra::together::Together::of is a function that no kernel has: make it `#[inline]`"
            );
        }
        // Declarations for functions that are left out are left out too.
        let text = of("ret;").unwrap();
        assert!(!text.contains("Together") && text.contains(".entry k("), "{text}");
        // A kernel may call a function beside it.
        let local =
            ".func _RNv1g(\n)\n{\n\tret;\n}\n.visible .entry k(\n)\n{\n\tcall.uni _RNv1g, ();\n}\n";
        assert!(written(local).unwrap().contains("call.uni _RNv1g"));
    }
}
