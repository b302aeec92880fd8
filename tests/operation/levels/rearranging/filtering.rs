//! Rows of operations that leave modes out.

use super::*;

mod filter {
    use super::*;
    extents_function_table! {
        // CuTe
        filter((3,3):(3,40)) => (3,3):(3,40);
        filter((3,9,2,9):(1,3,27,54)) => 486:1;
        filter((1,1):(5,0)) => 1:0;
        filter(((8,2,4),(4)):((0,16,1),(4))) => (2,16):(16,1);
        filter(2:0) => 1:0;
        filter((1,(1,1,9),3):(1,(64,1,0),0)) => 1:0;
        filter(4:59) => 4:59;
        filter((2,(12,3),4):(0,(1,0),12)) => 48:1;
    }
}

mod nullspace {
    use super::*;
    literals! {
        // The weights of the modes of stride 0, worked out by hand.
        nullspace((2,(7,10),3):(1,(0,2),0)) => (7,3):(2,140);
        nullspace((8,4):(1,0)) => 4:8;
        nullspace((4,8):(0,0)) => (4,8):(1,4);
        nullspace((4,8):(8,1)) => 1:0;
        nullspace(6:0) => 6:1;
        nullspace(():()) => 1:0;
    }
}

mod filter_zeros {
    use super::*;
    extents_table! {
        // CuTe
        filter_zeros((6,7,12):(8,1,4)) => (6,7,12):(8,1,4);
        filter_zeros((8):(0)) => (1):(0);
        filter_zeros((2,(1,2),4,1):(0,(64,0),0,1)) => (1,(1,1),1,1):(0,(64,0),0,1);
        filter_zeros((3,1):(1,1)) => (3,1):(1,1);
        filter_zeros((2,12,7,3):(0,4,59,1)) => (1,12,7,3):(0,4,59,1);
        filter_zeros(5:1) => 5:1;
        filter_zeros(():()) => ():();
    }
}

mod squeeze {
    use super::*;
    extents_function_table! {
        // 003, construction 2.1.3.6
        squeeze((64,64,1):(1,64,0)) => (64,64):(1,64);
        squeeze((3,8):(5,0)) => (3,8):(5,0);
        squeeze((1,1):(3,0)) => ():();
        squeeze((4,(4,1),2,1):(8,(2,0),1,0)) => (4,4,2):(8,2,1);
        squeeze(1:7) => ():();
        squeeze((2,2):(1,2)) => (2,2):(1,2);
    }
}

mod squeeze_zeros {
    use super::*;
    extents_table! {
        // 003, definition 2.1.3.12
        squeeze_zeros((64,8,8,128):(8,1,0,512)) => (64,8,128):(8,1,512);
        squeeze_zeros((3,2):(12,0)) => (3):(12);
        squeeze_zeros((3,8,8,8):(16,0,0,0)) => (3):(16);
        squeeze_zeros((3,1):(5,2)) => (3,1):(5,2);
        squeeze_zeros((3,8):(0,0)) => ():();
        squeeze_zeros((2,(3,4)):(0,(1,0))) => (3):(1);
        squeeze_zeros(5:0) => ():();
    }
}
