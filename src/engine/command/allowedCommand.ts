/** Stage 11 for shell commands: whether allow rules cover a whole line. */
import type { Analysis, SimpleCommand } from '../../shell/analysis';
import { resolvedTouches } from '../toolCall';
import { changesFile } from '../files/fileTouch';
import { workspaceEditVerdict } from '../files/workspaceEdit';
import type { PermissionRule } from '../permissionRule';
import { allowsCommand } from '../ruleMatching';
import { inChangedShell } from '../stages/localStages';
import type { CallContext } from '../stages/stage';
import type { CommandLine } from './commandLine';
import { readOnlyObjection } from './readOnlyCommand';
import { shellTouches } from './shellTouches';

/**
 * The first allow rule that covers a command of the line, where every other command is covered as well: by a rule, or because it is
 * proven to only read. Nothing may be unknown, and a redirection must go to `/dev/null` or be an ordinary edit in the workspace.
 */
export function coveringRule(context: CallContext): PermissionRule | undefined {
  const { call, permissions, gate } = context;
  const { line } = call;
  if (line === undefined || permissions.allow.length === 0 || inChangedShell(call, gate.memory)) return undefined;
  if (line.use.oddField !== undefined || line.analysis.unknown.length > 0) return undefined;
  let first: PermissionRule | undefined;
  for (const command of line.analysis.commands) {
    const rule = permissions.allow.find((candidate) => allowsCommand(candidate, call, command))?.rule;
    if (rule === undefined && !onlyReads(command, line, context)) return undefined;
    if (!redirectionsAllowed(command, line.analysis, context)) return undefined;
    first ??= rule;
  }
  return first;
}

function onlyReads(command: SimpleCommand, line: CommandLine, { configuration, call, gate }: CallContext): boolean {
  if (!configuration.fastPaths.readOnlyCommands) return false;
  // Where it writes to is judged apart.
  const alone = { ...command, redirections: command.redirections.filter(({ operator }) => operator === '<') };
  const { machine, files } = gate;
  const { trusted, workspaceFolders } = configuration;
  return (
    readOnlyObjection(
      { ...line, analysis: { ...line.analysis, commands: [alone] } },
      { machine, files, trusted, workspaceFolders, environment: call.request.environment },
    ) === undefined
  );
}

function redirectionsAllowed(
  command: SimpleCommand,
  analysis: Analysis,
  { configuration, gate }: CallContext,
): boolean {
  const { machine, files, writes } = gate;
  if (command.redirections.length === 0) return true;
  const redirecting = { ...analysis, commands: [{ ...command, words: [], assignments: [] }], code: [] };
  const { touches, incomplete } = shellTouches(redirecting, machine, files);
  if (incomplete) return false;
  const changes = resolvedTouches(touches, command.cwd, machine, files).filter(({ change }) => changesFile(change));
  if (changes.length === 0) return true;
  return (
    configuration.fastPaths.workspaceEdits &&
    workspaceEditVerdict(changes, configuration, machine, files, writes).allowed
  );
}
