//! Layouts with an extent of 0: each operation has its result, by the definition, or gives the error *positive extent*.

use tilework_algebra::*;

use crate::definition::{
    all_layouts, is_coalesced_form, is_composition, layout, refines, value, values,
};

const EXTENTS: [i64; 4] = [0, 1, 2, 4];

/// Layouts of one and two modes, most of which are empty, and some of three.
fn operands() -> Vec<Layout> {
    let mut all = all_layouts(1, &EXTENTS, &[0, 1, 2, 3]);
    all.extend(all_layouts(2, &EXTENTS, &[0, 1, 2, 4]));
    all.extend(all_layouts(3, &[0, 2], &[1, 2, 4]));
    all
}

fn is_extent(error: &Error) -> bool {
    matches!(error.rule, Rule::Extent { extent: 0 })
}

/// Returns whether an extent of 0 is before the last mode, so that the layout has no values past its size.
fn is_closed(layout: &Layout) -> bool {
    layout.flat_modes().split_last().is_some_and(|(_, modes)| modes.iter().any(|m| m.shape == 0))
}

#[test]
fn sizes_offsets_and_images() {
    for a in operands().iter().filter(|a| a.is_empty()) {
        assert_eq!((a.size(), a.cosize()), (0, Ok(0)), "{a}");
        assert_eq!(offsets(a), Ok(vec![]), "{a}");
        assert_eq!(image(a), Ok(vec![]), "{a}");
        assert_eq!(is_injective(a), Ok(true), "{a}");
        assert!(is_compact(a) && is_surjective(a), "{a}");
        assert_eq!(image_in_range(&layout("1:0"), a), Ok(true), "{a}");
        assert_eq!(coordinates(&a.shape()).unwrap().count(), 0, "{a}");
        match a.offset(3) {
            Ok(offset) => assert_eq!(offset, value(a, 3), "{a}"),
            Err(error) => assert!(is_closed(a) && is_extent(&error), "{a}: {error}"),
        }
        assert_eq!(a.to_string().parse::<Layout>().as_ref(), Ok(a));
    }
    let rows = Layout::new(&"(0,8)".parse().unwrap(), &"(8,1)".parse().unwrap()).unwrap();
    assert_eq!(rows, layout("(0,8):(8,1)"));
    // The product of the other extents must be that of a layout.
    assert!("(0,4611686018427387904,2):(1,1,1)".parse::<Layout>().is_err());
}

/// The same for XOR strides, and for composed layouts.
#[test]
fn sizes_of_other_kinds() {
    for a in operands().iter().filter(|a| a.is_empty()) {
        let bits = a.flat_modes().iter().map(|&Mode { shape, stride }| {
            let stride = Xor::new(stride).unwrap();
            Mode { shape, stride }
        });
        let bits = Layout::of_modes(bits, a.profile().clone()).unwrap();
        assert_eq!((bits.size(), bits.cosize()), (0, Ok(0)), "{bits}");
        assert_eq!((bits.is_compact(), bits.is_surjective()), (Ok(true), Ok(true)), "{bits}");
        assert_eq!((offsets(&bits), is_injective(&bits)), (Ok(vec![]), Ok(true)), "{bits}");
        let swizzle = Swizzle::new(2, 0, 3).unwrap();
        let composed = Composed::new(swizzle, 4, a.clone());
        assert_eq!((composed.offsets(), composed.cosize()), (Ok(vec![]), Ok(0)), "{composed}");
        let composed = Composed::of(layout("(4,8):(8,1)"), bits);
        assert_eq!((composed.image(), composed.cosize()), (Ok(vec![]), Ok(0)), "{composed}");
    }
}

