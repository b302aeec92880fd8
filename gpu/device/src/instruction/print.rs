//! `vprintf`: prints from a thread, as `printf` in CUDA C++. It is for debugging: the text appears when the host waits
//! for the kernel.

use core::ffi::CStr;

/// An argument of [`printf`], of 64 bits. Integers are `%lld`, `%llu` or `%llx` in the format, and floating-point
/// numbers `%f`, `%e` or `%g`.
#[derive(Clone, Copy, Debug)]
pub struct Argument(pub(crate) u64);
macro_rules! arguments {
    ($($t:ty: $x:ident $bits:expr;)*) => {$(
        impl From<$t> for Argument {
            #[inline(always)]
            fn from($x: $t) -> Self {
                Argument($bits)
            }
        }
    )*};
}
arguments! {
    u32: x u64::from(x);
    i32: x i64::from(x) as u64;
    u64: x x;
    i64: x x as u64;
    usize: x x as u64;
    f32: x f64::from(x).to_bits();
    f64: x x.to_bits();
}

/// Prints the arguments in a `printf` format, also on a CPU.
///
/// # Safety
/// The format has a conversion of 64 bits, of the right kind, for each argument.
///
/// ```
/// use tilework_device::{printf, thread};
/// use tilework_device::emulator::Emulator;
///
/// // SAFETY: an integer and a number; blocks of 32 threads.
/// Emulator::new(1).launch([1, 1, 1], 32, 0, || unsafe {
///     let t = thread::<32>();
///     if t == 3 {
///         printf(c"thread %llu has %f\n", [t.into(), 0.5_f32.into()]);
///     }
/// });
/// ```
#[inline(always)]
pub unsafe fn printf<const N: usize>(format: &'static CStr, arguments: [Argument; N]) {
    on! {
        gpu {
            let arguments = arguments.map(|argument| argument.0);
            // SAFETY: as promised. Only the call reads both.
            unsafe {
                asm!(
                    "{{ .param .b64 format; .param .b64 arguments; .param .b32 count;",
                    "st.param.b64 [format], {};",
                    "st.param.b64 [arguments], {};",
                    "call.uni (count), vprintf, (format, arguments); }}",
                    in(reg64) format.as_ptr(), in(reg64) arguments.as_ptr(),
                );
            }
        }
        cpu { print!("{}", emulator::printed(format, &arguments.map(|argument| argument.0))) }
    }
}

/// Prints `what` and ends the kernel with an error, unless `holds`. This is `assert!`, whose text is not in the PTX.
#[inline(always)]
pub fn assert_that(holds: bool, what: &'static CStr) {
    if !holds {
        on! {
            gpu {
                // SAFETY: prints the text unchanged and ends the kernel.
                unsafe {
                    printf(c"%s\n", [Argument(what.as_ptr() as u64)]);
                    // `tilework-ptx` warns of traps, since panics have them, but for the next one.
                    asm!("//asserted");
                    core::arch::nvptx::trap()
                }
            }
            cpu { panic!("{}", what.to_string_lossy()) }
        }
    }
}
