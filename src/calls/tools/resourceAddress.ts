/** What an MCP resource's address leads to, as far as its text tells. */

/** Also within another address, whose server may fetch it. */
const NETWORK_ADDRESS = /(?:^|[^a-z])(?:https?|wss?|s?ftps?|ssh|git|s3|gs)(?:\+\w+)?(?::|%3a)/i;
/** Readers drop blanks and control characters; without a scheme it may be a path. */
const PLAIN_ADDRESS = /^[a-z][a-z\d+.-]+:[^\s\p{Cc}\\]*$/iu;
const LOCAL_ADDRESS = /^(?:file:|[/\\~]|[A-Za-z]:[/\\])/i;

/** `unknown`: perhaps a host, which the server asks for what the agent writes there, or a path in disguise. */
export function resourceAddress(uri: string): 'file' | 'plain' | 'unknown' {
  const isLocal = LOCAL_ADDRESS.test(uri);
  if (isLocal && !/^file:[^/\\]/i.test(uri)) return 'file';
  return NETWORK_ADDRESS.test(uri) || isLocal || !PLAIN_ADDRESS.test(uri) ? 'unknown' : 'plain';
}
