import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RequestLog } from '../../../src/log/requestLog';
import { findRequests, type LoggedRequests } from '../../../src/log/requestLogReader';
import { temporaryFolder } from './temporaryFolder';

const ID = '0198-own';
const record = (fields: object = {}): object => ({
  at: '2026-03-04T05:06:07.000Z',
  decision: ID,
  stage: 'judgement',
  provider: 'anthropic',
  model: 'm',
  latencyMs: 12,
  answer: { text: 'fine' },
  body: { n: 0 },
  ...fields,
});
const line = (fields: object = {}): string => JSON.stringify(record(fields));
const other = (text = ''): string => line({ decision: 'other', body: { text } });
const MEGABYTE = 'x'.repeat(1024 * 1024);

describe('the requests of one decision in the log of requests', () => {
  const folder = temporaryFolder();
  const log = (): RequestLog => new RequestLog({ directory: folder(), onFailure: () => undefined });
  const find = async (current: string, setAside?: string): Promise<LoggedRequests> => {
    const [path = '', former = ''] = log().filePaths();
    writeFileSync(path, current);
    if (setAside !== undefined) writeFileSync(former, setAside);
    return findRequests(log(), ID);
  };
  const numbers = ({ requests }: LoggedRequests): readonly unknown[] =>
    requests.map(({ body }) => (body as { readonly n?: unknown } | null)?.n);

  const cases: readonly {
    readonly says: string;
    readonly current: () => string;
    readonly setAside?: () => string;
    readonly found: readonly unknown[];
    readonly unreadable?: number;
    readonly more?: boolean;
  }[] = [
    { says: 'none in an empty log', current: () => '', found: [] },
    { says: 'one among others', current: () => `${other()}\n${line()}\n${other()}\n`, found: [0] },
    {
      says: 'both stages, in order, with the older file first',
      current: () => `${line({ body: { n: 2 } })}\n${line({ body: { n: 3 } })}\n`,
      setAside: () => `${line({ stage: 'first-look', body: { n: 1 } })}\n${other()}\n`,
      found: [1, 2, 3],
    },
    {
      says: 'none that another line only speaks of',
      current: () => `${other(`"decision":"${ID}"`)}\n${other(line())}\n${line({ decision: { id: ID } })}\n`,
      found: [],
    },
    {
      says: 'none in the part of a line, and the id of a longer one',
      current: () => `${line({ decision: `${ID}2` })}\n${line()}`,
      found: [],
    },
    {
      says: 'what is whole beside lines that are broken or have other fields',
      current: () =>
        [
          line().slice(0, -2),
          `\u0000${line()}`,
          line({ stage: 'other' }),
          line({ model: 7 }),
          line({ model: 'm'.repeat(3000) }),
          line({ body: { n: 1, text: '\u202E\u0000' } }),
          `[${JSON.stringify(ID)}]`,
          '',
        ].join('\n'),
      found: [1],
      unreadable: 5,
    },
    {
      says: 'it behind and before lines of a megabyte and one that is longer than any record',
      current: () => {
        const long = other(MEGABYTE);
        return `${line({ body: { n: 1 } })}\n${long}\n${other(MEGABYTE.repeat(5))}\n${long}\n${line({ body: { n: 2 } })}\n`;
      },
      found: [1, 2],
    },
    {
      says: 'the latest of very many',
      current: () => `${Array.from({ length: 100 }, (_, n) => line({ body: { n } })).join('\n')}\n`,
      setAside: () => `${line({ body: { n: 'older' } })}\n`,
      found: Array.from({ length: 12 }, (_, index) => 88 + index),
      more: true,
    },
    {
      says: 'only so much of large ones',
      current: () =>
        `${Array.from({ length: 4 }, (_, n) => line({ body: { n, text: MEGABYTE.repeat(3) } })).join('\n')}\n`,
      found: [2, 3],
      more: true,
    },
    {
      says: 'it where a line is nested a hundred thousand times',
      current: () =>
        `${line({ body: { n: 1 } })}\n${line().replace('{"n":0}', '['.repeat(100_000) + ']'.repeat(100_000))}\n`,
      found: [1, undefined],
    },
  ];
  for (const { says, current, setAside, found, unreadable = 0, more = false } of cases) {
    it(`finds ${says}`, async () => {
      const read = await find(current(), setAside?.());
      assert.deepEqual([numbers(read), read.unreadable, read.more], [found, unreadable, more]);
    });
  }

  it('finds nothing where the file is a folder, or a link to another file', async () => {
    const [path = '', former = ''] = log().filePaths();
    mkdirSync(path);
    writeFileSync(join(folder(), 'elsewhere'), `${line()}\n`);
    if (process.platform !== 'win32') symlinkSync(join(folder(), 'elsewhere'), former);
    assert.deepEqual((await findRequests(log(), ID)).requests, []);
  });
});
