/** Rows of `line -> what it opens`, for the openers alone: the words are cut here, not by the parser. */
import * as assert from 'node:assert';
import {
  OUTERMOST,
  makeWord,
  programName,
  textWord,
  writtenText,
  type Redirection,
  type SimpleCommand,
  type Word,
} from '../../../../src/shell/model/analysis';
import type { Opened, OpenedCommand, OpenedScript } from '../../../../src/shell/openers/opener';
import { openerFor } from '../../../../src/shell/openers/openers';

/**
 * `'a b'` is known text, `$X` an unquoted value, `"$X"` a quoted one, `a*` a glob; a value may follow known text: `-u$X`. `<<<'text'`
 * is a here string, `< file` reads a file.
 */
export function commandOf(line: string): SimpleCommand {
  const words: Word[] = [];
  const redirections: Redirection[] = [];
  for (const token of line.match(/<<<'[^']*'|<\S+|[^\s']*'[^']*'|\S+/g) ?? []) {
    if (token.startsWith('<<<')) {
      redirections.push({ operator: '<<<', descriptor: undefined, target: textWord(token.slice(4, -1), 0) });
    } else if (token.startsWith('<')) {
      redirections.push({ operator: '<', descriptor: undefined, target: textWord(token.slice(1), 0) });
    } else {
      words.push(wordOf(token));
    }
  }
  return {
    words,
    redirections,
    assignments: [],
    context: OUTERMOST,
    cwd: '/w',
    position: 0,
  };
}

function wordOf(token: string): Word {
  if (token.includes("'")) return { ...textWord(token.replaceAll("'", ''), 0), raw: token };
  const at = token.search(/"?\$|\*/);
  if (at === -1) return textWord(token, 0);
  const rest = token.slice(at);
  const piece = rest.startsWith('*')
    ? ({ kind: 'glob', text: rest } as const)
    : ({ kind: 'value', text: rest.replaceAll('"', ''), quoted: rest.startsWith('"') } as const);
  return makeWord([...(at === 0 ? [] : [{ kind: 'text' as const, text: token.slice(0, at) }]), piece], token, 0);
}

/** One line for each thing opened: commands, `shell: script`, `language> code`, and `?` where something is unknown. */
export function written(opened: Opened | undefined): string[] {
  if (opened === undefined) return [];
  return [
    ...(opened.commands ?? []).map((inner) =>
      [
        ...placeOf(inner),
        ...(inner.assignments ?? []).map(({ name, value }) => `${name}=${writtenText(value)}`),
        ...inner.words.map(writtenText),
      ].join(' '),
    ),
    ...(opened.scripts ?? []).map((inner) =>
      [...placeOf(inner), `${inner.shell}: ${writtenText(inner.text)}`].join(' '),
    ),
    ...(opened.code ?? []).map(({ language, text }) => `${language}> ${writtenText(text)}`),
    ...(opened.unknown === undefined ? [] : ['?']),
  ];
}

function placeOf({ asOtherUser, elsewhere, cwd }: OpenedCommand | OpenedScript): string[] {
  return [
    ...(asOtherUser ? ['[root]'] : []),
    ...(elsewhere === undefined ? [] : [`[${elsewhere}]`]),
    ...(cwd === undefined ? [] : [`[in ${cwd === 'unknown' ? '?' : writtenText(cwd)}]`]),
  ];
}

export function opened(line: string): Opened | undefined {
  const command = commandOf(line);
  return openerFor(programName(command) ?? '')?.(command);
}

/** One test for each row. */
export function opens(rows: readonly (readonly [line: string, ...expected: string[]])[]): void {
  for (const [line, ...expected] of rows) {
    it(line, () => {
      assert.deepStrictEqual(written(opened(line)), expected);
    });
  }
}
