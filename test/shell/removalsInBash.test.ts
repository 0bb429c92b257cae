/**
 * Random lines that remove and discard, in a work tree in disorder: each that the engine allows really runs in bash, and
 * after its undo the tree must be what it was.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { useTemporaryFolder } from '../unit/disk/temporaryFolder';
import { runs } from '../unit/propertyRuns';
import { RandomNumbers } from './randomNumbers';
import { IGNORED, LOOSE, RemovalRoom, TRACKED } from './removalRoom';

const PATHS = [
  ...[...TRACKED, ...LOOSE, ...IGNORED].map((path) => (path.includes(' ') ? `'${path}'` : path)),
  ...[
    'src',
    'src/',
    'docs',
    'docs/x',
    'build',
    'build/',
    'Build',
    'new',
    "'a b'",
    'a\\ b',
    'src/deep',
    'empty',
    'ignored',
  ],
  ...[
    '.',
    '..',
    '../outside',
    '../outside/x',
    './src',
    './x',
    'src/../x',
    'docs/../src',
    '$x',
    '"$(echo x)"',
    '~/x',
    '~',
  ],
  ...['link', 'link/', 'link/a.ts', 'src/link', 'src/link/x', 'tracked-link', 'tracked-link/loose.ts', 'loop', 'hard'],
  ...[
    'inner',
    'inner/file',
    'inner/.git',
    '.git',
    '.git/index',
    '.env',
    '.vscode',
    'package.json',
    'pipe',
    '.gitignore',
  ],
  ...[
    '*',
    '*.log',
    'src/*',
    'build/*',
    'src/?.ts',
    '{x,y}',
    'src/{a,b}.ts',
    '*.tmp',
    'missing',
    'SRC',
    'case.TXT',
    './-dash.txt',
  ],
];

/** `P` is a path, each time another one. */
const PARTS = [
  ...['rm P', 'rm -f P', 'rm -rf P', 'rm -rf P', 'rm -rf P P', 'rm -r -f -- P', 'rm -rfv P', 'rm P -rf', 'rm -d P'],
  ...['rmdir P', 'unlink P', '/bin/rm -rf P', 'rm -rf P P P'],
  ...['git checkout .', 'git checkout -- P', 'git checkout -- P P', 'git checkout P', 'git checkout P P'],
  ...['git checkout HEAD -- P', 'git checkout -q -- .', 'git checkout -f -- P', 'git checkout -f'],
  ...[
    'git restore .',
    'git restore P',
    'git restore -W -- P P',
    'git restore --staged --worktree P',
    'git restore --source=HEAD P',
  ],
  ...[
    'git clean -fd',
    'git clean -fdx',
    'git clean -f',
    'git clean -ffd',
    'git clean -fd P',
    'git clean -fdx P',
    'git clean -fdX',
  ],
  ...[
    'git reset --hard',
    'git reset --hard HEAD',
    'git reset -q --hard',
    'git reset --hard HEAD~1',
    'git reset',
    'git stash',
  ],
  ...['find P -delete', "find P -name '*.ts' -delete", 'find P -type f | xargs rm', 'echo P | xargs rm -rf'],
  ...[
    'cd P',
    'cd P',
    'cd P',
    'ls P',
    'git status --short',
    'git diff --stat',
    'test -d P',
    '[ -e P ]',
    'true',
    'echo done',
  ],
  ...[
    'mkdir -p P',
    'mv P P',
    'touch P',
    'git add -A',
    'x=P',
    'cat P',
    'for f in P P; do rm -rf $f; done',
    '(cd P && rm -rf P)',
  ],
  ...['if [ -d P ]; then rm -rf P; fi', 'bash -c "rm -rf P"', 'rm -rf P 2>/dev/null || true', 'ln -sfn P P'],
];
const JOINTS = [' && ', ' && ', '; ', ' || ', ' | ', '\n', ' & '];

function lineOf(numbers: RandomNumbers): string {
  const count = 1 + numbers.below(3);
  let line = '';
  for (let part = 0; part < count; part += 1) {
    line += part === 0 ? '' : numbers.pick(JOINTS);
    line += numbers.pick(PARTS).replaceAll('P', () => numbers.pick(PATHS));
  }
  return line;
}

