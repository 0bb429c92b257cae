/** For proposals of rules. Decisions know more. */
import { camelWords } from '../../common/camelWords';
import { RUNS_SCRIPTS } from '../../facts/containedPrograms';
import { DESTRUCTIVE_OPTIONS, DESTRUCTIVE_WORDS } from '../../facts/destructiveWords';
import { changesFile } from '../../files/fileTouch';
import { programName, writtenText, type SimpleCommand } from '../../shell/model/analysis';
import type { ToolCall } from '../../calls/toolCall';
import { nodesOf } from '../../closure/closure';
import { callClosure } from '../closure/callClosure';
import { containedObjection, NOTHING_OF_PROJECT } from '../contained/containedCommand';
import type { DryRunWorld } from './dryRun';

/** Users make additions for a sandbox. */
const COMMANDS = ['$defaults'];

/**
 * A shell line that runs checks and builds of the project, or only reads; so do its scripts as they are. It removes,
 * overwrites, forces, publishes and sends nothing. A fetched address has no query. False in doubt.
 */
export function isHarmless(
  call: ToolCall,
  world: Pick<DryRunWorld, 'machine' | 'files' | 'configurationFor'>,
): boolean {
  if (call.command === undefined) {
    return call.understood && call.kind === 'fetch' && call.url !== undefined && isBareAddress(call.url);
  }
  const { closure, parts } = callClosure(call, world);
  if (nodesOf(closure).some(({ node }) => node.problem !== undefined)) return false;
  // A script was not found.
  if (closure.roots.length === 0 && call.line?.analysis.commands.some(runsScript) !== false) return false;
  const { workspaceFolders } = world.configurationFor(call.request.cwd, undefined);
  const place = { machine: world.machine, files: world.files, workspaceFolders, commands: COMMANDS };
  const objection = (one: ToolCall): string | undefined =>
    one.line === undefined ? 'it is not read' : containedObjection(one.line, one.input, place)?.why;
  return (
    objection(call) === undefined &&
    parts.every((part) => (objection(part.call) ?? NOTHING_OF_PROJECT) === NOTHING_OF_PROJECT) &&
    [call, ...parts.map((part) => part.call)].every(isWithoutHarm)
  );
}

function runsScript(command: SimpleCommand): boolean {
  return RUNS_SCRIPTS.has(programName(command) ?? '');
}

function isWithoutHarm({ line, touches }: ToolCall): boolean {
  if (line === undefined || line.analysis.unknown.length > 0) return false;
  if (touches.some(({ change, path }) => changesFile(change) && path !== '/dev/null')) return false;
  return line.analysis.commands.every((command) => command.assignments.length === 0 && hasNoDestructiveWord(command));
}

function hasNoDestructiveWord({ words }: SimpleCommand): boolean {
  return words.every(
    (word) =>
      word.text !== undefined &&
      !DESTRUCTIVE_OPTIONS.has(word.text) &&
      camelWords(writtenText(word)).every((part) => !DESTRUCTIVE_WORDS.has(part)),
  );
}

function isBareAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && `${search}${username}${password}` === '';
}
