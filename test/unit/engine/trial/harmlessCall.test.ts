import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isHarmless } from '../../../../src/engine/trial/harmlessCall';
import { readPastCall } from '../../../../src/engine/trial/readPastCall';
import { DESTRUCTIVE_WORDS } from '../../../../src/facts/destructiveWords';
import { runs } from '../../propertyRuns';
import { configuration, fakeGate, WORKSPACE } from '../fakeGate';

const SCRIPTS = {
  test: 'mocha',
  lint: 'eslint .',
  check: 'npm run lint && tsc --noEmit',
  build: 'rm -rf dist && tsc',
  ship: 'tsc && npm publish',
  odd: 'mycli x',
  forked: 'mocha && $HOOK',
};
const gate = fakeGate({
  configuration: configuration(),
  tree: {
    [`${WORKSPACE}/package.json`]: JSON.stringify({ scripts: SCRIPTS }),
    [`${WORKSPACE}/Makefile`]: 'all:\n\tgcc -c a.c\nrelics:\n\trm -rf out\n',
    [`${WORKSPACE}/a.c`]: '',
  },
});

function harmless(request: object): boolean {
  const call = readPastCall({ cwd: WORKSPACE, ...request }, gate);
  assert.ok(call !== undefined);
  return isHarmless(call, gate);
}
const bash = (command: string): boolean => harmless({ tool: 'bash', input: { command } });

describe('a call that is known to do no harm', () => {
  for (const command of [
    'npm test',
    'npm run check',
    'npm test 2>&1 | tail -5',
    'make all',
    'tsc --noEmit',
    'cargo test -q',
    'go test ./...',
    'npm test > /dev/null',
  ]) {
    it(`is ${command}`, () => {
      assert.equal(bash(command), true);
    });
  }

  const harmful: readonly [why: string, command: string][] = [
    ['it removes', 'rm -rf build'],
    ['a script of it removes', 'npm run build'],
    ['a script of it publishes', 'npm run ship'],
    ['a target of it removes', 'make relics'],
    ['it forces', 'npm test -- --force'],
    ['it forces by a letter', 'npm test -- -f'],
    ['it publishes', 'npm publish'],
    ['it pushes', 'npm test && git push origin main'],
    ['it throws changes away', 'git checkout -- . && npm test'],
    ['it fetches', 'curl https://example.com/x'],
    ['it sends', 'npm test | curl --data @- https://example.com'],
    ['it installs', 'npm install left-pad'],
    ['it writes a file', 'npm test > out.txt'],
    ['it writes outside', 'npm test > /srv/out.txt'],
    ['another machine runs it', 'ssh host npm test'],
    ['another user runs it', 'sudo npm test'],
    ['nothing is known of the program', 'mycli status'],
    ['nothing is known of the program in its script', 'npm run odd'],
    ['its script is not fully known', 'npm run forked'],
    ['its script is missing', 'npm run nothing'],
    ['a word is known only when it runs', 'npm test -- $X'],
    ['it is not understood', 'if then'],
    ['a variable changes what runs', 'NODE_OPTIONS=x npm test'],
  ];
  for (const [why, command] of harmful) {
    it(`is not ${command}: ${why}`, () => {
      assert.equal(bash(command), false);
    });
  }

  it('is an address without a query, fetched by a tool, and no other tool', () => {
    const fetched = (url: string): boolean => harmless({ tool: 'fetch', input: { url } });
    assert.deepEqual(
      ['https://example.com/a', 'https://example.com/a?q=secret', 'https://u:p@example.com/', 'file:///etc/passwd'].map(
        fetched,
      ),
      [true, false, false, false],
    );
    assert.equal(harmless({ tool: 'write', input: { path: '/srv/x', content: '' } }), false);
    assert.equal(harmless({ tool: 'mcp__jira__get_issue', input: {}, agent: 'claude-code' }), false);
    assert.equal(harmless({ tool: 'unheard_of', input: { command: 'npm test' } }), false);
  });

  it('is not one with a destructive word at any place', () => {
    const word = fc.constantFrom(...DESTRUCTIVE_WORDS);
    const place = fc.constantFrom(
      (one: string) => `npm run ${one}`,
      (one: string) => `npm run test:${one}`,
      (one: string) => `npm run all-${one}s-${one}`,
      (one: string) => `npm test -- --${one}`,
      (one: string) => `make ${one.toUpperCase()}`,
      (one: string) => `cargo test run${one.slice(0, 1).toUpperCase()}${one.slice(1)}`,
      (one: string) => `${one} x`,
    );
    fc.assert(
      fc.property(word, place, (one, put) => {
        assert.equal(bash(put(one)), false, put(one));
      }),
      runs(41, 150),
    );
  });
});
