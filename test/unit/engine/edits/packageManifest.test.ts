import assert from 'node:assert/strict';
import fc from 'fast-check';
import { manifestChange, type ManifestChange } from '../../../../src/engine/edits/packageManifest';
import { runs } from '../../propertyRuns';

const BEFORE = {
  name: 'sample',
  version: '1.0.0',
  scripts: { test: 'mocha', build: 'tsc' },
  dependencies: { left: '^1.0.0' },
  jest: { moduleNameMapper: { a: '1', b: '2' } },
};

function change(before: unknown, after: unknown): ManifestChange {
  return manifestChange({ text: JSON.stringify(before, null, 2) }, { text: JSON.stringify(after, null, 2) });
}

describe('manifestChange', () => {
  const cases: readonly (readonly [name: string, after: unknown, expected: ManifestChange])[] = [
    ['nothing', BEFORE, 'ordinary'],
    ['another version', { ...BEFORE, version: '1.1.0' }, 'ordinary'],
    ['a description', { ...BEFORE, description: 'text', keywords: ['a'] }, 'ordinary'],
    ['an inert field removed', { ...BEFORE, version: undefined }, 'ordinary'],
    ['another entry point', { ...BEFORE, main: 'out/b.js', exports: { '.': './out/b.js' } }, 'ordinary'],
    ['a script', { ...BEFORE, scripts: { ...BEFORE.scripts, test: 'mocha --bail' } }, 'changes what runs'],
    ['a script more', { ...BEFORE, scripts: { ...BEFORE.scripts, postinstall: 'x' } }, 'changes what runs'],
    ['no scripts', { ...BEFORE, scripts: undefined }, 'changes what runs'],
    ['a dependency', { ...BEFORE, dependencies: { left: '^2.0.0' } }, 'changes what runs'],
    ['entries in another order', { ...BEFORE, jest: { moduleNameMapper: { b: '2', a: '1' } } }, 'changes what runs'],
    ['null for an object', { ...BEFORE, scripts: null }, 'changes what runs'],
    ['a list for an object', { ...BEFORE, scripts: ['mocha', 'tsc'] }, 'changes what runs'],
    ['a field in other case', { ...BEFORE, Scripts: {} }, 'changes what runs'],
    ['a field nobody knows', { ...BEFORE, something: 1 }, 'changes what runs'],
    ['no object', ['sample'], 'unknown'],
    ['a text', 'sample', 'unknown'],
    ['null', null, 'unknown'],
  ];
  for (const [name, after, expected] of cases) {
    it(`${name}: ${expected}`, () => {
      assert.equal(change(BEFORE, after), expected);
    });
  }

  for (const field of [
    ...[
      'scripts',
      'bin',
      'directories',
      'man',
      'dependencies',
      'devDependencies',
      'peerDependencies',
      'bundleDependencies',
    ],
    ...[
      'optionalDependencies',
      'dependenciesMeta',
      'peerDependenciesMeta',
      'overrides',
      'resolutions',
      'packageManager',
    ],
    ...[
      'engines',
      'devEngines',
      'volta',
      'pnpm',
      'workspaces',
      'publishConfig',
      'config',
      'husky',
      'lint-staged',
      'jest',
    ],
    ...['mocha', 'ava', 'nyc', 'babel', 'eslintConfig', 'prettier', 'browserslist', 'postcss', 'stylelint', 'type'],
    ...['simple-git-hooks', 'gitHooks', 'pre-commit', 'wireit', 'nx', 'contributes', 'activationEvents', 'gypfile'],
    ...['trustedDependencies', 'catalog', 'prisma', 'oclif', 'build', 'release', 'commitlint', 'nodemonConfig', 'pi'],
  ]) {
    it(`${field} counts`, () => {
      assert.equal(change(BEFORE, { ...BEFORE, [field]: { x: 1 } }), 'changes what runs');
      assert.equal(change({ ...BEFORE, [field]: { x: 1 } }, BEFORE), 'changes what runs');
    });
  }

  const texts: readonly (readonly [name: string, text: string])[] = [
    ['nothing in it', ''],
    ['broken', '{"name":"a"'],
    ['a comment', '{"name":"a" /* x */}'],
    ['a trailing comma', '{"name":"a",}'],
    ['a byte order mark', '\ufeff{"name":"a"}'],
    ['a field twice', '{"name":"a","scripts":{"a":"b"},"scripts":{}}'],
    ['a field twice, in other spelling', '{"name":"a","name":"b","\\u006eame":"c"}'],
    ['a field twice further down', '{"exports":{"a":{"b":1,"b":2}}}'],
    ['a prototype', '{"name":"a","__proto__":{"scripts":{"a":"b"}}}'],
    ['a prototype further down', '{"exports":[{"__proto__":1}]}'],
    ['a prototype in escapes', '{"\\u005f_proto__":1}'],
    ['too long', JSON.stringify({ name: 'a', description: 'x'.repeat(500_000) })],
    ['too deep', `{"exports":${'['.repeat(150)}${']'.repeat(150)}}`],
    ['very deep', '{"a":'.repeat(90_000)],
  ];
  for (const [name, text] of texts) {
    it(`${name}: unknown, before and after`, () => {
      const plain = { text: '{"name":"a"}' };
      assert.equal(manifestChange(plain, { text }), 'unknown');
      assert.equal(manifestChange({ text }, plain), 'unknown');
      assert.equal(manifestChange({ text }, { text }), 'unknown');
    });
  }

  it('numbers that print alike are different', () => {
    const big = { text: '{"x":1e999}' };
    assert.equal(manifestChange(big, { text: '{"x":null}' }), 'changes what runs');
    assert.equal(manifestChange({ text: '{"x":0}' }, { text: '{"x":-0}' }), 'changes what runs');
    assert.equal(manifestChange(big, big), 'ordinary');
  });

  it('a new manifest is ordinary only with inert fields', () => {
    assert.equal(manifestChange('absent', { text: '{"name":"a","main":"b.js"}' }), 'ordinary');
    assert.equal(manifestChange('absent', { text: '{"name":"a","scripts":{}}' }), 'changes what runs');
  });

  it('a manifest that goes away, or that nobody can read, is not', () => {
    const plain = { text: '{"name":"a"}' };
    assert.equal(manifestChange(plain, 'absent'), 'unknown');
    assert.equal(manifestChange('absent', 'absent'), 'unknown');
    assert.equal(manifestChange('unknown', plain), 'unknown');
    assert.equal(manifestChange(plain, 'unknown'), 'unknown');
  });

  it('ordinary means that no other field differs', () => {
    const inertNames = ['name', 'version', 'description', 'keywords', 'main', 'exports', 'files', 'private'];
    const inert = fc.constantFrom(...inertNames);
    const guarded = fc.constantFrom(
      'scripts',
      'bin',
      'dependencies',
      'type',
      'jest',
      'x',
      'toString',
      'constructor',
      '',
    );
    const manifests = fc.dictionary(fc.oneof(inert, guarded), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 });
    const rest = (text: string): unknown => {
      const fields = Object.entries(JSON.parse(text) as Record<string, unknown>);
      return Object.fromEntries(fields.filter(([key]) => !inertNames.includes(key)));
    };
    let ordinary = 0;
    fc.assert(
      fc.property(
        manifests,
        manifests,
        fc.array(fc.oneof(inert, guarded), { maxLength: 4 }),
        fc.nat(),
        (one, other, kept, cut) => {
          // Most of the one text with something of the other, so that many pairs differ little; some are no JSON any more.
          const mixed = {
            ...one,
            ...Object.fromEntries(kept.flatMap((key) => (key in other ? [[key, other[key]]] : []))),
          };
          const before = JSON.stringify(one);
          const whole = JSON.stringify(mixed);
          const after = cut % 5 === 0 ? whole.slice(0, cut % (whole.length + 1)) + whole.slice((cut + 1) % 97) : whole;
          if (manifestChange({ text: before }, { text: after }) !== 'ordinary') return;
          ordinary += 1;
          assert.deepEqual(rest(after), rest(before));
        },
      ),
      runs(20261122, 1_000),
    );
    assert.ok(ordinary > 500, `${ordinary} ordinary`);
  });
});
