//! The PTX of the kernels as text: what became of the layouts, without a GPU.

use std::collections::{BTreeMap, BTreeSet};

use tilework_kernels::PTX as KERNELS;
use tilework_ptx::Module;

/// The kernels by name, with the lines of each body.
fn kernels() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut kernels = BTreeMap::new();
    for text in KERNELS.split(".visible .entry ").skip(1) {
        let (head, body) = text.split_once("\n{\n").expect("a kernel has a body");
        let name = head.split_once('(').expect("a kernel has parameters").0;
        let body = body.split_once("\n}").expect("a body ends").0;
        kernels.insert(name, body.lines().map(str::trim).filter(|line| !line.is_empty()).collect());
    }
    kernels
}

/// The number of lines whose instruction begins with this text.
fn count(body: &[&str], instruction: &str) -> usize {
    let begins = |line: &&&str| {
        let predicated = line.strip_prefix('@').and_then(|line| line.split_once(' '));
        predicated.map_or(**line, |(_, line)| line).trim_start().starts_with(instruction)
    };
    body.iter().filter(begins).count()
}

#[test]
fn each_kernel_is_there() {
    let names: Vec<&str> = kernels().into_keys().collect();
    assert_eq!(
        names,
        [
            "attention_64",
            "attention_masked_128",
            "attention_masked_64",
            "copy",
            "copy_from_tiles",
            "copy_to_tiles",
            "gemm_bf16",
            "gemm_bf16_128",
            "gemm_bf16_128_batched",
            "gemm_bf16_128_k2",
            "gemm_bf16_128_k2_with",
            "gemm_bf16_128_with",
            "gemm_bf16_192_n128_k2",
            "gemm_bf16_batched",
            "gemm_bf16_grouped",
            "gemm_bf16_k4",
            "gemm_bf16_n128",
            "gemm_bf16_n128_k2",
            "gemm_bf16_n128_k2_with",
            "gemm_bf16_n16",
            "gemm_bf16_n16_with",
            "gemm_bf16_n32",
            "gemm_bf16_n32_k2",
            "gemm_bf16_n32_with",
            "gemm_bf16_n64",
            "gemm_bf16_n64_k2",
            "gemm_bf16_n64_with",
            "gemm_bf16_nn",
            "gemm_bf16_nn_with",
            "gemm_bf16_parts",
            "gemm_bf16_tn",
            "gemm_bf16_tn_with",
            "gemm_bf16_tt",
            "gemm_bf16_tt_with",
            "gemm_bf16_with",
            "gemm_e4m3",
            "gemm_e4m3_blocks",
            "gemm_e4m3_blocks_128",
            "gemm_e4m3_f32",
            "gemm_e4m3_rows",
            "gemm_f16",
            "gemm_f16_128",
            "gemm_f16_128_with",
            "gemm_f16_batched",
            "gemm_f16_grouped",
            "gemm_f16_n128_k2",
            "gemm_f16_n128_k2_with",
            "gemm_f16_n16",
            "gemm_f16_n16_with",
            "gemm_f16_n32",
            "gemm_f16_n32_with",
            "gemm_f16_n64",
            "gemm_f16_n64_with",
            "gemm_f16_nn_with",
            "gemm_f16_tn_with",
            "gemm_f16_tt_with",
            "gemm_f16_with",
            "gemm_f32",
            "gemm_f32_ragged",
            "gemm_mma_bf16",
            "gemm_mma_f16",
            "gemm_s8",
            "gemm_tf32",
            "scaled_copy",
            "softmax",
            "stencil",
            "strided_add_f32",
            "strided_copy_16",
            "strided_copy_2",
            "strided_copy_4",
            "transpose",
            "transpose_found",
            "transpose_planned",
            "transpose_ragged",
            "transpose_ragged_found",
        ]
    );
}

