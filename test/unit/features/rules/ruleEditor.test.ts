import assert from 'node:assert/strict';
import type { RuleEditingAction } from '../../../../src/panel/ruleEditing';
import { FakeRuleEditor, FOLDER } from './fakeRuleEditor';

const place = `folder:${FOLDER}`;

describe('RuleEditing', () => {
  let fake: FakeRuleEditor;
  beforeEach(() => {
    fake = new FakeRuleEditor();
  });

  it('has its counts follow other settings and new calls', () => {
    fake.look({ draft: { id: 1, rule: 'bash(a)', message: '' } });
    fake.changed();
    fake.decided();
    assert.equal(fake.followed, 2);
  });

  it('costs nothing while nobody looks', () => {
    fake.editing.look(undefined);
    assert.equal(fake.editing.slice(), undefined);
    assert.equal(fake.asked(), undefined);
  });

  it('leads to the settings', async () => {
    fake.look();
    const action: RuleEditingAction = { kind: 'openSettings', section: 'rules.allow', place };
    await fake.editing.execute(action);
    assert.deepEqual(fake.opened, [`rules.allow ${place}`]);
  });
});
