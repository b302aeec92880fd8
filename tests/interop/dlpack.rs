//! DLPack: structures as another library would make them, and what is refused. Each is freed once, whatever happens.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use half::{bf16, f16};
use tilework::interop::dlpack::{
    DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor,
    Element, Error, Managed, READ_ONLY,
};
use tilework::{Layout, Tensor, layout};

type Matrix = Layout!((_,_):(_,_));

/// A tensor of another library. `freed` counts how often it was freed.
struct Theirs {
    data: Vec<f32>,
    shape: Vec<i64>,
    strides: Option<Vec<i64>>,
    freed: Arc<AtomicUsize>,
}
impl Theirs {
    fn new(shape: &[i64], strides: Option<&[i64]>, freed: &Arc<AtomicUsize>) -> Box<Self> {
        let data = (0..64).map(|i| i as f32).collect();
        let (shape, strides) = (shape.to_vec(), strides.map(<[i64]>::to_vec));
        Box::new(Theirs { data, shape, strides, freed: freed.clone() })
    }
    fn tensor(&mut self) -> DLTensor {
        DLTensor {
            data: self.data.as_mut_ptr().cast(),
            device: DLDevice::CPU,
            ndim: self.shape.len() as i32,
            dtype: f32::TYPE,
            shape: self.shape.as_mut_ptr(),
            strides: self.strides.as_mut().map_or(ptr::null_mut(), |strides| strides.as_mut_ptr()),
            byte_offset: 0,
        }
    }
    fn plain(mut self: Box<Self>, change: impl FnOnce(&mut DLTensor)) -> *mut DLManagedTensor {
        let mut dl_tensor = self.tensor();
        change(&mut dl_tensor);
        unsafe extern "C" fn free(tensor: *mut DLManagedTensor) {
            // SAFETY: both were boxes.
            let theirs = unsafe { Box::from_raw((*tensor).manager_ctx.cast::<Theirs>()) };
            theirs.freed.fetch_add(1, Ordering::Relaxed);
            // SAFETY: as above.
            drop(unsafe { Box::from_raw(tensor) });
        }
        let manager_ctx = Box::into_raw(self).cast::<c_void>();
        Box::into_raw(Box::new(DLManagedTensor { dl_tensor, manager_ctx, deleter: Some(free) }))
    }
    fn versioned(mut self: Box<Self>, major: u32, flags: u64) -> *mut DLManagedTensorVersioned {
        unsafe extern "C" fn free(tensor: *mut DLManagedTensorVersioned) {
            // SAFETY: both were boxes.
            let theirs = unsafe { Box::from_raw((*tensor).manager_ctx.cast::<Theirs>()) };
            theirs.freed.fetch_add(1, Ordering::Relaxed);
            // SAFETY: as above.
            drop(unsafe { Box::from_raw(tensor) });
        }
        let dl_tensor = self.tensor();
        let manager_ctx = Box::into_raw(self).cast::<c_void>();
        let version = DLPackVersion { major, minor: 1 };
        let deleter = Some(free as unsafe extern "C" fn(*mut DLManagedTensorVersioned));
        Box::into_raw(Box::new(DLManagedTensorVersioned {
            version,
            manager_ctx,
            deleter,
            flags,
            dl_tensor,
        }))
    }
}

/// Calls `f` with their tensor, and checks that it is freed once.
fn taken(
    shape: &[i64],
    strides: Option<&[i64]>,
    change: impl FnOnce(&mut DLTensor),
    f: impl FnOnce(Result<Managed, Error>),
) {
    let freed = Arc::new(AtomicUsize::new(0));
    let pointer = Theirs::new(shape, strides, &freed).plain(change);
    // SAFETY: a tensor that nobody else has, with 64 elements.
    f(unsafe { Managed::from_raw(pointer) });
    assert_eq!(freed.load(Ordering::Relaxed), 1);
}

