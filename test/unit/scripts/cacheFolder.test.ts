import assert from 'node:assert/strict';
import { cacheFolder } from '../../../scripts/toolchain/cacheFolder.mjs';

describe('cacheFolder', () => {
  for (const [platform, env, folder] of [
    ['linux', {}, '/home/me/.cache/auto-mode'],
    ['linux', { XDG_CACHE_HOME: '/big/cache' }, '/big/cache/auto-mode'],
    ['linux', { XDG_CACHE_HOME: '' }, '/home/me/.cache/auto-mode'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/me/.cache/auto-mode'],
    ['darwin', { XDG_CACHE_HOME: '/big/cache' }, '/home/me/Library/Caches/auto-mode'],
  ] as const) {
    it(`${platform} ${JSON.stringify(env)}`, () => {
      assert.equal(cacheFolder({ platform, env, home: '/home/me' }), folder);
    });
  }
});
