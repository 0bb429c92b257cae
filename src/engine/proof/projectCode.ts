/** Through these files a listing or version query runs project code. Git has its own proof. */
import { programName } from '../../shell/model/analysis';
import { hasOption, type CommandCall } from '../../shell/model/commandTable';
import { starPattern } from '../../common/starPattern';
import { FILE_NAMES, PROJECT_FILES, PUBLIC_REGISTRIES, type ProjectFile } from '../../facts/projectFiles';
import { settingsIn } from '../../files/projectSettings';
import { foldedSegments, isInside, joinPath, parentPath } from '../../files/pathText';
import { resolvePath } from '../../files/pathResolution';
import type { FileFacts, FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';

/** Versions without them run scripts of `package.json`. */
const NOT_IN_EVERY_YARN = new Set(['list', 'outdated', 'versions', 'licenses', 'global', 'npm']);

/** They name another project or file. */
const ELSEWHERE =
  '--cwd --dir --prefix --working-dir --project-directory --project --directory --file --env-file --manifest-path'.split(
    ' ',
  );

const MAX_BYTES = 262_144;

export function projectCodeObjection(
  call: CommandCall,
  place: {
    readonly files: FileSystem;
    readonly machine: MachineFacts;
    readonly workspaceFolders: readonly string[];
  },
): string | undefined {
  const program = programName(call.command) ?? '';
  const subcommand = call.specs[1]?.names[0] ?? '';
  const isCompose = subcommand === 'compose' && program !== 'docker-compose';
  const looked = lookedAt(isCompose ? 'docker-compose' : program);
  const script =
    looked.length > 0 && program.startsWith('yarn') && NOT_IN_EVERY_YARN.has(subcommand)
      ? `"${subcommand}"`
      : undefined;
  if (looked.length === 0) return undefined;
  const { files, machine } = place;
  const { cwd } = call.command;
  const elsewhere = looked.some(({ ofShims }) => ofShims !== true) && ELSEWHERE.some((name) => hasOption(call, name));
  const start = elsewhere || cwd === undefined || files.isRemote(cwd) ? undefined : files.realPath(cwd);
  if (start === undefined) return 'it is not known in which project it would run';
  for (let folder = start; ; folder = parentPath(folder, machine.platform)) {
    for (const row of looked) {
      if (row.subcommands?.split(' ').includes(subcommand) === false) continue;
      for (const path of FILE_NAMES[row.path] ?? [row.path]) {
        const file = path.split('/').reduce((base, name) => joinPath(base, name, machine.platform), folder);
        if (row.isUsersAtHome === true && isUsers(file, folder, place)) continue;
        if (mayDoMore(file, row, files)) return `it may do what ${path} of the project says`;
      }
    }
    const manifest = joinPath(folder, 'package.json', machine.platform);
    if (script !== undefined && files.inspect(manifest) !== 'absent') {
      const text = files.readText(manifest, MAX_BYTES);
      const bin = ['node_modules', '.bin', subcommand].reduce(
        (base, name) => joinPath(base, name, machine.platform),
        folder,
      );
      if (text === undefined || text.includes(script) || text.includes('\\') || files.inspect(bin) !== 'absent')
        return `it may run the script ${subcommand} of package.json`;
    }
    if (folder === parentPath(folder, machine.platform)) return undefined;
  }
}

const lookedFor = new Map<string, readonly ProjectFile[]>();

function lookedAt(program: string): readonly ProjectFile[] {
  let found = lookedFor.get(program);
  if (found === undefined) {
    found = PROJECT_FILES.filter(({ programs }) => programs.split(' ').includes(program));
    lookedFor.set(program, found);
  }
  return found;
}

/** Programs obey it from any folder, so above the project it says nothing of the project. */
function isUsers(
  file: string,
  folder: string,
  { files, machine, workspaceFolders }: Parameters<typeof projectCodeObjection>[1],
): boolean {
  const { homeDirectory, platform } = machine;
  const home = files.realPath(homeDirectory) ?? homeDirectory;
  if (foldedSegments(folder, platform).join('/') !== foldedSegments(home, platform).join('/')) return false;
  const facts = files.inspect(file);
  if (facts === 'absent' || facts === 'unreadable' || leadsElsewhere(facts)) return false;
  const located = resolvePath(file, undefined, machine, files);
  if (located.remote || located.unknown !== undefined) return false;
  // Also where the home itself is open.
  const open = workspaceFolders.flatMap((one) => [one, files.realPath(one) ?? one]);
  return [home, ...located.candidates].every((path) => !open.some((one) => isInside(path, one, platform)));
}

/** A second name of another file. */
function leadsElsewhere({ type, links }: FileFacts): boolean {
  return type === 'file' && links > 1;
}

/** Unless all keys are harmless and all values plain. */
function mayDoMore(file: string, row: ProjectFile, files: FileSystem): boolean {
  const { format, harmless, addressesAreData, ofServices } = row;
  const facts = files.inspect(file);
  if (facts === 'absent') return false;
  if (row.isWritten === true) return facts === 'unreadable' || facts.type === 'symlink' || leadsElsewhere(facts);
  if (format === undefined || harmless === undefined) return true;
  const text = files.readText(file, MAX_BYTES);
  if (text === undefined) return true;
  if (harmless instanceof RegExp) return !text.split(/\r?\n/).every((line) => harmless.test(line));
  const settings = format === 'lines' ? undefined : settingsIn(text, format);
  if (settings === undefined) return true;
  const keys = harmless.split(' ');
  return !settings.every(
    ({ key, value }) =>
      isPlain(value, addressesAreData === true) &&
      keys.some((known) => isKnown(known, key, value)) &&
      (ofServices === undefined || key !== 'services' || areHarmlessServices(value, ofServices.split(' '))),
  );
}

/** No variable, escape, file or address. */
function isPlain(value: string, addressesAreData: boolean): boolean {
  return (
    !/\$[{(\w]|\\|`|%\w+%|(?:^|["'\s])~\//.test(value) &&
    (addressesAreData || !value.includes('://') || PUBLIC_REGISTRIES.test(value))
  );
}

/** Their keys are indented twice. */
function areHarmlessServices(block: string, harmless: readonly string[]): boolean {
  const lines = block.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  const depth = (line: string): number => line.search(/\S/);
  const first = depth(lines[0] ?? '');
  let second: number | undefined;
  return lines.every((line) => {
    if (line.includes('\t')) return false;
    if (depth(line) <= first) {
      second = undefined;
      return depth(line) === first && /^\s*["']?[\w.-]+["']?:\s*(?:#.*)?$/.test(line);
    }
    second ??= depth(line);
    if (depth(line) > second) return true;
    // A list may be as deep as its key.
    if (/^\s*- /.test(line)) return depth(line) === second;
    const [, key = ''] = /^\s*([a-z_]+):(?:\s|$)/.exec(line) ?? [];
    return depth(line) === second && harmless.includes(key);
  });
}

function isKnown(known: string, key: string, value: string): boolean {
  const [name = '', kind] = known.split('@');
  if (kind === 'public') return key === name && PUBLIC_REGISTRIES.test(value);
  return starPattern(name)(key);
}
