/** By spelling alone: no name server is asked. */
import { table } from '../common/table';
import ipaddr from 'ipaddr.js';

export interface HostMeaning {
  /** If different: `127.0.0.1` for `0x7f.1`, `xn--...` for other scripts. */
  readonly usualSpelling: string | undefined;
  /** A noun; undefined: an ordinary name. */
  readonly place: string | undefined;
}

const { IPv4, IPv6 } = ipaddr;
type IPv6 = ipaddr.IPv6;

const LONGEST_NAME = 1_000;

const THIS_MACHINE = 'this machine itself';
const NO_NAME: HostMeaning = { usualSpelling: undefined, place: 'no valid host name' };

/** @param written a name or address without port, perhaps in brackets */
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

export function leadsHere(written: string): boolean {
  return hostMeaning(written).place === THIS_MACHINE;
}

/** As browsers read it: IPv4's number systems, encoded and look-alike characters, other scripts. */
export function plainHost(bare: string): string | undefined {
  if (bare === '' || bare.length > LONGEST_NAME || /[/?#@\\\s]/.test(bare)) return undefined;
  const isAddress = bare.includes(':');
  const address = `http://${isAddress ? `[${bare.replace(/%.*$/s, '')}]` : bare}/`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

function addressMeaning(bare: string, usual: string): HostMeaning {
  const address = IPv6.parse(usual);
  const inner = innerAddress(address);
  if (inner !== undefined) return { usualSpelling: inner, place: place4(inner) };
  const spelled = bare.toLowerCase().replace(/%.*$/s, '');
  return { usualSpelling: spelled === usual ? undefined : usual, place: place6(address) };
}

/** IPv4 inside IPv6: mapped, compatible, translated (64:ff9b::/96). */
function innerAddress(address: IPv6): string | undefined {
  const isCompatible = address.match(COMPATIBLE) && (address.parts[6] ?? 0) !== 0;
  return isCompatible || address.match(MAPPED) || address.match(TRANSLATED)
    ? new IPv4(address.toByteArray().slice(12)).toString()
    : undefined;
}

const COMPATIBLE = IPv6.parseCIDR('::/96');
const MAPPED = IPv6.parseCIDR('::ffff:0:0/96');
const TRANSLATED = IPv6.parseCIDR('64:ff9b::/96');

function isDotted(name: string): boolean {
  // For a name the library throws, which takes longer than a whole decision.
  return /^[\d.]+$/.test(name) && IPv4.isValidFourPartDecimal(name);
}

/** Clouds hand out a machine's credentials here. */
const METADATA: ReadonlySet<string> = new Set(['169.254.169.254', 'fd00:ec2::254']);

/** By the library's ranges; others are reserved or multicast. */
const PLACES: Readonly<Record<string, string>> = table({
  loopback: THIS_MACHINE,
  private: 'a private address',
  uniqueLocal: 'a private address',
  carrierGradeNat: "an address inside a provider's network",
  linkLocal: 'an address of the local link',
  unicast: 'a public IP address',
});
const RESERVED = 'a reserved or multicast address';

function place4(address: string): string {
  return address === '0.0.0.0' ? THIS_MACHINE : placeOf(address, IPv4.parse(address).range());
}

function place6(address: IPv6): string {
  const range = address.range();
  // Ranges in 2000::/3 have their own names.
  const isGlobal = address.match(GLOBAL) && range !== 'reserved';
  return range === 'unspecified' ? THIS_MACHINE : placeOf(address.toString(), isGlobal ? 'unicast' : range);
}

const GLOBAL = IPv6.parseCIDR('2000::/3');

function placeOf(address: string, range: string): string {
  if (METADATA.has(address)) return 'where clouds hand out the credentials of a machine';
  return PLACES[range] ?? RESERVED;
}
