/*
 * Starts a program where it can do no harm: `launcher ROOT PROGRAM ARG...`. PROGRAM sees ROOT as the whole file system,
 * with an empty home and /tmp of its own in memory as the only places that it can write, and starts at home. It is an
 * unprivileged user in namespaces of its own (users where needed, processes, network, mounts, IPC, host name) and has no
 * way to gain rights. Ends with status 77 and a message where that cannot be had.
 */
#define _GNU_SOURCE
#include "namespaces.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define HOME "/home/u"
/* Where recorder.c finds the only device there is. */
#define NULL_FILE 900

static void mount_writable(const char *root, const char *folder) {
  char path[4096], options[128];
  snprintf(path, sizeof path, "%s%s", root, folder);
  snprintf(options, sizeof options, "size=8m,nr_inodes=4096,mode=755,uid=%d,gid=%d", NOBODY, NOBODY);
  if (mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, options) != 0) unavailable(path);
}

static void limit_resources(void) {
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
    limit_resources();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execv(arguments[2], arguments + 2);
    unavailable(arguments[2]);
  }
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
