import { oncePer } from '../../common/oncePer';
import type { SimpleCommand, WordPiece } from '../../shell/model/analysis';
import { assignmentIn } from '../../shell/model/words';

type Value = Extract<WordPiece, { kind: 'value' }>;

/** Every shell or login sets them. */
const ALWAYS_SET: ReadonlySet<string> = new Set([
  ...['HOME', 'PWD', 'USER', 'LOGNAME', 'PATH', 'SHELL', 'HOSTNAME', 'UID', 'EUID', 'PPID', 'BASHPID', 'BASH', 'IFS'],
  ...[
    'RANDOM',
    'SRANDOM',
    'SECONDS',
    'LINENO',
    'SHLVL',
    'HOSTTYPE',
    'OSTYPE',
    'MACHTYPE',
    'BASH_VERSION',
    'EPOCHSECONDS',
  ],
  ...['$', '?', '#', '-', '0'],
]);

const ALWAYS_WRITES = /^(?:\$\(|`)\s*(?:pwd|dirname|basename|hostname|uname|whoami|date|id|mktemp)\b/;

export function mayBeEmpty(piece: WordPiece): boolean {
  if (piece.kind !== 'value') return false;
  const { text } = piece;
  if (text.startsWith('~') || guardedName(text) !== undefined) return false;
  if (text.startsWith('$((') || text.startsWith('<(') || text.startsWith('>(')) return false;
  const fallback = fallbackOf(text);
  if (fallback !== undefined) return fallback === '';
  const name = variableOf(piece);
  if (name !== undefined) return !ALWAYS_SET.has(name);
  if (/^\$\{[#!]/.test(text)) return !text.startsWith('${#');
  return !ALWAYS_WRITES.test(text);
}

export const filledVariables = oncePer((commands: readonly SimpleCommand[]): ReadonlySet<string> => {
  const filled = new Map<string, boolean>();
  for (const { words, assignments } of commands) {
    const isDeclaration = DECLARES.has(words[0]?.text ?? '');
    const declared = isDeclaration ? words.slice(1).flatMap((word) => assignmentIn(word) ?? []) : [];
    for (const { name, value } of [...assignments, ...declared]) {
      const isFilled = value.pieces.some((piece) => (piece.kind === 'value' ? !mayBeEmpty(piece) : piece.text !== ''));
      filled.set(name, isFilled && (filled.get(name) ?? true));
    }
  }
  return new Set(Array.from(filled).flatMap(([name, isFilled]) => (isFilled ? [name] : [])));
});

const DECLARES: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'local', 'readonly']);

/** Certain or default. */
export function knownValue(piece: WordPiece, cwd: string | undefined, home: string): string | undefined {
  if (piece.kind !== 'value') return undefined;
  const { text } = piece;
  if (text.startsWith('~')) return text;
  if (/^(?:\$\(|`)\s*pwd\s*(?:\)|`)$/.test(text)) return cwd;
  const name = guardedName(text) ?? (fallbackOf(text) === undefined ? variableOf(piece) : undefined);
  if (name === 'HOME') return home;
  if (name === 'PWD') return cwd;
  if (name === 'USER' || name === 'LOGNAME') return home.slice(home.lastIndexOf('/') + 1);
  const fallback = fallbackOf(text);
  if (fallback === undefined || fallback === '') return undefined;
  return fallback.replace(/^["']|["']$/g, '').replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home);
}

export function variableOf({ text, variable }: Value): string | undefined {
  return variable ?? /^\$\{?(\w+|[$?#@*!-])\}?$/.exec(text)?.[1];
}

function guardedName(text: string): string | undefined {
  return /^\$\{(\w+):?\?/.exec(text)?.[1];
}

/** From `${X:-text}`, `${X-text}`, `${X:=text}`. */
function fallbackOf(text: string): string | undefined {
  return /^\$\{\w+:?[-=](.*)\}$/s.exec(text)?.[1];
}
