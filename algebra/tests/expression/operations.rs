//! Operations that the worked examples do not contain, on operands small enough to check the result by hand.

use tilework_algebra::expression::{NamedOperation, OPERATIONS};

use crate::{assert_value, value};

#[test]
fn results() {
    for (text, expected) in [
        ("shape((4,8):(1,4))", "(4,8)"),
        ("stride((4,8):(1,4))", "(1,4)"),
        ("size((2,3))", "6"),
        ("size((2,3):(0,0))", "6"),
        ("rank((*,(*,*)))", "2"),
        ("mode((8,(4,2)),1)", "(4,2)"),
        ("coordinates((2,(1,2)))", "[(0,(0,0)), (1,(0,0)), (0,(0,1)), (1,(0,1))]"),
        ("colexicographic((3,0),(0,1))", "-1"),
        ("colexicographic((0,1),(3,0))", "1"),
        ("colexicographic((1,1),(1,1))", "0"),
        ("ceil_div((10,7),(4,4))", "(3,2)"),
        ("left_divide((4,6,8),12)", "(2,8)"),
        ("compact_order((2,3,5),(2,0,1))", "(15,1,3)"),
        ("make_ordered_layout((2,3,5),(2,0,1))", "(2,3,5):(15,1,3)"),
        ("make_layout_like((2,3):(30,10))", "(2,3):(3,1)"),
        ("prefix_product((8,4),3)", "(3,24)"),
        ("identity((3,2))", "(3,2):(1,3)"),
        ("image((2,3):(2,1))", "[0, 1, 2, 3, 4]"),
        ("is_injective((4,4):(3,4))", "true"),
        ("is_surjective((2,2):(1,3))", "false"),
        ("dice((3,2):(4,1),(1,_))", "[3:4, 4]"),
        ("append((2,3):(1,2),5:6)", "(2,3,5):(1,2,6)"),
        ("append((2,3),5)", "(2,3,5)"),
        ("prepend((2,3):(1,2),5:6)", "(5,2,3):(6,1,2)"),
        ("append((*,*),*)", "(*,*,*)"),
        ("take((2,3,5,7):(1,2,6,30),1,3)", "(3,5):(2,6)"),
        ("select((2,3,5),(2,0))", "(5,2)"),
        ("select((2,3,5):(1,2,6),[2,0])", "(5,2):(6,1)"),
        ("permute((2,3,5),[1,2,0])", "(3,5,2)"),
        ("group((2,3,5,7),1,3)", "(2,(3,5),7)"),
        ("zip((3,4):(4,1),(2,5):(12,24))", "((3,2),(4,5)):((4,12),(1,24))"),
        ("unflatten((2,3,5),(*,(*,*)))", "(2,(3,5))"),
        ("relative_modes((2,(3,5)),(*,*))", "[2, (3,5)]"),
        ("substitute((*,*),[8:1,(2,2):(1,2)])", "(8,(2,2)):(1,(1,2))"),
        ("upcast((8,4):(1,8),4)", "(2,4):(1,2)"),
        ("downcast((2,4):(1,2),4)", "(8,4):(1,8)"),
        ("recast((8,4):(1,8),8,32)", "(2,4):(1,2)"),
        ("admissible((4,6):(1,7),2:5)", "false"),
        ("admissible((4,6):(1,7),2:4)", "true"),
        ("image_in_range((4,6):(1,5),(2,3):(1,11))", "true"),
        ("image_in_range(7:11,3:4)", "false"),
        ("image_in_range((4,6):(1,5),(2,3):(f8,f3))", "true"),
        // A tuple is a tiler, as in `A o (8,2)`.
        ("image_in_range((4,4):(4,1),(8,2))", "false"),
        ("image_in_range((4,4):(4,1),<4,2>)", "true"),
        ("image_in_range((4,4):(4,1),(_,8:2))", "false"),
        ("image_in_range((4,4):(4,1),8)", "true"),
        ("image_in_range(Sw<1,0,2> o (4,4):(4,1),(8,2))", "false"),
        ("image_in_range(Sw<1,0,2> o (4,4):(4,1),(2,_))", "true"),
        ("image_in_range((4,6):(e0,e1),(4,7):(e0,e1))", "false"),
        ("nullspace((2,(4,3)):(e0,(0,e(1,0))))", "4:2"),
        ("nullspace((8,4):(f0,f1))", "8:1"),
        ("complement(4:2,(4,6))", "(2,3):(1,8)"),
        ("complement_ceil(4:2,19)", "(2,3):(1,8)"),
        ("logical_divide_ceil(10:1,3:1)", "(3,4):(1,3)"),
        ("zipped_divide_ceil((10,7),<4,4>)", "((4,4),(3,2)):((1,10),(4,40))"),
        ("tiled_divide_ceil((10,7),<4,4>)", "((4,4),3,2):((1,10),4,40)"),
        ("flat_divide_ceil((10,7),<4,4>)", "(4,4,3,2):(1,10,4,40)"),
        ("tile_to_shape((2,4):(4,1),(4,8),(1,0))", "((2,2),(4,2)):((4,16),(1,8))"),
        ("tile_to_shape((2,4):(4,1),(4,8))", "(4,(4,2)):(4,(1,16))"),
        // In the argument order of CuTe, and in that of the other operations.
        ("slice((1,_),(3,2):(4,1))", "[2:1, 4]"),
        ("slice((3,2):(4,1),(1,_))", "[2:1, 4]"),
        ("congruent((4,8):(1,4),(1,1))", "true"),
        ("(4,8):( 6*e1 , 6 e(0, 1) )", "(4,8):(6e1,6*e(0,1))"),
        ("4:e0 + 2*e1 - e2", "4:e0+2e1-e2"),
        ("4:-e0", "4:-e0"),
        ("8:3*f3", "8:f5"),
        ("stride((4,8):(e0,2e1))", "(e0,2e1)"),
        ("((4,8):(e0,e1))(2,3)", "(2,3)"),
        ("((4,8):(e0,e1))(2,_)", "[8:e1, (2,0)]"),
        ("((4,8):(f1,f9))(1,1)", "8"),
        ("make_identity_layout((4,(2,3)))", "(4,(2,3)):(e0,(e(1,0),e(1,1)))"),
        // 004, section 3.3.1: one of the identities of 24.
        ("make_identity_layout(24)", "24:1"),
        ("complement((4,8):(e0,e1),(8,24))", "(2,3):(4e0,8e1)"),
        ("coalesce((2,(2,2)):(e0,(2e0,4e0)))", "8:e0"),
        ("concatenate(4:0,3:e0)", "(4,3):(0,e0)"),
        ("Sw<2,0,3>", "Sw<2,0,3>"),
        ("S<2, 0, 3>(9)", "8"),
        ("Sw<3,0,3> o (8,8):(8,1)", "(8,8):(f9,f1)"),
        ("Sw<3,0,3> o (3,3):(8,1)", "(3,3):(f9,f1)"),
        ("Sw<2,0,3> o (3,3):(3,1)", "Sw<2,0,3> o 0 o (3,3):(3,1)"),
        ("Sw<2,0,3> o 16 o (8,8):(8,1)", "Sw<2,0,3> o 16 o (8,8):(8,1)"),
        ("(Sw<2,0,3> o 16 o (8,8):(8,1))(1,2)", "25"),
        ("(Sw<2,0,3> o 16 o (8,8):(8,1))(1,_)", "Sw<2,0,3> o 24 o 8:1"),
        ("Sw<1,0,3> o Sw<1,1,3>", "Sw<2,0,3>"),
        ("Sw<2,0,3> o Sw<2,0,3>", "Sw<0,0,0>"),
        ("Sw<1,0,3> o Sw<1,1,4>", "(8,2,2,2,2):(f1,f9,f16,f34,f64)"),
        ("composed((4,8):(8,1), 3, 4:2)", "composed((4,8):(8,1), 3, 4:2)"),
        ("composed((4,8):(8,1), 3, 4:2)(1)", "9"),
        ("to_xor((4,8):(8,1))", "(4,8):(f8,f1)"),
        ("to_integers((4,8):(f8,f1))", "(4,8):(8,1)"),
        ("to_swizzle((8,4):(f1,f9))", "Sw<2,0,3>"),
        ("alignment(Sw<3,4,3>)", "16"),
        ("alignment(Sw<3,4,3> o 8 o 64:1)", "8"),
        ("alignment((8,8):(f1,f12))", "4"),
        ("tile_to_shape((8,8):(f9,f1),(16,16))", "((8,2),(8,2)):((f9,f64),(f1,f128))"),
        ("right_inverse(Sw<3,4,3>)", "Sw<3,4,3>"),
        ("left_inverse(Sw<3,4,3>)", "Sw<3,4,3>"),
        ("image((2,2):(f1,f3))", "[0, 1, 2, 3]"),
        ("image((2,2):(e1,e0))", "[(0,0), (1,0), (0,1), (1,1)]"),
        ("offsets((2,2):(e1,e0))", "[(0,0), (0,1), (1,0), (1,1)]"),
        ("is_injective((2,2):(f1,f1))", "false"),
        ("is_injective((2,3):(e0,2e0))", "true"),
        ("max_common_vector((8,8):(8,1),(8,8):(f9,f1))", "8"),
        ("max_common_layout((8,8):(f1,f12),(8,8):(f1,f12))", "(8,2,2,2):(f1,f12,f28,f60)"),
        ("blocked_product((2,2):(f1,f3),(2,2):(f2,f1))", "((2,2),(2,2)):((f1,f8),(f3,f4))"),
        ("recast(Sw<3,4,3>, 8, 16)", "Sw<3,3,3>"),
        (
            "partition((8,8):(8,1), (8,8), ((4,8),2):((16,1),8))",
            "((4,8),(2,(1,1))):((2,8),(1,(0,0)))",
        ),
        ("locate((128,256):(16384,1), (2,128):(1,16384))", "(2,128):(128,1)"),
        ("bank_conflicts(32:32, 4)", "31"),
        ("bank_conflicts(8:64, 2, 8)", "7"),
        ("bank_conflicts(Sw<5,0,5> o 32:32, 4)", "0"),
        // Each thread has 4 x 4 of 32 x 32 floats: 8 threads along one side and 4 along the other.
        (
            "copy_plan((32,32):(1,32), (32,32):(32,1), 32, 4)",
            "[(16,32), ((8,4),(4,4)):((64,4),(1,16)), ((8,4),(4,4)):((64,4),(16,1))]",
        ),
        ("copy_plan_tile(1024:1, 1024:1, 64, 2)", "512:1"),
        ("copy_plan_read(1024:1, 1024:1, 64, 2)", "(64,8):(8,1)"),
        ("copy_plan_write(1024:1, 1024:1, 64, 16)", "(64,1):(1,0)"),
        ("copy_plan_from((4,8):(8,1), 32:1, 8, 4)", "(4,8):(8,1)"),
        ("copy_plan_to((4,8):(8,1), 32:1, 8, 4)", "(4,8):(1,4)"),
        // Squares of one line in each direction, in a block of 16, which fills all 32 KiB.
        (
            "copy_loops((4096,4096):(1,4096), (4096,4096):(4096,1), 4)",
            "[(4096,4096):(1,4096), (4096,4096):(4096,1), ((0,16),(1,4096),(0,4096))]",
        ),
        // There are no conflicts, as `explain` says.
        (
            "copy_plan_shared((32,32):(1,32), (32,32):(32,1), 32, 1)",
            "(32,(2,2,4,2)):(f1,(f32,f192,f256,f64))",
        ),
        // Each device sends half of each of its rows.
        (
            "redistribute((2,(2,6)):(2e0,(e0,e1)), (2,(4,3)):(3e1,(e0,e1)))",
            "[[0, 1, 6], [1, 0, 6]]",
        ),
        (
            "redistribute((2,(2,6)):(2e0,(e0,e1)), (2,(4,6)):(0,(e0,e1)))",
            "[[0, 1, 12], [1, 0, 12]]",
        ),
        // In a whole of 7, device 1 has 3.
        ("redistribute((2,4):(4e0,e0), (2,7):(0,e0), 7)", "[[0, 1, 4], [1, 0, 3]]"),
        ("redistribute((2,4):(4e0,e0), (2,4):(4e0,e0))", "[]"),
        ("conflict_free_swizzle(4, 1, 32:1, 32:32)", "Sw<5,0,5>"),
        ("conflict_free_swizzle(2, 8, 8:8, 8:64)", "Sw<3,3,3>"),
    ] {
        assert_value(text, expected);
    }
}

