"""Help for tests: `assert_same_function`, and what pytest says where two layouts are not equal."""

from ._tilework import OPERATIONS, Layout


def assert_same_function(a, b):
    """Asserts that two layouts have the same size, and the same offsets in the order of their coordinates.

    >>> assert_same_function("(2,4):(1,2)", "8:1")
    >>> assert_same_function("(2,4):(4,1)", "8:1")
    Traceback (most recent call last):
    AssertionError: at the coordinate 1 (2,4):(4,1) has the offset 4, and 8:1 has 1
    """
    __tracebackhide__ = True
    a, b = Layout(a), Layout(b)
    if OPERATIONS["same_function"](a, b):
        return
    raise AssertionError(difference(a, b))


def difference(a, b):
    """Where two layouts differ, in words."""
    sizes = [OPERATIONS["size"](layout) for layout in (a, b)]
    if sizes[0] != sizes[1]:
        return f"{a} has {sizes[0]} coordinates, and {b} has {sizes[1]}"
    at, left, right = OPERATIONS["first_difference"](a, b)
    return f"at the coordinate {at} {a} has the offset {left}, and {b} has {right}"


def pytest_assertrepr_compare(op, left, right):
    """Says of `assert a == b` where the functions of two layouts differ first."""
    if op != "==" or not (isinstance(left, Layout) and isinstance(right, Layout)):
        return None
    head = f"{left} == {right}"
    try:
        if OPERATIONS["same_function"](left, right):
            return [head, "the functions of the integral coordinates are the same, the layouts are not"]
        return [head, difference(left, right)]
    except ValueError as error:
        return [head, str(error)]
