/** What starts itself, or others, until the machine stalls. */
import { programName } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { withoutWideBlanks } from '../../shell/reading/wideBlanks';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';

const RULE: CommandRule = { check: 'fork-bomb', remedy: 'Let the function end before it starts itself again.' };

export function forkBomb({ command, line }: CheckedCommand): FloorHit | undefined {
  const { function: name, pipe, background, startsForEver } = command.context;
  if (startsForEver === true && background)
    return ruleHit(RULE, 'start processes without end', `while true; do ${writtenCommand(command)} & done`);
  if (name === undefined || programName(command) !== name) return undefined;
  const inPipe =
    pipe !== undefined &&
    line.commands.some(
      (other) =>
        other !== command &&
        other.context.function === name &&
        other.context.pipe !== undefined &&
        programName(other) === name,
    );
  // A folder walk also starts itself.
  if (!inPipe && !(background && command.words.length === 1)) return undefined;
  return ruleHit(RULE, 'start itself over and over until the machine stands still', `${name}() { ... ${name} ... }`);
}

const ENDLESS =
  /(?:\bwhile\s{0,4}\(?\s{0,4}(?:1|true|!0|!!1|fork)\b|\bfor\s{0,4}\(\s{0,4};\s{0,4};|\bloop\s{0,4}(?:\{|do\b)|\bsetInterval\s{0,4}\(|\buntil\s{0,4}\(?\s{0,4}(?:0|false)\b)[^]{0,200}?(?:\bfork\b|pcntl_fork)/i;
const ENDLESS_BEHIND =
  /\bfork\b\s{0,4}(?:\(\s{0,4}\))?\s{0,4}(?:while|until)\s{0,4}\(?\s{0,4}(?:1|0|true|false|fork|!0)\b/i;
const ENDLESS_LIST =
  /\bfork\(\)\s{0,4}for\s{1,4}\w{1,40}\s{1,4}in\s{1,4}(?:iter\(\s{0,4}int|(?:itertools\.)?(?:count|repeat|cycle)\()/;
/** A server that forks waits for its children, or ends in them. */
const ENDS = /wait|\bexit|\bsleep|\bbreak\b|\blast\b|\breturn\b|accept|SIGCHLD|exit!/i;

/** In another language: `fork while 1`. */
export function forkBombCode(code: string): FloorHit | undefined {
  const text = withoutWideBlanks(code);
  const bomb = ENDLESS_BEHIND.test(text) || ENDLESS_LIST.test(text) || (ENDLESS.test(text) && !ENDS.test(text));
  return bomb
    ? ruleHit(RULE, 'start itself over and over until the machine stands still', text.slice(0, 200))
    : undefined;
}

/** `NAME(){ NAME|NAME& };NAME` in unparsed text. */
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
