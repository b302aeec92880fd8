"""The notebooks: their cells run, and what they show is what is written in them.

`TILEWORK_BLESS=1 pytest tests/test_notebooks.py` writes what they show.
"""

import ast
import contextlib
import io
import json
import os
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def run(source, names):
    """The outputs of a cell, as Jupyter stores them."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        svg = value._repr_svg_() if hasattr(value, "_repr_svg_") else None
        # Larger ones are drawn where the notebook is run.
        if svg is not None and len(svg) < 1 << 16:
            data["image/svg+xml"] = lines(svg)
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def lines(text):
    return text.splitlines(keepends=True)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            outputs = run("".join(cell["source"]), names)
            if os.environ.get("TILEWORK_BLESS"):
                cell["outputs"] = outputs
            assert outputs == cell["outputs"], "".join(cell["source"])
    if os.environ.get("TILEWORK_BLESS"):
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def test_there_are_two():
    assert [path.stem for path in NOTEBOOKS] == ["cute_dsl_kernel", "layouts_for_numpy"]
