import assert from 'node:assert/strict';
import { builtInEntries } from '../../../src/config/defaultRules';
import { holdsSecrets } from '../../../src/engine/proof/secretFiles';
import { parsePermissionRule } from '../../../src/rules/permissionRule';
import type { MachineFacts } from '../../../src/files/machineFacts';
import { checkRequestSchema } from '../../../src/calls/request';
import { firstBroadMatch } from '../../../src/rules/broadMatch';
import { compileRule } from '../../../src/rules/compiledRule';
import { toolCall } from '../../../src/calls/toolCall';
import { fakeFiles, type Tree } from '../engine/fakeGate';
import { EMPTY_DISK, LINUX, MAC, WINDOWS } from '../files/fileWorld';

const ENTRIES = builtInEntries('permissions.ask', 'mustBeNamed');

interface World {
  readonly machine: MachineFacts;
  readonly cwd: string;
  readonly tree?: Tree;
}

const ON_LINUX: World = { machine: LINUX, cwd: '/home/u/project' };
const ON_MAC: World = { machine: MAC, cwd: '/Users/u/project' };
const ON_WINDOWS: World = { machine: WINDOWS, cwd: 'C:\\Users\\u\\project' };

/** The rule that asks about the call. */
function asks(
  tool: string,
  input: Record<string, unknown>,
  { machine, cwd, tree }: World,
  agent?: string,
): string | undefined {
  const files = tree === undefined ? EMPTY_DISK : fakeFiles(tree);
  const request = checkRequestSchema.parse({ tool, input, cwd, ...(agent === undefined ? {} : { agent }) });
  const rules = ENTRIES.map((text) => {
    const parsed = parsePermissionRule({ text, source: 'default' });
    assert.ok(parsed.ok, text);
    return compileRule(parsed.rule, [cwd], machine, true);
  });
  return firstBroadMatch(rules, toolCall(request, machine, files), files, machine)?.rule.text;
}

const AT_HOME =
  '.ssh/id_rsa .ssh/work .ssh/keys/deploy.pem .ssh/config .gnupg/private-keys-v1.d/x.key .password-store/a.gpg .aws/credentials .aws/config ' +
  '.aws/sso/cache/x.json .azure/msal_token_cache.json .config/gcloud/application_default_credentials.json .kube/config .kube/prod.yaml ' +
  '.docker/config.json .terraform.d/credentials.tfrc.json .git-credentials .config/git/credentials .config/gh/hosts.yml ' +
  '.config/glab-cli/config.yml .netrc .npmrc .pypirc .cargo/credentials.toml .pgpass .vault-token .config/op/config';
const KEY_FILES: readonly (readonly [world: World, home: string, paths: string])[] = [
  [ON_LINUX, '/home/u', `${AT_HOME} .local/share/keyrings/login.keyring .mozilla/firefox/a.default/logins.json`],
  [
    ON_LINUX,
    '/home/u',
    '.config/google-chrome/Default/Cookies project/.env project/.env.local project/api/.env other/.env',
  ],
  [
    ON_LINUX,
    '/home/u',
    'project/.env.production project/.env.development.local project/.env.staging project/.env.test',
  ],
  [ON_MAC, '/Users/u', `${AT_HOME} Library/Keychains/login.keychain-db .SSH/ID_RSA project/.ENV .Config/GH/hosts.yml`],
  [ON_WINDOWS, 'C:/Users/u', `${AT_HOME} AppData/Roaming/gcloud/credentials.db .SSH/ID_RSA _netrc project/.env`],
  [
    ON_WINDOWS,
    'C:/Users/u',
    'AppData/Roaming/Mozilla/Firefox/Profiles/a/logins.json AppData/Roaming/terraform.d/credentials.tfrc.json',
  ],
];

const ORDINARY =
  'project/src/a.ts project/.env.example project/.env.sample project/.env.template project/.env.d.ts project/src/env.ts project/.envrc.example ' +
  'project/.npmrc project/README.md .gitconfig .bashrc .docker/cli-plugins/x .cargo/config.toml .config/gh/config.yml project/.ssh.md ' +
  'project/docs/.kube.md .config/git/config project/environment.ts';

