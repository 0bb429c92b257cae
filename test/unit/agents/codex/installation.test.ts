import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentInstallation, PlannedChange } from '../../../../src/agents/hooks/agentInstallation';
import { codexConfiguration } from '../../../../src/agents/codex/configText';
import {
  CODEX_HOOKS,
  codexDirectory,
  codexHookGroup,
  codexInstallation,
  codexNoticeGroup,
} from '../../../../src/agents/codex/installation';
import { connectHookFile, disconnectHookFile, hookFileStatus } from '../../../../src/agents/hooks/hookFile';

const NOW = new Date('2026-11-22T08:30:00Z');

describe('installation in Codex', () => {
  let home: string;
  let launcher: string;
  let installation: AgentInstallation;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'auto-mode-codex-'));
    mkdirSync(join(home, '.codex'));
    launcher = join(home, '.auto-mode', 'launcher');
    installation = codexInstallation(codexDirectory(home, {}), launcher);
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
  });

  const read = (): string => readFileSync(installation.settingsPath, 'utf8');
  function apply(plan: PlannedChange): void {
    if (plan.kind !== 'change') assert.fail(JSON.stringify(plan));
    assert.equal(installation.apply(plan, NOW).kind, 'done');
  }

  it('is where Codex looks, by the editor’s own environment', () => {
    assert.equal(codexDirectory('/h', {}), '/h/.codex');
    assert.equal(codexDirectory('/h', { CODEX_HOME: '' }), '/h/.codex');
    assert.equal(codexDirectory('/h', { CODEX_HOME: '/c' }), '/c');
    assert.equal(installation.settingsPath, join(home, '.codex', 'hooks.json'));
  });

  it('is the same for every version: the user has trusted exactly this', () => {
    assert.deepEqual(codexHookGroup('/h/.auto-mode/launcher'), {
      matcher: '*',
      hooks: [
        {
          type: 'command',
          command: `test -x '/h/.auto-mode/launcher' || exec /bin/sh -c 'echo "Auto Mode: its launcher is missing, so the call is refused. Open VS Code with Auto Mode, or take its hooks out of hooks.json." >&2; exit 2'; '/h/.auto-mode/launcher' codex`,
          timeout: 600,
          statusMessage: 'Auto Mode is checking…',
        },
      ],
    });
  });

  it('what only tells is as stable, waits less and stops nothing', () => {
    assert.deepEqual(codexNoticeGroup("/it's/.auto-mode/launcher"), {
      matcher: '*',
      hooks: [
        {
          type: 'command',
          command: String.raw`test ! -x '/it'\''s/.auto-mode/launcher' || '/it'\''s/.auto-mode/launcher' codex notice`,
          timeout: 10,
        },
      ],
    });
  });

  it('on Windows is a line for PowerShell, in which a launcher that does not start is a refusal', () => {
    const path = String.raw`C:\Users\O'Hara\.auto-mode\launcher.cmd`;
    const line = String.raw`& 'C:\Users\O''Hara\.auto-mode\launcher.cmd' codex`;
    assert.deepEqual(codexHookGroup(path, 'win32'), {
      matcher: '*',
      hooks: [
        {
          type: 'command',
          command: `$global:LASTEXITCODE = 2; ${line}; exit $LASTEXITCODE`,
          timeout: 600,
          statusMessage: 'Auto Mode is checking…',
        },
      ],
    });
    assert.deepEqual(codexNoticeGroup(path, 'win32'), {
      matcher: '*',
      hooks: [{ type: 'command', command: `${line} notice; exit $LASTEXITCODE`, timeout: 10 }],
    });
  });

  it('the entries of Windows are known as ours', () => {
    const path = String.raw`C:\Users\O'Hara\.auto-mode\launcher.cmd`;
    const form = {
      ...CODEX_HOOKS,
      items: (launcherPath: string) => ({
        PreToolUse: codexHookGroup(launcherPath, 'win32'),
        PostToolUse: codexNoticeGroup(launcherPath, 'win32'),
      }),
    };
    const { text } = connectHookFile(form, undefined, path) as { text: string };
    assert.deepEqual(hookFileStatus(form, text, path), { state: 'connected' });
    assert.deepEqual(hookFileStatus(form, text, String.raw`C:\Users\a\.auto-mode\launcher.cmd`), {
      state: 'outdated',
    });
    const left = disconnectHookFile(form, text);
    assert.equal(left.kind === 'edited' && left.text.includes('launcher'), false);
  });

  it('connects every event, and leaves no trace', () => {
    assert.deepEqual(installation.status(), { state: 'not-connected' });
    apply(installation.planConnect());
    const group = codexHookGroup(launcher);
    const notice = codexNoticeGroup(launcher);
    assert.deepEqual(JSON.parse(read()), {
      hooks: {
        PreToolUse: [group],
        PermissionRequest: [group],
        PostToolUse: [notice],
        SessionStart: [notice],
        UserPromptSubmit: [notice],
      },
    });
    assert.deepEqual(installation.status(), { state: 'connected' });
    assert.deepEqual(installation.planConnect(), { kind: 'nothing-to-do' });
    apply(installation.planDisconnect());
    assert.equal(existsSync(installation.settingsPath), false);
  });

  it('keeps what others wrote, byte for byte', () => {
    const before =
      '{ "description":"mine",\n\t"hooks": {"PreToolUse":[ {"matcher":"^Bash$","hooks":[{"type":"command","command":"./audit.sh"}]} ] ,"Stop":[]}}';
    writeFileSync(installation.settingsPath, before);
    apply(installation.planConnect());
    const after = JSON.parse(read()) as { hooks: Record<string, unknown[]> };
    assert.equal(after.hooks['PreToolUse']?.length, 2);
    assert.equal(after.hooks['PermissionRequest']?.length, 1);
    assert.ok(read().includes('{"matcher":"^Bash$","hooks":[{"type":"command","command":"./audit.sh"}]}'));
    apply(installation.planDisconnect());
    assert.equal(read(), before);
  });

  it('the two entries of an older version are outdated, and connecting leaves them as they are: they stay trusted', () => {
    const group = codexHookGroup(launcher);
    const others = { matcher: 'x', hooks: [{ type: 'command', command: './audit.sh' }] };
    const older = { hooks: { PreToolUse: [others, group], PermissionRequest: [group], PostToolUse: [others] } };
    writeFileSync(installation.settingsPath, JSON.stringify(older, undefined, 2));
    assert.equal(installation.status().state, 'outdated');
    apply(installation.planConnect());
    assert.equal(installation.status().state, 'connected');
    const notice = codexNoticeGroup(launcher);
    assert.deepEqual(JSON.parse(read()), {
      hooks: { ...older.hooks, PostToolUse: [others, notice], SessionStart: [notice], UserPromptSubmit: [notice] },
    });
  });

  it('a file that is not valid JSON is left alone', () => {
    writeFileSync(installation.settingsPath, '{ "hooks": { // mine\n } }');
    const plan = installation.planConnect();
    assert.equal(plan.kind, 'error');
    assert.match((plan as { reason: string }).reason, /not valid JSON \(line 1\).*Codex ignores/);
  });

  const configurations: readonly (readonly [toml: string, isOff: boolean | undefined])[] = [
    ['', false],
    ['[features]\nhooks = false', true],
    ['[features]\nhooks=false # why not', true],
    ['[ features ]\r\n"hooks" = false\r\n', true],
    ['[features]\ncodex_hooks = false', true],
    ['features.hooks = false', true],
    ['[features]\nhooks = true', false],
    ['[features]\nother = true\n[tui]\nhooks = false', false],
    ['# [features]\n# hooks = false', false],
    ['[x]\nfeatures.hooks = false', false],
    ['features = { a = 1, "h\\u006foks" = false }', true],
    ['text = """\n[features]\nhooks = false\n"""', false],
    ['[features]\nhooks = "false"', false],
    ['[__proto__]\nhooks = false', false],
    ['[features]\nhooks = false\nhooks = true', undefined],
    [`a = ${'['.repeat(100_000)}`, undefined],
  ];
  for (const [toml, isOff] of configurations) {
    it(`hooks are ${isOff === undefined ? 'not known' : isOff ? 'off' : 'on'} in ${JSON.stringify(toml.slice(0, 60))}`, () => {
      assert.equal(codexConfiguration(toml)?.switchesHooksOff, isOff);
    });
  }

  it('hooks that the configuration switches off are not called connected', () => {
    apply(installation.planConnect());
    writeFileSync(join(home, '.codex', 'config.toml'), '[features]\nhooks = false\n');
    const { state, reason } = installation.status();
    assert.equal(state, 'broken');
    assert.match(reason ?? '', /config\.toml.*features\.hooks = false/);
  });
});
