//! Linear layouts and Triton's encodings: bases from Triton's tests, the definitions, and text in both directions.

use tilework_algebra::atom::MMA_SYNC;
use tilework_algebra::export::{Form, gluon, triton};
use tilework_algebra::expression::{Expression, Names, Value};
use tilework_algebra::linear_layout::{Input, LinearLayout};

use crate::value;

fn linear(text: &str) -> LinearLayout {
    match value(text).unwrap_or_else(|failure| panic!("{text}: {failure}")).parse_linear() {
        Some(layout) => layout,
        None => panic!("{text}: not a linear layout"),
    }
}

trait ParseLinear {
    fn parse_linear(&self) -> Option<LinearLayout>;
}
impl ParseLinear for String {
    fn parse_linear(&self) -> Option<LinearLayout> {
        let expression: Expression = self.parse().ok()?;
        match expression.evaluate(&mut Names::new()).ok()? {
            Value::Linear(layout) => Some(layout),
            _ => None,
        }
    }
}

/// Encodings with tensors, and the bases that Triton's tests expect, in `LinearLayoutConversionsTest.cpp` of
/// triton-lang/triton (MIT) at commit db1ed00, with the names of the tests. Of slices, those of later versions, which
/// drop registers that are 0.
const TRITON: &[(&str, &str, &str)] = &[
    (
        "SimpleBlocked",
        "blocked([1],[4],[4],[0])(16)",
        "register=[], lane=[[1],[2]], warp=[[4],[8]], block=[]",
    ),
    (
        "CTADuplication",
        "blocked([1],[4],[4],[0],[4],[2],[0])(32)",
        "register=[], lane=[[1],[2]], warp=[[4],[8]], block=[[16],[0]]",
    ),
    (
        "CTABroadcast",
        "blocked([8,1],[8,4],[1,4],[0,1],[1,2],[1,2],[1,0])(64,128)",
        "register=[[1,0],[2,0],[4,0],[0,16],[0,32]], lane=[[8,0],[16,0],[32,0],[0,1],[0,2]], warp=[[0,4],[0,8]], block=[[0,64]]",
    ),
    (
        "ShapeLargerThanLayout",
        "blocked([1],[4],[4],[0])(128)",
        "register=[[16],[32],[64]], lane=[[1],[2]], warp=[[4],[8]], block=[]",
    ),
    (
        "ShapeLargerThanLayout2DDegenerate",
        "blocked([1,1],[4,1],[4,1],[0,1])(128,1)",
        "register=[[16,0],[32,0],[64,0]], lane=[[1,0],[2,0]], warp=[[4,0],[8,0]], block=[]",
    ),
    (
        "ShapeSmallerThanLayout",
        "blocked([4],[4],[4],[0])(8)",
        "register=[[1],[2]], lane=[[4],[0]], warp=[[0],[0]], block=[]",
    ),
    (
        "ReversedOrder",
        "blocked([1,1],[32,1],[1,8],[0,1])(1,64)",
        "register=[[0,8],[0,16],[0,32]], lane=[[0,0],[0,0],[0,0],[0,0],[0,0]], warp=[[0,1],[0,2],[0,4]], block=[]",
    ),
    (
        "ReplicateInRegisterDim",
        "blocked([2],[4],[1],[0])(32)",
        "register=[[1],[8],[16]], lane=[[2],[4]], warp=[], block=[]",
    ),
    (
        "OneDimTooLargeAnotherTooSmall",
        "blocked([1,4],[8,4],[4,1],[1,0],[2,2],[2,1],[1,0])(128,16)",
        "register=[[0,1],[0,2],[32,0]], lane=[[0,4],[0,8],[1,0],[2,0],[4,0]], warp=[[8,0],[16,0]], block=[[0,0],[64,0]]",
    ),
    (
        "RepeatInCTGDimFirst",
        "blocked([1],[1],[4],[0],[2],[2],[0])(4)",
        "register=[], lane=[], warp=[[1],[0]], block=[[2]]",
    ),
    (
        "SmallerThanCTALayout",
        "blocked([1],[1],[1],[0],[4],[4],[0])(2)",
        "register=[], lane=[], warp=[], block=[[1],[0]]",
    ),
    (
        "Skinny",
        "blocked([8,1],[8,4],[1,4],[0,1],[1,2],[1,2],[0,1])(64,1)",
        "register=[[1,0],[2,0],[4,0]], lane=[[8,0],[16,0],[32,0],[0,0],[0,0]], warp=[[0,0],[0,0]], block=[[0,0]]",
    ),
    (
        "BlockedOrder",
        "blocked([2,2],[4,8],[2,2],[1,0],[2,2],[2,2],[1,0])(1024,128)",
        "register=[[0,1],[1,0],[0,32],[16,0],[32,0],[64,0],[128,0],[256,0]], lane=[[0,2],[0,4],[0,8],[2,0],[4,0]], \
         warp=[[0,16],[8,0]], block=[[0,64],[512,0]]",
    ),
    (
        "Blocked4D",
        "blocked([1,1,1,4],[2,1,1,16],[1,2,4,1],[3,0,1,2])(2,1,1,1)",
        "register=[[0,0,0,0],[0,0,0,0]], lane=[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[1,0,0,0]], \
         warp=[[0,0,0,0],[0,0,0,0],[0,0,0,0]], block=[]",
    ),
    (
        "BlockedDotOperandLhs",
        "dot_op(0, blocked([2,4],[8,4],[2,4],[1,0]))(32,16)",
        "register=[[0,1],[0,2],[0,4],[0,8],[1,0]], lane=[[0,0],[0,0],[2,0],[4,0],[8,0]], warp=[[0,0],[0,0],[16,0]], block=[]",
    ),
    (
        "BlockedDot3dOperandLhs",
        "dot_op(0, blocked([2,2,4],[2,4,4],[2,2,2],[2,1,0]))(16,32,4)",
        "register=[[0,0,1],[0,0,2],[0,1,0],[1,0,0],[0,16,0],[8,0,0]], \
         lane=[[0,0,0],[0,0,0],[0,2,0],[0,4,0],[2,0,0]], warp=[[0,0,0],[0,8,0],[4,0,0]], block=[]",
    ),
    (
        "BlockedDotOperandRhs",
        "dot_op(1, blocked([2,4],[8,4],[2,4],[1,0]))(16,64)",
        "register=[[0,1],[0,2],[1,0],[2,0],[4,0],[8,0]], lane=[[0,4],[0,8],[0,0],[0,0],[0,0]], \
         warp=[[0,16],[0,32],[0,0]], block=[]",
    ),
    (
        "MMAv2_32x32",
        "nvidia_mma(2,0,[1,1],[16,8])(32,32)",
        "register=[[0,1],[8,0],[0,8],[0,16],[16,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[], block=[]",
    ),
    (
        "MMAv2_ExtendDim2",
        "nvidia_mma(2,0,[1,1],[16,8])(16,128)",
        "register=[[0,1],[8,0],[0,8],[0,16],[0,32],[0,64]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[], block=[]",
    ),
    (
        "MMAv2_Cga",
        "nvidia_mma(2,0,[16,1,1],[1,16,8],[4,2,2],[4,2,1],[2,1,0])(64,128,128)",
        "register=[[0,0,1],[0,8,0],[0,0,8],[0,0,16],[0,0,32],[0,0,64],[0,16,0],[0,32,0]], \
         lane=[[0,0,2],[0,0,4],[0,1,0],[0,2,0],[0,4,0]], warp=[[1,0,0],[2,0,0],[4,0,0],[8,0,0]], \
         block=[[0,0,0],[0,64,0],[16,0,0],[32,0,0]]",
    ),
    (
        "MMAv2_Small3D",
        "nvidia_mma(2,0,[16,1,1],[1,16,8],[4,2,2],[4,2,1],[2,1,0])(1,128,128)",
        "register=[[0,0,1],[0,8,0],[0,0,8],[0,0,16],[0,0,32],[0,0,64],[0,16,0],[0,32,0]], \
         lane=[[0,0,2],[0,0,4],[0,1,0],[0,2,0],[0,4,0]], warp=[[0,0,0],[0,0,0],[0,0,0],[0,0,0]], \
         block=[[0,0,0],[0,64,0],[0,0,0],[0,0,0]]",
    ),
    (
        "MMAv3_64x16",
        "nvidia_mma(3,0,[4,1],[16,16,8])(64,16)",
        "register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]",
    ),
    (
        "MMAv3_64x16",
        "nvidia_mma(3,0,[4,1],[16,8,8])(64,16)",
        "register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]",
    ),
    (
        "MMAv3_128x16",
        "nvidia_mma(3,0,[4,1],[16,16,8])(128,16)",
        "register=[[0,1],[8,0],[0,8],[64,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]",
    ),
    (
        "MMAv3_1024x1024",
        "nvidia_mma(3,0,[4,1],[16,16,8])(1024,1024)",
        "register=[[0,1],[8,0],[0,8],[0,16],[0,32],[0,64],[0,128],[0,256],[0,512],[64,0],[128,0],[256,0],[512,0]], \
         lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]",
    ),
    (
        "MMAv3_4x2Warps",
        "nvidia_mma(3,0,[4,2],[16,32,16])(64,32)",
        "register=[[0,1],[8,0],[0,8],[0,16]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[0,0]], block=[]",
    ),
    (
        "MMAv3_4x2Warps",
        "nvidia_mma(3,0,[4,2],[16,32,16])(256,64)",
        "register=[[0,1],[8,0],[0,8],[0,16],[64,0],[128,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], \
         warp=[[16,0],[32,0],[0,32]], block=[]",
    ),
    (
        "MMAv3_4x4Warps",
        "nvidia_mma(3,0,[4,4],[16,16,8])(16,16)",
        "register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[0,0],[0,0],[0,0],[0,0]], block=[]",
    ),
    (
        "MMAv3_4x4Warps",
        "nvidia_mma(3,0,[4,4],[16,16,8])(32,32)",
        "register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,0],[0,16],[0,0]], block=[]",
    ),
    (
        "MMAv3_4x4Warps",
        "nvidia_mma(3,0,[4,4],[16,16,8])(128,16)",
        "register=[[0,1],[8,0],[0,8],[64,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], \
         warp=[[16,0],[32,0],[0,0],[0,0]], block=[]",
    ),
    (
        "DotMMAv2_tile_kwidth8",
        "dot_op(0, nvidia_mma(2,0,[1,1],[16,8]), 8)(16,64)",
        "register=[[0,1],[0,2],[0,4],[8,0],[0,32]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], warp=[], block=[]",
    ),
    (
        "DotMMAv2_tile_kwidth8",
        "dot_op(1, nvidia_mma(2,0,[1,1],[16,8]), 8)(64,8)",
        "register=[[1,0],[2,0],[4,0],[32,0]], lane=[[8,0],[16,0],[0,1],[0,2],[0,4]], warp=[], block=[]",
    ),
    (
        "DotMMAv2_large_warp4_kwidth8",
        "dot_op(0, nvidia_mma(2,0,[4,1],[16,8]), 8)(128,128)",
        "register=[[0,1],[0,2],[0,4],[8,0],[0,32],[0,64],[64,0]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], \
         warp=[[16,0],[32,0]], block=[]",
    ),
    (
        "DotMMAv2_large_warp4_kwidth8",
        "dot_op(1, nvidia_mma(2,0,[4,1],[16,8]), 8)(128,64)",
        "register=[[1,0],[2,0],[4,0],[32,0],[64,0],[0,8],[0,16],[0,32]], lane=[[8,0],[16,0],[0,1],[0,2],[0,4]], \
         warp=[[0,0],[0,0]], block=[]",
    ),
    (
        "DotMMAv2_large_warp4_kwidth8",
        "dot_op(1, nvidia_mma(2,0,[4,1],[16,8]), 8)(64,128)",
        "register=[[1,0],[2,0],[4,0],[32,0],[0,8],[0,16],[0,32],[0,64]], lane=[[8,0],[16,0],[0,1],[0,2],[0,4]], \
         warp=[[0,0],[0,0]], block=[]",
    ),
    (
        "DotMMAv2_3D",
        "dot_op(0, nvidia_mma(2,0,[2,4,2],[1,16,8]), 8)(16,128,128)",
        "register=[[0,0,1],[0,0,2],[0,0,4],[0,8,0],[0,0,32],[0,0,64],[0,64,0],[2,0,0],[4,0,0],[8,0,0]], \
         lane=[[0,0,8],[0,0,16],[0,1,0],[0,2,0],[0,4,0]], warp=[[0,0,0],[0,16,0],[0,32,0],[1,0,0]], block=[]",
    ),
    (
        "DotMMAv2_3D",
        "dot_op(1, nvidia_mma(2,0,[2,4,2],[1,16,8]), 8)(8,128,64)",
        "register=[[0,1,0],[0,2,0],[0,4,0],[0,32,0],[0,64,0],[0,0,16],[0,0,32],[2,0,0],[4,0,0]], \
         lane=[[0,8,0],[0,16,0],[0,0,1],[0,0,2],[0,0,4]], warp=[[0,0,8],[0,0,0],[0,0,0],[1,0,0]], block=[]",
    ),
    (
        "DotMMAv3_warp4_kwidth2",
        "dot_op(0, nvidia_mma(3,0,[4,1],[16,16,8]), 2)(64,16)",
        "register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]",
    ),
    (
        "DotMMAv3_warp4_kwidth2",
        "dot_op(0, nvidia_mma(3,0,[4,1],[16,16,8]), 2)(128,32)",
        "register=[[0,1],[8,0],[0,8],[0,16],[64,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]",
    ),
    (
        "DotMMAv3_mixed_warp_kwidth4",
        "dot_op(0, nvidia_mma(3,0,[4,2],[16,16,8]), 4)(128,64)",
        "register=[[0,1],[0,2],[8,0],[0,16],[0,32],[64,0]], lane=[[0,4],[0,8],[1,0],[2,0],[4,0]], \
         warp=[[16,0],[32,0],[0,0]], block=[]",
    ),
    (
        "DotMMAv2_split_warp_kwidth8",
        "dot_op(0, nvidia_mma(2,0,[2,2],[16,8]), 8)(64,128)",
        "register=[[0,1],[0,2],[0,4],[8,0],[0,32],[0,64],[32,0]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], \
         warp=[[0,0],[16,0]], block=[]",
    ),
    (
        "DotMMAv2_split_warp_kwidth8",
        "dot_op(1, nvidia_mma(2,0,[2,2],[16,8]), 8)(128,32)",
        "register=[[1,0],[2,0],[4,0],[32,0],[64,0],[0,16]], lane=[[8,0],[16,0],[0,1],[0,2],[0,4]], \
         warp=[[0,8],[0,0]], block=[]",
    ),
    (
        "SliceDot",
        "slice_encoding(1, dot_op(0, nvidia_mma(2,0,[1,1],[16,8]), 8))(16)",
        "register=[[8]], lane=[[0],[0],[1],[2],[4]], warp=[], block=[]",
    ),
    (
        "SliceDot",
        "slice_encoding(0, dot_op(0, nvidia_mma(3,0,[4,1],[16,16,8]), 2))(16)",
        "register=[[1],[8]], lane=[[2],[4],[0],[0],[0]], warp=[[0],[0]], block=[]",
    ),
    (
        "MFMA32_2x4Warps",
        "amd_mfma(2,[2,4],[32,32],false)(32,32)",
        "register=[[1,0],[2,0],[8,0],[16,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[4,0]], \
         warp=[[0,0],[0,0],[0,0]], block=[]",
    ),
    (
        "MFMA32_2x4Warps",
        "amd_mfma(2,[2,4],[32,32],false)(64,32)",
        "register=[[1,0],[2,0],[8,0],[16,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[4,0]], \
         warp=[[0,0],[0,0],[32,0]], block=[]",
    ),
    (
        "MFMA32_2x4Warps",
        "amd_mfma(2,[2,4],[32,32],false)(128,128)",
        "register=[[1,0],[2,0],[8,0],[16,0],[64,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[4,0]], \
         warp=[[0,32],[0,64],[32,0]], block=[]",
    ),
    (
        "MFMA32_2x4Warps",
        "amd_mfma(2,[2,4],[32,32],true)(128,128)",
        "register=[[0,1],[0,2],[0,8],[0,16],[64,0]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[0,4]], \
         warp=[[0,32],[0,64],[32,0]], block=[]",
    ),
    (
        "MFMA16_2x4Warps",
        "amd_mfma(2,[2,4],[16,16],false)(16,16)",
        "register=[[1,0],[2,0]], lane=[[0,1],[0,2],[0,4],[0,8],[4,0],[8,0]], warp=[[0,0],[0,0],[0,0]], block=[]",
    ),
    (
        "warp1onK_mfma32_rhs_kwidth8",
        "dot_op(1, amd_mfma(2,[1,8],[32,32],false), 8)(128,128)",
        "register=[[1,0],[2,0],[4,0],[16,0],[32,0],[64,0]], lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[8,0]], \
         warp=[[0,32],[0,64],[0,0]], block=[]",
    ),
    (
        "warp1onK_mfma32_rhs_kwidth8",
        "dot_op(1, amd_mfma(2,[1,4],[32,32],false), 8)(256,256)",
        "register=[[1,0],[2,0],[4,0],[16,0],[32,0],[64,0],[128,0],[0,128]], \
         lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[8,0]], warp=[[0,32],[0,64]], block=[]",
    ),
    (
        "warp1onK_mfma16_rhs_kwidth8",
        "dot_op(1, amd_mfma(2,[1,4],[16,16],false), 8)(128,128)",
        "register=[[1,0],[2,0],[4,0],[32,0],[64,0],[0,64]], lane=[[0,1],[0,2],[0,4],[0,8],[8,0],[16,0]], \
         warp=[[0,16],[0,32]], block=[]",
    ),
    (
        "warp1onK_mfma16_rhs_kwidth8",
        "dot_op(1, amd_mfma(2,[1,4],[16,16],false), 8)(1,128)",
        "register=[[0,0],[0,0],[0,0],[0,64]], lane=[[0,1],[0,2],[0,4],[0,8],[0,0],[0,0]], \
         warp=[[0,16],[0,32]], block=[]",
    ),
    (
        "MFMA32_2x4x1Warps",
        "amd_mfma(2,[2,4,1],[32,32],false)(1,128,128)",
        "register=[[0,1,0],[0,2,0],[0,8,0],[0,16,0],[0,0,32],[0,0,64]], \
         lane=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,0,16],[0,4,0]], warp=[[0,32,0],[0,64,0],[0,0,0]], block=[]",
    ),
    (
        "MFMA32_2x4x1Warps",
        "amd_mfma(2,[2,4,1],[32,32],true)(2,64,32)",
        "register=[[0,0,1],[0,0,2],[0,0,8],[0,0,16]], \
         lane=[[0,1,0],[0,2,0],[0,4,0],[0,8,0],[0,16,0],[0,0,4]], warp=[[0,32,0],[0,0,0],[1,0,0]], block=[]",
    ),
    (
        "WMMA_2x4x1Warps",
        "amd_wmma(1,false,[2,4,1])(8,16,16)",
        "register=[[0,2,0],[0,4,0],[0,8,0],[2,0,0],[4,0,0]], lane=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,1,0]], \
         warp=[[0,0,0],[0,0,0],[1,0,0]], block=[]",
    ),
    (
        "WMMA_v2_2x4x1Warps_rhs",
        "dot_op(1, amd_wmma(2,false,[2,4,1]), 8)(4,128,32)",
        "register=[[0,1,0],[0,2,0],[0,4,0],[0,16,0],[0,32,0],[0,64,0],[0,0,16],[2,0,0]], \
         lane=[[0,0,1],[0,0,2],[0,0,4],[0,0,8],[0,8,0]], warp=[[0,0,0],[0,0,0],[1,0,0]], block=[]",
    ),
    (
        "WMMA_v2_2x4Warps_lhs",
        "dot_op(0, amd_wmma(2,false,[2,4]), 8)(64,128)",
        "register=[[0,1],[0,2],[0,4],[0,16],[0,32],[0,64],[32,0]], lane=[[1,0],[2,0],[4,0],[8,0],[0,8]], \
         warp=[[0,0],[0,0],[16,0]], block=[]",
    ),
    (
        "WMMA_v2_2x4Warps_lhs",
        "dot_op(0, amd_wmma(2,false,[2,4]), 16)(32,128)",
        "register=[[0,1],[0,2],[0,4],[0,8],[0,32],[0,64]], lane=[[1,0],[2,0],[4,0],[8,0],[0,16]], \
         warp=[[0,0],[0,0],[16,0]], block=[]",
    ),
    (
        "WMMA_v2_2x4Warps_rhs",
        "dot_op(1, amd_wmma(2,false,[2,4]), 8)(64,128)",
        "register=[[1,0],[2,0],[4,0],[16,0],[32,0],[0,64]], lane=[[0,1],[0,2],[0,4],[0,8],[8,0]], \
         warp=[[0,16],[0,32],[0,0]], block=[]",
    ),
    (
        "WMMA_v2_2x4Warps_rhs",
        "dot_op(1, amd_wmma(2,false,[2,4]), 16)(128,128)",
        "register=[[1,0],[2,0],[4,0],[8,0],[32,0],[64,0],[0,64]], lane=[[0,1],[0,2],[0,4],[0,8],[16,0]], \
         warp=[[0,16],[0,32],[0,0]], block=[]",
    ),
    (
        "WMMA_2x4Warps",
        "amd_wmma(1,false,[2,4])(32,16)",
        "register=[[2,0],[4,0],[8,0]], lane=[[0,1],[0,2],[0,4],[0,8],[1,0]], warp=[[0,0],[0,0],[16,0]], block=[]",
    ),
    (
        "WMMA_2x4Warps",
        "amd_wmma(1,false,[2,4])(128,128)",
        "register=[[2,0],[4,0],[8,0],[0,64],[32,0],[64,0]], lane=[[0,1],[0,2],[0,4],[0,8],[1,0]], \
         warp=[[0,16],[0,32],[16,0]], block=[]",
    ),
    (
        "SliceOfBlocked",
        "slice_encoding(0, blocked([2,4],[4,2],[2,2],[1,0],[2,2],[2,2],[1,0]))(128)",
        "register=[[1],[2],[16],[32]], lane=[[4],[0],[0]], warp=[[8],[0]], block=[[64],[0]]",
    ),
    (
        "SliceOfBlocked",
        "slice_encoding(1, blocked([2,4],[4,2],[2,2],[1,0],[2,2],[2,2],[1,0]))(128)",
        "register=[[1],[16],[32]], lane=[[0],[2],[4]], warp=[[0],[8]], block=[[0],[64]]",
    ),
    (
        "SliceWithShape1",
        "slice_encoding(0, blocked([1,4],[8,4],[2,2],[0,1]))(1)",
        "register=[], lane=[[0],[0],[0],[0],[0]], warp=[[0],[0]], block=[]",
    ),
    (
        "Slice4D",
        "slice_encoding(3, blocked([1,1,1,4],[2,1,1,16],[1,2,4,1],[3,0,1,2]))(2,1,1)",
        "register=[], lane=[[0,0,0],[0,0,0],[0,0,0],[0,0,0],[1,0,0]], warp=[[0,0,0],[0,0,0],[0,0,0]], block=[]",
    ),
    (
        "SliceOfMmaV2",
        "slice_encoding(0, nvidia_mma(2,0,[2,2],[16,8]))(128)",
        "register=[[1],[16],[32],[64]], lane=[[2],[4],[0],[0],[0]], warp=[[8],[0]], block=[]",
    ),
    (
        "SliceOfMmaV2",
        "slice_encoding(1, nvidia_mma(2,0,[2,2],[16,8]))(128)",
        "register=[[8],[32],[64]], lane=[[0],[0],[1],[2],[4]], warp=[[0],[16]], block=[]",
    ),
    (
        "SharedSwizzled2D_MaxPhaseOnly",
        "swizzled_shared(1,1,4,[1,0])(32,32)",
        "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,1],[2,2],[4,0],[8,0],[16,0]], block=[]",
    ),
    (
        "SharedSwizzled2D_PerPhaseMaxPhase",
        "swizzled_shared(1,2,4,[1,0])(32,32)",
        "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,1],[4,2],[8,0],[16,0]], block=[]",
    ),
    (
        "SharedSwizzled2D_Vec",
        "swizzled_shared(2,1,4,[1,0])(4,8)",
        "offset=[[0,1],[0,2],[0,4],[1,2],[2,4]], block=[]",
    ),
    (
        "SharedSwizzled2D_PerPhaseMaxPhaseVec",
        "swizzled_shared(2,2,4,[1,0])(32,32)",
        "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,2],[4,4],[8,0],[16,0]], block=[]",
    ),
    (
        "SharedSwizzled4D",
        "swizzled_shared(2,2,4,[3,2,1,0])(2,4,32,32)",
        "offset=[[0,0,0,1],[0,0,0,2],[0,0,0,4],[0,0,0,8],[0,0,0,16],[0,0,1,0],[0,0,2,2],[0,0,4,4],[0,0,8,0],[0,0,16,0],\
         [0,1,0,0],[0,2,0,0],[1,0,0,0]], block=[]",
    ),
    (
        "SharedSwizzled2D_Order01",
        "swizzled_shared(1,1,4,[0,1])(4,8)",
        "offset=[[1,0],[2,0],[1,1],[2,2],[0,4]], block=[]",
    ),
    (
        "Shared1DSwizzle",
        "swizzled_shared(2,2,4,[1,0])(64,1)",
        "offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]], block=[]",
    ),
    ("SharedSimple1D", "swizzled_shared(1,1,1,[0])(8)", "offset=[[1],[2],[4]], block=[]"),
    (
        "LeadingOffset_8x16_4_2",
        "nvmma_shared(32,false,16)(8,16)",
        "offset=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,0],[4,8]], block=[]",
    ),
    (
        "LeadingOffset_128x16_4_2",
        "nvmma_shared(32,false,16)(128,16)",
        "offset=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,0],[4,8],[8,0],[16,0],[32,0],[64,0]], block=[]",
    ),
    (
        "LeadingOffset_8x32_2_4",
        "nvmma_shared(64,false,16)(8,32)",
        "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,8],[4,16]], block=[]",
    ),
    (
        "LeadingOffset_8x64_1_8",
        "nvmma_shared(128,false,16)(8,64)",
        "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32]], block=[]",
    ),
    (
        "LeadingOffset_8x64_1_8_32b",
        "nvmma_shared(128,false,32)(8,64)",
        "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[0,32]], block=[]",
    ),
    (
        "MMAv5Fp4Padded",
        "nvmma_shared(128,false,8,true)(32,64)",
        "offset=[[0,1],[0,2],[0,4],[0,0],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0]], block=[]",
    ),
];

