//! One table of cases at all levels.
//!
//! A row is an operation on literals and its result, written once. Each row runs
//! - on values, from its text;
//! - on types: the result has the written type, and prints like it;
//! - in the macros: `layout!(row)` and `Layout!(row)` are the result;
//! - on types with dynamic leaves, in the left operand, in the right one and in both: the result has the function of
//!   the written one.
//!
//! The results are those of the papers and of CuTe, as in the vectors of `tilework-algebra`.

#[macro_use]
mod table;

mod coordinates;
mod divides;
mod inverses;
mod products;
mod rearranging;
mod shapes;
mod value;

use crate::run_time::RunTime;
use table::{rule, same, same_function};
use tilework::algebra;
use tilework::{Layout, layout};

mod coalescing {
    use super::*;
    table! {
        // 000, coalescence rules
        coalesce((5,1):(3,7)) => 5:3;
        coalesce((1,5):(3,7)) => 5:7;
        coalesce((5,4):(3,15)) => 20:3;
        coalesce((2,4):(4,1)) => (2,4):(4,1);
        // 002, tuple morphisms and nested ones
        coalesce((2,3,2,3):(12,6,1,2)) => (2,3,6):(12,6,1);
        coalesce((2,2,5,5):(1,2,8,40)) => (4,25):(1,8);
        coalesce(((2,2,2),2):((8,1,2),4)) => (2,8):(8,1);
        // 003, section 1.3 and examples 2.3.3.8 to 2.3.3.12
        coalesce(((2,2),(2,2),(5,5)):((1,2),(16,32),(64,640))) => (4,20,5):(1,16,640);
        coalesce(():()) => 1:0;
        coalesce((1,1):(2,4)) => 1:0;
        coalesce((512):(4)) => 512:4;
        coalesce((2,2,2):(1,2,4)) => 8:1;
        coalesce(((2,2,2),(5,5)):((1,2,4),(10,50))) => (8,25):(1,10);
        // 004, sections 3.2 and 3.3.3
        coalesce((2,(1,6)):(1,(6,2))) => 12:1;
        coalesce(((4,3),5):((15,1),3)) => (4,15):(15,1);
        coalesce((4,(3,5)):(15,(1,3))) => (4,15):(15,1);
        coalesce((4,2,8):(3,12,97)) => (8,8):(3,97);
        // CuTe
        coalesce(1:0) => 1:0;
        coalesce(1:1) => 1:0;
        coalesce((2,1,3):(2,0,4)) => 6:2;
        coalesce((2,1,3):(3,3,1)) => (2,3):(3,1);
        coalesce(((2,2),(2,2)):((1,4),(8,32))) => (2,4,2):(1,4,32);
        coalesce((1,7,3,10):(10,0,10,1)) => (7,3,10):(0,10,1);
        coalesce(9:0) => 9:0;
        coalesce((16,1,4,2):(0,64,1,4)) => (16,8):(0,1);
    }
}

