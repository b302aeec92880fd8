# Written by generate.py.
"""Exact layouts `shape:stride`, as CuTe has them."""

import builtins
import os
from collections.abc import Iterable, Iterator
from typing import Any, Literal, Union

import numpy

IntTuple = Union[int, tuple["IntTuple", ...]]
Coordinate = Union[int, None, tuple["Coordinate", ...]]
# What an operand may be: a value of this package, what Python has for it, text, or a layout of another package.
Operand = Any
By = Literal["thread", "value"]

__version__: str
OPERATIONS: dict[str, Operation]

class Operation:
    """An operation of the calculator: a function, and a method of its first operand."""

    @property
    def usage(self) -> str: ...
    @property
    def meaning(self) -> str: ...
    @property
    def section(self) -> str: ...
    @property
    def parameters(self) -> list[tuple[str, bool, bool, int | None]]: ...
    def __call__(self, *arguments: Operand, **named: Operand) -> Any: ...

class Batch:
    """Values on which an operation is carried out one by one, in one call."""

    def __init__(self, values: Iterable[Operand]) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, at: int) -> Any: ...
    @property
    def errors(self) -> dict[int, TileworkError]: ...
    def tolist(self) -> list[Any]: ...

class Value:
    """A value of the calculator that is no integer, tuple, list or truth value."""

    def __init__(self, value: Operand) -> None: ...
    @property
    def kind(self) -> str: ...
    @property
    def facts(self) -> str: ...
    def at(self, **symbols: int) -> Any: ...
    def __hash__(self) -> int: ...
    def __matmul__(self, other: Operand) -> Any: ...
    def __rmatmul__(self, other: Operand) -> Any: ...
    def __truediv__(self, other: Operand) -> Any: ...
    def __mul__(self, other: Operand) -> Any: ...
    def __call__(self, *coordinate: Coordinate) -> Any: ...
    def picture(self, *, by: By = ..., rows: int = ..., columns: int = ..., width: int = ...) -> Picture: ...
    def show(self, *, by: By = ..., rows: int = ..., columns: int = ..., width: int = ...) -> None: ...
    def save(self, path: str | os.PathLike[str], **options: Any) -> None: ...
    def svg(self, **options: Any) -> str: ...
    def explain(self, operation: str | Operation, *operands: Operand) -> Explanation: ...

class Swizzle(Value):
    """`Sw<B,M,S>`: XORs the bits `M..M+B` of an offset with those `S` places above."""

    def __init__(self, bits: Operand, base: int | None = None, shift: int | None = None) -> None: ...

class Tiler(Value):
    """A tiler by mode, `<4:1,8:2,_>`."""

class Profile(Value):
    """The nesting of a tuple, `(*,(*,*))`."""

class Strides(Value):
    """Strides that are not all integers, `(e0,6e1)` or `(f1,f5)`."""

class LinearLayout(Layout):
    """A linear layout of Triton: an element for each register, lane, warp and block, or for each offset."""

    def __init__(self, bases: Operand, shape: Iterable[int] | None = None) -> None: ...
    @property
    def bases(self) -> dict[str, list[list[int]]]: ...
    @property
    def tensor_shape(self) -> tuple[int, ...]: ...
    @property
    def is_shared(self) -> bool: ...
    def coordinate(self, **inputs: int) -> tuple[int, ...]: ...
    def to_layout(self) -> Layout: ...

class Encoding(Value):
    """A rule that gives a linear layout for each shape: `blocked(..)(64, 64)`."""

    def __init__(self, value: Operand) -> None: ...
    def __call__(self, *shape: Any) -> LinearLayout: ...

class Machine(Value):
    """A GPU, as public sources describe its memory."""

    def __init__(self, value: Operand) -> None: ...
    @staticmethod
    def all() -> list[Machine]: ...
    @property
    def gpus(self) -> str: ...
    @property
    def warp(self) -> int: ...
    @property
    def bank_width(self) -> int: ...
    @property
    def sources(self) -> str: ...

class Morphism(Value):
    """A morphism of tuples, `(2,8)--(1,0)-->(2,4)`."""

class Note(UserWarning):
    """What the reader of a text dropped, converted or took as a symbol."""

class TileworkError(ValueError):
    """An operation has no result."""

    operation: str | None
    rule: str | None
    mode: int | None
    numbers: dict[str, int]
    hint: str | None
    at: int | None

class CodomainError(TileworkError):
    """The strides are not of the kind that the operation needs."""

class DivisibilityError(TileworkError):
    """Of two numbers, one must divide the other."""

class KindError(TileworkError, TypeError):
    """A value of another kind is needed, or another number of arguments."""

class LimitError(TileworkError):
    """A limit of steps, length or memory ended the operation before it was decided."""

class NoLayoutError(TileworkError):
    """No layout has the function, or a search finds none."""

class NotationError(TileworkError):
    """The text is not in the notation."""

class OverlapError(TileworkError):
    """Two coordinates have one offset, or modes carry into each other."""

class ProfileError(TileworkError):
    """Shapes, strides, coordinates or tilers do not fit together, or a mode does not exist."""

class RangeError(TileworkError, OverflowError):
    """A number lies outside of the range that it must have."""

