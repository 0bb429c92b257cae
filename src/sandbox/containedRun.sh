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
  remove_surplus "$used/surplus"
  put_links_aside
}

# Paths that are too many to be renamed.
remove_surplus() {
  test -s "$1" || return 0
  xargs -0 rm -rf -- <"$1" 2>/dev/null
  cat "$1" >>"$used/put-aside"
}

# Links that were not there, and through which a program outside would write elsewhere or into what is protected.
put_links_aside() {
  local -A before=()
  local path target index new=() reals=()
  while IFS= read -r -d '' path && IFS= read -r -d '' target; do before[$path]=$target; done <"$used/links"
  while IFS= read -r -d '' path && IFS= read -r -d '' target; do
    test "${before[$path]-}" = "$target" && continue
    if test "${#new[@]}" -lt @MOST_LINKS@; then new+=("$path"); else printf '%s\0' "$path" >>"$used/surplus-links"; fi
  done < <(links)
  remove_surplus "$used/surplus-links"
  test "${#new[@]}" -gt 0 || return 0
  # A circle leads nowhere: an empty line.
  while IFS= read -r -d '' path; do
    target=$(realpath -mz -- "$path" 2>/dev/null | tr -d '\0'; printf x)
    reals+=("${target%x}")
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

# Of the run: bubblewrap writes it before anything inside runs.
first_process() {
  sed -n 's/.*"child-pid": *\([0-9]*\).*/\1/p' "$used/info" 2>/dev/null
}

# bubblewrap ends before the processes inside do: its first process ends after all of them.
wait_for_end() {
  local pid round status
  pid=$(first_process)
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
  local cache=
  exec </dev/null >/dev/null 2>&1 5<>"$used/alive" 6<>"$home/lock"
  close_descriptors 5 6
  # The editor removes the ticket once the run has ended.
  read_bounds
  IFS= read -r -d '' cache <"$used/cache"
  # Alone: the next one finds that all is clean.
  flock -x 5
  if test -d "$used" && test ! -e "$used/clean"; then
    flock -s 6
    clean_up
    test -e "$used/result" || {
      printf '%s\0' 137 '' '' >"$used/result.new"
      mv "$used/result.new" "$used/result"
    }
  fi
  exec 5>&- 6>&-
  test -z "$cache" || bound_cache
  exit 0
}

# Here and not in the run: to count a large cache takes seconds. The names in it are the run's, so none is printed.
bound_cache() {
  local kilobytes files
  remove_tree "$cache.old"
  if test "${bounds[cache]}" = @MOST_CACHE@ && test -n "$(find "$cache.counted" -mmin -@MINUTES_BETWEEN_COUNTS@)"; then return; fi
  read -r kilobytes files < <(nice -n 19 find "$cache" -xdev -printf '%k\n' | awk '{ sum += $1 } END { printf "%.0f %.0f\n", sum, NR }')
  if test "$kilobytes" -gt "${bounds[cache]}" || test "$files" -gt @MOST_CACHED_FILES@; then
    exec 6<>"$home/lock"
    # While a run has it open, it stays for the guardian of the next one.
    flock -n -x 6 || return
    mv -T -- "$cache" "$cache.old" && mkdir -m 700 -- "$cache"
    exec 6>&-
    remove_tree "$cache.old"
  fi
  : >"$cache.counted"
}

remove_tree() {
  test -d "$1" || return 0
  find "$1" -type d ! -perm -700 -exec chmod u+rwx -- '{}' ';'
  nice -n 19 rm -rf -- "$1"
}

contained() {
  local name passed=() status counting hearing=() saying=() remote=0 local_port=0 stopped=() said= refusals running bound=
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
  read_bounds
  sandboxed &
  running=$!
  watch
  exec 3>&- 4>&-
  wait "$counting" "${saying[@]}" "${hearing[@]}"
  if test -z "$bound" && test ! -s "$used/counted" && said=$(grep -am 1 -h '^bwrap: ' "$used/warned" "$used/said" 2>/dev/null); then
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
  test -z "$bound" || stopped+=("$bound")
  clean_up
  printf '%s\0' "$status" "$(IFS=,; printf '%s' "${stopped[*]}")" "$said" >"$used/result.new"
  mv "$used/result.new" "$used/result"
  tell
  exit "$status"
}

# Kilobytes of the machine's memory. No program is started for it: under a fork bomb none starts.
read_machine() {
  local name value rest
  while read -r name value rest; do
    case $name in
      MemTotal:) memory_total=$value ;;
      MemAvailable:) memory_free=$value ;;
      # What no process shows: files in memory, and what the kernel itself keeps for them.
      Shmem:) memory_shared=$value ;;
      SUnreclaim:) memory_shared=$((memory_shared + value)) ;;
      SwapTotal:) swap_total=$value ;;
      SwapFree:) swap_free=$value ;;
    esac
  done </proc/meminfo
  read -r rest rest rest value rest </proc/loadavg
  tasks=${value#*/}
  read -r value rest </proc/uptime
  # Hundredths of a second.
  now=$((10#${value/./}))
}

# What this run may take: of the machine as it is now, unless the ticket says less.
read_bounds() {
  local name value memory_total=0 memory_free=0 memory_shared swap_total swap_free tasks now
  declare -gA bounds
  read_machine
  bounds=([processes]=@MOST_PROCESSES@ [seconds]=@MOST_SECONDS@ [disk]=@LEAST_DISK@ [files]=@LEAST_FILES@)
  bounds+=([cache]=@MOST_CACHE@ [file]=@MOST_FILE@)
  bounds[memory]=$((memory_free * 3 / 4))
  test "${bounds[memory]}" -ge @LEAST_MEMORY@ || bounds[memory]=@LEAST_MEMORY@
  # A heap can be a file in memory.
  test "${bounds[file]}" -ge "$memory_total" || bounds[file]=$memory_total
  while read -r name value; do
    [[ -n ${bounds[$name]-} && $value =~ ^[1-9][0-9]{0,14}$ ]] && bounds[$name]=$value
  done <"$used/bounds"
} 2>/dev/null

# Free blocks, their size and free files of each file system that the run writes.
free_space() {
  exec timeout -s KILL @LOOK_SECONDS@ stat -f -c '%a %S %d' -- "${places[@]}"
}

# Whether the file systems have what must be left of them. If not, `bound` says so.
has_space() {
  local blocks size kilobytes files index=0
  while read -r blocks size files; do
    kilobytes=$((blocks * (size / 512) / 2))
    test "$kilobytes" -ge "${floors[index]}" && test "$files" -ge "${floors[index + 1]}" || bound='its bound of disk space'
    test "$kilobytes" -ge "$((floors[index] * 4))" || near=yes
    index=$((index + 2))
  done < <(free_space)
  # One that gives no answer cannot be watched.
  test "$index" -eq "$((${#places[@]} * 2))" || bound='a watch that failed'
  test -z "$bound"
}

# Prints how many threads the run has, and its kilobytes of memory that no file holds. All processes of a namespace descend from its first:
# those whose ancestor ended between two reads are known by their depth. Pages that several share count once where it matters, and page tables
# count. Nothing that the run names is read.
census() {
  printf '%s\0' /proc/[0-9]*/status | xargs -0 cat 2>/dev/null |
    timeout -s KILL @LOOK_SECONDS@ awk -v first="$first" -v most="$1" '
      /^Pid:/ { pid = $2 }
      /^PPid:/ { parent[pid] = $2 }
      /^NSpid:/ { depth[pid] = NF }
      /^Threads:/ { threads[pid] = $2 }
      /^(RssAnon|VmSwap):/ { size[pid] += $2 }
      /^VmPTE:/ { table[pid] = $2 }
      function exact(pid, file, line, words, sum, seen) {
        file = "/proc/" pid "/smaps_rollup"
        while ((getline line <file) > 0)
          if (line ~ /^(Pss_Anon|SwapPss):/) { split(line, words); sum += words[2]; seen = 1 }
        close(file)
        return seen ? sum : size[pid]
      }
      END {
        if (!(first in parent)) exit
        inside[first] = 1
        for (pid in parent) {
          hops = 0
          for (at = pid; !(at in inside) && at in parent && hops <= NR; hops++) at = parent[at]
          verdict = at in inside ? inside[at] : at != 0 && depth[pid] >= depth[first]
          for (one = pid; hops-- > 0; one = parent[one]) inside[one] = verdict
        }
        for (pid in parent) if (inside[pid]) { count += threads[pid]; sum += size[pid] + table[pid] }
        if (sum > most) {
          sum = 0
          for (pid in parent) if (inside[pid]) sum += exact(pid) + table[pid]
        }
        printf "%.0f %.0f\n", count, sum
      }'
}

# Whether the run is within its bounds. If not, `bound` says which.
look() {
  local memory_total memory_free memory_shared swap_total swap_free tasks count= kilobytes= shared taken
  read_machine
  near=
  if test "$now" -ge "$((began + bounds[seconds] * 100 + 1000))"; then bound='its bound of time'; return 1; fi
  if test "$((tasks - tasks_before))" -gt "$((bounds[processes] * 2))"; then bound='its bound of processes'; return 1; fi
  # Memory also hides where no process shows it: in pipes, sockets and files in memory that nothing maps.
  if test "$was_short" = no && is_short; then bound='its bound of memory'; return 1; fi
  taken=$((free_before - memory_free - swap_free))
  test "$taken" -lt "$((bounds[memory] / 2))" && test "$((tasks - tasks_before))" -lt "$((bounds[processes] / 2))" || near=yes
  has_space || return 1
  looks=$((looks + 1))
  test -n "$first" || first=$(first_process)
  if test -z "$first"; then
    test "$now" -lt "$((began + 6000))" && return 0
    bound='a watch that failed'
    return 1
  fi
  test -n "$near" || test "$((looks % 5))" -eq 0 || test "$taken" -ge "$((bounds[memory] / 4))" || return 0
  shared=$((memory_shared - shared_before))
  test "$shared" -ge 0 || shared=0
  read -r count kilobytes < <(census "$((bounds[memory] - shared))")
  if test -z "$kilobytes"; then
    is_first || return 0
    bound='a watch that failed'
  elif test "$count" -gt "${bounds[processes]}"; then bound='its bound of processes'
  elif test "$((kilobytes + shared))" -gt "${bounds[memory]}"; then bound='its bound of memory'
  fi
  test -z "$bound"
} 2>/dev/null

is_short() {
  test "$memory_free" -lt "$((memory_total / 20))" && test "$((swap_free * 10))" -le "$swap_total"
}

# Whether a process runs and is the other's child: the number may be another process's by now.
is_child() {
  local name value rest
  while read -r name value rest; do
    case $name in
      State:) [[ $value == [ZX] ]] && return 1 ;;
      PPid:) test "$value" = "$2"; return ;;
    esac
  done <"/proc/$1/status"
  return 1
} 2>/dev/null

