"""The rows of morphisms.rs that Colfax's Python package runs without a GPU library.

PYTHONPATH=layout-categories/tract/src/tract python3 algebra/benches/beside_tract.py
"""

import json
import pathlib
from timeit import repeat

from categories import Nest_morphism, NestedTuple, Tuple_morphism

ROWS = pathlib.Path(__file__).parent.parent / "tests/vectors/tract.jsonl"


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


OPERATIONS = {
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

rows = [json.loads(line) for line in ROWS.open()]
rows = [(OPERATIONS[row["op"]], row["args"]) for row in rows if row["op"] in OPERATIONS]
refused = 0


def run():
    global refused
    refused = 0
    for operation, args in rows:
        try:
            operation(*args)
        except (ValueError, AssertionError):
            refused += 1


best = min(repeat(run, number=1, repeat=10))
print(f"{len(rows)} rows, read and evaluated, {refused} refused: {best * 1e3:.1f} ms")
