//! The names of NumPy and ndarray that do not compile: the code that the errors suggest compiles, and is right.

use std::collections::BTreeSet;

use tilework::{Owned, Tensor, algorithm, layout, modes};

/// The file with the answers.
const SOURCE: &str = include_str!("../../src/tensor/from_numpy.rs");

/// The answers, each of which begins with the name.
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

/// The values of code lines, each of which is in some answer.
macro_rules! lines {
    ($lines:ident: $($line:expr $(=> $expected:expr)?;)*) => {$(
        $lines.insert(squeezed(stringify!($line)).replace("Owned::<f32,_>", "Owned").replace("Owned::<u8,_>", "Owned"));
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
        Tensor::new(t.to_vec_row_major(), layout!((p,q):row_major)).unwrap()[(1, 0)] => 2.0;
        Tensor::new(t.data(), layout!((p,q):row_major)).unwrap().transposed().to_vec() => data;
        t.transposed().one_mode().to_vec() => data;
        t.one_mode().to_vec() => [0.0, 3.0, 1.0, 4.0, 2.0, 5.0];
        t.transposed().extents() => (3, 2);
        t.permute(modes![1, 0]) => t.transposed();
        t.slices::<0>().map(|row| row.sum()).collect::<Vec<_>>() => [3.0, 12.0];
        t.slices::<1>().map(|column| column.sum()).collect::<Vec<_>>() => [3.0, 5.0, 7.0];
        t.slice((i, ..)).to_vec() => [3.0, 4.0, 5.0];
        t.slice((.., j)).to_vec() => [2.0, 5.0];
        t.slice((0..i, ..)).to_vec() => [0.0, 1.0, 2.0];
        t.slice_mut((i, ..)).sum() => 12.0;
        t.slices_mut::<0>().map(|row| row.sum()).collect::<Vec<_>>() => [3.0, 12.0];
        t.slices_mut::<1>().map(|column| column.sum()).collect::<Vec<_>>() => [3.0, 5.0, 7.0];
        t.slice((.., 0..j)).to_vec() => [0.0, 3.0, 1.0, 4.0];
        t.slice((0, ..)).extents() => 3;
        t.reversed::<0>().to_vec() => [3.0, 0.0, 4.0, 1.0, 5.0, 2.0];
        t.reversed::<1>().to_vec() => [2.0, 5.0, 1.0, 4.0, 0.0, 3.0];
        // np.rot90(a) and np.rot90(a, -1)
        t.transposed().reversed::<0>().to_owned().to_string() => "2 5\n1 4\n0 3";
        t.transposed().reversed::<1>().to_owned().to_string() => "3 0\n4 1\n5 2";
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
        t.map(|x| x * x).sum().sqrt() => 55.0_f32.sqrt();
        t.map(|x| x.abs()).at((1, 2)) => 5.0;
        t.map(|x| x.abs()).to_owned()[(1, 2)] => 5.0;
        t.map(|x| x.sqrt()).at((1, 1)) => 2.0;
        t.map(|x| x.sqrt()).to_owned()[(1, 1)] => 2.0;
        t.map(|x| x.exp()).at((0, 0)) => 1.0;
        t.map(|x| x.exp()).to_owned()[(0, 0)] => 1.0;
        t.map(|x| x.clamp(0.0, 1.0)).at((1, 2)) => 1.0;
        t.map(|x| x.clamp(0.0, 1.0)).to_owned()[(1, 2)] => 1.0;
        t.along::<1>().sum() / n as f32 => Tensor::new(vec![1.0, 4.0], layout!(m:1)).unwrap();
        t.fold(1.0, |product, x| product * x) => 0.0;
        t.along::<1>().sum().to_vec() => [3.0, 12.0];
        t.along::<1>().fold(0.0, |sum, x| sum + x).to_vec() => [3.0, 12.0];
        t.to_vec() => [0.0, 3.0, 1.0, 4.0, 2.0, 5.0];
        t.to_vec_row_major() => data;
        t.data() => data;
        t.data_mut() => data;
        t.iter_mut().with_coordinates().map(|(at, _)| at).next() => Some((0, 0));
        t.tiles_mut(layout!(<2,3>)).count() => 1;
        t.windows(layout!((2,3))).extents() => ((2, 3), (1, 1));
        t.window_mut((0, 0), layout!((2,3))).sum() => 15.0;
        t.to_owned() => *t;
        t.tiles(layout!(<2,3>)).count() => 1;
        t.zipped_divide(layout!(<2,3>)).extents() => ((2, 3), (1, 1));
    }

    let mean = t.sum() / t.len() as f32;
    lines! { lines: t.map(|x| (x - mean) * (x - mean)).sum() / t.len() as f32 => 17.5 / 6.0; }

    let data = t.transposed().to_vec();
    let mut t = Tensor::new(data.clone(), layout!((m,n):row_major)).unwrap();
    let mut u = Owned::zeros(layout!((n, m)));
    lines! { lines:
        tilework::algorithm::transpose(&t, &mut u).unwrap();
        u.transposed() => t;
        t.map_inplace(|x| *x *= 2.0);
        t.sum() => 30.0;
    }
    let u = Owned::from_fn(layout!((m, n)), |_| 1.0);
    lines! { lines:
        t.copy_from(&u);
        t.sum() => 6.0;
        algorithm::axpby(2.0, &u, 1.0, &mut t).unwrap();
        t.sum() => 18.0;
        Tensor::new(data, layout!((m,n):row_major)).unwrap().sum() => 15.0;
        Owned::full(layout!((m,n):row_major), 1.0).sum() => 6.0;
        Owned::from_fn(layout!((n,n):row_major), |(i, j)| if i == j { 1.0 } else { 0.0 }).sum() => 3.0;
        Owned::from_fn(layout!((m,n):row_major), |(i, j)| 10 * i + j)[(1, 2)] => 12;
        Owned::<f32, _>::zeros(layout!((m,n):row_major)).sum() => 0.0;
        Owned::from_fn(layout!(n:1), |i| i).to_vec() => [0, 1, 2];
        Owned::from_fn(layout!(n:1), |i| i as f32 / (n - 1) as f32).to_vec() => [0.0, 0.5, 1.0];
    }

    // Parts next to each other.
    let p = 2 * m;
    let mut r = Owned::zeros(layout!((p,n):row_major));
    lines! { lines:
        r.slice_mut((0..m, ..)).copy_from(&t);
        r.along::<1>().sum().to_vec() => [9.0, 9.0, 0.0, 0.0];
    }
    let p = 2 * n;
    let mut r = Owned::zeros(layout!((m,p):row_major));
    lines! { lines:
        r.slice_mut((.., 0..n)).copy_from(&t);
        r.along::<1>().sum().to_vec() => [9.0, 9.0];
    }
    let mut r = Owned::zeros(layout!((p, m, n)));
    lines! { lines:
        r.slice_mut((i, .., ..)).copy_from(&t);
        r.slice((1, .., ..)).sum() => 18.0;
        Owned::<u8, _>::zeros(layout!((p,n):row_major)).len() => 18;
        Owned::<u8, _>::zeros(layout!((m,p):row_major)).len() => 12;
        Owned::<u8, _>::zeros(layout!((p,m,n))).len() => 36;
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
