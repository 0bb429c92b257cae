import assert from 'node:assert/strict';
import { explainCommand } from '../../../../src/engine/explain/explainCommand';
import { explanationText } from '../../../../src/engine/explain/explanationText';
import { configuration, entries, fakeGate, permissions, WORKSPACE } from '../fakeGate';

const gate = fakeGate({
  tree: { [`${WORKSPACE}/src/a.ts`]: 'text' },
  configuration: configuration({
    permissions: permissions({
      deny: entries(['bash(git push --force*)']),
      ask: entries(['bash(npm publish*)']),
      allow: entries(['bash(make*)']),
    }),
  }),
});

function stages(command: string): readonly string[] {
  const { outcome, stage, commands } = explainCommand(command, WORKSPACE, gate);
  return [`${outcome} ${stage}`, ...commands.map((part) => `${part.command}: ${part.outcome} ${part.stage}`)];
}

describe('an explanation', () => {
  const cases: readonly [string, readonly string[]][] = [
    ['ls', ['allowed read-only-command', 'ls: allowed read-only-command']],
    [
      'cd src && make all',
      ['allowed permissions.allow', 'cd src: allowed read-only-command', 'make all: allowed permissions.allow'],
    ],
    [
      'ls; git push -f origin main',
      [
        'blocked permissions.deny',
        'ls: allowed read-only-command',
        'git push -f origin main: blocked permissions.deny',
      ],
    ],
    ['npm publish', ['asks permissions.ask', 'npm publish: asks permissions.ask']],
    [
      'timeout 5 npm install',
      ['judged classifier', 'timeout 5 npm install: allowed read-only-command', 'npm install: judged classifier'],
    ],
    ['sudo rm -rf /', ['blocked hard-deny', 'sudo rm -rf /: judged classifier', 'rm -rf /: blocked hard-deny']],
    ['echo x > ~/.bashrc', ['blocked hard-deny', 'echo x: blocked hard-deny']],
  ];
  for (const [command, expected] of cases) {
    it(`of ${command}`, () => {
      assert.deepEqual(stages(command), expected);
    });
  }

  it('tells the folder and the wrappers', () => {
    const { commands } = explainCommand('cd src && sudo timeout 5 make', WORKSPACE, gate);
    const make = commands.at(-1);
    assert.deepEqual([make?.command, make?.folders, make?.via], ['make', [`${WORKSPACE}/src`], ['sudo', 'timeout']]);
  });

  it('tells what is not understood, and settles nothing then', () => {
    const explanation = explainCommand('ls; eval "$X"', WORKSPACE, gate);
    assert.equal(explanation.stage, 'classifier');
    assert.ok(explanation.unknown.length > 0);
    assert.match(explanationText(explanation), /Not understood/);
  });

  it('tells that an entry that cannot be read asks', () => {
    const broken = fakeGate({
      configuration: configuration({ permissions: permissions({ deny: entries(['bash(', 'edit(']) }) }),
    });
    const { outcome, stage, why } = explainCommand('ls', WORKSPACE, broken);
    assert.deepEqual([outcome, stage], ['asks', 'permissions.ask']);
    assert.match(why, /bash\(/);
  });

  it('tells each change of the line, and why none settles it', () => {
    const allowed = explainCommand('mkdir -p new/er && cp src/a.ts new', WORKSPACE, gate);
    assert.equal(allowed.stage, 'workspace-write');
    assert.deepEqual(allowed.changes, [
      `makes the folder ${WORKSPACE}/new/er`,
      `makes the folder ${WORKSPACE}/new`,
      `writes ${WORKSPACE}/new`,
      `writes ${WORKSPACE}/new/a.ts`,
    ]);
    assert.match(explanationText(allowed), /What it would change:\n {2}makes the folder/);
    const off = fakeGate({
      configuration: configuration({ fastPaths: { ...configuration().fastPaths, workspaceWrites: false } }),
    });
    assert.match(explainCommand('mkdir new', WORKSPACE, off).why, /workspaceWrites/);
    assert.match(explainCommand('touch /srv/x', WORKSPACE, gate).why, /outside the workspace/);
    assert.match(explainCommand('cp -r src new', WORKSPACE, gate).why, /cp -r is not looked through/);
    assert.doesNotMatch(explainCommand('npm test', WORKSPACE, gate).why, /ordinary change/);
  });

  it('asks nobody and records nothing', () => {
    explainCommand('npm publish', WORKSPACE, gate);
    assert.deepEqual([gate.asked, gate.classified, gate.noted, gate.logged], [[], [], [], []]);
  });

  it('shows characters that could draw over the text as codes', () => {
    const text = explanationText(explainCommand('echo "\u001b[2Jx\u202ey\n3. fake"', WORKSPACE, gate));
    assert.doesNotMatch(text, /[\u001b\u202e]|^ *3\. fake/m);
    assert.match(text, /\\u\{1B\}\[2Jx\\u\{202E\}y\\n3\. fake/);
  });
});
