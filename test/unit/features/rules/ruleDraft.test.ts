import assert from 'node:assert/strict';
import { ruleProblem } from '../../../../src/rules/permissionRule';
import { readDraft, writtenEntry } from '../../../../src/features/rules/ruleDraft';
import { FakeRuleEditor } from './fakeRuleEditor';

describe('writtenEntry', () => {
  let fake: FakeRuleEditor;
  beforeEach(() => {
    fake = new FakeRuleEditor();
  });

  it('writes what the settings read back as the same rule', () => {
    const texts = [
      'bash(a)',
      'bash(a "b")',
      'bash(a "b") "c"',
      'bash(\u202Ea\n b)',
      '*',
      'mcp(a/b)',
      'bash(a) "m" "n"',
      '"',
      '$defaults',
    ];
    const messages = ['', 'm', ' "', '(x)', 'a)'];
    for (const rule of texts) {
      for (const message of messages) {
        const draft = readDraft('permissions.deny', { rule, message });
        if (!draft.ok) continue;
        fake.user = { 'permissions.deny': [writtenEntry(draft)] };
        const { configuration } = fake.effective();
        const [entry] = configuration.permissions.deny;
        assert.deepEqual([entry?.text, entry?.message], [draft.rule, draft.message], `${rule} ${message}`);
        assert.equal(ruleProblem(entry?.text ?? ''), undefined);
      }
    }
  });
});
