//! The shared memory of a block.

use super::block::with;
use super::global::{load, store};
use crate::device::Element;

/// The address where it begins: not 0, so that an offset that is taken for an address is found.
pub(crate) const SHARED: u32 = 4096;

pub(super) struct SharedMemory {
    bytes: Vec<u8>,
}
impl SharedMemory {
    pub(super) fn new(bytes: usize) -> Self {
        SharedMemory { bytes: vec![255; bytes] }
    }

    /// So many bytes.
    #[track_caller]
    pub(super) fn bytes(&mut self, address: u32, bytes: usize) -> &mut [u8] {
        let all = self.bytes.len();
        let at = (address as usize).checked_sub(SHARED as usize);
        match at.and_then(|at| self.bytes.get_mut(at..at + bytes)) {
            Some(bytes) => bytes,
            None => panic!(
                "{bytes} bytes of shared memory from {} on, of {all}",
                i64::from(address) - i64::from(SHARED)
            ),
        }
    }

    /// The 16 bits at an address.
    pub(super) fn bits16(&mut self, address: u32) -> u16 {
        load(self.bytes(address, 2))
    }
}

#[track_caller]
fn aligned<T>(address: u32) {
    let (bytes, at) = (size_of::<T>() as u32, i64::from(address) - i64::from(SHARED));
    assert!(
        address.is_multiple_of(bytes),
        "{bytes} bytes of shared memory from {at} on, which is no multiple of {bytes}"
    );
}
pub(crate) fn load_shared<T: Element>(address: u32) -> T {
    aligned::<T>(address);
    with(|state, _| load(state.shared.bytes(address, size_of::<T>())))
}
pub(crate) fn store_shared<T: Element>(address: u32, element: T) {
    aligned::<T>(address);
    with(|state, _| store(state.shared.bytes(address, size_of::<T>()), element))
}
