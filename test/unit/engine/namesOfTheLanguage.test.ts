/** Tables are asked for words of the call: what every object of JavaScript has must be no row of them. */
import assert from 'node:assert/strict';
import { decide } from '../../../src/engine/decide';
import { fakeGate, WORKSPACE } from './fakeGate';

const NAMES = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__proto__',
  '__defineGetter__',
];

/** `N` is the name. */
const FORMS = [
  ...['N', 'N x', './N x', 'N --help', 'N --version', 'sudo N x', 'env N x', 'xargs N', 'timeout 5 N x', 'rtk N x'],
  ...['cat $(N x)', 'ls | N', 'find . | N | xargs cat', 'x=$(git N); cat $x', 'N () { ls; }; N', 'echo $N', 'cat N'],
  ...['git N', 'git -c N.x=y log', 'git config N.N', 'git commit -m "N" && git N'],
  ...['npm N', 'npm run N', 'yarn N', 'pnpm run N', 'bun N', 'bun run N', 'npx N', 'make N', 'just N', 'task N'],
  ...['rg -t N x', 'aws N list', 'aws s3 N', 'kubectl get N', 'docker N', 'cargo N', 'go N', 'brew N', 'gh N list'],
  ...['defaults read N', 'curl -H N http://localhost:3000/', 'rclone N x', 'python -m N', 'node N', 'bash N', 'N < x'],
];

describe('a word that every object of JavaScript knows', () => {
  for (const name of NAMES) {
    it(name, async () => {
      for (const form of FORMS) {
        const command = form.replaceAll('N', name);
        const request = { tool: 'bash', input: { command }, cwd: WORKSPACE };
        const decision = await decide(request, fakeGate(), new AbortController().signal);
        const other = form.replaceAll('N', 'zzyzx');
        const same = { ...request, input: { command: other } };
        const expected = await decide(same, fakeGate(), new AbortController().signal);
        assert.deepEqual([decision.outcome, decision.stage], [expected.outcome, expected.stage], command);
        assert.doesNotMatch(decision.reason, /Auto Mode failed/, command);
      }
    });
  }
  it('as a tool, an agent or a key of the input', async () => {
    for (const name of NAMES) {
      for (const request of [
        { tool: name, input: {}, cwd: WORKSPACE },
        { tool: 'read', input: { [name]: 'x', path: 'a' }, cwd: WORKSPACE },
        { tool: 'bash', input: { command: 'ls' }, cwd: WORKSPACE, agent: name, sessionId: name },
      ]) {
        const decision = await decide(request, fakeGate(), new AbortController().signal);
        assert.doesNotMatch(decision.reason, /Auto Mode failed/, JSON.stringify(request));
      }
    }
  });
});
