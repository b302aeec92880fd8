"""Objects of CuTe DSL, where it is installed. No GPU is needed."""

import pytest

import tilework
from tilework import Layout, Swizzle

cutlass = pytest.importorskip("cutlass")
cute = pytest.importorskip("cutlass.cute")


def test_objects_are_layouts():
    read = {}

    @cute.jit
    def program():
        atom = cute.make_layout((8, 64), stride=(64, 1))
        swizzle = cute.make_swizzle(3, 3, 3)
        read["layout"] = Layout(atom)
        read["tiled"] = Layout(cute.tile_to_shape(atom, (128, 64, 3), (0, 1, 2)))
        read["swizzle"] = Swizzle(swizzle)
        read["composed"] = Layout(cute.make_composed_layout(swizzle, 0, atom))
        read["identity"] = Layout(cute.make_identity_layout((4, 8)))
        read["operand"] = tilework.composition(atom, cute.make_layout(4))
        read["of"] = Layout.of(atom)

    program()
    assert read == {
        "layout": Layout((8, 64), (64, 1)),
        "tiled": Layout("((8,16),(64,1),(1,3)):((64,512),(1,0),(0,8192))"),
        "swizzle": Swizzle(3, 3, 3),
        "composed": Layout("Sw<3,3,3> o 0 o (8,64):(64,1)"),
        "identity": Layout("(4,8):(e0,e1)"),
        "operand": Layout("4:64"),
        "of": Layout((8, 64), (64, 1)),
    }
