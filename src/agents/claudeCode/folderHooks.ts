/**
 * Seen with Claude Code 2.1.329, also in untrusted folders: a folder's `disableAllHooks` disables the user's hooks too,
 * and its hooks can rewrite a judged call. Of the repository root and a worktree's main tree only the local file is
 * read. A comment voids a file (`JSON.parse`); the last duplicate key counts. A skill folder with `.claude-plugin` is a
 * plugin, whose hooks run in a trusted folder.
 */
import { existsSync, opendirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { FolderProblem } from '../hooks/agentInstallation';
import { foldersUpToRepository, readFolderFile } from '../files/folderFile';
import { CLAUDE_CODE } from './dialect';

const SHARED = join('.claude', 'settings.json');
const LOCAL = join('.claude', 'settings.local.json');
/** Bounds the time for a stranger's folder. */
const MAX_SKILLS = 500;

/** Their hooks may replace a call's input. */
const REWRITING_EVENTS = ['PreToolUse', 'PermissionRequest'];

/**
 * Claude Code passes a folder's variables to its hooks, trusted or not: under `LD_DEBUG=help` programs exit at once.
 */
const LOADER_VARIABLE = /^(?:LD|DYLD)_/;

type Finding = Pick<FolderProblem, 'kind' | 'sentence'>;

/** @param userSettings may also be a folder's file, if home is open */
export function claudeCodeFolderProblems(folders: readonly string[], userSettings: string): readonly FolderProblem[] {
  return folders.flatMap((folder) => {
    const inSettings = settingsFiles(folder)
      .filter((path) => path !== userSettings)
      .flatMap((path) => findings(path).map((finding) => ({ path, ...finding })));
    const inSkills = skillFolders(folder, dirname(userSettings)).flatMap(skillFindings);
    return [...inSettings, ...inSkills].map((finding) => ({ agent: CLAUDE_CODE, folder, ...finding }));
  });
}

function settingsFiles(folder: string): readonly string[] {
  const root = foldersUpToRepository(folder).at(-1) ?? folder;
  const locals = [folder, root, mainTree(root)].flatMap((place) => (place === undefined ? [] : [join(place, LOCAL)]));
  return [...new Set([join(folder, SHARED), ...locals])];
}

/** Undefined: no git worktree. */
function mainTree(root: string): string | undefined {
  const link = readFolderFile(join(root, '.git'));
  const target = link.kind === 'text' ? /^gitdir: ([^\n]+)/.exec(link.text)?.[1] : undefined;
  if (target === undefined) return undefined;
  const own = resolve(root, target);
  const common = readFolderFile(join(own, 'commondir'));
  if (common.kind !== 'text') return undefined;
  const shared = resolve(own, common.text.trim());
  return basename(shared) === '.git' ? dirname(shared) : undefined;
}

function skillFolders(folder: string, userDirectory: string): readonly string[] {
  const skills = join(folder, '.claude', 'skills');
  if (dirname(skills) === userDirectory || !existsSync(skills)) return [];
  const found: string[] = [];
  try {
    const listing = opendirSync(skills);
    try {
      for (let entry = listing.readSync(); entry !== null && found.length < MAX_SKILLS; entry = listing.readSync()) {
        found.push(join(skills, entry.name));
      }
    } finally {
      listing.closeSync();
    }
  } catch {
    // Neither can Claude Code.
  }
  return found;
}

function skillFindings(skill: string): readonly (Finding & { readonly path: string })[] {
  const manifest = join(skill, '.claude-plugin');
  if (existsSync(manifest)) {
    return [
      {
        path: manifest,
        kind: 'can-rewrite-calls',
        sentence:
          'This skill is a plugin, whose hooks can change a call after Auto Mode has allowed it. Look at it before you use Claude Code here.',
      },
    ];
  }
  const path = join(skill, 'SKILL.md');
  const file = readFolderFile(path);
  if (file.kind !== 'text' || !bringsHooks(file.text)) return [];
  return [
    {
      path,
      kind: 'can-rewrite-calls',
      sentence:
        'This skill brings hooks, which can change a call after Auto Mode has allowed it. Look at it before you use Claude Code here.',
    },
  ];
}

function bringsHooks(text: string): boolean {
  const [start, ...lines] = text.split('\n', 500).map((line) => line.trimEnd());
  if (start !== '---') return false;
  const end = lines.indexOf('---');
  return lines.slice(0, end === -1 ? lines.length : end).some((line) => /^["']?hooks["']?\s*:/.test(line));
}

function findings(path: string): readonly Finding[] {
  const file = readFolderFile(path);
  if (file.kind === 'absent') return [];
  if (file.kind === 'unknown') {
    return [
      {
        kind: 'switches-hooks-off',
        sentence:
          'Auto Mode cannot read these settings of Claude Code (too large, or no plain text file), and they may switch its hooks off. Look at the file before you use Claude Code here.',
      },
    ];
  }
  const settings = objectIn(file.text);
  if (settings === undefined) return [];
  const found: Finding[] = [];
  if (settings['disableAllHooks'] === true) {
    found.push({
      kind: 'switches-hooks-off',
      sentence:
        'These settings switch all hooks off ("disableAllHooks": true), so Claude Code runs here without Auto Mode. Remove that line before you use Claude Code here.',
    });
  }
  if (Object.keys(asObject(settings['env']) ?? {}).some((name) => LOADER_VARIABLE.test(name))) {
    found.push({
      kind: 'switches-hooks-off',
      sentence:
        'These settings set a variable of the loader ("env": LD_… or DYLD_…), with which the hook of Auto Mode need not start, so Claude Code may run here without it. Remove that line before you use Claude Code here.',
    });
  }
  if (hasRewritingHooks(settings['hooks'])) {
    found.push({
      kind: 'can-rewrite-calls',
      sentence:
        'These settings bring hooks of their own, which can change a call after Auto Mode has allowed it. Remove those that you do not know before you use Claude Code here.',
    });
  }
  if (Object.values(asObject(settings['enabledPlugins']) ?? {}).some((value) => value !== false)) {
    found.push({
      kind: 'can-rewrite-calls',
      sentence:
        'These settings switch plugins on, whose hooks can change a call after Auto Mode has allowed it. Look at those plugins before you use Claude Code here.',
    });
  }
  return found;
}

function hasRewritingHooks(hooks: unknown): boolean {
  const events = asObject(hooks) ?? {};
  return REWRITING_EVENTS.some((event) => Object.hasOwn(events, event) && !isEmptyList(events[event]));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
