//! `ldmatrix`: 8 x 8 matrices of 16 bits from shared memory to the registers of a warp.

use tilework::algebra::atom::{self, LDMATRIX};

use super::{Load, load_row};
use tilework::Layout;

macro_rules! ldmatrix {
    ($($instruction:literal $name:ident $from:tt $to:tt;)*) => {$(
        #[doc = concat!("`", $instruction, "`.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;
        impl Load for $name {
            const VALUE: &'static atom::Load = load_row(LDMATRIX, $instruction);
            type From = Layout!$from;
            type To = Layout!$to;
        }
    )*};
}
ldmatrix! {
    "ldmatrix.x1" LdmatrixX1 (((8,4),128):((128,0),1)) ((32,32):(32,1));
    "ldmatrix.x2" LdmatrixX2 (((16,2),128):((128,0),1)) ((32,(32,2)):(32,(1,1024)));
    "ldmatrix.x4" LdmatrixX4 ((32,128):(128,1)) ((32,(32,4)):(32,(1,1024)));
    "ldmatrix.x1.trans" LdmatrixX1Trans (((8,4),128):((128,0),1)) (((4,8),(16,2)):((256,16),(1,128)));
    "ldmatrix.x2.trans" LdmatrixX2Trans (((16,2),128):((128,0),1)) (((4,8),(16,2,2)):((256,16),(1,128,1024)));
    "ldmatrix.x4.trans" LdmatrixX4Trans ((32,128):(128,1)) (((4,8),(16,2,4)):((256,16),(1,128,1024)));
}
