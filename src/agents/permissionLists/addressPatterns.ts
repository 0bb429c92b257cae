import type { Translation } from './permissionList';

/** For `https://host`, `https://host/path` or `https://host/path/*`; never covers more. */
export function allowedAddress(text: string): Translation {
  const isPrefix = text.endsWith('/*');
  const address = isPrefix ? text.slice(0, -1) : text;
  if (!URL.canParse(address)) return { why: 'it is no whole address' };
  const { protocol, origin, pathname, search, hash, username, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return { why: 'it is no web address' };
  if (/[*?[\]\\]/.test(address) || search !== '' || hash !== '' || username !== '') {
    return { why: 'a rule would cover other addresses as well, because * also stands for slashes' };
  }
  if (href !== address && `${address}/` !== href) return { why: 'it is not written as the address that is fetched' };
  if (pathname === '/') return { rules: [`fetch(${origin}/*)`] };
  return { rules: [`fetch(${address}${isPrefix ? '*' : ''})`] };
}

export function allowedHost(host: string): Translation {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (name === '*' || name === '') return { why: 'it covers every address' };
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(name)) {
    return { why: 'a rule would cover other hosts as well, because * also stands for slashes' };
  }
  return allowedAddress(`https://${name}`);
}

/** `*` matches any text. May catch more. */
export function restrictedAddress(text: string): Translation {
  const pattern = `*${text.replace(/[?[\]\\]/g, '*')}*`.replace(/\*+/g, '*');
  return { rules: [/^[*./:]*$/.test(pattern) ? 'fetch' : `fetch(${pattern})`] };
}

/** `*` matches any text. */
export function restrictedHost(host: string): Translation {
  const name = host.toLowerCase().replace(/\.$/, '');
  // Normal forms have an ASCII host.
  return /^[\x21-\x7e]*$/.test(name) ? restrictedAddress(name) : { why: 'its host is not written in ASCII' };
}
