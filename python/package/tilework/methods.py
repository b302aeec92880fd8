"""Methods of values that are written in Python."""


def offsets(self):
    """All offsets in the order of the coordinates, as a NumPy array."""
    from . import arrays

    return arrays.offsets(self)


def to_array(self):
    """The offsets as a NumPy array with an axis for each mode: `L.to_array()[i, j] == L(i, j)`."""
    from . import arrays

    return arrays.to_array(self)


def __array__(self, dtype=None, copy=None):
    array = to_array(self)
    return array if dtype is None else array.astype(dtype)


def inverse_table(self):
    """For each offset the first coordinate that has it, or -1, as a NumPy array."""
    from . import arrays

    return arrays.inverse_table(self)


def picture(self, **options):
    """The picture of the value; `options` are those of `Picture`."""
    from .pictures import Picture

    return Picture(str(self), **options)


def show(self, **options):
    """Draws the value in the terminal."""
    picture(self, **options).show()


def save(self, path, **options):
    """Writes the picture of the value to a file: `.svg`, `.png`, `.tikz`, `.tex`, `.html` or `.txt`."""
    picture(self, **options).save(path)


def svg(self, **options):
    """The picture of the value as SVG."""
    return picture(self, **options).svg()


def _repr_svg_(self):
    return _drawn(self, "_repr_svg_")


def _repr_html_(self):
    return _drawn(self, "_repr_html_")


def _drawn(self, form):
    from .errors import TileworkError

    try:
        return getattr(picture(self), form)()
    except TileworkError:
        # Not every value has a picture. Notebooks show the text then.
        return None


def explain(self, operation, *operands):
    """The steps of an operation whose first operand is this value: `A.explain("composition", B)`."""
    from .explanation import explain as explained

    return explained(operation, self, *operands)
