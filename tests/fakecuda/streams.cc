/* streams.cc - the fake driver's queues of work, streams and events. See handles.h for the three ways to run. */
#include <chrono>

#include "handles.h"
#include "system.h"

namespace gobc_fake {

std::set<stream *> &streams = *new std::set<stream *>();
std::set<event *> &events = *new std::set<event *>();

namespace {

/* A queue ran empty or a mark was reached. One for all: waits are few. */
std::condition_variable &changed = *new std::condition_variable();

double milliseconds() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void add_to(const char *count, long long change) { state.counts[count] += change; }

std::function<void()> take(queue &q) {
  std::function<void()> work = std::move(q.work.front());
  q.work.pop_front();
  q.busy = true;
  return work;
}

/* Where a thread works the queue off, those who wait want it empty; else one of them may do what is next. */
void done(queue &q) {
  q.busy = false;
  if (q.work.empty() || !q.worker.joinable()) changed.notify_all();
}

void run_one(call &now, queue &q) {
  const std::function<void()> work = take(q);
  now.release();
  work();
  now.again();
  done(q);
}

void work_off(queue &q) {
  std::unique_lock<std::mutex> held(lock);
  for (;;) {
    q.more.wait(held, [&] { return q.stop || !q.work.empty(); });
    if (q.work.empty()) return;
    {
      const std::function<void()> work = take(q);
      held.unlock();
      work();
      held.lock();
    }
    done(q);
  }
}

/* The host's signals stay with the host's threads. */
void start_worker(queue &q) {
  q.worker = start_thread([](void *own) { work_off(*static_cast<queue *>(own)); }, &q);
}

int code_of(const context *c) { return state.lost[static_cast<size_t>(c->device)]; }

} // namespace

/* 0, 1 and 2 are the default streams. */
bool is_stream(const stream *s) { return reinterpret_cast<uintptr_t>(s) <= 2 || known(streams, s); }

queue &queue_of(context *where, stream *s) { return known(streams, s) && s->own ? *s->own : where->main; }

void finish(call &now, queue &q) {
  while (q.busy || !q.work.empty()) {
    if (q.busy || q.worker.joinable()) now.wait(changed);
    else run_one(now, q);
  }
}

void enqueue(call &now, queue &q, std::function<void()> work) {
  q.work.push_back(std::move(work));
  if (setup.async && !q.worker.joinable()) start_worker(q);
  if (q.worker.joinable()) q.more.notify_one();
  else if (!setup.lazy) finish(now, q);
}

void finish_all(call &now, context *where) {
  finish(now, where->main);
  const std::set<stream *> now_there = streams;
  for (stream *s : now_there)
    if (known(streams, s) && s->owner == where && s->own) finish(now, *s->own);
}

void close_queue(call &now, queue &q) {
  finish(now, q);
  if (!q.worker.joinable()) return;
  q.stop = true;
  q.more.notify_one();
  std::thread ending = std::move(q.worker);
  now.release();
  ending.join();
  now.again();
  q.stop = false;
}

} // namespace gobc_fake

using namespace gobc_fake;

static int create_stream(const char *name, stream **to, unsigned flags, int priority) {
  call now(name);
  if (now.code) return now.code;
  if (!current()) return invalid_context;
  if (!to || flags > 1) return invalid_value;
  *to = *streams.insert(new stream{current(), flags, priority, flags & 1 ? std::make_unique<queue>() : nullptr}).first;
  add_to("streams", 1);
  return success;
}
GOBC_FAKE_EXPORT int cuStreamCreate(stream **to, unsigned flags) { return create_stream(__func__, to, flags, 0); }
GOBC_FAKE_EXPORT int cuStreamCreateWithPriority(stream **to, unsigned flags, int priority) {
  return create_stream(__func__, to, flags, priority);
}

GOBC_FAKE_EXPORT int cuStreamDestroy_v2(stream *s) {
  call now(__func__);
  if (now.refused()) return now.code;
  if (!known(streams, s)) return invalid_handle;
  if (s->own) close_queue(now, *s->own);
  streams.erase(s);
  delete s;
  add_to("streams", -1);
  return now.code;
}

GOBC_FAKE_EXPORT int cuStreamSynchronize(stream *s) {
  call now(__func__);
  if (now.code) return now.code;
  context *c = current();
  if (!c) return invalid_context;
  if (!is_stream(s)) return invalid_handle;
  finish(now, queue_of(c, s));
  return code_of(c);
}

