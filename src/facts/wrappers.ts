/** One row adds a program everywhere. */

export interface Wrapper {
  readonly names: string;
  /** The wrapper's, in `tableNotation.ts`. */
  readonly options?: readonly string[];
  /** Only runs the inner command, so the proof ignores it. */
  readonly readOnly?: true;
  /** `src/shell/openers/` finds what it runs. */
  readonly opener?: 'own';
  readonly style?: 'gnu';
  /** `-5` is an option. */
  readonly digitsOption?: true;
  /** They change what it runs. */
  readonly variables?: readonly string[];
  /** Operands before the inner command. */
  readonly skip?: number;
  readonly asOtherUser?: true;
  /** Names the inner command's folder. */
  readonly folder?: string;
  /** These give the inner command another file system; empty: always. */
  readonly otherRoot?: readonly string[];
  /** With these, operands mean something else. */
  readonly runsNothing?: readonly string[];
  /** `NAME=value` in front sets the inner command's variables. */
  readonly assignments?: true;
  /** `NAME=value` sets variables, for the hard floor. */
  readonly setsVariables?: true;
  /** Without a command it starts a shell on its input; a list: only with these. */
  readonly startsShell?: true | readonly string[];
}

export const WRAPPERS: readonly Wrapper[] = [
  {
    names: 'timeout gtimeout',
    options: ['-f|--foreground -p|--preserve-status -v|--verbose -k|--kill-after= -s|--signal='],
    readOnly: true,
    skip: 1,
  },
  { names: 'nice gnice', options: ['-n|--adjustment='], readOnly: true, digitsOption: true },
  {
    names: 'ionice',
    options: ['-t|--ignore -c|--class= -n|--classdata= -p|--pid=! -P|--pgid=! -u|--uid=!'],
    readOnly: true,
    runsNothing: ['-p', '-P', '-u'],
  },
  { names: 'stdbuf gstdbuf', options: ['-i|--input= -o|--output= -e|--error='], readOnly: true },
  {
    names: 'time gtime',
    options: [
      '-a|--append -p|--portability -v|--verbose -q|--quiet -V|--version -l -h',
      '-f|--format=',
      '-o|--output=overwrite!',
    ],
    readOnly: true,
  },
  {
    names: 'env genv',
    opener: 'own',
    options: [
      '-i|--ignore-environment -0|--null -v|--debug --list-signal-handling',
      '-u|--unset= -C|--chdir= -S|--split-string= -a|--argv0=!',
      '--block-signal=? --default-signal=? --ignore-signal=?',
      '-P=!',
    ],
    readOnly: true,
    setsVariables: true,
  },
  {
    names: 'xargs gxargs',
    opener: 'own',
    options: [
      '-0|--null -o|--open-tty -p|--interactive -r|--no-run-if-empty -t|--verbose -x|--exit --show-limits',
      '-a|--arg-file=read -d|--delimiter= -E= -I= -J= -R= -L= -n|--max-args= -P|--max-procs= -s|--max-chars=',
      '--process-slot-var=!',
      '-e|--eof=? -i|--replace=? -l|--max-lines=?',
    ],
    readOnly: true,
  },
  {
    names: 'bash sh dash',
    opener: 'own',
    options: ['-c -e -l|--login -u -x --norc --noprofile -o='],
    readOnly: true,
    variables: ['BASH_ENV', 'ENV', 'SHELLOPTS', 'BASHOPTS', 'BASH_FUNC_*'],
  },
  { names: 'command', options: ['-p -v -V'], readOnly: true, runsNothing: ['-v', '-V'] },
  { names: 'builtin', readOnly: true },
  { names: 'exec', options: ['-c -l -a='] },
  { names: 'nohup gnohup' },
  { names: 'setsid', options: ['-c|--ctty -f|--fork -w|--wait'] },
  {
    names: 'chrt',
    options: [
      '-b|--batch -d|--deadline -f|--fifo -i|--idle -o|--other -r|--rr -R|--reset-on-fork -a|--all-tasks',
      '-m|--max -p|--pid -v|--verbose',
      '-T|--sched-runtime= -P|--sched-period= -D|--sched-deadline=',
    ],
    skip: 1,
    runsNothing: ['-p'],
  },
  { names: 'taskset', options: ['-a|--all-tasks -p|--pid -c|--cpu-list'], skip: 1, runsNothing: ['-p'] },
  {
    names: 'sudo',
    options: [
      '-A|--askpass -b|--background -B|--bell -e|--edit -E -H|--set-home -i|--login -K|--remove-timestamp',
      '-k|--reset-timestamp -l|--list -N|--no-update -n|--non-interactive -P|--preserve-groups -S|--stdin',
      '-s|--shell -v|--validate -V|--version',
      '-a|--auth-type= -C|--close-from= -c|--login-class= -D|--chdir= -g|--group= -h|--host= -p|--prompt=',
      '-R|--chroot= -r|--role= -T|--command-timeout= -t|--type= -U|--other-user= -u|--user=',
      '--preserve-env=?',
    ],
    asOtherUser: true,
    folder: '-D',
    otherRoot: ['-R'],
    runsNothing: ['-e', '-l', '-v', '-V', '-K'],
    assignments: true,
    startsShell: ['-s', '-i'],
    setsVariables: true,
  },
  {
    names: 'doas',
    options: ['-L -n -s -a= -C= -u='],
    asOtherUser: true,
    runsNothing: ['-L', '-C'],
    startsShell: ['-s'],
    setsVariables: true,
  },
  {
    names: 'pkexec',
    options: ['--disable-internal-agent --keep-cwd -u|--user='],
    asOtherUser: true,
    startsShell: true,
  },
  { names: 'gosu su-exec', asOtherUser: true, skip: 1 },
  {
    names: 'su',
    opener: 'own',
    asOtherUser: true,
    options: [
      '-l|--login -m|-p|--preserve-environment -f|--fast -P|--pty -T|--no-pty',
      '-c|--command= --session-command= -s|--shell= -g|--group= -G|--supp-group= -w|--whitelist-environment=',
    ],
    style: 'gnu',
  },
  {
    names: 'runuser',
    opener: 'own',
    asOtherUser: true,
    options: [
      '-l|--login -m|-p|--preserve-environment -f|--fast -P|--pty -T|--no-pty',
      '-c|--command= --session-command= -s|--shell= -g|--group= -G|--supp-group= -w|--whitelist-environment=',
      '-u|--user=',
    ],
  },
  {
    names: 'setpriv',
    options: [
      '-d|--dump --clear-groups --keep-groups --init-groups --no-new-privs --nnp --reset-env',
      '--groups= --inh-caps= --ambient-caps= --bounding-set= --ruid= --euid= --rgid= --egid= --reuid= --regid=',
      '--securebits= --pdeathsig= --ptracer= --selinux-label= --apparmor-profile= --landlock-access=',
      '--landlock-rule= --seccomp-filter=',
    ],
  },
  {
    names: 'strace',
    options: [
      '-f|--follow-forks -c|--summary-only -C|--summary -d|--debug -D|--daemonize -h|--help',
      '-i|--instruction-pointer -k|--stack-traces -n|--syscall-number -N|--arg-names -q|--quiet',
      '-r|--relative-timestamps -t|--absolute-timestamps -T|--syscall-times -v|--no-abbrev -V|--version',
      '-w|--summary-wall-clock -x|--strings-in-hex -y|--decode-fds -Y|--decode-pids -z|--successful-only',
      '-Z|--failed-only -F -A|--output-append-mode --output-separately --seccomp-bpf',
      '-a|--columns= -b|--detach-on= -e= -E|--env= -I|--interruptible= -O|--summary-syscall-overhead=',
      '-p|--attach= -P|--trace-path= -s|--string-limit= -S|--summary-sort-by= -u|--user= -U|--summary-columns=',
      '-X|--const-print-style=',
      '--trace=? --abbrev=? --verbose=? --raw=? --signal=? --status=? --read=? --write=? --fault=? --inject=?',
      '--kvm=?',
      '-o|--output=overwrite!',
    ],
  },
  {
    names: 'ltrace',
    options: [
      '-c -C|--demangle -f -h|--help -i -L -r -S -t -T -V|--version -b|--no-signals',
      '-a|--align= -A= -D|--debug= -e= -F|--config= -l|--library= -n|--indent= -p= -s= -u= -w|--where= -x=',
      '-o|--output=overwrite!',
    ],
  },
  {
    names: 'watch',
    opener: 'own',
    options: [
      '-b|--beep -c|--color -C|--no-color -e|--errexit -f|--follow -g|--chgexit -p|--precise -r|--no-rerun',
      '-t|--no-title -w|--no-wrap -x|--exec -h|--help -v|--version',
      '-n|--interval= -q|--equexit= -s|--shotsdir=',
      '-d|--differences=?',
    ],
  },
  { names: 'caffeinate', options: ['-d -i -m -s -u -t= -w='] },
  {
    names: 'xcrun',
    options: [
      '-v|--verbose -n|--no-cache -r|--run -h|--help --version',
      '-f|--find --show-sdk-path --show-sdk-version --show-sdk-build-version --show-sdk-platform-path',
      '--show-sdk-platform-version --sdk= --toolchain=!',
      '-k|--kill-cache! -l|--log!',
    ],
    runsNothing: [
      '-f',
      '-h',
      '--version',
      '--show-sdk-path',
      '--show-sdk-version',
      '--show-sdk-build-version',
      '--show-sdk-platform-path',
      '--show-sdk-platform-version',
    ],
  },
  // Shortens what the command prints.
  { names: 'rtk', options: ['-v|--verbose -u|--ultra-compact --skip-env'], readOnly: true },
  { names: 'unbuffer', options: ['-p'] },
  { names: 'chronic', options: ['-v -e'] },
  { names: 'eatmydata catchsegv proxychains4 torsocks torify' },
  { names: 'proxychains', options: ['-q -f='] },
  { names: 'fakeroot', options: ['-u|--unknown-is-real -h|--help -v|--version -l|--lib= --faked= -i= -s= -b='] },
  {
    names: 'setarch',
    options: [
      '-B|--32bit -F|--fdpic-funcptrs -I|--short-inode -L|--addr-compat-layout -M|--mmap-page-zero',
      '-R|--addr-no-randomize -S|--whole-seconds -T|--sticky-timeouts -X|--read-implies-exec -Z|--uname-2.6',
      '-3|--3gb --4gb -v|--verbose',
    ],
    skip: 1,
  },
  {
    names: 'linux32 linux64 i386 x86_64',
    options: [
      '-B|--32bit -F|--fdpic-funcptrs -I|--short-inode -L|--addr-compat-layout -M|--mmap-page-zero',
      '-R|--addr-no-randomize -S|--whole-seconds -T|--sticky-timeouts -X|--read-implies-exec -Z|--uname-2.6',
      '-3|--3gb --4gb -v|--verbose',
    ],
  },
  {
    names: 'prlimit',
    options: [
      '--noheadings --raw --verbose',
      '-p|--pid= -o|--output=',
      '-c|--core=? -d|--data=? -e|--nice=? -f|--fsize=? -i|--sigpending=? -l|--memlock=? -m|--rss=?',
      '-n|--nofile=? -q|--msgqueue=? -r|--rtprio=? -s|--stack=? -t|--cpu=? -u|--nproc=? -v|--as=? -x|--locks=?',
      '-y|--rttime=?',
    ],
  },
  {
    names: 'chroot',
    options: ['--skip-chdir --groups= --userspec= -u= -g= -G='],
    skip: 1,
    otherRoot: [],
    startsShell: true,
  },
  {
    names: 'unshare',
    options: [
      '-f|--fork -r|--map-root-user -c|--map-current-user --map-auto --keep-caps --clear-groups --map-all',
      '-R|--root= -w|--wd= -S|--setuid= -G|--setgid= --map-user= --map-group= --map-users= --map-groups=',
      '--propagation= --setgroups= --load-interp= -l= --boottime= --monotonic=',
      '-m|--mount=? -u|--uts=? -i|--ipc=? -n|--net=? -p|--pid=? -U|--user=? -C|--cgroup=? -T|--time=?',
      '--mount-proc=? --mount-binfmt=? --kill-child=?',
    ],
    folder: '-w',
    otherRoot: ['-R'],
    startsShell: true,
  },
  {
    names: 'nsenter',
    options: [
      '-a|--all -F|--no-fork -Z|--follow-context -e|--env -c|--join-cgroup --preserve-credentials --keep-caps',
      '--user-parent',
      '-t|--target= -S|--setuid= -G|--setgid= -N|--net-socket= -W|--wdns=',
      '-m|--mount=? -u|--uts=? -i|--ipc=? -n|--net=? -p|--pid=? -U|--user=? -C|--cgroup=? -T|--time=?',
      '-r|--root=? -w|--wd=?',
    ],
    otherRoot: ['-m', '-a', '-r'],
    startsShell: true,
  },
  {
    names: 'systemd-run',
    options: [
      '-d|--same-dir -G|--collect -P|--pipe -q|--quiet -r|--remain-after-exit -S|--shell -t|--pty --user',
      '--system --scope --wait --no-block --no-ask-password --send-sighup --on-clock-change',
      '--on-timezone-change --expand-environment=',
      '-E|--setenv= -H|--host= -M|--machine= -p|--property= -u|--unit= --description= --slice= --service-type=',
      '--uid= --gid= --nice= --working-directory= --on-active= --on-boot= --on-startup= --on-unit-active=',
      '--on-unit-inactive= --on-calendar= --path-property= --socket-property= --timer-property= --background=',
      '--job-mode=',
    ],
    folder: '--working-directory',
    otherRoot: ['-H', '-M'],
    startsShell: ['-S'],
    setsVariables: true,
  },
  { names: 'systemd-inhibit', options: ['--list --no-pager --no-legend --what= --who= --why= --mode='] },
  { names: 'dbus-run-session', options: ['--config-file= --dbus-daemon='] },
  {
    names: 'dbus-launch',
    options: ['--sh-syntax --csh-syntax --auto-syntax --exit-with-session --close-stderr --config-file='],
  },
  {
    names: 'xvfb-run',
    options: [
      '-a|--auto-servernum -l|--listen-tcp -h|--help',
      '-e|--error-file= -f|--auth-file= -n|--server-num= -p|--xauth-protocol= -s|--server-args= -w|--wait=',
    ],
  },
  {
    names: 'script',
    opener: 'own',
    options: [
      '-a|--append -e|--return -f|--flush -q|--quiet -t --force -V -F -k -r -d',
      '-c|--command= -E|--echo= -I|--log-in= -O|--log-out= -B|--log-io= -m|--logging-format= -o|--output-limit=',
      '-T|--log-timing=',
    ],
    style: 'gnu',
  },
  {
    names: 'flock',
    opener: 'own',
    options: [
      '-s|--shared -x|-e|--exclusive -u|--unlock -n|--nb|--nonblock|--nonblocking -o|--close -F|--no-fork',
      '--verbose --fcntl',
      '-w|--wait|--timeout= -E|--conflict-exit-code=',
    ],
  },
];
