"""Values: how they are made, written, compared, hashed, pickled, called and indexed."""

import contextlib
import copy
import pickle

import pytest

import tilework
from tilework import Layout, Profile, Strides, Swizzle, Tiler, Value, evaluate

VALUES = [
    Layout("(4,8):(8,1)"),
    Layout("((2,3),4):((1,2),6)"),
    Layout("8:1"),
    Layout("(4,8):(e0,6e1)"),
    Layout("(4,8):(f1,f5)"),
    Layout("Sw<3,4,3> o 16 o (8,8):(8,1)"),
    Layout("composed((8,4):(f1,f9), 3, 2:f2)"),
    Swizzle(3, 4, 3),
    Tiler("<4:1,8:2,_>"),
    Profile("(*,(*,*))"),
    Strides("(e0,6e1)"),
    tilework.Morphism("(2,8)--(1,0)-->(2,4)"),
    tilework.tma(0),
    tilework.nvidia_mma(2, 0, [1, 1], [16, 8]),
    tilework.nvidia_mma(2, 0, [1, 1], [16, 8])(16, 8),
    tilework.swizzled_shared(8, 1, 8, [1, 0])(8, 64),
    tilework.Machine("cdna3"),
    evaluate("N % 8 = 0; K < N; zipped_divide((K,N):(N,1), <_,8>)"),
    evaluate("N % 8 = 0; N"),
    evaluate("N % 8 = 0; N >= 16"),
]


def read(value):
    """The text that is read as the value."""
    return eval(repr(value).partition("(")[2][:-1])


@pytest.mark.parametrize("value", VALUES, ids=str)
@pytest.mark.filterwarnings("error")
def test_values_read_back(value):
    again = eval(repr(value), vars(tilework))
    for other in (again, pickle.loads(pickle.dumps(value)), copy.deepcopy(value), type(value)(read(value))):
        assert other == value and hash(other) == hash(value) and type(other) is type(value)


def test_layouts_are_made_of_text_tuples_and_objects():
    expected = Layout("(4,8):(8,1)")
    assert Layout((4, 8), (8, 1)) == expected
    assert Layout((4, 8), stride=(8, 1)) == expected
    assert Layout((4, 8), stride="row_major") == expected
    assert Layout(expected) == expected
    assert Layout((4, 8)) == Layout("(4,8):(1,4)") == Layout((4, 8), "col_major")
    assert Layout(((2, 2), 8), ((1, 16), 2))((1, 1), 3) == 23
    assert str(Layout((4,), (1,))) == "(4):(1)"
    assert Layout((4, 8), "(e0,e1)").kind == "a layout into coordinates"
    # As CuTe DSL and C++ print them.
    assert Layout("(_4,_8):(_8,_1)") == expected
    assert Layout("Layout<Shape<_4,_8>,Stride<_8,_1>>") == expected

    class Other:
        """A layout of another package."""

        shape = (4, 8)
        stride = (8, 1)

    assert Layout(Other()) == expected
    assert tilework.composition(Other(), 4) == tilework.composition(expected, 4)


def test_what_is_no_layout_is_refused():
    for wrong in (3.5, "<4,8>", "8:", object(), {"shape": 4}, Swizzle):
        with pytest.raises((TypeError, tilework.TileworkError)):
            Layout(wrong)
    with pytest.raises(tilework.ProfileError):
        Layout((4, 8), (1,))
    with pytest.raises(TypeError):
        Tiler("8:1")
    with pytest.raises(OverflowError):
        Layout(1 << 70)
    with pytest.raises(RecursionError):
        deep = 1
        for _ in range(5000):
            deep = (deep,)
        Layout(deep)


