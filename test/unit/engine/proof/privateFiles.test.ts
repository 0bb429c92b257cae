import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { createNodeFileSystem } from '../../../../src/disk/nodeFileSystem';
import { decide } from '../../../../src/engine/decide';
import { PrivateFiles } from '../../../../src/engine/proof/privateFiles';
import { EMPTY_DISK, WINDOWS } from '../../files/fileWorld';
import { useTemporaryFolder } from '../../disk/temporaryFolder';
import { configuration, fakeGate, verdict } from '../fakeGate';

const never = new AbortController().signal;

describe('private files', () => {
  const home = useTemporaryFolder();

  const FILES = [
    ...[
      'work/src/a.ts',
      'work/README.md',
      'work/.env',
      'work/.env.example',
      'work/.env.development',
      'work/server.pem',
    ],
    ...[
      'work/sub/config/.npmrc',
      'other/a.ts',
      'other/.env',
      'closed/sub/a.txt',
      'closed/src/a.ts',
      'notes.txt',
      'private.txt',
      '.bashrc',
      '.bash_history',
    ],
    ...['.snowflake/connections.toml', '.config/argocd/config', '.dbt/profiles.yml', '.mytool/token', '.mytool/x'],
    ...[
      '.cargo/registry/src/x/lib.rs',
      '.claude/plans/a.md',
      '.claude/projects/-work/memory/a.md',
      '.claude/projects/-work/a.jsonl',
      '.claude/projects/memory',
      '.config/nvim/init.lua',
      '.codex/auth.json',
      '.claude/settings.json',
      '.config/fish/fish_variables',
    ],
  ];

  beforeEach(() => {
    for (const file of FILES) home.write(file, 'x\n');
    for (const file of FILES) chmodSync(home.at(file), 0o644);
    chmodSync(home.at('private.txt'), 0o600);
    chmodSync(home.at('closed'), 0o700);
  });

  async function stageOf(
    tool: string,
    input: Record<string, unknown>,
    workspace = 'work',
    platform?: 'darwin',
  ): Promise<string> {
    const cwd = home.at(workspace);
    const gate = {
      ...fakeGate({ configuration: configuration({ workspaceFolders: [cwd] }), classifier: () => verdict('allow') }),
      files: createNodeFileSystem(),
    };
    const machine = { ...gate.machine, homeDirectory: home.path, ...(platform && { platform }) };
    return (await decide({ tool, input: input as Record<string, string>, cwd }, { ...gate, machine }, never)).stage;
  }

  const secret = [
    ...['.bash_history', '.snowflake/connections.toml', '.config/argocd/config', '.dbt/profiles.yml', '.mytool/x'],
    ...[
      'private.txt',
      'closed/sub/a.txt',
      'other/.env',
      'work/.env',
      'work/.env.development',
      'work/.env-prod',
      'work/.envrc',
      'work/server.pem',
      'work/sub/config/.npmrc',
    ],
    ...['.codex/auth.json', '.claude/settings.json', '.config/fish/fish_variables'],
    ...['.claude/projects/-work/a.jsonl', '.claude/projects/memory'],
  ];
  for (const file of secret) {
    it(`are neither proven nor safe: ${file}`, async () => {
      assert.equal(await stageOf('bash', { command: `cat ${home.at(file)}` }), 'classifier');
      assert.equal(await stageOf('bash', { command: `head -n 1 < ${home.at(file)}` }), 'classifier');
      assert.equal(await stageOf('read', { path: home.at(file) }), 'classifier');
      assert.equal(await stageOf('grep', { pattern: 'x', path: home.at(file) }), 'classifier');
    });
  }

  const ordinary = [
    ...[
      'work/src/a.ts',
      'work/README.md',
      'work/.env.example',
      'work/.env.local.sample',
      'other/a.ts',
      'notes.txt',
      '.bashrc',
    ],
    ...['.cargo/registry/src/x/lib.rs', '.claude/plans/a.md', '.claude/projects/-work/memory/a.md'],
    '.config/nvim/init.lua',
  ];
  for (const file of ordinary) {
    it(`are not: ${file}`, async () => {
      assert.equal(await stageOf('bash', { command: `cat ${home.at(file)}` }), 'read-only-command');
      assert.equal(await stageOf('read', { path: home.at(file) }), 'safe-tool');
    });
  }

  it('end the proof of searches that come upon them, by the shell and by tools', async () => {
    for (const folder of ['.config/argocd', '.mytool', 'work', '.']) {
      assert.equal(await stageOf('bash', { command: `grep -r x ${home.at(folder)}` }), 'classifier', folder);
      assert.equal(await stageOf('grep', { pattern: 'x', path: home.at(folder) }), 'classifier', folder);
    }
    assert.equal(await stageOf('grep', { pattern: 'x', path: home.at('work/src') }), 'safe-tool');
    assert.equal(await stageOf('bash', { command: 'grep -r x src' }), 'read-only-command');
    assert.equal(await stageOf('grep', { pattern: 'x', path: home.at('.cargo/registry') }), 'safe-tool');
  });

  it('are those in a folder that others may not enter, but not in a workspace there', async () => {
    assert.equal(await stageOf('bash', { command: `grep -r x ${home.at('closed')}` }), 'classifier');
    assert.equal(await stageOf('grep', { pattern: 'x', path: home.at('closed/sub') }), 'classifier');
    assert.equal(await stageOf('bash', { command: `cp ${home.at('closed/sub/a.txt')} a.txt` }), 'classifier');
    assert.equal(await stageOf('read', { path: home.at('closed/src/a.ts') }, 'closed/src'), 'safe-tool');
    chmodSync(home.path, 0o700);
    assert.equal(await stageOf('read', { path: home.at('other/a.ts') }), 'safe-tool');
  });

  it('are those of macOS in Library, not in the other folders that it closes', async () => {
    const files = ['Library/Messages/chat.db', 'Library/Caches/Homebrew/x.json', 'Documents/b/a.ts'];
    for (const file of files) home.write(file, 'x\n');
    for (const folder of ['Library', 'Documents']) chmodSync(home.at(folder), 0o700);
    const stages = files.map((file) => stageOf('read', { path: home.at(file) }, 'work', 'darwin'));
    assert.deepEqual(await Promise.all(stages), ['classifier', 'safe-tool', 'safe-tool']);
  });

  it('are those of Windows in AppData, where its tools keep keys', () => {
    const workspaceFolders = ['C:\\Users\\u\\work'];
    const privacy = new PrivateFiles({ machine: WINDOWS, files: EMPTY_DISK, workspaceFolders });
    const isPrivate = (path: string): boolean => privacy.objection(`C:\\Users\\u\\${path}`) !== undefined;
    for (const path of ['AppData\\Roaming\\mytool\\x.yml', 'appdata\\Local\\mytool\\x.json'])
      assert.ok(isPrivate(path), path);
    const others = [
      'AppData\\Local\\Temp\\out.log',
      'AppData\\Local\\Programs\\Python\\x.py',
      'other\\a.ts',
      'work\\a.ts',
    ];
    for (const path of others) assert.ok(!isPrivate(path), path);
  });

  it('of the system are those that others may not read', async () => {
    assert.equal(await stageOf('read', { path: '/etc/shadow' }), 'classifier');
    assert.equal(await stageOf('read', { path: '/etc/hostname' }), 'safe-tool');
    assert.equal(await stageOf('bash', { command: 'cat /etc/os-release' }), 'read-only-command');
  });
});
