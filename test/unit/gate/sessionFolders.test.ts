import assert from 'node:assert/strict';
import { effectiveConfiguration } from '../../../src/config/effectiveConfiguration';
import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import { SessionFolders } from '../../../src/gate/sessionFolders';

const snapshot = (values: Record<string, unknown>): EffectiveConfiguration =>
  effectiveConfiguration(
    { sources: [{ source: 'user', values }], trusted: true, workspaceFolders: ['/strict', '/loose'] },
    () => undefined,
  ).configuration;

const STRICT = snapshot({ 'permissions.deny': ['bash(a)'], 'permissions.ask': ['bash(b)'] });
const LOOSE = snapshot({
  'permissions.deny': ['bash(c)', 'bash(a)'],
  'permissions.ask': [],
  'permissions.allow': ['bash'],
});
const OFF = snapshot({ enabled: false });

function folders(): SessionFolders {
  return new SessionFolders((cwd) => (cwd === '/loose' ? LOOSE : cwd === '/off' ? OFF : STRICT));
}
const texts = (entries: EffectiveConfiguration['permissions']['deny']): string[] => entries.map(({ text }) => text);

describe('the folder of an agent session', () => {
  it('is the one of its first call; a later one adds its deny and ask rules', () => {
    const sessions = folders();
    assert.equal(sessions.configurationFor('/strict', 's'), STRICT);
    const elsewhere = sessions.configurationFor('/loose', 's');
    assert.deepEqual(texts(elsewhere.permissions.deny), ['bash(a)', 'bash(c)']);
    assert.deepEqual(texts(elsewhere.permissions.ask), ['bash(b)']);
    assert.deepEqual(elsewhere.permissions.allow, []);
    assert.equal(sessions.configurationFor('/loose', 's'), elsewhere, 'the same object while nothing changes');
    assert.equal(sessions.configurationFor('/strict', 's'), STRICT);
  });

  it('keeps auto mode on where the later folder has it off', () => {
    const sessions = folders();
    sessions.configurationFor('/strict', 's');
    assert.equal(sessions.configurationFor('/off', 's').enabled, true);
  });

  it('switches nothing off elsewhere that is on there', () => {
    const sessions = folders();
    assert.equal(sessions.configurationFor('/off', 's'), OFF);
    const elsewhere = sessions.configurationFor('/strict', 's');
    assert.equal(elsewhere.enabled, true);
    assert.deepEqual(texts(elsewhere.permissions.deny), ['bash(a)']);
    assert.equal(sessions.configurationFor('/off', 's'), OFF);
  });

  it('is the one in which it began, where that is known, whatever its first call names', () => {
    const sessions = folders();
    sessions.bind('s', '/strict');
    assert.deepEqual(sessions.configurationFor('/loose', 's').permissions.allow, []);
    assert.deepEqual(texts(sessions.configurationFor('/loose', 's').permissions.ask), ['bash(b)']);
    assert.equal(sessions.configurationFor('/off', 's').enabled, true);
    assert.equal(sessions.configurationFor('/strict', 's'), STRICT);
    sessions.bind('s', '/loose');
    assert.equal(sessions.configurationFor('/strict', 's'), STRICT, 'a session begins once');
  });

  it('is each session’s own, and calls without a session have none', () => {
    const sessions = folders();
    assert.equal(sessions.configurationFor('/loose', 'one'), LOOSE);
    assert.equal(sessions.configurationFor('/strict', 'two'), STRICT);
    assert.equal(sessions.configurationFor('/loose', undefined), LOOSE);
    assert.equal(sessions.configurationFor('/strict', undefined), STRICT);
  });

  it('is kept while a thousand other sessions call', () => {
    const sessions = folders();
    sessions.configurationFor('/strict', 's');
    for (let index = 0; index < 5000; index += 1) {
      sessions.configurationFor('/off', `other ${index}`);
      if (index % 500 === 0) assert.equal(sessions.configurationFor('/loose', 's').permissions.allow.length, 0);
    }
  });
});
