import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CLAUDE_CODE_HOOKS, claudeCodeHooks, hookGroup } from '../../../../src/agents/claudeCode/hookEntry';
import type { ConnectionStatus } from '../../../../src/agents/hooks/agentInstallation';
import {
  connectHookFile,
  disconnectHookFile,
  hookFileStatus,
  type SettingsEdit,
} from '../../../../src/agents/hooks/hookFile';
import { runs } from '../../propertyRuns';

const LAUNCHER = '/home/u/.auto-mode/launcher';
const OTHER_HOOK = { matcher: 'Bash', hooks: [{ type: 'command', command: '/usr/local/bin/other', timeout: 5 }] };

const connectSettings = (text: string | undefined, launcher: string): SettingsEdit =>
  connectHookFile(CLAUDE_CODE_HOOKS, text, launcher);
const disconnectSettings = (text: string): SettingsEdit => disconnectHookFile(CLAUDE_CODE_HOOKS, text);
const connectionStatus = (text: string | undefined, launcher: string): ConnectionStatus =>
  hookFileStatus(CLAUDE_CODE_HOOKS, text, launcher);

const ITEMS = CLAUDE_CODE_HOOKS.items(LAUNCHER);
const { PreToolUse: CALLS, ...NOTICES } = ITEMS;
/** The lists below the events of notices, as connecting makes them where there were none. */
const NOTICE_LISTS = Object.fromEntries(Object.entries(NOTICES).map(([event, item]) => [event, [item]]));

const pretty = (value: unknown, indent: string | number = 2): string => JSON.stringify(value, undefined, indent);

function connected(text: string | undefined): string {
  const edit = connectSettings(text, LAUNCHER);
  assert.ok(edit.kind !== 'error', JSON.stringify(edit));
  return edit.text;
}

function disconnected(text: string): string {
  const edit = disconnectSettings(text);
  assert.ok(edit.kind !== 'error', JSON.stringify(edit));
  return edit.text;
}

function reasonOf(edit: ReturnType<typeof connectSettings>): string {
  return edit.kind === 'error' ? edit.reason : assert.fail(`no error but ${edit.kind}`);
}

