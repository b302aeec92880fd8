//! Encodings as text: calls of the calculator, which reads them again.

use core::fmt;

use super::encoding::{BlockedEncoding, DotOperandEncoding, Encoding, Grouping};
use super::{
    AmdMfmaEncoding, AmdWmmaEncoding, Input, LinearLayout, NvidiaMmaEncoding, NvmmaSharedEncoding,
    SwizzledSharedEncoding, write_bases,
};

/// The text of a list of numbers.
struct List<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (at, number) in self.0.iter().enumerate() {
            write!(f, "{}{number}", if at > 0 { "," } else { "" })?;
        }
        f.write_str("]")
    }
}

/// The last argument, if several blocks share a tensor.
struct Last<'a>(&'a Grouping);

impl fmt::Display for Last<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.bases().is_empty() {
            f.write_str(", CGALayout=")?;
            write_bases(f, self.0.bases(), ",")?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Encoding::Blocked(BlockedEncoding {
                size_per_thread,
                threads_per_warp,
                warps_per_block,
                order,
                blocks,
            }) => {
                let [size, threads, warps] =
                    [size_per_thread, threads_per_warp, warps_per_block].map(|list| List(list));
                write!(f, "blocked({size}, {threads}, {warps}, {}{}", List(order), Last(blocks))
            }
            Encoding::NvidiaMma(NvidiaMmaEncoding { version, warps, instruction, blocks }) => {
                let (warps, instruction) = (List(warps), List(instruction));
                write!(f, "nvidia_mma({version}, 0, {warps}, {instruction}{}", Last(blocks))
            }
            Encoding::AmdMfma(mfma) => {
                let AmdMfmaEncoding { version, warps, instruction, transposed, .. } = mfma;
                let (warps, instruction) = (List(warps), List(instruction));
                write!(f, "amd_mfma({version}, {warps}, {instruction}, {transposed}")?;
                write!(f, ", elementBitWidth={}", mfma.element_bits)?;
                if !mfma.tiles_per_warp.is_empty() {
                    write!(f, ", tilesPerWarp={}", List(&mfma.tiles_per_warp))?;
                }
                Last(&mfma.blocks).fmt(f)
            }
            Encoding::AmdWmma(AmdWmmaEncoding { version, transposed, warps, depth, blocks }) => {
                let warps = List(warps);
                write!(f, "amd_wmma({version}, {transposed}, {warps}, [16,16,{depth}]")?;
                Last(blocks).fmt(f)
            }
            Encoding::DotOperand(operand) => {
                let DotOperandEncoding { operand, parent, width } = &**operand;
                write!(f, "dot_op({operand}, {parent}, {width})")
            }
            Encoding::Slice { dim, parent } => write!(f, "slice_encoding({dim}, {parent})"),
            Encoding::Linear(layout) => {
                f.write_str(if layout.is_shared() { "shared_linear(" } else { "linear(" })?;
                write_inputs(f, layout)?;
                f.write_str(")")
            }
            Encoding::SwizzledShared(swizzled) => {
                let SwizzledSharedEncoding { vector, per_phase, max_phase, order, blocks } =
                    swizzled;
                let order = List(order);
                write!(f, "swizzled_shared({vector}, {per_phase}, {max_phase}, {order}")?;
                Last(blocks).fmt(f)
            }
            Encoding::NvmmaShared(nvmma) => {
                let NvmmaSharedEncoding { swizzle, transposed, element_bits, fp4_padded, blocks } =
                    nvmma;
                write!(f, "nvmma_shared({swizzle}, {transposed}, {element_bits}")?;
                if *fp4_padded {
                    f.write_str(", fp4Padded=true")?;
                }
                if blocks.bases().is_empty() && blocks.rank() != 2 {
                    write!(f, ", rank={}", blocks.rank())?;
                }
                Last(blocks).fmt(f)
            }
        }
    }
}

/// The bases of all inputs as arguments.
fn write_inputs(f: &mut fmt::Formatter<'_>, layout: &LinearLayout) -> fmt::Result {
    for (at, &input) in layout.inputs().iter().enumerate() {
        write!(f, "{}{}=", if at > 0 { ", " } else { "" }, Input::name(input))?;
        write_bases(f, &layout.bases(input), ",")?;
    }
    Ok(())
}

/// The linear layout as a call of the calculator, which reads it again.
impl fmt::Display for LinearLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_shared() { "shared_linear_layout(" } else { "linear_layout(" })?;
        write_inputs(f, self)?;
        f.write_str(", shape=(")?;
        for (at, extent) in self.shape().iter().enumerate() {
            write!(f, "{}{extent}", if at > 0 { "," } else { "" })?;
        }
        f.write_str("))")
    }
}
