import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { decide } from '../../../src/engine/decide';
import { callKey } from '../../../src/engine/model/callKey';
import { RecentRounds } from '../../../src/engine/known/recentRounds';
import type { Decision } from '../../../src/engine/model/decision';
import type { FileSystem } from '../../../src/files/fileSystem';
import { runs } from '../../unit/propertyRuns';
import {
  configuration,
  entries,
  fakeGate,
  HOME,
  permissions,
  verdict,
  WORKSPACE,
  type FakeGate,
  type Tree,
} from '../../unit/engine/fakeGate';
import { ChangingWorld, SETTINGS, TREE } from './changingWorld';
import { EveryRound } from './everyRound';

const NEVER = new AbortController().signal;
const RUNS = runs(20261125, 100);

const COMMANDS = [
  'ls -la',
  'cat src/a.ts',
  'cat link',
  `cat ${HOME}/notes.txt`,
  'git status --short',
  'git log -1 && cat .env',
  'git add src/a.ts',
  'git add -A && git commit -m "text"',
  'echo text > src/b.ts',
  'cp src/a.ts src/b.ts',
  'rm -rf build',
  'grep -rn text .',
  'make',
  'sh run.sh',
  'npm test',
  'cd src && wc -l a.ts',
  'export PATH=/tmp; ls',
  'cat *.ts',
];

const CALLS: readonly { readonly tool: string; readonly input: object; readonly agent?: string }[] = [
  ...COMMANDS.map((command) => ({ tool: 'bash', input: { command } })),
  { tool: 'edit', input: { path: 'src/a.ts', old_string: 'old', new_string: 'new' } },
  { tool: 'edit', input: { path: 'link', old_string: 'old', new_string: 'new' } },
  { tool: 'write', input: { path: 'src/b.ts', content: 'new text' } },
  { tool: 'write', input: { path: 'src/b.ts', content: 'other text' } },
  { tool: 'read', input: { path: `${HOME}/notes.txt` } },
  { tool: 'fetch', input: { url: 'https://a.example/' } },
  { tool: 'unknown_tool', input: { text: 'rm -rf src', path: 'src/a.ts' } },
  { agent: 'copilot', tool: 'bash', input: { command: 'ls', shellId: '1' } },
  { agent: 'copilot', tool: 'bash', input: { command: 'alias ls=rm', shellId: '1' } },
  { agent: 'copilot', tool: 'run_in_terminal', input: { command: 'echo =ls' } },
];

type Change = (world: ChangingWorld, gates: readonly FakeGate[]) => void;

const path = fc.constantFrom(
  ...['src/a.ts', 'src/b.ts', 'build', 'link', '.env', 'src/.git/HEAD', '.git/hooks/pre-commit'].map(
    (name) => `${WORKSPACE}/${name}`,
  ),
  `${HOME}/notes.txt`,
  `${HOME}/.auto-mode/token`,
);
const entry = fc.constantFrom('old text', 'new text', undefined, { link: `${HOME}/.ssh/id` }, { link: '/etc/passwd' });
const GIT_CONFIG = ['[core]\n', '[core]\n\tfsmonitor = ./run\n', '[filter "x"]\n\tclean = ./run\n'] as const;

