import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from '../../src/shell/analyse';
import type { Printed } from '../../src/shell/model/analysis';
import { useTemporaryFolder } from '../unit/disk/temporaryFolder';
import { RandomNumbers } from './randomNumbers';
import { runs } from '../unit/propertyRuns';

const REVISIONS = [
  ...['HEAD', 'main', 'HEAD~1', 'HEAD^', 'HEAD^@', 'HEAD^!', 'HEAD^-', '^HEAD', 'main..HEAD', 'HEAD^{tree}', 'nosuch'],
  ...[
    'a.txt',
    'HEAD:a.txt',
    ':a.txt',
    'v1',
    'v1^{}',
    '@',
    '@{-1}',
    'HEAD@{0}',
    'other',
    '--all',
    '-x',
    '--',
    'x/y',
    'HEAD~99',
  ],
];
const LINES: readonly (readonly [head: string, words: readonly string[]])[] = [
  ['git merge-base', [...REVISIONS, '-a', '--octopus', '--is-ancestor', '--fork-point', '--independent']],
  [
    'git rev-parse',
    [...REVISIONS, '--short', '--short=4', '--verify', '-q', '--abbrev-ref', '--symbolic', '--show-toplevel'],
  ],
  ['git rev-list', [...REVISIONS, '-1', '-n1', '--max-count=1', '--count', '--parents', '--objects', '--oneline']],
  [
    'git log',
    [...REVISIONS, '-1', '-n1', '--format=%h', '--format=%H', '--pretty=format:%h', '--format=%s', '-p', '--stat'],
  ],
  ['wc', ['-l', '-c', '-w', '-lc', 'a.txt', '< a.txt', '< nosuch']],
  ['grep', ['-c', '-ci', '-vc', '-co', '-l', 'one', 'a.txt', 'b.txt', '< a.txt', '-', '-r', '-H']],
  ['cat a.txt | grep', ['-c', '-ci', 'one', 'a.txt', '-H']],
  ['nproc', ['--all', '--help']],
  ['date', ['+%s', '-u', '+%F']],
];

describe('what a substitution prints, against real programs', function () {
  this.timeout(240_000);
  const folder = useTemporaryFolder();

  function run(script: string): string {
    const { stdout } = spawnSync('bash', ['--norc', '-c', script], {
      cwd: folder.path,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: folder.path, GIT_CONFIG_NOSYSTEM: '1' },
      input: '',
    });
    return stdout.replace(/\n+$/, '');
  }

  beforeEach(() => {
    writeFileSync(join(folder.path, 'a.txt'), 'one\ntwo\n');
    writeFileSync(join(folder.path, 'b.txt'), 'one\n');
    const commit = 'git -c user.name=u -c user.email=u@h commit -q --allow-empty';
    run(
      `git init -q -b main . && git add . && ${commit} -m --output=a && ${commit} -m two && git tag v1 && ` +
        `git branch other HEAD~1 && ${commit} -m three && git update-ref refs/heads/-x HEAD && ` +
        'git update-ref refs/tags/--output=x HEAD && git update-ref refs/heads/a.txt HEAD~1',
    );
  });

  it('is what the analysis says', () => {
    const { seed, numRuns } = runs(7, 3_000);
    const random = new RandomNumbers(seed);
    const tried = new Set<string>();
    const seen = new Map<Printed['kind'], number>();
    for (let round = 0; round < numRuns; round += 1) {
      const [head, words] = random.pick(LINES);
      const chosen = Array.from({ length: random.below(4) }, () => random.pick(words));
      const line = [head, ...chosen].join(' ');
      if (tried.has(line)) continue;
      tried.add(line);
      const { commands, unknown } = analyse(`: "$(${line})"`, 'bash', { cwd: folder.path, home: folder.path });
      const piece = commands.at(-1)?.words[1]?.pieces[0];
      if (unknown.length > 0 || piece?.kind !== 'value' || piece.prints === undefined) continue;
      seen.set(piece.prints.kind, (seen.get(piece.prints.kind) ?? 0) + 1);
      const text = run(line);
      assert.ok(mayPrint(piece.prints, text), `${line} printed ${JSON.stringify(text)}`);
    }
    for (const kind of ['hash', 'number'] as const) assert.ok((seen.get(kind) ?? 0) > 20, `few of ${kind}`);
  });

  function mayPrint(prints: Printed, text: string): boolean {
    switch (prints.kind) {
      case 'hash':
        return text === '' || /^[0-9a-f]{4,64}$/.test(text) || prints.others.includes(text);
      case 'number':
        return text === '' || /^ *\d+$/.test(text);
      case 'text':
        return prints.texts.includes(text);
    }
  }
});
