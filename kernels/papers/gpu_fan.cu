/* The kernels of gpu-fan. */
#include "gpu_fan.h"

GOBC_FAN(distances, double, template search<false>())
GOBC_FAN(lengths, double, lengths())

GOBC_FAN(reset_f32, float, reset())
GOBC_FAN(search_f32, float, template search<true>())
GOBC_FAN(check_f32, float, check())
GOBC_FAN(back_f32, float, back())
GOBC_FAN(sum_f32, float, sum())

GOBC_FAN(reset_f64, double, reset())
GOBC_FAN(search_f64, double, template search<true>())
GOBC_FAN(check_f64, double, check())
GOBC_FAN(back_f64, double, back())
GOBC_FAN(sum_f64, double, sum())
