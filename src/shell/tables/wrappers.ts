/** Programs that run another one: `timeout`, `env`, `xargs`. What they run is found by `openers/` and judged by itself. */
import { hasOption, type CommandCall, type CommandSpec, type OptionSpec } from '../model/commandTable';
import { options } from '../model/tableNotation';

/** The options end where the inner command starts. */
function wrapper(names: string, given: readonly OptionSpec[] = [], more: Partial<CommandSpec> = {}): CommandSpec {
  return { names: names.split(' '), options: given, style: 'posix', ...more };
}

const readOnly = { readOnly: true } as const;

/** `env` alone prints the environment, which holds keys. */
function environmentObjection({ operands, options: given }: CommandCall): string | undefined {
  if (given.some(({ spec }) => spec.names.includes('-S'))) return 'env -S puts its words together itself';
  const inner = operands.find(({ text }) => text === undefined || (text !== '-' && !text.includes('=')));
  return inner === undefined ? 'env without a command prints the environment, which may hold secrets' : undefined;
}

/** A shell that is given its script as a word. The script is judged by itself. */
function shellObjection(call: CommandCall): string | undefined {
  const [text] = call.operands;
  if (!hasOption(call, '-c')) return 'a shell without -c runs a file or its input';
  if (text?.text === undefined) return 'the script is only known when it runs';
  const setting = call.options.find(
    ({ spec, value }) =>
      spec.names.includes('-o') && !PLAIN_SETTINGS.includes(value?.word.text?.slice(value.from) ?? ''),
  );
  return setting === undefined ? undefined : 'an option of the shell changes how it reads the script';
}

const PLAIN_SETTINGS = ['errexit', 'nounset', 'pipefail', 'xtrace'];

/** Those that run the inner command and change nothing else. */
const TRANSPARENT: readonly CommandSpec[] = [
  wrapper(
    'timeout gtimeout',
    options('-f|--foreground -p|--preserve-status -v|--verbose -k|--kill-after= -s|--signal='),
    readOnly,
  ),
  wrapper('nice gnice', options('-n|--adjustment='), { ...readOnly, digitsOption: true }),
  wrapper('ionice', options('-t|--ignore -c|--class= -n|--classdata= -p|--pid=! -P|--pgid=! -u|--uid=!'), readOnly),
  wrapper('stdbuf gstdbuf', options('-i|--input= -o|--output= -e|--error='), readOnly),
  wrapper(
    'time gtime',
    options(
      '-a|--append -p|--portability -v|--verbose -q|--quiet -V|--version -l -h',
      '-f|--format=',
      '-o|--output=overwrite!',
    ),
    readOnly,
  ),
  wrapper(
    'env genv',
    options(
      '-i|--ignore-environment -0|--null -v|--debug --list-signal-handling',
      '-u|--unset= -C|--chdir= -S|--split-string= -a|--argv0=!',
      '--block-signal=? --default-signal=? --ignore-signal=?',
      '-P=!',
    ),
    { ...readOnly, objection: environmentObjection },
  ),
  wrapper(
    'xargs gxargs',
    options(
      '-0|--null -o|--open-tty -p|--interactive -r|--no-run-if-empty -t|--verbose -x|--exit --show-limits',
      '-a|--arg-file=read -d|--delimiter= -E= -I= -J= -R= -L= -n|--max-args= -P|--max-procs= -s|--max-chars=',
      '--process-slot-var=!',
      '-e|--eof=? -i|--replace=? -l|--max-lines=?',
    ),
    readOnly,
  ),
  wrapper('bash sh dash', options('-c -e -l|--login -u -x --norc --noprofile -o='), {
    ...readOnly,
    objection: shellObjection,
    variables: ['BASH_ENV', 'ENV', 'SHELLOPTS', 'BASHOPTS', 'BASH_FUNC_*'],
  }),
  wrapper('command', options('-p -v -V'), readOnly),
  wrapper('builtin', [], readOnly),
];

