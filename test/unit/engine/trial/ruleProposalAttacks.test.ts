import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EffectiveConfiguration } from '../../../../src/engine/model/configuration';
import type { DryRunWorld } from '../../../../src/engine/trial/dryRun';
import { parsePermissionRule } from '../../../../src/rules/permissionRule';
import { codeVerdict, underChange } from '../../../../src/engine/trial/replay';
import { ruleProposals, type NoProposal, type RuleScope } from '../../../../src/engine/trial/ruleProposals';
import { configuration, entries, fakeGate, HOME, WORKSPACE, type Tree } from '../fakeGate';
import { runs } from '../../propertyRuns';

const OTHER = '/home/u/other';
const TREE: Tree = {
  [`${WORKSPACE}/src/a.ts`]: 'a',
  [`${OTHER}/src/a.ts`]: 'a',
  '/srv/data/app/notes.txt': 'x',
  '/srv/data/app/link': { link: '/srv/secret' },
  '/srv/secret/key': 'k',
};
const worldOf = (changes: Partial<EffectiveConfiguration> = {}): DryRunWorld =>
  fakeGate({ configuration: configuration(changes), tree: TREE });
const withAllow = (world: DryRunWorld, rules: readonly string[], source: 'user' | 'folder' = 'user'): DryRunWorld =>
  underChange(world, (before) => ({
    ...before,
    permissions: { ...before.permissions, allow: [...before.permissions.allow, ...entries(rules, source)] },
  }));
const scopesOf = (world: DryRunWorld): RuleScope[] =>
  (['folder', 'user'] as const).map((id) => ({ id, with: (rules) => withAllow(world, rules, id) }));
const bash = (command: string): object => ({ tool: 'bash', input: { command }, cwd: WORKSPACE });
const write = (path: string): object => ({ tool: 'write', input: { path, content: 'y' }, cwd: WORKSPACE });
const fetchOf = (url: string): object => ({ tool: 'fetch', input: { url }, cwd: WORKSPACE });

