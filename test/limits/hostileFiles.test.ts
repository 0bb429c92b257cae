/** Input that is made to be slow takes no more than some tenths of a second, and never passes because of its size. */
import assert from 'node:assert/strict';
import type { FileTouch } from '../../src/files/fileTouch';
import { isProtected } from '../../src/files/protectedPaths';
import { editedText } from '../../src/files/resultingText';
import { LINUX, WINDOWS, floorFor, located } from '../unit/files/fileWorld';
import { withinCpuMs } from '../unit/cpuTime';

/** Generous: what these guard against takes minutes. */
const LIMIT_MS = 20_000;

function timed<T>(run: () => T): T {
  return withinCpuMs(LIMIT_MS, run);
}

describe('hostile paths', () => {
  const repeated = ['.claude/agents/', '.config/x/user/', '.vibe/', 'settings.json/', 'proc/', 'x/', '.git/', '.a/'];
  for (const part of repeated) {
    it(`many times ${part}`, () => {
      for (const machine of [LINUX, WINDOWS]) {
        const length = machine === WINDOWS ? 32_000 : 4_000;
        const path = `${machine === WINDOWS ? 'C:' : ''}/${part.repeat(Math.floor(length / part.length))}x`;
        for (const change of ['overwrite', 'rename-to'] as const) {
          timed(() => floorFor({ path, change, newText: '' }, { machine }));
        }
        const { resolved } = located({ path, change: 'overwrite' }, machine);
        timed(() => isProtected(resolved, [], ['*.pem', 'a*b*c', '.git', 'x/*/y']));
      }
    });
  }

  const endless: readonly (readonly [name: string, path: string])[] = [
    ['dots', '../'.repeat(300_000)],
    ['at signs', '@'.repeat(500_000)],
    ['escapes', `file:///${'%41'.repeat(500_000)}`],
    ['blanks', ' '.repeat(1_000_000)],
    ['back and forth', 'a/../'.repeat(200_000)],
  ];
  for (const [name, path] of endless) {
    it(`endless ${name}`, () => {
      timed(() => floorFor({ path, change: 'overwrite' }));
      timed(() => located({ path, change: 'overwrite' }, WINDOWS));
    });
  }

  it('hides nothing behind its length', () => {
    for (const filler of ['./', '//', 'a/../', './//']) {
      const path = `/home/u/${filler.repeat(200_000)}.bashrc`;
      assert.equal(timed(() => floorFor({ path, change: 'overwrite' }))?.check, 'shell-profile', filler);
    }
  });
});

describe('hostile content', () => {
  const SETTINGS = '/home/u/project/.vscode/settings.json';
  const AGENT = '/home/u/project/.claude/agents/a.md';
  const cases: readonly (readonly [name: string, path: string, newText: string, check: string | undefined])[] = [
    [
      'many guarded keys',
      SETTINGS,
      `{${Array.from({ length: 15_000 }, (_, n) => `"chat.tools.k${n}":1`).join(',')}}`,
      'workspace-settings',
    ],
    ['too large to compare', SETTINGS, `{"x":"${'y'.repeat(1_000_000)}"}`, 'workspace-settings'],
    [
      'nearly guarded keys',
      SETTINGS,
      `{${Array.from({ length: 250 }, (_, n) => `"${'terminal.integrated.env.'.repeat(70)}${n}":1`).join(',')}}`,
      undefined,
    ],
    ['comments without end', SETTINGS, '/* '.repeat(150_000), 'workspace-settings'],
    ['a string without end', SETTINGS, `"${'a\\'.repeat(200_000)}`, 'workspace-settings'],
    ['brackets', SETTINGS, '['.repeat(400_000), 'workspace-settings'],
    ['lines without text', AGENT, `---\n${'\n'.repeat(1_000_000)}`, undefined],
    ['lines that nearly end the block', AGENT, `---\n${'---x\n'.repeat(300_000)}`, undefined],
    ['keys that nearly are', AGENT, `---\n${'hooks    '.repeat(200_000)}`, undefined],
    [
      'the variable again and again',
      '/home/u/project/a.sh',
      'AUTOMODE_SETTINGS_JSON=1\n'.repeat(100_000),
      'settings-variable',
    ],
    [
      'words that nearly set it',
      '/home/u/project/a.sh',
      `${'set '.repeat(500_000)}AUTOMODE_SETTINGS_JSON`,
      'settings-variable',
    ],
    [
      'blanks that nearly set it',
      '/home/u/project/a.sh',
      `AUTOMODE_SETTINGS_JSON\n${' '.repeat(2_000_000)}`,
      undefined,
    ],
  ];
  for (const [name, path, newText, check] of cases) {
    it(name, () => {
      assert.equal(timed(() => floorFor({ path, change: 'overwrite', newText }, { tree: {} }))?.check, check);
    });
  }

  it('replacements that would fill the memory', () => {
    const touch: FileTouch = {
      path: SETTINGS,
      change: 'in-place',
      edits: [{ oldText: ' ', newText: 'x'.repeat(1_000_000), replaceAll: true }],
    };
    const hit = timed(() => floorFor(touch, { tree: { [SETTINGS]: `{"a":1${' '.repeat(100_000)}}` } }));
    assert.equal(hit?.check, 'workspace-settings');
  });
});

describe('hostile settings and edits', () => {
  it('names made to be held against every guarded key', () => {
    const long = `customizations.${'.settings.terminal.integrated.env.'.repeat(25)}`;
    const settings = { [long]: Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`k${index}`, 1])) };
    const newText = JSON.stringify(settings);
    const path = '/home/u/ws/.devcontainer/devcontainer.json';
    assert.equal(
      timed(() => floorFor({ path, change: 'overwrite', newText })),
      undefined,
    );
  });

  it('many edits of many places', () => {
    const edits = Array.from({ length: 300 }, () => ({ oldText: 'a', newText: 'a', replaceAll: true }));
    assert.equal(
      timed(() => editedText('ab'.repeat(100_000), edits)),
      undefined,
    );
    assert.equal(editedText('ab'.repeat(1_000), edits.slice(0, 1)), 'ab'.repeat(1_000));
  });
});
