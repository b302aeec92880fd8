//! Inverses.

use super::*;

mod right {
    use super::*;
    table! {
        // CuTe, and 004, table 5
        right_inverse(4:0) => 1:0;
        right_inverse((4,2):(1,5)) => 4:1;
        right_inverse((32,4,4,4):(262144,4,8388608,1)) => (4,4):(512,32);
        right_inverse((128,64):(131072,2)) => 1:0;
        right_inverse((4,8):(1,4)) => 32:1;
        right_inverse((128,3,160):(65536,512,1)) => 160:384;
        right_inverse(((2,2),(2,4)):((0,2),(0,4))) => 1:0;
        right_inverse((2,4,4,6):(4,1,0,8)) => (4,2,6):(2,1,32);
        right_inverse(4:2) => 1:0;
        right_inverse((4,4):(2,4)) => 1:0;
        right_inverse((2,3):(3,1)) => (3,2):(2,1);
        right_inverse((4,4,1):(4,1,7)) => (4,4):(4,1);
        right_inverse((1,5):(5,1)) => 5:1;
        right_inverse((4,4):(1,10)) => 4:1;
        right_inverse((9,7,2):(14,1,7)) => (14,9):(9,1);
        right_inverse((3,1,6,2):(12,1,1,6)) => (12,3):(3,1);
        right_inverse((9,15):(1,9)) => 135:1;
        right_inverse((3,5):(10,5)) => 1:0;
        // 004, section 3.4.1
        right_inverse((3,7,5):(5,15,1)) => (5,21):(21,1);
    }
}

mod left {
    use super::*;
    table! {
        // CuTe, and 004, table 6
        left_inverse(4:2) => (2,4):(0,1);
        left_inverse((2,4,6):(4,1,8)) => (4,2,6):(2,1,8);
        left_inverse(((2,2),(2,4)):((0,2),(0,4))) => (2,2,4):(0,2,8);
        left_inverse((32,4,4,4):(262144,4,8388608,1)) => (4,65536,32,4):(512,32,1,128);
        left_inverse((4):(1)) => 4:1;
        left_inverse((8,4):(1,8)) => 32:1;
        left_inverse((4,(4,2)):(4,(1,16))) => (4,4,2):(4,1,16);
        left_inverse((4,2):(1,5)) => (5,2):(1,4);
        left_inverse((4,(1)):(1,(1))) => 4:1;
        left_inverse((8,8,2):(192,3,24)) => (3,64,8):(0,8,1);
        left_inverse((4,4,(2),4):(32,8,(4),1)) => (4,2,4,4):(32,16,4,1);
        left_inverse(3:2) => (2,3):(0,1);
        left_inverse(3:4) => (4,3):(0,1);
        left_inverse((9,4):(4,1)) => (4,9):(9,1);
        left_inverse((12,(1),4):(4,(4),1)) => (4,12):(12,1);
        left_inverse((4,4,3):(18,72,2)) => (2,9,16):(0,16,1);
    }
}

mod complement_without_end {
    use super::*;
    table! {
        // 004, table 7 and section 3.5.1
        complement_ext((4,8):(1,4)) => 1:32;
        complement_ext((4,8):(8,1)) => 1:32;
        complement_ext((4,(4,2)):(4,(1,16))) => 1:32;
        complement_ext((4,8):(1,5)) => 1:40;
        complement_ext((4,8):(1,8)) => (2,1):(4,64);
        complement_ext(((2,2),(2,4)):((0,1),(0,2))) => 1:8;
        complement_ext(((2,2),(2,4)):((0,2),(0,4))) => (2,1):(1,16);
        complement_ext((3,4):(4,1)) => 1:12;
        complement_ext((4,8):(20,2)) => (2,1):(1,80);
    }
}

mod beyond_types {
    use super::*;
    use tilework::bound::total::{LeftInverseTotal, RightInverseTotal};
    use tilework::verdict::Judged;

    fn right<L: RightInverseTotal<Result: Judged>>(_: L) -> Option<&'static str> {
        <L as RightInverseTotal>::Result::RULE
    }
    fn left<L: LeftInverseTotal<Result: Judged>>(_: L) -> Option<&'static str> {
        <L as LeftInverseTotal>::Result::RULE
    }

    /// Rows that the types refuse, with the rule, and the value level does not.
    macro_rules! beyond_types {
        ($($judge:ident $operation:ident($s:tt:$d:tt): $rule:literal, $rest:expr;)+) => {
            #[test]
            fn the_value_level_has_the_answer() {$(
                let row = stringify!($operation($s:$d));
                assert_eq!($judge(layout!($s:$d)), Some($rule), "{row}");
                let a = value::layout(stringify!($s:$d));
                let inverse = value::$operation(stringify!($s:$d)).unwrap();
                let rest: fn(&algebra::Layout, &algebra::Layout) = $rest;
                rest(&a, &inverse);
            )+}
        };
    }
    fn inverts_right(a: &algebra::Layout, r: &algebra::Layout) {
        for i in 0..r.size() {
            assert_eq!(a.offset(r.offset(i).unwrap()).unwrap(), i, "{a} o {r}");
        }
    }
    fn inverts_left(a: &algebra::Layout, l: &algebra::Layout) {
        for k in 0..a.size() {
            let offset = a.offset(k).unwrap();
            assert_eq!(a.offset(l.offset(offset).unwrap()).unwrap(), offset, "{l} o {a}");
        }
    }
    beyond_types! {
        right right_inverse((2,3):(1,1)): "overlap", inverts_right;
        right right_inverse((4,4):(2,1)): "overlap", inverts_right;
        right right_inverse((3,4,2):(1,2,24)): "overlap", inverts_right;
        left left_inverse((2,4):(4,37)): "divisibility", inverts_left;
        left left_inverse((3,4):(1,2)): "digits", inverts_left;
        left left_inverse((2,2):(3,3)): "digits", inverts_left;
    }

    #[test]
    fn overlap_at_run_time() {
        let overlapping =
            tilework::operation::try_right_inverse(layout!((2,3):(1,1)).dynamic_extents());
        assert_eq!(rule(&overlapping), "overlap");
        let overlapping =
            tilework::operation::try_left_inverse(layout!((3,4):(1,2)).dynamic_extents());
        assert_eq!(rule(&overlapping), "digits");
    }
}

mod refusing {
    use super::*;
    refused! {
        complement_ext((4,2):(1,2)): "complementability";
        complement_ext((3,2):(2,3)): "complementability";
    }
}
