/** It starts itself, or others, until the machine stalls. */
import { programName, type SimpleCommand } from '../../shell/model/analysis';
import { oncePer } from '../../common/oncePer';
import { readOptions } from '../../calls/command/optionReading';
import { feedersOf } from './pipeline';
import type { FloorHit } from '../files/fileFloor';
import { withoutWideBlanks } from '../../shell/reading/wideBlanks';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';

const RULE: CommandRule = { check: 'fork-bomb', remedy: 'Let the function end before it starts itself again.' };

export function forkBomb({ command, line }: CheckedCommand): FloorHit | undefined {
  const { function: name, pipe, background, startsForEver } = command.context;
  if (startsForEver === true && background)
    return ruleHit(RULE, 'start processes without end', `while true; do ${writtenCommand(command)} & done`);
  if (feedsWithoutEnd(command, line.commands))
    return ruleHit(RULE, 'start processes without end', writtenCommand(command));
  if (name === undefined || !startsAgain(command, name, line.commands)) return undefined;
  const inPipe =
    pipe !== undefined &&
    line.commands.some(
      (other) =>
        other !== command &&
        other.context.function === name &&
        other.context.pipe !== undefined &&
        startsAgain(other, name, line.commands),
    );
  // Folder walks start themselves too.
  if (!inPipe && !(background && command.words.length === 1)) return undefined;
  return ruleHit(RULE, 'start itself over and over until the machine stands still', `${name}() { ... ${name} ... }`);
}

/** Perhaps by way of others. */
function startsAgain(command: SimpleCommand, name: string, commands: readonly SimpleCommand[]): boolean {
  const seen = new Set<string>();
  const open = [programName(command)];
  const calls = callsIn(commands);
  for (let next = open.pop(); next !== undefined && seen.size < MOST_FUNCTIONS; next = open.pop()) {
    if (next === name) return true;
    if (!seen.has(next)) open.push(...(calls.get(next) ?? []));
    seen.add(next);
  }
  return false;
}

const MOST_FUNCTIONS = 32;

/** What each function calls. */
const callsIn = oncePer((commands: readonly SimpleCommand[]) => {
  const calls = new Map<string, Set<string>>();
  for (const command of commands) {
    const { function: name } = command.context;
    const program = programName(command);
    if (name === undefined || program === undefined) continue;
    const of = calls.get(name) ?? new Set();
    if (of.size < MOST_FUNCTIONS) of.add(program);
    calls.set(name, of);
  }
  return calls;
});

/** Options for as many processes as there is input. */
const UNBOUNDED: readonly { readonly programs: RegExp; readonly short: string; readonly names: readonly string[] }[] = [
  { programs: /^g?xargs$/, short: 'adEIJRLnPs', names: ['-P', '--max-procs'] },
  {
    programs: /^(?:env_)?parallel$/,
    short: 'aCdEIjlLnNPsS',
    names: ['-j', '-P', '--jobs', '--max-procs'],
  },
];

function feedsWithoutEnd(command: SimpleCommand, commands: readonly SimpleCommand[]): boolean {
  const known = UNBOUNDED.find(({ programs }) => programs.test(programName(command) ?? ''));
  if (known === undefined) return false;
  const { short, names } = known;
  const long = names.filter((name) => name.startsWith('--'));
  const { options } = readOptions(command.words.slice(1), { short, long, stopAtOperand: true });
  const isUnbounded = options.some(
    ({ name, value }) => names.includes(name) && /^0+%?$|^\+?\d{4,}%?$/.test(value ?? ''),
  );
  if (!isUnbounded) return false;
  if (command.redirections.some(({ operator, target }) => operator === '<' && ENDLESS_FILE.test(target.text ?? '')))
    return true;
  const feeders = feedersOf(command, commands);
  const starts = feeders.filter(({ context }) => context.pipe?.index === 0);
  const passesAll = feeders.every((stage) => starts.includes(stage) || PASSES_ON.test(programName(stage) ?? ''));
  return passesAll && starts.some(printsWithoutEnd);
}

const ENDLESS_FILE = /^\/dev\/(?:zero|u?random|full)$/;
const PASSES_ON = /^g?(?:cat|tr|nl|rev|tac|tee)$/;

