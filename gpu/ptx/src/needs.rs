//! The features of a GPU that a kernel needs, from its instructions.

use std::fmt;

/// A compute capability, `major.minor`.
pub type Capability = (u32, u32);

/// The requirements of a kernel: the compute capability, and the instructions that require it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The lowest compute capability.
    pub capability: Capability,
    /// True if only this capability has the instructions, as with `wgmma`: `sm_90a`.
    pub only: bool,
    /// The instructions that require it, under their names in the PTX ISA.
    pub instructions: Vec<String>,
}

/// The capability for all other instructions. Older GPUs are not tested.
const LEAST: Capability = (8, 0);

/// Texts that identify instructions, with the capability that introduced them, and whether it alone has them (PTX ISA
/// 8.0, section "Target ISA Notes" of each).
const INSTRUCTIONS: [(&str, Capability, bool); 29] = [
    ("wgmma", (9, 0), true),
    ("setmaxnreg", (9, 0), true),
    ("cp.async.bulk", (9, 0), false),
    ("cp.reduce.async.bulk", (9, 0), false),
    ("prefetch.tensormap", (9, 0), false),
    ("stmatrix", (9, 0), false),
    ("barrier.cluster", (9, 0), false),
    ("reqnctapercluster", (9, 0), false),
    ("shared::cluster", (9, 0), false),
    ("mapa", (9, 0), false),
    ("mbarrier.try_wait", (9, 0), false),
    ("expect_tx", (9, 0), false),
    ("fence.mbarrier_init", (9, 0), false),
    ("fence.proxy.async", (9, 0), false),
    ("fence.proxy.tensormap", (9, 0), false),
    ("elect.sync", (9, 0), false),
    ("griddepcontrol", (9, 0), false),
    ("red.async", (9, 0), false),
    ("st.async", (9, 0), false),
    ("m16n8k4.row.col.f64", (9, 0), false),
    ("m16n8k8.row.col.f64", (9, 0), false),
    ("m16n8k16.row.col.f64", (9, 0), false),
    ("acq_rel.cluster", (9, 0), false),
    ("sc.cluster", (9, 0), false),
    ("acquire.cluster", (9, 0), false),
    ("release.cluster", (9, 0), false),
    (".e4m3", (8, 9), false),
    (".e5m2", (8, 9), false),
    ("tanh.approx.bf16", (9, 0), false),
];

impl Needs {
    /// The requirements of the lines of a kernel.
    pub(crate) fn of(text: &str) -> Self {
        let found: Vec<_> = INSTRUCTIONS.iter().filter(|(name, ..)| text.contains(name)).collect();
        let capability = found.iter().map(|(_, capability, _)| *capability).max();
        let capability = capability.unwrap_or(LEAST);
        let only = found.iter().any(|(.., only)| *only);
        // The instructions with the highest requirement: of one capability alone, or of this capability.
        let names = found.iter().filter(|x| (x.1, x.2) == (capability, only));
        let names = names.map(|(name, ..)| name.trim_start_matches('.').to_owned()).collect();
        Needs { capability, only, instructions: names }
    }

    /// Returns whether a GPU with this compute capability meets them.
    pub fn are_met(&self, capability: Capability) -> bool {
        if self.only { capability == self.capability } else { capability >= self.capability }
    }

    /// The message that a GPU with this compute capability does not meet them, for the kernel with this name.
    pub fn unmet(&self, kernel: &str, capability: Capability) -> String {
        let (major, minor) = capability;
        format!("{kernel} needs {self}; this GPU has {major}.{minor}")
    }

    /// The line that records them before a kernel; `read` parses it.
    pub(crate) fn line(&self) -> String {
        let (major, minor) = self.capability;
        let only = if self.only { "a" } else { "" };
        format!("// needs {major}.{minor}{only}: {}", self.instructions.join(", "))
    }
    pub(crate) fn read(line: &str) -> Option<Self> {
        let (capability, instructions) = line.strip_prefix("// needs ")?.split_once(":")?;
        let (capability, only) =
            capability.strip_suffix('a').map_or((capability, false), |of| (of, true));
        let (major, minor) = capability.split_once('.')?;
        let instructions = instructions.split(',').map(|one| one.trim().to_owned());
        let instructions = instructions.filter(|one| !one.is_empty()).collect();
        Some(Needs { capability: (major.parse().ok()?, minor.parse().ok()?), only, instructions })
    }
}
/// `compute capability 9.0 (wgmma)`
impl fmt::Display for Needs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.capability;
        write!(f, "compute capability {major}.{minor}")?;
        if !self.only {
            f.write_str(" or later")?;
        }
        match self.instructions.first() {
            Some(first) => write!(f, " ({first})"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Needs;

    #[test]
    fn instructions_say_what_they_need() {
        let of = |text: &str| Needs::of(text).to_string();
        assert_eq!(of("\tadd.s32 %r1, %r2, %r3;"), "compute capability 8.0 or later");
        assert_eq!(of("stmatrix.sync.aligned"), "compute capability 9.0 or later (stmatrix)");
        let f64s = |shape| of(&format!("mma.sync.aligned.{shape}.row.col.f64.f64.f64.f64"));
        assert_eq!(f64s("m8n8k4"), "compute capability 8.0 or later");
        assert!(f64s("m16n8k8").starts_with("compute capability 9.0 or later"));
        assert_eq!(of("wgmma.fence; stmatrix.sync"), "compute capability 9.0 (wgmma)");
        assert_eq!(of("cvt.rn.satfinite.e4m3x2.f32"), "compute capability 8.9 or later (e4m3)");
    }

    #[test]
    fn the_line_of_a_kernel_is_read_again() {
        for text in ["", "wgmma setmaxnreg", "stmatrix cp.async.bulk", ".e4m3x2"] {
            let needs = Needs::of(text);
            assert_eq!(Needs::read(&needs.line()), Some(needs));
        }
        assert_eq!(Needs::read("// of 9.0: wgmma"), None);
    }

    #[test]
    fn a_gpu_has_what_it_needs_or_a_sentence_says_so() {
        let (wgmma, stmatrix) = (Needs::of("wgmma"), Needs::of("stmatrix"));
        let met = |needs: &Needs| [(8, 0), (9, 0), (12, 0)].map(|gpu| needs.are_met(gpu));
        assert_eq!(met(&wgmma), [false, true, false]);
        assert_eq!(met(&stmatrix), [false, true, true]);
        assert_eq!(
            wgmma.unmet("gemm_f16", (8, 0)),
            "gemm_f16 needs compute capability 9.0 (wgmma); this GPU has 8.0"
        );
    }
}
