//! The choice of a kernel for a product, compared with measured times.

use tilework_kernels::argument::product::{OF_BF16, fastest};

/// Microseconds of bf16 products on an H200, `m`, `n`, `k`, for each kernel that was measured: `benches/gpu --all`.
type Measured = ([u32; 3], &'static [(&'static str, f64)]);
const MEASURED: &[Measured] = &[
    // On an H100.
    (
        [2048, 256, 16384],
        &[("gemm_bf16_128_k2", 48.39), ("gemm_bf16_k4", 45.87), ("gemm_bf16_parts", 44.35)],
    ),
    (
        [1, 4096, 4096],
        &[
            ("gemm_bf16_n16", 11.74),
            ("gemm_bf16_128_k2", 23.97),
            ("gemm_bf16_k4", 18.54),
            ("gemm_bf16_n32", 15.15),
            ("gemm_bf16_n32_k2", 12.27),
            ("gemm_bf16_n64", 22.24),
            ("gemm_bf16_n64_k2", 17.65),
            ("gemm_bf16_n128", 33.51),
            ("gemm_bf16_n128_k2", 23.55),
        ],
    ),
    (
        [16, 4096, 4096],
        &[
            ("gemm_bf16_n16", 11.64),
            ("gemm_bf16_128_k2", 22.31),
            ("gemm_bf16_k4", 18.2),
            ("gemm_bf16_n32", 12.02),
            ("gemm_bf16_n32_k2", 11.3),
            ("gemm_bf16_n64", 19.88),
            ("gemm_bf16_n64_k2", 15.5),
            ("gemm_bf16_n128", 31.94),
            ("gemm_bf16_n128_k2", 21.53),
        ],
    ),
    (
        [32, 4096, 4096],
        &[
            ("gemm_bf16_n64", 16.99),
            ("gemm_bf16_n64_k2", 14.67),
            ("gemm_bf16_n32_k2", 11.33),
            ("gemm_bf16_128_k2", 21.85),
            ("gemm_bf16_k4", 18.17),
            ("gemm_bf16_n32", 11.64),
            ("gemm_bf16_n128", 29.95),
            ("gemm_bf16_n128_k2", 21.77),
        ],
    ),
    (
        [64, 4096, 4096],
        &[
            ("gemm_bf16_n64", 13.78),
            ("gemm_bf16_n64_k2", 12.13),
            ("gemm_bf16_n128_k2", 19.87),
            ("gemm_bf16_128", 27.44),
            ("gemm_bf16_128_k2", 18.37),
            ("gemm_bf16_k4", 18.19),
            ("gemm_bf16_n128", 25.48),
        ],
    ),
    (
        [128, 4096, 4096],
        &[
            ("gemm_bf16", 40.97),
            ("gemm_bf16_128", 22.85),
            ("gemm_bf16_n128", 16.12),
            ("gemm_bf16_n128_k2", 13.15),
            ("gemm_bf16_128_k2", 16.33),
            ("gemm_bf16_k4", 18.46),
            ("gemm_bf16_192_n128_k2", 25.62),
        ],
    ),
    (
        [256, 4096, 4096],
        &[
            ("gemm_bf16", 41.27),
            ("gemm_bf16_128", 22.75),
            ("gemm_bf16_128_k2", 17.18),
            ("gemm_bf16_k4", 34.28),
        ],
    ),
    ([4096, 4096, 4096], &[("gemm_bf16", 169.8), ("gemm_bf16_128", 178.6)]),
    (
        [1, 4096, 14336],
        &[
            ("gemm_bf16_n16", 32.79),
            ("gemm_bf16_n32_k2", 32.09),
            ("gemm_bf16_128_k2", 64.65),
            ("gemm_bf16_k4", 41.86),
            ("gemm_bf16_n32", 44.14),
            ("gemm_bf16_n64", 66.33),
            ("gemm_bf16_n64_k2", 45.46),
            ("gemm_bf16_n128", 104.38),
            ("gemm_bf16_n128_k2", 67.25),
        ],
    ),
    (
        [16, 4096, 14336],
        &[
            ("gemm_bf16_n16", 32.32),
            ("gemm_bf16_128_k2", 63.17),
            ("gemm_bf16_k4", 41.73),
            ("gemm_bf16_n32", 33.55),
            ("gemm_bf16_n32_k2", 31.05),
            ("gemm_bf16_n64", 55.96),
            ("gemm_bf16_n64_k2", 41.7),
            ("gemm_bf16_n128", 92.47),
            ("gemm_bf16_n128_k2", 67.23),
        ],
    ),
    ([64, 4096, 14336], &[("gemm_bf16_n64", 40.26), ("gemm_bf16_n64_k2", 32.68)]),
    (
        [128, 4096, 14336],
        &[
            ("gemm_bf16", 132.99),
            ("gemm_bf16_128", 70.48),
            ("gemm_bf16_n128", 47.42),
            ("gemm_bf16_n128_k2", 35.35),
            ("gemm_bf16_128_k2", 43.73),
            ("gemm_bf16_k4", 42.7),
            ("gemm_bf16_192_n128_k2", 74.03),
        ],
    ),
    (
        [256, 4096, 14336],
        &[
            ("gemm_bf16", 132.82),
            ("gemm_bf16_128", 69.59),
            ("gemm_bf16_128_k2", 49.68),
            ("gemm_bf16_k4", 88.37),
        ],
    ),
    (
        [1, 6144, 4096],
        &[
            ("gemm_bf16_n16", 15.83),
            ("gemm_bf16_128", 42.03),
            ("gemm_bf16_128_k2", 28.45),
            ("gemm_bf16_k4", 24.29),
            ("gemm_bf16_n32", 18.02),
            ("gemm_bf16_n32_k2", 20.74),
            ("gemm_bf16_n64", 26.29),
            ("gemm_bf16_n64_k2", 28.92),
            ("gemm_bf16_n128", 35.03),
            ("gemm_bf16_n128_k2", 42.62),
        ],
    ),
    (
        [16, 6144, 4096],
        &[
            ("gemm_bf16_n16", 16.02),
            ("gemm_bf16_128", 38.31),
            ("gemm_bf16_128_k2", 28.93),
            ("gemm_bf16_k4", 24.28),
            ("gemm_bf16_n32", 16.13),
            ("gemm_bf16_n32_k2", 18.03),
            ("gemm_bf16_n64", 23.64),
            ("gemm_bf16_n64_k2", 26.54),
            ("gemm_bf16_n128", 34.11),
            ("gemm_bf16_n128_k2", 41.22),
        ],
    ),
    (
        [32, 6144, 4096],
        &[
            ("gemm_bf16_n64", 20.84),
            ("gemm_bf16_n64_k2", 24.96),
            ("gemm_bf16_n32", 16.08),
            ("gemm_bf16_128", 35.84),
            ("gemm_bf16_128_k2", 27.8),
            ("gemm_bf16_k4", 23.79),
            ("gemm_bf16_n32_k2", 18.1),
            ("gemm_bf16_n128", 33.34),
            ("gemm_bf16_n128_k2", 39.73),
        ],
    ),
    (
        [64, 6144, 4096],
        &[
            ("gemm_bf16_n64", 16.83),
            ("gemm_bf16_n64_k2", 20.39),
            ("gemm_bf16_n128", 30.23),
            ("gemm_bf16_128", 36.92),
            ("gemm_bf16_128_k2", 24.46),
            ("gemm_bf16_k4", 21.67),
            ("gemm_bf16_n128_k2", 34.48),
        ],
    ),
    (
        [128, 6144, 4096],
        &[
            ("gemm_bf16", 41.4),
            ("gemm_bf16_128", 30.06),
            ("gemm_bf16_n128", 18.06),
            ("gemm_bf16_n128_k2", 23.14),
            ("gemm_bf16_128_k2", 18.42),
            ("gemm_bf16_k4", 21.79),
            ("gemm_bf16_192_n128_k2", 26.17),
        ],
    ),
    (
        [256, 6144, 4096],
        &[
            ("gemm_bf16", 41.59),
            ("gemm_bf16_128", 23.44),
            ("gemm_bf16_128_k2", 32.0),
            ("gemm_bf16_k4", 36.57),
        ],
    ),
    (
        [1, 8192, 8192],
        &[
            ("gemm_bf16_n16", 35.74),
            ("gemm_bf16_128", 87.24),
            ("gemm_bf16_128_k2", 64.37),
            ("gemm_bf16_k4", 58.48),
            ("gemm_bf16_n32", 38.76),
            ("gemm_bf16_n32_k2", 41.28),
            ("gemm_bf16_n64", 54.88),
            ("gemm_bf16_n64_k2", 62.69),
            ("gemm_bf16_n128", 80.36),
            ("gemm_bf16_n128_k2", 98.59),
        ],
    ),
    (
        [16, 8192, 8192],
        &[
            ("gemm_bf16_n16", 34.9),
            ("gemm_bf16_128", 83.7),
            ("gemm_bf16_128_k2", 61.33),
            ("gemm_bf16_k4", 59.58),
            ("gemm_bf16_n32", 34.81),
            ("gemm_bf16_n32_k2", 37.31),
            ("gemm_bf16_n64", 49.69),
            ("gemm_bf16_n64_k2", 55.18),
            ("gemm_bf16_n128", 76.13),
            ("gemm_bf16_n128_k2", 91.38),
        ],
    ),
    (
        [32, 8192, 8192],
        &[
            ("gemm_bf16_n64", 44.67),
            ("gemm_bf16_n64_k2", 48.61),
            ("gemm_bf16_n32_k2", 37.32),
            ("gemm_bf16_128", 83.42),
            ("gemm_bf16_128_k2", 57.76),
            ("gemm_bf16_k4", 60.27),
            ("gemm_bf16_n32", 34.79),
            ("gemm_bf16_n128", 74.61),
            ("gemm_bf16_n128_k2", 84.99),
        ],
    ),
    (
        [64, 8192, 8192],
        &[
            ("gemm_bf16_n64", 37.52),
            ("gemm_bf16_n64_k2", 40.87),
            ("gemm_bf16_128_k2", 51.27),
            ("gemm_bf16_128", 79.19),
            ("gemm_bf16_k4", 60.77),
            ("gemm_bf16_n128", 64.17),
            ("gemm_bf16_n128_k2", 73.91),
        ],
    ),
    (
        [128, 8192, 8192],
        &[
            ("gemm_bf16", 78.72),
            ("gemm_bf16_128", 65.64),
            ("gemm_bf16_n128", 39.37),
            ("gemm_bf16_n128_k2", 44.31),
            ("gemm_bf16_128_k2", 39.3),
            ("gemm_bf16_k4", 62.11),
            ("gemm_bf16_192_n128_k2", 46.89),
        ],
    ),
    (
        [256, 8192, 8192],
        &[
            ("gemm_bf16", 79.13),
            ("gemm_bf16_128", 48.2),
            ("gemm_bf16_128_k2", 63.71),
            ("gemm_bf16_k4", 83.35),
        ],
    ),
    ([1, 10240, 8192], &[("gemm_bf16_n16", 45.82)]),
    ([16, 10240, 8192], &[("gemm_bf16_n16", 46.06)]),
    ([64, 10240, 8192], &[("gemm_bf16_n64", 48.6), ("gemm_bf16_n64_k2", 53.89)]),
    (
        [128, 10240, 8192],
        &[
            ("gemm_bf16", 79.24),
            ("gemm_bf16_128", 99.87),
            ("gemm_bf16_n128", 58.05),
            ("gemm_bf16_n128_k2", 61.91),
            ("gemm_bf16_128_k2", 63.1),
            ("gemm_bf16_k4", 64.18),
            ("gemm_bf16_192_n128_k2", 50.32),
        ],
    ),
    (
        [256, 10240, 8192],
        &[
            ("gemm_bf16", 80.12),
            ("gemm_bf16_128", 80.31),
            ("gemm_bf16_128_k2", 88.62),
            ("gemm_bf16_k4", 86.22),
        ],
    ),
    ([1, 14336, 4096], &[("gemm_bf16_n16", 31.18)]),
    ([16, 14336, 4096], &[("gemm_bf16_n16", 31.68)]),
    ([64, 14336, 4096], &[("gemm_bf16_n64", 33.96), ("gemm_bf16_n64_k2", 42.12)]),
    (
        [128, 14336, 4096],
        &[
            ("gemm_bf16", 44.34),
            ("gemm_bf16_128", 60.98),
            ("gemm_bf16_n128", 36.88),
            ("gemm_bf16_n128_k2", 47.99),
            ("gemm_bf16_128_k2", 41.04),
            ("gemm_bf16_k4", 45.47),
        ],
    ),
    (
        [256, 14336, 4096],
        &[
            ("gemm_bf16", 46.04),
            ("gemm_bf16_128", 47.81),
            ("gemm_bf16_128_k2", 65.66),
            ("gemm_bf16_k4", 72.68),
        ],
    ),
    (
        [1, 28672, 4096],
        &[
            ("gemm_bf16_n16", 60.07),
            ("gemm_bf16", 119.72),
            ("gemm_bf16_128", 188.21),
            ("gemm_bf16_128_k2", 116.89),
            ("gemm_bf16_k4", 100.28),
            ("gemm_bf16_n32", 73.62),
            ("gemm_bf16_n32_k2", 79.44),
            ("gemm_bf16_n64", 112.84),
            ("gemm_bf16_n64_k2", 122.23),
            ("gemm_bf16_n128", 157.86),
            ("gemm_bf16_n128_k2", 193.63),
        ],
    ),
    (
        [16, 28672, 4096],
        &[
            ("gemm_bf16_n16", 60.57),
            ("gemm_bf16", 101.88),
            ("gemm_bf16_128", 152.29),
            ("gemm_bf16_128_k2", 109.32),
            ("gemm_bf16_k4", 96.75),
            ("gemm_bf16_n32", 61.55),
            ("gemm_bf16_n32_k2", 68.21),
            ("gemm_bf16_n64", 97.56),
            ("gemm_bf16_n64_k2", 104.94),
            ("gemm_bf16_n128", 149.19),
            ("gemm_bf16_n128_k2", 180.71),
        ],
    ),
    (
        [32, 28672, 4096],
        &[
            ("gemm_bf16_n32_k2", 68.51),
            ("gemm_bf16", 94.68),
            ("gemm_bf16_128", 141.81),
            ("gemm_bf16_128_k2", 107.27),
            ("gemm_bf16_k4", 93.94),
            ("gemm_bf16_n32", 61.03),
            ("gemm_bf16_n64", 83.64),
            ("gemm_bf16_n64_k2", 95.4),
            ("gemm_bf16_n128", 147.05),
            ("gemm_bf16_n128_k2", 173.38),
        ],
    ),
    (
        [64, 28672, 4096],
        &[
            ("gemm_bf16_128_k2", 99.54),
            ("gemm_bf16", 103.76),
            ("gemm_bf16_128", 153.06),
            ("gemm_bf16_k4", 87.49),
            ("gemm_bf16_n64", 64.42),
            ("gemm_bf16_n64_k2", 76.14),
            ("gemm_bf16_n128", 132.2),
            ("gemm_bf16_n128_k2", 142.9),
        ],
    ),
    (
        [128, 28672, 4096],
        &[
            ("gemm_bf16_128_k2", 78.5),
            ("gemm_bf16", 84.54),
            ("gemm_bf16_128", 119.79),
            ("gemm_bf16_k4", 87.34),
            ("gemm_bf16_n128", 69.14),
            ("gemm_bf16_n128_k2", 86.94),
            ("gemm_bf16_192_n128_k2", 87.23),
        ],
    ),
    (
        [256, 28672, 4096],
        &[
            ("gemm_bf16", 89.58),
            ("gemm_bf16_128", 93.63),
            ("gemm_bf16_128_k2", 118.54),
            ("gemm_bf16_k4", 141.04),
        ],
    ),
    ([1, 28672, 8192], &[("gemm_bf16_n16", 119.25)]),
    ([16, 28672, 8192], &[("gemm_bf16_n16", 115.68)]),
];

