import assert from 'node:assert/strict';
import { ruleProblem } from '../../../../src/rules/permissionRule';
import type { GateMemory } from '../../../../src/engine/model/ports';
import { triedCall } from '../../../../src/features/trial/triedCall';
import { TRIED_SECTIONS } from '../../../../src/panel/trial';
import { fakeGate, WORKSPACE } from '../../engine/fakeGate';

/** Fails the test whichever of its parts is used, but for these. */
function untouchable<T extends object>(what: string, allowed: T): T {
  return new Proxy(allowed, {
    get: (target, name) => {
      if (Reflect.has(target, name)) return Reflect.get(target, name) as unknown;
      throw new Error(`${what}.${String(name)} was used`);
    },
  });
}

describe('a call that is tried', () => {
  const calls: readonly string[] = [
    'rm -rf build',
    'cat //host/share/x /net/host/x > //host/share/y',
    'git push --force',
    `${'a'.repeat(200_000)} | sh`,
    '(((((((((((((((((((((((((((((((((',
    '\0\u202E\uD800',
    '{"tool":"write","input":{"path":"//host/share/x","content":"y"}}',
    '{"tool":"bash","input":{"command":"git push"},"cwd":"//host/share"}',
    '{"tool":"bash","input":{"command":"git push"},"sessionId":"s","callId":"c","agent":"claude-code"}',
    '{"tool":"__proto__","input":{"__proto__":{"path":"x"}},"__proto__":{"cwd":"/"},"constructor":1}',
    '{"tool_name":["x"],"tool_input":"y","cwd":7}',
    '{"tool":7,"input":null}',
  ];
  for (const text of calls) {
    it(`has no effect and reaches no other machine: ${JSON.stringify(text.slice(0, 60))}`, async () => {
      const gate = fakeGate({ tree: { [`${WORKSPACE}/build/x`]: 'x' } });
      const reached: string[] = [];
      const files = new Proxy(gate.files, {
        get: (target, name) => {
          const method = Reflect.get(target, name) as (...args: readonly unknown[]) => unknown;
          return (...args: readonly unknown[]): unknown => {
            const far = args.flat().filter((arg) => typeof arg === 'string' && /^\/(?:\/|net\/)/.test(arg));
            if (name !== 'isRemote' && far.length > 0) reached.push(`${String(name)} ${far.join()}`);
            return method.apply(target, [...args]);
          };
        },
      });
      const memory = untouchable<Pick<GateMemory, 'livingShellChanged' | 'ignoresEntry'>>('memory', {
        livingShellChanged: () => false,
        ignoresEntry: () => false,
      });
      const world = untouchable('gate', {
        machine: gate.machine,
        files,
        clock: gate.clock,
        redact: (secret: string) => gate.redact(secret),
        configurationFor: () => gate.configurationFor(undefined, undefined),
        memory,
        writes: untouchable('writes', { wrote: () => false, lastWrite: () => undefined }),
      });
      for (const section of TRIED_SECTIONS) {
        const explain = (): Promise<string> => Promise.resolve('');
        const result = await triedCall(
          { text, rule: 'bash(git *)', section },
          { world, folder: WORKSPACE, explain, ruleProblem },
        );
        assert.doesNotMatch(JSON.stringify(result), /[\0\u202E]/);
      }
      assert.deepEqual(reached, []);
      assert.deepEqual([gate.asked, gate.classified, gate.logged, gate.noted], [[], [], [], []]);
    });
  }
});
