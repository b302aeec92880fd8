//! The example `matmul`: its products against the definition, its files, its messages.

#[allow(dead_code)]
#[path = "../../examples/matmul/main.rs"]
mod example;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use example::arguments::Arguments;
use example::matrix::{AnyMatrix, Matrix};
use example::real::Real;
use example::{reference, report, run};
use npyz::Order;

/// A row-major matrix.
fn matrix<T: Real>(rows: usize, columns: usize, f: impl Fn(usize, usize) -> f64) -> Matrix<T> {
    let elements = (0..rows * columns).map(|i| T::round(f(i / columns, i % columns))).collect();
    Matrix { rows, columns, order: Order::C, elements }
}

/// The same matrix, column-major.
fn by_columns<T: Real>(matrix: Matrix<T>) -> Matrix<T> {
    let (rows, columns) = (matrix.rows, matrix.columns);
    let elements = (0..rows * columns).map(|i| matrix.elements[i / rows + i % rows * columns]);
    Matrix { rows, columns, order: Order::Fortran, elements: elements.collect() }
}

/// All orders of A and B, with A folded and not, with elements so small that every sum is exact.
fn check<T: Real>(m: usize, n: usize, k: usize) {
    let a = |i: usize, p: usize| ((3 * i + 5 * p + i * p) % 7) as f64 - 3.0;
    let b = |p: usize, j: usize| ((2 * p + 7 * j + p * j) % 5) as f64 - 2.0;
    let c: Matrix<T> = matrix(m, n, |i, j| (0..k).map(|p| a(i, p) * b(p, j)).sum());
    for orders in 0..8 {
        let (mut a, mut b) = (matrix::<T>(m, k, a), matrix::<T>(k, n, b));
        if orders & 1 != 0 {
            a = by_columns(a);
        }
        if orders & 2 != 0 {
            b = by_columns(b);
        }
        let fold = orders & 4 != 0;
        match report::multiply_with_layouts(&a, &b, fold, Duration::ZERO) {
            Ok((elements, _)) => assert!(elements == c.elements, "{m}, {n}, {k}: {orders}"),
            Err(error) => assert!(fold && !m.is_multiple_of(8), "{m}, {n}, {k}: {error}"),
        }
        assert_eq!(reference::naive(&a, &b, m), c.elements);
        assert_eq!(reference::relative_error(&a, &b, &c.elements), Ok(0.0));
    }
}

#[test]
fn products_are_those_of_the_definition() {
    // Smaller than a tile, a multiple of tiles, one more and one less, and more than one block.
    for (m, n, k) in [
        (1, 1, 1),
        (2, 3, 5),
        (8, 6, 256),
        (9, 7, 257),
        (7, 5, 255),
        (16, 12, 40),
        (136, 13, 300),
        (24, 775, 3),
    ] {
        check::<f32>(m, n, k);
        check::<f64>(m, n, k);
    }
}

#[test]
fn an_error_is_found_and_measured() {
    let a = matrix::<f64>(2, 3, |i, p| (i + p) as f64);
    let b = matrix::<f64>(3, 2, |p, j| p as f64 - j as f64);
    let mut c = reference::naive(&a, &b, 2);
    assert_eq!(reference::relative_error(&a, &b, &c), Ok(0.0));
    // C(1, 1) = 1 * -1 + 2 * 0 + 3 * 1, of size 4.
    assert_eq!(c[3], 2.0);
    c[3] += 1.0;
    assert_eq!(reference::relative_error(&a, &b, &c), Ok(0.25));
    c[3] = f64::INFINITY;
    assert_eq!(
        reference::relative_error(&a, &b, &c).unwrap_err(),
        "the product overflows f64 at (1, 1)"
    );
}

/// A folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("matmul").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn multiply(a: &Path, b: &Path, c: &Path) -> Result<(), String> {
    let arguments = [a, b, c].map(PathBuf::from);
    run(&Arguments::parse(arguments).unwrap())
}

