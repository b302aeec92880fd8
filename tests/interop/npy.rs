//! NumPy files, against NumPy where it is installed.

use std::io::{self, Write};
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
    // What is computed has no memory, and is written too.
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
    // Cut off.
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
    // No memory is taken for elements that are not there.
    let none = says::<f32, Matrix>(&empty("(1000000, 1000000)"));
    assert!(none.contains("fill whole buffer"), "{none}");
}

/// What NumPy writes is read, and the other way, for all numbers and both orders.
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
        // A view with gaps: of 4 x 7 elements, by columns.
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