describe('the built-in ask rules', () => {
  it('are at most 40, each once, each for reading', () => {
    assert.ok(ENTRIES.length <= 40, String(ENTRIES.length));
    assert.equal(new Set(ENTRIES).size, ENTRIES.length);
    for (const entry of ENTRIES) assert.match(entry, /^read\([^()]+\)$/);
  });

  for (const [world, home, paths] of KEY_FILES) {
    for (const path of paths.split(' ').map((name) => `${home}/${name}`)) {
      it(`${world.machine.platform}: ${path}`, () => {
        assert.notEqual(asks('read', { path }, world), undefined, 'read');
        assert.notEqual(asks('Read', { file_path: path }, world, 'claude-code'), undefined, 'Read');
        assert.notEqual(asks('grep', { pattern: 'x', path }, world), undefined, 'grep');
        assert.notEqual(asks('bash', { command: `cat '${path}'` }, world), undefined, 'cat');
        assert.notEqual(asks('bash', { command: `grep x '${path}'` }, world), undefined, 'grep in the shell');
        assert.notEqual(asks('bash', { command: `cp '${path}' x` }, world), undefined, 'cp');
        // What is asked about is never settled as a command that only reads.
        if (!path.endsWith('config')) assert.ok(holdsSecrets(path, world.machine.platform), 'secret');
      });
    }
  }

  for (const path of ORDINARY.split(' ').map((name) => `/home/u/${name}`)) {
    it(`not ${path}`, () => {
      assert.equal(asks('read', { path }, ON_LINUX), undefined);
      assert.equal(asks('bash', { command: `cat '${path}'` }, ON_LINUX), undefined);
    });
  }

  it('do not ask about what is looked for, or about pages of the web', () => {
    const tree = { '/home/u/project/src/a.ts': 'x', '/home/u/.ssh/id_rsa': 'x', '/home/u/project/.env': 'x' };
    const world = { ...ON_LINUX, tree };
    const editor = (tool: string, input: Record<string, unknown>) => asks(tool, input, world, 'editor');
    for (const query of ['foo\\.bar', 'a|\\.b', '@foo/.bar', '~x\\.y']) {
      assert.equal(editor('grep_search', { query, isRegexp: true }), undefined, query);
    }
    assert.equal(editor('fetch_webpage', { urls: ['https://example.org/.well-known/x'], query: 'x' }), undefined);
    assert.equal(editor('mcp__web__get', { uri: 'https://example.org/a' }), undefined);
    // A folder that does exist is looked at, however it is written.
    for (const path of ['@.', ' .', '..\\project', '/home/u/project']) {
      assert.notEqual(editor('mcp__fs__search_files', { path }), undefined, path);
    }
    assert.notEqual(editor('mcp__fs__search_files', { path: '@~' }), undefined);
    assert.notEqual(editor('mcp__fs__read', { uri: 'file:///home/u/.ssh/id_rsa' }), undefined);
  });

  const spellings: readonly (readonly [command: string, expected: boolean])[] = [
    ['cat ~/.ssh/id_rsa', true],
    ['cat $HOME/.ssh/id_rsa', true],
    ['cat ../.ssh/id_rsa', true],
    ['cat ~/.ss*/id_rsa', true],
    ['cat .env', true],
    ['cat ./api/../.env', true],
    ['cat .en*', true],
    ['head -1 < .env', true],
    ['ls', false],
    ['ls -la', false],
    ['git status', false],
    ['cat .env.example', false],
    ['cat src/*.ts', false],
    ['npm test', false],
  ];
  for (const [command, expected] of spellings) {
    it(`${command}: ${expected ? 'asks' : 'does not ask'}`, () => {
      assert.equal(asks('bash', { command }, ON_LINUX) !== undefined, expected);
    });
  }

  it('writing is not reading', () => {
    assert.equal(asks('write', { path: '.env', content: 'A=1' }, ON_LINUX), undefined);
    assert.equal(asks('bash', { command: 'rm .env' }, ON_LINUX), undefined);
  });

  const tree: Tree = {
    '/home/u/project/src/a.ts': 'x',
    '/home/u/project/.env': 'A=1',
    '/home/u/.ssh/id_rsa': 'x',
    '/home/u/notes/a.txt': 'x',
  };
  const searches: readonly (readonly [
    tool: string,
    input: Record<string, unknown>,
    agent: string | undefined,
    rule: string | undefined,
  ])[] = [
    ['Grep', { pattern: 'x' }, 'claude-code', 'read(.env)'],
    ['Grep', { pattern: 'x', path: 'src' }, 'claude-code', undefined],
    ['Grep', { pattern: 'x', path: '/home/u' }, 'claude-code', 'read(~/.ssh/**)'],
    ['Grep', { pattern: 'x', path: '/home/u/notes' }, 'claude-code', undefined],
    ['bash', { command: 'grep -r x .' }, undefined, 'read(.env)'],
    ['bash', { command: 'grep -r x src' }, undefined, undefined],
    ['bash', { command: 'rg x' }, undefined, undefined],
    ['bash', { command: 'rg --hidden x' }, undefined, 'read(.env)'],
    ['bash', { command: 'grep -r x ~' }, undefined, 'read(~/.ssh/**)'],
    ['bash', { command: 'rg x ~' }, undefined, undefined],
    ['Glob', { pattern: '**/*' }, 'claude-code', undefined],
  ];
  for (const [tool, input, agent, rule] of searches) {
    it(`${tool} ${JSON.stringify(input)}: ${rule ?? 'does not ask'}`, () => {
      assert.equal(asks(tool, input, { ...ON_LINUX, tree }, agent), rule);
    });
  }
});
