"""Pictures: in notebooks, in a terminal, and in files."""

from . import _tilework


class Picture:
    """The picture of an expression, as `tilework show` draws it.

    A composition is drawn with its operands, a divide with its tiles, `partition(..)` with threads and values,
    `bank_conflicts(..)` with banks, a swizzle before and after, an instruction by its name. `by` is `"thread"` or
    `"value"`, and `rows` and `columns` limit each panel.

    >>> picture = Picture("A o (2,2):(1,2)", A="(4,4):(4,1)")
    >>> picture.svg()[:4]
    '<svg'
    """

    def __init__(self, expression, *, by="thread", rows=64, columns=64, width=400, **names):
        self.expression = str(expression)
        self.names = names
        self.by = by
        self.rows = rows
        self.columns = columns
        self.width = width

    def _drawn(self, form, width=None):
        width = self.width if width is None else width
        return _tilework.picture(self.expression, form, self.names or None, self.by, self.rows, self.columns, width)

    def svg(self):
        """The picture as SVG."""
        return self._drawn("svg")

    def tikz(self):
        """The picture as a `tikzpicture` of LaTeX."""
        return self._drawn("tikz", min(self.width, 200))

    def html(self):
        """A page with the picture, those of the operations before, and the steps."""
        return self._drawn("html")

    def text(self, color=False):
        """The picture in characters, with colors of a terminal where `color` is true."""
        from shutil import get_terminal_size

        return self._drawn("color" if color else "terminal", min(self.width, get_terminal_size((160, 24)).columns))

    def png(self):
        """The picture as PNG, 10 pixels for a column of characters and 20 for a line."""
        drawn = (self.names or None, self.by, self.rows, self.columns, self.width)
        return _png(*_tilework.pixels(self.expression, *drawn))

    def show(self):
        """Draws the picture in the terminal, in color if standard output is one."""
        import os
        import sys

        lines = self.text(sys.stdout.isatty() and not os.environ.get("NO_COLOR")).splitlines()
        print("\n".join(line.rstrip() for line in lines))

    def save(self, path):
        """Writes the picture to a file, in the form of its name: `.svg`, `.png`, `.tikz`, `.tex`, `.html` or `.txt`."""
        from pathlib import Path

        path = Path(path)
        if path.suffix == ".png":
            path.write_bytes(self.png())
            return
        forms = {".svg": self.svg, ".tikz": self.tikz, ".tex": self._latex, ".html": self.html, ".txt": self.text}
        if path.suffix not in forms:
            raise ValueError(f"{path.name}: a picture is written to {', '.join(sorted([*forms, '.png']))}")
        path.write_text(forms[path.suffix](), encoding="utf-8")

    def _latex(self):
        head = "\\documentclass[tikz,border=2mm]{standalone}\n\\begin{document}\n"
        return f"{head}{self.tikz()}\\end{{document}}\n"

    def _repr_svg_(self):
        return self.svg()

    def _repr_html_(self):
        """The page with the steps, in a frame of its own."""
        from html import escape
        from re import findall

        page = self.html()
        # Pictures, and a line for each panel and step, as far as a screen goes.
        drawn = sum(map(int, findall(r'<svg [^>]*?height="(\d+)"', page)))
        height = min(drawn + 160 + 28 * (page.count("<tr ") + page.count("<li ")), 960)
        return f'<iframe srcdoc="{escape(page, quote=True)}" style="width:100%;height:{height}px;border:0"></iframe>'

    def __repr__(self):
        return f"Picture({self.expression!r})"


def show(expression, **options):
    """Draws an expression or a value in the terminal; `options` are those of `Picture`."""
    Picture(expression, **options).show()


def _png(width, height, pixels):
    """The file of these pixels, red, green and blue of each, row after row."""
    import struct
    import zlib

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    # Each row begins with the number of its filter, none.
    rows = b"".join(b"\0" + pixels[at : at + 3 * width] for at in range(0, len(pixels), 3 * width))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body
