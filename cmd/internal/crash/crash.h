// What to do where C code crashes. All texts are kept for good. The result is an error
// number, 0 for none.
int ci_crash_rerun(char *program, char **args, char **env);
int ci_crash_end(char *line, int code);
int ci_crash_plain(void);

// Crashes, for tests: 0 by a pointer, 1 by abort, 2 by a stack without end.
void ci_crash_try(int how);
