use tilework::{Static, layout, typenum::{U16, U32}, bound::RecastBy, operation::recast};

fn words<L: RecastBy<U16, U32>>(halves: L) {
    recast(halves, Static::new(), Static::new());
}

fn main() {
    words(layout!((3,4):(1,8)));
}
