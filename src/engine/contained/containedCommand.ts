/** Lines that run the project's own code and need no network. */
import {
  programName,
  writtenText,
  type Analysis,
  type SimpleCommand,
  type UnknownPart,
} from '../../shell/model/analysis';
import { readCall } from '../../shell/calls/commandCall';
import { proveReadOnly } from '../../shell/proof/readOnlyProof';
import {
  FETCHES_MISSING,
  NEEDS_NETWORK,
  NETWORK_MODULES,
  NOT_CONTAINED,
  RUNS_SCRIPTS,
  SCRIPT_SHELLS,
} from '../../facts/containedPrograms';
import { INTERPRETERS } from '../../facts/interpreters';
import type { CommandLine } from '../../calls/command/commandLine';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { resolvePath } from '../../files/pathResolution';
import { isInside, joinPath, parentPath } from '../../files/pathText';
import type { ReadOnlyObjection } from '../proof/readOnlyCommand';
import { isWriter } from '../writes/writerCall';
import { installedTool, listingOf, wordsAfterOptions } from './listedCommand';

export interface ContainedPlace {
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  readonly workspaceFolders: readonly string[];
  /** `autoMode.contained.commands`. */
  readonly commands: readonly string[];
}

/** Undefined: the line may run contained. */
export function containedObjection(
  { analysis, use }: CommandLine,
  input: Readonly<Record<string, unknown>>,
  place: ContainedPlace,
): ReadOnlyObjection | undefined {
  if (use.oddField !== undefined) {
    return { why: `it is not known what the field ${use.oddField} changes`, fragment: use.oddField };
  }
  if (runsOn(input)) {
    return { why: 'it would run on in the background', fragment: '' };
  }
  // In a sandbox an interpreter may read code from anywhere: it is only a file of the project.
  const unknown = analysis.unknown.find((part) => !readsItsCode(part));
  if (unknown !== undefined) return { why: unknown.why, fragment: unknown.fragment };
  let runsProject = false;
  for (const command of analysis.commands) {
    const kind = kindOf(command, analysis, place);
    if (kind === 'project') runsProject = true;
    else if (kind !== 'companion') return { why: kind, fragment: command.words.map(writtenText).join(' ') };
  }
  return runsProject ? undefined : { why: NOTHING_OF_PROJECT, fragment: '' };
}

export const NOTHING_OF_PROJECT = 'it runs nothing of the project';
function readsItsCode({ why }: UnknownPart): boolean {
  const name = why.endsWith(READS_CODE) ? why.slice(0, -READS_CODE.length) : undefined;
  return name !== undefined && INTERPRETER_NAMES.has(name.replace(/^(python|pypy)[\d.]+$/, '$1'));
}

const READS_CODE = ' runs what it reads from its input';
const INTERPRETER_NAMES: ReadonlySet<string> = new Set(INTERPRETERS.flatMap(({ names }) => names.split(' ')));

export function runsOn(input: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(input).some(([name, value]) => IN_BACKGROUND.test(name) && value !== false);
}

const IN_BACKGROUND = /^(?:run_in_background|isBackground|detach)$/;

function kindOf(command: SimpleCommand, analysis: Analysis, place: ContainedPlace): string {
  const { asOtherUser, elsewhere, background } = command.context;
  if (asOtherUser) return 'it becomes another user';
  if (elsewhere !== undefined) return 'it runs somewhere else';
  if (background) return 'a part would run on in the background';
  if (command.words.length === 0) return 'companion';
  const name = programName(command);
  if (name === undefined) return 'it is not known which program it runs';
  const project = projectKind(name, command, place);
  if (project !== undefined) return project;
  return isCompanion(command, analysis) ? 'companion' : `${name} is not known to run contained`;
}

