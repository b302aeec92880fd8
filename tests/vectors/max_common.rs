//! The part where two layouts are contiguous together.

mod contiguous {
    results! { none:
        max_common_layout(5:1,5:1) => 5:1;
        max_common_layout((1,3):(0,1),4:1) => 4:1;
        max_common_layout(1:64,1:1) => 1:0;
        max_common_layout((5,7,1):(1,5,5),(5,7,1):(7,1,7)) => 1:0;
        max_common_layout((1,9,7):(7,1,9),(2,12):(1,2)) => 24:1;
        max_common_layout((3,3):(1,3),(12,2,1):(2,1,5)) => 1:0;
        max_common_layout((9,7,2):(1,9,63),(9,7,2):(14,1,7)) => 1:0;
        max_common_layout((1,12):(0,7),(1,12):(12,1)) => 1:0;
        max_common_layout((1,7,5):(1,1,7),(1,7,5):(1,5,1)) => 1:0;
        max_common_layout((5,3):(3,1),(1):(1)) => 1:0;
        max_common_layout((3,2,4):(1,3,6),(3,2,4):(8,4,1)) => 1:0;
        max_common_layout((3,7,4):(1,3,21),(3,7,4):(7,1,21)) => 1:0;
        max_common_layout((7,4):(4,1),(7,4):(1,7)) => 1:0;
        max_common_layout((4,6):(6,1),(4,6):(6,1)) => (6,4):(4,1);
        max_common_layout((6,7,1):(1,11,0),(6,7,1):(1,11,0)) => 6:1;
        max_common_layout((2,(4,4)):(9,(1,18)),(2,(4,4)):(9,(1,18))) => 4:2;
        max_common_layout(6:1,(9,2,3):(6,3,1)) => 1:0;
        max_common_layout((8,4,1):(1,8,32),(8,4,1):(1,8,32)) => 32:1;
        max_common_layout((16,4):(1,16),(16,4):(1,16)) => 64:1;
        max_common_layout((2,4,4):(1,2,8),(2,4,4):(1,2,8)) => 32:1;
        max_common_layout((9,1):(1,9),(1,5):(7,1)) => 5:1;
        max_common_layout(10:1,10:1) => 10:1;
        max_common_layout((10,(4,3)):(12,(3,1)),(10,(4,3)):(1,(10,40))) => 1:0;
        max_common_layout((3,2,1):(1,3,5),(3,2,1):(1,3,1)) => 6:1;
        max_common_layout((3,(2,6)):(16,(4,96)),(3,4,1):(4,1,1)) => 1:0;
        max_common_layout(16:1,16:1) => 16:1;
        max_common_layout(3:1,3:1) => 3:1;
        max_common_layout((1,4,2):(64,2,1),(1,4,2):(1,1,4)) => 1:0;
        max_common_layout(3:1,6:1) => 6:1;
        max_common_layout(12:1,12:1) => 12:1;
        max_common_layout((1,(4)):(4,(1)),(1,(4)):(1,(1))) => 4:1;
        max_common_layout(4:1,4:1) => 4:1;
        max_common_layout((4,1,4):(4,5,1),(4,1):(1,1)) => 1:0;
        max_common_layout(4:2,4:1) => 1:0;
        max_common_layout((2,16):(2,14),(4,16):(1,4)) => 1:0;
        max_common_layout((3,2,5):(1,3,6),(3,2,5):(10,1,2)) => 1:0;
    }
}
