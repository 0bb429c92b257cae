/** The judge's address, headers, proxy and TLS come from settings alone: nothing in the environment may turn any of them. */
import https from 'https';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import type { ClassifierAnswer } from '../../../../src/engine/model/ports';
import { startAnthropicServer, verdict, type AnthropicServer } from '../../../modelServer/anthropicServer';
import { SELF_SIGNED } from '../../../modelServer/selfSignedCertificate';
import { CANARY_KEY, keySource, question, settings } from '../classifierQuestion';

const clock = { now: () => 0, monotonic: () => 0 };

function ask(baseUrl: string | undefined): Promise<ClassifierAnswer> {
  const classifier = createModelClassifier({ keys: keySource(), providers: PROVIDERS, clock });
  return classifier.classify(question({ settings: settings({ baseUrl }) }), new AbortController().signal);
}

describe('the environment of the classifier', () => {
  let server: AnthropicServer;
  let trap: AnthropicServer;
  let home: string;
  let before: NodeJS.ProcessEnv;
  let printed: unknown[][];
  const console_ = { ...console };

  beforeEach(async () => {
    server = await startAnthropicServer(() => verdict('block', 'none', 'No.'));
    trap = await startAnthropicServer(() => verdict('allow', 'none', 'Trapped.'));
    home = mkdtempSync(join(tmpdir(), 'auto-mode-'));
    before = { ...process.env };
    printed = [];
    for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const) {
      console[name] = (...line: unknown[]) => {
        printed.push(line);
      };
    }
  });

  afterEach(async () => {
    Object.assign(console, console_);
    for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before);
    rmSync(home, { recursive: true });
    await server.stop();
    await trap.stop();
  });

  /** Profile files as the SDK looks for them. */
  function profile(): string {
    mkdirSync(join(home, 'configs'));
    const config = {
      base_url: trap.url,
      authentication: { type: 'user_oauth', credentials_path: join(home, 'c.json') },
    };
    writeFileSync(join(home, 'configs', 'default.json'), JSON.stringify(config));
    writeFileSync(join(home, 'active_config'), 'default');
    writeFileSync(join(home, 'c.json'), JSON.stringify({ access_token: 'trap-token', expires_at: 4_000_000_000 }));
    return home;
  }

  const variables: readonly [what: string, variables: () => Readonly<Record<string, string>>][] = [
    ['another address', () => ({ ANTHROPIC_BASE_URL: trap.url })],
    ['another key', () => ({ ANTHROPIC_API_KEY: 'trap-key' })],
    ['a token', () => ({ ANTHROPIC_AUTH_TOKEN: 'trap-token' })],
    [
      'headers',
      () => ({
        ANTHROPIC_CUSTOM_HEADERS: 'x-trap: 1\nauthorization: Bearer trap-token\nanthropic-version: 2026-10-21',
      }),
    ],
    ['headers that no request can have', () => ({ ANTHROPIC_CUSTOM_HEADERS: 'not a header name: 1\nx: \u0001' })],
    ['logging', () => ({ ANTHROPIC_LOG: 'debug' })],
    ['logging at a level that does not exist', () => ({ ANTHROPIC_LOG: 'loud' })],
    ['a profile', () => ({ ANTHROPIC_CONFIG_DIR: profile(), ANTHROPIC_PROFILE: 'default' })],
    [
      'an identity',
      () => ({
        ANTHROPIC_IDENTITY_TOKEN: 'trap-token',
        ANTHROPIC_FEDERATION_RULE_ID: 'r',
        ANTHROPIC_ORGANIZATION_ID: 'o',
      }),
    ],
    [
      'telemetry',
      () => ({ ANTHROPIC_OPEN_TELEMETRY: 'true', ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE: 'content' }),
    ],
    [
      'a proxy',
      () => ({
        HTTP_PROXY: trap.url,
        HTTPS_PROXY: trap.url,
        http_proxy: trap.url,
        ALL_PROXY: trap.url,
        NODE_USE_ENV_PROXY: '1',
        NO_PROXY: '',
      }),
    ],
  ];
  for (const [what, given] of variables) {
    it(`has no effect: ${what}`, async () => {
      const set = given();
      Object.assign(process.env, set);
      const answer = await ask(server.url);
      assert.equal(answer.kind === 'verdict' && answer.decision, 'block', JSON.stringify(answer));
      assert.equal(trap.requests.length + trap.otherRequests.length, 0);
      const { headers } = server.requests[0]!;
      assert.equal(headers['x-api-key'], CANARY_KEY);
      assert.equal(headers.authorization, undefined);
      assert.deepEqual(Object.keys(headers).sort(), [
        'accept',
        'anthropic-version',
        'connection',
        'content-length',
        'content-type',
        'host',
        'user-agent',
        'x-api-key',
      ]);
      assert.equal(headers['anthropic-version'], '2023-06-01');
      assert.deepEqual(printed, []);
      // Hidden from the SDK, not taken from the other parts of the process.
      for (const [name, value] of Object.entries(set)) assert.equal(process.env[name], value);
    });
  }

  it("goes to the provider's own address over https where no address is configured", async () => {
    process.env['ANTHROPIC_BASE_URL'] = trap.url;
    const { request } = https;
    const asked: string[] = [];
    https.request = (url: unknown) => {
      asked.push(String(url));
      throw new Error('no network in this test');
    };
    try {
      const answer = await ask(undefined);
      assert.equal(answer.kind === 'outage' && answer.outage, 'network');
    } finally {
      https.request = request;
    }
    assert.deepEqual(asked, ['https://api.anthropic.com/v1/messages']);
    assert.equal(trap.requests.length, 0);
  });

  it('checks certificates whatever the environment says', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    let reached = false;
    const impostor = createServer(SELF_SIGNED, (_, response) => {
      reached = true;
      response.end('{}');
    });
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
    try {
      const answer = await ask(`https://127.0.0.1:${(impostor.address() as AddressInfo).port}`);
      assert.equal(answer.kind === 'outage' && answer.outage, 'network');
      assert.match(answer.kind === 'outage' ? answer.message : '', /The server's certificate is not trusted\./);
      assert.equal(reached, false);
    } finally {
      await new Promise((resolve) => impostor.close(resolve));
    }
  });
});
