import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_PROTECTED_PATHS } from '../../../src/config/defaultProtectedPaths';
import { WorktreeSettings } from '../../../src/gate/worktreeSettings';
import { createNodeFileSystem } from '../../../src/disk/nodeFileSystem';
import { decide } from '../../../src/engine/decide';
import type { Decision } from '../../../src/engine/model/decision';
import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import type { Gate } from '../../../src/engine/model/ports';
import type { CheckRequest } from '../../../src/calls/request';
import { isInside } from '../../../src/files/pathText';
import { SessionFolders } from '../../../src/gate/sessionFolders';
import { Worktrees } from '../../../src/gate/worktrees';
import { useTemporaryFolder, type TemporaryFolder } from '../disk/temporaryFolder';
import { configuration, fakeGate, verdict } from '../engine/fakeGate';

const PROTECTED = DEFAULT_PROTECTED_PATHS.map((value) => ({ value, source: 'default' as const }));

export interface WorktreeRoom {
  /** The home of the user. */
  readonly home: TemporaryFolder;
  /** The open folder: a repository with one commit. */
  readonly app: string;
  /** `git worktree add`; returns the folder. */
  add(name: string, ...options: readonly string[]): string;
  worktrees(): Worktrees;
  /** The root that a call in the folder belongs to; undefined: none. */
  rootOf(cwd: string, folders?: readonly string[]): string | undefined;
  gate(settings?: Partial<EffectiveConfiguration>, folders?: readonly string[]): Gate;
}

export function useWorktreeRoom(): WorktreeRoom {
  const home = useTemporaryFolder();
  // Starting git takes its time.
  let template = '';
  beforeEach(() => {
    if (template !== '') {
      cpSync(template, home.at('work/app'), { recursive: true });
      return;
    }
    home.write('work/app/a.txt', 'committed\n');
    home.git('work/app', 'init', '-q', '-b', 'main', '--template=');
    home.git('work/app', 'add', '-A');
    home.git('work/app', 'commit', '-qm', 'x');
    template = mkdtempSync(join(tmpdir(), 'auto-mode-template-'));
    // What a folder that others may not enter holds is private.
    chmodSync(template, 0o755);
    cpSync(home.at('work/app'), template, { recursive: true });
  });
  after(() => {
    rmSync(template, { recursive: true, force: true });
  });
  const base = (): Gate => {
    const gate = fakeGate({ classifier: () => verdict('allow'), contained: true, removals: true });
    const machine = {
      ...{ ...gate.machine, homeDirectory: home.path },
      ...{ gatePaths: [home.at('.auto-mode')], secretGatePaths: [home.at('.auto-mode/token')] },
    };
    return { ...gate, machine, files: createNodeFileSystem() };
  };
  const worktrees = (): Worktrees => {
    const { machine, files } = base();
    return new Worktrees(machine, files);
  };
  return {
    home,
    get app() {
      return home.at('work/app');
    },
    add: (name, ...options) => {
      home.git('work/app', 'worktree', 'add', '-q', ...options, home.at(name));
      return home.at(name);
    },
    worktrees,
    rootOf: (cwd, folders = [home.at('work/app')]) =>
      worktrees().claim(cwd, folders, () => DEFAULT_PROTECTED_PATHS)?.root,
    gate: (settings = {}, folders = [home.at('work/app')]) => {
      const gate = base();
      const open = configuration({ workspaceFolders: folders, protectedPaths: PROTECTED, ...settings });
      const elsewhere = { ...open };
      const known = new WorktreeSettings(new Worktrees(gate.machine, gate.files));
      const settingsOf = (folder: string): EffectiveConfiguration =>
        folders.some((one) => isInside(folder, one, 'linux')) ? open : elsewhere;
      const sessions = new SessionFolders((cwd) =>
        cwd === undefined ? open : (known.of(cwd, folders, settingsOf) ?? settingsOf(cwd)),
      );
      return { ...gate, configurationFor: (cwd, sessionId) => sessions.configurationFor(cwd, sessionId) };
    },
  };
}

/** Which stage decided. */
export async function stageIn(
  cwd: string,
  gate: Gate,
  tool: string,
  input: CheckRequest['input'],
  more: Partial<CheckRequest> = {},
): Promise<Decision['stage']> {
  const request = { tool, input, cwd, agent: 'claude-code', sessionId: `session in ${cwd}`, ...more };
  return (await decide(request, gate, new AbortController().signal)).stage;
}

export const edit = (folder: string, name: string): CheckRequest['input'] => ({
  file_path: join(folder, name),
  old_string: 'committed',
  new_string: 'changed',
});
