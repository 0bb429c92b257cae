/*
 * Preloaded into `SHELL A B X` in the sandbox. Before the shell starts, it becomes a server: for each script that it is sent, a
 * copy of this process goes on as `SHELL A B SCRIPT`, in which no program is ever run. What the shell would execute, and
 * what it opens for writing, is noted down instead. Where A is `-i` the script is its input, as if it were typed.
 *
 * Request: length (4 bytes), kind (1 byte), script.
 * Reply: length (4 bytes), end (1 byte: 0 all done, 1 out of time, 2 too much to record), then the records:
 * kind (`x` execution, `w` opened for writing), length (4 bytes), strings each ended by 0: the folder, the path as bash
 * gave it (empty for a command that it did not find), the words of the command.
 *
 * Kinds of runs:
 *   0  most builtins are recorded as if they were programs (by the preamble), every command succeeds
 *   1  the same, every command fails
 *   2  the builtins are real, every program succeeds, `cd` to a missing folder makes it
 *   3  the builtins are real, every program fails, so do `cd` to a missing folder and redirections that the file system
 *      refuses (in the others a missing file is empty)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define CAPACITY (1 << 20)
#define MOST_RECORDS 60
#define MOST_FORKS 80
#define TIME_MS 300
#define NULL_FILE 900
#define PROGRAMS "/usr/bin/"
/* What the preamble's command_not_found_handle runs, with the command as its arguments. */
#define NOT_FOUND "/not-found"

struct log {
  unsigned used, records, forks, files;
  int too_much;
  char bytes[CAPACITY];
};

static struct log *notes;
static char kind = '0';
static volatile sig_atomic_t out_of_time;

static pid_t (*real_fork)(void);
static int (*real_open)(const char *, int, ...);
static int (*real_chdir)(const char *);
static int (*real_fchdir)(int);
static int (*real_stat)(const char *, struct stat *);
static int (*real_eaccess)(const char *, int);
static int (*real_access)(const char *, int);
static int (*real_faccessat)(int, const char *, int, int);

static void stop_too_much(void) {
  notes->too_much = 1;
  _exit(125);
}

