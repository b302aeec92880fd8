"""Pictures in notebooks, in a terminal, and in files."""

import xml.etree.ElementTree

import pytest

import tilework
from tilework import Layout, Picture, Swizzle, ThreadValue


@pytest.mark.parametrize(
    "drawn",
    [
        Layout("(4,8):(8,1)"),
        Layout("Sw<2,0,3> o (8,8):(8,1)"),
        Layout("(4,4):(f1,f5)"),
        tilework.Morphism("(2,8)--(1,0)-->(2,4)"),
        ThreadValue("((4,8),(2,2)):((32,1),(16,8))", (16, 8)),
        Picture("A o (2,2):(1,8)", A="(4,4):(4,1)"),
        Picture("zipped_divide((4,4):(4,1), <2,2>)"),
        Picture("mma.sync.m16n8k16.f16"),
    ],
    ids=repr,
)
def test_notebooks(drawn):
    svg = drawn._repr_svg_()
    assert xml.etree.ElementTree.fromstring(svg).tag.endswith("svg")
    page = drawn._repr_html_()
    assert page.startswith("<iframe srcdoc=") and "<script" not in page.split(">", 1)[0].replace("&lt;script", "")


def test_values_without_a_picture_are_shown_as_text():
    assert tilework.Profile("(*,*)")._repr_svg_() is None and tilework.Tiler("<4,8>")._repr_html_() is None
    with pytest.raises(tilework.TileworkError):
        tilework.Profile("(*,*)").show()


def test_steps_of_compositions_are_on_the_page():
    page = Picture("A o B", A="(4,6,8):(2,3,5)", B="(2,12):(2,4)").html()
    assert "takes 6:1 of 12:1" in page


def test_terminal(capsys):
    Layout("(2,2):(2,1)").show()
    tilework.show("(2,2):(2,1)")
    printed = capsys.readouterr().out
    assert printed.count("┌") == 2 and "\x1b" not in printed
    assert "\x1b" in Picture("(4,4) o (2,2)").text(color=True)


@pytest.mark.parametrize("name", ["x.svg", "x.tikz", "x.tex", "x.html", "x.txt", "x.png"])
def test_files(tmp_path, name):
    Layout("(4,8):(8,1)").save(tmp_path / name, rows=4)
    start = {
        "x.svg": b"<svg", "x.tikz": b"\\begin{tikzpicture}", "x.tex": b"\\documentclass", "x.html": b"<!DOCTYPE html>",
        "x.txt": b"(4,8):(8,1)", "x.png": b"\x89PNG\r\n\x1a\n",
    }[name]  # fmt: skip
    assert (tmp_path / name).read_bytes().lstrip().startswith(start)


def test_wrong_files(tmp_path):
    with pytest.raises(ValueError, match="is written to"):
        Swizzle(2, 0, 3).save(tmp_path / "x.gif")
    with pytest.raises(ValueError, match="thread"):
        Layout("8:1").svg(by="warp")
