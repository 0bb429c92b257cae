import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { agentInstallations } from '../../src/agents/agentInstallations';
import { gateHome } from '../../src/disk/gateHome';

const OWN = '{\n  "model": "sonnet"\n}\n';

describe('what is run after the extension was uninstalled', () => {
  let home: string;
  let script: string;

  beforeEach(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-uninstall-')));
    script = join(home, 'uninstall.js');
    await build({
      entryPoints: [join(import.meta.dirname, '../../src/uninstall.ts')],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      mainFields: ['module', 'main'],
      logLevel: 'silent',
    });
    mkdirSync(join(home, '.claude'));
    writeFileSync(join(home, '.claude', 'settings.json'), OWN);
    mkdirSync(gateHome(home).run, { recursive: true });
    writeFileSync(gateHome(home).launcher, '#!/bin/sh\n');
    for (const installation of agentInstallations(home, {}, gateHome(home).launcher)) {
      const plan = installation.planConnect();
      assert.ok(plan.kind === 'change');
      installation.apply(plan, new Date(0));
    }
  });

  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  const run = (): number | null =>
    spawnSync(process.execPath, [script], { env: { HOME: home, USERPROFILE: home }, timeout: 60_000 }).status;

  it('leaves no hook and no folder behind, and may be run again', () => {
    assert.equal(run(), 0);
    assert.equal(readFileSync(join(home, '.claude', 'settings.json'), 'utf8'), OWN);
    assert.equal(existsSync(join(home, '.codex', 'hooks.json')), false);
    assert.equal(existsSync(join(home, '.copilot', 'hooks', 'auto-mode.json')), false);
    assert.equal(existsSync(gateHome(home).directory), false);
    assert.equal(run(), 0);
  });

  it('keeps the launcher, which answers that no window does, while a file with hooks cannot be mended', () => {
    const broken = readFileSync(join(home, '.claude', 'settings.json'), 'utf8').slice(0, -3);
    writeFileSync(join(home, '.claude', 'settings.json'), broken);
    assert.equal(run(), 1);
    assert.equal(readFileSync(join(home, '.claude', 'settings.json'), 'utf8'), broken);
    assert.ok(existsSync(gateHome(home).launcher));
    assert.equal(existsSync(join(home, '.codex', 'hooks.json')), false);
  });
});
