/** What a server on the other end may do with the connection, told byte by byte. */
import assert from 'node:assert/strict';
import net, { type AddressInfo, type Socket } from 'node:net';
import { ANSWER_AMBIGUOUS, createHttpFetch, NetworkFailure } from '../../../../src/classifier/providers/httpFetch';

const httpFetch = createHttpFetch({ headers: new Set(['content-type']), maxAnswerBytes: 100_000 });

function answer(body: string, headers = ''): string {
  return `HTTP/1.1 200 OK\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the way to the network', () => {
  const servers: net.Server[] = [];
  const sockets = new Set<Socket>();

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  /** @param talk told of each request with its body */
  async function serve(talk: (socket: Socket, body: string) => void, host = '127.0.0.1', port = 0): Promise<number> {
    const server = net.createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        talk(socket, data.toString().split('\r\n\r\n')[1] ?? '');
      });
    });
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    return (server.address() as AddressInfo).port;
  }

  const post = (port: number, body: string, host = '127.0.0.1'): Promise<Response> =>
    httpFetch(`http://${host}:${port}/`, { method: 'POST', body, signal: AbortSignal.timeout(60_000) });
  const said = async (port: number, body: string, host?: string): Promise<string> =>
    (await post(port, body, host)).text();

  it('never takes a second answer to one request for the answer to the next', async () => {
    const port = await serve((socket, body) => {
      if (body !== 'first') {
        setTimeout(() => socket.write(answer('the answer to the second')), 60);
        return;
      }
      socket.write(answer('the answer to the first'));
      setTimeout(() => socket.write(answer('left over')), 30);
    });
    assert.equal(await said(port, 'first'), 'the answer to the first');
    await wait(10);
    assert.equal(await said(port, 'second'), 'the answer to the second');
  });

  it('asks what listens on IPv4 first where the address is localhost, whatever else listens beside it', async function () {
    const port = await serve((socket) => socket.write(answer('the server')));
    try {
      await serve((socket) => socket.write(answer('somebody else')), '::1', port);
    } catch {
      this.skip();
    }
    for (let round = 0; round < 5; round += 1) assert.equal(await said(port, 'x', 'localhost'), 'the server');
  });

  it('reaches a server that listens on IPv6 alone', async function () {
    let port = 0;
    try {
      port = await serve((socket) => socket.write(answer('the server')), '::1');
    } catch {
      this.skip();
    }
    assert.equal(await said(port, 'x', 'localhost'), 'the server');
  });

  /** What is no answer, or not yet one; each fails at once. */
  const FAULTS: Readonly<Record<string, string>> = {
    'another protocol': 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nhello',
    'an answer and more': `${answer('whole')}more`,
    'two lengths': 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 5\r\n\r\nokxxx',
    'a length and chunks':
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    'endless headers': `HTTP/1.1 200 OK\r\n${`x: ${'a'.repeat(1000)}\r\n`.repeat(100)}`,
    'endless trailers': `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n${`x: ${'a'.repeat(1000)}\r\n`.repeat(100)}`,
    'a status that is none': 'HTTP/1.1 099 x\r\ncontent-length: 2\r\n\r\nok',
    'no headers at all': '{"decision":"allow"}',
  };
  for (const [what, bytes] of Object.entries(FAULTS)) {
    it(`fails at once on ${what}`, async () => {
      const port = await serve((socket) => socket.write(bytes));
      const since = performance.now();
      await assert.rejects(post(port, 'x'), (error) => error instanceof NetworkFailure);
      assert.ok(performance.now() - since < 20_000);
    });
  }

  it('waits for the answer behind any number of notes that it is to come', async () => {
    const port = await serve((socket) =>
      socket.write(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5_000)}${answer('here')}`),
    );
    assert.equal(await said(port, 'x'), 'here');
  });

  const ambiguous: readonly [what: string, body: string][] = [
    ['a key twice', '{"decision":"block","decision":"allow"}'],
    ['a key twice far inside', '{"content":[{"input":{"decision":"block","decision":"allow"}}]}'],
    ['a key twice behind a byte order mark', '\ufeff{"content":1,"content":2}'],
    ['a key twice, spelled in two ways', '{"content":1,"c\\u006fntent":2}'],
  ];
  for (const [what, body] of ambiguous) {
    it(`takes no answer with ${what}`, async () => {
      const port = await serve((socket) => socket.write(answer(body)));
      await assert.rejects(post(port, 'x'), { code: ANSWER_AMBIGUOUS });
    });
  }

  for (const status of [301, 302, 303, 307, 308]) {
    it(`follows no redirection with status ${status}`, async () => {
      let followed = 0;
      const other = await serve((socket) => {
        followed += 1;
        socket.write(answer('followed'));
      });
      const port = await serve((socket) =>
        socket.write(
          `HTTP/1.1 ${status} Moved\r\nlocation: http://127.0.0.1:${other}/\r\ncontent-length: 5\r\n\r\nmoved`,
        ),
      );
      const response = await post(port, 'x');
      assert.deepEqual([response.status, await response.text(), followed], [status, 'moved', 0]);
    });
  }

  it('unpacks nothing, so that a small answer stays small', async () => {
    const port = await serve((socket) => socket.write(answer('packed', 'content-encoding: gzip\r\n')));
    assert.equal(await said(port, 'x'), 'packed');
  });
});
