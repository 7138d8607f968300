/*
 * C has no templates: a body is a header without guards that is compiled once for each instruction set, width or type, with
 * the parameters as macros. GOBC_NAME is what tells its instances apart: GOBC_NAME(scan, 32, avx2) is scan_32_avx2. Its
 * arguments, two to six, are expanded first.
 */
#ifndef GOBC_TEMPLATE_H
#define GOBC_TEMPLATE_H

#define GOBC_NAME(...)                                                                                                 \
  GOBC_NAME_CHOOSE(__VA_ARGS__, GOBC_NAME_6, GOBC_NAME_5, GOBC_NAME_4, GOBC_NAME_3, GOBC_NAME_2, none)(__VA_ARGS__)
#define GOBC_NAME_CHOOSE(a, b, c, d, e, f, chosen, ...) chosen
#define GOBC_NAME_2(a, b) a##_##b
#define GOBC_NAME_3(a, b, c) a##_##b##_##c
#define GOBC_NAME_4(a, b, c, d) a##_##b##_##c##_##d
#define GOBC_NAME_5(a, b, c, d, e) a##_##b##_##c##_##d##_##e
#define GOBC_NAME_6(a, b, c, d, e, f) a##_##b##_##c##_##d##_##e##_##f

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 64")

#endif