const SCRIPTS = ['ls\n', 'git push\n', 'cat src/a.ts\n', undefined] as const;

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(path, entry).map(
    ([at, now]): Change =>
      (world) =>
        void (world.tree = { ...world.tree, [at]: now }),
  ),
  path.map((at): Change => (world) => {
    world.tree = Object.fromEntries(Object.entries(world.tree).filter(([name]) => name !== at));
  }),
  fc.constantFrom(...GIT_CONFIG).map((text): Change => (world) => {
    world.tree = { ...world.tree, [`${WORKSPACE}/.git/config`]: text };
  }),
  fc.constantFrom(...SCRIPTS).map((text): Change => (world) => {
    world.tree = { ...world.tree, [`${WORKSPACE}/run.sh`]: text };
  }),
  fc
    .tuple(fc.constantFrom(`${WORKSPACE}/run.sh`, `${WORKSPACE}/src/a.ts`, `${WORKSPACE}/build`), entry)
    .map(([at, now]): Change => (world) => {
      world.meanwhile = world.meanwhile[at] === now ? {} : { [at]: now };
    }),
  fc.constant<Change>((world) => void (world.tree = { ...TREE })),
  fc.subarray([`${HOME}/notes.txt`, `${WORKSPACE}/src/a.ts`]).map((names): Change => (world) => {
    world.private = new Set(names);
  }),
  fc.constantFrom([], [`${HOME}/notes.txt`, `${HOME}/.auto-mode/token`]).map((names): Change => (world) => {
    world.linked = new Set(names);
  }),
  path.map(
    (at): Change =>
      (world) =>
        void (world.held = new Set([at])),
  ),
  fc.nat({ max: SETTINGS.length - 1 }).map(
    (at): Change =>
      (world) =>
        void (world.settings = at),
  ),
  fc.boolean().map(
    (is): Change =>
      (world) =>
        void (world.isPaused = is),
  ),
  fc.boolean().map(
    (is): Change =>
      (world) =>
        void (world.hasUser = is),
  ),
  fc.constantFrom('approved' as const, 'declined' as const, 'exempt' as const, 'ignore-entry' as const).map(
    (says): Change =>
      (world) =>
        void (world.userSays = says),
  ),
  fc.constantFrom('allow' as const, 'block' as const, 'outage' as const).map(
    (says): Change =>
      (world) =>
        void (world.judgeSays = says),
  ),
  fc.constantFrom('bash', 'zsh', 'fish').map(
    (shell): Change =>
      (world) =>
        void (world.terminalShell = shell),
  ),
  fc.constantFrom('old text', 'new text').map((text): Change => (_, gates) => {
    for (const { writes } of gates) writes.note(`${WORKSPACE}/src/b.ts`, text);
  }),
);

/** Everything but what is part of the key. */
const circumstances = fc.record(
  {
    sessionId: fc.constantFrom('s', 't'),
    callId: fc.constantFrom('1', '2'),
    subAgent: fc.constant('sub'),
    environment: fc.constantFrom(null, {}, { GIT_DIR: '/tmp/x' }, { PATH: `${WORKSPACE}/bin` }, { PAGER: null }),
    sessionModel: fc.constantFrom('a/b', 'c/d'),
    interactive: fc.boolean(),
    cancelled: fc.constant(true),
    transcript: fc.constantFrom([], [{ role: 'user', text: 'do it' }]),
    cwd: fc.constantFrom(WORKSPACE, `${WORKSPACE}/src`, '/tmp'),
  },
  { requiredKeys: [] },
);

/** Mostly few calls, so that they come again. */
const call = fc.oneof(fc.constantFrom(...CALLS), fc.constantFrom(...CALLS.slice(0, 6)));
const usually = fc.oneof({ weight: 3, arbitrary: fc.constant({ sessionId: 's' }) }, circumstances);

async function outcome(request: object, gate: FakeGate): Promise<unknown> {
  const { id: _id, at: _at, durationMs: _ms, ...decision } = await decide(request, gate, NEVER);
  return decision;
}

function put({ asked, classified }: FakeGate): unknown {
  return { asked, classified: classified.map(({ decisionId: _, ...question }) => question) };
}