#[test]
fn arguments_are_counted() {
    for section in OPERATIONS {
        for operation in section.operations {
            let NamedOperation { name, parameters, meaning, .. } = operation;
            assert!(!meaning.is_empty() && !meaning.contains('\n'), "{name}");
            assert_eq!(NamedOperation::named(name).unwrap().name, *name);
            let required = parameters.iter().filter(|name| !name.starts_with('[')).count();
            let repeated = parameters[parameters.len() - 1].ends_with("...");
            let numbers = match parameters.len() {
                _ if repeated => format!("at least {required}"),
                most if most == required => required.to_string(),
                most => format!("{required} to {most}"),
            };
            let with = |count: usize| value(&format!("{name}({})", vec!["8"; count].join(",")));
            let counted = |count: usize| {
                let s = if count == 1 { "" } else { "s" };
                let usage = format!("{count} argument{s} given to {}", operation.usage());
                with(count).is_err_and(|failure| {
                    let reason = failure.reason.to_string();
                    let takes = reason
                        .strip_prefix(&usage)
                        .and_then(|it| it.strip_prefix(", which takes "));
                    takes.is_some_and(|takes| takes == numbers)
                })
            };
            assert!(counted(required - 1), "{name}");
            assert!(!counted(required), "{name}");
            assert!(!counted(parameters.len()), "{name}");
            assert_eq!(counted(parameters.len() + 1), !repeated, "{name}");
        }
    }
}

/// Every operation of the algebra has a name.
#[test]
fn all_operations() {
    let source = include_str!("../../src/lib.rs");
    let exports = &source[source.find("pub use {\n").unwrap()..];
    let words = exports.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    // The exported functions, whose names have no capitals, without their modules.
    let functions = words.filter_map(|word| word.rsplit("::").next()).filter(|word| {
        !matches!(*word, "" | "pub" | "use" | "nested") && word.chars().all(|c| !c.is_uppercase())
    });
    // `coalesce_profile` is the two-argument form of `coalesce`.
    let functions: Vec<&str> = functions.filter(|name| *name != "coalesce_profile").collect();
    assert!(functions.len() > 70, "{functions:?}");
    let mut missing = functions.into_iter().filter(|name| NamedOperation::named(name).is_none());
    assert_eq!(missing.next(), None);
}

/// Every operation on layouts takes a shape as its compact layout.
#[test]
fn shapes_are_layouts() {
    for name in ["coalesce", "offsets", "right_inverse", "complement_ext", "sort"] {
        let of_layout = value(&format!("{name}((4,8):(1,4))")).unwrap();
        assert_value(&format!("{name}((4,8))"), &of_layout);
    }
}
