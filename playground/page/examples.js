// Examples by subject: a title, and the text.
import { make } from "./dom.js";

const subjects = {
  "First steps": [
    ["A matrix by rows, and by columns", "(4,8):(8,1)\n(4,8):(1,4)"],
    ["A nested layout: rows in pairs", "((2,2),8):((1,16),2)"],
    ["Where is coordinate (1,5)?", "A = (4,8):(8,1)\nA(1,5)\nowners(A, 13)"],
    ["Broadcasting: a stride of 0", "(4,8):(1,0)"],
  ],
  "The algebra (Cecka; Colfax Research)": [
    ["Composition", "A = (6,2):(8,2)\nB = (4,3):(3,1)\nA o B"],
    ["Composition by mode", "A = (6,2):(8,2)\nA o <3,2>"],
    ["Coalesce", "coalesce((2,(1,6)):(1,(6,2)))"],
    ["Complement", "complement(4:2, 24)"],
    ["Logical divide", "logical_divide((4,2,3):(2,1,8), 4:2)"],
    ["Zipped divide: tiles of 2 x 4", "zipped_divide((8,16):(16,1), <2,4>)"],
    ["Logical product", "logical_product((2,2):(4,1), 6:1)"],
    ["Blocked and raked product", "A = (2,5):(5,1)\nB = (3,4):(1,3)\nblocked_product(A, B)\nraked_product(A, B)"],
    ["Inverses", "A = (4,8):(8,1)\nright_inverse(A)\nA o right_inverse(A)"],
    ["A morphism of tuples", "f = (2,8,8)--(1,0,3)-->(2,4,8)\nlayout_of(f)"],
  ],
  "Threads and values": [
    ["A warp copies 8 x 16, four values a thread", "partition((8,16):(16,1), (8,16), ((4,8),4):((32,1),8))"],
    ["The fragments of mma.sync", "mma.sync.m16n8k16.f16"],
    ["The same, as CuTe names it", "SM80_16x8x16_F32F16F16F32_TN"],
    ["Four warps side by side", "TiledMma(mma.sync.m16n8k16.f16, (2,2,1))"],
    ["ldmatrix of four matrices", "ldmatrix.x4"],
    ["Accumulators of wgmma", "wgmma.m64n32.d"],
    ["Tensor memory", "tcgen05.32x32b.x2"],
    ["A plan of a copy", "copy_plan((64,64):(64,1), (64,64):(1,64), 128, 2)"],
  ],
  "Shared memory": [
    ["A column has conflicts", "# 32 threads read a column of a 32 x 32 tile of f32\nbank_conflicts(32:32, 4)"],
    ["A swizzle takes them away", "A = (32,32):(32,1)\nSw<5,0,5> o A\nbank_conflicts((Sw<5,0,5> o A) o (32,32):(32,1), 4)"],
    ["A small swizzle, before and after", "Sw<2,0,2> o (4,4):(4,1)"],
    ["128-byte swizzle of f16, as TMA writes it", "Sw<3,3,3> o (8,64):(64,1)"],
    ["A layout that a search finds", "shared((32,32), 4, (32,32):(1,32), (32,32):(32,1))"],
    ["A layout for TMA and wgmma", "shared((64,64), 2, tma(1), wgmma(1))"],
  ],
  "Kernels": [
    ["Transpose through shared memory", "# read by rows, written by columns\ntile = (32,32)\nread = (32,32):(32,1)\nwrite = (32,32):(1,32)\nshared(tile, 4, read, write)"],
    ["A TMA box in its tensor", "(16,32):(32,1) o <4,8>"],
    ["Tiles of a matrix for blocks", "A = (256,256):(256,1)\nzipped_divide(A, <64,64>)"],
    ["im2col: windows of 3 in 8", "(3,6):(1,1)"],
    ["NCHW as NHWC", "(2,8,4,4):(128,1,32,8)\npermute((2,8,4,4):(128,1,32,8), [0,2,3,1])"],
    ["65,536 cells", "(256,256):(256,1)"],
  ],
  "Frequent mistakes": [
    ["A tile that does not divide", "(4,6,8):(2,3,5) o 6:3"],
    ["Row-major is not the default", "first_difference((4,8):row_major, (4,8):col_major)"],
    ["A complement that does not come out even", "complement(4:2, 20)"],
    ["A misspelled operation", "zipped_devide((8,8), <2,2>)"],
    ["An overlap: not injective", "is_injective((4,4):(2,3))\nfirst_difference((4,4):(2,3), (4,4):(4,1))"],
    ["A printed tensor with its pointer", "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)"],
    ["As CuTe C++ writes it", "Layout<Shape<_4,_8>,\n       Stride<_8,_1>>"],
    ["As PyCuTe and CuTe DSL write it", "cute.make_layout((4, 8), stride=(8, 1))"],
  ],
};

export function showExamples(place, use) {
  place.replaceChildren(...Object.entries(subjects).map(([subject, examples]) => make("section", {},
    make("h4", {}, subject),
    make("ul", {}, ...examples.map(([title, text]) => make("li", {}, make("button", { type: "button", class: "example", "data-text": text, onclick: () => use(text) }, title)))))));
}
