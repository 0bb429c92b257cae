/** Calls of git that store untracked files, with any options. */
import { table } from '../../common/table';
import { foldersOf, writtenText, type SimpleCommand } from '../../shell/model/analysis';
import { readCall } from '../../shell/calls/commandCall';
import { provenRepository } from '../../files/git/gitObjection';
import { realRepositoryFolder } from '../proof/gitCalls';
import type { ReadOnlyPlace } from '../proof/readOnlyPlace';
import { gitAct, type GitAct } from './gitForms';
import { storedObjection } from './storedFiles';

interface Storing {
  /** It then stores untracked files. */
  readonly when: RegExp;
  /** It then stores ignored files too. */
  readonly ignored: RegExp;
}

const ADDING: Storing = { when: /^/, ignored: /^(?:-[A-Za-z]*f|--fo)/ };

const STORING: Readonly<Record<string, Storing>> = table({
  add: ADDING,
  stage: ADDING,
  // Names from its input.
  'update-index': { when: /^--st/, ignored: /^--st/ },
  stash: { when: /^(?:-[A-Za-z]*[ua]|--inc|--al)/, ignored: /^(?:-[A-Za-z]*a|--al)/ },
});

const WHOLE_TREE: GitAct = { subcommand: 'add', paths: [], stores: 'tree', makes: [], concludes: false };

/** In an unknown form, any file that git does not ignore. */
export function mayStorePrivateFile(command: SimpleCommand, place: ReadOnlyPlace): boolean {
  const call = readCall(command);
  const name = call?.specs[1]?.names[0] ?? '';
  const storing = Object.hasOwn(STORING, name) ? STORING[name] : undefined;
  const words = command.words.slice(2).map(writtenText);
  if (call === undefined || storing === undefined || !words.some((word) => storing.when.test(word))) return false;
  if (words.some((word) => storing.ignored.test(word))) return true;
  const act = gitAct(command) ?? WHOLE_TREE;
  if (act.stores === 'tracked') return false;
  const folders = foldersOf(command);
  if (folders.length === 0) return true;
  return folders.some((start) => {
    const folder = realRepositoryFolder(start, call, place);
    if (folder === undefined) return true;
    const repository = provenRepository(folder, act.subcommand, place);
    // A string: no repository, or one without a rule.
    return typeof repository !== 'string' && storedObjection(repository, act, folder, place) !== undefined;
  });
}
