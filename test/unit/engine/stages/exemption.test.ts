import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EffectiveConfiguration } from '../../../../src/engine/model/configuration';
import type { PermissionEntry } from '../../../../src/rules/permissionEntry';
import { decide } from '../../../../src/engine/decide';
import type { Decision } from '../../../../src/engine/model/decision';
import type { ClassifierAnswer, UserAnswer, UserQuestion } from '../../../../src/engine/model/ports';
import { configuration, entries, fakeGate, OUTAGE, permissions, verdict, WORKSPACE, type FakeGate } from '../fakeGate';
import { runs } from '../../propertyRuns';

const NEVER = new AbortController().signal;
const OTHER_FOLDER = '/home/u/other';
const CALL = {
  tool: 'Bash',
  input: { command: 'npm publish --tag next', description: 'Publishes' },
  cwd: WORKSPACE,
  agent: 'claude-code',
  sessionId: 's',
  callId: '1',
};
const TREE = { [`${WORKSPACE}/src/a.ts`]: 'old text', [OTHER_FOLDER]: undefined, [`${WORKSPACE}/.git/config`]: '' };

const exemptIfOffered = ({ canExempt }: UserQuestion): UserAnswer =>
  canExempt ? { kind: 'exempt' } : { kind: 'declined' };

function asking(
  ask: readonly PermissionEntry[],
  changes: Partial<EffectiveConfiguration> = {},
): EffectiveConfiguration {
  return configuration({ permissions: permissions({ ask }), ...changes });
}

/** A gate whose configuration can be replaced between two calls. */
function gateWith(
  first: EffectiveConfiguration,
  options: Parameters<typeof fakeGate>[0] = {},
): { readonly gate: FakeGate; change: (to: EffectiveConfiguration) => void } {
  let present = first;
  const inner = fakeGate({ tree: TREE, user: exemptIfOffered, classifier: () => verdict('allow'), ...options });
  return {
    gate: { ...inner, configurationFor: () => present },
    change: (to) => {
      present = to;
    },
  };
}

const verdictOf = ({ outcome, stage }: Decision): string => `${outcome} ${stage}`;

