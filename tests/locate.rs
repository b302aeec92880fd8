//! Locations, against the value level and the definition. Those of instructions in accumulators are in `atom.rs`.

use tilework::algebra::expression::{Names, evaluate};
use tilework::verdict::{Judged, LocateOffsets};
use tilework::{bound::Known, layout};

/// What the types have is what literals have, and right; where literals have no location the types have none.
#[test]
fn locations() {
    let (mut found, mut only_literals, mut nowhere) = (0, Vec::new(), 0);
    macro_rules! each {
        ($($data:tt: $strides:tt;)*) => {$(
            each!(@in layout!($data:$strides), stringify!($data:$strides),
                8:1; (4,2):(8,1); (8,2):(1,8); (2,2):(1,3); (3,2):(1,8); 4:9; 2:64; (4,2):(16,32); (1,4):(7,10); 4:2;);
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
        (8,8):(9,1); (8,8):(1,9); (4,8):(1,4); (8,4):(1,24); ((2,4),8):((1,16),2); (4,3):(1,8); (3,4):(1,4);
        64:1; (8,8):(8,1); (4,8):(1,8); 12:2; 16:3;
    }
    // Literals look at each offset.
    assert_eq!(found + only_literals.len() + nowhere, 12 * 10);
    assert!(found > 40 && only_literals.len() < 20, "{found}, {only_literals:#?}");
}
