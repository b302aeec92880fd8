//! The rules of the algebra, each with the numbers that break it.

mod message;
mod table;
mod words;

#[doc(hidden)]
pub use words::from_name;

/// A rule of the algebra, with the numbers that break it. The description of each variant states the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The exact result does not fit the integers used.
    Overflow,
    /// Extents must be at least 1 here, and so must factors and element widths.
    Extent {
        /// The extent given.
        extent: i64,
    },
    /// Extents must be at least 0.
    NaturalExtent {
        /// The extent given.
        extent: i64,
    },
    /// Two operands must have the same profile.
    Congruence,
    /// The strides must be at least 0 here.
    NaturalStride {
        /// The stride given.
        stride: i64,
    },
    /// In `A o s:d`, the part of `d` that is left and the extent of the mode of `A` that it meets must divide one
    /// another, unless the image of the right side ends within the mode ([004](crate::papers), equation 20).
    StrideDivisibility {
        /// The part of the stride that is left.
        stride: i64,
        /// The extent of the mode of the left side.
        extent: i64,
    },
    /// In `A o s:d`, the part of `s` that is left must be a multiple of the number of steps that fit in the mode of `A`
    /// ([004](crate::papers), equation 21).
    ShapeDivisibility {
        /// The part of the extent `s` that is left.
        extent: i64,
        /// The number of steps that fit in the mode of the left side.
        factor: i64,
    },
    /// Modes of the right side must not carry into each other: of any two, one must span no more than the stride of the
    /// other ([004](crate::papers), section 3.3.2).
    Segregation {
        /// `s * d` of the mode with the smaller stride.
        span: i64,
        /// The larger stride.
        stride: i64,
    },
    /// When the modes are sorted by stride, each stride must be a multiple of the span `s * d` of the mode before it
    /// ([003](crate::papers), definition 2.1.6.5).
    Complementability {
        /// The stride.
        stride: i64,
        /// The span of the mode before it; 1 for the first mode.
        span: i64,
    },
    /// The size to be covered must be a multiple of the span of the last mode.
    Evenness {
        /// The size.
        size: i64,
        /// The span of the mode with the largest stride.
        span: i64,
    },
    /// A mode of stride 0 and an extent above 1 has no complement.
    Broadcast {
        /// The extent of the mode.
        extent: i64,
    },
    /// A tiler must not have more modes than the layout that it tiles.
    TilerRank {
        /// The number of modes of the tiler.
        tiler: usize,
        /// The number of modes of the layout.
        layout: usize,
    },
    /// A tiler, a place in a coordinate or a distributed shape must not be nested deeper than the limit.
    Depth {
        /// The limit.
        limit: usize,
    },
    /// A coordinate must be an integer, or a tuple that the shape refines.
    CoordinateProfile,
    /// A coordinate must lie within its mode.
    CoordinateRange {
        /// The coordinate.
        coordinate: i64,
        /// The extent, or the size of the mode.
        extent: i64,
    },
    /// A coordinate must lie within the shape.
    CoordinateOutside,
    /// The data must hold at least as many elements as the cosize of the layout.
    Length {
        /// The cosize of the layout.
        cosize: i64,
        /// The number of elements.
        len: i64,
    },
    /// The data must be one run of elements, not a run of arrays or vectors.
    NestedData {
        /// The cosize of the layout.
        cosize: i64,
        /// The number of arrays or vectors.
        len: i64,
    },
    /// A layout that is written through must have only one coordinate for each offset.
    Injectivity {
        /// One integral coordinate.
        first: i64,
        /// Another with the same offset.
        second: i64,
    },
    /// Layouts that are visited in lockstep must have the same extents.
    EqualExtents {
        /// The extent in the first.
        left: i64,
        /// The extent in the other.
        right: i64,
    },
    /// Two layouts that are added must have modes of which one ends at a multiple of where the other ends.
    CommonRefinement {
        /// The end of a mode of the first, the product of the extents up to it.
        left: i64,
        /// The end of a mode of the second.
        right: i64,
    },
    /// Each offset must have digits that are its coordinate, with radices that divide one another.
    Digits {
        /// The stride of a mode.
        stride: i64,
        /// The largest offset that the modes with smaller strides add up to.
        reach: i64,
    },
    /// When the modes are sorted by stride, no stride may be below the span of the modes before it. Only the right
    /// inverse of a layout with dynamic leaves requires this.
    Overlap {
        /// The stride.
        stride: i64,
        /// The number of offsets of the modes before it.
        span: i64,
    },
    /// A tuple must have the given profile, or the given profile must refine it.
    Profile,
    /// The requested modes must exist.
    ModeRange {
        /// The mode, counted from 0.
        mode: usize,
        /// The number of modes.
        rank: usize,
    },
    /// A range of modes must not begin after its end.
    ReversedRange {
        /// The first mode.
        begin: usize,
        /// The mode after the last.
        end: usize,
    },
    /// Each mode must be taken exactly once.
    Permutation,
    /// The offsets must be `0..size`, each once.
    Compactness,
    /// One of the two integers must divide the other.
    Divisibility {
        /// One of them.
        left: i64,
        /// The other.
        right: i64,
    },
    /// A static leaf of the type must equal the leaf of the value.
    StaticLeaf {
        /// The integer given.
        value: i64,
        /// The integer of the type.
        expected: i64,
    },
    /// A static extent must keep its value, whatever value a dynamic stride has.
    StaticExtent {
        /// The extent.
        extent: i64,
        /// The stride for which the extent would be different.
        stride: i64,
    },
    /// A static stride of 1 must stay 1. It would change if a dynamic stride before it were 1.
    StaticStride {
        /// The factor by which it would be multiplied.
        factor: i64,
    },
    /// A static gap must stay, even if the extent above it turns out to be 1, which makes the mode irrelevant.
    StaticGap {
        /// The extent of the gap.
        gap: i64,
        /// The stride at which it ends.
        stride: i64,
    },
    /// A layout that has the values so far must have a certain next value.
    LayoutFunction {
        /// The position of the value.
        index: i64,
        /// The value there.
        value: i64,
        /// The value that a layout must have there.
        expected: i64,
    },
    /// A list must not have more elements than the limit.
    ListLength {
        /// The number of elements.
        size: i64,
        /// The limit.
        limit: i64,
    },
    /// The exact test ended at its documented limit.
    Undecided {
        /// The steps taken.
        steps: u64,
    },
    /// The exact test looks at no more coordinates than the limit.
    UndecidedSize {
        /// The number of coordinates.
        size: i64,
        /// The limit.
        limit: i64,
    },
    /// A public source must say which threads of a machine access shared memory together
    /// ([`MACHINES`](crate::MACHINES)).
    Unpublished {
        /// The name of the machine.
        machine: &'static str,
        /// `load` or `store`.
        transfer: &'static str,
        /// The number of bytes of each thread.
        bytes: i64,
    },
    /// A public source must say which pieces of global memory a machine delivers ([`MACHINES`](crate::MACHINES)).
    UnpublishedSector {
        /// The name of the machine.
        machine: &'static str,
    },
    /// The strides must be of one integer-semimodule: integers, coordinates of one profile, or XOR strides.
    Codomain,
    /// The strides must be scaled basis elements here, not sums of several ([004](crate::papers), section 3.3.2).
    ScaledBasis,
    /// Extents must be powers of 2 if coordinates are taken bit by bit.
    PowerOfTwo {
        /// The extent given.
        extent: i64,
    },
    /// The number of bytes, banks, matrices or repeats must be a power of 2 up to a largest one.
    PowerOfTwoUpTo {
        /// The number given.
        number: i64,
        /// The largest one.
        most: i64,
    },
    /// A sum must equal the XOR, which it does only if no bits overlap.
    Carries {
        /// One summand.
        left: i64,
        /// Another.
        right: i64,
    },
    /// A layout must begin at 0: nothing may be added to its offsets.
    AddedOffset {
        /// The offset that is added.
        offset: i64,
    },
    /// A swizzle `Sw<B,M,S>` XORs `B` bits with `B` others, which are `S >= B` places away.
    Swizzle {
        /// The number of bits, `B`.
        bits: i64,
        /// The lowest one, `M`.
        base: i64,
        /// The distance, `S`.
        shift: i64,
    },
    /// Data begins where an element of the type can be.
    Address {
        /// The number of bytes from the last such address to the beginning of the data.
        past: i64,
        /// The alignment of the elements.
        align: i64,
    },
    /// Enough offsets must stay together.
    Alignment {
        /// The number of offsets that stay together.
        together: i64,
        /// The number that must stay together.
        wanted: i64,
    },
    /// An instruction must keep each element whole: it moves all bits of an element from one thread and to one thread,
    /// in their order.
    WholeElements {
        /// The number of bits that stay together.
        together: i64,
        /// The number of bits of an element.
        bits: i64,
    },
    /// A layout must not take more bytes of shared memory than are allowed.
    Space {
        /// The least number of bytes that it takes.
        bytes: i64,
        /// The number of bytes that are allowed.
        space: i64,
    },
    /// A layout must keep rows of 16 bytes together if an access reads or writes them as matrices.
    RowsApart {
        /// The access, counted from 0.
        access: usize,
    },
    /// A layout must be accepted by every instruction that fixes the layout, as TMA and `wgmma` do.
    FixedLayout {
        /// The number of layouts that all of these instructions accept.
        common: usize,
    },
    /// Elements must be adjacent along the XOR stride `f1`. A swizzle may have made another odd stride from it.
    UnitStride {
        /// The odd stride.
        stride: i64,
    },
    /// Composed layouts that are concatenated must have the same function of offsets and the same offset before it.
    OneFunction,
    /// A pointed map must have one image for each entry of the domain.
    MapLength {
        /// The number of images.
        images: usize,
        /// The number of entries of the domain.
        entries: usize,
    },
    /// The images of a pointed map must be entries of the codomain.
    MapRange {
        /// The image as written, counted from 1.
        image: usize,
        /// The number of entries of the codomain.
        entries: usize,
    },
    /// No two entries may go to the same entry ([003](crate::papers), definition 3.1.1.10).
    Tractability {
        /// The image as written, counted from 1.
        image: usize,
        /// The other entry that goes there, counted from 0.
        first: usize,
    },
    /// An entry must go to an entry of the same extent ([003](crate::papers), definition 3.1.1.13).
    EntryExtent {
        /// The entry of the domain.
        extent: i64,
        /// Its image as written, counted from 1.
        image: usize,
        /// The entry of the codomain.
        other: i64,
    },
    /// The entries of a codomain must be at least 1.
    CodomainExtent {
        /// The entry given.
        extent: i64,
    },
    /// The codomain of a morphism must be the domain of the next.
    Composability {
        /// The number of entries of the codomain of the first.
        codomain: usize,
        /// The number of entries of the domain of the second.
        domain: usize,
    },
    /// Morphisms that are concatenated must have the same codomain.
    OneCodomain {
        /// The number of entries of one codomain.
        left: usize,
        /// The number of entries of the other.
        right: usize,
    },
    /// Morphisms that are concatenated must not have an image in common ([003](crate::papers), definition 3.1.5.29).
    DisjointImages {
        /// The image as written, counted from 1.
        image: usize,
    },
    /// An entry without an image has no complement ([003](crate::papers), definition 3.1.5.45).
    Unmapped,
    /// Positions must be given in increasing order.
    Increasing {
        /// A position, counted from 0.
        before: usize,
        /// The next one.
        mode: usize,
    },
    /// A morphism factors only through entries that include its images.
    ImageOutside {
        /// The image as written, counted from 1.
        image: usize,
    },
    /// The part that replaces an entry must have the size of the entry ([003](crate::papers), definition 2.2.4.1).
    Refinement {
        /// The entry.
        extent: i64,
        /// The size of the part that replaces it; 0 if that size does not fit.
        size: i64,
    },
    /// If two tuples have a mutual refinement, the second must be as large as the first ([003](crate::papers),
    /// definition 4.1.1.1).
    MutualRefinement {
        /// The part of an entry of the first that is left.
        rest: i64,
    },
    /// A morphism must be refined along a refinement of its own domain or codomain.
    RefinementOf,
    /// The factors of an ordered factorization must be primes.
    Prime {
        /// The factor given.
        factor: i64,
    },
    /// A mode that becomes an axis of a view must have one stride.
    OneStride {
        /// The number of strides that it has.
        strides: usize,
    },
    /// A view must have as many axes as the layout has modes.
    Axes {
        /// The number of modes of the layout.
        modes: usize,
        /// The number of axes of the view.
        axes: usize,
    },
    /// A list must have one number for each dimension of the tensor.
    Dimensions {
        /// The number of numbers given.
        given: usize,
        /// The number of dimensions.
        rank: usize,
    },
    /// An encoding must have what it is defined for.
    Encoding {
        /// The encoding.
        encoding: &'static str,
        /// What it wants.
        wants: &'static str,
    },
    /// The export target must be able to express the layout.
    Form {
        /// The target.
        target: &'static str,
        /// The part that the target cannot express.
        what: &'static str,
    },
    /// Each coordinate of the whole must belong to a device.
    Coverage {
        /// The first coordinate that belongs to no device, as an integral coordinate.
        coordinate: i64,
        /// The extent of the first mode of the whole.
        extent: i64,
    },
    /// The text must be in the notation.
    Syntax {
        /// The position of the offending character, in bytes.
        at: usize,
        /// What was expected there.
        expected: &'static str,
    },
}