describe('attacks on proposals for allow rules', () => {
  const none: readonly (readonly [request: object, why: NoProposal])[] = [
    ...[
      'python x.py',
      '/usr/bin/python x.py',
      'pypy x.py',
      'python2.7 x.py',
      'Rscript x.R',
      'groovy x',
      'guile x',
      'erl x',
      'ash x',
      'rbash x',
      'mksh x',
      'nu x.nu',
      'ipython x.py',
      'node.cmd x.js',
      'python.exe x.py',
      'npx.cmd x',
      'dotnet fsi x',
      'scala x',
      'ocaml x',
      'gem exec x',
      'composer exec x',
      'bwrap x',
    ].map((command) => [bash(command), 'runs-anything'] as const),
    // The text that they are given can be another one each time.
    ...[
      'kubectl apply -f - <<EOF\na: 1\nEOF',
      'kubectl apply -f - <<< abc',
      'git am < src/a.ts',
      'while true; do git am; done < src/a.ts',
    ].map((command) => [bash(command), 'unnameable'] as const),
    [bash('echo a | kubectl apply -f -'), 'not-covered'],
    // Programs differ in which address that is.
    ...[
      'https://docs.example.com\\@evil.test/a',
      'https://docs.example.com/a\n/b',
      ' https://docs.example.com/a',
      'https:docs.example.com/a',
      'https:///docs.example.com/a',
    ].map((url) => [fetchOf(url), 'unnameable'] as const),
    [write('/srv/data/app/link/key'), 'unnameable'],
  ];
  for (const [request, why] of none) {
    it(`are none for ${JSON.stringify(request)}: ${why}`, () => {
      const world = worldOf();
      assert.deepEqual(ruleProposals(request, world, scopesOf(world)), { proposals: [], why });
    });
  }

  const offered: readonly [request: object, scopesAndShapes: readonly string[]][] = [
    // Another folder has another program of that name.
    [bash('./deploy.sh'), ['folder command']],
    [bash('scripts/deploy.sh now'), ['folder command']],
    [bash('/opt/tools/deploy now'), ['folder command', 'user command']],
    // Whoever may write any file there has programs run.
    [write(`${HOME}/bin/x`), ['folder file', 'user file']],
    [write(`${HOME}/.local/share/x`), ['folder file', 'user file']],
    [write('/usr/local/bin/x'), ['folder file', 'user file']],
    [bash(`rm ${HOME}/bin/x`), ['folder command', 'user command']],
    [bash('rm /usr/local/lib/x'), ['folder command', 'user command']],
  ];
  for (const [request, expected] of offered) {
    it(`are ${expected.join(', ')} for ${JSON.stringify(request)}`, () => {
      const world = worldOf();
      const { proposals } = ruleProposals(request, world, scopesOf(world));
      assert.deepEqual(
        proposals.map(({ scope, shape }) => `${scope} ${shape}`),
        expected,
      );
    });
  }

  const notCovered: readonly [rule: string, request: object][] = [
    ['fetch(https://docs.example.com/*)', fetchOf('https://docs.example.com\\@evil.test/a')],
    ['fetch(https://docs.example.com/*)', fetchOf('https://docs.example.com/\\@evil.test/a')],
    ['fetch(https://docs.example.com/*)', fetchOf('https://docs.ex\nample.com/a')],
    ['fetch(https://docs.example.com/*)', fetchOf('\thttps://docs.example.com/a')],
    ['fetch(https://docs.example.com/*)', fetchOf('https:///docs.example.com/a')],
    ['fetch(https://docs.example.com/*)', fetchOf('https:docs.example.com/a')],
    // Two files on this platform, although they look the same.
    ['write(/srv/data/app/K.txt)', write('/srv/data/app/\u212A.txt')],
    ['write(/srv/data/app/\u00E9.txt)', write('/srv/data/app/e\u0301.txt')],
    ['write(/srv/data/app/*)', write('/srv/data/app/link/key')],
    ['write(/srv/data/app/*)', write('/srv/data/app/../x')],
    ['write(/srv/data/app/\\[a\\])', write('/srv/data/app/a')],
    ['bash(./run \u0430)', bash('./run a')],
    ['bash(git am)', bash('git am; sh')],
  ];
  for (const [rule, request] of notCovered) {
    it(`${rule} does not allow ${JSON.stringify(request)}`, () => {
      const { stage } = codeVerdict(request, withAllow(worldOf(), [rule]));
      assert.notEqual(stage, 'permissions.allow');
    });
  }

  it('a rule of one folder allows nothing in another folder of the window', () => {
    const world = worldOf({ workspaceFolders: [WORKSPACE, OTHER] });
    const there = bash(`cd ${OTHER} && npm run build`);
    for (const [source, stage] of [
      ['user', 'permissions.allow'],
      ['folder', 'classifier'],
    ] as const) {
      assert.equal(codeVerdict(there, withAllow(world, ['bash(npm run build)'], source)).stage, stage);
    }
    const here = withAllow(world, ['bash(npm run build)'], 'folder');
    assert.equal(codeVerdict(bash('cd src && npm run build'), here).stage, 'permissions.allow');
  });

  const character = fc.oneof(
    fc.constantFrom(...Array.from('*?[]{}!\\,()"\'$`~^#@|&;<>=%+-./ \t\n\r\0')),
    fc.constantFrom('\u202E', '\u200B', '\uFEFF', '\u0301', '\u0430', '\u212A', '\uFF0A', '\uE000', '\u2028', '\uD800'),
    fc.constantFrom('a', 'b', 'K'),
  );
  const text = fc.array(character, { minLength: 1, maxLength: 8 }).map((list) => list.join(''));
  const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
  const call = fc.oneof(
    fc.array(text, { maxLength: 3 }).map((list) => bash(['npm', 'run', ...list.map(quoted)].join(' '))),
    text.map((line) => bash(`npm run ${line}`)),
    text.map((name) => write(`/srv/data/app/${name}`)),
    text.map((name) => fetchOf(`https://docs.example.com/a/${name}`)),
    text.map((name) => fetchOf(`https://docs.example.com${name}/a`)),
    text.map((name) => ({ tool: `mcp__${name}__get`, input: {}, cwd: WORKSPACE, agent: 'claude-code' })),
    fc.json().map((json) => ({ tool: 'bash', input: JSON.parse(json) as unknown, cwd: WORKSPACE })),
  );

  it('each reads back as itself, allows its call, and the exact ones no other call', function () {
    this.timeout(120_000);
    let exact = 0;
    fc.assert(
      fc.property(call, fc.array(call, { maxLength: 6 }), (one, others) => {
        const world = worldOf();
        const { proposals } = ruleProposals(one, world, scopesOf(world));
        for (const { rules, shape, scope } of proposals) {
          for (const rule of rules) {
            const read = parsePermissionRule({ text: ` ${rule}\n`, source: 'user' });
            assert.ok(read.ok && read.rule.pattern !== undefined);
            assert.equal(rule, `${read.rule.tool}(${read.rule.pattern})`);
          }
          const changed = withAllow(world, rules, scope);
          assert.equal(codeVerdict(one, changed).stage, 'permissions.allow');
          if (shape !== 'command' && shape !== 'file' && shape !== 'address') continue;
          exact += 1;
          for (const other of others) {
            const before = codeVerdict(other, world);
            const after = codeVerdict(other, changed);
            if (after.stage === 'permissions.allow') assert.equal(meaning(other), meaning(one));
            else assert.deepEqual(after, before);
          }
        }
      }),
      runs(20261122, 80),
    );
    assert.ok(exact > 40, `${exact} exact proposals were looked at`);
  });
});

/** What exactly a call does, as far as the calls made up here can be the same in other words. */
function meaning(call: object): string {
  const { tool, input } = call as { readonly tool: string; readonly input: Readonly<Record<string, string>> };
  const { command, url } = input;
  if (url !== undefined) return new URL(url).href;
  // Quotes around a word that needs none.
  if (command !== undefined) return command.replaceAll(/'|\s+$|^\s+/g, '').replaceAll(/\s+/g, ' ');
  return JSON.stringify([tool, input]);
}