class Layout(Value):
    """A function from the coordinates of a shape to offsets, `shape:stride`."""

    def __init__(self, shape: Operand, stride: Operand = None) -> None: ...
    @staticmethod
    def of(tensor: Any) -> Layout: ...
    @property
    def shape(self) -> IntTuple: ...
    @property
    def stride(self) -> Any: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Layout]: ...
    def __getitem__(self, at: int | builtins.slice | tuple[int | builtins.slice, ...]) -> Layout: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray: ...
    def offsets(self) -> numpy.ndarray: ...
    def to_array(self) -> numpy.ndarray: ...
    def inverse_table(self) -> numpy.ndarray: ...
    def rank(self) -> int: ...
    def depth(self) -> int: ...
    def length(self) -> int: ...
    def profile(self) -> Profile: ...
    def mode(self, k: Operand) -> Layout: ...
    def equal(self, Y: Operand) -> bool: ...
    def size(self) -> int: ...
    def product(self) -> int: ...
    def inner_product(self, Y: Operand) -> Any: ...
    def congruent(self, S2: Operand) -> bool: ...
    def weakly_congruent(self, S2: Operand) -> bool: ...
    def compatible(self, S2: Operand) -> bool: ...
    def refines(self, S: Operand) -> bool: ...
    def shape_div(self, S2: Operand) -> Any: ...
    def ceil_div(self, S2: Operand) -> Any: ...
    def evenly_divides(self, S2: Operand) -> Layout: ...
    def prefix_product(self, N: Operand = None) -> Any: ...
    def compact_col_major(self) -> Any: ...
    def compact_row_major(self) -> Any: ...
    def compact_order(self, order: Operand) -> Any: ...
    def coord_map(self, S2: Operand, C: Operand) -> Any: ...
    def coordinates(self) -> Any: ...
    def cosize(self) -> int: ...
    def image(self) -> Any: ...
    def is_compact(self) -> bool: ...
    def is_injective(self) -> bool: ...
    def is_surjective(self) -> bool: ...
    def is_sorted(self) -> bool: ...
    def slice(self, C: Operand) -> Any: ...
    def dice(self, C: Operand) -> Any: ...
    def identity(self) -> Any: ...
    def make_identity_layout(self) -> Any: ...
    def make_ordered_layout(self, order: Operand) -> Any: ...
    def make_layout_like(self) -> Layout: ...
    def concatenate(self, *L: Operand) -> Any: ...
    def append(self, Y: Operand) -> Layout: ...
    def prepend(self, Y: Operand) -> Layout: ...
    def take(self, b: Operand, e: Operand) -> Layout: ...
    def select(self, modes: Operand) -> Layout: ...
    def permute(self, modes: Operand) -> Layout: ...
    def group(self, b: Operand, e: Operand) -> Layout: ...
    def zip(self, Y: Operand) -> Layout: ...
    def flatten(self) -> Layout: ...
    def unflatten(self, P: Operand) -> Layout: ...
    def relative_modes(self, P: Operand) -> Any: ...
    def relative_flatten(self, P: Operand) -> Any: ...
    def coalesce(self, P: Operand = None) -> Layout: ...
    def filter(self) -> Layout: ...
    def filter_zeros(self) -> Layout: ...
    def squeeze(self) -> Layout: ...
    def squeeze_zeros(self) -> Layout: ...
    def sort(self) -> Layout: ...
    def upcast(self, n: Operand) -> Layout: ...
    def downcast(self, n: Operand) -> Layout: ...
    def recast(self, old: Operand, new: Operand) -> Layout: ...
    def partition(self, S: Operand, B: Operand) -> Any: ...
    def locate(self, B: Operand) -> Any: ...
    def bank_conflicts(self, bytes: Operand, vector: Operand = 1, banks: Operand = 32, width: Operand = 4, lanes: Operand = 0, machine: Operand = 0, store: Operand = 0) -> int: ...
    def same_function(self, B: Operand) -> bool: ...
    def first_difference(self, B: Operand) -> Any: ...
    def owners(self, offset: Operand) -> Any: ...
    def layout_add(self, B: Operand) -> Layout: ...
    def greatest_common_domain(self, B: Operand) -> Layout: ...
    def coalescing(self, bytes: Operand, vector: Operand = 1, machine: Operand = 0) -> Any: ...
    def to_linear_layout(self, S: Operand, lanes: Operand = 32, warps: Operand = 0) -> LinearLayout: ...
    def to_shared_linear_layout(self) -> LinearLayout: ...
    def vectors(self, bytes: Operand) -> Any: ...
    def ldmatrix(self, n: Operand) -> Any: ...
    def ldmatrix_trans(self, n: Operand) -> Any: ...
    def stmatrix(self, n: Operand) -> Any: ...
    def stmatrix_trans(self, n: Operand) -> Any: ...
    def shared(self, bytes: Operand, *B: Operand) -> Any: ...
    def copy_plan(self, B: Operand, threads: Operand, bytes: Operand) -> Any: ...
    def copy_plan_tile(self, B: Operand, threads: Operand, bytes: Operand) -> Any: ...
    def copy_plan_from(self, B: Operand, threads: Operand, bytes: Operand) -> Any: ...
    def copy_plan_to(self, B: Operand, threads: Operand, bytes: Operand) -> Any: ...
    def copy_plan_read(self, B: Operand, threads: Operand, bytes: Operand) -> Any: ...
    def copy_plan_write(self, B: Operand, threads: Operand, bytes: Operand) -> Any: ...
    def copy_plan_shared(self, B: Operand, threads: Operand, bytes: Operand) -> Any: ...
    def copy_loops(self, B: Operand, bytes: Operand, cache: Operand = None) -> Any: ...
    def redistribute(self, B: Operand, S: Operand = None, bytes: Operand = None) -> Any: ...
    def composition(self, T: Operand) -> Layout: ...
    def composed(self, n: Operand, B: Operand) -> Any: ...
    def to_xor(self) -> Layout: ...
    def to_integers(self) -> Layout: ...
    def to_swizzle(self) -> Swizzle: ...
    def alignment(self) -> int: ...
    def admissible(self, T: Operand) -> bool: ...
    def image_in_range(self, B: Operand) -> bool: ...
    def complement(self, N: Operand) -> Layout: ...
    def complement_ceil(self, N: Operand) -> Layout: ...
    def complement_ext(self) -> Layout: ...
    def right_inverse(self) -> Layout: ...
    def left_inverse(self) -> Layout: ...
    def nullspace(self) -> Layout: ...
    def max_common_layout(self, B: Operand) -> Any: ...
    def max_common_vector(self, B: Operand) -> int: ...
    def domain_distribute(self, n: Operand) -> Any: ...
    def logical_divide(self, T: Operand) -> Layout: ...
    def zipped_divide(self, T: Operand) -> Layout: ...
    def tiled_divide(self, T: Operand) -> Layout: ...
    def flat_divide(self, T: Operand) -> Layout: ...
    def logical_divide_ceil(self, T: Operand) -> Layout: ...
    def zipped_divide_ceil(self, T: Operand) -> Layout: ...
    def tiled_divide_ceil(self, T: Operand) -> Layout: ...
    def flat_divide_ceil(self, T: Operand) -> Layout: ...
    def logical_product(self, T: Operand) -> Layout: ...
    def zipped_product(self, T: Operand) -> Layout: ...
    def tiled_product(self, T: Operand) -> Layout: ...
    def flat_product(self, T: Operand) -> Layout: ...
    def blocked_product(self, B: Operand) -> Layout: ...
    def raked_product(self, B: Operand) -> Layout: ...
    def tile_to_shape(self, S: Operand, order: Operand = None) -> Layout: ...
    def left_divide(self, d: Operand) -> Layout: ...
    def left_divisible(self, d: Operand) -> Any: ...
    def weakly_left_divisible(self, d: Operand) -> Any: ...
    def morphism_of(self) -> Any: ...
    def compute_morphism(self) -> Any: ...
    def is_tractable(self) -> bool: ...
    def mutual_refinement(self, S2: Operand) -> Any: ...
    def relative_flattening(self, P: Operand) -> Any: ...
    def compose_tractable_layouts(self, B: Operand) -> Any: ...

class Picture:
    """The picture of an expression."""

    def __init__(
        self,
        expression: Operand,
        *,
        by: By = "thread",
        rows: int = 64,
        columns: int = 64,
        width: int = 400,
        **names: Operand,
    ) -> None: ...
    def svg(self) -> str: ...
    def tikz(self) -> str: ...
    def html(self) -> str: ...
    def text(self, color: bool = False) -> str: ...
    def png(self) -> bytes: ...
    def show(self) -> None: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...

class Step(tuple[str, tuple[Any, ...]]):
    """A line of an explanation, with the steps under it."""

    @property
    def text(self) -> str: ...
    @property
    def steps(self) -> tuple[Step, ...]: ...

class Explanation:
    """How an expression comes to its value."""

    expression: str
    steps: tuple[Step, ...]
    result: Any
    error: TileworkError | None
    def picture(self, *, by: By = ..., rows: int = ..., columns: int = ..., width: int = ...) -> Picture: ...

class ThreadValue:
    """A layout of threads and values into the integral coordinates of a tile."""

    layout: Layout
    tile: IntTuple
    def __init__(self, layout: Operand, tile: IntTuple) -> None: ...
    @property
    def threads(self) -> int: ...
    @property
    def values(self) -> int: ...
    def owners(self) -> dict[IntTuple, tuple[int, int]]: ...
    def of(self, data: Operand) -> Layout: ...
    def picture(self, **options: Any) -> Picture: ...

def evaluate(text: str, /, **names: Operand) -> Any: ...
def notes(text: str) -> list[str]: ...
def export(form: Literal["cute", "type", "dsl", "pycute", "c", "rust", "triton", "gluon"], layout: Operand) -> str: ...
def explain(expression: str | Operation, *operands: Operand, **names: Operand) -> Explanation: ...
def find(expression: str | Operation, *operands: Operand, **names: Operand) -> Explanation: ...
def show(expression: Operand, **options: Any) -> None: ...
def assert_same_function(a: Operand, b: Operand) -> None: ...
def to_array(L: Operand) -> numpy.ndarray: ...
def from_placements(mesh: Any, placements: Iterable[Any], shape: Iterable[int]) -> Layout: ...
def to_placements(layout: Operand, mesh: Any, shape: Iterable[int]) -> tuple[int | None, ...]: ...
def from_triton(layout: Operand, shape: Iterable[int] | None = None) -> LinearLayout: ...
def to_triton(layout: Operand, shape: Iterable[int] | None = None, lanes: int = 32) -> dict[str, list[list[int]]]: ...
def inverse_table(L: Operand) -> numpy.ndarray: ...

def rank(X: Operand) -> int:
    """rank(X): the number of modes.

    >>> rank("((2,3),4)")
    2
    """

def depth(X: Operand) -> int:
    """depth(X): how deep the modes are nested.

    >>> depth("((2,3),4)")
    2
    """

def length(X: Operand) -> int:
    """length(X): the number of leaves.

    >>> length("((2,3),4)")
    3
    """

def profile(X: Operand) -> Profile:
    """profile(X): the nesting, with * for the leaves.

    >>> profile((2, (3, 4)))
    Profile('(*,(*,*))')
    """

def mode(X: Operand, k: Operand) -> Any:
    """mode(X, k): mode k, counted from 0.

        mode(X, k) = X_k

    >>> mode("(8,(4,2)):(1,(16,8))", 1)
    Layout('(4,2):(16,8)')
    """

