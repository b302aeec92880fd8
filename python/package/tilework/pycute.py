"""PyCuTe's names and signatures on exact layouts: `from tilework.pycute import *` in place of `from pycute import *`.

A result has the function that PyCuTe documents, or there is a `TileworkError`. PyCuTe itself returns other functions for
some operands, and refuses others that have a result; `python/README.md` lists both. Shapes of results may be coarser or
finer than PyCuTe's, with the same function.
"""

from abc import ABC

from . import _tilework
from .errors import NoLayoutError

_OPERATIONS = _tilework.OPERATIONS
_Value = _tilework.Layout


class Integer(ABC):  # noqa: B024
    """The integers: `int`, and no `bool`."""

    @classmethod
    def __subclasshook__(cls, other):
        return issubclass(other, int) and other is not bool


def is_int(x):
    """Whether `x` is an integer."""
    return isinstance(x, Integer)


def is_tuple(x):
    """Whether `x` is a tuple."""
    return isinstance(x, tuple)


class LayoutBase:
    """What layouts and composed layouts have in common."""


def is_layout(x):
    """Whether `x` is a layout of any kind."""
    return isinstance(x, LayoutBase)


class Layout(LayoutBase):
    """A layout `shape:stride`; without a stride the first mode is the fastest.

    >>> Layout((4, 8), (8, 1))(1, 2)
    10
    >>> Layout((4, 8), (8, 1))(1, None)
    Layout((8,),(1,))
    """

    __slots__ = ("value",)

    def __init__(self, _shape, _stride=None):
        self.value = _Value(_shape, _stride)

    @property
    def shape(self):
        return self.value.shape

    @property
    def stride(self):
        return self.value.stride

    def __eq__(self, other):
        return isinstance(other, Layout) and self.value == other.value

    def __hash__(self):
        return hash(self.value)

    def __reduce__(self):
        return Layout, (self.shape, self.stride)

    def __len__(self):
        return len(self.value)

    def __call__(self, *args):
        """The offset at a coordinate, or the layout of what `None` leaves open."""
        coordinate = args[0] if len(args) == 1 else args
        if has_none(coordinate):
            return Layout(slice_(coordinate, self.shape), slice_(coordinate, self.stride))
        return self.value(*args)

    def __getitem__(self, i):
        return _of(self.value[i])

    def size(self):
        """The number of coordinates."""
        return _OPERATIONS["size"](self.value)

    def cosize(self):
        """1 + the largest offset."""
        return _OPERATIONS["cosize"](self.value)

    def __str__(self):
        return f"{self.shape}:{self.stride}"

    def __repr__(self):
        shape, stride = (str(part).replace(" ", "") for part in (self.shape, self.stride))
        return f"Layout({shape},{stride})"

    def _repr_svg_(self):
        return self.value._repr_svg_()


def _of(value):
    """The layout of a value of `tilework`."""
    layout = Layout.__new__(Layout)
    layout.value = value
    return layout


def _operand(operand):
    """The value of an operand: layouts, and tuples of them by mode."""
    if isinstance(operand, Layout):
        return operand.value
    if is_tuple(operand):
        return tuple(map(_operand, operand))
    return operand


def make_layout(*layouts):
    """The layout whose modes are these layouts, or those of one iterable."""
    if len(layouts) == 1 and not is_layout(layouts[0]):
        layouts = tuple(layouts[0])
    return _of(_OPERATIONS["concatenate"](*(layout.value for layout in layouts)))


def size(layout):
    """The number of coordinates of a layout or a shape."""
    return layout.size() if is_layout(layout) else product(layout)


def cosize(layout):
    """1 + the largest offset of a layout."""
    return layout.cosize()


def _by_mode(function, layout, profile):
    """The function of each mode that the profile has, and the other modes as they are."""
    modes = list(layout)
    if len(profile) > len(modes):
        raise ValueError(f"a profile of {len(profile)} modes for a layout of {len(modes)}")
    done = [function(mode, part) for mode, part in zip(modes, profile)]
    return make_layout(done + modes[len(done) :])


