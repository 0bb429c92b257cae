/** No rule, approval or model lifts it. Later stages judge what no check knows. */
import {
  programName,
  writtenText,
  type Analysis,
  type InlineCode,
  type SimpleCommand,
} from '../../shell/model/analysis';
import { oncePerWith } from '../../common/oncePer';
import { notUnderstood, readBeyondAnalysis } from '../../calls/command/tolerantCommands';
import { InputProblem } from '../../common/inputProblem';
import { isTooMuch, mayStart } from '../../calls/command/mayStart';
import type { FloorHit } from '../files/fileFloor';
import { GNU_NAMES } from '../../facts/gnuNames';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import type { CheckedCommand, CheckedLine, CommandCheck } from './commandCheck';
import { placeOf } from './containers';
import { onlyInforms } from './onlyInforms';
import { accounts, sshKeys } from './accounts';
import { agentSwitches } from './agentSwitches';
import { diskDestroyers } from './diskDestroyers';
import { editorSwitches } from './editorSwitches';
import { fetchAndRun } from './fetchAndRun';
import { filledPlaces } from './filledPlaces';
import { forkBomb, forkBombCode, forkBombText } from './forkBomb';
import { gateCommandText, gateProgram, gateSocket, settingsVariable } from './gateDoors';
import { gateSecrets } from './gateSecrets';
import { gitCode } from './git/gitCode';
import { localJudge } from './localJudge';
import { macSecurity } from './macSecurity';
import { persistence } from './persistence';
import { platformSecurity } from './platformSecurity';
import { powerOff } from './powerOff';
import { processMemory } from './processMemory';
import { recursiveDelete } from './recursiveDelete';
import { RootFolders } from './rootFolders';
import { signals } from './signals';
import { filledVariables } from '../../calls/command/shellValues';
import { systemPermissions } from './systemPermissions';
import { tlsVerification } from './tlsVerification';
import { withLikelyFolders } from '../../calls/command/likelyFolders';
import { variableFiles } from './variableFiles';
import { variablesSet } from './variablesSet';
import { WatchedLine } from './watchedLine';

/** The first command's first hit counts. */
const CHECKS: readonly CommandCheck[] = [
  recursiveDelete,
  diskDestroyers,
  forkBomb,
  signals,
  powerOff,
  systemPermissions,
  accounts,
  sshKeys,
  persistence,
  tlsVerification,
  platformSecurity,
  macSecurity,
  fetchAndRun,
  localJudge,
  editorSwitches,
  agentSwitches,
  settingsVariable,
  gateCommandText,
  gateSocket,
  gateSecrets,
  gateProgram,
  processMemory,
  gitCode,
  filledPlaces,
  variableFiles,
];

export function commandFloor(analysis: Analysis, machine: MachineFacts, files: FileSystem): FloorHit | undefined {
  const roots = new RootFolders(machine, files, filledVariables(analysis.commands));
  const certain = withLikelyFolders(analysis.commands, machine.homeDirectory);
  const hit = firstHit(new WatchedLine(certain, machine, files, roots));
  if (hit !== undefined) return hit;
  const { likely, fragments } = readBeyondAnalysis(analysis, machine.homeDirectory);
  for (const commands of [likely, ...fragments.map((run) => run.commands)]) {
    const found = firstHit(new WatchedLine(commands, machine, files, roots));
    if (found !== undefined) return found;
  }
  return (
    startedHit(analysis, machine, files, roots) ??
    codeBomb([...analysis.code, ...fragments.flatMap(({ code }) => code)]) ??
    cutBomb(analysis)
  );
}

/** What a program that is not known may start: only what nobody writes by chance. */
const STARTED_CHECKS: readonly CommandCheck[] = [recursiveDelete, diskDestroyers];
const STARTED = /^(?:g?rm|srm|shred|wipe|rimraf|g?dd|mkfs(?:\..*)?|wipefs|blkdiscard)$/s;

function startedHit(
  analysis: Analysis,
  machine: MachineFacts,
  files: FileSystem,
  roots: RootFolders,
): FloorHit | undefined {
  for (const [name, starts] of mayStart(analysis, machine.homeDirectory)) {
    if (!STARTED.test(name)) continue;
    // A text may be prose.
    const named = starts.filter(({ from, isStarted }) => from !== 'text' || isStarted !== undefined);
    if (isTooMuch(named, analysis)) {
      throw new InputProblem(`a command line that names ${name} ${named.length} times is too long to check`);
    }
    for (const { command } of named) {
      const started = command();
      const checked = checkedCommand(started, new WatchedLine([started], machine, files, roots));
      if (onlyInforms(checked)) continue;
      for (const check of STARTED_CHECKS) {
        const hit = check(checked);
        if (hit !== undefined) return hit;
      }
    }
  }
  return undefined;
}

function codeBomb(code: readonly InlineCode[]): FloorHit | undefined {
  for (const { text, command } of code) {
    const hit = command.context.elsewhere === undefined ? forkBombCode(writtenText(text)) : undefined;
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** The parser cuts an unreadable function into pieces unlike the bomb. */
function cutBomb(analysis: Analysis): FloorHit | undefined {
  return notUnderstood(analysis).some((text) => /\)\s*\{/.test(text)) ? forkBombText(analysis.script) : undefined;
}

/** By command: the checks to ask again. Others had no opinion and saw only the line. */
const openChecks = oncePerWith(
  (_commands: readonly SimpleCommand[], _machine: MachineFacts) => new Map<number, readonly CommandCheck[]>(),
);

function firstHit(line: WatchedLine): FloorHit | undefined {
  const { commands, machine, roots } = line;
  const open = openChecks(commands, machine);
  for (const [index, command] of commands.entries()) {
    const place = placeOf(command, commands, roots);
    if (place === 'container') continue;
    if (place === 'unknown') {
      const inContainer = checkedCommand(
        command,
        new WatchedLine(commands, machine, line.files, roots.ofUnknownContainer()),
      );
      const hit = onlyInforms(inContainer) ? undefined : recursiveDelete(inContainer);
      if (hit !== undefined) return hit;
      continue;
    }
    const checks = open.get(index) ?? CHECKS;
    if (checks.length === 0) continue;
    const checked = checkedCommand(command, line);
    if (onlyInforms(checked)) continue;
    const stillOpen: CommandCheck[] = [];
    for (const check of checks) {
      line.wasLookedUp();
      const hit = check(checked);
      if (hit !== undefined) return hit;
      if (line.wasLookedUp()) stillOpen.push(check);
    }
    open.set(index, stillOpen);
  }
  return undefined;
}

function checkedCommand(command: SimpleCommand, line: CheckedLine): CheckedCommand {
  const name = programName(command) ?? '';
  // macOS and Windows run `RM` as `rm`.
  const ignoresCase = line.machine.platform === 'darwin' || line.machine.platform === 'win32';
  const folded = ignoresCase ? name.toLowerCase() : name;
  const isGnu = line.machine.platform === 'darwin' && folded.startsWith('g') && GNU_NAMES.has(folded.slice(1));
  const program = isGnu ? folded.slice(1) : folded;
  const args = command.words.slice(1);
  return { command, program, args, variables: variablesSet(command, program, args), line };
}
