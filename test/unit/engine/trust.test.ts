/** What is in force in a trusted, an untrusted and a virtual workspace, stage by stage. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callKey } from '../../../src/engine/model/callKey';
import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import { decide } from '../../../src/engine/decide';
import type { JsonObject } from '../../../src/common/json';
import { configuration, entries, fakeGate, HOME, permissions, verdict, WORKSPACE, type FakeGate } from './fakeGate';

const RULES = permissions({
  deny: entries(['bash(denied *)'], 'workspace'),
  ask: entries(['bash(asked *)'], 'workspace'),
  allow: entries(['bash(make *)', 'write(/srv/rule/*)']),
});

const WORLDS: Readonly<Record<string, Partial<EffectiveConfiguration>>> = {
  trusted: {},
  untrusted: { trusted: false },
  // A folder without a disk is none of the folders that the engine is told.
  virtual: { workspaceFolders: [] },
  'virtual and untrusted': { workspaceFolders: [], trusted: false },
  'virtual, told by its address': { workspaceFolders: ['vscode-vfs://github/owner/project'] },
};

function gateFor(world: Partial<EffectiveConfiguration>, allowOnce: Set<string>): FakeGate {
  return fakeGate({
    tree: {
      [`${WORKSPACE}/src/a.ts`]: 'x',
      [`${WORKSPACE}/.git/config`]: '[core]\n\tbare = false\n',
      [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
      '/srv/released/x': undefined,
    },
    configuration: configuration({ permissions: RULES, ...world }),
    classifier: () => verdict('allow'),
    allowOnce,
  });
}

interface Row {
  readonly what: string;
  readonly tool: string;
  readonly input: JsonObject;
  /** Decided before, so that an answer may be remembered. */
  readonly twice?: true;
  /** The user released it. */
  readonly released?: true;
  /** The stages in the order of `WORLDS`; one for all where they agree. */
  readonly stages: string | readonly string[];
}

const bash = (command: string): Pick<Row, 'tool' | 'input'> => ({ tool: 'bash', input: { command } });
const write = (path: string): Pick<Row, 'tool' | 'input'> => ({ tool: 'write', input: { path, content: 'x' } });

const ROWS: readonly Row[] = [
  { what: "5: a workspace's deny rule", ...bash('denied x'), stages: 'permissions.deny' },
  { what: "6: a workspace's ask rule, nobody there", ...bash('asked x'), stages: 'permissions.ask' },
  { what: '7: the hard floor', ...bash('code --disable-extensions'), stages: 'hard-deny' },
  { what: '8: a safe tool', tool: 'read', input: { path: `${WORKSPACE}/src/a.ts` }, stages: 'safe-tool' },
  {
    what: '9: an ordinary edit in the folder',
    ...write(`${WORKSPACE}/src/new.ts`),
    stages: ['workspace-edit', 'classifier', 'classifier', 'classifier', 'classifier'],
  },
  { what: '10: a command that reads no configuration', ...bash('wc -l src/a.ts'), stages: 'read-only-command' },
  {
    what: "10: a command that reads the repository's configuration",
    ...bash('git status'),
    stages: ['read-only-command', 'classifier', 'read-only-command', 'classifier', 'read-only-command'],
  },
  {
    what: '11: an allow rule for a command',
    ...bash('make all'),
    stages: ['permissions.allow', 'classifier', 'permissions.allow', 'classifier', 'permissions.allow'],
  },
  {
    what: '11: an allow rule for a file',
    ...write('/srv/rule/x'),
    stages: ['permissions.allow', 'classifier', 'permissions.allow', 'classifier', 'permissions.allow'],
  },
  {
    what: '12: released once',
    ...write('/srv/released/y'),
    released: true,
    stages: ['allow-once', 'classifier', 'allow-once', 'classifier', 'allow-once'],
  },
  {
    what: '13: allowed before by the classifier',
    ...write('/srv/cached/x'),
    twice: true,
    stages: ['cache', 'classifier', 'cache', 'classifier', 'cache'],
  },
];

describe('trust', () => {
  for (const [index, [name, world]] of Object.entries(WORLDS).entries()) {
    describe(name, () => {
      for (const { what, tool, input, twice, released, stages } of ROWS) {
        const expected = typeof stages === 'string' ? stages : stages[index];
        it(`${what}: ${expected ?? ''}`, async () => {
          const request = { tool, input, cwd: WORKSPACE, sessionId: 's' };
          const allowOnce = new Set(released === true ? [callKey({ ...request, agent: undefined })] : []);
          const gate = gateFor(world, allowOnce);
          const signal = new AbortController().signal;
          if (twice === true) await decide(request, gate, signal);
          assert.equal((await decide(request, gate, signal)).stage, expected);
          // What is not honoured is not used up either: it still counts once the workspace is trusted.
          if (released === true && expected !== 'allow-once') assert.equal(allowOnce.size, 1);
        });
      }
    });
  }

  it('an answer of the classifier in an untrusted workspace is not kept for the trusted one', async () => {
    let trusted = false;
    const request = { ...write('/srv/cached/x'), cwd: WORKSPACE, sessionId: 's' };
    const gate = gateFor({}, new Set());
    const switching = { ...gate, configurationFor: () => configuration({ trusted }) };
    await decide(request, switching, new AbortController().signal);
    trusted = true;
    assert.equal((await decide(request, switching, new AbortController().signal)).stage, 'classifier');
  });

  it('the manifest runs the gate in both, and takes no tightening away', () => {
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
      capabilities: Record<string, { supported: string; description: string; restrictedConfigurations?: string[] }>;
      contributes: { configuration: readonly { properties: Record<string, { scope?: string }> }[] };
    };
    const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
    for (const capability of [untrustedWorkspaces, virtualWorkspaces]) {
      assert.equal(capability?.supported, 'limited');
      assert.match(capability.description, /^%/);
      // VS Code would not read these from an untrusted workspace; the only ones that a workspace may set tighten.
      assert.deepEqual(capability.restrictedConfigurations ?? [], []);
    }
    const perWorkspace = manifest.contributes.configuration
      .flatMap(({ properties }) => Object.entries(properties))
      .filter(([, { scope }]) => scope !== 'application' && scope !== 'machine')
      .map(([key]) => key);
    assert.deepEqual(perWorkspace.toSorted(), ['autoMode.permissions.ask', 'autoMode.permissions.deny']);
  });

  it('a folder of the home or the root is none either', async () => {
    const gate = gateFor({ workspaceFolders: [HOME] }, new Set());
    const request = { ...write(`${HOME}/notes.txt`), cwd: HOME };
    assert.equal((await decide(request, gate, new AbortController().signal)).stage, 'classifier');
  });
});