#[test]
fn bases_of_triton() {
    for (name, encoding, bases) in TRITON {
        let found = linear(encoding).to_string();
        let bases = bases.replace("         ", "");
        let start = found.find('(').unwrap() + 1;
        let end = found.find(", shape=").unwrap();
        assert_eq!(&found[start..end], bases, "{name}: {encoding}");
    }
}

/// The accumulators and operands of `mma.sync`, from the tables of the PTX ISA.
#[test]
fn fragments_of_mma_sync() {
    let mut checked = 0;
    for mma in MMA_SYNC {
        let [m, n, k] = mma.shape;
        let mma_encoding = format!("nvidia_mma(2,0,[1,1],[{m},{n}])");
        if (m, n) != (16, 8) {
            continue;
        }
        let c = format!("same_function({mma_encoding}({m},{n}), {})", mma.c);
        assert_eq!(value(&c).unwrap(), "true", "{c}");
        // The operands of a product of 16 and 8 bits, whose B is (N,K) in the table and (K,N) in Triton.
        let width = match mma.name.rsplit('.').next() {
            Some("f16" | "bf16") if k == 16 => 2,
            Some("s8" | "u8" | "e4m3" | "e5m2") if k == 32 => 4,
            _ => continue,
        };
        let a = format!("same_function(dot_op(0,{mma_encoding},{width})({m},{k}), {})", mma.a);
        assert_eq!(value(&a).unwrap(), "true", "{}: {a}", mma.name);
        let transposed = format!("({n},{k}):({k},1)");
        let b = format!(
            "same_function(dot_op(1,{mma_encoding},{width})({k},{n}), {transposed} o ({}))",
            mma.b
        );
        assert_eq!(value(&b).unwrap(), "true", "{}: {b}", mma.name);
        checked += 1;
    }
    assert!(checked >= 3, "{checked}");
}

