//! Rearranging modes, with the same results for profiles, tuples and layouts.

use proptest::prelude::*;
use tilework_algebra::{
    Error, IntTuple, Layout, Nested, Profile, Rule, append, flatten, group, mode, permute, prepend,
    relative_flatten, relative_modes, select, substitute, take, unflatten, zip,
};

use crate::arbitrary;
use crate::definition::{layout, same_function};

fn tuple(text: &str) -> IntTuple {
    text.parse().unwrap()
}

/// The text of the top-level modes, by counting brackets.
fn parts(text: &str) -> Vec<String> {
    let Some(inner) = text.strip_prefix('(') else { return vec![text.into()] };
    let (mut depth, mut parts, mut part) = (0, vec![], String::new());
    for letter in inner.chars() {
        match letter {
            ',' | ')' if depth == 0 => {
                if !part.is_empty() {
                    parts.push(std::mem::take(&mut part));
                }
                continue;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        part.push(letter);
    }
    parts
}

fn joined(parts: &[String]) -> String {
    format!("({})", parts.join(","))
}

/// A layout is right if its shape and its stride are.
fn both(r: Layout, shape: impl Fn(&str) -> String, a: &Layout) -> bool {
    r.shape().to_string() == shape(&a.shape().to_string())
        && r.stride().to_string() == shape(&a.stride().to_string())
}

proptest! {
    #[test]
    fn by_the_text(
        a in arbitrary::layout(5, 5, -20..20),
        b in arbitrary::layout(3, 5, -20..20),
        cut in (0usize..4, 0usize..4),
        order in prop::collection::vec(0usize..4, 0..5),
    ) {
        let rank = a.rank();
        let (begin, end) = (cut.0.min(rank), cut.1.min(rank));
        if begin <= end {
            let taken = |text: &str| joined(&parts(text)[begin..end]);
            prop_assert!(both(take(&a, begin..end).unwrap(), taken, &a));
            let grouped = |text: &str| {
                let mut all = parts(text);
                let inner = joined(&all[begin..end]);
                all.splice(begin..end, [inner]);
                joined(&all)
            };
            let r = group(&a, begin..end).unwrap();
            prop_assert!(same_function(&r, &a) && both(r, grouped, &a));
        } else {
            prop_assert!(take(&a, begin..end).is_err() && group(&a, begin..end).is_err());
        }
        if order.iter().all(|&k| k < rank) {
            let chosen = |text: &str| {
                let all = parts(text);
                joined(&order.iter().map(|&k| all[k].clone()).collect::<Vec<_>>())
            };
            prop_assert!(both(select(&a, &order).unwrap(), chosen, &a));
            let once = (0..rank).all(|k| order.iter().filter(|&&at| at == k).count() == 1);
            match permute(&a, &order) {
                Ok(r) => prop_assert!(once && both(r, chosen, &a)),
                Err(error) => {
                    prop_assert!(!once);
                    prop_assert_eq!(error.rule, Rule::Permutation);
                }
            }
        } else {
            let bad = matches!(select(&a, &order).unwrap_err().rule, Rule::ModeRange { .. });
            prop_assert!(bad && permute(&a, &order).is_err());
        }
        for k in 0..rank {
            prop_assert!(both(mode(&a, k).unwrap(), |text| parts(text)[k].clone(), &a));
        }
        prop_assert_eq!(mode(&a, rank).unwrap_err().rule, Rule::ModeRange { mode: rank, rank });
        let end = |more: String| move |text: &str| joined(&[parts(text), vec![more.clone()]].concat());
        let appended = append(&a, &b).unwrap();
        let shape = end(b.shape().to_string())(&a.shape().to_string());
        prop_assert_eq!(appended.shape().to_string(), shape);
        let stride = end(b.stride().to_string())(&a.stride().to_string());
        prop_assert_eq!(appended.stride().to_string(), stride);
        let begin = joined(&[vec![b.shape().to_string()], parts(&a.shape().to_string())].concat());
        prop_assert_eq!(prepend(&a, &b).unwrap().shape().to_string(), begin);

        let pairs = parts(&a.shape().to_string()).into_iter().zip(parts(&b.shape().to_string()));
        let pairs: Vec<String> = pairs.map(|(a, b)| format!("({a},{b})")).collect();
        match zip(&a, &b) {
            Ok(r) => prop_assert_eq!(r.shape().to_string(), joined(&pairs)),
            Err(_) => prop_assert!(a.rank() != b.rank()),
        }
    }

    #[test]
    fn flatten_and_back(a in arbitrary::layout(6, 5, -20..20)) {
        let flat = flatten(&a);
        prop_assert!(same_function(&flat, &a));
        prop_assert_eq!(flat.profile(), &Profile::flat(a.profile().len()));
        prop_assert_eq!(flat.flat_modes(), a.flat_modes());
        prop_assert_eq!(unflatten(&flat, a.profile()), Ok(a.clone()));
        prop_assert_eq!(flatten(&a.shape()), flat.shape());
        prop_assert_eq!(&flatten(a.profile()), flat.profile());
    }

    /// Substitution and relative modes are inverse to each other.
    #[test]
    fn substitution(profile in arbitrary::profile(4), seed in 0i64..1000) {
        let parts: Vec<IntTuple> = (0..profile.len() as i64)
            .map(|k| match (seed + 7 * k) % 3 {
                0 => IntTuple::leaf(k),
                1 => IntTuple::tuple([k.into(), IntTuple::tuple([seed.into()])]),
                _ => IntTuple::tuple([]),
            })
            .collect();
        let whole = substitute(&profile, &parts).unwrap();
        prop_assert_eq!(relative_modes(&whole, &profile), Ok(parts.clone()));
        prop_assert_eq!(relative_flatten(&whole, &profile), Ok(IntTuple::tuple(parts.clone())));
        // By text: replace each star in turn.
        let mut text = String::new();
        let mut rest = parts.iter();
        for letter in profile.to_string().chars() {
            match letter {
                '*' => text += &rest.next().unwrap().to_string(),
                letter => text.push(letter),
            }
        }
        prop_assert_eq!(whole.to_string(), text);
        let missing = substitute(&profile, &parts[1.min(parts.len())..]);
        prop_assert_eq!(missing.is_err(), !parts.is_empty());
    }
}

#[test]
fn profiles_tuples_and_layouts() {
    fn all<T: Nested + core::fmt::Display>(x: &T) -> Result<Vec<String>, Error> {
        let texts = [
            select(x, &[1, 0])?,
            take(x, 0..1)?,
            group(x, 0..2)?,
            append(x, x)?,
            zip(x, x)?,
            flatten(x),
        ];
        Ok(texts.iter().map(|text| text.to_string()).collect())
    }
    assert_eq!(
        all(&tuple("(2,(3,5))")),
        Ok([
            "((3,5),2)",
            "(2)",
            "((2,(3,5)))",
            "(2,(3,5),(2,(3,5)))",
            "((2,2),((3,5),(3,5)))",
            "(2,3,5)"
        ]
        .map(String::from)
        .to_vec())
    );
    let profile: Profile = "(*,(*,*))".parse().unwrap();
    assert_eq!(all(&profile).unwrap()[0], "((*,*),*)");
    assert_eq!(all(&layout("(2,(3,5)):(1,(2,6))")).unwrap()[0], "((3,5),2):((2,6),1)");
}

#[test]
fn errors() {
    let a = tuple("(2,3)");
    let rule = |error: Result<IntTuple, Error>| error.unwrap_err().rule;
    assert_eq!(rule(select(&a, &[0, 2])), Rule::ModeRange { mode: 2, rank: 2 });
    assert_eq!(rule(take(&a, 1..4)), Rule::ModeRange { mode: 3, rank: 2 });
    assert_eq!(rule(permute(&a, &[0, 0])), Rule::Permutation);
    assert_eq!(rule(zip(&a, &tuple("(1,2,3)"))), Rule::Profile);
    assert_eq!(rule(unflatten(&a, &"(*,(*,*))".parse().unwrap())), Rule::Profile);
    assert_eq!(rule(relative_flatten(&a, &"(*,(*,*))".parse().unwrap())), Rule::Profile);
    let wide = layout("4611686018427387904:1");
    assert_eq!(append(&wide, &wide).unwrap_err().rule, Rule::Overflow);
    assert_eq!(zip(&wide, &wide).unwrap_err().rule, Rule::Overflow);
}
