/*
 * A scratch home in which real command lines run, one after the other: `room ROOT HOME` sees ROOT as the whole file system,
 * with HOME, /tmp and /run in memory as the only places that it can write, as an unprivileged user without network. Ends with
 * status 77 and a message where that cannot be had.
 *
 * Each request and each reply is a length (4 bytes) and that many bytes. In them a number has 4 bytes, and a text is its length
 * and its bytes.
 * World: `w`, count, then entries: kind (d folder, f file, l link, h hard link), mode, path, content or target. No reply.
 * Call: `c`, folder, count, environment, script. The world is as described before each call.
 * Reply: end (0 all done, 1 out of time), exit status, output, log of the recorders, names of the marks (each ended by 0),
 * count, then what differs in HOME and /tmp: kind (as above, - removed, ? other), path, content or target.
 */
#define _GNU_SOURCE
#include "../../shell/sandbox/namespaces.h"
#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>

#define RUN "/run/attack"
#define MARKS RUN "/marks"
#define TIME_MS 1000
#define MOST_FILES 4000
#define MOST_CONTENT (256 << 10)
#define MOST_OUTPUT (1 << 20)
/* Every file is as old as the others, so that two rooms print the same. */
#define FILE_TIME 1700000000

static const char *home;
static volatile sig_atomic_t out_of_time;

static void *needed(void *memory) {
  if (memory == NULL) _exit(3);
  return memory;
}

/* --- requests and replies --- */

struct buffer {
  char *bytes;
  size_t used, size;
};

static void put(struct buffer *to, const void *bytes, size_t length) {
  if (to->used + length > to->size) {
    to->size = (to->used + length) * 2;
    to->bytes = needed(realloc(to->bytes, to->size));
  }
  memcpy(to->bytes + to->used, bytes, length);
  to->used += length;
}

static void put_number(struct buffer *to, uint32_t number) { put(to, &number, 4); }

