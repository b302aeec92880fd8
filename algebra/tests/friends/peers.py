"""Evaluates layouts in the text of others, for the tests of export and import.

    python3 peers.py pycute|cute_dsl|cute FILE

FILE has one layout a line, `SIZE<tab>TEXT`; for `cute` the text is `EXPRESSION<tab>TYPE`. A line of output has
the offsets at the integral coordinates below SIZE, one after the other; of `cute` then what CuTe prints, and the
name of the type as the compiler writes it, with tabs in between. A coordinate as an offset is written `(1,2)`.

The exit status is 77 if the package is not installed.
"""

import importlib.util
import pathlib
import subprocess
import sys
import tempfile


def missing(why):
    print(why, file=sys.stderr)
    sys.exit(77)


def written(offset):
    if isinstance(offset, tuple):
        return "(" + ",".join(map(written, offset)) + ")"
    return str(offset)


def pycute(rows):
    try:
        import pycute
        pycute.ComposedLayout
    except (ImportError, AttributeError):
        missing("pip install nvidia-cutlass")
    for size, text in rows:
        layout = eval(text, vars(pycute))
        print(" ".join(written(layout(i)) for i in range(int(size))))


def cute_dsl(rows):
    try:
        import cutlass.cute as cute
    except ImportError:
        missing("pip install nvidia-cutlass-dsl")

    # What is compiled may not call `eval` itself.
    def layout_of(text):
        return eval(text, {"cute": cute})

    @cute.jit
    def evaluate():
        for row in rows:
            layout = layout_of(row[1])
            offsets = [cute.crd2idx(i, layout) for i in range(int(row[0]))]
            print(" ".join(written(offset) for offset in offsets))

    evaluate()


PROGRAM = """
#include <cxxabi.h>
#include <iostream>
#include <typeinfo>
#include <cute/layout.hpp>
#include <cute/numeric/arithmetic_tuple.hpp>
#include <cute/swizzle_layout.hpp>
using namespace cute;

template <class Offset> void offset(Offset const& x) {
    if constexpr (is_tuple<Offset>::value) {
        std::cout << "(";
        int at = 0;
        for_each(x, [&](auto const& y) { if (at++) std::cout << ","; offset(y); });
        std::cout << ")";
    } else if constexpr (is_scaled_basis<Offset>::value) {
        offset(as_arithmetic_tuple(x));
    } else {
        std::cout << static_cast<long long>(x);
    }
}

template <class Type, class L> void row(L const& layout, int size) {
    static_assert(std::is_same_v<Type, L>);
    for (int i = 0; i < size; ++i) {
        if (i) std::cout << " ";
        offset(layout(i));
    }
    std::cout << "\\t" << std::flush;
    print(layout);
    fflush(stdout);
    std::cout << "\\t" << abi::__cxa_demangle(typeid(L).name(), 0, 0, 0) << std::endl;
}

int main() {
%s
}
"""


def cute(rows):
    folders = []
    library = importlib.util.find_spec("cutlass_library")
    if library is None:
        missing("pip install nvidia-cutlass")
    folders.append(pathlib.Path(library.origin).parent / "source" / "include")
    nvidia = importlib.util.find_spec("nvidia")
    headers = [h for p in nvidia.submodule_search_locations for h in pathlib.Path(p).rglob("cuda_runtime_api.h")] \
        if nvidia else []
    if not headers:
        missing("pip install nvidia-cuda-runtime nvidia-cuda-cccl nvidia-cuda-crt")
    folders += [headers[0].parent, headers[0].parent / "cccl"]
    calls = "\n".join(f"    row<{name}>({expression}, {size});" for size, expression, name in rows)
    with tempfile.TemporaryDirectory() as folder:
        source, program = f"{folder}/layouts.cpp", f"{folder}/layouts"
        pathlib.Path(source).write_text(PROGRAM % calls)
        try:
            command = ["g++", "-std=c++17", "-w", source, "-o", program]
            subprocess.run(command + [f"-I{f}" for f in folders], check=True)
        except FileNotFoundError:
            missing("no g++")
        print(subprocess.run([program], check=True, capture_output=True, text=True).stdout, end="")


rows = [line.split("\t") for line in pathlib.Path(sys.argv[2]).read_text().splitlines()]
{"pycute": pycute, "cute_dsl": cute_dsl, "cute": cute}[sys.argv[1]](rows)
