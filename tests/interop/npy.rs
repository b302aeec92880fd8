//! NumPy files, compared with NumPy if it is installed.

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use tilework::interop::npy::{self, Order};
use tilework::{Layout, Tensor, layout};

type Matrix = Layout!((_,_):(_,_));

fn file<A, L>(order: Order, tensor: &Tensor<A, L>) -> Vec<u8>
where
    A: tilework::bound::Accessor<Item: npyz::AutoSerialize + Copy>,
    L: tilework::AnyLayout + Into<tilework::algebra::Layout>,
{
    let mut file = Vec::new();
    npy::write(&mut file, order, tensor).unwrap();
    file
}

#[test]
fn tensors_with_any_strides_are_written() {
    let data: Vec<u16> = (0..100).collect();
    let (m, lda) = (3, 20);
    let tensor = Tensor::new(&data[..], layout!((m,(2,4)):(lda,(8,1)))).unwrap();
    for order in [Order::C, Order::Fortran] {
        let file = file(order, &tensor);
        let read: Tensor<Vec<u16>, Matrix> = npy::read(&file[..]).unwrap();
        let expected = if order == Order::C { "(3,8):(8,1)" } else { "(3,8):(1,3)" };
        assert_eq!(read.layout().to_string(), expected);
        for i in 0..3 {
            for j in 0..8 {
                assert_eq!(read[(i, j)], tensor[(i, j)]);
            }
        }
    }
    // Computed elements have no memory, and are written too.
    let squares = tensor.map(|x| u32::from(x) * u32::from(x));
    let read: Tensor<Vec<u32>, Matrix> = npy::read(&file(Order::C, &squares)[..]).unwrap();
    assert!(read.iter().eq(squares.iter().collect::<Vec<_>>().iter()));
}

#[test]
fn what_does_not_fit_is_an_error() {
    let data = [1.0f32; 6];
    let file = file(Order::C, &Tensor::new(&data[..], layout!((2, 3))).unwrap());
    fn says<T: npyz::Deserialize, L>(file: &[u8]) -> String
    where
        L: tilework::bound::IntegerStrides
            + TryFrom<tilework::algebra::Layout, Error = tilework::Error>,
    {
        npy::read::<T, L>(file).map(drop).unwrap_err().to_string()
    }
    assert_eq!(
        says::<f32, Layout!((2,3):(1,2))>(&file),
        "layout: static leaf, mode 0: the integer 3 where the type has 1"
    );
    assert_eq!(says::<f32, Layout!(_:_)>(&file), "layout: profile: the profile does not fit");
    assert!(says::<f64, Matrix>(&file).contains("f4"), "{}", says::<f64, Matrix>(&file));
    // A truncated file.
    let cut = &file[..file.len() - 1];
    assert!(npy::read::<f32, Matrix>(cut).is_err());
    assert!(npy::read::<f32, Matrix>(&b"no file"[..]).is_err());
    // Without elements.
    let empty = |shape: &str| {
        let header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}");
        [&b"\x93NUMPY\x01\x00\x76\x00"[..], format!("{header:117}\n").as_bytes()].concat()
    };
    let none = npy::read::<f32, Matrix>(&empty("(0, 3)")[..]).unwrap();
    assert_eq!((none.extents(), none.iter().count()), ((0, 3), 0));
    let mut written = Vec::new();
    npy::write(&mut written, npy::Order::C, &none).unwrap();
    assert_eq!(npy::read::<f32, Matrix>(&written[..]).unwrap().extents(), (0, 3));
    // The stride of an extent of 1 means nothing, and neither does any stride if there are no elements.
    let tall = npy::read::<f32, Layout!((_,_):(1,5))>(&file[..]);
    assert!(tall.is_err());
    let row = empty("(1, 2)");
    let row = [&row[..], &1f32.to_le_bytes(), &2f32.to_le_bytes()].concat();
    let row = npy::read::<f32, Layout!((_,_):(9,1))>(&row[..]).unwrap();
    assert_eq!((row.layout().to_string(), row.data()), ("(1,2):(9,1)".into(), &[1.0, 2.0][..]));
    let none = npy::read::<f32, Layout!((_,_):(9,7))>(&empty("(0, 3)")[..]).unwrap();
    assert_eq!(none.extents(), (0, 3));
    // No memory is allocated for elements that do not exist.
    let none = says::<f32, Matrix>(&empty("(1000000, 1000000)"));
    assert!(none.contains("fill whole buffer"), "{none}");
}