static void put_text(struct buffer *to, const char *text, size_t length) {
  put_number(to, length);
  put(to, text, length);
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

static char *take(char **at, size_t length) {
  char *result = *at;
  *at += length;
  return result;
}

static uint32_t take_number(char **at) {
  uint32_t number;
  memcpy(&number, take(at, 4), 4);
  return number;
}

/* A copy ended by 0. */
static char *take_text(char **at, uint32_t *length) {
  const uint32_t size = take_number(at);
  char *text = needed(malloc(size + 1));
  memcpy(text, take(at, size), size);
  text[size] = 0;
  if (length != NULL) *length = size;
  return text;
}

/* --- the world --- */

struct entry {
  char kind;
  mode_t mode;
  char *path, *content;
  uint32_t length;
};

static struct entry *entries;
static uint32_t entry_count;

static void remove_below(const char *folder) {
  DIR *open_folder = opendir(folder);
  if (open_folder == NULL) return;
  struct dirent *each;
  while ((each = readdir(open_folder)) != NULL) {
    if (strcmp(each->d_name, ".") == 0 || strcmp(each->d_name, "..") == 0) continue;
    char path[8192];
    if (snprintf(path, sizeof path, "%s/%s", folder, each->d_name) >= (int)sizeof path) continue;
    struct stat state;
    if (lstat(path, &state) != 0) continue;
    if (S_ISDIR(state.st_mode)) {
      chmod(path, 0700);
      remove_below(path);
      rmdir(path);
    } else {
      unlink(path);
    }
  }
  closedir(open_folder);
}

static void make_entry(const struct entry *entry) {
  if (entry->kind == 'd') mkdir(entry->path, 0755);
  if (entry->kind == 'l' && symlink(entry->content, entry->path) != 0) return;
  if (entry->kind == 'h' && link(entry->content, entry->path) != 0) return;
  if (entry->kind != 'f') return;
  const int file = open(entry->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return;
  transfer(file, entry->content, entry->length, 1);
  close(file);
}

static void make_world(void) {
  remove_below(home);
  remove_below("/tmp");
  chmod(home, 0755);
  for (uint32_t i = 0; i < entry_count; i++) make_entry(&entries[i]);
  const struct timespec times[2] = {{FILE_TIME, 0}, {FILE_TIME, 0}};
  /* A folder after what is in it. */
  for (uint32_t i = entry_count; i-- > 0;) {
    const struct entry *entry = &entries[i];
    if (entry->kind == 'd' || entry->kind == 'f') chmod(entry->path, entry->mode);
    utimensat(AT_FDCWD, entry->path, times, AT_SYMLINK_NOFOLLOW);
  }
  utimensat(AT_FDCWD, home, times, 0);
}

/* --- what changes --- */

struct seen {
  char *path;
  struct stat state;
};

struct view {
  struct seen *seen;
  size_t count, size;
};

static struct view before;

static void look(struct view *view, const char *folder) {
  DIR *open_folder = opendir(folder);
  if (open_folder == NULL) return;
  struct dirent *each;
  while ((each = readdir(open_folder)) != NULL && view->count < MOST_FILES) {
    if (strcmp(each->d_name, ".") == 0 || strcmp(each->d_name, "..") == 0) continue;
    char path[8192];
    if (snprintf(path, sizeof path, "%s/%s", folder, each->d_name) >= (int)sizeof path) continue;
    if (view->count == view->size) {
      view->size = view->size * 2 + 256;
      view->seen = needed(realloc(view->seen, view->size * sizeof *view->seen));
    }
    struct seen *seen = &view->seen[view->count];
    if (lstat(path, &seen->state) != 0) continue;
    seen->path = needed(strdup(path));
    view->count += 1;
    if (S_ISDIR(seen->state.st_mode)) look(view, path);
  }
  closedir(open_folder);
}

static int by_path(const void *a, const void *b) { return strcmp(((const struct seen *)a)->path, ((const struct seen *)b)->path); }

static void look_around(struct view *view) {
  for (size_t i = 0; i < view->count; i++) free(view->seen[i].path);
  view->count = 0;
  look(view, "/tmp");
  if (strncmp(home, "/tmp/", 5) != 0) look(view, home);
  qsort(view->seen, view->count, sizeof *view->seen, by_path);
}

static int differs(const struct stat *a, const struct stat *b) {
  if (a->st_ino != b->st_ino || a->st_mode != b->st_mode) return 1;
  if (S_ISDIR(a->st_mode)) return 0;
  return a->st_size != b->st_size || memcmp(&a->st_mtim, &b->st_mtim, sizeof a->st_mtim) != 0;
}

static void put_file(struct buffer *reply, const char *path, size_t most) {
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  char *content = needed(malloc(most));
  ssize_t length = file < 0 ? 0 : read(file, content, most);
  put_text(reply, content, length < 0 ? 0 : length);
  free(content);
  if (file >= 0) close(file);
}

static void put_change(struct buffer *reply, const struct seen *seen, int removed) {
  const mode_t mode = seen->state.st_mode;
  const char kind = removed ? '-' : S_ISDIR(mode) ? 'd' : S_ISREG(mode) ? 'f' : S_ISLNK(mode) ? 'l' : '?';
  put(reply, &kind, 1);
  put_text(reply, seen->path, strlen(seen->path));
  if (kind == 'f') {
    put_file(reply, seen->path, MOST_CONTENT);
  } else if (kind == 'l') {
    char target[4096];
    const ssize_t length = readlink(seen->path, target, sizeof target);
    put_text(reply, target, length < 0 ? 0 : length);
  } else {
    put_text(reply, "", 0);
  }
}

/* Returns whether the world is to be made again: also where only a folder's time is another, which the next call could see. */
static int put_changes(struct buffer *reply) {
  static struct view after;
  look_around(&after);
  struct buffer changes = {0};
  uint32_t count = 0;
  int stale = 0;
  for (size_t i = 0, k = 0; i < before.count || k < after.count;) {
    const int order = i == before.count ? 1 : k == after.count ? -1 : strcmp(before.seen[i].path, after.seen[k].path);
    if (order < 0) {
      put_change(&changes, &before.seen[i++], 1);
    } else if (order > 0) {
      put_change(&changes, &after.seen[k++], 0);
    } else {
      const struct stat *was = &before.seen[i++].state;
      const int changed = differs(was, &after.seen[k].state);
      if (memcmp(&was->st_mtim, &after.seen[k].state.st_mtim, sizeof was->st_mtim) != 0) stale = 1;
      if (changed) put_change(&changes, &after.seen[k], 0);
      k += 1;
      if (!changed) continue;
    }
    count += 1;
  }
  put_number(reply, count);
  put(reply, changes.bytes == NULL ? "" : changes.bytes, changes.used);
  free(changes.bytes);
  return stale || count > 0;
}

static void put_marks(struct buffer *reply) {
  struct buffer names = {0};
  DIR *folder = opendir(MARKS);
  struct dirent *each;
  while (folder != NULL && (each = readdir(folder)) != NULL)
    if (each->d_name[0] != '.') put(&names, each->d_name, strlen(each->d_name) + 1);
  if (folder != NULL) closedir(folder);
  put_text(reply, names.bytes == NULL ? "" : names.bytes, names.used);
  free(names.bytes);
}

/* --- a call --- */

static void on_time(int number) {
  (void)number;
  out_of_time = 1;
}

static void set_timer(int milliseconds) {
  /* Again and again: the first may come just before the server waits. */
  struct itimerval timer = {{0, milliseconds > 0 ? 50000 : 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};
  setitimer(ITIMER_REAL, &timer, NULL);
}

static void become_call(const char *folder, char **environment, char *script) {
  const int nothing = open("/dev/null", O_RDONLY);
  const int output = open(RUN "/out", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
  if (nothing < 0 || output < 0 || chdir(folder) != 0) _exit(126);
  dup2(nothing, 0);
  dup2(output, 1);
  dup2(output, 2);
  for (int file = 3; file < 64; file++) close(file);
  setsid();
  signal(SIGALRM, SIG_DFL);
  limit(RLIMIT_CPU, 2);
  limit(RLIMIT_FSIZE, MOST_OUTPUT);
  limit(RLIMIT_AS, (rlim_t)1 << 30);
  limit(RLIMIT_NOFILE, 256);
  limit(RLIMIT_NPROC, 400);
  execve("/usr/bin/bash", (char *[]){"bash", "-c", "--", script, NULL}, environment);
  _exit(127);
}

static void run_call(char *at, struct buffer *reply) {
  char *folder = take_text(&at, NULL);
  const uint32_t count = take_number(&at);
  char **environment = needed(calloc(count + 1, sizeof *environment));
  for (uint32_t i = 0; i < count; i++) environment[i] = take_text(&at, NULL);
  char *script = take_text(&at, NULL);
  remove_below(RUN);
  mkdir(MARKS, 0755);
  out_of_time = 0;
  int status = 0, state = 0;
  const pid_t child = fork();
  if (child == 0) become_call(folder, environment, script);
  set_timer(TIME_MS);
  for (;;) {
    const pid_t ended = waitpid(-1, &state, 0);
    if (ended == child) status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    if (out_of_time || (ended < 0 && errno != EINTR)) break;
  }
  set_timer(0);
  /* Everything but this server, which is the first process of its namespace. */
  kill(-1, SIGKILL);
  while (waitpid(-1, NULL, 0) > 0 || errno == EINTR) {
  }
  const char end = out_of_time ? 1 : 0;
  put(reply, &end, 1);
  put_number(reply, status);
  put_file(reply, RUN "/out", MOST_OUTPUT);
  put_file(reply, RUN "/log", MOST_OUTPUT);
  put_marks(reply);
  if (put_changes(reply)) {
    make_world();
    look_around(&before);
  }
  for (uint32_t i = 0; i < count; i++) free(environment[i]);
  free(environment);
  free(folder);
  free(script);
}

static void take_world(char *at) {
  for (uint32_t i = 0; i < entry_count; i++) {
    free(entries[i].path);
    free(entries[i].content);
  }
  free(entries);
  entry_count = take_number(&at);
  entries = needed(calloc(entry_count + 1, sizeof *entries));
  for (uint32_t i = 0; i < entry_count; i++) {
    struct entry *entry = &entries[i];
    entry->kind = *take(&at, 1);
    entry->mode = take_number(&at);
    entry->path = take_text(&at, NULL);
    entry->content = take_text(&at, &entry->length);
  }
  make_world();
  look_around(&before);
}

static int serve(void) {
  umask(022);
  limit(RLIMIT_CORE, 0);
  struct sigaction action = {.sa_handler = on_time};
  sigaction(SIGALRM, &action, NULL);
  if (mkdir(RUN, 0755) != 0) return 1;
  char ready = 'r';
  transfer(1, &ready, 1, 1);
  for (;;) {
    uint32_t length;
    if (!transfer(0, &length, 4, 0)) return 0;
    char *request = needed(malloc(length + 1));
    if (!transfer(0, request, length, 0)) return 1;
    if (request[0] == 'w') {
      take_world(request + 1);
    } else {
      struct buffer reply = {0};
      run_call(request + 1, &reply);
      uint32_t size = reply.used;
      if (!transfer(1, &size, 4, 1) || !transfer(1, reply.bytes, reply.used, 1)) return 1;
      free(reply.bytes);
    }
    free(request);
  }
}

/* --- the way in --- */

static void make_folders(const char *path) {
  char part[4096];
  for (size_t i = 1; i <= strlen(path); i++) {
    if (path[i] != '/' && path[i] != 0) continue;
    memcpy(part, path, i);
    part[i] = 0;
    mkdir(part, 0755);
  }
}

static void mount_writable(const char *root, const char *folder) {
  char path[4096], options[128];
  snprintf(path, sizeof path, "%s%s", root, folder);
  make_folders(path);
  snprintf(options, sizeof options, "size=32m,nr_inodes=20000,mode=755,uid=%d,gid=%d", NOBODY, NOBODY);
  if (mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV, options) != 0) unavailable(path);
}

static void bind_device(const char *root, const char *device) {
  char path[4096];
  snprintf(path, sizeof path, "%s%s", root, device);
  if (mount(device, path, NULL, MS_BIND, NULL) != 0) unavailable(path);
}

int main(int count, char **arguments, char **environment) {
  if (count < 3) return 2;
  const char *root = arguments[1];
  home = arguments[2];
  if (strcmp(root, "--serve") == 0) return serve();
  /* If the tests die, so does everything here. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  enter_namespaces();
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) unavailable("mount");
  for (const char *const *each = (const char *const[]){"/dev/null", "/dev/zero", "/dev/urandom", NULL}; *each != NULL; each++)
    bind_device(root, *each);
  mount_writable(root, "/tmp");
  mount_writable(root, "/run");
  mount_writable(root, home);
  pid_t child = fork();
  if (child < 0) unavailable("fork");
  if (child == 0) {
    char processes[4096];
    snprintf(processes, sizeof processes, "%s/proc", root);
    if (mount("proc", processes, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0) unavailable(processes);
    if (chroot(root) != 0 || chdir("/") != 0) unavailable("chroot");
    give_up_rights();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execve("/room", (char *[]){"room", "--serve", (char *)home, NULL}, environment);
    unavailable("/room");
  }
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
