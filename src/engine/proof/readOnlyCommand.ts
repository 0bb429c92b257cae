/** Stage 10: lines that provably only read, and read no secret. */
import { programName, writtenText, type SimpleCommand } from '../../shell/model/analysis';
import type { CommandCall, PathUse } from '../../shell/model/commandTable';
import type { FileSystem } from '../../files/fileSystem';
import { readsProjectSettings } from '../../shell/tables/registry';
import { proveReadOnly, readsOf } from '../../shell/proof/readOnlyProof';
import type { CommandLine } from '../../calls/command/commandLine';
import { environmentObjections } from './environment';
import { gitCallObjection } from './gitCalls';
import { projectCodeObjection } from './projectCode';
import type { ReadOnlyPlace } from './readOnlyPlace';
import { PrivateFiles } from './privateFiles';
import { searchObjection } from './privateReads';
import { mayNameSecrets } from './secretFiles';
import { everyName } from '../../files/pathResolution';
import { usedPaths } from '../../calls/command/shellPaths';

export interface ReadOnlyObjection {
  /** Ends "Not proven to only read: …". */
  readonly why: string;
  readonly fragment: string;
}

/**
 * @param settled another check judges their change
 * @param started they only run a text that another check judges
 */
export function readOnlyObjection(
  line: CommandLine,
  place: ReadOnlyPlace,
  settled?: ReadonlySet<SimpleCommand>,
  started?: ReadonlySet<SimpleCommand>,
): ReadOnlyObjection | undefined {
  if (line.use.oddField !== undefined) {
    return { why: `it is not known what the field ${line.use.oddField} changes`, fragment: line.use.oddField };
  }
  const proof = proveReadOnly(line.analysis, settled, started);
  if (!proof.proven) return { why: proof.objection, fragment: proof.fragment };
  const inEnvironment = environmentObjections(place);
  for (const call of proof.calls) {
    const why = inEnvironment(call) ?? callObjection(call, place);
    if (why !== undefined) return { why, fragment: call.command.words.map(writtenText).join(' ') };
  }
  const privacy = new PrivateFiles(place);
  const searchedAlready = new Set<string>();
  for (const { use, command } of proof.reads) {
    const why = useObjection(use, command, place, privacy, searchedAlready);
    if (why !== undefined) return { why, fragment: writtenText(use.word) };
  }
  return undefined;
}

/**
 * It may read private files without naming them: by a pattern, in a folder, from another command. Rules about reading
 * see only named files.
 * @param index of the line's commands
 */
export function mayReadUnnamedSecrets(
  { analysis }: CommandLine,
  index: number,
  named: ReadonlySet<string>,
  place: ReadOnlyPlace,
): boolean {
  const command = analysis.commands[index];
  if (command === undefined) return true;
  const reads = readsOf(analysis.commands, index);
  if (typeof reads === 'string') return true;
  const privacy = new PrivateFiles(place);
  const searchedAlready = new Set<string>();
  const opened = reads.flatMap((use): readonly PathUse[] => {
    if (use.action !== 'list') return [use];
    return use.secondName === true && !named.has(writtenText(use.word)) ? [{ ...use, action: 'read' }] : [];
  });
  return opened.some(
    (use) =>
      !namesOneFile(use, command, place) && useObjection(use, command, place, privacy, searchedAlready) !== undefined,
  );
}

function namesOneFile(use: PathUse, command: SimpleCommand, { machine, files }: ReadOnlyPlace): boolean {
  if (use.action !== 'read' || use.word.text === undefined) return false;
  return (
    usedPaths(use, command, machine, files)?.every(({ real }) => real !== undefined && !isFolder(real, files)) === true
  );
}

function isFolder(path: string, files: FileSystem): boolean {
  const facts = files.inspect(path);
  return typeof facts === 'object' && facts.type === 'directory';
}

function callObjection(call: CommandCall, place: ReadOnlyPlace): string | undefined {
  // Reads no repository.
  const isVersion = call.specs.length === 1 && call.operands.length === 0 && call.specs[0]?.names[0] === 'git';
  if (!place.trusted && !isVersion && readsProjectSettings(programName(call.command) ?? '')) {
    return "in an untrusted workspace it would obey the repository's settings";
  }
  return call.specs[0]?.names[0] === 'git' ? gitCallObjection(call, place) : projectCodeObjection(call, place);
}

/**
 * Reading other devices may act; a pipe loses what is read.
 * @param searchedAlready no secret found
 */
function useObjection(
  use: PathUse,
  command: SimpleCommand,
  place: ReadOnlyPlace,
  privacy: PrivateFiles,
  searchedAlready: Set<string>,
): string | undefined {
  const { machine, files } = place;
  // Standard input is judged at its source.
  if (use.word.text === '-' && use.from === undefined) return undefined;
  const isNamesOnly = use.action === 'list';
  const paths = usedPaths(use, command, machine, files);
  if (paths === undefined) {
    return isNamesOnly ? undefined : 'it is not known which files it reads';
  }
  for (const path of paths) {
    const { real, remote, unknown } = path;
    if (remote) return 'it reaches a network path or a device';
    if (isNamesOnly) continue;
    if (unknown !== undefined) return `the path ${unknown}`;
    // Behind a link `..` leads elsewhere.
    if (real === undefined) return 'the path can stand for several files';
    const secret = privacy.objection(real, everyName(path));
    if (secret !== undefined) return secret;
    const facts = files.inspect(real);
    if (use.orVersion === true && facts === 'absent') return 'it may search another version, and secrets in it';
    if (typeof facts === 'object' && facts.type === 'other' && real !== '/dev/null')
      return 'the file is a device, a pipe or a socket';
    const isFolder = typeof facts === 'object' && facts.type === 'directory';
    if (use.action !== 'search' && !isFolder) continue;
    // Reading a folder reads its contents.
    const all = use.action !== 'search';
    const links = use.ignoresLinks !== true;
    if (!links && use.names !== undefined && !use.names.some(mayNameSecrets) && privacy.isInWorkspace(real)) continue;
    const hidden = all || use.includeHidden === true;
    const search = {
      folder: real,
      hidden,
      tracked: use.tracked,
      includeNamed: use.includeNamed,
      links,
      onlyNamed: use.names,
      cutAt: use.cutAt,
    };
    const key = JSON.stringify(search);
    if (searchedAlready.has(key)) continue;
    searchedAlready.add(key);
    const inside = searchObjection(search, place, privacy);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
