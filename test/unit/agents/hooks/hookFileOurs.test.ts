import assert from 'node:assert/strict';
import { CLAUDE_CODE_HOOKS } from '../../../../src/agents/claudeCode/hookEntry';
import { CODEX_HOOKS } from '../../../../src/agents/codex/installation';
import { COPILOT_HOOKS } from '../../../../src/agents/copilot/installation';
import {
  connectHookFile,
  disconnectHookFile,
  hookFileStatus,
  type HookFileForm,
} from '../../../../src/agents/hooks/hookFile';
import { withinCpuMs } from '../../cpuTime';

const LAUNCHER = "/home/o'b u/.auto-mode/launcher";

const FORMS: readonly (readonly [name: string, form: HookFileForm, calls: string])[] = [
  ['Claude Code', CLAUDE_CODE_HOOKS, 'PreToolUse'],
  ['Copilot', COPILOT_HOOKS, 'preToolUse'],
  ['Codex', CODEX_HOOKS, 'PreToolUse'],
];

function textOf(edit: ReturnType<typeof connectHookFile>): string {
  return edit.kind === 'error' ? assert.fail(edit.reason) : edit.text;
}

/** What connecting writes where there is no file, on one line. */
function connectedLine(form: HookFileForm): string {
  return JSON.stringify(JSON.parse(textOf(connectHookFile(form, undefined, LAUNCHER))));
}

