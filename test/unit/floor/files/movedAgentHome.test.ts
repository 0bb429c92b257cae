import assert from 'node:assert/strict';
import type { FileChange } from '../../../../src/files/fileTouch';
import { LINUX, floorFor } from '../../files/fileWorld';

describe('an agent’s home that the user keeps in another place', () => {
  const machine = {
    ...LINUX,
    movedAgentHomes: [
      { usualName: '.claude', folder: '/data/claude' },
      { usualName: '.codex', folder: '/data/codex' },
    ],
  };
  const tree = {
    '/data/claude/settings.json': '{"model": "x", "hooks": {}}',
    '/data/claude/projects/p/memory/a.md': '',
    '/data/codex/hooks.json': '{}',
    '/home/u/link': { link: '/data/claude' },
  };
  const rows: readonly (readonly [change: FileChange, path: string, text: string, check: string | undefined])[] = [
    ['overwrite', '/data/claude/settings.json', '{"model": "y"}', 'agent-permissions'],
    ['overwrite', '~/link/settings.json', '{"model": "y"}', 'agent-permissions'],
    ['overwrite', '/proc/1/root/data/claude/settings.json', '{"model": "y"}', 'agent-permissions'],
    ['overwrite', '/data/claude/settings.json', '{"model": "y", "hooks": {}}', undefined],
    ['overwrite', '/data/claude/projects/p/s.jsonl', '', 'agent-transcript'],
    ['overwrite', '/data/claude/projects/p/memory/a.md', '', undefined],
    ['overwrite', '/data/codex/hooks.json', '', 'agent-hooks'],
    ['overwrite', '/data/codex/work.config.toml', 'x', 'agent-permissions'],
    ['overwrite', '/data/codex/sessions/2026/r.jsonl', '', 'agent-transcript'],
    ['delete', '/data/codex/hooks.json', '', 'agent-hooks'],
    ['rename-from', '/data/codex', '', 'gate-files'],
    ['delete', '/data', '', 'gate-files'],
    ['overwrite', '/data/other/settings.json', '{}', undefined],
  ];
  for (const [change, path, newText, check] of rows) {
    it(`${change} ${path} ${newText}: ${check ?? 'left to the later stages'}`, () => {
      assert.equal(floorFor({ path, change, newText }, { machine, tree })?.check, check);
    });
  }
});