def equal(X: Operand, Y: Operand) -> bool:
    """equal(X, Y): whether X and Y are the same value, as X == Y; next to a layout a tuple is one.

    >>> equal("(4,8)", "(4,8):(1,4)")
    True
    """

def size(X: Operand) -> int:
    """size(X): the number of coordinates, the product of the extents.

        size(S) = s_0 s_1 ..

    >>> size("(4,8):(8,1)")
    32
    """

def product(S: Operand) -> int:
    """product(S): the product of the integers.

        s_0 s_1 ..

    >>> product((2, (3, 4)))
    24
    """

def inner_product(X: Operand, Y: Operand) -> Any:
    """inner_product(X, Y): the sum of the products of the integers, in pairs.

        x_0 y_0 + x_1 y_1 + ..

    >>> inner_product((1, 2), (8, 1))
    10
    """

def congruent(S: Operand, S2: Operand) -> bool:
    """congruent(S, S'): whether S and S' have the same profile.

    >>> congruent((4, (2, 4)), (7, (3, 2)))
    True
    """

def weakly_congruent(S: Operand, S2: Operand) -> bool:
    """weakly_congruent(S, S'): whether S' has the profile of S with tuples for leaves.

    >>> weakly_congruent((4, 8), (7, (3, 2)))
    True
    """

def compatible(S: Operand, S2: Operand) -> bool:
    """compatible(S, S'): whether coordinates of S are coordinates of S', the finer one.

    >>> compatible((4, 6), (4, (2, 3)))
    True
    """

def refines(S2: Operand, S: Operand) -> bool:
    """refines(S', S): whether S' is S with tuples of the same size for leaves.

    >>> refines((4, (2, 3)), (4, 6))
    True
    """

def shape_div(S: Operand, S2: Operand) -> Any:
    """shape_div(S, S'): S divided by S', where of two extents one must divide the other.

    >>> shape_div((12, 3), 6)
    (2, 3)
    """

def ceil_div(S: Operand, S2: Operand) -> Any:
    """ceil_div(S, S'): S divided by S', rounded up.

        ceil(s / s') for each leaf

    >>> ceil_div((10, 7), (4, 4))
    (3, 2)
    """

def evenly_divides(S: Operand, S2: Operand) -> Any:
    """evenly_divides(S, S'): whether S divides S' without remainder.

    >>> evenly_divides((2, 4), (8, 8))
    False
    """

def prefix_product(S: Operand, N: Operand = None) -> Any:
    """prefix_product(S, [N]): the products of the leaves before each one, times N or 1.

        d_k = N s_0 .. s_{k-1}

    >>> prefix_product((8, 4), 3)
    (3, 24)
    """

def compact_col_major(S: Operand) -> Any:
    """compact_col_major(S): the stride of the compact layout, first leaf fastest.

        d_k = s_0 .. s_{k-1}

    >>> compact_col_major((4, 8))
    (1, 4)
    """

def compact_row_major(S: Operand) -> Any:
    """compact_row_major(S): the stride of the compact layout, last leaf fastest.

        d_k = s_{k+1} .. s_{n-1}

    >>> compact_row_major((4, 8))
    (8, 1)
    """

def compact_order(S: Operand, order: Operand) -> Any:
    """compact_order(S, order): the compact stride, leaves with smaller numbers faster.

    >>> compact_order((2, 3, 5), (2, 0, 1))
    (15, 1, 3)
    """

def crd2idx(C: Operand, L: Operand) -> Any:
    """crd2idx(C, L): the offset of L at a coordinate, as L(C).

        L(c) = c_0 d_0 + c_1 d_1 + ..

    >>> crd2idx((1, 2), "(4,8):(8,1)")
    10
    """

def idx2crd(i: Operand, S: Operand) -> Any:
    """idx2crd(i, S): the natural coordinate of S at the integral one.

        c_k = floor(i / (s_0 .. s_{k-1})) mod s_k

    >>> idx2crd(9, (4, 8))
    (1, 2)
    """

def coord_map(S: Operand, S2: Operand, C: Operand) -> Any:
    """coord_map(S, S', C): the coordinate of S' that stands for C of S.

    >>> coord_map((4, 8), (4, (2, 4)), (1, 5))
    (1, (1, 2))
    """

def coordinates(S: Operand) -> Any:
    """coordinates(S): the natural coordinates, in order.

    >>> coordinates((2, 3))
    [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]
    """

def colexicographic(C: Operand, C2: Operand) -> int:
    """colexicographic(C, C'): -1, 0 or 1: whether C comes before C', is it or comes after it.

    >>> colexicographic((3, 0), (0, 1))
    -1
    """

def shape(L: Operand) -> Any:
    """shape(L): the shape.

    >>> shape("(4,8):(1,4)")
    (4, 8)
    """

def stride(L: Operand) -> Any:
    """stride(L): the stride.

    >>> stride("(4,8):(1,4)")
    (1, 4)
    """

def cosize(L: Operand) -> int:
    """cosize(L): 1 + the largest offset; less the smallest where that is negative.

        1 + max L(c)

    >>> cosize("(4,8):(16,1)")
    56
    """

def offsets(L: Operand) -> numpy.ndarray:
    """offsets(L): all offsets, in the order of the coordinates.

        [L(0), L(1), ..]
    """

def image(L: Operand) -> Any:
    """image(L): the set of offsets, in increasing order.

        { L(c) }

    >>> image("(2,3):(2,1)")
    [0, 1, 2, 3, 4]
    """

def is_compact(L: Operand) -> bool:
    """is_compact(L): whether L is a bijection onto 0..size(L).

        { L(c) } = 0..size(L), each once

    >>> is_compact("(4,8):(8,1)")
    True
    """

def is_injective(L: Operand) -> bool:
    """is_injective(L): whether no two coordinates have the same offset.

        L(c) = L(c') only for c = c'

    >>> is_injective("(4,4):(3,4)")
    True
    """

def is_surjective(L: Operand) -> bool:
    """is_surjective(L): whether the offsets have no gaps.

    >>> is_surjective("(2,2):(1,3)")
    False
    """

def is_sorted(L: Operand) -> bool:
    """is_sorted(L): whether the modes are in the order of their strides.

        d_0 <= d_1 <= ..

    >>> is_sorted("(4,8):(8,1)")
    False
    """

def slice(L: Operand, C: Operand) -> Any:
    """slice(L, C): [layout, offset]: what `_` leaves open, and L at C.

        L(c) = r(open part of c) + offset

    >>> slice("(3,2):(4,1)", (1, None))
    [Layout('2:1'), 4]
    """

def dice(L: Operand, C: Operand) -> Any:
    """dice(L, C): [layout, offset]: what C gives, and L at C.

    >>> dice("(3,2):(4,1)", (1, None))
    [Layout('3:4'), 4]
    """

def identity(S: Operand) -> Any:
    """identity(S): the compact column-major layout.

        r(i) = i

    >>> identity((3, 2))
    Layout('(3,2):(1,3)')
    """

def make_identity_layout(S: Operand) -> Any:
    """make_identity_layout(S): the identity on the coordinates of S, as (4,8):(e0,e1).

        r(c) = c

    >>> make_identity_layout((4, 8))
    Layout('(4,8):(e0,e1)')
    """

def make_ordered_layout(S: Operand, order: Operand) -> Any:
    """make_ordered_layout(S, order): the compact layout, leaves with smaller numbers faster.

    >>> make_ordered_layout((2, 3, 5), (2, 0, 1))
    Layout('(2,3,5):(15,1,3)')
    """

def make_layout_like(L: Operand) -> Any:
    """make_layout_like(L): the compact layout with strides in the order of those of L.

    >>> make_layout_like("(2,3):(30,10)")
    Layout('(2,3):(3,1)')
    """

def function_to_xor(values: Operand) -> Any:
    """function_to_xor(values): the layout with XOR strides whose offsets are [v, v', ...].

        r(i) = values[i]

    >>> function_to_xor([0, 1, 3, 2])
    Layout('(2,2):(f1,f3)')
    """

def function_to_layout(values: Operand) -> Any:
    """function_to_layout(values): the layout whose offsets are [v, v', ...].

        r(i) = values[i]

    >>> function_to_layout([0, 4, 1, 5])
    Layout('(2,2):(4,1)')
    """

