import assert from 'node:assert/strict';
import { withoutHosts } from '../../../scripts/toolchain/npm.mjs';

describe("npm's words", () => {
  for (const [said, shown] of [
    ['404 Not Found - GET https://npm.example.org:8443/x - not found', '404 Not Found - GET https://…/x - not found'],
    ['request to http://me:secret@10.0.0.1/left-pad failed', 'request to http://…/left-pad failed'],
    ['getaddrinfo ENOTFOUND npm.example.org', 'getaddrinfo ENOTFOUND …'],
    ['connect ECONNREFUSED 10.0.0.1:443', 'connect ECONNREFUSED …'],
    ['no address here', 'no address here'],
  ] as const) {
    it(`are shown without addresses: ${said}`, () => {
      assert.equal(withoutHosts(said), shown);
    });
  }
});
