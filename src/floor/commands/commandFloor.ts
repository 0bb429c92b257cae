/** No rule, approval or model lifts it. A command that no check recognises goes on to the later stages. */
import {
  programName,
  writtenText,
  type Analysis,
  type InlineCode,
  type SimpleCommand,
} from '../../shell/model/analysis';
import { notUnderstood, readBeyondAnalysis } from '../../calls/command/tolerantCommands';
import type { FloorHit } from '../files/fileFloor';
import { GNU_NAMES } from '../../facts/gnuNames';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import type { CheckedCommand, CheckedLine, CommandCheck } from './commandCheck';
import { placeOf } from './containers';
import { onlyInforms } from './onlyInforms';
import { accounts } from './accounts';
import { agentSwitches } from './agentSwitches';
import { diskDestroyers } from './diskDestroyers';
import { editorSwitches } from './editorSwitches';
import { fetchAndRun } from './fetchAndRun';
import { filledPlaces } from './filledPlaces';
import { forkBomb, forkBombCode, forkBombText } from './forkBomb';
import { gateCommandText, gateProgram, gateSocket, settingsVariable } from './gateDoors';
import { gateSecrets } from './gateSecrets';
import { gitCode } from './gitCode';
import { localJudge } from './localJudge';
import { macSecurity } from './macSecurity';
import { persistence } from './persistence';
import { platformSecurity } from './platformSecurity';
import { processMemory } from './processMemory';
import { recursiveDelete } from './recursiveDelete';
import { RootFolders } from './rootFolders';
import { looksUpEditor, signals } from './signals';
import { filledVariables } from '../../calls/command/shellValues';
import { systemPermissions } from './systemPermissions';
import { tlsVerification } from './tlsVerification';
import { withLikelyFolders } from '../../calls/command/likelyFolders';
import { variableFiles } from './variableFiles';
import { variablesSet } from './variablesSet';

/** The first command's first hit counts. */
const CHECKS: readonly CommandCheck[] = [
  recursiveDelete,
  diskDestroyers,
  forkBomb,
  signals,
  systemPermissions,
  accounts,
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

/** @param analysis possibly with unknown parts */
export function commandFloor(analysis: Analysis, machine: MachineFacts, files: FileSystem): FloorHit | undefined {
  const roots = new RootFolders(machine, files, filledVariables(analysis.commands));
  const hit = firstHit(checkedLine(withLikelyFolders(analysis.commands, machine.homeDirectory), machine, files, roots));
  if (hit !== undefined) return hit;
  const { likely, fragments } = readBeyondAnalysis(analysis, machine.homeDirectory);
  for (const commands of [likely, ...fragments.map((run) => run.commands)]) {
    const found = firstHit(checkedLine(commands, machine, files, roots));
    if (found !== undefined) return found;
  }
  return codeBomb([...analysis.code, ...fragments.flatMap(({ code }) => code)]) ?? cutBomb(analysis);
}

function codeBomb(code: readonly InlineCode[]): FloorHit | undefined {
  for (const { text, command } of code) {
    const hit = command.context.elsewhere === undefined ? forkBombCode(writtenText(text)) : undefined;
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** The parser cuts an unreadable function into pieces that no longer look like the bomb. */
function cutBomb(analysis: Analysis): FloorHit | undefined {
  return notUnderstood(analysis).some((text) => /\)\s*\{/.test(text)) ? forkBombText(analysis.script) : undefined;
}

function checkedLine(
  commands: readonly SimpleCommand[],
  machine: MachineFacts,
  files: FileSystem,
  roots: RootFolders,
): CheckedLine {
  return { commands, machine, files, roots, editorLookups: commands.filter(looksUpEditor) };
}

function firstHit(line: CheckedLine): FloorHit | undefined {
  for (const command of line.commands) {
    const place = placeOf(command, line.commands, line.roots);
    if (place === 'container') continue;
    const checked = checkedCommand(
      command,
      place === 'here' ? line : { ...line, roots: line.roots.ofUnknownContainer() },
    );
    if (onlyInforms(checked)) continue;
    for (const check of place === 'here' ? CHECKS : [recursiveDelete]) {
      const hit = check(checked);
      if (hit !== undefined) return hit;
    }
  }
  return undefined;
}

function checkedCommand(command: SimpleCommand, line: CheckedLine): CheckedCommand {
  const name = programName(command) ?? '';
  // macOS and Windows find `RM` as `rm`.
  const ignoresCase = line.machine.platform === 'darwin' || line.machine.platform === 'win32';
  const folded = ignoresCase ? name.toLowerCase() : name;
  const isGnu = line.machine.platform === 'darwin' && folded.startsWith('g') && GNU_NAMES.has(folded.slice(1));
  const program = isGnu ? folded.slice(1) : folded;
  const args = command.words.slice(1);
  return { command, program, args, variables: variablesSet(command, program, args), line };
}
