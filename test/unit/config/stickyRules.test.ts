import assert from 'node:assert/strict';
import fc from 'fast-check';
import { StickyRules, type RuleStore } from '../../../src/config/stickyRules';
import type { RawValues } from '../../../src/config/sources';
import { runs } from '../propertyRuns';

const DENY = 'permissions.deny';
const ASK = 'permissions.ask';
const PLACE = 'file:///w';

function memory(): RuleStore & { kept: unknown } {
  const store = {
    kept: undefined as unknown,
    get: () => store.kept,
    set: (value: unknown) => {
      store.kept = JSON.parse(JSON.stringify(value)) as unknown;
    },
  };
  return store;
}

const list = (values: RawValues, key: typeof DENY | typeof ASK = DENY): readonly unknown[] => {
  const value = values[key];
  return value === undefined ? [] : (value as readonly unknown[]);
};
const entriesOf = (sticky: StickyRules, open = [PLACE]): readonly unknown[] =>
  sticky.removed(open).map(({ entry }) => entry);

describe('rules that were seen in a workspace', () => {
  const changes: readonly (readonly [
    what: string,
    before: unknown,
    after: unknown,
    inForce: unknown,
    gone: unknown[],
  ])[] = [
    ['nothing changes', ['a', 'b'], ['a', 'b'], ['a', 'b'], []],
    ['the file goes', ['a', 'b'], undefined, ['a', 'b'], ['a', 'b']],
    ['one goes', ['a', 'b'], ['b'], ['b', 'a'], ['a']],
    ['one is replaced', ['a'], ['b'], ['b', 'a'], ['a']],
    ['they change places', ['a', 'b'], ['b', 'a'], ['b', 'a'], []],
    ['one is added', ['a'], ['b', 'a'], ['b', 'a'], []],
    [
      'the message of one changes',
      [{ rule: 'a', message: 'x' }],
      ['a'],
      ['a', { rule: 'a', message: 'x' }],
      [{ rule: 'a', message: 'x' }],
    ],
    ['the list becomes something else', ['a'], 'b', [['b'], 'a'], ['a']],
    ['something else becomes a list', 'a', ['b'], ['b', ['a']], [['a']]],
    ['what is unreadable goes', [5, null], [], [5, null], [5, null]],
  ];
  for (const [what, before, after, inForce, gone] of changes) {
    it(`stay in force where ${what}, also over a restart`, () => {
      const store = memory();
      const first = new StickyRules(store);
      assert.deepEqual(first.note(PLACE, { [DENY]: before })[DENY], before);
      assert.deepEqual(first.note(PLACE, { [DENY]: after })[DENY], inForce);
      assert.deepEqual(entriesOf(first), gone);
      const second = new StickyRules(store);
      assert.deepEqual(second.note(PLACE, { [DENY]: after })[DENY], inForce);
      assert.deepEqual(entriesOf(second), gone);
    });
  }

  it('leave every other value as it is', () => {
    const sticky = new StickyRules(memory());
    const values: RawValues = { enabled: false, [ASK]: ['a'] };
    assert.deepEqual(sticky.note(PLACE, values), values);
    assert.deepEqual(sticky.note(PLACE, { enabled: true }), { enabled: true, [ASK]: ['a'] });
  });

  it('are kept by place and list', () => {
    const sticky = new StickyRules(memory());
    sticky.note('one', { [DENY]: ['a'] });
    sticky.note('two', { [ASK]: ['a'] });
    assert.deepEqual(sticky.note('two', {}), { [ASK]: ['a'] });
    assert.deepEqual(sticky.removed(['one', 'two']), [{ place: 'two', key: ASK, entry: 'a' }]);
  });

  it('go once they were let go, and only those', () => {
    const store = memory();
    const sticky = new StickyRules(store);
    sticky.note(PLACE, { [DENY]: ['a', 'b', 'c'] });
    sticky.note(PLACE, { [DENY]: ['c'] });
    const shown = sticky.removed([PLACE]);
    sticky.note(PLACE, {});
    sticky.drop(shown);
    assert.deepEqual(sticky.note(PLACE, {})[DENY], ['c']);
    assert.deepEqual(entriesOf(new StickyRules(store)), ['c']);
  });

  it('are noted again where they were let go but are there once more', () => {
    const sticky = new StickyRules(memory());
    sticky.note(PLACE, { [DENY]: ['a'] });
    sticky.note(PLACE, {});
    const shown = sticky.removed([PLACE]);
    sticky.note(PLACE, { [DENY]: ['a'] });
    sticky.drop(shown);
    sticky.note(PLACE, { [DENY]: ['a'] });
    assert.deepEqual(list(sticky.note(PLACE, {})), ['a']);
  });

  it('hold on where the folder is not open any more', () => {
    const sticky = new StickyRules(memory());
    sticky.note('one', { [DENY]: ['a'] });
    sticky.note('two', { [DENY]: ['b'] });
    assert.deepEqual(sticky.closed(['two']), [{ [DENY]: ['a'] }]);
    assert.deepEqual(sticky.removed(['two']), [{ place: 'one', key: DENY, entry: 'a' }]);
    sticky.drop(sticky.removed(['two']));
    assert.deepEqual(sticky.closed(['two']), []);
  });

  it('of a folder that lay in one that is still open hold for the calls from there', () => {
    const sticky = new StickyRules(memory());
    const [outer, inner, beside] = ['file:///w', 'file:///w/Inner', 'file:///w-beside'];
    sticky.note(outer, {});
    sticky.note(inner, { [DENY]: ['a'] });
    sticky.note(beside, { [DENY]: ['b'] });
    const from = (place?: string): unknown => sticky.closed([outer], place).map((values) => values[DENY]);
    assert.deepEqual(from(), [['a'], ['b']]);
    assert.deepEqual(from(outer), [['a']]);
    assert.deepEqual(from('file:///W'), [['a']], 'a spelling that may mean the same folder');
    assert.deepEqual(from('file:///'), [['a'], ['b']]);
    assert.deepEqual(from('file:///other'), []);
  });

  it('survive a store that holds anything', () => {
    for (const kept of [undefined, null, 5, [], [null], [['p']], [['p', null]], [['p', { [DENY]: ['{', 5, '"a"'] }]]]) {
      const store = memory();
      store.kept = kept;
      assert.doesNotThrow(() => new StickyRules(store).note('p', {}));
    }
  });

  describe('and a flood', () => {
    const flood = (count: number): string[] => Array.from({ length: count }, (_, index) => `junk ${index}`);

    it('in front of a rule does not push it out', () => {
      const sticky = new StickyRules(memory());
      sticky.note(PLACE, { [DENY]: ['a'] });
      assert.equal(list(sticky.note(PLACE, { [DENY]: [...flood(5000), 'a'] }))[0], 'a');
      assert.equal(list(sticky.note(PLACE, { [DENY]: flood(5000) }))[0], 'a');
      assert.ok(list(sticky.note(PLACE, {})).includes('a'));
    });

    it('that comes before a rule leaves something that asks about every call', () => {
      const sticky = new StickyRules(memory());
      sticky.note(PLACE, { [DENY]: [...flood(5000), 'a'] });
      assert.equal(list(sticky.note(PLACE, {})).at(-1), '(more than 1000 rules were here)');
    });

    it('takes no more room than the first thousand entries', () => {
      const store = memory();
      const sticky = new StickyRules(store);
      for (let round = 0; round < 5; round += 1) {
        sticky.note(PLACE, { [DENY]: flood(3000).map((text) => `${round} ${text} ${'x'.repeat(5_000)}`) });
      }
      assert.ok(JSON.stringify(store.kept).length < 1_000_000);
      for (let place = 0; place < 500; place += 1) sticky.note(`place ${place}`, { [DENY]: ['a'] });
      assert.ok((store.kept as unknown[]).length <= 200);
    });

    it('of a million entries is not read to its end, and is remembered as one', () => {
      const sticky = new StickyRules(memory());
      let read = 0;
      const entry = {
        toJSON: () => {
          read += 1;
          return 'bash(a)';
        },
      };
      sticky.note(PLACE, { [DENY]: Array.from({ length: 1_000_000 }, () => entry) });
      assert.ok(read <= 20_000, String(read));
      assert.ok(list(sticky.note(PLACE, {})).includes('(more than 1000 rules were here)'));
    });

    it('of brackets is kept as what is shown of it', () => {
      const sticky = new StickyRules(memory());
      let deep: unknown = 'a';
      for (let level = 0; level < 100_000; level += 1) deep = [deep];
      sticky.note(PLACE, { [DENY]: [deep, 'b'] });
      assert.deepEqual(list(sticky.note(PLACE, {})), [[`${'['.repeat(200)}…`], 'b']);
    });

    it('of brackets that a first reader can still read is kept as what is shown of it, also where it was kept before', () => {
      // With so many, writing JSON succeeds or fails with what is on the stack already.
      const json = '['.repeat(4_000) + ']'.repeat(4_000);
      const store = memory();
      const sticky = new StickyRules(store);
      const deep: unknown = JSON.parse(json);
      sticky.note(PLACE, { [DENY]: [deep, 'b'], [ASK]: deep });
      store.kept = [...(store.kept as unknown[]), ['file:///old', { [DENY]: [json], [ASK]: [] }]];
      for (const rules of [sticky, new StickyRules(store)]) {
        rules.note(PLACE, {});
        for (const { entry } of rules.removed([PLACE])) {
          assert.ok(entry === 'b' || (Array.isArray(entry) && typeof entry[0] === 'string'));
        }
      }
    });

    it('of text keeps of a long rule what is in force of it', () => {
      const sticky = new StickyRules(memory());
      const long = `bash(${'x'.repeat(5000)})`;
      sticky.note(PLACE, {
        [DENY]: [long, { rule: 'bash(a)', message: 'y'.repeat(50_000) }, [long, long, long, long]],
      });
      const [first, second, third] = list(sticky.note(PLACE, {})) as [string, string, [string]];
      assert.equal(first, `${long.slice(0, 200)}…`);
      assert.equal(second, 'bash(a)');
      assert.ok(third[0].length < 300);
    });
  });

  it('never miss one that was seen before it was let go', () => {
    const entry = fc.oneof(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.record({ rule: fc.constantFrom('a', 'b'), message: fc.constantFrom('x', 'y') }),
      fc.constantFrom<unknown>(5, null, ['a']),
    );
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('note' as const),
        entries: fc.option(fc.array(entry, { maxLength: 6 }), { nil: undefined }),
      }),
      fc.record({ kind: fc.constant('restart' as const) }),
      fc.record({ kind: fc.constant('dropped' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const store = memory();
        let sticky = new StickyRules(store);
        let now: readonly unknown[] | undefined;
        let expected = new Set<string>();
        for (const taken of steps) {
          if (taken.kind === 'restart') sticky = new StickyRules(store);
          else if (taken.kind === 'dropped') {
            sticky.note(PLACE, { [DENY]: now });
            sticky.drop(sticky.removed([PLACE]));
            expected = new Set();
          } else now = taken.entries;
          for (const one of now ?? []) expected.add(JSON.stringify(one));
          const inForce = new Set(list(sticky.note(PLACE, { [DENY]: now })).map((one) => JSON.stringify(one)));
          assert.deepEqual([...inForce].sort(), [...expected].sort());
          const there = new Set((now ?? []).map((one) => JSON.stringify(one)));
          assert.deepEqual(
            sticky
              .removed([PLACE])
              .map((gone) => JSON.stringify(gone.entry))
              .sort(),
            [...expected].filter((one) => !there.has(one)).sort(),
          );
        }
      }),
      runs(4711, 200),
    );
  });
});
