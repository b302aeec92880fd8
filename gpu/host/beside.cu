// The same kernels, hand-written in CUDA C++: copies to tiles, the transpose, and the product of f32. `gpu/host/mix` counts their
// instructions and those of the PTX here.

#include <cuda_pipeline.h>

extern "C" __global__ void __launch_bounds__(256) copy_to_tiles(const float4* from, unsigned lda, float4* to, unsigned m) {
    unsigned t = threadIdx.x, row = t % 16, column = t / 16;
    const float4* a = from + blockIdx.x * 16 + row + size_t(blockIdx.y * 64 + column) * lda;
    float4* b = to + (size_t(blockIdx.y) * m + blockIdx.x) * 1024 + row + 16 * column;
    float4 x[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) x[i] = a[size_t(16 * i) * lda];
#pragma unroll
    for (int i = 0; i < 4; ++i) b[256 * i] = x[i];
}

extern "C" __global__ void __launch_bounds__(256) transpose(const float4* from, unsigned lda, float4* to, unsigned ldb) {
    extern __shared__ float4 tile[];
    unsigned t = threadIdx.x, row = t % 16, column = t / 16;
    const float4* a = from + blockIdx.y * 16 + row + size_t(blockIdx.x * 64 + column) * lda;
    float4 x[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) x[i] = a[size_t(16 * i) * lda];
#pragma unroll
    for (int i = 0; i < 4; ++i) tile[(column + 16 * i) * 16 + (row ^ ((column + 16 * i) / 4))] = x[i];
    __syncthreads();
    unsigned c = t % 8 + 8 * (t / 32 % 2), r = t / 8 % 4 + 4 * (t / 64);
    const float* element = reinterpret_cast<const float*>(tile);
    float4* b = to + blockIdx.x * 16 + c + size_t(blockIdx.y * 64 + r) * ldb;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        float y[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) y[j] = element[(4 * c + j) * 64 + ((r + 16 * i) ^ (4 * c))];
        b[size_t(16 * i) * ldb] = make_float4(y[0], y[1], y[2], y[3]);
    }
}

extern "C" __global__ void __launch_bounds__(256)
gemm_f32(const float4* a, unsigned lda, const float4* b, unsigned ldb, float4* c, unsigned ldc, unsigned steps) {
    extern __shared__ float4 shared[];
    float4 *to_a = shared, *to_b = shared + 4 * 512;
    unsigned t = threadIdx.x;
    const float4* from_a = a + blockIdx.x * 32 + t % 32 + size_t(t / 32) * lda;
    const float4* from_b = b + blockIdx.y * 32 + t % 32 + size_t(t / 32) * ldb;
    auto copy = [&](unsigned step) {
        if (step < steps) {
            for (int i = 0; i < 2; ++i) {
                __pipeline_memcpy_async(&to_a[step % 4 * 512 + t + 256 * i], from_a + size_t(16 * step + 8 * i) * lda, 16);
                __pipeline_memcpy_async(&to_b[step % 4 * 512 + t + 256 * i], from_b + size_t(16 * step + 8 * i) * ldb, 16);
            }
        }
        __pipeline_commit();
    };
    unsigned row = t % 8 + 8 * (t / 32 % 2), column = t / 8 % 4 + 4 * (t / 64);
    float4 of_a[2], of_b[2], next_a[2], next_b[2];
    auto operands = [&](unsigned k, unsigned step, float4* x, float4* y) {
        for (int i = 0; i < 2; ++i) {
            x[i] = to_a[step % 4 * 512 + 32 * k + row + 16 * i];
            y[i] = to_b[step % 4 * 512 + 32 * k + column + 16 * i];
        }
    };
    float sums[2][4][2][4] = {};
    for (int step = 0; step < 3; ++step) copy(step);
    __pipeline_wait_prior(2);
    __syncthreads();
    operands(0, 0, of_a, of_b);
    for (unsigned step = 0; step < steps; ++step) {
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            if (k == 15) {
                __pipeline_wait_prior(2);
                __syncthreads();
                operands(0, step + 1, next_a, next_b);
            } else {
                operands(k + 1, step, next_a, next_b);
            }
            if (k == 0) copy(step + 3);
#pragma unroll
            for (int at = 0; at < 64; ++at) {
                int i = at % 4, i2 = at / 4 % 2, j = at / 8 % 4, j2 = at / 32;
                float x = (&of_a[i2].x)[i], y = (&of_b[j2].x)[j];
                sums[j2][j][i2][i] = fmaf(x, y, sums[j2][j][i2][i]);
            }
            for (int i = 0; i < 2; ++i) of_a[i] = next_a[i], of_b[i] = next_b[i];
        }
    }
    float4* to = c + blockIdx.x * 32 + row + size_t(blockIdx.y * 128 + 4 * column) * ldc;
#pragma unroll
    for (int j2 = 0; j2 < 2; ++j2)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int i2 = 0; i2 < 2; ++i2) {
                float* s = sums[j2][j][i2];
                to[16 * i2 + size_t(64 * j2 + j) * ldc] = make_float4(s[0], s[1], s[2], s[3]);
            }
}
