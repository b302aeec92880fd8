//! OpenBLAS, if it is installed.

use libloading::Library;

/// `cblas_sgemm` and `cblas_dgemm` with one thread.
pub struct OpenBlas(Library);

/// `order, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc`
type Gemm<T> = unsafe extern "C" fn(
    i32,
    i32,
    i32,
    i32,
    i32,
    i32,
    T,
    *const T,
    i32,
    *const T,
    i32,
    T,
    *mut T,
    i32,
);

const COL_MAJOR: i32 = 102;
const AS_IS: i32 = 111;
const TRANSPOSED: i32 = 112;

impl OpenBlas {
    /// The library, if it is installed.
    pub fn load() -> Option<Self> {
        // SAFETY: OpenBLAS is responsible for what it does when it is loaded; the function takes an int.
        unsafe {
            let library = Library::new("libopenblas.so.0").ok()?;
            let threads: unsafe extern "C" fn(i32) =
                *library.get(b"openblas_set_num_threads").ok()?;
            threads(1);
            Some(OpenBlas(library))
        }
    }

    /// The function for elements of `T`.
    pub fn gemm<T: Blas>(&self) -> impl Fn(Factors<'_, T>, &mut [T]) + use<T> {
        // SAFETY: the function of this name has this signature.
        let gemm: Gemm<T> = unsafe { *self.0.get(T::GEMM).expect("cblas is a part of OpenBLAS") };
        move |x, c| {
            let operand = |(row, column): (usize, usize)| {
                if row == 1 { (AS_IS, column.max(1) as i32) } else { (TRANSPOSED, row as i32) }
            };
            let ((a, lda), (b, ldb)) = (operand(x.a_strides), operand(x.b_strides));
            let (m, n, k) = (x.m as i32, x.n as i32, x.k as i32);
            // SAFETY: the callers' matrices are as large as they claim.
            unsafe {
                gemm(
                    COL_MAJOR,
                    a,
                    b,
                    m,
                    n,
                    k,
                    T::ONE,
                    x.a.as_ptr(),
                    lda,
                    x.b.as_ptr(),
                    ldb,
                    T::ZERO,
                    c.as_mut_ptr(),
                    m,
                );
            }
        }
    }
}

/// Matrices A `m x k` and B `k x n` with strides of rows and columns. C is `m x n`, column-major.
#[derive(Clone, Copy)]
pub struct Factors<'a, T> {
    pub m: usize,
    pub n: usize,
    pub k: usize,
    pub a: &'a [T],
    pub a_strides: (usize, usize),
    pub b: &'a [T],
    pub b_strides: (usize, usize),
}

/// `f32` and `f64`.
pub trait Blas: Copy + 'static {
    const GEMM: &[u8];
    const ZERO: Self;
    const ONE: Self;
}
impl Blas for f32 {
    const GEMM: &[u8] = b"cblas_sgemm";
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
}
impl Blas for f64 {
    const GEMM: &[u8] = b"cblas_dgemm";
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
}
