/** What a host leads to, judged by its spelling alone. Asks no name server. */

export interface HostMeaning {
  /** Set where the call uses another spelling: `127.0.0.1` for `0x7f.1`, `xn--...` for other scripts. */
  readonly usualSpelling: string | undefined;
  /** A noun; undefined for an ordinary name. */
  readonly place: string | undefined;
}

const LONGEST_NAME = 1_000;

const THIS_MACHINE = 'this machine itself';
const NO_NAME: HostMeaning = { usualSpelling: undefined, place: 'no valid host name' };

/** @param written a name or an address without port, in brackets or not */
export function hostMeaning(written: string): HostMeaning {
  const bare = written.replace(/^\[(.*)\]$/s, '$1');
  const name = plainHost(bare);
  if (name === undefined) return NO_NAME;
  if (name.startsWith('[')) return addressMeaning(bare, name.slice(1, -1));
  if (isDotted(name)) return { usualSpelling: name === bare ? undefined : name, place: place4(name) };
  const usual = name.replace(/\.$/, '');
  const isOwn = usual === 'localhost' || usual.endsWith('.localhost');
  return {
    usualSpelling: usual === bare.toLowerCase().replace(/\.$/, '') ? undefined : usual,
    place: isOwn ? THIS_MACHINE : undefined,
  };
}

/** @param written as for `hostMeaning` */
export function leadsHere(written: string): boolean {
  return hostMeaning(written).place === THIS_MACHINE;
}

/** As browsers and most programs read it: all number systems of IPv4, encoded and look-alike characters, other scripts. */
export function plainHost(bare: string): string | undefined {
  if (bare === '' || bare.length > LONGEST_NAME || /[/?#@\\\s]/.test(bare)) return undefined;
  const isAddress = bare.includes(':');
  const address = `http://${isAddress ? `[${bare.replace(/%.*$/s, '')}]` : bare}/`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

function addressMeaning(bare: string, usual: string): HostMeaning {
  const groups = groupsOf(usual);
  const inner = innerAddress(groups);
  if (inner !== undefined) return { usualSpelling: inner, place: place4(inner) };
  const spelled = bare.toLowerCase().replace(/%.*$/s, '');
  return { usualSpelling: spelled === usual ? undefined : usual, place: place6(usual, groups) };
}

function groupsOf(usual: string): readonly number[] {
  const [head = '', tail] = usual.split('::');
  const numbers = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const start = numbers(head);
  const end = tail === undefined ? [] : numbers(tail);
  return [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end];
}

/** The IPv4 address inside an IPv6 one: mapped, compatible, translated (64:ff9b::/96). */
function innerAddress(groups: readonly number[]): string | undefined {
  const [first = 0, second = 0, third, fourth, fifth, sixth, high = 0, low = 0] = groups;
  const isZero = [third, fourth, fifth].every((group) => group === 0);
  const isMapped = first === 0 && second === 0 && isZero && (sixth === 0xffff || (sixth === 0 && high !== 0));
  const isTranslated = first === 0x64 && second === 0xff9b && isZero && sixth === 0;
  return isMapped || isTranslated ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : undefined;
}

function isDotted(name: string): boolean {
  return /^\d+(?:\.\d+){3}$/.test(name);
}

function place4(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  if (a === 127 || address === '0.0.0.0') return THIS_MACHINE;
  if (a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168)) return 'a private address';
  if (a === 100 && b >= 64 && b < 128) return "an address inside a provider's network";
  if (a === 169 && b === 254) {
    return c === 169 && d === 254
      ? 'where clouds hand out the credentials of a machine'
      : 'an address of the local link';
  }
  return a === 0 || a >= 224 ? 'a reserved or multicast address' : 'a public IP address';
}

function place6(usual: string, groups: readonly number[]): string {
  const first = groups[0] ?? 0;
  if (usual === '::1' || usual === '::') return THIS_MACHINE;
  if (usual === 'fd00:ec2::254') return 'where clouds hand out the credentials of a machine';
  if ((first & 0xfe00) === 0xfc00) return 'a private address';
  if ((first & 0xffc0) === 0xfe80) return 'an address of the local link';
  return (first & 0xe000) === 0x2000 ? 'a public IP address' : 'a reserved or multicast address';
}
