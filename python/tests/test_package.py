"""The package: its calculator, its help for tests, how soon it is there."""

import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest

import tilework
from tilework.testing import assert_same_function

pytest_plugins = ["pytester"]


def calculator(*arguments, **options):
    return subprocess.run([sys.executable, "-m", "tilework", *arguments], capture_output=True, text=True, **options)


def test_the_calculator():
    done = calculator("(4,6,8):(2,3,5) o (2,12):(2,4)")
    assert (done.returncode, done.stdout, done.stderr) == (0, "(2,(6,2)):(4,(3,5))\n", "")
    done = calculator("10:1 / 4:1")
    assert done.returncode == 1 and "evenness" in done.stderr
    assert calculator("--nothing").returncode == 2
    done = calculator("--batch", input="A = 8:1\nA(3)\n")
    assert done.stdout == "8:1\n3\n"
    assert calculator("explain", "complement(4:2, 24)").stdout.startswith("complement(4:2, 24)\n")


def test_assert_same_function():
    assert_same_function("(2,4):(1,2)", tilework.Layout("8:1"))
    with pytest.raises(AssertionError, match="at the coordinate 1 "):
        assert_same_function("(2,4):(4,1)", "8:1")
    with pytest.raises(AssertionError, match="has 8 coordinates, and 9:1 has 9"):
        assert_same_function("8:1", "9:1")


def test_pytest_says_where_layouts_differ(pytester):
    pytester.makepyfile(
        """
        from tilework import Layout

        def test_equal():
            assert Layout("(2,4):(4,1)") == Layout("8:1")
        """
    )
    result = pytester.runpytest_subprocess()
    result.stdout.fnmatch_lines(["*at the coordinate 1 (2,4):(4,1) has the offset 4, and 8:1 has 1"])


def test_importing_reads_little():
    program = "import sys, tilework; print(*sys.modules)"
    read = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    for slow in ("numpy", "inspect", "typing", "dataclasses", "pathlib", "tilework.pycute", "tilework.examples"):
        assert (
            slow not in read
            or slow
            in subprocess.run(
                [sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
            ).stdout.split()
        )


def test_a_wheel_is_small():
    from tilework import _tilework

    compiled = Path(_tilework.__file__).read_bytes()
    assert len(zlib.compress(compiled)) < 5 << 20


def least(call, rounds=20):
    """The least time of a call in seconds; others may use the machine too."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def test_times():
    a, b = tilework.Layout("(4,8,2,16):(1,4,64,128)"), tilework.Layout("(2,4,2,4):(1,2,64,8)")
    composition = tilework.composition

    def hundred():
        for _ in range(100):
            composition(a, b)

    assert least(hundred) / 100 < 2e-6
    program = "import time; t = time.perf_counter(); import tilework; print(time.perf_counter() - t)"
    imports = [float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(8)]
    assert min(imports) < 20e-3