fn npy(path: PathBuf, header: &str, data: &[u8]) -> PathBuf {
    let mut bytes = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    bytes.extend(format!("{header:<117}\n").into_bytes());
    bytes.extend(data);
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn files_are_read_and_written() {
    let folder = folder("files");
    let a = npy(
        folder.join("a.npy"),
        "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }",
        [1.0_f64, 4.0, 2.0, 5.0, 3.0, 6.0].map(f64::to_le_bytes).as_flattened(),
    );
    let b = npy(
        folder.join("b.npy"),
        "{'descr': '>f8', 'fortran_order': False, 'shape': (3, 1), }",
        [1.0_f64, 10.0, 100.0].map(f64::to_be_bytes).as_flattened(),
    );
    let c = folder.join("c.npy");
    for _ in 0..2 {
        multiply(&a, &b, &c).unwrap();
        let Ok(AnyMatrix::F64(c)) = AnyMatrix::read(&c) else { panic!("C is f64") };
        assert_eq!((c.rows, c.columns, c.elements), (2, 1, vec![321.0, 654.0]));
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), 3);
}

#[test]
fn what_cannot_be_multiplied_is_said_and_nothing_is_written() {
    let folder = folder("wrong");
    let f32s = |name: &str, shape: &str, elements: &[f32]| {
        let header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}");
        let bytes: Vec<u8> = elements.iter().flat_map(|x| x.to_le_bytes()).collect();
        npy(folder.join(name), &header, &bytes)
    };
    let two = f32s("two.npy", "(2, 2)", &[1.0; 4]);
    let three = f32s("three.npy", "(3, 2)", &[1.0; 6]);
    let huge = f32s("huge.npy", "(2, 2)", &[3e38; 4]);
    let c = folder.join("c.npy");
    let says = |a: &Path, b: &Path, part: &str| {
        let error = multiply(a, b, &c).unwrap_err();
        assert!(error.contains(part), "{error}");
        assert!(!c.exists());
    };
    says(&two, &three, "the shapes do not match: A has 2 columns, B has 3 rows");
    says(&two, &folder.join("missing.npy"), "missing.npy cannot be opened");
    says(&two, &folder, "is not an .npy file");
    says(&f32s("short.npy", "(2, 2)", &[1.0; 3]), &two, "short.npy ends before its last element");
    says(&f32s("line.npy", "(4,)", &[1.0; 4]), &two, "line.npy has 1 dimensions, not 2");
    says(&f32s("empty.npy", "(0, 2)", &[]), &two, "empty.npy is empty: its shape is (0, 2)");
    says(&f32s("nan.npy", "(2, 2)", &[1.0, 1.0, f32::NAN, 1.0]), &two, "element NaN at (1, 0)");
    says(&huge, &huge, "the product overflows f32 at (0, 0)");
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }";
    let f64s = npy(folder.join("f64.npy"), header, &[0; 16]);
    says(&two, &f64s, "A holds f32 and B f64");
    let header = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }";
    let integers = npy(folder.join("i4.npy"), header, &[0; 16]);
    says(&two, &integers, "i4.npy has elements of type '<i4', not f4 or f8");
    let text = folder.join("text.npy");
    fs::write(&text, "1 2\n3 4\n").unwrap();
    says(&text, &two, "text.npy is not an .npy file");
    let large = f32s("large.npy", "(9223372036854775807, 9223372036854775807)", &[]);
    says(&large, &two, "large.npy is not an .npy file: npy: overflow");
    let long = folder.join("long.npy");
    fs::write(&long, b"\x93NUMPY\x02\x00\xff\xff\xff\xff{").unwrap();
    says(&two, &long, "long.npy is not an .npy file: npy: the header has 4294967295 bytes");
    // A folder that does not exist, and one in place of the file.
    assert!(multiply(&two, &two, &folder.join("none/c.npy")).is_err());
    fs::create_dir(&c).unwrap();
    assert!(multiply(&two, &two, &c).is_err());
    assert_eq!(fs::read_dir(&folder).unwrap().filter(is_temporary).count(), 0);
}

fn is_temporary(file: &std::io::Result<fs::DirEntry>) -> bool {
    file.as_ref().is_ok_and(|file| file.path().extension().is_some_and(|end| end == "tmp"))
}

#[test]
fn usage_is_told_from_files() {
    let parse = |words: &str| Arguments::parse(words.split_whitespace().map(PathBuf::from));
    let none = Arguments::default();
    assert_eq!(parse(""), Ok(none));
    let Ok(Arguments { help: false, fold: true, f64: false, factors: Some(_), product: Some(c) }) =
        parse("a.npy --fold b.npy c.npy")
    else {
        panic!("three files")
    };
    assert_eq!(c, Path::new("c.npy"));
    for wrong in ["a.npy", "a.npy b.npy c.npy d.npy", "--none", "--f64 a.npy b.npy"] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
}
