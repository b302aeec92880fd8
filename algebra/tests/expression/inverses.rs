//! Inverses and locations of composed layouts, checked with the lists of their offsets.

use tilework_algebra::expression::{Names, Reason, Value, evaluate};
use tilework_algebra::{Composed, Outer, Rule};

use crate::assert_value;
use crate::composed::{FUNCTIONS, integers};

const INNER: [&str; 7] = [
    "(3,8):(8,1)",
    "(8,3):(1,8)",
    "(4,6):(6,1)",
    "24:1",
    "(2,3):(0,8)",
    "(3,5):(3,2)",
    "(8,4):(f1,f9)",
];

/// Composed layouts of all functions, offsets and layouts.
fn all_composed() -> impl Iterator<Item = String> {
    let functions = FUNCTIONS.iter().map(|(f, _)| f.to_string());
    let chains = ["composed(Sw<2,0,3>, 3, (4,6):(6,1))", "composed((8,6):(6,1), 2, Sw<1,0,2>)"];
    functions.chain(chains.map(String::from)).flat_map(|f| {
        let of = move |n, inner| format!("composed({f}, {n}, {inner})");
        [0, 1, 5, 8].into_iter().flat_map(move |n| INNER.map(|inner| of(n, inner)))
    })
}

fn refused(text: &str) -> Rule {
    match evaluate(text, &mut Names::new()) {
        Ok(value) => panic!("{text} = {value}"),
        Err(failure) => match failure.reason {
            Reason::Algebra(error) => error.rule,
            reason => panic!("{text}: {reason}"),
        },
    }
}

fn is_injective(offsets: &[i64]) -> bool {
    let mut sorted = offsets.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] < pair[1])
}

/// `c(l(c(k))) = c(k)`, and `c(r(i)) = i` as far as all integers are offsets.
#[test]
fn of_composed_layouts() {
    let (mut left, mut right, mut composed, mut none) = (0, 0, 0, 0);
    for c in all_composed() {
        let offsets = integers(&format!("offsets({c})"));
        let (mut names, mut image) = (Names::new(), offsets.clone());
        image.sort_unstable();
        image.dedup();
        let at = |names: &mut Names, i: i64| match evaluate(&format!("l({i})"), names) {
            Ok(value) => value.to_string().parse::<i64>().unwrap(),
            Err(failure) => panic!("{c}: {failure}"),
        };
        match evaluate(&format!("l = left_inverse({c})"), &mut names) {
            Ok(_) => {
                for &offset in &offsets {
                    let found = at(&mut names, offset);
                    assert_value(&format!("({c})({found})"), &offset.to_string());
                }
                left += 1;
            }
            Err(_) => {
                let rule = refused(&format!("left_inverse({c})"));
                assert!(
                    !is_injective(&offsets)
                        || matches!(
                            rule,
                            Rule::Undecided { .. } | Rule::Digits { .. } | Rule::PowerOfTwo { .. }
                        ),
                    "{c}: {rule}"
                );
                none += 1;
            }
        }
        let contiguous = (0..).zip(&image).take_while(|(i, x)| i == *x).count();
        match evaluate(&format!("l = right_inverse({c})"), &mut names) {
            Ok(r) => {
                let size = integers(&format!("size({r})"))[0];
                for i in 0..size {
                    let found = at(&mut names, i);
                    assert_eq!(offsets.get(found as usize), Some(&i), "right_inverse({c}) = {r}");
                }
                let is_composed = matches!(r, Value::Composed(_) | Value::ComposedXor(_));
                assert!(!is_composed || size as usize == contiguous, "right_inverse({c}) = {r}");
                composed += usize::from(is_composed);
                right += 1;
            }
            Err(_) => {
                let rule = refused(&format!("right_inverse({c})"));
                assert!(
                    contiguous == 0 || !matches!(rule, Rule::AddedOffset { .. }),
                    "{c}: {rule}"
                );
            }
        }
    }
    println!("{left} left inverses, {none} without, {right} right inverses, {composed} composed");
    assert!(left > 100 && right > 30 && composed > 10, "{left} {right} {composed}");
}

