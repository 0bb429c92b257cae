import assert from 'node:assert/strict';
import { decide } from '../../../src/engine/decide';
import { explainCommand } from '../../../src/engine/explain/explainCommand';
import { explanationText } from '../../../src/engine/explain/explanationText';
import { callKey } from '../../../src/engine/model/callKey';
import { decisionSchema, type Decision } from '../../../src/engine/model/decision';
import {
  configuration,
  entries,
  fakeGate,
  permissions,
  verdict,
  WORKSPACE,
  type FakeGate,
  type FakeGateOptions,
} from './fakeGate';

const tree = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path.startsWith('/') ? path : `${WORKSPACE}/${path}`, text]),
  );

function gateWith(files: Record<string, string>, options: FakeGateOptions = {}): FakeGate {
  return fakeGate({ tree: tree(files), classifier: () => verdict('allow'), ...options });
}

const inputOf = (command: string): { command: string } => ({ command });

async function run(command: string, gate: FakeGate | Parameters<typeof decide>[1]): Promise<Decision> {
  const request = { tool: 'bash', input: inputOf(command), cwd: WORKSPACE, sessionId: 's' };
  const decision = await decide(request, gate, new AbortController().signal);
  decisionSchema.parse(decision);
  return decision;
}

const READS = '#!/bin/bash\nset -e\nls -la\ncat README.md | head -3\n';

describe('a line that runs shell scripts which only read', () => {
  const proven: readonly (readonly [string, Record<string, string>])[] = [
    ['./check.sh', { 'check.sh': READS }],
    ['bash -e check.sh 2>/dev/null | tail -3', { 'check.sh': READS }],
    ['sh check.sh && ./b.sh', { 'check.sh': READS, 'b.sh': '#!/bin/sh\npwd\n' }],
    ['./a.sh', { 'a.sh': '#!/usr/bin/env bash\n./b.sh\n', 'b.sh': READS }],
  ];
  for (const [line, files] of proven) {
    it(`runs ${line} at once`, async () => {
      const gate = gateWith(files);
      const decision = await run(line, gate);
      assert.equal(decision.stage, 'read-only-command', JSON.stringify(decision.runs));
      assert.equal(decision.outcome, 'allow');
      assert.equal(gate.classified.length, 0);
      assert.equal(decision.runs?.complete, true);
    });
  }

  const refused: readonly (readonly [string, string, Record<string, string>, FakeGateOptions?])[] = [
    ['a script that removes', './check.sh', { 'check.sh': `${READS}rm x\n` }],
    ['a secret', './check.sh', { 'check.sh': '#!/bin/sh\ncat .env\n', '.env': 'A=1' }],
    ['output into a file', './check.sh > out', { 'check.sh': READS }],
    ['a variable in front', 'BASH_ENV=./x ./check.sh', { 'check.sh': READS }],
    ['an interactive shell', 'bash -i check.sh', { 'check.sh': READS }],
    ['another user', 'sudo ./check.sh', { 'check.sh': READS }],
    ['a file outside of the workspace', '/tmp/check.sh', { '/tmp/check.sh': READS }],
    ['no first line', './check.sh', { 'check.sh': 'ls\n' }],
    ['options in the first line', './check.sh', { 'check.sh': '#!/bin/bash -i\nls\n' }],
    ['a shell of the project', './check.sh', { 'check.sh': `#!${WORKSPACE}/bash\nls\n` }],
    ['what the words say', './check.sh README.md', { 'check.sh': '#!/bin/sh\ncat "$1"\n' }],
    ['a function', './check.sh', { 'check.sh': '#!/bin/sh\nf() { ls; }\nf\n' }],
    ['a program of the project', './check.sh', { 'check.sh': '#!/bin/sh\nnode x.js\n', 'x.js': '1' }],
    ['code', './check.py', { 'check.py': '#!/usr/bin/env python3\nprint(1)\n' }],
    ['a package script', 'npm run look', { 'package.json': '{"scripts":{"look":"ls"}}' }],
    ['make', 'make look', { Makefile: 'look:\n\tls\n' }],
    ['a sourced file', '. ./check.sh', { 'check.sh': READS }],
    ['a missing file', './check.sh', {}],
    ['a script that runs itself', './check.sh', { 'check.sh': '#!/bin/sh\n./check.sh\n' }],
    ['a written script', 'echo ls > check.sh; ./check.sh', { 'check.sh': READS }],
    ['no trust', './check.sh', { 'check.sh': READS }, { configuration: configuration({ trusted: false }) }],
  ];
  for (const [why, line, files, options] of refused) {
    it(`asks about ${why}: ${line}`, async () => {
      const decision = await run(line, gateWith(files, options));
      assert.equal(decision.stage, 'classifier', decision.reason);
    });
  }
});

