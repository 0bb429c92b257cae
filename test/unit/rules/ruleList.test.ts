import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parsePermissionRule } from '../../../src/rules/permissionRule';
import { checkRequestSchema } from '../../../src/calls/request';
import { firstBroadMatch, matchesBroadly } from '../../../src/rules/broadMatch';
import { compileRule } from '../../../src/rules/compiledRule';
import { toolCall } from '../../../src/calls/toolCall';
import { WORKSPACE, fakeFiles } from '../engine/fakeGate';
import { LINUX, MAC } from '../files/fileWorld';
import { runs } from '../propertyRuns';

const PATTERNS = [
  '~/.ssh/**',
  '.env',
  '.env.*',
  '/etc/*',
  'src/**',
  '**/a.ts',
  '~/a*/b',
  '*',
  '/**',
  'x/',
  '?.ts',
  '[ab].ts',
  '\\a.ts',
];
const PATHS = [
  '~/.ssh/id',
  '.env',
  '.env.local',
  '/etc/hosts',
  'src/a.ts',
  'a.ts',
  '~/ab/b',
  'x/y',
  'b.ts',
  '/',
  '~',
  '../.ENV',
  'SRC/A.ts',
];

describe('a list of deny or ask rules', () => {
  it('matches what its rules match one by one', () => {
    const rule = fc
      .tuple(
        fc.constantFrom('read', 'edit', 'delete', 'search', 'bash', '*', 'write'),
        fc.option(fc.constantFrom(...PATTERNS)),
      )
      .map(([kind, pattern]) => (pattern === null ? kind : `${kind}(${pattern})`));
    const call = fc.oneof(
      fc
        .tuple(fc.constantFrom('read', 'write', 'edit', 'delete', 'grep'), fc.constantFrom(...PATHS))
        .map(([tool, path]) => ({
          tool,
          input: { path, pattern: 'x', content: 'x', old_string: 'x', new_string: 'y' },
        })),
      fc
        .tuple(
          fc.constantFrom('cat', 'rm', 'rm -r', 'touch', 'grep -r x', 'ls'),
          fc.constantFrom(...PATHS, '*.ts', '.en*'),
        )
        .map(([program, path]) => ({ tool: 'bash', input: { command: `${program} ${path}` } })),
    );
    const files = fakeFiles({ [`${WORKSPACE}/.env`]: 'x', [`${WORKSPACE}/src/a.ts`]: 'x', '/home/u/.ssh/id': 'x' });
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 6 }),
        call,
        fc.constantFrom(LINUX, MAC),
        (texts, { tool, input }, machine) => {
          const rules = texts.map((text) => {
            const parsed = parsePermissionRule({ text, source: 'user' });
            assert.ok(parsed.ok, text);
            return compileRule(parsed.rule, [WORKSPACE], machine, true);
          });
          const subject = toolCall(checkRequestSchema.parse({ tool, input, cwd: WORKSPACE }), machine, files);
          const alone = rules.filter((compiled) => matchesBroadly(compiled, subject, files, machine) !== undefined);
          const match = firstBroadMatch(rules, subject, files, machine);
          assert.equal(match !== undefined, alone.length > 0);
          if (match !== undefined) assert.ok(alone.some(({ rule: one }) => one === match.rule));
        },
      ),
      runs(20261122, 700),
    );
  });
});
