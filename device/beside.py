"""What PyTorch, cuBLAS and cuDNN do with the same problems on the same GPU, timed in the same way.

Prints a line of JSON for each measurement. Needs PyTorch with CUDA."""

import json
import sys

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel


def median_ms(run, repeats=30):
    for i in range(3):
        run(i)
    events = []
    for i in range(repeats):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        run(3 + i)
        end.record()
        events.append((begin, end))
    torch.cuda.synchronize()
    return sorted(begin.elapsed_time(end) for begin, end in events)[repeats // 2]


def say(name, extents, ms, work, unit):
    print(json.dumps({"name": name, "extents": extents, "ms": round(ms, 5), "rate": round(work / ms / 1e9, 2), "unit": unit}))
    sys.stdout.flush()


def copies():
    m = n = 16384
    a = [torch.randn(m, n, device="cuda") for _ in range(4)]
    b = [torch.empty(m, n, device="cuda") for _ in range(4)]
    bytes_ = 8 * m * n
    say("torch copy_", [m, n], median_ms(lambda i: b[i % 4].copy_(a[i % 4])), bytes_, "TB/s")
    say("torch copy_ of a transpose", [m, n], median_ms(lambda i: b[i % 4].copy_(a[i % 4].t())), bytes_, "TB/s")


def products():
    torch.backends.cuda.matmul.allow_tf32 = False
    for dtype, sizes in ((torch.float32, (4096,)), (torch.float16, (4096, 8192)), (torch.bfloat16, (4096, 8192))):
        for n in sizes:
            a = [torch.randn(n, n, device="cuda").to(dtype) for _ in range(3)]
            b = [torch.randn(n, n, device="cuda").to(dtype) for _ in range(3)]
            c = [torch.empty(n, n, device="cuda", dtype=dtype) for _ in range(3)]
            # Of f32 "NT" by columns, and of the others both with contiguous depth.
            if dtype == torch.float32:
                run = lambda i: torch.mm(b[i % 3].t(), a[i % 3], out=c[i % 3])
            else:
                run = lambda i: torch.mm(a[i % 3], b[i % 3].t(), out=c[i % 3])
            say(f"cuBLAS {str(dtype)[6:]}", [n, n, n], median_ms(run), 2 * n**3, "TFLOP/s")


def attention():
    heads, tokens = 16, 16384
    for d in (128, 64):
        q, k, v = (torch.randn(1, heads, tokens, d, device="cuda", dtype=torch.bfloat16) for _ in range(3))
        work = 4 * heads * tokens * tokens * d
        for name, backend in (("flash", SDPBackend.FLASH_ATTENTION), ("cuDNN", SDPBackend.CUDNN_ATTENTION)):
            with sdpa_kernel(backend):
                ms = median_ms(lambda i: F.scaled_dot_product_attention(q, k, v), 10)
            say(f"attention {name}", [heads, tokens, d], ms, work, "TFLOP/s")


for name, part in (("copies", copies), ("products", products), ("attention", attention)):
    if name in sys.argv[1:] or len(sys.argv) == 1:
        part()
