import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import { configuration, entries, fakeGate, permissions, verdict, WORKSPACE } from '../fakeGate';

/** Alone each search is proven: only what is beside it ends that. */
const TREE = {
  [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${WORKSPACE}/.git/config`]: '',
  [`${WORKSPACE}/.git/objects/x`]: '',
  [`${WORKSPACE}/.git/refs/x`]: '',
  [`${WORKSPACE}/.gitignore`]: '.env',
  [`${WORKSPACE}/src/a.ts`]: 'x',
};

async function stageOf(command: string, rule: string): Promise<string> {
  const gate = fakeGate({
    tree: TREE,
    configuration: configuration({ permissions: permissions({ allow: entries([rule]) }) }),
    classifier: () => verdict('allow'),
  });
  return (await decide({ tool: 'bash', input: { command }, cwd: WORKSPACE }, gate, new AbortController().signal)).stage;
}

describe('a search beside a command that a rule covers', () => {
  const changed = [
    ['bash(sed *)', "sed -i 's/^/!/' .gitignore; rg ''"],
    ['bash(sed *)', "sed -i 's/^/!/' .g[^]]tignore; rg ''"],
    ['bash(sed *)', "rg '' && sed -i 's/^/!/' .gitignor?"],
    ['bash(sed *)', "while rg ''; do sed -i 's/^/!/' .gitignore; done"],
    ['bash(make *)', "make x > .ignore; rg ''"],
    ['bash(sed *)', "sed -i 's/^/!/' $FILE; rg ''"],
    ['bash(mytool *)', "mytool --fix .gitignore; rg ''"],
    ['bash(mytool *)', "mytool --output=sub/.rgignore; rg ''"],
    ['bash(mytool *)', "mytool -x .gitignor?; rg ''"],
    ['bash(mytool *)', "mytool $FILE; rg ''"],
    ['bash(mytool *)', "rg '' | mytool .git/info/exclude"],
  ] as const;
  for (const [rule, command] of changed) {
    it(`is judged where it may find more than the disk says now: ${command}`, async () => {
      assert.notEqual(await stageOf(command, rule), 'permissions.allow');
    });
  }

  const unchanged = [
    ['bash(make *)', 'make x > src/log; rg x src'],
    ['bash(make *)', 'make x 2>/dev/null; rg x src'],
    ['bash(make *)', 'make x && git status'],
    ['bash(mytool *)', 'mytool src/a.ts && rg x src'],
    ['bash(mytool *)', 'mytool ./src . && rg x src'],
    ['bash(mytool *)', "mytool src/a.ts; rg ''"],
    ['bash(mytool *)', 'mytool .gitignore && cat src/a.ts'],
  ] as const;
  for (const [rule, command] of unchanged) {
    it(`is proven where it finds the same: ${command}`, async () => {
      assert.equal(await stageOf(command, rule), 'permissions.allow');
    });
  }
});
