import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import type { ClassifierAnswer, ClassifierQuestion } from '../../../../src/engine/model/ports';
import type { KeySource } from '../../../../src/classifier/models/keySource';
import {
  callsTool,
  says,
  startAnthropicServer,
  verdict,
  type AnthropicServer,
  type ModelReply,
  type ModelScript,
} from '../../../modelServer/anthropicServer';
import { CANARY_KEY, keySource, question, settings } from '../classifierQuestion';

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const NEVER = new AbortController().signal;

let server: AnthropicServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

interface Asked {
  readonly answer: ClassifierAnswer;
  readonly server: AnthropicServer;
}

/** Puts one question to a classifier whose provider is a server with this script. */
async function ask(
  script: ModelScript,
  changes: Partial<ClassifierQuestion> & { timeoutSeconds?: number; model?: string } = {},
  { keys = keySource(), signal = NEVER }: { keys?: KeySource; signal?: AbortSignal } = {},
): Promise<Asked> {
  const { timeoutSeconds = 60, model, ...rest } = changes;
  server = await startAnthropicServer(script);
  const classifier = createModelClassifier({ keys, providers: PROVIDERS, clock, retryDelaysMs: [5, 5] });
  const answer = await classifier.classify(
    question({ settings: settings({ baseUrl: server.url, timeoutSeconds, model }), ...rest }),
    signal,
  );
  return { answer, server };
}

function always(reply: ModelReply): ModelScript {
  return () => reply;
}

function outageOf(answer: ClassifierAnswer): Extract<ClassifierAnswer, { kind: 'outage' }> {
  assert.equal(answer.kind, 'outage', JSON.stringify(answer));
  return answer;
}

const INVALID = 'Classifier response was not valid decision JSON; auto mode fails closed.';

describe('the classifier through Anthropic: requests', () => {
  it('sends what the design says, and nothing that names a person or a machine', async () => {
    const { answer, server } = await ask(always(verdict('allow', 'none', 'Fine.')));
    assert.equal(answer.kind, 'verdict');
    const [request] = server.requests;
    const { messages, system, tools, ...rest } = request!.body!;
    assert.deepEqual(rest, {
      model: 'claude-haiku-4-5-20251001',
      max_tokens: 700,
      temperature: 0,
      tool_choice: { type: 'tool', name: 'classify_result' },
    });
    assert.equal(request!.path, '/v1/messages');
    assert.equal(Array.isArray(system) && system.length, 3);
    assert.equal(messages.length, 1);
    assert.equal(messages[0]!.role, 'user');
    assert.match(JSON.stringify(messages[0]!.content), /Latest action to classify:\\nbash /);
    const [tool] = tools!;
    const schema = tool!.input_schema as { properties: object; required: string[] };
    assert.deepEqual(Object.keys(schema.properties), ['thinking', 'decision', 'tier', 'rule', 'reason']);
    assert.deepEqual(schema.required, ['thinking', 'decision', 'tier', 'reason']);
    const { host, connection, 'content-length': length, 'user-agent': agent, ...headers } = request!.headers;
    assert.deepEqual(headers, {
      accept: 'application/json',
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      'x-api-key': CANARY_KEY,
    });
    assert.ok(host !== undefined && connection !== undefined && length !== undefined);
    assert.match(agent ?? '', /^Anthropic\/JS [\d.]+$/);
  });

  it('takes the configured model, and a path in the address', async () => {
    server = await startAnthropicServer(always(verdict('allow', 'none', 'Fine.')));
    const classifier = createModelClassifier({ keys: keySource(), providers: PROVIDERS, clock, retryDelaysMs: [] });
    const withPath = settings({ baseUrl: `${server.url}/gateway/`, model: 'anthropic/some-model' });
    const answer = await classifier.classify(question({ settings: withPath }), NEVER);
    assert.equal(outageOf(answer).outage, 'no-model');
    assert.deepEqual(
      server.otherRequests.map(({ path, body }) => [path, body?.model]),
      [['/gateway/v1/messages', 'some-model']],
    );
  });

  it('reports the usage', async () => {
    const { answer } = await ask(
      always({
        kind: 'message',
        content: [
          {
            type: 'tool_use',
            id: 't',
            name: 'classify_result',
            input: { thinking: 't', decision: 'block', tier: 'soft_deny', rule: 'S1', reason: 'Force push.' },
          },
        ],
        usage: {
          input_tokens: 1200,
          output_tokens: 80,
          cache_read_input_tokens: 900,
          cache_creation_input_tokens: 300,
        },
      }),
    );
    assert.equal(answer.kind, 'verdict');
    const { usage, ...rest } = answer;
    assert.deepEqual(rest, {
      kind: 'verdict',
      decision: 'block',
      tier: 'soft_deny',
      rule: 'Git history: force push.',
      reason: 'Force push.',
    });
    const { latencyMs, ...tokens } = usage;
    assert.deepEqual(tokens, {
      provider: 'anthropic',
      model: 'claude-haiku-4-5-20251001',
      stage: 'judgement',
      inputTokens: 1200,
      outputTokens: 80,
      cachedTokens: 900,
      cacheWriteTokens: 300,
      costUsd: (1200 + 80 * 5 + 900 * 0.1 + 300 * 1.25) / 1e6,
    });
    assert.ok(latencyMs > 0 && latencyMs < 60_000);
  });

  const kept: readonly [what: string, second: ModelReply, expected: string, requests: number][] = [
    ['takes a new connection where the kept one was closed meanwhile', { kind: 'reset' }, 'allow', 3],
    ['does not ask twice where the answer had begun', { kind: 'cut', body: '{' }, 'network', 2],
  ];
  for (const [what, second, expected, requests] of kept) {
    it(`keeps its connection for the next question, and ${what}`, async () => {
      server = await startAnthropicServer((_, index) => (index === 1 ? second : verdict('allow', 'none', 'Fine.')));
      const classifier = createModelClassifier({ keys: keySource(), providers: PROVIDERS, clock });
      const asked = question({ settings: settings({ baseUrl: server.url }) });
      assert.equal((await classifier.classify(asked, NEVER)).kind, 'verdict');
      const answer = await classifier.classify(asked, NEVER);
      assert.equal(answer.kind === 'verdict' ? answer.decision : answer.outage, expected);
      assert.equal(server.requests.length, requests);
    });
  }
});

