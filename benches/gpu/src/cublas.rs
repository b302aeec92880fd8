//! cuBLASLt: `C = A Bᵀ` with a row-major `C`, by the algorithm that it recommends. Sums are in f32, or in 32-bit
//! integers.

use std::ffi::c_void;
use std::ptr::from_ref;

use cudarc::cublaslt::result::{
    CublasError, create_handle, create_matmul_desc, create_matmul_pref, create_matrix_layout,
    get_matmul_algo_heuristic, matmul, set_matmul_desc_attribute, set_matmul_pref_attribute,
    set_matrix_layout_attribute,
};
use cudarc::cublaslt::sys::{
    cublasComputeType_t, cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t,
    cublasLtMatmulHeuristicResult_t, cublasLtMatmulPreferenceAttributes_t, cublasLtMatrixLayout_t,
    cublasLtMatrixLayoutAttribute_t, cudaDataType,
};
use cudarc::driver::sys::CUstream;

use crate::problem::{Problem, Type};

/// The size that NVIDIA recommends for Hopper.
pub const WORKSPACE: usize = 32 << 20;

/// The library's names for the variants of [`Type`].
struct Names {
    /// The types of the elements of `A` and `B`, and of `C`.
    data: [cudaDataType; 2],
    compute: cublasComputeType_t,
    /// The type of `alpha` and `beta`.
    scale: cudaDataType,
    /// The bits of an `alpha` of 1.
    one: u32,
}
impl Names {
    fn of(of: Type) -> Self {
        use cublasComputeType_t::{
            CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_FAST_TF32, CUBLAS_COMPUTE_32I,
        };
        use cudaDataType::{
            CUDA_R_8F_E4M3, CUDA_R_8I, CUDA_R_16BF, CUDA_R_16F, CUDA_R_32F, CUDA_R_32I,
        };
        let (data, compute) = match of {
            Type::Bf16 => ([CUDA_R_16BF; 2], CUBLAS_COMPUTE_32F),
            Type::F16 => ([CUDA_R_16F; 2], CUBLAS_COMPUTE_32F),
            Type::Tf32 => ([CUDA_R_32F; 2], CUBLAS_COMPUTE_32F_FAST_TF32),
            Type::E4m3ToBf16 => ([CUDA_R_8F_E4M3, CUDA_R_16BF], CUBLAS_COMPUTE_32F),
            Type::E4m3ToF32 => ([CUDA_R_8F_E4M3, CUDA_R_32F], CUBLAS_COMPUTE_32F),
            Type::S8ToS32 => ([CUDA_R_8I, CUDA_R_32I], CUBLAS_COMPUTE_32I),
        };
        let (scale, one) = match of {
            Type::S8ToS32 => (CUDA_R_32I, 1),
            _ => (CUDA_R_32F, 1.0_f32.to_bits()),
        };
        Names { data, compute, scale, one }
    }
}

/// The variants of a problem that are measured. For e4m3 these are both: sums are in f32 unless fast accumulation is
/// asked for.
pub fn variants(of: Type) -> &'static [(&'static str, Option<bool>)] {
    match of {
        Type::E4m3ToBf16 | Type::E4m3ToF32 => {
            &[("cuBLASLt", Some(true)), ("cuBLASLt without fast accumulation", Some(false))]
        }
        _ => &[("cuBLASLt", None)],
    }
}

/// A product that is ready to run.
pub struct Product {
    handle: cublasLtHandle_t,
    description: cublasLtMatmulDesc_t,
    layouts: [cublasLtMatrixLayout_t; 3],
    best: cublasLtMatmulHeuristicResult_t,
    workspace: u64,
    one: u32,
}
impl Product {
    /// The product of this problem, with [`WORKSPACE`] bytes at this address. `fast` asks for fast accumulation or for
    /// none.
    pub fn new(problem: Problem, fast: Option<bool>, workspace: u64) -> Result<Self, CublasError> {
        let Names { data: [of_operands, of_c], compute, scale, one } = Names::of(problem.of);
        let (matrices, lengths) = (problem.matrices(), problem.strides());
        // Matrices of cuBLAS are column-major, so row-major ones are transposed, and it computes Cᵀ = B Aᵀ.
        let layout = |i: usize, data| {
            let ([rows, columns], by_columns) = matrices[i];
            let [rows, columns] = if by_columns { [rows, columns] } else { [columns, rows] };
            create_matrix_layout(data, rows.into(), columns.into(), rows.into())
        };
        let layouts = [layout(1, of_operands)?, layout(0, of_operands)?, layout(2, of_c)?];
        for (layout, [_, _, next]) in layouts.into_iter().zip([1, 0, 2].map(|i| lengths[i])) {
            let (batch, next) = (problem.batch as i32, next as i64);
            // SAFETY: the attributes have the types that the library expects.
            unsafe {
                use cublasLtMatrixLayoutAttribute_t::{
                    CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                };
                let set = set_matrix_layout_attribute;
                set(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, from_ref(&batch).cast(), 4)?;
                let offset = CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET;
                set(layout, offset, from_ref(&next).cast(), 8)?;
            }
        }
        let handle = create_handle()?;
        let description = create_matmul_desc(compute, scale)?;
        // `CUBLAS_OP_T` and `CUBLAS_OP_N`, which cudarc does not name here: B as in the product, and A transposed.
        let transposed = [i32::from(!problem.columns[1]), i32::from(problem.columns[0])];
        let preference = create_matmul_pref()?;
        // SAFETY: as above; all of these are alive.
        let best = unsafe {
            use cublasLtMatmulDescAttributes_t::{
                CUBLASLT_MATMUL_DESC_FAST_ACCUM, CUBLASLT_MATMUL_DESC_TRANSA,
                CUBLASLT_MATMUL_DESC_TRANSB,
            };
            use cublasLtMatmulPreferenceAttributes_t::CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES;
            let set = set_matmul_desc_attribute;
            let [of_b, of_a] = &transposed;
            set(description, CUBLASLT_MATMUL_DESC_TRANSA, from_ref(of_b).cast(), 4)?;
            set(description, CUBLASLT_MATMUL_DESC_TRANSB, from_ref(of_a).cast(), 4)?;
            if let Some(fast) = fast.map(i8::from) {
                set(description, CUBLASLT_MATMUL_DESC_FAST_ACCUM, from_ref(&fast).cast(), 1)?;
            }
            set_matmul_pref_attribute(
                preference,
                CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                from_ref(&WORKSPACE).cast(),
                8,
            )?;
            get_matmul_algo_heuristic(
                handle,
                description,
                layouts[0],
                layouts[1],
                layouts[2],
                layouts[2],
                preference,
            )?
        };
        Ok(Product { handle, description, layouts, best, workspace, one })
    }

    /// Runs it on a stream, with matrices at these addresses.
    pub fn run(&self, [a, b, c]: [u64; 3], stream: CUstream) -> Result<(), CublasError> {
        // 0 has the same bits in all types.
        let (alpha, beta) = (self.one, 0_u32);
        let [a, b, c, workspace] = [a, b, c, self.workspace].map(|x| x as *mut c_void);
        // SAFETY: the matrices are those of the problem, and the owner of the addresses keeps them alive.
        unsafe {
            matmul(
                self.handle,
                self.description,
                from_ref(&alpha).cast(),
                from_ref(&beta).cast(),
                b,
                self.layouts[0],
                a,
                self.layouts[1],
                c,
                self.layouts[2],
                c,
                self.layouts[2],
                &self.best.algo,
                workspace,
                WORKSPACE,
                stream.cast(),
            )
        }
    }
}
