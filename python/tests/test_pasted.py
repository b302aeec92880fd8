"""What people paste: each form of the guide's chapters on CuTe and Triton gives the value that stands there."""

import warnings
from dataclasses import dataclass, field

import pytest

import tilework
from tilework import Encoding, LinearLayout, Note, Picture, Value, evaluate

LAYOUTS = {
    "Layout<Shape<_4,_8>, Stride<_8,_1>>": "(4,8):(8,1)",
    "cute::Layout<cute::Shape<cute::C<4>,cute::C<8>>, cute::Stride<cute::C<8>,cute::C<1>>>": "(4,8):(8,1)",
    "make_layout(make_shape(4, 8), LayoutRight{})": "(4,8):(8,1)",
    "cute.make_layout((4, 8), stride=(8, 1))": "(4,8):(8,1)",
    "Layout((4, 8), (8, 1))": "(4,8):(8,1)",
    '!cute.layout<"(4,8):(8,1)">': "(4,8):(8,1)",
    "(4,8):(1@0,1@1)": "(4,8):(e0,e1)",
    "[32:1;32:1]": "<32:1,32:1>",
}
NOTED = {
    "ArithTuple(0,0) o (_4,_8):(_1@0,_1@1)": "(4,8):(e0,e1)",
    "Layout_K_SW128_Atom<half_t>": "Sw<3,3,3> o (8,64):(64,1)",
    "Layout_K_SW128_Atom_Bits": "Sw<3,7,3> o (8,1024):(1024,1)",
    "(_8,_8):(_8,_1) o _3 o _4:_2": "composed((8,8):(8,1), 3, 4:2)",
    "tensor<ptr<f32, gmem> o (4,8):(8,1)>": "(4,8):(8,1)",
    "gmem_ptr[32b](0x7f00) o (4,8):(8,1)": "(4,8):(8,1)",
    "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)": "Sw<3,3,3> o (8,64):(64,1)",
    "(?,8):(?{i64 div=8},1)": "d1 % 8 = 0; d0 >= 1; (d0,8):(d1,1)",
}
MMA = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>"
BLOCKED = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>"
ENCODINGS = {
    BLOCKED: "blocked([1,4], [8,4], [4,1], [1,0])",
    "gl.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0])": "blocked([1,4], [8,4], [4,1], [1,0])",
    MMA: "nvidia_mma(2, 0, [4,1], [16,8])",
    "NVMMADistributedLayout(version=[2, 0], warps_per_cta=[4, 1], instr_shape=[16, 8])": "nvidia_mma(2, 0, [4,1], [16,8])",
    f"#ttg.dot_op<{{opIdx = 0, parent = {MMA}, kWidth = 2}}>": "dot_op(0, nvidia_mma(2, 0, [4,1], [16,8]), 2)",
    "DotOperandLayout(0, NVMMADistributedLayout(version=[2, 0], warps_per_cta=[4, 1], instr_shape=[16, 8]), 2)": (
        "dot_op(0, nvidia_mma(2, 0, [4,1], [16,8]), 2)"
    ),
    f"#ttg.slice<{{dim = 0, parent = {BLOCKED}}}>": "slice_encoding(0, blocked([1,4], [8,4], [4,1], [1,0]))",
    "gl.SliceLayout(0, gl.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0]))": (
        "slice_encoding(0, blocked([1,4], [8,4], [4,1], [1,0]))"
    ),
    "#ttg.linear<{register = [[0, 1]], lane = [[1, 0]], warp = [], block = []}>": "linear(register=[[0,1]], lane=[[1,0]])",
    "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>": "swizzled_shared(8, 1, 8, [1,0])",
    "SwizzledSharedLayout(8, 1, 8, [1, 0])": "swizzled_shared(8, 1, 8, [1,0])",
    "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>": (
        "nvmma_shared(128, false, 16)"
    ),
    "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = false}>": (
        "amd_mfma(3, [1,1], [32,32,8], false)"
    ),
}
REGISTERS = (
    "linear_layout(register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[], block=[], shape=(16,8))"
)


@pytest.mark.parametrize("text", LAYOUTS)
def test_cute(text):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert evaluate(text) == Value(text) == evaluate(LAYOUTS[text])


@pytest.mark.parametrize("text", NOTED)
def test_cute_with_a_note(text):
    with pytest.warns(Note):
        found = evaluate(text)
    assert found == evaluate(NOTED[text]) and tilework.notes(text)


@pytest.mark.parametrize(
    "text",
    [
        "SM80_16x8x16_F32F16F16F32_TN",
        "SM75_U32x4_LDSM_N",
        "XE_8x16x16_F32BF16BF16F32_TT",
        "XE_DPAS_TT<8, float, half_t>",
    ],
)
def test_instructions(text):
    assert Picture(text).svg().startswith("<svg")


@pytest.mark.parametrize("text", ENCODINGS)
def test_triton(text):
    found = Encoding(text)
    assert found == evaluate(text) == evaluate(ENCODINGS[text])
    assert eval(repr(found), vars(tilework)) == found


def test_linear_layouts_of_triton():
    written = (
        "reg_bases=[[0, 1], [8, 0]], lane_bases=[[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp_bases=[], block_bases=[]"
    )
    for text in [
        f"gl.DistributedLinearLayout({written}, shape=[16, 8])",
        "tensor<16x8xf32, " + MMA.replace("[4, 1]", "[1, 1]") + ">",
        "#mma = " + MMA.replace("[4, 1]", "[1, 1]") + "\ntensor<16x8xf32, #mma>",
        "- register=1 -> (0, 1)\n  register=2 -> (8, 0)\n- lane=1 -> (0, 2)\n  lane=2 -> (0, 4)\n  lane=4 -> (1, 0)\n"
        "  lane=8 -> (2, 0)\n  lane=16 -> (4, 0)\n- warp is a size 1 dimension\n- block is a size 1 dimension\n"
        "where out dims are: [dim0 (size 16), dim1 (size 8)]",
    ]:
        assert LinearLayout(text) == evaluate(REGISTERS)
    shared = "{offset = [[0, 1], [1, 0]], block = []}, alignment = 16"
    with pytest.warns(Note, match="alignment"):
        assert Encoding(f"#ttg.shared_linear<{shared}>") == evaluate("shared_linear(offset=[[0,1],[1,0]])")


def test_objects_of_gluon():
    @dataclass(frozen=True)
    class BlockedLayout:
        size_per_thread: list
        threads_per_warp: list
        warps_per_cta: list
        order: list
        cga_layout: list = field(default_factory=list)

    BlockedLayout.__module__ = "triton.experimental.gluon.language._layouts"
    BlockedLayout.__qualname__ = "BlockedLayout"
    given = BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0])
    assert Encoding(given) == evaluate("blocked([1,4], [8,4], [4,1], [1,0])")
    assert tilework.from_triton(given, (32, 32)) == tilework.blocked([1, 4], [8, 4], [4, 1], [1, 0])(32, 32)
