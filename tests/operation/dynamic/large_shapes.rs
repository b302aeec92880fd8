//! Numbers at the ends of the integers, of 32 bits and of 64: layouts side by side, and operations on shapes.

use super::config;
use proptest::prelude::*;
use proptest::sample::select;
use tilework::algebra::{self, IntTuple, Layout as Value};
use tilework::{
    Dyn, Error, Rule, hlist, layout,
    operation::{
        compatible, coord_map, idx2crd, try_concatenate, try_evenly_divides,
        try_make_ordered_layout, try_zip,
    },
    try_layout,
};

/// The integer type of a test, and its largest number.
trait Ends: Copy {
    const LIMIT: i64;
    fn number(self) -> i64;
}
impl Ends for u32 {
    const LIMIT: i64 = u32::MAX as i64;
    fn number(self) -> i64 {
        self.into()
    }
}
impl Ends for usize {
    const LIMIT: i64 = i64::MAX;
    fn number(self) -> i64 {
        i64::try_from(self).unwrap()
    }
}

fn of_32_bits() -> impl Strategy<Value = u32> {
    select(vec![1, 2, 3, 4, 6, 1 << 8, 1 << 15, 1 << 16, 1 << 20, 1 << 30, 1 << 31, u32::MAX])
}
fn of_64_bits() -> impl Strategy<Value = usize> {
    let ends = [1 << 31, u32::MAX as usize, 1 << 32, 1 << 61, 1 << 62, i64::MAX as usize];
    select([&[1, 2, 3, 4, 6, 1 << 20][..], &ends].concat())
}

/// A layout of the types, or of values, if it fits the integers.
type Of = Result<Value, Error>;

/// Two results agree, or a result that does not fit the integers is an overflow. An extent that is 1 at run time has a
/// stride; on values it may have another.
fn agree<I: Ends>(types: Of, values: Of, what: &str) -> Result<(), TestCaseError> {
    match (types, values) {
        (Ok(types), Ok(values)) => {
            prop_assert_eq!(types.shape(), values.shape(), "{}", what);
            for (given, right) in types.flat_modes().iter().zip(values.flat_modes()) {
                prop_assert!(given == right || given.shape == 1, "{what}: {types}, not {values}");
            }
        }
        (Ok(types), Err(error)) => prop_assert!(false, "{what}: {types}, but {error}"),
        (Err(error), Ok(values)) => {
            let fits = values.size() <= I::LIMIT && values.cosize().is_ok_and(|n| n <= I::LIMIT);
            let one = values.flat_modes().iter().any(|mode| mode.shape == 1);
            prop_assert_eq!(error.rule, Rule::Overflow, "{}", what);
            prop_assert!(!fits || one, "{what}: {error}, but {values}");
        }
        (Err(types), Err(values)) => prop_assert_eq!(types.rule, values.rule, "{}", what),
    }
    Ok(())
}

macro_rules! tests {
    ($($side_by_side:ident $of_shapes:ident $questions:ident: $numbers:ident $integer:ty;)*) => {$(
        proptest! {
            #![proptest_config(config(2000))]

            #[test]
            fn $side_by_side(s in $numbers(), d in $numbers(), t in $numbers(), e in $numbers()) {
                let (Ok(a), Ok(b)) = (try_layout!((s,2):(d,1)), try_layout!((t,3):(1,e))) else {
                    return Ok(());
                };
                let [left, right] = [a.to_value(), b.to_value()];
                let parts = [left.clone(), right.clone()];
                let concatenated = try_concatenate(hlist![a, b]).map(|l| l.to_value());
                agree::<$integer>(concatenated, Value::concatenate(parts), "concatenate")?;
                let zipped = try_zip(a, b).map(|l| l.to_value());
                agree::<$integer>(zipped, algebra::zip(&left, &right), "zip")?;
            }

            #[test]
            fn $of_shapes(s in $numbers(), t in $numbers()) {
                let shape = hlist![Dyn(s), hlist![Dyn(t), layout!(6:1).shape()]];
                let tuple: IntTuple = format!("({s},({t},6))").parse().unwrap();
                let order = layout!((2,(2,2)):(1,(2,0))).stride();
                let of = |stride: Result<IntTuple, Error>| {
                    stride.and_then(|stride| Value::new(&tuple, &stride))
                };
                let column = try_layout!((s,(t,6))).map(|l| l.to_value());
                agree::<$integer>(column, of(algebra::compact_col_major(&tuple)), "column")?;
                let row = try_layout!((s,(t,6)):row_major).map(|l| l.to_value());
                agree::<$integer>(row, of(algebra::compact_row_major(&tuple)), "row")?;
                let ordered = try_make_ordered_layout(shape, order).map(|l| l.to_value());
                let values = algebra::compact_order(&tuple, &"(1,(2,0))".parse().unwrap());
                agree::<$integer>(ordered, of(values), "order")?;
            }

            #[test]
            fn $questions(s in $numbers(), t in $numbers(), n in $numbers()) {
                let (shape, other) = (hlist![Dyn(s), Dyn(t)], hlist![Dyn(n), layout!(2:1).shape()]);
                let (tuple, by): (IntTuple, IntTuple) =
                    (format!("({s},{t})").parse().unwrap(), format!("({n},2)").parse().unwrap());
                let whole: IntTuple = n.number().into();
                prop_assert_eq!(try_evenly_divides(shape, other), algebra::evenly_divides(&tuple, &by));
                prop_assert_eq!(
                    try_evenly_divides(shape, Dyn(n)),
                    algebra::evenly_divides(&tuple, &whole)
                );
                prop_assert_eq!(compatible(Dyn(n), shape), algebra::compatible(&whole, &tuple));
                let i = n as usize;
                let natural = algebra::idx2crd(n.number(), &tuple);
                let leaves = idx2crd(i, shape).map(|c| vec![c.head as i64, c.tail.head as i64]);
                prop_assert_eq!(leaves, natural.map(|c| c.leaves().to_vec()));
                // Within the shape.
                let Ok(size) = tuple.size() else { return Ok(()) };
                let i = i.min(size as usize - 1);
                let mapped = coord_map(shape, Dyn(size as usize), i).map(|c| c as i64);
                if size > <$integer>::LIMIT {
                    prop_assert_eq!(mapped.map_err(|error| error.rule), Err(Rule::Overflow));
                    return Ok(());
                }
                let values = algebra::coord_map(&tuple, &size.into(), &(i as i64).into());
                prop_assert_eq!(mapped, values.map(|c| c.leaves()[0]));
                prop_assert_eq!(mapped, Ok(i as i64));
            }
        }
    )*};
}
tests! {
    side_by_side_of_32_bits shapes_of_32_bits questions_of_32_bits: of_32_bits u32;
    side_by_side_of_64_bits shapes_of_64_bits questions_of_64_bits: of_64_bits usize;
}
