//! Linear layouts, and encodings of tensors, in the words of Triton.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Section;
use crate::error::{Error, Operation, Rule};
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::expression::{Reason, Value};
use crate::layout::Layout;
use crate::linear_layout::{
    AmdMfmaEncoding, AmdWmmaEncoding, Bases, BlockedEncoding, DotOperandEncoding, Encoding,
    Grouping, Input, LinearLayout, NvidiaMmaEncoding, NvmmaSharedEncoding, SwizzledSharedEncoding,
};
use crate::operation::function_to_layout::function_to_xor;
use crate::stride::xor::Xor;

/// The most encodings that are nested.
const MAX_NESTED: usize = 8;

/// The longest list of numbers for the dimensions of a tensor, and the most bases.
const MAX_NUMBERS: usize = 64;

section! {
    "Linear layouts and Triton's encodings" {
        linear_layout("register", "lane", "[warp=0]", "[block=0]", "[shape=0]")
            "the linear layout with these bases, lists of coordinates such as [[0,1],[8,0]]"
            = |of| of_bases(of, &Input::REGISTERS, Some(4)).map(Value::from);
        shared_linear_layout("offset", "[block=0]", "[shape=0]")
            "the linear layout of a tensor in shared memory with these bases"
            = |of| of_bases(of, &Input::SHARED, Some(2)).map(Value::from);
        to_linear_layout("L", "S", "[lanes=32]", "[warps=0]")
            "the linear layout of a layout of (threads, values) into a tensor of shape S; 0 warps are all"
            = to_linear_layout;
        to_shared_linear_layout("L") "the linear layout of a layout of a tensor in shared memory, offsets to coordinates"
            = |of| match &*of.plain(0) {
                Value::Xor(layout) => Ok(LinearLayout::of_memory(layout)?.into()),
                _ => Ok(LinearLayout::of_memory(&linear_in_bits(&of.memory(0)?)?)?.into()),
            };
        to_layout("E") "the layout ((lane, warp, block), register) of integral coordinates, or offsets in shared memory"
            = |of| match of.value(0).unlinear() {
                Some(layout) => Ok(layout?),
                None => match of.value(0) {
                    Value::Encoding(_) => Err(of.no(0, "a linear layout")),
                    Value::Coordinates(layout) => Ok(layout.clone().into()),
                    Value::Xor(layout) => Ok(layout.clone().into()),
                    _ => Ok(of.layout(0)?.into()),
                },
            };
        linear("register", "lane", "[warp=0]", "[block=0]") "the encoding with these bases, #ttg.linear"
            = |of| Ok(Encoding::Linear(of_bases(of, &Input::REGISTERS, None)?).into());
        shared_linear("offset", "[block=0]", "[alignment=16]")
            "the encoding of shared memory with these bases, #ttg.shared_linear"
            = |of| Ok(Encoding::Linear(of_bases(of, &Input::SHARED, None)?).into());
        blocked("sizePerThread", "threadsPerWarp", "warpsPerCTA", "order", "[CTAsPerCGA=0]",
            "[CTASplitNum=0]", "[CTAOrder=0]", "[CGALayout=0]") "the encoding #ttg.blocked"
            = |of| {
                let order = positions(of, 3)?;
                let blocks = grouping(of, 4, order.len())?;
                Ok(Encoding::Blocked(BlockedEncoding {
                    size_per_thread: numbers(of, 0)?,
                    threads_per_warp: numbers(of, 1)?,
                    warps_per_block: numbers(of, 2)?,
                    order,
                    blocks,
                }).into())
            };
        nvidia_mma("versionMajor", "versionMinor", "warpsPerCTA", "instrShape", "[CTAsPerCGA=0]",
            "[CTASplitNum=0]", "[CTAOrder=0]", "[CGALayout=0]")
            "the encoding of accumulators of mma.sync (2) and wgmma (3), #ttg.nvidia_mma"
            = |of| {
                let warps = numbers(of, 2)?;
                let blocks = grouping(of, 4, warps.len())?;
                let (version, instruction) = (version(of, 0)?, numbers(of, 3)?);
                Ok(Encoding::NvidiaMma(NvidiaMmaEncoding { version, warps, instruction, blocks }).into())
            };
        amd_mfma("version", "warpsPerCTA", "instrShape", "isTransposed", "[elementBitWidth=32]",
            "[tilesPerWarp=0]", "[CTAsPerCGA=0]", "[CTASplitNum=0]", "[CTAOrder=0]", "[CGALayout=0]")
            "the encoding of accumulators of mfma, #ttg.amd_mfma"
            = |of| {
                let warps = numbers(of, 1)?;
                let blocks = grouping(of, 6, warps.len())?;
                Ok(Encoding::AmdMfma(AmdMfmaEncoding {
                    version: of.integer(0)?,
                    instruction: numbers(of, 2)?,
                    transposed: truth(of, 3)?,
                    element_bits: optional(of, 4, 32)?,
                    tiles_per_warp: if given(of, 5) { numbers(of, 5)? } else { Vec::new() },
                    warps,
                    blocks,
                }).into())
            };
        amd_wmma("version", "isTranspose", "warpsPerCTA", "[instrShape=0]", "[CTAsPerCGA=0]",
            "[CTASplitNum=0]", "[CTAOrder=0]", "[CGALayout=0]")
            "the encoding of accumulators of wmma, #ttg.amd_wmma"
            = |of| {
                let warps = numbers(of, 2)?;
                let blocks = grouping(of, 4, warps.len())?;
                let shape = if given(of, 3) { numbers(of, 3)? } else { Vec::from([16; 3]) };
                let [16, 16, depth] = shape[..] else {
                    return Err(error(Rule::Encoding {
                        encoding: "amd_wmma",
                        wants: "an instrShape of 16, 16 and the depth: `[16,16,16]`",
                    }).into());
                };
                let (version, transposed) = (of.integer(0)?, truth(of, 1)?);
                Ok(Encoding::AmdWmma(AmdWmmaEncoding { version, transposed, warps, depth, blocks }).into())
            };
        dot_op("opIdx", "parent", "[kWidth=0]") "the encoding of operand 0 or 1 of a product, #ttg.dot_op"
            = |of| {
                let parent = encoding(of, 1)?;
                let width = optional(of, 2, 0)?;
                let wider = !matches!(parent, Encoding::Blocked(_));
                if wider && width == 0 {
                    return Err(error(Rule::Encoding {
                        encoding: "dot_op",
                        wants: "a kWidth, the adjacent elements of a thread: `kWidth=2`",
                    }).into());
                }
                let operand = of.position(0)?;
                Ok(Encoding::DotOperand(Box::new(DotOperandEncoding { operand, parent, width })).into())
            };
        slice_encoding("dim", "parent") "the encoding without this dimension, #ttg.slice"
            = |of| {
                let (dim, parent) = (of.position(0)?, Box::new(encoding(of, 1)?));
                Ok(Encoding::Slice { dim, parent }.into())
            };
        swizzled_shared("vec", "perPhase", "maxPhase", "order", "[CTAsPerCGA=0]", "[CTASplitNum=0]",
            "[CTAOrder=0]", "[CGALayout=0]") "the encoding of swizzled rows, #ttg.swizzled_shared"
            = |of| {
                let order = positions(of, 3)?;
                let blocks = grouping(of, 4, order.len())?;
                let [vector, per_phase, max_phase] =
                    [of.integer(0)?, of.integer(1)?, of.integer(2)?];
                Ok(Encoding::SwizzledShared(SwizzledSharedEncoding { vector, per_phase, max_phase, order, blocks }).into())
            };
        nvmma_shared("swizzlingByteWidth", "transposed", "elementBitWidth", "[fp4Padded=0]", "[rank=2]",
            "[CTAsPerCGA=0]", "[CTASplitNum=0]", "[CTAOrder=0]", "[CGALayout=0]")
            "the encoding of operands of wgmma in shared memory, #ttg.nvmma_shared"
            = |of| {
                // The blocks have the rank, if several share the tensor.
                let rank = match (6..9).find(|&at| given(of, at)) {
                    Some(8) => bases(of, 8)?.first().map_or(2, Vec::len),
                    Some(at) => numbers(of, at)?.len(),
                    None => optional(of, 4, 2)?.clamp(0, MAX_NUMBERS as i64) as usize,
                };
                Ok(Encoding::NvmmaShared(NvmmaSharedEncoding {
                    swizzle: of.integer(0)?,
                    transposed: truth(of, 1)?,
                    element_bits: of.integer(2)?,
                    fp4_padded: truth(of, 3)?,
                    blocks: grouping(of, 5, rank)?,
                }).into())
            };
    }
}

