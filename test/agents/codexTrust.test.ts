/** The real Codex, asked whether the user has trusted the gate's hooks. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureCodex } from '../../scripts/toolchain/codex.mjs';
import { codexHookTrust } from '../../src/agents/codex/hookTrust';
import { codexDirectory, codexHookGroup } from '../../src/agents/codex/installation';
import { AgentHome } from './sessions/agentHome';
import { CodexServer, configureCodex, connectCodex } from './sessions/codexSession';

describe('trust in the real Codex', function () {
  this.timeout(300_000);
  let codex: string;
  let place: AgentHome;
  let launcherPath: string;
  let hooksFile: string;

  before(async function () {
    this.timeout(300_000);
    codex = await ensureCodex(console.log);
  });
  beforeEach(() => {
    place = new AgentHome();
    configureCodex(place.home, 'http://127.0.0.1:9', 'gpt-5.5');
    launcherPath = join(place.home, '.auto-mode', 'launcher');
    hooksFile = join(codexDirectory(place.home, {}), 'hooks.json');
  });
  afterEach(() => {
    place.dispose();
  });

  /** The user's step in `/hooks`. */
  async function trustAll(): Promise<void> {
    const server = new CodexServer({ codex, home: place.home, cwd: place.workspace });
    await server.initialize();
    await server.trustHooks();
    await server.stop();
  }

  async function states(...more: readonly string[]): Promise<Record<string, string>> {
    const trust = await codexHookTrust({
      codex,
      directory: codexDirectory(place.home, {}),
      launcherPath,
      folders: [place.workspace, ...more],
      environment: { PATH: '/usr/bin:/bin', HOME: place.home },
    });
    assert.ok(trust.kind === 'listed', trust.kind);
    return Object.fromEntries(trust.entries.map(({ event, state }) => [event, state]));
  }
  const all = (state: string): Record<string, string> =>
    Object.fromEntries(
      ['PreToolUse', 'PermissionRequest', 'PostToolUse', 'SessionStart', 'UserPromptSubmit'].map((name) => [
        name,
        state,
      ]),
    );

  it('is told to be missing, then given, then gone for the one entry that was changed', async () => {
    connectCodex(place.home, launcherPath);
    assert.deepEqual(await states(), all('not-trusted'));
    await trustAll();
    assert.deepEqual(await states(), all('trusted'));
    const text = readFileSync(hooksFile, 'utf8');
    writeFileSync(hooksFile, text.replace('"timeout": 600', '"timeout": 599'));
    assert.deepEqual(await states(), { ...all('trusted'), PreToolUse: 'not-trusted' });
  });

  it('stays with the entries of an older version when connecting adds others', async () => {
    const group = codexHookGroup(launcherPath);
    writeFileSync(hooksFile, JSON.stringify({ hooks: { PreToolUse: [group], PermissionRequest: [group] } }));
    await trustAll();
    assert.deepEqual(await states(), { ...all('not-listed'), PreToolUse: 'trusted', PermissionRequest: 'trusted' });
    connectCodex(place.home, launcherPath);
    assert.deepEqual(await states(), { ...all('not-trusted'), PreToolUse: 'trusted', PermissionRequest: 'trusted' });
  });

  it('is no use where the user switched one of the hooks off', async () => {
    connectCodex(place.home, launcherPath);
    await trustAll();
    const config = join(codexDirectory(place.home, {}), 'config.toml');
    const entry = `[hooks.state.${JSON.stringify(`${hooksFile}:pre_tool_use:0:0`)}]`;
    writeFileSync(config, readFileSync(config, 'utf8').replace(entry, `${entry}\nenabled = false`));
    assert.deepEqual(await states(), { ...all('trusted'), PreToolUse: 'not-trusted' });
  });

  it('Codex lists none of them where hooks are off, and where the file is gone', async () => {
    connectCodex(place.home, launcherPath);
    await trustAll();
    rmSync(hooksFile);
    assert.deepEqual(await states(), all('not-listed'));
    connectCodex(place.home, launcherPath);
    assert.deepEqual(await states(), all('trusted'));
    appendFileSync(join(codexDirectory(place.home, {}), 'config.toml'), '\n[features]\nhooks = false\n');
    assert.deepEqual(await states(), all('not-listed'));
  });

  it('a folder that the user trusts and that switches hooks off is the one that counts', async () => {
    connectCodex(place.home, launcherPath);
    await trustAll();
    const other = join(place.root, 'other');
    mkdirSync(join(other, '.codex'), { recursive: true });
    mkdirSync(join(other, '.git'));
    writeFileSync(join(other, '.codex', 'config.toml'), '[features]\nhooks = false\n');
    assert.deepEqual(await states(other), all('trusted'), 'a folder that is not trusted');
    appendFileSync(
      join(codexDirectory(place.home, {}), 'config.toml'),
      `\n[projects.${JSON.stringify(other)}]\ntrust_level = "trusted"\n`,
    );
    assert.deepEqual(await states(other), all('not-listed'));
    assert.deepEqual(await states(), all('trusted'));
  });
});
