/* How a sandbox is entered: namespaces of its own, an unprivileged user, no way to gain rights. */
#ifndef NAMESPACES_H
#define NAMESPACES_H
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* The status with which a sandbox ends that this machine cannot give. */
#define UNAVAILABLE 77
#define NOBODY 65534

static void unavailable(const char *what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  exit(UNAVAILABLE);
}

static void write_file(const char *path, const char *format, ...) {
  char text[64];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, text, length) != length) unavailable(path);
  close(file);
}

static void limit(int resource, rlim_t value) {
  struct rlimit limits = {value, value};
  if (setrlimit(resource, &limits) != 0) unavailable("setrlimit");
}

static void enter_namespaces(void) {
  const int namespaces = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
  const uid_t user = geteuid();
  const gid_t group = getegid();
  if (user == 0 && unshare(namespaces) == 0) return;
  if (unshare(namespaces | CLONE_NEWUSER) != 0) unavailable("namespaces");
  write_file("/proc/self/setgroups", "deny");
  write_file("/proc/self/uid_map", "%d %d 1", NOBODY, user);
  write_file("/proc/self/gid_map", "%d %d 1", NOBODY, group);
}

static void give_up_rights(void) {
  if (geteuid() == 0) {
    if (setgroups(0, NULL) != 0) unavailable("setgroups");
    if (setresgid(NOBODY, NOBODY, NOBODY) != 0 || setresuid(NOBODY, NOBODY, NOBODY) != 0) unavailable("setresuid");
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) unavailable("no_new_privs");
}

#endif
