//! The PTX of the kernels: each instruction has the right name, and occurs as often as in the source.

use tilework_instructions::{PTX, each_layout_kernel, each_tensor_kernel};

/// The lines of the body of a kernel.
fn body(kernel: &str) -> Vec<&'static str> {
    let (_, text) = PTX.split_once(&format!(".visible .entry {kernel}(")).expect("it is there");
    let (_, body) = text.split_once("\n{\n").expect("a kernel has a body");
    let (body, _) = body.split_once("\n}").expect("a body ends");
    body.lines().map(str::trim).collect()
}

/// Checks that a kernel has this number of instructions with each of these beginnings.
#[track_caller]
fn has(kernel: &str, instructions: &[(&str, usize)]) {
    let body = body(kernel);
    for (instruction, expected) in instructions {
        let found = body.iter().filter(|line| line.starts_with(instruction)).count();
        assert_eq!(found, *expected, "{kernel}: {instruction}\n{}", body.join("\n"));
    }
}

/// Without `together` of `tilework-device`, LLVM copies `stmatrix` into both branches of half a warp, and the branches
/// wait for each other.
#[test]
fn what_a_warp_does_together_is_not_copied_into_branches() {
    has("matrices_between_branches", &[("stmatrix", 1), ("bar.warp.sync", 1), ("@%p1 bra", 2)]);
}

/// Layouts of any rank stay in registers: the kernels load what they are passed, one element, and store it.
#[test]
fn layouts_are_not_in_local_memory() {
    macro_rules! checked {
        ($($name:ident $layout:ident $rank:literal $last:tt |$b:ident, $k:ident| $at:expr;)*) => {$(
            has(stringify!($name), &[("ld.local", 0), ("st.local", 0), (".local", 0), ("ld.global", 1), ("st.global", 1)]);
        )*};
    }
    each_layout_kernel!(checked);
    has("layout_of_4_modes", &[("ld.local", 0), ("st.local", 0), (".local", 0), ("st.global", 1)]);
}

/// In a loop, exchanges and parts of vectors are unrolled, and nothing lies in local memory.
#[test]
fn what_a_loop_repeats_is_unrolled() {
    has(
        "in_a_loop",
        &[
            ("ld.local", 0),
            ("st.local", 0),
            (".local", 0),
            ("shfl.sync.bfly.b32", 7),
            ("st.global.b16", 8),
        ],
    );
}

/// The number of instructions of a kernel, and of those that contain each of these words.
fn count<const N: usize>(kernel: &str, words: [&str; N]) -> (usize, [usize; N]) {
    let mut instructions = body(kernel);
    instructions.retain(|line| line.ends_with(';') && !line.starts_with(['.', '/']));
    let of = |word: &str| instructions.iter().filter(|line| line.contains(word)).count();
    (instructions.len(), words.map(of))
}

/// Safe kernels check nothing that the launch has checked, and wait no more often than kernels that are written by
/// `unsafe`.
#[test]
fn safe_kernels_cost_nothing() {
    for (kernel, at_most, barriers) in [
        ("scaled", 31, [0, 0]),
        ("doubled", 26, [0, 0]),
        ("centered", 80, [1, 2]),
        ("turned", 50, [1, 1]),
        ("counted", 46, [2, 2]),
        ("copied", 88, [0, 0]),
    ] {
        let words = ["trap", ".local", "barrier.sync", "bar.sync"];
        let (by_unsafe, [.., of_unsafe]) = count(kernel, words);
        let (safe, [traps, local, of_safe, aligned]) = count(&format!("{kernel}_safely"), words);
        assert_eq!((traps, local, aligned), (0, 0, 0), "{kernel}");
        assert_eq!([of_safe, of_unsafe], barriers, "{kernel}");
        // One instruction more, where the compiler orders two comparisons in another way.
        assert!(safe <= at_most && safe <= by_unsafe + 1, "{kernel}: {safe} and {by_unsafe}");
    }
}

