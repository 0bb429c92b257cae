/** Each shell text that a call runs becomes a call of its own for rules and floor. */
import { closureOf } from '../../closure/closureOf';
import { NOTHING_RUNS, type Closure, type ClosureText } from '../../closure/closure';
import type { ToolCall } from '../../calls/toolCall';
import type { Gate } from '../model/ports';
import type { CallClosure } from '../model/stage';

const NOTHING: CallClosure = { closure: NOTHING_RUNS, parts: [], starts: [] };
const UNREAD: CallClosure = { closure: { roots: [], unresolved: [], complete: false }, parts: [], starts: [] };

export function callClosure(call: ToolCall, { files, machine }: Pick<Gate, 'files' | 'machine'>): CallClosure {
  const { line } = call;
  if (line === undefined) return call.command === undefined && call.guessedLines.length === 0 ? NOTHING : UNREAD;
  const { closure, texts, starts } = closureOf(line.analysis, call.touches, { files, machine });
  const parts = texts.map((text) => ({
    text,
    call: {
      ...call,
      command: text.text,
      line: { analysis: text.analysis, cwd: text.cwd, use: line.use },
      touches: text.touches,
    },
  }));
  return { closure, parts, starts };
}

/** `script FILE, line N`: where the fragment is, else where the text starts. */
export function placeIn({ node, text, line }: ClosureText, fragment: string): string {
  const name = node.name === undefined ? '' : `, ${node.name}`;
  return `${JSON.stringify(node.path)} (${KIND_WORDS[node.kind]}${name}, line ${line + linesBefore(text, fragment)})`;
}

export function insideSentence(text: ClosureText, fragment: string): string {
  return `It is in ${placeIn(text, fragment)}, which this call runs.`;
}

function linesBefore(text: string, fragment: string): number {
  const [first = ''] = fragment.split('\n', 1);
  const at = first === '' ? -1 : text.indexOf(first);
  const start = at === -1 ? text.indexOf(first.split(/\s/, 1)[0] ?? '') : at;
  return start <= 0 ? 0 : text.slice(0, start).split('\n').length - 1;
}

const KIND_WORDS: Readonly<Record<Closure['roots'][number]['kind'], string>> = {
  script: 'script',
  sourced: 'sourced file',
  piped: 'piped file',
  module: 'module',
  'package-script': 'package script',
  'make-target': 'make target',
  'git-hook': 'git hook',
  task: 'task',
  configuration: 'configuration',
  executable: 'installed program',
};
