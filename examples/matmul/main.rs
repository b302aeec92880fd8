//! Multiplies two real matrices, from `.npy` files or generated, with [`tilework::algorithm::gemm`]:
//! `cargo run --release --example matmul -- [A.npy B.npy [C.npy]]`.
//!
//! Begin with [`report`]: there is one product for every order of the matrices in memory, and layouts say where the
//! elements are.

/// Prints a line. If nobody reads it any more, the product is still written.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write;
        let _ = writeln!(std::io::stdout(), $($text)*);
    }};
}

pub mod arguments;
pub mod matrix;
pub mod real;
pub mod reference;
pub mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use arguments::{Arguments, USAGE};
use matrix::{AnyMatrix, Matrix};
use real::Real;

fn main() -> ExitCode {
    let arguments = match Arguments::parse(std::env::args_os().skip(1).map(PathBuf::from)) {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("matmul: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if arguments.help {
        say!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("matmul: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads or generates the matrices, multiplies them and writes the product.
///
/// # Errors
/// A message that says what is wrong with the files.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let factors = match &arguments.factors {
        Some((a, b)) => (AnyMatrix::read(a)?, AnyMatrix::read(b)?),
        None if arguments.f64 => (
            AnyMatrix::F64(Matrix::random(1024, 1024, 1)),
            AnyMatrix::F64(Matrix::random(1024, 1024, 2)),
        ),
        None => (
            AnyMatrix::F32(Matrix::random(1024, 1024, 1)),
            AnyMatrix::F32(Matrix::random(1024, 1024, 2)),
        ),
    };
    match factors {
        (AnyMatrix::F32(a), AnyMatrix::F32(b)) => multiply(&a, &b, arguments),
        (AnyMatrix::F64(a), AnyMatrix::F64(b)) => multiply(&a, &b, arguments),
        (AnyMatrix::F32(_), AnyMatrix::F64(_)) => Err("A holds f32 and B f64".into()),
        (AnyMatrix::F64(_), AnyMatrix::F32(_)) => Err("A holds f64 and B f32".into()),
    }
}

fn multiply<T: Real>(a: &Matrix<T>, b: &Matrix<T>, arguments: &Arguments) -> Result<(), String> {
    if a.columns != b.rows {
        return Err(format!(
            "the shapes do not match: A has {} columns, B has {} rows",
            a.columns, b.rows
        ));
    }
    let c = report::multiply(a, b, arguments.fold)?;
    if let Some(path) = &arguments.product {
        c.write(path)?;
        say!("C is in {}", path.display());
    }
    Ok(())
}
