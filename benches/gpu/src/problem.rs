//! Products of practical sizes.

use std::fmt;

use tilework::algebra::Layout;

/// The elements of `A` and `B`, and of `C` if they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bf16,
    F16,
    /// `f32` multiplied as tf32, to `f32`.
    Tf32,
    E4m3ToBf16,
    E4m3ToF32,
    S8ToS32,
}

/// `C = A Bᵀ`: `A` is `m` x `k` and `B` is `n` x `k`, row-major unless `columns` says that they are column-major. The
/// matrices of a batch are consecutive.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    pub of: Type,
    pub columns: [bool; 2],
    pub m: u32,
    pub n: u32,
    pub k: u32,
    pub batch: u32,
}
impl Problem {
    const fn by_rows(of: Type, [m, n, k]: [u32; 3]) -> Self {
        Problem { of, columns: [false; 2], m, n, k, batch: 1 }
    }
    /// Rows and columns of `A`, `B` and `C`, and whether each is column-major.
    pub fn matrices(self) -> [([u32; 2], bool); 3] {
        let Problem { columns, m, n, k, .. } = self;
        [([m, k], columns[0]), ([n, k], columns[1]), ([m, n], false)]
    }
    /// The numbers of elements of `A`, `B` and `C`.
    pub fn lengths(self) -> [usize; 3] {
        self.matrices().map(|([rows, columns], _)| {
            [rows, columns, self.batch].into_iter().map(|x| x as usize).product()
        })
    }
    /// The distances in elements from one row, column and matrix of `A`, `B` and `C` to the next.
    pub fn strides(self) -> [[usize; 3]; 3] {
        self.matrices().map(|([rows, columns], by_columns)| {
            let [rows, columns] = [rows as usize, columns as usize];
            let [row, column] = if by_columns { [1, rows] } else { [columns, 1] };
            [row, column, rows * columns]
        })
    }
    /// The layouts of `A`, `B` and `C`.
    pub fn layouts(self) -> [Layout; 3] {
        let (matrices, strides) = (self.matrices(), self.strides());
        [0, 1, 2].map(|i| {
            let ([rows, columns], _) = matrices[i];
            let [row, column, next] = strides[i];
            let text = match self.batch {
                1 => format!("({rows},{columns}):({row},{column})"),
                batch => format!("({rows},{columns},{batch}):({row},{column},{next})"),
            };
            text.parse().expect("a layout")
        })
    }
    /// Multiplications and additions.
    pub fn work(self) -> f64 {
        2.0 * [self.m, self.n, self.k, self.batch].map(f64::from).iter().product::<f64>()
    }
}
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { of, columns, m, n, k, batch } = self;
        f.write_str(match of {
            Type::Bf16 => "bf16",
            Type::F16 => "f16",
            Type::Tf32 => "tf32",
            Type::E4m3ToBf16 => "e4m3 to bf16",
            Type::E4m3ToF32 => "e4m3 to f32",
            Type::S8ToS32 => "s8 to s32",
        })?;
        f.write_str(match columns {
            [false, false] => "",
            [false, true] => ", B by columns",
            [true, true] => ", A and B by columns",
            [true, false] => ", A by columns",
        })?;
        if *batch > 1 {
            return write!(f, ", {batch} of {m} x {n} x {k}");
        }
        write!(f, ", {m} x {n} x {k}")
    }
}

/// All groups.
pub const GROUPS: [&str; 8] =
    ["square", "few", "small", "deep", "llama8", "llama70", "batches", "elements"];
/// The problems of a group, each with the name of the group.
pub fn of_group(name: &str) -> Option<Vec<(&'static str, Problem)>> {
    let name = GROUPS.into_iter().find(|group| *group == name)?;
    Some(of(name)?.into_iter().map(|problem| (name, problem)).collect())
}

fn of(name: &str) -> Option<Vec<Problem>> {
    use Type::{Bf16, E4m3ToBf16, E4m3ToF32, F16, S8ToS32, Tf32};
    let few = |layers: &[(u32, u32)]| -> Vec<Problem> {
        let of_layer = |&(n, k): &(u32, u32)| {
            [1, 16, 32, 64, 128, 256].map(|m| Problem::by_rows(Bf16, [m, n, k]))
        };
        layers.iter().flat_map(of_layer).collect()
    };
    let square = |x: u32| [F16, Bf16].map(|of| Problem::by_rows(of, [x; 3]));
    let elements = |x: u32| {
        let majors = [[false, true], [true, true], [true, false]]
            .map(|columns| Problem { columns, ..Problem::by_rows(Bf16, [x; 3]) });
        let others = [Tf32, E4m3ToBf16, E4m3ToF32, S8ToS32].map(|of| Problem::by_rows(of, [x; 3]));
        majors.into_iter().chain(others)
    };
    Some(match name {
        "square" => [4096, 8192].into_iter().flat_map(square).collect(),
        "few" => few(&[(8192, 8192)]),
        "small" => few(&[(4096, 4096)]),
        "deep" => vec![Problem::by_rows(Bf16, [2048, 256, 16384])],
        // Projections of attention and layers of the feed-forward network of Llama 3 8B, and of 70B.
        "llama8" => few(&[(6144, 4096), (28672, 4096), (4096, 14336)]),
        "llama70" => few(&[(10240, 8192), (57344, 8192), (8192, 28672)]),
        // Small ones, those of attention with 32 heads of 128 columns and 4096 tokens, and layers of few rows.
        "batches" => [
            (F16, 64, [512, 512, 512]),
            (Bf16, 64, [512, 512, 512]),
            (Bf16, 256, [256, 256, 256]),
            (Bf16, 16, [1024, 1024, 1024]),
            (Bf16, 32, [4096, 4096, 128]),
            (Bf16, 8, [64, 4096, 4096]),
        ]
        .map(|(of, batch, extents)| Problem { batch, ..Problem::by_rows(of, extents) })
        .to_vec(),
        // The one product with the other elements and majors.
        "elements" => [4096, 8192].into_iter().flat_map(elements).collect(),
        _ => return None,
    })
}
