//! Visits of elements, beside hand-zipped slices.

use tilework::{
    Tensor,
    algorithm::{axpby, fill, reduce},
    layout,
};

use crate::measure::{Report, Way};

/// All rows.
pub fn rows(report: &mut Report) {
    for n in [1 << 10, 1 << 16] {
        sum(report, n);
        zip(report, n);
    }
}

fn sum(report: &mut Report, n: usize) {
    let data: Vec<u32> = (0..n as u32).collect();
    let rows = n / 64;
    let bytes = (4 * n) as f64;
    macro_rules! row {
        ($name:literal, |$tensor:ident| $run:expr) => {
            let work = format!("{} of {n} u32", $name);
            if report.wants(&work) {
                let (mut ours, mut hand) = (0, 0);
                let ways: Vec<Way<'_>> = vec![
                    (
                        "tilework",
                        Box::new(|| {
                            let $tensor = Tensor::new(&data[..], layout!((64, rows))).unwrap();
                            ours = std::hint::black_box($run);
                        }),
                    ),
                    (
                        "slice",
                        Box::new(|| {
                            let sum = data.iter().fold(0_u32, |sum, &x| sum.wrapping_add(x));
                            hand = std::hint::black_box(sum);
                        }),
                    ),
                ];
                report.row(&work, (bytes, "GB/s"), "<= 1.05", ways);
                assert_eq!(ours, hand);
            }
        };
    }
    row!("for_each", |tensor| {
        let mut sum = 0_u32;
        tensor.for_each(|&x| sum = sum.wrapping_add(x));
        sum
    });
    row!("iter().fold", |tensor| tensor.iter().fold(0_u32, |sum, &x| sum.wrapping_add(x)));
    row!("reduce", |tensor| reduce(&tensor, 0, u32::wrapping_add));
}

fn zip(report: &mut Report, n: usize) {
    let from: Vec<f32> = (0..n).map(|i| i as f32).collect();
    let (mut ours, mut hand) = (vec![0.0; n], vec![0.0; n]);
    let rows = n / 64;
    macro_rules! row {
        ($name:literal, $bytes:literal, |$x:ident, $y:ident| $run:expr, $by_hand:expr) => {
            let work = format!("{} of {n} f32", $name);
            if report.wants(&work) {
                let by_hand: fn(&[f32], &mut [f32]) = $by_hand;
                let ways: Vec<Way<'_>> = vec![
                    (
                        "tilework",
                        Box::new(|| {
                            let $x = Tensor::new(&from[..], layout!((64, rows))).unwrap();
                            let mut $y = Tensor::new(&mut ours[..], layout!((64, rows))).unwrap();
                            $run;
                        }),
                    ),
                    ("slices", Box::new(|| by_hand(&from, &mut hand))),
                ];
                report.row(&work, ($bytes * n as f64, "GB/s"), "<= 1.05", ways);
            }
        };
    }
    row!("zip_mut_with", 12.0, |x, y| y.zip_mut_with(&x, |y, x| *y += 2.0 * x), |x, y| {
        y.iter_mut().zip(x).for_each(|(y, x)| *y += 2.0 * x);
    });
    row!("axpby", 12.0, |x, y| axpby(2.0, &x, 0.5, &mut y).unwrap(), |x, y| {
        y.iter_mut().zip(x).for_each(|(y, x)| *y = 2.0 * x + 0.5 * *y);
    });
    row!("fill", 4.0, |_x, y| fill(&mut y, 1.0), |_, y| y.fill(1.0));
}
