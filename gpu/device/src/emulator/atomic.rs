//! `atom` and `red`. They need no locks, because threads run one at a time.

use super::block::{Event, wait, with};
use super::global::{self, load, store};
use super::shared;
use crate::Element;

/// Changes an element of global memory, and returns its old value.
#[track_caller]
pub(crate) fn atom_global<T: Element>(address: u64, change: impl FnOnce(T) -> T) -> T {
    global::aligned::<T>(address);
    with(|state, _| {
        state.happened(Event::Number(address));
        changed(state.global.bytes_mut(address, size_of::<T>()), change)
    })
}
/// The element of global memory, by an atomic operation.
#[track_caller]
pub(crate) fn atomic_load_global<T: Element>(address: u64) -> T {
    global::load_global(address)
}
/// The element of shared memory, by an atomic operation.
#[track_caller]
pub(crate) fn atomic_load_shared<T: Element>(address: u32) -> T {
    shared::load_shared(address)
}
/// Waits until a number in global memory is at least `least`.
pub(crate) fn wait_for(address: u64, least: u32) {
    global::aligned::<u32>(address);
    wait(Event::Number(address), |state| {
        let number: u32 = load(state.global.bytes_mut(address, size_of::<u32>()));
        (number >= least).then_some(())
    });
}
/// Changes an element of shared memory, and returns its old value.
#[track_caller]
pub(crate) fn atom_shared<T: Element>(address: u32, change: impl FnOnce(T) -> T) -> T {
    shared::aligned::<T>(address);
    with(|state, _| changed(state.shared.bytes(address, size_of::<T>()), change))
}
fn changed<T: Element>(bytes: &mut [u8], change: impl FnOnce(T) -> T) -> T {
    let before = load(bytes);
    store(bytes, change(before));
    before
}