def coalesce(layout, profile=None):
    """The same function in the fewest modes, or so for each mode of a profile."""
    if is_tuple(profile):
        return _by_mode(coalesce, layout, profile)
    return _of(_OPERATIONS["coalesce"](layout.value))


def filter(layout, profile=None):
    """Coalesced, without modes of stride 0, or so for each mode of a profile."""
    if is_tuple(profile):
        return _by_mode(filter, layout, profile)
    return _of(_OPERATIONS["filter"](layout.value))


def composition(layoutA, layoutB):
    """`R(c) = A(B(c))`; by mode for a tuple of layouts, in which `None` keeps a mode."""
    if isinstance(layoutB, Layout):
        return _of(_OPERATIONS["composition"](layoutA.value, layoutB.value))
    if layoutB is None:
        return layoutA
    if is_int(layoutB):
        return composition(layoutA, Layout(layoutB))
    return _of(_OPERATIONS["composition"](layoutA.value, _operand(layoutB)))


def complement(layout, max_idx=1):
    """What the layout leaves out, up to at least `max_idx` and rounded up."""
    layout = Layout(layout) if is_int(layout) else layout
    return _of(_OPERATIONS["complement_ceil"](layout.value, max_idx))


def right_inverse(layout):
    """The longest `R` with `layout(R(i)) = i`."""
    if layout is None or is_int(layout):
        return None if layout is None else Layout(layout)
    return _of(_OPERATIONS["right_inverse"](layout.value))


def left_inverse(layout):
    """An `R` with `layout(R(layout(i))) = layout(i)`: `R(layout(i)) = i` of an injective layout."""
    if layout is None or is_int(layout):
        return None if layout is None else Layout(layout)
    inverse = _of(_OPERATIONS["left_inverse"](layout.value))
    # The last mode of a layout has no end, so that the first law holds of coordinates past the size too.
    outside = next((i for i in range(layout.size()) if inverse(layout(i)) >= layout.size()), None)
    if outside is not None:
        message = f"left_inverse: no layout is found that is {outside} at {layout(outside)}, where {layout} has it"
        raise NoLayoutError(message, "left_inverse")
    return inverse


def _divided(name, layoutA, layoutB):
    if is_int(layoutB):
        layoutB = Layout(layoutB)
    value = layoutA.value
    if isinstance(layoutB, Layout) and name.endswith("_ceil"):
        # What pads goes past the end, where PyCuTe's last mode is that of the coalesced layout.
        value = _OPERATIONS["coalesce"](value)
    return _of(_OPERATIONS[name](value, _operand(layoutB)))


def logical_divide(layoutA, layoutB):
    """`(tile, rest)`, padded where it does not come out even; by mode for a tuple."""
    return layoutA if layoutB is None else _divided("logical_divide_ceil", layoutA, layoutB)


def zipped_divide(layoutA, layoutB):
    """All tiles in mode 0, all rests in mode 1."""
    if layoutB is None:
        return make_layout(Layout(1, 0), layoutA)
    return _divided("zipped_divide_ceil", layoutA, layoutB)


def tiled_divide(layoutA, layoutB):
    """All tiles in mode 0, the rests behind it."""
    divided = zipped_divide(layoutA, layoutB)
    return make_layout([divided[0], *divided[1]])


def logical_product(layoutA, layoutB):
    """`(A, copies of A in the order of B)`; by mode for a tuple."""
    return layoutA if layoutB is None else _divided("logical_product", layoutA, layoutB)


def hier_unzip(splitter, layoutA, layoutB):
    """The first halves of what `splitter` makes of each mode as mode 0, the second halves as mode 1."""
    if layoutB is None:
        return make_layout(Layout(1, 0), layoutA)
    if not is_tuple(layoutB):
        return splitter(layoutA, layoutB)
    modes = list(layoutA)
    halves = [hier_unzip(splitter, mode, part) for mode, part in zip(modes, layoutB)]
    rest = [half[1] for half in halves] + modes[len(halves) :]
    return make_layout(make_layout(half[0] for half in halves), make_layout(rest))