describe('rounds that are known', () => {
  it('are decided as if they were not, with any change between equal calls', async function () {
    // Half a minute where nothing else runs.
    this.timeout(400_000);
    let renewed = 0;
    let decided = 0;
    await fc.assert(
      fc.asyncProperty(
        call,
        fc.array(fc.oneof({ weight: 2, arbitrary: changes }, fc.tuple(call, usually)), { minLength: 4, maxLength: 24 }),
        async (main, script) => {
          const world = new ChangingWorld();
          const known = new EveryRound();
          const [fresh, remembering] = [world.gate(), world.gate(known)];
          for (const step of script) {
            if (typeof step === 'function') step(world, [fresh, remembering]);
            // The same call comes again after each change.
            const requests =
              typeof step === 'function' ? [main] : [{ ...step[0], ...step[1] }, { ...main, ...step[1] }, main];
            for (const request of requests) {
              const whole = { cwd: WORKSPACE, ...request };
              const { tree } = world;
              const remembered = await outcome(whole, remembering);
              world.tree = tree;
              assert.deepEqual(remembered, await outcome(whole, fresh), JSON.stringify(whole));
              decided += 1;
            }
          }
          assert.deepEqual(put(remembering), put(fresh));
          renewed += known.renewed;
        },
      ),
      RUNS,
    );
    assert.ok(renewed < decided * 0.75, `${renewed} of ${decided} rounds were taken anew`);
  });

  it('are decided as if they were not in the corpus of agents’ calls, and hardly ever taken anew', async () => {
    const known = new EveryRound();
    const gate = fakeGate({ tree: TREE });
    const lines = readFileSync(join(import.meta.dirname, '../../corpus/agent-calls.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const requests = lines.map((line) => {
      const { command, request } = JSON.parse(line) as { readonly command?: string; readonly request?: object };
      return { cwd: WORKSPACE, ...(request ?? { tool: 'bash', input: { command } }) };
    });
    const all = async (by: FakeGate): Promise<readonly unknown[]> => {
      const outcomes: unknown[] = [];
      for (const request of requests) outcomes.push(await outcome(request, by));
      return outcomes;
    };
    const fresh = await all(gate);
    assert.deepEqual(await all({ ...gate, known }), fresh);
    const first = known.renewed;
    assert.ok(first > requests.length / 2);
    assert.deepEqual(await all({ ...gate, known }), fresh);
    assert.ok(known.renewed - first < requests.length / 100, `${known.renewed - first} were taken anew`);
  });
});

