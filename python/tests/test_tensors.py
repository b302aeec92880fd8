"""Layouts of tensors of other packages."""

import array

import numpy
import pytest

from tilework import Layout


@pytest.mark.parametrize("dtype", ["float32", "int8", "complex128", "datetime64[s]", "U3", "S5"])
def test_numpy(dtype):
    whole = numpy.zeros((4, 6, 8), dtype)
    for tensor in (
        whole,
        whole.T,
        whole[::2, :, 1:5],
        whole[:, ::-1],
        whole[1],
        whole[:, 2:3],
        whole.copy("F"),
        whole[0, 0],
    ):
        layout = Layout.of(tensor)
        for coordinate in numpy.ndindex(tensor.shape):
            steps = sum(c * s for c, s in zip(coordinate, tensor.strides))
            assert layout(*coordinate) * tensor.itemsize == steps
        assert (layout.shape if tensor.ndim > 1 else (layout.shape,)) == tensor.shape


def test_extents_of_one_and_zero():
    assert Layout.of(numpy.zeros((4, 1, 8))) == Layout("(4,1,8):(8,0,1)")
    assert Layout.of(numpy.zeros(())) == Layout("1:0")
    assert Layout.of(numpy.zeros((0, 8))).size() == 0
    assert Layout.of(numpy.broadcast_to(numpy.zeros(8), (4, 8))) == Layout("(4,8):(0,1)")


def test_structures_and_buffers():
    pairs = numpy.zeros((4, 8), [("a", "i4"), ("b", "i8")])
    assert Layout.of(pairs) == Layout("(4,8):(8,1)")
    with pytest.raises(ValueError, match="no multiple"):
        Layout.of(pairs["b"])
    assert Layout.of(array.array("d", range(6))) == Layout("6:1")
    assert Layout.of(memoryview(bytes(24)).cast("B", (4, 6))) == Layout("(4,6):(6,1)")
    assert Layout.of(Layout("(4,6):(6,1)")) == Layout("(4,6):(6,1)")


def test_protocols():
    tensor = numpy.zeros((4, 6), "float32")[:, ::2]

    class Interface:
        """A tensor on a GPU."""

        __cuda_array_interface__ = {"shape": (4, 6), "strides": None, "typestr": "<f4", "data": (0, False)}

    class Capsule:
        """A tensor that has nothing but DLPack."""

        __dlpack__ = tensor.__dlpack__

    class Torch:
        """What tensors of PyTorch have."""

        shape = (4, 6)

        def stride(self):
            return (6, 1)

    assert Layout.of(Interface()) == Layout("(4,6):(6,1)")
    assert Layout.of(Capsule()) == Layout("(4,3):(6,2)")
    assert Layout.of(Torch()) == Layout("(4,6):(6,1)")


def test_torch():
    torch = pytest.importorskip("torch")
    tensor = torch.zeros(4, 6, 8)
    assert Layout.of(tensor.permute(2, 0, 1)) == Layout("(8,4,6):(1,48,8)")
    assert Layout.of(tensor[:, :1]) == Layout("(4,1,8):(48,0,1)")


def test_arrays():
    layout = Layout("(4,6):(1,5)")
    table = layout.to_array()
    assert table.shape == (4, 6) and table.dtype == numpy.int64
    assert all(table[i, j] == layout(i, j) for i in range(4) for j in range(6))
    assert (numpy.asarray(layout) == table).all()
    assert (layout.offsets() == table.ravel(order="F")).all()
    inverse = layout.inverse_table()
    assert (inverse[layout.offsets()] == numpy.arange(24)).all() and (inverse == -1).sum() == layout.cosize() - 24
    assert Layout("Sw<2,0,3> o (8,8):(8,1)").to_array().shape == (8, 8)
    assert Layout("(0,4):(1,1)").offsets().size == 0
    with pytest.raises(ValueError):
        Layout("4:-1").inverse_table()
    with pytest.raises(ValueError):
        Layout("100000000:1").offsets()
    with pytest.raises(TypeError):
        Layout("(4,8):(e0,e1)").offsets()
    # An array is written to by whoever has it.
    layout.offsets()[0] = 7
    assert layout(0) == 0
