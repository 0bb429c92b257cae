/**
 * Guesses the files of an unparsable line from redirections and programs with absolute paths. Good enough to block,
 * never to allow. Ignores quoted text and here-documents.
 */
import type { FileChange, FileTouch } from '../../files/fileTouch';

/** The classifier sees the rest. */
const MAX_CHARACTERS = 131_072;
/** The caller refuses more. */
const MAX_PATHS = 2_000;

const CHANGES: Readonly<Record<string, FileChange>> = {
  ...each('delete', 'rm rmdir unlink shred srm trash del erase Remove-Item'),
  ...each('rename-from', 'mv move Move-Item'),
  ...each('rename-to', 'cp ln install copy Copy-Item'),
  ...each('overwrite', 'tee truncate touch sponge dd Set-Content Add-Content Out-File New-Item'),
  ...each('in-place', 'chmod chown sed ed ex patch'),
};

/** Programs that run another one. */
const PREFIXES = new Set('sudo doas env command builtin exec nohup time nice then do else !'.split(' '));

function each(change: FileChange, names: string): Record<string, FileChange> {
  return Object.fromEntries(names.split(' ').map((name) => [name, change]));
}

const PATH = /^(?:of=|--?[\w-]+=)?((?:~[\w.-]*|\$HOME|\$\{HOME\}|\$env:HOME|\$env:USERPROFILE)?[/\\].+)$/;

export function roughTouches(script: string, home: string): readonly FileTouch[] {
  const touches: FileTouch[] = [];
  let change: FileChange | undefined;
  let atStart = true;
  let redirects = false;
  for (const token of tokensOf(script.slice(0, MAX_CHARACTERS))) {
    if (touches.length >= MAX_PATHS) break;
    if (token.operator) {
      redirects = token.text.includes('>');
      if (!redirects && token.text !== '<') {
        atStart = true;
        change = undefined;
      }
      continue;
    }
    const path = pathOf(token.text, home);
    if (redirects) {
      if (path !== undefined) touches.push(touch(path, 'overwrite'));
    } else if (atStart) {
      const name = token.text.slice(token.text.lastIndexOf('/') + 1);
      if (!PREFIXES.has(name) && !/^\w+=/.test(token.text)) {
        change = CHANGES[name];
        atStart = false;
      }
    } else if (change !== undefined && path !== undefined) {
      touches.push(touch(path, change));
    }
    redirects = false;
  }
  return touches;
}

function touch(path: string, change: FileChange): FileTouch {
  return { path, change, ...(/[*?]/.test(path) && { glob: true }) };
}

function pathOf(text: string, home: string): string | undefined {
  const [, path] = PATH.exec(text) ?? [];
  return path?.replace(/^(?:~(?=[/\\])|\$HOME|\$\{HOME\}|\$env:HOME|\$env:USERPROFILE)/, () => home);
}

interface Token {
  readonly text: string;
  readonly operator: boolean;
}

/** Unquoted words and operators. Omits quoted words with blanks. */
function* tokensOf(script: string): Generator<Token> {
  const pieces =
    /\\[^\n]|"(?:\\.|[^"\\])*"|'[^']*'|#[^\n]*|<<-?\s*\\?["']?(\w+)["']?|>>?\|?|[;&|(){}\n<]+|[^\s;&|(){}<>"'\\#]+|\s|./gs;
  let word = '';
  let skipTo: string | undefined;
  let lines: LineEnds | undefined;
  for (let match = pieces.exec(script); match !== null; match = pieces.exec(script)) {
    const [text, delimiter] = match;
    const first = text[0] ?? '';
    if (delimiter !== undefined) skipTo = delimiter;
    const ends = delimiter !== undefined || /^[\s;&|(){}<>]/.test(text) || (first === '#' && word === '');
    if (!ends) {
      word += unquoted(text);
      continue;
    }
    if (word !== '' && !/\s/.test(word)) yield { text: word, operator: false };
    word = '';
    if (delimiter === undefined && /^[;&|(){}<>\n]/.test(text))
      yield { text: text.trim() === '' ? ';' : text, operator: true };
    if (skipTo !== undefined && text.includes('\n')) {
      lines ??= lineEnds(script);
      pieces.lastIndex = endOfHereDocument(lines, pieces.lastIndex, skipTo);
      skipTo = undefined;
    }
  }
  if (word !== '' && !/\s/.test(word)) yield { text: word, operator: false };
}

function unquoted(text: string): string {
  if (text.startsWith("'") && text.length > 1) return text.slice(1, -1);
  if (text.startsWith('"') && text.length > 1) return text.slice(1, -1).replace(/\\(.)/gs, '$1');
  return text.startsWith('\\') ? text.slice(1) : text;
}

/** Ends of one-word lines by that word, last first. */
type LineEnds = ReadonlyMap<string, number[]>;

function lineEnds(script: string): LineEnds {
  const ends = new Map<string, number[]>();
  for (let end = script.length; end >= 0;) {
    const start = end === 0 ? 0 : script.lastIndexOf('\n', end - 1) + 1;
    const word = script.slice(start, end).trim();
    if (/^\w+$/.test(word)) {
      const same = ends.get(word);
      if (same === undefined) ends.set(word, [end]);
      else same.push(end);
    }
    end = start - 1;
  }
  return ends;
}

/** Without a delimiter the rest is read. Positions must grow. */
function endOfHereDocument(lines: LineEnds, from: number, delimiter: string): number {
  const ends = lines.get(delimiter) ?? [];
  while ((ends.at(-1) ?? from) < from) ends.pop();
  return ends.at(-1) ?? from;
}
