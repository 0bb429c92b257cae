import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packExtension, productVsix } from '../../scripts/package.mjs';
import { copySampleWorkspace, SAMPLE_AGENT } from '../../scripts/sample/sampleWorkspace.mjs';
import type { Decision } from '../../src/engine/model/decision';
import { OUT } from '../editor/editor';
import { useEditor } from '../editor/useEditor';

const AGENT_VSIX = join(OUT, 'sample-agent.vsix');

describe("the sample's scripted agent", function () {
  this.timeout(300_000);
  let product: string;
  before(async () => {
    product = await productVsix();
    await packExtension(SAMPLE_AGENT, AGENT_VSIX);
  });
  const used = useEditor(() => ({
    name: 'sample-agent',
    vsix: [product, AGENT_VSIX],
    prepare: copySampleWorkspace,
    settings: { 'workbench.startupEditor': 'none' },
  }));

  /** Runs the agent, answers the one dialog, and gives what it was told. */
  const runAgent = async (answer: RegExp, picture: string): Promise<Decision[]> => {
    const { window } = used;
    const decisions = window.executeCommand<Decision[]>('sampleAgent.run');
    const dialog = window.page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: answer }).click();
    const all = await decisions;
    await window.page.locator('.view-line', { hasText: /6\scalls:/ }).waitFor();
    await window.screenshot(picture);
    return all;
  };
  const stages = (decisions: readonly Decision[]): string[] =>
    decisions.map(({ outcome, stage }) => `${outcome} ${stage}`);
  const fileText = (path: string): Promise<string> => readFile(join(used.editor.workspace, path), 'utf8');

  it('meets each kind of decision; declined in the dialog, the change is not made', async () => {
    const decisions = await runAgent(/^Decline$/, 'sample-agent-declined');
    assert.deepEqual(stages(decisions), [
      'allow safe-tool',
      'allow workspace-edit',
      'block classifier',
      'block permissions.ask',
      'block permissions.deny',
      'block classifier',
    ]);
    assert.match(await fileText('src/greeting.js'), /Good morning, /);
    assert.doesNotMatch(await fileText('CHANGELOG.md'), /1\.1\.0/);
    assert.doesNotMatch(await fileText('.git/config'), /fsmonitor/);
  });

  it('says of each block what to do, and the missing judge is an outage', async () => {
    const decisions = await runAgent(/^Decline$/, 'sample-agent-declined');
    for (const { outcome, remedy } of decisions) assert.equal(remedy !== undefined, outcome === 'block');
    assert.equal(decisions.at(-1)!.outage, 'no-key');
  });

  it('approved in the dialog, the change is made', async () => {
    const decisions = await runAgent(/^Yes, continue/, 'sample-agent-approved');
    assert.equal(stages(decisions)[3], 'allow workspace-edit');
    assert.match(await fileText('CHANGELOG.md'), /1\.1\.0/);
  });
});
