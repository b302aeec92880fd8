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
/// arguments, such as the majors of `wgmma`, are not needed, since they do not change the layouts of registers.
///
/// ```
/// use tilework_algebra::atom::of_cute;
/// assert_eq!(of_cute("SM80_16x8x16_F32F16F16F32_TN").as_deref(), Some("mma.sync.m16n8k16.f16"));
/// assert_eq!(of_cute("SM90_64x128x16_F32BF16BF16_RS").as_deref(), Some("wgmma.m64n128k16.bf16.rs"));
/// assert_eq!(of_cute("SM75_U16x8_LDSM_T").as_deref(), Some("ldmatrix.x4.trans"));
/// assert_eq!(of_cute("(4,8):(8,1)"), None);
/// ```
pub fn of_cute(name: &str) -> Option<String> {
    let name = name.trim();
    let name = name.rsplit("::").next().filter(|_| !name.contains('<')).unwrap_or(name);
    let name = name.split('<').next()?.trim_end_matches("{}");
    if let Some((_, copy)) = COPIES.iter().find(|(cute, _)| *cute == name) {
        return Some(copy.to_string());
    }
    let mut words = name.strip_prefix("SM")?.split('_');
    if !words.next()?.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let shape: Option<Vec<u32>> = words.next()?.split('x').map(|n| n.parse().ok()).collect();
    let [m, n, k] = shape?.try_into().ok()?;
    let [_, a, ..] = types(words.next()?)?[..] else { return None };
    match words.next()? {
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
