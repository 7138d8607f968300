/* Ends what instance_baseline.h, instance_avx2.h or instance_avx512.h began. */
#pragma GCC pop_options
#undef GOBC_SET
#undef GOBC_LEVEL
