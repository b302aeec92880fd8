//! Proofs that the parts of threads have no element in common.

use super::{ELEMENTS, offset, static_size};
use tilework::internal::{AnyLayout, Codomain, Modes, ModesOf, Text};

/// Asserts that a static layout reaches only the first `elements` elements.
///
/// # Panics
/// If it reaches further, and for layouts that are not static.
///
/// ```
/// use tilework::Layout;
/// use tilework_atom::proof::lies_within;
/// const { lies_within::<Layout!((32,32):(1,33))>(1056) };
/// ```
#[track_caller]
pub const fn lies_within<L: AnyLayout>(elements: usize) {
    static_size::<L>();
    if let Some((1.., last)) = <ModesOf<L> as Modes>::STATIC
        && last >= elements as u64
    {
        let text = Text::new("parts: the layout reaches the element ").number(last);
        panic!("{}", text.then(" of an array of ").number(elements as u64).as_str());
    }
}

/// Asserts that no two coordinates of a layout have the same offset, if the layout is static. Its first mode is
/// `threads` threads. Of a layout with dynamic integers, this asserts nothing: the launch checks it.
///
/// # Panics
/// If two coordinates have the same offset; the message names the two threads. Also if the layout reaches more than
/// 32,768 elements, and its strides are not sorted such that each is larger than what those before reach together.
///
/// ```
/// use tilework::Layout;
/// use tilework_atom::proof::parts_are_disjoint;
/// const { parts_are_disjoint::<Layout!((64,4):(1,64))>(64) };
/// ```
///
/// ```compile_fail
/// # use tilework::Layout;
/// # use tilework_atom::proof::parts_are_disjoint;
/// const { parts_are_disjoint::<Layout!((64,4):(1,63))>(64) };
/// ```
#[track_caller]
pub const fn parts_are_disjoint<L: AnyLayout>(threads: u64) {
    let Some((size, last)) = <ModesOf<L> as Modes>::STATIC else { return };
    let integers = matches!(<ModesOf<L> as Modes>::CODOMAIN, Codomain::Integers);
    if integers && <ModesOf<L> as Modes>::SEGREGATED || size == 0 {
        return;
    }
    static_size::<L>();
    assert!(
        last < ELEMENTS as u64,
        "parts: at most 32768 elements are counted: write strides of which each is larger than what those before reach"
    );
    // The coordinate of each element, counted from 1.
    let (mut owner, mut i) = ([0_u32; ELEMENTS], 0);
    while i < size {
        let at = offset::<L>(i) as usize;
        if owner[at] > 0 {
            let (first, second) = ((owner[at] - 1) as u64 % threads, i % threads);
            let text = Text::new("parts: the threads ").number(first).then(" and ").number(second);
            panic!("{}", text.then(" both have the element ").number(at as u64).as_str());
        }
        owner[at] = i as u32 + 1;
        i += 1;
    }
}