function printsWithoutEnd({ words, context, redirections }: SimpleCommand): boolean {
  const [name, ...args] = words.map(({ text }) => text ?? '');
  if (context.rounds === 'endless') return true;
  if (/^(?:.*\/)?g?yes$/.test(name ?? '')) return true;
  if (/^(?:.*\/)?g?seq$/.test(name ?? '')) return args.some((text) => /^inf/i.test(text));
  return (
    PASSES_ON.test(name ?? '') &&
    (args.some((text) => ENDLESS_FILE.test(text)) ||
      redirections.some(({ operator, target }) => operator === '<' && ENDLESS_FILE.test(target.text ?? '')))
  );
}

const ENDLESS =
  /(?:\bwhile\s{0,4}\(?\s{0,4}(?:1|true|!0|!!1|fork)\b|\bfor\s{0,4}\(\s{0,4};\s{0,4};|\bloop\s{0,4}(?:\{|do\b)|\bsetInterval\s{0,4}\(|\buntil\s{0,4}\(?\s{0,4}(?:0|false)\b)[^]{0,200}?(?:\bfork\b|pcntl_fork)/i;
/** A loop that starts a child each round and does not wait. */
const ENDLESS_CHILDREN =
  /(?:\bwhile\s{0,4}\(?\s{0,4}(?:1|true|\$true|!0)\b|\bfor\s{0,4}\(\s{0,4};\s{0,4};|\bloop\s{0,4}(?:\{|do\b))[^]{0,200}?(?:\b(?:Popen|spawn)\s{0,4}\(|\bsystem\s{0,4}\(?\s{0,4}["'][^"'&]{1,200}&\s{0,4}["']|\bStart-(?:Process|Job)\b)/i;
const ENDLESS_BEHIND =
  /\bfork\b\s{0,4}(?:\(\s{0,4}\))?\s{0,4}(?:while|until)\s{0,4}\(?\s{0,4}(?:1|0|true|false|fork|!0)\b/i;
const ENDLESS_LIST =
  /\bfork\(\)\s{0,4}for\s{1,4}\w{1,40}\s{1,4}in\s{1,4}(?:iter\(\s{0,4}int|(?:itertools\.)?(?:count|repeat|cycle)\()/;
/** A forking server waits for its children, or ends in them. */
const ENDS = /wait|communicate|poll|\bexit|\bsleep|\bbreak\b|\blast\b|\breturn\b|accept|SIGCHLD|exit!/i;

const TEXTS = /"[^"\n]{0,400}"|'[^'\n]{0,400}'/g;

export function forkBombCode(code: string): FloorHit | undefined {
  const text = withoutWideBlanks(code);
  const bomb =
    ENDLESS_BEHIND.test(text) ||
    ENDLESS_LIST.test(text) ||
    ((ENDLESS.test(text) || ENDLESS_CHILDREN.test(text)) && !ENDS.test(text.replace(TEXTS, '')));
  return bomb
    ? ruleHit(RULE, 'start itself over and over until the machine stands still', text.slice(0, 200))
    : undefined;
}

export function forkBombText(text: string): FloorHit | undefined {
  const solid = text
    .replace(/[^\S\n]+/g, '')
    .replace(/[\n;]+/g, ';')
    .replace(/\);\{/g, '){')
    .replace(/\{;/g, '{');
  for (let at = solid.indexOf('(){'); at !== -1; at = solid.indexOf('(){', at + 1)) {
    let start = at;
    while (start > 0 && at - start < 64 && !'&|(){}<>"\'`$;'.includes(solid[start - 1] ?? '')) start -= 1;
    const name = solid.slice(start, at) || undefined;
    if (name === undefined) continue;
    const body = solid.slice(at + 3, at + 3 + 2 * name.length + 2);
    const bare = name.replace(/^function(?=.)/, '');
    if (
      body.startsWith(`${name}|${name}`) ||
      body.startsWith(`${bare}|${bare}`) ||
      body.startsWith(`${name}&${name}`)
    ) {
      return ruleHit(
        RULE,
        'start itself over and over until the machine stands still',
        `${name}(){ ${name}|${name}& }`,
      );
    }
  }
  return undefined;
}
