/** Functions that start themselves until the machine stalls. */
import { programName } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, type CheckedCommand, type CommandRule } from './commandCheck';

const RULE: CommandRule = { check: 'fork-bomb', remedy: 'Let the function end before it starts itself again.' };

export function forkBomb({ command, line }: CheckedCommand): FloorHit | undefined {
  const { function: name, pipe, background } = command.context;
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

const LONGEST = 32_768;
const MOST_FUNCTIONS = 500;

/** `NAME(){ NAME|NAME& };NAME` in unparsed text. */
export function forkBombText(text: string): FloorHit | undefined {
  const solid = text.slice(0, LONGEST).replace(/[\s;]+/g, '');
  let looked = 0;
  for (let at = solid.indexOf('(){'); at !== -1 && looked < MOST_FUNCTIONS; at = solid.indexOf('(){', at + 1)) {
    looked += 1;
    let start = at;
    while (start > 0 && at - start < 64 && !'&|(){}<>"\'`$'.includes(solid[start - 1] ?? '')) start -= 1;
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
