"""The exceptions: one class for each family of rules, all of them `TileworkError`.

>>> import tilework
>>> try:
...     tilework.logical_divide("10:1", "4:1")
... except tilework.DivisibilityError as error:
...     print(error.operation, error.rule, error.numbers, sep="; ")
logical_divide; evenness; {'size': 10, 'span': 4}
"""


class TileworkError(ValueError):
    """An operation has no result.

    `operation` and `rule` are names, `mode` is the mode of the operand that breaks the rule, `numbers` are those that
    break it, and `hint` says what to write in its place. `at` is the place in the text, if there was one. What does
    not apply is `None`.
    """

    def __init__(self, message, operation=None, rule=None, mode=None, numbers=None, hint=None, at=None):
        super().__init__(message)
        self.operation = operation
        self.rule = rule
        self.mode = mode
        self.numbers = numbers or {}
        self.hint = hint
        self.at = at

    def __reduce__(self):
        fields = (self.operation, self.rule, self.mode, self.numbers, self.hint, self.at)
        return type(self), (self.args[0], *fields)


class DivisibilityError(TileworkError):
    """Of two numbers, one must divide the other."""


class OverlapError(TileworkError):
    """Two coordinates have one offset, or modes carry into each other."""


class ProfileError(TileworkError):
    """Shapes, strides, coordinates or tilers do not fit together, or a mode does not exist."""


class RangeError(TileworkError, OverflowError):
    """A number lies outside of the range that it must have."""


class CodomainError(TileworkError):
    """The strides are not of the kind that the operation needs."""


class NoLayoutError(TileworkError):
    """No layout has the function, or a search finds none."""


class LimitError(TileworkError):
    """A limit of steps, length or memory ended the operation before it was decided."""


class NotationError(TileworkError):
    """The text is not in the notation."""


class KindError(TileworkError, TypeError):
    """A value of another kind is needed, or another number of arguments."""


_FAMILIES = {
    DivisibilityError: "StrideDivisibility ShapeDivisibility Divisibility Evenness Complementability Digits",
    OverlapError: "Segregation Overlap Injectivity Broadcast DisjointImages Compactness",
    ProfileError: "Congruence Profile CoordinateProfile TilerRank ModeRange ReversedRange Permutation Depth EqualExtents",
    RangeError: "Overflow Extent NaturalExtent NaturalStride CoordinateRange CoordinateOutside Length",
    CodomainError: "Codomain ScaledBasis PowerOfTwo PowerOfTwoUpTo Carries AddedOffset Swizzle OneFunction UnitStride",
    NoLayoutError: "LayoutFunction Space RowsApart FixedLayout Alignment WholeElements Coverage",
    LimitError: "Undecided UndecidedSize ListLength",
    NotationError: "Syntax",
}
_CLASSES = {variant: family for family, variants in _FAMILIES.items() for variant in variants.split()}
_KINDS = {"notation": NotationError, "kind": KindError, "limit": LimitError, "none": NoLayoutError}


class Note(UserWarning):
    """What the reader of a text dropped, converted or took as a symbol: `warnings.simplefilter("ignore", Note)`."""


def warn(notes):
    """Warns of notes at the line that called the package; the compiled module calls this."""
    import sys
    import warnings

    frame, level = sys._getframe(1), 2
    while frame is not None and frame.f_globals.get("__name__", "").startswith("tilework."):
        frame, level = frame.f_back, level + 1
    if frame is not None and frame.f_globals.get("__name__") == "tilework":
        level += 1
    for note in notes:
        warnings.warn(note, Note, stacklevel=level)


def exception(message, kind, variant, operation, rule, mode, numbers, hint, at):
    """The exception of a failure; the compiled module calls this."""
    family = _CLASSES.get(variant, TileworkError) if kind == "algebra" else _KINDS.get(kind, TileworkError)
    return family(message, operation, rule, mode, numbers, hint, at)
