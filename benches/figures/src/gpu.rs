//! What README and the chart show of `benches/gpu`: each kind of kernel, the best as well as the worst ones.

use crate::program::Program;

/// The program, and its rows.
pub static GPU: Program = Program {
    name: "benches/gpu",
    on: "On an",
    shows: "bars: the time of tilework over the time of the fastest other on a GPU",
    table: &[
        "copy of f32, 16384 x 16384",
        "transpose of f32, 16384 x 16384",
        "product of f32, 4096 x 4096 x 4096",
        "product of bf16, 8192 x 8192 x 8192",
        "product of bf16, 16 x 8192 x 8192",
        "product of e4m3 to bf16, 8192 x 8192 x 8192",
        "attention of bf16, 16 heads of 16384, d = 128",
        "attention of bf16, 16 heads of 16384, d = 64",
    ],
    bars: &[
        "copy of f32, 16384 x 16384",
        "transpose of f32, 16384 x 16384",
        "product of f32, 4096 x 4096 x 4096",
        "product of tf32, 8192 x 8192 x 8192",
        "product of f16, 8192 x 8192 x 8192",
        "product of bf16, 4096 x 4096 x 4096",
        "product of bf16, 8192 x 8192 x 8192",
        "product of bf16, 1 x 8192 x 8192",
        "product of bf16, 16 x 8192 x 8192",
        "product of bf16, 256 x 8192 x 8192",
        "product of bf16, 16 x 4096 x 4096",
        "product of bf16, 2048 x 256 x 16384",
        "product of bf16, 64 of 512 x 512 x 512",
        "product of e4m3 to bf16, 8192 x 8192 x 8192",
        "product of s8 to s32, 8192 x 8192 x 8192",
        "attention of bf16, 16 heads of 16384, d = 128",
        "attention of bf16, 16 heads of 16384, d = 128, causal",
        "attention of bf16, 64 heads of 4096, d = 128, causal",
        "attention of bf16, 16 heads of 16384, d = 64",
        "attention of bf16, 16 heads of 16384, d = 64, causal",
    ],
    titles: &[
        ("memory", "Copies and transposes, examples `copy` and `transpose` of `tilework-device`"),
        (
            "f32",
            "Products of f32, and of extents that are not multiples of 8, examples `gemm` and `gemm_ragged`",
        ),
        ("scaled", "Products of e4m3 with scales, example `gemm_e4m3`"),
        ("square", "Square products"),
        ("elements", "The same of other elements, and with columns that are contiguous"),
        ("few", "Few rows by 8192 x 8192"),
        ("small", "Few rows by 4096 x 4096"),
        ("llama8", "Few rows by three layers of Llama 8B"),
        ("llama70", "Few rows by three layers of Llama 70B"),
        ("deep", "Few columns of great depth"),
        ("batches", "Batches"),
        ("attention", "Attention forward; causal counts only what is not masked"),
    ],
};
