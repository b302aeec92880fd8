"""Records what instructions of a GPU do, for the tests of atoms, swizzles and bank conflicts.

    python3 record.py OUTPUT.jsonl      # needs a GPU of compute capability 9.0, CuPy, nvcc and ncu

Nothing here knows a thread-value layout: registers and memory are filled with random numbers, and
what comes out is written down, a row for each run. `h200.jsonl` is from an NVIDIA H200 with
CUDA 13.0.
"""

import csv
import json
import random
import subprocess
import sys
import tempfile

import cupy
import numpy

random.seed(1)
rows = []


def module(code):
    with tempfile.TemporaryDirectory() as folder:
        source, binary = f"{folder}/kernel.cu", f"{folder}/kernel.cubin"
        open(source, "w").write(code)
        subprocess.check_call(["nvcc", "-arch=sm_90a", "-cubin", "-o", binary, source])
        loaded = cupy.RawModule(path=binary)
        loaded.get_function("run")
        return loaded


# How elements are held: to bytes, and back.
def f16(x):
    return numpy.asarray(x, dtype=numpy.float16)


def bf16(x):
    return (numpy.asarray(x, dtype=numpy.float32).view(numpy.uint32) >> 16).astype(numpy.uint16)


def f32(x):
    return numpy.asarray(x, dtype=numpy.float32)


def f64(x):
    return numpy.asarray(x, dtype=numpy.float64)


def s8(x):
    return numpy.asarray(x, dtype=numpy.int8)


# Zero, and one to four by sign, exponent and mantissa.
def small(codes):
    def encode(x):
        x = numpy.asarray(x)
        return (numpy.array(codes)[abs(x)] | numpy.where(x < 0, 0x80, 0)).astype(numpy.uint8)
    return encode


