use proptest::prelude::*;
use tilework_algebra::{Error, IntTuple, Layout, Operation, Profile, Rule, Tiler};

use crate::arbitrary;

fn syntax(at: usize, expected: &'static str) -> Error {
    Error::new(Operation::Parse, Rule::Syntax { at, expected })
}

#[test]
fn text_with_blanks() {
    let layout: Layout = " ( ( 2 , 3 ) , 4 ) : ( ( 1 , -2 ) , 6 ) ".parse().unwrap();
    assert_eq!(layout.to_string(), "((2,3),4):((1,-2),6)");
    assert_eq!(format!("{layout:?}"), "((2,3),4):((1,-2),6)");
}

#[test]
fn a_shape_alone_is_compact_column_major() {
    assert_eq!("((2,3),1,4)".parse::<Layout>().unwrap().to_string(), "((2,3),1,4):((1,2),0,6)");
    assert_eq!("8".parse::<Layout>().unwrap().to_string(), "8:1");
}

#[test]
fn the_form_of_a_tuple_is_kept() {
    for text in ["8", "(8)", "((8))", "()", "(())", "((),(1,()))", "-9223372036854775808"] {
        assert_eq!(text.parse::<IntTuple>().unwrap().to_string(), text);
    }
    assert_ne!("(8):(1)".parse::<Layout>(), "8:1".parse::<Layout>());
}

#[test]
fn tilers() {
    for (text, written) in [
        ("4", "4:1"),
        ("4:2", "4:2"),
        ("(4,8)", "<4:1,8:1>"),
        ("<4,8>", "<4:1,8:1>"),
        ("< 4:1 , 8:2 >", "<4:1,8:2>"),
        ("((2,4),8)", "<<2:1,4:1>,8:1>"),
        ("(2,4):(1,2)", "(2,4):(1,2)"),
        ("<(2,4):(1,2),(3,_)>", "<(2,4):(1,2),<3:1,_>>"),
        ("_", "_"),
        ("<>", "<>"),
        ("()", "<>"),
        ("():()", "():()"),
    ] {
        let tiler: Tiler = text.parse().unwrap();
        assert_eq!(tiler.to_string(), written, "{text}");
        assert_eq!(written.parse::<Tiler>(), Ok(tiler));
    }
}

#[test]
fn a_comma_may_follow_the_last_element() {
    assert_eq!("(1,)".parse::<IntTuple>(), "(1)".parse());
    assert_eq!("((1,2,),3,)".parse::<IntTuple>(), "((1,2),3)".parse());
    assert_eq!("(7,):(3,)".parse::<Layout>(), "(7):(3)".parse());
    assert_eq!("<4:1,>".parse::<Tiler>(), "<4:1>".parse());
}

#[test]
fn mistakes_are_located() {
    let tuple = |text: &str| text.parse::<IntTuple>().unwrap_err();
    assert_eq!(tuple(""), syntax(0, "an integer or `(`"));
    assert_eq!(tuple("(1,,)"), syntax(3, "an integer or `(`"));
    assert_eq!(tuple("(1 2)"), syntax(3, "`,` or `)`"));
    assert_eq!(tuple("(1"), syntax(2, "`,` or `)`"));
    assert_eq!(tuple("1)"), syntax(1, "the end"));
    assert_eq!(tuple("(,1)"), syntax(1, "an integer or `(`"));
    assert_eq!(tuple("(1,-)"), syntax(3, "an integer or `(`"));
    assert_eq!(tuple("9223372036854775808").rule, Rule::Overflow);

    let layout = |text: &str| text.parse::<Layout>().unwrap_err();
    assert_eq!(layout("(4,8):(e0,e1)"), syntax(7, "an integer or `(`"));
    assert_eq!(layout("4:f5"), syntax(2, "an integer or `(`"));
    assert_eq!(layout("4,8"), syntax(1, "`:` or the end"));
    assert_eq!(layout("(4,8):(1)").rule, Rule::Congruence);
    assert_eq!(
        layout("(4,-1):(1,4)"),
        Error::new(Operation::Layout, Rule::NaturalExtent { extent: -1 }).at(1)
    );

    let tiler = |text: &str| text.parse::<Tiler>().unwrap_err();
    assert_eq!(tiler("<4,8"), syntax(4, "`,` or `>`"));
    assert_eq!(tiler("(4,8>"), syntax(4, "`,` or `)`"));
    assert_eq!(tiler("<4:1,8:2>>"), syntax(9, "the end"));
    assert_eq!(tiler("<-1>").rule, Rule::NaturalExtent { extent: -1 });
}

proptest! {
    #[test]
    fn what_is_written_is_read(layout in arbitrary::layout(8, 9, -100..100)) {
        prop_assert_eq!(layout.to_string().parse(), Ok(layout.clone()));
        prop_assert_eq!(layout.shape().to_string().parse(), Ok(layout.shape()));
        prop_assert_eq!(layout.profile().to_string().parse::<Profile>(), Ok(layout.profile().clone()));
        let parts = (layout.shape(), layout.stride());
        prop_assert_eq!(Layout::new(&parts.0, &parts.1), Ok(layout.clone()));
        // The concatenated modes are the whole layout, unless it is a leaf.
        if layout.depth() > 0 {
            prop_assert_eq!(Layout::concatenate(layout.modes()), Ok(layout.clone()));
            prop_assert_eq!(IntTuple::tuple(layout.shape().modes()), layout.shape());
            prop_assert_eq!(Profile::tuple(layout.profile().modes()), layout.profile().clone());
        }
    }

    #[test]
    fn random_text_is_an_error_or_is_read(text in prop_oneof!["[-0-9(),:<>_ *e]{0,24}", any::<String>()]) {
        if let Ok(tuple) = text.parse::<IntTuple>() {
            prop_assert_eq!(tuple.to_string().parse(), Ok(tuple));
        }
        if let Ok(layout) = text.parse::<Layout>() {
            prop_assert_eq!(layout.to_string().parse(), Ok(layout));
        }
        if let Ok(tiler) = text.parse::<Tiler>() {
            prop_assert_eq!(tiler.to_string().parse(), Ok(tiler));
        }
    }
}
