import type { CommandLine } from '../../calls/command/commandLine';
import { gitAct } from '../localGit/gitForms';
import type { ReadOnlyObjection } from '../proof/readOnlyCommand';
import type { WorkspaceWrite } from '../writes/workspaceWrite';

interface Objections {
  readonly reading: ReadOnlyObjection | undefined;
  readonly write: WorkspaceWrite;
  readonly ofGit: ReadOnlyObjection | undefined;
  /** Empty: nothing of it could. */
  readonly contained: string;
}

export function whyJudged(
  { analysis }: CommandLine,
  trusted: boolean,
  { reading, write, ofGit, contained }: Objections,
): string {
  if (reading === undefined) return 'It only reads, but autoMode.fastPaths.readOnlyCommands is off.';
  if (analysis.commands.some((command) => gitAct(command) !== undefined)) {
    return ofGit === undefined
      ? `Git only changes its own record, but ${offBecause('localGit', trusted)}.`
      : `Not proven to be a local act of git: ${ofGit.why} (${ofGit.fragment}).`;
  }
  return `Not proven to only read: ${reading.why} (${reading.fragment}).${whyNotWritten(write, trusted)}${contained === '' ? '' : ` Not contained: ${contained}.`}`;
}

function whyNotWritten(write: WorkspaceWrite, trusted: boolean): string {
  if (write.allowed) {
    return ` It only changes ordinary files of the workspace, but ${offBecause('workspaceWrites', trusted)}.`;
  }
  const { objection } = write;
  return objection === undefined
    ? ''
    : ` No ordinary change of the workspace: ${objection.why} (${objection.fragment}).`;
}

function offBecause(setting: string, trusted: boolean): string {
  return trusted ? `autoMode.fastPaths.${setting}, or a setting for its parts, is off` : 'the workspace is not trusted';
}
