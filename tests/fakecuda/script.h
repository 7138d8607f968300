/*
 * What the fake driver is told to be and to get wrong (GOBC_FAKE_CUDA, keys in README.md), and what it counts. Every
 * driver function starts with `call now(__func__)`: it holds the driver's lock and knows the scripted code.
 */
#ifndef GOBC_FAKE_SCRIPT_H
#define GOBC_FAKE_SCRIPT_H

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace gobc_fake {

struct rule {
  std::string function; /* without _v2 and the like */
  uint64_t from, to;    /* calls, from 1 */
  int code;
  double seconds;
};

struct settings {
  int devices = 1, driver = 12090, capability = 90, sms = 4;
  size_t memory = size_t{1} << 30, shared = 232448;
  bool lazy = false, async = false;
  int sticky = 0, sticky_device = -1; /* -1: every device */
  uint64_t sticky_launch = 1;
  std::vector<rule> rules;
};

/* Everything that may change while the driver runs; the lock guards it. */
struct record {
  std::map<std::string, uint64_t> calls;
  std::map<std::string, long long> counts;
  std::vector<int> lost; /* by device: the code that every call returns */
  uint64_t launches = 0, random = 1;
  bool started = false;
  int process = 0;
};

/* References to what is never destroyed: kernels may run on while the process exits. */
extern settings &setup;
extern record &state;
extern std::mutex lock;

/* Reads a script; a key that it does not know ends the process, since a misspelt script would test nothing. */
void read_script(const char *text);
void write_report();
std::string base_name(const char *function);
int current_device(); /* of the calling thread's context, or -1; the lock is held */

class call {
 public:
  explicit call(const char *function, bool needs_start = true);
  int code = 0;
  bool lost = false; /* the code is a lost device's: a function that gives something back still does so */
  bool refused() const { return code != 0 && !lost; }
  void release() { held.unlock(); }
  void again() { held.lock(); }
  void wait(std::condition_variable &changed) { changed.wait(held); }

 private:
  std::unique_lock<std::mutex> held;
};

} // namespace gobc_fake

#define GOBC_FAKE_EXPORT extern "C" __attribute__((visibility("default")))

#endif