/// The types of the parameters, as the PTX has them, are those of the launch, which has no argument for `here`.
#[test]
fn types_are_counted_without_here() {
    use tilework_device::launch::{Kernel, Parameters};
    let (before, _) = PTX.split_once(".visible .entry scaled_safely(").expect("it is there");
    let types = before.lines().rev().find_map(|line| line.strip_prefix("// types ")).unwrap();
    let of = <tilework_instructions::safe::scaled_safely as Kernel>::Parameters::FINGERPRINTS;
    let expected: Vec<String> =
        of.iter().enumerate().map(|(at, of)| format!("{at} {of}")).collect();
    assert_eq!(types, expected.join(", "));
}

/// Each instance of a kernel with parameters is an entry, and converts each number by one instruction, or a shift.
#[test]
fn instances_convert_by_instructions() {
    has("doubled_f16", &[("cvt.f32.f16", 2), ("cvt.rn.f16x2.f32", 2), ("call", 0), ("trap", 0)]);
    has("doubled_bf16", &[("shl.b32", 2), ("cvt.rn.bf16x2.f32", 2), ("call", 0), ("trap", 0)]);
}

/// 9.7.13.4: once, with the shape and the types in the name.
#[test]
fn multiplications_of_a_warp_have_the_types_of_their_names() {
    for (kernel, types) in [
        ("m16n8k8_f16", "f32.f16.f16.f32"),
        ("m16n8k8_f16_f16", "f16.f16.f16.f16"),
        ("m16n8k8_bf16", "f32.bf16.bf16.f32"),
        ("m16n8k16_f16", "f32.f16.f16.f32"),
        ("m16n8k16_f16_f16", "f16.f16.f16.f16"),
        ("m16n8k16_bf16", "f32.bf16.bf16.f32"),
        ("m16n8k4_tf32", "f32.tf32.tf32.f32"),
        ("m16n8k8_tf32", "f32.tf32.tf32.f32"),
        ("m16n8k16_s8", "s32.s8.s8.s32"),
        ("m16n8k16_u8", "s32.u8.u8.s32"),
        ("m16n8k32_s8", "s32.s8.s8.s32"),
        ("m16n8k32_u8", "s32.u8.u8.s32"),
        ("m16n8k32_e4m3", "f32.e4m3.e4m3.f32"),
        ("m16n8k32_e5m2", "f32.e5m2.e5m2.f32"),
        ("m8n8k4_f64", "f64.f64.f64.f64"),
        ("m16n8k4_f64", "f64.f64.f64.f64"),
        ("m16n8k8_f64", "f64.f64.f64.f64"),
        ("m16n8k16_f64", "f64.f64.f64.f64"),
    ] {
        let shape = kernel.split('_').next().unwrap();
        let instruction = format!("mma.sync.aligned.{shape}.row.col.{types} {{");
        has(&format!("mma_{kernel}"), &[(&instruction, 1), ("mma.sync", 1), (".local", 0)]);
    }
    // The first version with multiplications of 8-bit floating-point numbers.
    assert!(PTX.contains("\n.version 8.4\n"));
}

