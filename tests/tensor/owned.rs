//! Tensors that own their memory, arithmetic by elements, sums, minima, maxima and products of vectors, against the
//! definitions, coordinate by coordinate.

use tilework::bound::{Accessor, HasOwned};
use tilework::result::OwnedLayout;
use tilework::{AnyLayout, Error, Layout, Owned, Rule, Tensor, layout};

/// Unordered numbers.
fn numbers(n: usize) -> Vec<i64> {
    (0..n as i64).map(|i| (i * 37 + 11) % 101 - 50).collect()
}

/// Everything that is computed from a tensor, beside loops over its integral coordinates.
fn all<A: Accessor<Item = i64>, L: HasOwned>(t: &Tensor<A, L>) {
    let n = t.size();
    let expected: Vec<i64> = t.iter_values();
    assert_eq!(expected.len(), n);
    assert_eq!((t.len(), t.is_empty()), (n, n == 0));
    assert_eq!(t.to_vec(), expected);
    let mut of_both = [t.to_vec_row_major(), expected.clone()];
    of_both.iter_mut().for_each(|elements| elements.sort_unstable());
    assert_eq!(of_both[0], of_both[1]);
    assert_eq!(t.sum(), expected.iter().sum::<i64>());
    assert_eq!(
        (t.min(), t.max()),
        (expected.iter().min().copied(), expected.iter().max().copied())
    );
    assert_eq!(
        t.one_of().try_dot(&t.one_of()).unwrap(),
        expected.iter().map(|x| x * x).sum::<i64>()
    );

    let owned: Owned<i64, OwnedLayout<L>> = t.to_owned();
    assert_eq!(owned.to_vec(), expected);
    assert_eq!(owned.data().len(), n);
    assert_eq!((t + &owned).to_vec(), expected.iter().map(|x| 2 * x).collect::<Vec<_>>());
    assert_eq!((t.view() - &owned).to_vec(), vec![0; n]);
    assert_eq!(
        (t.view() * owned.view()).to_vec(),
        expected.iter().map(|x| x * x).collect::<Vec<_>>()
    );
    let mut sum = owned;
    sum += t;
    sum *= t;
    sum -= t;
    assert_eq!(sum.to_vec(), expected.iter().map(|x| 2 * x * x - x).collect::<Vec<_>>());

    let of_each = |f: &dyn Fn(i64) -> i64| expected.iter().map(|&x| f(x)).collect::<Vec<_>>();
    assert_eq!((t * 3).to_vec(), of_each(&|x| x * 3));
    assert_eq!((t.view() + 3).to_vec(), of_each(&|x| x + 3));
    assert_eq!((t - 5).to_vec(), of_each(&|x| x - 5));
    assert_eq!((t / 3).to_vec(), of_each(&|x| x / 3));
    assert_eq!((3 * t).to_vec(), of_each(&|x| 3 * x));
    assert_eq!((3_i64 - t.view()).to_vec(), of_each(&|x| 3 - x));
    assert_eq!((3 + t).to_vec(), of_each(&|x| 3 + x));
    assert_eq!((-t).to_vec(), of_each(&|x| -x));
    assert_eq!((t / t.map(|x| x.abs() + 1)).to_vec(), of_each(&|x| x / (x.abs() + 1)));
    assert_eq!((1000_i64 / t.map(|x| x.abs() + 1)).to_vec(), of_each(&|x| 1000 / (x.abs() + 1)));
    let mut u = t.to_owned();
    u *= 6;
    u += 12;
    u /= 3;
    u -= 4;
    u /= &t.map(|_| 2);
    assert_eq!(u.to_vec(), expected);
}

/// The elements one by one, and as a tensor of one mode.
trait OneByOne {
    fn iter_values(&self) -> Vec<i64>;
    fn one_of(&self) -> Tensor<Vec<i64>, Layout!(_:1)>;
}
impl<A: Accessor<Item = i64>, L: AnyLayout> OneByOne for Tensor<A, L> {
    fn iter_values(&self) -> Vec<i64> {
        let mut values = Vec::new();
        self.map(|x| x).for_each(|x| values.push(x));
        values
    }
    fn one_of(&self) -> Tensor<Vec<i64>, Layout!(_:1)> {
        let n = self.size();
        Tensor::new(self.iter_values(), layout!(n:1)).unwrap()
    }
}

