"""Placements of tensors on a mesh of devices, as PyTorch's DTensor has them, and the layouts of `redistribute`."""

from itertools import product

from ._tilework import OPERATIONS, Layout


def from_placements(mesh, placements, shape):
    """The layout `(device, local)` into the coordinates of a tensor of this shape.

    `mesh` is a `DeviceMesh` or its shape, and `placements` has an entry for each of its dimensions: `Shard(d)` and
    `Replicate()` of PyTorch, or `d` and `None`. The integral coordinate of the device is its rank in a row-major mesh.
    Where an extent does not come out even, the last devices have fewer elements, and the others are predicated.

    >>> from_placements((2, 4), (0, 1), (32, 32))
    Layout('((4,2),(16,8)):((8e1,16e0),(e0,e1))')
    >>> OPERATIONS["redistribute"](from_placements((2,), (0,), (4, 6)), from_placements((2,), (1,), (4, 6)))
    [[0, 1, 6], [1, 0, 6]]
    """
    extents = _extents(mesh)
    axes = [_axis(placement) for placement in placements]
    if len(axes) != len(extents):
        raise ValueError(f"{len(axes)} placements for a mesh of {len(extents)} dimensions")
    local = list(shape)
    devices = []
    for extent, axis in zip(extents, axes):
        if axis is None:
            devices.append((extent, None, 0))
            continue
        if not -len(local) <= axis < len(local):
            raise ValueError(f"Shard({axis}) of a tensor of {len(local)} dimensions")
        axis %= len(local)
        if axis in [other for _, other, _ in devices] and local[axis] % extent:
            raise ValueError(f"dimension {axis} is divided twice, and {local[axis]} is not a multiple of {extent}")
        local[axis] = -(-local[axis] // extent)
        devices.append((extent, axis, local[axis]))

    def stride(axis, step):
        return "0" if axis is None or step == 0 else f"{step}e{axis}"

    # The last dimension of the mesh is the fastest in the rank.
    ranks = [(extent, stride(axis, step)) for extent, axis, step in reversed(devices)]
    held = [(extent, stride(axis, 1)) for axis, extent in enumerate(local)]
    return Layout(":".join(f"({_mode(ranks, part)},{_mode(held, part)})" for part in (0, 1)))


def to_placements(layout, mesh, shape):
    """The placements whose layout this is: `d` for `Shard(d)` and `None` for `Replicate()`.

    >>> to_placements("((4,2),(16,8)):((8e1,16e0),(e0,e1))", (2, 4), (32, 32))
    (0, 1)
    """
    extents = _extents(mesh)
    layout = Layout(layout)
    for placements in product((*range(len(shape)), None), repeat=len(extents)):
        try:
            candidate = from_placements(extents, placements, shape)
        except ValueError:
            continue
        if OPERATIONS["size"](candidate) == OPERATIONS["size"](layout) and OPERATIONS["same_function"](
            candidate, layout
        ):
            return placements
    raise ValueError(f"{layout} is none of the placements of {tuple(shape)} on a mesh of {extents}")


def _mode(leaves, part):
    """The shapes or the strides of these leaves, as a mode."""
    written = [str(leaf[part]) for leaf in leaves]
    return written[0] if len(written) == 1 else f"({','.join(written)})"


def _extents(mesh):
    """The extents of a mesh: an integer, a tuple, or a `DeviceMesh`."""
    if isinstance(mesh, int):
        return (mesh,)
    return tuple(getattr(mesh, "shape", mesh))


def _axis(placement):
    """The dimension that a placement divides, or `None`."""
    if placement is None or isinstance(placement, int):
        return placement
    if hasattr(placement, "dim"):
        return placement.dim
    if type(placement).__name__ == "Replicate":
        return None
    raise TypeError(f"{placement!r} is neither Shard nor Replicate; what devices still add up is no layout")
