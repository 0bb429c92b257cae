import assert from 'node:assert/strict';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LinkedNames, possibleFolders } from '../../../src/disk/linkedNames';
import { useTemporaryFolder } from './temporaryFolder';

describe('links that give a file another name', () => {
  const folder = useTemporaryFolder();
  const at = (...names: string[]): string => join(folder.path, ...names);
  let now = 0;

  function names(): LinkedNames {
    return new LinkedNames({
      roots: () => [at('home'), at('work')],
      folders: ['.claude', '.git/hooks', '.missing'],
      isRemote: (path) => path.startsWith(at('net')),
      now: () => now,
    });
  }

  beforeEach(() => {
    now = 0;
    for (const path of ['home/.claude', 'work/.git/hooks', 'dotfiles/codex', 'net']) {
      mkdirSync(at(path), { recursive: true });
    }
    writeFileSync(at('dotfiles/bashrc'), '');
    writeFileSync(at('dotfiles/claude.json'), '');
    symlinkSync(at('dotfiles/bashrc'), at('home/.bashrc'));
    symlinkSync('.bashrc', at('home/.profile'));
    symlinkSync(at('dotfiles/codex'), at('home/.codex'));
    symlinkSync(at('dotfiles/claude.json'), at('home/.claude/settings.json'));
    symlinkSync(at('dotfiles'), at('work/.git/hooks/x'));
    symlinkSync(at('nowhere'), at('home/.dangling'));
    symlinkSync(at('home'), at('home/.loop'));
    symlinkSync(at('net'), at('home/.remote'));
  });

  it('are found in roots and named folders, through chains of links', () => {
    assert.deepEqual(names().of(at('dotfiles/bashrc')), [
      at('home/.bashrc'),
      at('home/.profile'),
      at('work/.git/hooks/x/bashrc'),
    ]);
    assert.deepEqual(names().of(at('dotfiles/claude.json')), [
      at('home/.claude/settings.json'),
      at('work/.git/hooks/x/claude.json'),
    ]);
  });

  it('are found in a folder that is a link', () => {
    symlinkSync(at('dotfiles/kept'), at('home/.Kept'));
    mkdirSync(at('dotfiles/kept/deep'), { recursive: true });
    symlinkSync(at('nowhere'), at('dotfiles/kept/deep/x'));
    const links = new LinkedNames({ roots: () => [at('home')], folders: ['.Kept/deep'], isRemote: () => false });
    assert.deepEqual(links.of(at('nowhere')), [at('home/.dangling'), at('home/.Kept/deep/x')]);
  });

  it('name what lies below them, even if it does not exist yet', () => {
    assert.deepEqual(names().of(at('dotfiles/codex/hooks.json')), [
      at('home/.codex/hooks.json'),
      at('work/.git/hooks/x/codex/hooks.json'),
    ]);
  });

  it('name what a dangling link would lead to, and nothing else', () => {
    assert.deepEqual(names().of(at('nowhere/x')), [at('home/.dangling/x')]);
    assert.deepEqual(names().of(at('dotfiles2')), []);
    assert.deepEqual(names().of(at('home/.bashrc')), []);
    assert.deepEqual(names().of(at('net/x')), []);
  });

  it('are looked for again after a while', () => {
    const links = names();
    assert.deepEqual(links.of(at('late')), []);
    writeFileSync(at('late'), '');
    symlinkSync(at('late'), at('home/.late'));
    assert.deepEqual(links.of(at('late')), []);
    now += 6_000;
    assert.deepEqual(links.of(at('late')), [at('home/.late')]);
  });

  it('are unknown where there are too many', () => {
    mkdirSync(at('home/.many'));
    for (let index = 0; index < 1_001; index += 1) symlinkSync(at('dotfiles'), at('home/.many', String(index)));
    const links = new LinkedNames({ roots: () => [at('home')], folders: ['.many'], isRemote: () => false });
    assert.equal(links.of(at('x')), 'unknown');
  });

  it('are unknown where a folder has too many entries', () => {
    mkdirSync(at('home/.full'));
    for (let index = 0; index < 20_001; index += 1) linkSync(at('dotfiles/bashrc'), at('home/.full', String(index)));
    const links = new LinkedNames({ roots: () => [at('home')], folders: ['.full'], isRemote: () => false });
    assert.equal(links.of(at('x')), 'unknown');
  });
});

describe('the folders in which links are looked for', () => {
  const FOLDERS = ['.claude', '.git/hooks', 'Library/Fonts'];
  const cases: Readonly<
    Record<string, readonly [entries: readonly string[] | undefined, possible: readonly string[]]>
  > = {
    'only those in the root': [['.git', 'src'], ['.git/hooks']],
    'none below a file': [['.claude file', '.git'], ['.git/hooks']],
    'in any case, which a file system may ignore': [
      ['.CLAUDE', 'library'],
      ['.claude', 'Library/Fonts'],
    ],
    'all beside a name beyond ASCII, which may be folded to theirs': [['.\u212album'], FOLDERS],
    'all where the root cannot be listed': [undefined, FOLDERS],
  };
  for (const [what, [entries, possible]] of Object.entries(cases)) {
    it(what, () => {
      const listed = entries?.map((entry) => {
        const [name = '', type] = entry.split(' ');
        return { name, isFile: () => type === 'file' };
      });
      assert.deepEqual(possibleFolders(FOLDERS, listed), possible);
    });
  }
});
