//! The PTX of the kernels, and which of them a GPU takes.

use std::borrow::Cow;

use tilework_ptx::Module;

/// The kernels as PTX, as `kernels/build` writes it: for GPUs of compute capability 9.0.
pub const KERNELS: &str = include_str!("../../kernels/ptx/kernels.ptx");

/// All of them, each with what it needs of a GPU.
pub(crate) fn module() -> Module<'static> {
    Module::read(KERNELS).expect("`kernels/build` has written it")
}

/// The kernels that a GPU of this compute capability takes: all of 9.0, and of other GPUs from 8.0 on those whose instructions they
/// have. `None` for older ones.
///
/// ```
/// let names = |capability| tilework_device::kernels_for(capability).map(|text| text.matches(".entry").count());
/// assert!(names((8, 6)) < names((9, 0)) && names((8, 6)) > Some(5));
/// assert_eq!(names((7, 5)), None);
/// ```
pub fn kernels_for(capability: (u32, u32)) -> Option<Cow<'static, str>> {
    module().for_gpu(capability).map(Cow::Owned)
}
