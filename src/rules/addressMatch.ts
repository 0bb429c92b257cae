/**
 * For allow rules. A `*` stays in its part, so never leads to another host, and covers no user name
 * (`https://docs.example.com@evil.com`).
 */
import { textGlob } from '../files/globs';

/** `scheme://host:port/path`; only the host is required. */
const PARTS = /^(?:([a-z*][a-z\d+.*-]*):\/\/)?([^/?#:]*)(?::([^/?#]*))?([/?#].*)?$/is;

/**
 * @param pattern of an allow rule
 * @param address plain, see `isPlainAddress`
 */
export function addressMatches(pattern: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return false;
  const [, scheme, host = '', port, path] = PARTS.exec(pattern) ?? [];
  if (host === '' || host.includes('@')) return false;
  // `https://docs.example.com*` is any path of that host, not another host's name.
  const isOpen = path === undefined && port === undefined && host.endsWith('*');
  return (
    schemeMatches(scheme, url.protocol.slice(0, -1)) &&
    hostMatches(isOpen ? host.replace(/\*+$/, '') || '*' : host, url.hostname) &&
    (isOpen || portMatches(port, url.port)) &&
    (isOpen || pathMatches(path ?? '/', url.pathname + url.search + url.hash))
  );
}

function schemeMatches(pattern: string | undefined, scheme: string): boolean {
  return pattern === undefined ? scheme === 'https' || scheme === 'http' : starMatches(pattern.toLowerCase(), scheme);
}

/** For the first labels a `*` covers any number; elsewhere it stays in its label. */
function hostMatches(pattern: string, host: string): boolean {
  const wanted = pattern.toLowerCase().replace(/\.$/, '').split('.');
  const given = host.toLowerCase().replace(/\.$/, '').split('.');
  const [first = '', ...others] = wanted;
  if (/^\*+$/.test(first)) {
    if (others.length === 0) return true;
    return given.length > others.length && sameLabels(others, given.slice(-others.length));
  }
  return given.length === wanted.length && sameLabels(wanted, given);
}

function sameLabels(wanted: readonly string[], given: readonly string[]): boolean {
  return wanted.every((label, index) => starMatches(label, given[index] ?? ''));
}

function portMatches(pattern: string | undefined, port: string): boolean {
  return starMatches(pattern ?? '', port);
}

function pathMatches(pattern: string, path: string): boolean {
  return textGlob(pattern).matches(path);
}

function starMatches(pattern: string, text: string): boolean {
  return textGlob(pattern.replace(/[?[\]\\]/g, '\\$&')).matches(text);
}
