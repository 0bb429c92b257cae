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
    # No expansion: a pattern in it could be the run's.
    read -ra names <<<"$names"
    read -ra values <<<"$values"
    for index in "${!names[@]}"; do
      # The run may have written it, and bash runs what an index in a number says.
      [[ ${values[index]-} =~ ^[0-9]{1,15}$ ]] || continue
      case $kind${names[index]} in
        Ip:OutNoRoutes | Udp:NoPorts) remote=$((remote + 10#${values[index]})) ;;
        Tcp:AttemptFails) local_port=$((local_port + 10#${values[index]})) ;;
      esac
    done
  done <<<"$1"
}

# A path that was protected when the call was decided, or lies below one.
is_known() {
  local path=$1
  while test -n "$path"; do
    test -n "${known[$path]}" && return 0
    path=${path%/*}
  done
  return 1
}

read_known() {
  local path
  mapfile -d '' -t folders <"$used/folders"
  while IFS= read -r -d '' path; do known[$path]=yes; done <"$used/known"
}

# Protected paths, each ended by NUL.
protected_paths() {
  local status
  find "${folders[@]}" '(' -type d '(' -name node_modules -o -name .git ')' -print0 -prune ')' -o -print0 2>/dev/null |
    LC_ALL=C grep -zaE -f "$used/names"
  status=("${PIPESTATUS[@]}")
  test "${status[1]}" -le 1
}

# An expression may not match a name with a line end: a new one counts as protected.
odd_paths() {
  find "${folders[@]}" -type d '(' -name node_modules -o -name .git ')' -prune -o -name $'*\n*' -print0 2>/dev/null
}

# Path and target of each link.
links() {
  find "${folders[@]}" -type d '(' -name node_modules -o -name .git ')' -prune -o -type l -printf '%p\0%l\0' 2>/dev/null
}

# What is there before the run: the sandbox guards what was there when the call was decided, and no more.
look_before() {
  local folders path
  local -A known=()
  test -s "$used/names" || return 0
  read_known
  protected_paths >"$used/before" || return 1
  while IFS= read -r -d '' path; do
    is_known "$path" || return 1
  done <"$used/before"
  odd_paths >"$used/odd"
  links >"$used/links"
}

# A name that is free, and not known to the run.
set_aside() {
  local path=$1 target round
  for round in 1 2 3 4 5 6 7 8; do
    target=$path.contained-$RANDOM$RANDOM
    test "$round" -lt 5 || target=${path%/*}/contained-$RANDOM$RANDOM
    test ! -e "$target" && test ! -L "$target" && mv -nT -- "$path" "$target" 2>/dev/null
    if test ! -e "$path" && test ! -L "$path"; then
      printf '%s\0' "$path" >>"$used/put-aside"
      return
    fi
  done
  rm -rf -- "$path" 2>/dev/null
  printf '%s\0' "$path" >>"$used/put-aside"
}

# Paths that are protected, were not there, and are now: git, an editor or a tool outside would obey them.
put_aside() {
  local folders path count=0
  local -A known=() odd=()
  test -s "$used/names" || return 0
  read_known
  # What cannot be listed cannot be looked through.
  find "${folders[@]}" -type d ! -perm -700 -exec chmod u+rwx -- '{}' ';' 2>/dev/null
  while IFS= read -r -d '' path; do odd[$path]=yes; done <"$used/odd"
  { protected_paths; odd_paths; } >"$used/after"
  while IFS= read -r -d '' path; do
    test -n "${odd[$path]}" && continue
    is_known "$path" && continue
    count=$((count + 1))
    if test "$count" -le @MOST_PUT_ASIDE@; then set_aside "$path"; else printf '%s\0' "$path" >>"$used/surplus"; fi
  done <"$used/after"
  if test -s "$used/surplus"; then
    xargs -0 rm -rf -- <"$used/surplus" 2>/dev/null
    cat "$used/surplus" >>"$used/put-aside"
  fi
  put_links_aside
}

# Links that were not there, and through which a program outside would write elsewhere or into what is protected.
put_links_aside() {
  local -A before=()
  local path target index new=() reals=() count=0
  while IFS= read -r -d '' path && IFS= read -r -d '' target; do before[$path]=$target; done <"$used/links"
  while IFS= read -r -d '' path && IFS= read -r -d '' target; do
    test "${before[$path]-}" = "$target" || new+=("$path")
  done < <(links)
  test "${#new[@]}" -gt 0 || return 0
  # A circle leads nowhere: an empty line.
  while IFS= read -r -d '' path; do
    target=$(realpath -mz -- "$path" 2>/dev/null | tr -d '\0'; printf x)
    reals+=("${target%x}")
    count=$((count + 1))
    test "$count" -lt @MOST_LINKS@ || break
  done < <(printf '%s\0' "${new[@]}")
  for index in "${!new[@]}"; do
    leads_astray "${reals[index]-}" && set_aside "${new[index]}"
  done
}

leads_astray() {
  local folder
  test -n "$1" || return 0
  for folder in /usr /bin /sbin /lib /lib64 /opt /nix /gnu /snap; do
    case $1 in "$folder"/*) return 1 ;; esac
  done
  is_known "$1" && return 0
  printf '%s\0' "$1" | LC_ALL=C grep -zqaE -f "$used/names" && return 0
  for folder in "${folders[@]}"; do
    case $1/ in "$folder"/*) return 1 ;; esac
  done
  return 0
}

# bubblewrap ends before the processes inside do: its first process ends after all of them.
wait_for_end() {
  local pid round status
  pid=$(sed -n 's/.*"child-pid": *\([0-9]*\).*/\1/p' "$used/info" 2>/dev/null)
  test -n "$pid" || return 0
  for ((round = 0; round < 30000; round++)); do
    status=$(cat "/proc/$pid/status" 2>/dev/null) || return 0
    case $status in *$'\nState:\tZ'* | *$'\nState:\tX'*) return 0 ;; esac
    grep -q $'^NSpid:.*\t1$' <<<"$status" || return 0
    sleep 0.01
  done
}

# After the last process of the run: also where the agent killed this program, by the guardian.
clean_up() {
  local made
  wait_for_end
  put_aside
  if flock -n -x 6; then
    mapfile -d '' -t made <"$used/missing"
    test "${#made[@]}" -eq 0 || rmdir -- "${made[@]}" 2>/dev/null
  fi
  exec 6>&-
  : >"$used/clean"
}

# Started in a session of its own, which the agent does not end, and by the editor for a run whose own guardian was ended too.
guardian() {
  exec </dev/null >/dev/null 2>&1 5<>"$used/alive" 6<>"$home/lock"
  close_descriptors 5 6
  # Alone: the next one finds that all is clean.
  flock -x 5
  test -e "$used/clean" && exit 0
  test -d "$used" || exit 0
  flock -s 6
  clean_up
  test -e "$used/result" || {
    printf '%s\0' 137 '' '' >"$used/result.new"
    mv "$used/result.new" "$used/result"
  }
  exit 0
}

contained() {
  local name passed=() status counting hearing=() saying=() remote=0 local_port=0 stopped=() said= refusals
  for name in @PASSED_VARIABLES@; do
    if [[ ${!name@a} == *x* ]]; then passed+=(--setenv "$name" "${!name}"); fi
  done
  close_descriptors
  # The first lock tells the guardian that this program is there. Who gets the other one alone is the last run.
  exec 5<>"$used/alive" 6<>"$home/lock"
  flock -x 5
  flock -s 6
  if ! look_before; then
    : >"$used/not-started"
    refuse 'protected files appeared in the workspace since the call was decided. Make the call again: it then goes to the judge.'
  fi
  setsid -f "$home/run" guard "$ticket" 5>&- 6>&-
  mkfifo "$used/out" "$used/err" "$used/counts"
  # Bounded, no matter what is written. The counts come from inside: only digits are read of them.
  head -c 20000 <"$used/counts" >"$used/counted" 5>&- 6>&- &
  counting=$!
  tail -c @KEPT_OUTPUT@ <"$used/out" >"$used/said" 5>&- 6>&- &
  hearing=($!)
  exec 3> >(exec tee "$used/out" 5>&- 6>&-)
  saying=($!)
  if test /dev/fd/1 -ef /dev/fd/2; then
    exec 4>&3
  else
    tail -c @KEPT_OUTPUT@ <"$used/err" >"$used/warned" 5>&- 6>&- &
    hearing+=($!)
    exec 4> >(exec tee "$used/err" >&2 3>&- 5>&- 6>&-)
    saying+=($!)
  fi
  sandboxed
  status=$?
  exec 3>&- 4>&-
  wait "$counting" "${saying[@]}" "${hearing[@]}"
  if test ! -s "$used/counted" && said=$(grep -am 1 -h '^bwrap: ' "$used/warned" "$used/said" 2>/dev/null); then
    : >"$used/not-started"
    clean_up
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
  clean_up
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
    case $descriptor in 0 | 1 | 2 | 255 | "${1-}" | "${2-}") ;; *) eval "exec $descriptor>&-" ;; esac
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
      "$(tr '\0' ' ' <"$used/put-aside" | tr '\000-\037\177' '?' | cut -c 1-500)" >&2
  fi
}

# Started by this shell itself: when it ends, bubblewrap ends everything inside.
sandboxed() {
  @BUBBLEWRAP@ --args 8 --seccomp 9 --info-fd 5 "${passed[@]}" -- /bin/bash -c @INSIDE@ bash "$shell" "$line" \
    8<"$used/args" 9<"$home/seccomp" 5>"$used/info" 7>"$used/counts" </dev/null >&3 2>&4 3>&- 4>&- 6>&-
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
  if test "$ticket" = guard; then
    case ${2-} in '' | *[!0-9a-f]*) exit 126 ;; esac
    ticket=$2
    used=$home/used/$ticket
    guardian
  fi
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
