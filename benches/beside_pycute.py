"""The cases of algebra.rs in pycute, NVIDIA's Python implementation: pip install nvidia-cutlass."""

from timeit import repeat

from pycute import Layout, coalesce, complement, composition, crd2idx, logical_divide, zipped_divide

A = Layout((8, (6, 4), 10), (240, (1, 6), 24))
FOUR = Layout((2, 3, 4, 5), (4, 8, 48, 384))
ONE = Layout(6, 8)
TILE = Layout((4, 2), (1, 24))
TILER = (Layout(4, 1), (Layout(3, 1), Layout(2, 1)), Layout(5, 1))
TO_MERGE = Layout((2, (3, 4), 5), (1, (2, 6), 24))
GAPS = Layout((2, 3, 4, 5), (2, 12, 72, 576))

CASES = {
    "composition, 4 modes o 4 modes": lambda: composition(A, FOUR),
    "composition, 4 modes o 1 mode": lambda: composition(A, ONE),
    "logical_divide, 4 modes by 2 modes": lambda: logical_divide(A, TILE),
    "zipped_divide, 4 modes by a tiler": lambda: zipped_divide(A, TILER),
    "complement, 4 modes": lambda: complement(GAPS, 5760),
    "coalesce, 4 modes": lambda: coalesce(TO_MERGE),
    "crd2idx, 4 modes": lambda: crd2idx((3, (2, 1), 7), A.shape, A.stride),
}

for name, case in CASES.items():
    runs = 2000
    try:
        print(f"{name:40} {min(repeat(case, number=runs, repeat=5)) / runs * 1e9:10.0f} ns")
    except Exception as error:  # pycute refuses some of them
        print(f"{name:40} {type(error).__name__}: {error}")