def concatenate(*L: Operand) -> Any:
    """concatenate(L...): the layout (L, L', ...).

        r(x, y, ..) = L(x) + L'(y) + ..

    >>> concatenate("3:4", "(2,5):(2,1)")
    Layout('(3,(2,5)):(4,(2,1))')
    """

def append(X: Operand, Y: Operand) -> Any:
    """append(X, Y): X with Y as its last mode.

    >>> append("(2,3):(1,2)", "5:6")
    Layout('(2,3,5):(1,2,6)')
    """

def prepend(X: Operand, Y: Operand) -> Any:
    """prepend(X, Y): X with Y as its first mode.

    >>> prepend("(2,3):(1,2)", "5:6")
    Layout('(5,2,3):(6,1,2)')
    """

def take(X: Operand, b: Operand, e: Operand) -> Any:
    """take(X, b, e): the modes b, ..., e - 1.

    >>> take("(2,3,5,7):(1,2,6,30)", 1, 3)
    Layout('(3,5):(2,6)')
    """

def select(X: Operand, modes: Operand) -> Any:
    """select(X, modes): the modes [k, k', ...].

    >>> select("(2,3,5):(1,2,6)", [2, 0])
    Layout('(5,2):(6,1)')
    """

def permute(X: Operand, modes: Operand) -> Any:
    """permute(X, modes): the modes in the order [k, k', ...].

    >>> permute("(2,3,5):(1,2,6)", [1, 2, 0])
    Layout('(3,5,2):(2,6,1)')
    """

def group(X: Operand, b: Operand, e: Operand) -> Any:
    """group(X, b, e): X with the modes b, ..., e - 1 as one.

    >>> group("(2,3,5,7):(1,2,6,30)", 1, 3)
    Layout('(2,(3,5),7):(1,(2,6),30)')
    """

def zip(X: Operand, Y: Operand) -> Any:
    """zip(X, Y): the modes in pairs, ((x, y), (x', y'), ...).

    >>> zip("(3,4):(4,1)", "(2,5):(12,24)")
    Layout('((3,2),(4,5)):((4,12),(1,24))')
    """

def flatten(X: Operand) -> Any:
    """flatten(X): the leaves as the modes.

    >>> flatten("((2,3),4):((1,2),6)")
    Layout('(2,3,4):(1,2,6)')
    """

def unflatten(X: Operand, P: Operand) -> Any:
    """unflatten(X, P): the leaves in the profile P.

    >>> unflatten("(2,3,5):(1,2,6)", "(*,(*,*))")
    Layout('(2,(3,5)):(1,(2,6))')
    """

def relative_modes(X: Operand, P: Operand) -> Any:
    """relative_modes(X, P): what stands in the places of the leaves of P, as a list.

    >>> relative_modes((2, (3, 5)), "(*,*)")
    [2, (3, 5)]
    """

def relative_flatten(X: Operand, P: Operand) -> Any:
    """relative_flatten(X, P): what stands in the places of the leaves of P, as the modes.

    >>> relative_flatten((2, (3, (5, 7))), "(*,(*,*))")
    (2, 3, (5, 7))
    """

def substitute(P: Operand, parts: Operand) -> Any:
    """substitute(P, parts): P with the parts [X, X', ...] in place of its leaves.

    >>> substitute("(*,*)", ["8:1", "(2,2):(1,2)"])
    Layout('(8,(2,2)):(1,(1,2))')
    """

def coalesce(L: Operand, P: Operand = None) -> Any:
    """coalesce(L, [P]): the same function in the fewest modes, for each leaf of P.

        r(i) = L(i)

    >>> coalesce("(2,(4,3)):(1,(2,8))")
    Layout('24:1')
    """

def filter(L: Operand) -> Any:
    """filter(L): coalesced, without the modes of stride 0.

    >>> filter("(2,4,3):(1,0,2)")
    Layout('6:1')
    """

def filter_zeros(L: Operand) -> Any:
    """filter_zeros(L): extent 1 for the leaves of stride 0.

    >>> filter_zeros("(2,4,3):(1,0,2)")
    Layout('(2,1,3):(1,0,2)')
    """

def squeeze(L: Operand) -> Any:
    """squeeze(L): without the leaves of extent 1.

    >>> squeeze("(2,1,3):(1,7,2)")
    Layout('(2,3):(1,2)')
    """

def squeeze_zeros(L: Operand) -> Any:
    """squeeze_zeros(L): without the leaves of stride 0.

    >>> squeeze_zeros("(2,4,3):(1,0,2)")
    Layout('(2,3):(1,2)')
    """

def sort(L: Operand) -> Any:
    """sort(L): the leaves in the order of their strides.

    >>> sort("(2,3):(3,1)")
    Layout('(3,2):(1,3)')
    """

def upcast(F: Operand, n: Operand) -> Any:
    """upcast(F, n): the layout of elements n times as large.

    >>> upcast("(8,4):(1,8)", 4)
    Layout('(2,4):(1,2)')
    """

def downcast(F: Operand, n: Operand) -> Any:
    """downcast(F, n): the layout of elements n times as small.

    >>> downcast("(2,4):(1,2)", 4)
    Layout('(8,4):(1,8)')
    """

def recast(F: Operand, old: Operand, new: Operand) -> Any:
    """recast(F, old, new): the layout of elements of another width.

    >>> recast("(8,4):(1,8)", 8, 32)
    Layout('(2,4):(1,2)')
    """

def partition(L: Operand, S: Operand, B: Operand) -> Any:
    """partition(L, S, B): (threads, (values, tiles)): L in tiles S with thread-value layout B.

        r(t, (v, k)) = L(the place of value v of thread t in tile k)

    >>> partition("(4,6):(6,1)", (2, 3), "(3,2):(2,1)")
    Layout('(3,(2,(2,2))):(1,(6,(12,3)))')
    """

def locate(A: Operand, B: Operand) -> Any:
    """locate(A, B): where in A the offsets of B are.

        A(r(i)) = B(i)

    >>> locate("(8,8):(8,1)", "(2,4):(1,8)")
    Layout('(2,4):(8,1)')
    """

def bank_conflicts(L: Operand, bytes: Operand, vector: Operand = 1, banks: Operand = 32, width: Operand = 4, lanes: Operand = 0, machine: Operand = 0, store: Operand = 0) -> int:
    """bank_conflicts(L, bytes, [vector=1], [banks=32], [width=4], [lanes=0], [machine=0], [store=0]): conflicts of the threads of L; `lanes` access memory together, 0 for as many as the banks serve.

    >>> bank_conflicts("(32,1):(32,1)", 4)
    31
    """

def phases(machine: Operand, bytes: Operand, store: Operand = 0) -> Layout:
    """phases(machine, bytes, [store=0]): (place in a phase, phase) to the thread: who accesses shared memory together.

        phases(m, bytes)(place, phase) = thread

    >>> phases("cdna3", 16)
    Layout('((4,2),(4,2)):((f1,f20),(f4,f32))')
    """

def conflict_free_swizzle(bytes: Operand, vector: Operand, *L: Operand) -> Swizzle:
    """conflict_free_swizzle(bytes, vector, L...): the swizzle that leaves none of them conflicts.

    >>> conflict_free_swizzle(4, 1, "32:1", "32:32")
    Swizzle('Sw<5,0,5>')
    """

def same_function(A: Operand, B: Operand) -> bool:
    """same_function(A, B): whether A and B have the same size, and the same offsets in order.

        A(i) = B(i) for all i

    >>> same_function("(2,4):(1,2)", "8:1")
    True
    """

def first_difference(A: Operand, B: Operand) -> Any:
    """first_difference(A, B): [i, A(i), B(i)] at the first i at which they differ.

    >>> first_difference("(4,8):(1,4)", "(4,8):(8,1)")
    [1, 1, 8]
    """

def owners(L: Operand, offset: Operand) -> Any:
    """owners(L, offset): all coordinates whose offset it is, as a list.

        { c : L(c) = offset }

    >>> owners("(2,3):(1,1)", 1)
    [(1, 0), (0, 1)]
    """

def layout_add(A: Operand, B: Operand) -> Layout:
    """layout_add(A, B): the layout of A(i) + B(i), coalesced; XOR strides are added as bits.

        r(i) = A(i) + B(i)

    >>> layout_add("(4,8):(8,1)", "(4,8):(1,0)")
    Layout('(4,8):(9,1)')
    """

