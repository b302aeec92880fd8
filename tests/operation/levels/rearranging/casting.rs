//! Rows of casts: elements of another width.

use tilework::{Rule, algebra};

use super::*;

// By the definition: floor(i d / n), each element once.
function_table! {
    upcast((8,(4,2)):(1,(8,64)), 4) => (2,(4,2)):(1,(2,16));
    upcast(8:1, 2) => 4:1;
    upcast(8:2, 4) => 4:1;
    upcast((4,3):(0,6), 3) => (4,3):(0,2);
    upcast(2:1, 4) => 1:0;
    upcast((1,6):(3,12), 6) => (1,6):(0,2);
    upcast((16,16):(16,1), 8) => (16,2):(2,1);
    upcast((4,8):(8,1), 1) => (4,8):(8,1);
    upcast(():(), 2) => ():();
    downcast((2,(4,2)):(1,(2,16)), 4) => (8,(4,2)):(1,(8,64));
    downcast(4:1, 2) => 8:1;
    downcast((4,3):(0,2), 3) => (4,3):(0,6);
    downcast((2,2):(2,1), 8) => (2,16):(16,1);
    downcast(1:1, 2) => 2:1;
    downcast((1,8):(1,1), 2) => (2,8):(1,2);
    downcast(((3,2),(4,5)):((6,1),(0,1)), 4) => ((3,8),(4,5)):((24,1),(0,4));
    recast((1,2,8):(1,1,1), 16, 8) => (2,2,8):(1,2,2);
    downcast((4,8):(8,1), 1) => (4,8):(8,1);
    recast((8,4):(1,8), 16, 32) => (4,4):(1,4);
    recast((8,4):(1,8), 16, 8) => (16,4):(1,16);
    recast((6,4):(1,6), 8, 12) => (4,4):(1,4);
    recast((4,2):(2,1), 32, 64) => (4,1):(1,0);
    recast(8:1, 16, 16) => 8:1;
    recast((2,8):(0,1), 4, 16) => (2,2):(0,1);
}

/// A static extent stays static next to a dynamic stride.
#[test]
fn static_extents_stay() {
    let cast = |d: usize| {
        let up: Result<Layout!((4,1):(_,_)), _> = tilework::try_layout!(upcast((4,1):(d,d), 6));
        let down = tilework::try_layout!(downcast((4,1):(d,1), 6));
        let text =
            |result: Result<String, tilework::Error>| result.unwrap_or_else(|e| e.to_string());
        (text(up.map(|l| l.to_string())), text(down.map(|l| l.to_string())))
    };
    assert_eq!(cast(12), ("(4,1):(2,2)".into(), "(4,6):(72,1)".into()));
    assert_eq!(cast(0), ("(4,1):(0,0)".into(), "(4,6):(0,1)".into()));
    let (up, down) = cast(1);
    assert_eq!(up, "upcast: divisibility, mode 0: 4 and 6 do not divide each other");
    let stays = "static extent, mode 0: with the stride 1 the static extent 4 would be another";
    assert_eq!(down, format!("downcast: {stays}"));
    let (up, _) = cast(3);
    assert_eq!(up, format!("upcast: {}", stays.replace("stride 1", "stride 3")));
    let (up, _) = cast(5);
    assert_eq!(up, "upcast: divisibility, mode 0: 5 and 6 do not divide each other");
}

/// The first mode of stride 1 is the one along which the smaller elements are adjacent, as far as the types can tell. A
/// static stride 1 keeps the modes after it as they are.
#[test]
fn first_stride_of_one() {
    let (mut there, mut early) = (0, 0);
    macro_rules! check {
        ($($layout:expr;)*) => {$({
            let layout = $layout;
            let value = layout.to_value();
            match tilework::try_layout!(downcast(layout, 2)) {
                Ok(smaller) => {
                    let expected = algebra::downcast(&value, 2).unwrap();
                    assert_eq!(smaller.to_string(), expected.to_string(), "{layout}");
                    // Each of them once, if some mode has them.
                    let mut offsets: Vec<_> = (0..smaller.size()).map(|i| smaller.offset(i)).collect();
                    let parts = smaller.size() / layout.size();
                    let mut elements: Vec<_> = (0..layout.size())
                        .flat_map(|i| (0..parts).map(move |j| 2 * layout.offset(i) + j))
                        .collect();
                    offsets.sort();
                    elements.sort();
                    assert_eq!(offsets, elements, "{layout}");
                    there += 1;
                }
                Err(error) => {
                    assert!(matches!(error.rule, Rule::StaticExtent { .. } | Rule::StaticStride { .. }), "{layout}: {error}");
                    early += 1;
                }
            }
        })*};
    }
    for (m, n) in (1..4_usize).flat_map(|m| (1..4_usize).map(move |n| (m, n))) {
        let all = there;
        check! {
            layout!((m,8)); layout!((m,8,n)); layout!((1,m):(1,n)); layout!((m,2):(1,1));
            layout!((2,(m,n)):(0,(1,n)));
        }
        assert_eq!(there - all, 5, "behind a static 1");
        check! {
            layout!((m,n)); layout!((m,n):(n,1)); layout!((m,n):(n,m)); layout!((m,4):(m,n)); layout!((4,m):(m,n));
        }
    }
    assert!(there > 70 && early > 5, "{there}, {early}");
    let after =
        |d: usize| tilework::try_layout!(downcast((2,(3,4)):(d,(0,1)), 2)).map(|l| l.to_string());
    assert_eq!(after(5).unwrap(), "(2,(3,8)):(10,(0,1))");
    let error = "downcast: static stride, mode 2: after a dynamic stride that is 1 the static stride 1 would be 2";
    let rows = |m: usize, d: usize| tilework::try_layout!(downcast((m,3,4):(d,0,1), 2));
    assert_eq!(rows(2, 1).unwrap_err().to_string(), error);
    assert_eq!(rows(2, 4).unwrap().to_string(), "(2,3,8):(8,0,1)");
}
