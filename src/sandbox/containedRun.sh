#!@BASH@ -p
# Auto Mode's contained runs: an agent got its call back as "run TICKET". Runs the original line inside a sandbox, once.
# Written by the Auto Mode extension, which overwrites every change.
# Usage: run TICKET. Exit code: the line's own; 126: nothing ran.

refuse() {
  printf 'Auto Mode: %s\n' "$1" >&2
  printf '%s' "$1" >"$used/refused" 2>/dev/null
  exit 126
}

# A network that was looked for and not there leaves its count with the kernel: no route, no name server, nobody at a port of localhost.
count() {
  local kind names values index
  while read -r kind names && read -r kind values; do
    names=($names) values=($values)
    for index in "${!names[@]}"; do
      case $kind${names[index]} in
        Ip:OutNoRoutes | Udp:NoPorts) remote=$((remote + values[index])) ;;
        Tcp:AttemptFails) local_port=$((local_port + values[index])) ;;
      esac
    done
  done <<<"$1"
}

is_known() {
  local folder
  test -n "${known[$1]}" || return 1
  for folder in "${moved[@]}"; do
    case $1 in "$folder"*) return 1 ;; esac
  done
}

# Paths that are protected, were not there, and are now: git, an editor or a tool outside would obey them.
put_aside() {
  local folders names path known_folders identities moved=() index
  local -A known=()
  mapfile -d '' -t folders <"$used/folders"
  mapfile -d '' -t names <"$used/names"
  while IFS= read -r -d '' path; do known[$path]=yes; done <"$used/known"
  # What was there before is itself again only where no folder around it was moved.
  mapfile -d '' -t known_folders <"$used/known-folders"
  mapfile -d '' -t identities <"$used/known-identities"
  for index in "${!known_folders[@]}"; do
    if test "$(stat -c %d:%i -- "${known_folders[index]}" 2>/dev/null)" != "${identities[index]}"; then
      moved+=("${known_folders[index]}/")
    fi
  done
  test "${#names[@]}" -gt 0 || return
  find "${folders[@]}" '(' '(' "${names[@]}" ')' -cnewer "$used/started" -print0 -prune ')' \
    -o -type d '(' -name node_modules -o -name .git ')' -prune 2>/dev/null |
    head -z -n @MOST_PUT_ASIDE@ |
    while IFS= read -r -d '' path; do
      is_known "$path" && continue
      mv -n -- "$path" "$path.contained-${ticket:0:8}" 2>/dev/null && printf '%s\0' "$path" >>"$used/put-aside"
    done
}

contained() {
  local name passed=() status counting hearing=() saying=() remote=0 local_port=0 stopped=() said= made refusals
  for name in @PASSED_VARIABLES@; do
    if [[ $(declare -p "$name" 2>/dev/null) == declare\ -x* ]]; then passed+=(--setenv "$name" "${!name}"); fi
  done
  close_descriptors
  # Held by all runs; who gets it alone is the last one.
  exec 6<>"$home/lock"
  flock -s 6
  : >"$used/started"
  mkfifo "$used/out" "$used/err" "$used/counts"
  # Bounded, no matter what is written. The counts come from inside: digits are all that is read of them.
  head -c 20000 <"$used/counts" >"$used/counted" &
  counting=$!
  tail -c @KEPT_OUTPUT@ <"$used/out" >"$used/said" &
  hearing=($!)
  exec 3> >(exec tee "$used/out" 6>&-)
  saying=($!)
  if test /dev/fd/1 -ef /dev/fd/2; then
    exec 4>&3
  else
    tail -c @KEPT_OUTPUT@ <"$used/err" >"$used/warned" &
    hearing+=($!)
    exec 4> >(exec tee "$used/err" >&2 3>&- 6>&-)
    saying+=($!)
  fi
  sandboxed
  status=$?
  exec 3>&- 4>&-
  wait "$counting" "${saying[@]}" "${hearing[@]}"
  if test ! -s "$used/counted" && said=$(grep -am 1 -h '^bwrap: ' "$used/warned" "$used/said" 2>/dev/null); then
    : >"$used/not-started"
    refuse "the sandbox did not start ($said). Make the call again: it then goes to the judge."
  fi
  count "$(grep -E '^(Ip|Udp|Tcp):' "$used/counted" | head -n 6)" 2>/dev/null
  test "$remote" -eq 0 || stopped+=('the network')
  test "$local_port" -eq 0 || stopped+=('a server on this machine')
  refusals=@REFUSALS@
  if test "$status" -eq 0; then
    # Other refusals are what a test may print by itself.
    refusals=@REFUSED_WRITES@
    test -e "$used/masks-failure" || { stopped=() refusals=; }
  fi
  if test -n "$refusals"; then
    said=$(grep -aE -m 3 -h "$refusals" "$used/warned" "$used/said" 2>/dev/null | tr -d '\000-\010\013-\037\177' | cut -c 1-300)
  fi
  put_aside
  if flock -n -x 6; then
    mapfile -d '' -t made <"$used/missing"
    test "${#made[@]}" -eq 0 || rmdir -- "${made[@]}" 2>/dev/null
  fi
  exec 6>&-
  printf '%s\0' "$status" "$(IFS=,; printf '%s' "${stopped[*]}")" "$said" >"$used/result.new"
  mv "$used/result.new" "$used/result"
  tell
  exit "$status"
}