describe('a key that stands twice: readers differ in which of the two counts', () => {
  for (const [name, form, calls] of FORMS) {
    describe(name, () => {
      const line = connectedLine(form);
      const keys = [...new Set([...line.matchAll(/"(\w+)":(?=["\d[])/g)].map(([, key]) => key ?? ''))];

      for (const key of keys.filter((one) => !Object.hasOwn(form.head, one) && !Object.hasOwn(form.items(''), one))) {
        for (const [where, twice] of [
          ['before', (found: string, _value: string) => `"${key}":null,${found}`],
          ['after', (found: string, value: string) => `${found}${value},"${key}":null`],
        ] as const) {
          it(`"${key}" once more ${where} ours does not count as connected, and is put right`, () => {
            const found = new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*"|\\d+|\\[\\{[^}]*\\}\\]|\\[[^[\\]]*\\])`);
            const text = line.replace(found, (whole, value: string) =>
              where === 'before' ? twice(whole, '') : twice(whole.slice(0, whole.length - value.length), value),
            );
            assert.notEqual(text, line);
            assert.equal(hookFileStatus(form, text, LAUNCHER).state, 'outdated');
            const mended = textOf(connectHookFile(form, text, LAUNCHER));
            assert.deepEqual(hookFileStatus(form, mended, LAUNCHER), { state: 'connected' });
            assert.ok(!mended.includes('null'), mended);
            assert.ok(!textOf(disconnectHookFile(form, text)).includes('.auto-mode'));
          });
        }
      }

      for (const key of ['hooks', calls]) {
        it(`"${key}" once more is an error that names it, and disconnecting takes out what is ours in both`, () => {
          const value = key === 'hooks' ? '{}' : '[]';
          for (const text of [
            line.replace(`"${key}":`, `"${key}":${value},"${key}":`),
            line.replace(`"${key}":${value === '{}' ? '{' : '['}`, (found) =>
              key === 'hooks' ? `"hooks":{"${calls}":[]},${found}` : `"${calls}":[],${found}`,
            ),
          ]) {
            const { state, reason = '' } = hookFileStatus(form, text, LAUNCHER);
            assert.equal(state, 'broken', text);
            assert.ok(reason.includes(`"${key}" stands`), reason);
            assert.equal(connectHookFile(form, text, LAUNCHER).kind, 'error');
            assert.ok(!textOf(disconnectHookFile(form, text)).includes('.auto-mode'));
          }
        });
      }

      it('an old event of ours that stands twice is taken out, wherever it is', () => {
        const item = JSON.stringify(form.items(LAUNCHER)[calls]);
        const text = line.replace('"hooks":{', `"hooks":{"Old":[${item}],"Old":[{"a":1},${item}],`);
        const mended = textOf(connectHookFile(form, text, LAUNCHER));
        assert.equal(hookFileStatus(form, mended, LAUNCHER).state, 'connected');
        assert.deepEqual((JSON.parse(mended) as { hooks: Record<string, unknown> }).hooks['Old'], [{ a: 1 }]);
      });

      it('a name with a meaning of its own is a difference like any other', () => {
        const text = line.replace('"type":', '"__proto__":{"async":true},"type":');
        assert.equal(hookFileStatus(form, text, LAUNCHER).state, 'outdated');
        assert.equal(textOf(connectHookFile(form, text, LAUNCHER)).includes('__proto__'), false);
      });
    });
  }

  it("a group with two lists of hooks keeps the others' hooks when ours go", () => {
    const ours = CLAUDE_CODE_HOOKS.items(LAUNCHER)['PreToolUse'] as { hooks: object[] };
    const theirs = '{"type":"command","command":"/usr/bin/other"}';
    const text = `{"hooks":{"PreToolUse":[{"hooks":${JSON.stringify(ours.hooks)},"hooks":[${theirs}]}]}}`;
    for (const edit of [
      disconnectHookFile(CLAUDE_CODE_HOOKS, text),
      connectHookFile(CLAUDE_CODE_HOOKS, text, LAUNCHER),
    ]) {
      assert.ok(textOf(edit).includes(theirs), textOf(edit));
    }
    assert.ok(!textOf(disconnectHookFile(CLAUDE_CODE_HOOKS, text)).includes('.auto-mode'));
    const mended = textOf(connectHookFile(CLAUDE_CODE_HOOKS, text, LAUNCHER));
    assert.equal(hookFileStatus(CLAUDE_CODE_HOOKS, mended, LAUNCHER).state, 'connected');
  });
});

describe('disconnecting works wherever the file can be read', () => {
  const ours = JSON.stringify(COPILOT_HOOKS.items(LAUNCHER)['preToolUse']);
  for (const [what, before, after] of [
    ['another version', `{"version":2,"hooks":{"preToolUse":[${ours}]}}`, '{"version":2}'],
    ['hooks that are no object', '{"hooks":[]}', '{"hooks":[]}'],
    ['an event that is no list', `{"hooks":{"postToolUse":5,"preToolUse":[${ours}]}}`, '{"hooks":{"postToolUse":5}}'],
    ['a list', '[]', '[]'],
  ] as const) {
    it(what, () => {
      assert.equal(textOf(disconnectHookFile(COPILOT_HOOKS, before)), after);
    });
  }
});

describe("a command that only looks like the launcher's", () => {
  const path = '/x/.auto-mode/launcher';
  const foreign: readonly object[] = [
    { command: `evil; ${path} claude-code` },
    { command: `evil; ${path}`, args: ['claude-code'] },
    { command: `$(evil)${path} claude-code` },
    { command: `evil && '${path}' copilot` },
    { command: `'a' evil '${path}' copilot` },
    { command: `'a'; evil; '${path}' copilot` },
    { command: `"$(evil)${path}" codex` },
    { command: `test -x '${path}' || evil; '${path}' codex` },
    { command: `test -x '${path}' || exec /bin/sh -c 'evil'; '${path}' codex` },
    { command: `test -x '${path}' || exec /bin/sh -c 'echo "$(evil)" >&2; exit 2'; '${path}' codex` },
    { command: `test ! -x '${path}' || evil '${path}' codex notice` },
    { command: `${path} claude-code\nevil` },
    { command: `evil\n${path} claude-code` },
    { command: `tee log | ${path} claude-code` },
    { command: `${path}/y` },
    { command: `/x/my.auto-mode/launcher` },
  ];
  for (const hook of foreign) {
    it(`${JSON.stringify(hook)} is not ours: never connected, and left as it is`, () => {
      for (const [, form, calls] of FORMS) {
        const text = JSON.stringify({ ...form.head, hooks: { [calls]: [{ matcher: '*', hooks: [hook] }, hook] } });
        assert.deepEqual(hookFileStatus(form, text, LAUNCHER), { state: 'not-connected' });
        const connected = textOf(connectHookFile(form, text, LAUNCHER));
        const { hooks } = JSON.parse(connected) as { hooks: Record<string, unknown[]> };
        assert.deepEqual(hooks[calls]?.slice(0, 2), [{ matcher: '*', hooks: [hook] }, hook]);
        assert.equal(textOf(disconnectHookFile(form, connected)), text);
      }
    });
  }

  const own: readonly object[] = [
    { command: path },
    { command: "/home/o'b $x/.auto-mode/launcher", args: ['claude-code'] },
    { command: 'C:\\Users\\o b\\.auto-mode\\launcher.cmd', args: ['claude-code', 'notice'] },
    { command: `${path} claude-code` },
    { bash: `'/home/o'\\''b $x/.auto-mode/launcher' copilot notice` },
    { command: `"C:\\Users\\o b\\.auto-mode\\launcher.cmd" copilot` },
    { powershell: `& 'C:\\Users\\o''b\\.auto-mode\\launcher.cmd' copilot; exit $LASTEXITCODE` },
    { command: 'C:\\Windows\\System32\\cmd.exe', args: ['/d', '/c', 'C:\\U\\.auto-mode\\launcher.cmd', 'claude-code'] },
    { exec: path, args: ['copilot'] },
    { command: `test -x '${path}' || exec /bin/sh -c 'echo "Another word: gone." >&2; exit 2'; '${path}' codex` },
    { command: `test ! -x '${path}' || '${path}' codex notice` },
  ];
  for (const hook of own) {
    it(`${JSON.stringify(hook)} is an outdated one of ours`, () => {
      const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [hook] }] } });
      assert.deepEqual(hookFileStatus(CLAUDE_CODE_HOOKS, text, LAUNCHER), { state: 'outdated' });
    });
  }

  it('is recognised in bounded time', () => {
    const long = [
      "'/.auto-mode/launcher".repeat(20_000),
      `'${"'\\''".repeat(50_000)}`,
      `test -x ${"'/.auto-mode/launcher' || ".repeat(20_000)}`,
      '/.auto-mode/launcher '.repeat(20_000),
      '"/.auto-mode/launcher'.repeat(20_000),
    ];
    const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: long.map((command) => ({ command })) }] } });
    const state = withinCpuMs(2_000, () => hookFileStatus(CLAUDE_CODE_HOOKS, text, LAUNCHER).state);
    assert.equal(state, 'not-connected');
  });
});

describe('settings that are nested without end', () => {
  for (const open of ['[', '{"a":', '[{"hooks":']) {
    it(`${open} a hundred thousand times: an error, not a crash`, () => {
      for (const text of [open.repeat(100_000), `{"hooks":${open.repeat(100_000)}`]) {
        const { state, reason = '' } = hookFileStatus(CLAUDE_CODE_HOOKS, text, LAUNCHER);
        assert.equal(state, 'broken');
        assert.match(reason, /nested/);
        assert.equal(connectHookFile(CLAUDE_CODE_HOOKS, text, LAUNCHER).kind, 'error');
        assert.equal(disconnectHookFile(CLAUDE_CODE_HOOKS, text).kind, 'error');
      }
    });
  }
});
