import type { Word } from '../model/analysis';
import type { CommandCall, CommandSpec } from '../model/commandTable';
import { options } from '../model/tableNotation';

const NUMBERS = new Set(['?', '#', '$', '!']);

/** Known at run time, maybe no number. */
function isOpenEnded({ pieces }: Word): boolean {
  return pieces.some((piece) => piece.kind === 'value' && !NUMBERS.has(piece.variable ?? ''));
}

/**
 * `test -v 'a[$(command)]'` runs the command, so no word may become `-v` before an unknown one. Comparisons are
 * harmless: `test`, unlike `[[`, takes only digits.
 */
function testObjection({ operands, command }: CommandCall): string | undefined {
  const name = command.words[0]?.text ?? 'test';
  const isDoubleBracket = name === '[[';
  for (const [index, word] of operands.entries()) {
    if (word.text === '-v' || word.text === '-R') return `${name} ${word.text} may evaluate what it is given`;
    if (isDoubleBracket || word.text !== undefined) continue;
    if (
      word.pieces.some(
        (piece) =>
          (piece.kind === 'glob' && piece.isOneWord !== true) ||
          (piece.kind === 'value' && !piece.quoted && isOpenEnded(word)),
      )
    ) {
      return `${name} may take ${word.raw} as several words`;
    }
    const next = operands[index + 1];
    if (isOpenEnded(word) && next !== undefined && (isOpenEnded(next) || next.text?.includes('[') === true)) {
      return `${name} may take ${word.raw} as an operator`;
    }
  }
  return undefined;
}

/** `printf -v name` and `%n` assign a variable and evaluate its subscript. */
function printfObjection({ operands }: CommandCall): string | undefined {
  const [format, ...values] = operands[0]?.text === '--' ? operands.slice(1) : operands;
  if (format === undefined) return undefined;
  if (
    format.text === undefined &&
    (values.length > 0 || format.pieces.some((piece) => piece.kind === 'value' && !piece.quoted))
  ) {
    return "printf's format is only known when it runs";
  }
  if (format.text?.startsWith('-v') === true) return 'printf -v assigns a variable';
  const hasCount = format.pieces.some(({ text }) => /%[-+ #0'*\d.hlLjzt]*n/.test(text.replaceAll('%%', '')));
  return hasCount ? 'printf %n assigns a variable' : undefined;
}

const SAFE_SHELL_OPTIONS = /^(?:[-+][euxo]+|pipefail|errexit|nounset|xtrace)$/;

function setObjection({ operands }: CommandCall): string | undefined {
  if (operands.length === 0) return 'set without options prints all variables, which may hold secrets';
  const other = operands.find(({ text }) => text === undefined || !SAFE_SHELL_OPTIONS.test(text));
  return other === undefined ? undefined : `set ${other.raw} may change what follows`;
}

function noOperands({ operands, specs: [spec] }: CommandCall): string | undefined {
  return operands.length === 0 ? undefined : `${spec?.names[0] ?? ''} with operands changes something`;
}

function exportedName({ pieces: [first] }: Word): string | undefined {
  return first?.kind === 'text' ? /^(\w+)=/.exec(first.text)?.[1] : undefined;
}

function exportObjection({ operands }: CommandCall): string | undefined {
  const other = operands.find((word) => exportedName(word) === undefined);
  if (other !== undefined) return `export ${other.raw} is not understood`;
  return operands.length === 0 ? 'export without names prints the environment, which may hold secrets' : undefined;
}

function exported({ operands }: CommandCall): ReturnType<NonNullable<CommandSpec['sets']>> {
  return operands.flatMap((word) => {
    const name = exportedName(word);
    if (name === undefined) return [];
    const isKnown = word.pieces.length === 1;
    return [{ name, text: isKnown ? word.pieces[0]?.text.slice(name.length + 1) : undefined }];
  });
}

function readObjection({ operands }: CommandCall): string | undefined {
  const other = operands.find(({ text }) => text === undefined);
  return other === undefined ? undefined : `read ${other.raw} is not understood`;
}

function filled({ operands }: CommandCall): ReturnType<NonNullable<CommandSpec['sets']>> {
  return operands.map(({ text = '' }) => ({ name: text, text: undefined }));
}

const harmless = { readOnly: true, optionsAreHarmless: true } as const;
const words = { readOnly: true, style: 'words' } as const;

export const SHELL_BUILTINS: readonly CommandSpec[] = [
  { names: ['cd', 'chdir'], options: options('-P -L -e -@'), ...harmless },
  { names: ['pwd'], options: options('-P|--physical -L|--logical --help --version'), ...harmless },
  { names: ['echo'], ...words },
  { names: ['printf'], ...words, objection: printfObjection },
  { names: ['test', '[', '[['], ...words, objection: testObjection },
  { names: ['true', 'false', ':'], ...words },
  { names: ['exit', 'return', 'break', 'continue', 'shift', 'logout'], ...words },
  { names: ['sleep', 'gsleep'], options: options('--help --version'), ...harmless },
  // `wait` can assign a variable, and `jobs` run a command.
  { names: ['wait'], options: options('-n -f'), readOnly: true },
  { names: ['type'], options: options('-a -f -p -P -t'), ...harmless },
  {
    names: ['which'],
    options: options('-a -s --all --skip-alias --skip-functions --skip-dot --help --version'),
    ...harmless,
  },
  { names: ['whereis'], options: options('-b -m -s -u -q -a'), ...harmless },
  { names: ['jobs'], options: options('-l -n -p -r -s'), readOnly: true },
  { names: ['times', 'help'], ...words },
  { names: ['export'], ...words, objection: exportObjection, sets: exported },
  {
    names: ['read'],
    readOnly: true,
    options: options('-r -s -d= -n= -N= -p= -t='),
    objection: readObjection,
    sets: filled,
  },
  { names: ['set'], ...words, objection: setObjection },
  { names: ['umask'], options: options('-S -p'), readOnly: true, objection: noOperands },
  { names: ['ulimit'], options: options('-a -H -S'), readOnly: true, objection: noOperands },
];