def test_mistakes_are_named():
    class Tensor:
        """As in PyTorch."""

        shape = (4, 8)

        def stride(self):
            return (8, 1)

    numpy = pytest.importorskip("numpy")
    layout = Layout("(4,8):(8,1)")
    for call, message in [
        (lambda: Layout((4, 8.0)), "8.0 is a float, and an integer is wanted"),
        (lambda: layout(1.5, 2), "1.5 is a float"),
        (lambda: Layout([4, 8]), "not a list; a shape is a tuple"),
        (lambda: Layout(None), "a layout is wanted, not None"),
        (lambda: Layout.of(None), "a layout is wanted, not None"),
        (lambda: Layout(Tensor()), "Layout.of"),
        (lambda: tilework.composition(Tensor(), 4), "Layout.of"),
        (lambda: Layout(numpy.zeros((4, 8))), "ndarray is no layout; `Layout.of"),
        (lambda: tilework.composition(layout), "1 argument given to composition"),
        (lambda: tilework.complement(layout, size=24), "has no parameter `size`"),
        (lambda: evaluate(5), "the text of an expression is wanted, not int"),
        (lambda: tilework.ThreadValue(layout, None), "the shape of a tile is wanted"),
        (lambda: Tiler(4), "a tiler is wanted, not an integer"),
    ]:
        with pytest.raises(TypeError, match=message):
            call()
    assert Layout(numpy.int32(8)) == Layout("8:1") and layout(numpy.int64(1), numpy.uint8(2)) == 10
    assert Layout((4, "8"), (numpy.int64(8), 1)) == layout
    with pytest.raises(tilework.RangeError, match="not -4"):
        Layout((-4, 8))
    with pytest.raises(AttributeError, match="did you mean `composition`"):
        _ = tilework.compostion
    with pytest.raises(AttributeError):
        _ = layout.compose


def test_values_are_immutable_and_compare_by_value():
    layout = Layout("(4,8):(8,1)")
    with pytest.raises(AttributeError):
        layout.shape = (2, 16)
    assert layout != Layout("32:1") and layout != (4, 8) and not layout == "(4,8):(8,1)"
    assert len({Layout("8:1"), Layout((8,)), Layout("8:1")}) == 2
    with pytest.raises(TypeError):
        sorted([layout, layout])


def test_calls():
    layout = Layout("(4,8):(8,1)")
    assert layout(1, 2) == layout((1, 2)) == layout(9) == 10
    assert layout(1, None) == [Layout("8:1"), 8]
    assert layout(None, 2) == layout(slice(None), 2) == layout(..., 2) == [Layout("4:8"), 2]
    assert Layout("(4,8):(e0,e1)")(1, 2) == (1, 2)
    assert Swizzle(1, 0, 1)(2) == 3
    with pytest.raises(TypeError, match="only `:` is open"):
        layout(slice(0, 2), 1)
    with pytest.raises(tilework.ProfileError):
        layout(1, 2, 3)
    with pytest.raises(tilework.RangeError):
        layout(-1)


def test_modes():
    layout = Layout("(4,(2,3),5):(1,(4,8),24)")
    assert len(layout) == 3
    assert layout[1] == Layout("(2,3):(4,8)") and layout[1, 0] == Layout("2:4") and layout[-1] == Layout("5:24")
    assert layout[:2] == Layout("(4,(2,3)):(1,(4,8))") and layout[::-1] == layout.permute([2, 1, 0])
    assert list(layout) == [layout[0], layout[1], layout[2]]
    assert Layout("8:1")[0] == Layout("8:1")
    assert len(Layout("():()")) == 0 and Layout("():()")
    for wrong in (3, -4):
        with pytest.raises(IndexError):
            layout[wrong]


def test_operators():
    a, b = Layout("(4,8):(8,1)"), Layout("4:2")
    assert a @ b == a.composition(b) == tilework.composition(a, b) == evaluate("A o B", A=a, B=b)
    assert "(4,8):(8,1)" @ b == a @ b
    assert a / b == a.logical_divide(b)
    assert b * a == b.logical_product(a)
    assert Swizzle(3, 4, 3) @ Layout("(8,64):(64,1)") == Layout("Sw<3,4,3> o (8,64):(64,1)")
    # By mode.
    assert a @ ("2:1", None) == Layout("(2,8):(8,1)")


