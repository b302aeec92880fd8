"""PyCuTe's names: the facts that its own tests hold, from the definition, and where PyCuTe itself is wrong.

`WRONG` and `REFUSED` are of the PyCuTe in NVIDIA/cutlass at 7107b055. The proofs are by offsets. Where `pycute` is
installed, the tests ask it too.
"""

import pickle

import pytest

import tilework
from tilework import pycute
from tilework.pycute import Layout

# Shapes and strides of one to three modes: compact in any order, padded, nested, with extents of 1 and strides of 0.
LAYOUTS = [
    (1, 0), (1, 1), (4, 0), (4, 1), (4, 2), (12, 1), (8, 4), ((1, 1), (0, 0)), ((2, 4), (1, 2)), ((2, 4), (4, 1)),
    ((4, 3), (3, 1)), ((4, 3), (1, 4)), ((8, 4), (1, 8)), ((8, 4), (4, 1)), ((8, 8), (8, 1)), ((2, 4), (1, 4)),
    ((4, 2), (1, 16)), ((4, 6), (1, 6)), ((2, 4, 6), (1, 2, 8)), ((2, 4, 6), (1, 6, 2)), ((2, 4, 6), (24, 6, 1)),
    ((2, 4, 6), (4, 1, 8)), ((2, 1, 6), (1, 7, 2)), ((2, 1, 6), (4, 7, 8)), ((4, 8, 2), (2, 8, 1)), ((2, (4, 6)), (1, (2, 8))),
    (((2, 2), (2, 2)), ((1, 4), (8, 32))), ((2, (3, 4)), (3, (1, 6))), (((2, 2, 2), (2, 2, 2)), ((1, 16, 4), (8, 2, 32))),
]  # fmt: skip


def value(layout, i):
    """The offset at an integral coordinate, from the definition; the last mode has no end."""
    shape, stride = pycute.flatten(layout[0]), pycute.flatten(layout[1])
    offset = 0
    for extent, step in zip(shape[:-1], stride[:-1]):
        offset += i % extent * step
        i //= extent
    return offset + i * stride[-1]


def size(layout):
    return pycute.product(layout[0])


def values(layout):
    return [value(layout, i) for i in range(size(layout))]


def parts(layout):
    return layout.shape, layout.stride


def test_layouts_are_pycutes():
    layout = Layout(((2, 3), 4), ((1, 2), 6))
    assert str(layout) == "((2, 3), 4):((1, 2), 6)" and repr(layout) == "Layout(((2,3),4),((1,2),6))"
    assert eval(repr(layout), vars(pycute)) == layout == pickle.loads(pickle.dumps(layout)) == Layout(((2, 3), 4))
    assert len(layout) == 2 and layout[0] == Layout((2, 3)) and [*layout] == [layout[0], layout[1]]
    assert layout.size() == pycute.size(layout) == 24 and layout.cosize() == pycute.cosize(layout) == 24
    assert layout(5) == layout((1, 2), 0) == layout(((1, 2), 0)) == 5
    # A slice keeps a tuple around what is left.
    assert layout(None, 2) == Layout(((2, 3),), ((1, 2),))
    assert layout((None, 1), 2) == Layout((2,), (1,))
    assert pycute.slice_and_offset((None, 2), layout) == (Layout(((2, 3),), ((1, 2),)), 12)
    assert pycute.is_layout(layout) and not pycute.is_layout((2, 3))


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_operations_on_one_layout(layout):
    expected, made = values(layout), Layout(*layout)
    assert [made(i) for i in range(made.size())] == expected
    coalesced = pycute.coalesce(made)
    assert coalesced.size() == made.size() and values(parts(coalesced)) == expected
    filtered = pycute.filter(made)
    assert set(values(parts(filtered))) == set(expected)
    inverse = pycute.right_inverse(made)
    assert [made(inverse(i)) for i in range(inverse.size())] == [*range(inverse.size())]
    if len(set(expected)) == len(expected):
        inverse = pycute.left_inverse(made)
        assert [inverse(offset) for offset in expected] == [*range(made.size())]
    # Copies of what is not 0 are disjoint.
    once = values(parts(filtered))
    for most in (1, 24, 50) if len(set(once)) == len(once) else ():
        rest = pycute.complement(made, most)
        copies = [a + b for a in once for b in values(parts(rest))]
        assert len(set(copies)) == len(copies)


@pytest.mark.parametrize("a", LAYOUTS, ids=str)
def test_composition(a):
    decided = 0
    for b in LAYOUTS:
        try:
            result = pycute.composition(Layout(*a), Layout(*b))
        except tilework.TileworkError:
            continue
        decided += 1
        assert [result(i) for i in range(result.size())] == [value(a, offset) for offset in values(b)]
    assert decided > len(LAYOUTS) // 3


