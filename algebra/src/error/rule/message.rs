//! The rules in words: their names, and the texts about the numbers that break them.
//!
//! Rules that both levels have are in [`table_of_rules`]. Here are the words of those that the types do not have, or say
//! with other words.

use core::fmt;

use super::{Rule, words};
use crate::table_of_rules;

/// The rules that both levels say with the same words, as a pattern.
macro_rules! said {
    (
        said {$($name:literal, $rule:ident $fields:tt $numbers:tt, types $types:tt $messages:tt)*}
        named $named:tt
    ) => { $(Rule::$rule { .. })|* };
}
/// The rules of which both levels have only the name, as a pattern.
macro_rules! named {
    (
        said $said:tt
        named {$($name:literal, values [$($rule:ident)+], types $types:tt;)*}
    ) => { $($(Rule::$rule { .. })|+)|* };
}
macro_rules! of_both_levels {
    (
        said {$(
            $name:literal, $rule:ident $fields:tt [$x:expr, $y:expr], types $types:tt {
                $($operands:ident $of:ident $trait:ident: $message:literal $(, note $note:literal)?;)+
            }
        )*}
        named {$($other_name:literal, values [$($other:ident)+], types $other_types:tt;)*}
    ) => {
        impl Rule {
            /// The name of a rule in the table.
            const fn name_in_table(self) -> &'static str {
                match self {
                    $(Rule::$rule { .. } => $name,)*
                    $($(Rule::$other { .. })|+ => $other_name,)*
                    _ => "",
                }
            }
            /// Writes the words of a rule that is `said!`.
            fn write_words(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Rule::$rule $fields => {
                        words::write(f, const { words::words($name, &[$($message),+]) }, [&$x, &$y])
                    })*
                    _ => Ok(()),
                }
            }
        }
    };
}
table_of_rules!(of_both_levels);

