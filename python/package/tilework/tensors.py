"""Layouts of tensors of other packages."""

from ._tilework import Layout


def layout_of(tensor):
    """The layout of the elements of a tensor, with strides in elements. An extent of 1 has the stride 0.

    The tensor is one of NumPy, PyTorch, CuPy or JAX, or anything with `stride()`, `__array_interface__`,
    `__cuda_array_interface__`, DLPack or a buffer. Layouts of other packages are read as `Layout` reads them.

    >>> import numpy
    >>> layout_of(numpy.zeros((4, 8))[::2, 1:])
    Layout('(2,7):(16,1)')
    """
    if callable(getattr(tensor, "stride", None)):
        return _layout(tensor.shape, tensor.stride())
    for protocol in ("__array_interface__", "__cuda_array_interface__"):
        interface = getattr(tensor, protocol, None)
        if interface is not None:
            return _of_interface(interface)
    if hasattr(tensor, "__dlpack__"):
        return _of_dlpack(tensor)
    if hasattr(tensor, "shape") and hasattr(tensor, "stride"):
        return Layout(tensor)
    try:
        view = memoryview(tensor)
    except TypeError:
        return Layout(tensor)
    return _of_bytes(view.shape, view.strides, view.itemsize)


def _layout(shape, stride):
    """The layout of these extents and strides; one mode is a leaf."""
    shape = tuple(int(extent) for extent in shape)
    stride = tuple(0 if extent == 1 else int(step) for extent, step in zip(shape, stride))
    if not shape:
        return Layout(1, 0)
    return Layout(shape[0], stride[0]) if len(shape) == 1 else Layout(shape, stride)


def _of_interface(interface):
    shape, strides = interface["shape"], interface.get("strides")
    # "<f4", and "<M8[s]" of times.
    itemsize = int(interface["typestr"][2:].partition("[")[0])
    if interface["typestr"][1] == "U":
        itemsize *= 4
    return _of_bytes(shape, strides, itemsize)


def _of_bytes(shape, strides, itemsize):
    if strides is None:
        steps, step = [], 1
        for extent in reversed(shape):
            steps.append(step)
            step *= extent
        return _layout(shape, steps[::-1])
    for extent, step in zip(shape, strides):
        if extent > 1 and step % itemsize:
            raise ValueError(f"a stride of {step} bytes is no multiple of an element, {itemsize} bytes")
    return _layout(shape, [step // itemsize for step in strides])


def _of_dlpack(tensor):
    """Reads shape and stride of the structure that DLPack passes, on any device."""
    import ctypes

    class Tensor(ctypes.Structure):
        _fields_ = [
            ("data", ctypes.c_void_p),
            ("device", ctypes.c_int32 * 2),
            ("ndim", ctypes.c_int32),
            ("dtype", ctypes.c_uint8 * 4),
            ("shape", ctypes.POINTER(ctypes.c_int64)),
            ("strides", ctypes.POINTER(ctypes.c_int64)),
            ("byte_offset", ctypes.c_uint64),
        ]

    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    # The capsule frees what it holds, since nobody takes it over.
    capsule = tensor.__dlpack__()
    held = Tensor.from_address(pointer(capsule, b"dltensor"))
    shape = held.shape[: held.ndim] if held.ndim else []
    return _of_bytes(shape, held.strides[: held.ndim] if held.ndim and held.strides else None, 1)