/// The element of register `r` of lane `l` of warp `w` of a blocked encoding, by its definition.
#[test]
fn blocked_by_definition() {
    let mut seed = 7_u64;
    let mut below = |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    for _ in 0..200 {
        let [size, lanes, warps] = [0, 1, 2].map(|_| [1 << below(3), 1 << below(3), 1 << below(2)]);
        let order: [usize; 3] = [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1]][below(4) as usize];
        let whole: Vec<i64> = (0..3).map(|at| size[at] * lanes[at] * warps[at]).collect();
        let encoding = format!("blocked({size:?}, {lanes:?}, {warps:?}, {order:?})");
        let layout = linear(&format!("{encoding}({}, {}, {})", whole[0], whole[1], whole[2]));
        let digits = |mut i: i64, extents: [i64; 3]| {
            let mut place = [0; 3];
            for &at in &order {
                place[at] = i % extents[at];
                i /= extents[at];
            }
            place
        };
        for (register, lane, warp) in (0..4).map(|_| {
            let number = |n: [i64; 3], i: u64| (i % n.iter().product::<i64>() as u64) as i64;
            (number(size, below(64)), number(lanes, below(64)), number(warps, below(64)))
        }) {
            let [r, l, w] =
                [(register, size), (lane, lanes), (warp, warps)].map(|(i, n)| digits(i, n));
            let expected: Vec<i64> =
                (0..3).map(|at| r[at] + size[at] * (l[at] + lanes[at] * w[at])).collect();
            let at = [(Input::Register, register), (Input::Lane, lane), (Input::Warp, warp)];
            assert_eq!(layout.coordinate(&at).unwrap(), expected, "{encoding}");
        }
    }
}

