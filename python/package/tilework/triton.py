"""The bases of Triton's linear layouts."""

from ._tilework import OPERATIONS, LinearLayout, Value


def from_triton(layout, shape=None):
    """The linear layout of what Triton has: bases, an attribute of MLIR, or a layout of Gluon.

    The bases are lists of coordinates for `register`, `lane`, `warp` and `block`, or for `offset` and `block`. Without
    a shape, it is the smallest one that has the bases. An encoding needs the shape of the tensor.

    >>> c = from_triton({"register": [[0, 1], [8, 0]], "lane": [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]}, (16, 8))
    >>> c.to_layout()
    Layout('((4,8),(2,2)):((32,1),(16,8))')
    >>> from_triton("NVMMADistributedLayout(version=[2, 0], warps_per_cta=[1, 1], instr_shape=[16, 8])", (16, 8)) == c
    True
    """
    if isinstance(layout, dict):
        return LinearLayout(layout, shape)
    value = layout if isinstance(layout, Value) else Value(layout)
    if value.kind.startswith("an encoding"):
        if shape is None:
            raise TypeError(f"an encoding needs the shape of the tensor: from_triton({value}, (64, 64))")
        return LinearLayout(str(value(*shape)))
    given = LinearLayout(str(value))
    if shape is not None and given.tensor_shape != tuple(shape):
        raise ValueError(f"the linear layout is of a tensor {given.tensor_shape}, not {tuple(shape)}")
    return given


def to_triton(layout, shape=None, lanes=32):
    """The bases of a linear layout, or of a layout of threads and values into a tensor of this shape.

    The values of the layout are integral coordinates, dimension 0 fastest; the first `lanes` threads are a warp.

    >>> to_triton("((4,8),(2,2)):((32,1),(16,8))", (16, 8))["register"]
    [[0, 1], [8, 0]]
    """
    if not isinstance(layout, LinearLayout):
        if shape is None:
            raise TypeError("a layout of threads and values needs the shape of the tensor: to_triton(L, (16, 8))")
        layout = OPERATIONS["to_linear_layout"](layout, tuple(shape), lanes)
    return layout.bases