fn error(rule: Rule) -> Error {
    Error::new(Operation::LinearLayout, rule)
}

/// Returns whether an argument is there and is not the 0 of one that is left out.
fn given(of: &Arguments<'_>, at: usize) -> bool {
    of.has(at) && of.value(at).to_integer() != Ok(0)
}

fn optional(of: &Arguments<'_>, at: usize, default: i64) -> Result<i64, Blame> {
    if of.has(at) { of.integer(at) } else { Ok(default) }
}

/// `true`, `false`, 1 or 0; `false` if it is left out.
fn truth(of: &Arguments<'_>, at: usize) -> Result<bool, Blame> {
    if !of.has(at) {
        return Ok(false);
    }
    match (of.value(at), of.value(at).to_integer()) {
        (Value::Boolean(truth), _) => Ok(*truth),
        (_, Ok(integer @ (0 | 1))) => Ok(integer == 1),
        _ => Err(of.no(at, "`true` or `false`")),
    }
}

/// The version, which Gluon writes as a list.
fn version(of: &Arguments<'_>, at: usize) -> Result<i64, Blame> {
    match of.value(at) {
        Value::Integers(list) if list.len() == 2 => Ok(list[0]),
        _ => of.integer(at),
    }
}

fn within(of: usize) -> Result<(), Blame> {
    if of <= MAX_NUMBERS {
        return Ok(());
    }
    let (size, limit) = (of as i64, MAX_NUMBERS as i64);
    Err(error(Rule::ListLength { size, limit }).into())
}

