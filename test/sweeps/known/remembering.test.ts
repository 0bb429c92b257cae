/** What is remembered of pure functions never changes an answer. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { SECRET_FILE_NAMES, SECRET_FOLDERS } from '../../../src/facts/secrets';
import { decide } from '../../../src/engine/decide';
import { PrivateFiles } from '../../../src/engine/proof/privateFiles';
import { holdsSecrets } from '../../../src/engine/proof/secretFiles';
import { settingsOfGitConfig } from '../../../src/files/git/gitConfigText';
import { PlaceIndex } from '../../../src/files/placeIndex';
import { commandFloor } from '../../../src/floor/commands/commandFloor';
import { analyse, analysed } from '../../../src/shell/analyse';
import type { Shell } from '../../../src/shell/model/analysis';
import { fakeFiles, fakeGate, HOME, verdict, WORKSPACE, type Tree } from '../../unit/engine/fakeGate';

const LINES = ['agent-calls', 'documented-floor-cases', 'shell-corpus', 'shell-misses'].flatMap((name) =>
  readFileSync(join(import.meta.dirname, '../../corpus', `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => String((JSON.parse(line) as { readonly command: unknown }).command)),
);
const line = fc.constantFrom(...LINES);
const PLACE = { cwd: WORKSPACE, home: HOME };
const { machine } = fakeGate();

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

async function settled(command: string, tree: Tree = {}): Promise<unknown> {
  const gate = fakeGate({ tree, classifier: () => verdict('block') });
  const request = { tool: 'bash', input: { command }, cwd: WORKSPACE };
  const { outcome, stage, reason, rule, fragment } = await decide(request, gate, new AbortController().signal);
  return { outcome, stage, reason, rule, fragment };
}

describe('what is remembered', () => {
  it('is the analysis that the question gives, in any order of questions', () => {
    const folder = fc.constantFrom(undefined, WORKSPACE, '/', '/tmp');
    const home = fc.constantFrom(undefined, HOME, '/root');
    const question = fc.tuple(line, fc.constantFrom<Shell>('bash', 'sh', 'other'), fc.record({ cwd: folder, home }));
    fc.assert(
      fc.property(fc.array(question, { maxLength: 12 }), (questions) => {
        for (const [script, shell, place] of [...questions, ...questions.toReversed()]) {
          assert.deepEqual(analyse(script, shell, place), analysed(script, shell, place));
        }
      }),
    );
  });

  it('is kept for equal questions, but not for long texts', () => {
    assert.equal(analyse('ls -la', 'bash', PLACE), analyse('ls -la', 'bash', { ...PLACE }));
    const long = `ls ${'x'.repeat(300_000)}`;
    assert.notEqual(analyse(long, 'bash', PLACE), analyse(long, 'bash', PLACE));
  });

  it('is changed by nobody', async () => {
    for (const command of LINES.filter((_, index) => index % 3 === 0)) {
      const before = await settled(command);
      frozen(analyse(command, 'bash', PLACE));
      assert.deepEqual(await settled(command), before, command);
    }
  });

  it('leaves the floor to the disk of the moment', () => {
    const trees: readonly Tree[] = [
      {},
      { [`${WORKSPACE}/dist`]: { link: HOME }, [`${WORKSPACE}/src`]: { link: '/etc' } },
      { [`${WORKSPACE}/out.txt`]: { link: `${HOME}/.bashrc` }, [`${WORKSPACE}/a`]: { link: '/' } },
    ];
    const command = fc.oneof(
      { weight: 3, arbitrary: line },
      fc.constantFrom(
        'rm -rf dist',
        'rm -rf a/* src',
        'tar xf x.tar -C src',
        'sed -i s/a/b/ out.txt',
        'cat out.txt > a',
      ),
    );
    fc.assert(
      fc.property(command, fc.array(fc.nat(trees.length - 1), { minLength: 2, maxLength: 4 }), (script, order) => {
        const kept = analysed(script, 'bash', PLACE);
        for (const at of order) {
          const files = fakeFiles({ [WORKSPACE]: undefined, ...trees[at] });
          assert.deepEqual(
            commandFloor(kept, machine, files),
            commandFloor(analysed(script, 'bash', PLACE), machine, files),
          );
        }
      }),
    );
    const [, linked] = trees.map((tree) =>
      commandFloor(analyse('rm -rf dist', 'bash', PLACE), machine, fakeFiles({ [WORKSPACE]: undefined, ...tree })),
    );
    assert.notEqual(linked, undefined);
  });

  it('is no old configuration of git', async () => {
    const repository = (config: string): Tree => ({
      [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
      [`${WORKSPACE}/.git/objects`]: undefined,
      [`${WORKSPACE}/.git/refs`]: undefined,
      [`${WORKSPACE}/.git/config`]: config,
    });
    const plain = '[core]\n\tbare = false\n';
    const stages: unknown[] = [];
    for (const config of [plain, `${plain}\tfsmonitor = ./run\n`, plain, `${plain}\tpager = ./run\n`, plain]) {
      stages.push(((await settled('git log', repository(config))) as { readonly stage: string }).stage);
    }
    assert.deepEqual(
      stages.filter((_, index) => index % 2 === 0),
      Array(3).fill('read-only-command'),
    );
    assert.ok(stages.includes('classifier'), stages.join(' '));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(plain, '[a "b"]\n\tc = d', '[', '\0', ''), { maxLength: 9 }), (texts) => {
        for (const text of texts) {
          assert.deepEqual(settingsOfGitConfig(text), settingsOfGitConfig(`${text}\n`.slice(0, -1)));
          assert.equal(settingsOfGitConfig(text) === undefined, text === '[' || text === '\0');
        }
      }),
    );
  });

  it('of a folder is no answer for another one', () => {
    const names = [
      ...SECRET_FILE_NAMES,
      ...SECRET_FOLDERS.flatMap((folder) => folder.split('/')),
      ...[
        'proc',
        '1',
        'self',
        'environ',
        'src',
        'a.ts',
        'A.PEM',
        'known_hosts',
        '.env.example',
        'home',
        'u',
        'project',
      ],
    ].filter((name) => name !== '');
    const path = fc
      .array(fc.constantFrom(...names.map((name) => name.replaceAll('*', 'x'))), { minLength: 1, maxLength: 5 })
      .map((segments) => `/${segments.join('/')}`);
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 30 }), (paths) => {
        const place = { machine, files: fakeFiles({}), workspaceFolders: [WORKSPACE, '/src/project'] };
        const shared = new PrivateFiles(place);
        for (const at of paths.flatMap((one) => [one, `${WORKSPACE}${one}`, `${one}/a.ts`])) {
          // Windows has no short way.
          assert.equal(holdsSecrets(at, 'linux'), holdsSecrets(at, 'win32'), at);
          assert.equal(shared.isInWorkspace(at), new PrivateFiles(place).isInWorkspace(at), at);
          assert.equal(shared.objection(at), new PrivateFiles(place).objection(at), at);
        }
      }),
    );
  });

  it('of a pattern is what a new index of places says, also after a place was added', () => {
    const places = ['~/.ssh/*', '~/.bashrc', '/etc/passwd', '**/.git/hooks/**', '**/.vscode/settings.json'];
    const indexOf = (patterns: readonly string[]): PlaceIndex<string> => {
      const index = new PlaceIndex<string>();
      for (const pattern of patterns) index.add(pattern, pattern);
      return index;
    };
    const name = fc.constantFrom('home', 'u', '.ssh', '*', '.*', 'etc', 'pass*', '.git', 'h?oks', '.vscode', 'x');
    const path = fc.array(name, { minLength: 1, maxLength: 5 });
    const homes = fc.subarray([['home', 'u'], ['root']]);
    fc.assert(
      fc.property(fc.array(fc.tuple(path, homes), { minLength: 1, maxLength: 20 }), fc.nat(4), (questions, first) => {
        const shared = indexOf(places.slice(0, first));
        for (let count = first; count <= places.length; count += 1) {
          for (const [at, own] of [...questions, ...questions]) {
            const anew = indexOf(places.slice(0, count));
            assert.deepEqual(shared.meetings(at, own, [[]]), anew.meetings(at, own, [[]]));
          }
          const next = places[count];
          if (next !== undefined) shared.add(next, next);
        }
      }),
    );
  });
});
