import { analyse } from '../shell/analyse';
import type { Analysis } from '../shell/model/analysis';
import { commandLine, type CommandLine } from './command/commandLine';
import { shellTouches } from './command/shellTouches';
import type { FileTouch } from '../files/fileTouch';
import { resolvePath, type ResolvedPath } from '../files/pathResolution';
import { LONGEST_PATH_TEXT } from '../files/pathText';
import { guessedLines } from './unknown/guessedLines';
import { guessedTouches } from './unknown/guessedTouches';
import type { JsonObject } from '../common/json';
import type { FileSystem } from '../files/fileSystem';
import type { MachineFacts } from '../files/machineFacts';
import type { RuleKind } from './tools/ruleKind';
import type { CheckRequest } from './request';
import { mcpNames, toolSpec } from './tools/toolCatalogue';
import type { ToolSubject } from './tools/toolSubject';
import { InputProblem } from '../common/inputProblem';

export interface ResolvedTouch extends FileTouch {
  readonly resolved: ResolvedPath;
}

/** For rules, floor and fast paths. */
export interface ToolCall {
  readonly request: CheckRequest;
  readonly tool: string;
  readonly input: JsonObject;
  readonly kind: RuleKind | 'other';
  /** False: unknown agent or tool, or a loose reading; `touches` then only block. */
  readonly understood: boolean;
  readonly safe: boolean;
  readonly asksUser: boolean;
  readonly command: string | undefined;
  readonly line: CommandLine | undefined;
  /** These may run, so only block. */
  readonly guessedLines: readonly Analysis[];
  readonly url: string | undefined;
  readonly query: string | undefined;
  readonly subagent: string | undefined;
  readonly skill: string | undefined;
  /** As `server/tool`; empty: no MCP tool. */
  readonly mcpNames: readonly string[];
  readonly touches: readonly ResolvedTouch[];
}

/** @throws InputProblem if the input does not fit a known tool */
export function toolCall(request: CheckRequest, machine: MachineFacts, files: FileSystem): ToolCall {
  const spec = toolSpec(request.agent, request.tool);
  const names = spec === undefined ? mcpNames(request.tool) : [];
  const subject: ToolSubject = spec?.subject(request.input) ?? { files: guessedTouches(request.tool, request.input) };
  const line =
    subject.command === undefined || subject.shell === undefined
      ? undefined
      : commandLine(subject.command, subject.shell, request.cwd, machine, files);
  const guessed =
    line === undefined ? guessedAnalyses(request, spec === undefined, subject.command, machine, files) : [];
  const byShell = [...(line === undefined ? [] : [line.analysis]), ...guessed].flatMap(
    (analysis) => shellTouches(analysis, machine, files).touches,
  );
  return {
    request,
    tool: request.tool,
    input: request.input,
    kind: spec?.kind ?? (names.length === 0 ? 'other' : 'mcp'),
    understood: spec !== undefined && subject.isGuess !== true,
    safe: spec?.safe === true && subject.isGuess !== true,
    asksUser: spec?.asksUser ?? false,
    command: subject.command,
    line,
    guessedLines: guessed,
    url: subject.url,
    query: subject.query,
    subagent: subject.subagent,
    skill: subject.skill,
    mcpNames: names,
    touches: resolvedTouches([...(subject.files ?? []), ...byShell], line?.cwd ?? request.cwd, machine, files),
  };
}

function guessedAnalyses(
  { tool, input, cwd }: CheckRequest,
  isUnknown: boolean,
  command: string | undefined,
  machine: MachineFacts,
  files: FileSystem,
): readonly Analysis[] {
  const { homeDirectory: home, platform } = machine;
  if (!isUnknown) return command === undefined ? [] : [analyse(command, 'other', { cwd, home, platform })];
  return guessedLines(tool, input).map(
    ({ command: text, folder }) =>
      commandLine(text, { language: 'bash', folder, living: undefined, oddField: undefined }, cwd, machine, files)
        .analysis,
  );
}

/** @throws InputProblem for a too long path */
export function resolvedTouches(
  touches: readonly FileTouch[],
  cwd: string | undefined,
  machine: MachineFacts,
  files: FileSystem,
): readonly ResolvedTouch[] {
  const known = new Map<string, ResolvedPath>();
  return touches.map((touch) => {
    const { path } = touch;
    if (path.length > LONGEST_PATH_TEXT) throw new InputProblem(`a path of ${path.length} characters is too long`);
    const resolved = known.get(path) ?? resolvePath(path, cwd, machine, files);
    known.set(path, resolved);
    return { ...touch, resolved };
  });
}

export { InputProblem };
