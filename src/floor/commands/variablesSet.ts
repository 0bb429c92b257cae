import { PROGRAMS } from '../../facts/programs';
import type { SimpleCommand, Word } from '../../shell/model/analysis';
import { knownStart } from '../../shell/model/words';

export interface VariableSet {
  readonly name: string;
  /** Undefined: unknown text. */
  readonly value: string | undefined;
}

const SETTERS: ReadonlySet<string> = new Set([
  ...PROGRAMS.variableSetters,
  ...['export', 'declare', 'typeset', 'readonly', 'local', 'set', 'systemctl'],
  ...['dbus-update-activation-environment', 'tmux', 'cross-env', 'docker', 'podman', 'nerdctl', 'pm2', 'npx', 'eval'],
]);

/** Name and value are two words. */
const PAIR_SETTERS: readonly (readonly string[])[] = [
  ['setx'],
  ['setx.exe'],
  ['setenv'],
  ['launchctl', 'setenv'],
  ['tmux', 'setenv'],
  ['tmux', 'set-environment'],
  ['set'],
];

const MAY_SET: ReadonlySet<string> = new Set([
  ...SETTERS,
  ...PAIR_SETTERS.flatMap((words) => words.slice(0, 1)),
  ...['printf', 'read', 'mapfile', 'readarray'],
]);

const NONE: readonly VariableSet[] = [];

export function variablesSet(
  { assignments }: SimpleCommand,
  program: string,
  args: readonly Word[],
): readonly VariableSet[] {
  if (assignments.length === 0 && !MAY_SET.has(program)) return NONE;
  const found: VariableSet[] = assignments.map(({ name, value }) => ({ name, value: value.text }));
  if (SETTERS.has(program)) for (const word of args) found.push(...wordAssignments(word));
  for (const [name, ...verbs] of PAIR_SETTERS) {
    if (name === program && verbs.every((verb, index) => args[index]?.text === verb)) {
      found.push(...pairAfter(args.slice(verbs.length)));
    }
  }
  if (program === 'printf' && args[0]?.text === '-v' && args[1]?.text !== undefined) {
    found.push({ name: args[1].text, value: args[2]?.text });
  }
  if ((program === 'read' || program === 'mapfile' || program === 'readarray') && args.length > 0) {
    for (const { text } of args)
      if (text !== undefined && /^\w+$/.test(text)) found.push({ name: text, value: undefined });
  }
  return found;
}

function wordAssignments(word: Word): readonly VariableSet[] {
  const known = knownStart(word);
  return known
    .slice(0, 8_192)
    .split(/[\s;]+/)
    .flatMap((part, index, parts) => {
      const [, name, value] = /^(?:-[A-Za-z]|--[\w-]+=|-S)?([A-Za-z_]\w*)\+?=(.*)$/s.exec(part) ?? [];
      if (name === undefined) return [];
      return [
        {
          name,
          value: word.text === undefined && index === parts.length - 1 ? undefined : value?.replace(/^["']|["']$/g, ''),
        },
      ];
    });
}

function pairAfter(args: readonly Word[]): readonly VariableSet[] {
  const [name, value] = args.filter(({ text }) => text === undefined || !/^[-/]/.test(text));
  return name?.text === undefined || name.text.includes('=') ? [] : [{ name: name.text, value: value?.text }];
}
