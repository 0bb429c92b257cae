#!@BASH@ -p
# Auto Mode's contained runs: an agent got its call back as "run TICKET". Runs the original line inside a sandbox, once.
# Written by the Auto Mode extension, which overwrites every change.
# Usage: run TICKET. Exit code: the line's own; 126: nothing ran.

refuse() {
  printf 'Auto Mode: %s\n' "$1" >&2
  printf '%s' "$1" >"$used/refused" 2>/dev/null
  exit 126
}

not_started() {
  : >"$used/not-started"
  refuse "$1. Make the call again: it then goes to the judge."
}

# A network that was looked for and not there leaves its count with the kernel: no route, no name server, nobody at a port of localhost.
count() {
  local line lines=() kind names values index at
  while read -r line && test "${#lines[@]}" -lt 6; do
    [[ $line =~ ^(Ip|Udp|Tcp): ]] && lines+=("$line")
  done <"$used/counted"
  for ((at = 0; at + 1 < ${#lines[@]}; at += 2)); do
    # No expansion: a pattern in it could be the run's.
    read -r kind names <<<"${lines[at]}"
    read -r kind values <<<"${lines[at + 1]}"
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
  done
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

# One walk. What may be protected goes to the file "$1-paths", each ended by \1 and NUL; names with a line end to "$1-odd"; path and target
# of each link to "$1-links". "parts" holds a text of each expression of "names", which take long to be read: what has none of them is not
# protected. The other arguments go before.
walk() {
  LC_ALL=C find "${folders[@]}" "${@:2}" -type d '(' -name node_modules -o -name .git ')' -printf '%p\1\0' -prune -o \
    '(' -name $'*\n*' -fprint0 "$used/$1-odd" , -type l -fprintf "$used/$1-links" '%p\0%l\0' , -printf '%p\1\0' ')' 2>/dev/null |
    LC_ALL=C grep -zaiF -f "$used/parts" >"$used/$1-paths"
  # Where find did not start there are no links either.
  test "${PIPESTATUS[1]}" -le 1 && test -e "$used/$1-links"
}

# Writes those of the walk "$1" that are protected and not known to the file "$1-new".
new_paths() {
  local path status=1
  while IFS= read -r -d '' path; do
    path=${path%$'\1'}
    is_known "$path" || printf '%s\0' "$path"
  done <"$used/$1-paths" >"$used/$1-unknown"
  : >"$used/$1-new"
  test -s "$used/$1-unknown" || return 0
  are_protected <"$used/$1-unknown" >"$used/$1-new" || status=$?
  test "$status" -le 1
}

# Those of the paths that are protected, each ended by NUL.
are_protected() {
  LC_ALL=C grep -zaE -f "$used/names"
}

# What is there before the run: the sandbox guards what was there when the call was decided, and no more.
look_before() {
  local folders
  local -A known=()
  test -s "$used/names" || return 0
  read_known
  walk before && new_paths before && test ! -s "$used/before-new"
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
  remove_tree "$path" 2>/dev/null
  printf '%s\0' "$path" >>"$used/put-aside"
}

# Paths that are protected, were not there, and are now: git, an editor or a tool outside would obey them.
put_aside() {
  local folders path count=0
  local -A known=() odd=()
  test -s "$used/names" || return 0
  read_known
  # What cannot be listed cannot be looked through.
  walk after -type d ! -perm -700 -exec chmod u+rwx -- '{}' ';' , && new_paths after || return
  # An expression may not match a name with a line end: a new one counts as protected.
  while IFS= read -r -d '' path; do odd[$path]=yes; done <"$used/before-odd"
  while IFS= read -r -d '' path; do
    test -n "${odd[$path]}" || is_known "$path" || printf '%s\0' "$path"
  done <"$used/after-odd" >>"$used/after-new"
  while IFS= read -r -d '' path; do
    test -n "${odd[$path]}" && continue
    count=$((count + 1))
    if test "$count" -le @MOST_PUT_ASIDE@; then set_aside "$path"; else printf '%s\0' "$path" >>"$used/surplus"; fi
  done <"$used/after-new"
  remove_surplus "$used/surplus"
  put_links_aside
}

# Paths that are too many to be renamed.
remove_surplus() {
  test -s "$1" || return 0
  xargs -0 sh -c 'find "$@" -type d ! -perm -700 -exec chmod u+rwx -- "{}" ";"; rm -rf -- "$@"' sh <"$1" 2>/dev/null
  cat "$1" >>"$used/put-aside"
}

# Links that were not there, and through which a program outside would write elsewhere or into what is protected.
put_links_aside() {
  local -A before=() protected=()
  local path target index new=() reals=()
  while IFS= read -r -d '' path && IFS= read -r -d '' target; do before[$path]=$target; done <"$used/before-links"
  while IFS= read -r -d '' path && IFS= read -r -d '' target; do
    test "${before[$path]-}" = "$target" && continue
    if test "${#new[@]}" -lt @MOST_LINKS@; then new+=("$path"); else printf '%s\0' "$path" >>"$used/surplus-links"; fi
  done <"$used/after-links"
  remove_surplus "$used/surplus-links"
  test "${#new[@]}" -gt 0 || return 0
  read_ends
  while IFS= read -r -d '' path; do protected[$path]=yes; done < <(printf '%s\0' "${reals[@]}" | are_protected)
  for index in "${!new[@]}"; do
    leads_astray "${reals[index]-}" && set_aside "${new[index]}"
  done
  return 0
}

# Where each new link leads. A circle leads nowhere: it has no line, and then each is asked alone.
read_ends() {
  mapfile -d '' -t reals < <(printf '%s\0' "${new[@]}" | xargs -0 realpath -mz -- 2>/dev/null)
  test "${#reals[@]}" -ne "${#new[@]}" || return 0
  reals=()
  for path in "${new[@]}"; do
    target=
    IFS= read -r -d '' target < <(realpath -mz -- "$path" 2>/dev/null)
    reals+=("$target")
  done
}

leads_astray() {
  local folder
  test -n "$1" || return 0
  for folder in /usr /bin /sbin /lib /lib64 /opt /nix /gnu /snap; do
    case $1 in "$folder"/*) return 1 ;; esac
  done
  is_known "$1" && return 0
  test -n "${protected[$1]-}" && return 0
  for folder in "${folders[@]}"; do
    case $1/ in "$folder"/*) return 1 ;; esac
  done
  return 0
}

# Of the run: bubblewrap writes it before anything inside runs.
read_first() {
  local text=
  first=
  IFS= read -r -d '' text <"$used/info"
  [[ $text =~ \"child-pid\":\ *([0-9]+) ]] && first=${BASH_REMATCH[1]}
} 2>/dev/null

# bubblewrap ends before the processes inside do: its first process ends after all of them.
wait_for_end() {
  local first round
  read_first
  test -n "$first" || return 0
  for ((round = 0; round < 30000; round++)); do
    is_first_of_namespace "$first" || return 0
    sleep 0.01
  done
}

# Whether a process runs and is the first of a namespace: the number may be another process's by now.
is_first_of_namespace() {
  local name value rest
  while read -r name value rest; do
    case $name in
      State:) [[ $value == [ZX] ]] && return 1 ;;
      NSpid:) [[ " $rest" == *[[:space:]]1 ]]; return ;;
    esac
  done <"/proc/$1/status"
  return 1
} 2>/dev/null

# After the last process of the run: also where the agent killed this program, by the guardian.
clean_up() {
  local removing
  wait_for_end
  remove_missing &
  removing=$!
  # Where it fails, the guardian tries again.
  put_aside && : >"$used/clean"
  wait "$removing"
  exec 6>&-
}

# The folders that bubblewrap made.
remove_missing() {
  local made
  mapfile -d '' -t made <"$used/missing"
  test "${#made[@]}" -ne 0 && flock -n -x 6 && rmdir -- "${made[@]}" 2>/dev/null
}

# Started by the editor for a run whose own guardian was ended too.
guard() {
  local cache=
  exec </dev/null >/dev/null 2>&1
  close_descriptors
  # The editor removes the ticket once the run has ended.
  read_bounds
  IFS= read -r -d '' cache <"$used/cache"
  # Alone: the next one finds that all is clean.
  exec flock -x "$used/alive" "$home/run" end "$ticket" "$cache" "${bounds[cache]}"
}

# The guardian's, in a session of its own, which the agent does not end. It has the run's lock: the run's program is not there any more.
end_run() {
  local cache=$1 most=$2
  exec 6<>"$home/lock"
  if test -d "$used"; then
    if test ! -e "$used/clean"; then
      flock -s 6
      clean_up
    fi
    test -s "$used/result" || printf '%s\0' 137 '' '' >"$used/result"
  fi
  exec 6>&-
  test -z "$cache" || bound_cache
  exit 0
}

# Here and not in the run: to count a large cache takes seconds. The names in it are the run's, so none is printed.
bound_cache() {
  local kilobytes files
  remove_tree "$cache.old"
  if test "$most" = @MOST_CACHE@ && was_counted; then return; fi
  read -r kilobytes files < <(nice -n 19 find "$cache" -xdev -printf '%k\n' | awk '{ sum += $1 } END { printf "%.0f %.0f\n", sum, NR }')
  if test "$kilobytes" -gt "$most" || test "$files" -gt @MOST_CACHED_FILES@; then
    exec 6<>"$home/lock"
    # While a run has it open, it stays for the guardian of the next one.
    flock -n -x 6 || return
    mv -T -- "$cache" "$cache.old" && mkdir -m 700 -- "$cache"
    exec 6>&-
    remove_tree "$cache.old"
  fi
  printf '%(%s)T' -1 >"$cache.counted"
}

was_counted() {
  local at= now
  printf -v now '%(%s)T' -1
  read -r at <"$cache.counted"
  [[ $at =~ ^[1-9][0-9]{0,12}$ ]] && test "$at" -le "$now" && test "$((now - at))" -lt "$((@MINUTES_BETWEEN_COUNTS@ * 60))"
} 2>/dev/null

remove_tree() {
  test -d "$1" || return 0
  find "$1" -type d ! -perm -700 -exec chmod u+rwx -- '{}' ';'
  nice -n 19 rm -rf -- "$1"
}

contained() {
  local name passed=() status jobs=() drains=() problem= remote=0 local_port=0 stopped=() said= refusals running bound= cache=
  for name in @PASSED_VARIABLES@; do
    if [[ ${!name@a} == *x* ]]; then passed+=(--setenv "$name" "${!name}"); fi
  done
  close_descriptors
  # The first lock tells the guardian that this program is there. Who gets the other one alone is the last run.
  exec 5<>"$used/alive" 6<>"$home/lock"
  # At once: each of them takes milliseconds to start.
  flock -x 5 &
  jobs+=($!)
  flock -s 6 &
  jobs+=($!)
  mkfifo "$used/"{out,err,counts,said-pipe,warned-pipe} &
  jobs+=($!)
  look_before || problem=yes
  for name in "${jobs[@]}"; do
    wait "$name" || not_started 'the run could not be prepared'
  done
  confirm_sums
  test -z "$problem" || not_started 'protected files appeared in the workspace since the call was decided'
  read_bounds
  IFS= read -r -d '' cache <"$used/cache"
  : >"$used/started"
  setsid -f flock -x "$used/alive" "$home/run" end "$ticket" "$cache" "${bounds[cache]}" </dev/null >/dev/null 2>&1 5>&- 6>&- &
  jobs=($!)
  # Bounded, no matter what is written. The counts come from inside: only digits are read of them.
  head -c 20000 <"$used/counts" >"$used/counted" 5>&- 6>&- &
  drains=($!)
  keep_last said
  exec 3>"$used/out"
  if test /dev/fd/1 -ef /dev/fd/2; then
    exec 4>&3
  else
    keep_last warned >&2
    exec 4>"$used/err"
  fi
  wait "${jobs[@]}"
  sandboxed &
  running=$!
  watch
  exec 3>&- 4>&-
  clean_up
  wait "${drains[@]}"
  if test -z "$bound" && test ! -s "$used/counted" && said=$(grep -am 1 -h '^bwrap: ' "$used/warned" "$used/said" 2>/dev/null); then
    not_started "the sandbox did not start ($said)"
  fi
  count 2>/dev/null
  test "$remote" -eq 0 || stopped+=('the network')
  test "$local_port" -eq 0 || stopped+=('a server on this machine')
  refusals=@REFUSALS@
  if test "$status" -eq 0; then
    # Other refusals are what a test may print by itself.
    refusals=@REFUSED_WRITES@
    test -e "$used/masks-failure" || { stopped=() refusals=; }
  fi
  test -z "$refusals" || read_refusals
  test -z "$bound" || stopped+=("$bound")
  printf '%s\0' "$status" "$(IFS=,; printf '%s' "${stopped[*]}")" "$said" >"$used/result"
  tell
  exit "$status"
}

# A stream of the run goes on to where this function's output goes, and its last part to the file "$1". Programs of their own, which this
# shell waits for by their numbers: for a substitution older ones do not.
keep_last() {
  local stream=out
  test "$1" = said || stream=err
  tail -c @KEPT_OUTPUT@ <"$used/$1-pipe" >"$used/$1" 3>&- 5>&- 6>&- &
  drains+=($!)
  tee "$used/$1-pipe" <"$used/$stream" 3>&- 5>&- 6>&- &
  drains+=($!)
}

# The lines of the output that say that something was refused, without what a terminal obeys.
read_refusals() {
  local LC_ALL=C line
  said=
  while IFS= read -r line; do
    line=${line:0:3000}
    line=${line//[$'\001'-$'\010'$'\013'-$'\037'$'\177']/}
    said+=${said:+$'\n'}${line:0:300}
  done < <(grep -aE -m 3 -h "$refusals" "$used/warned" "$used/said" 2>/dev/null)
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
  test -n "$first" || read_first
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
  local began tasks_before free_before shared_before was_short=no first= near= looks=0 places=() floors=() pause=20 took sleeping=
  local memory_total memory_free memory_shared swap_total swap_free tasks now blocks size kilobytes files nice fields renicing
  # Root's processes are not limited in number, and thousands leave this one no time.
  if test "$EUID" -eq 0; then
    read -ra fields </proc/$$/stat
    nice=${fields[18]}
    renice -n -20 -p "$$" >/dev/null 3>&- 4>&- 5>&- 6>&- &
    renicing=$!
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
  # A child that has ended before it is waited for may not count: the shell would wait for the pause.
  while is_child "$running" "$$"; do
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
  if test "$EUID" -eq 0; then
    wait "$renicing"
    renice -n "$nice" -p "$$" >/dev/null 3>&- 4>&- 5>&- 6>&- &
  fi
  test -z "$sleeping" || kill "$sleeping"
  wait "$running"
  status=$?
  test -z "$sleeping" || wait "$sleeping"
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

confirm_sums() {
  test -z "$summing" || wait "$summing" || refuse 'a file that the call runs has changed since it was decided. Make the call again.'
}

# Whether a sandbox can start where this agent starts its commands. The line runs as it would have run.
trial() {
  if @BUBBLEWRAP@ --args 8 --seccomp 9 -- /bin/true 8<"$used/args" 9<"$home/seccomp" </dev/null 2>"$used/problem"; then
    printf 'yes' >"$used/result"
  else
    printf 'no' >"$used/result"
  fi
  PATH=$path
  exec "$shell" -c "$line"
}

main() {
  home=@HOME@
  summing=
  path=$PATH
  PATH=/usr/bin:/bin:/run/current-system/sw/bin
  ticket=${1-}
  case $ticket in
    guard | end)
      case ${2-} in '' | *[!0-9a-f]*) exit 126 ;; esac
      used=$home/used/$2
      test "$ticket" = guard || end_run "${3-}" "${4-}"
      ticket=$2
      guard
      ;;
  esac
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
  IFS= read -r -d '' line <"$used/line" && refuse 'the ticket cannot be read. Make the call again.'
  kind=$(<"$used/kind")
  test "$(pwd -P)" = "$(<"$used/folder")" || refuse 'the call was decided for another folder. Make it again.'
  if test -s "$used/sums"; then
    sha256sum --status -c "$used/sums" &
    summing=$!
  fi
  case $kind in
    trial)
      confirm_sums
      trial
      ;;
    contained) contained ;;
  esac
  refuse 'the ticket cannot be read. Make the call again.'
}

main "$@"
exit 126