describe('lines that remove what is kept', () => {
  const folder = useTemporaryFolder();

  /** How often each program was allowed to remove. */
  async function compare(seed: number, rounds: number): Promise<ReadonlyMap<string, number>> {
    const room = new RemovalRoom(folder);
    room.plant();
    const numbers = new RandomNumbers(seed);
    const allowed = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      // Many lines for each disorder: making one takes longer than deciding.
      if (round % 8 === 0) {
        room.restore(numbers);
        room.mess(numbers);
      }
      const line = lineOf(numbers);
      const decision = await room.decided(line);
      if (decision.stage !== 'kept-removal') continue;
      const said = `${JSON.stringify(line)} in round ${round} of ${seed}`;
      const [before, record] = [room.tree(), room.record()];
      room.run(line);
      await room.removals.callEnded(decision.id);
      const after = room.tree();
      const conflicts = await room.undone(decision.id);
      assert.deepEqual(room.tree(), before, `${said} is lost`);
      assert.deepEqual(conflicts, [], said);
      assert.equal(room.record(), record, `${said} changes what git holds`);
      const hasBite = JSON.stringify(after) !== JSON.stringify(before);
      if (!hasBite) continue;
      for (const [form] of line.matchAll(/\bgit \w+|\brm\b/g)) allowed.set(form, (allowed.get(form) ?? 0) + 1);
    }
    assert.deepEqual(room.complaints, []);
    return allowed;
  }

  it('come back whole', async () => {
    const { seed, numRuns } = runs(20_261_127, 900);
    const allowed = await compare(seed, numRuns);
    for (const form of ['rm', 'git checkout', 'git restore', 'git clean', 'git reset']) {
      assert.ok((allowed.get(form) ?? 0) > 0, `${form} never removed anything: ${JSON.stringify([...allowed])}`);
    }
  });
});

describe('keeping what a line removes', () => {
  const folder = useTemporaryFolder();

  function opened(settings: ConstructorParameters<typeof RemovalRoom>[1] = {}): RemovalRoom {
    const room = new RemovalRoom(folder, settings);
    room.plant();
    folder.write('home/p/build/out.js', 'built\n');
    return room;
  }

  it('shows the difference, and puts everything back', async () => {
    const room = opened();
    const before = room.tree();
    const { id, stage } = await room.decided('rm -rf build && ls');
    assert.equal(stage, 'kept-removal');
    room.run('rm -rf build && ls');
    await room.removals.callEnded(id);
    const [snapshot] = (await room.kept.of(id))?.snapshots ?? [];
    assert.ok(snapshot?.complete === true && snapshot.finished);
    const { putBack } = await room.kept.store.difference(snapshot.id);
    assert.deepEqual(
      putBack.map(({ path }) => path),
      ['build', 'build/out.js'],
    );
    assert.deepEqual(await room.undone(id), []);
    assert.deepEqual(room.tree(), before);
  });

  it('leaves it to the judge beyond the bounds, and keeps nothing then', async () => {
    const room = opened({ snapshots: { enabled: true, maxMegabytes: 0, maxSeconds: 3, keepDays: 7 } });
    assert.equal((await room.decided('rm -rf build')).stage, 'classifier');
    assert.deepEqual(await room.kept.list(), []);
  });

  it('keeps nothing for a call that was withdrawn or that no agent makes', async () => {
    const room = opened();
    const withdrawn = new AbortController();
    const keepAll = room.kept.keepAll.bind(room.kept);
    room.kept.keepAll = async (...given) => {
      const why = await keepAll(...given);
      withdrawn.abort();
      return why;
    };
    assert.equal((await room.decided('rm -rf build', {}, withdrawn.signal)).outcome, 'block');
    for (let turn = 0; turn < 100 && (await room.kept.list()).length > 0; turn += 1) await pause(50);
    assert.deepEqual(await room.kept.list(), []);
    room.kept.keepAll = keepAll;
    await room.decided('rm -rf build', { tool: 'bash', agent: undefined, sessionId: undefined });
    assert.deepEqual(await room.kept.list(), []);
  });

  it('still keeps it where the agent reports the end before anything is removed', async () => {
    const room = opened();
    const before = room.tree();
    const { id } = await room.decided('rm -rf build');
    await room.removals.callEnded(id);
    room.run('rm -rf build');
    await room.removals.callEnded(id);
    assert.deepEqual(await room.undone(id), []);
    assert.deepEqual(room.tree(), before);
  });

  it('leaves it to the judge where git may take the name of a removed file for a branch', async () => {
    const room = opened();
    assert.equal((await room.decided('git checkout src lib/k.ts')).stage, 'kept-removal');
    assert.equal((await room.decided('rm -rf src && git checkout src lib/k.ts')).stage, 'classifier');
  });

  it('leaves it to the judge where two files have one name as text', async function () {
    if (process.platform !== 'linux') this.skip();
    const room = opened();
    folder.write('home/p/twin/a\ufffd', 'one\n');
    writeFileSync(Buffer.concat([Buffer.from(folder.at('home/p/twin/a')), Buffer.from([0xff])]), 'other\n');
    for (const line of ['rm -rf twin', 'git clean -fd', 'git clean -fd twin']) {
      assert.equal((await room.decided(line)).stage, 'classifier', line);
    }
  });

  it('leaves what is staged to the judge where the index would be lost', async () => {
    const room = opened();
    folder.write('home/p/src/a.ts', 'staged\n');
    assert.equal((await room.decided('git reset --hard')).stage, 'kept-removal');
    room.git('add', 'src/a.ts');
    assert.equal((await room.decided('git reset --hard')).stage, 'classifier');
    assert.equal((await room.decided('git checkout HEAD -- src')).stage, 'classifier');
  });
});
