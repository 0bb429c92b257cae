/** Programs that take a command with its arguments behind their own options and operands. */
import { hasOption, type CommandCall } from '../model/commandTable';
import type { Opened, OpenedCommand, Opener } from './opener';
import { innerCommand, openedCommand, type InnerCommand } from './innerCommand';
import type { Word } from '../model/analysis';
import { mayBeOption, wordFrom } from '../model/words';

interface PrefixWrapper {
  readonly names: string;
  /** How many operands stand in front of the inner command. */
  readonly skip?: number;
  /** It runs the inner command as another user. */
  readonly asOtherUser?: true;
  /** The option whose value is the folder of the inner command. */
  readonly folder?: string;
  /** Options with which the inner command sees another file system. */
  readonly otherRoot?: readonly string[];
  /** Options with which nothing is run: the operands are something else. */
  readonly runsNothing?: readonly string[];
  /** `NAME=value` words may stand in front of the inner command. */
  readonly assignments?: true;
  /** Without a command it starts a shell that reads its input. With options: only with one of them. */
  readonly startsShell?: true | readonly string[];
}

const WRAPPERS: readonly PrefixWrapper[] = [
  { names: 'timeout gtimeout', skip: 1 },
  {
    names:
      'nice gnice stdbuf gstdbuf time gtime nohup gnohup setsid builtin unbuffer chronic eatmydata catchsegv proxychains ' +
      'proxychains4 torsocks torify fakeroot linux32 linux64 i386 x86_64 prlimit setpriv strace ltrace ' +
      'systemd-inhibit dbus-run-session dbus-launch xvfb-run',
  },
  { names: 'ionice', runsNothing: ['-p', '-P', '-u'] },
  { names: 'chrt taskset', skip: 1, runsNothing: ['-p'] },
  { names: 'setarch', skip: 1 },
  { names: 'command', runsNothing: ['-v', '-V'] },
  { names: 'exec' },
  {
    names: 'sudo',
    asOtherUser: true,
    folder: '-D',
    otherRoot: ['-R'],
    runsNothing: ['-e', '-l', '-v', '-V', '-K'],
    assignments: true,
    startsShell: ['-s', '-i'],
  },
  { names: 'doas', asOtherUser: true, runsNothing: ['-L', '-C'], startsShell: ['-s'] },
  { names: 'pkexec', asOtherUser: true, startsShell: true },
  { names: 'gosu su-exec', asOtherUser: true, skip: 1 },
  { names: 'chroot', skip: 1, otherRoot: [], startsShell: true },
  { names: 'unshare', folder: '-w', otherRoot: ['-R'], startsShell: true },
  { names: 'nsenter', otherRoot: ['-m', '-a', '-r'], startsShell: true },
  { names: 'systemd-run', folder: '--working-directory', otherRoot: ['-H', '-M'], startsShell: ['-S'] },
];

export const PREFIX_WRAPPERS: ReadonlyMap<string, Opener> = new Map(
  WRAPPERS.flatMap((wrapper) => wrapper.names.split(' ').map((name) => [name, prefixOpener(wrapper)] as const)),
);

function prefixOpener(wrapper: PrefixWrapper): Opener {
  return (command): Opened | undefined => {
    const inner = innerCommand(command, wrapper);
    if (inner === undefined) return undefined;
    const { call, words, assignments } = inner;
    const doubt = inner.doubt ?? optionsBehind(inner);
    if (wrapper.runsNothing?.some((name) => hasOption(call, name)) === true) {
      return doubt === undefined ? undefined : { unknown: doubt };
    }
    if (words.length === 0 && startsShell(wrapper, call, inner.leading.length)) {
      return { unknown: `${call.specs[0]?.names[0] ?? ''} starts a shell, which runs what it reads from its input` };
    }
    return openedCommand(words, doubt, {
      ...(assignments.length === 0 ? {} : { assignments }),
      ...placeOf(wrapper, call, inner.leading),
    });
  };
}

/** `sudo` reads options behind assignments too. */
function optionsBehind({ assignments: [assignment], words: [name] }: InnerCommand): string | undefined {
  if (assignment === undefined || name === undefined || !mayBeOption(name)) return undefined;
  return `options behind ${assignment.name}= are not read`;
}

function startsShell({ startsShell, skip = 0 }: PrefixWrapper, call: CommandCall, leading: number): boolean {
  if (startsShell === undefined || leading < skip) return false;
  return startsShell === true || startsShell.some((name) => hasOption(call, name));
}

function placeOf(wrapper: PrefixWrapper, call: CommandCall, leading: readonly Word[]): Omit<OpenedCommand, 'words'> {
  const root = wrapper.otherRoot?.find((name) => hasOption(call, name));
  const isElsewhere = root !== undefined || wrapper.otherRoot?.length === 0;
  const program = call.specs[0]?.names[0] ?? '';
  return {
    ...(wrapper.asOtherUser ? { asOtherUser: true } : {}),
    ...(isElsewhere ? { elsewhere: [program, root ?? leading[0]?.raw ?? ''].join(' ') } : {}),
    ...folderOf(call, wrapper.folder),
  };
}

/** The folder that the option names. */
export function folderOf(call: CommandCall, option: string | undefined): Pick<OpenedCommand, 'cwd'> {
  if (option === undefined) return {};
  const given = call.options.findLast(({ spec }) => spec.names.includes(option));
  if (given === undefined) return {};
  return { cwd: given.value === undefined ? 'unknown' : wordFrom(given.value.word, given.value.from) };
}