def greatest_common_domain(A: Operand, B: Operand) -> Layout:
    """greatest_common_domain(A, B): the largest layout of coordinates along which both shapes are linear.

    >>> greatest_common_domain("(4,8)", "(8,4)")
    Layout('(4,2,4):(1,4,8)')
    """

def coalescing(L: Operand, bytes: Operand, vector: Operand = 1, machine: Operand = 0) -> Any:
    """coalescing(L, bytes, [vector=1], [machine=0]): [sectors of 32 bytes, or of a machine, that the threads of L access, `vector` elements each; the fewest for as many bytes].

    >>> coalescing("32:2", 4)
    [8, 4]
    """

def linear_layout(register: Operand, lane: Operand, warp: Operand = 0, block: Operand = 0, shape: Operand = 0) -> LinearLayout:
    """linear_layout(register, lane, [warp=0], [block=0], [shape=0]): the linear layout with these bases, lists of coordinates such as [[0,1],[8,0]].

        f(i) = XOR of the bases at the bits of i

    >>> linear_layout([[0, 1]], [[0, 2], [1, 0]], shape=(2, 4))
    LinearLayout('linear_layout(register=[[0,1]], lane=[[0,2],[1,0]], warp=[], block=[], shape=(2,4))')
    """

def shared_linear_layout(offset: Operand, block: Operand = 0, shape: Operand = 0) -> LinearLayout:
    """shared_linear_layout(offset, [block=0], [shape=0]): the linear layout of a tensor in shared memory with these bases.

        f(i) = XOR of the bases at the bits of i

    >>> shared_linear_layout([[0, 1], [1, 1]])
    LinearLayout('shared_linear_layout(offset=[[0,1],[1,1]], block=[], shape=(2,2))')
    """

def to_linear_layout(L: Operand, S: Operand, lanes: Operand = 32, warps: Operand = 0) -> LinearLayout:
    """to_linear_layout(L, S, [lanes=32], [warps=0]): the linear layout of a layout of (threads, values) into a tensor of shape S; 0 warps are all.

    >>> to_linear_layout("((4,8),(2,2)):((32,1),(16,8))", (16, 8))
    LinearLayout('linear_layout(register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[], block=[], shape=(16,8))')
    """

def to_shared_linear_layout(L: Operand) -> LinearLayout:
    """to_shared_linear_layout(L): the linear layout of a layout of a tensor in shared memory, offsets to coordinates.

    >>> to_shared_linear_layout("(2,4):(4,1)")
    LinearLayout('shared_linear_layout(offset=[[0,1],[0,2],[1,0]], block=[], shape=(2,4))')
    """

def to_layout(E: Operand) -> Layout:
    """to_layout(E): the layout ((lane, warp, block), register) of integral coordinates, or offsets in shared memory.

    >>> to_layout("nvidia_mma(2, 0, [1,1], [16,8])(16,8)")
    Layout('((4,8),(2,2)):((32,1),(16,8))')
    """

def linear(register: Operand, lane: Operand, warp: Operand = 0, block: Operand = 0) -> Encoding:
    """linear(register, lane, [warp=0], [block=0]): the encoding with these bases, #ttg.linear.

    >>> linear([[0, 1]], [[1, 0]])
    Encoding('linear(register=[[0,1]], lane=[[1,0]], warp=[], block=[])')
    """

def shared_linear(offset: Operand, block: Operand = 0, alignment: Operand = 16) -> Encoding:
    """shared_linear(offset, [block=0], [alignment=16]): the encoding of shared memory with these bases, #ttg.shared_linear.

    >>> shared_linear([[0, 1], [1, 0]])(2, 2)
    LinearLayout('shared_linear_layout(offset=[[0,1],[1,0]], block=[], shape=(2,2))')
    """

def blocked(sizePerThread: Operand, threadsPerWarp: Operand, warpsPerCTA: Operand, order: Operand, CTAsPerCGA: Operand = 0, CTASplitNum: Operand = 0, CTAOrder: Operand = 0, CGALayout: Operand = 0) -> Encoding:
    """blocked(sizePerThread, threadsPerWarp, warpsPerCTA, order, [CTAsPerCGA=0], [CTASplitNum=0], [CTAOrder=0], [CGALayout=0]): the encoding #ttg.blocked.

    >>> blocked([1, 2], [2, 2], [1, 1], [1, 0])(4, 4)
    LinearLayout('linear_layout(register=[[0,1],[2,0]], lane=[[0,2],[1,0]], warp=[], block=[], shape=(4,4))')
    """

def nvidia_mma(versionMajor: Operand, versionMinor: Operand, warpsPerCTA: Operand, instrShape: Operand, CTAsPerCGA: Operand = 0, CTASplitNum: Operand = 0, CTAOrder: Operand = 0, CGALayout: Operand = 0) -> Encoding:
    """nvidia_mma(versionMajor, versionMinor, warpsPerCTA, instrShape, [CTAsPerCGA=0], [CTASplitNum=0], [CTAOrder=0], [CGALayout=0]): the encoding of accumulators of mma.sync (2) and wgmma (3), #ttg.nvidia_mma.

    >>> nvidia_mma(2, 0, [1, 1], [16, 8])(16, 8)
    LinearLayout('linear_layout(register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[], block=[], shape=(16,8))')
    """

def amd_mfma(version: Operand, warpsPerCTA: Operand, instrShape: Operand, isTransposed: Operand, elementBitWidth: Operand = 32, tilesPerWarp: Operand = 0, CTAsPerCGA: Operand = 0, CTASplitNum: Operand = 0, CTAOrder: Operand = 0, CGALayout: Operand = 0) -> Encoding:
    """amd_mfma(version, warpsPerCTA, instrShape, isTransposed, [elementBitWidth=32], [tilesPerWarp=0], [CTAsPerCGA=0], [CTASplitNum=0], [CTAOrder=0], [CGALayout=0]): the encoding of accumulators of mfma, #ttg.amd_mfma.

    >>> amd_mfma(3, [1, 1], [32, 32, 8], False)
    Encoding('amd_mfma(3, [1,1], [32,32,8], false, elementBitWidth=32)')
    """

def amd_wmma(version: Operand, isTranspose: Operand, warpsPerCTA: Operand, instrShape: Operand = 0, CTAsPerCGA: Operand = 0, CTASplitNum: Operand = 0, CTAOrder: Operand = 0, CGALayout: Operand = 0) -> Encoding:
    """amd_wmma(version, isTranspose, warpsPerCTA, [instrShape=0], [CTAsPerCGA=0], [CTASplitNum=0], [CTAOrder=0], [CGALayout=0]): the encoding of accumulators of wmma, #ttg.amd_wmma.

    >>> amd_wmma(1, False, [1, 1])
    Encoding('amd_wmma(1, false, [1,1], [16,16,16])')
    """

def dot_op(opIdx: Operand, parent: Operand, kWidth: Operand = 0) -> Encoding:
    """dot_op(opIdx, parent, [kWidth=0]): the encoding of operand 0 or 1 of a product, #ttg.dot_op.

    >>> dot_op(0, nvidia_mma(2, 0, [1, 1], [16, 8]), 2)(16, 16)
    LinearLayout('linear_layout(register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[], block=[], shape=(16,16))')
    """

def slice_encoding(dim: Operand, parent: Operand) -> Encoding:
    """slice_encoding(dim, parent): the encoding without this dimension, #ttg.slice.

    >>> slice_encoding(1, blocked([1, 4], [8, 4], [4, 1], [1, 0]))(32)
    LinearLayout('linear_layout(register=[], lane=[[0],[0],[1],[2],[4]], warp=[[8],[16]], block=[], shape=(32))')
    """

def swizzled_shared(vec: Operand, perPhase: Operand, maxPhase: Operand, order: Operand, CTAsPerCGA: Operand = 0, CTASplitNum: Operand = 0, CTAOrder: Operand = 0, CGALayout: Operand = 0) -> Encoding:
    """swizzled_shared(vec, perPhase, maxPhase, order, [CTAsPerCGA=0], [CTASplitNum=0], [CTAOrder=0], [CGALayout=0]): the encoding of swizzled rows, #ttg.swizzled_shared.

    >>> to_layout(swizzled_shared(8, 1, 8, [1, 0])(8, 64))
    Layout('(8,64):(f72,f1)')
    """

