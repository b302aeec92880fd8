"""The rows of morphisms.rs in tract, Colfax's Python package of 003: pip install nvidia-cutlass-dsl numpy, and

PYTHONPATH=layout-categories/tract/src python3 benches/beside_tract.py
"""

import json
import pathlib
from time import perf_counter
from timeit import repeat

import cutlass.cute as cute
from tract.categories import Nest_morphism, NestedTuple, Tuple_morphism
from tract.layout_utils import (
    compute_layout,
    compute_Nest_morphism,
    is_tractable,
    mutual_refinement,
    weak_composite,
)

ROWS = pathlib.Path(__file__).parent.parent / "algebra/tests/vectors/tract.jsonl"


def tuple_of(text):
    return eval(text.replace(")", ",)").replace("(,)", "()").replace(",,", ","))


def parts(text):
    domain, rest = text.split("--", 1)
    images, codomain = rest.split("-->")
    return tuple_of(domain), tuple_of(codomain), tuple_of(images)


def nested(text):
    return Nest_morphism(*parts(text))


def flat(text):
    return Tuple_morphism(*parts(text))


def of_tuple(text):
    return NestedTuple(tuple_of(text))


def layout(text):
    shape, stride = text.split(":")
    return cute.make_layout(tuple_of(shape), stride=tuple_of(stride))


def composition(a, b):
    a, b = layout(a), cute.coalesce(layout(b))
    composite = weak_composite(compute_Nest_morphism(a), compute_Nest_morphism(b))
    return cute.coalesce(compute_layout(composite), target_profile=a.shape)


WITH_LAYOUTS = {
    "compute_layout": lambda f: compute_layout(nested(f)),
    "compute_morphism": lambda l: compute_Nest_morphism(layout(l)),
    "is_tractable": lambda l: is_tractable(layout(l)),
    "compose_tractable_layouts": composition,
}

WITHOUT_LAYOUTS = {
    "mutual_refinement": lambda t, u: mutual_refinement(of_tuple(t), of_tuple(u)),
    "make_morphism": lambda f: nested(f),
    "flatten": lambda f: nested(f).flatten(),
    "compose": lambda f, g: nested(f).compose(nested(g)),
    "coalesce": lambda f: nested(f).coalesce(),
    "complement": lambda f: nested(f).complement(),
    "concat": lambda f, g: nested(f).concat(nested(g)),
    "logical_divide": lambda f, g: nested(f).logical_divide(nested(g)),
    "logical_product": lambda f, g: nested(f).logical_product(nested(g)),
    "is_sorted": lambda f: nested(f).is_sorted(),
    "is_complementable": lambda f: nested(f).is_complementable(),
    "is_isomorphism": lambda f: nested(f).is_isomorphism(),
    "pullback_along": lambda f, t: nested(f).pullback_along(of_tuple(t)),
    "pushforward_along": lambda f, s: nested(f).pushforward_along(of_tuple(s)),
    "refines": lambda x, y: of_tuple(x).refines(of_tuple(y)),
    "relative_flattening": lambda x, y: of_tuple(x).relative_flattening(of_tuple(y)),
    "tuple_sum": lambda f, g: flat(f).sum(flat(g)),
    "tuple_squeeze": lambda f: flat(f).squeeze(),
    "tuple_sort": lambda f: flat(f).sort(),
    "tuple_strong_coalesce": lambda f: flat(f).strong_coalesce(),
    "tuple_restrict": lambda f, entries: flat(f).restrict(tuple(entries)),
    "tuple_factorize": lambda f, entries: flat(f).factorize(tuple(entries)),
    "tuple_flat_divide": lambda f, g: flat(f).flat_divide(flat(g)),
    "tuple_flat_product": lambda f, g: flat(f).flat_product(flat(g)),
}

OPERATIONS = WITH_LAYOUTS | WITHOUT_LAYOUTS
rows = [json.loads(line) for line in ROWS.open()]


def run(operations):
    """How many rows there are of these operations, and how many of them are refused."""
    ran = refused = 0
    for row in rows:
        if row["op"] in operations:
            ran += 1
            try:
                operations[row["op"]](*row["args"])
            except (ValueError, AssertionError):
                refused += 1
    return ran, refused


@cute.jit
def all_rows():
    report()


def report():
    begin = perf_counter()
    ran, refused = run(OPERATIONS)
    time = perf_counter() - begin
    print(f"all, {ran} rows, read and evaluated, {refused} refused: {time * 1e3:.1f} ms")


all_rows()
ran, refused = run(WITHOUT_LAYOUTS)
best = min(repeat(lambda: run(WITHOUT_LAYOUTS), number=1, repeat=10))
print(f"without layouts, {ran} rows, read and evaluated, {refused} refused: {best * 1e3:.1f} ms")