/// GPUs with neither `wgmma` nor the copy engine get the kernels without them, which assemble for 8.0.
#[test]
fn other_gpus_take_what_they_have() {
    let of = |gpu| Module::read(KERNELS).unwrap().for_gpu(gpu);
    let text = of((8, 0)).unwrap();
    assert_eq!(text.matches(".target sm_80\n").count(), 1);
    for instruction in ["wgmma", "bulk", "mbarrier", "setmaxnreg", "fence.proxy", "sm_90"] {
        assert!(!text.contains(instruction), "{instruction}");
    }
    let names: Vec<&str> =
        text.split(".visible .entry ").skip(1).map(|x| x.split('(').next().unwrap()).collect();
    let left_out: Vec<&str> = kernels().into_keys().filter(|name| !names.contains(name)).collect();
    let newer = |name: &&str| {
        let prefixes = ["attention_", "gemm_bf16", "gemm_e4m3", "gemm_f16", "gemm_s8", "gemm_tf32"];
        prefixes.iter().any(|prefix| name.starts_with(prefix))
    };
    assert_eq!(left_out, kernels().into_keys().filter(newer).collect::<Vec<_>>());
    assert_eq!(text, of((12, 0)).unwrap());
    assert_eq!(of((9, 0)).unwrap(), KERNELS);
}

/// The checks of layouts, and panics with their messages, are gone. Nothing is divided in 64 bits or lies in local
/// memory.
#[test]
fn nothing_is_left_that_one_would_not_write() {
    for (name, body) in kernels() {
        for line in body {
            for instruction in [
                "div.u64", "div.s64", "rem.u64", "rem.s64", "call", ".local", "ld.local",
                "st.local", "trap",
            ] {
                assert!(!line.contains(instruction), "{name}: {line}");
            }
            // All accesses are to global or shared memory, and the types say which.
            for generic in
                ["ld.b32 ", "ld.b64 ", "ld.f32 ", "ld.v4", "st.b32 ", "st.b64 ", "st.f32 ", "st.v4"]
            {
                assert!(!line.starts_with(generic), "{name}: {line}");
            }
        }
    }
}

/// A module with undeclared names does not load.
#[test]
fn all_that_is_named_is_there() {
    let declared: BTreeSet<&str> =
        KERNELS.lines().filter(|line| line.starts_with(".extern")).collect();
    assert_eq!(
        declared.into_iter().collect::<Vec<_>>(),
        [".extern .shared .align 1024 .b8 shared_memory[];"]
    );
    assert!(!KERNELS.contains(".func"), "all is inlined");
}

/// 16 bytes that are contiguous in the layout are one access: each thread makes one for each of its vectors.
#[test]
fn what_lies_together_is_accessed_together() {
    let kernels = kernels();
    let transposes = ["transpose", "transpose_found", "transpose_planned"];
    for name in ["copy", "copy_to_tiles", "copy_from_tiles"].into_iter().chain(transposes) {
        let body = &kernels[name];
        assert_eq!(count(body, "ld.global.v4.b32"), 4, "{name}");
        assert_eq!(count(body, "st.global.v4.b32"), 4, "{name}");
        assert_eq!(count(body, "ld.global") + count(body, "st.global"), 8, "{name}");
    }
    for (name, shared) in transposes.into_iter().zip([(4, 16), (4, 16), (0, 0)]) {
        let of = |instruction| count(&kernels[name], instruction);
        assert_eq!((of("st.shared.v4.b32"), of("ld.shared.b32")), shared, "{name}");
    }
    assert_eq!(count(&kernels["gemm_f32"], "st.global.v4.b32"), 16);
}

/// The addresses of a thread's 4 vectors cost no more than in hand-written code: an addition or two from the one
/// before.
#[test]
fn addresses_are_what_one_writes_by_hand() {
    let kernels = kernels();
    for name in ["copy", "copy_to_tiles", "copy_from_tiles", "scaled_copy"] {
        let arithmetic = ["add", "mul", "mad", "shl", "shr", "and", "or", "xor", "cvt."];
        let of_all: usize =
            arithmetic.iter().map(|instruction| count(&kernels[name], instruction)).sum();
        assert!(of_all <= 36, "{name}: {of_all}");
        assert_eq!(count(&kernels[name], "bra"), 0, "{name}");
    }
}

