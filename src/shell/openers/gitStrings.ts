/** What `git` runs: aliases and settings given with `-c`, `rebase --exec`, `bisect run`. */
import { table } from '../../common/table';
import { textWord, type SimpleCommand, type Word } from '../model/analysis';
import { readCallAs } from '../calls/commandCall';
import type { CommandSpec } from '../model/commandTable';
import { options } from '../model/tableNotation';
import { blankWords, joinWords, knownStart, mayBeOption, wordFrom } from '../model/words';
import { assemble } from './assemble';
import { nameDoubt } from './innerCommand';
import type { OpenedCommand, OpenedScript, Opener } from './opener';
import { optionValues } from './optionValues';

const GIT: CommandSpec = {
  names: ['git'],
  style: 'posix',
  options: options(
    '-p|--paginate -P|--no-pager --bare --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice',
    '--literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs -v|--version -h|--help',
    '--html-path --man-path --info-path',
    '-C= -c= --git-dir= --work-tree= --namespace= --config-env= --super-prefix= --attr-source= --list-cmds=',
    '--exec-path=?',
  ),
};

/** The shell reads their value. `*` matches any sub-section. */
const SCRIPT_SETTINGS = new Set(
  (
    'core.pager core.editor core.sshcommand core.fsmonitor core.askpass core.gitproxy core.alternaterefscommand sequence.editor ' +
    'diff.external diff.*.command diff.*.textconv interactive.difffilter merge.*.driver mergetool.*.cmd difftool.*.cmd ' +
    'mergetool.*.path difftool.*.path filter.*.clean filter.*.smudge filter.*.process credential.helper credential.*.helper ' +
    'gpg.program gpg.*.program gpg.ssh.defaultkeycommand pager.* man.*.cmd man.*.path browser.*.cmd browser.*.path ' +
    'uploadpack.packobjectshook remote.*.uploadpack remote.*.receivepack remote.*.vcs sendemail.tocmd sendemail.cccmd ' +
    'sendemail.headercmd sendemail.*.tocmd sendemail.*.cccmd sendemail.sendmailcmd sendemail.smtpserver trailer.*.command trailer.*.cmd ' +
    'submodule.*.update web.browser guitool.*.cmd instaweb.browser instaweb.httpd imap.tunnel tar.*.command ' +
    'receive.procreceiverefs hook.*.command'
  ).split(' '),
);
/** They load files that may run anything. */
const FILE_SETTINGS = new Set([
  'diff.tool',
  'diff.guitool',
  'merge.tool',
  'merge.guitool',
  'core.hookspath',
  'include.path',
  'includeif.*.path',
  'init.templatedir',
  'core.worktree',
]);
const HARMLESS_VALUES = ['', 'true', 'false', 'yes', 'no', 'on', 'off', '0', '1'];

/** The shell reads the value. */
const SCRIPT_OPTIONS: Readonly<Record<string, readonly string[]>> = table({
  rebase: ['-x', '--exec'],
  difftool: ['-x', '--extcmd'],
  grep: ['-O', '--open-files-in-pager'],
  'filter-branch': [
    '--env-filter',
    '--tree-filter',
    '--index-filter',
    '--parent-filter',
    '--msg-filter',
    '--commit-filter',
    '--tag-name-filter',
    '--setup',
  ],
  clone: ['-u', '--upload-pack'],
  fetch: ['--upload-pack'],
  pull: ['--upload-pack'],
  'ls-remote': ['--upload-pack', '--exec'],
  'fetch-pack': ['--upload-pack', '--exec'],
  push: ['--receive-pack', '--exec'],
  'send-pack': ['--receive-pack', '--exec'],
  archive: ['--exec'],
  instaweb: ['-d', '--httpd', '-b', '--browser'],
  'send-email': ['--to-cmd', '--cc-cmd', '--header-cmd', '--sendmail-cmd', '--smtp-server'],
});

const MANY_OPTIONS = 64;

interface Found {
  readonly commands: OpenedCommand[];
  readonly scripts: OpenedScript[];
  unknown: string | undefined;
}

const openGit: Opener = (command) => {
  const call = readCallAs(command, GIT);
  const [subcommand, ...rest] = call.operands;
  const found: Found = { commands: [], scripts: [], unknown: undefined };
  // Each alias repeats the words after it.
  if (call.options.length > MANY_OPTIONS) return { unknown: 'git is given more options than are read' };
  for (const { spec, value } of call.options) {
    if (spec.names.includes('--exec-path') && value !== undefined)
      found.unknown ??= 'git --exec-path names its programs';
    if (value === undefined) continue;
    const setting = wordFrom(value.word, value.from);
    if (spec.names.includes('-c')) openSetting(setting, found, command, subcommand, rest);
    if (spec.names.includes('--config-env')) openEnvironmentSetting(setting, found);
  }
  if (subcommand?.text !== undefined) openSubcommand(subcommand.text, rest, command, found);
  return assemble(found);
};

/** `NAME=VALUE`, as after `-c`. */
function openSetting(
  setting: Word,
  found: Found,
  command: SimpleCommand,
  subcommand: Word | undefined,
  rest: readonly Word[],
): void {
  const start = knownStart(setting);
  const equals = start.indexOf('=');
  if (equals === -1) {
    if (setting.text === undefined) found.unknown ??= 'the setting that git is given is only known when it runs';
    return;
  }
  const key = start.slice(0, equals);
  const value = wordFrom(setting, equals + 1);
  const general = generalKey(key);
  if (FILE_SETTINGS.has(general)) found.unknown ??= `git runs or reads what ${key} names`;
  if (general.startsWith('alias.')) openAlias(key.slice('alias.'.length), value, found, command, subcommand, rest);
  if (!SCRIPT_SETTINGS.has(general) || HARMLESS_VALUES.includes(value.text ?? '-')) return;
  const shellText = knownStart(value).startsWith('!') ? wordFrom(value, 1) : value;
  found.scripts.push({ text: shellText, shell: 'sh' });
}

