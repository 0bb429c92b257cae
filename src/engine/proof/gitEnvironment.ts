import type { CallEnvironment } from '../../calls/request';

/** They only forbid. Copilot sets the first for its hooks, all for its commands. */
const HARMLESS = new Set(['safe.bareRepository=explicit', 'credential.interactive=never', 'core.fsmonitor=false']);

/** Empty unless all settings are harmless and the set is complete. */
export function harmlessGitSettings(environment: CallEnvironment): ReadonlySet<string> {
  const given = Object.keys(environment).filter((name) => /^GIT_CONFIG_(?:COUNT$|KEY_|VALUE_)/.test(name));
  const expected = ['GIT_CONFIG_COUNT'];
  for (let index = 0; expected.length < given.length; index += 1) {
    const [key, value] = [`GIT_CONFIG_KEY_${index}`, `GIT_CONFIG_VALUE_${index}`];
    if (!HARMLESS.has(`${environment[key] ?? ''}=${environment[value] ?? ''}`)) return new Set();
    expected.push(key, value);
  }
  const count = environment['GIT_CONFIG_COUNT'] === '' ? '0' : environment['GIT_CONFIG_COUNT'];
  const isWhole = expected.length === given.length && count === String((expected.length - 1) / 2);
  return new Set(isWhole ? expected : []);
}
