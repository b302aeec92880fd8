//! Names of instructions in CuTe.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The types of operands, as CuTe writes them and as the tables here do. Unsigned integers of 4 bits are laid out like
/// signed ones.
const TYPES: [(&str, &str); 14] = [
    ("BF16", "bf16"),
    ("TF32", "tf32"),
    ("E4M3", "e4m3"),
    ("E5M2", "e5m2"),
    ("E2M1", "e2m1"),
    ("F16", "f16"),
    ("F32", "f32"),
    ("F64", "f64"),
    ("S32", "s32"),
    ("S8", "s8"),
    ("U8", "u8"),
    ("S4", "s4"),
    ("U4", "s4"),
    ("U1", "b1"),
];

/// The copies between shared memory and registers.
const COPIES: [(&str, &str); 12] = [
    ("SM75_U32x1_LDSM_N", "ldmatrix.x1"),
    ("SM75_U32x2_LDSM_N", "ldmatrix.x2"),
    ("SM75_U32x4_LDSM_N", "ldmatrix.x4"),
    ("SM75_U16x2_LDSM_T", "ldmatrix.x1.trans"),
    ("SM75_U16x4_LDSM_T", "ldmatrix.x2.trans"),
    ("SM75_U16x8_LDSM_T", "ldmatrix.x4.trans"),
    ("SM90_U32x1_STSM_N", "stmatrix.x1"),
    ("SM90_U32x2_STSM_N", "stmatrix.x2"),
    ("SM90_U32x4_STSM_N", "stmatrix.x4"),
    ("SM90_U16x2_STSM_T", "stmatrix.x1.trans"),
    ("SM90_U16x4_STSM_T", "stmatrix.x2.trans"),
    ("SM90_U16x8_STSM_T", "stmatrix.x4.trans"),
];

/// The name in [`atom`](crate::atom) of the instruction that CuTe names so, if the name has this form. Template
/// arguments, such as the majors of `wgmma`, are not needed, since they do not change the layouts of registers. The
/// names of SYCL\*TLA, CuTe for Intel, are read too.
///
/// ```
/// use tilework_algebra::atom::of_cute;
/// assert_eq!(of_cute("SM80_16x8x16_F32F16F16F32_TN").as_deref(), Some("mma.sync.m16n8k16.f16"));
/// assert_eq!(of_cute("SM90_64x128x16_F32BF16BF16_RS").as_deref(), Some("wgmma.m64n128k16.bf16.rs"));
/// assert_eq!(of_cute("SM75_U16x8_LDSM_T").as_deref(), Some("ldmatrix.x4.trans"));
/// assert_eq!(of_cute("XE_8x16x16_F32BF16BF16F32_TT").as_deref(), Some("dpas.m8n16k16.bf16"));
/// assert_eq!(of_cute("XE_DPAS_TT<8, float, half_t>").as_deref(), Some("dpas.m8n16k16.f16"));
/// assert_eq!(of_cute("(4,8):(8,1)"), None);
/// ```
pub fn of_cute(name: &str) -> Option<String> {
    let name = name.trim();
    if let Some(arguments) = name.strip_prefix("XE_DPAS_TT<") {
        return of_dpas(arguments.split_once('>')?.0);
    }
    let name = name.rsplit("::").next().filter(|_| !name.contains('<')).unwrap_or(name);
    let name = name.split('<').next()?.trim_end_matches("{}");
    if let Some((_, copy)) = COPIES.iter().find(|(cute, _)| *cute == name) {
        return Some(copy.to_string());
    }
    let xe = name.strip_prefix("XE_");
    let mut words = xe.or_else(|| name.strip_prefix("SM"))?.split('_');
    if xe.is_none() && !words.next()?.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let shape: Option<Vec<u32>> = words.next()?.split('x').map(|n| n.parse().ok()).collect();
    let [m, n, k] = shape?.try_into().ok()?;
    let [_, a, ..] = types(words.next()?)?[..] else { return None };
    match words.next()? {
        "TT" if xe.is_some() => Some(format!("dpas.m{m}n{n}k{k}.{a}")),
        _ if xe.is_some() => None,
        operands @ ("SS" | "RS") => {
            Some(format!("wgmma.m{m}n{n}k{k}.{a}.{}", operands.to_lowercase()))
        }
        "TN" => Some(format!("mma.sync.m{m}n{n}k{k}.{a}")),
        _ => None,
    }
}

/// The types of the operands, D, A, B and C.
fn types(mut text: &str) -> Option<Vec<&'static str>> {
    let mut types = Vec::new();
    while !text.is_empty() {
        let (cute, own) = TYPES.iter().find(|(cute, _)| text.starts_with(cute))?;
        types.push(*own);
        text = &text[cute.len()..];
    }
    Some(types)
}

/// The types of [`of_dpas`]: as SYCL\*TLA writes them, as the tables do, and their bits.
const DPAS_TYPES: [(&str, &str, u32); 8] = [
    ("bfloat16_t", "bf16", 16),
    ("half_t", "f16", 16),
    ("tfloat32_t", "tf32", 32),
    ("int8_t", "s8", 8),
    ("uint8_t", "u8", 8),
    ("int4_t", "s4", 4),
    ("uint4_t", "u4", 4),
    ("float", "f32", 32),
];

/// The multiplication of `XE_DPAS_TT<M, D, A, ..>`, by its arguments.
fn of_dpas(arguments: &str) -> Option<String> {
    let mut arguments = arguments.split(',').map(str::trim);
    let m: u32 = arguments.next()?.parse().ok()?;
    let name = arguments.nth(1)?;
    let name = name.rsplit("::").next().unwrap_or(name);
    let (_, own, bits) = DPAS_TYPES.iter().find(|(cute, ..)| *cute == name)?;
    Some(format!("dpas.m{m}n16k{}.{own}", 256 / bits))
}
