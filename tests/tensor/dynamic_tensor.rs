//! Tensors of a rank that is known at run time, against the value level: the element at a coordinate is the one at the
//! layout's offset, counted from the smallest offset.

use tilework::algebra::{self, IntTuple, Mode, Rule, crd2idx, offsets};
use tilework::{DynamicTensor, Layout};

/// All coordinates of these sizes, the leftmost fastest.
fn coordinates(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &size in sizes.iter().rev() {
        let longer = |rest: &Vec<usize>| (0..size).map(|k| [&[k], &rest[..]].concat()).collect();
        all = all.iter().flat_map(|rest| -> Vec<Vec<usize>> { longer(rest) }).collect();
    }
    all
}
fn layouts() -> Vec<algebra::Layout> {
    let texts = [
        "5:1",
        "5:-2",
        "1:0",
        "():()",
        "(2,3):(3,1)",
        "(2,3):(1,-2)",
        "(2,3):(-3,-1)",
        "(4,0):(1,4)",
        "((2,2),3):((1,6),2)",
        "((2,2),3):((-1,6),-2)",
        "(2,3,4):(12,4,1)",
        "(2,1,3,1,2):(1,9,2,-4,6)",
        "(((2,2),2),3):(((1,-4),2),8)",
        "(2,(2,(3,2)),2):(24,(12,(2,1)),-48)",
    ];
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

#[test]
fn elements() {
    for layout in layouts() {
        let least = offsets(&layout).unwrap().into_iter().min().unwrap_or(0);
        let data: Vec<i64> = (0..layout.cosize().unwrap()).map(|i| 10 * i).collect();
        let t = DynamicTensor::new(&data[..], layout.clone()).unwrap();
        assert_eq!(t.rank(), layout.rank());
        let all = coordinates(&t.sizes());
        assert_eq!(all.len(), t.size());
        let by_definition: Vec<i64> = all
            .iter()
            .map(|c| {
                let leaf = layout.profile().depth() == 0;
                let tuple = c.iter().map(|&c| IntTuple::from(c as i64));
                let tuple = if leaf { IntTuple::from(c[0] as i64) } else { IntTuple::tuple(tuple) };
                10 * (crd2idx(&tuple, &layout).unwrap() - least)
            })
            .collect();
        assert_eq!(t.iter().copied().collect::<Vec<i64>>(), by_definition, "{layout}");
        for (c, x) in all.iter().zip(by_definition) {
            assert_eq!((t.get(c), t[c]), (Some(&x), x), "{layout} {c:?}");
        }
        // Outside, and with other numbers of coordinates.
        for k in 0..t.rank() {
            let mut c = vec![0; t.rank()];
            for outside in [t.sizes()[k], usize::MAX] {
                c[k] = outside;
                assert_eq!(t.get(&c), None, "{layout} {c:?}");
            }
        }
        assert_eq!(t.get(&vec![0; t.rank() + 1]), None);
        // One element less.
        if let Some(shorter) = data.len().checked_sub(1) {
            let error = DynamicTensor::new(&data[..shorter], layout.clone()).unwrap_err();
            let rule = Rule::Length { cosize: data.len() as i64, len: shorter as i64 };
            assert_eq!(error.rule, rule, "{layout}");
        }
    }
}

#[test]
fn copies() {
    for (to, from) in layouts()
        .into_iter()
        .flat_map(|to| layouts().into_iter().map(move |from| (to.clone(), from)))
    {
        let length = |layout: &algebra::Layout| layout.cosize().unwrap() as usize;
        let data: Vec<usize> = (1..=length(&from)).collect();
        let from = DynamicTensor::new(data, from).unwrap();
        let mut to = DynamicTensor::new(vec![0; length(&to)], to).unwrap();
        let result = to.copy_from(&from);
        assert_eq!(result.is_ok(), to.sizes() == from.sizes(), "{} {}", to.layout(), from.layout());
        if let Err(error) = result {
            assert!(matches!(error.rule, Rule::EqualExtents { .. }));
            assert!(to.data().iter().all(|&x| x == 0), "nothing is written");
        } else {
            assert!(to.iter().eq(from.iter()));
            let written = to.data().iter().filter(|&&x| x != 0).count();
            assert_eq!(written, to.size(), "nothing else is written");
        }
    }
}

#[test]
fn writing() {
    let mut t = DynamicTensor::new(vec![0; 6], "(2,3):(-3,1)".parse().unwrap()).unwrap();
    t[[0, 2]] = 7;
    *t.get_mut(&[1, 0]).unwrap() = 8;
    assert_eq!(t.get_mut(&[0, 3]), None);
    assert_eq!(t.data(), [8, 0, 0, 0, 0, 7]);
    // Two coordinates with one element are only read.
    for shared in ["(2,3):(1,1)", "(2,3):(0,1)", "(2,3):(1,-1)"] {
        let layout: algebra::Layout = shared.parse().unwrap();
        assert!(DynamicTensor::new(&[0; 6][..], layout.clone()).is_ok());
        let error = DynamicTensor::new(vec![0; 6], layout).unwrap_err();
        assert!(matches!(error.rule, Rule::Injectivity { .. }), "{shared}");
    }
    let panicked = std::panic::catch_unwind(|| t[[2, 0]]).unwrap_err();
    let said = panicked.downcast_ref::<String>().unwrap();
    assert_eq!(said, "the coordinate [2, 0] is outside of (2,3):(-3,1)");
}

#[test]
fn of_known_rank() {
    let data: Vec<i32> = (0..12).collect();
    let mut t = DynamicTensor::new(data, "(3,4):(4,1)".parse().unwrap()).unwrap();
    let matrix = t.view::<Layout!((_,_):(_,1))>().unwrap();
    assert_eq!(matrix.slices::<0>().map(|row| row.sum()).collect::<Vec<i32>>(), [6, 22, 38]);
    assert_eq!(t.view::<Layout!((_,_,_):(_,_,1))>().unwrap_err().rule, Rule::Profile);
    assert!(matches!(t.view::<Layout!((_,_):(1,_))>().unwrap_err().rule, Rule::StaticLeaf { .. }));
    t.view_mut::<Layout!((3,_):(_,_))>().unwrap().fill(5);
    assert!(t.iter().all(|&x| x == 5));
    let backwards = DynamicTensor::new(t.data(), "(3,4):(-4,1)".parse().unwrap()).unwrap();
    let rule = backwards.view::<Layout!((_,_):(_,_))>().unwrap_err().rule;
    assert_eq!(rule, Rule::NaturalStride { stride: -4 });
}

/// Sums of numbers at the limits do not wrap.
#[test]
fn limits() {
    let far = algebra::Layout::of_modes(
        [Mode { shape: 2, stride: i64::MIN }],
        "5".parse::<IntTuple>().unwrap().profile().clone(),
    );
    assert!(DynamicTensor::new(&[0; 6][..], far.unwrap()).is_err());
}
