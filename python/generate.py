"""Writes `package/tilework/__init__.pyi`, the types and docstrings of the package, from the calculator's table.

Run `python generate.py` after the table or an example changes; a test compares the file with what this would write.
"""

from pathlib import Path

import tilework
from tilework.documentation import docstring

STUBS = Path(__file__).parent / "package" / "tilework" / "__init__.pyi"

HEAD = '''\
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
'''

CLASSES = '''
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
'''

LAYOUT = '''
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
'''

FUNCTIONS = '''
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
'''

RESULTS = {
    "rank": "int", "depth": "int", "length": "int", "size": "int", "product": "int", "cosize": "int",
    "bank_conflicts": "int", "alignment": "int", "max_common_vector": "int", "colexicographic": "int",
    "congruent": "bool", "weakly_congruent": "bool", "compatible": "bool", "refines": "bool", "equal": "bool",
    "same_function": "bool", "admissible": "bool", "image_in_range": "bool",
    "amd_mfma": "Encoding", "amd_wmma": "Encoding", "blocked": "Encoding", "dot_op": "Encoding", "linear": "Encoding",
    "nvidia_mma": "Encoding", "nvmma_shared": "Encoding", "shared_linear": "Encoding", "slice_encoding": "Encoding",
    "swizzled_shared": "Encoding", "linear_layout": "LinearLayout", "shared_linear_layout": "LinearLayout",
    "to_linear_layout": "LinearLayout", "to_shared_linear_layout": "LinearLayout", "to_layout": "Layout",
    "phases": "Layout", "greatest_common_domain": "Layout", "layout_add": "Layout",
    "profile": "Profile", "to_swizzle": "Swizzle", "conflict_free_swizzle": "Swizzle", "offsets": "numpy.ndarray",
}  # fmt: skip


# What gives layouts for layouts. Morphisms, tuples and swizzles give what they are.
OF_LAYOUTS = """
append coalesce complement complement_ceil complement_ext composition downcast filter filter_zeros flatten group
left_inverse make_layout_like mode nullspace permute prepend recast right_inverse select sort squeeze squeeze_zeros take
tile_to_shape to_integers to_xor unflatten upcast zip
""".split()


def result(name, of_layout=False):
    """The type of an operation's result, as far as it is always the same."""
    products = name.endswith("_product") and name not in ("inner_product", "prefix_product")
    if of_layout and (name in OF_LAYOUTS or "_divide" in name or products):
        return "Layout"
    return RESULTS.get(name, "bool" if name.startswith("is_") else "Any")


def parameters(operation):
    """The parameters in the syntax of stubs."""
    written = []
    for name, optional, repeated, default in operation.parameters:
        if repeated:
            written.append(f"*{name}: Operand")
        elif optional:
            written.append(f"{name}: Operand = {default}")
        else:
            written.append(f"{name}: Operand")
    return ", ".join(written)


def function(operation):
    """The stub of an operation as a function of the module, with its docstring."""
    indented = docstring(operation).rstrip("\n").replace("\\", "\\\\").splitlines()
    body = "\n".join(f"    {line}".rstrip() for line in indented).strip()
    quotes = 'r"""' if "\\" in body else '"""'
    return f'def {operation.__name__}({parameters(operation)}) -> {result(operation.__name__)}:\n    {quotes}{body}\n    """\n'


def methods(kind):
    """The stubs of the operations that are methods of a kind of values."""
    lines = []
    for name, operation in tilework.OPERATIONS.items():
        if kind.__dict__.get(name) is operation:
            _, *others = operation.parameters[:1], *parameters(operation).split(", ")[1:]
            first = operation.parameters[0]
            given = ["self", *(others if not first[2] else [parameters(operation)])]
            lines.append(f"    def {name}({', '.join(filter(None, given))}) -> {result(name, True)}: ...\n")
    return "".join(lines)


def stubs():
    """The text of the stubs."""
    errors = [name for name in dir(tilework) if name.endswith("Error") and name != "TileworkError"]
    parts = [HEAD, CLASSES]
    for name in errors:
        bases = [base.__name__ for base in getattr(tilework, name).__bases__]
        parts.append(f'\nclass {name}({", ".join(bases)}):\n    """{getattr(tilework, name).__doc__}"""\n')
    parts += [LAYOUT, methods(tilework.Layout), FUNCTIONS]
    parts += ["\n", "\n".join(function(operation) for operation in tilework.OPERATIONS.values())]
    return "".join(parts)


if __name__ == "__main__":
    STUBS.write_text(stubs(), encoding="utf-8")
