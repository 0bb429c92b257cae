/** What models and gateways refuse of Anthropic's protocol, and that the request they take is found once and remembered. */
import assert from 'node:assert/strict';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import type { ClassifierAnswer } from '../../../../src/engine/model/ports';
import {
  callsTool,
  says,
  startAnthropicServer,
  verdict,
  type AnthropicServer,
  type MessagesBody,
  type ModelReply,
  type ModelScript,
} from '../../../modelServer/anthropicServer';
import { keySource, question, settings } from '../classifierQuestion';

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const ALLOW = verdict('allow', 'none', 'Fine.');
const TEXT_VERDICT = '{"decision":"allow","tier":"none","reason":"Fine."}';

let server: AnthropicServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function ask(
  script: ModelScript,
  times: number,
  stages: 'one' | 'two' = 'one',
): Promise<readonly ClassifierAnswer[]> {
  server = await startAnthropicServer(script);
  const classifier = createModelClassifier({ keys: keySource(), providers: PROVIDERS, clock, retryDelaysMs: [5, 5] });
  const answers: ClassifierAnswer[] = [];
  for (let count = 0; count < times; count += 1) {
    const chosen = settings({ model: 'anthropic/claude-next', baseUrl: server.url, stages });
    answers.push(await classifier.classify(question({ settings: chosen }), new AbortController().signal));
  }
  return answers;
}

function refusal(message: string): ModelReply {
  return { kind: 'error', status: 400, type: 'invalid_request_error', message };
}

/** Refuses what `complaint` names, and leaves the rest to `model`. */
function refusing(
  complaint: (body: MessagesBody, rawBody: string) => string | undefined,
  model: ModelReply,
): ModelScript {
  return ({ body, rawBody }) => {
    const message = body === undefined ? 'no body' : complaint(body, rawBody);
    return message === undefined ? model : refusal(message);
  };
}

function noTemperature({ temperature }: MessagesBody): string | undefined {
  return temperature === undefined ? undefined : '`temperature` is deprecated for this model.';
}

function noForcedTool({ tool_choice: choice }: MessagesBody): string | undefined {
  return choice?.type === 'tool' || choice?.type === 'any'
    ? 'tool_choice forces tool use is not compatible with this model'
    : undefined;
}

/** What tells the forms of requests apart. */
function form({ rawBody, body }: { readonly rawBody: string; readonly body: MessagesBody | undefined }): string {
  const { tool_choice: choice, tools, temperature, max_tokens: limit } = body!;
  return [
    choice === undefined ? (tools === undefined ? 'text' : 'tools') : choice.type,
    ...(temperature === undefined ? ['no temperature', String(limit)] : []),
    ...(rawBody.includes('"effort":"low"') ? ['low effort'] : []),
    ...(rawBody.includes('cache_control') ? [] : ['no marks']),
  ].join(', ');
}