# What the agent left open for its programs is not for this one. No redirection here: bash keeps the original in a descriptor.
close_descriptors() {
  local descriptor
  for descriptor in /proc/self/fd/*; do
    descriptor=${descriptor##*/}
    case $descriptor in 0 | 1 | 2 | 255) ;; *) eval "exec $descriptor>&-" ;; esac
  done
}

# One line for the agent, after the output.
tell() {
  local words=("${stopped[@]}")
  if test -n "$said"; then words+=("a file (${said%%$'\n'*})"); fi
  if test "${#words[@]}" -gt 0; then
    printf 'Auto Mode: this ran contained, and was stopped at %s. If the call needs that, make it again and say why: it then goes to the judge.\n' \
      "$(IFS=,; printf '%s' "${words[*]}")" >&2
  fi
  if test -s "$used/put-aside"; then
    printf 'Auto Mode: the contained run made what is protected here. It was renamed: %s.\n' \
      "$(tr '\0\n' '  ' <"$used/put-aside" | cut -c 1-500)" >&2
  fi
}

# Started by this shell itself: when it ends, bubblewrap ends everything inside.
sandboxed() {
  @BUBBLEWRAP@ --args 8 --seccomp 9 "${passed[@]}" -- /bin/bash -c @INSIDE@ bash "$shell" "$line" \
    8<"$used/args" 9<"$home/seccomp" 7>"$used/counts" </dev/null >&3 2>&4 3>&- 4>&- 6>&-
}

# Whether a sandbox can start where this agent starts its commands. The line runs as it would have run.
trial() {
  if @BUBBLEWRAP@ --args 8 --seccomp 9 -- /bin/true 8<"$used/args" 9<"$home/seccomp" </dev/null 2>"$used/problem"; then
    printf 'yes' >"$used/result.new"
  else
    printf 'no' >"$used/result.new"
  fi
  mv "$used/result.new" "$used/result"
  PATH=$path
  exec "$shell" -c "$line"
}

main() {
  home=@HOME@
  path=$PATH
  PATH=/usr/bin:/bin:/run/current-system/sw/bin
  ticket=${1-}
  used=$home/used/$ticket
  case $ticket in
    '' | *[!0-9a-f]*)
      printf 'Auto Mode: this is no ticket of a contained run.\n' >&2
      exit 126
      ;;
  esac
  # A ticket is good for one run: only one process can move it.
  if ! mv "$home/tickets/$ticket" "$used" 2>/dev/null; then
    printf 'Auto Mode: this ticket is used up or was never given. Make the original call again.\n' >&2
    exit 126
  fi
  shell=$(<"$used/shell")
  line=$(cat "$used/line"; printf x)
  line=${line%x}
  kind=$(<"$used/kind")
  test "$(pwd -P)" = "$(<"$used/folder")" || refuse 'the call was decided for another folder. Make it again.'
  if test -s "$used/sums"; then
    sha256sum --status -c "$used/sums" || refuse 'a file that the call runs has changed since it was decided. Make the call again.'
  fi
  # The first to go if memory runs out.
  { printf 900 >/proc/self/oom_score_adj; } 2>/dev/null
  case $kind in
    trial) trial ;;
    contained) contained ;;
  esac
  refuse 'the ticket cannot be read. Make the call again.'
}

main "$@"
exit 126
