/**
 * Random lines over a workspace with links, secrets and protected names: what a line that the engine allows really
 * changes in bash is held against what it may change. The tree before and after is the measure.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, linkSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PROTECTED_PATHS } from '../../src/config/defaultProtectedPaths';
import { createNodeFileSystem } from '../../src/disk/nodeFileSystem';
import { decide } from '../../src/engine/decide';
import { configuration, fakeGate } from '../unit/engine/fakeGate';
import { useTemporaryFolder } from '../unit/disk/temporaryFolder';
import { runs } from '../unit/propertyRuns';
import { RandomNumbers } from './randomNumbers';

const HELD = ['src/a.ts', 'src/b.ts', 'docs/x/one.md', 'hooks/pre-commit', 'run.sh', 'x', 'docs/x/a.ts'];
const LOOSE = ['src/loose.ts', 'notes.txt', 'docs/loose.md', 'deep/er/loose'];
const GUARDED = ['.env', '.npmrc', 'package.json', '.vscode/tasks.json', '.husky/pre-commit', 'deep/.env'];
const SECRET = 'planted-secret';

const PATHS = [
  ...[...HELD, ...LOOSE, ...GUARDED],
  ...[
    'src',
    'docs',
    'docs/',
    'deep',
    'empty',
    '.',
    '..',
    '.git',
    '.vscode',
    'hooks',
    'new',
    'new/',
    'new/x',
    'new/new/y',
  ],
  ...['link', 'link/a.ts', 'out', 'out/x', 'file-link', 'far-link', 'dangling', 'secret-link', 'hard', 'loop'],
  ...[
    '../outside/x',
    'src/../notes.txt',
    'link/../x',
    'out/../x',
    './src//a.ts',
    'NEW',
    'Src/a.ts',
    '.husky/new',
    'config',
  ],
  ...[
    'HEAD',
    'objects',
    '.gitattributes',
    'src/.mailmap',
    '"-x"',
    './-n',
    '*.ts',
    'src/?.ts',
    '$x',
    '"$(echo x)"',
    '~/x',
  ],
  ...["'a b'", 'src/a.ts.bak', 'new2', 'new3', 't.txt', 't.txt'],
];

/** `P` stands for a path, each time another one. */
const PARTS = [
  ...['mkdir P', 'mkdir -p P', 'mkdir -p P P', 'touch P', 'touch P P', 'cd P', 'cd P', 'cat P', 'ls P', 'head -1 P P'],
  ...['cp P P', 'cp P P', 'cp P P P', 'cp -r P P', 'cp -P P P', 'cp -n P P', 'cp -f P P', 'cp -a P P', 'cp -t P P'],
  ...[
    'mv P P',
    'mv P P',
    'mv P P P',
    'mv -n P P',
    'mv -f P P',
    'mv -T P P',
    'rm P',
    'rm -f P P',
    'rm -r P',
    'rm -rf P',
  ],
  ...[
    'rmdir P',
    'echo x > P',
    'echo x > P',
    'echo x >> P',
    'printf x >| P',
    'cat P > P',
    'cat P P >> P',
    'sort P &> P',
  ],
  ...[
    'echo x | tee P',
    'cat P | tee -a P',
    'tee P P < P',
    "sed -i 's/one/two/' P",
    'sed -i d P',
    "sed -i.bak 's/o/x/g' P",
  ],
  ...[
    "sed -i 'w P' P",
    'sed -n -i p P',
    'ln -s P P',
    'ln P P',
    'chmod +x P',
    'git status',
    'git diff --stat',
    'git log -1',
  ],
  ...[
    'grep -r one P',
    'cat < P > P',
    "cat > P <<'E'\ntext\nE\n",
    'for f in P P; do touch $f; done',
    'x=P; echo y > $x',
  ],
  ...[
    '[ -f P ] && rm P',
    '(cd P && echo x > P)',
    '{ echo a; echo b; } > P',
    'echo x > P; cat P',
    'test -d P || mkdir P',
  ],
  ...[
    'cp P t.txt',
    'mv t.txt P',
    'rm t.txt',
    'find P -name "*.ts"',
    'bash -c "touch P"',
    'exec > P',
    '((1)) > P',
    '[[ a ]] > P',
  ],
  ...['while read l; do echo $l >> P; done < P', 'if [ -f P ]; then mv P P; fi', 'case a in a) mv P P;; esac'],
];
const JOINTS = [' && ', '; ', '; ', ' || ', ' | ', ' & ', '\n'];

type Tree = Readonly<Record<string, string>>;

function treeOf(root: string, below = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(root, below))) {
    const path = below === '' ? name : `${below}/${name}`;
    if (path === 'p/.git' || path === 'outside/.git') continue;
    const stats = lstatSync(join(root, path));
    if (stats.isSymbolicLink()) found[path] = `link ${readlinkSync(join(root, path))}`;
    else if (stats.isDirectory()) Object.assign(found, { [path]: 'folder' }, treeOf(root, path));
    else
      found[path] = `file ${(stats.mode & 0o7000) === 0 ? '' : 'special '}${readFileSync(join(root, path), 'latin1')}`;
  }
  return found;
}

