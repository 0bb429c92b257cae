import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../../src/config/contributions';
import type { ImportResult } from '../../../src/features/rules/importing/importRules';
import { dialogsOf } from '../../editor/dialogs';
import { quickPicksOf } from '../../editor/quickPicks';
import { until } from '../../editor/until';
import { useEditor } from '../../editor/useEditor';

const OWN = {
  permissions: {
    allow: ['Bash(npm run test:*)', 'Bash(python:*)', 'mcp__github__get_issue'],
    deny: ['Read(./.env)', 'Bash(npm publish)'],
  },
};

describe('Import Rules', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'import-rules',
    files: { '.claude/settings.json': JSON.stringify({ permissions: { allow: ['Bash(make deploy)'] } }) },
    settings: {
      'autoMode.permissions.deny': ['bash(git push --force*)'],
      'chat.tools.terminal.autoApprove': { 'tsc -b': true, 'docker push': false, '/.*/': null },
    },
  });
  const page = (): UsedPage => used.window.page;
  const { dialog, press, pressKey } = dialogsOf(used);
  const { row, fromPalette } = quickPicksOf(used);
  const settings = (): Record<string, unknown> =>
    JSON.parse(readFileSync(join(used.editor.root, 'user-data', 'User', 'settings.json'), 'utf8')) as Record<
      string,
      unknown
    >;

  before(() => {
    mkdirSync(join(used.editor.home, '.claude'), { recursive: true });
    writeFileSync(join(used.editor.home, '.claude', 'settings.json'), JSON.stringify(OWN));
  });

  it('answers callers with what there is, and writes nothing', async () => {
    const { candidates, notExpressed, written } = await used.window.executeCommand<ImportResult>(
      COMMANDS.importRules,
      {},
    );
    assert.deepEqual(
      candidates.map(({ list, rule, fromRepository }) => `${list} ${rule}${fromRepository ? ' (repository)' : ''}`),
      [
        'deny read(**/.env/**)',
        'deny bash(npm publish)',
        'ask bash(docker push*)',
        'allow bash(npm run test)',
        'allow bash(npm run test *)',
        'allow mcp__github__get_issue',
        'allow bash(tsc -b)',
        'allow bash(tsc -b *)',
        'allow bash(make deploy) (repository)',
      ],
    );
    assert.deepEqual(
      notExpressed.map(({ original }) => original),
      ['permissions.allow: Bash(python:*)'],
    );
    assert.deepEqual(written, []);
  });

  it('writes what the user ticks, after a dialog that names the allow rules', async () => {
    await fromPalette('Import Rules');
    await row('bash(npm publish)').waitFor();
    const ticked = async (text: string): Promise<boolean> =>
      row(text).locator('[role=checkbox], input').first().isChecked();
    await until(() => ticked('bash(npm publish)'), true);
    await until(() => ticked('bash(npm run test *)'), false);
    await row('bash(npm run test *)').click();
    await used.window.screenshot('import-rules');
    await page().keyboard.press('Enter');
    await dialog().waitFor();
    const text = await dialog().innerText();
    assert.match(text, /Add these allow rules to your settings\?/);
    assert.match(text, /│ bash\(npm run test \*\)/);
    assert.doesNotMatch(text, /make deploy/);
    await used.window.screenshot('import-rules-question');
    await press('Add Rules');
    await page().locator('.notification-list-item', { hasText: 'added 4 rules' }).waitFor();
    const {
      'autoMode.permissions.deny': deny,
      'autoMode.permissions.ask': ask,
      'autoMode.permissions.allow': allow,
    } = settings();
    assert.deepEqual(
      { deny, ask, allow },
      {
        deny: ['bash(git push --force*)', 'read(**/.env/**)', 'bash(npm publish)'],
        ask: ['$defaults', 'bash(docker push*)'],
        allow: ['bash(npm run test *)'],
      },
    );
  });

  it('writes nothing after a no', async () => {
    const before = settings();
    const pending = used.window.executeCommand<ImportResult>(COMMANDS.importRules, {
      rules: [{ list: 'allow', rule: 'bash(make deploy)' }],
    });
    await dialog().waitFor();
    assert.match(await dialog().innerText(), /From the repository: .*\.claude\/settings\.json/);
    // Enter is not yes.
    await pressKey('Enter');
    assert.deepEqual((await pending).written, []);
    assert.deepEqual(settings(), before);
  });

  it('shows why the others are not offered', async () => {
    await fromPalette('Import Rules');
    await row('bash(make deploy)').waitFor();
    assert.match(await row('bash(make deploy)').innerText(), /from the repository/);
    await page().locator('.quick-input-titlebar .action-label').first().click();
    await page().locator('.tab', { hasText: 'auto-mode-not-imported.txt' }).waitFor();
    await page().locator('.view-lines', { hasText: 'python runs whatever program' }).waitFor();
    await row('bash(make deploy)').waitFor({ state: 'hidden' });
    await used.window.screenshot('import-rules-reasons');
  });
});

type UsedPage = ReturnType<typeof useEditor>['window']['page'];
