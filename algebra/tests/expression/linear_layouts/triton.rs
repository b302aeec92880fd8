//! Bases and views from the tests of Triton.

use tilework_algebra::linear_layout::Input;

use tilework_algebra::expression::{Names, evaluate};

use super::linear;
use crate::value;

/// Encodings with tensors, and the bases that Triton's tests expect, in `LinearLayoutConversionsTest.cpp` of
/// triton-lang/triton (MIT) at commit db1ed00, with the names of the tests. Of slices, those of later versions, which
/// drop registers that are 0.
pub(super) const TRITON: &[(&str, &str, &str)] = &[
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
    // Not in its tests: computed from `nvmmaSharedToLinearLayout`, `getTMABlockShape` and `wmmaDotOperandToLinearLayout`.
    (
        "boxes of 256 without a swizzle, the last dimension first",
        "nvmma_shared(0,false,16)(512,512)",
        "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[0,128],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[128,0],\
         [0,256],[256,0]], block=[]",
    ),
    (
        "boxes of 256 rows with a swizzle, the first dimension first",
        "nvmma_shared(32,false,64)(512,8)",
        "offset=[[0,1],[0,2],[1,0],[2,0],[4,2],[8,0],[16,0],[32,0],[64,0],[128,0],[256,0],[0,4]], block=[]",
    ),
    (
        "operands of wmma 1 of a small K",
        "dot_op(0, amd_wmma(1,false,[2,1],[16,16,16]), 1)(32,1)",
        "register=[[0,0],[0,0],[0,0]], lane=[[1,0],[2,0],[4,0],[8,0],[0,0]], warp=[[16,0]], block=[]",
    ),
    (
        "a batch",
        "nvmma_shared(32,false,64,false,3)(4,4,8)",
        "offset=[[0,0,1],[0,0,2],[0,1,0],[0,2,0],[1,0,2],[2,0,0],[0,0,4]], block=[]",
    ),
    (
        "a transposed batch, whose rows are one number with the matrix",
        "nvmma_shared(128,true,64,false,3)(32,2,256)",
        "offset=[[1,0,0],[2,0,0],[4,0,0],[8,0,0],[2,0,2],[4,0,4],[8,0,8],[0,0,16],[0,0,32],[0,0,64],[0,0,128],[0,1,0],\
         [0,0,1],[16,0,0]], block=[]",
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

/// The text of an encoding of `mfma` keeps the version, and wrong versions and tiles are refused.
#[test]
fn versions_of_mfma() {
    for version in 0..=4 {
        let text = format!("amd_mfma({version}, [4,1], [32,32,8], true, elementBitWidth=32)");
        assert_eq!(value(&text).as_deref(), Ok(text.as_str()));
    }
    for (text, expected) in [
        ("amd_mfma(5, [4,1], [32,32,8], true)(64,64)", "a version of 0 to 4"),
        ("amd_mfma(3, [4,1], [64,4,4], false)(64,64)", "isTransposed = true"),
    ] {
        let message = evaluate(text, &mut Names::new()).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
}

/// A transposed batch has its 8 rows along the last dimension.
#[test]
fn rows_of_a_transposed_batch() {
    let failure = evaluate("nvmma_shared(128,true,64,false,3)(16,4,2)", &mut Names::new());
    let message = failure.unwrap_err().to_string();
    assert!(message.contains("at least 8 rows"), "{message}");
}
