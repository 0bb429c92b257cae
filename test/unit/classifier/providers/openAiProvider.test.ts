import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { KeySource } from '../../../../src/classifier/models/keySource';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import type { ClassifierAnswer, ClassifierQuestion } from '../../../../src/engine/model/ports';
import {
  callsTool,
  json,
  says,
  startOpenAiServer,
  verdict,
  type OpenAiReply,
  type OpenAiScript,
  type OpenAiServer,
} from '../../../modelServer/openAiServer';
import { CANARY_KEY, keySource, question, settings } from '../classifierQuestion';

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const NEVER = new AbortController().signal;
const CANARY_SECRET = 'hunter2-canary-secret';
const INVALID = 'Classifier response was not valid decision JSON; auto mode fails closed.';
const ALLOW = verdict('allow', 'none', 'Fine.');
const GOOD = { thinking: 't', decision: 'allow', tier: 'none', reason: 'r' };

const PROTOCOLS: readonly {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly path: string;
}[] = [
  { name: 'OpenAI', provider: 'openai', model: 'gpt-4.1-mini', path: '/v1/responses' },
  { name: 'a server of the user', provider: 'local', model: 'qwen3:8b', path: '/v1/chat/completions' },
];

const RESPONSES_CALL = { type: 'function_call', name: 'classify_result', arguments: JSON.stringify(GOOD) };
const CHAT_CALL = { type: 'function', function: { name: 'classify_result', arguments: JSON.stringify(GOOD) } };
const NO_ANSWER = /no answer of this API/;
type Fault = readonly [what: string, said: object, message: RegExp | string];

/** Beside or around a good verdict. */
const RESPONSES_FAULTS: readonly Fault[] = [
  [
    'a call with an object for arguments',
    { output: [RESPONSES_CALL, { ...RESPONSES_CALL, arguments: { decision: 'block' } }] },
    NO_ANSWER,
  ],
  ['a call without a name', { output: [RESPONSES_CALL, { type: 'function_call', arguments: '{}' }] }, NO_ANSWER],
  [
    'a call of another kind',
    { output: [RESPONSES_CALL, { type: 'custom_tool_call', name: 'bash', input: 'ls' }] },
    INVALID,
  ],
  ['a message that is a string', { output: [RESPONSES_CALL, { type: 'message', content: 'No.' }] }, NO_ANSWER],
  [
    'text that is none',
    { output: [RESPONSES_CALL, { type: 'message', content: [{ type: 'output_text', text: ['No.'] }] }] },
    NO_ANSWER,
  ],
  [
    'a message that is not complete',
    {
      output: [
        { type: 'message', status: 'incomplete', content: [{ type: 'output_text', text: JSON.stringify(GOOD) }] },
      ],
    },
    INVALID,
  ],
  ['an unknown reason to be incomplete', { incomplete_details: { reason: 'paused' } }, INVALID],
  ['a status that failed', { status: 'failed' }, INVALID],
];
const CHAT_FAULTS: readonly Fault[] = [
  ['a call without a name', { tool_calls: [CHAT_CALL, { function: { arguments: '{}' } }] }, NO_ANSWER],
  ['a call of another kind', { tool_calls: [CHAT_CALL, { type: 'custom', custom: { name: 'bash' } }] }, NO_ANSWER],
  ['a call in the older form', { function_call: { name: 'classify_result', arguments: '{}' } }, INVALID],
  ['text that is none', { content: ['No.'] }, NO_ANSWER],
  ['a refusal that is no text', { refusal: { text: 'No.' } }, NO_ANSWER],
];

let server: OpenAiServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

interface Asked {
  readonly answer: ClassifierAnswer;
  readonly server: OpenAiServer;
}

