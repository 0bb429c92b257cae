import { assignmentIn, joinWords } from '../model/words';
import { assemble } from './assemble';
import type { Opener } from './opener';
import { standardInputs } from './standardInput';

const openEval: Opener = ({ words: [, first, ...rest] }) => {
  if (first === undefined) return undefined;
  const words = first.text === '--' ? rest : [first, ...rest];
  return words.length === 0 ? undefined : { scripts: [{ text: joinWords(words), shell: 'own' }] };
};

/** `source /dev/stdin <<< TEXT`. */
const openSource: Opener = (command) => {
  const [, first, second] = command.words;
  const file = first?.text === '--' ? second : first;
  if (!/^\/(?:dev\/(?:stdin|fd\/)|proc\/(?:self|thread-self|\$\$)\/fd\/)/.test(file?.text ?? '')) return undefined;
  const { texts } = standardInputs(command);
  return {
    scripts: texts.map((text) => ({ text, shell: 'own' as const })),
    unknown: 'the shell runs what it reads from its input',
  };
};

/** `trap TEXT SIGNAL...`: the text runs later. */
const openTrap: Opener = ({ words: [, first, ...rest] }) => {
  const [text, ...signals] = first?.text === '--' ? rest : [first, ...rest];
  // `-` and a missing text restore a signal, `-p` and `-l` print.
  if (text === undefined || signals.length === 0 || text.text?.startsWith('-') === true) return undefined;
  return { scripts: [{ text, shell: 'own' }] };
};

/** `alias NAME=TEXT`: it runs where the name appears later. */
const openAlias: Opener = ({ words: [, ...rest] }) => {
  const texts = rest.flatMap((word) => {
    const value = assignmentIn(word)?.value;
    return value === undefined ? [] : [{ text: value, shell: 'own' as const }];
  });
  return assemble({ scripts: texts });
};

export const SHELL_BUILTINS: ReadonlyMap<string, Opener> = new Map([
  ['eval', openEval],
  ['trap', openTrap],
  ['alias', openAlias],
  ['source', openSource],
  ['.', openSource],
]);
