//! Integer layouts at offsets with XOR strides, in expressions. The result has XOR strides if and only if there is such
//! a layout, or integer strides; otherwise it is a composed layout.

use tilework_algebra::expression::{Names, Reason, Value, evaluate};
use tilework_algebra::{Error, Layout, Operation, Rule, Xor};

use crate::definition::{all_layouts, bits, layout, value, values, xor_values};
use crate::exact_strides::Count;

/// Judges the expression, which has these values.
fn judge(count: &mut Count, text: &str, expected: &[i64], shape: &Layout) {
    let got: Result<Layout<Xor>, Error> = match evaluate(text, &mut Names::new()) {
        Ok(Value::Xor(r)) => Ok(r),
        Ok(Value::Layout(r)) => return assert_eq!(values(&r), expected, "{text} = {r}"),
        // If there is no layout, the result is a composed layout.
        Ok(Value::Composed(r)) => {
            assert_eq!(r.offsets().as_deref(), Ok(expected), "{text} = {r}");
            Err(Error::new(Operation::Composition, Rule::Profile))
        }
        Ok(Value::ComposedXor(r)) => {
            assert_eq!(r.offsets().as_deref(), Ok(expected), "{text} = {r}");
            Err(Error::new(Operation::Partition, Rule::Profile))
        }
        Ok(other) => panic!("{text} = {other}"),
        Err(failure) => match failure.reason {
            Reason::Algebra(error) => Err(error),
            other => panic!("{text}: {other:?}"),
        },
    };
    count.judge(got, expected, shape, true, || text.into());
}

#[test]
fn compositions() {
    let mut count = Count::default();
    let mut lefts = all_layouts(2, &[2, 3, 4], &[1, 2, 3]);
    lefts.extend(all_layouts(2, &[2, 4], &[0, 4, 6]));
    lefts.extend(all_layouts(1, &[2, 3], &[1, 3, 4]));
    let mut rights = all_layouts(2, &[2, 4], &[1, 2, 3, 5]);
    rights.extend(all_layouts(1, &[4, 6], &[1, 3, 5]));
    for a in &lefts {
        for b in &rights {
            let expected: Vec<i64> = xor_values(b).iter().map(|&x| value(a, x)).collect();
            judge(&mut count, &format!("{a} o {}", bits(b)), &expected, b);
        }
    }
    count.both(1000, 1000);
}

#[test]
fn by_mode() {
    let mut count = Count::default();
    let seconds = [("_", "2:1"), ("2:1", "2:1"), ("(2,2):(f1,f3)", "(2,2):(1,3)")];
    for a in all_layouts(2, &[2, 4], &[1, 2, 3, 8]) {
        let (first, second) = (a.mode(0).unwrap(), a.mode(1).unwrap());
        for b in all_layouts(2, &[2], &[1, 2, 3, 5]) {
            for (tiler, tile) in seconds {
                let tile = if tiler == "_" {
                    layout(&format!("{}:1", second.size()))
                } else {
                    layout(tile)
                };
                let of_second: Vec<i64> =
                    xor_values(&tile).iter().map(|&x| value(&second, x)).collect();
                let of_first: Vec<i64> = xor_values(&b).iter().map(|&x| value(&first, x)).collect();
                let sums = of_second.iter().flat_map(|y| of_first.iter().map(move |x| x + y));
                let shape = Layout::concatenate([b.clone(), tile]).unwrap();
                let text = format!("{a} o <{},{tiler}>", bits(&b));
                judge(&mut count, &text, &sums.collect::<Vec<_>>(), &shape);
            }
        }
    }
    count.both(300, 300);
}

#[test]
fn partitions() {
    let mut count = Count::default();
    for data in all_layouts(2, &[4, 8], &[1, 2, 3, 4, 8]) {
        let (first, second) = (data.mode(0).unwrap(), data.mode(1).unwrap());
        for tv in all_layouts(2, &[4], &[0, 1, 2, 4, 5]) {
            let rest = (first.size() / 4, second.size() / 4);
            let element = |x: i64, i: i64, j: i64| {
                value(&first, x % 4 + 4 * i) + value(&second, x / 4 + 4 * j)
            };
            let tiles = (0..rest.1).flat_map(|j| (0..rest.0).map(move |i| (i, j)));
            let of_tile = xor_values(&tv);
            let expected = tiles.flat_map(|(i, j)| of_tile.iter().map(move |&x| element(x, i, j)));
            let shape = layout(&format!("(4,(4,({},{})))", rest.0, rest.1));
            let text = format!("partition({data}, (4,4), {})", bits(&tv));
            judge(&mut count, &text, &expected.collect::<Vec<_>>(), &shape);
        }
    }
    count.both(300, 300);
}

/// Modes that do not move need no search, and an undecided composition stays a function.
#[test]
fn sizes() {
    let of = |text: &str| evaluate(text, &mut Names::new()).map(|r| r.to_string());
    assert_eq!(of("(7,4):(f2,f7) o (65536,1):(f0,f7)").unwrap(), "(65536,1):(0,0)");
    assert_eq!(of("(7,4):(f2,f7) o (1048576,2):(f0,f7)").unwrap(), "(1048576,2):(0,f7)");
    // Any size, if the left side carries nothing.
    assert_eq!(of("16:8 o (2,65536,2):(f1,f4,f3)").unwrap(), "(2,65536,2):(f8,f32,f24)");
    // The function itself, if it is not decided whether it is a layout.
    assert_eq!(
        of("(3,4):(1,3) o (2,1048576,2):(f1,f4,f3)").unwrap(),
        "composed((3,4):(1,3), 0, (2,1048576,2):(f1,f4,f3))"
    );
    let cosize = of("cosize(composed(Sw<2,20,4>, 2, 9223372036854775807:7))").unwrap_err();
    assert!(cosize.to_string().contains("cosize: list length"), "{cosize}");
}