/** With `!` a text for the shell, otherwise words. */
function openAlias(
  name: string,
  value: Word,
  found: Found,
  command: SimpleCommand,
  subcommand: Word | undefined,
  rest: readonly Word[],
): void {
  if (subcommand?.text !== undefined && subcommand.text.toLowerCase() !== name.toLowerCase()) return;
  if (knownStart(value).startsWith('!')) {
    found.scripts.push({ text: joinWords([wordFrom(value, 1), ...rest]), shell: 'sh' });
  } else if (value.text === undefined) {
    found.unknown ??= 'the alias that git is given is only known when it runs';
  } else {
    const [git] = command.words;
    const words = blankWords(value.text, value.position);
    if (git !== undefined) found.commands.push({ words: [git, ...words, ...rest] });
    if (/["'\\]/.test(value.text)) found.unknown ??= 'git reads the quotes of an alias in a way of its own';
  }
}

function openEnvironmentSetting(setting: Word, found: Found): void {
  const key = (setting.text ?? '').split('=')[0] ?? '';
  const general = generalKey(key);
  const isCode = SCRIPT_SETTINGS.has(general) || FILE_SETTINGS.has(general) || general.startsWith('alias.');
  if (setting.text === undefined || isCode)
    found.unknown ??= 'the setting that git is given is only known when it runs';
}

/** `*` replaces the sub-section: `diff.Word.textconv` is `diff.*.textconv`. */
function generalKey(key: string): string {
  const lower = key.toLowerCase();
  const first = lower.indexOf('.');
  const last = lower.lastIndexOf('.');
  if (lower.startsWith('pager.')) return 'pager.*';
  return first === last ? lower : `${lower.slice(0, first)}.*${lower.slice(last)}`;
}

/** With a value: the rest of a cluster is no option. */
const VALUE_LETTERS: Readonly<Record<string, string>> = table({
  clone: 'bcjo',
  grep: 'ABCefm',
  rebase: 'CSsX',
  difftool: 't',
});

/** The new repository gets its hooks and settings. */
function openTemplate(rest: readonly Word[], found: Found): void {
  const folder = optionValues(['--template'], rest)[0];
  if (folder !== undefined && folder.text !== '') found.unknown ??= 'git runs the hooks that --template brings';
}

/** A name with a folder is a script outside of git's tools. */
function openNamedTool(rest: readonly Word[], found: Found): void {
  const isOther = optionValues(['-t', '--tool'], rest).some(({ text }) => text === undefined || /[/\\]/.test(text));
  if (isOther) found.unknown ??= 'git runs the script that --tool names';
}

function openSubcommand(name: string, rest: readonly Word[], command: SimpleCommand, found: Found): void {
  const scripted = SCRIPT_OPTIONS[name] ?? [];
  found.scripts.push(
    ...optionValues(scripted, rest, VALUE_LETTERS[name]).map((text) => ({ text, shell: 'sh' as const })),
  );
  if (name === 'clone' || name === 'init') openTemplate(rest, found);
  if (name === 'difftool' || name === 'mergetool') openNamedTool(rest, found);
  // `git merge-index -o PROGRAM FILES`
  if (name === 'merge-index') addCommand(behindOptions(rest, []), found);
  const [first, ...more] = rest;
  // `git remote-ext NAME TEXT` runs TEXT when its input asks to connect.
  if (name === 'remote-ext') found.scripts.push(...rest.slice(1).map((text) => ({ text, shell: 'sh' as const })));
  if (name === 'bisect' && first?.text === 'run') addCommand(more, found);
  if (name === 'for-each-repo')
    addCommand(behindOptions(rest, ['--config']), found, [textWord('git', command.position)]);
  if (name === 'submodule') {
    const at = rest.findIndex(({ text }) => text === 'foreach');
    const words = at === -1 ? [] : behindOptions(rest.slice(at + 1), []);
    if (words.length === 1) found.scripts.push(...words.map((text) => ({ text, shell: 'sh' as const })));
    else addCommand(words, found);
  }
  if (name === 'clone') {
    for (const setting of optionValues(['-c', '--config'], rest, VALUE_LETTERS[name]))
      openSetting(setting, found, command, undefined, []);
  }
  // The `ext` transport runs the rest of the address.
  for (const word of rest) {
    const start = knownStart(word);
    if (start.startsWith('ext::')) found.scripts.push({ text: wordFrom(word, 'ext::'.length), shell: 'sh' });
  }
}

function addCommand(words: readonly Word[], found: Found, before: readonly Word[] = []): void {
  if (words.length === 0) return;
  found.commands.push({ words: [...before, ...words] });
  found.unknown ??= before.length === 0 ? nameDoubt('git', words) : undefined;
}

function behindOptions(words: readonly Word[], values: readonly string[]): readonly Word[] {
  let at = 0;
  for (let word = words[at]; word !== undefined && mayBeOption(word); word = words[at]) {
    at += values.includes(word.text ?? '') ? 2 : 1;
    if (word.text === '--') break;
  }
  return words.slice(at);
}

export const GIT_OPENERS: ReadonlyMap<string, Opener> = new Map([['git', openGit]]);
