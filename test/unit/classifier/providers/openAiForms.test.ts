/** What servers and models refuse, and that the request they take is found once and remembered. */
import assert from 'node:assert/strict';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { ProviderFailure } from '../../../../src/classifier/models/provider';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import { AcceptedForms, RequestRefused } from '../../../../src/classifier/providers/requestForm';
import type { ClassifierAnswer } from '../../../../src/engine/model/ports';
import {
  json,
  says,
  startOpenAiServer,
  verdict,
  type OpenAiBody,
  type OpenAiScript,
  type OpenAiServer,
} from '../../../modelServer/openAiServer';
import { FLAVOURS } from '../../../modelServer/serverFlavours';
import { CANARY_KEY, keySource, question, settings } from '../classifierQuestion';

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const ALLOW = verdict('allow', 'none', 'Fine.');
const VERDICT = { decision: 'allow', tier: 'none', reason: 'r' };

let server: OpenAiServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** Asks a server with this script so many times. */
async function ask(script: OpenAiScript, model: string, times: number): Promise<readonly ClassifierAnswer[]> {
  server = await startOpenAiServer(script);
  const keys = keySource({ openai: { value: CANARY_KEY, source: 'secret-storage' } });
  const classifier = createModelClassifier({ keys, providers: PROVIDERS, clock, retryDelaysMs: [5, 5] });
  const answers: ClassifierAnswer[] = [];
  for (let count = 0; count < times; count += 1) {
    const chosen = settings({ model, baseUrl: server.url });
    answers.push(await classifier.classify(question({ settings: chosen }), new AbortController().signal));
  }
  return answers;
}

/** What tells the forms of requests apart. */
function form(body: OpenAiBody | undefined): string {
  const choice = body?.tool_choice;
  return [
    choice === undefined
      ? (body?.response_format?.type ?? body?.text?.format.type ?? 'text')
      : typeof choice === 'object'
        ? 'named tool'
        : JSON.stringify(choice),
    ...(body?.temperature === undefined ? ['no temperature'] : []),
    ...(body?.max_completion_tokens === undefined ? [] : ['max_completion_tokens']),
    ...(body?.reasoning === undefined ? [] : ['reasoning']),
  ].join(', ');
}

