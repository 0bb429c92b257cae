import assert from 'node:assert/strict';
import type { PolicyFileObjection } from '../../../../src/disk/managedPolicyFile';
import { policyFileText } from '../../../../src/features/settings/policyFileText';

describe('the sentence about a managed policy file without effect', () => {
  const reasons: readonly (readonly [kind: PolicyFileObjection['kind'], reason: RegExp])[] = [
    ['not-known', /it is not certain that \/etc\/p/],
    ['link', /through a link, \/etc\/p\./],
    ['not-of-root', /\/etc\/p does not belong to root/],
    ['written-by-group', /\/etc\/p can be written by a group/],
    ['written-by-everybody', /\/etc\/p can be written by everybody/],
    ['written-by-user', /\/etc\/p can be written by this user/],
  ];
  for (const [kind, reason] of reasons) {
    it(`names reason and remedy: ${kind}`, () => {
      const text = policyFileText({ kind, at: '/etc/p' });
      assert.match(text, reason);
      assert.match(text, /^The managed policy file has no effect: .*\. Let administrators alone write it/);
    });
  }
});