/** Why the change is none that an edit tool could make. */
function faults(before: Tree, after: Tree): readonly string[] {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => before[path] !== after[path],
  );
  const isGuarded = (path: string): boolean =>
    !path.startsWith('p/') ||
    path.split('/').some((name) => /^(?:\.env|\.npmrc|package\.json|\.vscode|\.husky|\.git.*)$/i.test(name));
  const kept = new Set(Object.values(after));
  return changed.flatMap((path) => {
    const was = before[path];
    const is = after[path];
    const why: string[] = [];
    if (isGuarded(path)) why.push('is guarded');
    if (is?.startsWith('link') === true) why.push('became a link');
    if (is?.includes(SECRET) === true) why.push('holds a secret');
    if (is?.startsWith('file special') === true) why.push('has a special mode');
    if (was?.startsWith('link') === true) why.push('was a link');
    if (was?.startsWith('file') === true) {
      const isHeld = HELD.some((name) => was === `file ${textOf(name)}`);
      const isMoved = kept.has(was) || Object.values(after).some((text) => text.includes(was.slice(5)));
      const isEdited = is !== undefined && /two|xne/.test(is);
      if (!isHeld && !isMoved && !isEdited) why.push('is lost');
    }
    return why.map((one) => `${path} ${one}`);
  });
}

function textOf(name: string): string {
  return `one ${name}\n`;
}

describe('lines of writers that the engine allows', () => {
  const folder = useTemporaryFolder();
  const never = new AbortController().signal;

  function plant(): void {
    for (const name of [...HELD, ...LOOSE]) folder.write(`p/${name}`, textOf(name));
    for (const name of GUARDED) folder.write(`p/${name}`, name.endsWith('.env') ? SECRET : '{}');
    folder.write('outside/x', 'outside');
    folder.write('home/.ssh/id_rsa', SECRET);
    folder.write('outside/hard', 'one hard');
    mkdirSync(folder.at('p/empty'), { recursive: true });
    const links = {
      link: 'src',
      out: '../outside',
      'file-link': 'notes.txt',
      'far-link': '../outside/x',
      loop: 'loop',
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, folder.at(`p/${name}`));
    symlinkSync('missing', folder.at('p/dangling'));
    symlinkSync('.env', folder.at('p/secret-link'));
    linkSync(folder.at('outside/hard'), folder.at('p/hard'));
  }

  async function compare(seed: number, rounds: number): Promise<number> {
    plant();
    folder.git('p', 'init', '-q');
    folder.git('p', 'add', ...HELD);
    folder.git('p', 'commit', '-qm', 'x');
    const workspace = folder.at('p');
    const base = fakeGate({
      configuration: configuration({
        workspaceFolders: [workspace],
        protectedPaths: DEFAULT_PROTECTED_PATHS.map((value) => ({ value, source: 'default' as const })),
      }),
    });
    const machine = { ...base.machine, homeDirectory: folder.at('home') };
    const gate = { ...base, machine, files: createNodeFileSystem(process.platform) };
    const before = treeOf(folder.path);
    const numbers = new RandomNumbers(seed);
    let allowed = 0;
    for (let round = 0; round < rounds; round += 1) {
      const count = 1 + numbers.below(3);
      let line = '';
      for (let part = 0; part < count; part += 1) {
        line += part === 0 ? '' : numbers.pick(JOINTS);
        line += numbers.pick(PARTS).replaceAll('P', () => numbers.pick(PATHS));
      }
      // What agents wrote is no part of this world.
      const writes = {
        note: () => undefined,
        wrote: () => false,
        noteChange: () => undefined,
        lastWrite: () => undefined,
      };
      const request = { tool: 'bash', input: { command: line }, cwd: workspace };
      const decision = await decide(request, { ...gate, writes }, never);
      if (decision.outcome !== 'allow') continue;
      if (decision.stage === 'workspace-write') allowed += 1;
      spawnSync('bash', ['-c', line], {
        cwd: workspace,
        timeout: 20_000,
        input: 'input\n',
        env: { PATH: process.env['PATH'] ?? '', HOME: folder.at('home'), LC_ALL: 'C.UTF-8', GIT_CONFIG_NOSYSTEM: '1' },
      });
      const after = treeOf(folder.path);
      assert.deepEqual(faults(before, after), [], `${JSON.stringify(line)} is allowed (${decision.stage})`);
      if (Object.keys(after).length === Object.keys(before).length && decision.stage !== 'workspace-write') continue;
      for (const name of readdirSync(workspace)) {
        if (name !== '.git') rmSync(join(workspace, name), { recursive: true, force: true });
      }
      plantAgain();
    }
    return allowed;
  }

  function plantAgain(): void {
    rmSync(folder.at('outside'), { recursive: true, force: true });
    plant();
  }

  it('change no more than edits could', async () => {
    const { seed, numRuns } = runs(20_261_124, 800);
    const allowed = await compare(seed, numRuns);
    assert.ok(allowed > numRuns / 25, `only ${allowed} lines were allowed`);
  });
});
