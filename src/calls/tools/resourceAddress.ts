/** What an MCP resource's address leads to, as far as its text tells. */

/** Also within another address, whose server may fetch it. */
const OTHER_ADDRESS = /(?:^|[^a-z])(?:https?|wss?|s?ftps?|ssh|git|s3|gs|file)(?:\+\w+)?:/i;
const LOCAL_ADDRESS = /^(?:file:|[/\\~]|[A-Za-z]:[/\\])/i;
/** Readers drop blanks and control characters; `%` may hide all else, and a second `//` starts an address. */
const PLAIN_ADDRESS = /^[a-z][a-z\d+.-]+:(?:\/\/)?(?!\/\/)((?:(?!\/\/)[^\s\p{Cc}\\%@?#])*)(?:[?#]([\w&=,+-]*))?$/iu;
/** No host elsewhere: those have a dot, a port, other letters, or are a number. */
const NO_HOST = /^(?!0x|\d{8})[\w-]*$/i;

export type ResourceAddress =
  | { readonly kind: 'file' }
  /** Its server may read one of these files. */
  | { readonly kind: 'plain'; readonly paths: readonly string[] }
  /** Perhaps a host, which the server asks for what the agent writes there, or a path in disguise. */
  | { readonly kind: 'unknown' };

export function resourceAddress(uri: string): ResourceAddress {
  const isLocal = LOCAL_ADDRESS.test(uri);
  if (isLocal && !/^file:[^/\\]/i.test(uri)) return { kind: 'file' };
  const [, rest] = PLAIN_ADDRESS.exec(uri) ?? [];
  if (isLocal || rest === undefined || OTHER_ADDRESS.test(uri)) return { kind: 'unknown' };
  const [first = '', ...steps] = rest.split('/');
  if (!NO_HOST.test(first) || steps.includes('..')) return { kind: 'unknown' };
  return { kind: 'plain', paths: rest.startsWith('/') || rest === '' ? [rest] : [rest, `/${rest}`] };
}