def test_by_mode_none_and_integers():
    layout = Layout((8, (2, 6)), (12, (1, 2)))
    assert pycute.composition(layout, None) is layout
    assert pycute.composition(layout, (Layout(2, 4), None)) == Layout((2, (2, 6)), (48, (1, 2)))
    assert pycute.composition(layout, 4) == Layout(4, 12)
    assert pycute.logical_divide(layout, (Layout(4), None)) == Layout(((4, 2), (2, 6)), ((12, 48), (1, 2)))
    assert pycute.zipped_divide(layout, (4, 3)).size() == 96
    divided = pycute.zipped_divide(Layout((8, 12)), (Layout(4), Layout(3)))
    assert divided == Layout(((4, 3), (2, 4)), ((1, 8), (4, 24)))
    assert pycute.tiled_divide(Layout((8, 12)), (Layout(4), Layout(3))) == Layout(((4, 3), 2, 4), ((1, 8), 4, 24))
    assert pycute.logical_divide(Layout(10), 4) == Layout((4, 3), (1, 4))
    assert pycute.coalesce(Layout(((2, 2), (2, 2))), (1, 1)) == Layout((4, 4))
    assert pycute.filter(Layout(((2, 2), 3), ((1, 0), 2)), (1,)) == Layout((2, 3), (1, 2))
    assert pycute.complement(4, 12) == Layout(3, 4) and pycute.right_inverse(4) == Layout(4)
    assert pycute.right_inverse(None) is None and pycute.left_inverse(None) is None
    product = pycute.zipped_product(Layout((2, 2)), (Layout(3), Layout(4)))
    assert product.size() == 48 and pycute.tiled_product(Layout((2, 2)), (Layout(3), Layout(4))).size() == 48
    assert pycute.logical_product(Layout(4), Layout(2)) == Layout((4, 2), (1, 4))
    assert (
        pycute.make_layout(Layout(2), Layout(3, 2)) == pycute.make_layout([Layout(2), Layout(3, 2)]) == Layout((2, 3))
    )
    # The extent of 1 at the end takes no part.
    assert pycute.logical_divide(Layout((6, 1), (1, 1)), Layout(4)).size() == 8


def test_swizzles():
    swizzle = pycute.Swizzle(2, 0, 3)
    assert [swizzle(i) for i in range(64)] == [i ^ (i >> 3 & 3) for i in range(64)]
    assert swizzle.size() == swizzle.cosize() == 32 and str(swizzle) == "SW_2_0_3" and repr(swizzle) == "Swizzle(2,0,3)"
    assert [pycute.Swizzle(1, 0, -2)(i) for i in range(8)] == [i ^ ((i & 1) << 2) for i in range(8)]
    composed = pycute.ComposedLayout(swizzle, 8, Layout((4, 8), (8, 1)))
    assert composed(1, 2) == swizzle(8 + 10) and composed.size() == 32 and composed.cosize() == 32
    assert len(composed) == 2 and composed[1](3) == swizzle(8 + 3) and pycute.is_layout(composed)
    assert composed == eval(repr(composed), vars(pycute)) and hash(composed) == hash(eval(repr(composed), vars(pycute)))


def test_tuples():
    assert pycute.flatten(((1, 2), 3)) == (1, 2, 3) and pycute.flatten(7) == (7,) and pycute.flatten(()) == ()
    assert pycute.product(((2, 3), 4)) == 24 and pycute.product(7) == 7
    assert pycute.inner_product(((2, 3), 4), ((2, 1), 2)) == 15
    assert pycute.tuple_max(((2, 9), 4)) == 9 and pycute.signum(-3) == -1
    assert pycute.elem_scale((2, 3), (4, (5, 2))) == (8, 30) and pycute.elem_scale(2, (3, 4)) == 24
    assert pycute.shape_div((3, 4), 6) == (1, 2) and pycute.shape_div((6, (3, 4)), 36) == (1, (1, 2))
    assert pycute.shape_div((12, 3), (4, 3)) == (3, 1) and pycute.shape_div(12, (2, 3)) == 2
    assert pycute.prefix_product(((2, 3), 4)) == ((1, 2), 6) and pycute.prefix_product((3, 2), 5) == (5, 15)
    for shape in [7, (3, 4), ((2, 3), 4), (2, (3, (1, 4)))]:
        for i in range(pycute.product(shape)):
            coordinate = pycute.idx2crd(i, shape)
            assert pycute.crd2idx(coordinate, shape) == i == pycute.crd2idx(i, shape)
            assert pycute.crd2crd(i, shape) == coordinate if isinstance(shape, tuple) else True
    assert pycute.crd2idx((1, None), (4, 8), (8, 1)) == 8
    assert pycute.slice_((None, (1, None)), (2, (3, 4))) == (2, 4) and pycute.has_none((1, (2, None)))
    for wrong in [
        lambda: pycute.inner_product((1, 2), (1, (2, 3))),
        lambda: pycute.shape_div(6, 4),
        lambda: pycute.elem_scale((1, 2), 3),
        lambda: pycute.crd2idx((1, 2), 4),
        lambda: pycute.idx2crd((1, 2), (4, 8, 2)),
        lambda: pycute.crd2crd(4, 4),
        lambda: pycute.slice_((None,), (2, 3)),
    ]:
        with pytest.raises(ValueError):
            wrong()
    assert pycute.is_int(3) and not pycute.is_int(True) and not pycute.is_int(3.0)


