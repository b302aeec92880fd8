"""Offsets and inverse tables as NumPy arrays."""

from . import _tilework


def _numpy():
    try:
        import numpy
    except ImportError:
        raise ImportError(
            "arrays need NumPy: pip install numpy; `list(L(i) for i in range(L.size()))` does not"
        ) from None
    return numpy


def offsets(L):
    """All offsets of a layout in the order of its coordinates, as an array of one axis.

    >>> offsets("(2,3):(3,1)")
    array([0, 3, 1, 4, 2, 5])
    """
    data, _ = _tilework.offset_bytes(L)
    return _numpy().frombuffer(data, dtype="int64")


def to_array(L):
    """The offsets as an array with an axis for each mode: `to_array(L)[i, j] == L(i, j)`.

    >>> to_array("(2,3):(3,1)")
    array([[0, 1, 2],
           [3, 4, 5]])
    """
    data, extents = _tilework.offset_bytes(L)
    return _numpy().frombuffer(data, dtype="int64").reshape(extents, order="F")


def inverse_table(L):
    """For each offset the first integral coordinate that has it, or -1: `inverse_table(L)[L(i)] == i` if L is injective.

    >>> inverse_table("(2,2):(1,4)")
    array([ 0,  1, -1, -1,  2,  3])
    """
    data, first = _tilework.inverse_bytes(L)
    if first < 0:
        raise ValueError(f"the offset {first} is negative, and no place in a table")
    return _numpy().frombuffer(data, dtype="int64")
