//! Rows of casts: elements of another width.

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
    downcast((4,8):(8,1), 1) => (4,8):(8,1);
    recast((8,4):(1,8), 16, 32) => (4,4):(1,4);
    recast((8,4):(1,8), 16, 8) => (16,4):(1,16);
    recast((6,4):(1,6), 8, 12) => (4,4):(1,4);
    recast((4,2):(2,1), 32, 64) => (4,1):(1,0);
    recast(8:1, 16, 16) => 8:1;
    recast((2,8):(0,1), 4, 16) => (2,2):(0,1);
}

/// A static extent stays static next to a run-time stride.
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
