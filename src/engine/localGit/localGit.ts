/** Stage 11: lines that only read, or change git's own record of a repository, or switch to a branch of it. */
import { foldersOf, writtenText, type SimpleCommand } from '../../shell/model/analysis';
import { readCall } from '../../shell/calls/commandCall';
import { isHarmless } from '../../shell/proof/harmlessValues';
import type { CommandLine } from '../../calls/command/commandLine';
import type { CallEnvironment } from '../../calls/request';
import { resolvePath } from '../../files/pathResolution';
import { joinPath } from '../../files/pathText';
import { provenRepository } from '../../files/git/gitObjection';
import { realRepositoryFolder } from '../proof/gitCalls';
import { harmlessGitSettings } from '../proof/gitEnvironment';
import { readOnlyObjection, type ReadOnlyObjection } from '../proof/readOnlyCommand';
import type { ReadOnlyPlace } from '../proof/readOnlyPlace';
import { endlessObjection } from '../writes/endlessWrites';
import { gitAct, type GitAct } from './gitForms';
import { quietObjection } from './quietRepository';
import { storedObjection } from './storedFiles';
import { besideSwitch, switchedFiles } from './switchedFiles';

export type LocalGit =
  | { readonly objection: ReadOnlyObjection }
  | {
      readonly objection: undefined;
      /** Files that a switch writes or removes, absolute: the caller holds them against rules and floor. Undefined: none switches. */
      readonly changes: readonly string[] | undefined;
    };

/** @param mayRead false: every command must be such an act */
export function localGit(line: CommandLine, place: ReadOnlyPlace, mayRead: boolean): LocalGit {
  const changes: string[] = [];
  const objection = lineObjection(line, place, mayRead, changes);
  if (objection !== undefined) return { objection };
  const switches = line.analysis.commands.some((command) => gitAct(command)?.switchesTo !== undefined);
  return { objection, changes: switches ? changes : undefined };
}

function lineObjection(
  line: CommandLine,
  place: ReadOnlyPlace,
  mayRead: boolean,
  changes: string[],
): ReadOnlyObjection | undefined {
  const acts = new Map<SimpleCommand, GitAct>();
  for (const command of line.analysis.commands) {
    const act = gitAct(command);
    if (act !== undefined) acts.set(command, act);
  }
  const other = line.analysis.commands.find((command) => !acts.has(command));
  if (acts.size === 0 || (!mayRead && other !== undefined)) {
    return { why: 'it is no act of git that is known to be local', fragment: other === undefined ? '' : shown(other) };
  }
  const objection = readOnlyObjection(line, place, new Set(acts.keys()));
  if (objection !== undefined) return objection;
  for (const command of line.analysis.commands) {
    const why = endlessObjection(command, line.analysis);
    if (why !== undefined) return { why, fragment: shown(command) };
  }
  const workTrees = new Set<string>();
  for (const [command, act] of acts) {
    const why = actObjection(command, act, place, { changes, workTrees });
    if (why !== undefined) return { why, fragment: shown(command) };
  }
  const beside = besideSwitch(line.analysis.commands, acts, workTrees);
  if (beside !== undefined) return { why: 'what follows a switch may read other files', fragment: shown(beside) };
  return undefined;
}

/** Of what acts do. */
interface Effects {
  readonly changes: string[];
  readonly workTrees: Set<string>;
}

function shown({ words }: SimpleCommand): string {
  return words.map(writtenText).join(' ');
}

function actObjection(
  command: SimpleCommand,
  act: GitAct,
  place: ReadOnlyPlace,
  { changes, workTrees }: Effects,
): string | undefined {
  const call = readCall(command);
  const folders = foldersOf(command);
  if (call === undefined || folders.length === 0) return 'it is not known in which folder git would run';
  const inEnvironment = environmentObjection(place);
  if (inEnvironment !== undefined) return inEnvironment;
  for (const start of folders) {
    const folder = realRepositoryFolder(start, call, place);
    if (folder === undefined) return 'it is not known in which folder git would run';
    const repository = provenRepository(folder, act.subcommand, place);
    if (typeof repository === 'string') return repository;
    if (act.mustExist !== undefined && !exists(act.mustExist, folder, place)) {
      return 'git may take the path for a version';
    }
    const why = storedObjection(repository, act, folder, place) ?? quietObjection(repository, act, place);
    if (why !== undefined) return why;
    const switched = switchedFiles(repository, act, place);
    if (typeof switched === 'string') return switched;
    changes.push(...switched);
    workTrees.add(repository.workTree);
  }
  return undefined;
}

function exists(path: string, folder: string, { machine, files }: ReadOnlyPlace): boolean {
  const { real, remote } = resolvePath(path, folder, machine, files);
  return !remote && real !== undefined && typeof files.inspect(real) === 'object';
}

/** They name people and times, or programs that show and ask, which no act starts. */
const HARMLESS_VARIABLE =
  /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|EDITOR|SEQUENCE_EDITOR|PAGER|ASKPASS|TERMINAL_PROMPT|MERGE_AUTOEDIT|ADVICE)$/;

/** Ends a sentence. */
export function environmentObjection({ environment, machine }: ReadOnlyPlace): string | undefined {
  if (environment === undefined) return undefined;
  // The proof of reads objects to it.
  if (environment === null) return "the environment of the agent's commands is not known";
  const ofGit = harmlessGitSettings(environment);
  const odd = Object.entries(environment).find(
    ([name, value]) =>
      name.startsWith('GIT_') &&
      !HARMLESS_VARIABLE.test(name) &&
      !ofGit.has(name) &&
      (value === null || !isHarmless(name, value)),
  )?.[0];
  if (odd !== undefined) return `the variable ${odd} is set, which may change what git does`;
  return movedHome(environment, machine) ? "the user's configuration of git may lie elsewhere" : undefined;
}

function movedHome(
  { HOME, XDG_CONFIG_HOME }: CallEnvironment,
  { homeDirectory, platform }: ReadOnlyPlace['machine'],
): boolean {
  const usual = joinPath(homeDirectory, '.config', platform);
  return (
    (HOME !== undefined && HOME !== homeDirectory) ||
    (XDG_CONFIG_HOME !== undefined && XDG_CONFIG_HOME !== '' && XDG_CONFIG_HOME !== usual)
  );
}
