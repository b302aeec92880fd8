//! Text in both directions, and what is wrong with it.

use tilework_algebra::export::{Form, gluon, triton};
use tilework_algebra::linear_layout::{Input, LinearLayout};

use super::linear;
use super::triton::TRITON;
use crate::value;

/// What Triton and Gluon print and what people write is the same linear layout.
#[test]
fn pasted() {
    for (text, same) in [
        (
            "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>(64, 64)",
            "blocked([1,4],[2,16],[4,1],[1,0])(64,64)",
        ),
        (
            "tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>>",
            "blocked([1,4],[2,16],[4,1],[1,0])(64,64)",
        ),
        (
            "#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>; \
             tensor<64x64x!tt.ptr<f16, 1>, #blocked>",
            "blocked([1,4],[2,16],[4,1],[1,0])(64,64)",
        ),
        (
            "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0], \
             CTAsPerCGA = [2, 1], CTASplitNum = [2, 1], CTAOrder = [1, 0]}>(64, 128)",
            "blocked([1,1],[1,32],[1,4],[1,0],CGALayout=[[1,0]])(64,128)",
        ),
        (
            "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0], [0]]}>(128)",
            "blocked([1],[32],[4],[0],[4],[1],[0])(128)",
        ),
        // Lines of a file.
        (
            "#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>\n\
             #slice = #ttg.slice<{dim = 1, parent = #blocked}>\ntensor<64xf16, #slice>",
            "slice_encoding(1, blocked([1,4],[2,16],[4,1],[1,0]))(64)",
        ),
        (
            "gl.BlockedLayout([1,4],[2,16],[4,1],[1,0])(64,64)",
            "blocked([1,4],[2,16],[4,1],[1,0])(64,64)",
        ),
        (
            "ttgl.BlockedLayout(size_per_thread=[1, 4], threads_per_warp=[2, 16], order=[1, 0], warps_per_cta=[4, 1])(64,64)",
            "blocked([1,4],[2,16],[4,1],[1,0])(64,64)",
        ),
        (
            "#ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>(16, 8)",
            "nvidia_mma(2,0,[1,1],[16,8])(16,8)",
        ),
        (
            "DistributedLinearLayout(reg_bases=[[0, 1], [8, 0]], lane_bases=[[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], \
             warp_bases=[], block_bases=[], shape=[16, 8])",
            "nvidia_mma(2,0,[1,1],[16,8])(16,8)",
        ),
        (
            "#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], \
             instrShape = [16, 8]}>, kWidth = 2}>(64, 16)",
            "dot_op(0, nvidia_mma(2,0,[4,1],[16,8]), 2)(64,16)",
        ),
        (
            "#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>; \
             tensor<64x64xf32, #mma>",
            "nvidia_mma(3,0,[4,1],[16,64,16])(64,64)",
        ),
        (
            "DotOperandLayout(operand_index=1, parent=NVMMADistributedLayout(version=[2, 0], warps_per_cta=[4, 1], \
             instr_shape=[16, 8]), k_width=2)(16, 64)",
            "dot_op(1, nvidia_mma(2,0,[4,1],[16,8]), 2)(16,64)",
        ),
        (
            "#ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>(64)",
            "slice_encoding(0, blocked([1,4],[2,16],[4,1],[1,0]))(64)",
        ),
        (
            "gl.SliceLayout(1, gl.BlockedLayout([1,4],[2,16],[4,1],[1,0]))(64)",
            "slice_encoding(1, blocked([1,4],[2,16],[4,1],[1,0]))(64)",
        ),
        (
            "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>(64, 64)",
            "swizzled_shared(8,1,8,[1,0])(64,64)",
        ),
        (
            "SwizzledSharedLayout(vec=8, per_phase=1, max_phase=8, order=[1, 0])(64, 64)",
            "swizzled_shared(8,1,8,[1,0])(64,64)",
        ),
        (
            "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>(64, 64)",
            "nvmma_shared(128,true,16)(64,64)",
        ),
        (
            "!ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #smem, mutable>",
            "nvmma_shared(128,false,16)(64,64)",
        ),
        (
            "NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank=2, transposed=True)(64, 64)",
            "nvmma_shared(128,true,16)(64,64)",
        ),
        (
            "#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 2]]}, alignment = 16>(4, 4)",
            "swizzled_shared(2,2,2,[1,0])(4,4)",
        ),
        (
            "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>(64, 64)",
            "amd_mfma(3,[2,2],[32,32],true)(64,64)",
        ),
        (
            " - register=1 -> (0, 1)\n   register=2 -> (8, 0)\n - lane=1 -> (0, 2)\n   lane=2 -> (0, 4)\n   lane=4 -> (1, 0)\n   \
             lane=8 -> (2, 0)\n   lane=16 -> (4, 0)\n - warp is a size 1 dimension\n - block is a size 1 dimension\n\
             where out dims are: [dim0 (size 16), dim1 (size 8)]",
            "nvidia_mma(2,0,[1,1],[16,8])(16,8)",
        ),
        (
            "- offset=1 -> (1)\n  offset=2 -> (2)\n- block is a size 1 dimension\nwhere out dims are: [dim0 (size 4)]",
            "swizzled_shared(1,1,1,[0])(4)",
        ),
        (
            "- offset=1 -> (2, 0)\n  offset=2 -> (0, 1)\n  offset=4 -> (1, 0)\nwhere out dims are: [dim1 (size 4), dim0 (size 2)]",
            "shared_linear_layout([[0,2],[1,0],[0,1]])",
        ),
    ] {
        assert_eq!(linear(text), linear(same), "{text}");
    }
}