describe('a question that the user does not want again', () => {
  const PUBLISH = entries(['bash(npm publish*)']);

  it('is not put again for exactly this action, and the later checks decide', async () => {
    const { gate } = gateWith(asking(PUBLISH));
    assert.equal(verdictOf(await decide(CALL, gate, NEVER)), 'allow classifier');
    const again = { ...CALL, callId: '2', input: { ...CALL.input, description: 'In other words' } };
    const second = await decide(again, gate, NEVER);
    assert.equal(verdictOf(second), 'allow classifier');
    assert.deepEqual(
      second.trace?.map(({ stage, said }) => `${stage} ${said}`),
      ['permissions.ask exempted', 'classifier allow'],
    );
    assert.equal(gate.asked.length, 1);
    assert.equal(gate.classified.length, 2);
  });

  it('is told to the classifier as no authorisation, not even for the call at which it was said', async () => {
    const { gate } = gateWith(asking(PUBLISH));
    await decide(CALL, gate, NEVER);
    await decide(CALL, gate, NEVER);
    assert.deepEqual(
      gate.classified.map(({ authorisation }) => authorisation),
      [undefined, undefined],
    );
  });

  const others: readonly (readonly [what: string, change: object])[] = [
    ['another command', { input: { command: 'npm publish --tag latest' } }],
    ['more in the command', { input: { command: 'npm publish --tag next && curl https://e.example/' } }],
    ['another field of the input', { input: { ...CALL.input, run_in_background: true } }],
    ['another folder', { cwd: OTHER_FOLDER }],
    ['another session', { sessionId: 't' }],
    ['another agent', { agent: 'codex' }],
    ['a sub-agent', { subAgent: 'helper' }],
    ['another permission mode of the agent', { mode: 'bypassPermissions' }],
    ['another environment', { environment: { PATH: '/tmp/evil' } }],
    ['an environment that could not be read', { environment: null }],
  ];
  for (const [what, change] of others) {
    it(`is put again for ${what}`, async () => {
      const { gate } = gateWith(asking(PUBLISH));
      await decide(CALL, gate, NEVER);
      await decide({ ...CALL, ...change }, gate, NEVER);
      assert.equal(gate.asked.length, 2);
    });
  }

  const rules: readonly (readonly [what: string, ask: readonly PermissionEntry[]])[] = [
    ['another rule', entries(['bash(npm pub*)'])],
    ['the rule from another place', entries(['bash(npm publish*)'], 'workspace')],
    ['the rule with a message', [{ text: 'bash(npm publish*)', source: 'user', message: 'Tell me first.' }]],
    ['another rule in front of it', [...entries(['bash(npm *)']), ...PUBLISH]],
  ];
  for (const [what, ask] of rules) {
    it(`is put again under ${what}`, async () => {
      const { gate, change } = gateWith(asking(PUBLISH));
      await decide(CALL, gate, NEVER);
      change(asking(ask));
      await decide(CALL, gate, NEVER);
      assert.equal(gate.asked.length, 2);
    });
  }

  it('is put again where a link leads elsewhere', async () => {
    const link = {
      tool: 'Read',
      input: { file_path: `${WORKSPACE}/link` },
      cwd: WORKSPACE,
      agent: 'claude-code',
      sessionId: 's',
    };
    const tree = (to: string) => ({
      [`${WORKSPACE}/link`]: { link: to },
      [`${WORKSPACE}/a`]: 'a',
      [`${WORKSPACE}/b`]: 'b',
    });
    const rule = asking(entries(['read']));
    const { gate } = gateWith(rule, { tree: tree(`${WORKSPACE}/a`) });
    await decide(link, gate, NEVER);
    const turned = fakeGate({ tree: tree(`${WORKSPACE}/b`) });
    await decide(link, { ...gate, files: turned.files }, NEVER);
    assert.equal(gate.asked.length, 2);
  });

  const folders: readonly (readonly [what: string, call: object])[] = [
    ['of the call', { cwd: `${WORKSPACE}/link` }],
    ['that the line goes to', { input: { command: 'cd link && npm publish' } }],
    [
      'that the input names',
      { agent: 'opencode', tool: 'bash', input: { command: 'npm publish', workdir: `${WORKSPACE}/link` } },
    ],
  ];
  for (const [what, change] of folders) {
    it(`is put again where the folder ${what} is another one behind its link`, async () => {
      const tree = (to: string) => ({
        [`${WORKSPACE}/link`]: { link: to },
        [`${WORKSPACE}/a`]: undefined,
        [`${WORKSPACE}/b`]: undefined,
      });
      const { gate } = gateWith(asking(PUBLISH), { tree: tree(`${WORKSPACE}/a`) });
      await decide({ ...CALL, ...change }, gate, NEVER);
      await decide({ ...CALL, ...change }, gate, NEVER);
      assert.equal(gate.asked.length, 1);
      const turned = fakeGate({ tree: tree(`${WORKSPACE}/b`) });
      await decide({ ...CALL, ...change }, { ...gate, files: turned.files }, NEVER);
      assert.equal(gate.asked.length, 2);
    });
  }

  const lines: readonly (readonly [command: string, loginShell: string])[] = [
    ['./deploy.sh --now', 'bash'],
    ['sh deploy.sh', 'bash'],
    ['cd sub; ../deploy.sh', 'bash'],
    ["bash -c './deploy.sh'", 'bash'],
    ['env A=1 ./deploy.sh | cat', 'bash'],
    ['sh <deploy.sh', 'bash'],
    ['sh deploy.sh', 'zsh'],
    ['cd sub && ../deploy.sh', 'zsh'],
    ['true;./deploy.sh', 'zsh'],
  ];
  for (const [command, loginShell] of lines) {
    it(`is put again for ${command} in ${loginShell} where the file that it runs has another content`, async () => {
      const tree = (text: string) => ({ [`${WORKSPACE}/deploy.sh`]: text, [`${WORKSPACE}/sub`]: undefined });
      const { gate } = gateWith(asking(entries(['bash'])), { tree: tree('echo one') });
      const world = { ...gate, machine: { ...gate.machine, loginShell } };
      const call = { ...CALL, input: { command } };
      await decide(call, world, NEVER);
      await decide(call, world, NEVER);
      assert.deepEqual(
        gate.asked.map(({ canExempt }) => canExempt),
        [true],
      );
      await decide(call, { ...world, files: fakeGate({ tree: tree('echo two') }).files }, NEVER);
      assert.equal(gate.asked.length, 2);
    });
  }

  it('cannot be one about a line that names more than can be looked at', async () => {
    const { gate } = gateWith(asking(PUBLISH));
    const command = `npm publish ${Array.from({ length: 1_000 }, (_, index) => `file${index}`).join(' ')}`;
    await decide({ ...CALL, input: { command } }, gate, NEVER);
    assert.deepEqual(
      gate.asked.map(({ canExempt }) => canExempt),
      [false],
    );
  });

  const never: readonly (readonly [what: string, call: object, settings: EffectiveConfiguration])[] = [
    ['without a session', { sessionId: undefined }, asking(PUBLISH)],
    ["by an administrator's rule", {}, asking(entries(['bash(npm publish*)'], 'managed'))],
    ['by an entry that cannot be read', {}, asking(entries(['bash((']))],
    [
      'where yes runs the call',
      {},
      asking(PUBLISH, { classifier: { ...configuration().classifier, whenUnavailable: 'ask' } }),
    ],
    [
      'about what is typed into a tool of which nothing is known',
      { tool: 'send_to_terminal', input: { text: 'npm publish' } },
      asking(entries(['*'])),
    ],
  ];
  for (const [what, change, settings] of never) {
    it(`cannot be one that is asked ${what}`, async () => {
      const { gate } = gateWith(settings, { classifierUsable: false });
      await decide({ ...CALL, ...change }, gate, NEVER);
      assert.deepEqual(
        gate.asked.map(({ canExempt }) => canExempt),
        [false],
      );
    });
  }

  it('cannot be one about a shell that has changed', async () => {
    const { gate } = gateWith(asking(PUBLISH));
    const call = { ...CALL, agent: 'copilot', tool: 'bash', input: { command: 'npm publish', shellId: '1' } };
    await decide(call, gate, NEVER);
    assert.equal(gate.asked[0]?.canExempt, true);
    gate.memory.noteLivingShellChanged(JSON.stringify({ agent: 'copilot', living: '1', sessionId: 's' }));
    await decide(call, gate, NEVER);
    assert.equal(gate.asked.at(-1)?.canExempt, false);
    assert.equal(gate.asked.length, 2);
  });

  it('is no answer where nobody can be asked', async () => {
    const { gate } = gateWith(asking(PUBLISH));
    await decide(CALL, gate, NEVER);
    assert.equal(verdictOf(await decide({ ...CALL, interactive: false }, gate, NEVER)), 'block permissions.ask');
  });

  it('counts for the question alone, whatever an answer that was not offered claims', async () => {
    const { gate } = gateWith(asking(PUBLISH), { user: () => ({ kind: 'exempt' }) });
    const decision = await decide({ ...CALL, sessionId: undefined }, gate, NEVER);
    assert.equal(verdictOf(decision), 'block permissions.ask');
  });

  describe('with any settings', () => {
    const answers: readonly ClassifierAnswer[] = [
      verdict('allow'),
      verdict('block', 'soft_deny'),
      verdict('block', 'hard_deny'),
      OUTAGE,
    ];
    const requests = [
      CALL,
      { ...CALL, input: { command: 'ls' } },
      { ...CALL, input: { command: 'rm -rf /' } },
      { ...CALL, tool: 'Edit', input: { file_path: 'src/a.ts', old_string: 'old', new_string: 'new' } },
      { ...CALL, tool: 'Write', input: { file_path: '.git/config', content: '[alias]' } },
    ];
    const settings = fc.record({
      deny: fc.subarray(['bash(npm*)', 'edit(src/**)', 'bash((']),
      ask: fc.subarray(['bash(npm publish*)', 'bash', 'edit', 'edit(src/**)', '*', 'bash((']),
      allow: fc.subarray(['bash(npm*)', 'edit']),
      source: fc.constantFrom('user', 'workspace', 'managed', 'default', 'folder'),
      trusted: fc.boolean(),
      whenUnavailable: fc.constantFrom('ask', 'block'),
      onBlock: fc.constantFrom('ask', 'block'),
      paused: fc.boolean(),
    });

    it('never lets a call through that would not run if no rule asked', async () => {
      let exempted = 0;
      await fc.assert(
        fc.asyncProperty(
          settings,
          fc.constantFrom(...requests),
          fc.constantFrom(...requests),
          fc.constantFrom(...answers),
          async (chosen, first, second, answer) => {
            const inForce = (ask: readonly string[]): EffectiveConfiguration =>
              configuration({
                trusted: chosen.trusted,
                permissions: permissions({
                  deny: entries(chosen.deny, chosen.source),
                  ask: entries(ask, chosen.source),
                  allow: entries(chosen.allow),
                }),
                classifier: {
                  ...configuration().classifier,
                  whenUnavailable: chosen.whenUnavailable,
                  onBlock: chosen.onBlock,
                },
              });
            // A judge that takes any authorisation for enough shows whether there was one.
            const classifier = ({ authorisation }: { authorisation: string | undefined }): ClassifierAnswer =>
              authorisation === undefined ? answer : verdict('allow', 'explicit_intent');
            const options = { tree: TREE, classifier, paused: chosen.paused };
            const gate = fakeGate({ ...options, configuration: inForce(chosen.ask), user: exemptIfOffered });
            await decide(first, gate, NEVER);
            const decision = await decide(second, gate, NEVER);
            if (decision.outcome !== 'allow') return;
            if (gate.asked.some(({ canExempt }) => canExempt)) exempted += 1;
            const unasked = fakeGate({
              ...options,
              configuration: inForce(chosen.ask.filter((rule) => rule === 'bash((')),
              user: () => ({ kind: 'declined' }),
            });
            assert.equal((await decide(second, unasked, NEVER)).outcome, 'allow');
          },
        ),
        runs(20261122, 150),
      );
      assert.ok(exempted > 5, String(exempted));
    });
  });
});

describe('a refusal with words', () => {
  const cases: readonly (readonly [words: string | undefined, reason: string])[] = [
    [undefined, 'The user declined this call.'],
    ['  \n ', 'The user declined this call.'],
    [
      'Use\nthe  staging registry.',
      'The user declined this call, and tells you in their own words: “Use the staging registry.”',
    ],
    ['x'.repeat(5_000), `The user declined this call, and tells you in their own words: “${'x'.repeat(1_000)}…”`],
  ];
  for (const [words, reason] of cases) {
    it(`says ${JSON.stringify(reason.slice(0, 100))}`, async () => {
      const gate = fakeGate({
        configuration: asking(entries(['bash(npm publish*)'])),
        user: () => ({ kind: 'declined', words }),
      });
      const decision = await decide(CALL, gate, NEVER);
      assert.equal(verdictOf(decision), 'block permissions.ask');
      assert.equal(decision.reason, reason);
    });
  }
});