/// 9.7.14.5: with the shape and the types in the name. The operands are followed by the flag for adding, the signs, and
/// the transpose bits.
#[test]
fn multiplications_of_a_warpgroup_have_the_types_of_their_names() {
    for (kernel, types, end, of_registers) in [
        ("f16_n8", "k16.f32.f16.f16", ", p, 1, 1, 0, 0; }", false),
        ("f16_n104_registers", "k16.f32.f16.f16", ", 1, 1, 1, 0;", true),
        ("f16_f16_n256", "k16.f16.f16.f16", ", p, 1, 1, 0, 0; }", false),
        ("f16_f16_n40_registers", "k16.f16.f16.f16", ", 1, 1, 1, 0;", true),
        ("bf16_n56", "k16.f32.bf16.bf16", ", p, 1, 1, 0, 0; }", false),
        ("bf16_n72_registers", "k16.f32.bf16.bf16", ", 1, 1, 1, 0;", true),
        ("tf32_n88", "k8.f32.tf32.tf32", ", p, 1, 1; }", false),
        ("tf32_n136_registers", "k8.f32.tf32.tf32", ", 1, 1, 1;", true),
        ("e4m3_n168", "k32.f32.e4m3.e4m3", ", p, 1, 1; }", false),
        ("e4m3_n24_registers", "k32.f32.e4m3.e4m3", ", 1, 1, 1;", true),
        ("e4m3_f16_n200", "k32.f16.e4m3.e4m3", ", p, 1, 1; }", false),
        ("e4m3_f16_n152_registers", "k32.f16.e4m3.e4m3", ", 1, 1, 1;", true),
        ("e5m2_n120", "k32.f32.e5m2.e5m2", ", p, 1, 1; }", false),
        ("e5m2_n184_registers", "k32.f32.e5m2.e5m2", ", 1, 1, 1;", true),
        ("e5m2_f16_n232", "k32.f16.e5m2.e5m2", ", p, 1, 1; }", false),
        ("e5m2_f16_n216_registers", "k32.f16.e5m2.e5m2", ", 1, 1, 1;", true),
        ("s8_n16", "k32.s32.s8.s8", ", p; }", false),
        ("s8_n48_registers", "k32.s32.s8.s8", ", 1;", true),
        ("u8_n224", "k32.s32.u8.u8", ", p; }", false),
        ("u8_n32_registers", "k32.s32.u8.u8", ", 1;", true),
        ("f16_n64_by_columns", "k16.f32.f16.f16", ", p, 1, 1, 1, 1; }", false),
        ("bf16_n144_by_columns", "k16.f32.bf16.bf16", ", p, 1, 1, 0, 1; }", false),
        ("f16_f16_n112_by_columns", "k16.f16.f16.f16", ", p, 1, 1, 1, 0; }", false),
        ("bf16_n80_registers_by_columns", "k16.f32.bf16.bf16", ", 1, 1, 1, 1;", true),
    ] {
        let n: usize =
            kernel.split("_n").nth(1).unwrap().split('_').next().unwrap().parse().unwrap();
        let kernel = format!("wgmma_{kernel}");
        let times = if kernel.ends_with("_by_columns") && !of_registers { 2 } else { 1 };
        let instruction = format!("wgmma.mma_async.sync.aligned.m64n{n}{types} {{");
        let registers =
            if types.contains(".f16.f16.f16") || types.contains("k32.f16") { n / 4 } else { n / 2 };
        has(
            &kernel,
            &[
                (&instruction, times),
                ("wgmma.mma_async", times),
                (".local", 0),
                ("st.global", registers),
            ],
        );
        for line in body(&kernel).iter().filter(|line| line.starts_with("wgmma.mma_async")) {
            assert!(line.ends_with(end), "{line}");
            // Registers of the sums and of `A`: there is a comma between any two, and between the operands.
            let operands = line.split_once(' ').unwrap().1;
            assert_eq!(
                operands.matches("%r").count(),
                registers + operands.matches("%rd").count() + if of_registers { 4 } else { 0 }
            );
        }
    }
}

