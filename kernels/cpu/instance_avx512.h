/* From here to instance_end.h functions are for AVX-512 (Skylake server and later). */
#define GOBC_SET avx512
#define GOBC_LEVEL 2
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,lzcnt,popcnt")
