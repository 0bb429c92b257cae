import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Clock } from '../../../src/common/clock';
import { decide } from '../../../src/engine/decide';
import type { Decision } from '../../../src/engine/model/decision';
import type { FileSystem } from '../../../src/files/fileSystem';
import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import { configuration, entries, fakeFiles, fakeGate, permissions, verdict, WORKSPACE } from './fakeGate';

const BUDGET_MS = 20;
/** At the judge, and once more after its answer. */
const LOOKS = 2;

/** A disk where each entry, each listing and each file takes its time. */
class SlowDisk {
  readonly roots: string[] = [];
  /** Of each whole walk, where it came to its end. */
  readonly walked: boolean[] = [];
  elapsed = 0;
  readonly #entries: number;
  readonly #stepMs: number;

  constructor(entriesPerFolder: number, stepMs: number) {
    this.#entries = entriesPerFolder;
    this.#stepMs = stepMs;
  }

  readonly clock: Clock = { now: () => this.elapsed, monotonic: () => this.elapsed };

  files(inMemory: FileSystem): FileSystem {
    return {
      ...inMemory,
      searchWouldRead: (root, wanted, { isOver = (): boolean => false }) => {
        this.roots.push(root);
        for (let entry = 0; entry < this.#entries; entry += 1) {
          if (isOver()) {
            this.walked.push(false);
            return 'unknown';
          }
          this.elapsed += this.#stepMs;
          const path = `${root}/ordinary${entry}.ts`;
          if (wanted(path, path)) return 'yes';
        }
        this.walked.push(true);
        return 'no';
      },
      listNames: this.#slow(inMemory.listNames.bind(inMemory)),
      readContent: this.#slow(inMemory.readContent.bind(inMemory)),
      heldByVersionControl: this.#slow(inMemory.heldByVersionControl.bind(inMemory)),
      versionControlStates: this.#slow(inMemory.versionControlStates.bind(inMemory)),
      gitLinks: this.#slow(inMemory.gitLinks.bind(inMemory)),
    };
  }

  #slow<Given extends readonly unknown[], Answer>(ask: (...given: Given) => Answer): (...given: Given) => Answer {
    return (...given) => {
      this.elapsed += this.#stepMs;
      return ask(...given);
    };
  }
}