fn numbers(of: &Arguments<'_>, at: usize) -> Result<Vec<i64>, Blame> {
    let numbers = of.integers(at)?;
    within(numbers.len())?;
    Ok(numbers)
}

fn positions(of: &Arguments<'_>, at: usize) -> Result<Vec<usize>, Blame> {
    let positions = of.positions(at)?;
    within(positions.len())?;
    Ok(positions)
}

/// A list of coordinates. `[]` is an empty list, and `[1,2]` are coordinates of one dimension.
fn bases(of: &Arguments<'_>, at: usize) -> Result<Bases, Blame> {
    let wanted = "a list of coordinates, such as `[[0,1],[8,0]]`,";
    match of.value(at) {
        Value::Integers(list) if list.is_empty() => Ok(Vec::new()),
        Value::Tuple(_) | Value::Integers(_) => Err(of.no(at, wanted)),
        _ => {
            let list = of.list(at)?;
            within(list.len())?;
            let bases = list.iter().map(|basis| match basis.to_integers() {
                Ok(basis) => within(basis.len()).map(|()| basis),
                Err(_) => Err(Blame::operand(at)(Reason::Kind { wanted, given: basis.kind() })),
            });
            bases.collect()
        }
    }
}

/// The linear layout with the bases of these inputs, and the shape at this position, if it is given.
fn of_bases(
    of: &Arguments<'_>,
    inputs: &[Input],
    shape: Option<usize>,
) -> Result<LinearLayout, Blame> {
    // Inputs that are left out are 0.
    let all = inputs.iter().enumerate().map(|(at, &input)| match given(of, at) {
        true => Ok((input, bases(of, at)?)),
        false => Ok((input, Vec::new())),
    });
    let all = all.collect::<Result<Vec<_>, Blame>>()?;
    match shape.filter(|&at| given(of, at)) {
        Some(at) => Ok(LinearLayout::new(&numbers(of, at)?, all)?),
        None => Ok(LinearLayout::of_bases(all)?),
    }
}

