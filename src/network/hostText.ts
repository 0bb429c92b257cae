import type { Word } from '../shell/model/analysis';
import { plainHost } from './hostAddress';

/** A run-time part. No shell word contains it. */
export const NOT_KNOWN = '\0';

export const LONGEST_OPERAND = 2_000;

/** The word's beginning, with `NOT_KNOWN` for run-time parts. */
export function markedText({ text, pieces }: Word, most = LONGEST_OPERAND): string {
  if (text !== undefined) return text.slice(0, most);
  let marked = '';
  for (const piece of pieces) {
    if (marked.length >= most) break;
    marked += piece.kind === 'text' ? piece.text : NOT_KNOWN;
  }
  return marked.slice(0, most);
}

const LOCAL_SCHEMES: ReadonlySet<string> = new Set(
  'file data about javascript vscode vscode-insiders cursor chrome unix npipe fd jar classpath urn'.split(' '),
);

const LONGEST_SCHEME = 24;
/** With user name and password. */
const LONGEST_AUTHORITY = 1_000;

export interface AddressInText {
  readonly scheme: string;
  /** Several if programs read it differently. */
  readonly hosts: readonly string[];
}

/** Every `scheme://host`, in linear time. */
export function addressesIn(text: string): readonly AddressInText[] {
  const found: AddressInText[] = [];
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const scheme = /[a-z][a-z0-9+.-]*$/i.exec(text.slice(Math.max(0, at - LONGEST_SCHEME), at))?.[0].toLowerCase();
    if (scheme === undefined || LOCAL_SCHEMES.has(scheme)) continue;
    const hosts = hostsBehind(text.slice(at + 3, at + 3 + LONGEST_AUTHORITY));
    if (hosts.length > 0) found.push({ scheme, hosts });
  }
  return found;
}

/** Some programs end the host at a backslash. */
function hostsBehind(rest: string): readonly string[] {
  const token = /^[^\s"'`<>]*/.exec(rest)?.[0] ?? '';
  const readings = [/^[^/?#]*/, /^[^/?#\\]*/].map((authority) => authority.exec(token)?.[0] ?? '');
  // In prose punctuation may follow.
  const whole = readings.map((reading) => (reading.length === token.length ? withoutEnd(reading) : reading));
  return distinct(whole.map(hostOfAuthority).filter((host) => host !== ''));
}

function withoutEnd(text: string): string {
  return text.startsWith('[') || text.includes('@[') ? text : text.replace(/[)\]},;.!?:]{1,100}$/, '');
}

function distinct(hosts: readonly string[]): readonly string[] {
  const byMeaning = new Map(hosts.map((host) => [plainHost(host.replace(/^\[(.*)\]$/s, '$1')) ?? host, host]));
  return [...byMeaning.values()];
}

/** `user:password@host:port`. */
export function hostOfAuthority(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const inBrackets = /^\[[^\]]*\]/.exec(host)?.[0];
  if (inBrackets !== undefined) return inBrackets;
  const colon = host.indexOf(':');
  // Several colons: bare IPv6.
  return colon === -1 || host.includes(':', colon + 1) ? host : host.slice(0, colon);
}

/** With or without a scheme. */
export function clientHosts(text: string): readonly string[] {
  if (text.includes('://'))
    return addressesIn(text)
      .slice(0, 1)
      .flatMap(({ hosts }) => hosts);
  const authority = /^[^/?#]*/.exec(text)?.[0] ?? '';
  return hostsBehind(authority);
}

/** `user@host:path`, `host::module` or an address; undefined: local. */
export function copyHost(text: string): string | undefined {
  if (text.includes('://')) return clientHosts(text)[0];
  const [, host] = /^(?:[^/:@]*@)?(\[[^\]]*\]|[^/:]+):/.exec(text) ?? [];
  return host;
}