#[test]
fn of_any_tensor() {
    let data = numbers(6000);
    let (m, n, k, none) = (13, 7, 5, 0);
    let (m32, n32) = (6_u32, 7_u32);
    macro_rules! of {
        ($($layout:expr;)*) => {$(
            let t = Tensor::new(&data[..], $layout).unwrap();
            all(&t);
            all(&t.map(|x| 3 * x - 1));
        )*};
    }
    of! {
        layout!(5:1);
        layout!(n:3);
        layout!((m,n));
        layout!((m,n):row_major);
        layout!((13,7):row_major);
        layout!((m,n):(1,100));
        layout!((m,n):(100,3));
        layout!((m,n,k):row_major);
        layout!((m,n,k):(1,200,40));
        layout!(((2,4),(2,n)):((8,1),(4,64)));
        layout!((8,(2,n)):(2,(1,16)));
        layout!((m,none));
        layout!((none,n):row_major);
        layout!((m32,n32):row_major);
        layout!((m,1):(1,0));
        layout!((m,n):(0,1));
    }
}

#[test]
fn of_parts() {
    let (m, n) = (12, 20);
    let mut data = numbers(240);
    let mut t = Tensor::new(&mut data[..], layout!((m,n):row_major)).unwrap();
    all(&t.slice((.., 3)));
    all(&t.slice((1..7, 2..5)));
    all(&t.transposed());
    all(&t.zipped_divide(layout!(<4,5>)));
    all(&t.along::<0>().fold(0, |x, y| x + y));
    for tile in t.tiles_mut(layout!(<4,5>)) {
        all(&tile);
    }
}

#[test]
fn layouts_of_copies() {
    let data = numbers(200);
    let (m, n) = (4, 5);
    let rows: Layout!((_,_):(_,1)) =
        Tensor::new(&data[..], layout!((m,n):(40,1))).unwrap().to_owned().layout();
    assert_eq!(rows.to_string(), "(4,5):(5,1)");
    let columns: Layout!((_,_):(1,_)) =
        Tensor::new(&data[..], layout!((m,n):(1,40))).unwrap().to_owned().layout();
    assert_eq!(columns.to_string(), "(4,5):(1,4)");
    // Neither stride is known.
    let (i, j) = (5, 1);
    let columns: Layout!((_,_):(1,_)) =
        Tensor::new(&data[..], layout!((m,n):(i,j))).unwrap().to_owned().layout();
    assert_eq!(columns.to_string(), "(4,5):(1,4)");
    let tiles: Layout!(((2,2),3):((6,3),1)) =
        Tensor::new(&data[..], layout!(((2,2),3):((20,9),1))).unwrap().to_owned().layout();
    assert_eq!(tiles.to_string(), "((2,2),3):((6,3),1)");
}

