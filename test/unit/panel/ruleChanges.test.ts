import assert from 'node:assert/strict';
import type { RuleEditingAction } from '../../../src/panel/ruleEditing';
import { RuleChanges } from '../../../webview-ui/rules/ruleEditingChanges';

const LIST = { section: 'permissions.deny', place: 'user', version: 'v1' } as const;

describe('changes made in the rule editor', () => {
  let shown: typeof LIST | undefined;
  let now: number;
  let sent: RuleEditingAction[];
  let told: string[];
  let changes: RuleChanges;
  beforeEach(() => {
    [shown, now, sent, told] = [LIST, 0, [], []];
    changes = new RuleChanges({
      shown: () => shown,
      now: () => now,
      send: (action) => sent.push(action),
      answered: ({ text }) => told.push(text),
    });
  });

  const kinds = (): string[] => sent.map(({ kind }) => kind);
  const requestOf = (action: RuleEditingAction | undefined): number =>
    action !== undefined && 'request' in action ? action.request : assert.fail('no change');
  const answer = (done: boolean): void => {
    changes.follow({ request: requestOf(sent.at(-1)), done, text: done ? 'done' : 'failed' });
  };

  it('say which list they are about, as it was seen; taking back is about the last change anywhere', () => {
    changes.make({ kind: 'remove', index: 2 });
    const [removal] = sent;
    assert.deepEqual(removal, {
      kind: 'remove',
      index: 2,
      request: requestOf(removal),
      section: 'permissions.deny',
      place: 'user',
      seen: 'v1',
    });
    answer(true);
    changes.make({ kind: 'undo' });
    assert.deepEqual(sent[1], { kind: 'undo', request: requestOf(removal) + 1 });
  });

  it('wait for the answer to the one before, and go on after a refusal', () => {
    const after: string[] = [];
    changes.make({ kind: 'remove', index: 0 }, () => after.push('first'));
    changes.make({ kind: 'reorder', index: 1, to: 0 }, () => after.push('second'));
    changes.make({ kind: 'undo' });
    assert.deepEqual(kinds(), ['remove']);
    answer(false);
    assert.deepEqual([kinds(), after, told], [['remove', 'reorder'], [], ['failed']]);
    answer(true);
    assert.deepEqual([kinds(), after, told], [['remove', 'reorder', 'undo'], ['second'], ['failed', 'done']]);
  });

  it('take no answer to another change for theirs', () => {
    changes.make({ kind: 'remove', index: 0 });
    const other = { request: requestOf(sent[0]) - 1, done: true, text: 'another' };
    assert.equal(changes.isDone(other), false);
    changes.follow(other);
    changes.make({ kind: 'undo' });
    assert.deepEqual([kinds(), told], [['remove'], []]);
    assert.equal(changes.isDone({ ...other, request: other.request + 1 }), true);
  });

  it('wait until the list is shown that was chosen', () => {
    shown = undefined;
    changes.make({ kind: 'remove', index: 0 });
    changes.follow(undefined);
    assert.deepEqual(kinds(), []);
    shown = LIST;
    changes.follow(undefined);
    assert.deepEqual(kinds(), ['remove']);
  });

  it('wait no longer than five seconds for an answer, and keep the last twenty', () => {
    changes.make({ kind: 'discard' });
    for (let index = 0; index < 25; index += 1) changes.make({ kind: 'remove', index });
    now = 5_000;
    for (let count = 0; count < 30; count += 1) {
      changes.follow(undefined);
      now += 5_000;
    }
    assert.equal(kinds().length, 21);
    assert.deepEqual(
      sent.slice(1).map((action) => ('index' in action ? action.index : -1)),
      Array.from({ length: 20 }, (_, at) => at + 5),
    );
  });
});
