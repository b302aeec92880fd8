use tilework::{Layout, layout, bound::ComposeWith, operation::{composition, zipped_divide}, result::Composition};

fn every_other<A: ComposeWith<B>, B>(a: A, b: B) -> Composition<A, B> {
    composition(a, b)
}

pub fn main() {
    let even: Layout!((2,(6,2)):(4,(3,5))) =
        every_other(layout!((4,6,8):(2,3,5)), layout!((2,12):(2,4)));
    assert_eq!(even.size(), 24);

    let (m, k, lda) = (256, 64, 80);
    let tiled: Layout!(((128,8),(_,_)):((1,_),(128,_))) =
        zipped_divide(layout!((m,k):(1,lda)), layout!(<128,8>));
    assert_eq!(tiled.to_string(), "((128,8),(2,8)):((1,80),(128,640))");
}
