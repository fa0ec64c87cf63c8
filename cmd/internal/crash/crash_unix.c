//go:build linux || darwin

#define _GNU_SOURCE
#ifdef __APPLE__
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE
#endif
#include "crash.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { NOTHING, RERUN, END, BUSY };

static struct {
  char *program, **args, **env, *line;
  int code;
} plan;

// Which of these is to be done. Who does it sets BUSY; the plan is written before.
static volatile int todo = NOTHING;

// A handler may call nothing but what is safe in one (signal-safety(7)).
static void handle(int sig, siginfo_t *info, void *context) {
  int what = info->si_code == SI_USER ? NOTHING : __atomic_exchange_n(&todo, BUSY, __ATOMIC_SEQ_CST);
  switch (what) {
  case BUSY:
    for (;;) pause(); // another thread has crashed, too
  case RERUN:
    // The mask outlives exec, and has the signal that is handled.
    pthread_sigmask(SIG_SETMASK, &((ucontext_t *)context)->uc_sigmask, NULL);
    execve(plan.program, plan.args, plan.env);
    break;
  case END: {
    ssize_t n = write(STDERR_FILENO, plan.line, strlen(plan.line));
    (void)n;
    _exit(plan.code);
  }
  }
  signal(sig, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, sig);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
  raise(sig);
}

static int install(int sig) {
  struct sigaction a;
  memset(&a, 0, sizeof a);
  a.sa_sigaction = handle;
  // Go gives each thread a stack for signals: that of the thread may be full.
  a.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&a.sa_mask);
  return sigaction(sig, &a, NULL) == 0 ? 0 : errno;
}

// Go hands the signals of faults on to handlers that are there before it starts, where C
// code has caused them.
__attribute__((constructor)) static void early(void) {
  install(SIGSEGV);
  install(SIGBUS);
  install(SIGFPE);
}

// It does not hand on the others, and needs none of them.
static int arm(int what) {
  int err = install(SIGABRT);
  if (!err) err = install(SIGILL);
  if (!err) err = install(SIGTRAP);
  __atomic_store_n(&todo, what, __ATOMIC_SEQ_CST);
  return err;
}

int ci_crash_rerun(char *program, char **args, char **env) {
  __atomic_store_n(&todo, NOTHING, __ATOMIC_SEQ_CST);
  plan.program = program;
  plan.args = args;
  plan.env = env;
  return arm(RERUN);
}

int ci_crash_end(char *line, int code) {
  __atomic_store_n(&todo, NOTHING, __ATOMIC_SEQ_CST);
  plan.line = line;
  plan.code = code;
  return arm(END);
}

int ci_crash_plain(void) { return arm(NOTHING); }

static volatile int sink;

__attribute__((noinline)) static int endless(int n) {
  volatile char room[4096];
  room[0] = (char)n;
  return endless(n + 1) + room[0];
}

void ci_crash_try(int how) {
  switch (how) {
  case 0: *(volatile int *)8 = 1; break;
  case 1: abort();
  case 2: sink = endless(0); break;
  }
}