is_first() {
  is_child "$running" "$$" && is_child "$first" "$running"
}

# Folders that the run writes, and what else is mounted below them.
written_places() {
  local folders folder point rest
  mapfile -d '' -t folders <"$used/folders"
  IFS= read -r -d '' folder <"$used/cache" && folders+=("$folder")
  places=("${folders[@]}")
  while read -r rest rest rest rest point rest; do
    printf -v point '%b' "$point"
    for folder in "${folders[@]}"; do
      # What gives no answer to this user is not written by the run either.
      if [[ $point == "$folder"/* ]] && timeout -s KILL @LOOK_SECONDS@ stat -f -- "$point" >/dev/null; then places+=("$point"); fi
    done
  done </proc/self/mountinfo
}

# Until the run ends. This shell itself watches: nothing inside reaches it, and where it ends, the run ends.
watch() {
  local began tasks_before free_before shared_before was_short=no first= near= looks=0 places=() floors=() pause=20 took sleeping
  local memory_total memory_free memory_shared swap_total swap_free tasks now blocks size kilobytes files nice
  # Root's processes are not limited in number, and thousands leave this one no time.
  if test "$EUID" -eq 0; then
    nice=$(nice)
    renice -n -20 -p "$$" >/dev/null
  fi
  read_machine
  began=$now tasks_before=$tasks free_before=$((memory_free + swap_free)) shared_before=$memory_shared
  is_short && was_short=yes
  written_places
  # Half of what is there where that is less, unless the ticket says how much.
  while read -r blocks size files; do
    kilobytes=$((blocks * (size / 512) / 2))
    if test "${bounds[disk]}" -ne @LEAST_DISK@ || test "$kilobytes" -ge "$((bounds[disk] * 2))"; then kilobytes=$((bounds[disk] * 2)); fi
    if test "${bounds[files]}" -ne @LEAST_FILES@ || test "$files" -ge "$((bounds[files] * 2))"; then files=$((bounds[files] * 2)); fi
    floors+=("$((kilobytes / 2))" "$((files / 2))")
  done < <(free_space)
  while :; do
    sleep "$((pause / 100)).$((pause / 10 % 10))" </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- &
    sleeping=$!
    wait -n "$running" "$sleeping"
    is_child "$running" "$$" || break
    if ! look; then
      # With the first process of its namespace ends every other.
      is_first && kill -KILL "$first"
      is_child "$running" "$$" && kill -KILL "$running"
      break
    fi
    took=$now
    read_machine
    # A look at thousands of processes takes long: at most a fifth of the time, but no long break.
    pause=$(((now - took) * 4))
    if test -n "$near"; then took=20; else took=100; fi
    test "$pause" -ge "$took" || pause=$took
    test "$pause" -le 300 || pause=300
  done
  test "$EUID" -ne 0 || renice -n "$nice" -p "$$" >/dev/null
  kill "$sleeping"
  wait "$running"
  status=$?
  wait "$sleeping"
  # Ended by its own watch inside, which programs have five seconds to answer.
  test "$status" -eq 124 && test "$now" -ge "$((began + bounds[seconds] * 100 - 500))" && bound='its bound of time'
  test -z "$bound" || test "$status" -ne 0 || status=137
} 2>/dev/null

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
      "$(head -c 2000 <"$used/put-aside" | tr '\0' ' ' | tr '\000-\037\177' '?' | cut -c 1-500)" >&2
  fi
}

# Started by this shell itself: when it ends, bubblewrap ends everything inside.
sandboxed() {
  # The first to go if memory runs out, and the watch is not.
  { printf 900 >/proc/self/oom_score_adj; } 2>/dev/null
  exec @BUBBLEWRAP@ --args 8 --seccomp 9 --info-fd 5 "${passed[@]}" -- /bin/bash -c @INSIDE@ bash "$shell" "$line" \
    "${bounds[file]}" "${bounds[seconds]}" \
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
  case $kind in
    trial) trial ;;
    contained) contained ;;
  esac
  refuse 'the ticket cannot be read. Make the call again.'
}

main "$@"
exit 126
