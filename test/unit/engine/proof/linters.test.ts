import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import { fakeGate, WORKSPACE } from '../fakeGate';

async function stageOf(command: string, more: readonly string[] = []): Promise<string> {
  const names = ['a.go', 'pkg/b.go', 'x.sh', '.env', ...more];
  const tree = Object.fromEntries(names.map((name) => [`${WORKSPACE}/${name}`, 'x']));
  const gate = fakeGate({ tree, classifierUsable: false });
  return (await decide({ tool: 'bash', input: { command }, cwd: WORKSPACE }, gate, new AbortController().signal)).stage;
}

describe('a formatter or linter that only looks', () => {
  for (const command of ['gofmt -l .', 'gofmt -d a.go', 'test -z "$(gofmt -l pkg)"', 'gofmt -l -s a.go pkg']) {
    it(`only reads: ${command}`, async () => {
      assert.equal(await stageOf(command), 'read-only-command');
    });
  }

  for (const [command, more] of [
    ['gofmt -w .', []],
    ['gofmt -l -w a.go', []],
    ['gofmt -cpuprofile x a.go', []],
    ['gofmt -d .env', []],
    ['gofmt -d /home/u/.ssh', ['../.ssh/x.go']],
    ['./gofmt -l .', []],
  ] as const) {
    it(`does not let ${command} run at once${more.length > 0 ? ` beside ${more.join(', ')}` : ''}`, async () => {
      assert.notEqual(await stageOf(command, more), 'read-only-command');
    });
  }
});
