import { foldersOf } from '../shell/model/analysis';
import { resolvePath, type ResolvedPath } from '../files/pathResolution';
import { LONGEST_PATH_TEXT } from '../files/pathText';
import type { JsonObject } from '../common/json';
import type { FileSystem } from '../files/fileSystem';
import type { MachineFacts } from '../files/machineFacts';
import type { ToolCall } from './toolCall';

const MAX_LOOKED_FOR = 400;
const MAX_FILE_BYTES = 1_000_000;
const MAX_CHARACTERS = 4_000_000;

const BETWEEN_WORDS = /[\s;&|()<>{}=,]+/;
const QUOTES = /['"`\\]/g;

/**
 * A changed link or script changes the line. What they name is ignored.
 * @returns undefined: a program known only to the shell, too many names, or no text
 */
export function namedFiles(call: ToolCall, machine: MachineFacts, files: FileSystem): JsonObject | undefined {
  const { command, line, request } = call;
  const at = (path: string, folder: string | undefined): ResolvedPath => resolvePath(path, folder, machine, files);
  const commands = line?.analysis.commands ?? [];
  const started = [request.cwd, line?.cwd, ...commands.flatMap(foldersOf)].filter((folder) => folder !== undefined);
  const folders = [...new Set(started)];
  const ledTo = folders.map((folder) => shown(at(folder, undefined)));
  if (command === undefined) return { folders: ledTo };
  if (commands.some(({ words: [program] }) => program !== undefined && program.text === undefined)) return undefined;

  const words = [
    ...new Set([...commands.flatMap(({ words: all }) => all.map(({ text }) => text ?? '')), ...roughWords(command)]),
  ].filter((word) => word !== '' && word.length <= LONGEST_PATH_TEXT);
  if (words.length * folders.length > MAX_LOOKED_FOR) return undefined;
  const named = words.flatMap((word) => folders.map((folder) => at(word, folder)));
  // A line in an unknown language may enter any folder that it names.
  const into = [
    ...new Set(named.flatMap(({ real }) => (real !== undefined && isA('directory', real, files) ? real : []))),
  ].filter((folder) => !folders.includes(folder));
  if (words.length * (folders.length + into.length) > MAX_LOOKED_FOR) return undefined;
  const all = [...named, ...words.flatMap((word) => into.map((folder) => at(word, folder)))];

  const contents = new Map<string, string>();
  let left = MAX_CHARACTERS;
  for (const { real } of all) {
    if (real === undefined || contents.has(real) || !isA('file', real, files)) continue;
    const text = files.readText(real, MAX_FILE_BYTES);
    left -= text?.length ?? 0;
    if (text === undefined || left < 0) return undefined;
    contents.set(real, text);
  }
  return { folders: ledTo, paths: all.map(shown), contents: [...contents].map(([path, text]) => ({ path, text })) };
}

/** With quotes as blanks and without. */
function roughWords(command: string): readonly string[] {
  return [command.replace(QUOTES, ' '), command.replace(QUOTES, '')].flatMap((text) => text.split(BETWEEN_WORDS));
}

function isA(type: 'file' | 'directory', path: string, files: FileSystem): boolean {
  const facts = files.inspect(path);
  return typeof facts === 'object' && facts.type === type;
}

function shown({ candidates, real }: ResolvedPath): JsonObject {
  return { candidates, real: real ?? null };
}