/// Inverses that add nothing negative, as at the type level, are equal where there are offsets.
#[test]
fn natural_inverses() {
    let mut subtracted = 0;
    for c in all_composed() {
        let l = evaluate(&format!("left_inverse({c})"), &mut Names::new());
        let Ok(Value::Composed(l)) = l else { continue };
        let natural = l.natural().unwrap();
        let negative = |l: &Composed| match l.outer() {
            Outer::Chain(chain) => chain.functions().iter().any(|(_, added)| *added < 0),
            _ => false,
        };
        assert!(!negative(&natural) && natural.added() >= 0, "{c}: {natural}");
        assert_eq!(natural.inner(), l.inner());
        for x in integers(&format!("offsets({c})")) {
            assert_eq!(natural.offset(x), l.offset(x), "{c}: {natural}");
        }
        assert!(natural.offsets().is_ok());
        subtracted += u32::from(negative(&l));
        if !negative(&l) {
            assert_eq!(natural, l);
        }
    }
    assert!(subtracted > 20, "{subtracted}");
    // These have offsets below 0, or may have them.
    for text in ["composed(8:1, -4, 8:1)", "composed(composed(Sw<1,0,2>, -1, 8:1), 0, 8:1)"] {
        let Ok(Value::Composed(c)) = evaluate(text, &mut Names::new()) else { panic!("{text}") };
        assert!(matches!(c.natural().unwrap_err().rule, Rule::CoordinateRange { .. }), "{text}");
    }
}

/// The value of modes, given as extents and strides, at an integral coordinate; the last mode is unbounded.
fn at_modes(modes: &[(i64, i64)], mut i: i64) -> i64 {
    let (last, others) = modes.split_last().unwrap();
    let mut offset = 0;
    for (extent, stride) in others {
        offset += i % extent * stride;
        i /= extent;
    }
    offset + i * last.1
}

/// Past its size, a plain layout continues differently from the composed layout with the same offsets, which is
/// `F(B(i))` for all `i`. Inverses that lead past the size must use the composed layout.
#[test]
fn pointing_past_the_size() {
    let written = |modes: &[(i64, i64)]| {
        let list = |leaf: fn(&(i64, i64)) -> i64| {
            modes.iter().map(|mode| leaf(mode).to_string()).collect::<Vec<_>>().join(",")
        };
        format!("({}):({})", list(|mode| mode.0), list(|mode| mode.1))
    };
    let strides = [0, 1, 2, 3, 4];
    let pairs =
        |a: i64, b: i64| strides.iter().flat_map(move |&d| strides.map(|e| [(a, d), (b, e)]));
    let swizzle = |x: i64| x ^ (x >> 3 & 1) << 1;
    let mut functions: Vec<(String, Box<dyn Fn(i64) -> i64>)> =
        vec![("Sw<1,1,2>".into(), Box::new(swizzle))];
    for [first, second] in pairs(2, 2).chain(pairs(4, 2)) {
        let modes = [first, second, (8, 4)];
        functions.push((written(&modes), Box::new(move |x| at_modes(&modes, x))));
    }
    let (mut plain, mut composed, mut past, mut none) = (0, 0, 0, 0);
    for (f, function) in &functions {
        for inner in pairs(2, 3).chain(pairs(4, 2)) {
            let c = format!("composed({f}, 0, {})", written(&inner));
            let size = inner[0].0 * inner[1].0;
            let offset = |i| function(at_modes(&inner, i));
            let inverse = match evaluate(&format!("left_inverse({c})"), &mut Names::new()) {
                Ok(inverse) => inverse,
                Err(_) => {
                    none += 1;
                    continue;
                }
            };
            match inverse {
                Value::Layout(_) | Value::Xor(_) => plain += 1,
                _ => composed += 1,
            }
            for x in (0..size).map(offset) {
                let at = match &inverse {
                    Value::Layout(l) => l.offset(x),
                    Value::Xor(l) => l.offset(x),
                    Value::Composed(l) => l.offset(x),
                    other => panic!("left_inverse({c}) = {other}"),
                };
                let at = at.unwrap();
                assert_eq!(offset(at), x, "left_inverse({c}) = {inverse}, {at} at {x}");
                past += u32::from(at >= size);
            }
        }
    }
    println!("{plain} plain inverses, {composed} composed, {none} without, {past} past the size");
    assert!(plain > 1000 && composed > 20 && past > 100, "{plain} {composed} {past}");
    // There are more offsets than can be listed: the right inverse begins (2,2):(1,4), and the composed layout has 4 at
    // 4.
    let b = format!("(2,2,2,2,{}):(1,{},2,{},4)", 1 << 30, 1_i64 << 34, 1_i64 << 36);
    let a = "composed((2,2,8):(1,1,4), 0, 4:1)";
    assert_value(&format!("max_common_layout({a}, {b})"), "2:1");
    // Large layouts: there are no coordinates past the size, or the two continue alike.
    for (c, sizes) in [
        ("composed(Sw<3,4,3>, 0, (512,512):(1024,1))", 1 << 19),
        ("composed(1048576:1, 0, (512,512):(1024,1))", 1 << 19),
        ("composed((4,1048576):(1,8), 0, (3,65536):(1,4))", 1 << 19),
    ] {
        assert_value(&format!("size(left_inverse({c}))"), &i64::to_string(&sizes));
    }
}

