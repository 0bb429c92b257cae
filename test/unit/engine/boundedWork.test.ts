import assert from 'node:assert/strict';
import { decide } from '../../../src/engine/decide';
import { HOSTILE_LINES } from '../../bench/hostileLines';
import { fakeFiles, fakeGate, WORKSPACE } from './fakeGate';

/** Far above what it takes on a slow machine, and far below what anything but bounded work would take. */
const LONGEST_MS = 2_000;

const names = Array.from({ length: 200 }, (_, index) => `${WORKSPACE}/src/deep/${index}.ts`);
const files = fakeFiles(Object.fromEntries(names.map((name) => [name, 'text'])));

describe('a decision about a hostile command line', () => {
  for (const { name, line } of HOSTILE_LINES) {
    it(`takes bounded time: ${name}`, async function () {
      this.timeout(0);
      for (const length of [8_000, 64_000]) {
        const request = { tool: 'bash', input: { command: line(length) }, cwd: WORKSPACE };
        const started = process.cpuUsage();
        await decide(request, { ...fakeGate(), files }, new AbortController().signal);
        const { user, system } = process.cpuUsage(started);
        assert.ok((user + system) / 1_000 < LONGEST_MS, `${length} characters: ${(user + system) / 1_000} ms`);
      }
    });
  }
});
