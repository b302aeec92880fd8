"""What the tests of tensor-layouts compute, with operations that both have.

`facts/tensor_layouts.jsonl` has the calls of facebookresearch/tensor-layouts 8c75af6a (`tests/layouts.py`, `composed.py`,
`paper_examples.py`, `analysis.py` and `external.py`), their operands and their results in the notation. The functions of
the results are compared, offset by offset.
"""

import json
from pathlib import Path

import pytest

import tilework
from tilework import Layout, evaluate

FACTS = [
    json.loads(line) for line in (Path(__file__).parent / "facts" / "tensor_layouts.jsonl").read_text().splitlines()
]


def function(result):
    """The offsets of a layout, or its modes if there are too many; other results as they are."""
    if not isinstance(result, Layout):
        return result
    return result.offsets().tolist() if result.size() <= 1 << 16 else result.coalesce()


@pytest.mark.parametrize("name", sorted({name for name, _, _ in FACTS}))
def test_results(name):
    for operation, operands, result in FACTS:
        if operation == name:
            found = tilework.OPERATIONS[name](*map(evaluate, operands))
            expected = result if isinstance(result, bool) else evaluate(result)
            assert function(found) == function(expected), (operands, found, expected)


def test_there_are_many():
    assert len(FACTS) > 500 and sum(name == "composition" for name, _, _ in FACTS) > 200


# Where the conventions differ: the operation, its operands, the result there, and here.
DIFFERENT = [
    # The last mode of a layout has no end, whatever its extent is, so a composition may reach past it.
    ("composition", ("1:1", "4:1"), "4:0", "4:1"),
    ("composition", ("(4,3,1):(3,1,0)", "24:1"), "(4,6):(3,1)", "(4,3,2):(3,1,0)"),
    # No coordinates are at offsets other than 0, and one is enough.
    ("left_inverse", ("4:0",), "4:0", "1:0"),
    # Up to at least 12 is 6 copies of 2; there it is the cosize of the shape in the tuple.
    ("complement_ceil", ("2:1", "12"), "8:2", "6:2"),
]


@pytest.mark.parametrize(("operation", "operands", "theirs", "ours"), DIFFERENT)
def test_conventions(operation, operands, theirs, ours):
    assert tilework.OPERATIONS[operation](*map(evaluate, operands)) == Layout(ours) != Layout(theirs)


def test_what_is_refused():
    # They return the function of negative offsets, which leaves the domain.
    with pytest.raises(tilework.RangeError):
        tilework.composition("(2,3):(2,1)", "6:-1")
    # An empty layout leaves everything out, 0 times.
    with pytest.raises(tilework.RangeError):
        tilework.complement_ceil("0:1", 16)


def test_none_is_a_leaf_of_a_profile():
    assert tilework.coalesce("((2,4),(2,4))", (None, None)) == Layout("(8,8)")
