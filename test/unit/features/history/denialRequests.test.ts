import assert from 'node:assert/strict';
import { DenialRequests } from '../../../../src/features/history/denialRequests';
import { pastCall } from '../../../../src/log/pastCalls';
import type { ReadyProposal } from '../../../../src/features/rules/proposedRules';
import { replayText } from '../../../../src/features/history/replayText';
import { fakeGate, WORKSPACE } from '../../engine/fakeGate';
import { decision } from '../../engine/model/decisions';

const bash = (command: string, cwd = WORKSPACE): object => ({ tool: 'bash', input: { command }, cwd });
const PROPOSAL = {
  key: 'k',
  rules: ['bash(make test)'],
  folder: undefined,
  shape: 'command',
} as unknown as ReadyProposal;

class World {
  past: readonly object[] = [];
  secret = false;
  why: 'not-kept' | undefined;
  added: unknown[] = [];
  records = 0;
  filters: unknown[] = [];
  readonly requests = new DenialRequests({
    blocked: {
      call: (id) =>
        Promise.resolve(id === 'known' ? ({ request: bash('make test'), secret: this.secret } as never) : undefined),
      records: (filter, take) => {
        this.filters.push(filter);
        for (let count = 0; count < this.records; count++) take({ decision: decision({ id: `d${count}` }) });
        return Promise.resolve();
      },
    },
    rules: {
      proposals: () => ({ proposals: this.why === undefined ? [PROPOSAL] : [], why: this.why }) as never,
      preview: () => Promise.resolve({ looked: 2, changed: [] }),
      add: (proposal, confirmation) => {
        this.added.push([proposal.key, confirmation]);
        return Promise.resolve(true);
      },
      undo: () => Promise.resolve(true),
    },
    pastCalls: {
      latest: () =>
        Promise.resolve(
          this.past.map((request, index) => ({
            ...pastCall(decision({ id: String(index), summary: JSON.stringify(request) }), {}),
            request,
          })),
        ),
    },
    world: fakeGate({ tree: { '/elsewhere': undefined } }),
  });
}

describe('requests about past calls', () => {
  const wrong: readonly (readonly [what: string, ask: (requests: DenialRequests) => Promise<unknown>, says: RegExp])[] =
    [
      [
        'a rule to try that is none',
        (requests) => requests.replay({ rule: 'bash((', section: 'deny' }),
        /cannot be read/,
      ],
      ['another list', (requests) => requests.replay({ rule: 'bash', section: 'rules' }), /"section"/],
      ['more than is known', (requests) => requests.replay({ rule: 'bash', section: 'deny', x: 1 }), /"section"/],
      ['no rule to try', (requests) => requests.replay(undefined), /"section"/],
      ['no denial', (requests) => requests.addRule({}), /id of a denial/],
      ['a proposal that is not offered', (requests) => requests.addRule({ id: 'known', key: 'other' }), /not offered/],
      ['a filter that is none', (requests) => requests.exportDenials({ search: 1 }), /each if wanted/],
    ];
  for (const [what, ask, says] of wrong) {
    it(`are refused for ${what}`, async () => {
      const world = new World();
      await assert.rejects(ask(world.requests), (error) => error instanceof TypeError && says.test(error.message));
      assert.deepEqual([world.added, world.filters], [[], []]);
    });
  }

  it('tell what one more rule would change, and which calls cannot be decided again', async () => {
    const world = new World();
    world.past = [bash('make test'), bash('make other'), bash('make test', '/gone')];
    const report = await world.requests.replay({ rule: 'bash(make test)', section: 'deny' });
    assert.deepEqual([report.looked, report.missing, report.changed.map(({ id }) => id)], [2, 1, ['0']]);
    assert.deepEqual([report.changed[0]?.before.outcome, report.changed[0]?.after.outcome], ['judge', 'block']);
    const text = replayText('deny', 'bash(make test)', report, 'en');
    assert.match(text, /^deny bash\(make test\): changes 1 of the last 2 calls\.\nCalls that cannot .*: 1\.\n\n/);
    assert.match(text, / · asks the judge → is blocked\n {2}\| /);
  });

  it('tell in words what comes after the yes to a question, with nothing hidden', async () => {
    const world = new World();
    world.past = [bash('make \u202Etest')];
    const report = await world.requests.replay({ rule: 'bash(make*)', section: 'ask' });
    const text = replayText('ask', 'bash(make*)', report, 'en');
    assert.match(text, /of one past call/);
    assert.match(text, / → asks you, after your yes: asks the judge\n/);
    assert.doesNotMatch(text, /\u202E/);
  });

  it('list the rules for a blocked call with what they would change, and add one only after a question', async () => {
    const world = new World();
    assert.deepEqual(await world.requests.addRule({ id: 'known' }), {
      proposals: [{ ...PROPOSAL, looked: 2, changed: [] }],
    });
    assert.deepEqual(world.added, []);
    assert.deepEqual(await world.requests.addRule({ id: 'known', key: 'k' }), { added: true });
    assert.deepEqual(world.added, [['k', 'ask']]);
  });

  const unoffered: readonly (readonly [what: string, id: string, prepare: (world: World) => void])[] = [
    ['is not kept any more', 'other', () => undefined],
    ['had a secret', 'known', (world) => (world.secret = true)],
    ['no rule stands for', 'known', (world) => (world.why = 'not-kept')],
  ];
  for (const [what, id, prepare] of unoffered) {
    it(`offer nothing for a call that ${what}, whatever key comes with it`, async () => {
      const world = new World();
      prepare(world);
      const answer = (await world.requests.addRule({ id, key: 'k' })) as { proposals: unknown[]; why?: string };
      assert.deepEqual(answer.proposals, []);
      assert.match(answer.why ?? '', /\w+ \w+/);
      assert.deepEqual(world.added, []);
    });
  }

  it('give the records that fit a filter, and no more than a thousand', async () => {
    const world = new World();
    world.records = 1001;
    assert.equal((await world.requests.exportDenials(undefined)).length, 1000);
    await world.requests.exportDenials({ agent: 'codex', search: undefined });
    assert.deepEqual(world.filters, [
      { search: '', agent: '', stage: '', unjudged: false },
      { search: '', agent: 'codex', stage: '', unjudged: false },
    ]);
  });
});