/// The element at an offset of swizzled rows, by the definition in Triton's documentation: the column is XORed by
/// `vec` times the phase of the row.
#[test]
fn swizzled_by_definition() {
    for (vec, per_phase, max_phase) in [(1, 1, 1), (8, 1, 8), (4, 2, 4), (2, 4, 2), (8, 2, 4)] {
        let (rows, columns) = (32, 64);
        let text =
            format!("swizzled_shared({vec},{per_phase},{max_phase},[1,0])({rows},{columns})");
        let layout = linear(&text);
        for offset in 0..rows * columns {
            let (row, column) = (offset / columns, offset % columns);
            let phase = row / per_phase % max_phase;
            let expected = [row, ((column / vec) ^ phase) * vec + column % vec];
            assert_eq!(layout.coordinate(&[(Input::Offset, offset)]).unwrap(), expected, "{text}");
            let back = value(&format!("({text})({},{})", expected[0], expected[1])).unwrap();
            assert_eq!(back, offset.to_string());
        }
    }
}

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

/// The layout of a linear layout has its function, and the linear layout of that layout is the same.
#[test]
fn layouts_and_back() {
    for (_, text, _) in TRITON {
        let layout = linear(text);
        if layout.is_shared() {
            continue;
        }
        let bits = layout.to_layout().unwrap();
        let [lanes, warps] = [Input::Lane, Input::Warp].map(|input| layout.size(input));
        let back = LinearLayout::of_layout(&bits, layout.shape(), lanes, warps).unwrap();
        assert_eq!(back, layout, "{text}");
        let shape = format!("{:?}", layout.shape()).replace('[', "(").replace(']', ")");
        let again = format!("to_linear_layout({text}, {shape}, {lanes}, {warps})");
        assert_eq!(linear(&again), layout, "{again}");
        // The function, element by element.
        let threads = [Input::Lane, Input::Warp, Input::Block];
        let count: i64 = threads.iter().map(|&input| layout.size(input)).product();
        let registers = layout.size(Input::Register);
        for i in (0..count * registers).step_by(1 + (count * registers) as usize / 512) {
            let (mut thread, register) = (i % count, i / count);
            let mut at = vec![(Input::Register, register)];
            for input in threads {
                at.push((input, thread % layout.size(input)));
                thread /= layout.size(input);
            }
            let coordinate = layout.coordinate(&at).unwrap();
            let (mut index, mut stride) = (0, 1);
            for (coordinate, extent) in coordinate.iter().zip(layout.shape()) {
                index += coordinate * stride;
                stride *= extent;
            }
            assert_eq!(bits.offset(i).unwrap(), index, "{text}");
        }
    }
}

