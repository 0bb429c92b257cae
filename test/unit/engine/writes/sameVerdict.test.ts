/** What a shell line changes gets the verdict that the same change by an edit tool gets. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { workspaceEditVerdict } from '../../../../src/engine/edits/workspaceEdit';
import type { FileTouch } from '../../../../src/files/fileTouch';
import { Answers } from '../../../../src/engine/model/answers';
import { Round } from '../../../../src/engine/round';
import { workspaceWrite } from '../../../../src/engine/writes/workspaceWrite';
import { resolvedTouches, toolCall } from '../../../../src/calls/toolCall';
import { checkRequestSchema } from '../../../../src/calls/request';
import { configuration, fakeGate, HOME, WORKSPACE, type Tree } from '../fakeGate';
import { runs } from '../../propertyRuns';

const at = (path: string): string => `${WORKSPACE}/${path}`;
const TREE: Tree = {
  [at('src/a.ts')]: 'held',
  [at('src/b.ts')]: 'not held',
  [at('written.ts')]: 'by an agent',
  [at('.vscode/a.json')]: '{}',
  [at('package.json')]: '{}',
  [at('up')]: { link: 'src' },
  [at('out')]: { link: '/srv' },
  [at('link.ts')]: { link: 'src/a.ts' },
  [at('empty')]: undefined,
  '/srv/x': 'x',
};
const gate = fakeGate({ tree: TREE, held: new Set([at('src/a.ts'), at('.vscode/a.json')]) });
gate.writes.note(at('written.ts'), 'by an agent');
const settings = configuration();

const PATHS = [
  ...['src/a.ts', 'src/b.ts', 'written.ts', 'new.ts', 'src/new.ts', 'new/er.ts', '.vscode/a.json', '.vscode/b.json'],
  ...['.git/config', '.GIT/x', 'up/a.ts', 'up/new.ts', 'out/x', 'out/new', 'link.ts', 'src', 'empty', '../x', '/srv/x'],
  ...[`${HOME}/.bashrc`, '/tmp/x', 'src/../written.ts', 'up/../new.ts', './new.ts', 'a b.ts', 'tsconfig.json', '.env'],
  ...['/net/host/x', 'package.json'],
];

/** The same change, as an edit tool's touches. Reading a source is another matter. */
const FORMS: readonly (readonly [
  line: (one: string, two: string) => string,
  touches: (one: string, two: string) => readonly FileTouch[],
])[] = [
  [(one) => `echo text > ${one}`, (path) => [{ path, change: 'overwrite', newText: 'text\n' }]],
  [(one) => `echo text >> ${one}`, (path) => [{ path, change: 'in-place' }]],
  [(one) => `pwd > ${one}`, (path) => [{ path, change: 'overwrite' }]],
  [(one) => `pwd | tee ${one}`, (path) => [{ path, change: 'overwrite' }]],
  [(one) => `rm ${one}`, (path) => [{ path, change: 'delete' }]],
  [
    (one, two) => `mv -n ${one} ${two}`,
    (one, two) => [
      { path: one, change: 'rename-from' },
      { path: two, change: 'rename-to' },
    ],
  ],
  [(one) => `cp src/a.ts ${one}`, (path) => [{ path, change: 'overwrite' }]],
];

function verdictOfLine(command: string): boolean {
  const request = checkRequestSchema.parse({ tool: 'bash', input: { command }, cwd: WORKSPACE });
  const call = toolCall(request, gate.machine, gate.files);
  const { line } = call;
  assert.ok(line);
  return workspaceWrite(line, new Round(call, settings, { request: call.request, gate, answers: new Answers() }, false))
    .allowed;
}

function verdictOfEdit(touches: readonly FileTouch[]): boolean {
  const resolved = resolvedTouches(touches, WORKSPACE, gate.machine, gate.files);
  return workspaceEditVerdict({ touches: resolved, by: 'other' }, settings, gate.machine, gate.files, gate.writes)
    .allowed;
}

function isFolder(path: string): boolean {
  return ['src', 'empty', '/tmp/x', 'out', 'up'].includes(path);
}

describe('a change by shell and by an edit tool', () => {
  it('get the same verdict', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FORMS),
        fc.constantFrom(...PATHS),
        fc.constantFrom(...PATHS),
        ([line, touches], one, two) => {
          // A folder as the target stands for a file in it.
          fc.pre(!isFolder(two) && !isFolder(one) && one !== two);
          const command = line(`'${one}'`, `'${two}'`);
          const byShell = verdictOfLine(command);
          // A secret is never moved, wherever.
          if (byShell || !/^mv.*(?:\.env|bashrc|srv)/.test(command)) {
            assert.equal(byShell, verdictOfEdit(touches(one, two)), command);
          }
        },
      ),
      runs(20_261_124, 300),
    );
  });

  it('differ only for a manifest, of which an edit tool shows the whole change', () => {
    const touches = [{ path: 'new/package.json', change: 'overwrite', newText: '{"name":"b"}' }] as const;
    const { machine, files, writes } = gate;
    const resolved = resolvedTouches(touches, WORKSPACE, machine, files);
    const byTool = workspaceEditVerdict({ touches: resolved, by: 'edit-tool' }, settings, machine, files, writes);
    assert.equal(byTool.allowed, true);
    assert.equal(verdictOfLine(`printf '{"name":"b"}' > new/package.json`), false);
  });

  it('are judged alike in any number and order of the parts of a line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...FORMS), fc.constantFrom(...PATHS), fc.constantFrom(...PATHS)), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.constantFrom('; ', ' && ', ' || ', ' & '),
        (parts, joint) => {
          const lines = parts.map(([[line], one, two]) => line(`'${one}'`, `'${two}'`));
          if (!verdictOfLine(lines.join(joint))) return;
          for (const line of lines) assert.ok(verdictOfLine(line), line);
          assert.ok(verdictOfLine(lines.toReversed().join(joint)));
        },
      ),
      runs(20_261_124, 400),
    );
  });
});
