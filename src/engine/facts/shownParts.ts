/** Without an address's user, password and query. */

export interface ShownParts {
  readonly host: string;
  readonly path: string;
}

const KEY_PATHS = /^@?(?:hooks\.slack\.com|(?:\w+\.)?discord(?:app)?\.com|api\.telegram\.org)(?::\d+)?$/i;

const ADDRESS = /([A-Za-z][\w+.-]{0,30}:\/\/)([^/?#\s]*)([^?#\s]*)/;
const PLAIN_ADDRESS = /^()([^/?#\s]*)([^?#\s]*)/;

export function shownParts(text: string, isAddress = false): ShownParts {
  const match = ADDRESS.exec(text) ?? (isAddress ? PLAIN_ADDRESS.exec(text) : undefined);
  if (match === null || match === undefined) return { host: '', path: text };
  const [, scheme = '', authority = '', path = ''] = match;
  const at = authority.lastIndexOf('@');
  const host = at === -1 ? authority : authority.slice(at);
  return { host: at === -1 ? scheme + host : host, path: KEY_PATHS.test(host) ? '' : path };
}

export function variablesIn(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/\$(?:env:|\{env:)?\{?[#!]?(\w+|[@*])|%(\w+)%/gi),
    ([, one, two]) => one ?? two ?? '',
  );
}

export interface AssignedValue {
  /** With the name: redaction knows a key by it. */
  readonly whole: string;
  readonly value: string;
}

const MOST_VALUES = 64;

/** `isMentioned`: something else may set it. */
export function assignedValues(
  script: string,
  name: string,
): { readonly values: readonly AssignedValue[]; readonly isMentioned: boolean } {
  if (!/^[A-Za-z_]\w{0,100}$/.test(name)) return { values: [], isMentioned: false };
  const assignment = new RegExp(
    String.raw`(?<!\w)${name}["']?\s{0,4}[+:]?=\s{0,4}((?:"[^"]*"|'[^']*'|\\.|\$\([^()]*\)|[^\s;&|<>()"'\\])+)`,
    'g',
  );
  const values: AssignedValue[] = [];
  for (const [whole, value = ''] of script.matchAll(assignment)) {
    if (values.length >= MOST_VALUES) return { values, isMentioned: true };
    values.push({ whole, value });
  }
  const isMentioned = new RegExp(String.raw`(?<![\w$%{])${name}(?![\w%])`).test(script);
  return { values, isMentioned };
}
