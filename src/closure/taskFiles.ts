/** Tasks of `Taskfile.yml` and `mise.toml`. */
import { settingsIn } from '../files/projectSettings';
import type { PartText } from './run';

export interface FileTask {
  /** Empty: runs whenever the file is read. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly isDefault: boolean;
  readonly needs: readonly string[];
  readonly texts: readonly PartText[];
  readonly language: 'shell' | 'code';
  /** Another folder than the file's. */
  readonly isElsewhere: boolean;
  /** They end sentences. */
  readonly doubts: readonly string[];
}

const MOST_LINES = 20_000;

/** By indentation: each text of a list or a command key is one. */
export function taskfileTasks(text: string): readonly FileTask[] | undefined {
  const lines = text.split(/\r?\n/);
  if (lines.length > MOST_LINES || lines.some((line) => line.startsWith('\t'))) return undefined;
  const tasks: FileTask[] = [];
  const doubts = lines.some((line) => /^(?:includes|vars|env|dotenv|set|shopt):/.test(line))
    ? ['the file has more that decides what runs']
    : [];
  const start = lines.findIndex((line) => /^tasks:\s*(?:#.*)?$/.test(line));
  if (start === -1) return undefined;
  const indent = depthOf(
    lines.slice(start + 1).find((line) => line.trim() !== '' && !line.trim().startsWith('#')) ?? '',
  );
  let block: { name: string; from: number } | undefined;
  const close = (end: number): void => {
    if (block !== undefined) tasks.push(taskOf(block.name, lines.slice(block.from, end), block.from + 1, doubts));
  };
  for (let at = start + 1; at <= lines.length; at += 1) {
    const line = lines[at];
    const isBlank = line === undefined || line.trim() === '' || line.trim().startsWith('#');
    if (line !== undefined && isBlank) continue;
    const depth = line === undefined ? 0 : depthOf(line);
    if (depth > indent) continue;
    close(at);
    block = undefined;
    if (depth < indent) break;
    const [, name = ''] = /^\s*["']?([\w:.*-]+)["']?:/.exec(line ?? '') ?? [];
    block = { name, from: at };
  }
  return tasks;
}

const COMMAND_LINE = /^\s*(?:- )?(?:(?:cmd|sh|cmds|status|preconditions|run):\s*)?(?:- )?(.*)$/;

function taskOf(name: string, lines: readonly string[], first: number, doubts: readonly string[]): FileTask {
  const texts: PartText[] = [];
  const needs: string[] = [];
  let key = '';
  let block: { line: number; text: string; depth: number } | undefined;
  lines.forEach((written, index) => {
    const line =
      index === 0 ? written.replace(/^\s*["']?[\w:.*-]+["']?:/, (match) => ' '.repeat(match.length)) : written;
    if (block !== undefined && (line.trim() === '' || depthOf(line) > block.depth)) {
      block.text += `\n${line.trim()}`;
      return;
    }
    if (block !== undefined) texts.push({ line: block.line, text: block.text.trim() });
    block = undefined;
    const [, named] = /^\s*(?:- )?(\w+):/.exec(line) ?? [];
    if (named !== undefined && !line.trimStart().startsWith('- ')) key = named;
    const [, task] = /^\s*(?:- )?task:\s*["']?([\w:.-]+)/.exec(line) ?? [];
    if (task !== undefined) needs.push(task);
    else if (/^(?:deps)$/.test(key)) needs.push(...(line.replace(/^\s*deps:/, '').match(/[\w:.-]*\w/g) ?? []));
    else if (
      /^(?:cmds?|status|preconditions|sh|vars|env)$/.test(key) ||
      index === 0 ||
      named === 'cmd' ||
      named === 'sh'
    ) {
      const [, text = ''] = COMMAND_LINE.exec(line) ?? [];
      if (/^[|>][-+]?\s*$/.test(text)) block = { line: first + index, text: '', depth: depthOf(line) };
      else if (text.trim() !== '' && !/^\w+:(?:\s|$)/.test(text))
        texts.push({ line: first + index, text: plainYaml(text) });
    }
  });
  if (block !== undefined) texts.push({ line: (block as PartText).line, text: (block as PartText).text.trim() });
  const isElsewhere = lines.some((line) => /^\s+dir:/.test(line));
  const isOdd = lines.some((line) => /[&*]\w|<<:/.test(line.replace(/["'].*["']/, '')) && /:\s*[&*]\w|<<:/.test(line));
  return {
    name,
    aliases: [],
    isDefault: name === 'default',
    needs,
    texts,
    language: 'shell',
    isElsewhere,
    doubts: isOdd ? [...doubts, 'it takes in other parts of the file'] : doubts,
  };
}

function depthOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

/** Without quotes; the task runner's values are unknown. */
function plainYaml(text: string): string {
  const bare = text.trim();
  const [, single, double] = /^(?:'((?:[^']|'')*)'|"((?:[^"\\]|\\.)*)")\s*(?:#.*)?$/s.exec(bare) ?? [];
  const plain = single?.replaceAll("''", "'") ?? double?.replace(/\\(["\\])/g, '$1') ?? bare;
  return plain.replace(/\{\{[^{}]*\}\}/g, '${TASK_VALUE}');
}

export function miseTasks(text: string): readonly FileTask[] | undefined {
  const settings = settingsIn(text, 'toml');
  if (settings === undefined) return undefined;
  const names = new Set(settings.flatMap(({ key }) => /^tasks\.([\w:-]+)/.exec(key)?.[1] ?? []));
  return [...names].map((name): FileTask => {
    const own = settings.filter(({ key }) => key === `tasks.${name}` || key.startsWith(`tasks.${name}.`));
    const valueOf = (field: string): string | undefined =>
      own.find(({ key }) => key === `tasks.${name}.${field}`)?.value;
    const runs = [valueOf('run') ?? own.find(({ key }) => key === `tasks.${name}`)?.value].flatMap((run) =>
      run === undefined ? [] : listed(run),
    );
    const needs = ['depends', 'depends_post', 'wait_for'].flatMap((field) => listed(valueOf(field) ?? '[]'));
    const line = text.slice(0, Math.max(0, text.indexOf(name))).split('\n').length;
    const doubts =
      valueOf('file') === undefined && valueOf('shell') === undefined ? [] : ['it runs another file or shell'];
    return {
      name,
      aliases: listed(valueOf('alias') ?? '[]'),
      isDefault: name === 'default',
      needs: needs.map((needed) => needed.split(/\s/, 1)[0] ?? ''),
      texts: runs.map((run) => ({ line, text: run.replace(/\{\{[^{}]*\}\}/g, '${MISE_VALUE}') })),
      language: runs.some((run) => /^#!(?!.*\b(?:ba|da|z)?sh\b)/.test(run)) ? 'code' : 'shell',
      isElsewhere: valueOf('dir') !== undefined,
      doubts,
    };
  });
}

function listed(value: string): readonly string[] {
  if (!value.startsWith('[')) return [value];
  try {
    const items: unknown = JSON.parse(value);
    return Array.isArray(items) ? items.filter((item) => typeof item === 'string') : [value];
  } catch {
    return [value];
  }
}
