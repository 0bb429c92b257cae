/** How long putting the settings of all sources together takes: `npx tsx test/bench/config.bench.ts [runs]`. A table, no verdict. */
import { SETTING_DEFAULTS } from '../../src/config/schema';
import { effectiveConfiguration } from '../../src/config/effectiveConfiguration';
import { environmentSettings } from '../../src/config/environmentSettings';
import type { RawSource } from '../../src/config/sources';
import { ruleProblem } from '../../src/rules/permissionRule';
import { microseconds, printRow, quantile, times } from './times';

const RUNS = Number(process.argv[2] ?? 200);

const USER: RawSource = {
  source: 'user',
  values: {
    'permissions.deny': ['bash(git push --force*)', 'read(~/.ssh/**)', 'edit(migrations/**)'],
    'permissions.ask': ['$defaults', 'bash(npm publish*)'],
    'permissions.allow': ['fetch(https://docs.example.com/*)'],
    'rules.softDeny': ['$defaults', 'Migrations: running one. The user must have named it.'],
  },
};
const rules = (count: number, about: string): object[] =>
  Array.from({ length: count }, (_, at) => ({
    rule: `bash(${about}${at} ${'x'.repeat(500)})`,
    message: 'm'.repeat(900),
  }));
const workspace = (count: number, about = 'w'): RawSource => ({
  source: 'workspace',
  values: {
    ...SETTING_DEFAULTS,
    'permissions.deny': rules(count, `d${about}`),
    'permissions.ask': rules(count, `a${about}`),
  },
});
const hostileHost: RawSource = {
  source: 'remote',
  values: {
    ...SETTING_DEFAULTS,
    'permissions.deny': rules(10_000, 'r'),
    'permissions.ask': rules(10_000, 's'),
    protectedPaths: ['$defaults', ...Array.from({ length: 10_000 }, (_, at) => `p${at}`)],
  },
};
const environment = environmentSettings(JSON.stringify({ 'pause.total': 5, 'permissions.deny': ['bash(a)'] }), false);

const CASES: readonly [string, readonly RawSource[]][] = [
  ['user alone', [USER]],
  ['user and workspace', [USER, workspace(5)]],
  ['environment, user and workspace', [...(environment === undefined ? [] : [environment]), USER, workspace(5)]],
  ['workspace with 1,000 rules each', [USER, workspace(1_000)]],
  ['workspace with 10,000 rules each', [USER, workspace(10_000)]],
  ['remote host with 10,000 of each', [USER, hostileHost, workspace(10_000)]],
  ['20 folders with 1,000 rules each', [USER, ...Array.from({ length: 20 }, (_, at) => workspace(1_000, String(at)))]],
];

async function measure(): Promise<void> {
  printRow('sources', ['p50 µs', 'p99 µs', 'max µs'], 'rules in force');
  for (const [name, sources] of CASES) {
    const build = (): ReturnType<typeof effectiveConfiguration> =>
      effectiveConfiguration({ sources, trusted: true, workspaceFolders: ['/w'] }, ruleProblem);
    const { deny, ask } = build().configuration.permissions;
    const large = deny.length + ask.length > 1_000;
    const measured = await times(large ? Math.ceil(RUNS / 10) : RUNS, build);
    const shown = [0.5, 0.99, 1].map((share) => microseconds(quantile(measured, share)));
    printRow(name, shown, String(deny.length + ask.length));
  }
}

void measure();