# Several elements to a byte, the first in the lowest bits.
def packed(bits):
    def encode(x):
        x = (numpy.asarray(x) & (1 << bits) - 1).reshape(*numpy.shape(x)[:-1], -1, 8 // bits)
        return (x << bits * numpy.arange(8 // bits)).sum(axis=-1).astype(numpy.uint8)
    return encode


ENCODE = {
    "f16": f16, "bf16": bf16, "tf32": f32, "f64": f64, "s8": s8, "u8": packed(8), "s4": packed(4), "b1": packed(1),
    "e4m3": small([0, 0x38, 0x40, 0x44, 0x48]), "e5m2": small([0, 0x3C, 0x40, 0x42, 0x44]),
}
BITS = {
    "f16": 16, "bf16": 16, "tf32": 32, "f64": 64, "s8": 8, "u8": 8, "e4m3": 8, "e5m2": 8, "s4": 4, "b1": 1,
}
INTEGERS = ("s8", "u8", "s4", "b1")


def numbers(*shape):
    return numpy.array(
        [random.randint(-4, 4) for _ in range(int(numpy.prod(shape)))]
    ).reshape(shape)


def operand(kind, *shape):
    elements = numbers(*shape)
    return {"u8": abs, "b1": lambda x: x & 1}.get(kind, lambda x: x)(elements)


def registers(elements, kind):
    return ENCODE[kind](elements).view(numpy.uint64 if kind == "f64" else numpy.uint32)


def mma(shape, kind, threads=32):
    m, n, k = shape
    wide = kind == "f64"
    per = max(1, (64 if wide else 32) // BITS[kind])
    a, b = operand(kind, threads, m * k // threads), operand(kind, threads, n * k // threads)
    values = m * n // threads
    ra, rb = registers(a, kind), registers(b, kind)
    accumulator = "f64" if wide else "s32" if kind in INTEGERS else "f32"
    letter = "d" if wide else "r"
    c_letter = {"f64": "d", "s32": "r"}.get(accumulator, "f")
    c_type = {"f64": "double", "s32": "int"}.get(accumulator, "float")
    word = "double" if wide else "unsigned"
    na, nb, nc = ra.shape[1], rb.shape[1], values
    refs = lambda first, count: "{" + ",".join(f"%{first + i}" for i in range(count)) + "}"
    text = (
        f"mma.sync.aligned.m{m}n{n}k{k}.row.col.{accumulator}.{kind}.{kind}.{accumulator}{'.and.popc' if kind == 'b1' else ''} "
        f"{refs(0, nc)}, {refs(nc, na)}, {refs(nc + na, nb)}, {refs(0, nc)};"
    )
    outs = ",".join(f'"+{c_letter}"(d[{i}])' for i in range(nc))
    ins = ",".join(
        [f'"{letter}"(a[t*{na}+{i}])' for i in range(na)]
        + [f'"{letter}"(b[t*{nb}+{i}])' for i in range(nb)]
    )
    code = f"""
extern "C" __global__ void run(const {word}* a, const {word}* b, {c_type}* out) {{
    int t = threadIdx.x;
    {c_type} d[{nc}] = {{}};
    asm volatile("{text}" : {outs} : {ins});
    for (int i = 0; i < {nc}; i++) out[t * {nc} + i] = d[i];
}}"""
    dtype = {"f64": numpy.float64, "s32": numpy.int32}.get(accumulator, numpy.float32)
    out = cupy.zeros((threads, nc), dtype=dtype)
    word_type = numpy.float64 if wide else numpy.uint32
    module(code).get_function("run")(
        (1,), (threads,), (cupy.asarray(ra.view(word_type)), cupy.asarray(rb.view(word_type)), out)
    )
    d = cupy.asnumpy(out).astype(int)
    rows.append(
        {"instruction": f"mma.sync.m{m}n{n}k{k}.{kind}", "a": a.tolist(), "b": b.tolist(), "d": d.tolist()}
    )


for shape, kind in [
    ((8, 8, 4), "f64"), ((16, 8, 8), "f16"), ((16, 8, 16), "f16"), ((16, 8, 8), "bf16"),
    ((16, 8, 16), "bf16"), ((16, 8, 4), "tf32"), ((16, 8, 8), "tf32"), ((16, 8, 16), "s8"),
    ((16, 8, 32), "s8"), ((16, 8, 4), "f64"), ((16, 8, 8), "f64"), ((16, 8, 16), "f64"),
]:
    mma(shape, kind)


def ldmatrix(count, trans, store=False):
    suffix = f".x{count}" + (".trans" if trans else "")
    order = list(range(8 * count))
    random.shuffle(order)
    address = [order[t % (8 * count)] for t in range(32)]
    refs = "{" + ",".join(f"%{i + (1 if store else 0)}" for i in range(count)) + "}"
    if store:
        body = f"""
    for (int i = t; i < {64 * count}; i += 32) s[i] = 0;
    __syncwarp();
    asm volatile("stmatrix.sync.aligned.m8n8{suffix}.shared.b16 [%0], {refs};" :: "r"(p), {",".join(f'"r"(in[t*{count}+{i}])' for i in range(count))} : "memory");
    __syncwarp();
    for (int i = t; i < {64 * count}; i += 32) out[i] = s[i];"""
    else:
        outs = ",".join(f'"=r"(r[{i}])' for i in range(count))
        body = f"""
    for (int i = t; i < {64 * count}; i += 32) s[i] = i;
    __syncwarp();
    unsigned r[{count}];
    asm volatile("ldmatrix.sync.aligned.m8n8{suffix}.shared.b16 {refs}, [%{count}];" : {outs} : "r"(p) : "memory");
    for (int i = 0; i < {count}; i++) {{ out[(t*{count}+i)*2] = r[i]; out[(t*{count}+i)*2+1] = r[i] >> 16; }}"""
    code = f"""
extern "C" __global__ void run(const int* rows, const unsigned* in, unsigned short* out) {{
    __shared__ __align__(128) unsigned short s[{64 * count}];
    int t = threadIdx.x;
    unsigned p = (unsigned)__cvta_generic_to_shared(s) + rows[t] * 16;
    {body}
}}"""
    out = cupy.zeros(64 * count, dtype=numpy.uint16)
    source = numpy.arange(64 * count, dtype=numpy.uint16).view(numpy.uint32)
    module(code).get_function("run")(
        (1,), (32,), (cupy.asarray(address, dtype=numpy.int32), cupy.asarray(source), out)
    )
    data = cupy.asnumpy(out).astype(int)
    rows.append({
        "instruction": ("stmatrix" if store else "ldmatrix") + suffix,
        # The row of 16 bytes that each thread points to, and the numbers of the elements in the
        # registers of each thread, or in memory.
        "rows": address,
        "elements": data.tolist() if store else data.reshape(32, -1).tolist(),
    })


for count in (1, 2, 4):
    for trans in (False, True):
        ldmatrix(count, trans)
        ldmatrix(count, trans, store=True)


def wgmma(n, kind, swizzle):
    k = 256 // BITS[kind]
    width = {0: 32, 1: 128, 2: 64, 3: 32}[swizzle]  # bytes of a row in shared memory
    size = n * width
    a = operand(kind, 128, 64 * k // 128)
    memory = operand(kind, size * 8 // BITS[kind])
    ra = registers(a, kind)
    held = ENCODE[kind](memory).view(numpy.uint8)
    accumulator = "s32" if kind in INTEGERS else "f32"
    c_letter, c_type = ("r", "int") if kind in INTEGERS else ("f", "float")
    values = 64 * n // 128
    d_refs = "{" + ",".join(f"%{i}" for i in range(values)) + "}"
    a_refs = "{" + ",".join(f"%{values + i}" for i in range(4)) + "}"
    # D = A B + D; scale of D, and for floating point the signs of A and B, and for 16 bits B as it is.
    tail = "" if kind in INTEGERS else ", 1, 1, 0" if BITS[kind] == 16 else ", 1, 1"
    text = (
        f"wgmma.mma_async.sync.aligned.m64n{n}k{k}.{accumulator}.{kind}.{kind} "
        f"{d_refs}, {a_refs}, %{values + 4}, 1{tail};"
    )
    outs = ",".join(f'"+{c_letter}"(d[{i}])' for i in range(values))
    ins = ",".join([f'"r"(a[t*4+{i}])' for i in range(4)] + ['"l"(descriptor)'])
    slices = width // 32 if swizzle else 1
    for part in range(slices):
        # Core matrices are 8 rows of 16 bytes. Without a swizzle the two of a row of B are 128
        # bytes apart, and the next 8 rows 256; with one 8 rows follow the 8 before.
        leading, stride = (128, 256) if swizzle == 0 else (16, 8 * width)
        code = f"""
extern "C" __global__ void run(const unsigned* a, const unsigned char* b, {c_type}* out) {{
    extern __shared__ __align__(1024) unsigned char s[];
    int t = threadIdx.x;
    for (int i = t; i < {size}; i += 128) s[i] = b[i];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    unsigned long long at = (unsigned)__cvta_generic_to_shared(s) + {32 * part};
    unsigned long long descriptor = ((at & 0x3ffff) >> 4) | ({leading >> 4}ull << 16)
        | ({stride >> 4}ull << 32) | ({swizzle}ull << 62);
    {c_type} d[{values}] = {{}};
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("{text}" : {outs} : {ins});
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" : {outs} :: "memory");
    for (int i = 0; i < {values}; i++) out[t * {values} + i] = d[i];
}}"""
        function = module(code).get_function("run")
        out = cupy.zeros((128, values), dtype=numpy.int32 if kind in INTEGERS else numpy.float32)
        function((1,), (128,), (cupy.asarray(ra), cupy.asarray(held), out), shared_mem=size)
        d = cupy.asnumpy(out).astype(int)
        rows.append({
            "instruction": f"wgmma.m64n{n}k{k}.{kind}",
            "swizzle": ["none", "128B", "64B", "32B"][swizzle],
            "slice": part,
            "a": a.tolist(), "memory": memory.tolist(), "d": d.tolist(),
        })


for n in (8, 24, 64):
    for kind in ("f16", "tf32", "s8"):
        wgmma(n, kind, 0)
wgmma(256, "f16", 0)
for swizzle in (1, 2, 3):
    for kind in ("f16", "tf32", "s8"):
        wgmma(16, kind, swizzle)

# Bank conflicts: as many threads as given load `vector` consecutive elements each.
patterns = []
for size in (1, 2, 4, 8, 16):
    limit = 8192 // size
    for threads in (8, 16, 32):
        for stride in (0, 1, 2, 3, 4, 8, 16, 17, 32, 33):
            patterns.append((size, [t * stride for t in range(threads)]))
    for span in (32, 64, 256, limit):
        for _ in range(6):
            patterns.append((size, [random.randrange(span) for _ in range(32)]))
    for outer in (1, 4, 8, 32, 36, 64):
        patterns.append((size, [t % 8 * outer + t // 8 for t in range(32)]))
        patterns.append((size, [t % 4 * outer + t // 4 for t in range(32)]))
patterns = [(s, [o % (16384 // s) for o in p]) for s, p in patterns]
folder = tempfile.mkdtemp()
with open(f"{folder}/patterns.txt", "w") as file:
    print(len(patterns), file=file)
    for size, offsets in patterns:
        print(size, len(offsets), *offsets, file=file)
with open(f"{folder}/patterns.cu", "w") as file:
    file.write(r"""
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__global__ void load(int size, int count, const int* offsets, unsigned* out) {
    __shared__ __align__(16) unsigned char s[16384];
    int t = threadIdx.x;
    unsigned p = (unsigned)__cvta_generic_to_shared(s) + (t < count ? offsets[t] * size : 0);
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (t < count) {
        if (size == 1) asm volatile("ld.shared.u8 %0, [%1];" : "=r"(a) : "r"(p));
        if (size == 2) { unsigned short h; asm volatile("ld.shared.u16 %0, [%1];" : "=h"(h) : "r"(p)); a = h; }
        if (size == 4) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a) : "r"(p));
        if (size == 8) asm volatile("ld.shared.v2.u32 {%0,%1}, [%2];" : "=r"(a), "=r"(b) : "r"(p));
        if (size == 16) asm volatile("ld.shared.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(p));
    }
    out[t] = a + b + c + d;
}
int main(int, char** arguments) {
    FILE* f = fopen(arguments[1], "r");
    int n; if (fscanf(f, "%d", &n) != 1) return 1;
    unsigned* out; cudaMalloc(&out, 256);
    for (int i = 0; i < n; i++) {
        int size, count; if (fscanf(f, "%d %d", &size, &count) != 2) return 1;
        std::vector<int> o(count);
        for (auto& x : o) if (fscanf(f, "%d", &x) != 1) return 1;
        int* d; cudaMalloc(&d, count * 4);
        cudaMemcpy(d, o.data(), count * 4, cudaMemcpyHostToDevice);
        load<<<1, 32>>>(size, count, d, out);
        cudaDeviceSynchronize();
        cudaFree(d);
    }
}
""")
METRICS = [
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
]
program = f"{folder}/patterns"
subprocess.check_call(["nvcc", "-arch=sm_90", "-o", program, f"{program}.cu"])
measure = ["ncu", "--csv", "--clock-control", "none", "--metrics", ",".join(METRICS)]
text = subprocess.check_output([*measure, program, f"{program}.txt"], text=True)
lines = text.splitlines()
start = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
measured = {}
for row in csv.DictReader(lines[start:]):
    measured.setdefault(int(row["ID"]), {})[row["Metric Name"]] = int(float(row["Metric Value"].replace(",", "")))
assert len(measured) == len(patterns), (len(measured), len(patterns))
for i, (size, offsets) in enumerate(patterns):
    rows.append({
        "instruction": f"ld.shared.b{8 * size}", "offsets": offsets,
        "wavefronts": measured[i][METRICS[0]], "conflicts": measured[i][METRICS[1]],
    })

# Both operands in shared memory, each along K or across it, in tiles of 8 rows of 16, 32, 64 or 128
# bytes.
def wgmma_shared(n, kind, swizzle, across):
    k = 256 // BITS[kind]
    width = {0: 16, 1: 128, 2: 64, 3: 32}[swizzle]
    size = BITS[kind] // 8
    memory, descriptors = [], []
    for extent, turned in zip((64, n), across):
        # The other rows of 8 of a tile follow it; tiles go first down M or N, then along K.
        groups = (k if turned else extent) // 8
        long = (extent if turned else k) * size
        assert long % width == 0 or long < width
        columns = max(long // width, 1)
        leading, stride = 8 * width * (1 if turned else groups), 8 * width * (columns if turned else 1)
        if turned and swizzle == 0:
            leading, stride = stride, leading
        memory.append(numbers(8 * groups * columns * width // size))
        descriptors.append((leading, stride))
    held = [ENCODE[kind](part).view(numpy.uint8) for part in memory]
    begin = [0, -(-held[0].size // 1024) * 1024]
    accumulator = {"s8": "s32"}.get(kind, "f32")
    c_letter, c_type = ("r", "int") if kind == "s8" else ("f", "float")
    values = 64 * n // 128
    d_refs = "{" + ",".join(f"%{i}" for i in range(values)) + "}"
    transposes = f", {across[0]:d}, {across[1]:d}"
    tail = {"f16": ", 1, 1" + transposes, "bf16": ", 1, 1" + transposes, "tf32": ", 1, 1", "s8": ""}[kind]
    text = (
        f"wgmma.mma_async.sync.aligned.m64n{n}k{k}.{accumulator}.{kind}.{kind} "
        f"{d_refs}, %{values}, %{values + 1}, 1{tail};"
    )
    outs = ",".join(f'"+{c_letter}"(d[{i}])' for i in range(values))
    descriptor = lambda at, leading, stride: (
        f"((((unsigned)__cvta_generic_to_shared(s) + {at}) & 0x3ffff) >> 4)"
        f" | ({leading >> 4}ull << 16) | ({stride >> 4}ull << 32) | ({swizzle}ull << 62)"
    )
    code = f"""
extern "C" __global__ void run(const unsigned char* a, const unsigned char* b, {c_type}* out) {{
    extern __shared__ __align__(1024) unsigned char s[];
    int t = threadIdx.x;
    for (int i = t; i < {held[0].size}; i += 128) s[i] = a[i];
    for (int i = t; i < {held[1].size}; i += 128) s[{begin[1]} + i] = b[i];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    unsigned long long of_a = {descriptor(begin[0], *descriptors[0])};
    unsigned long long of_b = {descriptor(begin[1], *descriptors[1])};
    {c_type} d[{values}] = {{}};
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("{text}" : {outs} : "l"(of_a), "l"(of_b));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" : {outs} :: "memory");
    for (int i = 0; i < {values}; i++) out[t * {values} + i] = d[i];
}}"""
    out = cupy.zeros((128, values), dtype=numpy.int32 if kind == "s8" else numpy.float32)
    module(code).get_function("run")(
        (1,), (128,), (cupy.asarray(held[0]), cupy.asarray(held[1]), out),
        shared_mem=begin[1] + held[1].size,
    )
    d = cupy.asnumpy(out).astype(int)
    rows.append({
        "instruction": f"wgmma.m64n{n}k{k}.{kind}.ss",
        "swizzle": ["none", "128b", "64b", "32b"][swizzle],
        "major": ["mn" if turned else "k" for turned in across],
        "a": memory[0].tolist(), "b": memory[1].tolist(), "d": d.tolist(),
    })


random.seed(2)
for swizzle in (0, 1, 2, 3):
    for turned in (False, True):
        wgmma_shared({1: 64, 2: 32}.get(swizzle, 16), "f16", swizzle, (turned, turned))
wgmma_shared(64, "bf16", 1, (True, False))
wgmma_shared(64, "bf16", 1, (False, True))
for kind in ("tf32", "s8"):
    wgmma_shared(8, kind, 0, (False, False))
    wgmma_shared(8, kind, 1, (False, False))

random.seed(3)
for kind in ("s8", "u8", "s4", "b1"):
    mma((8, 8, 128 // BITS[kind]), kind)
for kind in ("u8", "s4", "b1"):
    mma((16, 8, 128 // BITS[kind]), kind)
for kind in ("u8", "e4m3", "e5m2", "s4", "b1"):
    mma((16, 8, 256 // BITS[kind]), kind)
for n, kind in ((40, "f16"), (56, "tf32"), (8, "e4m3"), (16, "e5m2"), (8, "u8"), (240, "s8")):
    wgmma(n, kind, 0)

random.seed(4)
for kind in ("e4m3", "e5m2"):
    mma((16, 8, 16), kind)

with open(sys.argv[1], "w") as file:
    for row in rows:
        print(json.dumps(row, separators=(",", ":")), file=file)
print(len(rows), "rows")