describe('a round that is known', () => {
  const REQUEST = { tool: 'bash', input: { command: 'cat src/a.ts' }, cwd: WORKSPACE, sessionId: 's' };

  /** @returns how often a second, equal call takes steps anew */
  async function renewedAfter(change: (gate: FakeGate) => FakeGate, request: object = REQUEST): Promise<number> {
    const known = new EveryRound();
    const gate: FakeGate = { ...fakeGate({ tree: TREE }), known };
    await decide(request, gate, NEVER);
    const before = known.renewed;
    await decide(request, change(gate), NEVER);
    return known.renewed - before;
  }

  const withFiles = (change: Partial<FileSystem>) => (gate: FakeGate) => ({
    ...gate,
    files: { ...gate.files, ...change },
  });

  it('is not taken anew while nothing changed', async () => {
    assert.equal(await renewedAfter((gate) => gate), 0);
    assert.equal(await renewedAfter((gate) => ({ ...gate, clock: { now: () => 1e12, monotonic: () => 1e6 } })), 0);
  });

  it('is kept to its end before and after the classifier is asked, also where scripts run', async () => {
    for (const command of ['curl https://a.example/', 'sh run.sh && git push', 'npm test']) {
      const known = new EveryRound();
      const gate: FakeGate = { ...fakeGate({ tree: TREE }), known };
      const decideAgain = async (): Promise<string> =>
        (await decide({ ...REQUEST, input: { command } }, gate, NEVER)).stage;
      assert.equal(await decideAgain(), 'classifier');
      const ends = [...known.rounds.values()].map(
        ({ steps }) => steps.at(-2)?.result as { from?: string; stage?: string },
      );
      assert.deepEqual(
        ends.map(({ from, stage }) => from ?? stage),
        ['classifier', 'classifier'],
      );
      const { renewed } = known;
      await decideAgain();
      assert.equal(known.renewed, renewed);
    }
  });

  for (const [what, change] of Object.entries<(gate: FakeGate) => FakeGate>({
    'a file went': withFiles({
      inspect: (path) => (path.endsWith('a.ts') ? 'absent' : { type: 'directory', links: 1, sizeBytes: 0 }),
    }),
    'a file became a link': (gate) => {
      const tree = { ...TREE, [`${WORKSPACE}/src/a.ts`]: { link: '/etc/shadow' } };
      return { ...gate, files: fakeGate({ tree }).files };
    },
    'a place became remote': withFiles({ isRemote: () => true }),
    'a second name appeared': withFiles({ otherNames: () => [`${HOME}/.bashrc`] }),
    'the settings are another object': (gate) => {
      const { permissions, ...rest } = gate.configurationFor(undefined, undefined);
      return { ...gate, configurationFor: () => ({ ...rest, permissions }) };
    },
    'the shell of the terminals changed': (gate) => ({ ...gate, machine: { ...gate.machine, terminalShell: 'zsh' } }),
  })) {
    it(`is taken anew where ${what}`, async () => {
      assert.notEqual(await renewedAfter(change), 0);
    });
  }

  for (const [what, first, then, tree] of [
    ['the environment', { environment: {} }, { environment: { GIT_DIR: '/tmp/x' } }, TREE],
    ['the way to the user', { interactive: true }, { interactive: false }, TREE],
    ['what a search finds', {}, {}, { ...TREE, [`${WORKSPACE}/src/.env`]: '' }],
    ['what git would run', {}, {}, { ...TREE, [`${WORKSPACE}/.git/config`]: '[core]\n\tfsmonitor = ./run\n' }],
  ] as const) {
    it(`does not hold for another answer: ${what}`, async () => {
      const known = new EveryRound();
      const ask = configuration({ permissions: permissions({ ask: entries(['bash(cat*)']) }) });
      const gate = (of: Tree): FakeGate =>
        fakeGate({
          tree: of,
          configuration: ask,
          user: () => ({ kind: 'approved' }),
          classifier: () => verdict('allow'),
        });
      const before = { ...gate(TREE), known };
      const after = gate(tree);
      const { machine } = before;
      let different = 0;
      for (const command of ['cat src/a.ts', 'git status --short', 'grep -rn text .']) {
        const request = { ...REQUEST, input: { command } };
        const old = await outcome({ ...request, ...first }, before);
        const expected = await outcome({ ...request, ...then }, after);
        const renewed = { ...gate(tree), machine, configurationFor: () => ask, known };
        assert.deepEqual(await outcome({ ...request, ...then }, renewed), expected);
        if (JSON.stringify(old) !== JSON.stringify(expected)) different += 1;
      }
      assert.ok(different > 0);
    });
  }

  it('is not kept where a port failed, though the engine went on', async () => {
    const failing = withFiles({
      otherNames: () => {
        throw new Error('the disk failed');
      },
    });
    const known = new EveryRound();
    const gate = { ...failing(fakeGate({ tree: TREE })), known };
    const decision = await decide(REQUEST, gate, NEVER);
    assert.equal(decision.outcome, 'block');
    assert.equal((await decide(REQUEST, { ...gate, files: fakeGate({ tree: TREE }).files }, NEVER)).outcome, 'allow');
  });

  it('is not kept where its time was nearly over', async () => {
    let now = 0;
    const slow = (gate: FakeGate): FakeGate => ({ ...gate, clock: { now: () => 0, monotonic: () => (now += 300) } });
    const known = new EveryRound();
    const gate: FakeGate = { ...fakeGate({ tree: TREE }), known };
    await decide(REQUEST, slow(gate), NEVER);
    assert.equal(known.renewed, 0);
  });

  it('uses up a release once', async () => {
    const request = { tool: 'fetch', input: { url: 'https://a.example/' }, cwd: WORKSPACE, sessionId: 's' };
    const known = new EveryRound();
    const allowOnce = new Set<string>();
    const gate: FakeGate = { ...fakeGate({ allowOnce }), known };
    const outcomes: Decision['outcome'][] = [];
    for (const isReleased of [false, true, false, true]) {
      if (isReleased) allowOnce.add(callKey(request));
      outcomes.push((await decide(request, gate, NEVER)).outcome);
    }
    assert.deepEqual(outcomes, ['block', 'allow', 'block', 'allow']);
  });

  it('is kept only of a call that comes again, and within bounds', () => {
    const rounds = new RecentRounds();
    assert.equal(rounds.comesAgain('a'), false);
    assert.equal(rounds.comesAgain('a'), true);
    const long = 'x'.repeat(200_000);
    assert.equal(rounds.comesAgain(long), false);
    assert.equal(rounds.comesAgain(long), false);
    const configuration = fakeGate().configurationFor(undefined, undefined);
    for (let at = 0; at < 5_000; at += 1) rounds.set(String(at), { configuration, machine: [], steps: [] });
    assert.equal(rounds.get('0'), undefined);
    rounds.set('large', { configuration, machine: [], steps: [{ asked: [], result: undefined, characters: 200_000 }] });
    assert.equal(rounds.get('large'), undefined);
  });
});
