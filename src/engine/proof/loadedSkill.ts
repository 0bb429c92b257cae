/** Loading a skill must only put text into the conversation. */
import type { ToolCall } from '../../calls/toolCall';
import type { FileSystem } from '../../files/fileSystem';
import { joinPath, normalise, parentPath } from '../../files/pathText';
import type { MachineFacts } from '../../files/machineFacts';

/** `deploy`, or `git:deploy` in a folder; others may lead elsewhere. */
const NAME = /^(?:([\w-]{1,100}):)?([\w-]{1,100})$/;

const MOST_FOLDERS = 64;
const MOST_BYTES = 200_000;
const MOST_NAMES = 200;
const MOST_DEPTH = 5;

export interface SkillPlace {
  readonly machine: MachineFacts;
  readonly files: FileSystem;
  readonly projectFolders: readonly string[];
}

/** Other front matter may run hooks or permit tools. */
const HARMLESS_KEYS: ReadonlySet<string> = new Set(
  (
    'name description argument-hint arguments when_to_use version license author metadata compatibility ' +
    'user-invocable disable-model-invocation model effort paths'
  ).split(' '),
);

/**
 * A project's skill may run commands when it loads.
 * @returns the end of a sentence; undefined: it only loads text, or none
 */
export function skillObjection({ skill, request }: ToolCall, place: SkillPlace): string | undefined {
  if (skill === undefined) return undefined;
  const [, group, name] = NAME.exec(skill) ?? [];
  if (name === undefined) return 'its name may lead elsewhere';
  const { machine, files, projectFolders } = place;
  const above = foldersAbove(request.cwd, place);
  if (above === undefined) return 'the project that it may come from is not known';
  const folders = [...new Set([...above, ...projectFolders])].filter((folder) => folder !== machine.homeDirectory);
  const alike = folders.map((folder) => filesAlike(folder, name, place));
  if (alike.includes(undefined)) return 'there are too many that it may be';
  const ofProject = [
    ...folders.flatMap((folder) => skillFiles(folder, group, name, place)),
    ...alike.flatMap((paths) => paths ?? []),
  ];
  const found = ofProject.filter((path) => files.inspect(path) !== 'absent');
  const ofUser = skillFiles(machine.homeDirectory, group, name, place).filter((path) => isFile(path, files));
  if (found.length + ofUser.length === 0) return 'where it comes from is not known';
  return found.every((path) => isPlain(files.readText(path, MOST_BYTES)))
    ? undefined
    : 'it may run commands as it is loaded';
}

function skillFiles(folder: string, group: string | undefined, name: string, { machine }: SkillPlace): string[] {
  const path = (...names: readonly string[]): string =>
    names.reduce(
      (above, part) => joinPath(above, part, machine.platform),
      joinPath(folder, '.claude', machine.platform),
    );
  return group === undefined
    ? [path('skills', name, 'SKILL.md'), path('commands', `${name}.md`)]
    : [path('commands', group, `${name}.md`)];
}

/** A command's name omits its folder; a skill's folder may have another name. */
function filesAlike(folder: string, name: string, { machine: { platform }, files }: SkillPlace): string[] | undefined {
  const alike: string[] = [];
  let left = MOST_NAMES;
  const walk = (at: string, depth: number): boolean => {
    const names = files.listNames(at, left);
    left -= names?.length ?? 0;
    if (names === undefined || (depth > MOST_DEPTH && names.length > 0)) return false;
    return names.every((one) => {
      const path = joinPath(at, one, platform);
      if (!isFile(path, files) && !one.endsWith('.md')) return walk(path, depth + 1);
      const isAlike =
        one.toLowerCase() === 'skill.md'
          ? maySayItIs(name, files.readText(path, MOST_BYTES))
          : one.toLowerCase() === `${name.toLowerCase()}.md`;
      if (isAlike) alike.push(path);
      return true;
    });
  };
  const ofAgent = joinPath(folder, '.claude', platform);
  return ['commands', 'skills'].every((kind) => walk(joinPath(ofAgent, kind, platform), 0)) ? alike : undefined;
}

function maySayItIs(name: string, text: string | undefined): boolean {
  const lines = text === undefined ? undefined : frontMatter(text);
  const named = lines?.filter((line) => !/^[ \t]/.test(line) && !/^(?!name:)[\w-]+:(?:\s|$)/.test(line));
  return (
    named?.every((line) => {
      const [, own] = /^name:[ \t]+(["']?)([\w -]+)\1$/.exec(line)?.slice(1) ?? [];
      return own !== undefined && own.trim().toLowerCase() !== name.toLowerCase();
    }) !== true
  );
}

/** Up to the root; each may bring skills. */
function foldersAbove(cwd: string | undefined, { machine: { platform } }: SkillPlace): readonly string[] | undefined {
  if (cwd === undefined) return undefined;
  const folders = [normalise(cwd, platform)];
  for (let folder = cwd; parentPath(folder, platform) !== folder; folder = parentPath(folder, platform)) {
    if (folders.length > MOST_FOLDERS) return undefined;
    folders.push(parentPath(folder, platform));
  }
  return folders;
}

function isFile(path: string, files: FileSystem): boolean {
  const facts = files.inspect(path);
  return typeof facts === 'object' && facts.type === 'file';
}

/** `!` before a backtick runs a command; `@` before a path takes in the file. */
function isPlain(text: string | undefined): boolean {
  if (text === undefined || /!\s*`|`\s*!|(?<!\w)@[\w~./"'\\-]/.test(text)) return false;
  const lines = frontMatter(text);
  // Indented lines belong to the key above.
  return (
    lines?.every((line, at) =>
      at > 0 && /^[ \t]/.test(line) ? true : HARMLESS_KEYS.has(/^([\w-]+):(?:\s|$)/.exec(line)?.[1] ?? ''),
    ) === true
  );
}

/** Empty without one; undefined if readers may differ. */
function frontMatter(text: string): readonly string[] | undefined {
  if (!text.startsWith('---')) return /^\s*---/.test(text) ? undefined : [];
  const end = /\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (end === null) return undefined;
  const lines = text
    .slice(3, end.index)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  return lines.some((line) => /[\r\u0085\u2028\u2029]/.test(line)) ? undefined : lines;
}
