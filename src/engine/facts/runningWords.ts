import { INTERPRETERS } from '../../facts/interpreters';
import {
  isKeyVerb,
  isNamingOption,
  namesByOptions,
  namingOperands,
  talksToHosts,
  variableNamesCode,
} from '../../facts/namedCode';
import { PROGRAMS } from '../../facts/programs';
import { readCall } from '../../shell/calls/commandCall';
import { pathUses } from '../../shell/calls/pathUses';
import { programName, type SimpleCommand, type Word } from '../../shell/model/analysis';
import { assignmentIn } from '../../shell/model/words';

export interface RunningWord {
  readonly word: Word;
  readonly from: number;
}

const KEY_OPTION = /^--?\w*(?:token|pass|secret|key|auth|cred)/i;

export function runningWords(command: SimpleCommand): readonly RunningWord[] {
  const { redirections, assignments } = command;
  const files = redirections.filter(({ operator }) => !operator.startsWith('<<')).map(({ target }) => target);
  const values = assignments.filter(({ name }) => variableNamesCode(name)).map(({ value }) => value);
  const paths = pathUses(command).flatMap(({ word, from = 0, below, linkTo }) => [
    { word, from },
    ...[below, linkTo].filter((one) => one !== undefined).map(whole),
  ]);
  return [...namingWords(command), ...paths, ...[...files, ...values].map(whole)];
}

function whole(word: Word): RunningWord {
  return { word, from: 0 };
}

/** Each may name what runs, or be a key. */
export function doubtfulWords(command: SimpleCommand): readonly Word[] {
  const { words } = command;
  const verb = words.slice(1).find(({ text }) => text?.startsWith('-') !== true);
  if (PRINTS.test(programName(command) ?? '') || isKeyVerb(verb?.text ?? '')) return [];
  return words.slice(1).filter((word, index) => {
    const text = word.text ?? word.raw;
    const before = words[index]?.text ?? '';
    return !/\s|:\/\//.test(text) && !KEY_WORD.test(text) && !KEY_OPTION.test(before) && !DATA_OPTION.test(before);
  });
}

const PRINTS = /^(?:echo|printf|export|declare|typeset|local|readonly)$/;
const KEY_WORD = /^["']?-{0,2}[\w.-]*(?:token|pass|secret|key|auth|cred|pwd)[\w.-]*=|^-[puP]["']?\$/i;
const DATA_OPTION = /^(?:-[pPuUHdFm]|--(?:header|user|proxy-user|data\S*|json|form\S*|message|body))$/;

function namingWords(command: SimpleCommand): readonly RunningWord[] {
  const at = command.words.findIndex(({ raw }) => !/^\w+=/.test(raw));
  const set = command.words
    .slice(0, at === -1 ? undefined : at)
    .flatMap((word) => assignmentIn(word) ?? [])
    .filter(({ name }) => variableNamesCode(name))
    .map(({ value }) => value);
  const [program, ...others] = at === -1 ? [] : command.words.slice(at);
  if (program === undefined) return set.map(whole);
  return [...[...set, program].map(whole), ...argumentsThatName({ ...command, words: [program, ...others] })];
}

function argumentsThatName(command: SimpleCommand): readonly RunningWord[] {
  const [, ...words] = command.words;
  const name = (programName(command) ?? '').toLowerCase();
  if (name === 'source' || name === '.') return words.slice(0, 1).map(whole);
  if (PROGRAMS.shells.has(name) || (PROGRAMS.runsCode(name) && !TAKES_CODE.test(name))) return scriptWords(name, words);
  const named = namesByOptions(name) ? optionValues(words) : [];
  const verbs = words.filter(({ text }) => text?.startsWith('-') !== true).slice(0, 2);
  const verb = readCall(command)?.specs[1]?.names[0];
  const naming = namingOperands(name, verb === undefined ? verbs.map(({ text }) => text ?? '') : [verb]);
  if (naming === 'none') return PROGRAMS.runners.has(name) ? named : [];
  const listed = readCall(command)?.operands;
  const operands = plainWords(command).filter((word) => listed === undefined || listed.includes(word));
  if (naming === 'all') return [...named, ...operands.map(whole)];
  if (talksToHosts(name)) return operands.slice(0, /^[A-Z]+$/.test(operands[0]?.text ?? '') ? 2 : 1).map(whole);
  return [...named, ...[...verbs.slice(0, 1), ...operands.filter((word) => word !== verbs[0]).slice(0, 1)].map(whole)];
}

const TAKES_CODE = /^(?:[gmn]?awk|sed|ed|ex|jq|m4|gdb|lldb|psql|mysql|mariadb|sqlite3|bun|deno|make|gmake)$/;

function optionValues(words: readonly Word[]): readonly RunningWord[] {
  return words.flatMap((word, index): readonly RunningWord[] => {
    if (isNamingOption(words[index - 1]?.text ?? '')) return [whole(word)];
    const [, option = ''] = /^(--[\w-]+)=/.exec(word.text ?? '') ?? [];
    return isNamingOption(option) ? [{ word, from: option.length + 1 }] : [];
  });
}

function scriptWords(name: string, words: readonly Word[]): readonly RunningWord[] {
  const { code = '-c', values = '-o' } =
    INTERPRETERS.find(({ names }) => names.split(' ').includes(name.replace(/[\d.]+$/, ''))) ?? {};
  const takesCode = (option: string): boolean =>
    code
      .split(' ')
      .some((one) => one === option || (/^-\w$/.test(one) && /^-\w+$/.test(option) && option.endsWith(one.charAt(1))));
  const end = words.findIndex((word, index) => {
    const before = words[index - 1]?.text ?? '';
    return (
      takesCode(before) ||
      (word.text?.startsWith('-') !== true &&
        !isNamingOption(before) &&
        !values.split(' ').includes(before) &&
        !KEY_OPTION.test(before))
    );
  });
  const script = words[end];
  const isFile = script !== undefined && !takesCode(words[end - 1]?.text ?? '');
  return [...optionValues(end === -1 ? words : words.slice(0, end)), ...(isFile ? [whole(script)] : [])];
}

function plainWords({ words }: SimpleCommand): readonly Word[] {
  return words
    .slice(1)
    .filter(
      ({ raw, text }, index) =>
        text?.startsWith('-') !== true &&
        !/^["']?[\w.-]+=(?!=)/.test(raw) &&
        !KEY_OPTION.test(words[index]?.text ?? ''),
    );
}