describe('requests in the form that a model of Anthropic or a gateway takes', () => {
  const cases: readonly [what: string, script: ModelScript, forms: readonly string[]][] = [
    ['a model that takes everything', () => ALLOW, ['tool']],
    [
      'a model without a temperature',
      refusing(noTemperature, ALLOW),
      ['tool', 'tool, no temperature, 2700, low effort'],
    ],
    [
      'a model that always thinks',
      refusing((body) => noTemperature(body) ?? noForcedTool(body), ALLOW),
      ['tool', 'tool, no temperature, 2700, low effort', 'auto, no temperature, 2700, low effort'],
    ],
    [
      'a model that always thinks, and answers in text',
      refusing((body) => noTemperature(body) ?? noForcedTool(body), says(TEXT_VERDICT)),
      ['tool', 'tool, no temperature, 2700, low effort', 'auto, no temperature, 2700, low effort'],
    ],
    [
      'a model that thinks by default',
      refusing(
        ({ tool_choice: choice }) =>
          choice?.type === 'tool' ? 'Thinking may not be enabled when tool_choice forces tool use.' : undefined,
        ALLOW,
      ),
      ['tool', 'auto'],
    ],
    [
      'another vendor behind the protocol',
      refusing(
        ({ tool_choice: choice }) =>
          choice?.type === 'tool' ? 'Thinking mode does not support this tool_choice' : undefined,
        ALLOW,
      ),
      ['tool', 'auto'],
    ],
    [
      'a gateway that knows no effort',
      refusing(
        (body, rawBody) =>
          noTemperature(body) ??
          (rawBody.includes('output_config') ? 'output_config: Extra inputs are not permitted' : undefined),
        ALLOW,
      ),
      ['tool', 'tool, no temperature, 2700, low effort', 'tool, no temperature, 2700'],
    ],
    [
      'a gateway that keeps nothing',
      refusing(
        (_, rawBody) =>
          rawBody.includes('cache_control') ? 'system.0.text.cache_control: Extra inputs are not permitted' : undefined,
        ALLOW,
      ),
      ['tool', 'tool, no marks'],
    ],
    [
      'a server without tools',
      refusing(
        ({ tools }) => (tools === undefined ? undefined : 'this model does not support tools'),
        says(TEXT_VERDICT),
      ),
      ['tool', 'text'],
    ],
    [
      'a gateway that refuses nearly everything',
      refusing(
        (body, rawBody) =>
          (rawBody.includes('cache_control') ? 'cache_control: Extra inputs are not permitted' : undefined) ??
          noTemperature(body) ??
          (rawBody.includes('output_config') ? 'output_config: Extra inputs are not permitted' : undefined) ??
          noForcedTool(body),
        ALLOW,
      ),
      [
        'tool',
        'tool, no marks',
        'tool, no temperature, 2700, low effort, no marks',
        'tool, no temperature, 2700, no marks',
        'auto, no temperature, 2700, no marks',
      ],
    ],
  ];
  for (const [what, script, forms] of cases) {
    it(`is found once and kept: ${what}`, async () => {
      const answers = await ask(script, 3);
      for (const answer of answers) {
        assert.equal(answer.kind === 'verdict' && answer.decision, 'allow', JSON.stringify(answer));
      }
      const last = forms.at(-1)!;
      assert.deepEqual(server!.requests.map(form), [...forms, last, last]);
    });
  }

  it('is learned by the first look for the judgement too, and leaves room to think', async () => {
    const script = refusing(
      (body) => noTemperature(body) ?? noForcedTool(body),
      callsTool('first_look', { verdict: 'look_closer' }),
    );
    await ask((request, index) => (index < 3 ? script(request, index) : ALLOW), 1, 'two');
    assert.deepEqual(server!.requests.map(form), [
      'tool',
      'tool, no temperature, 2064, low effort',
      'auto, no temperature, 2064, low effort',
      'auto, no temperature, 2700, low effort',
    ]);
    const tools = server!.requests.map(({ body }) => body?.tools?.map(({ name }) => name));
    for (const names of tools) assert.deepEqual(names, ['classify_result', 'first_look']);
  });

  it('leaves a free answer of the wrong tool invalid', async () => {
    const [answer] = await ask(refusing(noForcedTool, callsTool('first_look', { verdict: 'clear' })), 1);
    assert.equal(answer?.kind === 'outage' && answer.outage, 'invalid-answer');
  });

  it('asks once more, for text, where a forced tool is not heeded', async () => {
    const [answer] = await ask(
      ({ body }) => (body?.tools === undefined ? says(TEXT_VERDICT) : says('Looks harmless.')),
      1,
    );
    assert.equal(answer?.kind === 'verdict' && answer.decision, 'allow');
    assert.deepEqual(server!.requests.map(form), ['tool', 'text']);
  });

  it('asks for text from then on only where the tool was not heeded twice in a row', async () => {
    const ignoring: ModelScript = ({ body }) => says(body?.tools === undefined ? TEXT_VERDICT : 'Looks harmless.');
    const answers = await ask(ignoring, 3);
    assert.ok(answers.every(({ kind }) => kind === 'verdict'));
    assert.deepEqual(server!.requests.map(form), ['tool', 'text', 'tool', 'text', 'text']);
  });

  it('asks for the tool again after one answer in words', async () => {
    const replies = [says('Hm.'), says(TEXT_VERDICT), ALLOW, says('Hm.'), says(TEXT_VERDICT), ALLOW];
    const answers = await ask((_, index) => replies[index] ?? ALLOW, 4);
    assert.ok(answers.every(({ kind }) => kind === 'verdict'));
    assert.deepEqual(server!.requests.map(form), ['tool', 'text', 'tool', 'tool', 'text', 'tool']);
  });

  const odd: readonly [what: string, reply: ModelReply][] = [
    ['no content', { kind: 'message', content: [] }],
    ['another tool', callsTool('bash', {})],
    ['a refusal', { kind: 'message', content: [{ type: 'text', text: 'No.' }], stopReason: 'refusal' }],
  ];
  for (const [what, reply] of odd) {
    it(`stays as it is after one answer of ${what}`, async () => {
      const answers = await ask((_, index) => (index === 0 ? reply : ALLOW), 2);
      assert.deepEqual(
        answers.map(({ kind }) => kind),
        ['outage', 'verdict'],
      );
      assert.deepEqual(server!.requests.map(form), ['tool', 'tool']);
    });
  }

  it('gives up after five requests, and keeps nothing of it', async () => {
    const words = 'cache_control, temperature, effort, tool_choice and tools are refused';
    const answers = await ask(() => refusal(words), 2);
    for (const answer of answers) assert.equal(answer.kind === 'outage' && answer.outage, 'provider-error');
    assert.equal(server!.requests.length, 10);
    assert.equal(form(server!.requests[5]!), 'tool');
  });
});
