/** GET requests to a development server on this machine. */
import { table } from '../../common/table';
import type { CommandCall } from '../model/commandTable';

/**
 * Default ports of projects' servers alone. On others a GET may act or hand out secrets: Docker, Vault, Consul,
 * `kubectl proxy`, a browser's debugger.
 */
const PORTS = '30\\d\\d|1313|4000|4173|4200|4321|517[3-9]|6006|8000|8080|11434';
/** No query: servers that act on a GET take arguments there. */
const ADDRESS = new RegExp(`^(?:http://)?(?:localhost|127\\.0\\.0\\.1|\\[::1\\]):(?:${PORTS})(?:/[\\w./-]*)?$`);

const HARMLESS = new Set([
  ...['-s', '-S', '-f', '--fail-with-body', '-i', '-I', '-v', '-N', '-4', '-6', '-0', '--http1.1', '--compressed'],
  ...['-#', '--no-progress-meter', '-m', '--connect-timeout', '--retry', '--retry-delay', '--retry-max-time'],
  ...['--retry-connrefused', '--retry-all-errors', '--max-redirs'],
]);
/** `%output{file}` writes, `@file` reads. */
const FORMAT = /^(?:[\w .,:;=()/|\n-]|\\[nrt]|%\{\w+\})*$/;
const ACCEPT = /^accept: ?[\w/*+.,; =-]+$/i;

const HARMLESS_VALUES: Readonly<Record<string, RegExp>> = table({
  '-o': /^\/dev\/null$/,
  '-X': /^(?:GET|HEAD)$/,
  '-H': ACCEPT,
  '-w': FORMAT,
});

/** Why curl may do more; ends a sentence. */
export function loopbackObjection({ operands, options }: CommandCall): string | undefined {
  for (const { spec, value } of options) {
    const [name = ''] = spec.names;
    const allowed = HARMLESS_VALUES[name];
    const isHarmless =
      allowed === undefined ? HARMLESS.has(name) : allowed.test(value?.word.text?.slice(value.from) ?? '\0');
    if (!isHarmless) return `curl ${name} may send or write something`;
  }
  const isLocal = operands.length > 0 && operands.every(({ text }) => text !== undefined && ADDRESS.test(text));
  return isLocal ? undefined : 'it asks a place that the call names';
}

/** A proxy would send it elsewhere. */
export const CURL_VARIABLES = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY', 'CURL_HOME'];