/// A file of this version whose header claims this length, followed by `then`.
fn bytes_of(version: u8, length: u32, then: &[u8]) -> Vec<u8> {
    let length = length.to_le_bytes();
    let length = if version == 1 { &length[..2] } else { &length[..] };
    [&b"\x93NUMPY"[..], &[version, 0], length, then].concat()
}
fn header_of(descr: &str, shape: &str) -> Vec<u8> {
    let text = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}\n");
    bytes_of(1, text.len() as u32, text.as_bytes())
}

/// A file, and the longest piece of it that was requested at once: that much memory has been allocated.
struct Asked<'a>(&'a [u8], usize);
impl io::Read for Asked<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.1 = self.1.max(to.len());
        self.0.read(to)
    }
}
/// The error for a file. No more than 2^21 bytes are requested at once.
fn refused<T: npyz::Deserialize, L>(file: &[u8]) -> (ErrorKind, String)
where
    L: tilework::bound::IntegerStrides
        + TryFrom<tilework::algebra::Layout, Error = tilework::Error>,
{
    let mut file = Asked(file, 0);
    let error = npy::read::<T, L>(&mut file).map(drop).unwrap_err();
    assert!(file.1 <= 1 << 21, "{} bytes, {error}", file.1);
    (error.kind(), error.to_string())
}

#[test]
fn headers_say_more_than_there_is() {
    const EARLY: ErrorKind = ErrorKind::UnexpectedEof;
    const INVALID: ErrorKind = ErrorKind::InvalidData;
    let check = |file: &[u8], kind: ErrorKind, part: &str| {
        let (found, text) = refused::<f32, Matrix>(file);
        assert!(found == kind && text.contains(part), "{found}, {text}, not {kind}, {part}");
    };
    for version in [2, 3] {
        check(&bytes_of(version, u32::MAX, b"{"), INVALID, "header has 4294967295 bytes");
        check(&bytes_of(version, 65_537, b"{"), INVALID, "header has 65537 bytes, of which 65536");
        check(&bytes_of(version, 65_536, b"{"), EARLY, "ends after 1");
    }
    check(&bytes_of(1, 65_535, b"{'descr'"), EARLY, "header has 65535 bytes");
    check(&bytes_of(4, 1, b"{"), INVALID, "version 4");
    check(b"\x93NUMP", EARLY, "ends after 5");
    check(b"\x93NUMPY\x01\x00\x76", EARLY, "length of the header");
    check(b"no file of NumPy", INVALID, "does not begin");
    // The longest header that is read, in each version.
    for version in [1, 2, 3] {
        let length = if version == 1 { 65_535 } else { 65_536 };
        let text = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1)}";
        let mut header = text.as_bytes().to_vec();
        header.resize(length - 1, b' ');
        let file = [&header[..], b"\n", &1f32.to_le_bytes()].concat();
        let file = bytes_of(version, length as u32, &file);
        assert_eq!(npy::read::<f32, Matrix>(&file[..]).unwrap()[(0, 0)], 1.0);
    }
}

#[test]
fn shapes_that_do_not_fit_are_errors() {
    let says = |shape: &str| refused::<f32, Matrix>(&header_of("'<f4'", shape));
    let invalid = |shape: &str, part: &str| {
        let (kind, text) = says(shape);
        assert!(kind == ErrorKind::InvalidData && text.contains(part), "{shape}: {kind}, {text}");
    };
    for shape in [
        "(9223372036854775807, 9223372036854775807)",
        "(4294967296, 4294967296)",
        "(18446744073709551615, 2)",
        // No elements, and npyz multiplies from the left and from the right.
        "(0, 4294967296, 4294967296)",
        "(4294967296, 4294967296, 0)",
        // It fits 64 bits, but not the integers of layouts.
        "(4294967296, 4294967295)",
    ] {
        invalid(shape, "overflow");
    }
    invalid("(18446744073709551616, 1)", "no decimal number below 2^64");
    invalid("(0x10, 1)", "no decimal number");
    invalid("(1_0, 1)", "no decimal number");
    invalid("(-1, 2)", "'-' outside of a string");
    invalid("(1+1, 2)", "'+' outside of a string");
    invalid("3", "shape must be");
    invalid("('3', 2)", "dimension must be");
    // The elements, 2^62 bytes, do not exist.
    let (kind, _) = says("(1073741824, 1073741824)");
    assert_eq!(kind, ErrorKind::UnexpectedEof);
}

