import type { CommandLine } from '../../calls/command/commandLine';
import { resolvePath } from '../../files/pathResolution';
import { workspaceEditVerdict } from '../edits/workspaceEdit';
import { localGit } from '../localGit/localGit';
import { readOnlyPlace } from '../proof/readOnlyPlace';
import type { ReadOnlyObjection } from '../proof/readOnlyCommand';
import type { CallContext, Stage } from '../model/stage';
import { malformedFor } from './askStage';
import { inChangedShell } from './localStages';
import { firstBroadMatch } from './ruleMatches';

export const localGitStage: Stage = (context) => {
  const { call, configuration, gate, protectedPath } = context;
  const { trusted, fastPaths } = configuration;
  const { line } = call;
  if (line === undefined || !trusted || !fastPaths.localGit) return undefined;
  if (protectedPath !== undefined || inChangedShell(call, gate.memory)) return undefined;
  const { objection, reason } = localGitOpinion(line, context);
  return objection === undefined ? { outcome: 'allow', stage: 'local-git', reason } : undefined;
};

export type LocalGitOpinion =
  | { readonly objection: ReadOnlyObjection; readonly reason?: undefined }
  | { readonly objection: undefined; readonly reason: string };

/** Without an objection, every command only reads or is such an act. */
export function localGitOpinion(line: CommandLine, context: CallContext): LocalGitOpinion {
  const found = localGit(line, readOnlyPlace(context), context.configuration.fastPaths.readOnlyCommands);
  if (found.objection !== undefined) return found;
  const { objection, changes } = found;
  if (changes === undefined) return { objection, reason: 'Git only changes its own record of the repository.' };
  const why = changes.length === 0 ? undefined : changeObjection(changes, context);
  if (why !== undefined) return { objection: { why, fragment: line.analysis.script } };
  return { objection, reason: 'Git switches to another branch, which only changes ordinary, committed files.' };
}

/** Each file as if another command of a shell wrote it. */
function changeObjection(paths: readonly string[], context: CallContext): string | undefined {
  const { call, configuration, gate } = context;
  const { machine, files, writes } = gate;
  if (!configuration.fastPaths.workspaceWrites || !configuration.fastPaths.workspaceEdits) {
    return 'changes of the workspace without the classifier are off';
  }
  // Rules tell the two apart.
  const touches = paths.flatMap((path) => {
    const resolved = resolvePath(path, undefined, machine, files);
    return (['overwrite', 'delete'] as const).map((change) => ({ path, change, resolved }));
  });
  const change = context.forCall({ ...call, touches });
  const rule = firstBroadMatch(change, 'deny') ?? firstBroadMatch(change, 'ask');
  if (rule !== undefined) return 'a rule is about a file that it changes';
  if (malformedFor(change).length > 0) return 'an entry of the rules cannot be read';
  if (change.floor !== undefined) return 'the hard floor protects a file that it changes';
  const { protectedPath } = change;
  if (protectedPath !== undefined) return `it changes a protected file (${protectedPath})`;
  const verdict = workspaceEditVerdict({ touches, by: 'other' }, configuration, machine, files, writes);
  return verdict.allowed ? undefined : verdict.why;
}
