/*
 * CUDA's vector types, its min and max, its bit and packed arithmetic for the emulated kernels. Alignments are CUDA's,
 * so a misaligned row is seen by -fsanitize=alignment. Everything here is pure; what meets other lanes is in emulator.h.
 */
#ifndef GOBC_FAKE_VECTORS_H
#define GOBC_FAKE_VECTORS_H

#include <cmath>
#include <cstdint>
#include <cstring>

#define GOBC_FAKE_VECTOR2(type, name, bytes)                                                                           \
  struct alignas(bytes) name {                                                                                         \
    type x, y;                                                                                                         \
  };                                                                                                                   \
  static inline name make_##name(type x, type y) { return name{x, y}; }
#define GOBC_FAKE_VECTOR4(type, name, bytes)                                                                           \
  struct alignas(bytes) name {                                                                                         \
    type x, y, z, w;                                                                                                   \
  };                                                                                                                   \
  static inline name make_##name(type x, type y, type z, type w) { return name{x, y, z, w}; }

GOBC_FAKE_VECTOR2(int, int2, 8)
GOBC_FAKE_VECTOR2(unsigned, uint2, 8)
GOBC_FAKE_VECTOR2(float, float2, 8)
GOBC_FAKE_VECTOR2(double, double2, 16)
GOBC_FAKE_VECTOR2(unsigned short, ushort2, 4)
GOBC_FAKE_VECTOR2(long long, longlong2, 16)
GOBC_FAKE_VECTOR2(unsigned long long, ulonglong2, 16)
GOBC_FAKE_VECTOR4(int, int4, 16)
GOBC_FAKE_VECTOR4(unsigned, uint4, 16)
GOBC_FAKE_VECTOR4(float, float4, 16)
GOBC_FAKE_VECTOR4(double, double4, 16)
GOBC_FAKE_VECTOR4(unsigned short, ushort4, 8)
GOBC_FAKE_VECTOR4(unsigned char, uchar4, 4)
GOBC_FAKE_VECTOR4(long long, longlong4, 16)
GOBC_FAKE_VECTOR4(unsigned long long, ulonglong4, 16)

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
};

#define GOBC_FAKE_MIN_MAX(result, left, right)                                                                         \
  static inline result min(left a, right b) {                                                                          \
    return static_cast<result>(b) < static_cast<result>(a) ? static_cast<result>(b) : static_cast<result>(a);          \
  }                                                                                                                    \
  static inline result max(left a, right b) {                                                                          \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(b) : static_cast<result>(a);          \
  }

GOBC_FAKE_MIN_MAX(int, int, int)
GOBC_FAKE_MIN_MAX(unsigned, unsigned, unsigned)
GOBC_FAKE_MIN_MAX(unsigned, int, unsigned)
GOBC_FAKE_MIN_MAX(unsigned, unsigned, int)
GOBC_FAKE_MIN_MAX(long, long, long)
GOBC_FAKE_MIN_MAX(unsigned long, unsigned long, unsigned long)
GOBC_FAKE_MIN_MAX(unsigned long, long, unsigned long)
GOBC_FAKE_MIN_MAX(unsigned long, unsigned long, long)
GOBC_FAKE_MIN_MAX(long long, long long, long long)
GOBC_FAKE_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
GOBC_FAKE_MIN_MAX(unsigned long long, long long, unsigned long long)
GOBC_FAKE_MIN_MAX(unsigned long long, unsigned long long, long long)

/* Like CUDA's, and unlike a comparison: a NaN loses. */
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }
static inline double min(float a, double b) { return fmin(a, b); }
static inline double max(float a, double b) { return fmax(a, b); }
static inline double min(double a, float b) { return fmin(a, b); }
static inline double max(double a, float b) { return fmax(a, b); }

namespace gobc_fake {
template <class To, class From>
static inline To cast(From from) {
  static_assert(sizeof(To) == sizeof(From), "the sizes differ");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}
} // namespace gobc_fake

