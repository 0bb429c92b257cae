import { table } from '../../common/table';
import { oncePer } from '../../common/oncePer';
import {
  programName,
  type Analysis,
  type Redirection,
  type SimpleCommand,
  type Word,
} from '../../shell/model/analysis';
import { readCall } from '../../shell/calls/commandCall';
import { hasOption } from '../../shell/model/commandTable';

/** May follow a here-document's. Behind a brace or `done` several commands share it. */
const OWN_REDIRECTION = /^[ \t]*(?:<<-?[ \t]*(?:\w+|'\w+'|"\w+")[ \t]*)?1?>\|?[ \t]*$/;

const OWN_PIPE = /^[ \t]*\|[ \t]*(?:sudo[ \t]+)?$/;

/** Without uncertain texts. */
export const writtenTexts = oncePer((analysis: Analysis): ReadonlyMap<Word, string> => {
  const found = new Map<Word, string>();
  // An unknown part may redefine `echo`.
  if (analysis.unknown.length > 0) return found;
  for (const [index, command] of analysis.commands.entries()) {
    // After `sudo` the program is second.
    const before = analysis.commands
      .slice(Math.max(0, index - 3), index)
      .findLast(({ context }) => context.pipe?.index === 0);
    for (const [word, text] of writtenBy(command, before, analysis)) found.set(word, text);
  }
  return found;
});

function writtenBy(command: SimpleCommand, before: SimpleCommand | undefined, analysis: Analysis): [Word, string][] {
  if (command.words[0]?.text === 'tee') {
    const call = readCall(command);
    const text = inputText(command) ?? (before === undefined ? undefined : pipedText(before, command, analysis));
    if (text === undefined || call === undefined || hasOption(call, '-a')) return [];
    return call.operands.map((word) => [word, text]);
  }
  const target = onlyTarget(command, analysis.script);
  const text = target === undefined ? undefined : outputText(command, analysis);
  return target === undefined || text === undefined ? [] : [[target, text]];
}

function onlyTarget({ words, redirections }: SimpleCommand, script: string): Word | undefined {
  const outputs = redirections.filter(({ operator, descriptor }) => !operator.startsWith('<<') && descriptor !== 2);
  const [output] = outputs;
  const last = words.at(-1);
  if (output === undefined || outputs.length > 1 || last === undefined) return undefined;
  if (output.operator !== '>' && output.operator !== '>|') return undefined;
  if (output.descriptor !== undefined && output.descriptor !== 1) return undefined;
  return OWN_REDIRECTION.test(script.slice(last.position + last.raw.length, output.target.position))
    ? output.target
    : undefined;
}

function pipedText(before: SimpleCommand, command: SimpleCommand, analysis: Analysis): string | undefined {
  const last = before.words.at(-1);
  if (last === undefined || before.redirections.length > 0 || command.context.pipe?.index !== 1) return undefined;
  if (command.redirections.some(replacesInput)) return undefined;
  const gap = analysis.script.slice(last.position + last.raw.length, command.words[0]?.position);
  return OWN_PIPE.test(gap) ? outputText(before, analysis) : undefined;
}

function replacesInput({ operator, descriptor }: Redirection): boolean {
  return (descriptor ?? (operator.startsWith('<') ? 0 : 1)) === 0;
}

/** They run it once and here. */
const RUNS_ONCE = new Set(['command', 'builtin', 'exec', 'env', 'nice', 'nohup', 'timeout', 'sudo']);

function outputText(command: SimpleCommand, analysis: Analysis): string | undefined {
  const { via, elsewhere } = command.context;
  if (elsewhere !== undefined || !via.every((runner) => RUNS_ONCE.has(runner))) return undefined;
  const texts = command.words.slice(1).map(({ text }) => text);
  if (!texts.every((text) => text !== undefined)) return undefined;
  switch (programName(command)) {
    case 'echo':
      return echoed(texts, analysis.shell === 'bash' && isBuiltin(command));
    case 'printf':
      return formatted(texts);
    case 'cat':
      return texts.every((text) => text === '-') ? inputText(command) : undefined;
    default:
      return undefined;
  }
}

/** The program's options and escapes vary by system. */
function isBuiltin({ words, context }: SimpleCommand): boolean {
  return words[0]?.text === 'echo' && context.via.every((runner) => runner === 'command' || runner === 'builtin');
}

function inputText({ redirections }: SimpleCommand): string | undefined {
  const inputs = redirections.filter(
    (redirection) => replacesInput(redirection) || redirection.operator.startsWith('<'),
  );
  const [input] = inputs;
  if (input?.target.text === undefined || inputs.length > 1 || (input.descriptor ?? 0) !== 0) return undefined;
  if (input.operator === '<<') return input.target.text;
  return input.operator === '<<<' ? `${input.target.text}\n` : undefined;
}

function echoed(args: readonly string[], plain: boolean): string | undefined {
  const firstText = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const options = (firstText === -1 ? args : args.slice(0, firstText)).join('');
  const text = firstText === -1 ? '' : args.slice(firstText).join(' ');
  if (text.includes('\\') && (!plain || options.includes('e'))) return undefined;
  if (!plain && args[0]?.startsWith('-') === true) return undefined;
  return options.includes('n') ? text : `${text}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = table({
  '\\n': '\n',
  '\\t': '\t',
  '\\\\': '\\',
  '\\"': '"',
  '%%': '%',
});

/** Only plain text, common escapes, `%s`. */
function formatted([format = '', ...args]: readonly string[]): string | undefined {
  if (format.startsWith('-')) return undefined;
  const parts: readonly string[] = format.match(/\\[nt\\"]|%[%s]|[^\\%]+|[\\%]/g) ?? [];
  if (parts.includes('\\') || parts.includes('%')) return undefined;
  const slots = parts.filter((part) => part === '%s').length;
  if (slots === 0 && args.length > 0) return undefined;
  const rounds = slots === 0 ? 1 : Math.max(1, Math.ceil(args.length / slots));
  const pending = args.toReversed();
  const texts: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const part of parts) texts.push(part === '%s' ? (pending.pop() ?? '') : (ESCAPES[part] ?? part));
  }
  return texts.join('');
}
