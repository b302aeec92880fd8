"""The operations: all of the calculator's, with documentation, types and keyword arguments."""

import doctest
import importlib
import inspect
import pickle
import pkgutil
import sys
from pathlib import Path

import pytest

import tilework
from tilework import OPERATIONS, Batch, Layout
from tilework.examples import EXAMPLES

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_examples(name):
    _, example, result = EXAMPLES[name]
    if example:
        assert repr(eval(example, dict(OPERATIONS))) == result


def test_operations_are_documented_functions():
    for name, operation in OPERATIONS.items():
        assert getattr(tilework, name).__name__ == name
        assert pickle.loads(pickle.dumps(getattr(tilework, name))).__name__ == name
        assert operation.__doc__.startswith(operation.usage) and operation.meaning in operation.__doc__
        assert len(inspect.signature(operation).parameters) == len(operation.parameters)
    assert set(EXAMPLES) <= set(OPERATIONS)


def test_stubs_are_those_of_the_table():
    sys.path.insert(0, str(HERE.parent))
    try:
        generate = importlib.import_module("generate")
    finally:
        sys.path.pop(0)
    assert generate.STUBS.read_text(encoding="utf-8") == generate.stubs(), "run python generate.py"


def test_docstrings_of_modules():
    for module in pkgutil.iter_modules(tilework.__path__, "tilework."):
        if module.name in ("tilework.__main__", "tilework._tilework"):
            continue
        failed, _ = doctest.testmod(importlib.import_module(module.name), optionflags=doctest.NORMALIZE_WHITESPACE)
        assert not failed, module.name
    assert not doctest.testmod(tilework).failed


def test_the_readme_runs_as_written():
    assert not doctest.testfile(str(HERE.parent / "README.md"), module_relative=False).failed


def test_arguments():
    layout = Layout("32:32")
    assert tilework.bank_conflicts(layout, 4) == tilework.bank_conflicts(layout, bytes=4) == 31
    assert layout.bank_conflicts(4, banks=64) == tilework.bank_conflicts(layout, 4, 1, 64)
    assert tilework.coalesce("(2,(2,2)):(1,(2,4))", P=None) == Layout("8:1")
    assert tilework.coalesce("((2,2),(2,2))", P="(*,*)") == Layout("(4,4)")
    for arguments, named in [((), {}), ((layout,), {}), ((layout, 4), {"bytes": 4}), ((layout, 4), {"bank": 4})]:
        with pytest.raises(TypeError):
            tilework.bank_conflicts(*arguments, **named)
    # What the calculator says of its own text.
    assert tilework.bank_conflicts(layout, 4, lanes=8) == tilework.evaluate("bank_conflicts(32:32, 4, lanes=8)")


def test_operations_are_methods():
    assert Layout("4:2").complement(24) == tilework.complement("4:2", 24)
    assert tilework.Swizzle(3, 4, 3).alignment() == 16
    assert tilework.Morphism("(2,8)--(1,0)-->(2,4)").domain() == (2, 8)
    assert tilework.Profile("(*,(*,*))").depth() == 2
    assert Layout.coalesce is tilework.coalesce


def test_batches():
    layouts = ["(4,8):(8,1)", "10:1", "(2,16):(16,1)"]
    divided = tilework.logical_divide(Batch(layouts), "4:1")
    assert len(divided) == 3 and set(divided.errors) == {1}
    assert divided[0] == tilework.logical_divide(layouts[0], "4:1") and divided[-1] == divided.tolist()[2]
    assert divided.tolist()[1] is None
    with pytest.raises(tilework.DivisibilityError):
        divided[1]
    with pytest.raises(IndexError):
        divided[3]
    # What has no result stays without one.
    assert set(tilework.size(divided).errors) == {1} and tilework.size(divided)[0] == 32
    pairs = tilework.composition(Batch(layouts), Batch(["4:1", "5:2", "8:1"]))
    assert pairs.tolist() == [tilework.composition(a, b) for a, b in zip(layouts, ["4:1", "5:2", "8:1"])]
    with pytest.raises(ValueError):
        tilework.composition(Batch(layouts), Batch(["4:1"]))
