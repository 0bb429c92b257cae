/** `sed -i`: its files, and whether an edit tool could do the same. */
import { textWord, type Word } from '../../shell/model/analysis';
import { hasOption, type CommandCall } from '../../shell/model/commandTable';
import type { TextEdit } from '../../files/fileTouch';

export interface SedEdit {
  /** Undefined: the texts are unrelated. */
  readonly edits: readonly TextEdit[] | undefined;
  /** Of the kept copy; empty: none. */
  readonly suffix: string;
}

export interface SedRewriting {
  readonly files: readonly Word[];
  readonly edit: SedEdit;
  readonly reading: readonly Word[];
}

/** @returns the end of a sentence for a form that systems read differently */
export function rewrittenBySed(call: CommandCall, platform: NodeJS.Platform): SedRewriting | string {
  const inPlace = call.options.filter(({ spec }) => spec.names.includes('-i'));
  const [option] = inPlace;
  if (option === undefined || inPlace.length > 1) return 'it says more than once that it edits in place';
  const { word, value } = option;
  const suffix = value?.word.text?.slice(value.from) ?? '';
  if (!/^(?:\.\w{1,16})?$/.test(suffix)) return 'the copy that it keeps has no plain suffix';
  const isAlone = word.text === '-i' || word.text === `-i${suffix}`;
  // Some systems read a suffix behind other letters.
  if (!isAlone && word.text !== '--in-place' && word.text !== `--in-place=${suffix}`) return 'its -i is not alone';
  let { operands } = call;
  // BSD takes the next word for the suffix; to GNU an empty one is a missing file.
  if (platform === 'darwin' && suffix === '') {
    const [empty, ...rest] = operands;
    const isNext = call.command.words[call.command.words.indexOf(word) + 1] === empty;
    if (word.text !== '-i' || !isNext || empty?.text !== '' || !hasOption(call, '-e')) {
      return 'GNU and BSD sed read its -i differently';
    }
    operands = rest;
  }
  const scripts = hasOption(call, '-e')
    ? call.options.flatMap(({ spec, value: script }) =>
        spec.names.includes('-e') ? [script?.word.text?.slice(script.from) ?? ''] : [],
      )
    : [operands[0]?.text ?? ''];
  const files = hasOption(call, '-e') ? operands : operands.slice(1);
  if (files.length === 0) return 'it names no file';
  if (files.some(({ text }) => text === '-')) return 'a file is named like standard input';
  const flags = ['-n', '-E', '-s', '-z'].filter((name) => hasOption(call, name));
  const edits = flags.includes('-n') || flags.includes('-z') ? undefined : literalEdits(scripts);
  return {
    files,
    edit: { edits, suffix },
    reading: [
      textWord('sed', 0),
      ...[...flags, ...scripts.flatMap((script) => ['-e', script]), '--'].map((text) => textWord(text, 0)),
      ...files,
    ],
  };
}

/** Literal in both kinds of patterns. */
const LONGEST_LITERAL = 400;
const LITERAL = /^s([/|,#@])((?:[\w :;,'"=<>@#%!~/-]|\\[./])+)\1((?:[\w :;,'"=<>@#%!~()/.{}-])*)\1g?$/;

function literalEdits(scripts: readonly string[]): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const script of scripts) {
    if (script.length > LONGEST_LITERAL) return undefined;
    const [, delimiter = '', pattern = '', newText = ''] = LITERAL.exec(script) ?? [];
    if (delimiter === '' || newText.includes(delimiter)) return undefined;
    const oldText = pattern.replace(/\\(.)/g, '$1');
    if (pattern.replace(/\\./g, '').includes(delimiter)) return undefined;
    edits.push({ oldText, newText, replaceAll: true });
  }
  return edits.length === 0 ? undefined : edits;
}