/// XOR strides without carries may have an inverse only with integer strides.
#[test]
fn of_bits_with_integer_strides() {
    for (l, expected) in [
        ("(3,5):(f1,f4)", Some("(4,5):(1,3)")),
        ("(3,3):(f8,f1)", Some("(8,3):(3,1)")),
        ("(4,5):(f1,f4)", None),
        ("(3,2,5):(f16,f1,f2)", None),
    ] {
        let mut names = Names::new();
        let inverse = evaluate(&format!("l = left_inverse({l})"), &mut names).unwrap();
        assert!(expected.is_none_or(|expected| inverse.to_string() == expected), "{l}: {inverse}");
        for offset in integers(&format!("offsets({l})")) {
            let found = evaluate(&format!("l({offset})"), &mut names).unwrap();
            assert_value(&format!("({l})({found})"), &offset.to_string());
        }
    }
    assert!(matches!(refused("left_inverse((3,5):(f1,f7))"), Rule::PowerOfTwo { .. }));
}

/// `data(r(i)) = instruction(i)` whenever the data has the offsets of the instruction and they are all different.
#[test]
fn locations() {
    let instructions = [
        "8:1",
        "(2,4):(8,1)",
        "4:f3",
        "(2,2):(f1,f9)",
        "Sw<2,0,3>",
        "composed(Sw<2,0,3>, 8, (2,4):(1,2))",
        "3:0",
        "1:0",
        "composed(Sw<1,0,3>, 5, (2,3):(8,1))",
    ];
    let plain = ["(8,8):(8,1)", "(8,8):(f9,f1)", "(3,4):(1,3)", "(4,4):(f5,f1)", "Sw<2,0,3>"];
    let (mut found, mut outside, mut open) = (0, 0, 0);
    for data in all_composed().chain(plain.map(String::from)) {
        let offsets = integers(&format!("offsets({data})"));
        for instruction in instructions {
            let wanted = integers(&format!("offsets({instruction})"));
            let there = is_injective(&offsets)
                && is_injective(&wanted)
                && wanted.iter().all(|offset| offsets.contains(offset));
            let text = format!("locate({data}, {instruction})");
            match evaluate(&text, &mut Names::new()) {
                Ok(r) => {
                    assert!(there, "{text} = {r}");
                    let at = integers(&format!("offsets({r})"));
                    let at: Vec<i64> = at.iter().map(|&at| offsets[at as usize]).collect();
                    assert_eq!(at, wanted, "{text} = {r}");
                    found += 1;
                }
                Err(_) => {
                    let rule = refused(&text);
                    let certain =
                        matches!(rule, Rule::CoordinateOutside | Rule::Injectivity { .. });
                    assert!(!there || !certain, "{text}: {rule}");
                    (outside, open) = (outside + usize::from(!there), open + usize::from(there));
                }
            }
        }
    }
    println!("{found} located, {outside} without a place, {open} not decided");
    assert!(found > 200 && outside > 300 && open * 20 < found, "{found} {outside} {open}");
}