static inline long long __double_as_longlong(double value) { return gobc_fake::cast<long long>(value); }
static inline double __longlong_as_double(long long value) { return gobc_fake::cast<double>(value); }
static inline int __float_as_int(float value) { return gobc_fake::cast<int>(value); }
static inline float __int_as_float(int value) { return gobc_fake::cast<float>(value); }
static inline unsigned __float_as_uint(float value) { return gobc_fake::cast<unsigned>(value); }
static inline float __uint_as_float(unsigned value) { return gobc_fake::cast<float>(value); }
static inline int __double2hiint(double value) { return static_cast<int>(__double_as_longlong(value) >> 32); }
static inline int __double2loint(double value) { return static_cast<int>(__double_as_longlong(value)); }
static inline double __hiloint2double(int high, int low) {
  return gobc_fake::cast<double>(static_cast<uint64_t>(static_cast<uint32_t>(high)) << 32 | static_cast<uint32_t>(low));
}

static inline int __ffs(int bits) { return __builtin_ffs(bits); }
static inline int __ffsll(long long bits) { return __builtin_ffsll(bits); }
static inline int __clz(int bits) { return bits ? __builtin_clz(static_cast<unsigned>(bits)) : 32; }
static inline int __clzll(long long bits) { return bits ? __builtin_clzll(static_cast<unsigned long long>(bits)) : 64; }
static inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
static inline int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
static inline unsigned __brev(unsigned bits) {
  unsigned result = 0;
  for (int i = 0; i < 32; i++) result |= (bits >> i & 1u) << (31 - i);
  return result;
}

static inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
static inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}

/* The rounding of the host is to nearest, and the build forbids contraction: these are the plain operations. */
static inline float __fadd_rn(float a, float b) { return a + b; }
static inline float __fsub_rn(float a, float b) { return a - b; }
static inline float __fmul_rn(float a, float b) { return a * b; }
static inline float __fdiv_rn(float a, float b) { return a / b; }
static inline float __frcp_rn(float a) { return 1.0f / a; }
static inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
static inline double __dadd_rn(double a, double b) { return a + b; }
static inline double __dsub_rn(double a, double b) { return a - b; }
static inline double __dmul_rn(double a, double b) { return a * b; }
static inline double __ddiv_rn(double a, double b) { return a / b; }
static inline double __drcp_rn(double a) { return 1.0 / a; }
static inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }

/* Conversions clamp to the range and send NaN as the hardware does: 2^63 for 64 bits. */
static inline unsigned long long __double2ull_rz(double value) {
  if (value != value) return 1ull << 63;
  return value <= 0 ? 0 : value >= 18446744073709551616.0 ? ~0ull : static_cast<unsigned long long>(value);
}
static inline long long __double2ll_rz(double value) {
  if (value != value || value < -9223372036854775808.0) return INT64_MIN;
  return value >= 9223372036854775808.0 ? INT64_MAX : static_cast<long long>(value);
}
static inline unsigned long long __double2ull_rn(double value) { return __double2ull_rz(nearbyint(value)); }
static inline long long __double2ll_rn(double value) { return __double2ll_rz(nearbyint(value)); }
static inline double __ull2double_rn(unsigned long long value) { return static_cast<double>(value); }
static inline double __ll2double_rn(long long value) { return static_cast<double>(value); }
static inline float __double2float_rn(double value) { return static_cast<float>(value); }

static inline unsigned __vadd2(unsigned a, unsigned b) { return ((a + b) & 0xffffu) | (((a >> 16) + (b >> 16)) << 16); }
static inline unsigned __vminu2(unsigned a, unsigned b) {
  return min(a & 0xffffu, b & 0xffffu) | min(a >> 16, b >> 16) << 16;
}
/* min(a + b, c) in each half; the sum wraps at 2^16. */
static inline unsigned __viaddmin_u16x2(unsigned a, unsigned b, unsigned c) { return __vminu2(__vadd2(a, b), c); }

#endif
