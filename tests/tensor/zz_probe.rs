use tilework::{Named, Tensor, View, ViewMut, generic::RankLayout, layout, names};
names! { Row, Col }
fn add(
    t: &mut Named<(Row, Col), ViewMut<u32, impl RankLayout<2>>>,
    u: &Named<(Col, Row), View<u32, impl RankLayout<2>>>,
    v: &Named<(Col,), View<u32, impl RankLayout<1>>>,
) {
    t.zip_mut_with((u, v), |t, (u, v)| *t += u * v);
}
fn two(
    t: &mut Named<(Row, Col), ViewMut<u32, impl RankLayout<2>>>,
    u: &mut Named<(Col, Row), ViewMut<u32, impl RankLayout<2>>>,
) {
    t.zip_mut_with(u, |t, u| core::mem::swap(t, u));
}
#[test]
fn t() {
    let mut data = [0; 6];
    let mut t = Tensor::new(&mut data[..], layout!((2, 3))).unwrap().named((Row, Col));
    let u =
        Tensor::new(&[1, 2, 3, 4, 5, 6][..], layout!((3,2):row_major)).unwrap().named((Col, Row));
    let v = Tensor::new(&[1, 10, 100][..], layout!(3:1)).unwrap().named((Col,));
    add(&mut t, &u, &v);
    assert_eq!(t.data(), [1, 2, 30, 40, 500, 600]);
    let mut data = [0; 6];
    let mut w = Tensor::new(&mut data[..], layout!((3, 2))).unwrap().named((Col, Row));
    two(&mut t, &mut w);
}