#[test]
fn any_strides_and_none() {
    // Strides as another library wrote them, and the layout that they are.
    let cases: [(&[i64], Option<&[i64]>, &str, usize); 6] = [
        (&[3, 4], None, "(3,4):(4,1)", 12),
        (&[3, 4], Some(&[1, 3]), "(3,4):(1,3)", 12),
        (&[3, 4], Some(&[10, 2]), "(3,4):(10,2)", 27),
        // One row: its stride is whatever it was, or nothing if it cannot be one.
        (&[1, 4], Some(&[-7, 1]), "(1,4):(0,1)", 4),
        (&[3, 4], Some(&[0, 1]), "(3,4):(0,1)", 4),
        (&[0, 4], None, "(0,4):(4,1)", 0),
    ];
    for (shape, strides, layout, reach) in cases {
        taken(
            shape,
            strides,
            |_| (),
            |tensor| {
                let tensor = tensor.unwrap();
                assert_eq!(tensor.layout::<Matrix>().unwrap().to_string(), layout);
                assert_eq!(tensor.reach().unwrap(), reach);
                let matrix: Tensor<_, Matrix> = tensor.tensor::<f32, _>().unwrap();
                let strides = strides.unwrap_or(&[4, 1]);
                for i in 0..shape[0] {
                    for j in 0..shape[1] {
                        let row = if shape[0] == 1 { 0 } else { i * strides[0] };
                        assert_eq!(matrix[(i as usize, j as usize)], (row + j * strides[1]) as f32);
                    }
                }
            },
        );
    }
}

#[test]
fn a_number_and_three_modes() {
    taken(
        &[],
        None,
        |tensor| tensor.byte_offset = 20,
        |tensor| {
            let tensor = tensor.unwrap();
            assert_eq!((tensor.shape(), tensor.strides(), tensor.reach()), (&[][..], None, Ok(1)));
            // SAFETY: the fifth element of 64.
            assert_eq!(unsafe { tensor.pointer::<f32>().unwrap().read() }, 5.0);
        },
    );
    taken(
        &[2, 3, 4],
        None,
        |_| (),
        |tensor| {
            let tensor = tensor.unwrap();
            let cube: Tensor<_, Layout!((_,3,4):(_,4,1))> = tensor.tensor::<f32, _>().unwrap();
            assert_eq!(cube[(1, 2, 3)], 23.0);
            let wrong = tensor.layout::<Layout!((_,3,5):(_,4,1))>().unwrap_err();
            assert!(wrong.to_string().contains("the integer 4 where the type has 5"), "{wrong}");
            assert!(tensor.layout::<Matrix>().is_err());
        },
    );
}

#[test]
fn what_is_refused_says_why_and_is_freed() {
    let says = |shape: &[i64], strides: Option<&[i64]>, change: &dyn Fn(&mut DLTensor)| {
        let mut says = String::new();
        taken(shape, strides, change, |tensor| {
            let error = tensor.and_then(|tensor| tensor.tensor::<f32, Matrix>().map(|_| ()));
            says = error.unwrap_err().to_string();
        });
        says
    };
    let shape = &[3, 4];
    for (change, words) in [
        (
            (&|tensor: &mut DLTensor| tensor.dtype = f64::TYPE) as &dyn Fn(&mut DLTensor),
            "the elements are f64, and the program has f32",
        ),
        (&|tensor| tensor.dtype = bf16::TYPE, "the elements are bf16, and"),
        (&|tensor| tensor.dtype.lanes = 4, "the elements are f32 x 4, and"),
        (
            &|tensor| tensor.device = DLDevice::cuda(1),
            "the tensor is on GPU 1, and the program takes it from the CPU",
        ),
        (&|tensor| tensor.byte_offset = 2, "which is no multiple of 4"),
        (&|tensor| tensor.data = ptr::null_mut(), "a null pointer"),
        (&|tensor| tensor.shape = ptr::null_mut(), "a null pointer"),
        (&|tensor| tensor.ndim = -1, "a tensor has no -1 modes"),
        (&|tensor| tensor.ndim = 1, "profile"),
    ] {
        let says = says(shape, None, change);
        assert!(says.starts_with("dlpack: ") && says.contains(words), "{says}");
    }
    let nothing = |_: &mut DLTensor| ();
    assert!(says(&[3, -4], None, &nothing).contains("mode 1"));
    assert!(says(shape, Some(&[4, -1]), &nothing).contains("mode 1"));
    assert!(says(&[i64::MAX, i64::MAX], None, &nothing).contains("overflow"));
    // SAFETY: null is refused.
    unsafe {
        assert_eq!(Managed::from_raw(ptr::null_mut()).unwrap_err(), Error::Null);
        assert_eq!(Managed::from_versioned(ptr::null_mut()).unwrap_err(), Error::Null);
    }
}

