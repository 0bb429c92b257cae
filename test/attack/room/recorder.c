/*
 * Stands for every program that reaches out or runs code. It does nothing but add to a log: its name, its folder, what it was
 * sent on its input, and its words, each a length (4 bytes) and its bytes, after their count (4 bytes).
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CAPACITY (256 << 10)
#define MOST_INPUT (64 << 10)

static char note[CAPACITY], input[MOST_INPUT], folder[4096];
static size_t used;

static void put(const char *text, size_t length) {
  const uint32_t size = length;
  if (used + 4 + length > CAPACITY) _exit(1);
  memcpy(note + used, &size, 4);
  memcpy(note + used + 4, text, length);
  used += 4 + length;
}

int main(int count, char **words) {
  size_t length = 0;
  struct stat state;
  if (fstat(0, &state) == 0 && (S_ISFIFO(state.st_mode) || S_ISREG(state.st_mode))) {
    ssize_t got;
    while (length < MOST_INPUT && (got = read(0, input + length, MOST_INPUT - length)) > 0) length += got;
  }
  const uint32_t texts = count + 2;
  memcpy(note, &texts, 4);
  used = 4;
  if (getcwd(folder, sizeof folder) == NULL) folder[0] = 0;
  put(folder, strlen(folder));
  put(input, length);
  for (int i = 0; i < count; i++) put(words[i], strlen(words[i]));
  const int file = open("/run/attack/log", O_WRONLY | O_CREAT | O_APPEND, 0600);
  return file < 0 || write(file, note, used) != (ssize_t)used;
}