/// A batch of one product.
fn of_one([m, n, k]: [u32; 3]) -> [u32; 4] {
    [m, n, k, 1]
}

/// The chosen kernel takes at most 5 % more than the fastest measured one.
#[test]
fn the_chosen_kernel_is_about_the_fastest() {
    for &(extents, measured) in MEASURED {
        let chosen = OF_BF16[fastest(&OF_BF16, of_one(extents), 132)].name;
        let of = |name: &str| measured.iter().find(|one| one.0 == name).map(|one| one.1);
        let chosen_takes =
            of(chosen).unwrap_or_else(|| panic!("{extents:?}: {chosen} was not tried"));
        let least = measured.iter().map(|one| one.1).fold(f64::INFINITY, f64::min);
        assert!(
            chosen_takes <= 1.05 * least,
            "{extents:?}: {chosen} takes {chosen_takes}, of {least}"
        );
    }
}

/// There is a kernel for all extents, and nothing overflows.
#[test]
fn all_extents_have_a_kernel() {
    let some = [1, 2, 15, 16, 17, 33, 64, 65, 128, 129, 1000, 1 << 20, u32::MAX];
    for m in some {
        for n in some {
            for k in [0, 1, 64, 8192, u32::MAX] {
                for multiprocessors in [1, 2, 4, 78, 132, 144] {
                    let extents = of_one([m, n, k]);
                    let chosen = OF_BF16[fastest(&OF_BF16, extents, multiprocessors)];
                    let least = chosen.picoseconds(extents, multiprocessors).expect("one that can");
                    let times =
                        OF_BF16.iter().filter_map(|one| one.picoseconds(extents, multiprocessors));
                    assert!(times.min() == Some(least), "{extents:?}: {}", chosen.name);
                }
            }
        }
    }
}
