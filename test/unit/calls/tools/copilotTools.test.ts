/** Calls of Copilot, as its dialect hands them on, through all stages. */
import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import type { JsonObject } from '../../../../src/common/json';
import { configuration, entries, fakeGate, permissions, WORKSPACE } from '../../engine/fakeGate';

const ROWS: readonly (readonly [what: string, tool: string, input: JsonObject, stage: string])[] = [
  ['a search', 'grep', { pattern: 'x', paths: 'src' }, 'safe-tool'],
  ['a folder with a blank in its name', 'grep', { pattern: 'x', paths: 'src/a b' }, 'safe-tool'],
  ['a denied file', 'grep', { pattern: 'x', paths: '../denied/file' }, 'permissions.deny'],
  ['a denied file behind another place', 'grep', { pattern: 'x', paths: 'src ../denied/file' }, 'permissions.deny'],
  ['the same by the older name', 'rg', { pattern: 'x', path: 'src ../denied/file' }, 'permissions.deny'],
  ['the same in a list', 'rg', { pattern: 'x', paths: ['src', 'a  ../denied/file '] }, 'permissions.deny'],
  ['names in a denied folder', 'glob', { pattern: '*', paths: 'src ../denied' }, 'permissions.deny'],
  ['more places than anybody writes', 'glob', { pattern: '*', paths: 'a '.repeat(2_000) }, 'invalid-request'],
  // What its dialect makes of a text that is no JSON: where it would search is not known.
  ['a search whose input is a text', 'grep', { input: "{pattern: 'x', paths: '../denied/file'}" }, 'invalid-request'],
  ['names whose input is a text', 'glob', { input: '{"pattern": "*", "paths": "../denied",}' }, 'invalid-request'],
];

describe('the tools of Copilot', () => {
  for (const [what, tool, input, stage] of ROWS) {
    it(what, async () => {
      const gate = fakeGate({
        configuration: configuration({
          permissions: permissions({ deny: entries(['search(../denied/**)', 'search(../denied)']) }),
        }),
      });
      const decision = await decide(
        { tool, input, cwd: WORKSPACE, agent: 'copilot', sessionId: 's' },
        gate,
        new AbortController().signal,
      );
      assert.equal(decision.stage, stage, decision.reason);
    });
  }
});