const TREE = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${WORKSPACE}/${name}/x.ts`, 'text']));

async function decided(request: object, disk: SlowDisk, settings?: EffectiveConfiguration): Promise<Decision> {
  const gate = fakeGate({
    tree: TREE,
    classifier: () => verdict('block'),
    ...(settings !== undefined && { configuration: settings }),
  });
  const slow = { ...gate, files: disk.files(gate.files), clock: disk.clock };
  return decide({ cwd: WORKSPACE, ...request }, slow, new AbortController().signal);
}

const shell = (command: string): object => ({ tool: 'bash', input: { command } });
const grepTool = (path: string): object => ({ tool: 'grep', input: { pattern: 'x', path } });

describe('the time that a decision may spend on reading the disk', () => {
  it('lets a search through that ends within it', async () => {
    const disk = new SlowDisk(11, 1);
    assert.equal((await decided(shell('grep -rn x a'), disk)).stage, 'read-only-command');
    assert.equal((await decided(grepTool('a'), new SlowDisk(11, 1))).stage, 'safe-tool');
  });

  it('does not allow a search that it cuts short', async () => {
    for (const request of [shell('grep -rn x a'), shell('find a -type f | xargs grep x'), grepTool('a')]) {
      const disk = new SlowDisk(1_000, 1);
      const { outcome, stage } = await decided(request, disk);
      assert.deepEqual([outcome, stage], ['block', 'classifier'], JSON.stringify(request));
      assert.ok(disk.elapsed <= BUDGET_MS, `${disk.elapsed}`);
    }
  });

  it("takes a user's rule for matched where the walk is cut short", async () => {
    const rules = { deny: entries(['read(a/private/**)']) };
    const disk = new SlowDisk(1_000, 1);
    const { stage } = await decided(grepTool('a'), disk, configuration({ permissions: permissions(rules) }));
    assert.equal(stage, 'permissions.deny');
    assert.ok(disk.elapsed <= BUDGET_MS, `${disk.elapsed}`);
  });

  it('is the same for all searches and rounds of a decision', async () => {
    const disk = new SlowDisk(9, 1);
    const { outcome, trace } = await decided(shell('rg x a; rg x b; rg x c; rg x d'), disk);
    assert.equal(outcome, 'block');
    assert.ok((trace?.length ?? 0) >= 1);
    // The second look searches again what the first could.
    assert.ok(disk.elapsed <= 2 * BUDGET_MS, `${disk.elapsed}`);
    assert.deepEqual(disk.walked, [true, false, true]);
  });

  it('is new for each decision', async () => {
    const disk = new SlowDisk(11, 1);
    for (let time = 0; time < 5; time += 1) {
      assert.equal((await decided(shell('grep -rn x a'), disk)).stage, 'read-only-command');
    }
  });

  it('lets a later look read what an earlier one read, so that a block holds and a change is seen', async () => {
    const evil = 'npm publish\n';
    for (const [before, meanwhile, expected] of [
      [evil, evil, 'block classifier'],
      ['ls\n', 'rm -rf ~\n', 'block hard-deny'],
      ['ls\n', evil, 'block permissions.deny'],
      ['ls\n', 'ls\n', 'allow classifier'],
    ] as const) {
      const tree: Record<string, string> = { [`${WORKSPACE}/big.js`]: 'x', [`${WORKSPACE}/b.sh`]: before };
      let elapsed = 0;
      const slow =
        <Given extends readonly unknown[], Answer>(ask: (...given: Given) => Answer) =>
        (...given: Given): Answer => {
          elapsed += JSON.stringify(given).includes('big.js') ? 7 : 0.1;
          return ask(...given);
        };
      const isDenied = expected.endsWith('deny') ? { deny: entries(['bash(npm publish*)']) } : {};
      const gate = fakeGate({
        tree,
        configuration: configuration({ permissions: permissions(isDenied) }),
        classifier: ({ facts }) => {
          tree[`${WORKSPACE}/b.sh`] = meanwhile;
          return verdict(JSON.stringify(facts).includes('npm publish') ? 'block' : 'allow');
        },
      });
      const now = (): FileSystem => fakeFiles({ [WORKSPACE]: undefined, ...tree });
      const files: FileSystem = {
        ...gate.files,
        readContent: slow((path: string, most: number) => now().readContent(path, most)),
        versionControlStates: slow((paths: readonly string[]) => paths.map(() => 'tracked' as const)),
      };
      const clock = { now: () => 0, monotonic: () => elapsed };
      const request = { cwd: WORKSPACE, ...shell('node big.js; bash b.sh') };
      const { outcome, stage } = await decide(request, { ...gate, files, clock }, new AbortController().signal);
      assert.equal(`${outcome} ${stage}`, expected);
      assert.equal(gate.classified.length, 1);
    }
  });

  it('is not spent on folders that hold homes, nor on the root', async () => {
    for (const folder of ['/', '/home', '/Users', '/var', '/proc/1/root', '/home/..']) {
      const disk = new SlowDisk(1, 1);
      for (const request of [
        shell(`grep -rn x ${folder}`),
        shell(`find ${folder} -type f | xargs grep x`),
        grepTool(folder),
      ]) {
        assert.equal((await decided(request, disk)).outcome, 'block', JSON.stringify(request));
      }
      assert.deepEqual(disk.roots, [], folder);
    }
  });

  it('is hardly exceeded by a look, and nothing cut short is allowed', async () => {
    const folder = fc.constantFrom('a', 'b', 'c', 'd', '.', '/', '/home', '/usr');
    const search = fc.oneof(
      folder.map((at) => `rg x ${at}`),
      folder.map((at) => `grep -rn x ${at}`),
      folder.map((at) => `find ${at} -type f | xargs grep x`),
      folder.map((at) => `cat ${at}/*.ts`),
      fc.constantFrom('npm test', 'node a/x.ts', 'git status', 'git add a', 'rm a/x.ts'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(search, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 7 }),
        fc.subarray(['read(a/private/**)', 'read(**/*.pem)', 'bash(make)']),
        async (searches, size, stepMs, deny) => {
          const disk = new SlowDisk(size, stepMs);
          const rules = { deny: entries(deny) };
          const settings = configuration({ permissions: permissions(rules) });
          const { outcome } = await decided(shell(searches.join('; ')), disk, settings);
          // Each look may begin one last step, and reads again what the one before read.
          assert.ok(disk.elapsed < LOOKS * (BUDGET_MS + stepMs), `${disk.elapsed} ms with steps of ${stepMs}`);
          if (outcome === 'allow') assert.ok(disk.walked.every(Boolean), 'allowed after a walk that was cut short');
        },
      ),
    );
  });
});
