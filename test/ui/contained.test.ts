import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import type { DoctorReport } from '../../src/features/agents/doctor';
import { runHook } from '../editor/agentHook';
import { panelOf } from '../editor/autoModePanel';
import { dialogsOf } from '../editor/dialogs';
import { inspectPanel } from '../editor/panelInspection';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';

interface Answer {
  readonly hookSpecificOutput?: { readonly updatedInput?: { readonly command?: string } };
}

describe('contained runs in the window', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'contained',
    files: {
      'tests.pl': 'print "3 tests passed\\n";\n',
      'attack.pl': 'open(my $f, ">", ".git/config") or die "config: $!\\n";\n',
      'mine.txt': 'mine\n',
      'kept.txt': 'kept\n',
      'spoil.pl':
        'unlink "mine.txt"; open(my $f, ">", "made.txt"); open(my $g, ">", "kept.txt"); print $g "spoilt\\n";\n',
      '.git/config': '[core]\n',
    },
  });
  const panel = panelOf(used);
  const { dialog } = dialogsOf(used);
  const row = (text: string): Locator => panel().locator('auto-mode-activity .decision', { hasText: text }).first();
  let calls = 0;

  /** An agent's call from its hook to the report of its end. */
  async function called(command: string): Promise<{ readonly given: string | undefined; readonly said: string }> {
    calls += 1;
    const { home, workspace } = used.editor;
    const payload = {
      ...{ session_id: 's', transcript_path: `${home}/none.jsonl`, cwd: workspace, permission_mode: 'default' },
      ...{ tool_name: 'Bash', tool_input: { command }, tool_use_id: `toolu_${calls}` },
    };
    const { stdout } = await runHook(home, ['claude-code'], { ...payload, hook_event_name: 'PreToolUse' });
    const given = (JSON.parse(stdout) as Answer).hookSpecificOutput?.updatedInput?.command;
    if (given === undefined) return { given, said: stdout };
    const { stdout: out, stderr } = await promisify(execFile)('/bin/bash', ['-c', `${given}; true`], {
      cwd: workspace,
      env: { PATH: '/usr/bin:/bin', HOME: home },
    });
    const ended = { ...payload, tool_input: { command: given }, hook_event_name: 'PostToolUse', tool_response: {} };
    await runHook(home, ['claude-code', 'notice'], ended);
    return { given, said: out + stderr };
  }

  it('are ready: the Doctor says so once each escape was tried', async () => {
    const state = async (): Promise<string | undefined> => {
      const { gate } = await used.window.executeCommand<DoctorReport>(COMMANDS.doctor, {});
      return gate.find(({ link }) => link === 'contained')?.state;
    };
    await until(state, 'ok');
  });

  it('begin with a trial of the session, and give a test run back', async () => {
    const trial = await called('ls tests.pl');
    assert.match(trial.given ?? '', /contained\/run' [0-9a-f]{32}$/);
    assert.equal(trial.said, 'tests.pl\n');
    const run = await called('perl tests.pl');
    assert.notEqual(run.given, undefined);
    assert.equal(run.said, '3 tests passed\n');
  });

  it('are shown with what stopped them, and the next such call is judged', async () => {
    const { said } = await called('perl attack.pl');
    assert.match(said, /config: Read-only file system\n.*was stopped at a file/);
    await used.window.executeCommand(COMMANDS.showPanel);
    await row('perl attack.pl').waitFor();
    await used.window.screenshot('contained-history');
    await row('perl attack.pl').click();
    const story = panel().locator('auto-mode-story article');
    await story.getByText('config: Read-only file system').first().waitFor();
    await used.window.screenshot('contained-story');
    assert.match(await story.innerText(), /The sandbox stopped it at: config: Read-only file system/);
    assert.equal((await called('perl attack.pl')).given, undefined);
  });

  it('can be undone: the difference first, then just that, and what changed since stays', async () => {
    const { workspace } = used.editor;
    const { given } = await called('perl spoil.pl');
    assert.notEqual(given, undefined);
    writeFileSync(`${workspace}/kept.txt`, 'changed since\n');
    await panel().locator('auto-mode-story [data-story="back"]').click();
    // The list stays where the user was.
    await panel().locator('auto-mode-activity-list .newer').click();
    await row('perl spoil.pl').click();
    await panel().locator('auto-mode-story [data-story="undo"]').click();
    const newest = panel().locator('auto-mode-undo [data-run]', { hasText: 'perl spoil.pl' }).first();
    // Putting back keeps what it replaces, as a run above this one.
    const run = panel().locator(`auto-mode-undo [data-run="${await newest.getAttribute('data-run')}"]`);
    await run.locator('[data-undo="compared"]').waitFor();
    await used.window.screenshot('undo-difference');
    const files = (await run.locator('[data-becomes]').allInnerTexts()).map((text) => text.trim());
    assert.deepEqual(files.toSorted(), ['kept.txt changed since the run', 'made.txt', 'mine.txt']);
    await inspectPanel(used.window, 'undo');
    await run.locator('[data-act="putBack"]').click();
    await run.locator('[data-undo="done"]').waitFor();
    await used.window.screenshot('undo-done');
    assert.equal(readFileSync(`${workspace}/mine.txt`, 'utf8'), 'mine\n');
    assert.equal(readFileSync(`${workspace}/kept.txt`, 'utf8'), 'changed since\n');
    assert.equal(existsSync(`${workspace}/made.txt`), false);
  });

  it('are listed by the command, and all that is kept goes after a yes', async () => {
    await used.window.beginCommand(COMMANDS.undo);
    const runs = panel().locator('auto-mode-undo [data-run]');
    await runs.first().waitFor();
    await panel().locator('auto-mode-undo [data-act="removeAll"]').click();
    await dialog().getByRole('button', { name: 'Delete All', exact: true }).click();
    await panel().getByText('Nothing is kept.').waitFor();
    const { runs: left } = await used.window.executeCommand<{ runs: readonly unknown[] }>(COMMANDS.undo, {});
    assert.deepEqual(left, []);
  });
});
