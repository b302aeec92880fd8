//! Matrices in memory and in NumPy's `.npy` files.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use npyz::{NpyFile, Order, WriterBuilder};

use self::header::read_header;
use super::real::Real;

#[path = "../../src/interop/npy/header.rs"]
mod header;

/// A matrix, row-major (`Order::C`) or column-major (`Order::Fortran`).
pub struct Matrix<T> {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// Row-major or column-major.
    pub order: Order,
    /// In the order of memory, without gaps.
    pub elements: Vec<T>,
}

/// A matrix of either type.
pub enum AnyMatrix {
    /// A matrix of `f32`.
    F32(Matrix<f32>),
    /// A matrix of `f64`.
    F64(Matrix<f64>),
}

impl<T: Real> Matrix<T> {
    /// A matrix of numbers in -1..1 that depend on the seed.
    pub fn random(rows: usize, columns: usize, seed: u64) -> Self {
        let mut state = seed;
        // SplitMix64; its upper 53 bits make a number in 0..1.
        let number = |_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^= z >> 31;
            T::round((z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0)
        };
        let elements = (0..rows * columns).map(number).collect();
        Self { rows, columns, order: Order::C, elements }
    }

    /// The distances in memory from row to row and from column to column.
    pub fn strides(&self) -> (usize, usize) {
        match self.order {
            Order::C => (self.columns, 1),
            Order::Fortran => (1, self.rows),
        }
    }

    /// Writes the file, or leaves everything as it was.
    ///
    /// # Errors
    /// A message that says why it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let temporary = path.with_file_name(name);
        let written = self.write_new(&temporary).and_then(|()| fs::rename(&temporary, path));
        written.map_err(|error| {
            // If it does not exist, nothing is left behind.
            let _ = fs::remove_file(&temporary);
            format!("{} cannot be written: {error}", path.display())
        })
    }

    fn write_new(&self, path: &Path) -> io::Result<()> {
        let mut file = BufWriter::new(File::create_new(path)?);
        let mut npy = npyz::WriteOptions::new()
            .default_dtype()
            .shape(&[self.rows as u64, self.columns as u64])
            .order(self.order)
            .writer(&mut file)
            .begin_nd()?;
        npy.extend(&self.elements)?;
        npy.finish()?;
        file.flush()
    }

    fn read(file: NpyFile<BufReader<File>>) -> Result<Self, String> {
        let (rows, columns) = match *file.shape() {
            [rows, columns] => (rows, columns),
            ref shape => return Err(format!("has {} dimensions, not 2", shape.len())),
        };
        if rows == 0 || columns == 0 {
            return Err(format!("is empty: its shape is ({rows}, {columns})"));
        }
        let order = file.order();
        let elements: Vec<T> = file.into_vec().map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => "ends before its last element".to_owned(),
            _ => format!("cannot be read: {error}"),
        })?;
        let extent = |n| usize::try_from(n).map_err(|_| "is too large".to_owned());
        let (rows, columns) = (extent(rows)?, extent(columns)?);
        if rows.checked_mul(columns) != Some(elements.len()) {
            return Err("is too large".to_owned());
        }
        if let Some(at) = elements.iter().position(|x| !x.is_finite()) {
            let (i, j) = match order {
                Order::C => (at / columns, at % columns),
                Order::Fortran => (at % rows, at / rows),
            };
            return Err(format!("has the element {} at ({i}, {j})", elements[at]));
        }
        Ok(Self { rows, columns, order, elements })
    }
}

impl AnyMatrix {
    /// Reads a file.
    ///
    /// # Errors
    /// A message that says what is wrong with the file.
    pub fn read(path: &PathBuf) -> Result<Self, String> {
        Self::read_any(path).map_err(|error| format!("{} {error}", path.display()))
    }

    fn read_any(path: &PathBuf) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| format!("cannot be opened: {error}"))?;
        let mut file = BufReader::new(file);
        let header =
            read_header(&mut file).map_err(|error| format!("is not an .npy file: {error}"))?;
        let file = NpyFile::with_header(header, file);
        // "<f4" without the byte order.
        let dtype = file.dtype().descr();
        match dtype.trim_matches(|c| "'<>=|".contains(c)) {
            "f4" => Ok(Self::F32(Matrix::read(file)?)),
            "f8" => Ok(Self::F64(Matrix::read(file)?)),
            _ => Err(format!("has elements of type {dtype}, not f4 or f8 (f32 or f64)")),
        }
    }
}
