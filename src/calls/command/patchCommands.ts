import { programName, writtenText, type SimpleCommand } from '../../shell/model/analysis';
import type { FileTouch } from '../../files/fileTouch';
import { isPatch, patchTouches } from '../../files/patchText';

const PATCHES: ReadonlySet<string> = new Set(['patch', 'gpatch', 'apply_patch', 'applypatch']);
const FOLDER_OPTION = /^(?:-d|-C|--directory)$/;

/** The program decides which parts apply. */
export function patchesIn(command: SimpleCommand): readonly FileTouch[] {
  if (!appliesPatches(command)) return [];
  const { words, redirections, cwd } = command;
  const texts = [
    ...redirections.filter(({ operator }) => operator.startsWith('<<')).map(({ target }) => target),
    ...words,
  ]
    // Codex applies a line that is all patch, with its quotes.
    .flatMap((word) => [...new Set([writtenText(word), word.raw])])
    .filter(isPatch);
  if (texts.length === 0) return [];
  const named = words.flatMap(({ text }, index) => {
    const value = FOLDER_OPTION.test(text ?? '') ? words[index + 1]?.text : undefined;
    return value === undefined ? [] : [value];
  });
  const folders = [cwd ?? '.', ...named.slice(0, 4).map((folder) => below(cwd ?? '.', folder))];
  return texts
    .flatMap(patchTouches)
    .flatMap(({ path, change }) => folders.map((folder) => ({ path: below(folder, path), change })));
}

function appliesPatches(command: SimpleCommand): boolean {
  const program = programName(command) ?? '';
  if (program !== 'git') return PATCHES.has(program);
  return command.words.some(({ text }) => text === 'apply' || text === 'am');
}

function below(folder: string, path: string): string {
  return path.startsWith('/') ? path : `${folder}/${path}`;
}
