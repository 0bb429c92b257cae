/** git runs it at the next commit, fetch, diff or look for changes. */
import type { FloorHit } from '../../files/fileFloor';
import { writtenText } from '../../../shell/model/analysis';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from '../commandCheck';
import { settingsOfGitCall, type GitCallSetting } from './gitCallSettings';

const RULE: CommandRule = {
  check: 'git-runs-code',
  remedy: 'Run the program itself in a call of its own; the user alone sets up what git runs by itself.',
};

/** git runs their value unasked. */
const RUNS_UNASKED =
  /^(?:core\.(?:sshcommand|gitproxy|askpass|alternaterefscommand)|diff\.external|diff\..*\.(?:textconv|command)|filter\..*\.(?:clean|smudge|process)|merge\..*\.driver|gpg\.(?:.*\.)?program|gpg\.ssh\.defaultkeycommand|remote\..*\.(?:uploadpack|receivepack|vcs)|uploadpack\.packobjectshook|receive\.procreceiverefs|sendemail\..*(?:cmd|smtpserver)|interactive\.difffilter|trailer\..*\.(?:command|cmd)|protocol\.ext\.allow|hook\..*\.command)$/;

/** Editors, pagers and viewers start on request. */
const STARTS_FOR_PEOPLE =
  /^(?:core\.(?:pager|editor)|sequence\.editor|pager\..*|(?:diff|merge)tool\..*\.(?:cmd|path)|man\..*\.cmd|browser\..*\.(?:cmd|path)|guitool\..*\.cmd)$/;

/** They serve such a key and run nothing else. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['less', 'more', 'most', 'cat', 'delta', 'bat', 'diff-so-fancy', 'diff-highlight', 'difft', 'difftastic', 'ydiff'],
  ...[
    'colordiff',
    'icdiff',
    'vim',
    'vi',
    'nvim',
    'vimdiff',
    'nano',
    'emacs',
    'emacsclient',
    'micro',
    'hx',
    'helix',
    'code',
  ],
  ...[
    'code-insiders',
    'codium',
    'cursor',
    'subl',
    'zed',
    'mate',
    'gedit',
    'kate',
    'notepad',
    'notepad++',
    'true',
    'meld',
  ],
  ...['kdiff3', 'opendiff', 'gpg', 'gpg2', 'gpgsm', 'ssh', 'ssh-keygen', 'git-lfs', 'nbdime', 'exiftool', 'pdftotext'],
]);

/** In the repository, where a file of a hook's name is judged like any hook. */
const BELOW = /^(?:\.\/)?(?!\.\.(?:\/|$))[\w.@][\w.@-]*(?:\/(?!\.\.(?:\/|$))[\w.@-]+)*\/?$/;

const BOOLEAN = /^(?:true|false|yes|no|on|off|0|1|)$/i;

export function gitCode(checked: CheckedCommand): FloorHit | undefined {
  const { command, program, args } = checked;
  const fromEnvironment = environmentSettings(checked);
  if (program === 'git') {
    const found = [...settingsOfGitCall(args), ...fromEnvironment].find(runsCode);
    if (found !== undefined) return ruleHit(RULE, `make git run a program (${found.key})`, writtenCommand(command));
    if (args.some((word) => /^(?:--upload-pack=.*[;|&$`]|ext::)/.test(writtenText(word).slice(0, 2_048)))) {
      return ruleHit(RULE, 'make git run a program as if it were a remote', writtenCommand(command));
    }
    return undefined;
  }
  const found = fromEnvironment.find(runsCode);
  return found === undefined ? undefined : ruleHit(RULE, `make git run a program (${found.key})`, found.key);
}

export function environmentSettings(checked: CheckedCommand): readonly GitCallSetting[] {
  if (checked.variables.length === 0) return [];
  const set = checked.variables.filter(({ name }) => name.startsWith('GIT_CONFIG_')).slice(0, 64);
  return set.flatMap(({ name, value: key }) => {
    const [, number] = /^GIT_CONFIG_KEY_(\d+)$/.exec(name) ?? [];
    if (number === undefined || key === undefined) return [];
    const value = set.find((other) => other.name === `GIT_CONFIG_VALUE_${number}`)?.value;
    return [{ key, value, scope: 'everywhere' }];
  });
}

function runsCode({ key: written, value = '?', scope }: GitCallSetting): boolean {
  const key = written.toLowerCase();
  const trimmed = value.trim();
  if (key === 'core.fsmonitor') return !BOOLEAN.test(trimmed);
  if (key === 'core.hookspath') {
    const isOwn = (scope === 'call' || scope === 'repository') && BELOW.test(trimmed);
    return trimmed !== '' && trimmed !== '/dev/null' && !isOwn;
  }
  if (/^submodule\..*\.update$/.test(key)) return trimmed.startsWith('!');
  if (key.startsWith('alias.')) return trimmed.startsWith('!');
  if (/^credential\.(?:.*\.)?helper$/.test(key)) return isForeignHelper(trimmed);
  if (/^include(?:if\..*)?\.path$/.test(key)) return /^(?:\/tmp|\/var\/tmp|\/dev\/shm)\//.test(trimmed);
  if (key === 'protocol.ext.allow') return trimmed !== 'never';
  if (RUNS_UNASKED.test(key)) return trimmed !== '' && !isHarmless(trimmed);
  return STARTS_FOR_PEOPLE.test(key) && !BOOLEAN.test(trimmed) && !isHarmless(trimmed);
}

/** Hosts' own tools are not; bare names come with git. */
function isForeignHelper(value: string): boolean {
  if (!value.startsWith('!')) return /^(?:\/tmp|\/var\/tmp|\/dev\/shm|\.\.?)\//.test(value);
  return !/^!\s*(?:\S*\/)?(?:gh|glab|aws|gcloud|az|tea)\s[^;|&`$<>()]*(?:\$@)?$/.test(value);
}

/** Known programs, also piped. */
function isHarmless(value: string): boolean {
  if (/[;&$`<>()\n]/.test(value)) return false;
  return value.split('|').every((part) => {
    const [program = ''] = part.trim().split(/\s/, 1);
    if (/^(?:\.{1,2}|\/tmp|\/var\/tmp|\/dev)\//.test(program)) return false;
    return (
      HARMLESS.has(program.slice(program.lastIndexOf('/') + 1).replace(/\.exe$/i, '')) &&
      !/ProxyCommand|LocalCommand/i.test(part)
    );
  });
}
