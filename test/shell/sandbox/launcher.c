/*
 * Starts a program where it can do no harm: `launcher ROOT PROGRAM ARG...`. PROGRAM sees ROOT as the whole file system,
 * with an empty home and /tmp of its own in memory as the only places that it can write, and starts at home. It is an
 * unprivileged user in namespaces of its own (users where needed, processes, network, mounts, IPC, host name) and has no
 * way to gain rights. Ends with status 77 and a message where that cannot be had.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNAVAILABLE 77
#define NOBODY 65534
#define HOME "/home/u"
/* Where recorder.c finds the only device there is. */
#define NULL_FILE 900

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

static void mount_writable(const char *root, const char *folder) {
  char path[4096], options[128];
  snprintf(path, sizeof path, "%s%s", root, folder);
  snprintf(options, sizeof options, "size=8m,nr_inodes=4096,mode=755,uid=%d,gid=%d", NOBODY, NOBODY);
  if (mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options) != 0) unavailable(path);
}

static void give_up_rights(void) {
  if (geteuid() == 0) {
    if (setgroups(0, NULL) != 0) unavailable("setgroups");
    if (setresgid(NOBODY, NOBODY, NOBODY) != 0 || setresuid(NOBODY, NOBODY, NOBODY) != 0) unavailable("setresuid");
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) unavailable("no_new_privs");
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 1 << 16);
  limit(RLIMIT_AS, 256 << 20);
  limit(RLIMIT_NOFILE, 1024);
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  const char *root = arguments[1];
  /* If the tests die, so does everything here. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int null_file = open("/dev/null", O_RDWR);
  if (null_file < 0 || dup2(null_file, NULL_FILE) < 0) unavailable("/dev/null");
  close(null_file);
  enter_namespaces();
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) unavailable("mount");
  mount_writable(root, HOME);
  mount_writable(root, "/tmp");
  pid_t child = fork();
  if (child < 0) unavailable("fork");
  if (child == 0) {
    /* The first process of the new process namespace: with it the kernel ends all others in there. */
    if (chroot(root) != 0 || chdir(HOME) != 0) unavailable("chroot");
    give_up_rights();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execv(arguments[2], arguments + 2);
    unavailable(arguments[2]);
  }
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
