/** The line runs shell scripts that only read, in full, and no program of the project. */
import { nodesOf, type ClosureNode } from '../../closure/closure';
import { programName, textWord, type SimpleCommand } from '../../shell/model/analysis';
import { isInside } from '../../files/pathText';
import type { CallContext } from '../model/stage';
import { environmentObjections } from './environment';
import { namesSecret } from '../../shell/proof/secretVariables';
import { readOnlyObjection, type ReadOnlyObjection } from './readOnlyCommand';
import type { ReadOnlyPlace } from './readOnlyPlace';

/** `./x`, or a shell with only these letters, then the file. */
const PLAIN_SHELL = /^(?:bash|sh|dash)$/;
const PLAIN_OPTION = /^-[eux]+$/;

export function readOnlyClosureObjection(
  { call, closure: { closure, parts, starts } }: Pick<CallContext, 'call' | 'closure'>,
  place: ReadOnlyPlace,
): ReadOnlyObjection | undefined {
  const { line } = call;
  const nodes = nodesOf(closure);
  if (line === undefined || nodes.length === 0) return { why: 'it runs no script', fragment: call.command ?? '' };
  if (!place.trusted) return { why: 'the workspace is not trusted', fragment: line.analysis.script };
  if (!closure.complete) return { why: 'not all that it runs is known', fragment: closure.unresolved[0] ?? '' };
  const odd = nodes.find(
    ({ node }) => !isWholeScript(node, place) || !parts.some(({ text }) => text.node === node && text.isWhole),
  );
  if (odd !== undefined) return { why: 'it runs more than shell scripts of the workspace', fragment: odd.node.path };
  const inEnvironment = environmentObjections(place);
  for (const { command } of starts) {
    const why = startObjection(command) ?? inEnvironment(shellCall(command));
    if (why !== undefined) return { why, fragment: programName(command) ?? '' };
  }
  const started = new Set(starts.map(({ command }) => command));
  const lines = [line, ...parts.map(({ call: part }) => part.line)];
  const analyses = lines.flatMap((one) => one?.analysis ?? []);
  const isTraced = starts.some(({ command }) => traces(command)) || analyses.some(({ script }) => TRACING.test(script));
  if (isTraced && analyses.some(({ commands }) => commands.some(namesSecret))) {
    return { why: 'it would print the values of variables that may hold secrets', fragment: line.analysis.script };
  }
  for (const one of lines) {
    const objection = one === undefined ? undefined : readOnlyObjection(one, place, undefined, started);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

/** In the first line of a script. */
const TRACING = /^#!.*\s-\w*x/;

function traces({ words }: SimpleCommand): boolean {
  return words.some(({ text }) => /^-\w*x/.test(text ?? ''));
}

function isWholeScript(
  { kind, language, path, problem, sha256 }: ClosureNode,
  { workspaceFolders, machine, files }: ReadOnlyPlace,
): boolean {
  const isKnown = kind === 'script' && language === 'shell' && problem === undefined && sha256 !== undefined;
  return (
    isKnown && workspaceFolders.some((folder) => isInside(path, files.realPath(folder) ?? folder, machine.platform))
  );
}

function startObjection({ words: [first, ...rest] }: SimpleCommand): string | undefined {
  const name = first?.text;
  if (name === undefined) return 'its program is only known when it runs';
  if (name.includes('/') && !PLAIN_SHELL.test(name.slice(name.lastIndexOf('/') + 1))) return undefined;
  if (!PLAIN_SHELL.test(name)) return 'it is no plain start of a script';
  const file = rest.find(({ text }) => text === undefined || !PLAIN_OPTION.test(text));
  return /^[^-+]/.test(file?.text ?? '') ? undefined : 'it is no plain start of a script';
}

/** The shell that reads the script: where it is found, and settings of every shell, count. */
function shellCall(command: SimpleCommand): Parameters<ReturnType<typeof environmentObjections>>[0] {
  const shell: SimpleCommand = { ...command, words: [textWord('bash', command.position)] };
  return { command: shell, specs: [], options: [], operands: [], unlisted: [] };
}
