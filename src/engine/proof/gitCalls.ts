import { foldersOf } from '../../shell/model/analysis';
import type { CommandCall } from '../../shell/model/commandTable';
import { repositoryFolder } from '../../calls/command/repositoryFolder';
import { parentPath } from '../../files/pathText';
import { addressHoldsCredential } from '../../files/git/configCredentials';
import { repositoryAt } from '../../files/git/gitObjection';
import { printsContents } from '../../shell/tables/git/gitPaths';
import { outsideContentsObjection } from './outsideContents';
import type { ReadOnlyPlace } from './readOnlyPlace';

/** What the repository's settings run in a call that reads. */
export function gitCallObjection(call: CommandCall, place: ReadOnlyPlace): string | undefined {
  const [first] = call.operands;
  // Outside of the tables it may be an alias.
  const subcommand = call.specs[1]?.names[0] ?? first?.text;
  if (subcommand === undefined) {
    // `git --version` reads no repository.
    return first === undefined ? undefined : 'it is not known which of its commands git would run';
  }
  const folders = foldersOf(call.command);
  for (const start of folders.length === 0 ? [undefined] : folders) {
    const folder = repositoryFolder(start, call, place);
    if (folder === undefined) return 'it is not known in which folder git would run';
    if (place.files.isRemote(folder)) return 'git would run in a network folder';
    const repository = repositoryAt(existingFolder(folder, place), subcommand, place);
    if (typeof repository === 'string') return repository;
    if (repository === undefined) continue;
    if (printsAddresses(call) && repository.settings.some(addressHoldsCredential))
      return 'an address in its configuration holds a token';
    if (!printsContents(call)) continue;
    const objection = outsideContentsObjection(repository, place);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

/** `git remote -v`, `git config remote.origin.url`. */
function printsAddresses({ specs, operands }: CommandCall): boolean {
  const subcommand = specs[1]?.names[0];
  return (
    subcommand === 'remote' || (subcommand === 'config' && operands.some(({ text }) => /^remote\./i.test(text ?? '')))
  );
}

/** Git fails in a missing folder; once made, it belongs to the enclosing repository. */
function existingFolder(folder: string, { files, machine: { platform } }: ReadOnlyPlace): string {
  let at = folder;
  while (files.inspect(at) === 'absent' && parentPath(at, platform) !== at) at = parentPath(at, platform);
  return at;
}

/** Where git runs, links resolved. */
export function realRepositoryFolder(start: string, call: CommandCall, place: ReadOnlyPlace): string | undefined {
  const named = repositoryFolder(start, call, place);
  return named === undefined || place.files.isRemote(named) ? undefined : place.files.realPath(named);
}
