//! The table of the rules that the types have too.

/// Calls the macro `$then` with the rules that both levels have.
///
/// A row of `said` is a rule that both levels say with the same words. It has the name, the rule of the values, the
/// numbers for `{X}` and `{Y}`, and the rules of the types with this name. Then it has the messages of the types. Each is
/// a macro for its operands, a rule, a trait and one literal, because `on_unimplemented` takes no `concat!`.
///
/// The words of a literal stand behind the name and the mode. They end before `; `, where the types advise, or before
/// `: {S}:{D}`, where the types name the operand again.
///
/// A row of `named` is a rule with other words at each level. It has the name, the rules of the values and those of the
/// types.
#[doc(hidden)]
#[macro_export]
macro_rules! table_of_rules {
    ($then:ident) => {
        $then! {
            said {
                "stride divisibility", StrideDivisibility { stride, extent } [stride, extent], types [StrideDivisibility] {
                    of_two StrideDivisibility StrideDivides:
                        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: stride divisibility, mode {J}: the remaining stride {X} and the extent {Y} do not divide each other";
                }
                "shape divisibility", ShapeDivisibility { extent, factor } [extent, factor], types [ShapeDivisibility] {
                    of_two ShapeDivisibility ShapeDivides:
                        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: shape divisibility, mode {J}: the remaining extent {X} is not a multiple of {Y}";
                }
                "segregation", Segregation { span, stride } [span, stride], types [Segregation] {
                    of_two Segregation Segregated:
                        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: segregation, mode {J}: the modes of the right side carry into each other: one spans {X}, past the stride {Y} of another";
                }
                "complementability", Complementability { stride, span } [stride, span], types [Complementability] {
                    of_two Complementability SpanDivides:
                        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: complementability, mode {J}: the stride {X} is not a multiple of the span {Y} before it";
                    of_one Complementability SpanOfOneDivides:
                        "inadmissible {Self} {S}:{D}: complementability, mode {J}: the stride {X} is not a multiple of the span {Y} before it";
                }
                "evenness", Evenness { size, span } [size, span], types [Evenness EvennessOfAll] {
                    of_two Evenness SpanDividesSize:
                        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: evenness, mode {J}: the size {X} is not a multiple of the span {Y}",
                        note "divides and complements by `.._ceil` pad, and `predicated_tiles` and `predicated_divide` of a tensor leave out what lies outside";
                    of_two EvennessOfAll SpanOfAllDivides:
                        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: evenness: the size {X} is not a multiple of the span {Y}",
                        note "one layout divides all modes together, a tiler `layout!(<8,8>)` each mode; divides and complements by `.._ceil` pad, and `predicated_tiles` and `predicated_divide` of a tensor leave out what lies outside";
                    to_shape Evenness TilesFill:
                        "inadmissible {AS}:{AD} {Self} {S}: evenness, mode {J}: the size {X} is not a multiple of the span {Y}";
                }
                "broadcast", Broadcast { extent } [extent, 0], types [Broadcast] {
                    of_two Broadcast NotBroadcast:
                        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: broadcast, mode {J}: a mode of stride {Y} and extent {X} has no complement";
                }
                "codomain", Codomain {} ["", ""], types [Codomain ComposedOfPoints OfPoints NoOrder NoElements] {
                    of_two Codomain OneCodomain:
                        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: codomain: the strides are not of one integer-semimodule";
                    of_one Codomain OneCodomainOfOne:
                        "inadmissible {Self} {S}:{D}: codomain: the strides are not of one integer-semimodule";
                }
                "mode range", ModeRange { mode, rank } [mode, rank], types [ModeRange] {
                    of_one_and_kinds ModeRange ModeThere:
                        "inadmissible {Self} {S}:{D}: mode range: there is no mode {X} among {Y}";
                }
                "mode range", ReversedRange { begin, end } [begin, end], types [ReversedRange] {
                    of_one ReversedRange RangeForward:
                        "inadmissible {Self} {S}:{D}: mode range: the range of modes begins at {X}, behind its end {Y}";
                }
                "overlap", Overlap { stride, span } [stride, span], types [Overlap] {
                    of_one_and_kinds Overlap NotOverlapping:
                        "inadmissible {Self} {S}:{D}: overlap, mode {J}: the stride {X} is below the span {Y} of the modes before it; the value level, `tilework::algebra`, has the answer";
                }
                "divisibility", Divisibility { left, right } [left, right], types [EitherDivides Divisibility] {
                    of_one_and_kinds EitherDivides OneDivides:
                        "inadmissible {Self} {S}:{D}: divisibility, mode {J}: {X} and {Y} do not divide each other";
                }
                "compactness", Compactness {} ["size", ""], types [Compactness] {
                    of_one Compactness OffsetsEachOnce:
                        "inadmissible {Self} {S}:{D}: compactness: the offsets are not 0..{X}, each once";
                }
                "alignment", Alignment { together, wanted } [together, wanted], types [Alignment Misaligned Torn Added] {
                    of_one Alignment StayTogether:
                        "inadmissible {Self} {S}:{D}: alignment: {X} offsets stay together, not {Y}";
                    of_one Misaligned AllAligned:
                        "inadmissible {Self} {S}:{D}: alignment, mode {J}: {X} offsets stay together, not {Y}";
                    of_swizzle Alignment StayTogetherUnder:
                        "inadmissible {Self} {F}: alignment: {X} offsets stay together, not {Y}";
                }
                "whole elements", WholeElements { together, bits } [together, bits], types [WholeElements] {
                    of_one WholeElements ElementsWhole:
                        "inadmissible {Self} {S}:{D}: whole elements: the instruction keeps {X} bits together, and tears elements of {Y}: those of a divisor of {X} stay whole";
                }
                "power of 2", PowerOfTwo { extent } [extent, ""], types [FactorPowerOfTwo Shift] {
                    of_swizzle FactorPowerOfTwo FactorOfSwizzleIsPower:
                        "inadmissible {Self} {F}: power of 2: the extent {X} is not a power of 2, as bits of coordinates are taken";
                }
                "overflow", Overflow {} ["", ""], types [Overflow] {
                    of_one Overflow ResultFits:
                        "inadmissible operands of {Self}: overflow: the exact result does not fit the integers used: {S}:{D} has a size or cosize of 2^63 or more";
                }
                "tiler rank", TilerRank { tiler, layout } [tiler, layout], types [TilerRank] {
                    of_tiler TilerRank TilerFits:
                        "inadmissible operands of {Self}: tiler rank: the tiler has {X} modes, the layout {Y}";
                }
            }
            named {
                "positive extent", values [Extent], types [Extent];
                "coordinate range", values [CoordinateRange CoordinateOutside], types [CoordinateRange];
                "equal extents", values [EqualExtents], types [EqualExtents];
                "digits", values [Digits], types [Digits];
                "profile", values [Profile], types [Profile OrderProfile];
                "permutation", values [Permutation], types [Permutation];
            }
        }
    };
}
