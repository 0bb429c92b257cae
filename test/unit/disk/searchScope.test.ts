import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { searchWouldRead } from '../../../src/disk/searchScope';
import { useTemporaryFolder } from './temporaryFolder';
import { withinCpuMs } from '../cpuTime';

const ORDINARY = { hidden: false, byName: () => false };

describe('searchWouldRead', () => {
  const folder = useTemporaryFolder();

  function reads(root: string, wanted: string, hidden = false, named: string[] = []): 'yes' | 'no' | 'unknown' {
    return searchWouldRead(
      folder.at(root),
      (path) => path === folder.at(wanted),
      { hidden, byName: (name) => named.includes(name) },
      () => false,
    );
  }

  beforeEach(() => {
    folder.write('p/.git/config', 'x');
    folder.write('p/.gitignore', 'dist/\n*.log\n!keep.log\n/top.txt\n');
    folder.write('p/src/a.ts', 'x');
    folder.write('p/src/.gitignore', 'generated\n');
    folder.write('p/src/generated/b.ts', 'x');
    folder.write('p/src/top.txt', 'x');
    folder.write('p/top.txt', 'x');
    folder.write('p/dist/c.js', 'x');
    folder.write('p/a.log', 'x');
    folder.write('p/keep.log', 'x');
    folder.write('p/.env', 'x');
    folder.write('p/.cache/d', 'x');
    folder.write('plain/.gitignore', 'secret\n');
    folder.write('plain/secret', 'x');
  });

  const cases: readonly (readonly [root: string, wanted: string, hidden: boolean, answer: 'yes' | 'no'])[] = [
    ['p', 'p/src/a.ts', false, 'yes'],
    ['p/src', 'p/src/a.ts', false, 'yes'],
    ['p/src/a.ts', 'p/src/a.ts', false, 'yes'],
    ['p', 'plain/secret', false, 'no'],
    ['p', 'p/dist/c.js', false, 'no'],
    ['p', 'p/a.log', false, 'no'],
    ['p', 'p/keep.log', false, 'yes'],
    ['p', 'p/top.txt', false, 'no'],
    ['p', 'p/src/top.txt', false, 'yes'],
    ['p', 'p/src/generated/b.ts', false, 'no'],
    ['p', 'p/.env', false, 'no'],
    ['p', 'p/.env', true, 'yes'],
    ['p', 'p/.cache/d', false, 'no'],
    ['p', 'p/.cache/d', true, 'yes'],
    ['p', 'p/.git/config', true, 'yes'],
    // A search that names an ignored or hidden file or folder searches it.
    ['p/dist', 'p/dist/c.js', false, 'yes'],
    ['p/.cache', 'p/.cache/d', false, 'yes'],
    ['p/.env', 'p/.env', false, 'yes'],
    ['p/a.log', 'p/a.log', false, 'yes'],
    // The rules of the folders above hold for the folders below.
    ['p/src', 'p/src/generated/b.ts', false, 'no'],
    // Outside a repository no .gitignore counts.
    ['plain', 'plain/secret', false, 'yes'],
    ['missing', 'p/src/a.ts', false, 'no'],
  ];
  for (const [root, wanted, hidden, answer] of cases) {
    it(`${root}${hidden ? ' with hidden files' : ''}: ${wanted} ${answer}`, () => {
      assert.equal(reads(root, wanted, hidden), answer);
    });
  }

  it('does not apply a repository to the repositories in it', () => {
    folder.write('p/vendor/.git/config', 'x');
    folder.write('p/vendor/e.log', 'x');
    assert.equal(reads('p', 'p/vendor/e.log'), 'yes');
  });

  it('looks at what the search names, even where it is hidden or ignored', () => {
    assert.equal(reads('p', 'p/.env', false, ['.env']), 'yes');
    assert.equal(reads('p', 'p/a.log', false, ['a.log']), 'yes');
    // The folder itself stays ignored.
    assert.equal(reads('p', 'p/dist/c.js', false, ['c.js']), 'no');
    assert.equal(reads('p', 'p/dist/c.js', false, ['dist', 'c.js']), 'yes');
  });

  it('knows ignore files that take files in again, which git does not know', () => {
    for (const at of ['p/.ignore', 'p/.rgignore', 'p/.fdignore', '.ignore']) {
      folder.write(at, '# comment\n!*.log\n');
      assert.equal(reads('p', 'p/a.log'), 'yes', at);
      assert.equal(reads('p/src', 'p/src/generated/b.ts'), 'yes', at);
      folder.write(at, 'a.log\n');
      assert.equal(reads('p', 'p/a.log'), 'no', at);
    }
  });

  // ripgrep: what an ignore file takes in again is no longer hidden.
  const shown: readonly (readonly [file: string, text: string, root: string, wanted: string])[] = [
    ['p/.gitignore', '!.env\n', 'p', 'p/.env'],
    ['p/.gitignore', '!.npmrc\r\n', 'p', 'p/src/.npmrc'],
    ['p/.gitignore', 'dist/\n!.*\n', 'p', 'p/.cache/d'],
    ['p/src/.gitignore', '!.npmrc\n', 'p', 'p/src/.npmrc'],
    ['p/src/.gitignore', '!.npmrc\n', 'p/src', 'p/src/.npmrc'],
    ['p/.ignore', '!.env\n', 'p', 'p/.env'],
    ['p/src/.rgignore', '/*/../.env\n!!\n!', 'p', 'p/src/.npmrc'],
    ['p/.fdignore', '!.env\n', 'p', 'p/.env'],
    ['p/.git/info/exclude', '!.env\n', 'p', 'p/.env'],
    ['p/.git/info/exclude', '!.npmrc\n', 'p/src', 'p/src/.npmrc'],
  ];
  for (const [file, text, root, wanted] of shown) {
    it(`finds hidden ${wanted} from ${root} where ${file} holds ${JSON.stringify(text)}`, () => {
      folder.write('p/src/.npmrc', 'x');
      assert.equal(reads(root, wanted), 'no');
      folder.write(file, text);
      assert.equal(reads(root, wanted), 'yes');
    });
  }

  it('counts on no ignore rule where an ignore file is a link, which ripgrep follows and git does not', () => {
    folder.write('rules', '!secret\n');
    for (const name of ['.gitignore', '.ignore', '.rgignore']) {
      const top = `with${name}`;
      folder.write(`${top}/.git/config`, 'x');
      folder.write(`${top}/.gitignore`, 'secret\n');
      folder.write(`${top}/src/deep/secret`, 'x');
      assert.equal(reads(top, `${top}/src/deep/secret`), 'no', name);
      symlinkSync(folder.at('rules'), folder.at(`${top}/src/${name}`));
      for (const root of [top, `${top}/src`, `${top}/src/deep`])
        assert.equal(reads(root, `${top}/src/deep/secret`), 'yes', `${name} below ${root}`);
    }
  });

  it('does not follow links, but counts what they name', () => {
    folder.write('elsewhere/secret', 'x');
    symlinkSync(folder.at('elsewhere/secret'), folder.at('p/link'));
    symlinkSync('../elsewhere', folder.at('p/folder'));
    symlinkSync('.', folder.at('p/loop'));
    assert.equal(reads('p', 'elsewhere/secret'), 'yes');
    assert.equal(reads('p', 'elsewhere'), 'yes');
    assert.equal(reads('p', 'nothing'), 'no');
  });

  it('goes behind links to links, and where links are followed knows no answer for a folder outside', () => {
    folder.write('elsewhere/secret', 'x');
    symlinkSync(folder.at('elsewhere'), folder.at('p/folder'));
    mkdirSync(folder.at('q'));
    symlinkSync(folder.at('p/folder/secret'), folder.at('q/link'));
    const found: string[] = [];
    const wanted = (path: string, name: string): boolean =>
      path === folder.at('elsewhere/secret') && found.push(name) > 0;
    const searched = { hidden: true, byName: () => true };
    assert.equal(
      searchWouldRead(folder.at('q'), wanted, searched, () => false),
      'yes',
    );
    assert.deepEqual(found, [folder.at('q/link')]);
    assert.equal(
      searchWouldRead(
        folder.at('p'),
        () => false,
        { ...searched, links: true },
        () => false,
      ),
      'unknown',
    );
    assert.equal(
      searchWouldRead(
        folder.at('p'),
        () => false,
        searched,
        () => false,
      ),
      'no',
    );
    assert.equal(
      searchWouldRead(
        folder.at('.'),
        () => false,
        { ...searched, links: true },
        () => false,
      ),
      'no',
    );
  });

  it('is not slowed down by ignore patterns that match slowly', () => {
    folder.write('p/.gitignore', `${'*a'.repeat(100)}b\n`.repeat(900));
    folder.write(`p/${'a'.repeat(200)}`, 'x');
    assert.equal(
      withinCpuMs(5_000, () => reads('p', `p/${'a'.repeat(200)}`)),
      'yes',
    );
  });

  it('does not use an ignore file of which a rule that includes again is left out', () => {
    folder.write('p/.gitignore', 'x.txt\n!*a*b*c*d.txt\n');
    folder.write('p/x.txt', 'x');
    assert.equal(reads('p', 'p/x.txt'), 'yes');
  });

  for (const line of [
    '*.p[[:lower:]]m',
    '*.[!x]em',
    'SERVER.PEM',
    'server.pe\\m',
    'server.[^x]em',
    '*.p{e,x}m',
    'server.p**',
  ]) {
    it(`reads what not every program takes for ignored: ${line}`, () => {
      folder.write('p/.gitignore', `${line}\n`);
      folder.write('p/server.pem', 'x');
      assert.equal(reads('p', 'p/server.pem'), 'yes');
    });
  }

  it('reads what is taken in again, for some program', () => {
    folder.write('p/server.pem', 'x');
    folder.write('p/src/server.pem', 'x');
    for (const line of ['!SERVER.PEM', '!*.p[[:lower:]]m']) {
      folder.write('p/.gitignore', `*.pem\n${line}\n`);
      assert.equal(reads('p', 'p/server.pem'), 'yes', line);
    }
    folder.write('p/.gitignore', '*.pem\n');
    assert.equal(reads('p', 'p/src/server.pem'), 'no');
    folder.write('p/src/.gitignore', '!*.[p]e[[:lower:]]\n');
    assert.equal(reads('p', 'p/src/server.pem'), 'yes');
    assert.equal(reads('p/src', 'p/src/server.pem'), 'yes');
  });

  it('ends where its time does, in a folder of any size, and then cannot tell', () => {
    for (let index = 0; index < 4_000; index += 1) folder.write(`large/${'long name '.repeat(20)}${index}`, '');
    let left = 0;
    const search = (root: string, steps: number): string => {
      left = steps;
      return searchWouldRead(
        folder.at(root),
        () => false,
        { ...ORDINARY, isOver: () => (left -= 1) < 0 },
        () => false,
      );
    };
    assert.equal(search('p', 3), 'unknown');
    assert.equal(search('p', 100), 'no');
    for (const steps of [0, 1, 5, 1_000]) assert.equal(search('large', steps), 'unknown');
    assert.equal(search('large', 5_000), 'no');
    assert.equal(search('.', 2_000), 'unknown');
  });

  it('cannot tell beyond its limits or on another machine', () => {
    mkdirSync(folder.at('deep'));
    folder.write(`deep/${'d/'.repeat(150)}f`, 'x');
    assert.equal(reads('deep', 'nothing'), 'unknown');
    const remote = (path: string): boolean => path.endsWith('mounted');
    mkdirSync(folder.at('p/mounted'));
    assert.equal(
      searchWouldRead(folder.at('p/mounted'), () => true, ORDINARY, remote),
      'unknown',
    );
    assert.equal(
      searchWouldRead(folder.at('p'), () => false, ORDINARY, remote),
      'unknown',
    );
  });
});