/// The loop of the f32 product has 1024 multiply-adds for a step, 64 loads of 16 bytes, and little else.
#[test]
fn the_product_of_f32_multiplies() {
    let kernels = kernels();
    let body = &kernels["gemm_f32"];
    assert_eq!(count(body, "fma.rn.f32"), 16 * 8 * 8);
    // Four for each column of `k`, and before the loop those of the first column.
    assert_eq!(count(body, "ld.shared.v4.b32"), 16 * 4 + 4);
    // 2 for `A` and 2 for `B`, in the loop and three times before it.
    assert_eq!(count(body, "cp.async.cg.shared.global"), 4 * 4);
    // Addresses, from the first multiplication to the last.
    let first = body.iter().position(|line| line.starts_with("fma")).unwrap();
    let last = body.iter().rposition(|line| line.starts_with("fma")).unwrap();
    let inner = &body[first..=last];
    let arithmetic: usize =
        ["mul.lo.s64", "mul.wide", "mad.lo", "div", "rem"].iter().map(|i| count(inner, i)).sum();
    assert!(arithmetic <= 16, "{arithmetic}");
    // The addresses of the loads are constants in the instructions: they are sums of two addresses, of `A` and `B`, and
    // numbers.
    assert_eq!(count(inner, "or.b32"), 0);
}

/// A step of 64 columns has 4 multiplications, and 128 tokens have all of `S` and of `P V`.
#[test]
fn the_products_of_16_bits_are_wgmma() {
    let kernels = kernels();
    for (name, columns, kind) in
        [("gemm_f16", 256, "f16"), ("gemm_bf16", 256, "bf16"), ("gemm_bf16_128", 128, "bf16")]
    {
        let wgmma = format!("wgmma.mma_async.sync.aligned.m64n{columns}k16.f32.{kind}.{kind}");
        let body = &kernels[name];
        assert_eq!(body.iter().filter(|line| line.starts_with(&wgmma)).count(), 4, "{name}");
        assert_eq!(count(body, "wgmma.mma_async"), 4, "{name}");
        // The result goes through shared memory: 16 columns at a time to boxes of 64, which the copy engine stores. No
        // thread accesses global memory. Each block of a cluster loads half of `B` for both.
        assert_eq!(count(body, "stmatrix.sync.aligned.m8n8.x4.shared.b16"), columns / 16, "{name}");
        assert_eq!(
            count(body, "cp.async.bulk.tensor.2d.global.shared::cta"),
            columns / 64,
            "{name}"
        );
        assert_eq!(count(body, "st.global") + count(body, "ld.global"), 0, "{name}");
        let multicast = body.iter().filter(|line| line.contains(".multicast::cluster")).count();
        assert!(multicast > 0, "{name}");
        let loads = count(body, "cp.async.bulk.tensor.2d.shared::cluster.global");
        assert_eq!(loads, 2 * multicast, "{name}");
    }
    // Tensor maps are arguments. The copy engine has their address, and nothing of them is loaded.
    for name in ["gemm_f16", "gemm_bf16", "gemm_bf16_128", "attention_64"] {
        let body = &kernels[name];
        assert_eq!(count(body, "prefetch.tensormap"), 3, "{name}");
        for map in 0..3 {
            let map = format!("{name}_param_{map}");
            assert!(KERNELS.contains(&format!("\t.param .align 64 .b8 {map}[128],\n")), "{map}");
            assert_eq!(body.iter().filter(|line| line.contains(&map)).count(), 1, "{map}");
        }
    }
    let of = |columns: usize| {
        let wgmma = format!("wgmma.mma_async.sync.aligned.m64n{columns}k16.f32.bf16.bf16");
        kernels["attention_64"].iter().filter(|line| line.starts_with(&wgmma)).count()
    };
    // `S` before the loop and in it, and `P V` in the loop and after it.
    assert_eq!([of(128), of(64)], [2 * 4, 2 * 8]);
}

