import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { mock } from 'node:test';
import { WindowMessages } from '../../../../src/bridge/windows/windowMessages';
import { Token } from '../../../../src/bridge/protocol/token';
import { gateHome, prepareGateHome } from '../../../../src/disk/gateHome';
import { temporaryFolder } from '../../log/temporaryFolder';

class FakeResponse extends EventEmitter {
  written = 0;
  setHeader(): void {
    // Nobody reads it.
  }
  write(): boolean {
    this.written += 1;
    return true;
  }
}

describe('a question of another window', () => {
  const folder = temporaryFolder();
  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('keeps no timer once nobody waits, even where deciding never ends', async () => {
    const gate = gateHome(folder());
    prepareGateHome(gate);
    const token = Token.open(gate);
    const begun = new EventEmitter();
    const messages = new WindowMessages({
      token,
      object: () => {
        begun.emit('asked');
        return new Promise(() => undefined);
      },
      log: (line) => assert.fail(line),
    });
    const request = Object.assign(Readable.from([Buffer.from('{}')]), {
      url: '/v1/window/objection/rules',
      method: 'POST',
      complete: true,
      headers: { 'x-auto-mode-token': token.secret() },
    });
    const response = new FakeResponse();
    const asked = once(begun, 'asked');
    messages.handle(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    await asked;
    mock.timers.tick(2_000);
    assert.equal(response.written, 1);
    response.emit('close');
    mock.timers.tick(20_000);
    assert.equal(response.written, 1);
  });
});