describe('the classifier through Anthropic: answers', () => {
  const good = { thinking: 't', decision: 'allow', tier: 'none', reason: 'r' };
  const block = (name: string, input: unknown) => ({ type: 'tool_use' as const, id: name, name, input });
  const json = { 'content-type': 'application/json' };
  const sent = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): ModelReply => ({
    kind: 'raw',
    status: 200,
    headers: { ...json, ...headers },
    body,
  });
  const whole = (changes: object = {}): string =>
    JSON.stringify({ content: [block('classify_result', good)], stop_reason: 'tool_use', ...changes });
  const verdicts: readonly [what: string, reply: ModelReply, decision: 'allow' | 'block'][] = [
    ['a tool call', callsTool('classify_result', good), 'allow'],
    ['seed form 1, JSON alone', says('{"decision":"block","tier":"soft_deny","reason":"r"}'), 'block'],
    ['seed form 2, a fenced block', says('```json\n{"decision":"allow","tier":"allow","reason":"r"}\n```'), 'allow'],
    ['seed form 3, an object in prose', says('Well: {"decision":"block","reason":"r"} is it.'), 'block'],
    [
      'a tool call after thinking',
      {
        kind: 'message',
        content: [{ type: 'thinking', thinking: 'hm', signature: 's' }, block('classify_result', good)],
      },
      'allow',
    ],
    [
      'an answer just below the size limit',
      callsTool('classify_result', { ...good, thinking: 'x'.repeat(990_000) }),
      'allow',
    ],
    ['what the rows below change', sent(whole()), 'allow'],
    [
      'usage that is nonsense',
      {
        kind: 'raw',
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ content: [block('classify_result', good)], usage: { input_tokens: 'many' } }),
      },
      'allow',
    ],
  ];
  for (const [what, reply, decision] of verdicts) {
    it(`understands ${what}`, async () => {
      const { answer } = await ask(always(reply));
      assert.equal(answer.kind, 'verdict', JSON.stringify(answer));
      assert.equal(answer.decision, decision);
    });
  }

  const useless: readonly [what: string, reply: ModelReply, outage: string, message: RegExp | string][] = [
    ['another tool', callsTool('bash', { command: 'ls' }), 'invalid-answer', INVALID],
    [
      'two tools',
      { kind: 'message', content: [block('classify_result', good), block('classify_result', good)] },
      'invalid-answer',
      INVALID,
    ],
    [
      'an answer that contradicts itself',
      callsTool('classify_result', { ...good, tier: 'hard_deny' }),
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
    ['empty content', { kind: 'message', content: [] }, 'invalid-answer', INVALID],
    [
      'a refusal',
      {
        kind: 'message',
        content: [{ type: 'text', text: '{"decision":"allow","reason":"r"}' }],
        stopReason: 'refusal',
      },
      'invalid-answer',
      /refused to judge/,
    ],
    [
      'an answer cut at its token limit',
      { kind: 'message', content: [block('classify_result', good)], stopReason: 'max_tokens' },
      'invalid-answer',
      /700 tokens/,
    ],
    [
      'a full window',
      { kind: 'message', content: [], stopReason: 'model_context_window_exceeded' },
      'too-large',
      /too large/,
    ],
    [
      'an unknown reason to stop',
      { kind: 'message', content: [block('classify_result', good)], stopReason: 'pause_turn' },
      'invalid-answer',
      INVALID,
    ],
    [
      'a web page',
      { kind: 'raw', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' },
      'invalid-answer',
      /no answer of this API/,
    ],
    ['nothing', { kind: 'raw', status: 200, headers: json, body: '' }, 'invalid-answer', /no answer of this API/],
    ['no content', { kind: 'raw', status: 204, body: '' }, 'invalid-answer', /no answer of this API/],
    [
      'broken JSON',
      { kind: 'raw', status: 200, headers: json, body: '{"content": [' },
      'invalid-answer',
      /no answer of this API/,
    ],
    [
      'other JSON',
      { kind: 'raw', status: 200, headers: json, body: '{"choices": []}' },
      'invalid-answer',
      /no answer of this API/,
    ],
    [
      'an input with two decisions',
      sent(
        '{"content":[{"type":"tool_use","name":"classify_result","input":{"decision":"block","reason":"r","decision":"allow"}}]}',
      ),
      'invalid-answer',
      /no answer of this API/,
    ],
    [
      'two contents',
      sent(
        `{"content":[${JSON.stringify(block('classify_result', { ...good, decision: 'block' }))}],${whole().slice(1)}`,
      ),
      'invalid-answer',
      /no answer of this API/,
    ],
    ['an answer and more', sent(`${whole()} and more`), 'invalid-answer', /no answer of this API/],
    ['two answers', sent(`${whole()}\n${whole()}`), 'invalid-answer', /no answer of this API/],
    [
      'a packed answer',
      sent(gzipSync(whole()), { 'content-encoding': 'gzip' }),
      'invalid-answer',
      /no answer of this API/,
    ],
    [
      'a stream',
      sent(`event: message\ndata: ${whole()}\n\n`, { 'content-type': 'text/event-stream' }),
      'invalid-answer',
      /no answer of this API/,
    ],
    [
      'an error beside a verdict',
      sent(whole({ error: { message: 'failed' } })),
      'invalid-answer',
      /no answer of this API/,
    ],
    [
      'a call without a name beside a verdict',
      sent(whole({ content: [block('classify_result', good), { type: 'tool_use', input: {} }] })),
      'invalid-answer',
      /no answer of this API/,
    ],
    [
      'text that is none beside a verdict',
      sent(whole({ content: [block('classify_result', good), { type: 'text', text: ['decision: block'] }] })),
      'invalid-answer',
      /no answer of this API/,
    ],
    [
      'a tool of the service beside a verdict',
      sent(
        whole({
          content: [block('classify_result', good), { type: 'server_tool_use', id: 's', name: 'bash', input: {} }],
        }),
      ),
      'invalid-answer',
      INVALID,
    ],
    ['a number for a decision', callsTool('classify_result', { ...good, decision: 1 }), 'invalid-answer', INVALID],
    [
      'a decision in other letters',
      callsTool('classify_result', { ...good, decision: 'Allow' }),
      'invalid-answer',
      INVALID,
    ],
    ['a field too many', callsTool('classify_result', { ...good, note: 'x' }), 'invalid-answer', INVALID],
    ['an input in a string', callsTool('classify_result', JSON.stringify(good)), 'invalid-answer', INVALID],
    ['JSON null', { kind: 'raw', status: 200, headers: json, body: 'null' }, 'invalid-answer', /no answer of this API/],
    [
      'bytes that are no text',
      { kind: 'raw', status: 200, headers: json, body: Buffer.from([0xff, 0xfe, 0, 1]) },
      'invalid-answer',
      /no answer of this API/,
    ],
    ['more than a megabyte', says('x'.repeat(1_000_001)), 'invalid-answer', /more than 1000000 bytes/],
    [
      'a redirect',
      { kind: 'raw', status: 302, headers: { location: 'https://attacker.example/' }, body: '' },
      'provider-error',
      /redirects to another address, which is not followed \(HTTP 302\)/,
    ],
    ['a connection that is reset', { kind: 'reset' }, 'network', /could not be reached: The connection broke off\./],
    [
      'a stream that is cut',
      { kind: 'cut', body: '{"content": [' },
      'network',
      /could not be reached: The connection broke off\./,
    ],
    [
      '401',
      { kind: 'error', status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
      'authentication',
      /refused the API key \(HTTP 401: "invalid x-api-key"\); auto mode fails closed\./,
    ],
    ['403', { kind: 'error', status: 403 }, 'authentication', /does not let this API key in \(HTTP 403/],
    ['402', { kind: 'error', status: 402 }, 'quota', /payment \(HTTP 402/],
    [
      '404',
      { kind: 'error', status: 404 },
      'no-model',
      /does not know the model "claude-haiku-4-5-20251001" \(HTTP 404/,
    ],
    [
      '400',
      { kind: 'error', status: 400, message: '`temperature` is deprecated for this model.' },
      'provider-error',
      /refused the request for the model .* \(HTTP 400: "`temperature` is deprecated for this model\."\)/,
    ],
    [
      '400 without credit',
      {
        kind: 'error',
        status: 400,
        message: 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.',
      },
      'quota',
      /quota of the account is used up \(HTTP 400/,
    ],
    [
      '400 for a long prompt',
      { kind: 'error', status: 400, message: 'prompt is too long: 250000 tokens > 200000 maximum' },
      'too-large',
      /too large for the model/,
    ],
    ['413', { kind: 'error', status: 413 }, 'too-large', /too large/],
    ['429', { kind: 'error', status: 429 }, 'rate-limit', /too many requests \(HTTP 429/],
    ['500', { kind: 'error', status: 500 }, 'provider-error', /failed \(HTTP 500/],
    ['529', { kind: 'error', status: 529, type: 'overloaded_error' }, 'provider-error', /overloaded \(HTTP 529/],
    [
      'an error page',
      { kind: 'raw', status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
      'provider-error',
      /failed \(HTTP 502\);/,
    ],
    ['a status that HTTP does not have', { kind: 'raw', status: 999, body: '' }, 'network', /not one that HTTP allows/],
  ];
  for (const [what, reply, outage, message] of useless) {
    it(`takes for an outage: ${what}`, async () => {
      const { answer } = await ask(always(reply));
      const got = outageOf(answer);
      assert.equal(got.outage, outage, got.message);
      if (typeof message === 'string') assert.equal(got.message, message);
      else assert.match(got.message, message);
      assert.match(got.message, /auto mode fails closed\.$|too large for the classifier model\.$/i);
      assert.match(got.remedy ?? '', /\.$/);
      assert.equal(got.usage?.model, 'claude-haiku-4-5-20251001');
    });
  }

  it('cannot be reached where nothing listens', async () => {
    const closed = await startAnthropicServer(always(says('')));
    await closed.stop();
    const classifier = createModelClassifier({ keys: keySource(), providers: PROVIDERS, clock, retryDelaysMs: [5, 5] });
    const got = outageOf(await classifier.classify(question({ settings: settings({ baseUrl: closed.url }) }), NEVER));
    assert.equal(got.outage, 'network');
    assert.match(got.message, /Nothing answers at the address\./);
  });

  it('answers the next question after any of these', async () => {
    const { answer } = await ask((_, index) => (index < 3 ? { kind: 'reset' } : verdict('allow', 'none', 'Fine.')));
    assert.equal(outageOf(answer).outage, 'network');
    const classifier = createModelClassifier({ keys: keySource(), providers: PROVIDERS, clock });
    const next = await classifier.classify(question({ settings: settings({ baseUrl: server!.url }) }), NEVER);
    assert.equal(next.kind, 'verdict');
  });
});

describe('the classifier through Anthropic: repetition', () => {
  for (const status of [429, 500, 503, 529]) {
    it(`repeats after ${status} and takes the answer then`, async () => {
      const { answer, server } = await ask((_, index) =>
        index < 2 ? { kind: 'error', status } : verdict('allow', 'none', 'Fine.'),
      );
      assert.equal(answer.kind, 'verdict');
      assert.equal(server.requests.length, 3);
    });
  }

  it('repeats after a connection that was reset before an answer, and takes the answer then', async () => {
    const { answer, server } = await ask((_, index) =>
      index < 2 ? { kind: 'reset' } : verdict('allow', 'none', 'Fine.'),
    );
    assert.equal(answer.kind, 'verdict');
    assert.equal(server.requests.length, 3);
  });

  it('gives up after the third attempt', async () => {
    const { answer, server } = await ask(always({ kind: 'error', status: 529 }));
    assert.equal(outageOf(answer).outage, 'provider-error');
    assert.equal(server.requests.length, 3);
  });

  const once: readonly [what: string, reply: ModelReply][] = [
    ['401', { kind: 'error', status: 401 }],
    ['400', { kind: 'error', status: 400 }],
    ['402', { kind: 'error', status: 402 }],
    ['403', { kind: 'error', status: 403 }],
    ['404', { kind: 'error', status: 404 }],
    ['413', { kind: 'error', status: 413 }],
    ['a redirection', { kind: 'error', status: 307, headers: { location: 'http://127.0.0.1:1/' } }],
    ['an account without credit', { kind: 'error', status: 400, message: 'Your credit balance is too low.' }],
    ['an answer that breaks off', { kind: 'cut', body: '{"content": [' }],
    ['an answer in the right form that is no verdict', callsTool('classify_result', { decision: 'perhaps' })],
    ['a server that says not to', { kind: 'error', status: 529, headers: { 'x-should-retry': 'false' } }],
    ['a wait that ends after the deadline', { kind: 'error', status: 429, headers: { 'retry-after': '3600' } }],
    [
      'a wait until a date after the deadline',
      { kind: 'error', status: 429, headers: { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
    ],
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
    const { answer } = await ask((_, index) => {
      times.push(performance.now());
      return index === 0
        ? { kind: 'error', status: 429, headers: { 'retry-after': '0.3' } }
        : verdict('allow', 'none', 'Fine.');
    });
    assert.equal(answer.kind, 'verdict');
    assert.ok(times[1]! - times[0]! >= 295);
  });
});

describe('the classifier through Anthropic: time', () => {
  const slow: readonly [what: string, reply: ModelReply][] = [
    ['a server that accepts and hangs', { kind: 'hang' }],
    ['a server that sends byte by byte', { kind: 'trickle', everyMs: 20 }],
  ];
  for (const [what, reply] of slow) {
    it(`ends at the deadline with ${what}, and lets the connection go`, async () => {
      const started = performance.now();
      const { answer, server } = await ask(always(reply), { timeoutSeconds: 1 });
      const got = outageOf(answer);
      assert.equal(got.outage, 'timeout');
      assert.match(got.message, /did not answer within 1 seconds; auto mode fails closed\./);
      assert.ok(got.usage !== undefined && got.usage.latencyMs >= 950);
      assert.ok(performance.now() - started < 20_000);
      await server.requests[0]!.closed;
    });

    it(`stops at once on an abort with ${what}, and lets the connection go`, async () => {
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
      controller.abort(new Error('the turn was cancelled'));
      await assert.rejects(pending, /the turn was cancelled/);
      await server!.requests[0]!.closed;
    });
  }

  it('stops at once on an abort while it waits for the next attempt', async () => {
    const controller = new AbortController();
    const pending = ask(
      () => {
        setImmediate(() => {
          controller.abort();
        });
        return { kind: 'error', status: 429, headers: { 'retry-after': '30' } };
      },
      { timeoutSeconds: 300 },
      { signal: controller.signal },
    );
    await assert.rejects(pending, { name: 'AbortError' });
  });

  it('asks nobody when the call was given up before', async () => {
    await assert.rejects(ask(always(says('')), {}, { signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.equal(server!.requests.length, 0);
  });

  it('bounds a key store that hangs', async () => {
    const keys: KeySource = { key: () => new Promise(() => undefined), environmentKeyConfirmed: () => false };
    const { answer } = await ask(always(says('')), { timeoutSeconds: 0.1 }, { keys });
    assert.equal(outageOf(answer).outage, 'timeout');
  });

  it('takes a key store that fails for an outage', async () => {
    const keys: KeySource = {
      key: () => Promise.reject(new Error(`cannot read ${CANARY_KEY}`)),
      environmentKeyConfirmed: () => false,
    };
    const { answer, server } = await ask(always(says('')), {}, { keys });
    assert.equal(outageOf(answer).outage, 'no-key');
    assert.ok(!JSON.stringify(answer).includes(CANARY_KEY));
    assert.equal(server.requests.length, 0);
  });
});

describe('the classifier through Anthropic: size', () => {
  it('refuses an action that is too large without asking, and never shortens one', async () => {
    const { answer, server } = await ask(always(verdict('allow', 'none', 'Fine.')), {
      input: { command: 'x'.repeat(200_001) },
    });
    const got = outageOf(answer);
    assert.equal(got.outage, 'too-large');
    assert.match(got.message, /The action is 200015 characters long, and the classifier judges at most 200000\./);
    assert.equal(server.requests.length, 0);
  });

  it('sends a large action whole', async () => {
    const command = `${'x'.repeat(190_000)} && evil`;
    const { answer, server } = await ask(always(verdict('allow', 'none', 'Fine.')), { input: { command } });
    assert.equal(answer.kind, 'verdict');
    assert.ok(JSON.stringify(server.requests[0]!.body).includes(command));
  });
});

describe('the classifier through Anthropic: secrets', () => {
  const CANARY_SECRET = 'hunter2-canary-secret';

  it('sends no secret of the action', async () => {
    const { answer, server } = await ask(always(verdict('allow', 'none', 'Fine.')), {
      input: { command: `DB_PASSWORD=${CANARY_SECRET} npm start` },
      transcript: [{ role: 'user', text: `use --password ${CANARY_SECRET}` }],
    });
    assert.equal(answer.kind, 'verdict');
    assert.ok(!server.requests[0]!.rawBody.includes(CANARY_SECRET));
  });

  const echoes: readonly [what: string, script: ModelScript][] = [
    [
      'an error that quotes the key',
      ({ headers }) => ({
        kind: 'error',
        status: 401,
        message: `bad key ${String(headers.authorization)} ${CANARY_KEY}`,
      }),
    ],
    [
      'an error that quotes the key in another type',
      () => ({ kind: 'error', status: 400, type: CANARY_KEY, message: `x ${CANARY_KEY}` }),
    ],
    ['an error page that quotes the key', () => ({ kind: 'raw', status: 500, body: CANARY_KEY })],
    ['a page that quotes the key', () => ({ kind: 'raw', status: 200, body: CANARY_KEY })],
    [
      'broken JSON that quotes the key',
      () => ({ kind: 'raw', status: 200, headers: { 'content-type': 'application/json' }, body: `{"${CANARY_KEY}` }),
    ],
    ['a verdict that quotes the key', () => verdict('block', 'none', `The key is ${CANARY_KEY}.`)],
    ['a verdict that quotes a secret', () => verdict('block', 'none', `The password is --password ${CANARY_SECRET}`)],
    ['a verdict of the wrong shape', () => callsTool('classify_result', { [CANARY_KEY]: CANARY_KEY })],
    [
      'a rule that quotes the key',
      () =>
        callsTool('classify_result', { thinking: '', decision: 'block', tier: 'none', rule: CANARY_KEY, reason: 'r' }),
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

  it('does not let a key with strange characters into an error', async () => {
    const keys = keySource({ anthropic: { value: `${CANARY_KEY}\nx: y`, source: 'secret-storage' } });
    const { answer, server } = await ask(always(verdict('allow', 'none', 'Fine.')), {}, { keys });
    assert.equal(outageOf(answer).outage, 'no-key');
    assert.ok(!JSON.stringify(answer).includes(CANARY_KEY));
    assert.equal(server.requests.length, 0);
  });

  it('passes on no more than a short, visible part of what a server says', async () => {
    const { answer } = await ask(
      always({ kind: 'error', status: 400, message: `\u001b[31m\n${'long '.repeat(100_000)}` }),
    );
    const { message } = outageOf(answer);
    assert.ok(message.length < 700);
    assert.match(message, /\\\\u001b\[31m long/);
  });
});