impl Rule {
    /// The name of the rule in two words, as in the papers.
    pub const fn name(self) -> &'static str {
        match self {
            table_of_rules!(said) | table_of_rules!(named) => self.name_in_table(),
            Rule::NaturalExtent { .. } => "natural extent",
            Rule::Congruence => "congruence",
            Rule::NaturalStride { .. } => "natural stride",
            Rule::Depth { .. } => "depth",
            Rule::CoordinateProfile => "coordinate profile",
            Rule::Length { .. } => "length",
            Rule::NestedData { .. } => "nested data",
            Rule::Address { .. } => "address",
            Rule::Injectivity { .. } => "injectivity",
            Rule::StaticLeaf { .. } => "static leaf",
            Rule::StaticExtent { .. } => "static extent",
            Rule::StaticStride { .. } => "static stride",
            Rule::StaticGap { .. } => "static gap",
            Rule::LayoutFunction { .. } => "layout function",
            Rule::ListLength { .. } => "list length",
            Rule::Undecided { .. } | Rule::UndecidedSize { .. } => "undecided",
            Rule::Unpublished { .. } | Rule::UnpublishedSector { .. } => "unpublished",
            Rule::PowerOfTwoUpTo { .. } => "power of 2",
            Rule::Carries { .. } => "carries",
            Rule::AddedOffset { .. } => "added offset",
            Rule::Swizzle { .. } => "disjoint bits",
            Rule::UnitStride { .. } => "unit stride",
            Rule::Space { .. } => "space",
            Rule::RowsApart { .. } => "rows together",
            Rule::FixedLayout { .. } => "fixed layout",
            Rule::ScaledBasis => "scaled basis",
            Rule::OneFunction => "one function",
            Rule::MapLength { .. } => "map length",
            Rule::MapRange { .. } => "map range",
            Rule::Tractability { .. } => "tractability",
            Rule::EntryExtent { .. } => "equal entries",
            Rule::CodomainExtent { .. } => "positive extent",
            Rule::Composability { .. } => "composability",
            Rule::OneCodomain { .. } => "one codomain",
            Rule::DisjointImages { .. } => "disjoint images",
            Rule::Unmapped => "injectivity",
            Rule::Increasing { .. } => "increasing order",
            Rule::ImageOutside { .. } => "factorization",
            Rule::Refinement { .. } | Rule::RefinementOf => "refinement",
            Rule::CommonRefinement { .. } => "common refinement",
            Rule::MutualRefinement { .. } => "mutual refinement",
            Rule::Prime { .. } => "prime",
            Rule::OneStride { .. } => "one stride",
            Rule::Axes { .. } => "axes",
            Rule::Dimensions { .. } => "dimensions",
            Rule::Encoding { .. } => "encoding",
            Rule::Form { .. } => "form",
            Rule::Coverage { .. } => "coverage",
            Rule::Syntax { .. } => "syntax",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            table_of_rules!(said) => self.write_words(f),
            Rule::Extent { extent } => {
                write!(f, "an extent, factor or width must be at least 1 here, not {extent}")
            }
            Rule::NaturalExtent { extent } => {
                write!(f, "an extent must be at least 0, not {extent}")
            }
            Rule::Congruence => write!(f, "shape and stride do not have the same profile"),
            Rule::NaturalStride { stride } => {
                write!(f, "a stride must be at least 0 here, not {stride}")
            }
            Rule::Depth { limit } => write!(f, "the tiler is nested more than {limit} deep"),
            Rule::CoordinateProfile => write!(f, "the coordinate does not fit the shape's profile"),
            // Only data and threads refuse coordinates that are too large.
            Rule::CoordinateRange { coordinate: coordinate @ ..0, .. } => {
                write!(f, "the coordinate {coordinate} is negative")
            }
            Rule::CoordinateRange { coordinate, extent } => {
                write!(f, "the coordinate {coordinate} is not in 0..{extent}")
            }
            Rule::CoordinateOutside => write!(f, "the coordinate lies outside of the shape"),
            Rule::Length { cosize, len } => {
                write!(f, "the layout reaches {cosize} elements, the data has {len}")
            }
            Rule::Address { past, align } => write!(
                f,
                "the data begins {past} bytes past a multiple of {align}, the alignment of the elements; `data.align_to::<U>().1` begins at one, and data of the wider type can be viewed as the narrower one"
            ),
            Rule::NestedData { cosize, len } => write!(
                f,
                "the layout reaches {cosize} elements, the data has {len}, each an array or a vector: one run of \
                 elements is `data.as_flattened()`, of vectors `data.concat()`"
            ),
            Rule::Injectivity { first, second } => {
                write!(f, "the coordinates {first} and {second} have the same offset")
            }
            Rule::EqualExtents { left, right } => {
                write!(f, "the extents {left} and {right} differ")
            }
            Rule::Digits { stride, reach } => write!(
                f,
                "no digits of the offsets are the coordinates: below the stride {stride} \
                 they reach {reach}"
            ),
            Rule::Profile => write!(f, "the profile does not fit"),
            Rule::Permutation => write!(f, "not each mode is taken once"),
            Rule::StaticLeaf { value, expected } => {
                write!(f, "the integer {value} where the type has {expected}")
            }
            Rule::StaticExtent { extent, stride } => {
                write!(f, "with the stride {stride} the static extent {extent} would be another")
            }
            Rule::StaticStride { factor } => {
                write!(f, "after a dynamic stride that is 1 the static stride 1 would be {factor}")
            }
            Rule::StaticGap { gap, stride } => write!(
                f,
                "the extent of the stride {stride} is 1, without which the static gap {gap} would be another"
            ),
            Rule::LayoutFunction { index, value, expected } => write!(
                f,
                "the value at {index} is {value}, where a layout with the values before has {expected}"
            ),
            Rule::ListLength { size, limit } => {
                write!(f, "{size} elements, of at most {limit} in a list")
            }
            Rule::Undecided { steps } => write!(f, "not decided within {steps} steps"),
            Rule::UndecidedSize { size, limit } => {
                write!(f, "{size} coordinates, of which at most {limit} are looked at")
            }
            Rule::Unpublished { machine, transfer, bytes } => write!(
                f,
                "public sources are silent or differ on the threads of {machine} that {transfer} {bytes} bytes each \
                 together; write `banks`, `width` and `lanes` instead"
            ),
            Rule::UnpublishedSector { machine } => write!(
                f,
                "public sources are silent or differ on the pieces of global memory that {machine} delivers"
            ),
            Rule::PowerOfTwoUpTo { number, most } => {
                write!(f, "{number} is not a power of 2 from 1 to {most}")
            }
            Rule::Carries { left, right } => {
                write!(f, "the sum of {left} and {right} carries, so that it is not their XOR")
            }
            Rule::AddedOffset { offset } => {
                write!(f, "a layout begins at 0, and the offset {offset} is added")
            }
            Rule::Swizzle { bits, base, shift } => write!(
                f,
                "{bits} bits from bit {base} on cannot be XORed with others {shift} places away"
            ),
            Rule::Space { bytes, space } => {
                write!(f, "a layout takes at least {bytes} bytes, of {space} that are allowed")
            }
            Rule::RowsApart { access } => write!(
                f,
                "no layout keeps the rows of 16 bytes of the matrices of access {access} together beside the other accesses; \
                 with `vectors` in their place there is one"
            ),
            Rule::FixedLayout { common: 0 } => write!(
                f,
                "no layout is taken by all instructions that fix it: a tile of two modes has one where the same mode is contiguous \
                 for all of them, in whole units of 16 bytes, and the other has a multiple of 8 elements"
            ),
            Rule::FixedLayout { common } => write!(
                f,
                "none of the {common} layouts that the instructions take keeps the rows of the matrices together; with \
                 `vectors` in place of matrices there is one"
            ),
            Rule::UnitStride { stride } => write!(
                f,
                "no stride is f1, of which a swizzle may have made f{stride}: \
                 `composed(Sw, 0, L)` with integer strides in `L` tells"
            ),
            Rule::ScaledBasis => write!(f, "the stride is a sum of several basis elements"),
            Rule::OneFunction => {
                write!(f, "the composed layouts are not of one function of offsets")
            }
            Rule::MapLength { images, entries } => {
                write!(f, "the map has {images} images for {entries} entries")
            }
            Rule::MapRange { image, entries } => {
                write!(f, "the image {image} is not among the {entries} entries of the codomain")
            }
            Rule::Tractability { image, first } => {
                write!(f, "the image {image} is that of mode {first} too")
            }
            Rule::EntryExtent { extent, image, other } => {
                write!(f, "the entry {extent} goes to the image {image}, which is {other}")
            }
            Rule::CodomainExtent { extent } => {
                write!(f, "an entry of the codomain must be at least 1, not {extent}")
            }
            Rule::Composability { codomain, domain } => write!(
                f,
                "the first goes to a tuple of {codomain} entries, the other begins at one of {domain}"
            ),
            Rule::OneCodomain { left, right } => {
                write!(f, "the codomains have {left} and {right} entries")
            }
            Rule::DisjointImages { image } => {
                write!(f, "the image {image} is one of both morphisms")
            }
            Rule::Unmapped => write!(f, "an entry that goes nowhere has no complement"),
            Rule::Increasing { before, mode } => {
                write!(f, "the mode {mode} comes after {before}, in an order that must increase")
            }
            Rule::ImageOutside { image } => {
                write!(f, "the image {image} is not among the entries to go through")
            }
            Rule::Refinement { extent, size } => {
                write!(f, "the entry {extent} is not the size {size} of what refines it")
            }
            Rule::CommonRefinement { left, right } => write!(
                f,
                "coalesced, a mode of the first layout ends at {left} and one of the second at {right}, and neither \
                 divides the other"
            ),
            Rule::MutualRefinement { rest } => {
                write!(f, "the second tuple ends where {rest} of the first is left")
            }
            Rule::RefinementOf => {
                write!(f, "the refinement is not of the tuple that the morphism has there")
            }
            Rule::Prime { factor } => write!(f, "the factor {factor} is not a prime"),
            Rule::OneStride { strides } => {
                write!(f, "the mode has {strides} strides, an axis of a view has one")
            }
            Rule::Axes { modes, axes } => {
                write!(f, "the layout has {modes} modes, the view {axes} axes")
            }
            Rule::Dimensions { given, rank } => {
                let s = |count| if count == 1 { "" } else { "s" };
                write!(
                    f,
                    "there {} {given} number{} for {rank} dimension{}",
                    if given == 1 { "is" } else { "are" },
                    s(given),
                    s(rank)
                )
            }
            Rule::Encoding { encoding, wants } => write!(f, "{encoding} wants {wants}"),
            Rule::Form { target, what } => write!(f, "{target} has no form for {what}"),
            Rule::Coverage { coordinate, extent } => {
                let (first, others) = (coordinate % extent, coordinate / extent);
                write!(
                    f,
                    "no device has the coordinate {coordinate} = {first} + {extent} * {others} of the whole"
                )
            }
            Rule::Syntax { at, expected } => {
                write!(f, "expected {expected} at position {at}")
            }
        }
    }
}
