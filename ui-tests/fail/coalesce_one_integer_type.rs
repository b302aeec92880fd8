use tilework::{layout, operation::coalesce};

fn main() {
    let (m, n) = (8_u32, 4_usize);
    coalesce(layout!((m,n):(1,8)));
}