/// Random linear layouts as layouts and back, and random ones of shared memory as layouts from coordinates to offsets.
#[test]
fn random_layouts_and_back() {
    let mut seed = 3_u64;
    let mut below = |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    let (mut in_memory, mut others) = (0, 0);
    for _ in 0..3000 {
        let rank = 1 + below(3) as usize;
        let shape: Vec<i64> = (0..rank).map(|_| 1 << below(4)).collect();
        let size: i64 = shape.iter().product();
        let mut bases = |count: u64| -> Vec<Vec<i64>> {
            let basis = |_| shape.iter().map(|&extent| below(extent as u64) as i64).collect();
            (0..count).map(basis).collect()
        };
        let inputs: Vec<_> = Input::REGISTERS
            .iter()
            .enumerate()
            .map(|(at, input)| (*input, bases(at as u64)))
            .collect();
        let layout = LinearLayout::new(&shape, inputs).unwrap();
        let bits = layout.to_layout().unwrap();
        let [lanes, warps] = [Input::Lane, Input::Warp].map(|input| layout.size(input));
        assert_eq!(LinearLayout::of_layout(&bits, &shape, lanes, warps).unwrap(), layout, "{bits}");

        let inputs = [(Input::Offset, bases(size.ilog2().into()))];
        let layout = LinearLayout::new(&shape, inputs).unwrap();
        let all = |offset| layout.coordinate(&[(Input::Offset, offset)]).unwrap();
        let distinct: std::collections::BTreeSet<_> = (0..size).map(all).collect();
        assert_eq!(distinct.len() as i64 == size, layout.is_surjective());
        let again = layout.to_layout().and_then(|bits| LinearLayout::of_memory(&bits));
        assert!(again.is_err() || again == Ok(layout.clone()), "{layout}");
        let Ok(memory) = layout.to_layout() else {
            assert!(!layout.is_surjective(), "{layout}");
            others += 1;
            continue;
        };
        in_memory += 1;
        for offset in 0..size {
            let (mut index, mut stride) = (0, 1);
            for (coordinate, extent) in all(offset).iter().zip(&shape) {
                index += coordinate * stride;
                stride *= extent;
            }
            assert_eq!(memory.offset(index).unwrap(), offset, "{layout}");
        }
    }
    assert!(in_memory > 300 && others > 300, "{in_memory} {others}");
}

