/**
 * How long it takes from the abort of a call until the model server sees its connection closed: `npx tsx test/bench/cancel.bench.ts [runs]`.
 */
import { performance } from 'node:perf_hooks';
import { createModelClassifier } from '../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../src/classifier/providers/providerTable';
import { startAnthropicServer } from '../modelServer/anthropicServer';
import { startOpenAiServer } from '../modelServer/openAiServer';
import { keySource, question, settings } from '../unit/classifier/classifierQuestion';
import { printRow, quantile, sorted } from './times';

const TARGET_MS = 100;
const RUNS = Number(process.argv[2] ?? 200);
const clock = { now: () => Date.now(), monotonic: () => performance.now() };

interface Arrived {
  readonly closed: Promise<void>;
}

const SERVERS = [
  { model: 'anthropic/claude-haiku-4-5-20251001', start: startAnthropicServer },
  { model: 'openai/gpt-4.1-mini', start: startOpenAiServer },
  { model: 'local/qwen3:8b', start: startOpenAiServer },
] as const;

async function measure(): Promise<void> {
  printRow('model', ['p50 ms', 'p99 ms', 'max ms'], `target ${TARGET_MS}`);
  for (const { model, start } of SERVERS) {
    const waiting: ((request: Arrived) => void)[] = [];
    const server = await start((request) => {
      waiting.shift()?.(request);
      return { kind: 'hang' };
    });
    const keys = keySource({ [model.split('/')[0] ?? '']: { value: 'a-key', source: 'secret-storage' } });
    const classifier = createModelClassifier({ keys, providers: PROVIDERS, clock });
    const measured: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const arrival = new Promise<Arrived>((resolve) => waiting.push(resolve));
      const stop = new AbortController();
      const asked = question({ settings: settings({ model, baseUrl: server.url, timeoutSeconds: 60 }) });
      const answer = classifier.classify(asked, stop.signal).catch(() => undefined);
      const { closed } = await arrival;
      const started = performance.now();
      stop.abort();
      await closed;
      measured.push(performance.now() - started);
      await answer;
    }
    await server.stop();
    const times = sorted(measured);
    printRow(
      model,
      [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1)),
    );
  }
}

void measure();
