/** Terminals that outlive the line. */
import { textWord, type Word } from '../model/analysis';
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

/** One word is for the shell, several are a command. */
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

const SCREEN_VALUES = 'cehOpsStTr';

/** `screen -dmS name program`, `screen -X stuff TEXT`. */
const openScreen: Opener = ({ words }) => {
  let at = 1;
  for (let word = words[at]; word !== undefined && mayBeOption(word) && word.text !== undefined; word = words[at]) {
    const { text } = word;
    at += 1;
    if (text === '--') break;
    if (text === '-X') return openScreenCommand(words.slice(at));
    if (/^-(?:ls|list|wipe|version|help)$/.test(text) || text.startsWith('--')) continue;
    const valued = Array.from(text.slice(1)).findIndex((letter) => SCREEN_VALUES.includes(letter));
    if (valued !== -1 && valued === text.length - 2) at += 1;
  }
  const inner = words.slice(at);
  return inner.length === 0 ? undefined : openedCommand(inner, nameDoubt('screen', inner));
};

function openScreenCommand([name, ...rest]: readonly Word[]): Opened | undefined {
  if (name?.text === 'stuff') {
    const [keys] = rest;
    const text = keys?.text?.replace(/\\(?:n|r|015|012)|\^M|[\r\n]+$/g, '\n');
    return {
      scripts: text === undefined || keys === undefined ? [] : [{ text: textWord(text, keys.position), shell: 'sh' }],
      unknown: 'what reads the keys that screen sends is not known',
    };
  }
  if (name?.text !== 'exec' && name?.text !== 'screen') return undefined;
  const inner = rest.filter(({ text }) => text === undefined || !/^[.!:|]+$/.test(text));
  return inner.length === 0 ? undefined : openedCommand(inner, nameDoubt('screen', inner));
}

/** `zellij run -- program`, `zellij action new-pane -- program`. */
const openBehindDashes: Opener = ({ words }) => {
  const at = words.findIndex(({ text }) => text === '--');
  const inner = at === -1 ? [] : words.slice(at + 1);
  return inner.length === 0 ? undefined : openedCommand(inner, nameDoubt('zellij', inner));
};

/** `dtach -n socket program`, `abduco -n name program`. */
const openDetacher: Opener = ({ words }) => {
  const at = words.findIndex(({ text }) => text !== undefined && /^-[a-zA-Z]*[ncANC]$/.test(text));
  const inner = at === -1 ? [] : operandsOf(words.slice(at + 2));
  return inner.length === 0 ? undefined : openedCommand(inner, nameDoubt('dtach', inner));
};

export const TERMINALS: ReadonlyMap<string, Opener> = new Map([
  ['tmux', openTmux],
  ['screen', openScreen],
  ['zellij', openBehindDashes],
  ['dtach', openDetacher],
  ['abduco', openDetacher],
]);