/// `a(r(k)) = b(r(k)) = k`; a composed inverse goes no further.
#[test]
fn common_offsets() {
    let plain = ["(8,3):(1,8)", "(3,8):(8,1)", "32:1", "(8,4):(f1,f9)"];
    let (mut equal, mut zero, mut longest) = (0, 0, 0);
    for c in all_composed() {
        let plain = plain.iter().map(|other| other.to_string());
        for other in plain.chain([c.clone(), c.replace("(8,1)", "(1,3)")]) {
            for (a, b) in [(&c, &other), (&other, &c)] {
                let mut names = Names::new();
                let size = match evaluate(&format!("max_common_vector({a}, {b})"), &mut names) {
                    Ok(size) => size.to_string().parse::<i64>().unwrap(),
                    Err(_) => continue,
                };
                if size == 0 {
                    let text = format!("max_common_layout({a}, {b})");
                    let offset = |l: &str, at| integers(&format!("({l})({at})"))[0];
                    let all = integers(&format!("offsets({b})"));
                    match evaluate(&text, &mut names).unwrap_err().reason {
                        Reason::Algebra(error) => {
                            let Rule::AddedOffset { offset: added } = error.rule else {
                                panic!("{text}: {error}")
                            };
                            assert!(added != 0, "{text}: {error}");
                            assert!(!all.contains(&0) || offset(a, 0) != 0, "{text}: {error}");
                        }
                        Reason::None(_) => {
                            let at = all.iter().position(|&x| x == 0).unwrap();
                            assert!(offset(a, at) != 0, "{text}");
                        }
                        reason => panic!("{text}: {reason}"),
                    }
                    zero += 1;
                    continue;
                }
                let text = format!("max_common_layout({a}, {b})");
                let r = evaluate(&text, &mut names).unwrap();
                let places = integers(&format!("offsets({r})"));
                assert_eq!(places.len() as i64, size, "{text} = {r}");
                for (k, place) in (0..).zip(&places) {
                    for l in [a, b] {
                        assert_value(&format!("({l})({place})"), &i64::to_string(&k));
                    }
                }
                equal += 1;
                if let (Value::Composed(_), all) = (&r, integers(&format!("offsets({b})"))) {
                    let next = all.iter().position(|&x| x == size);
                    let other = next.map(|next| integers(&format!("({a})({next})"))[0]);
                    assert!(other != Some(size) || !is_injective(&all), "{text} = {r}");
                    longest += 1;
                }
            }
        }
    }
    println!("{equal} with a beginning in common, {longest} composed, {zero} without");
    assert!(equal > 200 && longest > 50 && zero > 100, "{equal} {longest} {zero}");
}

/// For a layout under a swizzle, inverses, vectors and complements reach as far as the offsets do, whether or not there
/// is a layout with XOR strides.
#[test]
fn as_long_as_there_are_offsets() {
    let (mut longest, mut none, mut long, mut even) = (0, 0, 0, 0);
    let extents = [1, 2, 3, 4, 6];
    let strides = [1, 2, 3, 4, 6, 8];
    for (f, function) in [
        ("Sw<1,0,1>", (|x| x ^ (x >> 1 & 1)) as fn(i64) -> i64),
        ("Sw<1,1,2>", |x| x ^ (x >> 3 & 1) << 1),
    ] {
        for (s, t) in extents.iter().flat_map(|&s| extents.map(|t| (s, t))) {
            for (d, e) in strides.iter().flat_map(|&d| strides.map(|e| (d, e))) {
                let c = format!("composed({f}, 0, ({s},{t}):({d},{e}))");
                let all = (0..s * t).map(|i| i % s * d + i / s * e).map(function);
                let all: Vec<i64> = all.collect();
                if !is_injective(&all) {
                    continue;
                }
                let length = (0..).take_while(|i| all.contains(i)).count() as i64;
                let text = format!("size(right_inverse({c}))");
                if evaluate(&text, &mut Names::new()).is_ok() {
                    assert_value(&text, &length.to_string());
                    assert_value(&format!("max_common_vector({c}, {c})"), &length.to_string());
                    longest += 1;
                } else {
                    // The offsets of the layout have no digits that are its coordinates.
                    assert!(matches!(refused(&text), Rule::Digits { .. }), "{text}");
                    none += 1;
                }
                // A layout continues past its size, and so does the swizzle of its offsets.
                let beyond = |i: i64| function(i % s * d + i / s * e);
                let length = (0..).take_while(|&i| i < 64 && beyond(i) == i).count() as i64;
                assert_value(&format!("max_common_vector({c}, 64:1)"), &length.to_string());
                long += i64::from(length > s * t);
                let size = s * t;
                if all.iter().all(|&x| x < size) {
                    assert_value(&format!("size(complement({c}, {}))", 2 * size), "2");
                    let rest = integers(&format!("offsets(complement({c}, {}))", 2 * size));
                    assert!(rest[0] == 0 && rest[1] >= size, "{c}: {rest:?}");
                    even += 1;
                }
            }
        }
    }
    println!(
        "{longest} inverses, {none} without, {long} vectors past the size, {even} complements"
    );
    assert!(longest > 500 && none * 10 < longest && long > 10 && even > 20);
}

