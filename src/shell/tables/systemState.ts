import type { Word } from '../model/analysis';
import { hasOption, type CommandCall, type CommandSpec } from '../model/commandTable';
import { holdsNoSecret } from '../../facts/environmentNames';
import { psObjection } from './processListing';
import { options } from '../model/tableNotation';

const HELP = options('--help --version -h -V');
const shower = { readOnly: true, optionsAreHarmless: true } as const;
/** Operands set something. */
const withoutOperands = { readOnly: true, objection: operandObjection } as const;

function operandObjection({ operands, specs: [spec] }: CommandCall): string | undefined {
  return operands.length === 0 ? undefined : `${spec?.names[0] ?? ''} with operands sets something`;
}

function isDateFormat({ pieces: [first] }: Word): boolean {
  if (first?.kind !== 'text') return false;
  return first.text.startsWith('+');
}

/** Others set the clock. */
function dateObjection({ operands }: CommandCall): string | undefined {
  const other = operands.find((word) => !isDateFormat(word));
  return other === undefined ? undefined : `date ${other.raw} may set the clock`;
}

function sysctlObjection({ operands }: CommandCall): string | undefined {
  const other = operands.find(({ text }) => text === undefined || text.includes('='));
  return other === undefined ? undefined : `sysctl ${other.raw} may set something`;
}

function topObjection(call: CommandCall): string | undefined {
  return hasOption(call, '-b') || hasOption(call, '-l')
    ? undefined
    : 'top without -b takes keys, some of which end processes';
}

function printenvObjection({ operands }: CommandCall): string | undefined {
  if (operands.length === 0) return 'printenv prints the environment, which may hold secrets';
  const other = operands.find(({ text }) => text === undefined || !holdsNoSecret(text));
  return other === undefined ? undefined : `the variable ${other.raw} may hold a secret`;
}

function tputObjection({ operands }: CommandCall): string | undefined {
  const isQuestion = operands.length === 1 && /^(?:cols|lines|colors|longname)$/.test(operands[0]?.text ?? '');
  return isQuestion ? undefined : 'tput changes the terminal';
}

const IP_OBJECTS =
  /^(?:a(?:ddr(?:ess)?)?|l(?:ink)?|r(?:o(?:ute)?)?|n(?:eigh)?|ru(?:le)?|maddr(?:ess)?|addrlabel|nexthop|-[46]|-(?:br|brief|c|color|j|json|p|pretty|s|stats|statistics|d|details|o|oneline|h|human))$/;
const IP_READS = /^(?:show|list|ls|lst|get)$/;

/** `ip [options] object [show ...]`. */
function ipObjection({ operands }: CommandCall): string | undefined {
  const texts = operands.map(({ text }: Word) => text);
  const first = texts.findIndex((text) => text?.startsWith('-') !== true);
  const shows = first === -1 ? [] : texts.slice(first);
  const options = first === -1 ? texts : texts.slice(0, first);
  const isAddress = (shows[0] ?? '').startsWith('a');
  const isRead =
    options.every((text) => text !== undefined && IP_OBJECTS.test(text)) &&
    (shows.length === 0 || IP_OBJECTS.test(shows[0] ?? '')) &&
    (shows.length < 2 || IP_READS.test(shows[1] ?? '') || (isAddress && shows[1] === 's'));
  return isRead ? undefined : 'this form of ip may change the network';
}

function ifconfigObjection({ operands }: CommandCall): string | undefined {
  const isOne = operands.length <= 1 && operands.every(({ text }) => text !== undefined);
  return isOne ? undefined : 'ifconfig with a setting changes the network';
}

/** In numbers; a name would be looked up at its own server. */
const ADDRESS = String.raw`(?:localhost|[\d.*]+(?:\/\d+)?|\[[\da-fA-F:.*]+\](?:\/\d+)?)`;
const NO_HOST_BEHIND_AT = new RegExp(String.raw`^(?:[^@]*|[46]?(?:tcp|udp)?@${ADDRESS}(?::[\w,-]+)?)$`, 'i');

/** `-i` takes an address glued or as the next word. */
function lsofObjection(call: CommandCall): string | undefined {
  const addresses = call.options.filter(({ spec }) => spec.names.includes('-i')).map(({ value }) => value);
  if (addresses.length === 0) return undefined;
  const texts = [
    ...addresses.map((value) => (value === undefined ? '' : value.word.text?.slice(value.from))),
    ...call.operands.map(({ text }) => text),
    ...call.unlisted.map(({ text }) => text),
  ];
  const isSure = (text: string | undefined): boolean => text !== undefined && NO_HOST_BEHIND_AT.test(text);
  return texts.every(isSure) ? undefined : 'lsof -i looks up the name of a host';
}

