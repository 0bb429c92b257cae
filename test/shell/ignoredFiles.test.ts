import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { searchWouldRead } from '../../src/disk/searchScope';
import { useTemporaryFolder } from '../unit/disk/temporaryFolder';
import { runs } from '../unit/propertyRuns';
import { RandomNumbers } from './randomNumbers';

const FILES = ['a.pem', 'A.PEM', 'b', 'src/a.pem', 'src/b', 'src/deep/a.pem', 'src/deep/key.txt', 'out/a.pem', 'x y'];
const PARTS = [
  ...['*.pem', '*.p?m', '*.PEM', 'a.pem', '/a.pem', 'src', 'src/', '/src', 'src/*', 'src/**', '**/deep', '**/a.pem'],
  ...['*', '*.*', 'out', 'b', 'deep/*.pem', 'src/**/a.pem', '[ab].pem', '[!b].pem', '[^b].pem', '*.p[[:lower:]]m'],
  ...[
    'a.p[d-f]m',
    '\\a.pem',
    'a.pem ',
    'a.pem\\ ',
    '*.{pem,txt}',
    '#a',
    '\\#a',
    'x y',
    '**',
    'src**',
    '[a',
    '[]a].pem',
  ],
  ...['', '   ', 'a.pem\r', '//a.pem', './a.pem', 'src//a.pem', 'Src', '*.pem/', '/*', 'k*y.txt', '.', '..', 'é'],
];

describe('what a search reads, against the programs themselves', () => {
  const folder = useTemporaryFolder();
  const hasRipgrep = spawnSync('rg', ['--version']).status === 0;

  function linesOf(numbers: RandomNumbers): string {
    const lines = Array.from({ length: 1 + numbers.below(4) }, () => {
      const part = PARTS[numbers.below(PARTS.length)] ?? '';
      return numbers.below(3) === 0 ? `!${part}` : part;
    });
    return (numbers.below(12) === 0 ? '\ufeff' : '') + lines.join('\n') + '\n';
  }

  function listed(program: string, args: readonly string[]): readonly string[] {
    const { status, stdout } = spawnSync(program, args, {
      cwd: folder.at('p'),
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
    assert.ok(status === 0 || status === 1 || status === 2, program);
    return stdout.split('\0').filter((name) => name !== '');
  }

  it('no file that git or ripgrep would read is taken for ignored, whatever the patterns', () => {
    const { seed, numRuns } = runs(20_261_124, 50);
    const numbers = new RandomNumbers(seed);
    let ignored = 0;
    for (let round = 0; round < numRuns; round += 1) {
      rmSync(folder.at('p'), { recursive: true, force: true });
      for (const name of FILES) {
        mkdirSync(dirname(folder.at(`p/${name}`)), { recursive: true });
        writeFileSync(folder.at(`p/${name}`), 'x');
      }
      spawnSync('git', ['init', '-q'], { cwd: folder.at('p') });
      const texts = ['.gitignore', 'src/.gitignore', 'src/deep/.gitignore'].map((name) => {
        if (name !== '.gitignore' && numbers.below(2) === 0) return '';
        const text = linesOf(numbers);
        writeFileSync(folder.at(`p/${name}`), text);
        return `${name}: ${JSON.stringify(text)}`;
      });
      const read = new Set([
        ...listed('git', ['ls-files', '-z', '--others', '--exclude-standard']),
        ...(hasRipgrep ? listed('rg', ['--files', '--null', '--no-ignore-global', '--no-config']) : []),
      ]);
      for (const name of FILES) {
        const answer = searchWouldRead(
          folder.at('p'),
          (path) => path === folder.at(`p/${name}`),
          { hidden: false, byName: () => false },
          () => false,
        );
        if (answer === 'no') ignored += 1;
        assert.ok(answer !== 'no' || !read.has(name), `${name} is read, with ${texts.join(' ')}`);
      }
    }
    assert.ok(ignored > numRuns / 2, `only ${ignored} files were taken for ignored`);
  });
});