/// Larger examples of the same.
#[test]
fn of_swizzled_tiles() {
    let x = "composed(Sw<3,3,3>, 0, (3,64):(64,1))";
    for (text, expected) in [
        (format!("size(right_inverse({x}))"), "192"),
        (format!("max_common_vector({x}, {x})"), "192"),
        (format!("complement({x}, 384)"), "2:192"),
        ("right_inverse(composed(Sw<1,3,1>, 0, (3,2):(2,1)))".into(), "(2,3):(3,1)"),
        ("max_common_vector(composed(Sw<3,2,3>, 0, 32:1), 512:1)".into(), "32"),
        ("max_common_vector(composed(Sw<3,2,3>, 0, 32:1), 16:1)".into(), "16"),
    ] {
        assert_value(&text, expected);
    }
    for c in [x, "composed(Sw<3,3,3>, 0, (96,64):(64,1))"] {
        let all = integers(&format!("offsets({c})"));
        for inverse in ["left_inverse", "right_inverse"] {
            let r = integers(&format!("offsets({inverse}({c}))"));
            assert_eq!(r.len(), all.len(), "{inverse} of {c}");
            assert!((0..).zip(&r).all(|(i, &at)| all[at as usize] == i), "{inverse} of {c}");
        }
    }
    let text = "max_common_layout(8:1, composed(Sw<2,0,3>, 5, (4,8):(f8,f1)))";
    let failure = evaluate(text, &mut Names::new()).unwrap_err();
    assert_eq!(failure.reason.to_string(), "the offset 0 is not at the same place in both layouts");
}

/// Modes of stride 0 change nothing, whatever offset is added and whatever function is applied.
#[test]
fn nullspaces() {
    for (f, _) in FUNCTIONS {
        let c = format!("composed({f}, 5, (2,(7,10),3):(1,(0,2),0))");
        assert_value(&format!("nullspace({c})"), "(7,3):(2,140)");
        let (along, all) = (integers("offsets((7,3):(2,140))"), integers(&format!("offsets({c})")));
        for start in 0..2 {
            assert!(along.iter().all(|&i| all[i as usize + start] == all[start]), "{c}");
        }
    }
}

/// `F'(n x + i) = n F(x) + i` for narrower elements; `n F'(x) = F(n x)` for wider elements, if they stay together.
#[test]
fn other_widths() {
    let functions = [
        "Sw<2,1,3>",
        "(8,4,6):(1,48,8)",
        "((2,4),6):((1,12),2)",
        "(4,6):(7,1)",
        "(8,4):(f1,f24)",
        "(8,4,2):(f1,f24,f66)",
        "composed((4,6):(1,8), 4, (4,8,2):(1,16,4))",
        "composed((4,8,8):(1,4,128), 8, (8,4):(f1,f24))",
    ];
    let (mut smaller, mut larger, mut apart) = (0, 0, 0);
    for f in functions {
        for added in [0, 2, 4, 8, 3] {
            let c = format!("composed({f}, {added}, 96:1)");
            let offsets = integers(&format!("offsets({c})"));
            let together = |n: i64| {
                offsets.chunks(n as usize).all(|part| {
                    part[0] % n == 0 && part.windows(2).all(|pair| pair[1] == pair[0] + 1)
                })
            };
            let alignment = [16, 8, 4, 2, 1].into_iter().find(|&v| together(v)).unwrap();
            assert_value(&format!("alignment({c})"), &i64::to_string(&alignment));
            for n in [2, 4, 8, 3] {
                let text = format!("offsets(downcast({c}, {n}))");
                match evaluate(&text, &mut Names::new()) {
                    Ok(_) => {
                        let parts = offsets.iter().flat_map(|x| (0..n).map(move |i| n * x + i));
                        assert_eq!(integers(&text), parts.collect::<Vec<_>>(), "{text}");
                        smaller += 1;
                    }
                    Err(_) => assert!(matches!(refused(&text), Rule::PowerOfTwo { .. }), "{text}"),
                }
                let (text, whole) = (format!("offsets(upcast({c}, {n}))"), n as usize);
                let together = together(n);
                match evaluate(&text, &mut Names::new()) {
                    Ok(_) => {
                        let firsts = offsets.iter().step_by(whole).map(|x| x / n);
                        assert!(together, "{text}");
                        assert_eq!(integers(&text), firsts.collect::<Vec<_>>(), "{text}");
                        larger += 1;
                    }
                    Err(_) => {
                        let rule = refused(&text);
                        let bits = matches!(rule, Rule::PowerOfTwo { .. });
                        assert!(!together || bits, "{text}: {rule}");
                        apart += 1;
                    }
                }
            }
        }
    }
    println!(
        "{smaller} of smaller elements, {larger} of larger ones, {apart} that do not stay together"
    );
    assert!(smaller > 100 && larger > 30 && apart > 50, "{smaller} {larger} {apart}");
}