#[test]
fn constructors() {
    let (m, n, k, none): (usize, usize, usize, usize) = (3, 4, 2, 0);
    let zeros = Owned::<f32, _>::zeros(layout!((m,n):(10,2)));
    assert_eq!(zeros.data(), [0.0; 27]);
    let mut places = Vec::new();
    let t = Owned::from_fn(layout!((m,n,k):(1,6,40)), |(i, j, l)| {
        places.push((i, j, l));
        100 * i + 10 * j + l
    });
    assert_eq!((places.len(), places[1], places[3]), (24, (1, 0, 0), (0, 1, 0)));
    assert!(places.iter().all(|&(i, j, l)| t[(i, j, l)] == 100 * i + 10 * j + l));
    let tiles = Owned::from_fn(layout!(((2, 2), 3)), |((i, j), k)| (i, j, k));
    assert_eq!(tiles[((1, 0), 2)], (1, 0, 2));
    // Elements without a default, and no elements.
    #[derive(Clone, Debug, PartialEq)]
    struct Text(&'static str);
    let texts = Owned::from_fn(layout!(n:2), |i| Text(if i == 2 { "two" } else { "" }));
    assert_eq!((&texts[2], texts.data().len()), (&Text("two"), 7));
    let empty = Owned::from_fn(layout!((n, none)), |(_, _)| -> Text { unreachable!() });
    assert!(empty.is_empty() && empty.data().is_empty());

    let twice = Owned::<u8, _>::try_zeros(layout!((2,2):(1,1)));
    assert!(matches!(twice, Err(Error { rule: Rule::Injectivity { .. }, .. })));
    let twice = Owned::try_from_fn(layout!((2,2):(1,1)), |_| 0);
    assert!(matches!(twice, Err(Error { rule: Rule::Injectivity { .. }, .. })));
}

#[test]
fn not_a_number() {
    for at in 0..40 {
        let n: usize = 40;
        let t = Owned::from_fn(layout!(n:1), |i| if i == at { f32::NAN } else { i as f32 });
        assert!(t.min().unwrap().is_nan() && t.max().unwrap().is_nan(), "{at}");
    }
    let t = Tensor::new([0.5, f64::NEG_INFINITY, f64::INFINITY, 3.0], layout!((2, 2))).unwrap();
    assert_eq!((t.min(), t.max()), (Some(f64::NEG_INFINITY), Some(f64::INFINITY)));
}

#[test]
fn products_of_vectors() {
    let data = numbers(6000);
    for n in (0..70).chain([1000]) {
        for (step, other) in [(1, 1), (1, 3), (2, 1), (4, 5), (0, 1)] {
            let x = Tensor::new(&data[..], layout!(n:step)).unwrap();
            let y = Tensor::new(&data[7..], layout!(n:other)).unwrap();
            let expected: i64 = (0..n).map(|i| data[step * i] * data[7 + other * i]).sum();
            assert_eq!(
                (x.dot(&y), x.map(|x| x).dot(&y)),
                (expected, expected),
                "{n} {step} {other}"
            );
        }
    }
    // One nested mode, by integral coordinates. (4,9) and (6,6) have no common extents.
    let (x, y) = (layout!(((4,9)):((1,4))), layout!(((6,6)):((6,1))));
    let (x, y) = (Tensor::new(&data[..], x).unwrap(), Tensor::new(&data[..], y).unwrap());
    let expected: i64 = (0..36).map(|i| data[i] * data[6 * (i % 6) + i / 6]).sum();
    assert_eq!(x.dot(&y), expected);
    let m = 4;
    let error = x.try_dot(&Tensor::new(&data[..], layout!(m:1)).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "dot: equal extents, mode 0: the extents 36 and 4 differ");
}

#[test]
fn extents_that_differ() {
    let (m, n) = (2, 3);
    let t = Owned::<i32, _>::zeros(layout!((m, n)));
    let u = Owned::<i32, _>::zeros(layout!((n, m)));
    let words = "arithmetic: equal extents, mode 0: the extents 2 and 3 differ; the product of matrices is \
                 `t.matmul(&u)`, and a stride of 0 repeats: `v.compose(layout!((m,n):(0,1)))` is the vector `v` in each of `m` rows, `(1,0)` in each of `n` columns";
    for message in
        [std::panic::catch_unwind(|| &t + &u), std::panic::catch_unwind(|| &t * t.transposed())]
    {
        let message = *message.unwrap_err().downcast::<String>().unwrap();
        assert!(message.starts_with(words), "{message}");
    }
}

#[test]
fn vectors_in_either_order() {
    let (l, m, n) = (2, 3, 4);
    for [p, q, r] in [[1_usize, 2, 6], [12, 4, 1], [1, 8, 2], [20, 5, 1]] {
        let t = Tensor::counting(layout!((l,m,n):(p,q,r)));
        let at = |i: usize, j: usize, k: usize| i * p + j * q + k * r;
        let down = (0..24).map(|c| at(c % 2, c / 2 % 3, c / 6));
        let across = (0..24).map(|c| at(c / 12, c / 4 % 3, c % 4));
        assert!(t.to_vec().into_iter().eq(down));
        assert!(t.to_vec_row_major().into_iter().eq(across));
    }
    let none = 0;
    assert!(Tensor::counting(layout!((l, none))).to_vec_row_major().is_empty());
}

#[test]
fn the_same_value_everywhere() {
    let t = Owned::full(layout!((2,3):(4,1)), 'x');
    assert_eq!((t.len(), t.data().len()), (6, 7));
    assert!(t.data().iter().all(|&x| x == 'x'));
    let refused = Owned::try_full(layout!((2,2):(0,1)), 1).unwrap_err();
    assert!(matches!(refused.rule, Rule::Injectivity { .. }));
}
