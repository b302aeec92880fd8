"""The bases of Triton's linear layouts, and layouts with XOR strides.

A linear layout of Triton has, for each of its dimensions such as register, lane, warp and block, the places of the powers
of 2 in a tensor. The place of a number is the XOR of those of its bits.
"""

from ._tilework import OPERATIONS, Layout


def from_triton(bases, shape):
    """The layout with a mode for each dimension, into the row-major offsets of a tensor of this shape.

    >>> from_triton({"register": [[0, 1], [8, 0]], "lane": [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]}, (16, 8))
    Layout('((2,2),(2,2,2,2,2)):((f1,f64),(f2,f4,f8,f16,f32))')
    """
    extents = [_power_of_two(extent) for extent in shape]
    steps = OPERATIONS["compact_row_major"](tuple(extents)) if len(extents) > 1 else (1,)
    modes = []
    for places in bases.values():
        strides = []
        for place in places:
            if len(place) != len(extents):
                raise ValueError(f"the place {place} in a tensor of {len(extents)} dimensions")
            for coordinate, extent in zip(place, extents):
                if not 0 <= coordinate < extent:
                    raise ValueError(f"the place {place} does not lie in {tuple(extents)}")
            strides.append(sum(coordinate * step for coordinate, step in zip(place, steps)))
        modes.append(strides)
    # A dimension without bases has one place.
    shapes = [_tuple(["2"] * len(strides)) if strides else "1" for strides in modes]
    written = [_tuple([f"f{stride}" if stride else "0" for stride in strides]) if strides else "0" for strides in modes]
    return Layout(f"({','.join(shapes)}):({','.join(written)})")


def to_triton(layout, names, shape):
    """The bases of a layout into the row-major offsets of a tensor of this shape, with a name for each mode.

    >>> to_triton("((4,8),(2,2)):((2,8),(1,64))", ("lane", "register"), (16, 8))
    {'lane': [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], 'register': [[0, 1], [8, 0]]}
    """
    layout = Layout(layout)
    if len(layout) != len(names):
        raise ValueError(f"{len(names)} names for a layout of {len(layout)} modes")
    bases = {}
    for name, mode in zip(names, layout):
        bits = _power_of_two(OPERATIONS["size"](mode)).bit_length() - 1
        bases[name] = [_place(mode(1 << bit), shape) for bit in range(bits)]
    if not OPERATIONS["same_function"](from_triton(bases, shape), layout):
        raise ValueError(f"{layout} is not linear: an offset is not the XOR of those of its bits")
    return bases


def _place(offset, shape):
    """The coordinate of a row-major offset."""
    place = []
    for extent in reversed(shape):
        place.append(offset % extent)
        offset //= extent
    if offset:
        raise ValueError(f"an offset lies outside of {tuple(shape)}")
    return place[::-1]


def _tuple(parts):
    return parts[0] if len(parts) == 1 else f"({','.join(parts)})"


def _power_of_two(number):
    if number < 1 or number & number - 1:
        raise ValueError(f"{number} is not a power of 2, as Triton's dimensions are")
    return number