def zipped_product(layoutA, layoutB):
    """All tiles in mode 0, all grids in mode 1."""
    return hier_unzip(logical_product, layoutA, layoutB)


def tiled_product(layoutA, layoutB):
    """All tiles in mode 0, the grids behind it."""
    multiplied = zipped_product(layoutA, layoutB)
    return make_layout([multiplied[0], *multiplied[1]])


def slice_and_offset(crd, layout):
    """The layout of what `None` leaves open in the coordinate, and the offset where it begins."""
    part = Layout(slice_(crd, layout.shape), slice_(crd, layout.stride))
    return part, crd2idx(crd, layout.shape, layout.stride)


class Swizzle:
    """XORs `bits` bits from `base` on with those `shift` places above."""

    def __init__(self, bits, base, shift):
        self.bits, self.base, self.shift = bits, base, shift
        self.value = _tilework.Swizzle(bits, base, shift)

    def __call__(self, offset):
        return self.value(offset)

    def size(self):
        """The number of offsets that the swizzle permutes."""
        return 1 << (self.bits + self.base + abs(self.shift))

    def cosize(self):
        """The same number."""
        return self.size()

    def __eq__(self, other):
        return isinstance(other, Swizzle) and self.value == other.value

    def __hash__(self):
        return hash(self.value)

    def __str__(self):
        return f"SW_{self.bits}_{self.base}_{self.shift}"

    def __repr__(self):
        return f"Swizzle({self.bits},{self.base},{self.shift})"


class ComposedLayout(LayoutBase):
    """The function `layoutB(offset + layoutA(c))`."""

    def __init__(self, layoutB, offset, layoutA):
        self.layoutB, self.offset, self.layoutA = layoutB, offset, layoutA

    def __eq__(self, other):
        parts = (self.layoutB, self.offset, self.layoutA)
        return isinstance(other, ComposedLayout) and parts == (other.layoutB, other.offset, other.layoutA)

    def __hash__(self):
        return hash((self.layoutB, self.offset, self.layoutA))

    def __len__(self):
        return len(self.layoutA)

    def __call__(self, *args):
        return self.layoutB(self.offset + self.layoutA(*args))

    def __getitem__(self, i):
        return ComposedLayout(self.layoutB, self.offset, self.layoutA[i])

    def size(self):
        """The number of coordinates."""
        return size(self.layoutA)

    def cosize(self):
        """The cosize of the outer function."""
        return cosize(self.layoutB)

    def __str__(self):
        return f"{self.layoutB} o {self.offset} o {self.layoutA}"

    def __repr__(self):
        return f"ComposedLayout({self.layoutB!r},{self.offset!r},{self.layoutA!r})"


def flatten(t):
    """The leaves of a tuple; an integer is a tuple of one."""
    if not is_tuple(t):
        return (t,)
    return tuple(leaf for part in t for leaf in flatten(part))


def signum(a):
    """-1, 0 or 1."""
    return (a > 0) - (a < 0)


def product(a):
    """The product of the leaves."""
    result = 1
    for leaf in flatten(a):
        result *= leaf
    return result


def inner_product(a, b):
    """The sum of the products of the leaves, in pairs."""
    return _leaves("inner_product", a, b, lambda x, y: sum(x[k] * y[k] for k in range(len(x))))


def _leaves(name, a, b, function):
    """The function of the leaves of two tuples of one profile."""
    if profile_of(a) != profile_of(b):
        raise ValueError(f"{name}: {a} and {b} do not have the same profile")
    return function(flatten(a), flatten(b))


def profile_of(a):
    """The tuple with `None` for its leaves."""
    return tuple(map(profile_of, a)) if is_tuple(a) else None


def tuple_max(a):
    """The largest leaf."""
    return max(flatten(a))


