/* From here to instance_end.h functions are for AVX-512 with its vector popcount (Ice Lake, Zen 4 and later). */
#define GOBC_SET avx512_popcount
#define GOBC_LEVEL 2
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi,bmi2,lzcnt,popcnt")
