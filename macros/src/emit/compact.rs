//! The strides of compact layouts in types, as far as the notation determines them.
//!
//! These strides replace traits, so that the bounds of generic code name the layout itself. rustc compares such bounds
//! as they are written.

use crate::tuple::{Leaf, Tuple};

/// The compact stride of a shape whose extents are literals or dynamic integers: column-major, or row-major with
/// `reversed`. `None` if an extent is the name of a type, since only the compiler knows whether it is 1, or if there
/// are integers of several types.
pub fn compact_stride(shape: &Tuple, reversed: bool) -> Option<Tuple> {
    stride(shape, &mut Leaf::Integer(1), reversed)
}

/// [`compact_stride`] after leaves whose size is `before`.
fn stride(shape: &Tuple, before: &mut Leaf, reversed: bool) -> Option<Tuple> {
    match shape {
        Tuple::Leaf(extent, span) => {
            let stride = match extent {
                Leaf::Integer(1) => Leaf::Integer(0),
                _ => before.clone(),
            };
            *before = product(extent, before)?;
            Some(Tuple::Leaf(stride, *span))
        }
        Tuple::Modes(modes, span) => {
            let mut stride_of = |mode| stride(mode, before, reversed);
            let mut strides: Vec<Tuple> = match reversed {
                false => modes.iter().map(stride_of).collect::<Option<_>>()?,
                true => modes.iter().rev().map(&mut stride_of).collect::<Option<_>>()?,
            };
            if reversed {
                strides.reverse();
            }
            Some(Tuple::Modes(strides, *span))
        }
    }
}

/// The product of two leaves, which is dynamic if one of them is.
fn product(a: &Leaf, b: &Leaf) -> Option<Leaf> {
    match (a, b) {
        (Leaf::Integer(a), Leaf::Integer(b)) => a.checked_mul(*b).map(Leaf::Integer),
        (leaf, Leaf::Integer(..)) | (Leaf::Integer(..), leaf) => {
            integer_type(leaf).map(|_| leaf.clone())
        }
        (a, b) => (integer_type(a)? == integer_type(b)?).then(|| a.clone()),
    }
}

/// The type of a dynamic integer.
fn integer_type(leaf: &Leaf) -> Option<String> {
    let name = match leaf {
        Leaf::Any => "usize".to_string(),
        Leaf::Code(code, _) => code.to_string(),
        _ => return None,
    };
    ["usize", "u32"].contains(&name.as_str()).then_some(name)
}
