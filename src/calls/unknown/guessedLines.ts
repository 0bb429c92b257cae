/** Only to block. */
import { isPatch } from '../../files/patchText';
import type { JsonObject, JsonValue } from '../../common/json';
import { LOOKED_AT } from './lookedAt';

const LINE_KEY = /^(?:command|commands|command_?line|cmd|cmdline|shell_?command|script|argv|bash|exec|run)$/i;
const TYPED_KEY = /^(?:text|input|chars|keys|keystrokes|data|sequence|stdin|code|lines?|args|arguments)$/i;
const TERMINAL_TOOL = /terminal|shell|bash|stdin|tmux|console|(?:with|to)_process/i;
/** Not in `reply` or `empty`. */
const TERMINAL_WORD = /(?<![A-Za-z])(?:pty|Pty|PTY|repl|Repl|REPL)(?![a-z])|(?<=[a-z])(?:Pty|Repl)(?![a-z])/;
const PATCH_TOOL = /patch|diff/i;
const TYPES_INTO_TERMINAL = /terminal\.(?:sendSequence|runSelectedText)|runInTerminal/i;

const FOLDER_KEY = /^(?:cwd|workdir|work(?:ing)?_?dir(?:ectory)?|dir_path|directory|workspace_?folder)$/i;

export interface GuessedLine {
  readonly command: string;
  readonly folder: string | undefined;
}

export function guessedLines(tool: string, input: JsonObject): readonly GuessedLine[] {
  const lines: GuessedLine[] = [];
  let left = LOOKED_AT.lineCharacters;

  // To a shell its lines are commands.
  const takesPatches = PATCH_TOOL.test(tool);

  function add(command: string, folder: string | undefined): void {
    if (command.trim() === '' || lines.length >= LOOKED_AT.lines || command.length > left) return;
    if (takesPatches && isPatch(command)) return;
    left -= command.length;
    lines.push({ command, folder });
  }

  function visit(value: JsonObject, typed: boolean, depth: number): void {
    const folder = folderIn(value);
    const args = words(value['args'] ?? value['arguments']);
    for (const [key, item] of Object.entries(value)) {
      const isLine = LINE_KEY.test(key) || (typed && TYPED_KEY.test(key));
      if (isLine && typeof item === 'string') {
        add(args === undefined ? item : `${item} ${args.map(quoted).join(' ')}`, folder);
      } else if (isLine && Array.isArray(item)) {
        const list = words(item);
        // One command's words, or several commands.
        if (list !== undefined) for (const line of [list.map(quoted).join(' '), ...list]) add(line, folder);
        else visitAll(item, typed, depth + 1);
      } else {
        visitAll(item, typed, depth + 1);
      }
    }
  }

  function visitAll(item: JsonValue, typed: boolean, depth: number): void {
    if (typeof item !== 'object' || item === null || depth > LOOKED_AT.depth) return;
    for (const inner of Array.isArray(item) ? (item as readonly JsonValue[]) : [item]) {
      if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
        visit(inner as JsonObject, typed, depth);
    }
  }

  visit(input, TERMINAL_TOOL.test(tool) || TERMINAL_WORD.test(tool) || typesIntoTerminal(input), 0);
  return lines;
}

function typesIntoTerminal(input: JsonObject): boolean {
  return Object.values(input).some((value) => typeof value === 'string' && TYPES_INTO_TERMINAL.test(value));
}

function folderIn(value: JsonObject): string | undefined {
  const [, folder] =
    Object.entries(value).find(([key, item]) => FOLDER_KEY.test(key) && typeof item === 'string' && item !== '') ?? [];
  return folder as string | undefined;
}

function words(value: JsonValue | undefined): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const list = value as readonly JsonValue[];
  return list.every((item) => typeof item === 'string') ? list : undefined;
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
