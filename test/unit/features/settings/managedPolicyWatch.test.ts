import assert from 'node:assert/strict';
import type { PolicyFile } from '../../../../src/disk/managedPolicyFile';
import { ManagedPolicyWatch } from '../../../../src/features/settings/managedPolicyWatch';

describe('the watch over the managed policy', () => {
  it('tells of every change of what counts, once', () => {
    let file: PolicyFile = { state: 'absent' };
    let changes = 0;
    const watch = new ManagedPolicyWatch({
      path: '/nowhere/policy.json',
      read: () => file,
      onDidChange: () => {
        changes += 1;
      },
    });
    const files: readonly PolicyFile[] = [
      { state: 'present', text: '{}' },
      { state: 'present', text: '{"forbidLoosening": true}' },
      { state: 'not-trusted', why: { kind: 'written-by-everybody', at: '/etc' } },
      { state: 'present', text: undefined },
      { state: 'absent' },
    ];
    for (const [at, next] of files.entries()) {
      file = next;
      watch.check();
      watch.check();
      assert.equal(changes, at + 1);
    }
    watch.dispose();
  });
});