/** Undefined: not the project's. Else `project`, or why it does not run contained. */
function projectKind(name: string, command: SimpleCommand, place: ContainedPlace): string | undefined {
  const text = command.words[0]?.text ?? '';
  const listing = listingOf(name, command, place.commands);
  if (NOT_CONTAINED.has(name) && listing !== 'listed') return `${name} does not work contained`;
  if (listing === 'removed') return undefined;
  const isOwn = text.includes('/') && isOfWorkspace(text, command, place);
  if (isOwn || listing === 'listed') {
    return needOfNetwork(name, command, place) ?? 'project';
  }
  if (runsOwnScript(name, command, place)) return 'project';
  const tool = installedTool(name, command);
  const toolName = tool === undefined ? undefined : programName(tool);
  if (tool === undefined || toolName === undefined || !isInstalled([toolName], command, place)) return undefined;
  return listingOf(toolName, tool, place.commands) === 'listed' ? 'project' : undefined;
}

function runsOwnScript(name: string, command: SimpleCommand, place: ContainedPlace): boolean {
  if (!SCRIPT_SHELLS.has(name)) return false;
  const script = command.words.slice(1).find(({ text }) => text === undefined || !/^-[eux]+$/.test(text))?.text;
  return script !== undefined && !/^[-+]/.test(script) && isOfWorkspace(script, command, place);
}

function needOfNetwork(name: string, command: SimpleCommand, place: ContainedPlace): string | undefined {
  const words = command.words.slice(1).map(({ text }) => text);
  if (RUNS_SCRIPTS.has(name)) {
    const network = words.find((word) => word !== undefined && NEEDS_NETWORK.has(firstPart(word)));
    if (network !== undefined) return `${network} is of no use without network`;
  }
  const module = /^(?:python|pypy)/.test(name) ? words[words.indexOf('-m') + 1] : undefined;
  if (words.includes('-m') && module !== undefined && NETWORK_MODULES.has(module)) {
    return `${module} is of no use without network`;
  }
  const [first, ...rest] = wordsAfterOptions(name, command);
  const fetched = FETCHES_MISSING.has(name)
    ? [first, ...rest]
    : FETCHES_MISSING.has(`${name} ${first ?? ''}`)
      ? rest
      : [];
  if (
    fetched.length > 0 &&
    !isInstalled(
      fetched.filter((word) => word !== '--'),
      command,
      place,
    )
  ) {
    return 'it may have to fetch the tool first';
  }
  return undefined;
}

/** `dev:web` is `dev`. */
function firstPart(word: string): string {
  return /^[a-z0-9]*/.exec(word)?.[0] ?? '';
}

function isInstalled(
  words: readonly (string | undefined)[],
  { cwd }: SimpleCommand,
  { machine, files, workspaceFolders }: ContainedPlace,
): boolean {
  const [tool] = words;
  if (tool === undefined || cwd === undefined || !/^[\w@][\w.@/-]*$/.test(tool) || tool.includes('..')) return false;
  const name = tool.slice(tool.lastIndexOf('/') + 1);
  return workspaceFolders.some((root) => {
    if (!isInside(cwd, root, machine.platform)) return false;
    for (let folder = cwd; folder.length >= root.length; folder = parentPath(folder, machine.platform)) {
      const path = ['node_modules', '.bin', name].reduce(
        (base, part) => joinPath(base, part, machine.platform),
        folder,
      );
      if (files.inspect(path) !== 'absent') return true;
      if (folder === parentPath(folder, machine.platform)) return false;
    }
    return false;
  });
}

function isOfWorkspace(
  text: string,
  { cwd }: SimpleCommand,
  { machine, files, workspaceFolders }: ContainedPlace,
): boolean {
  const { candidates, remote } = resolvePath(text, cwd, machine, files);
  return (
    !remote &&
    candidates.every((path) =>
      workspaceFolders.some(
        (root) =>
          isInside(path, files.realPath(root) ?? root, machine.platform) || isInside(path, root, machine.platform),
      ),
    )
  );
}

/** Known and bounded by the sandbox: it reads, filters output, or changes files. */
function isCompanion(command: SimpleCommand, analysis: Analysis): boolean {
  if (isWriter(command)) return true;
  const call = readCall(command);
  if (call === undefined || call.specs.some(({ network }) => network === true)) return false;
  const alone = { ...command, redirections: [], context: { ...command.context, pipe: undefined } };
  return proveReadOnly({ ...analysis, commands: [alone], code: [], unknown: [] }).proven;
}
