/** Which lines may run contained: those that run the project's own code and are of use without network. */
import { programName, writtenText, type Analysis, type SimpleCommand } from '../../shell/model/analysis';
import { readCall } from '../../shell/calls/commandCall';
import { proveReadOnly } from '../../shell/proof/readOnlyProof';
import { CONTAINED_COMMANDS, FETCHES_MISSING, NEEDS_NETWORK, RUNS_SCRIPTS } from '../../facts/containedPrograms';
import type { CommandLine } from '../../calls/command/commandLine';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { resolvePath } from '../../files/pathResolution';
import { isInside, joinPath } from '../../files/pathText';
import type { ReadOnlyObjection } from '../proof/readOnlyCommand';
import { isWriter } from '../writes/writerCall';

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
  if (Object.entries(input).some(([name, value]) => IN_BACKGROUND.test(name) && value !== false)) {
    return { why: 'it would run on in the background', fragment: '' };
  }
  const [unknown] = analysis.unknown;
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
const IN_BACKGROUND = /^(?:run_in_background|isBackground|detach)$/;

function kindOf(command: SimpleCommand, analysis: Analysis, place: ContainedPlace): string {
  const { asOtherUser, elsewhere, background } = command.context;
  if (asOtherUser) return 'it becomes another user';
  if (elsewhere !== undefined) return 'it runs somewhere else';
  if (background) return 'a part would run on in the background';
  if (command.words.length === 0) return 'companion';
  const name = programName(command);
  if (name === undefined) return 'it is not known which program it runs';
  const text = command.words[0]?.text ?? '';
  if (text.includes('/') && isOfWorkspace(text, command, place)) {
    return isListed(name, command, place.commands, true) ? projectKind(name, command, place) : 'project';
  }
  if (isListed(name, command, place.commands, false)) return projectKind(name, command, place);
  return isCompanion(command, analysis) ? 'companion' : `${name} is not known to run contained`;
}

function projectKind(name: string, command: SimpleCommand, place: ContainedPlace): string {
  const words = command.words.slice(1).map(({ text }) => text);
  if (RUNS_SCRIPTS.has(name)) {
    const network = words.find((word) => word !== undefined && NEEDS_NETWORK.has(firstPart(word)));
    if (network !== undefined) return `${network} is of no use without network`;
  }
  if (FETCHES_MISSING.has(name) && !isInstalled(words, command, place)) return 'it may have to fetch the tool first';
  return 'project';
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
  const at = words.findIndex((word) => word !== '--no-install' && word !== '--offline');
  const tool = words[at];
  if (tool === undefined || cwd === undefined || !/^[\w@][\w.@/-]*$/.test(tool) || tool.includes('..')) return false;
  const name = tool.slice(tool.lastIndexOf('/') + 1);
  return workspaceFolders.some((root) => {
    if (!isInside(cwd, root, machine.platform)) return false;
    for (
      let folder = cwd;
      isInside(folder, root, machine.platform);
      folder = joinPath(folder, '..', machine.platform)
    ) {
      const path = ['node_modules', '.bin', name].reduce(
        (base, part) => joinPath(base, part, machine.platform),
        folder,
      );
      if (files.inspect(path) !== 'absent') return true;
      if (folder === root) return false;
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

function isListed(name: string, command: SimpleCommand, commands: readonly string[], isOwn: boolean): boolean {
  const plain = /^(?:python|pypy)[\d.]+$/.test(name) ? 'python' : name;
  const { added, removed } = listOf(commands);
  const first = command.words[1]?.text;
  const names = first === undefined ? [plain] : [plain, `${plain} ${first}`];
  if (names.some((entry) => removed.has(entry))) return false;
  return isOwn || names.some((entry) => added.has(entry));
}

interface CommandList {
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

const lists = new WeakMap<readonly string[], CommandList>();

/** `$defaults` inserts the built-in ones; `!` removes one. */
function listOf(commands: readonly string[]): CommandList {
  let list = lists.get(commands);
  if (list === undefined) {
    const entries = commands.map((entry) => entry.trim().replace(/\s+/g, ' '));
    list = {
      added: new Set(entries.flatMap((entry) => (entry === '$defaults' ? CONTAINED_COMMANDS : [entry]))),
      removed: new Set(entries.flatMap((entry) => (entry.startsWith('!') ? [entry.slice(1).trim()] : []))),
    };
    lists.set(commands, list);
  }
  return list;
}

/** What it does is known, and the sandbox bounds it: it reads, filters output, or changes files. */
function isCompanion(command: SimpleCommand, analysis: Analysis): boolean {
  if (isWriter(command)) return true;
  const call = readCall(command);
  if (call === undefined || call.specs.some(({ network }) => network === true)) return false;
  const alone = { ...command, redirections: [], context: { ...command.context, pipe: undefined } };
  return proveReadOnly({ ...analysis, commands: [alone], code: [], unknown: [] }).proven;
}