static void note(char what, const char *path, const char *const *words) {
  char folder[4096];
  if (syscall(SYS_getcwd, folder, sizeof folder) < 0) strcpy(folder, "?");
  unsigned length = strlen(folder) + strlen(path) + 2;
  for (int i = 0; words[i] != NULL; i++) length += strlen(words[i]) + 1;
  const unsigned size = 5 + length;
  if (__atomic_add_fetch(&notes->records, 1, __ATOMIC_SEQ_CST) > MOST_RECORDS || size > CAPACITY) stop_too_much();
  unsigned at = __atomic_load_n(&notes->used, __ATOMIC_SEQ_CST);
  do {
    if (at + size > CAPACITY) stop_too_much();
  } while (!__atomic_compare_exchange_n(&notes->used, &at, at + size, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  char *to = notes->bytes + at;
  *to++ = what;
  memcpy(to, &length, 4);
  to = stpcpy(to + 4, folder) + 1;
  to = stpcpy(to, path) + 1;
  for (int i = 0; words[i] != NULL; i++) to = stpcpy(to, words[i]) + 1;
}

static void execute(const char *path, char *const arguments[]) {
  const int found = strcmp(path, NOT_FOUND) != 0;
  note('x', found ? path : "", (const char *const *)(found ? arguments : arguments + 1));
}

int execve(const char *path, char *const arguments[], char *const environment[]) {
  (void)environment;
  execute(path, arguments);
  _exit(kind == '1' || kind == '3' ? 1 : 0);
}

pid_t fork(void) {
  if (__atomic_add_fetch(&notes->forks, 1, __ATOMIC_SEQ_CST) > MOST_FORKS) stop_too_much();
  return real_fork();
}

/* A function that wraps it would return twice. */
pid_t vfork(void) {
  return fork();
}

/* How fish starts programs. */
int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                char *const arguments[], char *const environment[]) {
  (void)actions;
  (void)attributes;
  (void)environment;
  execute(path, arguments);
  *child = fork();
  if (*child == 0) _exit(kind == '1' || kind == '3' ? 1 : 0);
  return *child < 0 ? errno : 0;
}

static int stands_for_program(const char *path) {
  if (strcmp(path, NOT_FOUND) == 0) return 1;
  return strncmp(path, PROGRAMS, sizeof PROGRAMS - 1) == 0 && path[sizeof PROGRAMS - 1] != 0;
}

int stat(const char *path, struct stat *result) {
  if (!stands_for_program(path)) return real_stat(path, result);
  memset(result, 0, sizeof *result);
  result->st_mode = S_IFREG | 0755;
  result->st_nlink = 1;
  return 0;
}

/* The same structure on machines of 64 bits. */
int stat64(const char *path, struct stat64 *result) {
  return stat(path, (struct stat *)result);
}

int eaccess(const char *path, int mode) {
  return stands_for_program(path) ? 0 : real_eaccess(path, mode);
}

int access(const char *path, int mode) {
  return stands_for_program(path) ? 0 : real_access(path, mode);
}

int faccessat(int folder, const char *path, int mode, int flags) {
  return stands_for_program(path) ? 0 : real_faccessat(folder, path, mode, flags);
}

/* /dev/fd/N, /dev/stdin and so on without /proc; -1: the path is none of them. */
static int open_device(const char *path) {
  static const char *const standard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
  for (int i = 0; i < 3; i++)
    if (strcmp(path, standard[i]) == 0) return dup(i);
  int number;
  char rest;
  if (sscanf(path, "/dev/fd/%d%c", &number, &rest) == 1) return dup(number);
  return fcntl(NULL_FILE, F_DUPFD, 3);
}

/* fish opens a folder before it enters it. */
static char folder_to_enter[1024];

int open(const char *path, int flags, ...) {
  va_list values;
  va_start(values, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(values, mode_t) : 0;
  va_end(values);
  /* The shell's own: the file of a here-document. */
  const int is_own = (flags & O_EXCL && (strstr(path, "/sh-thd.") != NULL || strncmp(path, "/tmp/zsh", 8) == 0)) ||
                     /* Its look whether there is a terminal. A redirection also creates. */
                     (!(flags & O_CREAT) && strcmp(path, "/dev/tty") == 0);
  const int writes = (flags & O_ACCMODE) != O_RDONLY && !is_own;
  if (writes) note('w', path, (const char *const[]){NULL});
  if (strncmp(path, "/dev/", 5) == 0) return open_device(path);
  if (flags & O_CREAT) __atomic_add_fetch(&notes->files, 1, __ATOMIC_SEQ_CST);
  const int file = real_open(path, flags, mode);
  /* The run goes on as on a machine where the file is there, or may be written. */
  if (file < 0 && kind != '3' && (errno == EACCES || errno == ENOENT || errno == ENOTDIR || errno == EPERM)) {
    snprintf(folder_to_enter, sizeof folder_to_enter, "%s", errno == ENOENT ? path : "");
    return fcntl(NULL_FILE, F_DUPFD, 3);
  }
  return file;
}

int open64(const char *path, int flags, ...) {
  va_list values;
  va_start(values, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(values, mode_t) : 0;
  va_end(values);
  return open(path, flags, mode);
}

int chdir(const char *path) {
  const int result = real_chdir(path);
  if (result == 0 || kind != '2' || errno != ENOENT || strlen(path) > 1000) return result;
  char part[1024];
  __atomic_add_fetch(&notes->files, 1, __ATOMIC_SEQ_CST);
  for (size_t i = 1; i <= strlen(path); i++) {
    if (path[i] != '/' && path[i] != 0) continue;
    memcpy(part, path, i);
    part[i] = 0;
    if (mkdir(part, 0755) == 0) chmod(part, 0755);
  }
  return real_chdir(path);
}

int fchdir(int folder) {
  const int result = real_fchdir(folder);
  return result == 0 || kind != '2' || errno != ENOTDIR || folder_to_enter[0] == 0 ? result : chdir(folder_to_enter);
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "no system call filter for this machine"
#endif

/* Should a call get past the functions above: the kernel itself starts no program and opens no connection. */
static void forbid_programs(void) {
#define FORBID(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      FORBID(SYS_execve),
      FORBID(SYS_execveat),
      FORBID(SYS_socket),
      FORBID(SYS_ptrace),
      FORBID(SYS_unshare),
      FORBID(SYS_setns),
      FORBID(SYS_mount),
      FORBID(SYS_chroot),
#ifdef __x86_64__
      /* The x32 calls have other numbers. */
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#endif
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) _exit(77);
}

static int transfer(int file, void *bytes, size_t length, int writing) {
  for (size_t done = 0; done < length;) {
    ssize_t count = writing ? write(file, (char *)bytes + done, length - done) : read(file, (char *)bytes + done, length - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    done += count;
  }
  return 1;
}

static int remove_entry(const char *path, const struct stat *state, int type, struct FTW *place) {
  (void)state;
  (void)type;
  if (place->level > 0) remove(path);
  return 0;
}

static void clean(void) {
  nftw("/home/u", remove_entry, 8, FTW_DEPTH | FTW_PHYS);
  nftw("/tmp", remove_entry, 8, FTW_DEPTH | FTW_PHYS);
  mkdir("/home/u/here", 0755);
  real_chdir("/home/u/here");
}

static void on_time(int number) {
  (void)number;
  out_of_time = 1;
}

static void set_timer(int milliseconds) {
  /* Again and again: the first may come just before the server waits. */
  struct itimerval timer = {{0, milliseconds * 100}, {0, milliseconds * 1000}};
  setitimer(ITIMER_REAL, &timer, NULL);
}

/* Everything but this server, which is the first process of its namespace. */
static void end_all(void) {
  kill(-1, SIGKILL);
  while (waitpid(-1, NULL, 0) > 0 || errno == EINTR) {
  }
}

/* A script is far smaller than what a pipe holds. */
static void type_script(const char *script, unsigned length) {
  int ends[2];
  if (pipe(ends) != 0 || !transfer(ends[1], (char *)script, length, 1) || !transfer(ends[1], "\n", 1, 1)) _exit(77);
  close(ends[1]);
  dup2(ends[0], 0);
  close(ends[0]);
}

/* Returns in each copy that is to be the shell. */
static void serve(char **arguments, char **environment) {
  struct sigaction action = {.sa_handler = on_time}, before;
  sigaction(SIGALRM, &action, &before);
  char ready = 'r';
  clean();
  transfer(1, &ready, 1, 1);
  for (;;) {
    unsigned length;
    if (!transfer(0, &length, 4, 0)) _exit(0);
    char *script = calloc(1, length + 1), reply = 0;
    if (script == NULL || !transfer(0, &kind, 1, 0) || !transfer(0, script, length, 0)) _exit(1);
    notes->used = notes->records = notes->forks = notes->files = notes->too_much = 0;
    out_of_time = 0;
    const pid_t child = real_fork();
    if (child == 0) {
      sigaction(SIGALRM, &before, NULL);
      for (int i = 0; i < 3; i++) dup2(NULL_FILE, i);
      setsid();
      forbid_programs();
      if (strcmp(arguments[1], "-i") == 0) type_script(script, length);
      else arguments[3] = script;
      for (char **each = environment; *each != NULL; each++)
        if (strncmp(*each, "BASH_ENV=", 9) == 0 || strncmp(*each, "ZDOTDIR=", 8) == 0)
          (*each)[strlen(*each) - 1] = kind < '2' ? '0' : '2';
      return;
    }
    if (child < 0) _exit(1);
    set_timer(TIME_MS);
    while (!out_of_time && !notes->too_much && (waitpid(-1, NULL, 0) > 0 || errno == EINTR)) {
    }
    set_timer(0);
    end_all();
    if (notes->files > 0) clean();
    reply = notes->too_much ? 2 : out_of_time ? 1 : 0;
    length = notes->used + 1;
    if (!transfer(1, &length, 4, 1) || !transfer(1, &reply, 1, 1) || !transfer(1, notes->bytes, notes->used, 1)) _exit(1);
    free(script);
  }
}

__attribute__((constructor)) static void start(int count, char **arguments, char **environment) {
  real_fork = dlsym(RTLD_NEXT, "fork");
  real_open = dlsym(RTLD_NEXT, "open");
  real_chdir = dlsym(RTLD_NEXT, "chdir");
  real_fchdir = dlsym(RTLD_NEXT, "fchdir");
  real_stat = dlsym(RTLD_NEXT, "stat");
  real_eaccess = dlsym(RTLD_NEXT, "eaccess");
  real_access = dlsym(RTLD_NEXT, "access");
  real_faccessat = dlsym(RTLD_NEXT, "faccessat");
  notes = mmap(NULL, sizeof *notes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (count != 4 || notes == MAP_FAILED || getpid() != 1 || geteuid() == 0 || real_stat == NULL) _exit(77);
  char **kept = environment;
  for (char **each = environment; *each != NULL; each++)
    if (strncmp(*each, "LD_PRELOAD=", 11) != 0) *kept++ = *each;
  *kept = NULL;
  serve(arguments, environment);
}