/* With lazy=1 the first question finds the work not done, and has it done. So does cuEventQuery. */
GOBC_FAKE_EXPORT int cuStreamQuery(stream *s) {
  call now(__func__);
  if (now.code) return now.code;
  context *c = current();
  if (!c) return invalid_context;
  if (!is_stream(s)) return invalid_handle;
  queue &q = queue_of(c, s);
  const bool waiting = q.busy || !q.work.empty();
  if (waiting && !q.worker.joinable()) finish(now, q);
  return waiting ? not_ready : code_of(c);
}

GOBC_FAKE_EXPORT int cuStreamWaitEvent(stream *s, event *e, unsigned) {
  call now(__func__);
  if (now.code) return now.code;
  context *c = current();
  if (!c) return invalid_context;
  if (!is_stream(s) || !known(events, e)) return invalid_handle;
  const std::shared_ptr<mark> last = e->last;
  if (!last || last->reached) return success;
  if (!last->where->worker.joinable()) {
    finish(now, *last->where);
    return success;
  }
  enqueue(now, queue_of(c, s), [last] {
    std::unique_lock<std::mutex> held(lock);
    changed.wait(held, [&] { return last->reached; });
  });
  return success;
}

GOBC_FAKE_EXPORT int cuStreamGetFlags(stream *s, unsigned *flags) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_stream(s)) return invalid_handle;
  *flags = known(streams, s) ? s->flags : 0;
  return success;
}

GOBC_FAKE_EXPORT int cuStreamGetPriority(stream *s, int *priority) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_stream(s)) return invalid_handle;
  *priority = known(streams, s) ? s->priority : 0;
  return success;
}

GOBC_FAKE_EXPORT int cuEventCreate(event **to, unsigned flags) {
  call now(__func__);
  if (now.code) return now.code;
  if (!current()) return invalid_context;
  if (!to) return invalid_value;
  *to = *events.insert(new event{current(), !(flags & 2), nullptr}).first;
  add_to("events", 1);
  return success;
}

GOBC_FAKE_EXPORT int cuEventDestroy_v2(event *e) {
  call now(__func__);
  if (now.refused()) return now.code;
  if (!known(events, e)) return invalid_handle;
  events.erase(e);
  delete e;
  add_to("events", -1);
  return now.code;
}

GOBC_FAKE_EXPORT int cuEventRecord(event *e, stream *s) {
  call now(__func__);
  if (now.code) return now.code;
  if (!known(events, e) || !is_stream(s)) return invalid_handle;
  queue &q = queue_of(e->owner, s);
  const std::shared_ptr<mark> next = std::make_shared<mark>();
  next->where = &q;
  e->last = next;
  enqueue(now, q, [next] {
    std::lock_guard<std::mutex> guard(lock);
    next->at = milliseconds();
    next->reached = true;
    changed.notify_all();
  });
  return success;
}

GOBC_FAKE_EXPORT int cuEventSynchronize(event *e) {
  call now(__func__);
  if (now.code) return now.code;
  if (!known(events, e)) return invalid_handle;
  const context *c = e->owner;
  const std::shared_ptr<mark> last = e->last;
  while (last && !last->reached) {
    if (last->where->busy || last->where->worker.joinable()) now.wait(changed);
    else run_one(now, *last->where);
  }
  return code_of(c);
}

GOBC_FAKE_EXPORT int cuEventQuery(event *e) {
  call now(__func__);
  if (now.code) return now.code;
  if (!known(events, e)) return invalid_handle;
  const context *c = e->owner;
  if (!e->last || e->last->reached) return code_of(c);
  queue &q = *e->last->where;
  if (!q.worker.joinable()) finish(now, q);
  return not_ready;
}

GOBC_FAKE_EXPORT int cuEventElapsedTime(float *to, event *start, event *end) {
  call now(__func__);
  if (now.code) return now.code;
  if (!known(events, start) || !known(events, end) || !start->timed || !end->timed) return invalid_handle;
  if (!start->last || !end->last) return invalid_handle;
  if (!start->last->reached || !end->last->reached) return not_ready;
  *to = static_cast<float>(end->last->at - start->last->at);
  return success;
}
