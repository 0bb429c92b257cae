/**
 * Which instruction files GitHub Copilot has loaded, as Copilot CLI 1.0.102 was seen to load them, in trusted folders and in others: those of
 * the folder in which it runs, and those of the folders above it up to the root of the repository. What a file imports, and what is loaded
 * later because the agent looks at a file of some other folder, is left out.
 */
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HookCall } from '../hooks/agentDialect';
import { foldersUpToRepository } from '../files/folderFile';
import type { InstructionCandidate, InstructionFile, InstructionFiles } from '../files/instructionFiles';

const EVERYWHERE = [join('.github', 'copilot-instructions.md'), 'AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];
/** Read only between the folder and the root of its repository. */
const BETWEEN = [...EVERYWHERE, join('.claude', 'CLAUDE.md')];

/** Folders of files that may say in their head what they are for. Not read between the folder and the root of its repository. */
const PARTS: readonly Part[] = [
  { folder: join('.github', 'instructions'), ending: '.instructions.md' },
  { folder: join('.claude', 'rules'), ending: '.md' },
];

interface Part {
  readonly folder: string;
  readonly ending: string;
}

/** A stranger's folder must not take the time. */
const MAX_ENTRIES = 200;
const MAX_LEVELS = 4;

/** Tells for a call what its session has loaded. Never rejects. @param userDirectory Copilot's folder for this user */
export function copilotInstructions(
  userDirectory: string,
  onDisk: Pick<InstructionFiles, 'read'>,
): (call: HookCall) => Promise<readonly InstructionFile[]> {
  return async ({ request: { cwd } }) => {
    const chain = foldersUpToRepository(cwd);
    const root = chain.at(-1) ?? cwd;
    const ends = root === cwd ? [cwd] : [root, cwd];
    const whole = [
      { path: join(userDirectory, 'copilot-instructions.md'), within: userDirectory },
      ...ends.flatMap((folder) => named(folder, EVERYWHERE)),
      ...chain.slice(1, -1).flatMap((folder) => named(folder, BETWEEN)),
    ];
    const parts = await Promise.all([
      listed(userDirectory, { folder: 'instructions', ending: '.instructions.md' }),
      ...ends.flatMap((folder) => PARTS.map((part) => listed(folder, part))),
    ]);
    const [files, partial] = await Promise.all([onDisk.read(whole), onDisk.read(parts.flat())]);
    return [...files, ...partial.filter(({ text }) => isForEverything(text))];
  };
}

function named(folder: string, names: readonly string[]): readonly InstructionCandidate[] {
  return names.map((name) => ({ path: join(folder, name), within: folder }));
}

/** The files of one kind below a folder, in no order. No links are followed. */
async function listed(base: string, { folder, ending }: Part): Promise<readonly InstructionCandidate[]> {
  const found: InstructionCandidate[] = [];
  let left = MAX_ENTRIES;

  async function look(at: string, levels: number): Promise<void> {
    for await (const entry of await opendir(at)) {
      left -= 1;
      if (left < 0) return;
      await take(at, entry, levels);
    }
  }
  async function take(at: string, entry: Dirent, levels: number): Promise<void> {
    const path = join(at, entry.name);
    if (entry.isDirectory() && levels > 1) await look(path, levels - 1);
    else if (entry.isFile() && entry.name.endsWith(ending)) found.push({ path, within: base });
  }

  // What cannot be listed Copilot cannot list either.
  await look(join(base, folder), MAX_LEVELS).catch(() => undefined);
  return found;
}

/** Copilot hands a file for some paths only, or for some agents, to the model when it is about one of them. */
function isForEverything(text: string): boolean {
  const [start, ...lines] = text.split('\n', 100).map((line) => line.trim());
  if (start !== '---') return true;
  const end = lines.indexOf('---');
  return lines.slice(0, end === -1 ? lines.length : end).every((line) => {
    const [, key = '', value = ''] = /^["']?(applyTo|paths|excludeAgent)["']?\s*:(.*)$/.exec(line) ?? [];
    if (key === '') return true;
    return key === 'applyTo' && ['', '*', '**', '**/*'].includes(value.replaceAll(/["'\s]/g, ''));
  });
}
