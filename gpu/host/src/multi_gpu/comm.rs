//! Communicators of NCCL, and their calls.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::Arc;

use cudarc::driver::CudaStream;
use cudarc::nccl::result::{self, NcclError};
use cudarc::nccl::sys;
use tilework::algebra::redistribute::Part;

use crate::Error;

mod sealed {
    pub trait Sealed {}
}
/// Elements of distributed tensors. Integers of 16 bits are moved but not added. The trait is
/// sealed, because NCCL must know the type.
///
/// ```compile_fail,E0277
/// // SAFETY: a number.
/// #[derive(Clone, Copy)]
/// struct Mine(f32);
/// impl tilework_host::multi_gpu::Element for Mine {}
/// ```
pub trait Element:
    tilework_device::Element + Copy + Send + Sync + 'static + sealed::Sealed
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
    half::f16: Some(sys::ncclDataType_t::ncclFloat16);
    half::bf16: Some(sys::ncclDataType_t::ncclBfloat16);
    i32: Some(sys::ncclDataType_t::ncclInt32);
    u32: Some(sys::ncclDataType_t::ncclUint32);
    i64: Some(sys::ncclDataType_t::ncclInt64);
    u64: Some(sys::ncclDataType_t::ncclUint64);
    f32: Some(sys::ncclDataType_t::ncclFloat32);
    f64: Some(sys::ncclDataType_t::ncclFloat64);
}

/// Converts an error of NCCL.
pub(super) fn failed(of: &'static str) -> impl Fn(NcclError) -> Error {
    move |NcclError(code)| Error::new(format!("NCCL, {of}: {code:?}"))
}

/// Checks that the NCCL library is there.
pub(super) fn is_there() -> Result<(), Error> {
    // SAFETY: it loads NCCL, and its initializers are those of the system.
    match unsafe { sys::is_culib_present() } {
        true => Ok(()),
        false => Err(Error::new(
            "no NCCL here: the library `libnccl.so` was not found. Where there is a `libnccl.so.2`, link the name to it",
        )),
    }
}

/// The identifier by which the devices of a communicator find one another.
pub(super) type Id = sys::ncclUniqueId;

pub(super) fn fresh_id() -> Result<Id, Error> {
    result::get_uniqueid().map_err(failed("an id"))
}

/// A group of devices that includes this one.
pub(super) struct Comm(sys::ncclComm_t);

// SAFETY: NCCL accepts calls from any thread, one at a time.
unsafe impl Send for Comm {}

impl Drop for Comm {
    fn drop(&mut self) {
        // SAFETY: NCCL made it, and nothing is in flight, because the owner waits for its streams. Errors were reported
        // before.
        _ = unsafe { result::comm_destroy(self.0) };
    }
}

impl Comm {
    /// The communicator of `ranks` devices, all of which call this. The context of this device is bound to the thread.
    pub(super) fn new(id: Id, rank: usize, ranks: usize) -> Result<Self, Error> {
        let mut comm = ptr::null_mut();
        // SAFETY: it points to room for a communicator.
        let made = unsafe { result::comm_init_rank(&mut comm, ranks as c_int, id, rank as c_int) };
        made.map_err(failed("a communicator"))?;
        Ok(Comm(comm))
    }

    /// The communicator of the devices with the same color, or none without a color. All devices of this communicator
    /// call this.
    pub(super) fn split(&self, color: Option<usize>, rank: usize) -> Result<Option<Self>, Error> {
        let mut comm = ptr::null_mut();
        let none = -1;
        let color = color.map_or(none, |color| color as c_int);
        // SAFETY: it points to room for a communicator, and there is no other configuration.
        let made = unsafe {
            sys::ncclCommSplit(self.0, color, rank as c_int, &mut comm, ptr::null_mut()).result()
        };
        made.map_err(failed("a part of a communicator"))?;
        Ok((!comm.is_null()).then_some(Comm(comm)))
    }

    /// Makes the calls of `calls` as one group.
    pub(super) fn group(calls: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
        result::group_start().map_err(failed("a group"))?;
        let called = calls();
        result::group_end().map_err(failed("a group"))?;
        called
    }
}

/// The NCCL type of bytes, which most calls move.
const BYTES: sys::ncclDataType_t = sys::ncclDataType_t::ncclUint8;

/// Methods of a communicator that are calls of NCCL on a stream. Each has the text for its errors.
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
    /// The bytes exist until the stream has passed the call; `peer` receives as many.
    send(at: u64, bytes: usize, peer: usize)
        = send(at as *const c_void, bytes, BYTES, peer as c_int), "send";
    /// # Safety
    /// The bytes exist until the stream has passed the call; `peer` sends as many.
    receive(at: u64, bytes: usize, peer: usize)
        = recv(at as *mut c_void, bytes, BYTES, peer as c_int), "receive";
    /// # Safety
    /// `to` has room for the bytes that all send, until the stream has passed the call; all devices call this.
    all_gather(from: u64, to: u64, bytes: usize)
        = all_gather(from as *const c_void, to as *mut c_void, bytes, BYTES), "all-gather";
    /// # Safety
    /// `to` has room for the elements of this type that each device gets, and `from` has as many for every device; all
    /// devices call this.
    reduce_scatter(from: u64, to: u64, elements: usize, of: sys::ncclDataType_t)
        = reduce_scatter(from as *const c_void, to as *mut c_void, elements, of, sys::ncclRedOp_t::ncclSum),
        "reduce-scatter";
    /// # Safety
    /// The bytes exist until the stream has passed the call; all devices call this.
    // NCCL takes the same memory for both.
    broadcast(at: u64, bytes: usize, root: usize)
        = broadcast(at as *const c_void, at as *mut c_void, bytes, BYTES, root as c_int), "broadcast";
}

/// The NCCL type to add elements with.
pub(super) fn sums<T: Element>() -> Result<sys::ncclDataType_t, Error> {
    T::SUMS.ok_or_else(|| Error::new("elements of 16 bits are not added"))
}

/// The bytes of a part with elements `T`.
pub(super) fn bytes<T>(part: &Part) -> usize {
    part.elements as usize * size_of::<T>()
}
