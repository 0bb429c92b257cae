/**
 * The command half of the hard floor: what no rule, approval or model lifts. Each check knows one kind of harm and fires only on what
 * it recognises; what it does not recognise is not allowed by that, it goes on to the later stages.
 */
import { programName, type Analysis, type SimpleCommand } from '../../shell/analysis';
import type { FloorHit } from '../files/fileFloor';
import type { FileSystem, MachineFacts } from '../ports';
import type { CheckedCommand, CheckedLine, CommandCheck } from './commandCheck';
import { persistence } from './persistence';
import { recursiveDelete } from './recursiveDelete';
import { RootFolders } from './rootFolders';
import { systemPermissions } from './systemPermissions';
import { tlsVerification } from './tlsVerification';

/** In this order; the first hit of the first command that has one is told. */
const CHECKS: readonly CommandCheck[] = [recursiveDelete, systemPermissions, persistence, tlsVerification];

/**
 * The first check that a command line runs into.
 * @param analysis of the line, unknown parts or not.
 * @param machine where home and the gate's own files are.
 * @param files for the links that paths lead through.
 */
export function commandFloor(analysis: Analysis, machine: MachineFacts, files: FileSystem): FloorHit | undefined {
  const line: CheckedLine = { analysis, machine, files, roots: new RootFolders(machine, files) };
  for (const command of analysis.commands) {
    const checked = checkedCommand(command, line);
    for (const check of CHECKS) {
      const hit = check(checked);
      if (hit !== undefined) return hit;
    }
  }
  return undefined;
}

function checkedCommand(command: SimpleCommand, line: CheckedLine): CheckedCommand {
  const name = programName(command) ?? '';
  // The file systems of macOS and Windows find `RM` as `rm`.
  const ignoresCase = line.machine.platform === 'darwin' || line.machine.platform === 'win32';
  return { command, program: ignoresCase ? name.toLowerCase() : name, args: command.words.slice(1), line };
}