/// Text of linear layouts and of encodings is read again, as the calculator, MLIR and Gluon write it.
#[test]
fn text_is_read_again() {
    for (_, text, _) in TRITON {
        let layout = linear(text);
        assert_eq!(linear(&layout.to_string()), layout);
        let encoding = &text[..text.rfind('(').unwrap()];
        let encoding = value(encoding).unwrap();
        assert_eq!(value(&encoding).unwrap(), encoding);
        let shape = format!("{:?}", layout.shape()).replace('[', "(").replace(']', ")");
        assert_eq!(linear(&format!("{encoding}{shape}")), layout, "{encoding}");
    }
    let mut seed = 11_u64;
    let mut below = |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    let mut surjective = 0;
    for round in 0..2000 {
        let rank = 1 + below(3) as usize;
        let shape: Vec<i64> = (0..rank).map(|_| 1 << below(4)).collect();
        let inputs: &[Input] = if round % 4 == 0 { &Input::SHARED } else { &Input::REGISTERS };
        let mut bases = |_: &Input| -> Vec<Vec<i64>> {
            (0..below(5))
                .map(|_| shape.iter().map(|&extent| below(extent as u64) as i64).collect())
                .collect()
        };
        let inputs: Vec<_> = inputs.iter().map(|input| (*input, bases(input))).collect();
        let layout = LinearLayout::new(&shape, inputs).unwrap();
        assert_eq!(linear(&layout.to_string()), layout);
        let written: Vec<String> =
            [triton(&layout), gluon(&layout)].into_iter().flatten().collect();
        surjective += usize::from(written.len() == 2);
        for text in written {
            let text = match text.starts_with('#') || layout.is_shared() {
                // An attribute is an encoding, which is taken without a shape too.
                true => {
                    let shape = layout.shape().iter().map(i64::to_string).collect::<Vec<_>>();
                    format!("{text}({})", shape.join(","))
                }
                false => text,
            };
            assert_eq!(linear(&text), layout, "{text}");
        }
    }
    assert!(surjective > 100, "{surjective}");
}

#[test]
fn results() {
    for (text, expected) in [
        ("to_layout(nvidia_mma(2,0,[1,1],[16,8])(16,8))", "((4,8),(2,2)):((32,1),(16,8))"),
        ("to_layout(nvmma_shared(128,false,16)(8,64))", "(8,64):(f72,f1)"),
        ("to_layout(blocked([1,1],[4,8],[2,1],[1,0])(8,8))", "(((8,4),2),1):(((8,1),4),0)"),
        (
            "same_function(nvidia_mma(2,0,[1,1],[16,8])(16,8), ((4,8),(2,2)):((32,1),(16,8)))",
            "true",
        ),
        // In the order of the registers, as Triton's attribute repeats.
        (
            "linear([[0,1],[2,0]], [[1,0]])(8,8)",
            "linear_layout(register=[[0,1],[2,0],[0,2],[0,4],[4,0]], lane=[[1,0]], warp=[], block=[], shape=(8,8))",
        ),
        (
            "linear([[0,1],[2,0]], [[1,0]], [[4,0]])(2,2)",
            "linear_layout(register=[[0,1]], lane=[[1,0]], warp=[[0,0]], block=[], shape=(2,2))",
        ),
        // The tiles of CuTe, rows first, as TMA copies boxes that are one tile wide.
        (
            "same_function(nvmma_shared(128,false,16)(64,128), tile_to_shape(Sw<3,3,3> o (8,64):(64,1), (64,128), (0,1)))",
            "true",
        ),
        (
            "same_function(nvmma_shared(128,true,16)(128,64), tile_to_shape(Sw<3,3,3> o (64,8):(1,64), (128,64), (1,0)))",
            "true",
        ),
        (
            "same_function(nvmma_shared(64,false,32)(32,64), tile_to_shape(Sw<2,2,3> o (8,16):(16,1), (32,64), (0,1)))",
            "true",
        ),
        (
            "same_function(nvmma_shared(32,false,8)(128,128), tile_to_shape(Sw<1,4,3> o (8,32):(32,1), (128,128), (0,1)))",
            "true",
        ),
        ("to_layout(nvmma_shared(0,false,16)(8,64))", "(8,64):(64,1)"),
        (
            "to_shared_linear_layout(Sw<2,0,3> o (4,8):(8,1)) == swizzled_shared(1,1,4,[1,0])(4,8)",
            "true",
        ),
        (
            "to_shared_linear_layout((4,2):(2,1))",
            "shared_linear_layout(offset=[[0,1],[1,0],[2,0]], block=[], shape=(4,2))",
        ),
        (
            "to_shared_linear_layout(4:1)",
            "shared_linear_layout(offset=[[1],[2]], block=[], shape=(4))",
        ),
        ("to_layout(nvmma_shared(128,false,16,rank=3)(2,8,64))", "(2,8,64):(f512,f72,f1)"),
        // Row-major memory under the fragment.
        ("(16,8):(8,1) o nvidia_mma(2,0,[1,1],[16,8])(16,8)", "((4,8),(2,2)):((2,8),(1,64))"),
        ("(nvidia_mma(2,0,[1,1],[16,8])(16,8))(5,1)", "49"),
        ("size(blocked([1],[32],[4],[0])(256))", "256"),
        (
            "linear_layout([[1]], [[2]])",
            "linear_layout(register=[[1]], lane=[[2]], warp=[], block=[], shape=(4))",
        ),
        ("blocked([1],[32],[4],[0])", "blocked([1], [32], [4], [0])"),
        ("nvidia_mma(2,0,[1,1],[16,8])(16,8) == nvidia_mma(2,0,[1,1],[16,8])(16,8)", "true"),
    ] {
        crate::assert_value(text, expected);
    }
}

