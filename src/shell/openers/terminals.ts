/** Terminals that outlive the line: `tmux new-session`, `tmux send-keys`, `screen`. */
import type { Word } from '../model/analysis';
import { joinWords, mayBeOption } from '../model/words';
import { assemble } from './assemble';
import { nameDoubt, openedCommand } from './innerCommand';
import type { Opened, Opener } from './opener';

const STARTS =
  'new-session new new-window neww split-window splitw respawn-pane respawnp respawn-window respawnw display-popup popup'.split(
    ' ',
  );
const RUNS = ['run-shell', 'run', 'if-shell', 'if', 'pipe-pane', 'pipep'];
const SENDS = ['send-keys', 'send'];
const VALUES = '-t -n -s -c -e -F -x -y -l -p -w -h -N -b -T -S'.split(' ');
const ENTER = ['Enter', 'C-m', 'C-j', 'KPEnter'];

const openTmux: Opener = ({ words }) => {
  const at = words.findIndex(({ text }) => text !== undefined && [...STARTS, ...RUNS, ...SENDS].includes(text));
  const name = words[at]?.text;
  if (name === undefined) return undefined;
  const operands = operandsOf(words.slice(at + 1));
  if (operands.length === 0) return undefined;
  if (STARTS.includes(name)) return openStart(operands);
  if (RUNS.includes(name)) return { scripts: operands.map((text) => ({ text, shell: 'sh' })) };
  const keys = operands.filter(({ text }) => text === undefined || !ENTER.includes(text));
  return assemble({
    scripts: keys.length === 0 ? [] : [{ text: joinWords(keys), shell: 'sh' }],
    unknown: 'what reads the keys that tmux sends is not known',
  });
};

/** One word is a text for the shell, several are a command. */
function openStart(operands: readonly Word[]): Opened | undefined {
  const [text, ...rest] = operands;
  if (text !== undefined && rest.length === 0) return { scripts: [{ text, shell: 'sh' }] };
  return openedCommand(operands, nameDoubt('tmux', operands));
}

function operandsOf(words: readonly Word[]): readonly Word[] {
  let at = 0;
  for (let word = words[at]; word !== undefined && mayBeOption(word) && word.text !== undefined; word = words[at]) {
    at += VALUES.includes(word.text) ? 2 : 1;
    if (word.text === '--') break;
  }
  return words.slice(at);
}

export const TERMINALS: ReadonlyMap<string, Opener> = new Map([['tmux', openTmux]]);