mod composing {
    use super::*;
    table! {
        // 000, definition 2.21; 002; 003, section 1.3 and examples 2.3.7.5 to 2.3.7.9, 4.1.4
        composition((8,6,8):(1,16,108), 8:4) => (2,4):(4,16);
        composition((8,6,8):(1,16,108), (8):(4)) => ((2,4)):((4,16));
        composition((12,4):(4,1), (4,6):(6,1)) => ((2,2),6):((24,1),4);
        composition((4,2,6):(2,1,8), (4,6):(1,8)) => (4,6):(2,8);
        composition((2,2,4,4):(1,2,12,48), ((4,2),(2,4)):((4,1),(2,16)))
            => ((4,2),(2,4)):((12,1),(2,48));
        composition((12,3,6):(1,72,12), (6,6):(6,1)) => ((2,3),6):((6,72),1);
        composition((4,2):(1,100), 2:3) => 2:3;
        composition((10):(1), (6):(1)) => (6):(1);
        composition((8,64):(64,1), ((4,4),4):((16,1),4)) => ((4,4),(2,2)):((2,64),(256,1));
        composition((100):(7), (3,5):(10,2)) => (3,5):(70,14);
        composition((2,2,6):(12,6,1), (4):(2)) => ((2,2)):((6,1));
        composition((9,8,3,8):(24,3,1,384), ((3,(2,2)),24):((3,(9,18)),72))
            => ((3,(2,2)),(3,8)):((72,(3,6)),(1,384));
        composition((2,2):(2,1), (4):(1)) => ((2,2)):((2,1));
        composition((10,360):(2,60), (6,6):(5,60)) => ((2,3),6):((10,60),360);
        // 004, section 3.3: past the size of the left side, with its last mode of extent 1
        composition((5,3):(1,7), 2:5) => 2:7;
        composition(4:1, 2:5) => 2:5;
        composition(7:11, 3:4) => 3:44;
        composition(7:11, (3,5):(6,3)) => (3,5):(66,33);
        composition((4,1):(1,100), 8:1) => (4,2):(1,100);
        composition(4:1, 8:1) => 8:1;
        composition(1:12, (2,5):(1,2)) => (2,5):(12,24);
        composition((2,1):(1,80), (3,2):(2,1)) => (3,2):(80,1);
        // 004, section 3.3.3: single leaves that have no result together, and truncation
        composition((10,8):(18,59), 2:8) => 2:144;
        composition((10,8):(18,59), 2:4) => 2:72;
        composition((4,6,8,10):(2,3,5,7), 6:12) => (2,3):(9,5);
        composition((1,2,8,10):(0,9,5,7), 6:1) => (2,3):(9,5);
        composition((4,6,3):(2,3,5), 6:12) => (2,3):(9,5);
        composition((4,2,8):(3,12,97), 3:3) => 3:9;
        composition((8,8):(3,97), 3:3) => 3:9;
        composition(8:3, 3:3) => 3:9;
        // 004, table 4, and sections 3.3.5 and 3.5.2
        composition((8,8):(1,8), ((4,8),2):((16,1),8)) => ((4,8),2):((16,1),8);
        composition((8,8):(8,1), ((4,8),2):((16,1),8)) => ((4,8),2):((2,8),1);
        composition((8,8):(1,9), ((4,8),2):((16,1),8)) => ((4,8),2):((18,1),9);
        composition(((4,2),(2,4)):((2,16),(1,8)), ((4,8),2):((16,1),8))
            => ((4,(4,2)),2):((8,(2,16)),1);
        composition((8,16):(20,1), <4,8>) => (4,8):(20,1);
        composition((8,16):(20,1), <(4,2):(1,4),(8,2):(2,1)>) => ((4,2),(8,2)):((20,80),(2,1));
        composition(24:3, (8,3):(3,1)) => (8,3):(9,3);
        composition((6,2,2):(2,1,20), (8,3):(3,1)) => ((2,2,2),3):((6,1,20),2);
        // CuTe: strides 0, extents 1, size 1 on the left
        composition(1:0, 1:1) => 1:0;
        composition(1:0, 4:1) => 4:0;
        composition(4:1, 1:0) => 1:0;
        composition((4):(0), (4):(1)) => (4):(0);
        composition((4):(1), (4):(0)) => (4):(0);
        composition((4,3,1):(3,1,0), (24):(1)) => ((4,3,2)):((3,1,0));
        composition((9,1,1):(1,9,5), (4,9):(0,1)) => (4,9):(0,1);
        composition((1,4,1):(4,1,1), (4,3):(1,0)) => (4,3):(1,0);
        composition((4,3,3):(1,4,48), (3,2,(2,3),2):(12,2,(1,4),0)) => (3,2,(2,3),2):(48,2,(1,4),0);
        composition((10,3,6):(2,120,20), 1:0) => 1:0;
        // CuTe: nested right sides and tilers
        composition((8,8):(8,1), ((2,2,2),(2,2,2)):((1,16,4),(8,2,32)))
            => ((2,2,2),(2,2,2)):((8,2,32),(1,16,4));
        composition(((2,2,2),(2,2,2)):((1,16,4),(8,2,32)), 8:4) => (4,2):(4,2);
        composition((10,2):(16,4), (5,4):(1,5)) => (5,(2,2)):(16,(80,4));
        composition((3,6,2,8):(5,7,11,13), 4:72) => 4:26;
        composition((4,3):(3,1), (6,2):(2,1)) => ((2,3),2):((6,1),3);
        composition((12,(4,8)):(59,(13,1)), <3:4,8:2>) => (3,(2,4)):(236,(26,1));
        composition((12,(4,8)):(59,(13,1)), <3:1,8:1>) => (3,(4,2)):(59,(13,1));
        composition(((6,1),(10,3)):((4,24),(72,24)), <1:0,30:1>) => (1,(10,3)):(0,(72,24));
    }
}

