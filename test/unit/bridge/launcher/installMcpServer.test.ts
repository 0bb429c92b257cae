import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installMcpServer } from '../../../../src/bridge/launcher/installMcpServer';
import { gateHome, prepareGateHome } from '../../../../src/disk/gateHome';

describe('the MCP server in the gate’s home', () => {
  const root = mkdtempSync(join(tmpdir(), "auto-mode's mcp "));
  const gate = gateHome(root);
  after(() => {
    rmSync(root, { recursive: true });
  });

  function programIn(version: string): string {
    const folder = join(root, version);
    mkdirSync(folder);
    const program = join(folder, '$(cli).js');
    const said = `[${JSON.stringify(version)}, process.argv.slice(2), process.env.NODE_OPTIONS ?? null, process.env.ELECTRON_RUN_AS_NODE]`;
    writeFileSync(program, `console.log(JSON.stringify(${said}))`);
    return program;
  }

  const run = (): unknown => {
    const { stdout } = spawnSync(join(gate.directory, 'mcp'), [], {
      env: { NODE_OPTIONS: '--no-such-option' },
      encoding: 'utf8',
    });
    return JSON.parse(stdout);
  };

  it('starts the program of the extension, also after an update, and only the user may change it', () => {
    prepareGateHome(gate);
    for (const version of ['1', '2']) {
      installMcpServer(gate, process.execPath, programIn(version));
      assert.deepEqual(run(), [version, ['mcp'], null, '1']);
    }
    assert.equal(statSync(join(gate.directory, 'mcp')).mode & 0o777, 0o700);
  });
});
