//! The names of NumPy and ndarray that do not compile: what the errors say to write compiles, and is right.

use std::collections::BTreeSet;

use tilework::{Owned, Tensor, layout, modes};

/// Where the answers stand.
const SOURCE: &str = include_str!("../src/tensor/from_numpy.rs");

/// The answers, which begin with the name.
fn answers() -> Vec<(String, String)> {
    let strings = SOURCE.lines().filter_map(|line| {
        let words = line.split_once('"')?.1.rsplit_once('"')?.0;
        let name = words.split_once(": ")?.0;
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        is_name.then(|| (name.into(), words.replace("{{", "{").replace("}}", "}")))
    });
    strings.collect()
}

/// The code in an answer.
fn code(words: &str) -> Vec<String> {
    words.split('`').skip(1).step_by(2).map(squeezed).collect()
}
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Values of lines, which are those of some answer.
macro_rules! lines {
    ($lines:ident: $($line:expr $(=> $expected:expr)?;)*) => {$(
        $lines.insert(squeezed(stringify!($line)));
        #[allow(clippy::let_unit_value)]
        let _value = $line;
        $(assert_eq!(_value, $expected);)?
    )*};
}

#[test]
fn what_is_said_is_right() {
    // a = np.arange(6.0).reshape(2, 3)
    let data = vec![0.0_f32, 1.0, 2.0, 3.0, 4.0, 5.0];
    let (m, n, p, q, i, j): (usize, usize, usize, usize, usize, usize) = (2, 3, 3, 2, 1, 2);
    let t = &mut Tensor::new(data.clone(), layout!((m,n):row_major)).unwrap();
    let mut lines = BTreeSet::new();

    lines! { lines:
        Tensor::new(t.transposed().to_vec(), layout!((p,q):row_major)).unwrap()[(1, 0)] => 2.0;
        Tensor::new(t.data(), layout!((p,q):row_major)).unwrap().transposed().to_vec() => data;
        t.transposed().one_mode().to_vec() => data;
        t.one_mode().to_vec() => [0.0, 3.0, 1.0, 4.0, 2.0, 5.0];
        t.transposed().extents() => (3, 2);
        t.permute(modes![1, 0]) => t.transposed();
        t.slices::<0>().map(|row| row.sum()).collect::<Vec<_>>() => [3.0, 12.0];
        t.slices::<1>().map(|column| column.sum()).collect::<Vec<_>>() => [3.0, 5.0, 7.0];
        t.slice((i, ..)).to_vec() => [3.0, 4.0, 5.0];
        t.slice((.., j)).to_vec() => [2.0, 5.0];
        t.slice_mut((i, ..)).sum() => 12.0;
        t.slice_mut((.., j)).sum() => 7.0;
        t.extent::<0>() => 2;
        t.extent::<1>() => 3;
        t.extents() => (2, 3);
        t.layout().rank() => 2;
        t.layout().stride() => layout!((m,n):row_major).stride();
        t.map(f64::from).at((1, 2)) => 5.0;
        t.map(f64::from).to_owned()[(1, 2)] => 5.0;
        t.map(|x| 2.0 * x).at((1, 2)) => 10.0;
        t.map(|x| 2.0 * x).to_owned()[(1, 2)] => 10.0;
        t.iter().with_coordinates().max_by(|x, y| x.1.total_cmp(y.1)).unwrap().0 => (1, 2);
        t.iter().with_coordinates().min_by(|x, y| x.1.total_cmp(y.1)).unwrap().0 => (0, 0);
        t.sum() / t.len() as f32 => 2.5;
        t.fold(1.0, |product, x| product * x) => 0.0;
        t.along::<1>().sum().to_vec() => [3.0, 12.0];
        t.along::<1>().fold(0.0, |sum, x| sum + x).to_vec() => [3.0, 12.0];
        t.to_vec() => [0.0, 3.0, 1.0, 4.0, 2.0, 5.0];
        t.transposed().to_vec() => data;
        t.data() => data;
        t.to_owned() => *t;
        t.tiles(layout!(<2,3>)).count() => 1;
        t.zipped_divide(layout!(<2,3>)).extents() => ((2, 3), (1, 1));
    }

    let data = t.transposed().to_vec();
    let mut t = Tensor::new(data.clone(), layout!((m,n):row_major)).unwrap();
    let mut u = Owned::zeros(layout!((n, m)));
    lines! { lines:
        tilework::algorithm::transpose(&t, &mut u).unwrap();
        u.transposed() => t;
        t.for_each_mut(|x| *x *= 2.0);
        t.sum() => 30.0;
    }
    let u = Owned::from_fn(layout!((m, n)), |_| 1.0);
    lines! { lines:
        t.copy_from(&u);
        t.sum() => 6.0;
        Tensor::new(data, layout!((m,n):row_major)).unwrap().sum() => 15.0;
        Owned::from_fn(layout!((m,n):row_major), |_| 1.0).sum() => 6.0;
        Owned::from_fn(layout!((n,n):row_major), |(i, j)| if i == j { 1.0 } else { 0.0 }).sum() => 3.0;
        Owned::from_fn(layout!((m,n):row_major), |(i, j)| 10 * i + j)[(1, 2)] => 12;
    }

    let data = vec![7, 8, 9];
    lines! { lines: Tensor::new(data, layout!(n:1)).unwrap().sum() => 24; }
    let v = Tensor::new([7, 8, 9], layout!(3:1)).unwrap();
    lines! { lines:
        v.compose(layout!((m,n):(0,1)))[(1, 2)] => 9;
        v.compose(layout!((n,m):(1,0)))[(2, 1)] => 9;
        v.compose(layout!((n,1)))[(2, 0)] => 9;
        v.compose(layout!((1,n)))[(0, 2)] => 9;
    }
    let t = Owned::from_fn(layout!((n,n):row_major), |(i, j)| 10 * i + j);
    lines! { lines: (0..n).map(|i| t[(i, i)]).collect::<Vec<_>>() => [0, 11, 22]; }
    // A cube.
    let t = Owned::from_fn(layout!((2, 3, 4)), |c| c);
    lines! { lines:
        t.permute(modes![2, 0, 1])[(3, 1, 2)] => (1, 2, 3);
        t.permute(modes![2, 1, 0])[(3, 2, 1)] => (1, 2, 3);
    }

    let answers = answers();
    assert!(answers.len() > 50, "{}", answers.len());
    for (name, words) in answers {
        let code = code(&words);
        assert!(!code.is_empty(), "{words}");
        for code in code {
            assert!(lines.iter().any(|line| line.contains(&code)), "{name}: no line has {code}");
        }
    }
}