mod complementing {
    use super::*;
    table! {
        // 000, definition 2.6; 002; 003, section 1.3 and examples 2.3.6.10 to 2.3.6.13
        complement((2,2):(2,8), 32) => (2,2,2):(1,4,16);
        complement((4,2):(1,8), 32) => (2,2):(4,16);
        complement((3,10):(80,4), 2400) => (4,2,10):(1,40,240);
        complement((3,7):(2,30), 210) => (2,5):(1,6);
        complement((8,8):(2,32), 256) => (2,2):(1,16);
        complement(((4,4,4),5):((10,40,160),1), 640) => 2:5;
        complement(((2,2),(2,2)):((8,2),(64,256)), 4096) => (2,2,4,2,8):(1,4,16,128,512);
        complement(((4,2),(2,2)):((3,24),(192,96)), 768) => (3,2,2,2):(1,12,48,384);
        complement(((16,4),64):((1,16),64), 4096) => 1:0;
        complement(((16,4),64):((8,1),128), 16384) => (2,2):(4,8192);
        // 004, section 3.5.2
        complement(8:3, 24) => 3:1;
        // CuTe: rounded up, with modes of stride 0, with gaps rounded down
        complement_ceil(1:0, 5) => 5:1;
        complement_ceil(4:0, 8) => 8:1;
        complement_ceil(4:1, 2) => 1:0;
        complement_ceil(4:2, 7) => 2:1;
        complement_ceil(4:2, 19) => (2,3):(1,8);
        complement_ceil(4:4, 17) => (4,2):(1,16);
        complement_ceil((2,4,8):(8,1,0), 460) => (2,29):(4,16);
        complement_ceil(((2,2),(2,2)):((1,32),(8,4)), 46) => (2,2):(2,16);
        complement_ceil((3,6):(1,10), 53) => 3:3;
        complement_ceil((2,8):(4,26), 561) => (4,3,3):(1,8,208);
        complement_ceil((8,3,2):(16,0,0), 137) => (16,2):(1,128);
        complement_ceil((1,12,2):(48,1,197), 1) => 16:12;
    }
}

