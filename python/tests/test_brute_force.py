"""Random operands against the definitions, by offsets."""

from hypothesis import given, settings
from hypothesis import strategies as st

import tilework
from tilework import Layout

settings.register_profile("tilework", deadline=None, derandomize=True, max_examples=80)
settings.load_profile("tilework")

EXTENTS = st.sampled_from([1, 2, 3, 4, 6, 8])
STRIDES = st.sampled_from([0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 48])


@st.composite
def layouts(draw, compact=None):
    """A layout of up to four leaves: nested or flat, compact in any order or with any strides."""
    extents = draw(st.lists(EXTENTS, min_size=1, max_size=4))
    if draw(st.booleans()) if compact is None else compact:
        strides, step = [0] * len(extents), 1
        for mode in draw(st.permutations(range(len(extents)))):
            strides[mode] = step
            step *= extents[mode]
    else:
        strides = [draw(STRIDES) for _ in extents]
    if len(extents) > 2 and draw(st.booleans()):
        return Layout((extents[0], tuple(extents[1:])), (strides[0], tuple(strides[1:])))
    return Layout(tuple(extents), tuple(strides))


def leaves(tuple_or_leaf):
    if not isinstance(tuple_or_leaf, tuple):
        return [tuple_or_leaf]
    return [leaf for part in tuple_or_leaf for leaf in leaves(part)]


def value(layout, i):
    """The definition; the last mode has no end."""
    modes = list(zip(leaves(layout.shape), leaves(layout.stride)))
    offset = 0
    for extent, stride in modes[:-1]:
        offset += i % extent * stride
        i //= extent
    return offset + i * modes[-1][1]


def values(layout):
    return [value(layout, i) for i in range(layout.size())]


def attempt(operation, *operands):
    try:
        return operation(*operands)
    except tilework.LimitError:
        raise
    except tilework.TileworkError:
        return None


@given(layouts())
def test_functions(layout):
    expected = values(layout)
    assert [layout(i) for i in range(layout.size())] == expected == layout.offsets().tolist()
    assert layout.image() == sorted(set(expected))
    assert layout.cosize() == max(expected) + 1
    assert layout.is_injective() == (len(set(expected)) == len(expected))
    assert layout.is_compact() == (sorted(expected) == [*range(len(expected))])
    assert layout.to_array().ravel(order="F").tolist() == expected
    coalesced = layout.coalesce()
    assert values(coalesced) == expected and len(leaves(coalesced.shape)) <= len(leaves(layout.shape))
    table = layout.inverse_table()
    assert all(value(layout, i) == offset for offset, i in enumerate(table.tolist()) if i >= 0)
    assert [offset for offset, i in enumerate(table.tolist()) if i >= 0] == layout.image()


@given(layouts(), layouts())
def test_composition(a, b):
    expected = [value(a, offset) for offset in values(b)]
    result = attempt(tilework.composition, a, b)
    if result is not None:
        assert values(result) == expected and tilework.compatible(b, result)
    else:
        # No layout has the function by modes of b: what the values say of each leaf.
        assert a.explain("composition", b).error is not None
    assert attempt(a.__matmul__, b) == result == attempt(tilework.composition, a, str(b))


@given(layouts(), st.sampled_from([1, 2, 12, 24, 48, 96, 144]))
def test_complements(layout, size):
    own = values(layout)
    for operation in (tilework.complement, tilework.complement_ceil):
        rest = attempt(operation, layout, size)
        if rest is None:
            continue
        own_once = sorted(set(own))
        together = [x + y for x in own_once for y in values(rest)]
        assert len(set(together)) == len(together)
        if operation is tilework.complement:
            assert sorted(together) == [*range(size)] and len(own_once) == len(own)


@given(layouts())
def test_inverses(layout):
    right = layout.right_inverse()
    assert [value(layout, i) for i in values(right)] == [*range(right.size())]
    left = attempt(tilework.left_inverse, layout)
    if left is not None:
        assert [value(layout, value(left, offset)) for offset in values(layout)] == values(layout)


@given(layouts(compact=True), layouts())
def test_divides_and_products(a, b):
    for operation in (tilework.logical_divide, tilework.logical_divide_ceil):
        divided = attempt(operation, a, b)
        if divided is not None:
            assert values(divided[0]) == [value(a, offset) for offset in values(b)]
            if operation is tilework.logical_divide:
                assert sorted(values(divided)) == sorted(values(a))
    product = attempt(tilework.logical_product, a, b)
    if product is not None:
        assert values(product[0]) == values(a) and product[1].size() == b.size()
        starts = values(product[1])
        assert values(product) == [start + offset for start in starts for offset in values(a)]


@given(st.lists(layouts(), min_size=1, max_size=8), layouts())
def test_batches(many, one):
    for operation in (tilework.composition, tilework.logical_divide_ceil):
        batch = operation(tilework.Batch(many), one)
        assert batch.tolist() == [attempt(operation, layout, one) for layout in many]


@given(st.integers(0, 4), st.integers(0, 4), st.integers(-6, 6), st.integers(0, 1 << 12))
def test_swizzles(bits, base, shift, offset):
    swizzle = attempt(tilework.Swizzle, bits, base, shift)
    if abs(shift) < bits:
        assert swizzle is None
        return
    places = max(shift, 0)
    moved = offset >> base + places & (1 << bits) - 1
    assert swizzle(offset) == offset ^ (moved << base + max(-shift, 0))


@given(layouts(compact=True), st.integers(0, 3), st.integers(0, 2), st.integers(3, 5))
def test_swizzled_layouts(layout, bits, base, shift):
    swizzle = tilework.Swizzle(bits, base, shift)
    swizzled = swizzle @ layout
    expected = [swizzle(offset) for offset in values(layout)]
    assert [swizzled(i) for i in range(layout.size())] == expected == swizzled.offsets().tolist()
    assert swizzled.image() == sorted(set(expected))


@given(layouts())
def test_layouts_read_back(layout):
    assert Layout(str(layout)) == eval(repr(layout)) == layout == Layout(layout.shape, layout.stride)
    tilework.assert_same_function(layout, layout.coalesce())
    assert Layout(tilework.export("pycute", layout)) == layout
