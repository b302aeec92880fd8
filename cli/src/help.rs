//! The help: the notation, and a line for each operation.

use tilework_algebra::MACHINES;
use tilework_algebra::expression::{NamedOperation, OPERATIONS};

pub const USAGE: &str = "\
A calculator for layouts in CuTe notation

Usage: tilework EXPRESSION          prints its value
       tilework explain EXPRESSION  prints the steps to its value
       tilework show EXPRESSION     draws a layout, composition, divide, product, slice or
                                    partition, bank_conflicts, a swizzle, a morphism, or an
                                    instruction by its name, mma.sync.m16n8k16.f16, and
                                    TiledMma and TiledCopy of an instruction
       tilework find 'shared(..)'   prints how a layout is found, and draws the banks before and after
       tilework find 'copy_plan(..)' prints how threads copy, and draws what each reads and writes
       tilework find 'copy_loops(..)' prints the loops of a copy by a CPU, and draws when each element is copied
       tilework find 'redistribute(..)' prints what devices send, and draws where each element comes from
       tilework svg EXPRESSION      draws the same as SVG; latex draws TikZ, and html a page with the
                                    steps of explain; all of them take
         -o FILE                    to write it there
         --by value                 to color by value, not by thread
         --rows N, --columns N      to draw at most N of each panel
       tilework export FORM EXPRESSION
                                    writes a layout as source text: cute, type (both CuTe C++),
                                    dsl, pycute, c, rust, and a linear layout as triton (MLIR)
                                    or gluon
       tilework help [OPERATION]    prints the notation and all operations
       tilework --batch             reads an expression a line and prints a line for each: the
                                    value, or `error: ` and the reason; names stay known
       tilework                     reads lines with editing and history; --batch is the
                                    default if standard input is not a terminal

Exit status: 0 with a result, 1 without one, 2 for wrong usage.";

const NOTATION: &str = "\
Notation:
  ((2,3),4):((1,2),6)       a layout, shape and stride; S:row_major and S:col_major are compact
  (4,8):(e0,6e1)            a layout into coordinates, also 6*e(0,1), e0+2e1; (4,8):(f1,f5) has XOR
                            strides
  Sw<3,4,3>                 a swizzle, also S<3,4,3>; Sw<3,4,3> o 16 o L is a composed layout, which
                            operations take as any other; so is L o Sw<3,4,3> if no layout has its offsets
  (2,8)--(1,0)-->(2,4)      a morphism of tuples, with the numbers of entries from 1, 0 or * for none;
                            f o g, f / g, f * g and f(5) exist for morphisms too
  (4,8)                     a tuple; as a layout the compact column-major one, as a tiler <4,8>
  <4:1,8:2,_>               a tiler by mode; _ keeps a mode
  (*,(*,*))                 a profile
  [0, 1, 2]                 a list
  A o B, A / T, A * T       composition, logical_divide, logical_product; also ∘ ⊘ ⊗
  A(5), A((1,2),3)          the offset of a layout at a coordinate
  A((1,2),_)                [layout, offset]: a slice
  A == B                    whether both are the same
  A = 8:1; A(3)             names, and statements one after another
  (_4,_8):(_8,_1)           as CuTe prints it; size<1>(L), upcast<2>(L) and others as it calls them;
                            also Layout<Shape<_4,_8>,Stride<_8,_1>>, make_layout(make_shape(4,8)),
                            cute.make_layout((4,8), stride=(8,1)), Layout((4,8), (8,1)) of PyCuTe,
                            !cute.layout<\"(4,8):(8,1)\">, tilers [32:1;32:1]
  #ttg.blocked<{sizePerThread = [1, 4], ..}>(64,64)
                            an encoding of Triton with the shape of a tensor, a linear layout; also
                            tensor<64x64xf16, #ttg..>, gl.BlockedLayout(..) and the other attributes
                            and classes; operations take it as a layout, to_layout(E)
  Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)
                            a tensor as CuTe prints it: the pointer is dropped, with a note, and its
                            swizzle counts bytes
";

const INSTRUCTIONS: &str = "
Instructions, for show, svg, latex and html:
  mma.sync.m16n8k16.f16           the fragments A, B and C; also of wgmma.m64n64k16.f16.rs, fma
  wgmma.m64n64.d                  the accumulators alone, wgmma.m64k16.f16.a the registers of A
  ldmatrix.x4, stmatrix.x4.trans  memory and registers; load(ldmatrix.x4, 8) and store(..) of
                                  elements of 8 bits
  SM80_16x8x16_F32F16F16F32_TN    as CuTe names them; also SM90_64x64x16_F32F16F16_SS
  v_mfma_f32_32x32x8_f16          of AMD, also v_wmma_f32_16x16x16_f16_w32, .._w32_gfx12 on RDNA4;
                                  __builtin_amdgcn_mfma_f32_32x32x8f16 is read too
  dpas.m8n16k16.bf16              of Intel, also XE_8x16x16_F32BF16BF16F32_TT
  tcgen05.32x32b.x2               lanes and columns of tensor memory, here of two repeats
  TiledMma(I, R, [T])             the instruction I in an arrangement R, (2,2,1), with tiles T in M,
                                  N and K, <32,32,_>
  TiledCopy(I, A, B)              I is vector(8), load(..) or store(..); threads A, values B
  TiledCopy(I, a(J))              with the elements of A, or b, c, of the multiplication J
";

/// The notation and all operations.
pub fn overview() -> String {
    let mut text = String::from(NOTATION);
    for section in OPERATIONS {
        text += &format!("\n{}:\n", section.title);
        for operation in section.operations {
            text += &line(operation);
            text.push('\n');
        }
    }
    text += "\nMachines, for bank_conflicts and coalescing:\n";
    for machine in MACHINES {
        text += &format!("  {:<31} {}\n", machine.name, machine.gpus);
    }
    text += INSTRUCTIONS;
    text + "
Parameters: L, A, B layouts, E linear layouts, f, g morphisms, T tilers, S shapes, C coordinates, P profiles, X, Y
layouts, tuples or profiles, others integers or lists of such; those in square brackets may be
left out."
}

/// The help line of an operation, if there is one with this name.
pub fn operation(name: &str) -> Option<String> {
    NamedOperation::named(name).map(|operation| line(operation).trim_start().to_owned())
}

fn line(operation: &NamedOperation) -> String {
    format!("  {:<31} {}", operation.usage(), operation.meaning)
}
