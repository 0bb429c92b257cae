/**
 * Reading a decision log that has grown far too large, and one with a line that is no record: `npx tsx test/bench/log.bench.ts`. A table, no
 * verdict. Decisions are made in the same thread, so what counts beside the time is how long nobody else had a turn.
 */
import { appendFileSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Decision } from '../../src/engine/model/decision';
import { BlockedCalls, NO_FILTER, type BlockFilter } from '../../src/log/blockedCalls';
import { ActivityList } from '../../src/features/activity/activity';
import { PastCalls } from '../../src/log/pastCalls';
import { DecisionLog } from '../../src/log/decisionLog';
import { LogReader, MAX_RECORDS } from '../../src/log/logReader';
import { findRecord } from '../../src/log/logSearch';
import { heapMegabytes } from './heap';
import { printRow } from './times';

const LOG_BYTES = 100_000_000;
const LINE_BYTES = 50_000_000;

function line(number: number): string {
  const command = `cat some/file/of/ordinary/length-${number}.ts && ${'echo and so on; '.repeat(20)}`;
  const decision: Decision = {
    id: `decision-${number}`,
    at: new Date(number * 1000).toISOString(),
    durationMs: 1,
    outcome: number % 5 === 0 ? 'block' : 'allow',
    stage: number % 5 === 0 ? 'permissions.deny' : 'read-only-command',
    reason: 'Every simple command of this line only reads.',
    tool: 'Bash',
    summary: `Bash ${command}`.slice(0, 200),
    cwd: '/home/somebody/project',
    agent: 'claude-code',
    sessionId: '3f6c1f52-0f5e-4a53-9c9e-6a4b7a6f3a52',
  };
  return `${JSON.stringify({ decision, input: { command } })}\n`;
}

function fill(path: string, bytes: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a');
  for (let [written, number] = [0, 0]; written < bytes;) {
    let piece = '';
    while (piece.length < 1_000_000) piece += line((number += 1));
    written += writeSync(file, piece);
  }
  closeSync(file);
}

async function measured(name: string, work: () => Promise<string>): Promise<void> {
  const before = heapMegabytes();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const what = await work();
  const took = performance.now() - started;
  // What was done in one go to the end counts as a turn as well.
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  const kept = heapMegabytes() - before;
  const most = process.memoryUsage().rss / 1e6;
  printRow(name, [took.toFixed(0), (delay.max / 1e6).toFixed(0), kept.toFixed(1), most.toFixed(0)], what);
}

async function measureLog(log: DecisionLog): Promise<void> {
  const reader = new LogReader(log);
  const count = (found: { readonly length: number }): string => `${found.length} records`;
  await measured('the latest 200 calls', async () => count(await new PastCalls(reader).latest(200)));
  await measured('the latest 10,000 records', async () => count(await reader.recent(MAX_RECORDS)));
  await measured('again', async () => count(await reader.recent(MAX_RECORDS)));
  const blocked = new BlockedCalls({
    reader,
    calls: { blocked: () => undefined },
    redact: (text) => text,
  });
  const search = { ...NO_FILTER, search: 'length-9' };
  const records = async (filter: BlockFilter): Promise<string> => {
    let count = 0;
    await blocked.records(filter, () => (count += 1));
    return `${count} records`;
  };
  await measured('search among the blocked calls', () => records(search));
  await measured('all blocked calls', () => records(NO_FILTER));
  await measured('one decision, newest', async () =>
    (await findRecord(log, (await reader.recent(1))[0]?.decision.id ?? '')) === undefined ? 'gone' : 'found',
  );
  await measured('one decision that is gone', async () =>
    (await findRecord(log, 'no such id')) === undefined ? 'gone' : 'found',
  );
  await measured(
    'until the list has rows',
    () =>
      new Promise((resolve) => {
        const unread = new LogReader(log);
        const list = new ActivityList({
          decided: () => ({ dispose: () => undefined }),
          earlier: async (wanted, signal) => (await unread.recent(wanted, signal)).map(({ decision }) => decision),
        });
        list.onDidChange(() => {
          resolve(`${list.slice()?.kept ?? 0} rows`);
          list.dispose();
        });
        list.look({ first: 0, count: 50 });
      }),
  );
}

async function measure(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'auto-mode-bench-'));
  const logIn = (name: string): DecisionLog => new DecisionLog({ directory: join(root, name), redact: (text) => text });
  try {
    const large = logIn('large');
    fill(large.path, LOG_BYTES);
    printRow('100 MB in one file', ['ms', 'turn ms', 'heap MB', 'rss MB']);
    await measureLog(large);

    const broken = logIn('broken');
    fill(broken.path, 20_000_000);
    appendFileSync(broken.path, `${'x'.repeat(LINE_BYTES)}\n`);
    fill(broken.path, 1_000_000);
    printRow('a line of 50 MB', ['ms', 'turn ms', 'heap MB', 'rss MB']);
    await measureLog(broken);
    const unended = logIn('unended');
    fill(unended.path, 20_000_000);
    appendFileSync(unended.path, 'x'.repeat(LINE_BYTES));
    printRow('50 MB without an end', ['ms', 'turn ms', 'heap MB', 'rss MB']);
    await measureLog(unended);
  } finally {
    rmSync(root, { recursive: true });
  }
}

void measure();
