#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define MB ((rlim_t)1 << 20)

/* What the run-time system takes before any Go code runs, as measured. Of address space it
   reserves 600 MB for tables of pages and 512 MB for one of what can be given back, of
   which it uses next to none. It doesn't look whether it got the second: with less space
   it would map that table over whatever lies at low addresses. */
static const rlim_t least_space = 1500 * MB;
static const rlim_t least_data = 128 * MB;
static const rlim_t least_files = 16;
static const rlim_t least_stack = MB / 4;

/* Below this, address space is kept for what is indexed: malloc shares one arena, where
   it reserves 64 MB for each thread, and threads have stacks of 1 MB, where the usual
   limit makes them 8 MB. */
static const rlim_t ample_space = 4096 * MB;
static const size_t thread_stack = MB;

/* end says a line and ends the process with the code of a failure. */
static void end(const char *line) {
	ssize_t n = write(STDERR_FILENO, line, strlen(line));
	(void)n;
	_exit(1);
}

/* least ends the process where a limit is below what is needed. */
static void least(rlim_t limit, rlim_t need, rlim_t unit, const char *of, const char *flag) {
	char line[256];
	if (limit == RLIM_INFINITY || limit >= need) {
		return;
	}
	snprintf(line, sizeof line, "ci: needs %llu %s to start, and the limit (ulimit -%s) allows %llu; raise it\n",
		(unsigned long long)(need / unit), of, flag, (unsigned long long)(limit / unit));
	end(line);
}

/* fit runs before the run-time system of Go. */
__attribute__((constructor)) static void fit(void) {
	struct rlimit space, data, files, stack;
	pthread_attr_t attr;
	size_t size;
	if (getrlimit(RLIMIT_AS, &space) != 0 || getrlimit(RLIMIT_DATA, &data) != 0 ||
		getrlimit(RLIMIT_NOFILE, &files) != 0 || getrlimit(RLIMIT_STACK, &stack) != 0) {
		return;
	}
	least(space.rlim_cur, least_space, MB, "MB of address space", "v");
	least(data.rlim_cur, least_data, MB, "MB of data", "d");
	least(files.rlim_max, least_files, 1, "open files", "n"); /* Go raises the soft limit */
	least(stack.rlim_max, least_stack, 1024, "KB of stack", "s");
	if (stack.rlim_cur != RLIM_INFINITY && stack.rlim_cur < least_stack) {
		stack.rlim_cur = stack.rlim_max == RLIM_INFINITY || stack.rlim_max > MB ? MB : stack.rlim_max;
		setrlimit(RLIMIT_STACK, &stack);
	}
	if (pthread_attr_init(&attr) != 0) {
		return;
	}
	int scarce = space.rlim_cur < ample_space || data.rlim_cur < ample_space; /* which infinity is not */
	if (pthread_attr_getstacksize(&attr, &size) == 0 && (size < thread_stack || scarce) &&
		pthread_attr_setstacksize(&attr, thread_stack) == 0) {
		pthread_setattr_default_np(&attr);
	}
	pthread_attr_destroy(&attr);
#ifdef M_ARENA_MAX
	if (scarce) {
		mallopt(M_ARENA_MAX, 1);
	}
#endif
}

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

/* __wrap_pthread_create is pthread_create, with as much patience as Go has, but where the
   system has no thread to give Go aborts, and dumps its stacks. */
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg) {
	int err;
	for (int tries = 1; (err = __real_pthread_create(thread, attr, run, arg)) == EAGAIN || err == ENOMEM; tries++) {
		struct timespec pause = {0, (long)tries * 1000 * 1000};
		if (tries > 20) {
			end("ci: the system has no further thread for it: raise the limit on processes (ulimit -u, pids.max of its cgroup) or on address space (ulimit -v)\n");
		}
		nanosleep(&pause, NULL);
	}
	return err;
}
