import assert from 'node:assert/strict';
import { hostMeaning } from '../../../src/network/hostAddress';

describe('what the spelling of a host tells', () => {
  const OWN = 'this machine itself';
  const CLOUD = 'where clouds hand out the credentials of a machine';
  const PRIVATE = 'a private address';
  const PUBLIC = 'a public IP address';
  const table: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['example.com', undefined, undefined],
    ['Example.COM', undefined, undefined],
    ['example.com.', undefined, undefined],
    ['localhost', undefined, OWN],
    ['a.localhost', undefined, OWN],
    ['localhost.evil.com', undefined, undefined],
    ['127.0.0.1', undefined, OWN],
    ['127.9.8.7', undefined, OWN],
    ['127.1', '127.0.0.1', OWN],
    ['2130706433', '127.0.0.1', OWN],
    ['0x7f000001', '127.0.0.1', OWN],
    ['0x7f.1', '127.0.0.1', OWN],
    ['0177.0.0.1', '127.0.0.1', OWN],
    ['%31%32%37.0.0.1', '127.0.0.1', OWN],
    ['１２７.0.0.1', '127.0.0.1', OWN],
    ['0.0.0.0', undefined, OWN],
    ['0', '0.0.0.0', OWN],
    ['10.1.2.3', undefined, PRIVATE],
    ['172.16.0.1', undefined, PRIVATE],
    ['172.32.0.1', undefined, PUBLIC],
    ['192.168.1.1', undefined, PRIVATE],
    ['100.64.0.1', undefined, "an address inside a provider's network"],
    ['169.254.169.254', undefined, CLOUD],
    ['2852039166', '169.254.169.254', CLOUD],
    ['169.254.1.1', undefined, 'an address of the local link'],
    ['224.0.0.1', undefined, 'a reserved or multicast address'],
    ['8.8.8.8', undefined, PUBLIC],
    ['134744072', '8.8.8.8', PUBLIC],
    ['::1', undefined, OWN],
    ['[::1]', undefined, OWN],
    ['0:0:0:0:0:0:0:1', '::1', OWN],
    ['::', undefined, OWN],
    ['::ffff:127.0.0.1', '127.0.0.1', OWN],
    ['[::ffff:a9fe:a9fe]', '169.254.169.254', CLOUD],
    ['::127.0.0.1', '127.0.0.1', OWN],
    ['64:ff9b::10.0.0.1', '10.0.0.1', PRIVATE],
    ['fd00:ec2::254', undefined, CLOUD],
    ['fd12::1', undefined, PRIVATE],
    ['fe80::1%eth0', undefined, 'an address of the local link'],
    ['2001:4860:4860::8888', undefined, PUBLIC],
    ['ff02::1', undefined, 'a reserved or multicast address'],
    ['gіthub.com', 'xn--gthub-n2e.com', undefined],
    ['ｅxample.com', 'example.com', undefined],
    ['', undefined, 'no valid host name'],
    ['a b', undefined, 'no valid host name'],
    ['a/b', undefined, 'no valid host name'],
    ['1.2.3.4.5', undefined, 'no valid host name'],
    ['256.1.1.1', undefined, 'no valid host name'],
    ['[::1', undefined, 'no valid host name'],
    ['x'.repeat(2_000), undefined, 'no valid host name'],
  ];
  for (const [host, usualSpelling, place] of table) {
    it(`of ${JSON.stringify(host.slice(0, 40))}`, () => {
      assert.deepEqual(hostMeaning(host), { usualSpelling, place });
    });
  }
});
