"""The times of single calls beside those of PyCuTe, in one run, and those of the package itself.

`python times.py [PATH]`: PATH is the folder of `pycute`, `python/` of NVIDIA/cutlass. Calls alternate, and the least time of
fifteen rounds counts.
"""

import subprocess
import sys
import time
from pathlib import Path

import tilework
from tilework import Batch, Layout, _tilework, pycute

A, B = ((4, 8, 2, 16), (1, 4, 64, 128)), ((2, 4, 2, 4), (1, 2, 64, 8))


def calls(module, layout):
    """What is measured, by the names of PyCuTe."""
    a, b, tile = layout(*A), layout(*B), layout(8, 1)
    return {
        "composition, 4 modes with 4": lambda: module.composition(a, b),
        "coalesce": lambda: module.coalesce(a),
        "complement": lambda: module.complement(b, 1024),
        "right_inverse": lambda: module.right_inverse(a),
        "logical_divide": lambda: module.logical_divide(a, tile),
        "offset of an index": lambda: a(77),
        "offset of a coordinate": lambda: a(1, 2, 1, 3),
    }


def measured(call, count=500):
    start = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - start) / count * 1e6


def main():
    sys.path[:0] = sys.argv[1:]
    modules = {"tilework": (tilework, Layout), "tilework.pycute": (pycute, pycute.Layout)}
    try:
        import pycute as other

        modules["pycute"] = (other, other.Layout)
    except ImportError:
        print("no pycute: its times are left out")
    columns = {name: calls(*module) for name, module in modules.items()}
    print(f"{'us a call':30}" + "".join(f"{name:>17}" for name in columns))
    for row in next(iter(columns.values())):
        best = dict.fromkeys(columns, float("inf"))
        for _ in range(15):
            for name, column in columns.items():
                best[name] = min(best[name], measured(column[row]))
        print(f"{row:30}" + "".join(f"{value:17.2f}" for value in best.values()))

    count = 10_000
    many = Batch([Layout(*A)] * count), Batch([Layout(*B)] * count)
    batch = min(measured(lambda: tilework.composition(*many), 1) for _ in range(5)) / count
    print(f"{'composition in a batch':30}{batch:17.2f}")
    program = "import time; t = time.perf_counter(); import tilework; print(1000 * (time.perf_counter() - t))"
    imports = [float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(9)]
    print(
        f"import tilework: {min(imports):.1f} ms at best, {sorted(imports)[4]:.1f} ms in the median of {len(imports)}"
    )
    print(f"compiled module: {Path(_tilework.__file__).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
