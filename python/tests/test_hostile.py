"""Odd operands: every operation has a result or says why not, and the interpreter goes on."""

import random

import pytest

import tilework
from tilework import OPERATIONS, Batch, Layout, Profile, Swizzle, Tiler

ODD = [
    "8:1", (4, 8), 4, -1, 0, None, "Sw<2,0,3>", "<4:1,_>", "(*,*)", [1, 2], [0], "(4,8):(e0,e1)", "(4,4):(f1,f5)",
    "(2,8)--(1,0)-->(2,4)", Layout("(4,8):(8,1)"), (1, None), True, 1 << 62, (1 << 40, 1 << 40), (), [], "",
    Layout("Sw<3,4,3> o 16 o (8,8)"), Batch(["8:1", "10:1"]), (1, (2, [3])), 0.5, b"8:1", {}, 1 << 64, "é:1",
    "N % 8 = 0; (16,N):(1,16)", "N >= 8; N", "cdna3", "nvidia_mma(2, 0, [1,1], [16,8])", tilework.blocked([1, 2], [2, 2], [1, 1], [1, 0])(4, 4),
]  # fmt: skip

NEW = [tilework.LinearLayout, tilework.Encoding, tilework.Machine, tilework.from_triton]


def attempt(call, *operands):
    try:
        return call(*operands)
    except (tilework.TileworkError, TypeError, ValueError, OverflowError) as error:
        assert str(error)
        return None


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_operations(name):
    chosen = random.Random(name)
    # Numbers whose results are long lists are left out.
    for _ in range(60):
        operands = [chosen.choice(ODD) for _ in range(chosen.randint(0, 4))]
        attempt(OPERATIONS[name], *operands)


@pytest.mark.parametrize(
    "kind", [Layout, Swizzle, Tiler, Profile, tilework.Strides, tilework.Morphism, Batch, tilework.evaluate, *NEW]
)
def test_constructors(kind):
    for operand in [
        *ODD,
        "(" * 5000,
        "8:1;" * 5000,
        "(1,)" * 3,
        "\0",
        "8:1 o " * 1000 + "8:1",
        Layout,
        float("nan"),
        1 << 63,
    ]:
        attempt(kind, operand)
    nested = 1
    for _ in range(20_000):
        nested = [nested]
    with pytest.raises((RecursionError, TypeError)):
        kind(nested)
        raise TypeError


def test_objects_that_list_themselves():
    class Endless:
        def tolist(self):
            return self

    with pytest.raises(RecursionError):
        Layout(Endless())


def test_long_searches_end():
    # Two primes and much room: undecided within a budget, or decided.
    attempt(tilework.composition, "(997,991):(991,1)", "(1009,13):(7,1013)")
    attempt(tilework.left_inverse, "(997,991):(3,1000003)")
    attempt(Layout("(1000000007,1000000009):(1,1000000007)").is_injective)