/// 9.7.8.24: tensors of each rank are loaded, also to several blocks, stored, reduced and prefetched.
#[test]
fn copies_of_tensors_have_the_ranks_of_their_names() {
    macro_rules! checked {
        ($($name:ident $rank:literal $shared:literal;)*) => {$({
            let (name, rank) = (stringify!($name), $rank);
            let operation = name.rsplit('_').next().unwrap();
            let load = "shared::cluster.global.mbarrier::complete_tx::bytes";
            let (load, store) = match operation {
                "or" => (format!("{load} ["), format!("cp.reduce.async.bulk.tensor.{rank}d.global.shared::cta.or.tile.bulk_group [")),
                "stored" => (format!("{load} ["), format!("cp.async.bulk.tensor.{rank}d.global.shared::cta.bulk_group [")),
                _ => (
                    format!("{load}.multicast::cluster ["),
                    format!("cp.reduce.async.bulk.tensor.{rank}d.global.shared::cta.{operation}.tile.bulk_group ["),
                ),
            };
            has(name, &[
                (&format!("cp.async.bulk.tensor.{rank}d.{load}"), 1),
                (&store, 1),
                (&format!("cp.async.bulk.prefetch.tensor.{rank}d.L2.global ["), 1),
                ("prefetch.tensormap [", 1),
                ("cp.async.bulk.commit_group;", 1),
                ("cp.async.bulk.wait_group 0;", 1),
            ]);
            for line in body(name).iter().filter(|line| line.contains(".tensor.")) {
                let (_, coordinates) = line.split_once('{').unwrap();
                let (coordinates, _) = coordinates.split_once('}').unwrap();
                assert_eq!(coordinates.split(", ").count(), rank, "{line}");
            }
        })*};
    }
    each_tensor_kernel!(checked);
}

/// 9.7.8.8 and 9.7.8.11, ld and st; 9.7.8.17, createpolicy.
#[test]
fn loads_and_stores_have_their_hints() {
    has(
        "hints",
        &[
            ("ld.global.nc.b32 ", 1),
            ("ld.global.nc.b64 ", 1),
            ("ld.global.nc.b16 ", 1),
            ("ld.global.nc.L1::no_allocate.b32 ", 1),
            ("ld.global.L1::no_allocate.b32 ", 1),
            ("ld.global.L1::evict_first.b32 ", 1),
            ("ld.global.L1::evict_last.b32 ", 1),
            ("ld.global.L2::cache_hint.b32 ", 1),
            ("ld.global.L2::cache_hint.b16 ", 1),
            ("st.global.L1::no_allocate.b32 ", 1),
            ("st.global.L1::evict_first.b32 ", 1),
            ("st.global.L1::evict_first.b64 ", 1),
            ("st.global.L1::evict_last.b32 ", 1),
            ("st.global.L2::cache_hint.b32 ", 1),
            ("st.global.L2::cache_hint.b16 ", 1),
            ("createpolicy.fractional.L2::evict_first.b64 ", 1),
            ("createpolicy.fractional.L2::evict_last.b64 ", 1),
        ],
    );
    has(
        "hints_of_16_bytes",
        &[
            ("ld.global.nc.L1::no_allocate.v4.b32 {", 1),
            ("ld.global.L1::evict_first.v4.b32 {", 1),
            ("ld.global.L2::cache_hint.v4.b32 {", 1),
            ("st.global.L1::no_allocate.v4.b32 [", 1),
            ("st.global.L1::evict_last.v4.b32 [", 1),
            ("st.global.L2::cache_hint.v4.b32 [", 1),
        ],
    );
}

/// 8.5, scopes, with 9.7.12.4, membar and fence.
#[test]
fn loads_stores_and_fences_have_their_scopes() {
    for scope in ["cta", "cluster", "gpu", "sys"] {
        for bits in [32, 64] {
            has(
                "ordered",
                &[
                    (&format!("ld.acquire.{scope}.global.b{bits} "), 1),
                    (&format!("st.release.{scope}.global.b{bits} "), 1),
                ],
            );
        }
        has(
            "ordered",
            &[(&format!("fence.acq_rel.{scope};"), 1), (&format!("fence.sc.{scope};"), 1)],
        );
    }
}

