/** What would fill the disk: output without an end, and reading what one writes. */
import { programName, writtenText, type Analysis, type SimpleCommand } from '../../shell/model/analysis';
import { pathUses } from '../../shell/calls/pathUses';
import { readSedScript } from '../../shell/tables/sedScript';
import { usedPaths } from '../../calls/command/shellPaths';
import { startsWith } from '../../files/homeFolders';
import { everyName } from '../../files/pathResolution';
import { foldedSegments } from '../../files/pathText';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import type { Act } from './acts';

/** @returns the end of a sentence */
export function endlessObjection(command: SimpleCommand, { code }: Analysis): string | undefined {
  if ((command.context.rounds ?? 'lines') !== 'lines') return 'its loop may have no end';
  const name = (programName(command) ?? '').replace(/^g(?=(?:tail|seq|sed|printf)$)/, '');
  const words = command.words.slice(1).map(writtenText);
  if (PRINTS_ON[name]?.(words) === true) return 'what it prints may have no end';
  const branches = code.some(({ language, text, command: owner }) => {
    if (language !== 'sed' || (owner !== command && owner.position !== command.position)) return false;
    const reading = readSedScript(writtenText(text));
    return reading.safe && reading.branches;
  });
  return branches ? 'its script may have no end' : undefined;
}

const PRINTS_ON: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  tail: (words) => words.some((word) => /^-(?:[a-zA-Z0-9]*[fF]|-(?:f|re))/.test(word)),
  seq: (words) => words.some((word) => !/^(?:-[a-zA-Z].*|--.*|-?\d{1,6})$/.test(word)),
  printf: ([format = '']) => /%[^a-zA-Z%]*(?:\d{5}|\*)/.test(format),
  jq: (words) => words.some((word) => /repeat|recurse|range|while|until|def|\.\.|\*|limit/.test(word)),
};

/** One command with its changes taken out, and the files that it prints to. */
export interface Written {
  readonly reading: SimpleCommand;
  readonly acts: readonly Act[];
}

/** `sed p f >> f`, `cat f | tee -a f`: each line written is one more to read. */
export function feedsItself(commands: readonly Written[], machine: MachineFacts, files: FileSystem): Act | undefined {
  for (const [index, { reading, acts }] of commands.entries()) {
    const content = acts.filter(({ kind, changes }) => changes && (kind === 'append' || kind === 'overwrite'));
    if (content.length === 0) continue;
    for (const source of sourcesOf(commands, index)) {
      const found = content.find((act) => reads(source, act, source === reading, machine, files));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Itself, and all that may run at the same time. */
function sourcesOf(commands: readonly Written[], index: number): readonly SimpleCommand[] {
  const all = commands.map(({ reading }) => reading);
  if (all.some(({ context }) => context.background)) return all;
  const own = all[index];
  return all.filter(
    ({ context }, at) => at === index || (context.pipe !== undefined && own?.context.pipe !== undefined),
  );
}

function reads(
  command: SimpleCommand,
  { touch: { resolved } }: Act,
  isOwn: boolean,
  machine: MachineFacts,
  files: FileSystem,
): boolean {
  const segments = (path: string): readonly string[] => foldedSegments(path, machine.platform);
  const written = everyName(resolved).map(segments);
  return pathUses(command).some((use) => {
    if (use.action !== 'read' && use.action !== 'search') return false;
    // GNU's grep and ripgrep pass over the file that they print to.
    if (use.action === 'search' && isOwn && machine.platform === 'linux') return false;
    const paths = usedPaths(use, command, machine, files);
    if (paths === undefined) return true;
    return paths.some((path) =>
      everyName(path).some((name) => {
        const place = segments(name);
        return written.some(
          (one) => startsWith(one, place) && (use.action === 'search' || one.length === place.length),
        );
      }),
    );
  });
}