#[test]
fn elements_that_are_not_there_take_no_memory() {
    type Line = Layout!((_):(_));
    let bytes = |descr: &str, shape: &str| refused::<Vec<u8>, Line>(&header_of(descr, shape));
    let (kind, text) = bytes("'|S4294967296'", "(3,)");
    assert!(kind == ErrorKind::InvalidData && text.contains("4294967296 bytes"), "{kind}, {text}");
    let (kind, text) = bytes("'|S0'", "(4611686018427387904,)");
    assert!(kind == ErrorKind::InvalidData && text.contains("of no bytes"), "{kind}, {text}");
    let (kind, _) = bytes("'|S1048576'", "(3,)");
    assert_eq!(kind, ErrorKind::UnexpectedEof);
    let file = [&header_of("'|S3'", "(2,)")[..], b"abcxyz"].concat();
    let read = npy::read::<Vec<u8>, Line>(&file[..]).unwrap();
    assert_eq!(read.data(), [b"abc", b"xyz"]);
}

/// The time of npyz's parser doubles with each level of brackets, and with enough of them its stack overflows.
#[test]
fn brackets_are_counted() {
    let says =
        |text: &str| refused::<f32, Matrix>(&bytes_of(1, text.len() as u32, text.as_bytes()));
    for open in ["(", "[", "{", "(1,", "{1:"] {
        let (kind, text) = says(&open.repeat(60_000 / open.len()));
        assert!(kind == ErrorKind::InvalidData && text.contains("brackets"), "{open}: {text}");
    }
    for (header, part) in [
        ("{'''descr''': 1}", "three quotes"),
        ("{'descr", "without an end"),
        ("{'descr\\'}", "without an end"),
        ("{'de\\'(((((((((scr': 1}", "fortran_order"),
        ("{# 1\n}", "'#' outside of a string"),
    ] {
        let (kind, text) = says(header);
        assert!(kind == ErrorKind::InvalidData && text.contains(part), "{header}: {text}");
    }
}

/// Files that NumPy writes are read, and NumPy reads ours, for all types of numbers and both orders.
#[test]
fn numpy_agrees() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("numpy");
    fs::create_dir_all(&folder).unwrap();
    let python = env::var("TILEWORK_PYTHON").unwrap_or("python3".into());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("interop/numpy_files.py");
    let run = |step: &str| {
        let output = Command::new(&python).arg(&script).arg(step).arg(&folder).output().ok()?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() || output.status.code() == Some(77), "{step}: {said}");
        output.status.success().then_some(())
    };
    if run("write").is_none() {
        assert!(env::var("TILEWORK_PEERS").as_deref() != Ok("all"), "NumPy is not installed");
        let _ = writeln!(io::stderr(), "NOT RUN against NumPy, which {python} does not have");
        return;
    }
    // Row i and column j of a matrix of 3 x 5 have `5 i + j`.
    fn check<T: npyz::Deserialize + npyz::AutoSerialize + Copy + PartialEq + std::fmt::Debug>(
        folder: &Path,
        name: &str,
        number: impl Fn(usize) -> T,
    ) {
        for order in ["c", "f", "t"] {
            for bytes in ["little", "big"] {
                let file =
                    fs::File::open(folder.join(format!("{name}-{order}-{bytes}.npy"))).unwrap();
                let read: Tensor<Vec<T>, Matrix> = npy::read(io::BufReader::new(file)).unwrap();
                for i in 0..3 {
                    for j in 0..5 {
                        assert_eq!(read[(i, j)], number(5 * i + j), "{name}, {order}, {bytes}");
                    }
                }
            }
        }
        // A view with gaps: of 4 x 7 elements, column-major.
        let elements: Vec<T> = (0..28).map(|at| number(at % 4 * 5 + at / 4)).collect();
        let (m, n) = (3, 5);
        let tensor = Tensor::new(&elements[..], layout!((m,n):(1,4))).unwrap();
        for (order, name_of) in [(Order::C, "C"), (Order::Fortran, "F")] {
            let path = folder.join(format!("{name}-written-{name_of}.npy"));
            npy::write(fs::File::create(path).unwrap(), order, &tensor).unwrap();
        }
    }
    check(&folder, "int8", |n| n as i8);
    check(&folder, "int16", |n| n as i16);
    check(&folder, "int32", |n| n as i32);
    check(&folder, "int64", |n| n as i64);
    check(&folder, "uint8", |n| n as u8);
    check(&folder, "uint16", |n| n as u16);
    check(&folder, "uint32", |n| n as u32);
    check(&folder, "uint64", |n| n as u64);
    check(&folder, "float32", |n| n as f32);
    check(&folder, "float64", |n| n as f64);
    check(&folder, "bool", |n| n != 0);
    assert_eq!(run("read"), Some(()), "NumPy reads what was written");
}
