/**
 * Seen with Copilot CLI 1.0.102: files from its folder up to the repository root. Imports and later files are missing.
 */
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HookCall } from '../hooks/agentDialect';
import { foldersUpToRepository } from '../files/folderFile';
import type { InstructionCandidate, InstructionFile, InstructionFiles } from '../files/instructionFiles';

const EVERYWHERE = [join('.github', 'copilot-instructions.md'), 'AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];
const BETWEEN = [...EVERYWHERE, join('.claude', 'CLAUDE.md')];

/** Front matter may limit them. Folders below the repository root are not read. */
const PARTS: readonly Part[] = [
  { folder: join('.github', 'instructions'), ending: '.instructions.md' },
  { folder: join('.claude', 'rules'), ending: '.md' },
];

interface Part {
  readonly folder: string;
  readonly ending: string;
}

/** Bounds the time for a stranger's folder. */
const MAX_ENTRIES = 200;
const MAX_LEVELS = 4;

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

/** Unordered. Does not follow links. */
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

  await look(join(base, folder), MAX_LEVELS).catch(() => undefined);
  return found;
}

/** Others load where they apply. */
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
