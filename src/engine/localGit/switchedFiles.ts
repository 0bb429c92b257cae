/** Switching to a branch writes what differs from the present commit. */
import { joinPath, parentPath } from '../../files/pathText';
import type { GitRepository } from '../../files/git/gitObjection';
import type { SimpleCommand } from '../../shell/model/analysis';
import type { ReadOnlyPlace } from '../proof/readOnlyPlace';
import type { GitAct } from './gitForms';

/** Their proof rests on nothing that a branch may bring. */
const BESIDE = new Set(['echo', 'pwd', 'head', 'tail', 'true']);
/** They show no file's content. */
const GIT_BESIDE = new Set(['status', 'branch', 'log', 'rev-parse', 'remote', 'stash']);

/** @returns absolute paths; a string: why they are not known, to end a sentence */
export function switchedFiles(
  { gitFolder, workTree }: GitRepository,
  { switchesTo }: GitAct,
  { files, machine: { platform } }: ReadOnlyPlace,
): readonly string[] | string {
  if (switchesTo === undefined) return [];
  const names = files.changedByBranch(gitFolder, switchesTo);
  if (names === undefined) return `it is not known which files ${switchesTo} changes`;
  const changed: string[] = [];
  for (const name of names) {
    const path = name.split('/').reduce((at, part) => joinPath(at, part, platform), workTree);
    // Git would replace an ignored file by a folder.
    for (let at = parentPath(path, platform); at !== workTree; at = parentPath(at, platform)) {
      const facts = files.inspect(at);
      const isFolder = facts === 'absent' || (facts !== 'unreadable' && facts.type === 'directory');
      if (!isFolder) return `${at} is in the way`;
    }
    changed.push(path);
  }
  return changed;
}

/**
 * The line was proven for the files of now.
 * @returns a command beside a switch that may read other files then; undefined: none
 */
export function besideSwitch(
  commands: readonly SimpleCommand[],
  acts: ReadonlyMap<SimpleCommand, GitAct>,
): SimpleCommand | undefined {
  const switching = commands.find((command) => acts.get(command)?.switchesTo !== undefined);
  if (switching === undefined) return undefined;
  return commands.find((command) => command !== switching && !isIndependent(command, acts));
}

function isIndependent(command: SimpleCommand, acts: ReadonlyMap<SimpleCommand, GitAct>): boolean {
  const [program = '', subcommand = ''] = command.words.map(({ text }) => text);
  return !acts.has(command) && (program === 'git' ? GIT_BESIDE.has(subcommand) : BESIDE.has(program));
}
