import assert from 'node:assert/strict';
import { shownAddress } from '../../../src/config/addressCredentials';

describe('an address as it is shown', () => {
  for (const [address, shown] of [
    ['http://localhost:11434', 'http://localhost:11434'],
    ['https://models.example/v1', 'https://models.example/v1'],
    ['https://models.example/@team/v1', 'https://models.example/@team/v1'],
    ['https://me:secret@models.example/v1', 'https://…@models.example/v1'],
    ['https://models.example/v1?key=secret', 'https://models.example/v1?…'],
    ['https://models.example/#secret', 'https://models.example/#…'],
    ['https://me:secret@models.example/?a=secret#secret', 'https://…@models.example/?…'],
    ['me:secret@models.example', '…@models.example'],
    ['https://secret@[broken', 'https://…@[broken'],
    ['', ''],
  ] as const) {
    it(address, () => {
      assert.equal(shownAddress(address), shown);
    });
  }
});
