//! Names of AMD's instructions in LLVM and in older manuals.

use alloc::format;
use alloc::string::{String, ToString};

use super::{MFMA, WMMA};

/// The name in [`atom`](crate::atom) of the instruction of AMD that LLVM or a manual names so, if it is a spelling of
/// one. Functions of LLVM are `__builtin_amdgcn_..` and `llvm.amdgcn..`. CDNA1 and CDNA2 write no `_` before the type,
/// and no number of blocks; their `bf16_1k` is the `bf16` of CDNA3.
///
/// ```
/// use tilework_algebra::atom::of_llvm;
/// let own = |name| of_llvm(name).unwrap_or_default();
/// assert_eq!(own("__builtin_amdgcn_mfma_f32_32x32x8f16"), "v_mfma_f32_32x32x8_f16");
/// assert_eq!(own("llvm.amdgcn.mfma.f32.32x32x8f16"), "v_mfma_f32_32x32x8_f16");
/// assert_eq!(own("v_mfma_f32_4x4x4f16"), "v_mfma_f32_4x4x4_16b_f16");
/// assert_eq!(own("v_mfma_f32_32x32x4bf16"), "v_mfma_f32_32x32x4bf16");
/// assert_eq!(own("v_mfma_f32_32x32x4bf16_1k"), "v_mfma_f32_32x32x4_2b_bf16");
/// assert_eq!(
///     own("__builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12"),
///     "v_wmma_f32_16x16x16_f16_w32_gfx12",
/// );
/// assert_eq!(of_llvm("(4,8):(8,1)"), None);
/// ```
pub fn of_llvm(name: &str) -> Option<String> {
    let name = name.trim();
    let own = match name.strip_prefix("__builtin_amdgcn_") {
        Some(of) => format!("v_{of}"),
        None => match name.strip_prefix("llvm.amdgcn.") {
            Some(of) => format!("v_{}", of.replace('.', "_")),
            None => name.to_string(),
        },
    };
    if !own.starts_with("v_mfma_") && !own.starts_with("v_wmma_") {
        return None;
    }
    if MFMA.iter().chain(WMMA).any(|mma| mma.name == own) {
        return Some(own);
    }
    let older = own.strip_suffix("_1k").unwrap_or(&own);
    let found = MFMA.iter().find(|mma| spelled_older(mma.name).is_some_and(|name| name == older));
    found.map(|mma| mma.name.to_string())
}

/// The name without the `_` and the number of blocks before the type: `v_mfma_f32_4x4x4f16` of
/// `v_mfma_f32_4x4x4_16b_f16`, if there is a `_`.
fn spelled_older(name: &str) -> Option<String> {
    let (before, kind) = name.rsplit_once('_')?;
    let before =
        ["_2b", "_4b", "_16b"].iter().find_map(|of| before.strip_suffix(of)).unwrap_or(before);
    // The letters before the type are then the extents.
    before.ends_with(|c: char| c.is_ascii_digit()).then(|| format!("{before}{kind}"))
}