describe('hook entry of Claude Code', () => {
  it('is exactly what was tried with the real agent', () => {
    assert.deepEqual(hookGroup(LAUNCHER), {
      matcher: '*',
      hooks: [
        {
          type: 'command',
          command: LAUNCHER,
          args: ['claude-code'],
          timeout: 600,
          onFailure: 'block',
          statusMessage: 'Auto Mode is checking…',
        },
      ],
    });
    assert.deepEqual(CALLS, hookGroup(LAUNCHER));
    assert.deepEqual(Object.keys(NOTICES), [
      'SessionStart',
      'SessionEnd',
      'UserPromptSubmit',
      'PostToolUse',
      'PostToolUseFailure',
      'PermissionDenied',
    ]);
    for (const item of Object.values(NOTICES)) {
      // No `onFailure`: of a prompt, a failure would keep it from the model.
      assert.deepEqual(item, {
        hooks: [{ type: 'command', command: LAUNCHER, args: ['claude-code', 'notice'], timeout: 10 }],
      });
    }
  });

  describe('on Windows, where Node starts no batch file', () => {
    const form = claudeCodeHooks('win32');
    const launcher = 'C:\\Users\\o b\\.auto-mode\\launcher.cmd';
    const started = (...words: string[]): object => ({
      type: 'command',
      command: 'C:\\Windows\\System32\\cmd.exe',
      args: ['/d', '/c', launcher, 'claude-code', ...words],
    });

    it('cmd.exe starts the launcher; all else is as elsewhere', () => {
      const { PreToolUse: calls, ...notices } = form.items(launcher);
      assert.deepEqual(calls, {
        matcher: '*',
        hooks: [{ ...started(), timeout: 600, onFailure: 'block', statusMessage: 'Auto Mode is checking…' }],
      });
      assert.deepEqual(Object.keys(notices), Object.keys(NOTICES));
      for (const item of Object.values(notices))
        assert.deepEqual(item, { hooks: [{ ...started('notice'), timeout: 10 }] });
    });

    it('an entry of the form before is brought up to date, and all is taken out again', () => {
      const textOf = (edit: SettingsEdit): string => (edit.kind === 'error' ? assert.fail(edit.reason) : edit.text);
      const old = textOf(connectHookFile(claudeCodeHooks('linux'), pretty({ a: 1 }), launcher));
      assert.deepEqual(hookFileStatus(form, old, launcher), { state: 'outdated' });
      const text = textOf(connectHookFile(form, old, launcher));
      assert.deepEqual(hookFileStatus(form, text, launcher), { state: 'connected' });
      assert.deepEqual(disconnectHookFile(form, text), { kind: 'edited', text: pretty({ a: 1 }) });
    });
  });

  describe('connecting keeps every other byte', () => {
    const texts: readonly (readonly [what: string, before: string])[] = [
      ['two spaces', pretty({ model: 'opus', permissions: { allow: ['Bash(ls)'] } })],
      ['four spaces and a last line break', `${pretty({ model: 'opus' }, 4)}\n`],
      ['tabs', pretty({ a: 1, hooks: { PostToolUse: [OTHER_HOOK] } }, '\t')],
      ['hooks of others for the same event', pretty({ hooks: { PreToolUse: [OTHER_HOOK] }, z: 1 })],
      ['one line', '{"a":1,"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[]}]}}'],
      ['one line with spaces', '{ "a": 1 }'],
      ['Windows line ends', pretty({ a: 1, b: [1, 2] }).replaceAll('\n', '\r\n')],
      ['a byte order mark', `\ufeff${pretty({ a: 1 })}`],
      ['odd layout', '\n\n  {\n      "a"  :  [ 1 ,2 ],\n"b":{"c":\n"d"}  }\n\n'],
      ['an empty object', '{}'],
      ['brackets and quotes in strings', pretty({ a: '"}],{ // no comment', b: '\\' })],
    ];
    for (const [what, before] of texts) {
      it(what, () => {
        const after = connected(before);
        const value: { hooks?: Record<string, unknown[]> } = JSON.parse(before.replace('\ufeff', '')) as object;
        const lists = Object.entries(ITEMS).map(([event, item]) => [event, [...(value.hooks?.[event] ?? []), item]]);
        const hooks: unknown = { ...value.hooks, ...Object.fromEntries(lists) };
        assert.deepEqual(JSON.parse(after.replace('\ufeff', '')), { ...value, hooks });
        assert.deepEqual(connectionStatus(after, LAUNCHER), { state: 'connected' });
        assert.deepEqual(connectSettings(after, LAUNCHER), { kind: 'unchanged', text: after });
        assert.ok(isInsertion(before, after), `not pure insertions:\n${after}`);
        assert.equal(disconnected(after), before);
        assert.equal(before.includes('\r\n'), after.includes('\r\n'));
        assert.equal(/[^\r]\n/.test(before) || before === '{}', /[^\r]\n/.test(after));
      });
    }

    it('any settings (property)', () => {
      const json = fc.jsonValue({ maxDepth: 3 });
      const settings = fc.record(
        {
          model: json,
          'a "key"': json,
          hooks: fc.record(
            {
              Stop: json,
              PreToolUse: fc.array(json, { minLength: 1, maxLength: 3 }),
              PostToolUse: fc.array(json, { minLength: 1, maxLength: 3 }),
            },
            { requiredKeys: ['Stop'] },
          ),
        },
        { requiredKeys: [] },
      );
      const layout = fc.constantFrom<string | number>(0, 1, 2, 4, '\t');
      fc.assert(
        fc.property(settings, layout, fc.constantFrom('', '\n', '\r\n'), (value, indent, end) => {
          const before = pretty(value, indent) + end;
          const after = connected(before);
          assert.deepEqual(connectionStatus(after, LAUNCHER), { state: 'connected' });
          assert.ok(isInsertion(before, after));
          assert.equal(disconnected(after), before);
        }),
        runs(20261121, 60),
      );
    });
  });

  it('makes a file where there is none', () => {
    for (const nothing of [undefined, '', ' \n']) {
      assert.deepEqual(JSON.parse(connected(nothing)), { hooks: { PreToolUse: [CALLS], ...NOTICE_LISTS } });
    }
  });

  describe('an outdated entry of ours is brought up to date', () => {
    const current = hookGroup(LAUNCHER);
    const ours = { type: 'command', command: '/old/home/.auto-mode/launcher', args: ['claude-code'] };
    const theirs = { type: 'command', command: '/usr/bin/true' };
    const cases: readonly (readonly [what: string, before: unknown[], after: unknown[]])[] = [
      ['another path', [hookGroup('/old/.auto-mode/launcher')], [current]],
      ['between others', [OTHER_HOOK, { matcher: '*', hooks: [ours] }, OTHER_HOOK], [OTHER_HOOK, current, OTHER_HOOK]],
      ['a narrowed matcher', [{ ...current, matcher: 'Bash' }], [current]],
      ['a changed timeout', [{ matcher: '*', hooks: [{ ...ours, command: LAUNCHER, timeout: 1 }] }], [current]],
      ['async', [{ matcher: '*', hooks: [{ ...ours, command: LAUNCHER, async: true }] }], [current]],
      ['twice', [current, OTHER_HOOK, current], [OTHER_HOOK, current]],
      [
        'a group shared with others',
        [{ matcher: '*', hooks: [ours, theirs] }],
        [{ matcher: '*', hooks: [theirs] }, current],
      ],
    ];
    for (const [what, before, after] of cases) {
      it(what, () => {
        const text = pretty({ a: 1, hooks: { PreToolUse: before, ...NOTICE_LISTS }, b: 2 });
        assert.deepEqual(connectionStatus(text, LAUNCHER), { state: 'outdated' });
        // Taken out and put in anew, an item of a list that was not its own stands behind the others.
        assert.deepEqual(JSON.parse(connected(text)), {
          a: 1,
          hooks: { PreToolUse: after, ...NOTICE_LISTS },
          b: 2,
        });
        assert.deepEqual(connectionStatus(connected(text), LAUNCHER), { state: 'connected' });
      });
    }

    it('the form that only asked about calls', () => {
      const text = pretty({ a: 1, hooks: { PreToolUse: [current] }, b: 2 });
      assert.deepEqual(connectionStatus(text, LAUNCHER), { state: 'outdated' });
      const after = connected(text);
      assert.equal(after, pretty({ a: 1, hooks: { PreToolUse: [current], ...NOTICE_LISTS }, b: 2 }));
      assert.deepEqual(connectionStatus(after, LAUNCHER), { state: 'connected' });
      assert.deepEqual(connectSettings(after, LAUNCHER), { kind: 'unchanged', text: after });
    });

    for (const event of Object.keys(ITEMS)) {
      it(`without ${event}`, () => {
        const all = Object.entries({ PreToolUse: [CALLS], ...NOTICE_LISTS });
        const others = Object.fromEntries(all.filter(([name]) => name !== event));
        const text = pretty({ hooks: others });
        assert.deepEqual(connectionStatus(text, LAUNCHER), { state: 'outdated' });
        assert.deepEqual(connectionStatus(connected(text), LAUNCHER), { state: 'connected' });
      });
    }
  });

  describe('disconnecting', () => {
    const ours = hookGroup(LAUNCHER);
    const cases: readonly (readonly [what: string, before: string, after: string])[] = [
      ['nothing of ours', pretty({ a: 1 }), pretty({ a: 1 })],
      ['the only hooks', pretty({ hooks: { PreToolUse: [ours] } }), '{}'],
      ['the last event', pretty({ hooks: { Stop: [], PreToolUse: [ours] } }), pretty({ hooks: { Stop: [] } })],
      ['the first event', pretty({ hooks: { PreToolUse: [ours], Stop: [] } }), pretty({ hooks: { Stop: [] } })],
      [
        'between others',
        pretty({ hooks: { PreToolUse: [OTHER_HOOK, ours, OTHER_HOOK] } }),
        pretty({ hooks: { PreToolUse: [OTHER_HOOK, OTHER_HOOK] } }),
      ],
      [
        'every copy',
        pretty({ hooks: { PreToolUse: [ours, OTHER_HOOK, ours] } }),
        pretty({ hooks: { PreToolUse: [OTHER_HOOK] } }),
      ],
      [
        'comments stay',
        `{ // first\n  "hooks": { /* second */ "PreToolUse": [ // third\n ${JSON.stringify(OTHER_HOOK)}, // fourth\n ${JSON.stringify(ours)} // fifth\n ] },\n}`,
        `{ // first\n  "hooks": { /* second */ "PreToolUse": [ // third\n ${JSON.stringify(OTHER_HOOK)} // fourth\n  // fifth\n ] },\n}`,
      ],
    ];
    for (const [what, before, after] of cases) {
      it(what, () => {
        assert.equal(disconnected(before), after);
        assert.equal(connectionStatus(after, LAUNCHER).state === 'connected', false);
      });
    }
  });

  describe('settings that cannot be edited are left alone, with a reason', () => {
    const cases: readonly (readonly [what: string, text: string, says: RegExp])[] = [
      ['cut off', '{"hooks": {', /not valid JSON \(line 1\)/],
      ['a comment: Claude Code would ignore the whole file', '{\n  // mine\n  "a": 1\n}', /\(line 2\).*no comments/],
      ['a trailing comma: the same', '{\n  "a": 1,\n}', /no trailing commas/],
      ['no object', '[]', /not a JSON object/],
      ['text after the end', '{} {}', /not valid JSON/],
      ['hooks is a list', '{"hooks":[]}', /"hooks" is not an object/],
      ['the event is an object', '{"hooks":{"PreToolUse":{}}}', /"hooks.PreToolUse" is not a list/],
      ['hooks twice', '{"hooks":{},"hooks":{}}', /"hooks" stands in the settings more than once/],
      ['the event twice', '{"hooks":{"PreToolUse":[],"PreToolUse":[]}}', /"PreToolUse" stands/],
    ];
    for (const [what, text, says] of cases) {
      it(what, () => {
        assert.match(reasonOf(connectSettings(text, LAUNCHER)), says);
        const status = connectionStatus(text, LAUNCHER);
        assert.equal(status.state, 'broken');
        assert.match(status.reason ?? '', says);
      });
    }

    it('an entry in a file with a comment does not count as connected', () => {
      assert.equal(connectionStatus(`// c\n${connected(undefined)}`, LAUNCHER).state, 'broken');
    });

    it('an entry beside disableAllHooks does not count as connected', () => {
      const text = connected(pretty({ disableAllHooks: true }));
      assert.equal(connectionStatus(text, LAUNCHER).state, 'broken');
      assert.match(connectionStatus(text, LAUNCHER).reason ?? '', /disableAllHooks/);
    });
  });

  it('hooks of other programs never count as ours', () => {
    for (const command of ['/home/u/auto-mode/launcher', '/x/.auto-mode/launcher/y', '.auto-mode/launcher --no', 5]) {
      const text = pretty({ hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command }] }] } });
      assert.deepEqual(connectionStatus(text, LAUNCHER), { state: 'not-connected' }, String(command));
    }
  });
});

/** Whether nothing of the text is lost or in another order. */
function isInsertion(before: string, after: string): boolean {
  let at = 0;
  for (const character of after) if (before.startsWith(character, at)) at += character.length;
  return at === before.length;
}
