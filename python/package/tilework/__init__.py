"""Exact layouts ``shape:stride``, as CuTe has them: values, operations, pictures and checks.

A layout is a function from the coordinates of its shape to offsets:

>>> from tilework import Layout, composition
>>> rows = Layout((4, 8), (8, 1))
>>> rows(1, 2)
10
>>> composition(rows, "(2,2):(1,2)")
Layout('(2,2):(8,16)')

All operations of the calculator are functions here, and methods of their first operand. An operand may be a value of
this package, an integer, a tuple, a list, a layout of PyCuTe or CuTe DSL, or text in CuTe's notation. An operation
without a result raises a `TileworkError`, which names the rule, the mode and the numbers.
"""

from . import _tilework
from ._tilework import (
    OPERATIONS,
    Batch,
    Encoding,
    Layout,
    LinearLayout,
    Machine,
    Morphism,
    Operation,
    Profile,
    Strides,
    Swizzle,
    Tiler,
    Value,
    export,
    notes,
)
from .errors import (
    CodomainError,
    DivisibilityError,
    KindError,
    LimitError,
    NoLayoutError,
    NotationError,
    Note,
    OverlapError,
    ProfileError,
    RangeError,
    TileworkError,
)

__version__ = "0.1.0"

# The modules that are read when they are first used.
_LAZY = {
    "Explanation": "explanation",
    "Picture": "pictures",
    "ThreadValue": "thread_value",
    "assert_same_function": "testing",
    "explain": "explanation",
    "find": "explanation",
    "from_placements": "mesh",
    "from_triton": "triton",
    "inverse_table": "arrays",
    "show": "pictures",
    "to_array": "arrays",
    "to_placements": "mesh",
    "to_triton": "triton",
}
_MODULES = {"arrays", "mesh", "pictures", "pycute", "testing", "triton"}

_NAMES = [
    *("Batch", "Encoding", "Layout", "LinearLayout", "Machine", "Morphism", "Note", "Operation", "Profile", "Strides"),
    *("Swizzle", "Tiler", "Value"),
    *("CodomainError", "DivisibilityError", "KindError", "LimitError", "NoLayoutError", "NotationError"),
    *("OverlapError", "ProfileError", "RangeError", "TileworkError", "OPERATIONS", "evaluate", "export", "notes"),
]
# What stands for something else in Python stays out of `from tilework import *`.
__all__ = sorted(_NAMES + [*_LAZY] + [name for name in OPERATIONS if name not in ("filter", "slice", "zip")])


def evaluate(text, /, **names):
    """The value of an expression of the calculator, in which `names` stand for values.

    >>> evaluate("A o 4:2", A=Layout((4, 8), (8, 1)))
    Layout('(2,2):(16,1)')

    A name without a value is a symbol, and statements say what is known of it:

    >>> tiles = evaluate("N % 8 = 0; zipped_divide((16,N):(1,16), <16,8>)")
    >>> tiles
    Layout('N % 8 = 0; N >= 8; ((16,8),(1,N/8)):((1,16),(0,128))')
    >>> tiles.at(N=32)
    Layout('((16,8),(1,4)):((1,16),(0,128))')
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of an expression is wanted, not {type(text).__name__}; `Value(x)` takes objects")
    return _tilework.evaluate(text, names or None)


def offsets(L):
    """All offsets of a layout in the order of its coordinates, as a NumPy array.

    >>> offsets("(2,3):(3,1)")
    array([0, 3, 1, 4, 2, 5])
    """
    from .arrays import offsets as listed

    return listed(L)


def __getattr__(name):
    from importlib import import_module

    if name in _LAZY:
        return getattr(import_module(f".{_LAZY[name]}", __name__), name)
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    message = f"module {__name__!r} has no attribute {name!r}"
    if not name.startswith("_"):
        from difflib import get_close_matches

        close = get_close_matches(name, __all__, 1, 0.8)
        message += f"; did you mean `{close[0]}`?" if close else ""
    raise AttributeError(message)


def __dir__():
    return sorted({*globals(), *_LAZY, *_MODULES})


def _attach():
    """Makes operations methods of the kinds of values that their first parameter takes."""
    from . import methods

    kinds = {Layout: "XLAFSB", Swizzle: "F", Profile: "XP", Morphism: "f", LinearLayout: "E", Encoding: "E"}
    for kind, letters in kinds.items():
        for name, operation in OPERATIONS.items():
            parameters = operation.parameters
            if parameters and parameters[0][0][:1] in letters and not hasattr(kind, name):
                setattr(kind, name, operation)
    for name in ("picture", "show", "save", "svg", "explain", "_repr_svg_", "_repr_html_"):
        setattr(Value, name, getattr(methods, name))
    for name in ("offsets", "to_array", "inverse_table", "__array__"):
        setattr(Layout, name, getattr(methods, name))


globals().update({name: operation for name, operation in OPERATIONS.items() if name != "offsets"})
_attach()
del _attach
