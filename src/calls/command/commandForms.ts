/** For deny and ask rules. */
import { Minimatch } from 'minimatch';
import { programName, textWord, writtenText, type SimpleCommand, type Word } from '../../shell/model/analysis';
import { readCall } from '../../shell/calls/commandCall';
import { readingsOf } from '../../shell/calls/readings';
import type { CommandCall } from '../../shell/model/commandTable';

export interface CommandForms {
  readonly command: SimpleCommand;
  /** As written, with the program's bare name, without leading options. */
  readonly texts: readonly string[];
  readonly calls: readonly CommandCall[];
  /** Values at run time. */
  readonly mayBe: ((pattern: string) => readonly string[]) | undefined;
}

/** Unknown leading options may hide a sub-command. */
const MOST_SKIPPED = 8;
const MOST_WORDS = 500;

export function commandForms(command: SimpleCommand, platform: NodeJS.Platform): CommandForms {
  const texts = new Set<string>();
  const calls: CommandCall[] = [];
  for (const same of spellings(command)) {
    const words = same.words.map(writtenText);
    texts.add(words.join(' '));
    const program = programName(same);
    if (program !== undefined) {
      texts.add([program, ...words.slice(1)].join(' '));
      // Its file systems ignore case.
      if (platform === 'darwin') texts.add([program.toLowerCase(), ...words.slice(1)].join(' '));
    }
    for (const call of readingsOf(same)) {
      calls.push(call);
      if (call.specs.length > 1) texts.add(withoutLeadingOptions(call).join(' '));
    }
  }
  return { command, texts: [...texts], calls, mayBe: guesses(command) };
}

function spellings(command: SimpleCommand): readonly SimpleCommand[] {
  const found = [command];
  const add = (words: readonly Word[]): void => {
    found.push({ ...command, words });
  };
  const [name, ...args] = command.words;
  const program = programName(command);
  if (name === undefined || program === undefined) return found;
  // `git.exe`, `npm@10`.
  const bare = program.replace(/\.exe$/i, '').replace(/(?<=.)@[^@]*$/, '');
  if (bare !== program) add([textWord(bare, name.position), ...args]);
  if (/^git-./.test(bare)) {
    add([textWord('git', name.position), textWord(bare.slice('git-'.length), name.position), ...args]);
  }
  const last = found.at(-1);
  const call = last === undefined ? undefined : readCall(last);
  if (last === undefined || call === undefined) return found;
  const [words, group] = [last.words, call.specs[1]?.names[0]];
  if (group === 'container' && call.specs.length > 2) {
    const at = words.findIndex(({ text }) => text === group);
    add(words.filter((_, index) => index !== at));
  }
  if (
    call.unlisted.length > 0 &&
    words.length <= MOST_WORDS &&
    call.specs.length === 1 &&
    call.specs[0]?.subcommands !== undefined
  ) {
    // Unknown options may take the next word.
    for (let at = 2; at < words.length && at < MOST_SKIPPED; at += 1) {
      add([...words.slice(0, 1), ...words.slice(at)]);
    }
  }
  return found;
}

/** `git -C x push origin` as `git push origin`. */
function withoutLeadingOptions({ command, specs, options }: CommandCall): readonly string[] {
  const values = new Set(options.map(({ value }) => value?.word));
  const rest = [...command.words.slice(1)];
  const names = [programName(command) ?? ''];
  for (const { names: known } of specs.slice(1)) {
    const at = rest.findIndex((word) => !values.has(word) && word.text !== undefined && known.includes(word.text));
    names.push(writtenText(rest[at] ?? textWord('', 0)));
    rest.splice(0, at + 1);
  }
  return [...names, ...rest.map(writtenText)];
}

function guesses(command: SimpleCommand): CommandForms['mayBe'] {
  const [name, ...args] = command.words;
  if (name === undefined) return undefined;
  const rest = args.map(writtenText);
  if (name.text === undefined) {
    if (name.pieces.some(({ kind }) => kind === 'value')) return undefined;
    // `/bin/r?` finds `/bin/rm`.
    const glob = new Minimatch(lastSegment(name), {
      dot: true,
      nobrace: true,
      noext: true,
      nonegate: true,
      nocomment: true,
    });
    return (pattern) => {
      const program = fixedWord(pattern, 0);
      return program !== '' && glob.match(program) ? [[program, ...rest].join(' ')] : [];
    };
  }
  const [given = ''] = rest;
  if (programName(command) !== 'npm' || !/^[a-z]{2,}$/.test(given)) return undefined;
  // npm accepts a prefix: `npm publ`.
  return (pattern) => {
    const wanted = fixedWord(pattern, 1);
    return wanted.startsWith(given) ? [['npm', wanted, ...rest.slice(1)].join(' ')] : [];
  };
}

function lastSegment({ pieces }: Word): string {
  const pattern = pieces
    .map(({ kind, text }) => (kind === 'glob' ? text : text.replace(/[\\*?[\]]/g, '\\$&')))
    .join('');
  return pattern.slice(pattern.lastIndexOf('/') + 1);
}

function fixedWord(pattern: string, index: number): string {
  return (pattern.split(/\s+/)[index] ?? '').replace(/[*?[\\].*$/s, '');
}
