import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentInstallation, PlannedChange, SettingsChange } from '../../../../src/agents/hooks/agentInstallation';
import { claudeCodeDirectory, claudeCodeInstallation } from '../../../../src/agents/claudeCode/installation';

const NOW = new Date('2026-11-21T08:30:00Z');

describe('installation in Claude Code', () => {
  let home: string;
  let installation: AgentInstallation;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'auto-mode-installation-'));
    installation = claudeCodeInstallation(claudeCodeDirectory(home, {}), join(home, '.auto-mode', 'launcher'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
  });

  const settings = (): string => readFileSync(installation.settingsPath, 'utf8');
  const reasonOf = (plan: { kind: string; reason?: string }): string => plan.reason ?? assert.fail(plan.kind);

  function write(text: string | Buffer): void {
    mkdirSync(join(home, '.claude'), { recursive: true });
    writeFileSync(installation.settingsPath, text);
  }

  function changeOf(plan: PlannedChange): SettingsChange {
    return plan.kind === 'change' ? plan : assert.fail(JSON.stringify(plan));
  }

  function apply(plan: PlannedChange): string | undefined {
    const done = installation.apply(changeOf(plan), NOW);
    assert.equal(done.kind, 'done', JSON.stringify(done));
    return 'backupPath' in done ? done.backupPath : undefined;
  }

  it('is where Claude Code looks, by the editor’s own environment', () => {
    assert.equal(claudeCodeDirectory('/h', {}), '/h/.claude');
    assert.equal(claudeCodeDirectory('/h', { CLAUDE_CONFIG_DIR: '' }), '/h/.claude');
    assert.equal(claudeCodeDirectory('/h', { CLAUDE_CONFIG_DIR: '/c' }), '/c');
    assert.equal(installation.settingsPath, join(home, '.claude', 'settings.json'));
  });

  it('connects, is connected, disconnects, and leaves no file where there was none', () => {
    assert.deepEqual(installation.status(), { state: 'not-connected' });
    assert.deepEqual(installation.planDisconnect(), { kind: 'nothing-to-do' });
    assert.equal(apply(installation.planConnect()), undefined);
    assert.deepEqual(installation.status(), { state: 'connected' });
    assert.deepEqual(installation.planConnect(), { kind: 'nothing-to-do' });
    assert.equal(statSync(installation.settingsPath).mode & 0o777, 0o600);
    apply(installation.planDisconnect());
    assert.equal(existsSync(installation.settingsPath), false);
  });

  for (const before of [
    '{}',
    '{\n}\n',
    '{"hooks":{}}',
    '{ "hooks": { "PreToolUse": [ ] } }',
    '{\r\n "a": 1\r\n}',
    '',
  ]) {
    it(`undoing gives back exactly ${JSON.stringify(before)}`, () => {
      write(before);
      const backup = apply(installation.planConnect());
      assert.equal(readFileSync(backup ?? assert.fail('no backup'), 'utf8'), before);
      assert.deepEqual(installation.status(), { state: 'connected' });
      apply(installation.planDisconnect());
      assert.equal(settings(), before);
    });
  }

  it('undoing keeps what was changed since', () => {
    write('{\n  "a": 1\n}\n');
    apply(installation.planConnect());
    write(settings().replace('"a": 1', '"a": 2'));
    apply(installation.planDisconnect());
    assert.equal(settings(), '{\n  "a": 2\n}\n');
  });

  it('undoing never brings back an outdated entry of ours', () => {
    write('{}');
    const old = claudeCodeInstallation(join(home, '.claude'), '/old/.auto-mode/launcher');
    assert.equal(old.apply(changeOf(old.planConnect()), NOW).kind, 'done');
    assert.deepEqual(installation.status(), { state: 'outdated' });
    apply(installation.planConnect());
    apply(installation.planDisconnect());
    assert.equal(settings(), '{}');
  });

  it('keeps the mode, and a link stays a link', () => {
    const target = join(home, 'dotfiles.json');
    writeFileSync(target, '{"a":1}');
    chmodSync(target, 0o664);
    mkdirSync(join(home, '.claude'));
    symlinkSync(target, installation.settingsPath);
    apply(installation.planConnect());
    assert.ok(lstatSync(installation.settingsPath).isSymbolicLink());
    assert.equal(statSync(target).mode & 0o777, 0o664);
    assert.match(readFileSync(target, 'utf8'), /launcher/);
    assert.deepEqual(readdirSync(home).sort(), ['.claude', 'dotfiles.json']);
  });

  it('a change made between the question and the answer is not written over', () => {
    write('{}');
    const plan = installation.planConnect();
    write('{"a":1}');
    assert.match(reasonOf(installation.apply(changeOf(plan), NOW)), /changed in the meantime/);
    assert.equal(settings(), '{"a":1}');
    assert.deepEqual(readdirSync(join(home, '.claude')), ['settings.json']);
  });

  describe('a file that cannot be used is broken, and is left as it is', () => {
    const cases: readonly (readonly [what: string, make: () => void, says: RegExp])[] = [
      [
        'no JSON',
        () => {
          write('{"a":');
        },
        /not valid JSON/,
      ],
      [
        'no UTF-8',
        () => {
          write(Buffer.from([0x7b, 0xff, 0x7d]));
        },
        /not UTF-8/,
      ],
      [
        'too large',
        () => {
          write(' '.repeat(4 * 1024 * 1024 + 1));
        },
        /larger than 4 MB/,
      ],
      [
        'a folder',
        () => {
          mkdirSync(installation.settingsPath, { recursive: true });
        },
        /is not a file/,
      ],
      [
        'a link to nothing',
        () => {
          mkdirSync(join(home, '.claude'));
          symlinkSync(join(home, 'gone'), installation.settingsPath);
        },
        /link that leads nowhere/,
      ],
    ];
    for (const [what, make, says] of cases) {
      it(what, () => {
        make();
        assert.equal(installation.status().state, 'broken');
        assert.match(installation.status().reason ?? '', says);
        assert.match(reasonOf(installation.planConnect()), says);
        assert.ok(reasonOf(installation.planConnect()).startsWith(installation.settingsPath));
        assert.ok(installation.status().reason?.startsWith(installation.settingsPath));
        assert.match(reasonOf(installation.planDisconnect()), says);
      });
    }
  });
});
