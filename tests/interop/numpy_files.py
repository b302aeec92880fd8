"""Writes and reads NumPy files, for the tests of the feature `npy`.

    python3 numpy_files.py write|read FOLDER

A matrix of 3 x 5 has `5 i + j` in row i and column j. `read` compares the files NAME-written-C.npy and
NAME-written-F.npy with it. The exit status is 77 if NumPy is not installed.
"""

import pathlib
import sys

try:
    import numpy
except ImportError:
    sys.exit(77)

NAMES = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 bool".split()
step, folder = sys.argv[1], pathlib.Path(sys.argv[2])
for name in NAMES:
    matrix = numpy.arange(15).reshape(3, 5).astype(name)
    if step == "write":
        for bytes_, mark in ("little", "<"), ("big", ">"):
            ordered = matrix.astype(matrix.dtype.newbyteorder(mark))
            transposed = numpy.ascontiguousarray(ordered.T).T
            for order, array in ("c", ordered), ("f", numpy.asfortranarray(ordered)), ("t", transposed):
                numpy.save(folder / f"{name}-{order}-{bytes_}.npy", array)
    else:
        for order in "CF":
            array = numpy.load(folder / f"{name}-written-{order}.npy")
            assert array.dtype == matrix.dtype and array.shape == (3, 5), (name, array.dtype, array.shape)
            assert array.flags[f"{order}_CONTIGUOUS"], (name, order)
            assert (array == matrix).all(), (name, order, array)
