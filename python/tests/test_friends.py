"""Placements of PyTorch's DTensor and bases of Triton's linear layouts, against their definitions."""

from itertools import product

import pytest

import tilework
from tilework import Layout, LinearLayout, from_placements, from_triton, to_placements, to_triton


class Shard:
    """As in torch.distributed.tensor."""

    def __init__(self, dim):
        self.dim = dim


class Replicate:
    """As in torch.distributed.tensor."""


class Partial:
    """As in torch.distributed.tensor."""


def chunk(coordinates, parts, part):
    """What torch.chunk leaves to a device."""
    size = -(-len(coordinates) // parts)
    return coordinates[size * part : size * (part + 1)]


@pytest.mark.parametrize("mesh", [(2,), (4,), (2, 3), (2, 2, 2)])
@pytest.mark.parametrize("shape", [(8,), (7, 6), (4, 12)])
def test_placements(mesh, shape):
    for placements in product((*range(len(shape)), None), repeat=len(mesh)):
        try:
            layout = from_placements(mesh, placements, shape)
        except ValueError as error:
            assert "divided twice" in str(error)
            continue
        for rank, place in enumerate(product(*map(range, mesh))):
            held = [list(range(extent)) for extent in shape]
            for extent, at, axis in zip(mesh, place, placements):
                if axis is not None:
                    held[axis] = chunk(held[axis], extent, at)
            found = set()
            for local in range(layout[1].size()):
                coordinate = layout(rank, local)
                coordinate = coordinate if isinstance(coordinate, tuple) else (coordinate,)
                coordinate += (0,) * (len(shape) - len(coordinate))
                if all(c < extent for c, extent in zip(coordinate, shape)):
                    found.add(coordinate)
            assert found == set(product(*held))
        back = to_placements(layout, mesh, shape)
        assert tilework.same_function(from_placements(mesh, back, shape), layout)


def test_placements_of_torch():
    layout = from_placements((2, 2), (Shard(0), Replicate()), (8, 4))
    assert layout == from_placements((2, 2), (0, None), (8, 4)) == from_placements((2, 2), (Shard(-2), None), (8, 4))
    assert to_placements(layout, (2, 2), (8, 4)) == (0, None)
    sent = tilework.redistribute(layout, from_placements((2, 2), (Shard(1), Replicate()), (8, 4)))
    assert sent and all(count == 8 for _, _, count in sent)
    for wrong in [((2,), (0, 1)), ((2,), (2,)), ((2,), (-3,))]:
        with pytest.raises(ValueError):
            from_placements(*wrong, (8, 4))
    with pytest.raises(TypeError, match="add up"):
        from_placements((2,), (Partial(),), (8, 4))
    with pytest.raises(ValueError, match="none of the placements"):
        to_placements("(2,8):(1e0,2e0)", (2,), (16,))


def test_bases():
    bases = {
        "register": [[0, 1], [8, 3]],
        "lane": [[0, 2], [0, 4], [1, 1], [2, 0], [4, 0]],
        "warp": [[0, 0]],
        "block": [],
    }
    layout = from_triton(bases, (16, 8))
    for numbers in product(range(4), range(32), range(2), range(1)):
        row = column = 0
        for number, places in zip(numbers, bases.values()):
            for bit, (r, c) in enumerate(places):
                if number >> bit & 1:
                    row, column = row ^ r, column ^ c
        register, lane, warp, block = numbers
        assert layout.coordinate(register=register, lane=lane, warp=warp, block=block) == (row, column)
        assert layout(lane + 32 * warp, register) == row + 16 * column
    assert to_triton(layout) == layout.bases == bases
    # The accumulator of mma.sync.m16n8k16, with integer strides.
    assert to_triton("((4,8),(2,2)):((32,1),(16,8))", (16, 8))["register"] == [[0, 1], [8, 0]]
    # Without a shape, the smallest one; a layout of shared memory.
    assert from_triton({"lane": [[1], [2]]}).tensor_shape == (4,)
    shared = from_triton({"offset": [[0, 1], [1, 1]]})
    assert shared.is_shared and shared.bases == {"offset": [[0, 1], [1, 1]], "block": []}
    assert isinstance(shared, LinearLayout) and isinstance(shared, Layout)


def test_texts_of_triton():
    mma = tilework.nvidia_mma(2, 0, [1, 1], [16, 8])
    c = mma(16, 8)
    for form in ("triton", "gluon"):
        assert from_triton(tilework.export(form, c), (16, 8)) == from_triton(mma, (16, 8)) == c
    with pytest.raises(TypeError, match="needs the shape"):
        from_triton(mma)
    with pytest.raises(TypeError, match="needs the shape"):
        to_triton("((4,8),(2,2)):((32,1),(16,8))")
    with pytest.raises(ValueError, match="of a tensor"):
        from_triton(c, (8, 8))


def test_what_is_not_linear():
    for layout, shape in [
        ("(3,2):(1,4)", (8, 8)),
        ("(4,2):(3,16)", (8, 8)),
        ("(4,2):(1,64)", (8, 8)),
        ("(4,2):(1,4)", (6,)),
    ]:
        with pytest.raises(ValueError):
            to_triton(layout, shape)
    for bases, shape in [
        ({"lane": [[0, 9]]}, (8, 8)),
        ({"lane": [[1]]}, (8, 8)),
        ({"lane": []}, (6, 8)),
        ({"thread": [[1]]}, (8,)),
        ({"lane": [], "offset": []}, (8,)),
    ]:
        with pytest.raises(ValueError):
            from_triton(bases, shape)
    for wrong in ({"lane": [0, 1]}, {"lane": 1}, {0: [[1]]}, {"lane": [["1"]]}):
        with pytest.raises(TypeError):
            from_triton(wrong, (8,))