#[test]
fn versions_and_flags() {
    for (major, flags, words) in [
        (1, 0, ""),
        (2, 0, "the tensor is of version 2.1, and this program knows 1.x"),
        (1, READ_ONLY, "the tensor is read-only"),
    ] {
        let freed = Arc::new(AtomicUsize::new(0));
        let pointer = Theirs::new(&[3, 4], Some(&[4, 1]), &freed).versioned(major, flags);
        // SAFETY: a tensor that nobody else has, with 64 elements.
        let tensor = unsafe { Managed::from_versioned(pointer) };
        let written = tensor.and_then(|mut tensor| {
            assert_eq!(tensor.tensor::<f32, Matrix>()?[(2, 3)], 11.0);
            tensor.tensor_mut::<f32, Matrix>()?[(2, 3)] = 5.0;
            assert_eq!(tensor.tensor::<f32, Matrix>()?[(2, 3)], 5.0);
            Ok(())
        });
        assert_eq!(written.is_ok(), words.is_empty());
        assert!(written.err().is_none_or(|error| error.to_string().contains(words)));
        assert_eq!(freed.load(Ordering::Relaxed), 1);
    }
    // Two coordinates of one element.
    taken(
        &[3, 4],
        Some(&[0, 1]),
        |_| (),
        |tensor| {
            assert!(tensor.unwrap().tensor_mut::<f32, Matrix>().is_err());
        },
    );
}

/// Each form is given away as each form, and taken again. What this program gives away it also frees once.
#[test]
fn what_is_given_away_is_freed_by_who_has_it_last() {
    struct Owner(Vec<f16>, Arc<AtomicUsize>);
    impl Drop for Owner {
        fn drop(&mut self) {
            self.1.fetch_add(1, Ordering::Relaxed);
        }
    }
    for times in 0..4 {
        let freed = Arc::new(AtomicUsize::new(0));
        let mut owner = Owner((0..12_u8).map(f16::from).collect(), freed.clone());
        let data = owner.0.as_mut_ptr();
        let layout = layout!(((2,2),3):((1,2),4));
        // SAFETY: the owner has 12 elements.
        let mut tensor =
            unsafe { Managed::new(owner, data, DLDevice::CPU, layout, false) }.unwrap();
        for _ in 0..times {
            // SAFETY: a tensor that nobody else has.
            tensor = unsafe {
                let plain = Managed::from_raw(tensor.into_raw().unwrap()).unwrap();
                Managed::from_versioned(plain.into_versioned()).unwrap()
            };
        }
        assert_eq!(tensor.element(), DLDataType { code: 2, bits: 16, lanes: 1 });
        assert_eq!((tensor.shape(), tensor.strides()), (&[4, 3][..], Some(&[1, 4][..])));
        assert_eq!(tensor.tensor::<f16, Matrix>().unwrap()[(3, 2)].to_f32(), 11.0);
        assert_eq!(freed.load(Ordering::Relaxed), 0);
        std::thread::spawn(move || drop(tensor)).join().unwrap();
        assert_eq!(freed.load(Ordering::Relaxed), 1);
    }
    let nested = Tensor::new(vec![1_i64; 8], layout!((2,(2,2)):(2,(1,4)))).unwrap();
    assert!(Managed::of(nested).unwrap_err().to_string().contains("one stride"));
    let mut data = [1_u8, 2];
    // SAFETY: the array lives longer.
    let given = unsafe { Managed::new((), data.as_mut_ptr(), DLDevice::CPU, layout!(2), true) };
    assert_eq!(given.unwrap().into_raw().unwrap_err(), Error::ReadOnly);
}
