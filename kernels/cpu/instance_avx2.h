/* From here to instance_end.h functions are for AVX2 (Haswell, Zen and later). */
#define GOBC_SET avx2
#define GOBC_LEVEL 1
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
