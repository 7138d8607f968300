/*
 * By how much a pair counts less the longer its distance is (kernels.h): the same bits as DistanceDecay.At of core/sums, which
 * says what is computed and why it is within a few units of the last place. Without branches, so that loops over lanes become
 * vectors.
 */
#ifndef GOBC_DISTANCE_DECAY_H
#define GOBC_DISTANCE_DECAY_H

#include "common/totals.h"

#pragma STDC FP_CONTRACT OFF

/* Places of a decay: smaller values are 0. */
#define GOBC_DECAY_PLACES 128.0

/* x without its last 27 bits. */
static inline double gobc_high_half(double x) { return gobc_from_bits(gobc_bits(x) & ~(((uint64_t)1 << 27) - 1)); }

/* The nearest whole number in the low bits of the result, for |x| < 2^51. */
static inline double gobc_decay_whole(double x) { return x + 0x1.8p52; }

/* 2^-(n + rest), where `places` holds n and x is near n + rest; 0 where x is GOBC_DECAY_PLACES or more. */
static inline double gobc_decayed(double x, double places, double rest) {
  const double ln2 = 0x1.62e42fefa39efp-1, exponent = -rest * ln2;
  double power = 1.0;
#pragma GCC unroll 16
  for (int k = 13; k > 0; k--) power = 1.0 + power * (exponent * (1.0 / k));
  const double scale = gobc_from_bits(((uint64_t)1023 - gobc_bits(places)) << 52);
  return x < GOBC_DECAY_PLACES ? power * scale : 0.0;
}

/* 2^-(rate (p + rest) + shift) */
static inline double gobc_decay_of_product(const gobc_distance_decay *f, double p, double rest) {
  const double high = gobc_high_half(p), low = p - high;
  const double x = p * f->rate[0] + f->shift[0], places = gobc_decay_whole(x), n = places - 0x1.8p52;
  const double left =
      high * f->rate[0] + (f->shift[0] - n) + low * f->rate[0] + (p * f->rate[1] + (rest * f->rate[0] + f->shift[1]));
  return gobc_decayed(x, places, left);
}

static inline double gobc_decay_exponential(const gobc_distance_decay *f, double d) {
  return gobc_decay_of_product(f, d * f->scale, 0.0);
}

static inline double gobc_decay_gaussian(const gobc_distance_decay *f, double d) {
  const double z = d * f->scale, high = gobc_high_half(z), low = z - high, square = z * z;
  return gobc_decay_of_product(f, square, (high * high - square) + 2 * high * low + low * low);
}

static inline double gobc_decay_power(const gobc_distance_decay *f, double d) {
  const uint64_t root_of_half = 0x3fe6a09e667f3bcd, one = (uint64_t)0x3ff << 52, bits = gobc_bits(d);
  const uint64_t biased = (bits - root_of_half + one) >> 52;
  const double m = gobc_from_bits(bits - ((biased - 0x3ff) << 52));
  const double k = gobc_from_bits((uint64_t)0x433 << 52 | biased) - (0x1p52 + 0x3ff);
  const double above = m - 1, u = m + 1, lost = m - (u - 1), inverse = 1 / u, s = above * inverse;
  const double s_high = gobc_high_half(s), u_high = gobc_high_half(u), s_low = s - s_high, u_low = u - u_high;
  const double rest = above - s_high * u_high - s_high * u_low - s_low * u_high - s_low * u_low - s * lost;
  const double square = s * s;
  double tail = 1.0 / 23;
#pragma GCC unroll 16
  for (int odd = 21; odd > 1; odd -= 2) tail = 1.0 / odd + square * tail;
  const double more = rest * inverse + s * (square * tail);
  const double x = k * f->rate[0] + f->shift[0] + s * f->log[0];
  const double places = gobc_decay_whole(x), n = places - 0x1.8p52;
  const double left = k * f->rate[0] + (f->shift[0] - n) + s_high * f->log[0] + s_low * f->log[0] +
      (k * f->rate[1] + f->shift[1] + ((s + more) * f->log[1] + more * f->log[0]));
  return d > 0 ? gobc_decayed(x, places, left) : 0.0;
}

static inline double gobc_decay_linear(const gobc_distance_decay *f, double d) {
  return d < f->reach ? (f->reach - d) / f->reach * f->scale : 0.0;
}

/* Of `count` distances above 0; what stands for others is not defined. */
static inline void gobc_decays(const gobc_distance_decay *f, const double *restrict d, double *restrict of, int count) {
  switch (f->function) {
    case GOBC_DECAY_EXPONENTIAL:
      for (int i = 0; i < count; i++) of[i] = gobc_decay_exponential(f, d[i]);
      return;
    case GOBC_DECAY_GAUSSIAN:
      for (int i = 0; i < count; i++) of[i] = gobc_decay_gaussian(f, d[i]);
      return;
    case GOBC_DECAY_POWER:
      for (int i = 0; i < count; i++) of[i] = gobc_decay_power(f, d[i]);
      return;
    case GOBC_DECAY_LINEAR:
      for (int i = 0; i < count; i++) of[i] = gobc_decay_linear(f, d[i]);
      return;
    default:
      for (int i = 0; i < count; i++) of[i] = 1.0;
  }
}

/* Of one distance; 1 without a function. */
static inline double gobc_decay_at(const gobc_distance_decay *f, double d) {
  double of;
  gobc_decays(f, &d, &of, 1);
  return of;
}

#endif