def nvmma_shared(swizzlingByteWidth: Operand, transposed: Operand, elementBitWidth: Operand, fp4Padded: Operand = 0, rank: Operand = 2, CTAsPerCGA: Operand = 0, CTASplitNum: Operand = 0, CTAOrder: Operand = 0, CGALayout: Operand = 0) -> Encoding:
    """nvmma_shared(swizzlingByteWidth, transposed, elementBitWidth, [fp4Padded=0], [rank=2], [CTAsPerCGA=0], [CTASplitNum=0], [CTAOrder=0], [CGALayout=0]): the encoding of operands of wgmma in shared memory, #ttg.nvmma_shared.

    >>> to_layout(nvmma_shared(128, False, 16)(8, 64))
    Layout('(8,64):(f72,f1)')
    """

def vectors(B: Operand, bytes: Operand) -> Any:
    """vectors(B, bytes): an access for shared: by vectors of at most so many bytes.

    >>> vectors("(8,8):(1,8)", 16)
    Value('vectors((8,8):(1,8), 16)')
    """

def ldmatrix(B: Operand, n: Operand) -> Any:
    """ldmatrix(B, n): an access for shared: ldmatrix of n matrices to registers B.

    >>> ldmatrix("((4,8),2):((16,1),8)", 1)
    Value('ldmatrix(((4,8),2):((16,1),8), 1)')
    """

def ldmatrix_trans(B: Operand, n: Operand) -> Any:
    """ldmatrix_trans(B, n): the same, transposed.

    >>> ldmatrix_trans("((4,8),2):((2,8),1)", 1)
    Value('ldmatrix_trans(((4,8),2):((2,8),1), 1)')
    """

def stmatrix(B: Operand, n: Operand) -> Any:
    """stmatrix(B, n): an access for shared: stmatrix of n matrices from registers B.

    >>> stmatrix("((4,8),2):((16,1),8)", 1)
    Value('stmatrix(((4,8),2):((16,1),8), 1)')
    """

def stmatrix_trans(B: Operand, n: Operand) -> Any:
    """stmatrix_trans(B, n): the same, transposed.

    >>> stmatrix_trans("((4,8),2):((2,8),1)", 1)
    Value('stmatrix_trans(((4,8),2):((2,8),1), 1)')
    """

def tma(k: Operand) -> Any:
    """tma(k): an access for shared: TMA, contiguous along mode k.

    >>> tma(0)
    Value('tma(0)')
    """

def wgmma(k: Operand) -> Any:
    """wgmma(k): an access for shared: an operand of wgmma, contiguous along mode k.

    >>> wgmma(0)
    Value('wgmma(0)')
    """

def shared(S: Operand, bytes: Operand, *B: Operand) -> Any:
    """shared(S, bytes, B...): the layout of a tile S in shared memory, for thread-value layouts B.

    >>> shared((8, 8), 16, "(8,8):(1,8)", "(8,8):(8,1)")
    Layout('(8,8):(f9,f1)')
    """

def copy_plan(A: Operand, B: Operand, threads: Operand, bytes: Operand) -> Any:
    """copy_plan(A, B, threads, bytes): how threads copy A to B: [tile, read, write, through shared memory].

    >>> copy_plan("(32,32):(1,32)", "(32,32):(32,1)", 32, 4)
    [(16, 32), Layout('((8,4),(4,4)):((64,4),(1,16))'), Layout('((8,4),(4,4)):((64,4),(16,1))')]
    """

def copy_plan_tile(A: Operand, B: Operand, threads: Operand, bytes: Operand) -> Any:
    """copy_plan_tile(A, B, threads, bytes): its tile, compact, of the loops that both have in common.

    >>> copy_plan_tile("1024:1", "1024:1", 64, 2)
    Layout('512:1')
    """

def copy_plan_from(A: Operand, B: Operand, threads: Operand, bytes: Operand) -> Any:
    """copy_plan_from(A, B, threads, bytes): A by these loops.

    >>> copy_plan_from("(4,8):(8,1)", "32:1", 8, 4)
    Layout('(4,8):(8,1)')
    """

def copy_plan_to(A: Operand, B: Operand, threads: Operand, bytes: Operand) -> Any:
    """copy_plan_to(A, B, threads, bytes): B by these loops.

    >>> copy_plan_to("(4,8):(8,1)", "32:1", 8, 4)
    Layout('(4,8):(1,4)')
    """

def copy_plan_read(A: Operand, B: Operand, threads: Operand, bytes: Operand) -> Any:
    """copy_plan_read(A, B, threads, bytes): its thread-value layout that reads.

    >>> copy_plan_read("1024:1", "1024:1", 64, 2)
    Layout('(64,8):(8,1)')
    """

def copy_plan_write(A: Operand, B: Operand, threads: Operand, bytes: Operand) -> Any:
    """copy_plan_write(A, B, threads, bytes): its thread-value layout that writes.

    >>> copy_plan_write("1024:1", "1024:1", 64, 2)
    Layout('(64,8):(8,1)')
    """

def copy_plan_shared(A: Operand, B: Operand, threads: Operand, bytes: Operand) -> Any:
    """copy_plan_shared(A, B, threads, bytes): its tile in shared memory.

    >>> copy_plan_shared("(32,32):(1,32)", "(32,32):(32,1)", 32, 1)
    Layout('(32,(2,2,4,2)):(f1,(f32,f192,f256,f64))')
    """

def copy_loops(A: Operand, B: Operand, bytes: Operand, cache: Operand = None) -> Any:
    """copy_loops(A, B, bytes, [cache]): how a processor copies A to B: [A, B, ((mode, end), ..)], innermost loop first.

    >>> copy_loops("(64,64):(1,64)", "(64,64):(64,1)", 4)
    [Layout('(64,64):(1,64)'), Layout('(64,64):(64,1)'), ((0, 64), (1, 64))]
    """

def redistribute(A: Operand, B: Operand, S: Operand = None, bytes: Operand = None) -> Any:
    """redistribute(A, B, [S], [bytes]): what devices send, of a whole S in (device, local) A to B: [from, to, elements].

    >>> redistribute("(2,4):(4e0,e0)", "(2,7):(0,e0)", 7)
    [[0, 1, 4], [1, 0, 3]]
    """

def composition(F: Operand, T: Operand) -> Any:
    """composition(F, T): F o T: r(c) = F(T(c)), by mode for a tiler of modes.

        r(c) = F(T(c))

    >>> composition("(6,2):(8,2)", "(4,3):(3,1)")
    Layout('((2,2),3):((24,2),8)')
    """

def composed(F: Operand, n: Operand, B: Operand) -> Any:
    """composed(F, n, B): the function F(n + B(c)), of a layout or swizzle F.

        r(c) = F(n + B(c))

    >>> composed("Sw<1,0,1>", 2, "2:1")
    Layout('Sw<1,0,1> o 2 o 2:1')
    """

def to_xor(L: Operand) -> Any:
    """to_xor(L): the layout with XOR strides that has the same offsets, on its size.

        r(i) = L(i)

    >>> to_xor("(4,8):(8,1)")
    Layout('(4,8):(f8,f1)')
    """

def to_integers(L: Operand) -> Any:
    """to_integers(L): the layout with integer strides that has the same offsets.

        r(i) = L(i)

    >>> to_integers("(4,8):(f8,f1)")
    Layout('(4,8):(8,1)')
    """

def to_swizzle(L: Operand) -> Swizzle:
    """to_swizzle(L): the swizzle with the function of L.

        r(i) = L(i)

    >>> to_swizzle("(8,4):(f1,f9)")
    Swizzle('Sw<2,0,3>')
    """

def alignment(F: Operand) -> int:
    """alignment(F): how many offsets stay together: the first of a layout, the blocks of a swizzle.

    >>> alignment("Sw<3,4,3>")
    16
    """

def admissible(A: Operand, T: Operand) -> bool:
    """admissible(A, T): whether the rules of divisibility hold that A o T compiles by.

    >>> admissible("(4,6):(1,7)", "2:5")
    False
    """

def image_in_range(A: Operand, B: Operand) -> bool:
    """image_in_range(A, B): whether all offsets of B are coordinates of A, by mode for a tuple.

    >>> image_in_range("(4,6):(1,5)", "(2,3):(1,11)")
    True
    """