/// A C function never divides by an extent of 0: it ignores the coordinate of an empty mode.
#[test]
fn functions_of_c() {
    let body = |text: &str| {
        let function = export::c_function("f", &layout(text)).unwrap();
        let (_, body) = function.split_once("{\n").unwrap();
        body.trim_end_matches("}\n").to_owned()
    };
    assert_eq!(body("(2,0):(3,1)"), "    (void)i1;\n    return i0 * 3u;\n");
    assert_eq!(body("((0,8),2):((8,1),3)"), "    (void)i0;\n    return i1 * 3u;\n");
    assert_eq!(body("(0,8):(8,1)"), "    (void)i0;\n    return i1;\n");
    // On the left side the last mode is unbounded, and a 0 before it leaves no value.
    let of = |outer: &str| export::c_function("f", &Composed::new(layout(outer), 0, layout("4:2")));
    assert!(of("(8,0):(1,9)").unwrap().contains("return x;"));
    assert!(is_extent(&of("(0,8):(8,1)").unwrap_err()));
}

#[test]
fn what_rearranges() {
    for a in operands().iter().filter(|a| a.is_empty()) {
        assert_eq!(coalesce(a), layout("0:0"));
        assert!(is_coalesced_form(a, &coalesce(a)));
        assert_eq!(filter(a), layout("0:0"));
        assert_eq!(nullspace(a), layout("0:0"));
        for r in [
            filter_zeros(a),
            squeeze(a),
            squeeze_zeros(a),
            sort(a),
            flatten(a),
            make_layout_like(a),
        ] {
            assert!(r.is_empty(), "{a}: {r}");
        }
        assert!(append(a, &layout("4:1")).unwrap().is_empty());
        assert!(Layout::concatenate([a, &layout("4:1")]).unwrap().is_empty());
    }
    for shape in ["(0,8)", "(8,0)", "(2,(0,4))"] {
        let shape: IntTuple = shape.parse().unwrap();
        assert!(identity(&shape).unwrap().is_empty());
        assert_eq!(compact_row_major(&shape).unwrap().profile(), shape.profile());
    }
    assert_eq!(compact_row_major(&"(0,8)".parse().unwrap()).unwrap().to_string(), "(8,1)");
    assert_eq!(compact_col_major(&"(8,0)".parse().unwrap()).unwrap().to_string(), "(1,8)");
}

