import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { findEnvironment } from '../../../../src/bridge/launcher/installLauncher';
import { readBody, WITH_ENVIRONMENT, type RequestBody } from '../../../../src/bridge/protocol/requestBody';
import { CLIENTS, LauncherRig, PROGRAMS, sendFrame, SHELLS } from './launcherRig';

const PAYLOAD = '{"tool_input":{}}';
const LIMIT = 32 * 1024 * 1024;

/** What a window makes of a body. */
function read(body: Buffer, contentType: string = WITH_ENVIRONMENT, limit: number = LIMIT): Promise<RequestBody> {
  const request = new IncomingMessage(new Socket());
  request.headers['content-type'] = contentType;
  request.push(body);
  request.complete = true;
  request.push(null);
  return readBody(request, limit);
}

describe('the environment of an agent', () => {
  describe('as a window reads it', () => {
    const rows: readonly (readonly [what: string, records: string, environment: object | null])[] = [
      ['only what is heeded', 'A=1\0PATH=/bin\0HOME=/h\0LD_PRELOAD=x\0', { PATH: '/bin', LD_PRELOAD: 'x' }],
      ['nothing that is heeded', 'A=1\0', {}],
      ['nothing at all: it could not be read', '', null],
      ['values with everything in them', 'GIT_PAGER=a=b\n&{"x":1}\0', { GIT_PAGER: 'a=b\n&{"x":1}' }],
      ['empty values and records', 'PAGER=\0\0=x\0x\0', { PAGER: '' }],
      ['a variable given twice', 'PAGER=less\0PAGER=./x\0', { PAGER: null }],
      [
        'marks of a launcher that could not send null bytes',
        'PATH=/a\u0002b\0PAGER=\u0001\0',
        { PATH: null, PAGER: null },
      ],
      ['a long value', `PATH=${'x'.repeat(40_000)}\0`, { PATH: null }],
      ['a long name', `LD_${'x'.repeat(400)}=0\0`, { [`LD_${'x'.repeat(253)}`]: null }],
      ['very many', Array.from({ length: 1_500 }, (_, index) => `LD_${index}=x\0`).join(''), null],
      ['very many of others', Array.from({ length: 30_000 }, (_, index) => `X${index}=x\0`).join(''), null],
    ];
    for (const [what, records, environment] of rows) {
      it(what, async () => {
        const body = await read(Buffer.from(`environment&${records}&${PAYLOAD}`));
        assert.deepEqual(body, { kind: 'text', text: PAYLOAD, environment });
      });
    }

    it('a value that is no text is unknown', async () => {
      const records = Buffer.from([...Buffer.from('PATH=/'), 0xff, 0]);
      const body = await read(Buffer.concat([Buffer.from('environment&'), records, Buffer.from(`&${PAYLOAD}`)]));
      assert.deepEqual(body, { kind: 'text', text: PAYLOAD, environment: { PATH: null } });
    });

    it('a launcher that tells nothing of it leaves it open', async () => {
      assert.deepEqual(await read(Buffer.from(PAYLOAD), 'application/json'), {
        kind: 'text',
        text: PAYLOAD,
        environment: undefined,
      });
    });

    it('what has another form is not read', async () => {
      for (const text of [
        PAYLOAD,
        '',
        'environment',
        'environment&',
        'environment&A=1\0',
        `environment&A=1\0x&${PAYLOAD}`,
      ]) {
        assert.deepEqual(await read(Buffer.from(text)), { kind: 'not-text' }, text);
      }
    });

    it('neither makes a call too large nor lets a larger one through', async () => {
      const large = `environment&A=${'x'.repeat(500)}\0&`;
      assert.equal((await read(Buffer.from(`${large}12345678`), WITH_ENVIRONMENT, 8)).kind, 'text');
      assert.equal((await read(Buffer.from(`${large}123456789`), WITH_ENVIRONMENT, 8)).kind, 'too-large');
    });
  });

  describe('as the launcher sends it', () => {
    let rig: LauncherRig;
    beforeEach(() => {
      rig = new LauncherRig();
    });
    afterEach(() => rig.dispose());

    const ENVIRONMENT = {
      PATH: '/w/app/bin:/usr/bin',
      LD_LIBRARY_PATH: '/w/app/lib',
      NODE_OPTIONS: '--no-warnings',
      GIT_PAGER: 'a\nPATH=/usr/bin\n&{"tool":1}',
      PAGER: "'$(x) \\001",
      API_KEY: 'secret',
    };
    const { API_KEY: _secret, ...heeded } = ENVIRONMENT;

    for (const { name, programs } of CLIENTS) {
      for (const environment of [PROGRAMS.environment, findEnvironment('/nowhere', ['/usr/bin', '/bin'])]) {
        for (const shell of SHELLS) {
          it(`through ${name} from ${JSON.stringify(environment)} in ${shell.join(' ')}, to each window`, async () => {
            const received: Buffer[] = [];
            const types: unknown[] = [];
            await rig.window('1-00000000.sock', (response, _payload, request, whole) => {
              received.push(whole);
              types.push(request.headers['content-type']);
              response.writeHead(404).end();
            });
            await rig.window(
              '2-00000000.sock',
              (response, payload, request, whole) => {
                received.push(whole);
                sendFrame('{}')(response, payload, request, whole);
              },
              60,
            );
            await rig.run(PAYLOAD, { programs: { ...programs, environment }, shell, environment: ENVIRONMENT });
            assert.deepEqual(types, [WITH_ENVIRONMENT]);
            assert.equal(received.length, 2);
            for (const body of received) {
              assert.deepEqual(await read(body), { kind: 'text', text: PAYLOAD, environment: heeded });
            }
          });
        }
      }

      it(`through ${name}, where it cannot be read, says so`, async () => {
        let received: Buffer = Buffer.alloc(0);
        await rig.window('1-00000000.sock', (response, payload, request, whole) => {
          received = whole;
          sendFrame('{}')(response, payload, request, whole);
        });
        for (const environment of [undefined, { env: '/nowhere/env' }]) {
          await rig.run(PAYLOAD, { programs: { ...programs, environment }, environment: ENVIRONMENT });
          assert.deepEqual(await read(received), { kind: 'text', text: PAYLOAD, environment: null });
        }
      });
    }

    it('null bytes in the payload add nothing to it', async () => {
      let received: Buffer = Buffer.alloc(0);
      await rig.window('1-00000000.sock', (response, payload, request, whole) => {
        received = whole;
        sendFrame('{}')(response, payload, request, whole);
      });
      await rig.run(Buffer.from('x\0PATH=/usr/bin\0&{}'), { environment: { PATH: '/w/app/bin' } });
      assert.deepEqual(await read(received), {
        kind: 'text',
        text: 'x\u0001PATH=/usr/bin\u0001&{}',
        environment: { PATH: '/w/app/bin' },
      });
    });

    it('is found on this machine', () => {
      assert.equal(PROGRAMS.environment, existsSync('/proc/self/environ') ? 'proc' : PROGRAMS.environment);
      assert.notEqual(PROGRAMS.environment, undefined);
    });
  });
});
