/** For `*** Update File:` (Codex, VS Code) and `diff -u`. Only to block: tools differ on patches that do not apply. */
import { InputProblem } from '../common/inputProblem';
import type { FileTouch, TextEdit } from './fileTouch';

/** Each asks the disk. Larger patches are refused, not judged by a part. */
const MAX_TOUCHES = 1000;

// Codex cuts all Unicode blanks; doing so afterwards is linear.
const SECTION = /^[\s\u0085]*\*\*\*\s+(Add|Update|Delete)\s+File:(.+)$/is;
const BLANK = /[\s\u0085]/;
const MOVE = /^[\s\u0085]*\*\*\*\s+Move\s+to:(.+)$/is;
/** `--- a/x`, then `+++ b/x`; a date may follow a tab. */
const UNIFIED = /^(---|\+\+\+|Index:) ([^\t\r\n]+)/;
const RENAME = /^(?:rename|copy) (from|to) (.+)$/s;

export function isPatch(text: string): boolean {
  return /^(?:[^\S\n\r\u2028\u2029]|\u0085)*\*\*\*[ \t]+(?:Begin[ \t]+Patch|(?:Add|Update|Delete)[ \t]+File:)|^(?:diff --git |Index: |--- \S)/im.test(
    text,
  );
}

/**
 * Empty for other text.
 * @throws InputProblem at too many files
 */
export function patchTouches(text: string): readonly FileTouch[] {
  const touches: FileTouch[] = [];
  const take = (more: readonly FileTouch[] = []): void => {
    if (touches.length + more.length > MAX_TOUCHES) {
      throw new InputProblem(`a patch names more than ${MAX_TOUCHES} paths; split it`);
    }
    touches.push(...more);
  };
  let section: Section | undefined;
  for (const line of text.split('\n')) {
    const [, verb, named] = SECTION.exec(line) ?? [];
    const path = withoutBlanks(named ?? '');
    if (verb !== undefined && path !== '') {
      take(section?.touches());
      section = new Section(verb.toLowerCase(), path);
    } else if (/^[\s\u0085]*\*\*\*\s+End\s+Patch/i.test(line)) {
      take(section?.touches());
      section = undefined;
    } else if (section !== undefined) {
      section.read(line);
    } else {
      take(unifiedTouches(line));
    }
  }
  take(section?.touches());
  return touches;
}

function withoutBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && BLANK.test(text.charAt(end - 1))) end -= 1;
  let start = 0;
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  return text.slice(start, end);
}

class Section {
  readonly #verb: string;
  readonly #path: string;
  readonly #edits: TextEdit[] = [];
  #old: string[] = [];
  #new: string[] = [];
  /** A false second target must not hide the first. */
  readonly #movesTo: string[] = [];

  constructor(verb: string, path: string) {
    this.#verb = verb;
    this.#path = path;
  }

  read(line: string): void {
    const [, target] = MOVE.exec(line) ?? [];
    if (target !== undefined) {
      this.#movesTo.push(withoutBlanks(target));
    } else if (line.startsWith('@@')) {
      this.#endHunk();
    } else if (!line.startsWith('*** ')) {
      // Without the blank of a kept line.
      const text = /^[ +-]/.test(line) ? line.slice(1) : line;
      if (!line.startsWith('+')) this.#old.push(text);
      if (!line.startsWith('-')) this.#new.push(text);
    }
  }

  touches(): readonly FileTouch[] {
    this.#endHunk();
    const path = this.#path;
    if (this.#verb === 'delete') return [{ path, change: 'delete' }];
    if (this.#verb === 'add') {
      return [{ path, change: 'overwrite', newText: this.#edits.map(({ newText }) => newText).join('\n') }];
    }
    const edits = this.#edits.length === 0 ? {} : { edits: this.#edits };
    if (this.#movesTo.length === 0) return [{ path, change: 'in-place', ...edits }];
    return [
      { path, change: 'rename-from' },
      ...this.#movesTo.map((target) => ({ path: target, change: 'rename-to', ...edits }) as const),
    ];
  }

  #endHunk(): void {
    if (this.#old.length > 0 || this.#new.length > 0) {
      this.#edits.push({ oldText: this.#old.join('\n'), newText: this.#new.join('\n'), replaceAll: false });
    }
    this.#old = [];
    this.#new = [];
  }
}

function unifiedTouches(line: string): readonly FileTouch[] {
  const [, sign, written] = UNIFIED.exec(line) ?? [];
  if (sign !== undefined && written !== undefined && written.trim() !== '/dev/null') {
    const path = written.trim().replace(/^"(.*)"$/, '$1');
    const below = /^(?:[ab]|[ciwo])\/(.+)$/.exec(path)?.[1];
    const change = sign === '+++' ? 'overwrite' : 'in-place';
    return [{ path, change }, ...(below === undefined ? [] : [{ path: below, change } as const])];
  }
  const [, direction, renamed] = RENAME.exec(line) ?? [];
  if (direction === undefined || renamed === undefined) return [];
  return [{ path: renamed.trim(), change: direction === 'from' ? 'rename-from' : 'rename-to' }];
}
