/** A text for the shell, or a command: `su -c`, `watch`, `script -c`, `flock`. */
import { programName, textWord, type Word } from '../model/analysis';
import { hasOption, type CommandCall } from '../model/commandTable';
import { joinWords, withWords, wordFrom } from '../model/words';
import { innerCommand, openedCommand } from './innerCommand';
import { assemble } from './assemble';
import type { Opened, OpenedScript, Opener } from './opener';
import { standardInputs } from './standardInput';

export function optionWord(call: CommandCall, name: string): Word | undefined {
  const value = call.options.findLast(({ spec }) => spec.names.includes(name))?.value;
  return value === undefined ? undefined : wordFrom(value.word, value.from);
}

export function openedScript(
  text: Word,
  unknown: string | undefined,
  more: Omit<OpenedScript, 'text' | 'shell'> & Partial<Pick<OpenedScript, 'shell'>> = {},
): Opened {
  return { scripts: [{ shell: 'sh', ...more, text }], ...(unknown === undefined ? {} : { unknown }) };
}

/** The user's shell reads TEXT of `su user -c TEXT`, else its input. */
const openSu: Opener = (command) => {
  const inner = innerCommand(command);
  if (inner === undefined) return undefined;
  const { call, doubt } = inner;
  const place = { asOtherUser: true, shell: 'bash' } as const;
  const strange = call.unlisted.length === 0 ? undefined : 'su may read an option that is not known';
  const other = hasOption(call, '-s') ? 'su -s names the shell' : undefined;
  const text = optionWord(call, '-c') ?? optionWord(call, '--session-command');
  if (text !== undefined) return openedScript(text, doubt ?? strange ?? other, place);
  // Words after the user go to the shell: `su root -- -c TEXT`.
  const user = call.operands.findIndex(({ text: operand }) => operand !== '-');
  const given = user === -1 ? [] : call.operands.slice(user + 1);
  const dashC = given.findIndex(({ text: operand }) => operand === '-c');
  const behind = dashC === -1 ? undefined : given[dashC + 1];
  if (behind !== undefined) return openedScript(behind, 'su gives its words to a shell', place);
  return assemble({
    scripts: standardInputs(command).texts.map((input) => ({ ...place, text: input })),
    unknown: 'su starts a shell, which runs what it reads from its input',
  });
};

/** With `-u` it takes a command, else it is `su`. */
const openRunuser: Opener = (command) => {
  const inner = innerCommand(command);
  if (inner !== undefined && hasOption(inner.call, '-u')) {
    return openedCommand(inner.words, inner.doubt, { asOtherUser: true });
  }
  return openSu(withWords(command, [textWord('su', command.position), ...command.words.slice(1)]));
};

/** Joins its words for `sh -c`; `-x` runs them. */
const openWatch: Opener = (command) => {
  const inner = innerCommand(command);
  if (inner === undefined || inner.words.length === 0) return undefined;
  return hasOption(inner.call, '-x')
    ? openedCommand(inner.words, inner.doubt)
    : openedScript(joinWords(inner.words), optionDoubt(inner.call));
};

function optionDoubt({ unlisted, specs }: CommandCall): string | undefined {
  return unlisted.length === 0 ? undefined : `${specs[0]?.names[0] ?? ''} may read an option that is not known`;
}

/** `script -c TEXT`, on macOS `script FILE COMMAND...`; otherwise it starts a shell. */
const openScript: Opener = (command) => {
  const inner = innerCommand(command, { skip: 1 });
  if (inner === undefined) return undefined;
  const text = optionWord(inner.call, '-c');
  if (text !== undefined) return openedScript(text, optionDoubt(inner.call));
  // There the command keeps its own options.
  const behind = command.words.slice(command.words.findIndex((word) => word === inner.leading[0]) + 1);
  if (inner.words.length > 0) return openedCommand(behind[0] === inner.words[0] ? behind : inner.words, inner.doubt);
  return { unknown: 'script starts a shell, which runs what it reads from its input' };
};

/** `flock FILE COMMAND...`, `flock FILE -c TEXT`, `flock DESCRIPTOR`. */
const openFlock: Opener = (command) => {
  const inner = innerCommand(command, { skip: 1 });
  if (inner === undefined) return undefined;
  const [first, text] = inner.words;
  if (first?.text !== '-c' && first?.text !== '--command') return openedCommand(inner.words, inner.doubt);
  return text === undefined ? undefined : openedScript(text, inner.doubt);
};

/** `sg GROUP TEXT`, `sg GROUP -c TEXT`; without a text it starts a shell, as `newgrp` does. */
const openGroup: Opener = (command) => {
  const given = command.words.slice(1).filter(({ text }) => text !== '-' && text !== '-l' && text !== '-c');
  const [, text] = given;
  const isText = text !== undefined && programName(command) === 'sg';
  return assemble({
    scripts: (isText ? [text] : standardInputs(command).texts).map((script) => ({ shell: 'sh', text: script })),
    unknown: isText ? undefined : 'it starts a shell, which runs what it reads from its input',
  });
};

/** They run their input later. */
const openAt: Opener = (command) => {
  const words = command.words.slice(1).map(({ text }) => text);
  if (words.some((text) => text === '-l' || text === '-r' || text === '-d' || text === '-c')) return undefined;
  const { texts, isCertain } = standardInputs(command);
  const isFile = words.some((text) => text?.startsWith('-f') === true);
  return assemble({
    scripts: texts.map((text) => ({ text, shell: 'sh' })),
    unknown: isCertain && !isFile ? undefined : 'at runs what it reads from its input',
  });
};

const openApplets: Opener = ({ words: [program, ...words] }) => {
  const [applet] = words;
  if (applet === undefined || applet.text?.startsWith('-') === true) return undefined;
  const dynamic = applet.text === undefined ? `what ${program?.text ?? ''} runs is only known when it runs` : undefined;
  return openedCommand(words, dynamic);
};

export const STRING_WRAPPERS: ReadonlyMap<string, Opener> = new Map([
  ['su', openSu],
  ['runuser', openRunuser],
  ['watch', openWatch],
  ['script', openScript],
  ['flock', openFlock],
  ['sg', openGroup],
  ['newgrp', openGroup],
  ['at', openAt],
  ['batch', openAt],
  ['busybox', openApplets],
  ['toybox', openApplets],
]);
