import { WRAPPERS, type Wrapper } from '../../facts/wrappers';
import { hasOption, type CommandCall } from '../model/commandTable';
import type { Opened, OpenedCommand, Opener } from './opener';
import { innerCommand, openedCommand, type InnerCommand } from './innerCommand';
import type { Word } from '../model/analysis';
import { mayBeOption, wordFrom } from '../model/words';

export const PREFIX_WRAPPERS: ReadonlyMap<string, Opener> = new Map(
  WRAPPERS.filter(({ opener }) => opener === undefined).flatMap((wrapper) =>
    wrapper.names.split(' ').map((name) => [name, prefixOpener(wrapper)] as const),
  ),
);

function prefixOpener(wrapper: Wrapper): Opener {
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

/** `sudo` also reads options after assignments. */
function optionsBehind({ assignments: [assignment], words: [name] }: InnerCommand): string | undefined {
  if (assignment === undefined || name === undefined || !mayBeOption(name)) return undefined;
  return `options behind ${assignment.name}= are not read`;
}

function startsShell({ startsShell, skip = 0 }: Wrapper, call: CommandCall, leading: number): boolean {
  if (startsShell === undefined || leading < skip) return false;
  return startsShell === true || startsShell.some((name) => hasOption(call, name));
}

function placeOf(wrapper: Wrapper, call: CommandCall, leading: readonly Word[]): Omit<OpenedCommand, 'words'> {
  const root = wrapper.otherRoot?.find((name) => hasOption(call, name));
  const isElsewhere = root !== undefined || wrapper.otherRoot?.length === 0;
  const program = call.specs[0]?.names[0] ?? '';
  return {
    ...(wrapper.asOtherUser ? { asOtherUser: true } : {}),
    ...(isElsewhere ? { elsewhere: [program, root ?? leading[0]?.raw ?? ''].join(' ') } : {}),
    ...folderOf(call, wrapper.folder),
  };
}

export function folderOf(call: CommandCall, option: string | undefined): Pick<OpenedCommand, 'cwd'> {
  if (option === undefined) return {};
  const given = call.options.findLast(({ spec }) => spec.names.includes(option));
  if (given === undefined) return {};
  return { cwd: given.value === undefined ? 'unknown' : wordFrom(given.value.word, given.value.from) };
}
