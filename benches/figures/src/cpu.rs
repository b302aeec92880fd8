//! Rows of README and of the chart from `benches/report`: several sizes of each kind of work, the best as well as the
//! worst ones.

use crate::program::Program;

/// The program, and its rows.
pub static REPORT: Program = Program {
    name: "benches/report",
    on: "On",
    shows: "bars: the time of tilework over the time of the fastest other on a CPU",
    table: &[
        "relayout f32 4096 x 4096 to 8 x 8 tiles",
        "transpose f32 4096 x 4096",
        "permute f32 [128, 96, 200] by [2, 1, 0]",
        "gemm f32 NN 1024 x 1024 x 1024",
        "gemm f64 NN 1024 x 1024 x 1024",
        "convolution f32, 4 x 32 x 34 x 34 by 64 x 32 x 3 x 3",
    ],
    bars: &[
        "relayout f32 1024 x 1024 from 8 x 8 tiles",
        "relayout f32 4096 x 4096 to 8 x 8 tiles",
        "transpose f64 64 x 64",
        "transpose f32 1000 x 1000",
        "transpose f32 4096 x 4096",
        "transpose f64 4096 x 4096",
        "permute f32 [128, 96, 200] by [2, 1, 0]",
        "permute f32 [128, 96, 200] by [1, 0, 2]",
        "permute f32 [64, 48, 100, 16] by [3, 2, 1, 0]",
        "gemm f32 NN 128 x 128 x 128",
        "gemm f32 NN 1024 x 1024 x 1024",
        "gemm f32 TN 4096 x 32 x 32",
        "gemm f32 NT 32 x 4096 x 32",
        "gemm f64 TN 64 x 64 x 64",
        "gemm f64 NN 1024 x 1024 x 1024",
        "convolution f32, 4 x 32 x 34 x 34 by 64 x 32 x 3 x 3",
    ],
    titles: &[],
};
