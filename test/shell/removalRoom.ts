/** A home with a repository in disorder, a gate that decides there, and what is left of it after a line and its undo. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PROTECTED_PATHS } from '../../src/config/defaultProtectedPaths';
import { createNodeFileSystem } from '../../src/disk/nodeFileSystem';
import { decide } from '../../src/engine/decide';
import { linkedFolders } from '../../src/engine/linkedFolders';
import type { EffectiveConfiguration } from '../../src/engine/model/configuration';
import type { Decision } from '../../src/engine/model/decision';
import type { Gate } from '../../src/engine/model/ports';
import { KeptRemovals } from '../../src/gate/keptRemovals';
import { KeptRuns } from '../../src/gate/keptRuns';
import { DiskSnapshotStore } from '../../src/snapshots/diskSnapshotStore';
import type { TemporaryFolder } from '../unit/disk/temporaryFolder';
import { configuration, fakeGate } from '../unit/engine/fakeGate';
import type { RandomNumbers } from './randomNumbers';

export const TRACKED = [
  ...['src/a.ts', 'src/b.ts', 'src/deep/er/c.ts', 'docs/one.md', 'docs/x/two.md', 'run.sh', 'x', 'a b/c d.txt'],
  ...['Case.txt', 'ignored/tracked.log', 'lib/k.ts', '-dash.txt'],
];
export const LOOSE = ['notes.txt', 'src/loose.ts', 'new/er/file', 'docs/x/loose.md', 'a b/e f', 'case.txt', 'x.log'];
export const IGNORED = ['build/out.js', 'build/deep/a.js', 'ignored/some.log', 'src/t.tmp', 'Build/other.js'];

export type Tree = Readonly<Record<string, string>>;

export class RemovalRoom {
  readonly kept: KeptRuns;
  readonly removals: KeptRemovals;
  readonly complaints: string[] = [];
  #calls = 0;

  constructor(
    private readonly folder: TemporaryFolder,
    private readonly settings: Partial<EffectiveConfiguration> = {},
  ) {
    this.kept = new KeptRuns({
      openStore: () =>
        new DiskSnapshotStore({
          directory: folder.at('home/.auto-mode/snapshots'),
          never: [folder.at('home/.auto-mode')],
          limits: () => ({ bytes: 1_000_000_000, snapshots: 100, days: 7 }),
        }),
      redact: (text) => text,
      log: (line) => this.complaints.push(line),
    });
    this.removals = new KeptRemovals(this.kept);
  }

  get workspace(): string {
    return this.folder.at('home/p');
  }

  /** A repository with all kinds of files; once, see `restore`. */
  plant(): void {
    const { folder } = this;
    mkdirSync(folder.at('home/.auto-mode'), { recursive: true, mode: 0o700 });
    for (const name of TRACKED) folder.write(`home/p/${name}`, `committed ${name}\n`);
    folder.write('home/p/.gitignore', 'build/\n*.tmp\n/ignored/\n!keep.tmp\n');
    folder.write('home/p/docs/.gitignore', '*.bak\n');
    chmodSync(folder.at('home/p/run.sh'), 0o755);
    symlinkSync('src', folder.at('home/p/tracked-link'));
    folder.git('home/p', 'init', '-q', '-b', 'main', '--template=');
    folder.git('home/p', 'add', '-f', '.');
    folder.git('home/p', 'commit', '-qm', 'first');
    folder.git('home/p', 'branch', 'src');
    folder.git('home/p', 'gc', '-q');
    folder.write('home/p/lib/k.ts', 'committed again\n');
    folder.git('home/p', 'commit', '-qam', 'second');
    folder.write('home/outside/x', 'outside\n');
    folder.write('home/outside/hard', 'hard\n');
    cpSync(folder.at('home'), folder.at('made'), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  }

  /** Ordinary again, with or without git knowing the files by their facts. */
  restore(numbers: RandomNumbers): void {
    const { folder } = this;
    for (const name of ['p', 'outside']) {
      rmSync(folder.at(`home/${name}`), { recursive: true, force: true });
      const options = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };
      cpSync(folder.at(`made/${name}`), folder.at(`home/${name}`), options);
    }
    if (numbers.below(4) > 0) this.git('update-index', '-q', '--refresh');
  }

  /** Some of what happens to a work tree. */
  mess(numbers: RandomNumbers): void {
    const count = 1 + numbers.below(7);
    for (let done = 0; done < count; done += 1) this.#change(numbers);
  }

  #change(numbers: RandomNumbers): void {
    const { folder } = this;
    const at = (name: string): string => folder.at(`home/p/${name}`);
    const write = (name: string, text: string): string => folder.write(`home/p/${name}`, text);
    const remove = (name: string): void => {
      rmSync(at(name), { recursive: true, force: true });
    };
    const tracked = numbers.pick(TRACKED);
    const changes: readonly (() => void)[] = [
      () => write(tracked, `changed ${numbers.below(1_000)}\n`),
      () => write(tracked, `changed ${numbers.below(1_000)}\n`),
      () => {
        // Changed without a trace in size and time of writing.
        const { atimeMs, mtimeMs, size } = lstatSync(at(tracked));
        write(tracked, 'X'.repeat(size));
        utimesSync(at(tracked), atimeMs / 1_000, mtimeMs / 1_000);
      },
      () => {
        remove(tracked);
      },
      () => {
        remove(numbers.pick(['src', 'docs', 'docs/x', 'a b', 'src/deep']));
      },
      () => {
        chmodSync(at(tracked), 0o600 + numbers.below(2) * 0o100);
      },
      () => {
        remove(tracked);
        write(`${tracked}/in/its/place`, 'loose\n');
      },
      () => {
        remove('docs');
        write('docs', 'a file in its place\n');
      },
      () => {
        remove('docs');
        symlinkSync(numbers.pick(['src', '../outside', 'missing']), at('docs'));
      },
      () => {
        remove('tracked-link');
        if (numbers.below(2) === 0) write('tracked-link/loose.ts', 'loose\n');
        else symlinkSync('../outside', at('tracked-link'));
      },
      () => write(numbers.pick(LOOSE), `loose ${numbers.below(1_000)}\n`),
      () => write(numbers.pick(LOOSE), `loose ${numbers.below(1_000)}\n`),
      () => write(numbers.pick(LOOSE), `loose ${numbers.below(1_000)}\n`),
      () => write(numbers.pick(IGNORED), `ignored ${numbers.below(1_000)}\n`),
      () => write(numbers.pick(IGNORED), `ignored ${numbers.below(1_000)}\n`),
      () => mkdirSync(at(numbers.pick(['empty', 'src/empty/er', 'build/empty'])), { recursive: true }),
      () => {
        symlinkSync(
          numbers.pick(['src', '../outside', 'missing', 'loop', '/']),
          at(numbers.pick(['link', 'src/link', 'loop'])),
        );
      },
      () => {
        linkSync(folder.at('home/outside/hard'), at(numbers.pick(['hard', 'new-hard'])));
      },
      () => {
        write('inner/file', 'of another repository\n');
        this.#git('inner', 'init', '-q', '--template=');
      },
      () =>
        write(
          numbers.pick(['.gitignore', 'src/.gitignore', 'docs/.gitignore']),
          numbers.pick(['', '*\n', '!build/\n', 'loose.ts\n', '[a-z]*.ts\n', '/x.log\n\\!x\n', '*.tmp \n', 'src\n']),
        ),
      () => {
        this.git('add', '-A');
      },
      () => {
        this.git('add', '-N', '.');
      },
      () => {
        this.git('rm', '-q', '--cached', tracked);
      },
      () => {
        this.git('update-index', numbers.pick(['--assume-unchanged', '--skip-worktree']), tracked);
      },
      () => {
        this.git('stash', '-q');
      },
      () => write('.env', 'SECRET=1\n'),
      () => write(numbers.pick(['package.json', 'src/package.json', '.vscode/settings.json']), '{}\n'),
      () => {
        this.git('mv', 'x', 'y');
      },
      () => {
        spawnSync('mkfifo', [at('pipe')]);
      },
    ];
    try {
      numbers.pick(changes)();
    } catch {
      // Earlier ones may be in its way.
    }
  }

  git(...args: readonly string[]): string {
    return this.#git('.', ...args);
  }

  #git(where: string, ...args: readonly string[]): string {
    try {
      return this.folder.git(`home/p/${where}`, ...args);
    } catch {
      return '';
    }
  }

  decided(command: string, request: object = {}, signal = new AbortController().signal): Promise<Decision> {
    this.#calls += 1;
    const call = {
      ...{ tool: 'Bash', input: { command }, cwd: this.workspace, agent: 'claude-code', sessionId: 's' },
      ...{ callId: `call-${this.#calls}` },
    };
    return decide({ ...call, ...request }, this.gate(), signal);
  }

  run(line: string): void {
    spawnSync('bash', ['-c', line], {
      cwd: this.workspace,
      timeout: 20_000,
      input: 'input\n',
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: this.folder.at('home'),
        LC_ALL: 'C.UTF-8',
        GIT_CONFIG_NOSYSTEM: '1',
      },
    });
  }

  /** @returns paths that stay as they are */
  async undone(id: string): Promise<readonly string[]> {
    const left: string[] = [];
    for (const snapshot of (await this.kept.of(id))?.snapshots ?? []) {
      const { conflicts } = await this.kept.store.undo(snapshot.id);
      left.push(...conflicts.map(({ path, why }) => `${path}: ${why}`));
    }
    return left;
  }

  gate(): Gate {
    const home = this.folder.at('home');
    const base = fakeGate({
      configuration: configuration({
        workspaceFolders: [this.workspace],
        protectedPaths: DEFAULT_PROTECTED_PATHS.map((value) => ({ value, source: 'default' as const })),
        ...this.settings,
      }),
    });
    return {
      ...base,
      newId: () => `decision-${this.#calls}`,
      removals: this.removals,
      note: (decision) => {
        this.removals.decided(decision);
      },
      machine: {
        ...base.machine,
        platform: process.platform,
        homeDirectory: home,
        gatePaths: [join(home, '.auto-mode')],
        secretGatePaths: [join(home, '.auto-mode', 'token')],
      },
      files: createNodeFileSystem(process.platform, {
        roots: () => [home],
        folders: linkedFolders(DEFAULT_PROTECTED_PATHS),
      }),
    };
  }

  /** Of the workspace and what is beside it, without what is git's own. */
  tree(): Tree {
    return { ...treeOf(this.folder.at('home'), 'p'), ...treeOf(this.folder.at('home'), 'outside') };
  }

  /** What git holds: of the index without the facts of files. */
  record(): string {
    return [this.git('ls-files', '-s'), this.git('rev-parse', 'HEAD', '--all'), this.git('stash', 'list')].join('\n');
  }
}

function treeOf(root: string, below: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(root, below))) {
    const path = `${below}/${name}`;
    if (path === 'p/.git') continue;
    const stats = lstatSync(join(root, path));
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isSymbolicLink()) found[path] = `link ${readlinkSync(join(root, path))}`;
    else if (stats.isDirectory()) Object.assign(found, { [path]: `folder ${mode}` }, treeOf(root, path));
    else if (stats.isFile()) found[path] = `file ${mode} ${readFileSync(join(root, path), 'latin1')}`;
    else found[path] = 'special';
  }
  return found;
}
