/**
 * Patterns of bash, find, grep, ripgrep and git, held against the programs: a line that the engine proves reads no file
 * that holds a secret. The files are named after what they hold.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createNodeFileSystem } from '../../src/disk/nodeFileSystem';
import { decide } from '../../src/engine/decide';
import { configuration, fakeGate } from '../unit/engine/fakeGate';
import { useTemporaryFolder } from '../unit/disk/temporaryFolder';
import { runs } from '../unit/propertyRuns';
import { RandomNumbers } from './randomNumbers';

const SECRETS = ['.env', '.npmrc', 'server.pem', 'sub/.env', 'sub/server.key', 'sub/deep/id_rsa', '-e.pem'];
const OTHERS = ['a.txt', 'env.txt', 'README.md', 'sub/b.md', 'sub/deep/c.ts', 'x y.txt', 's.ts', '.hidden/d.ts'];
const PIECES = [
  ...[
    '*',
    '*',
    '?',
    '.',
    'env',
    'e',
    'n',
    'v',
    'server',
    's',
    'pem',
    'p',
    'm',
    'rc',
    'npm',
    'key',
    'id',
    '_rsa',
    'txt',
  ],
  ...[
    '[.]',
    '[!x]',
    '[^x]',
    '[a-z]',
    '[e-]',
    '[]e]',
    '[[:lower:]]',
    '[[:punct:]]',
    '[[=e=]]',
    '[[.e.]]',
    '[.e]',
    '[',
    ']',
  ],
  ...['{env,txt}', '{a..z}', '\\.', '\\e', '\\', '!', '^', '**', '**/', '/', 'sub/', './', '../p/', 'deep', 'S', 'ENV'],
  ...['+(s)', '@(env|x)', '!(x)', '*.', '.*', ':/', ':(icase)', ':!', ' ', '~', 'é'],
];

/** `P` stands for the pattern, unquoted or in single quotes. */
const FORMS = [
  ...[
    'cat P',
    'head P',
    'cat sub/P',
    'cat -- P',
    'grep -h e P',
    'sort P a.txt',
    'diff P a.txt',
    'cat < P',
    'cd sub && cat P',
  ],
  ...["find . -name 'P' -exec cat {} +", "find . -iname 'P' -exec cat {} +", "find . -path 'P' -exec cat {} +"],
  ...["find . -name 'P' | xargs cat", "find . -wholename 'P' -exec head {} \\;", 'find P -type f -exec cat {} +'],
  ...["grep -rh --include='P' '' .", "grep -rh --exclude='P' '' sub", "grep -rhe '' --include='P' sub a.txt"],
  ...["rg --no-filename '' -g 'P'", "rg -I '' --iglob 'P'", "rg -I '' -g '!P'", "rg -I --hidden '' -g 'P'"],
  ...["git grep -h --untracked '' -- 'P'", "git grep -h --no-index '' -- 'P'", 'git diff --no-index a.txt P'],
  ...[
    "ls -A | grep 'P' | xargs cat",
    'for f in P; do cat "$f"; done',
    'x=P; cat $x',
    'cat $(ls P)',
    'wc -l P',
    'tac P',
  ],
];