/// How blocks share a tensor, by three lists, or by bases after them.
fn grouping(of: &Arguments<'_>, at: usize, rank: usize) -> Result<Grouping, Blame> {
    if given(of, at + 3) {
        return Ok(Grouping::of_bases(rank, bases(of, at + 3)?)?);
    }
    if !given(of, at) {
        return Ok(Grouping::one(rank));
    }
    let blocks = numbers(of, at)?;
    let parts = if given(of, at + 1) { numbers(of, at + 1)? } else { blocks.clone() };
    let order = match given(of, at + 2) {
        true => positions(of, at + 2)?,
        false => (0..blocks.len()).rev().collect(),
    };
    if order.len() != rank {
        return Err(error(Rule::Dimensions { given: order.len(), rank }).into());
    }
    Ok(Grouping::split(&blocks, &parts, &order)?)
}

/// An encoding, which is nested in another one.
fn encoding(of: &Arguments<'_>, at: usize) -> Result<Encoding, Blame> {
    let encoding = match of.value(at) {
        Value::Encoding(encoding) => encoding.clone(),
        Value::Linear(layout) => Encoding::Linear(layout.clone()),
        _ => return Err(of.no(at, "an encoding")),
    };
    match encoding.depth() < MAX_NESTED {
        true => Ok(encoding),
        false => Err(Reason::Depth(MAX_NESTED).into()),
    }
}

/// The linear layout of a thread-value layout. If it is not linear in bits, the error has the first place where it is
/// not.
fn to_linear_layout(of: &Arguments<'_>) -> Result<Value, Blame> {
    let shape = match of.shape(1)?.leaves() {
        leaves if leaves.len() <= MAX_NUMBERS => leaves.to_vec(),
        leaves => {
            within(leaves.len())?;
            Vec::new()
        }
    };
    let lanes = optional(of, 2, 32)?;
    let warps = match optional(of, 3, 0)? {
        0 => 1 << 61,
        warps => warps,
    };
    let layout: Layout<Xor> = match &*of.plain(0) {
        Value::Xor(layout) => layout.clone(),
        Value::Coordinates(layout) => {
            let tile = of.shape(1)?;
            let integers = crate::composition(&crate::identity(&tile)?, layout)?;
            linear_in_bits(&integers)?
        }
        _ => linear_in_bits(&of.layout(0)?)?,
    };
    Ok(LinearLayout::of_layout(&layout, &shape, lanes, warps)?.into())
}

/// The layout with XOR strides of a layout of rank 2 with integer strides.
fn linear_in_bits(layout: &Layout) -> Result<Layout<Xor>, Blame> {
    if let Ok(bits) = Layout::<Xor>::of_integers(layout) {
        return Ok(bits);
    }
    let limit = super::MAX_LIST as i64;
    if layout.size() > limit {
        return Err(error(Rule::ListLength { size: layout.size(), limit }).into());
    }
    let during = |error: Error| error.during(Operation::LinearLayout);
    let offsets = crate::offsets(layout).map_err(during)?;
    let found = function_to_xor(&offsets).map_err(during)?;
    // The function has no modes; the layout has those of threads and values.
    let sizes = layout.modes().map(|mode| Layout::leaf(mode.size(), 1));
    let sizes = sizes.collect::<Result<Vec<Layout>, Error>>()?;
    let shape = Layout::concatenate(sizes)?.shape();
    Ok(crate::composition(&found, &crate::identity(&shape)?)?)
}
