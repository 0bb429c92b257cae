import assert from 'node:assert/strict';
import type { FileChange } from '../../../../src/files/fileTouch';
import { WINDOWS, floorFor } from '../../files/fileWorld';

describe('fileFloor: reading', () => {
  const cases: readonly (readonly [change: FileChange, path: string, hidden: boolean, check: string | undefined])[] = [
    ['read', '~/.auto-mode/token', false, 'gate-secrets'],
    ['search', '~/.auto-mode/token', false, 'gate-secrets'],
    ['search', '~/.auto-mode', false, 'gate-secrets'],
    ['search', '~', true, 'gate-secrets'],
    // Hidden files are not asked for.
    ['search', '~', false, undefined],
    ['list', '~/.auto-mode', false, undefined],
    ['read', '~/.auto-mode/logs/1.jsonl', false, undefined],
    ['search', '~/project', true, undefined],
    ['read', '/proc/1/environ', false, 'process-memory'],
    ['read', '/proc/self/environ', false, 'process-memory'],
    ['read', '/proc/thread-self/environ', false, 'process-memory'],
    ['read', '/proc/1/task/2/environ', false, 'process-memory'],
    ['read', '/proc/1/mem', false, 'process-memory'],
    ['overwrite', '/proc/1/mem', false, 'process-memory'],
    ['read', '/proc/1/root/proc/2/environ', false, 'process-memory'],
    ['read', '/PROC/1/ENVIRON', false, 'process-memory'],
    ['read', '/dev/mem', false, 'process-memory'],
    ['read', '/proc/kcore', false, 'process-memory'],
    ['search', '/', false, 'process-memory'],
    ['search', '/proc', false, 'process-memory'],
    ['search', '/proc/1', false, 'process-memory'],
    ['search', '/proc/1/task/1', false, 'process-memory'],
    ['list', '/proc/1', false, undefined],
    ['read', '/proc/cpuinfo', false, undefined],
    ['read', '/proc/1/status', false, undefined],
    ['search', '/proc/sys', false, undefined],
    ['search', '/srv', true, undefined],
    ['read', 'src/proc/environ', false, undefined],
    ['read', '~/.bashrc', false, undefined],
  ];
  for (const [change, path, includeHidden, check] of cases) {
    it(`${change} ${path}${includeHidden ? ' with hidden files' : ''}: ${check ?? 'left to the later stages'}`, () => {
      assert.equal(floorFor({ path, change, includeHidden })?.check, check);
    });
  }

  it('sees a process behind a link', () => {
    const tree = { '/home/u/project/e': { link: '/proc/1/environ' } };
    assert.equal(floorFor({ path: 'e', change: 'read' }, { tree })?.check, 'process-memory');
  });

  it('does not take a Windows drive for a file tree with processes', () => {
    assert.equal(floorFor({ path: 'D:\\', change: 'search' }, { machine: WINDOWS }), undefined);
    assert.equal(floorFor({ path: '/mnt/c', change: 'search' }), undefined);
  });
});
