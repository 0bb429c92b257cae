import { foldersOf } from '../../shell/model/analysis';
import { hasOption, type CommandCall } from '../../shell/model/commandTable';
import { repositoryFolder } from '../../calls/command/repositoryFolder';
import { joinPath, parentPath } from '../../files/pathText';
import { addressHoldsCredential, fileHoldsCredential } from '../../files/git/configCredentials';
import { OPENS_OLD } from '../../files/git/codeSettings';
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
  if (opensOldRepositories(call, subcommand)) return OPENS_OLD;
  const folders = foldersOf(call.command);
  for (const start of folders.length === 0 ? [undefined] : folders) {
    const folder = repositoryFolder(start, call, place);
    if (folder === undefined) return 'it is not known in which folder git would run';
    if (place.files.isRemote(folder)) return 'git would run in a network folder';
    const repository = repositoryAt(existingFolder(folder, place), subcommand, place);
    if (typeof repository === 'string') return repository;
    if (printsAddresses(call)) {
      const holdsToken =
        repository?.settings.some(addressHoldsCredential) === true || usersAddressHoldsCredential(place);
      if (holdsToken) return 'an address in its configuration holds a token';
    }
    if (repository === undefined) continue;
    if (!printsContents(call)) continue;
    const objection = outsideContentsObjection(repository, place);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

/** Their settings run programs there, also to fetch what is missing. */
function opensOldRepositories(call: CommandCall, subcommand: string): boolean {
  if (call.options.some(({ spec, value }) => spec.names.includes('--submodule') && shownAs(value) !== 'short'))
    return true;
  if (subcommand !== 'grep' || !hasOption(call, '--recurse-submodules')) return false;
  const { words } = call.command;
  const patterns = hasOption(call, '-e') || hasOption(call, '-f') ? 0 : 1;
  const [first] = call.operands;
  // In front of the pattern `--` ends options only.
  const start = patterns === 0 || first === undefined ? 0 : words.indexOf(first);
  const paths = words.findIndex(({ text }, at) => at >= start && text === '--');
  // Each may be a revision.
  return call.operands.filter((word) => paths === -1 || words.indexOf(word) < paths).length > patterns;
}

function shownAs(value: CommandCall['options'][number]['value']): string | undefined {
  return value?.word.text?.slice(value.from);
}

/** `git remote -v`, `git config remote.origin.url`; names of keys hold addresses too: `url.ADDRESS.insteadOf`. */
function printsAddresses({ command, specs, operands }: CommandCall): boolean {
  const subcommand = specs[1]?.names[0];
  if (command.words.some(({ text }) => text?.includes('remotename') === true)) return true;
  if (subcommand !== 'config') return subcommand === 'remote';
  return operands.length === 0 || operands.some(({ text }) => !WITHOUT_ADDRESSES.test(text ?? ''));
}

const WITHOUT_ADDRESSES =
  /^(?:user|core|init|color|commit|pull|push|fetch|diff|merge|rebase|tag|alias|gpg|log|status|format|column|pager|feature|rerere)\.[\w-]+$/i;

/** The user's own settings rewrite addresses that git prints. */
function usersAddressHoldsCredential({ files, machine: { homeDirectory, platform } }: ReadOnlyPlace): boolean {
  return USERS_CONFIGURATION.some((path) => {
    const file = path.split('/').reduce((folder, name) => joinPath(folder, name, platform), homeDirectory);
    return fileHoldsCredential(file, files);
  });
}

const USERS_CONFIGURATION = ['.gitconfig', '.config/git/config'];

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
