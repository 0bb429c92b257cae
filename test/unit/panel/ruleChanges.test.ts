import assert from 'node:assert/strict';
import type { RuleEditingAction } from '../../../src/panel/ruleEditing';
import { RuleChanges, type WantedChange } from '../../../webview-ui/rules/ruleEditingChanges';

const LIST = { section: 'permissions.deny', place: 'user' } as const;
const REMOVE: WantedChange = { kind: 'remove', ...LIST, index: 0 };

describe('changes made in the rule editor', () => {
  let version: string | undefined;
  let now: number;
  let sent: RuleEditingAction[];
  let answers: string[];
  let changes: RuleChanges;
  beforeEach(() => {
    [version, now, sent, answers] = ['v1', 0, [], []];
    changes = new RuleChanges({
      versionOf: ({ place }) => (place === 'user' ? version : undefined),
      now: () => now,
      send: (action) => sent.push(action),
      answered: ({ text }) => answers.push(text),
    });
  });

  const kinds = (): string[] => sent.map(({ kind }) => kind);
  const requestOf = (action: RuleEditingAction | undefined): number =>
    action !== undefined && 'request' in action ? action.request : assert.fail('no change');
  const answer = (done: boolean): void => {
    changes.follow({ request: requestOf(sent.at(-1)), done, text: done ? 'done' : 'failed' });
  };

  it('say which list they are about, as it was seen; taking back is about the last change anywhere', () => {
    changes.make({ ...REMOVE, index: 2 });
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
    changes.make(REMOVE, () => after.push('first'));
    changes.make({ kind: 'reorder', ...LIST, index: 1, to: 0 }, () => after.push('second'));
    changes.make({ kind: 'undo' });
    assert.deepEqual(kinds(), ['remove']);
    answer(false);
    assert.deepEqual([kinds(), after, answers], [['remove', 'reorder'], [], ['failed']]);
    answer(true);
    assert.deepEqual([kinds(), after, answers], [['remove', 'reorder', 'undo'], ['second'], ['failed', 'done']]);
  });

  it('take no answer to another change for theirs', () => {
    changes.make(REMOVE);
    const other = { request: requestOf(sent[0]) - 1, done: true, text: 'another' };
    assert.equal(changes.isDone(other), false);
    changes.follow(other);
    changes.make({ kind: 'undo' });
    assert.deepEqual([kinds(), answers], [['remove'], []]);
    assert.equal(changes.isDone({ ...other, request: other.request + 1 }), true);
  });

  it('are dropped where their list is not shown any more', () => {
    version = undefined;
    changes.make(REMOVE);
    version = 'v2';
    changes.make({ ...REMOVE, place: 'workspace' });
    assert.deepEqual(kinds(), []);
    changes.make(REMOVE);
    assert.deepEqual(kinds(), ['remove']);
  });

  it('wait no longer than five seconds for an answer, and keep the last twenty', () => {
    changes.make({ kind: 'discard', ...LIST });
    for (let index = 0; index < 25; index += 1) changes.make({ ...REMOVE, index });
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