const SS_WORD = new RegExp(
  String.raw`^(?:state|exclude|and|or|not|[&|!()]+|[!=<>]=?|eq|ne|neq|[gl]e?[tq]?|[sd](?:rc|st|port)|autobound|` +
    String.raw`connected|synchronized|bucket|big|all|established|listen(?:ing)?|closed?|closing|unconnected|[a-z]+-(?:sent|recv|wait(?:-[12])?)|last-ack|` +
    String.raw`:[\w*-]+|\d+|${ADDRESS}(?::[\w*-]+)?)$`,
);

/** Names of hosts in a filter are looked up. */
function ssObjection({ operands }: CommandCall): string | undefined {
  const words = operands.map(({ text }) => text?.split(/\s+|(?<=[()])|(?=[()])/));
  const isSure = words.every((parts) => parts?.every((part) => part === '' || SS_WORD.test(part)) === true);
  return isSure ? undefined : 'a filter of ss may look up the name of a host';
}

const PROCESSES: readonly CommandSpec[] = [
  { names: ['ps'], style: 'words', readOnly: true, objection: psObjection, variables: ['PS_FORMAT', 'PS_PERSONALITY'] },
  {
    names: ['pgrep'],
    options: options(
      '-l|--list-name -a|--list-full -v|--inverse -w|--lightweight -c|--count -f|--full -i|--ignore-case -n',
      '--newest -o|--oldest -x|--exact -L|--logpidfile -q -S --help -V|--version',
      '-d|--delimiter= -g|--pgroup= -G|--group= -P|--parent= -s|--session= -t|--terminal= -u|--euid= -U|--uid=',
      '-r|--runstates= -O|--older=',
      '-F|--pidfile=read',
    ),
    ...shower,
  },
  { names: ['pidof'], options: options('-s -c -x -q -n -w -o= -S='), ...shower },
  {
    names: ['pstree'],
    options: options('-a -A -c -G -h -l -n -N -p -g -s -S -t -T -u -U -Z -V -C -H='),
    ...shower,
  },
  {
    names: ['top'],
    options: options('-b -c -e -E -H -i -S -1 -h -v -n= -d= -p= -u= -U= -o= -w= -s= -l= -pid= -stats= -R -F -X -f'),
    readOnly: true,
    objection: topObjection,
  },
  {
    names: ['lsof'],
    options: options(
      '-n -P -t -a -l -w -U -N -b -R -V -v -h -O -X -C -H -Q -i=? -s=? -F=? -T=? -f=? -L=# -g=? -p= -u= -c= -d=',
    ),
    readOnly: true,
    operands: 'list',
    objection: lsofObjection,
  },
  {
    names: ['ss'],
    options: options(
      '-h|--help -V|--version -H|--no-header -O|--oneline -n|--numeric -r|--resolve -a|--all -l|--listening',
      '-B|--bound-inactive -o|--options -e|--extended -m|--memory -p|--processes -T|--threads -i|--info --tos',
      '--cgroup -s|--summary -b|--bpf -E|--events -Z|--context -z|--contexts -4|--ipv4 -6|--ipv6 -0|--packet',
      '-t|--tcp -M|--mptcp -S|--sctp -u|--udp -d|--dccp -w|--raw -x|--unix --vsock --tipc --xdp',
      '-f|--family= -A|--query|--socket= -N|--net=',
      '-K|--kill!',
      '-D|--diag=overwrite!',
      '-F|--filter=read!',
    ),
    readOnly: true,
    objection: ssObjection,
  },
  {
    names: ['netstat'],
    options: options(
      '-a|--all -t|--tcp -u|--udp -l|--listening -n|--numeric -p|--programs -r|--route -i|--interfaces -s',
      '--statistics -e|--extend -o|--timers -W|--wide -4 -6 -v|--verbose -x|--unix -g|--groups -L -m -b -d -A',
      '-S',
      '-f= -I=',
    ),
    ...shower,
  },
];