/// A step of 32 columns has twice 4 x 8 multiplications, whose operands come by twice 4 + 4 loads. The loop makes 2
/// copies of `A` and 4 of `B`. Before it they are made for the step that may reach past the end, and for two more.
#[test]
fn the_products_of_a_warp_are_mma_sync() {
    let kernels = kernels();
    for (name, kind) in [("gemm_mma_f16", "f16"), ("gemm_mma_bf16", "bf16")] {
        let body = &kernels[name];
        let mma = format!("mma.sync.aligned.m16n8k16.row.col.f32.{kind}.{kind}.f32");
        assert_eq!((count(body, &mma), count(body, "mma.sync")), (64, 64), "{name}");
        // And before the loop those of the first half step.
        let ldmatrix = "ldmatrix.sync.aligned.m8n8.x4.shared.b16";
        assert_eq!((count(body, ldmatrix), count(body, "ldmatrix")), (24, 24), "{name}");
        assert_eq!(count(body, "cp.async.cg.shared.global"), 4 * 6, "{name}");
        assert_eq!(count(body, "bar.sync"), 2, "{name}");
        // 16 vectors of a thread.
        assert_eq!(count(body, "st.global.v4.b32"), 16, "{name}");
        // In the loop, from the first multiplication to the last, nothing is multiplied in 64 bits or divided.
        let first = body.iter().position(|line| line.starts_with("mma")).unwrap();
        let last = body.iter().rposition(|line| line.starts_with("mma")).unwrap();
        let inner = &body[first..=last];
        for instruction in ["div", "rem", "mul.lo.s64", "mul.wide", "mul.hi", "mad.lo.s64"] {
            assert_eq!(count(inner, instruction), 0, "{name}: {instruction}");
        }
    }
}

/// The product for any extents multiplies and loads like the one for whole tiles.
#[test]
fn the_product_of_f32_of_any_extents_multiplies() {
    let kernels = kernels();
    let [whole, ragged] = ["gemm_f32", "gemm_f32_ragged"].map(|name| &kernels[name]);
    for instruction in [
        "fma.rn.f32",
        "ld.shared.v4.b32",
        "cp.async.cg.shared.global",
        "st.global.v4.b32",
        "bar.sync",
    ] {
        assert_eq!(count(ragged, instruction), count(whole, instruction), "{instruction}");
    }
    // Copies of 16 bytes or none belong to the step before the loop, which may be partial: 2 of `A` and 2 of `B`.
    let copies = ragged.iter().filter(|line| line.starts_with("cp.async.cg"));
    assert_eq!(copies.filter(|line| !line.ends_with(", 16;")).count(), 2 * 2);
}

/// The guide shows the reader's own kernel as it is compiled, and its test on the CPU.
#[test]
fn the_kernel_of_the_guide_is_compiled() {
    let plain = |text: &str| text.split_whitespace().collect::<String>().replace(",)", ")");
    let guide = plain(include_str!("../../../src/guide/gpu.md"));
    let kernel = include_str!("../../kernels/src/scaled_copy.rs");
    let kernel = &kernel[kernel.find("/// Vectors of 4").unwrap()..]
        .replace("/// `to = factor from`.\n", "");
    assert!(guide.contains(&plain(kernel)), "{kernel}");
    let test = include_str!("../../kernels/tests/kernels/guide.rs");
    let test = &test[test.find("use tilework_kernels::emulator").unwrap()..];
    assert!(guide.contains(&plain(test)), "{test}");
}