def complement(L: Operand, N: Operand) -> Any:
    """complement(L, N): what L leaves out of 0..N, where that comes out even.

        (L, r) is a bijection onto 0..N

    >>> complement("4:2", 24)
    Layout('(2,3):(1,8)')
    """

def complement_ceil(L: Operand, N: Operand) -> Any:
    """complement_ceil(L, N): what L leaves out up to at least N, padded as CuTe does.

        copies of L at the offsets of r are disjoint and reach N

    >>> complement_ceil("4:2", 19)
    Layout('(2,3):(1,8)')
    """

def complement_ext(L: Operand) -> Any:
    """complement_ext(L): what L leaves out, without end.

        copies of L at the offsets of r are disjoint, without end

    >>> complement_ext("4:2")
    Layout('(2,1):(1,8)')
    """

def right_inverse(F: Operand) -> Any:
    """right_inverse(F): the longest r with F(r(i)) = i.

        F(r(i)) = i

    >>> right_inverse("(4,8):(8,1)")
    Layout('(8,4):(4,1)')
    """

def left_inverse(F: Operand) -> Any:
    """left_inverse(F): an r with F(r(F(i))) = F(i).

        F(r(F(i))) = F(i)

    >>> left_inverse("(2,4):(1,4)")
    Layout('(4,4):(1,2)')
    """

def nullspace(L: Operand) -> Any:
    """nullspace(L): the coordinates along the modes of stride 0.

        L(r(i)) = 0

    >>> nullspace("(2,4):(1,0)")
    Layout('4:2')
    """

def max_common_layout(A: Operand, B: Operand) -> Any:
    """max_common_layout(A, B): where the offsets 0, 1, ... are at the same place in A and B.

        A(r(i)) = i = B(r(i))

    >>> max_common_layout("(8,8):(1,8)", "(8,8):(1,16)")
    Layout('8:1')
    """

def max_common_vector(A: Operand, B: Operand) -> int:
    """max_common_vector(A, B): how many of them there are; of all vectors under a swizzle see alignment.

    >>> max_common_vector("(8,8):(1,8)", "(8,8):(1,16)")
    8
    """

def domain_distribute(S: Operand, n: Operand) -> Any:
    """domain_distribute(S, n): up to n elements over the coordinates of S.

    >>> domain_distribute((4, 8), 8)
    Layout('8:1')
    """

def logical_divide(A: Operand, T: Operand) -> Any:
    """logical_divide(A, T): A / T: (tile, rest), by mode for a tiler of modes.

        r(x, y) = A(T(x) + T*(y)), T* the complement of T in size(A)

    >>> logical_divide("24:1", "4:2")
    Layout('(4,(2,3)):(2,(1,8))')
    """

def zipped_divide(A: Operand, T: Operand) -> Any:
    """zipped_divide(A, T): all tiles in mode 0, all rests in mode 1.

        r((x, x'), (y, y')) = logical_divide(A, T)((x, y), (x', y'))

    >>> zipped_divide("(8,8):(1,8)", "<2:1,4:1>")
    Layout('((2,4),(4,2)):((1,8),(2,32))')
    """

def tiled_divide(A: Operand, T: Operand) -> Any:
    """tiled_divide(A, T): all tiles in mode 0, the rests behind it.

    >>> tiled_divide("(8,8):(1,8)", "<2:1,4:1>")
    Layout('((2,4),4,2):((1,8),2,32)')
    """

def flat_divide(A: Operand, T: Operand) -> Any:
    """flat_divide(A, T): the tiles, then the rests.

    >>> flat_divide("(8,8):(1,8)", "<2:1,4:1>")
    Layout('(2,4,4,2):(1,8,2,32)')
    """

def logical_divide_ceil(A: Operand, T: Operand) -> Any:
    """logical_divide_ceil(A, T): as logical_divide, padded as CuTe does.

    >>> logical_divide_ceil("10:1", "3:1")
    Layout('(3,4):(1,3)')
    """

def zipped_divide_ceil(A: Operand, T: Operand) -> Any:
    """zipped_divide_ceil(A, T): as zipped_divide, padded as CuTe does.

    >>> zipped_divide_ceil((10, 7), "<4,4>")
    Layout('((4,4),(3,2)):((1,10),(4,40))')
    """

def tiled_divide_ceil(A: Operand, T: Operand) -> Any:
    """tiled_divide_ceil(A, T): as tiled_divide, padded as CuTe does.

    >>> tiled_divide_ceil((10, 7), "<4,4>")
    Layout('((4,4),3,2):((1,10),4,40)')
    """

def flat_divide_ceil(A: Operand, T: Operand) -> Any:
    """flat_divide_ceil(A, T): as flat_divide, padded as CuTe does.

    >>> flat_divide_ceil((10, 7), "<4,4>")
    Layout('(4,4,3,2):(1,10,4,40)')
    """

def logical_product(A: Operand, T: Operand) -> Any:
    """logical_product(A, T): A * T: (A, its copies in the order of T).

        r(x, y) = A(x) + A*(T(y)), A* the complement of A without end

    >>> logical_product("(2,2):(1,2)", "3:1")
    Layout('((2,2),3):((1,2),4)')
    """

def zipped_product(A: Operand, T: Operand) -> Any:
    """zipped_product(A, T): all tiles in mode 0, all grids in mode 1.

    >>> zipped_product("(2,2):(1,2)", "<3:1,4:1>")
    Layout('((2,2),(3,(2,2))):((1,2),(2,(1,4)))')
    """

def tiled_product(A: Operand, T: Operand) -> Any:
    """tiled_product(A, T): all tiles in mode 0, the grids behind it.

    >>> tiled_product("(2,2):(1,2)", "<3:1,4:1>")
    Layout('((2,2),3,(2,2)):((1,2),2,(1,4))')
    """

def flat_product(A: Operand, T: Operand) -> Any:
    """flat_product(A, T): the tiles, then the grids.

    >>> flat_product("(2,2):(1,2)", "<3:1,4:1>")
    Layout('(2,2,3,(2,2)):(1,2,2,(1,4))')
    """

def blocked_product(A: Operand, B: Operand) -> Any:
    """blocked_product(A, B): A in blocks: each mode of A with one of B, A first.

    >>> blocked_product("(2,2):(1,2)", "(2,3):(1,2)")
    Layout('((2,2),(2,3)):((1,4),(2,8))')
    """

def raked_product(A: Operand, B: Operand) -> Any:
    """raked_product(A, B): A interleaved: each mode of A with one of B, B first.

    >>> raked_product("(2,2):(1,2)", "(2,3):(1,2)")
    Layout('((2,2),(3,2)):((4,1),(8,2))')
    """

def tile_to_shape(A: Operand, S: Operand, order: Operand = None) -> Any:
    """tile_to_shape(A, S, [order]): A repeated over S, the copies in an order.

    >>> tile_to_shape("(2,4):(4,1)", (4, 8), (1, 0))
    Layout('((2,2),(4,2)):((4,16),(1,8))')
    """

def make_morphism(f: Operand, T: Operand = None, map: Operand = None) -> Any:
    """make_morphism(f, [T], [map]): f itself, or the morphism of the tuple f to T over the map.

    >>> make_morphism((2, 3), (3, 2), [2, 1])
    Morphism('(2,3)--(2,1)-->(3,2)')
    """

def domain(f: Operand) -> Any:
    """domain(f): the tuple whose entries are taken somewhere.

    >>> domain("(2,8)--(1,0)-->(2,4)")
    (2, 8)
    """

def codomain(f: Operand) -> Any:
    """codomain(f): the tuple that they are taken to.

    >>> codomain("(2,8)--(1,0)-->(2,4)")
    (2, 4)
    """

def left_divide(S: Operand, d: Operand) -> Any:
    """left_divide(S, d): the leaves divided by d from the left, the last unbounded.

    >>> left_divide((4, 6, 8), 12)
    (2, 8)
    """

def left_divisible(S: Operand, d: Operand) -> Any:
    """left_divisible(S, d): whether there is a left_divide.

    >>> left_divisible((4, 6, 8), 12)
    True
    """

def weakly_left_divisible(S: Operand, d: Operand) -> Any:
    """weakly_left_divisible(S, d): the same, but d may end within a leaf.

    >>> weakly_left_divisible((4, 6, 8), 8)
    True
    """