# The operation, its operands, what PyCuTe returns, and what is exact: a layout, or the exception.
WRONG = [
    ("composition", ((2, 2), (2, 1)), (3, 1), (2, 2), tilework.DivisibilityError),
    ("composition", ((6, 2), (1, 7)), ((3, 2), (2, 3)), ((3, 2), (2, 3)), tilework.OverlapError),
    ("complement", ((4, 2), (3, 2)), 12, ((2, 0), (1, 4)), tilework.DivisibilityError),
    ("complement", ((2, 4), (2, 3)), 24, ((2, 0, 2), (1, 4, 12)), tilework.DivisibilityError),
    ("left_inverse", ((2, 2), (1, 3)), None, (2, 1), ((3, 2), (1, 2))),
    ("logical_product", (2, 2), (3, 1), ((2, 2), (2, 1)), tilework.DivisibilityError),
    ("logical_product", (4, 1), 2, ((2, 2), (1, 2)), ((4, 2), (1, 4))),
]
# What PyCuTe refuses, with an assertion that has no words, and the result.
REFUSED = [
    ("composition", ((3, 2), (2, 1)), (1, 2), (1, 0)),
    ("composition", ((4, 4), (4, 1)), (2, 6), (2, 9)),
    ("composition", ((4, 2, 8), (3, 12, 97)), (3, 3), (3, 9)),
    ("logical_divide", ((3, 2), (2, 1)), (1, 2), ((1, (3, 2)), (0, (2, 1)))),
    ("left_inverse", ((2, 4), (4, 3)), None, ((3, 5), (-1, 2))),
]


def holds(operation, a, b, result):
    """Whether the result has the function that PyCuTe documents, by its offsets."""
    if operation == "composition":
        return size(result) == size(b) and values(result) == [value(a, offset) for offset in values(b)]
    if operation == "complement":
        copies = [x + y for x in values(a) for y in values(result)]
        return len(copies) == len(set(copies)) >= b
    if operation == "left_inverse":
        return [value(result, offset) for offset in values(a)] == [*range(size(a))]
    count = b if isinstance(b, int) else size(b)
    if operation == "logical_product":
        # `count` copies of `a`, which do not overlap.
        tiles = [values(result)[k * size(a) : (k + 1) * size(a)] for k in range(count)]
        offsets = [offset for tile in tiles for offset in tile]
        return len(set(offsets)) == len(offsets) == count * size(a) and tiles[0] == values(a)
    return values(result)[:count] == [value(a, offset) for offset in values(b)] and {*values(a)} <= {*values(result)}


def called(module, operation, a, b):
    operands = [module.Layout(*a)]
    if b is not None:
        operands.append(module.Layout(*b) if isinstance(b, tuple) else b)
    return getattr(module, operation)(*operands)


@pytest.mark.parametrize(("operation", "a", "b", "theirs", "ours"), WRONG)
def test_where_pycute_is_wrong(operation, a, b, theirs, ours):
    assert not holds(operation, a, b, theirs)
    if isinstance(ours, tuple):
        assert holds(operation, a, b, ours) and parts(called(pycute, operation, a, b)) == ours
    else:
        with pytest.raises(ours):
            called(pycute, operation, a, b)
    other = pytest.importorskip("pycute")
    assert parts(called(other, operation, a, b)) == theirs


@pytest.mark.parametrize(("operation", "a", "b", "ours"), REFUSED)
def test_what_pycute_refuses(operation, a, b, ours):
    assert holds(operation, a, b, ours) and parts(called(pycute, operation, a, b)) == ours
    other = pytest.importorskip("pycute")
    with pytest.raises(AssertionError):
        called(other, operation, a, b)


def test_a_left_inverse_is_one():
    # The library's inverse is one past the size only.
    with pytest.raises(tilework.NoLayoutError):
        pycute.left_inverse(Layout((3, 2, 2), (3, 16, 1)))
