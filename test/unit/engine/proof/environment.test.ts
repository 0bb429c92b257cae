import assert from 'node:assert/strict';
import { isHeeded } from '../../../../src/engine/proof/environment';

describe('the variables that are heeded', () => {
  const names: readonly (readonly [name: string, heeded: boolean])[] = [
    ...['PATH', 'LD_PRELOAD', 'LD_ANYTHING', 'DYLD_INSERT_LIBRARIES', 'BASH_ENV', 'ENV', 'BASH_FUNC_ls%%'].map(
      (name) => [name, true] as const,
    ),
    ...['ZDOTDIR', 'REPORTTIME', 'REPORTMEMORY', 'DIRSTACKSIZE'].map((name) => [name, true] as const),
    ...['NODE_OPTIONS', 'GIT_EXTERNAL_DIFF', 'GIT_CONFIG_COUNT', 'PAGER', 'RIPGREP_CONFIG_PATH', 'PYTHONPATH'].map(
      (name) => [name, true] as const,
    ),
    // Of sub-commands' own tables as well.
    ...['GREP_OPTIONS', 'PS_FORMAT', 'KUBECONFIG'].map((name) => [name, true] as const),
    ...['HOME', 'PATHS', 'path', 'MY_LD_PRELOAD', 'OPENAI_API_KEY', 'AWS_SECRET_ACCESS_KEY', '', '__proto__'].map(
      (name) => [name, false] as const,
    ),
  ];
  for (const [name, heeded] of names) {
    it(`${name || 'no name'}: ${heeded ? 'yes' : 'no'}`, () => {
      assert.equal(isHeeded(name), heeded);
    });
  }
});
