//! A memory: its bytes, which of them somebody has written, and their accesses in this launch.

use std::ops::Range;

use super::shadow::Shadow;
use crate::Element;

/// The contents of memory that nobody has written: NaN as a float.
const UNWRITTEN: u8 = 255;

#[derive(Default)]
pub(super) struct Memory {
    pub(super) bytes: Vec<u8>,
    pub(super) written: Vec<bool>,
    pub(super) shadow: Shadow,
}
impl Memory {
    pub(super) fn unwritten(bytes: usize) -> Self {
        let mut memory = Memory::default();
        memory.reach(bytes);
        memory
    }
    /// Makes it at least so long.
    pub(super) fn reach(&mut self, bytes: usize) {
        let bytes = bytes.max(self.bytes.len());
        self.bytes.resize(bytes, UNWRITTEN);
        self.written.resize(bytes, false);
    }
    pub(super) fn store(&mut self, at: usize, bytes: &[u8]) {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        self.written[at..at + bytes.len()].fill(true);
    }
    /// The first of some bytes that nobody has written.
    pub(super) fn first_unwritten(&self, bytes: Range<usize>) -> Option<usize> {
        let unwritten = self.written[bytes.clone()].iter().position(|written| !written);
        unwritten.map(|at| bytes.start + at)
    }
}

/// The element with these bytes.
pub(super) fn load<T: Element>(bytes: &[u8]) -> T {
    assert_eq!(bytes.len(), size_of::<T>());
    // SAFETY: the number of bytes is right. Elements are numbers and arrays of numbers, without padding.
    unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }
}
/// The bytes of an element.
pub(super) fn bytes_of<T: Element>(element: &T) -> &[u8] {
    // SAFETY: as for `load`.
    unsafe { std::slice::from_raw_parts(std::ptr::from_ref(element).cast::<u8>(), size_of::<T>()) }
}
/// The bits of up to 8 bytes.
pub(super) fn bits(of: &[u8]) -> u64 {
    of.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}
/// Describes the element of so many bytes that begins at this byte.
pub(super) fn element(at: usize, bytes: usize, of: &str) -> String {
    match at.is_multiple_of(bytes) {
        true => format!("element {} of {bytes} bytes of {of}", at / bytes),
        false => format!("byte {at} of {of}"),
    }
}
