import assert from 'node:assert/strict';
import { FakeRuleEditor } from './fakeRuleEditor';

describe('the turns of RuleWriter', () => {
  let fake: FakeRuleEditor;
  beforeEach(() => {
    fake = new FakeRuleEditor();
  });

  it('carries out the edit of a command, and undoes it as a click', async () => {
    fake.user = { 'permissions.deny': ['bash(a)'] };
    const standing = fake.rules.current('permissions.deny', 'user');
    assert.ok(standing);
    const edit = { request: 0, section: 'permissions.deny', place: 'user', seen: standing.list.version } as const;
    await fake.writer.change({ kind: 'add', ...edit, rule: 'bash(b)', message: '' });
    assert.deepEqual(fake.user['permissions.deny'], ['bash(a)', 'bash(b)']);
    await assert.rejects(fake.writer.change({ kind: 'remove', ...edit, index: 0 }), /changed elsewhere/);
    fake.look();
    assert.equal((await fake.click({ kind: 'undo' })).done, true);
    assert.deepEqual(fake.user['permissions.deny'], ['bash(a)']);
    assert.equal(fake.rules.current('rules.allow', 'workspace'), undefined);
  });

  it('loses no edit of two that are made at the same time', async () => {
    fake.look();
    const { version: seen } = fake.look();
    const action = { kind: 'add', section: 'permissions.deny', place: 'user', seen, message: '' } as const;
    await Promise.all([
      fake.editing.execute({ ...action, request: 101, rule: 'bash(a)' }),
      fake.editing.execute({ ...action, request: 102, rule: 'bash(b)' }),
    ]);
    assert.deepEqual(fake.user['permissions.deny'], ['bash(a)']);
    assert.match(fake.editing.slice()?.outcome?.text ?? '', /changed elsewhere/);
  });

  it('undoes several steps, but none of a list that was changed since', async () => {
    fake.look();
    await fake.click({ kind: 'add', rule: 'bash(a)', message: '' });
    await fake.click({ kind: 'add', rule: 'bash(b)', message: '' });
    await fake.click({ kind: 'remove', index: 0 });
    assert.deepEqual(fake.user['permissions.deny'], ['bash(b)']);
    await fake.click({ kind: 'undo' });
    assert.deepEqual(fake.user['permissions.deny'], ['bash(a)', 'bash(b)']);
    fake.user = { 'permissions.deny': ['bash(c)'] };
    fake.changed();
    const { done, text } = await fake.click({ kind: 'undo' });
    assert.equal(done, false);
    assert.match(text, /not undone/);
    assert.deepEqual(fake.user, { 'permissions.deny': ['bash(c)'] });
  });

  it('tells why a setting could not be written', async () => {
    fake.look();
    fake.failing = 'Unable to write into user settings.\u202E';
    const { done, text } = await fake.click({ kind: 'add', rule: 'bash', message: '' });
    assert.deepEqual([done, text], [false, 'Unable to write into user settings.\\u{202E}']);
  });
});