/// What is wrong is named, with what to write.
#[test]
fn errors() {
    for (text, expected) in [
        (
            "size(blocked([1],[32],[4],[0]))",
            "not an encoding, which takes a shape: write `blocked(..)(64,64)`",
        ),
        ("blocked([1],[32],[4],[0])(64,64)", "dimensions: there is 1 number for 2 dimensions"),
        ("blocked([1],[33],[4],[0])(64)", "power of 2: the extent 33 is not a power of 2"),
        ("blocked([1,1],[1,1],[1,1],[0,0])(4,4)", "permutation"),
        ("blocked([1],[32],[4],[0])(48)", "power of 2"),
        (
            "linear_layout([[0,1],[9,0]], [], shape=(8,2))",
            "coordinate range, mode 0: the coordinate 9 is not in 0..8",
        ),
        ("linear_layout([[0,1],[9]], [])", "dimensions: there is 1 number for 2 dimensions"),
        ("linear_layout([], [])", "a basis, or the shape of the tensor"),
        ("dot_op(0, nvidia_mma(2,0,[1,1],[16,8]))(16,16)", "a kWidth"),
        ("dot_op(1, nvidia_mma(3,0,[4,1],[16,64,16]), 2)(16,16)", "wgmma takes the other"),
        ("nvidia_mma(5,0,[4,1],[128,64])(16,16)", "versionMajor of 2, mma.sync, or 3, wgmma"),
        ("to_linear_layout((32,4):(3,1), (128))", "layout function: the value at 3 is"),
        ("to_linear_layout((3,4):(1,3), (16))", "power of 2: the extent 12"),
        ("to_layout(nvmma_shared(128,false,8,true)(32,64))", "compactness"),
        ("to_shared_linear_layout((4,2):(1,8))", "compactness"),
        ("to_shared_linear_layout((3,4):(4,1))", "power of 2: the extent 3"),
        ("to_shared_linear_layout((4,4):(1,3))", "layout function"),
        ("#ttg.blocked<{sizePerThread = [1]}>(4)", "given to blocked("),
        ("shared_linear([[0,1],[1,0]])(4,4)", "shared_linear wants a tensor of the shape"),
        ("#ttg.padded_shared<{}>", "an attribute with a linear layout"),
        (
            "#ttg.blocked<{order = [0], order = [0]}>",
            "the name of an argument of this attribute, once",
        ),
        ("- register=1 -> (0, 1)\nregister=4 -> (1, 0)", "powers of 2 of each input in order"),
    ] {
        let failure = value(text).expect_err(text).to_string();
        assert!(failure.contains(expected), "{text}: {failure}");
    }
    let plain: tilework_algebra::Layout = "(4,8):(8,1)".parse().unwrap();
    let error = Form::Triton.write(&plain).unwrap_err().to_string();
    assert!(
        error.contains(
            "write `to_linear_layout(L, (16,16))`, or `to_shared_linear_layout(L)` of one"
        ),
        "{error}"
    );
}

/// The explanation of an encoding with a shape ends with the linear layout.
#[test]
fn explained() {
    use tilework_algebra::expression::{Expression, Names};
    let text = "E2 = blocked([1,2],[2,2],[1,1],[1,0]); E2(4,4); E2((4,4))";
    let expression: Expression = text.parse().unwrap();
    let (steps, value) = expression.explain(&mut Names::new());
    let bases =
        "linear_layout(register=[[0,1],[2,0]], lane=[[0,2],[1,0]], warp=[], block=[], shape=(4,4))";
    assert_eq!(value.unwrap().to_string(), bases);
    let step = format!("blocked([1,2], [2,2], [1,1], [1,0])(4,4)\n  = {bases}\n");
    assert!(steps.ends_with(&format!("{step}{step}")), "{steps}");
}
