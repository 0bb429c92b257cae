import { table } from '../../../common/table';
import { writtenText, type Word } from '../../../shell/model/analysis';
import { readOptions } from '../../../calls/command/optionReading';

export interface GitCallSetting {
  /** As written; section and variable ignore case. */
  readonly key: string;
  readonly value: string | undefined;
  /** One run, one repository, one being fetched, or all of the user or machine. */
  readonly scope: 'call' | 'repository' | 'clone' | 'everywhere';
}

const VALUED = {
  short: 'cC',
  long: ['--git-dir', '--work-tree', '--namespace', '--exec-path', '--super-prefix', '--config-env', '--attr-source'],
};

const CONFIG_VALUED = {
  short: 'ft',
  long: ['--file', '--blob', '--type', '--default', '--comment', '--value', '--url'],
};

const ONLY_READS: ReadonlySet<string> = new Set([
  ...['--get', '--get-all', '--get-regexp', '--get-urlmatch', '--list', '-l', '--unset', '--unset-all', '--get-color'],
  ...['--get-colorbool', '--remove-section', '--rename-section', '--name-only', '--show-origin', '--show-scope'],
]);

export function settingsOfGitCall(args: readonly Word[]): readonly GitCallSetting[] {
  const { options, operands } = readOptions(args, { ...VALUED, stopAtOperand: true });
  const settings: GitCallSetting[] = [];
  for (const { name, value, valueWord } of options) {
    if (name === '-c' && valueWord !== undefined)
      settings.push(split(value ?? writtenText(valueWord).replace(/^-c/, ''), 'call'));
    if (name === '--config-env' && value !== undefined) settings.push({ ...split(value, 'call'), value: undefined });
  }
  const [verb, ...rest] = operands;
  if (verb?.text === 'config') settings.push(...configured(rest));
  if (verb?.text === 'clone') {
    const words = readOptions(rest, { short: 'cboujA', long: ['--config'] });
    for (const { name, valueWord } of words.options) {
      if ((name === '-c' || name === '--config') && valueWord !== undefined) {
        settings.push(split(writtenText(valueWord).replace(/^(?:-c|--config=)/, ''), 'clone'));
      }
    }
  }
  return settings;
}

function configured(args: readonly Word[]): readonly GitCallSetting[] {
  const { options, operands } = readOptions(args, CONFIG_VALUED);
  if (options.some(({ name }) => name === '--rename-section') || operands[0]?.text === 'rename-section') {
    return renamed(operands.slice(-2).map(writtenText));
  }
  if (options.some(({ name }) => ONLY_READS.has(name))) return [];
  const isElsewhere = options.some(({ name }) => ['--global', '--system', '--file', '-f', '--blob'].includes(name));
  const [first, ...others] = operands;
  const words = first?.text === 'set' ? others : operands;
  const [key, value] = words;
  return key?.text === undefined || !key.text.includes('.') || value === undefined
    ? []
    : [{ key: key.text, value: writtenText(value), scope: isElsewhere ? 'everywhere' : 'repository' }];
}

/** A section's meaning under its new name is unknown: all that can run programs there. */
function renamed([from = '', to = '']: readonly string[]): readonly GitCallSetting[] {
  const kind = (section: string): string => section.replace(/\..*$/s, '').toLowerCase();
  if (kind(from) === kind(to)) return [];
  const keys = RUNNING[kind(to)] ?? [];
  return keys.map((key) => ({ key: `${to}.${key}`, value: '!?', scope: 'repository' }));
}

const RUNNING: Readonly<Record<string, readonly string[]>> = table({
  core: ['sshCommand'],
  alias: ['x'],
  filter: ['clean'],
  diff: ['textconv'],
  merge: ['driver'],
  gpg: ['program'],
  credential: ['helper'],
  remote: ['uploadpack'],
  uploadpack: ['packObjectsHook'],
  submodule: ['update'],
  hook: ['command'],
  trailer: ['command'],
  pager: ['x'],
  difftool: ['cmd'],
  mergetool: ['cmd'],
});

function split(text: string, scope: GitCallSetting['scope']): GitCallSetting {
  const equals = text.indexOf('=');
  // Without a value it is true.
  if (equals === -1) return { key: text, value: 'true', scope };
  return { key: text.slice(0, equals), value: text.slice(equals + 1), scope };
}
