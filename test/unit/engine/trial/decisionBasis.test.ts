import assert from 'node:assert/strict';
import type { EffectiveConfiguration } from '../../../../src/engine/model/configuration';
import type { Gate } from '../../../../src/engine/model/ports';
import type { CheckRequest } from '../../../../src/calls/request';
import { decisionBasis } from '../../../../src/engine/trial/decisionBasis';
import { configuration, entries, fakeGate, permissions, WORKSPACE } from '../fakeGate';

const PUSH: CheckRequest = { tool: 'bash', input: { command: 'git push origin main' }, cwd: WORKSPACE, sessionId: 's' };

const under = (changes: Parameters<typeof configuration>[0]): Gate =>
  fakeGate({ configuration: configuration(changes) });

describe('what a decision rests on', () => {
  it('is the same text while nothing changes', () => {
    const text = decisionBasis(PUSH, under({}));
    assert.equal(typeof text, 'string');
    assert.equal(decisionBasis(PUSH, under({})), text);
  });

  const changes: readonly (readonly [what: string, gate: () => Gate])[] = [
    ['a deny rule', () => under({ permissions: permissions({ deny: entries(['bash(git push*)']) }) })],
    ['an ask rule', () => under({ permissions: permissions({ ask: entries(['bash(git push*)']) }) })],
    ['an allow rule', () => under({ permissions: permissions({ allow: entries(['bash(git push*)']) }) })],
    ['auto mode that is off', () => under({ enabled: false })],
    [
      'auto mode that is off for the session alone',
      () => {
        const gate = under({});
        return {
          ...gate,
          configurationFor: (cwd, sessionId): EffectiveConfiguration => ({
            ...gate.configurationFor(cwd, sessionId),
            enabled: sessionId !== 's',
          }),
        };
      },
    ],
  ];
  for (const [what, gate] of changes) {
    it(`is another text after ${what}`, () => {
      assert.notEqual(decisionBasis(PUSH, gate()), decisionBasis(PUSH, under({})));
    });
  }

  it('cannot be told of an input that cannot be read', () => {
    assert.equal(decisionBasis({ ...PUSH, input: { command: 5 } }, under({})), undefined);
  });
});
