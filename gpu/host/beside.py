"""Times PyTorch, cuBLAS and cuDNN on the same problems and the same GPU, in the same way.

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
    even, large, odd = (4096,) * 3, (8192,) * 3, (4095, 4093, 4091)
    for dtype, sizes in ((torch.float32, (even, odd)), (torch.float16, (even, large, odd)), (torch.bfloat16, (even, large, odd))):
        for m, n, k in sizes:
            # Of f32 "NT" by columns, and of the others both with contiguous depth.
            by_columns = dtype == torch.float32
            of_a, of_b, of_c = ((k, m), (k, n), (n, m)) if by_columns else ((m, k), (n, k), (m, n))
            a = [torch.randn(of_a, device="cuda").to(dtype) for _ in range(3)]
            b = [torch.randn(of_b, device="cuda").to(dtype) for _ in range(3)]
            c = [torch.empty(of_c, device="cuda", dtype=dtype) for _ in range(3)]
            if by_columns:
                run = lambda i: torch.mm(b[i % 3].t(), a[i % 3], out=c[i % 3])
            else:
                run = lambda i: torch.mm(a[i % 3], b[i % 3].t(), out=c[i % 3])
            say(f"cuBLAS {str(dtype)[6:]}", [m, n, k], median_ms(run), 2 * m * n * k, "TFLOP/s")
    a, b = ([torch.randn(64, 512, 512, device="cuda", dtype=torch.float16) for _ in range(3)] for _ in range(2))
    ms = median_ms(lambda i: torch.bmm(a[i % 3], b[i % 3].transpose(1, 2)))
    say("torch bmm float16", [512, 512, 512, 64], ms, 2 * 64 * 512**3, "TFLOP/s")


def scaled_products():
    # Of e4m3 with a scale for each row, by cuBLASLt.
    for n in (4096, 8192):
        a, b = ([torch.randn(n, n, device="cuda").to(torch.float8_e4m3fn) for _ in range(3)] for _ in range(2))
        of_a, of_b = 0.5 + torch.rand(n, 1, device="cuda"), 0.5 + torch.rand(1, n, device="cuda")
        for fast in (True, False):
            run = lambda i: torch._scaled_mm(
                a[i % 3], b[i % 3].t(), of_a, of_b, out_dtype=torch.bfloat16, use_fast_accum=fast
            )
            name = f"cuBLASLt e4m3 by rows{', fast accumulation' if fast else ''}"
            say(name, [n, n, n], median_ms(run), 2 * n**3, "TFLOP/s")


def attention():
    # Heads, heads of keys, tokens.
    for causal, d, (heads, of_keys, tokens) in (
        (False, 128, (16, 16, 16384)),
        (False, 64, (16, 16, 16384)),
        (True, 128, (16, 16, 16384)),
        (True, 64, (16, 16, 16384)),
        (True, 128, (64, 64, 4096)),
        (True, 128, (64, 8, 4000)),
    ):
        q = torch.randn(1, heads, tokens, d, device="cuda", dtype=torch.bfloat16)
        k, v = (torch.randn(1, of_keys, tokens, d, device="cuda", dtype=torch.bfloat16) for _ in range(2))
        seen = tokens * (tokens + 1) / 2 if causal else tokens * tokens
        for name, backend in (("flash", SDPBackend.FLASH_ATTENTION), ("cuDNN", SDPBackend.CUDNN_ATTENTION)):
            with sdpa_kernel(backend):
                run = lambda i: F.scaled_dot_product_attention(q, k, v, is_causal=causal, enable_gqa=heads != of_keys)
                try:
                    ms = median_ms(run, 10)
                except RuntimeError as error:
                    print(f"attention {name}: {str(error).splitlines()[0]}")
                    continue
            name = f"attention {name}{' causal' if causal else ''}"
            say(name, [heads, of_keys, tokens, d], ms, 4 * heads * seen * d, "TFLOP/s")


for name, part in (("copies", copies), ("products", products), ("scaled", scaled_products), ("attention", attention)):
    if name in sys.argv[1:] or len(sys.argv) == 1:
        part()