def test_kinds():
    assert type(evaluate("Sw<3,4,3>")) is Swizzle and type(evaluate("<4:1,_>")) is Tiler
    assert type(evaluate("tma(0)")) is Value
    assert evaluate("true") is True and evaluate("[1,2]") == [1, 2] and evaluate("(1,(2,_))") == (1, (2, None))
    assert evaluate("1 == 2") is False


def test_exceptions_name_operation_rule_mode_numbers_and_hint():
    with pytest.raises(tilework.DivisibilityError) as raised:
        tilework.composition("(4,6,8):(2,3,5)", "6:3")
    error = raised.value
    assert (error.operation, error.rule, error.mode) == ("composition", "stride divisibility", 0)
    assert error.numbers == {"stride": 3, "extent": 4} and error.hint is None and error.at is None
    assert "the remaining stride 3" in str(error)
    with pytest.raises(tilework.DivisibilityError) as raised:
        tilework.logical_divide("10:1", "4:1")
    assert "`.._ceil` forms pad" in raised.value.hint
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is type(raised.value) and vars(again) == vars(raised.value) and str(again) == str(raised.value)
    with pytest.raises(tilework.NotationError) as raised:
        evaluate("size(A) / 5:", A="8:1")
    assert raised.value.at == 12 and str(raised.value).endswith("^")
    with pytest.raises(tilework.KindError):
        tilework.size("Sw<3,4,3>", 1)
    with pytest.raises(tilework.OverlapError):
        tilework.composition("(8,8):(8,1)", "(4,4):(1,2)")
    with pytest.raises(tilework.NotationError, match="did you mean `complement`"):
        evaluate("complment(4:2,8)")
    assert issubclass(tilework.DivisibilityError, ValueError)


def test_names_and_notes():
    assert evaluate("A = 8:1; A(3)") == 3
    with pytest.raises(tilework.NotationError):
        evaluate("A(3)")
    assert tilework.notes("ptr[32b](0x7f00) o (4,8):(8,1)") == ["the pointer `ptr[32b](0x7f00)` is dropped"]
    assert tilework.export("cute", "(4,8):(8,1)").startswith("make_layout")
    with pytest.raises(ValueError, match="there is no form"):
        tilework.export("fortran", "8:1")


def test_symbols():
    layout = evaluate("N % 8 = 0; (16,N):(1,16)")
    assert type(layout) is Layout and layout.kind == "a layout with symbols" and layout.facts == "N % 8 = 0; N >= 8"
    assert str(layout) == "(16,N):(1,16)" and repr(layout) == "Layout('N % 8 = 0; N >= 8; (16,N):(1,16)')"
    extent = layout.shape[1]
    assert layout.shape == (16, evaluate("N >= 1; N")) and len(layout) == 2 and Layout((16, extent)) == layout
    # What is known goes along, in operations, methods, operators, batches and names.
    divided = tilework.logical_divide(layout, "<_,8>")
    assert str(divided) == "(16,(8,N/8)):(1,(16,128))"
    assert divided == layout / "<_,8>" == layout.logical_divide((None, 8)) == evaluate("A / <_,8>", A=layout)
    assert divided == tilework.logical_divide(tilework.Batch([layout]), "<_,8>")[0]
    assert divided.explain("coalesce").error is None
    for n in (8, 16, 24):
        assert tilework.same_function(divided.at(N=n), Layout((16, n)) / "<_,8>")
    with pytest.raises(tilework.TileworkError, match="known is N % 8 = 0"):
        divided.at(N=12)
    assert Layout("8:1").at(N=1) == Layout("8:1")
    with pytest.warns(tilework.Note, match="`N` is a symbol") as noted:
        unknown = tilework.logical_divide("(16,N):(1,16)", "<_,8>")
    assert noted[0].filename == __file__
    assert (
        unknown.kind == "an answer by cases" and "N % 8 = 0" in repr(unknown) and unknown.at(N=16) == divided.at(N=16)
    )
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(unknown)
    with pytest.raises(tilework.TileworkError, match="does not take symbols"):
        layout.offsets()