mod dividing {
    use super::*;
    table! {
        // 002; 003, chapter 1, section 1.3 and examples 2.3.8
        logical_divide((6,8):(1,6), (2,4):(1,6)) => ((2,4),(3,2)):((1,6),(2,24));
        logical_divide((4,8):(1,4), (2,2):(1,4)) => ((2,2),(2,4)):((1,4),(2,8));
        logical_divide((64,32):(32,1), (4,4):(1,64)) => ((4,4),(16,8)):((32,1),(128,4));
        logical_divide((4,8):(1,4), (2,2):(4,1)) => ((2,2),(2,4)):((4,1),(2,8));
        logical_divide((4,8):(1,4), (2,4):(2,4)) => ((2,4),(2,2)):((2,4),(1,16));
        logical_divide((4,6):(1,40), 6:4) => (6,4):(40,1);
        logical_divide((4,6,2,4,2,5):(36,1,18,0,0,144), (4,10):(1,192))
            => ((4,(2,5)),(6,2,4)):((36,(0,144)),(1,18,0));
        logical_divide((8,(4,4)):(2,(8,16)), (2,2):(2,4)) => ((2,2),(2,(4,4))):((4,8),(2,(8,16)));
        // 004, section 3.5.2
        logical_divide(24:3, 8:3) => (8,3):(9,3);
        logical_divide((6,2,2):(2,1,20), 8:3) => ((2,2,2),3):((6,1,20),2);
        logical_divide((8,16):(20,1), <4,8:2>) => ((4,2),(8,2)):((20,80),(2,1));
        zipped_divide((8,16):(20,1), <4:1,8:2>) => ((4,8),(2,2)):((20,2),(80,1));
        // CuTe: sizes of 1, strides 0
        logical_divide(1:0, 1:1) => (1,1):(0,0);
        logical_divide((128,4,3):(1,512,0), 32:1) => (32,(4,4,3)):(1,(32,512,0));
        logical_divide((16,4,3):(1,512,0), 32:1) => ((16,2),(2,3)):((1,512),(1024,0));
        logical_divide((4,1):(1,1), 2:2) => (2,2):(2,1);
        // CuTe: tilers that are nested, shorter, or keep a mode
        logical_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)
            => ((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)));
        logical_divide((7,2,10):(10,0,1), <_>) => (7,2,10):(10,0,1);
        logical_divide((7,2,5):(6,12,40), <7>) => ((7,1),2,5):((6,0),12,40);
        logical_divide((2,(3,12)):(72,(2,6)), <_,12:3>) => (2,(12,3)):(72,(6,2));
        logical_divide(((1,1,16),8):((1,0,40),5), <4:2>) => ((4,(2,2)),8):((80,(40,320)),5);
        zipped_divide((4,2,3):(2,1,8), 4:2) => ((2,2),(2,3)):((4,1),(2,8));
        zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)
            => ((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)));
        zipped_divide(((2),8,4):((3),5,17), <2,8>) => ((2,8),(1,1,4)):((3,5),(0,0,17));
        zipped_divide(((4,5),3):((20,4),80), <20,1>) => (((4,5),1),(1,3)):(((20,4),0),(0,80));
        zipped_divide((16,4):(4,1), <(2,2,2):(8,1,2)>) => (((2,2,2)),(2,4)):(((32,4,8)),(16,1));
        zipped_divide((2,4):(40,16), (2,(2,2)):(1,(2,4))) => ((2,(2,2)),1):((40,(16,32)),0);
        // CuTe: padded
        logical_divide_ceil(2:1, 32:1) => (32,1):(1,0);
        logical_divide_ceil(96:1, 32:2) => (32,(2,2)):(2,(1,64));
        logical_divide_ceil((9,9):(1,9), 10:1) => (10,9):(1,10);
        logical_divide_ceil((4,16):(16,3), <4,3>) => ((4,1),(3,6)):((16,0),(3,9));
        logical_divide_ceil((3,2,4,3):(16,17,12,0), <3:3,_>) => ((3,3),2,4,3):((48,16),17,12,0);
        logical_divide_ceil((1,6):(72,3), (2,3):(0,2)) => ((2,3),2):((0,6),3);
        logical_divide_ceil(((1,2,2),2):((1,0,0),1), <4,(2,2,2):(4,1,2)>)
            => ((4,1),((2,2,2),1)):((0,0),((4,1,2),0));
        zipped_divide_ceil((5,3):(9,3), <5,6>) => ((5,6),(1,1)):((9,3),(0,0));
        zipped_divide_ceil((7,15):(1,7), <2>) => ((2),(4,15)):((1),(2,7));
        zipped_divide_ceil(((2,1),1):((4,8),7), <<1>,10:0>) => (((1),10),((2,1),1)):(((0),0),((4,8),0));
        zipped_divide_ceil(1:1, (3,5,3):(12,36,4)) => ((3,5,3),4):((12,36,4),1);
    }
}

mod dividing_by_constants {
    use super::*;
    // CuTe. A mode of stride 0 has a complement only if its extent is statically 1; a dynamic extent has none.
    static_table! {
        logical_divide((1,10):(1,1), 1:0) => (1,10):(0,1);
        zipped_divide((1,(1,16,4)):(1,(1,10,1)), <1:0>) => ((1),(1,(1,16,4))):((0),(0,(1,10,1)));
        zipped_divide((1,12):(64,1), <1:0>) => ((1),(1,12)):((0),(0,1));
        logical_divide((1,12):(12,1), <1:0,2:6>) => ((1,1),(2,6)):((0,0),(6,1));
    }
}

mod refusing {
    use super::*;
    refused! {
        // 000, theorem 2.18 and definition 2.21; 003, example 2.3.7.8
        composition((12,2):(1,100), (2,2,2):(3,4,6)): "segregation";
        composition((12,2,10,2):(13,40,55,22), (3,3,2):(1,4,3)): "segregation";
        composition((4,4,4,4):(2,4,8,16), ((2,4),8):((4,8),8)): "segregation";
        // 004, sections 3.3.2 and 3.3.3
        composition((10,8):(18,59), (2,2):(8,4)): "stride divisibility";
        composition((4,6,8):(2,3,5), 6:3): "stride divisibility";
        composition((4,6,8):(2,3,5), 6:1): "shape divisibility";
        composition((4,2,8):(3,15,97), 3:3): "stride divisibility";
        // 003, section 2.1.6
        complement((2,2):(1,3), 6): "complementability";
        complement((4,4,4):(64,1,1), 256): "complementability";
            complement((2,2):(1,50), 150): "evenness";
        // Tiles that do not divide evenly
        logical_divide(10:1, 3:1): "evenness";
        zipped_divide((8,16):(20,1), <4,5>): "evenness";
        logical_divide((4,8):(1,4), 2:3): "evenness";
    }
}