const MACHINE: readonly CommandSpec[] = [
  {
    names: ['date', 'gdate'],
    options: options(
      '-u|--utc|--universal -R|--rfc-email --debug -j -n',
      '-d|--date= -r|--reference= --rfc-3339= -v= -z=',
      '-I|--iso-8601=?',
      '-s|--set=!',
      '-f|--file=read!',
      '--help --version',
    ),
    readOnly: true,
    objection: dateObjection,
  },
  {
    names: ['hostname'],
    options: options(
      '-a|--alias -A|--all-fqdns -d|--domain -f|--fqdn|--long -i|--ip-address -I|--all-ip-addresses -s|--short',
      '-y|--yp|--nis -V -h',
    ),
    ...withoutOperands,
  },
  {
    names: ['uname', 'guname'],
    options: options(
      '-a|--all -s|--kernel-name -n|--nodename -r|--kernel-release -v|--kernel-version -m|--machine -p',
      '--processor -i|--hardware-platform -o|--operating-system --help --version -K -U',
    ),
    ...shower,
  },
  // On macOS it runs what follows.
  { names: ['arch'], options: options('--help --version'), ...withoutOperands },
  { names: ['nproc', 'gnproc'], options: options('--all --help --version --ignore='), ...shower },
  {
    names: ['id', 'whoami', 'groups', 'logname', 'tty'],
    options: options(
      '-a -Z|--context -g|--group -G|--groups -n|--name -r|--real -u|--user -z|--zero -p -P -F',
      '-s|--silent|--quiet --help --version',
    ),
    ...shower,
  },
  // GNU's read the file that is named, and show what has the form of a login.
  { names: ['users'], options: HELP, operands: 'read', ...shower },
  {
    names: ['who', 'w'],
    operands: 'read',
    options: options(
      '-a|--all -b|--boot -d|--dead -H|--heading -l|--login --lookup -m -p|--process -q|--count -r|--runlevel',
      '-s|--short -t|--time -T|--mesg -u|--users -h|--no-header -f|--from -i|--ip-addr -o|--old-style --help',
      '--version',
    ),
    ...shower,
  },
  {
    names: ['uptime'],
    options: options('-p|--pretty -s|--since -h|--help -V|--version'),
    operands: 'read',
    ...shower,
  },
  {
    names: ['free'],
    options: options(
      '-b|--bytes --kilo --mega --giga -k|--kibi -m|--mebi -g|--gibi -h|--human --si -l|--lohi -t|--total -v',
      '-w|--wide --committed -V|--version --help',
      '-s|--seconds= -c|--count=',
    ),
    ...shower,
  },
  {
    names: ['vmstat', 'vm_stat', 'iostat', 'mpstat'],
    options: options('-a -f -m -n -s -d -D -t -w -y -x -h -k -z -N -A -u -V -S= -p= -P= -c='),
    ...shower,
  },
  {
    names: ['lscpu', 'lsblk', 'lsmem', 'lsns', 'lsipc', 'lslocks', 'lsusb', 'lsmod', 'findmnt'],
    options: options(
      '-a|--all -b|--bytes -d|--nodeps -e -f|--fs -i|--ascii -J|--json -l|--list -m|--perms -n|--noheadings',
      '-p|--paths -P|--pairs -r|--raw -S -t|--topology -z|--zoned -x -v -vv -k -nn -h|--help -V|--version',
      '-o|--output=',
    ),
    readOnly: true,
  },
  {
    names: ['lspci'],
    options: options('-v -k -n -m -t -D -b -x -P --help --version -s= -d= -i=read -p=read'),
    readOnly: true,
  },
  {
    names: ['sw_vers'],
    options: options('-productName -productVersion -buildVersion --productVersion --productName --buildVersion'),
    style: 'long',
    readOnly: true,
  },
  {
    names: ['lsb_release'],
    options: options('-a|--all -i|--id -d|--description -r|--release -c|--codename -s|--short'),
    ...shower,
  },
  {
    names: ['locale'],
    options: [...options('-a|--all-locales -m|--charmaps -c|--category-name -k|--keyword-name -v'), ...HELP],
    ...shower,
  },
  { names: ['getconf'], options: options('-a'), readOnly: true, variables: ['GETCONF_DIR'] },
  {
    names: ['sysctl'],
    options: options(
      '-a|-A|--all -n|--values -N|--names -e|--ignore -b|--binary -h -x -d -o -X',
      '-w|--write! -p|--load! --system!',
    ),
    readOnly: true,
    objection: sysctlObjection,
  },
  {
    names: ['dmesg'],
    options: options(
      '-T|--ctime -H|--human -k|--kernel -x|--decode -t|--notime -r|--raw -u|--userspace -P|--nopager -J|--json',
      '-l|--level= -f|--facility= --since= --until= --time-format=',
      '-L|--color=?',
    ),
    readOnly: true,
    objection: (call) => (hasOption(call, '-H') && !hasOption(call, '-P') ? 'dmesg -H runs a pager' : undefined),
  },
  {
    names: ['cal', 'ncal'],
    options: options('-1 -3 -s -m -j -y -h -M -S -w -b -J -p -n= -A= -B= -d='),
    ...shower,
  },
  { names: ['printenv'], options: options('-0|--null'), readOnly: true, objection: printenvObjection },
  {
    names: ['mount'],
    options: options('-l|--show-labels -v -t|--types='),
    ...withoutOperands,
  },
  { names: ['tput'], style: 'words', readOnly: true, objection: tputObjection },
  { names: ['ip'], style: 'words', readOnly: true, objection: ipObjection },
  { names: ['ifconfig'], options: options('-a -l -s -v'), readOnly: true, objection: ifconfigObjection },
];

export const SYSTEM_STATE: readonly CommandSpec[] = [...PROCESSES, ...MACHINE];