def elem_scale(a, b):
    """The leaves of `a` times those of `b`, or times the product of a tuple in their place."""
    if is_tuple(a):
        if not is_tuple(b) or len(a) != len(b):
            raise ValueError(f"elem_scale: {a} is not scaled by {b}")
        return tuple(map(elem_scale, a, b))
    return a * product(b)


def shape_div(a, b):
    """The shape `a` divided by `b`: the leaves from left to right take what divides them, and leave the rest."""
    if is_tuple(a) and is_tuple(b):
        if len(a) != len(b):
            raise ValueError(f"shape_div: {a} and {b} do not have the same rank")
        return tuple(map(shape_div, a, b))
    if is_tuple(a):
        parts = []
        for part in a:
            parts.append(shape_div(part, b))
            b = shape_div(b, product(part))
        return tuple(parts)
    b = product(b)
    if a % b and b % a:
        raise ValueError(f"shape_div: neither of {a} and {b} divides the other")
    return -(-a // b)


def prefix_product(a, init=1):
    """The products of the leaves before each one, times `init`."""
    if is_tuple(init):
        if not is_tuple(a) or len(a) != len(init):
            raise ValueError(f"prefix_product: {a} and {init} do not have the same rank")
        return tuple(map(prefix_product, a, init))
    if not is_tuple(a):
        return init
    parts = []
    for part in a:
        parts.append(prefix_product(part, init))
        init *= product(part)
    return tuple(parts)


def idx2crd(idx, shape, stride=None):
    """The coordinate of a shape at an index: `idx // stride % shape` at each leaf."""
    stride = prefix_product(shape) if stride is None else stride
    if not is_tuple(shape):
        if is_tuple(idx):
            raise ValueError(f"idx2crd: {idx} is no index of {shape}")
        return idx // stride % shape
    if is_tuple(idx) and len(idx) != len(shape):
        raise ValueError(f"idx2crd: {idx} does not have the rank of {shape}")
    parts = idx if is_tuple(idx) else (idx,) * len(shape)
    return tuple(map(idx2crd, parts, shape, stride))


def crd2idx(crd, shape, stride=None):
    """The offset of a coordinate, in which `None` counts as 0."""
    stride = prefix_product(shape) if stride is None else stride
    crd = 0 if crd is None else crd
    if not is_tuple(shape):
        if is_tuple(crd):
            raise ValueError(f"crd2idx: {crd} is no coordinate of {shape}")
        return crd * stride
    if not is_tuple(crd):
        parts = []
        for extent in shape[:-1]:
            parts.append(crd % product(extent))
            crd //= product(extent)
        crd = (*parts, crd)
    if len(crd) != len(shape):
        raise ValueError(f"crd2idx: {crd} does not have the rank of {shape}")
    return sum(map(crd2idx, crd, shape, stride))


def crd2crd(crd, dst_shape, src_shape=None):
    """The coordinate of `dst_shape` that stands for `crd` of `src_shape`."""
    if is_tuple(crd) and is_tuple(dst_shape):
        if len(crd) != len(dst_shape):
            raise ValueError(f"crd2crd: {crd} does not have the rank of {dst_shape}")
        return tuple(map(crd2crd, crd, dst_shape))
    if is_tuple(crd):
        if src_shape is None:
            raise ValueError(f"crd2crd: {crd} needs the shape that it is a coordinate of")
        return crd2idx(crd, src_shape)
    if is_tuple(dst_shape):
        return idx2crd(crd, dst_shape)
    if crd >= dst_shape:
        raise ValueError(f"crd2crd: {crd} does not lie in {dst_shape}")
    return crd


def slice_(crd, trg):
    """The parts of `trg` where the coordinate has `None`, as a tuple."""
    if crd is None:
        return (trg,)
    if not is_tuple(crd):
        return ()
    if not is_tuple(trg) or len(crd) != len(trg):
        raise ValueError(f"slice_: {crd} is no coordinate of {trg}")
    return tuple(part for c, t in zip(crd, trg) for part in slice_(c, t))


def has_none(a):
    """Whether `None` is a leaf."""
    return any(map(has_none, a)) if is_tuple(a) else a is None
