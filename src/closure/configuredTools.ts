/** For `CONFIGURED_TOOLS`: their configuration, and their files of code. */
import { foldersOf, programName, type SimpleCommand } from '../shell/model/analysis';
import { printsOnlyHelp } from '../facts/helpWords';
import { CONFIGURATION_ENDINGS, CONFIGURED_TOOLS } from '../facts/configuredTools';
import type { ClosureReader } from './reader';
import { unresolved, type Run } from './run';
import { namedFile } from './scriptRuns';

const TOOLS: ReadonlyMap<string, readonly string[]> = new Map(
  CONFIGURED_TOOLS.flatMap(({ programs, files }) =>
    programs.split(' ').map((name) => [name, files.split(' ').filter((file) => file !== '')] as const),
  ),
);

const CONFIGURATION_OPTION =
  /^(?:-c|--config|--configuration|--conftest|--rcfile|--settings|--project|-p|--setupFiles|--require|-r)(?:=(.*))?$/s;
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|php|pl|t|sh|bash|bats|go|rs|lua|exs?|java|kt|groovy|gradle)$/;
const MOST_NAMED = 20;

export function configuredToolRuns(command: SimpleCommand, name: string, reader: ClosureReader): readonly Run[] {
  const files = TOOLS.get(name);
  if (files === undefined || informs(command)) return [];
  const [cwd] = foldersOf(command);
  if (reader.isAbsent(cwd)) return [];
  const folder = reader.realFolder(cwd);
  if (folder === undefined) return [unresolved(`${name} runs code of a project in a folder that is not known`)];
  return [
    ...files.flatMap((file) => configuration(file, folder, reader)),
    ...givenFiles(command, reader),
    unresolved(`${name} runs code of the project that only its configuration tells`),
  ];
}

export function isConfiguredTool(name: string): boolean {
  return TOOLS.has(name);
}

function informs(command: SimpleCommand): boolean {
  const words = command.words.slice(1).map(({ text }) => text);
  return (
    printsOnlyHelp(programName(command) ?? '', words, 0) ||
    (words.length === 1 && /^(?:--version|--help)$/.test(words[0] ?? ''))
  );
}

/** The nearest counts. */
function configuration(pattern: string, folder: string, reader: ClosureReader): readonly Run[] {
  const names = pattern.endsWith('.*')
    ? CONFIGURATION_ENDINGS.map((ending) => pattern.slice(0, -1) + ending)
    : [pattern];
  const found = reader.folderWith(folder, names);
  if (found === undefined) return [];
  return names
    .map((name) => reader.join(found, ...name.split('/')))
    .filter((path) => reader.exists(path))
    .map((path): Run => ({
      what: 'file',
      kind: 'configuration',
      path,
      cwd: found,
      read: CODE.test(path) ? 'code' : 'data',
    }));
}

function givenFiles(command: SimpleCommand, reader: ClosureReader): readonly Run[] {
  const runs: Run[] = [];
  const { words } = command;
  for (let at = 1; at < words.length && runs.length < MOST_NAMED; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const [option, glued] = CONFIGURATION_OPTION.exec(word.text ?? '') ?? [];
    if (option !== undefined && glued !== undefined) {
      const file = namedFile({ ...word, text: glued }, command, reader);
      if (file !== undefined) runs.push({ ...file, kind: 'configuration', read: CODE.test(glued) ? 'code' : 'data' });
    } else if (CODE.test((word.text ?? '').replace(/::.*$/s, '')) || words[at - 1]?.text === option) {
      const file = namedFile(word, command, reader);
      if (file !== undefined) runs.push({ ...file, read: 'itself' });
    }
  }
  return runs;
}
