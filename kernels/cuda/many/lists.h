/* The lists of a component in the shared memory of a block: 16-bit IDs in chunks of four. */
#ifndef GOBC_CUDA_LISTS_H
#define GOBC_CUDA_LISTS_H

#include "batch.h"

/*
 * An array in the dynamic shared memory of a block. Addresses of 32 bits take half the registers of pointers, and the compiler
 * puts branches around what is done for some threads alone, where instructions with a predicate keep loads in flight.
 */
#ifdef __CUDACC__
INLINE uint32_t shared_base() {
  GOBC_DYNAMIC_SHARED(word64, memory);
  return (uint32_t)__cvta_generic_to_shared(memory);
}
INLINE void *shared_at(uint32_t address) { return __cvta_shared_to_generic(address); }
/* Keeps the compiler from computing a number again. */
template <typename Number>
INLINE void keep_in_register(Number &number) {
  asm("" : "+r"(number));
}

/* The number so many bytes from an address where two masks have bits in common, else 0. */
template <int OFFSET>
INLINE void load_where(uint32_t on, uint32_t mask, uint32_t address, double &x) {
  asm volatile(
      "{ .reg .pred p; .reg .b32 both; and.b32 both, %2, %3; setp.ne.u32 p, both, 0;"
      " mov.f64 %0, 0d0000000000000000; @p ld.shared.f64 %0, [%1+%4]; }"
      : "=d"(x)
      : "r"(address), "r"(on), "r"(mask), "n"(OFFSET)
      : "memory");
}
template <int OFFSET>
INLINE void load_where(uint32_t on, uint32_t mask, uint32_t address, float &x) {
  asm volatile(
      "{ .reg .pred p; .reg .b32 both; and.b32 both, %2, %3; setp.ne.u32 p, both, 0;"
      " mov.f32 %0, 0f00000000; @p ld.shared.f32 %0, [%1+%4]; }"
      : "=f"(x)
      : "r"(address), "r"(on), "r"(mask), "n"(OFFSET)
      : "memory");
}

/* Sets bits of a word where `on` is not 0. */
INLINE void set_bits_where(uint32_t on, uint32_t address, uint32_t bits) {
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p red.shared.or.b32 [%0], %1; }" ::"r"(address), "r"(bits),
               "r"(on)
               : "memory");
}
#else
INLINE uint32_t shared_base() { return 0; }
template <typename Number>
INLINE void keep_in_register(Number &) {}
INLINE void *shared_at(uint32_t address) {
  GOBC_DYNAMIC_SHARED(word64, memory);
  return (char *)memory + address;
}
template <int OFFSET, typename Real>
INLINE void load_where(uint32_t on, uint32_t mask, uint32_t address, Real &x) {
  x = on & mask ? *(const Real *)shared_at(address + OFFSET) : Real(0);
}
INLINE void set_bits_where(uint32_t on, uint32_t address, uint32_t bits) {
  if (on) atomicOr((uint32_t *)shared_at(address), bits);
}
#endif

template <typename T>
struct Shared {
  uint32_t at;
  INLINE uint32_t address(uint32_t i) const { return at + i * (uint32_t)sizeof(T); }
  INLINE T &operator[](uint32_t i) const { return *(T *)shared_at(address(i)); }
  INLINE uint32_t end(int n) const { return address((uint32_t)n); }
};

/* The component's number of vertices stands where a list has ended. */
struct ComponentLists {
  Shared<uint32_t> list; /* of a vertex: first chunk << 16 | length */
  Shared<uint2> chunks;
};

INLINE void unpack(uint2 chunk, int (&id)[4]) {
  id[0] = (int)(chunk.x & 0xffff);
  id[1] = (int)(chunk.x >> 16);
  id[2] = (int)(chunk.y & 0xffff);
  id[3] = (int)(chunk.y >> 16);
#pragma unroll
  for (int i = 0; i < 4; i++) keep_in_register(id[i]);
}

/* A batch's component, from vertex `first` on, and its sources. */
struct ComponentBatch {
  int first, n, lanes;
  const int32_t *sources;
  uint32_t out_arcs, in_arcs;

  INLINE void load(const gobc_component_arguments &a, int batch) {
    const int32_t *range = global(pointer<int32_t>(a.ranges)) + 2 * (size_t)batch;
    const int32_t *places = global(pointer<int32_t>(a.first)) + batch;
    const uint32_t *out_offsets = global(pointer<uint32_t>(a.graph.out_offsets));
    const uint32_t *in_offsets = global(pointer<uint32_t>(a.graph.in_offsets));
    first = range[0];
    n = range[1];
    lanes = places[1] - places[0];
    sources = global(pointer<int32_t>(a.batches.sources)) + places[0];
    out_arcs = out_offsets[first + n] - out_offsets[first];
    in_arcs = in_offsets[first + n] - in_offsets[first];
  }
};