describe('patterns that the engine proves', () => {
  const folder = useTemporaryFolder();
  const never = new AbortController().signal;

  function read(line: string): readonly string[] {
    const { stdout, stderr } = spawnSync('bash', ['-c', line], {
      cwd: folder.at('p'),
      encoding: 'utf8',
      timeout: 20_000,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder.at('home'), LC_ALL: 'C.UTF-8', GIT_CONFIG_NOSYSTEM: '1' },
    });
    return SECRETS.filter((name) => `${stdout}${stderr}`.includes(`<${name}>`));
  }

  it('never read a secret', async () => {
    for (const name of [...SECRETS, ...OTHERS]) folder.write(`p/${name}`, `one\n<${name}>\n`);
    folder.write('home/x', 'x');
    folder.git('p', 'init', '-q');
    folder.git('p', 'add', 'a.txt', 'sub');
    const workspace = folder.at('p');
    const gate = {
      ...fakeGate({ configuration: configuration({ workspaceFolders: [workspace] }) }),
      files: createNodeFileSystem(process.platform),
    };
    const machine = { ...gate.machine, homeDirectory: folder.at('home') };
    const { seed, numRuns } = runs(20_261_125, 300);
    const numbers = new RandomNumbers(seed);
    let proven = 0;
    for (let round = 0; round < numRuns; round += 1) {
      const pattern = Array.from({ length: 1 + numbers.below(4) }, () => numbers.pick(PIECES)).join('');
      const line = numbers.pick(FORMS).replaceAll('P', pattern);
      const decision = await decide(
        { tool: 'bash', input: { command: line }, cwd: workspace },
        { ...gate, machine },
        never,
      );
      if (decision.outcome !== 'allow') continue;
      proven += 1;
      const told = read(line);
      assert.deepEqual(told, [], `${line} is proven (${decision.stage}) and reads ${told.join(', ')}`);
    }
    assert.ok(proven > numRuns / 20, `only ${proven} lines were proven`);
  });

  it('meet the floor where bash finds a guarded file by them', async () => {
    const places = ['.auto-mode/token', '.bashrc', '.ssh/authorized_keys', '.claude/settings.json'];
    for (const place of places) folder.write(`home/${place}`, '{}');
    folder.write('p/a.txt', 'x');
    const [home, workspace] = [folder.at('home'), folder.at('p')];
    const gate = {
      ...fakeGate({ configuration: configuration({ workspaceFolders: [workspace] }) }),
      files: createNodeFileSystem(process.platform),
      machine: {
        ...{ platform: 'linux' as const, homeDirectory: home, loginShell: 'bash' as const },
        ...{ gatePaths: [`${home}/.auto-mode`], secretGatePaths: [`${home}/.auto-mode/token`] },
      },
    };
    const { seed, numRuns } = runs(20_261_126, 300);
    const numbers = new RandomNumbers(seed);
    const blurred = (letter: string): string =>
      letter === '/' || numbers.below(4) > 0
        ? letter
        : numbers.pick([
            ...[
              '?',
              '*',
              `[${letter}]`,
              `[!${letter === 'q' ? 'z' : 'q'}]`,
              `[^%]`,
              '[[:graph:]]',
              '[!-~]',
              `\\${letter}`,
            ],
            ...[`{${letter},q}`, `"${letter}"`, `[[=${letter}=]]`, `[[.${letter}.]]`, `[]${letter}]`, `[${letter}-~]`],
          ]);
    const tries = Array.from({ length: numRuns }, () => {
      const place = numbers.pick(places);
      const start = numbers.pick(['~/', '../home/', `${home}/`, '$HOME/', '~/./', '../hom?/']);
      return { place, pattern: start + Array.from(place, blurred).join('') };
    });
    const script = tries.map(({ pattern }) => `printf '%s ' ${pattern}; echo`).join('\n');
    const { stdout } = spawnSync('bash', ['-c', script], {
      cwd: workspace,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: home, LC_ALL: 'C.UTF-8' },
    });
    const found = stdout.split('\n');
    let met = 0;
    for (const [index, { place, pattern }] of tries.entries()) {
      const names = found[index]?.split(' ') ?? [];
      if (!names.some((name) => name.endsWith(`/${place}`))) continue;
      met += 1;
      const command = place.endsWith('token') ? `cat ${pattern}` : `tee ${pattern} < a.txt`;
      const { stage } = await decide({ tool: 'bash', input: { command }, cwd: workspace }, gate, never);
      assert.equal(stage, 'hard-deny', `${command} meets ${names.join(' ')}`);
    }
    assert.ok(met > numRuns / 4, `only ${met} patterns met their file`);
  });
});
