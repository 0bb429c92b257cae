import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import { callsTool, says, startAnthropicServer, verdict, type ModelReply } from '../../../modelServer/anthropicServer';
import { keySource, question, settings } from '../classifierQuestion';
import { INVALID, NEVER, always, anthropicServers, askerOf, clock, outageOf } from './anthropicQuestions';

const servers = anthropicServers();
const ask = askerOf(servers);

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
    const next = await classifier.classify(question({ settings: settings({ baseUrl: servers.current!.url }) }), NEVER);
    assert.equal(next.kind, 'verdict');
  });
});
