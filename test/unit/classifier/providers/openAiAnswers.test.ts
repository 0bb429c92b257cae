import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import { callsTool, json, says, startOpenAiServer, type OpenAiReply } from '../../../modelServer/openAiServer';
import { CANARY_KEY, question, settings } from '../classifierQuestion';
import {
  ALLOW,
  CANARY_SECRET,
  GOOD,
  INVALID,
  NEVER,
  PROTOCOLS,
  always,
  askerOf,
  clock,
  openAiServers,
  outageOf,
  storedKeyOf,
} from './openAiQuestions';

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

const servers = openAiServers();

for (const protocol of PROTOCOLS) {
  const { name, provider, model } = protocol;
  const storedKey = storedKeyOf(provider);
  const ask = askerOf(protocol, servers);

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
}