for (const { name, provider, model, path } of PROTOCOLS) {
  const storedKey = keySource({ [provider]: { value: CANARY_KEY, source: 'secret-storage' } });

  /** Puts one question to a classifier whose provider is a server with this script. */
  async function ask(
    script: OpenAiScript,
    changes: Partial<ClassifierQuestion> & { readonly timeoutSeconds?: number; readonly suffix?: string } = {},
    { keys = storedKey, signal = NEVER }: { readonly keys?: KeySource; readonly signal?: AbortSignal } = {},
  ): Promise<Asked> {
    const { timeoutSeconds = 60, suffix = '', ...rest } = changes;
    server = await startOpenAiServer(script);
    const classifier = createModelClassifier({ keys, providers: PROVIDERS, clock, retryDelaysMs: [5, 5] });
    const chosen = settings({ model: `${provider}/${model}`, baseUrl: `${server.url}${suffix}`, timeoutSeconds });
    return { answer: await classifier.classify(question({ settings: chosen, ...rest }), signal), server };
  }

  function always(reply: OpenAiReply): OpenAiScript {
    return () => reply;
  }

  function outageOf(answer: ClassifierAnswer): Extract<ClassifierAnswer, { kind: 'outage' }> {
    assert.equal(answer.kind, 'outage', JSON.stringify(answer));
    return answer;
  }

  describe(`the classifier through ${name}: requests`, () => {
    for (const suffix of ['', '/', '/v1', '/v1/']) {
      it(`asks once, at ${path}, with the address ending in "${suffix}"`, async () => {
        const { answer, server } = await ask(ALLOW, { suffix });
        assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
        assert.deepEqual(
          server.requests.map((request) => [request.method, request.path]),
          [['POST', path]],
        );
      });
    }

    it('keeps another path in the address', async () => {
      const { answer, server } = await ask(ALLOW, { suffix: '/gateway/v1beta/openai' });
      assert.equal(outageOf(answer).outage, 'no-model');
      assert.equal(server.otherRequests[0]!.path, `/gateway/v1beta/openai${path.slice('/v1'.length)}`);
    });

    it('sends no header that names a person or a machine', async () => {
      const { server } = await ask(ALLOW);
      const {
        host,
        connection,
        'content-length': length,
        'user-agent': agent,
        ...headers
      } = server.requests[0]!.headers;
      assert.deepEqual(headers, {
        accept: 'application/json',
        authorization: `Bearer ${CANARY_KEY}`,
        'content-type': 'application/json',
      });
      assert.ok(host !== undefined && connection !== undefined && length !== undefined);
      assert.match(agent ?? '', /^OpenAI\/JS [\d.]+$/);
    });

    it('sends the same bytes before what changes from call to call', async () => {
      server = await startOpenAiServer(ALLOW);
      const classifier = createModelClassifier({ keys: storedKey, providers: PROVIDERS, clock });
      for (const command of ['npm test', 'git push']) {
        const chosen = settings({ model: `${provider}/${model}`, baseUrl: server.url });
        await classifier.classify(question({ settings: chosen, input: { command } }), NEVER);
      }
      const [first, second] = server.requests.map(({ body }) =>
        JSON.stringify(body?.instructions ?? body?.messages?.[0]),
      );
      assert.ok(first!.length > 5_000);
      assert.equal(first, second);
    });

    it('reports the usage, cached tokens apart', async () => {
      const { answer } = await ask(
        always({
          kind: 'answer',
          toolCalls: [
            {
              name: 'classify_result',
              arguments: JSON.stringify({ ...GOOD, decision: 'block', tier: 'soft_deny', rule: 'S1' }),
            },
          ],
          usage: { input: 9000, output: 80, cached: 7000 },
        }),
      );
      assert.equal(answer.kind, 'verdict');
      assert.equal(answer.rule, 'Git history: force push.');
      const { latencyMs, ...tokens } = answer.usage;
      assert.deepEqual(tokens, {
        provider,
        model,
        stage: 'judgement',
        inputTokens: 2000,
        outputTokens: 80,
        cachedTokens: 7000,
        ...(provider === 'openai' ? { costUsd: (2000 * 0.4 + 7000 * 0.1 + 80 * 1.6) / 1e6 } : {}),
      });
      assert.ok(latencyMs > 0 && latencyMs < 60_000);
    });
  });

  describe(`the classifier through ${name}: answers`, () => {
    const call = (text: string): { name: string; arguments: string } => ({ name: 'classify_result', arguments: text });
    const jsonType = { 'content-type': 'application/json' };
    const sent = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): OpenAiReply => ({
      kind: 'raw',
      status: 200,
      headers: { ...jsonType, ...headers },
      body,
    });
    /** @param changes of what the model says, and of the answer around it */
    const whole = (changes: { readonly said?: object; readonly around?: object } = {}): string =>
      JSON.stringify(
        provider === 'openai'
          ? { status: 'completed', output: [RESPONSES_CALL], ...changes.said, ...changes.around }
          : {
              choices: [{ message: { tool_calls: [CHAT_CALL], ...changes.said }, finish_reason: 'tool_calls' }],
              ...changes.around,
            },
      );
    const verdicts: readonly [what: string, reply: OpenAiReply, decision: 'allow' | 'block'][] = [
      ['a tool call', callsTool('classify_result', GOOD), 'allow'],
      ['a tool call whose rule is null', callsTool('classify_result', { ...GOOD, rule: null }), 'allow'],
      ['a tool call beside text', { kind: 'answer', text: 'Well.', toolCalls: [call(JSON.stringify(GOOD))] }, 'allow'],
      ['seed form 1, JSON alone', says('{"decision":"block","tier":"soft_deny","reason":"r"}'), 'block'],
      ['seed form 2, a fenced block', says('```json\n{"decision":"allow","tier":"allow","reason":"r"}\n```'), 'allow'],
      ['seed form 3, an object in prose', says('Well: {"decision":"block","reason":"r"} is it.'), 'block'],
      [
        'an answer just below the size limit',
        callsTool('classify_result', { ...GOOD, thinking: 'x'.repeat(990_000) }),
        'allow',
      ],
      ['what the rows below change', sent(whole()), 'allow'],
      ['a late first byte', { kind: 'late', afterMs: 300, reply: callsTool('classify_result', GOOD) }, 'allow'],
    ];
    for (const [what, reply, decision] of verdicts) {
      it(`understands ${what}`, async () => {
        const { answer } = await ask(always(reply));
        assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
        assert.equal(answer.decision, decision);
      });
    }

    const useless: readonly [what: string, reply: OpenAiReply, outage: string, message: RegExp | string][] = [
      ['another tool', callsTool('bash', { command: 'ls' }), 'invalid-answer', INVALID],
      [
        'two tools',
        { kind: 'answer', toolCalls: [call(JSON.stringify(GOOD)), call(JSON.stringify(GOOD))] },
        'invalid-answer',
        INVALID,
      ],
      [
        'arguments that are no JSON',
        { kind: 'answer', toolCalls: [call('{"decision":"allow",')] },
        'invalid-answer',
        INVALID,
      ],
      [
        'arguments that are text with JSON in it',
        { kind: 'answer', toolCalls: [call(`Here: ${JSON.stringify(GOOD)}`)] },
        'invalid-answer',
        INVALID,
      ],
      [
        'arguments with two decisions',
        { kind: 'answer', toolCalls: [call('{"decision":"block","tier":"none","reason":"r","decision":"allow"}')] },
        'invalid-answer',
        INVALID,
      ],
      [
        'arguments with two decisions, one of them spelled out',
        { kind: 'answer', toolCalls: [call('{"decision":"block","reason":"r","decisi\\u006fn":"allow"}')] },
        'invalid-answer',
        INVALID,
      ],
      ['empty arguments', { kind: 'answer', toolCalls: [call('')] }, 'invalid-answer', INVALID],
      ['a field too many', callsTool('classify_result', { ...GOOD, note: 'x' }), 'invalid-answer', INVALID],
      [
        'an answer that contradicts itself',
        callsTool('classify_result', { ...GOOD, tier: 'hard_deny' }),
        'invalid-answer',
        INVALID,
      ],
      ['prose', says('Sure, go ahead.'), 'invalid-answer', INVALID],
      [
        'two verdicts',
        says('{"decision":"block","reason":"r"} {"decision":"allow","reason":"r"}'),
        'invalid-answer',
        INVALID,
      ],
      ['empty content', { kind: 'answer' }, 'invalid-answer', INVALID],
      [
        'a refusal',
        { kind: 'answer', text: JSON.stringify(GOOD), ending: 'refusal' },
        'invalid-answer',
        /refused to judge/,
      ],
      [
        'a filtered answer',
        { kind: 'answer', toolCalls: [call(JSON.stringify(GOOD))], ending: 'content-filter' },
        'invalid-answer',
        /refused to judge/,
      ],
      [
        'an answer cut at its token limit',
        { kind: 'answer', toolCalls: [call(JSON.stringify(GOOD))], ending: 'length' },
        'invalid-answer',
        /700 tokens/,
      ],
      [
        'an unknown reason to stop',
        { kind: 'answer', toolCalls: [call(JSON.stringify(GOOD))], ending: 'strange' },
        'invalid-answer',
        INVALID,
      ],
      [
        'a web page',
        { kind: 'raw', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' },
        'invalid-answer',
        /no answer of this API/,
      ],
      ['nothing', { kind: 'raw', status: 200, headers: jsonType, body: '' }, 'invalid-answer', /no answer of this API/],
      ['no content', { kind: 'raw', status: 204, body: '' }, 'invalid-answer', /no answer of this API/],
      [
        'broken JSON',
        { kind: 'raw', status: 200, headers: jsonType, body: '{"output": [' },
        'invalid-answer',
        /no answer of/,
      ],
      ['other JSON', json(200, { content: [] }), 'invalid-answer', /no answer of this API/],
      [
        'an error with status 200',
        json(200, { error: 'Unexpected endpoint' }),
        'invalid-answer',
        /no answer of this API/,
      ],
      [
        'output that is no list',
        json(200, { object: 'response', output: {}, choices: {} }),
        'invalid-answer',
        /no answer of/,
      ],
      ['an answer and more', sent(`${whole()} and more`), 'invalid-answer', /no answer of this API/],
      ['two answers', sent(`${whole()}\n${whole()}`), 'invalid-answer', /no answer of this API/],
      [
        'a key of the answer twice',
        sent(whole({ around: { usage: null } }).replace(/\}$/, ',"usage":null}')),
        'invalid-answer',
        /no answer of this API/,
      ],
      [
        'a packed answer',
        sent(gzipSync(whole()), { 'content-encoding': 'gzip' }),
        'invalid-answer',
        /no answer of this API/,
      ],
      [
        'a stream',
        sent(`data: ${whole()}\n\n`, { 'content-type': 'text/event-stream' }),
        'invalid-answer',
        /no answer of this API/,
      ],
      [
        'an error beside a verdict',
        sent(whole({ around: { error: { message: 'failed' } } })),
        'invalid-answer',
        /no answer of this API/,
      ],
      ['a number for a decision', callsTool('classify_result', { ...GOOD, decision: 1 }), 'invalid-answer', INVALID],
      [
        'a decision in other letters',
        callsTool('classify_result', { ...GOOD, decision: 'Allow' }),
        'invalid-answer',
        INVALID,
      ],
      ...(provider === 'openai' ? RESPONSES_FAULTS : CHAT_FAULTS).map(
        ([what, said, message]): [string, OpenAiReply, string, RegExp | string] => [
          what,
          sent(whole({ said })),
          'invalid-answer',
          message,
        ],
      ),
      ['JSON null', json(200, null), 'invalid-answer', /no answer of this API/],
      ['a list', json(200, [1]), 'invalid-answer', /no answer of this API/],
      [
        'bytes that are no text',
        { kind: 'raw', status: 200, headers: jsonType, body: Buffer.from([0xff, 0xfe, 0, 1]) },
        'invalid-answer',
        /no answer of this API/,
      ],
      ['more than a megabyte', says('x'.repeat(1_000_001)), 'invalid-answer', /more than 1000000 bytes/],
      [
        'an error of more than a megabyte',
        { kind: 'raw', status: 500, body: 'x'.repeat(1_000_001) },
        'invalid-answer',
        /more than 1000000 bytes/,
      ],
      [
        'a redirect',
        { kind: 'raw', status: 302, headers: { location: 'https://attacker.example/' }, body: '' },
        'provider-error',
        /redirects to another address, which is not followed \(HTTP 302\)/,
      ],
      ['a connection that is reset', { kind: 'reset' }, 'network', /could not be reached: The connection broke off\./],
      ['a stream that is cut', { kind: 'cut', body: '{"output": [' }, 'network', /The connection broke off\./],
      [
        '401',
        { kind: 'error', status: 401, message: 'Incorrect API key provided' },
        'authentication',
        /refused the API key \(HTTP 401: "Incorrect API key provided"\); auto mode fails closed\./,
      ],
      ['403', { kind: 'error', status: 403 }, 'authentication', /does not let this API key in \(HTTP 403/],
      ['402', { kind: 'error', status: 402 }, 'quota', /payment \(HTTP 402/],
      [
        '404',
        { kind: 'error', status: 404, message: 'model not found', code: 'model_not_found' },
        'no-model',
        new RegExp(`does not know the model "${model}" \\(HTTP 404`),
      ],
      ['408', { kind: 'error', status: 408 }, 'timeout', /gave up waiting \(HTTP 408/],
      [
        '400',
        { kind: 'error', status: 400, message: 'Bad.' },
        'provider-error',
        /refused the request .* \(HTTP 400: "Bad\."\)/,
      ],
      [
        '400 for a long prompt',
        {
          kind: 'error',
          status: 400,
          message:
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
          code: 'context_length_exceeded',
        },
        'too-large',
        /too large for the model/,
      ],
      [
        '400 for a long prompt in the words of llama.cpp',
        json(400, {
          error: {
            code: 400,
            message: 'the request exceeds the available context size, try increasing it',
            type: 'exceed_context_size_error',
            n_prompt_tokens: 14_429,
            n_ctx: 8192,
          },
        }),
        'too-large',
        /too large for the model/,
      ],
      ['413', { kind: 'error', status: 413 }, 'too-large', /too large/],
      ['429', { kind: 'error', status: 429 }, 'rate-limit', /too many requests \(HTTP 429/],
      [
        '429 without credit',
        { kind: 'error', status: 429, message: 'You exceeded your current quota.', code: 'insufficient_quota' },
        'quota',
        /quota of the account is used up \(HTTP 429/,
      ],
      ['500', { kind: 'error', status: 500 }, 'provider-error', /failed \(HTTP 500/],
      ['503', { kind: 'error', status: 503 }, 'provider-error', /failed \(HTTP 503/],
      ['529', { kind: 'error', status: 529 }, 'provider-error', /overloaded \(HTTP 529/],
      [
        'an error page',
        { kind: 'raw', status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
        'provider-error',
        /failed \(HTTP 502\);/,
      ],
      [
        'a status that HTTP does not have',
        { kind: 'raw', status: 999, body: '' },
        'network',
        /not one that HTTP allows/,
      ],
    ];
    for (const [what, reply, outage, message] of useless) {
      it(`takes for an outage: ${what}`, async () => {
        const { answer } = await ask(always(reply), {
          input: { command: `DB_PASSWORD=${CANARY_SECRET} npm start` },
        });
        const got = outageOf(answer);
        assert.equal(got.outage, outage, got.message);
        if (typeof message === 'string') assert.equal(got.message, message);
        else assert.match(got.message, message);
        assert.match(got.message, /auto mode fails closed\.$/i);
        assert.match(got.remedy ?? '', /\.$/);
        assert.equal(got.usage?.model, model);
        assert.ok(!JSON.stringify(answer).includes(CANARY_KEY) && !JSON.stringify(answer).includes(CANARY_SECRET));
      });
    }

    it('cannot be reached where nothing listens', async () => {
      const closed = await startOpenAiServer(ALLOW);
      await closed.stop();
      const classifier = createModelClassifier({ keys: storedKey, providers: PROVIDERS, clock, retryDelaysMs: [5, 5] });
      const chosen = settings({ model: `${provider}/${model}`, baseUrl: closed.url });
      const got = outageOf(await classifier.classify(question({ settings: chosen }), NEVER));
      assert.equal(got.outage, 'network');
      assert.match(got.message, /Nothing answers at the address\./);
    });
  });

  describe(`the classifier through ${name}: repetition`, () => {
    for (const status of [408, 429, 500, 503, 529]) {
      it(`repeats after ${status} and takes the answer then`, async () => {
        const { answer, server } = await ask((request, index) =>
          index < 2 ? { kind: 'error', status } : ALLOW(request, index),
        );
        assert.equal(answer.kind, 'verdict');
        assert.equal(server.requests.length, 3);
      });
    }

    const once: readonly [what: string, reply: OpenAiReply][] = [
      ['401', { kind: 'error', status: 401 }],
      ['400', { kind: 'error', status: 400 }],
      ['an answer in the right form that is no verdict', callsTool('classify_result', { decision: 'perhaps' })],
      ['an account without credit', { kind: 'error', status: 429, code: 'insufficient_quota' }],
      ['a wait that ends after the deadline', { kind: 'error', status: 429, headers: { 'retry-after': '3600' } }],
    ];
    for (const [what, reply] of once) {
      it(`does not repeat after ${what}`, async () => {
        const { answer, server } = await ask(always(reply));
        assert.notEqual(outageOf(answer).outage, 'timeout');
        assert.equal(server.requests.length, 1);
      });
    }

    it('waits as long as the server asks', async () => {
      const times: number[] = [];
      const { answer } = await ask((request, index) => {
        times.push(performance.now());
        return index === 0 ? { kind: 'error', status: 429, headers: { 'retry-after': '0.3' } } : ALLOW(request, index);
      });
      assert.equal(answer.kind, 'verdict');
      assert.ok(times[1]! - times[0]! >= 295);
    });
  });

  describe(`the classifier through ${name}: time`, () => {
    const slow: readonly [what: string, reply: OpenAiReply][] = [
      ['a server that accepts and hangs', { kind: 'hang' }],
      ['a server that sends byte by byte', { kind: 'trickle', everyMs: 20 }],
    ];
    for (const [what, reply] of slow) {
      it(`ends at the deadline with ${what}, and lets the connection go`, async () => {
        const { answer, server } = await ask(always(reply), { timeoutSeconds: 1 });
        const got = outageOf(answer);
        assert.equal(got.outage, 'timeout');
        assert.match(got.message, /did not answer within 1 seconds; auto mode fails closed\./);
        await server.requests[0]!.closed;
      });

      it(`stops at once on an abort with ${what}, and closes the connection`, async () => {
        const controller = new AbortController();
        let arrived = (): void => undefined;
        const request = new Promise<void>((resolve) => {
          arrived = resolve;
        });
        const pending = ask(
          () => {
            arrived();
            return reply;
          },
          { timeoutSeconds: 300 },
          { signal: controller.signal },
        );
        await request;
        const aborted = performance.now();
        controller.abort(new Error('the turn was cancelled'));
        await assert.rejects(pending, /the turn was cancelled/);
        await server!.requests[0]!.closed;
        assert.ok(performance.now() - aborted < 20_000);
      });
    }

    it('asks nobody when the call was given up before', async () => {
      await assert.rejects(ask(ALLOW, {}, { signal: AbortSignal.abort() }), { name: 'AbortError' });
      assert.equal(server!.requests.length, 0);
    });

    it('answers two hundred questions at once', async () => {
      server = await startOpenAiServer(ALLOW);
      const classifier = createModelClassifier({ keys: storedKey, providers: PROVIDERS, clock });
      const chosen = settings({ model: `${provider}/${model}`, baseUrl: server.url, timeoutSeconds: 300 });
      const answers = await Promise.all(
        Array.from({ length: 200 }, () =>
          classifier.classify(question({ settings: chosen }), new AbortController().signal),
        ),
      );
      assert.ok(answers.every(({ kind }) => kind === 'verdict'));
      assert.equal(server.requests.length, 200);
    });
  });

  describe(`the classifier through ${name}: secrets`, () => {
    it('sends no secret of the action', async () => {
      const { answer, server } = await ask(ALLOW, {
        input: { command: `DB_PASSWORD=${CANARY_SECRET} npm start` },
        transcript: [{ role: 'user', text: `use --password ${CANARY_SECRET}` }],
      });
      assert.equal(answer.kind, 'verdict');
      assert.ok(!server.requests[0]!.rawBody.includes(CANARY_SECRET));
    });

    const echoes: readonly [what: string, script: OpenAiScript][] = [
      [
        'an error that quotes the key',
        ({ headers }) => ({
          kind: 'error',
          status: 401,
          message: `bad ${String(headers.authorization)} ${CANARY_KEY}`,
        }),
      ],
      [
        'an error that names the key as its parameter',
        () => ({ kind: 'error', status: 400, param: CANARY_KEY, code: CANARY_KEY }),
      ],
      ['a bare error that quotes the key', () => json(400, { error: CANARY_KEY })],
      ['a list of errors that quotes the key', () => json(422, { detail: [{ loc: [CANARY_KEY], msg: CANARY_KEY }] })],
      [
        'an error that quotes a secret',
        () => ({
          kind: 'error',
          status: 400,
          message: `in --password ${CANARY_SECRET} and DB_PASSWORD=${CANARY_SECRET}`,
        }),
      ],
      ['an error page that quotes the key', () => ({ kind: 'raw', status: 500, body: CANARY_KEY })],
      ['a page that quotes the key', () => ({ kind: 'raw', status: 200, body: CANARY_KEY })],
      [
        'a verdict that quotes the key',
        () => callsTool('classify_result', { ...GOOD, reason: `The key is ${CANARY_KEY}.` }),
      ],
      ['a verdict of the wrong shape', () => callsTool('classify_result', { [CANARY_KEY]: CANARY_KEY })],
      [
        'arguments that quote the key',
        () => ({ kind: 'answer', toolCalls: [{ name: CANARY_KEY, arguments: CANARY_KEY }] }),
      ],
      ['free text that quotes the key', () => says(CANARY_KEY)],
      [
        'a redirect that quotes the key',
        () => ({ kind: 'raw', status: 307, headers: { location: `/?key=${CANARY_KEY}` }, body: '' }),
      ],
    ];
    for (const [what, script] of echoes) {
      it(`repeats neither key nor secret: ${what}`, async () => {
        const { answer } = await ask(script);
        const text = JSON.stringify(answer);
        assert.ok(!text.includes(CANARY_KEY) && !text.includes(CANARY_SECRET), text);
      });
    }
  });
}

describe('the classifier through OpenAI: what is sent', () => {
  it('is a strict tool that has to be called, nothing kept, no temperature', async () => {
    server = await startOpenAiServer(ALLOW);
    const keys = keySource({ openai: { value: CANARY_KEY, source: 'secret-storage' } });
    const classifier = createModelClassifier({ keys, providers: PROVIDERS, clock });
    // The only key there is decides who is asked, and at which address.
    const answer = await classifier.classify(question({ settings: settings({ baseUrl: server.url }) }), NEVER);
    assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
    const { instructions, input, tools, ...rest } = server.requests[0]!.body!;
    assert.deepEqual(rest, {
      model: 'gpt-4.1-mini',
      max_output_tokens: 700,
      temperature: 0,
      store: false,
      tool_choice: { type: 'function', name: 'classify_result' },
      parallel_tool_calls: false,
    });
    assert.match(instructions!, /^You are the judge of auto mode/);
    assert.equal(input!.length, 1);
    assert.match(input![0]!.content.at(-1)!.text, /Latest action to classify:\nbash /);
    const [tool] = tools as readonly {
      strict: boolean;
      parameters: { required: string[]; properties: Record<string, unknown> };
    }[];
    assert.equal(tool!.strict, true);
    assert.deepEqual(tool!.parameters.required, ['thinking', 'decision', 'tier', 'rule', 'reason']);
    assert.deepEqual(tool!.parameters.required, Object.keys(tool!.parameters.properties));
    assert.deepEqual((tool!.parameters.properties['rule'] as { type: unknown }).type, ['string', 'null']);
  });
});

/** In most tokenizers each character is a token of its own. */
const MANY_TOKENS = '^}~[_^]{`?~@=^}_|['.repeat(2_700);

describe('the classifier through a server of the user: what is sent', () => {
  it('is one message of each role and no key where there is none', async () => {
    server = await startOpenAiServer(ALLOW);
    const classifier = createModelClassifier({ keys: keySource({}), providers: PROVIDERS, clock });
    const chosen = settings({ model: 'local/qwen3:8b', baseUrl: server.url });
    const answer = await classifier.classify(question({ settings: chosen }), NEVER);
    assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
    const { messages, tools, ...rest } = server.requests[0]!.body!;
    assert.deepEqual(rest, {
      model: 'qwen3:8b',
      max_tokens: 700,
      temperature: 0,
      stream: false,
      tool_choice: { type: 'function', function: { name: 'classify_result' } },
    });
    assert.deepEqual(
      messages!.map(({ role }) => role),
      ['system', 'user'],
    );
    assert.match(messages![1]!.content, /Latest action to classify:\nbash /);
    assert.equal(tools!.length, 1);
    assert.equal(server.requests[0]!.headers.authorization, undefined);
  });

  const read: readonly [what: string, command: string, tokens: number, isCut: boolean][] = [
    ['far fewer tokens than the question has', 'npm test', 1_000, true],
    ['half of a window, of a question just over it', `echo ${'word '.repeat(2_500)}`, 2_050, true],
    ['exactly a window', 'npm test', 4_096, true],
    ['half of a window, of text with many tokens', `echo ${MANY_TOKENS}`, 16_386, true],
    ['half of a window and three more, of such text', `echo ${MANY_TOKENS}`, 16_387, true],
    ['as many tokens as such text has', `echo ${MANY_TOKENS}`, 50_123, false],
    ['as many tokens as usual', 'npm test', 2_500, false],
    ['as many as usual, and by chance like half of a window', 'npm test', 6_146, false],
    ['few tokens for a long run of spaces', `echo${' '.repeat(50_000)}x`, 3_000, false],
  ];
  for (const [what, command, input, isCut] of read) {
    it(`${isCut ? 'says that' : 'is not said to be cut where'} the server has read ${what}`, async () => {
      const toolCalls = [{ name: 'classify_result', arguments: JSON.stringify(GOOD) }];
      server = await startOpenAiServer(() => ({ kind: 'answer', toolCalls, usage: { input, output: 1 } }));
      const classifier = createModelClassifier({ keys: keySource({}), providers: PROVIDERS, clock });
      const chosen = settings({ model: 'local/qwen3:8b', baseUrl: server.url });
      const answer = await classifier.classify(question({ settings: chosen, input: { command } }), NEVER);
      if (!isCut) {
        assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
        return;
      }
      assert.equal(answer.kind === 'outage' && answer.outage, 'too-large');
      assert.match(
        answer.kind === 'outage' ? answer.message : '',
        new RegExp(`has read only ${input} tokens of a question of \\d+ characters`),
      );
      assert.match(answer.kind === 'outage' ? (answer.remedy ?? '') : '', /larger context/);
    });
  }
});
