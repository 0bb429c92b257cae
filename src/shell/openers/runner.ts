import { writtenText, type SimpleCommand, type Word } from '../model/analysis';
import { readCallAs } from '../calls/commandCall';
import type { CommandCall, CommandSpec, OptionSpec } from '../model/commandTable';
import { options } from '../model/tableNotation';
import { blankWords, joinWords, maySplit, withWords, wordFrom } from '../model/words';
import { leadingAssignments, nameDoubt, openedCommand } from './innerCommand';
import { assemble } from './assemble';
import type { Opened, OpenedCommand, Opener } from './opener';

export interface Runner {
  /** Without those whose value is a script or a program, below. */
  readonly options?: readonly OptionSpec[];
  /** Blank-separated names share an entry. */
  readonly subcommands?: Readonly<Record<string, Runner>>;
  /** Operands before the inner command; undefined: its operands are no command. */
  readonly skip?: number;
  /** A shell reads the joined words. */
  readonly joins?: true;
  readonly eachScript?: true;
  /** Their value is a script. The spellings are joined by `|`. */
  readonly scripts?: string;
  /** Their value is a program for the inner words. */
  readonly program?: string;
  /** All words after these are the command: `xterm -e`. A single word is a script. */
  readonly restAfter?: string;
  readonly assignments?: true;
  readonly behindDashes?: true;
  /** On another machine or in a container; a number is the operand that names it. */
  readonly elsewhere?: number | true;
  readonly asOtherUser?: true;
}

export function runnerOpener(runner: Runner): Opener {
  const compiled = compile(runner);
  return (command) => openBy(compiled, command, command.words[0]?.text ?? '');
}

interface CompiledRunner extends Omit<Runner, 'subcommands'> {
  readonly spec: CommandSpec;
  readonly subcommands: ReadonlyMap<string, CompiledRunner>;
}

function compile({ subcommands = {}, ...runner }: Runner): CompiledRunner {
  return {
    ...runner,
    spec: {
      names: ['runner'],
      style: runner.skip === undefined ? 'gnu' : 'posix',
      options: [...(runner.options ?? []), ...valuedOptions(runner.scripts), ...valuedOptions(runner.program)],
    },
    subcommands: new Map(
      Object.entries(subcommands).flatMap(([names, inner]) => {
        const compiled = compile(inner);
        return names.split(' ').map((name) => [name, compiled] as const);
      }),
    ),
  };
}

function openBy(runner: CompiledRunner, command: SimpleCommand, title: string): Opened | undefined {
  const call = readCallAs(command, runner.spec);
  const [first] = call.operands;
  const found = call.operands
    .slice(0, call.unlisted.length === 0 ? 1 : 4)
    .find(({ text }) => text !== undefined && runner.subcommands.has(text));
  const subcommand = found?.text === undefined ? undefined : runner.subcommands.get(found.text);
  if (found?.text !== undefined && subcommand !== undefined) {
    const words = command.words.slice(command.words.indexOf(found));
    const opened = openBy(subcommand, withWords(command, words), `${title} ${found.text}`);
    const doubt =
      found === first ? optionDoubt(call, title, words.length) : `${title} may read options that are not known`;
    return opened === undefined || doubt === undefined ? opened : { ...opened, unknown: doubt };
  }
  return openHere(runner, call, title);
}

function openHere(runner: CompiledRunner, call: CommandCall, title: string): Opened | undefined {
  const place = placeOf(runner, call, title);
  const scripts = optionWords(call, runner.scripts).map((text) => ({ text, shell: 'sh' as const, ...place }));
  if (runner.restAfter !== undefined) return openRest(runner.restAfter.split('|'), call.command.words, title);
  const behind = runner.behindDashes ? wordsBehindDashes(call.command) : undefined;
  if (runner.eachScript) {
    const each = call.operands.map((text) => ({ text, shell: 'sh' as const }));
    const doubt = optionDoubt(call, title, call.operands.length);
    return assemble({ scripts: [...scripts, ...each], unknown: each.length > 0 ? doubt : undefined });
  }
  if (runner.skip === undefined || (runner.behindDashes && behind === undefined)) {
    return assemble({ scripts });
  }
  const operands = behind ?? call.operands.slice(runner.skip);
  const rest = operands[0]?.text === '--' ? operands.slice(1) : operands;
  const assignments = runner.assignments ? leadingAssignments(rest) : [];
  const program = optionWords(call, runner.program).at(-1);
  const words = [
    ...(program === undefined ? [] : blankWords(writtenText(program), program.position)),
    ...rest.slice(assignments.length),
  ];
  if (words.length === 0) return assemble({ scripts });
  const doubt = (behind === undefined ? optionDoubt(call, title, words.length) : undefined) ?? nameDoubt(title, words);
  if (runner.joins) {
    return assemble({ scripts: [...scripts, { text: joinWords(words), shell: 'sh', ...place }], unknown: doubt });
  }
  const inner = openedCommand(words, doubt, { ...(assignments.length === 0 ? {} : { assignments }), ...place });
  return assemble({ ...inner, scripts });
}

function valuedOptions(list = ''): readonly OptionSpec[] {
  return list === '' ? [] : options(...list.split(' ').map((spellings) => `${spellings}=`));
}

function optionWords({ options }: CommandCall, list = ''): readonly Word[] {
  const names = list.split(/[ |]/);
  return options.flatMap(({ spec, value }) =>
    value !== undefined && spec.names.some((name) => names.includes(name)) ? [wordFrom(value.word, value.from)] : [],
  );
}

function openRest(names: readonly string[], words: readonly Word[], title: string): Opened | undefined {
  const at = words.findIndex(({ text }) => text !== undefined && names.includes(text));
  const [first, ...rest] = at === -1 ? [] : words.slice(at + 1);
  if (first === undefined) return undefined;
  if (rest.length === 0) return { scripts: [{ text: first, shell: 'sh' }] };
  return openedCommand([first, ...rest], nameDoubt(title, [first]));
}

function placeOf(
  { elsewhere, asOtherUser }: CompiledRunner,
  { operands }: CommandCall,
  title: string,
): Omit<OpenedCommand, 'words'> {
  if (elsewhere === undefined) return asOtherUser ? { asOtherUser } : {};
  const named = elsewhere === true ? undefined : operands[elsewhere];
  return { elsewhere: named === undefined ? title : `${title} ${writtenText(named)}` };
}

/** Why the inner command may start elsewhere. */
function optionDoubt({ command, unlisted }: CommandCall, title: string, inner: number): string | undefined {
  const before = command.words.slice(1, command.words.length - inner);
  const strange = before.find((word) => maySplit(word) || unlisted.includes(word));
  return strange === undefined
    ? undefined
    : `${title} may read ${JSON.stringify(writtenText(strange))} as an option that is not known`;
}

function wordsBehindDashes({ words }: SimpleCommand): readonly Word[] | undefined {
  const at = words.findIndex(({ text }) => text === '--');
  return at === -1 ? undefined : words.slice(at + 1);
}