/// Instructions that the threads of a warp, a warpgroup or a block execute together occur in each kernel as often as in
/// its source. None was duplicated into a branch, and none was removed.
#[test]
fn what_threads_do_together_is_there_once() {
    let kernels = kernels();
    let names = [
        "bar.sync",
        "bar.warp.sync",
        "barrier.cluster.arrive",
        "shfl.sync",
        "ldmatrix",
        "stmatrix",
        "mma.sync",
        "wgmma.fence",
        "wgmma.mma_async",
        "wgmma.commit_group",
        "wgmma.wait_group",
        "setmaxnreg",
    ];
    // Attention: 64 columns are 4 instructions for `S` and 8 for `P V`. Each stands once in the loop, and once before
    // or after it. A maximum and a sum over a quad are 2 shuffles for each of 2 rows; the maximum is taken before the
    // loop and in it.
    let attention = |of_s: usize| [1, 0, 0, 12, 0, 0, 0, 4, 2 * (of_s + 8), 4, 4, 2];
    // A mask adds loops. 16 columns of `O` are a `stmatrix`, with a barrier before and after.
    let masked = |of_s: usize, of_o: usize, more: usize| {
        let [loops, steps] = [2 + more, 1 + more];
        [
            2,
            1,
            0,
            4 * (2 + steps),
            0,
            of_o,
            0,
            2 * loops,
            loops * (of_s + 8),
            2 * loops,
            2 * loops,
            2,
        ]
    };
    // Products: a step is 4 instructions; 16 columns are a `stmatrix`, and 64 a box, with a barrier before and after.
    let gemm = |columns: usize| [0, columns / 32, 1, 0, 0, columns / 16, 0, 1, 4, 1, 2, 2];
    // Results of 32 bits are written in pairs, and 32 columns are a box.
    let of_32_bits = |columns: usize| [0, columns / 16, 1, 0, 0, 0, 0, 1, 4, 1, 2, 2];
    // Blocks without a cluster begin with a barrier of their own.
    let alone = |columns: usize| [1, columns / 32, 0, 0, 0, columns / 16, 0, 1, 4, 1, 2, 2];
    // If parts are in global memory, the consumers meet before one of them waits for other blocks, and after it.
    let in_memory = |columns: usize| [2, columns / 32, 1, 0, 0, columns / 16, 0, 1, 4, 1, 2, 2];
    // A block with parts of `k` begins with a barrier of its own. The consumers meet before they write their sums. All
    // threads of the cluster meet when the sums are there and when they are read, at two places, and the producer's
    // warp meets before.
    let parts = |columns: usize| [2, columns / 32 + 1, 4, 0, 0, columns / 16, 0, 1, 4, 1, 2, 2];
    // Column-major, a box is 16 columns, with a barrier of the warpgroup before and after. A single warpgroup releases
    // no registers.
    let by_columns = |columns: usize, depth: usize, in_parts: usize| {
        let barriers = [1 + 2 * (columns / 16) + in_parts, in_parts, 4 * in_parts];
        let [block, warp, cluster] = barriers;
        [block, warp, cluster, 0, 0, columns / 16, 0, 1, depth / 16, 1, 2, 0]
    };
    let mut of_three_warpgroups = by_columns(128, 64, 1);
    of_three_warpgroups[11] = 2;
    // 4 x 8 and 4 x 4 exchanges in each of 16 vectors; 4 exchanges of a quad are a transpose.
    let gemm_mma = [2, 0, 0, 16 * 4, 24, 0, 64, 0, 0, 0, 0, 0];
    let barriers = |count: usize| [count, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    // Two reductions: 5 shuffles and 2 barriers each.
    let softmax = [4, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0];
    for (kernel, expected) in [
        ("attention_64", attention(4)),
        ("attention_masked_128", masked(8, 8, 1)),
        ("attention_masked_64", masked(4, 4, 0)),
        ("copy", barriers(0)),
        ("copy_from_tiles", barriers(0)),
        ("copy_to_tiles", barriers(0)),
        ("gemm_bf16", gemm(256)),
        ("gemm_bf16_batched", gemm(256)),
        ("gemm_bf16_with", gemm(256)),
        ("gemm_bf16_128", gemm(128)),
        ("gemm_bf16_128_batched", gemm(128)),
        ("gemm_bf16_128_with", gemm(128)),
        ("gemm_bf16_128_k2", parts(128)),
        ("gemm_bf16_128_k2_with", parts(128)),
        ("gemm_bf16_k4", parts(256)),
        ("gemm_bf16_grouped", alone(256)),
        ("gemm_f16_grouped", alone(256)),
        ("gemm_bf16_parts", in_memory(256)),
        ("gemm_bf16_n128", by_columns(128, 64, 0)),
        ("gemm_bf16_n128_k2", by_columns(128, 64, 1)),
        ("gemm_bf16_192_n128_k2", of_three_warpgroups),
        ("gemm_bf16_n128_k2_with", by_columns(128, 64, 1)),
        ("gemm_bf16_n16", by_columns(16, 256, 0)),
        ("gemm_bf16_n16_with", by_columns(16, 256, 0)),
        ("gemm_bf16_n32", by_columns(32, 128, 0)),
        ("gemm_bf16_n32_with", by_columns(32, 128, 0)),
        ("gemm_bf16_n32_k2", by_columns(32, 128, 1)),
        ("gemm_bf16_n64", by_columns(64, 128, 0)),
        ("gemm_bf16_n64_with", by_columns(64, 128, 0)),
        ("gemm_bf16_n64_k2", by_columns(64, 128, 1)),
        ("gemm_bf16_nn", gemm(256)),
        ("gemm_bf16_nn_with", gemm(256)),
        ("gemm_bf16_tn", gemm(256)),
        ("gemm_bf16_tn_with", gemm(256)),
        ("gemm_bf16_tt", gemm(256)),
        ("gemm_bf16_tt_with", gemm(256)),
        ("gemm_e4m3", gemm(256)),
        ("gemm_e4m3_f32", of_32_bits(256)),
        // All threads of a cluster meet once. A step is 4 instructions, or 4 for each 128 columns, which wait for each
        // other.
        ("gemm_e4m3_blocks", [0, 8, 1, 0, 0, 16, 0, 2, 8, 2, 2, 2]),
        ("gemm_e4m3_blocks_128", [0, 4, 1, 0, 0, 8, 0, 1, 4, 1, 1, 2]),
        ("gemm_e4m3_rows", [0, 8, 1, 0, 0, 16, 0, 1, 4, 1, 2, 2]),
        ("gemm_f16", gemm(256)),
        ("gemm_f16_batched", gemm(256)),
        ("gemm_f16_with", gemm(256)),
        ("gemm_f16_128", gemm(128)),
        ("gemm_f16_128_with", gemm(128)),
        ("gemm_f16_n128_k2", by_columns(128, 64, 1)),
        ("gemm_f16_n128_k2_with", by_columns(128, 64, 1)),
        ("gemm_f16_n16", by_columns(16, 256, 0)),
        ("gemm_f16_n16_with", by_columns(16, 256, 0)),
        ("gemm_f16_n32", by_columns(32, 128, 0)),
        ("gemm_f16_n32_with", by_columns(32, 128, 0)),
        ("gemm_f16_n64", by_columns(64, 128, 0)),
        ("gemm_f16_n64_with", by_columns(64, 128, 0)),
        ("gemm_f16_nn_with", gemm(256)),
        ("gemm_f16_tn_with", gemm(256)),
        ("gemm_f16_tt_with", gemm(256)),
        ("gemm_f32", barriers(2)),
        ("gemm_f32_ragged", barriers(2)),
        ("gemm_mma_bf16", gemm_mma),
        ("gemm_mma_f16", gemm_mma),
        ("gemm_s8", of_32_bits(256)),
        ("gemm_tf32", of_32_bits(256)),
        ("scaled_copy", barriers(0)),
        ("softmax", softmax),
        ("stencil", barriers(0)),
        ("strided_add_f32", barriers(0)),
        ("strided_copy_16", barriers(0)),
        ("strided_copy_2", barriers(0)),
        ("strided_copy_4", barriers(0)),
        ("transpose", barriers(1)),
        ("transpose_found", barriers(1)),
        ("transpose_planned", barriers(0)),
        ("transpose_ragged", barriers(1)),
        ("transpose_ragged_found", barriers(1)),
    ] {
        assert_eq!(
            names.map(|name| count(&kernels[kernel], name)),
            expected,
            "{kernel}: {names:?}"
        );
    }
    assert_eq!(kernels.len(), 75);
}

/// The line before each kernel says what it needs of a GPU, and the message says what a GPU lacks.
#[test]
fn each_kernel_says_what_it_needs() {
    let module = Module::read(KERNELS).unwrap();
    let of = |name: &str| module.entry(name).unwrap().needs.clone();
    assert_eq!(
        of("gemm_f16").unmet("gemm_f16", (8, 0)),
        "gemm_f16 needs compute capability 9.0 (wgmma); this GPU has 8.0"
    );
    assert_eq!(of("gemm_mma_f16").to_string(), "compute capability 8.0 or later");
    let newer = module.entries().iter().filter(|entry| !entry.needs.are_met((8, 0)));
    assert_eq!(newer.count(), 56);
}
