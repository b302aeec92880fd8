"""Thread-value layouts: which thread has which elements of a tile."""

from . import _tilework
from ._tilework import OPERATIONS, Layout
from .explanation import written


class ThreadValue:
    """A layout of threads and values into the integral coordinates of a tile: `(t, v)` is where thread `t` has value `v`.

    >>> ThreadValue("((4,8),2):((32,1),16)", (16, 8)).owners()[3, 0]
    (12, 0)
    """

    def __init__(self, layout, tile):
        self.layout = Layout(layout)
        self.tile = tile
        if tile is None or isinstance(tile, float):
            raise TypeError(f"the shape of a tile is wanted, not {tile}")
        if len(self.layout) != 2:
            raise ValueError(f"a thread-value layout has two modes, (threads, values), not {len(self.layout)}")

    @property
    def threads(self):
        """The number of threads."""
        return OPERATIONS["size"](self.layout[0])

    @property
    def values(self):
        """The number of values of a thread."""
        return OPERATIONS["size"](self.layout[1])

    def owners(self):
        """The thread and the value of each natural coordinate of the tile; where several have it, the first."""
        found = {}
        threads = self.threads
        for at, offset in enumerate(_tilework.OPERATIONS["offsets"](self.layout)):
            coordinate = OPERATIONS["idx2crd"](offset, self.tile)
            found.setdefault(coordinate, (at % threads, at // threads))
        return found

    def of(self, data):
        """The layout of `data` by threads, and by values and tiles: `partition(data, tile, layout)`."""
        return OPERATIONS["partition"](data, self.tile, self.layout)

    def picture(self, **options):
        """The tile with the thread and the value of each element."""
        from .pictures import Picture

        tile = written(self.tile)
        return Picture(f"partition({tile}, {tile}, {self.layout})", **options)

    def _repr_svg_(self):
        return self.picture()._repr_svg_()

    def _repr_html_(self):
        return self.picture()._repr_html_()

    def __eq__(self, other):
        if not isinstance(other, ThreadValue):
            return NotImplemented
        return (self.layout, self.tile) == (other.layout, other.tile)

    def __hash__(self):
        return hash((self.layout, self.tile))

    def __repr__(self):
        return f"ThreadValue({self.layout!r}, {self.tile!r})"
