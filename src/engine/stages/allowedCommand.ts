/** Stage 11 for shell commands. */
import { foldersOf, programName, type SimpleCommand } from '../../shell/model/analysis';
import { changesFile } from '../../files/fileTouch';
import { resolvePath } from '../../files/pathResolution';
import { isInside } from '../../files/pathText';
import { besideObjection, mayNameIgnoreFile } from '../writes/besideWrites';
import { liesInWorkspace, workspaceEditVerdict } from '../edits/workspaceEdit';
import type { PermissionRule } from '../../rules/permissionRule';
import { allowsCommand } from '../../rules/narrowMatch';
import { isCoveredByStar } from './coveredWords';
import { inChangedShell } from './localStages';
import type { CallContext } from '../model/stage';
import { resolvedTouches } from '../../calls/toolCall';
import { isForClassifierOnly } from '../../floor/classifierOnly';
import type { CommandLine } from '../../calls/command/commandLine';
import { readOnlyObjection } from '../proof/readOnlyCommand';
import { readOnlyPlace } from '../proof/readOnlyPlace';
import { shellTouches } from '../../calls/command/shellTouches';

/** Of the rules that match a command, the first that covers it counts. */
const MOST_TRIED = 16;

/** A rule or the proof covers every command. Redirections go to `/dev/null` or are ordinary edits. */
export function coveringRule(context: CallContext): PermissionRule | undefined {
  const { call, permissions, gate } = context;
  const { line } = call;
  if (line === undefined || permissions.allow.length === 0 || inChangedShell(call, gate.memory)) return undefined;
  if (line.use.oddField !== undefined || line.analysis.unknown.length > 0) return undefined;
  const covered = line.analysis.commands.map((command) => ({
    command,
    own: permissions.allow
      .filter((candidate) => allowsCommand(candidate, call, command))
      .slice(0, MOST_TRIED)
      .map(({ rule }) => rule),
  }));
  // Proofs take longer, so come later.
  if (covered.every(({ own }) => own.length === 0)) return undefined;
  const byRule = covered.flatMap(({ command, own }) => (own.length === 0 ? [] : [command]));
  let first: PermissionRule | undefined;
  let before: PermissionRule | undefined;
  for (const { command, own } of covered) {
    const inherited = before !== undefined && namesStarted(before, command) ? [before] : [];
    const matching = own.length > 0 ? own : inherited;
    const rule = matching.find((candidate) => holdsFor(command, candidate, line, context));
    before = rule;
    const isCovered =
      rule !== undefined ||
      (matching.length === 0 && onlyReads(command, line, context) && readsAsBefore(command, byRule, line, context));
    if (!isCovered) return undefined;
    if (!redirectionsAllowed(command, line, context)) return undefined;
    first ??= rule;
  }
  return first === undefined || isForClassifierOnly(call) ? undefined : first;
}

/** The proof saw the disk before other commands run. */
function readsAsBefore(
  command: SimpleCommand,
  others: readonly SimpleCommand[],
  { analysis }: CommandLine,
  { gate: { machine, files }, call }: CallContext,
): boolean {
  if (programName(command) === 'rg' && others.some(({ words }) => words.some(mayNameIgnoreFile))) return false;
  const { touches, incomplete } = shellTouches(analysis, machine, files);
  if (incomplete) return false;
  const changes = resolvedTouches(touches, call.request.cwd, machine, files)
    .filter(({ change, path }) => changesFile(change) && path !== '/dev/null')
    .map((touch) => ({ touch }));
  return changes.length === 0 || besideObjection(command, changes) === undefined;
}

const PACKAGE_RUNNERS = /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun|uvx|pipx)$/;

/** `bash(npx tsc *)` also covers the `tsc` that the runner starts. */
function namesStarted(rule: PermissionRule, { context, words }: SimpleCommand): boolean {
  if (rule.pattern === undefined || !PACKAGE_RUNNERS.test(context.via.at(-1) ?? '')) return false;
  const [runner = '', ...tokens] = rule.pattern.split(/\s+/);
  const started = words[0]?.text;
  return (
    PACKAGE_RUNNERS.test(runner) && tokens.some((token) => token.replace(/\*+$/, '') === started && started !== '')
  );
}

function holdsFor(command: SimpleCommand, rule: PermissionRule, line: CommandLine, context: CallContext): boolean {
  if (!runsInKnownFolder(command, rule, context)) return false;
  // Places on another machine do not count here.
  return command.context.elsewhere !== undefined || isCoveredByStar(command, rule, line, context);
}

/** The call's folder or the workspace, wherever `cd` leads; for a folder override's rule only that folder. */
function runsInKnownFolder(
  command: SimpleCommand,
  { source }: PermissionRule,
  { call, configuration, gate }: CallContext,
): boolean {
  if (command.context.elsewhere !== undefined) return true;
  const { machine, files } = gate;
  const { cwd } = call.request;
  const folders = foldersOf(command);
  const around = configuration.workspaceFolders.filter(
    (folder) => source !== 'folder' || (cwd !== undefined && isInside(cwd, folder, machine.platform)),
  );
  return (
    folders.length > 0 &&
    folders.every(
      (folder) =>
        (cwd !== undefined && withoutEndSlash(folder) === withoutEndSlash(cwd)) ||
        liesInWorkspace(resolvePath(folder, undefined, machine, files), around, machine, files),
    )
  );
}

function withoutEndSlash(path: string): string {
  return path.replace(/(?<=[^/])\/+$/, '');
}

function onlyReads(command: SimpleCommand, line: CommandLine, context: CallContext): boolean {
  if (!context.configuration.fastPaths.readOnlyCommands) return false;
  return provenToRead({ ...command, redirections: readingOnly(command) }, line, context);
}

function readingOnly({ redirections }: SimpleCommand): SimpleCommand['redirections'] {
  return redirections.filter(({ operator }) => operator === '<');
}

function provenToRead(command: SimpleCommand, line: CommandLine, context: CallContext): boolean {
  const alone = { ...line, analysis: { ...line.analysis, commands: [command] } };
  return readOnlyObjection(alone, readOnlyPlace(context)) === undefined;
}

function redirectionsAllowed(command: SimpleCommand, line: CommandLine, context: CallContext): boolean {
  const { configuration, gate } = context;
  const { machine, files, writes } = gate;
  const { analysis } = line;
  const { redirections } = command;
  if (redirections.length === 0) return true;
  // What `<>` does to a file is unknown.
  if (redirections.some(({ operator }) => operator === '<>')) return false;
  const reading = { ...command, words: [], assignments: [], redirections: readingOnly(command) };
  if (!provenToRead(reading, line, context)) return false;
  const redirecting = { ...analysis, commands: [{ ...command, words: [], assignments: [] }], code: [] };
  const { touches, incomplete } = shellTouches(redirecting, machine, files);
  if (incomplete) return false;
  const changes = resolvedTouches(touches, command.cwd, machine, files).filter(({ change }) => changesFile(change));
  if (changes.length === 0) return true;
  return (
    configuration.fastPaths.workspaceEdits &&
    workspaceEditVerdict({ touches: changes, by: 'other' }, configuration, machine, files, writes).allowed
  );
}
