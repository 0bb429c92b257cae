/** What commands print: the text of `echo 'rm -rf x' | sh`. Only to block. */
import { decodeAnsiC } from './ansiCQuoting';
import {
  opensForWriting,
  programName,
  writtenText,
  type Redirection,
  type SimpleCommand,
  type Word,
} from '../model/analysis';

const LONGEST = 65_536;
const MOST_ARGUMENTS = 1_024;

/**
 * Filters pass all on, or decode. Undefined: unknown.
 * @param inherited redirections around the pipeline do not count
 */
export function printedText(
  commands: readonly SimpleCommand[],
  inherited: readonly Redirection[] = [],
): string | undefined {
  let printed = '';
  for (const listed of commands) {
    const redirections = listed.redirections.filter((redirection) => !inherited.includes(redirection));
    const command = { ...listed, redirections };
    const input = inputText(command) ?? printed;
    const decoded = decodedBy(command, input);
    if (decoded !== undefined) printed = decoded;
    else if (!writesToFile(command)) printed += ownText(command) ?? '';
    if (printed.length > LONGEST) return undefined;
  }
  return printed === '' ? undefined : printed;
}

function writesToFile(command: SimpleCommand): boolean {
  return command.redirections.some(
    (redirection) =>
      opensForWriting(redirection) &&
      redirection.descriptor !== 2 &&
      !/^\/dev\/(?:stdout|stderr|tty|fd\/\d)$/.test(writtenText(redirection.target)),
  );
}

function ownText(command: SimpleCommand): string | undefined {
  const words = command.words.slice(1);
  switch (programName(command)) {
    case 'echo':
      return echoed(words.map(writtenText));
    case 'printf':
      return formatted(words.map(writtenText));
    case 'cat':
    case 'tee':
      return inputText(command);
    case 'pwd':
      return command.cwd === undefined ? undefined : `${command.cwd}\n`;
    case 'realpath':
    case 'readlink':
    case 'dirname':
      return pathPrinted(command);
    default:
      return undefined;
  }
}

function pathPrinted(command: SimpleCommand): string | undefined {
  const path = command.words.length > 1 ? command.words.at(-1)?.text : undefined;
  if (path === undefined || programName(command) !== 'dirname') return path === undefined ? undefined : `${path}\n`;
  if (!path.includes('/')) return '.\n';
  const folder = path.slice(0, path.lastIndexOf('/', path.length - (path.endsWith('/') ? 2 : 1)));
  return `${folder === '' ? '/' : folder}\n`;
}

function inputText({ redirections }: SimpleCommand): string | undefined {
  const texts = redirections.filter(({ operator }) => operator === '<<' || operator === '<<<');
  const { target } = texts.at(-1) ?? {};
  return target === undefined ? undefined : `${writtenText(target)}\n`;
}

function echoed(words: readonly string[]): string {
  const found = words.findIndex((word) => !/^-[neE]+$/.test(word));
  const from = found === -1 ? words.length : found;
  const text = words.slice(from).join(' ');
  const readsEscapes = words.slice(0, from).some((word) => word.includes('e'));
  return `${readsEscapes ? decodeAnsiC(text).text : text}\n`;
}

function formatted(words: readonly string[]): string | undefined {
  const [format, ...rest] = words[0] === '--' ? words.slice(1) : words;
  if (format === undefined || format === '-v') return undefined;
  const values = rest.slice(0, MOST_ARGUMENTS);
  let text = '';
  do {
    const before = values.length;
    text += decodeAnsiC(format).text.replace(/%(%|[-+ #0]*\d*(?:\.\d+)?[a-zA-Z])/g, (_, verb: string) =>
      verb === '%' ? '%' : (values.shift() ?? ''),
    );
    if (values.length === before) break;
  } while (values.length > 0 && text.length < LONGEST);
  return text;
}

/** Undefined: the command decodes nothing. */
function decodedBy(command: SimpleCommand, input: string): string | undefined {
  const texts = command.words.slice(1).map(({ text }) => text ?? '');
  switch (programName(command)) {
    case 'base64':
      return texts.some(
        (text) => /^-[A-Za-z]*[dD]/.test(text) || (text.startsWith('--d') && '--decode'.startsWith(text)),
      )
        ? fromBase64(input)
        : undefined;
    case 'openssl':
      return texts.includes('-d') && texts.some((text) => /base64|^-a$/.test(text)) ? fromBase64(input) : undefined;
    case 'xxd':
      return texts.some((text) => /^-[ps]*r/.test(text)) ? fromHexadecimal(input) : undefined;
    case 'rev':
      return input
        .split('\n')
        .map((line) => Array.from(line).reverse().join(''))
        .join('\n');
    default:
      return undefined;
  }
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function fromBase64(text: string): string {
  let decoded = '';
  let bits = 0;
  let count = 0;
  for (const character of text.slice(0, LONGEST)) {
    const value = BASE64.indexOf(character);
    if (value === -1) continue;
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    decoded += String.fromCharCode((bits >> count) & 0xff);
  }
  return decoded;
}

function fromHexadecimal(text: string): string {
  const digits = text.replace(/[^0-9a-f]/gi, '');
  return digits.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}

/** A word of one substitution: `$(...)`, backticks, `<(...)`. */
export function substitutedScript({ pieces: [only, ...others] }: Word): string | undefined {
  if (only?.kind !== 'value' || others.length > 0) return undefined;
  const { text } = only;
  if (/^(?:\$|<)\((?!\()/.test(text) && text.endsWith(')')) return text.slice(2, -1);
  return text.startsWith('`') && text.endsWith('`') ? text.slice(1, -1) : undefined;
}
