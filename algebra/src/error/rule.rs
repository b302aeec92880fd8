//! The rules, with the numbers that break them.

mod message;

/// A rule of the algebra, with the numbers that break it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The exact result does not fit the integers used.
    Overflow,
    /// Extents, and factors and widths of elements, are at least 1 here.
    Extent {
        /// The extent given.
        extent: i64,
    },
    /// Extents are at least 0.
    NaturalExtent {
        /// The extent given.
        extent: i64,
    },
    /// Two operands must have the same profile.
    Congruence,
    /// The operation takes strides of at least 0 here.
    NaturalStride {
        /// The stride given.
        stride: i64,
    },
    /// In `A o s:d` the part of `d` that is left and the extent of the mode of `A` that it
    /// meets must divide one another, unless the image of the right side ends within the mode
    /// ([004](crate::papers), equation 20).
    StrideDivisibility {
        /// What is left of the stride.
        stride: i64,
        /// The extent of the mode of the left side.
        extent: i64,
    },
    /// In `A o s:d` the part of `s` that is left must be a multiple of what the mode of `A`
    /// offers ([004](crate::papers), equation 21).
    ShapeDivisibility {
        /// What is left of the extent `s`.
        extent: i64,
        /// What the mode of the left side offers.
        factor: i64,
    },
    /// Modes of the right side must not carry into each other: of two, one must span no more
    /// than the stride of the other ([004](crate::papers), section 3.3.2).
    Segregation {
        /// `s * d` of the mode with the smaller stride.
        span: i64,
        /// The stride of the other.
        stride: i64,
    },
    /// Sorted by stride, each stride must be a multiple of the span `s * d` before it
    /// ([003](crate::papers), definition 2.1.6.5).
    Complementability {
        /// The stride.
        stride: i64,
        /// The span of the mode before it, 1 for the first.
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
    /// A tiler has no more modes than what it tiles.
    TilerRank {
        /// The modes of the tiler.
        tiler: usize,
        /// The modes of the layout.
        layout: usize,
    },
    /// A tiler is not nested deeper than this.
    Depth {
        /// The bound.
        limit: usize,
    },
    /// A coordinate is an integer or a tuple that the shape refines.
    CoordinateProfile,
    /// A coordinate lies in its mode.
    CoordinateRange {
        /// The coordinate.
        coordinate: i64,
        /// The extent, or the size of the mode.
        extent: i64,
    },
    /// A coordinate lies in the shape.
    CoordinateOutside,
    /// Data must reach as far as the layout.
    Length {
        /// The cosize of the layout.
        cosize: i64,
        /// The number of elements.
        len: i64,
    },
    /// Data is one run of elements, and not one of arrays or vectors of them.
    NestedData {
        /// The cosize of the layout.
        cosize: i64,
        /// The number of arrays or vectors.
        len: i64,
    },
    /// A layout that is written through has one coordinate for each offset.
    Injectivity {
        /// One integral coordinate.
        first: i64,
        /// Another with the same offset.
        second: i64,
    },
    /// Layouts that are visited in lockstep have the same extents.
    EqualExtents {
        /// The extent in the first.
        left: i64,
        /// The extent in the other.
        right: i64,
    },
    /// Each offset has digits, of one radix below another, that are its coordinate.
    Digits {
        /// The stride of a mode.
        stride: i64,
        /// What the modes with smaller strides reach.
        reach: i64,
    },
    /// Sorted by stride, no stride is below the span of the modes before it. Only the right
    /// inverse of a layout with dynamic leaves asks for this.
    Overlap {
        /// The stride.
        stride: i64,
        /// The number of offsets that the modes before it have.
        span: i64,
    },
    /// A tuple must have the profile that is given, or be refined by it.
    Profile,
    /// The modes asked for are there.
    ModeRange {
        /// The mode, counted from 0.
        mode: usize,
        /// The number of modes.
        rank: usize,
    },
    /// A range of modes does not begin behind its end.
    ReversedRange {
        /// The first mode.
        begin: usize,
        /// The mode behind the last.
        end: usize,
    },
    /// Each mode is taken once.
    Permutation,
    /// The offsets are `0..size`, each once.
    Compactness,
    /// Of two integers one must divide the other.
    Divisibility {
        /// One of them.
        left: i64,
        /// The other.
        right: i64,
    },
    /// A leaf that the type has is that of the value.
    StaticLeaf {
        /// The integer given.
        value: i64,
        /// The integer of the type.
        expected: i64,
    },
    /// A static extent stays, whatever a stride of run time is.
    StaticExtent {
        /// The extent.
        extent: i64,
        /// The stride with which it would be another.
        stride: i64,
    },
    /// A static stride of 1 stays, which would be another after a stride of run time that is 1.
    StaticStride {
        /// The factor that it would be multiplied by.
        factor: i64,
    },
    /// A static gap stays, although the extent above it turns out to be 1 and counts for nothing.
    StaticGap {
        /// The extent of the gap.
        gap: i64,
        /// The stride that it ends at.
        stride: i64,
    },
    /// A layout with the values so far must go on with a certain one.
    LayoutFunction {
        /// The position of the value.
        index: i64,
        /// The value there.
        value: i64,
        /// The value that a layout has there.
        expected: i64,
    },
    /// Lists are made of so many elements at most.
    ListLength {
        /// The number of elements.
        size: i64,
        /// The bound.
        limit: i64,
    },
    /// The exact test ended at its documented bound.
    Undecided {
        /// The steps taken.
        steps: u64,
    },
    /// The exact test looks at so many coordinates at most.
    UndecidedSize {
        /// The number of coordinates.
        size: i64,
        /// The bound.
        limit: i64,
    },
    /// Strides are of one integer-semimodule: integers, coordinates of one profile, or XOR strides.
    Codomain,
    /// The strides are scaled basis elements here, not sums of several ([004](crate::papers),
    /// section 3.3.2).
    ScaledBasis,
    /// Extents are powers of 2 where coordinates are taken bit by bit.
    PowerOfTwo {
        /// The extent given.
        extent: i64,
    },
    /// A number of bytes, banks, matrices or repeats is a power of 2 that there is.
    PowerOfTwoUpTo {
        /// The number given.
        number: i64,
        /// The largest one.
        most: i64,
    },
    /// A sum is the XOR only if no bits overlap.
    Carries {
        /// One summand.
        left: i64,
        /// Another.
        right: i64,
    },
    /// A layout begins at 0: nothing is added to its offsets.
    AddedOffset {
        /// What is added.
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
    /// So many offsets must stay together.
    Alignment {
        /// As many do.
        together: i64,
        /// As many must.
        wanted: i64,
    },
    /// An instruction leaves each element whole: its bits are moved from and to one thread, in their order.
    WholeElements {
        /// The bits that stay together.
        together: i64,
        /// The bits of an element.
        bits: i64,
    },
    /// A layout takes no more bytes of shared memory than are allowed.
    Space {
        /// The bytes that it takes at least.
        bytes: i64,
        /// The bytes that are allowed.
        space: i64,
    },
    /// A layout keeps the rows of 16 bytes together that an access reads or writes as matrices.
    RowsApart {
        /// The access, counted from 0.
        access: usize,
    },
    /// A layout is one of those that each instruction takes which fixes it, as TMA and `wgmma` do.
    FixedLayout {
        /// The number of layouts that all of these instructions take.
        common: usize,
    },
    /// Elements are adjacent along the XOR stride `f1`, if not along another, odd one, which a swizzle
    /// has made of it.
    UnitStride {
        /// The odd stride.
        stride: i64,
    },
    /// Composed layouts side by side are of one function of offsets, with one offset added before it.
    OneFunction,
    /// A pointed map has an image for each entry of the domain.
    MapLength {
        /// The images.
        images: usize,
        /// The entries of the domain.
        entries: usize,
    },
    /// The images of a pointed map are entries of the codomain.
    MapRange {
        /// The image as it is written, from 1.
        image: usize,
        /// The entries of the codomain.
        entries: usize,
    },
    /// No two entries go to the same one ([003](crate::papers), definition 3.1.1.10).
    Tractability {
        /// The image as it is written, from 1.
        image: usize,
        /// The entry that goes there too, counted from 0.
        first: usize,
    },
    /// An entry goes to one that is as long ([003](crate::papers), definition 3.1.1.13).
    EntryExtent {
        /// The entry of the domain.
        extent: i64,
        /// Its image as it is written, from 1.
        image: usize,
        /// The entry of the codomain.
        other: i64,
    },
    /// The entries of a codomain are at least 1.
    CodomainExtent {
        /// The entry given.
        extent: i64,
    },
    /// A morphism goes where the one after it begins.
    Composability {
        /// The entries of the codomain of the first.
        codomain: usize,
        /// The entries of the domain of the other.
        domain: usize,
    },
    /// Morphisms that are concatenated have one codomain.
    OneCodomain {
        /// The entries of one.
        left: usize,
        /// Those of another.
        right: usize,
    },
    /// Morphisms that are concatenated have no image in common ([003](crate::papers), definition
    /// 3.1.5.29).
    DisjointImages {
        /// The image as it is written, from 1.
        image: usize,
    },
    /// An entry that goes nowhere has no complement ([003](crate::papers), definition 3.1.5.45).
    Unmapped,
    /// Positions are given in increasing order.
    Increasing {
        /// A position, counted from 0.
        before: usize,
        /// The next one.
        mode: usize,
    },
    /// A morphism factors through entries among which its images are.
    ImageOutside {
        /// The image as it is written, from 1.
        image: usize,
    },
    /// What stands in the place of an entry has its size ([003](crate::papers), definition
    /// 2.2.4.1).
    Refinement {
        /// The entry.
        extent: i64,
        /// The size of what stands in its place, 0 where it does not fit.
        size: i64,
    },
    /// Of two tuples with a mutual refinement the second is as large as the first
    /// ([003](crate::papers), definition 4.1.1.1).
    MutualRefinement {
        /// What is left of an entry of the first.
        rest: i64,
    },
    /// A morphism is refined along a refinement of its own domain or codomain.
    RefinementOf,
    /// The factors of an ordered factorization are primes.
    Prime {
        /// The factor given.
        factor: i64,
    },
    /// A mode that is an axis of a view has one stride.
    OneStride {
        /// How many it has.
        strides: usize,
    },
    /// A view has as many axes as the layout has modes.
    Axes {
        /// The modes of the layout.
        modes: usize,
        /// The axes of the view.
        axes: usize,
    },
    /// What a layout is exported to has a form for it.
    Form {
        /// The target.
        target: &'static str,
        /// What it has no form for.
        what: &'static str,
    },
    /// Each coordinate of the whole is some device's.
    Coverage {
        /// The first that is nobody's, as an integral coordinate.
        coordinate: i64,
        /// The extent of the first mode of the whole.
        extent: i64,
    },
    /// The text is not in the notation.
    Syntax {
        /// The position of the offending character, in bytes.
        at: usize,
        /// What was expected there.
        expected: &'static str,
    },
}
