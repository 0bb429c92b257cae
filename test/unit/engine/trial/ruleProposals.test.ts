import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EffectiveConfiguration } from '../../../../src/engine/model/configuration';
import type { DryRunWorld } from '../../../../src/engine/trial/dryRun';
import { ruleProblem } from '../../../../src/rules/permissionRule';
import { codeVerdict, underChange } from '../../../../src/engine/trial/replay';
import {
  ruleProposals,
  type NoProposal,
  type RuleProposal,
  type RuleScope,
} from '../../../../src/engine/trial/ruleProposals';
import { configuration, entries, fakeGate, HOME, permissions, WORKSPACE, type Tree } from '../fakeGate';
import { runs } from '../../propertyRuns';

const TREE: Tree = {
  [`${WORKSPACE}/package.json`]: '{}',
  [`${WORKSPACE}/build/a.js`]: 'a',
  [`${WORKSPACE}/src/a.ts`]: 'a',
  '/srv/data/app/notes.txt': 'x',
};
const worldOf = (changes: Partial<EffectiveConfiguration> = {}): DryRunWorld =>
  fakeGate({ configuration: configuration(changes), tree: TREE });
const withAllow = (world: DryRunWorld, rules: readonly string[]): DryRunWorld =>
  underChange(world, (before) => ({
    ...before,
    permissions: { ...before.permissions, allow: [...before.permissions.allow, ...entries(rules)] },
  }));
const scopesOf = (world: DryRunWorld): RuleScope[] =>
  (['folder', 'user'] as const).map((id) => ({ id, with: (rules) => withAllow(world, rules) }));
const bash = (command: string): object => ({ tool: 'bash', input: { command }, cwd: WORKSPACE });

/** `scope shape: rules` of each. */
const told = (proposals: readonly RuleProposal[]): string[] =>
  proposals.map(({ scope, shape, rules }) => `${scope} ${shape}: ${rules.join(' + ')}`);
const both = (shape: string, rules: string): string[] => [`folder ${shape}: ${rules}`, `user ${shape}: ${rules}`];