describe('rules and floor inside of what runs', () => {
  const files = { 'package.json': '{\n  "scripts": {\n    "release": "npm publish"\n  }\n}' };

  it('blocks by a deny rule, and names file and line', async () => {
    const options = {
      configuration: configuration({ permissions: permissions({ deny: entries(['bash(npm publish*)']) }) }),
    };
    const decision = await run('npm run release', gateWith(files, options));
    assert.equal(decision.stage, 'permissions.deny');
    assert.match(decision.reason, /package\.json" \(package script, release, line 3\), which this call runs\.$/);
  });

  it('asks by an ask rule', async () => {
    const options = {
      configuration: configuration({ permissions: permissions({ ask: entries(['bash(npm publish*)']) }) }),
    };
    const decision = await run('npm run release', gateWith(files, options));
    assert.equal(decision.stage, 'permissions.ask');
    assert.match(decision.reason, /line 3\), which this call runs\.$/);
  });

  it('shows the user the rule, its place, and the texts that were judged', async () => {
    const ask = [{ text: 'bash(npm publish*)', message: 'Ask Ada.', source: 'workspace' as const }];
    const gate = gateWith(files, {
      configuration: configuration({ permissions: permissions({ ask }) }),
      user: () => ({ kind: 'declined' }),
    });
    await run('npm run release', gate);
    const [question] = gate.asked;
    assert.equal(question?.rule?.source, 'workspace');
    assert.match(question.note ?? '', /^"Ask Ada\." .*line 3\), which this call runs\.$/);
    assert.equal(question.runs?.files[0]?.name, 'release');
    assert.deepEqual(question.runs.texts, ['npm publish']);
  });

  it('takes an allow rule for no change of a protected path', async () => {
    const options = {
      configuration: configuration({ permissions: permissions({ allow: entries(['bash(./run.sh)']) }) }),
    };
    assert.equal(
      (await run('./run.sh', gateWith({ 'run.sh': '#!/bin/sh\ntouch a\n' }, options))).stage,
      'permissions.allow',
    );
    const protecting = { 'run.sh': '#!/bin/sh\necho x > .vscode/tasks.json\n' };
    assert.equal((await run('./run.sh', gateWith(protecting, options))).stage, 'classifier');
  });

  it('reads what the line itself writes before it runs it', async () => {
    const line = "cat > x.sh <<'E'\nrm -rf ~\nE\nsh x.sh";
    assert.equal((await run(line, gateWith({}))).stage, 'hard-deny');
  });
});

describe('what an allowance holds for', () => {
  const line = 'sh clean.sh';
  const before = { 'clean.sh': 'rm -r old\n' };
  const after = { 'clean.sh': 'rm -r old src\n' };

  it('keeps a verdict for the same content only', async () => {
    const gate = gateWith(before);
    assert.equal((await run(line, gate)).stage, 'classifier');
    assert.equal((await run(line, gate)).stage, 'cache');
    assert.equal((await run(line, { ...gateWith(after), memory: gate.memory })).stage, 'classifier');
  });

  it('keeps none where not all of what runs is known', async () => {
    const gate = gateWith({ 'clean.sh': 'node x.js\n', 'x.js': '1' });
    assert.equal((await run(line, gate)).stage, 'classifier');
    assert.equal((await run(line, gate)).stage, 'classifier');
  });

  it('releases the same content only', async () => {
    const allowOnce = new Set<string>();
    const blocking = { allowOnce, classifier: () => verdict('block', 'soft_deny') };
    const blocked = await run(line, gateWith(before, blocking));
    assert.equal(blocked.outcome, 'block');
    allowOnce.add(callKey({ ...blocked, input: inputOf(line) }));
    const changed = gateWith(after, blocking);
    assert.equal((await run(line, changed)).outcome, 'block');
    assert.equal(changed.classified[0]?.authorisation, undefined);
    assert.equal((await run(line, gateWith(before, blocking))).stage, 'allow-once');
    assert.equal(allowOnce.size, 0);
  });
});

describe('who wrote what runs', () => {
  it('says that an agent wrote it in this session, and that it changed since', async () => {
    const gate = gateWith({});
    const content = 'curl -d @x https://h.example\n';
    const write = {
      tool: 'write',
      input: { path: `${WORKSPACE}/a.sh`, content },
      cwd: WORKSPACE,
      sessionId: 's',
      callId: 'c-1',
    };
    assert.equal((await decide(write, gate, new AbortController().signal)).outcome, 'allow');
    const same = { ...gateWith({ 'a.sh': content }), writes: gate.writes };
    const decision = await run('sh a.sh', same);
    assert.equal(decision.runs?.files[0]?.writer, 'agent');
    assert.match(
      same.classified[0]?.facts.join('\n') ?? '',
      /an agent wrote it through the gate in this session \(call "c-1"\)/,
    );
    const other = { ...gateWith({ 'a.sh': 'ls\n' }), writes: gate.writes };
    assert.equal((await run('sh a.sh', other)).runs?.files[0]?.writer, 'agent-changed');
  });

  it('knows what git holds', async () => {
    const held = new Set([`${WORKSPACE}/a.sh`]);
    assert.equal((await run('sh a.sh', gateWith({ 'a.sh': 'make\n' }, { held }))).runs?.files[0]?.writer, 'committed');
  });
});

describe('the explanation of what runs', () => {
  it('is a tree', () => {
    const gate = gateWith({ 'package.json': '{"scripts":{"test":"sh t.sh"}}', 't.sh': 'node a.js\n', 'a.js': '1\n' });
    const explanation = explainCommand('npm test', WORKSPACE, gate);
    assert.deepEqual(
      explanation.runs?.files.map(({ kind, depth }) => [kind, depth]),
      [
        ['package-script', 0],
        ['script', 1],
        ['script', 2],
      ],
    );
    assert.match(explanationText(explanation), /\n {2}package-script "test" of .+\n {4}script of .+\n {6}script of /);
  });
});
