//! Locations where layouts have XOR strides, against the value level and the definition. Those of instructions in
//! accumulators are in `atom.rs`.

use tilework::algebra::expression::{Names, evaluate};
use tilework::verdict::{Judged, LocateOffsets};
use tilework::{Known, layout};

/// What the types have is what literals have, and right; where literals have no location the types have none.
#[test]
fn in_bits() {
    let (mut found, mut only_literals, mut nowhere) = (0, Vec::new(), 0);
    macro_rules! each {
        ($($data:tt: $strides:tt;)*) => {$(
            each!(@in layout!($data:$strides), stringify!($data:$strides),
                8:1; 4:f1; (4,2):(f1,f8); (4,2):(8,1); (2,4):(f9,f2); (2,2,2):(f3,f5,f8); (8,2):(1,8); (4,4):(f1,f5); (2,2):(1,3);
                (3,2):(1,8); 2:f64; (4,2):(f16,f32); 4:9; (1,4):(f7,f10););
        )*};
        (@in $data:expr, $literal:expr, $($shape:tt: $stride:tt;)*) => {$({
            let mut case = || {
                let (data, instruction) = ($data, layout!($shape:$stride));
                let literal = format!("locate({}, {})", $literal, stringify!($shape:$stride));
                let expected = evaluate(&literal, &mut Names::new());
                match (located(data, instruction), expected) {
                    (Ok(place), Ok(expected)) => {
                        assert_eq!(place.to_string(), expected.to_string(), "{literal}");
                        for i in 0..instruction.size() {
                            assert_eq!(data.offset(place.offset(i)), instruction.offset(i), "{literal} at {i}");
                        }
                        found += 1;
                    }
                    (Err(_), Ok(expected)) => only_literals.push(format!("{literal} = {expected}")),
                    (Err(_), Err(_)) => nowhere += 1,
                    (Ok(place), Err(failure)) => panic!("{literal}: {place}, not {failure}"),
                }
            };
            case();
        })*};
    }
    fn located<L, T>(data: L, instruction: T) -> Result<L::Result, &'static str>
    where
        L: LocateOffsets<T, Result: Judged + Known>,
    {
        data.each_once(instruction).map_err(|error| error.rule.name())?;
        L::Result::RULE.map_or(Ok(L::Result::VALUE), Err)
    }
    each! {
        (8,8):(f9,f1); (8,8):(f1,f9); (4,8):(f1,f4); (8,4):(f1,f24); (4,4):(f1,f5); ((2,4),8):((f1,f8),f2); (16,2):(f3,f1);
        (4,3):(f1,f8); (3,4):(f1,f4); 64:1; (8,8):(8,1); (4,8):(1,8); 12:2; 16:3; (2,2):(f1,f1);
    }
    // Where sums carry literals have a composed layout, or look at each offset.
    assert_eq!(found + only_literals.len() + nowhere, 15 * 14);
    assert!(found > 75 && only_literals.len() < 20, "{found}, {only_literals:#?}");
}