@pytest.mark.filterwarnings("ignore::tilework.Note")
def test_symbols_against_numbers():
    for divisor in (1, 2, 8, 16):
        layout = evaluate(f"N % {divisor} = 0; (16,N):(1,16)")
        for name, operands in [
            ("logical_divide", ["<_,8>"]),
            ("zipped_divide", ["<4,4>"]),
            ("composition", ["(4,2):(1,16)"]),
            ("complement", [1 << 20]),
            ("coalesce", []),
            ("logical_product", ["4:1"]),
        ]:
            result = None
            with contextlib.suppress(tilework.TileworkError):
                result = tilework.OPERATIONS[name](layout, *operands)
            for n in (divisor, 2 * divisor, 48 * divisor):
                try:
                    expected = tilework.OPERATIONS[name](layout.at(N=n), *operands)
                except tilework.TileworkError:
                    with pytest.raises((tilework.TileworkError, AttributeError)):
                        result.at(N=n)
                else:
                    # What the rules do not decide has no result.
                    assert result is None or tilework.same_function(result.at(N=n), expected), (layout, name, n)


def test_linear_layouts_and_machines():
    blocked = tilework.blocked([1, 4], [8, 4], [4, 1], [1, 0])
    linear = blocked(64, 64)
    assert linear == blocked((64, 64)) and linear.tensor_shape == (64, 64) and not linear.is_shared
    assert linear.shape == linear.to_layout().shape and linear.size() == 4096 and linear.to_array().shape == (128, 32)
    assert linear._repr_svg_().startswith("<svg") and blocked._repr_svg_() is None
    assert tilework.bank_conflicts("32:4", 4, machine="cdna3") == tilework.bank_conflicts(
        "32:4", 4, machine=tilework.Machine("cdna3")
    )
    assert {machine.warp for machine in tilework.Machine.all()} >= {32, 64}
    machine = tilework.Machine("cdna3")
    assert (machine.warp, machine.bank_width) == (64, 4) and machine.gpus and machine.sources
    for refused in (lambda: tilework.bank_conflicts("32:4", 4, machine="h100"), lambda: tilework.Machine("h100")):
        with pytest.raises(ValueError, match='there is no machine "h100", but `nvidia`'):
            refused()


def test_explanations_are_data():
    found = tilework.explain("composition", "(4,6,8):(2,3,5)", "6:3")
    assert found.result is None and isinstance(found.error, tilework.DivisibilityError)
    assert found.steps[0].text == "composition((4,6,8):(2,3,5), 6:3)" and found.steps[0].steps
    found = tilework.explain("A o B", A="(4,4):(4,1)", B="(2,2):(1,8)")
    assert found.result == Layout("(2,2):(4,2)") and found.error is None
    assert "<li>" in found._repr_html_() and str(found).startswith("composition(")
    layout = Layout("24:1")
    assert layout.explain("logical_divide", "4:2").result == layout.logical_divide("4:2")
    with pytest.raises(tilework.NotationError):
        tilework.explain("8:")
    found = tilework.find("shared", (8, 8), 16, "(8,8):(1,8)", "(8,8):(8,1)")
    assert "shared" in str(found) and found.picture().svg().startswith("<svg")
    assert tilework.explain("A o B", A="(4,4):(4,1)", B="(2,2):(1,8)").picture(rows=4).text().startswith("A = (4,4)")


def test_thread_values():
    accumulator = tilework.ThreadValue("((4,8),(2,2)):((32,1),(16,8))", (16, 8))
    assert (accumulator.threads, accumulator.values) == (32, 4)
    assert accumulator.owners()[0, 1] == (0, 1) and accumulator.owners()[8, 0] == (0, 2)
    assert len(accumulator.owners()) == 128
    assert pickle.loads(pickle.dumps(accumulator)) == accumulator
    part = accumulator.of("(16,8):(8,1)")
    assert part(5, 3) == Layout("(16,8):(8,1)")(accumulator.layout(5, 3))
    with pytest.raises(ValueError):
        tilework.ThreadValue("8:1", 8)