def compose(f: Operand, g: Operand) -> Any:
    """compose(f, g): first f, then g, as g o f.

        r(c) = g(f(c))

    >>> compose("(6,4)--(2,1)-->(4,6)", "(4,6)--(2,3)-->(2,4,6)")
    Morphism('(6,4)--(3,2)-->(2,4,6)')
    """

def concat(*f: Operand) -> Any:
    """concat(f...): the morphism (f, f', ...), whose images are disjoint.

    >>> concat("2--(1)-->(2,3)", "3--(2)-->(2,3)")
    Morphism('(2,3)--(1,2)-->(2,3)')
    """

def tuple_sum(f: Operand, g: Operand) -> Any:
    """tuple_sum(f, g): the two side by side, in domain and codomain.

    >>> tuple_sum("(2)--(1)-->(2)", "(3)--(1)-->(3)")
    Morphism('(2,3)--(1,2)-->(2,3)')
    """

def tuple_squeeze(f: Operand) -> Any:
    """tuple_squeeze(f): without entries of 1.

    >>> tuple_squeeze("(2,1)--(2,0)-->(1,2)")
    Morphism('(2)--(1)-->(2)')
    """

def tuple_sort(f: Operand) -> Any:
    """tuple_sort(f): entries that go nowhere first, the others by their images.

    >>> tuple_sort("(2,3)--(2,1)-->(3,2)")
    Morphism('(3,2)--(1,2)-->(3,2)')
    """

def tuple_strong_coalesce(f: Operand) -> Any:
    """tuple_strong_coalesce(f): coalesced, neighbors that are no images as one too.

    >>> tuple_strong_coalesce("(2,3)--(2,3)-->(5,2,3)")
    Morphism('(6)--(2)-->(5,6)')
    """

def tuple_restrict(f: Operand, entries: Operand) -> Any:
    """tuple_restrict(f, entries): on the entries [k, k', ...], counted from 1 as images are.

    >>> tuple_restrict("(2,3)--(2,1)-->(3,2)", [2])
    Morphism('(3)--(1)-->(3,2)')
    """

def tuple_factorize(f: Operand, entries: Operand) -> Any:
    """tuple_factorize(f, entries): through the entries [k, k', ...] of the codomain, from 1.

    >>> tuple_factorize("(2)--(2)-->(3,2)", [2])
    Morphism('(2)--(1)-->(2)')
    """

def tuple_flat_divide(f: Operand, g: Operand) -> Any:
    """tuple_flat_divide(f, g): f o (g, g^c), all flat.

    >>> tuple_flat_divide("(2,3)--(1,2)-->(2,3)", "(2)--(1)-->(2,3)")
    Morphism('(2,3)--(1,2)-->(2,3)')
    """

def tuple_flat_product(f: Operand, g: Operand) -> Any:
    """tuple_flat_product(f, g): (f, f^c o g), all flat.

    >>> tuple_flat_product("(2)--(1)-->(2,3)", "(3)--(1)-->(3)")
    Morphism('(2,3)--(1,2)-->(2,3)')
    """

def has_disjoint_images(f: Operand, g: Operand) -> Any:
    """has_disjoint_images(f, g): whether no entry is an image of both.

    >>> has_disjoint_images("2--(1)-->(2,3)", "3--(2)-->(2,3)")
    True
    """

def is_coalesced(f: Operand) -> bool:
    """is_coalesced(f): whether it has no entries of 1 and no neighbors that are one mode.

    >>> is_coalesced("(2,2)--(1,2)-->(2,2)")
    False
    """

def is_complementary_to(f: Operand, g: Operand) -> bool:
    """is_complementary_to(f, g): whether (f, g) is an isomorphism.

    >>> is_complementary_to("2--(1)-->(2,3)", "3--(2)-->(2,3)")
    True
    """

def is_complementable(f: Operand) -> bool:
    """is_complementable(f): whether all entries go somewhere, so that there is a complement.

    >>> is_complementable("(2,8)--(1,0)-->(2,4)")
    False
    """

def is_isomorphism(f: Operand) -> bool:
    """is_isomorphism(f): whether the map is a permutation.

    >>> is_isomorphism("(2,3)--(2,1)-->(3,2)")
    True
    """

def is_nondegenerate(f: Operand) -> bool:
    """is_nondegenerate(f): whether entries of 1 go nowhere.

    >>> is_nondegenerate("(2,1)--(1,0)-->(2)")
    True
    """

def is_standard_form(f: Operand) -> bool:
    """is_standard_form(f): whether the codomain has nothing but what the strides need.

    >>> is_standard_form("(2,3)--(2,1)-->(3,2)")
    True
    """

def layout_of(f: Operand) -> Any:
    """layout_of(f): the layout that f encodes.

    >>> layout_of("(4,6)--(2,1)-->(6,4)")
    Layout('(4,6):(6,1)')
    """

def compute_layout(f: Operand) -> Any:
    """compute_layout(f): layout_of.

    >>> compute_layout("(4,6)--(2,1)-->(6,4)")
    Layout('(4,6):(6,1)')
    """

def morphism_of(L: Operand) -> Any:
    """morphism_of(L): the morphism of standard form that encodes L.

    >>> morphism_of("(4,6):(6,1)")
    Morphism('(4,6)--(2,1)-->(6,4)')
    """

def compute_morphism(L: Operand) -> Any:
    """compute_morphism(L): morphism_of.

    >>> compute_morphism("(4,6):(6,1)")
    Morphism('(4,6)--(2,1)-->(6,4)')
    """

def is_tractable(L: Operand) -> bool:
    """is_tractable(L): whether a morphism encodes L.

    >>> is_tractable("(4,6):(6,1)")
    True
    """

def pullback_along(f: Operand, T2: Operand) -> Any:
    """pullback_along(f, T'): f with its codomain refined to T'.

    >>> pullback_along("(6)--(1)-->(6)", ((2, 3),))
    Morphism('((2,3))--(1,2)-->((2,3))')
    """

def pushforward_along(f: Operand, S2: Operand) -> Any:
    """pushforward_along(f, S'): f with its domain refined to S'.

    >>> pushforward_along("(6)--(1)-->(6)", ((2, 3),))
    Morphism('((2,3))--(1,2)-->((2,3))')
    """

def mutual_refinement(S: Operand, S2: Operand) -> Any:
    """mutual_refinement(S, S'): [S, S'] refined so that the leaves of one are the first of the other.

    >>> mutual_refinement((6, 6), (12, 3, 6))
    [(6, (2, 3)), ((6, 2), 3, 6)]
    """

def relative_flattening(X: Operand, P: Operand) -> Any:
    """relative_flattening(X, P): relative_flatten.

    >>> relative_flattening((2, (3, (5, 7))), "(*,(*,*))")
    (2, 3, (5, 7))
    """

def weak_composite(f: Operand, g: Operand) -> Any:
    """weak_composite(f, g): g after f, by way of a mutual refinement.

    >>> weak_composite("(6,6)--(2,1)-->(6,6)", "(12,3,6)--(1,3,2)-->(12,6,3)")
    Morphism('((2,3),6)--(2,4,1)-->((6,2),6,3)')
    """

def compose_tractable_layouts(A: Operand, B: Operand) -> Any:
    """compose_tractable_layouts(A, B): B o A, by way of morphisms.

        r(c) = B(A(c))

    >>> compose_tractable_layouts("(6,6):(6,1)", "(12,3,6):(1,72,12)")
    Layout('((2,3),6):((6,72),1)')
    """

def ordered_factorizations(N: Operand) -> Any:
    """ordered_factorizations(N): the orders of the primes of N, as tuples.

    >>> ordered_factorizations(12)
    [(2, 2, 3), (2, 3, 2), (3, 2, 2)]
    """

def layout_permutations(N: Operand) -> Any:
    """layout_permutations(N): the layouts whose functions are permutations of 0..N.

    >>> layout_permutations(6)
    [Layout('6:1'), Layout('(3,2):(2,1)'), Layout('(2,3):(3,1)')]
    """

def layout_of_permutation(values: Operand) -> Any:
    """layout_of_permutation(values): the layout of primes whose function has these values, a permutation.

    >>> layout_of_permutation([0, 2, 4, 1, 3, 5])
    Layout('(3,2):(2,1)')
    """
