/* script.cc - the script of the fake driver, its counters and its report. See script.h. */
#include "script.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "system.h"

namespace gobc_fake {

settings &setup = *new settings();
record &state = *new record();
std::mutex lock;

namespace {

[[noreturn]] void bad_script(const std::string &part) {
  std::fprintf(stderr, "gobc fake CUDA: GOBC_FAKE_CUDA has \"%s\", which it does not know; the keys are in README.md\n",
               part.c_str());
  std::abort();
}

std::vector<std::string> split(const std::string &text, char by) {
  std::vector<std::string> parts(1);
  for (char c : text)
    if (c == by) parts.emplace_back();
    else parts.back() += c;
  return parts;
}

double number(const std::string &text, const std::string &part) {
  char *end;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end || value < 0) bad_script(part);
  return value;
}

/* "3": the third call; "3+": from the third on; "*": every call. */
void read_calls(const std::string &text, const std::string &part, rule &r) {
  r.from = 1;
  r.to = UINT64_MAX;
  if (text == "*") return;
  const bool onwards = text.back() == '+';
  r.from = static_cast<uint64_t>(number(onwards ? text.substr(0, text.size() - 1) : text, part));
  if (!onwards) r.to = r.from;
}

/* fail=function:calls:code, sleep=function:seconds or function:calls:seconds */
void read_rule(const std::string &key, const std::string &value, const std::string &part) {
  const std::vector<std::string> fields = split(value, ':');
  const bool fails = key == "fail";
  if (fields.size() != 3 && (fails || fields.size() != 2)) bad_script(part);
  rule r{base_name(fields[0].c_str()), 1, UINT64_MAX, 0, 0};
  if (fields.size() == 3) read_calls(fields[1], part, r);
  const double last = number(fields.back(), part);
  if (fails) r.code = static_cast<int>(last);
  else r.seconds = last;
  setup.rules.push_back(r);
}

/* sticky=code, code@device, code:launch */
void read_sticky(std::string value, const std::string &part) {
  const size_t launch = value.find(':');
  if (launch != std::string::npos) {
    setup.sticky_launch = static_cast<uint64_t>(number(value.substr(launch + 1), part));
    value.resize(launch);
  }
  const size_t device = value.find('@');
  if (device != std::string::npos) {
    setup.sticky_device = static_cast<int>(number(value.substr(device + 1), part));
    value.resize(device);
  }
  setup.sticky = static_cast<int>(number(value, part));
}

void read_part(const std::string &part) {
  const size_t equals = part.find('=');
  if (equals == std::string::npos) bad_script(part);
  const std::string key = part.substr(0, equals), value = part.substr(equals + 1);
  if (key == "fail" || key == "sleep") return read_rule(key, value, part);
  if (key == "sticky") return read_sticky(value, part);
  const double n = number(value, part);
  if (key == "devices") setup.devices = static_cast<int>(n);
  else if (key == "memory") setup.memory = static_cast<size_t>(n);
  else if (key == "driver") setup.driver = static_cast<int>(n);
  else if (key == "capability") setup.capability = static_cast<int>(n);
  else if (key == "sms") setup.sms = static_cast<int>(n);
  else if (key == "shared") setup.shared = static_cast<size_t>(n);
  else if (key == "lazy") setup.lazy = n != 0;
  else if (key == "async") setup.async = n != 0;
  else bad_script(part);
}

/* CUDA_VISIBLE_DEVICES by numbers: the list ends at the first that is no device. */
void hide_devices() {
  const char *visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (!visible) return;
  int count = 0;
  for (const std::string &entry : split(visible, ',')) {
    char *end;
    const long device = std::strtol(entry.c_str(), &end, 10);
    if (entry.empty() || *end || device < 0 || device >= setup.devices) break;
    count++;
  }
  setup.devices = count;
}

} // namespace

std::string base_name(const char *function) {
  std::string name = function;
  const size_t at = name.rfind("_v");
  if (at != std::string::npos && at + 3 == name.size() && name[at + 2] >= '2' && name[at + 2] <= '9') name.resize(at);
  return name;
}

void read_script(const char *text) {
  setup = settings();
  state.calls.clear();
  state.launches = 0;
  const char *seed = std::getenv("GOBC_FAKE_SEED");
  state.random = (seed ? std::strtoull(seed, nullptr, 10) : 1) * 0x9e3779b97f4a7c15ull + 0x1234567;
  for (const std::string &part : split(text ? text : "", ';'))
    if (!part.empty()) read_part(part);
  hide_devices();
  state.lost.assign(static_cast<size_t>(setup.devices), 0);
}

void write_report() {
  const char *path = std::getenv("GOBC_FAKE_REPORT");
  if (!path || !*path) return;
  const std::string draft = std::string(path) + "." + std::to_string(process_id());
  std::FILE *out = std::fopen(draft.c_str(), "w");
  if (!out) return;
  for (const auto &count : state.counts) std::fprintf(out, "%s %lld\n", count.first.c_str(), count.second);
  for (const auto &count : state.calls)
    std::fprintf(out, "calls:%s %llu\n", count.first.c_str(), static_cast<unsigned long long>(count.second));
  std::fclose(out);
  std::rename(draft.c_str(), path);
}

namespace {

/* Stands behind setup and state: made after them. */
struct lifetime {
  lifetime() { read_script(std::getenv("GOBC_FAKE_CUDA")); }
  ~lifetime() {
    if (!std::getenv("GOBC_FAKE_REPORT")) return; /* a thread that Windows has ended may hold the lock */
    std::lock_guard<std::mutex> guard(lock);
    write_report();
  }
} whole_process;

} // namespace

call::call(const char *function, bool needs_start) {
  const std::string name = base_name(function);
  double seconds = 0;
  {
    std::lock_guard<std::mutex> guard(lock);
    const uint64_t k = ++state.calls[name];
    for (const rule &r : setup.rules) {
      if (r.function != name || k < r.from || k > r.to) continue;
      seconds += r.seconds;
      if (r.code && !code) code = r.code;
    }
  }
  if (seconds > 0) std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  held = std::unique_lock<std::mutex>(lock);
  if (code || !needs_start) return;
  if (!state.started || state.process != process_id()) {
    code = 3;
    return;
  }
  const int device = current_device();
  for (int d = 0; d < setup.devices; d++) {
    if (!state.lost[static_cast<size_t>(d)] || (d != device && device >= 0)) continue;
    if (device < 0 && setup.sticky_device >= 0) continue;
    code = state.lost[static_cast<size_t>(d)];
    lost = true;
  }
}

} // namespace gobc_fake

GOBC_FAKE_EXPORT void gobc_fake_script(const char *text) {
  std::lock_guard<std::mutex> guard(gobc_fake::lock);
  gobc_fake::read_script(text);
}

/* A counter of the report, or "calls:cuMemAlloc"; -1 for a name that nothing was counted under. */
GOBC_FAKE_EXPORT long long gobc_fake_count(const char *what) {
  std::lock_guard<std::mutex> guard(gobc_fake::lock);
  if (!std::strncmp(what, "calls:", 6)) {
    const auto found = gobc_fake::state.calls.find(gobc_fake::base_name(what + 6));
    return found == gobc_fake::state.calls.end() ? 0 : static_cast<long long>(found->second);
  }
  const auto found = gobc_fake::state.counts.find(what);
  return found == gobc_fake::state.counts.end() ? -1 : found->second;
}