/// 9.7.8.21, cvt; 9.7.12.15.13, mbarrier.arrive.
#[test]
fn conversions_and_arrivals() {
    for kind in ["e4m3x2", "e5m2x2"] {
        let names = [
            format!("cvt.rn.satfinite.{kind}.f32 "),
            format!("cvt.rn.satfinite.{kind}.f16x2 "),
            format!("cvt.rn.f16x2.{kind} "),
        ];
        let body = body("conversions_of_8_bits");
        let counts = names.map(|name| body.iter().filter(|line| line.starts_with(&name)).count());
        // A loop may be unrolled.
        assert!(counts[0] > 0 && counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    }
    let of_numbers = body("numbers_of_16_bits").join("\n");
    assert_eq!(of_numbers.matches("cvt.f32.f16 ").count(), 2);
    has("counted_arrivals", &[("mbarrier.init", 1), ("bar.warp.sync", 1), (".local", 0)]);
    let counted = body("counted_arrivals").join("\n");
    assert!(counted.matches("mbarrier.arrive.release.cta.shared::cta.b64 _, [").count() >= 1);
}

/// 9.7.8.8: single bytes, and arrays with bytes of their own.
#[test]
fn bytes_and_arrays() {
    has(
        "bytes",
        &[("ld.global.b8", 8), ("st.shared.b8", 8), ("ld.shared.b8", 8), ("st.global.b8", 4)],
    );
    let arrays = |kernel: &str| {
        let moves = body(kernel).into_iter().filter_map(|line| line.split_once(", shared_memory"));
        let mut places: Vec<&str> = moves.map(|(_, place)| place).collect();
        places.sort_unstable();
        places
    };
    assert_eq!(arrays("bytes"), ["+128;", ";"]);
    assert_eq!(arrays("tma_2d_of_bytes"), ["+256;", ";"]);
    assert_eq!(arrays("reduced"), ["+16;", ";"]);
    assert!(PTX.contains("// shared 264\n.visible .entry tma_2d_of_bytes("));
}

/// 9.7.8.6: 5 exchanges for each number of 32 bits, and 10 for one of 64.
#[test]
fn numbers_of_64_bits_are_exchanged_in_halves() {
    has("reduced", &[("shfl.sync.bfly.b32", 40), ("bar.sync", 4), ("st.shared.b64", 2)]);
}

/// 9.7.8.6: a scan of a warp has 5 exchanges of each register, and one of 4 warps 2 and 2 more.
#[test]
fn scans_are_exchanges() {
    has(
        "scanned",
        &[
            ("shfl.sync.up.b32", 5 + 6 + 2 * (5 + 2)),
            ("shfl.sync.idx.b32", 2 * 2 + 4),
            ("bar.sync", 2),
            ("st.shared.b64", 1),
            ("ld.shared.b64", 1),
            (".local", 0),
        ],
    );
}

/// 9.7.8.8, 9.7.8.11 and 9.7.8.22.3: pairs of 64 bits, and what takes the elements of an `Input`.
#[test]
fn vectors_of_16_bytes() {
    has(
        "wide",
        &[
            ("ld.global.v2.b64 {", 1),
            ("st.global.v2.b64 [", 1),
            ("ld.shared.v2.b64 {", 1),
            ("st.shared.v2.b64 [", 1),
            ("ld.global.nc.L1::no_allocate.v2.b64 {", 1),
            ("st.global.L1::evict_first.v2.b64 [", 1),
        ],
    );
    has(
        "of_input",
        &[
            ("cp.async.cg.shared.global [", 1),
            ("ld.global.nc.L1::no_allocate.v4.b32 {", 1),
            ("ld.global.L2::cache_hint.v4.b32 {", 1),
            ("ld.global.v4.b32 {", 1),
            ("ld.shared.v4.b32 {", 1),
            ("st.global.v4.b32 [", 4),
        ],
    );
}

/// Two calls: one with three arguments, and one before the trap.
#[test]
fn what_is_printed_is_called() {
    let lines = body("printed").join("\n");
    assert_eq!(lines.matches("call.uni (count), vprintf, (format, arguments);").count(), 2);
    assert_eq!(lines.matches("trap;").count(), 1);
    assert!(PTX.contains("\n.extern .func (.param .b32 count) vprintf("));
}
