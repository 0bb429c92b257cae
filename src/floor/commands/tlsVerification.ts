import { writtenText, type Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';
import { environmentSettings } from './git/gitCode';
import { settingsOfGitCall, type GitCallSetting } from './git/gitCallSettings';
import { readOptions } from '../../calls/command/optionReading';

const RULE: CommandRule = {
  check: 'tls',
  remedy:
    "Leave the check on; add the missing certificate authority for this one call instead (curl's --cacert, NODE_EXTRA_CA_CERTS).",
};

const NO = /^(?:0|false|no|off|n|f)$/i;
const NO_OR_EMPTY = /^(?:0|false|no|off|null|undefined|)$/i;

const VARIABLES: ReadonlyMap<string, RegExp> = new Map([
  ['NODE_TLS_REJECT_UNAUTHORIZED', /^0$/],
  ['GIT_SSL_NO_VERIFY', /^(?!(?:false|0|)$)/],
  ['PYTHONHTTPSVERIFY', /^0$/],
  ['PERL_LWP_SSL_VERIFY_HOSTNAME', /^0$/],
  ['NPM_CONFIG_STRICT_SSL', NO_OR_EMPTY],
  ['YARN_STRICT_SSL', NO],
  ['YARN_ENABLE_STRICT_SSL', NO],
  ['CONDA_SSL_VERIFY', NO],
]);

export function tlsVerification(checked: CheckedCommand): FloorHit | undefined {
  const { command } = checked;
  const variable = checked.variables.find(({ name, value }) => {
    const off = VARIABLES.get(name.toUpperCase());
    return off !== undefined && value !== undefined && off.test(value);
  });
  if (variable !== undefined) {
    return ruleHit(RULE, 'switch the check of certificates off', `${variable.name}=${variable.value ?? ''}`);
  }
  const off = switchesOff(checked);
  return off || environmentSettings(checked).some(isUnchecked)
    ? ruleHit(RULE, 'switch the check of certificates off', writtenCommand(command))
    : undefined;
}

function switchesOff(checked: CheckedCommand): boolean {
  const { program, args } = checked;
  switch (program) {
    case 'curl':
    case 'curl.exe':
      return curlUnchecked(args);
    case 'wget':
    case 'wget2':
      return wgetUnchecked(args);
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'npx':
    case 'bun':
      return packageManagerUnchecked(args);
    case 'git':
      return settingsOfGitCall(args).some(isUnchecked);
    case 'conda':
    case 'mamba':
      return hasPair(args, 'ssl_verify', NO);
    default:
      return false;
  }
}

function isUnchecked({ key, value }: GitCallSetting): boolean {
  return /^http\.(?:.*\.)?(?:proxy)?sslverify$/i.test(key) && value !== undefined && NO.test(value);
}

/** Long ones only where values are often free text. */
const CURL_VALUED = {
  short: 'AbcCdDeEFhHKmoPQrtTuUwxXyYz',
  long: [
    ...['--header', '--data', '--data-raw', '--data-binary', '--data-urlencode', '--json', '--form', '--form-string'],
    ...['--user', '--user-agent', '--referer', '--cookie', '--request', '--url', '--output', '--write-out'],
  ],
};

/** Unless all addresses are here. */
function curlUnchecked(args: readonly Word[]): boolean {
  const { options, operands } = readOptions(args, CURL_VALUED);
  if (!options.some(({ name }) => name === '-k' || (name.length >= 6 && '--insecure'.startsWith(name)))) return false;
  const addresses = [
    ...operands.map(writtenText),
    ...options.flatMap(({ name, value }) => (name === '--url' ? [value ?? ''] : [])),
  ];
  return !isOwnMachine(addresses);
}

function wgetUnchecked(args: readonly Word[]): boolean {
  const { options, operands } = readOptions(args, { short: 'oaeitOQBUPDARIlT' });
  const off = options.some(
    ({ name, value }) =>
      (name.length >= 12 && '--no-check-certificate'.startsWith(name)) ||
      (name === '--check-certificate' && value !== undefined && NO.test(value)) ||
      (name === '-e' && /check_?certificate\s*=\s*(?:off|no|0|quiet)/i.test(value ?? '')),
  );
  return off && !isOwnMachine(operands.map(writtenText));
}

function isOwnMachine(addresses: readonly string[]): boolean {
  return (
    addresses.length > 0 &&
    addresses.every((address) =>
      /^(?:https?:\/\/)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)(?=[:/?#]|$)/i.test(address),
    )
  );
}

const PACKAGE_SETTINGS = /^(?:strict-ssl|strictssl|enablestrictssl|cafile|ca)$/i;

function packageManagerUnchecked(args: readonly Word[]): boolean {
  const texts = args.map(({ text }) => text);
  const sets = texts.includes('set') || texts.includes('config');
  return texts.some((text, index) => {
    if (text === undefined) return false;
    if (text === '--no-strict-ssl') return true;
    const isOption = text.startsWith('--');
    if (!isOption && !sets) return false;
    const [, key = '', value] = /^(?:--)?([\w-]+)(?:=(.*))?$/s.exec(text) ?? [];
    if (!PACKAGE_SETTINGS.test(key)) return false;
    const given = value ?? texts[index + 1];
    const isFile = /^ca/i.test(key);
    return given !== undefined && (isFile ? /^(?:null|undefined|)$/i : NO).test(given);
  });
}

function hasPair(args: readonly Word[], key: string, value: RegExp): boolean {
  return args.some(({ text }, index) => text === key && value.test(args[index + 1]?.text ?? ''));
}