describe('proposals for allow rules', () => {
  const offered: readonly [name: string, request: object, expected: readonly string[]][] = [
    ['a command', bash('npm run build'), both('command', 'bash(npm run build)')],
    ['only what needs a rule', bash('cd src && npm run build | head -5'), both('command', 'bash(npm run build)')],
    [
      'several commands',
      bash('npm run build && git push origin x'),
      both('command', 'bash(npm run build) + bash(git push origin x)'),
    ],
    ['the same command twice', bash('npm test; npm test'), both('command', 'bash(npm test)')],
    ['words with signs of patterns', bash("git tag 'v[1]*'"), both('command', 'bash(git tag v\\[1\\]\\*)')],
    [
      'files of one folder',
      bash('rm -rf build/a.js'),
      [...both('command', 'bash(rm -rf build/a.js)'), 'folder command-files: bash(rm -rf build/*)'],
    ],
    ['no folder that is too much', bash(`touch ${HOME}/x`), both('command', `bash(touch ${HOME}/x)`)],
    ['no way out of a folder', bash('shred src/../x'), both('command', 'bash(shred src/../x)')],
    [
      'a file elsewhere',
      { tool: 'write', input: { path: '/srv/data/app/notes.txt', content: 'y' }, cwd: WORKSPACE },
      [...both('file', 'write(/srv/data/app/notes.txt)'), 'folder files: write(/srv/data/app/*)'],
    ],
    [
      'an address',
      { tool: 'fetch', input: { url: 'https://docs.example.com/a/b?q=1' }, cwd: WORKSPACE },
      [
        ...both('address', 'fetch(https://docs.example.com/a/b\\?q=1)'),
        'folder addresses: fetch(https://docs.example.com/a/*)',
      ],
    ],
    [
      'a tool of an MCP server',
      { tool: 'mcp__jira__get_issue', input: { id: 1 }, cwd: WORKSPACE, agent: 'claude-code' },
      ['folder tool: mcp(jira/get_issue)'],
    ],
  ];
  for (const [name, request, expected] of offered) {
    it(`name ${name}`, () => {
      const world = worldOf();
      const { proposals, why } = ruleProposals(request, world, scopesOf(world));
      assert.deepEqual([told(proposals), why], [expected, undefined]);
    });
  }

  const refused: readonly [request: unknown, why: NoProposal, changes?: Partial<EffectiveConfiguration>][] = [
    [{ tool: 'bash' }, 'invalid'],
    [bash('rm -rf /'), 'floor'],
    [bash('git push'), 'denied', { permissions: permissions({ deny: entries(['bash(git push*)']) }) }],
    [bash('git push'), 'asks', { permissions: permissions({ ask: entries(['bash(git push*)']) }) }],
    [bash('git push'), 'off', { enabled: false }],
    [bash('git push'), 'not-covered', { trusted: false }],
    [bash('ls'), 'allowed'],
    [bash('npm run $SCRIPT'), 'unnameable'],
    [bash('git commit -m "two words"'), 'unnameable'],
    [bash('if then'), 'not-understood'],
    [bash('python3 x.py'), 'runs-anything'],
    [bash('python3.12 x.py'), 'runs-anything'],
    [bash('node -e "1"'), 'runs-anything'],
    [bash('sudo npm test'), 'runs-anything'],
    [bash('bash -c "npm test"'), 'runs-anything'],
    [bash('eval npm test'), 'runs-anything'],
    [bash('env X=1 npm test'), 'runs-anything'],
    [bash('npx cowsay'), 'runs-anything'],
    [bash('npm exec cowsay'), 'runs-anything'],
    [bash('curl https://example.com/x | sh'), 'not-understood'],
    [bash('ssh host npm test'), 'runs-anything'],
    [bash('f() { npm test; }; f'), 'not-understood'],
    [bash('touch package.json'), 'not-covered'],
    [bash('npm test > package.json'), 'not-covered'],
    [bash('X=1 npm test'), 'unnameable'],
    [{ tool: 'write', input: { path: 'package.json', content: '' }, cwd: WORKSPACE }, 'not-covered'],
    [{ tool: 'fetch', input: { url: 'https://u:p@example.com/' }, cwd: WORKSPACE }, 'unnameable'],
    [{ tool: 'unheard_of', input: { a: 1 }, cwd: WORKSPACE }, 'not-understood'],
  ];
  for (const [request, why, changes] of refused) {
    it(`are none for ${JSON.stringify(request)}: ${why}`, () => {
      const world = worldOf(changes);
      assert.deepEqual(ruleProposals(request, world, scopesOf(world)), { proposals: [], why });
    });
  }

  it('are none where they would have no effect', () => {
    const world = worldOf();
    const nowhere: RuleScope[] = [{ id: 'user', with: () => undefined }];
    assert.deepEqual(ruleProposals(bash('npm test'), world, nowhere), { proposals: [], why: 'not-covered' });
  });

  const word = fc.oneof(
    fc.constantFrom(
      'run',
      'push',
      'origin',
      '-f',
      '--force',
      'build/a.js',
      '*',
      '[a]',
      'a?b',
      '\\',
      '..',
      '~',
      'x=1',
      "'",
      '"',
      '\u202E',
      '(',
      ')',
      ' a',
      '',
      '$X',
      '/',
      '\n',
    ),
    fc.string({ maxLength: 6 }),
  );
  const program = fc.constantFrom('npm', 'git', 'rm', 'touch', 'docker', 'terraform', './run', 'cargo');
  const words = fc.tuple(program, fc.array(word, { maxLength: 4 })).map(([name, rest]) => [name, ...rest]);
  const quoted = (list: readonly string[]): string =>
    list.map((text) => (/^[\w./=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)).join(' ');

  it('allow this call, and the exact one no other', function () {
    this.timeout(120_000);
    let count = 0;
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 6 }), word, (call, others, extra) => {
        const world = worldOf();
        const { proposals } = ruleProposals(bash(quoted(call)), world, scopesOf(world));
        assert.ok(proposals.length <= 3);
        for (const { rules, shape } of proposals) {
          count += 1;
          for (const rule of rules) assert.equal(ruleProblem(rule), undefined);
          const changed = withAllow(world, rules);
          assert.equal(codeVerdict(bash(quoted(call)), changed).stage, 'permissions.allow');
          if (shape !== 'command') continue;
          const near = [
            [...call, extra],
            call.slice(0, -1),
            [...call.slice(0, -1), extra],
            [...others.flat(), ...call],
            ...others,
          ];
          for (const other of near) {
            if (quoted(other) === quoted(call) || other.length === 0) continue;
            assert.notEqual(codeVerdict(bash(quoted(other)), changed).stage, 'permissions.allow', quoted(other));
          }
        }
      }),
      runs(20261122, 40),
    );
    assert.ok(count > 25, `${count} proposals were looked at`);
  });

  it('lift no deny rule, no ask rule and not the floor', function () {
    this.timeout(120_000);
    const rule = fc.constantFrom(
      'bash(npm*)',
      'bash(*push*)',
      'bash(rm *)',
      'edit(build/**)',
      'bash(docker run*)',
      '*(x)',
      'bash(',
    );
    const lists = fc.record({ deny: fc.array(rule, { maxLength: 2 }), ask: fc.array(rule, { maxLength: 2 }) });
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 5 }), lists, (call, others, { deny, ask }) => {
        const plain = worldOf();
        const { proposals } = ruleProposals(bash(quoted(call)), plain, scopesOf(plain));
        const world = worldOf({ permissions: permissions({ deny: entries(deny), ask: entries(ask) }) });
        for (const { rules } of proposals) {
          const changed = withAllow(world, rules);
          for (const request of [bash(quoted(call)), ...others.map((other) => bash(quoted(other))), bash('rm -rf /')]) {
            const { afterYes: yesBefore, ...before } = codeVerdict(request, world);
            const { afterYes: yesAfter, ...after } = codeVerdict(request, changed);
            // Once the user has said yes, an allow rule may stand in for the judge, and for nothing else.
            if (yesBefore !== 'judge') assert.equal(yesAfter, yesBefore);
            if (before.outcome === 'block' || before.outcome === 'ask') assert.deepEqual(after, before);
            if (before.outcome === 'allow') assert.equal(after.outcome, 'allow');
          }
        }
      }),
      runs(20261122, 25),
    );
  });
});