/* What a block shares while it takes the lists of a component. */
struct ListsShared {
  int begin[32];       /* by class of length */
  uint16_t source[32]; /* by lane */
};

/*
 * The lists of a component, whose vertices are numbered anew: those with long lists first, so that threads of a warp have lists
 * of about the same length. The order within a list stays.
 */
struct Lists {
  ComponentLists out, in;    /* one and the same if the graph is undirected */
  Shared<uint16_t> original; /* of a vertex: its place in the component */

  /* Divides shared memory up from a byte on; kernels/cuda/components.go counts the same bytes. Returns where the rest begins. */
  INLINE uint32_t divide(uint32_t at, const ComponentBatch &b, bool directed) {
    out.chunks.at = in.chunks.at = at;
    uint32_t end = out.chunks.end((int)(b.out_arcs / 4) + b.n);
    if (directed) {
      in.chunks.at = end;
      end = in.chunks.end((int)(b.in_arcs / 4) + b.n);
    }
    out.list.at = in.list.at = end;
    if (directed) in.list.at = out.list.end(b.n);
    original.at = in.list.end(b.n);
    return (original.end(b.n) + 7) / 8 * 8;
  }

  /* Takes the lists and the sources of a batch. `place` is room for n numbers, which nobody needs afterwards. */
  INLINE void take(const gobc_cuda_graph &graph, const ComponentBatch &b, Shared<uint32_t> place, ListsShared &common) {
    const uint32_t *out_offsets = global(pointer<uint32_t>(graph.out_offsets)) + b.first;
    const uint32_t *in_offsets = global(pointer<uint32_t>(graph.in_offsets)) + b.first;
    if (threadIdx.x < 32) common.begin[threadIdx.x] = 0;
    __syncthreads();
    for (int v = threadIdx.x; v < b.n; v += blockDim.x) {
      const uint32_t length = max(out_offsets[v + 1] - out_offsets[v], in_offsets[v + 1] - in_offsets[v]);
      const uint32_t kind = 31 - min((length + 3) / 4, 31u);
      place[v] = kind << 16 | (uint32_t)atomicAdd(&common.begin[kind], 1);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
      const int lane = threadIdx.x, count = common.begin[lane];
      int end = count;
#pragma unroll
      for (int step = 1; step < 32; step <<= 1) {
        const int more = __shfl_up_sync(EVERYONE, end, step);
        if (lane >= step) end += more;
      }
      common.begin[lane] = end - count;
    }
    __syncthreads();
    for (int v = threadIdx.x; v < b.n; v += blockDim.x) {
      const uint32_t at = (uint32_t)common.begin[place[v] >> 16] + (place[v] & 0xffff);
      place[v] = at;
      original[at] = (uint16_t)v;
    }
    __syncthreads();
    copy(out, out_offsets, graph.out_targets, b, place);
    if (in.list.at != out.list.at) copy(in, in_offsets, graph.in_targets, b, place);
    if ((int)threadIdx.x < b.lanes) common.source[threadIdx.x] = (uint16_t)place[b.sources[threadIdx.x] - b.first];
    __syncthreads();
  }

  /* Copies lists by groups of 8 threads. */
  INLINE void copy(const ComponentLists &to, const uint32_t *offsets, gobc_address targets_at, const ComponentBatch &b,
                   Shared<uint32_t> place) {
    constexpr uint32_t G = 8;
    const uint32_t thread = threadIdx.x % G;
    const int32_t *targets = global(pointer<int32_t>(targets_at));
    for (int v = (int)(threadIdx.x / G); v < b.n; v += (int)(blockDim.x / G)) {
      const uint32_t offset = offsets[v], length = offsets[v + 1] - offset;
      const uint32_t chunk = (offset - offsets[0]) / 4 + (uint32_t)v; /* no list begins within another */
      const Shared<uint16_t> ids = {to.chunks.address(chunk)};
      if (thread == 0) to.list[place[v]] = chunk << 16 | length;
      for (uint32_t i = thread; i < (length + 3) / 4 * 4; i += G)
        ids[i] = (uint16_t)(i < length ? place[targets[offset + i] - b.first] : (uint32_t)b.n);
    }
  }
};

#endif
