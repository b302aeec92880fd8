//! cuBLASLt: `C = A Bᵀ` of bf16 or f16 by rows, with sums in f32, by the algorithm that it recommends.

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

/// As NVIDIA recommends for Hopper.
pub const WORKSPACE: usize = 32 << 20;

/// A product that is ready to run.
pub struct Product {
    handle: cublasLtHandle_t,
    description: cublasLtMatmulDesc_t,
    layouts: [cublasLtMatrixLayout_t; 3],
    best: cublasLtMatmulHeuristicResult_t,
    workspace: u64,
}
impl Product {
    /// The product of this problem, with [`WORKSPACE`] bytes at this address.
    pub fn new(problem: Problem, workspace: u64) -> Result<Self, CublasError> {
        let Problem { of, m, n, k, batch } = problem;
        let data = match of {
            Type::Bf16 => cudaDataType::CUDA_R_16BF,
            Type::F16 => cudaDataType::CUDA_R_16F,
        };
        let (m, n, k) = (u64::from(m), u64::from(n), u64::from(k));
        // By columns, as cuBLAS has matrices, it is Cᵀ = B Aᵀ.
        let layouts = [(k, n, k), (k, m, k), (n, m, n)]
            .map(|(rows, columns, ld)| create_matrix_layout(data, rows, columns, ld as i64));
        let [x, y, z] = layouts;
        let layouts = [x?, y?, z?];
        for (layout, next) in layouts.into_iter().zip([n * k, m * k, m * n]) {
            let (batch, next) = (batch as i32, next as i64);
            // SAFETY: attributes of these types, as the library has them.
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
        let description =
            create_matmul_desc(cublasComputeType_t::CUBLAS_COMPUTE_32F, cudaDataType::CUDA_R_32F)?;
        // `CUBLAS_OP_T`, which cudarc does not name here.
        let transposed = 1_i32;
        let preference = create_matmul_pref()?;
        // SAFETY: as above; all of these are alive.
        let best = unsafe {
            use cublasLtMatmulDescAttributes_t::CUBLASLT_MATMUL_DESC_TRANSA;
            use cublasLtMatmulPreferenceAttributes_t::CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES;
            set_matmul_desc_attribute(
                description,
                CUBLASLT_MATMUL_DESC_TRANSA,
                from_ref(&transposed).cast(),
                4,
            )?;
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
        Ok(Product { handle, description, layouts, best, workspace })
    }

    /// Runs it on a stream, with matrices at these addresses.
    pub fn run(&self, [a, b, c]: [u64; 3], stream: CUstream) -> Result<(), CublasError> {
        let (alpha, beta) = (1.0_f32, 0.0_f32);
        let [a, b, c, workspace] = [a, b, c, self.workspace].map(|x| x as *mut c_void);
        // SAFETY: matrices of the problem; who has the addresses keeps them.
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
