//! NCCL: communicators, and what they are asked.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::Arc;

use cudarc::driver::{CudaStream, DeviceRepr, ValidAsZeroBits};
use cudarc::nccl::result::{self, NcclError};
use cudarc::nccl::sys;
use tilework::algebra::redistribute::Part;
use tilework_kernel::device;

use crate::Error;

mod sealed {
    pub trait Sealed {}
}
/// Elements of distributed tensors. Those of 16 bits that are only bits are moved, and not added. Sealed: NCCL is told what they are.
///
/// ```compile_fail,E0277
/// // SAFETY: a number.
/// #[derive(Clone, Copy)]
/// struct Mine(f32);
/// impl tilework_device::many::Element for Mine {}
/// ```
pub trait Element:
    device::Element + DeviceRepr + ValidAsZeroBits + Copy + Send + Sync + 'static + sealed::Sealed
{
    #[doc(hidden)]
    const SUMS: Option<sys::ncclDataType_t>;
}
macro_rules! elements {
    ($($t:ty: $sums:expr;)*) => {$(
        impl sealed::Sealed for $t {}
        impl Element for $t {
            const SUMS: Option<sys::ncclDataType_t> = $sums;
        }
    )*};
}
elements! {
    u16: None;
    i32: Some(sys::ncclDataType_t::ncclInt32);
    u32: Some(sys::ncclDataType_t::ncclUint32);
    i64: Some(sys::ncclDataType_t::ncclInt64);
    u64: Some(sys::ncclDataType_t::ncclUint64);
    f32: Some(sys::ncclDataType_t::ncclFloat32);
    f64: Some(sys::ncclDataType_t::ncclFloat64);
}

/// What NCCL says.
pub(super) fn failed(of: &'static str) -> impl Fn(NcclError) -> Error {
    move |NcclError(code)| Error::new(format!("NCCL, {of}: {code:?}"))
}

/// Whether there is a library.
pub(super) fn is_there() -> Result<(), Error> {
    // SAFETY: loads NCCL, whose initialisers are those of the system.
    match unsafe { sys::is_culib_present() } {
        true => Ok(()),
        false => Err(Error::new(
            "no NCCL here: the library `libnccl.so` was not found. Where there is a `libnccl.so.2`, link the name to it",
        )),
    }
}

/// The number by which the devices of a communicator find one another.
pub(super) type Id = sys::ncclUniqueId;

pub(super) fn fresh_id() -> Result<Id, Error> {
    result::get_uniqueid().map_err(failed("an id"))
}

/// Some devices with this one among them.
pub(super) struct Comm(sys::ncclComm_t);

// SAFETY: NCCL lets any thread call, one at a time.
unsafe impl Send for Comm {}

impl Drop for Comm {
    fn drop(&mut self) {
        // SAFETY: it was made by NCCL, and nothing is in flight: who has it waits for its streams. An error was told before.
        _ = unsafe { result::comm_destroy(self.0) };
    }
}

impl Comm {
    /// That of `ranks` devices, all of which call this. The context of this device is bound to the thread.
    pub(super) fn new(id: Id, rank: usize, ranks: usize) -> Result<Self, Error> {
        let mut comm = ptr::null_mut();
        // SAFETY: the place is one for a communicator.
        let made = unsafe { result::comm_init_rank(&mut comm, ranks as c_int, id, rank as c_int) };
        made.map_err(failed("a communicator"))?;
        Ok(Comm(comm))
    }

    /// That of those with the same color, none without one; all devices of this communicator call this.
    pub(super) fn split(&self, color: Option<usize>, rank: usize) -> Result<Option<Self>, Error> {
        let mut comm = ptr::null_mut();
        let none = -1;
        let color = color.map_or(none, |color| color as c_int);
        // SAFETY: the place is one for a communicator, and there is no other configuration.
        let made = unsafe {
            sys::ncclCommSplit(self.0, color, rank as c_int, &mut comm, ptr::null_mut()).result()
        };
        made.map_err(failed("a part of a communicator"))?;
        Ok((!comm.is_null()).then_some(Comm(comm)))
    }

    /// Together, what `calls` calls.
    pub(super) fn group(calls: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
        result::group_start().map_err(failed("a group"))?;
        let called = calls();
        result::group_end().map_err(failed("a group"))?;
        called
    }
}

/// Bytes, which most calls move.
const BYTES: sys::ncclDataType_t = sys::ncclDataType_t::ncclUint8;

/// Methods of a communicator that are calls of NCCL on a stream, each with what is said of it where it fails.
macro_rules! calls {
    ($(
        $(#[$doc:meta])*
        $name:ident($($argument:ident: $t:ty),*) = $call:ident($($value:expr),*), $said:literal;
    )*) => {
        impl Comm {$(
            $(#[$doc])*
            pub(super) unsafe fn $name(
                &self,
                $($argument: $t,)*
                stream: &Arc<CudaStream>,
            ) -> Result<(), Error> {
                // SAFETY: as promised.
                let done = unsafe { result::$call($($value,)* self.0, stream.cu_stream().cast()) };
                done.map(|_| ()).map_err(failed($said))
            }
        )*}
    };
}
calls! {
    /// # Safety
    /// As many bytes are there, until the stream is behind it; `peer` receives as many.
    send(at: u64, bytes: usize, peer: usize)
        = send(at as *const c_void, bytes, BYTES, peer as c_int), "send";
    /// # Safety
    /// As many bytes are there, until the stream is behind it; `peer` sends as many.
    receive(at: u64, bytes: usize, peer: usize)
        = recv(at as *mut c_void, bytes, BYTES, peer as c_int), "receive";
    /// # Safety
    /// As many bytes are there as all send, until the stream is behind it; all call this.
    all_gather(from: u64, to: u64, bytes: usize)
        = all_gather(from as *const c_void, to as *mut c_void, bytes, BYTES), "all-gather";
    /// # Safety
    /// As many elements, of this type, are there as each device gets, and in `from` as many times as there are devices; all call this.
    reduce_scatter(from: u64, to: u64, elements: usize, of: sys::ncclDataType_t)
        = reduce_scatter(from as *const c_void, to as *mut c_void, elements, of, sys::ncclRedOp_t::ncclSum),
        "reduce-scatter";
    /// # Safety
    /// As many bytes are there, until the stream is behind it; all call this.
    // NCCL takes the same memory for both.
    broadcast(at: u64, bytes: usize, root: usize)
        = broadcast(at as *const c_void, at as *mut c_void, bytes, BYTES, root as c_int), "broadcast";
}

/// How NCCL adds elements.
pub(super) fn sums<T: Element>() -> Result<sys::ncclDataType_t, Error> {
    T::SUMS.ok_or_else(|| Error::new("elements of 16 bits are not added"))
}

/// Bytes of a part of elements `T`.
pub(super) fn bytes<T>(part: &Part) -> usize {
    part.elements as usize * size_of::<T>()
}
