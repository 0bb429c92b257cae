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

  it('counts what is folded, and lists only what is open', () => {
    fake.managed = { 'permissions.deny': ['bash(m)'] };
    fake.user = { 'permissions.deny': ['bash(a)', 'bash(b)'], 'permissions.allow': ['bash(c)'] };
    fake.editing.look({ open: ['permissions.allow'] });
    const groups = fake.editing.slice()?.groups ?? [];
    const [deny, , allow] = groups;
    assert.deepEqual([deny?.total, deny?.lists, allow?.total], [3, undefined, 1]);
    assert.equal(allow?.lists?.length, 2);
    fake.editing.look({ open: ['permissions.deny'] });
    assert.equal(fake.editing.slice()?.groups[0]?.total, 3);
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
