/** It builds a shell line, never fully known. */
import type { Word } from '../model/analysis';
import { joinWords, mayBeOption, replaceInWord, unknownWord } from '../model/words';
import type { Opened, OpenedScript, Opener } from './opener';

const VALUES = (
  '-j --jobs -P --max-procs -S --sshlogin -a --arg-file -I -N -n --max-args -L --max-lines -s --max-chars -d --delimiter -E -C --colsep ' +
  '--joblog --results --tmpdir --timeout --retries --delay --load --memfree --nice --halt --tagstring --workdir --wd --env --basefile ' +
  '--return --tempdir --shebang --block --recstart --recend --progress-file --shuf --limit --transferfile --sqlmaster --profile -J'
).split(' ');
/** About so many words are filled in. */
const MANY_WORDS = 256;

const openParallel: Opener = ({ words, position }): Opened => {
  const end = words.findIndex(({ text }) => text?.startsWith(':::') === true);
  const given = end === -1 ? [] : words.slice(end).filter(({ text }) => text?.startsWith(':::') !== true);
  const command = behindOptions(end === -1 ? words.slice(1) : words.slice(1, end));
  const unknown = 'parallel puts its command together from what it reads and its options';
  const most = Math.max(1, Math.floor(MANY_WORDS / Math.max(1, command.length)));
  if (command.length === 0) return { scripts: given.slice(0, most).map(asScript), unknown };
  const values = given.length === 0 ? [unknownWord('{}', position, true)] : given.slice(0, most);
  return { scripts: values.map((value) => asScript(filled(command, value))), unknown };
};

function asScript(text: Word): OpenedScript {
  return { text, shell: 'bash' };
}

function filled(command: readonly Word[], value: Word): Word {
  const replaced = command.map((word) => replaceInWord(word, '{}', value.pieces));
  return joinWords(replaced.some((word, index) => word !== command[index]) ? replaced : [...command, value]);
}

function behindOptions(words: readonly Word[]): readonly Word[] {
  let at = 0;
  for (let word = words[at]; word !== undefined && mayBeOption(word); word = words[at]) {
    at += VALUES.includes(word.text ?? '') ? 2 : 1;
    if (word.text === '--') break;
  }
  return words.slice(at);
}

export const PARALLEL: ReadonlyMap<string, Opener> = new Map(
  ['parallel', 'sem', 'env_parallel'].map((name) => [name, openParallel] as const),
);