/** Those that do more than run it: other rights, files of their own, another root. */
const FAR_REACHING: readonly CommandSpec[] = [
  wrapper('exec', options('-c -l -a=')),
  wrapper('nohup gnohup'),
  wrapper('setsid', options('-c|--ctty -f|--fork -w|--wait')),
  wrapper(
    'chrt',
    options(
      '-b|--batch -d|--deadline -f|--fifo -i|--idle -o|--other -r|--rr -R|--reset-on-fork -a|--all-tasks',
      '-m|--max -p|--pid -v|--verbose',
      '-T|--sched-runtime= -P|--sched-period= -D|--sched-deadline=',
    ),
  ),
  wrapper('taskset', options('-a|--all-tasks -p|--pid -c|--cpu-list')),
  wrapper(
    'sudo',
    options(
      '-A|--askpass -b|--background -B|--bell -e|--edit -E -H|--set-home -i|--login -K|--remove-timestamp',
      '-k|--reset-timestamp -l|--list -N|--no-update -n|--non-interactive -P|--preserve-groups -S|--stdin',
      '-s|--shell -v|--validate -V|--version',
      '-a|--auth-type= -C|--close-from= -c|--login-class= -D|--chdir= -g|--group= -h|--host= -p|--prompt=',
      '-R|--chroot= -r|--role= -T|--command-timeout= -t|--type= -U|--other-user= -u|--user=',
      '--preserve-env=?',
    ),
  ),
  wrapper('doas', options('-L -n -s -a= -C= -u=')),
  wrapper('pkexec', options('--disable-internal-agent --keep-cwd -u|--user=')),
  wrapper('gosu su-exec'),
  wrapper(
    'su',
    options(
      '-l|--login -m|-p|--preserve-environment -f|--fast -P|--pty -T|--no-pty',
      '-c|--command= --session-command= -s|--shell= -g|--group= -G|--supp-group= -w|--whitelist-environment=',
    ),
    { style: 'gnu' },
  ),
  wrapper(
    'runuser',
    options(
      '-l|--login -m|-p|--preserve-environment -f|--fast -P|--pty -T|--no-pty',
      '-c|--command= --session-command= -s|--shell= -g|--group= -G|--supp-group= -w|--whitelist-environment=',
      '-u|--user=',
    ),
  ),
  wrapper(
    'setpriv',
    options(
      '-d|--dump --clear-groups --keep-groups --init-groups --no-new-privs --nnp --reset-env',
      '--groups= --inh-caps= --ambient-caps= --bounding-set= --ruid= --euid= --rgid= --egid= --reuid= --regid=',
      '--securebits= --pdeathsig= --ptracer= --selinux-label= --apparmor-profile= --landlock-access=',
      '--landlock-rule= --seccomp-filter=',
    ),
  ),
  wrapper(
    'strace',
    options(
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
    ),
  ),
  wrapper(
    'ltrace',
    options(
      '-c -C|--demangle -f -h|--help -i -L -r -S -t -T -V|--version -b|--no-signals',
      '-a|--align= -A= -D|--debug= -e= -F|--config= -l|--library= -n|--indent= -p= -s= -u= -w|--where= -x=',
      '-o|--output=overwrite!',
    ),
  ),
  wrapper(
    'watch',
    options(
      '-b|--beep -c|--color -C|--no-color -e|--errexit -f|--follow -g|--chgexit -p|--precise -r|--no-rerun',
      '-t|--no-title -w|--no-wrap -x|--exec -h|--help -v|--version',
      '-n|--interval= -q|--equexit= -s|--shotsdir=',
      '-d|--differences=?',
    ),
  ),
  wrapper('unbuffer', options('-p')),
  wrapper('chronic', options('-v -e')),
  wrapper('eatmydata catchsegv proxychains4 torsocks torify'),
  wrapper('proxychains', options('-q -f=')),
  wrapper('fakeroot', options('-u|--unknown-is-real -h|--help -v|--version -l|--lib= --faked= -i= -s= -b=')),
  wrapper(
    'setarch linux32 linux64 i386 x86_64',
    options(
      '-B|--32bit -F|--fdpic-funcptrs -I|--short-inode -L|--addr-compat-layout -M|--mmap-page-zero',
      '-R|--addr-no-randomize -S|--whole-seconds -T|--sticky-timeouts -X|--read-implies-exec -Z|--uname-2.6',
      '-3|--3gb --4gb -v|--verbose',
    ),
  ),
  wrapper(
    'prlimit',
    options(
      '--noheadings --raw --verbose',
      '-p|--pid= -o|--output=',
      '-c|--core=? -d|--data=? -e|--nice=? -f|--fsize=? -i|--sigpending=? -l|--memlock=? -m|--rss=?',
      '-n|--nofile=? -q|--msgqueue=? -r|--rtprio=? -s|--stack=? -t|--cpu=? -u|--nproc=? -v|--as=? -x|--locks=?',
      '-y|--rttime=?',
    ),
  ),
  wrapper('chroot', options('--skip-chdir --groups= --userspec= -u= -g= -G=')),
  wrapper(
    'unshare',
    options(
      '-f|--fork -r|--map-root-user -c|--map-current-user --map-auto --keep-caps --clear-groups --map-all',
      '-R|--root= -w|--wd= -S|--setuid= -G|--setgid= --map-user= --map-group= --map-users= --map-groups=',
      '--propagation= --setgroups= --load-interp= -l= --boottime= --monotonic=',
      '-m|--mount=? -u|--uts=? -i|--ipc=? -n|--net=? -p|--pid=? -U|--user=? -C|--cgroup=? -T|--time=?',
      '--mount-proc=? --mount-binfmt=? --kill-child=?',
    ),
  ),
  wrapper(
    'nsenter',
    options(
      '-a|--all -F|--no-fork -Z|--follow-context -e|--env -c|--join-cgroup --preserve-credentials --keep-caps',
      '--user-parent',
      '-t|--target= -S|--setuid= -G|--setgid= -N|--net-socket= -W|--wdns=',
      '-m|--mount=? -u|--uts=? -i|--ipc=? -n|--net=? -p|--pid=? -U|--user=? -C|--cgroup=? -T|--time=?',
      '-r|--root=? -w|--wd=?',
    ),
  ),
  wrapper(
    'systemd-run',
    options(
      '-d|--same-dir -G|--collect -P|--pipe -q|--quiet -r|--remain-after-exit -S|--shell -t|--pty --user',
      '--system --scope --wait --no-block --no-ask-password --send-sighup --on-clock-change',
      '--on-timezone-change --expand-environment=',
      '-E|--setenv= -H|--host= -M|--machine= -p|--property= -u|--unit= --description= --slice= --service-type=',
      '--uid= --gid= --nice= --working-directory= --on-active= --on-boot= --on-startup= --on-unit-active=',
      '--on-unit-inactive= --on-calendar= --path-property= --socket-property= --timer-property= --background=',
      '--job-mode=',
    ),
  ),
  wrapper('systemd-inhibit', options('--list --no-pager --no-legend --what= --who= --why= --mode=')),
  wrapper('dbus-run-session', options('--config-file= --dbus-daemon=')),
  wrapper(
    'dbus-launch',
    options('--sh-syntax --csh-syntax --auto-syntax --exit-with-session --close-stderr --config-file='),
  ),
  wrapper(
    'xvfb-run',
    options(
      '-a|--auto-servernum -l|--listen-tcp -h|--help',
      '-e|--error-file= -f|--auth-file= -n|--server-num= -p|--xauth-protocol= -s|--server-args= -w|--wait=',
    ),
  ),
  wrapper(
    'script',
    options(
      '-a|--append -e|--return -f|--flush -q|--quiet -t --force -V -F -k -r -d',
      '-c|--command= -E|--echo= -I|--log-in= -O|--log-out= -B|--log-io= -m|--logging-format= -o|--output-limit=',
      '-T|--log-timing=',
    ),
    { style: 'gnu' },
  ),
  wrapper(
    'flock',
    options(
      '-s|--shared -x|-e|--exclusive -u|--unlock -n|--nb|--nonblock|--nonblocking -o|--close -F|--no-fork',
      '--verbose --fcntl',
      '-w|--wait|--timeout= -E|--conflict-exit-code=',
    ),
  ),
];

export const WRAPPERS: readonly CommandSpec[] = [...TRANSPARENT, ...FAR_REACHING];