/// Both views that Triton prints, in `DumpLayoutTest.cpp`: `SimpleBlocked`, `NDTensor`, `Larger2DShared`.
#[test]
fn views_of_triton() {
    // Warp 3, lane 5 has (1).
    let simple = linear("blocked([1],[8],[4],[0])(4)");
    assert_eq!(simple.coordinate(&[(Input::Lane, 5), (Input::Warp, 3)]).unwrap(), [1]);
    let tensor = "blocked([2,1,4],[2,2,2],[1,2,1],[2,1,0])(8,2,16)";
    // The rows of registers 0, 4, 8, 15 and 31 of Warp0.
    for (register, row) in [
        (
            0,
            [
                [0, 0, 0],
                [0, 0, 4],
                [0, 1, 0],
                [0, 1, 4],
                [2, 0, 0],
                [2, 0, 4],
                [2, 1, 0],
                [2, 1, 4],
            ],
        ),
        (
            4,
            [
                [1, 0, 0],
                [1, 0, 4],
                [1, 1, 0],
                [1, 1, 4],
                [3, 0, 0],
                [3, 0, 4],
                [3, 1, 0],
                [3, 1, 4],
            ],
        ),
        (
            8,
            [
                [0, 0, 8],
                [0, 0, 12],
                [0, 1, 8],
                [0, 1, 12],
                [2, 0, 8],
                [2, 0, 12],
                [2, 1, 8],
                [2, 1, 12],
            ],
        ),
        (
            31,
            [
                [5, 0, 11],
                [5, 0, 15],
                [5, 1, 11],
                [5, 1, 15],
                [7, 0, 11],
                [7, 0, 15],
                [7, 1, 11],
                [7, 1, 15],
            ],
        ),
    ] {
        for (lane, coordinate) in row.into_iter().enumerate() {
            let at = [(Input::Register, register), (Input::Lane, lane as i64)];
            assert_eq!(linear(tensor).coordinate(&at).unwrap(), coordinate);
        }
    }
    // `T2:0|T10:0` at (0,1,0), and `T7:31|T15:31` at (7,1,15).
    let owners = |index: i64| {
        let layout = linear(tensor);
        let bits = layout.to_layout().unwrap();
        let all = (0..16 * 32).filter(|&i| bits.offset(i).unwrap() == index);
        all.map(|i| format!("T{}:{}", i % 16, i / 16)).collect::<Vec<_>>().join("|")
    };
    assert_eq!(owners(8), "T2:0|T10:0");
    assert_eq!(owners(7 + 8 + 16 * 15), "T7:31|T15:31");
    assert_eq!(owners(6 + 16 * 12), "T5:24|T13:24");
    // (row: column) at (2,0), (4,8), (6,16) and (7,31).
    let memory = "swizzled_shared(8,2,8,[1,0])(8,32)";
    for (at, row, column) in [("2,0", 2, 8), ("4,8", 4, 24), ("6,16", 6, 8), ("7,31", 7, 7)] {
        let offset = value(&format!("({memory})({at})")).unwrap();
        assert_eq!(offset, (32 * row + column).to_string(), "{at}");
    }
    let swizzled = linear("swizzled_shared(2,1,32,[1,0])(8,32)");
    for (offset, coordinate) in
        [(32, [1, 2]), (63, [1, 29]), (72, [2, 12]), (128, [4, 8]), (200, [6, 4]), (255, [7, 17])]
    {
        assert_eq!(swizzled.coordinate(&[(Input::Offset, offset)]).unwrap(), coordinate);
    }
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
