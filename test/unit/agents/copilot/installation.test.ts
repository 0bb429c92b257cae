import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentInstallation, PlannedChange } from '../../../../src/agents/hooks/agentInstallation';
import {
  copilotDirectory,
  copilotHook,
  copilotInstallation,
  copilotNoticeHook,
} from '../../../../src/agents/copilot/installation';

const NOW = new Date('2026-11-22T08:30:00Z');
const NOTICES = ['sessionStart', 'userPromptSubmitted', 'postToolUse', 'postToolUseFailure', 'sessionEnd'];
const OTHER = { type: 'command', bash: './audit.sh' };

describe('installation in GitHub Copilot', () => {
  let home: string;
  let launcher: string;
  let installation: AgentInstallation;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'auto-mode-copilot-'));
    launcher = join(home, '.auto-mode', 'launcher');
    installation = copilotInstallation(copilotDirectory(home, {}), launcher);
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
  });

  const read = (): string => readFileSync(installation.settingsPath, 'utf8');
  function write(value: unknown): void {
    mkdirSync(join(home, '.copilot', 'hooks'), { recursive: true });
    writeFileSync(installation.settingsPath, typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));
  }
  function apply(plan: PlannedChange): void {
    if (plan.kind !== 'change') assert.fail(JSON.stringify(plan));
    const done = installation.apply(plan, NOW);
    assert.equal(done.kind, 'done');
  }

  it('is where Copilot looks, by the editor’s own environment', () => {
    assert.equal(copilotDirectory('/h', {}), '/h/.copilot');
    assert.equal(copilotDirectory('/h', { COPILOT_HOME: '' }), '/h/.copilot');
    assert.equal(copilotDirectory('/h', { COPILOT_HOME: '/c' }), '/c');
    assert.equal(installation.settingsPath, join(home, '.copilot', 'hooks', 'auto-mode.json'));
  });

  it('is a file of its own, exactly as it was tried with the real agent, and goes away again', () => {
    assert.deepEqual(installation.status(), { state: 'not-connected' });
    assert.deepEqual(installation.planDisconnect(), { kind: 'nothing-to-do' });
    apply(installation.planConnect());
    assert.deepEqual(JSON.parse(read()), {
      version: 1,
      hooks: {
        preToolUse: [{ type: 'command', command: `'${launcher}' copilot`, timeoutSec: 600 }],
        ...Object.fromEntries(
          NOTICES.map((event) => [
            event,
            [{ type: 'command', command: `'${launcher}' copilot notice`, timeoutSec: 10 }],
          ]),
        ),
      },
    });
    assert.deepEqual(installation.status(), { state: 'connected' });
    assert.deepEqual(installation.planConnect(), { kind: 'nothing-to-do' });
    apply(installation.planDisconnect());
    assert.equal(existsSync(installation.settingsPath), false);
  });

  it('the launcher’s path is one word of the shell, whatever the home is called', () => {
    assert.equal(copilotHook(`/home/o'b $x/l`)['command'], `'/home/o'\\''b $x/l' copilot`);
  });

  describe('on Windows', () => {
    const LAUNCHER = "C:\\Users\\O'Neil\\.auto-mode\\launcher.cmd";
    const QUOTED = "'C:\\Users\\O''Neil\\.auto-mode\\launcher.cmd'";
    const one = (): AgentInstallation => copilotInstallation(copilotDirectory(home, {}), LAUNCHER, 'win32');
    const connect = (): void => {
      const change = one().planConnect();
      if (change.kind !== 'change') assert.fail(change.kind);
      write(change.after);
    };

    it('is a line for PowerShell; a launcher that is gone refuses a call, and a notice fails in silence', () => {
      connect();
      const { hooks } = JSON.parse(read()) as { hooks: Record<string, object[]> };
      assert.deepEqual(Object.keys(hooks), ['preToolUse', ...NOTICES]);
      assert.deepEqual(hooks['preToolUse'], [
        {
          type: 'command',
          powershell: `$global:LASTEXITCODE = 2; & ${QUOTED} copilot; exit $LASTEXITCODE`,
          timeoutSec: 600,
        },
      ]);
      for (const event of NOTICES) {
        assert.deepEqual(hooks[event], [
          { type: 'command', powershell: `& ${QUOTED} copilot notice; exit $LASTEXITCODE`, timeoutSec: 10 },
        ]);
      }
    });

    it('is known as connected, outdated in another form, and taken away', () => {
      connect();
      assert.deepEqual(one().status(), { state: 'connected' });
      assert.deepEqual(installation.status(), { state: 'outdated' });
      const gone = one().planDisconnect();
      assert.deepEqual(gone.kind === 'change' ? gone.after : gone.kind, undefined);
    });

    it('one of the hooks in the list of those that do not run: not connected', () => {
      connect();
      const { hooks } = JSON.parse(read()) as { hooks: Record<string, object[]> };
      for (const event of ['preToolUse', ...NOTICES]) {
        // Copilot CLI 1.0.102 was seen to name an entry for one shell by the entry itself.
        const key = createHash('sha256')
          .update(`${event}\0${JSON.stringify(hooks[event]?.[0])}`)
          .digest('hex');
        writeFileSync(join(home, '.copilot', 'settings.json'), JSON.stringify({ disabledHooks: [key] }));
        const { state, reason = '' } = one().status();
        assert.equal(state, 'broken', event);
        assert.ok(reason.includes(key), reason);
      }
      writeFileSync(join(home, '.copilot', 'settings.json'), JSON.stringify({ disabledHooks: ['0'.repeat(64)] }));
      assert.deepEqual(one().status(), { state: 'connected' });
    });
  });

  const noticeHooks = (): object => Object.fromEntries(NOTICES.map((event) => [event, [copilotNoticeHook(launcher)]]));

  it('a file from before the notices is brought up to date', () => {
    write({ version: 1, hooks: { preToolUse: [copilotHook(launcher)] } });
    assert.deepEqual(installation.status(), { state: 'outdated' });
    apply(installation.planConnect());
    assert.deepEqual(installation.status(), { state: 'connected' });
    apply(installation.planDisconnect());
    assert.equal(installation.status().state, 'not-connected');
  });

  const others: readonly (readonly [what: string, before: object, after: object])[] = [
    ['hooks of the user', { version: 1, hooks: { preToolUse: [OTHER] } }, { version: 1 }],
    ['other events', { version: 1, hooks: { sessionStart: [OTHER], agentStop: [OTHER] } }, { version: 1 }],
    ['no version', { hooks: {} }, { version: 1 }],
  ];
  for (const [what, before, head] of others) {
    it(`what else stands in the file is kept: ${what}`, () => {
      write(before);
      const text = read();
      apply(installation.planConnect());
      const { hooks } = before as { hooks: Record<string, object[]> };
      const ours = { preToolUse: [copilotHook(launcher)], ...noticeHooks() };
      const entries = Object.entries(ours).map(([event, own]) => [event, [...(hooks[event] ?? []), ...own]] as const);
      assert.deepEqual(JSON.parse(read()), { ...before, ...head, hooks: { ...hooks, ...Object.fromEntries(entries) } });
      assert.deepEqual(installation.status(), { state: 'connected' });
      assert.ok(readdirSync(join(home, '.copilot', 'hooks')).length > 1, 'no backup');
      apply(installation.planDisconnect());
      assert.equal(read(), text);
    });
  }

  it('an entry of another form or home is brought up to date, in its place', () => {
    const stale = { type: 'command', bash: `'/old/.auto-mode/launcher' copilot`, timeoutSec: 30 };
    write({ version: 1, hooks: { preToolUse: [stale, OTHER], permissionRequest: [stale] } });
    assert.deepEqual(installation.status(), { state: 'outdated' });
    apply(installation.planConnect());
    assert.deepEqual(JSON.parse(read()), {
      version: 1,
      hooks: { preToolUse: [copilotHook(launcher), OTHER], ...noticeHooks() },
    });
  });

  const broken: readonly (readonly [what: string, text: string, says: RegExp])[] = [
    ['broken JSON', '{ "version": 1, "hooks": ', /not valid JSON \(line 1\), and GitHub Copilot ignores/],
    ['a comment', '// mine\n{}', /not valid JSON/],
    ['a list', '[]', /not a JSON object/],
    ['another version', '{"version":2,"hooks":{}}', /"version" is not 1/],
    ['an event that is no list', '{"version":1,"hooks":{"preToolUse":{}}}', /"hooks.preToolUse" is not a list/],
  ];
  for (const [what, text, says] of broken) {
    it(`${what}: left as it is, with an error that names the file`, () => {
      write(text);
      const plan = installation.planConnect();
      assert.match(plan.kind === 'error' ? plan.reason : plan.kind, says);
      const { state, reason = '' } = installation.status();
      assert.equal(state, 'broken');
      assert.ok(reason.startsWith(installation.settingsPath));
      assert.equal(read(), text);
    });
  }

  for (const [what, path] of [
    ['the file itself', ['hooks', 'auto-mode.json']],
    ['Copilot’s settings', ['settings.json']],
  ] as const) {
    it(`${what} switches all hooks off: not connected, and why`, () => {
      apply(installation.planConnect());
      const file = join(home, '.copilot', ...path);
      const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
      writeFileSync(file, JSON.stringify({ ...before, disableAllHooks: true }));
      const { state, reason = '' } = installation.status();
      assert.equal(state, 'broken');
      assert.ok(reason.startsWith(file) && reason.includes('disableAllHooks'), reason);
    });
  }

  describe('Copilot’s settings switch off single hooks, by a hash of each', () => {
    // As Copilot CLI 1.0.102 itself names the hook of this launcher (`hooks.discover`).
    const LAUNCHER = '/home/u/.auto-mode/launcher';
    const KEY = '0f8e6e40ca4231f722a7eb16beab47f5d0770223ffaaa4fef331450b39dd835f';
    const stateWith = (disabledHooks: unknown): string => {
      const one = copilotInstallation(copilotDirectory(home, {}), LAUNCHER);
      const change = one.planConnect();
      if (change.kind !== 'change') assert.fail(change.kind);
      write(change.after);
      writeFileSync(join(home, '.copilot', 'settings.json'), JSON.stringify({ disabledHooks }));
      return one.status().state;
    };

    it('ours among them: not connected', () => {
      assert.equal(stateWith(['0'.repeat(64), KEY]), 'broken');
    });
    it('others: connected', () => {
      assert.equal(stateWith(['0'.repeat(64)]), 'connected');
    });
  });
});