describe('requests in the form that a server takes', () => {
  const cases: readonly [
    what: string,
    flavour: (model: OpenAiScript) => OpenAiScript,
    model: string,
    forms: readonly string[],
  ][] = [
    ['Ollama with a model without tools', FLAVOURS.ollamaWithoutTools, 'local/m', ['named tool', 'json_schema']],
    ['llama.cpp without --jinja', FLAVOURS.llamaCppWithoutJinja, 'local/m', ['named tool', 'json_schema']],
    ['LM Studio', FLAVOURS.lmStudio, 'local/m', ['named tool', '"required"']],
    ['vLLM without tools and grammars', FLAVOURS.vllmWithoutTools, 'local/m', ['named tool', 'json_schema', 'text']],
    [
      'a server that validates every field',
      FLAVOURS.fastApiWithoutTemperature,
      'local/m',
      ['named tool', 'named tool, no temperature'],
    ],
    [
      'a model that reasons, behind Chat Completions',
      FLAVOURS.openAiReasoning,
      'local/m',
      ['named tool', 'named tool, max_completion_tokens', 'named tool, no temperature, max_completion_tokens'],
    ],
    [
      'a model of OpenAI that reasons',
      FLAVOURS.openAiReasoning,
      'openai/o-next',
      ['named tool', 'named tool, no temperature, reasoning'],
    ],
    ['a model of OpenAI without tools', FLAVOURS.ollamaWithoutTools, 'openai/m', ['named tool', 'json_schema']],
    [
      'a service of OpenAI that knows tools only by "required"',
      FLAVOURS.lmStudio,
      'openai/m',
      ['named tool', '"required"'],
    ],
  ];
  for (const [what, flavour, model, forms] of cases) {
    it(`are found once and kept: ${what}`, async () => {
      const answers = await ask(flavour(ALLOW), model, 3);
      for (const answer of answers) {
        assert.equal(answer.kind === 'verdict' && answer.decision, 'allow', JSON.stringify(answer));
      }
      const last = forms.at(-1)!;
      assert.deepEqual(
        server!.requests.map(({ body }) => form(body)),
        [...forms, last, last],
      );
    });
  }

  it('are found anew for another model', async () => {
    server = await startOpenAiServer(FLAVOURS.lmStudio(ALLOW));
    const classifier = createModelClassifier({ keys: keySource({}), providers: PROVIDERS, clock });
    for (const model of ['local/a', 'local/b']) {
      const chosen = settings({ model, baseUrl: server.url });
      assert.equal(
        (await classifier.classify(question({ settings: chosen }), new AbortController().signal)).kind,
        'verdict',
      );
    }
    assert.equal(server.requests.length, 4);
  });

  it('give up where nothing is taken, after a few requests, and keep nothing of it', async () => {
    const words = 'temperature, max_tokens, tool_choice, tools, strict and response_format are refused';
    const [first, second] = await ask(() => ({ kind: 'error', status: 400, message: words }), 'local/m', 2);
    assert.equal(first?.kind === 'outage' && first.outage, 'provider-error');
    assert.deepEqual(second, { ...second, ...{ kind: 'outage', outage: 'provider-error' } });
    assert.equal(server!.requests.length, 10);
    assert.equal(form(server!.requests[5]!.body), 'named tool');
  });

  it('are not looked for where the prompt is too long', async () => {
    const message = "'max_tokens' is too large: 700. This model's maximum context length is 4096 tokens.";
    const [answer] = await ask(() => json(400, { object: 'error', message, code: 400 }), 'local/m', 1);
    assert.equal(answer?.kind === 'outage' && answer.outage, 'too-large');
    assert.equal(server!.requests.length, 1);
  });

  it('are stricter in another way after an answer that heeded no tool, and the question is put in that way again', async () => {
    const answers = await ask(FLAVOURS.ollamaIgnoringToolChoice(ALLOW), 'local/m', 3);
    assert.deepEqual(
      answers.map((answer) => (answer.kind === 'outage' ? answer.outage : answer.kind)),
      ['verdict', 'verdict', 'verdict'],
    );
    assert.deepEqual(
      server!.requests.map(({ body }) => form(body)),
      ['named tool', 'json_schema', 'json_schema', 'json_schema'],
    );
  });

  it('take no free text for an answer that has to fit a schema: the question is put again as one for text', async () => {
    const prose = 'Well: {"decision":"allow","tier":"none","reason":"r"} is it.';
    const answers = await ask(
      FLAVOURS.llamaCppWithoutJinja(() => says(prose)),
      'local/m',
      3,
    );
    assert.deepEqual(
      answers.map((answer) => (answer.kind === 'outage' ? answer.outage : answer.kind)),
      ['verdict', 'verdict', 'verdict'],
    );
    assert.deepEqual(
      server!.requests.map(({ body }) => form(body)),
      ['named tool', 'json_schema', 'text', 'json_schema', 'text', 'text'],
    );
  });

  it('are for text once only after one answer that was odd', async () => {
    const texts = [says('Well.'), says(JSON.stringify(VERDICT)), says(JSON.stringify(VERDICT)), says('Well.')];
    const answers = await ask(
      FLAVOURS.llamaCppWithoutJinja((_, index) => texts[index - 1] ?? says(JSON.stringify(VERDICT))),
      'local/m',
      4,
    );
    assert.ok(answers.every(({ kind }) => kind === 'verdict'));
    assert.deepEqual(
      server!.requests.map(({ body }) => form(body)),
      ['named tool', 'json_schema', 'text', 'json_schema', 'json_schema', 'text', 'json_schema'],
    );
  });

  it('are repeated once at most, and not where nothing was learned', async () => {
    const answers = await ask(() => says('I would rather not say.'), 'local/m', 3);
    assert.deepEqual(
      answers.map((answer) => (answer.kind === 'outage' ? answer.outage : answer.kind)),
      ['invalid-answer', 'invalid-answer', 'invalid-answer'],
    );
    assert.deepEqual(
      server!.requests.map(({ body }) => form(body)),
      ['named tool', 'json_schema', 'text', 'json_schema', 'text'],
    );
  });

  it('take no field too many in an answer that has to fit a schema', async () => {
    const text = '{"decision":"allow","tier":"none","reason":"r","note":"x"}';
    const [answer] = await ask(
      FLAVOURS.llamaCppWithoutJinja(() => says(text)),
      'local/m',
      1,
    );
    assert.equal(answer?.kind === 'outage' && answer.outage, 'invalid-answer');
  });
});

describe('AcceptedForms', () => {
  const newForms = (): AcceptedForms =>
    new AcceptedForms(['named-tool', 'text'], {
      temperature: true,
      reasoning: false,
      strict: false,
      limit: 'max_tokens',
      cacheMarks: false,
    });
  const refused = new RequestRefused(new ProviderFailure('provider-error', 'Refused.', undefined), 'temperature');

  it('remembers a bounded number of servers and models, the latest', async () => {
    const forms = newForms();
    const requests = async (target: string): Promise<number> => {
      let count = 0;
      await forms.ask(target, ({ temperature }) => {
        count += 1;
        return temperature ? Promise.reject(refused) : Promise.resolve({ reply: undefined, heeded: true });
      });
      return count;
    };
    for (let index = 0; index <= 100; index += 1) assert.equal(await requests(`model ${index}`), 2);
    assert.equal(await requests('model 100'), 1);
    assert.equal(await requests('model 0'), 2);
  });

  it('keeps to text where what was doubted is refused', async () => {
    const forms = newForms();
    const asked: string[] = [];
    const ask = (tool: 'ignored' | 'refused'): Promise<undefined> =>
      forms.ask('m', ({ answer }) => {
        asked.push(answer);
        if (answer === 'text') return Promise.resolve({ reply: undefined, heeded: true });
        if (tool === 'ignored') return Promise.resolve({ reply: undefined, heeded: false });
        return Promise.reject(new RequestRefused(new ProviderFailure('provider-error', 'No.', undefined), 'tools'));
      });
    await ask('ignored');
    await ask('ignored');
    await ask('refused');
    await ask('refused');
    assert.deepEqual(asked, ['named-tool', 'text', 'named-tool', 'text', 'text']);
  });

  it('passes other failures on at once', async () => {
    let count = 0;
    const failure = new ProviderFailure('network', 'temperature', undefined);
    const asked = newForms().ask('m', () => {
      count += 1;
      return Promise.reject(failure);
    });
    await assert.rejects(asked, failure);
    assert.equal(count, 1);
  });
});