/// An empty right side has an empty result. On the left side the last extent may be 0, because the last mode is
/// unbounded.
#[test]
fn compositions() {
    let (mut empty, mut refused) = (0, 0);
    for a in &operands() {
        for b in operands().iter().filter(|b| a.is_empty() || b.is_empty()) {
            match composition(a, b) {
                Ok(r) => {
                    assert!(!is_closed(a), "{a} o {b} = {r}");
                    assert_eq!(r.size(), b.size(), "{a} o {b} = {r}");
                    assert!(refines(&r.shape(), &b.shape()), "{a} o {b} = {r}");
                    assert!(is_composition(a, b, &r), "{a} o {b} = {r}");
                    empty += usize::from(b.is_empty());
                }
                Err(error) => {
                    let rules = matches!(
                        error.rule,
                        Rule::StrideDivisibility { .. }
                            | Rule::ShapeDivisibility { .. }
                            | Rule::Segregation { .. }
                    );
                    assert!(is_extent(&error) == is_closed(a), "{a} o {b}: {error}");
                    assert!(rules || is_closed(a), "{a} o {b}: {error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(empty > 1000 && refused > 1000, "{empty} {refused}");
}

/// Negative strides may only be on the right of one mode, whatever the extent is.
#[test]
fn negative_strides_on_the_right() {
    for (a, extent, stride) in
        [("(8,6):(6,1)", 0, -1), ("(3,4):(1,4)", 0, -6), ("(4,0):(1,8)", 0, -2)]
    {
        let error = composition(&layout(a), &Layout::leaf(extent, stride).unwrap()).unwrap_err();
        assert_eq!(error.rule, Rule::NaturalStride { stride }, "{a} o {extent}:{stride}");
    }
    assert_eq!(composition(&layout("4:3"), &layout("0:-1")), Ok(layout("0:-3")));
}

/// An empty mode has no tiles.
#[test]
fn divides() {
    let mut divided = 0;
    for a in operands().iter().filter(|a| a.is_empty()) {
        for b in &operands() {
            for (exact, r) in [
                (true, logical_divide(a, b)),
                (false, logical_divide_ceil(a, b)),
                (true, zipped_divide(a, b)),
            ] {
                match r {
                    Ok(r) => {
                        assert!(r.is_empty() && !b.is_empty(), "{a} by {b} = {r}");
                        assert!(values(&r).is_empty() || !exact);
                        let tile = r.mode(0).unwrap();
                        assert!(is_composition(a, b, &tile), "{a} by {b} = {r}");
                        divided += 1;
                    }
                    Err(error) if b.is_empty() || is_closed(a) => {
                        assert!(is_extent(&error) || is_a_rule(&error), "{a} by {b}: {error}")
                    }
                    Err(error) => assert!(is_a_rule(&error), "{a} by {b}: {error}"),
                }
            }
        }
    }
    assert!(divided > 500, "{divided}");
    let rows = layout("(0,8):(8,1)");
    let tiles =
        |tiler: &str| zipped_divide(&rows, &tiler.parse::<Tiler>().unwrap()).map(|r| r.to_string());
    assert_eq!(tiles("<4,4>"), Ok("((4,4),(0,2)):((8,1),(32,4))".into()));
    assert_eq!(tiles("<4>"), Ok("((4),(0,8)):((8),(32,1))".into()));
    let padded = zipped_divide_ceil(&rows, &"<4,3>".parse::<Tiler>().unwrap()).unwrap();
    assert_eq!(padded.to_string(), "((4,3),(0,3)):((8,1),(32,3))");
}

fn is_a_rule(error: &Error) -> bool {
    matches!(
        error.rule,
        Rule::StrideDivisibility { .. }
            | Rule::ShapeDivisibility { .. }
            | Rule::Segregation { .. }
            | Rule::Complementability { .. }
            | Rule::Evenness { .. }
            | Rule::Broadcast { .. }
    )
}

#[test]
fn refused_by_name() {
    let some = layout("(2,4):(1,2)");
    for a in operands().iter().filter(|a| a.is_empty()) {
        let named = |error: Option<Error>, operation| {
            let error = error.unwrap_or_else(|| panic!("{operation:?}({a})"));
            assert_eq!((error.operation, is_extent(&error)), (operation, true), "{a}: {error}");
        };
        named(complement(a, 8).err(), Operation::Complement);
        named(complement_ceil(a, 8).err(), Operation::ComplementCeil);
        named(complement_ext(a).err(), Operation::ComplementExt);
        named(right_inverse(a).err(), Operation::RightInverse);
        named(left_inverse(a).err(), Operation::LeftInverse);
        named(upcast(a, 2).err(), Operation::Upcast);
        named(downcast(a, 2).err(), Operation::Downcast);
        named(recast(a, 16, 8).err(), Operation::Recast);
        named(max_common_layout(a, &some).err(), Operation::MaxCommonLayout);
        named(max_common_vector(&some, a).err(), Operation::MaxCommonVector);
        named(locate(a, &some).err(), Operation::Locate);
        named(logical_product(a, &some).err(), Operation::LogicalProduct);
        named(blocked_product(a, &some).err(), Operation::BlockedProduct);
        named(raked_product(a, &some).err(), Operation::RakedProduct);
        named(
            tile_to_shape(a, &"(8,8,8)".parse().unwrap(), &0.into()).err(),
            Operation::TileToShape,
        );
        // A grid without copies gives an empty product.
        match logical_product(&some, a) {
            Ok(r) => assert!(r.is_empty() && r.mode(0) == Some(some.clone()), "{some} * {a} = {r}"),
            Err(error) => assert!(is_a_rule(&error), "{error}"),
        }
        let tv = ThreadValue::new(&a.shape(), some.clone()).err();
        named(tv, Operation::Partition);
    }
    assert_eq!(complement(&layout("2:1"), 0), Ok(layout("0:2")));
}
