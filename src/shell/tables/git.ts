import { writtenText } from '../model/analysis';
import { type CommandCall, type CommandSpec } from '../model/commandTable';
import { GIT_CHANGES } from './git/changes';
import { GIT_INSPECTION } from './git/inspection';
import { startFolders } from './git/gitPaths';
import { optionAsValue, options, reads } from '../model/tableNotation';

/** They choose what is printed and how, and name no program, file or server. */
const HARMLESS_SETTING =
  /^(?:color\.[a-z.]+|advice\.[a-z]+|column\.[a-z]+|status\.[a-z]+|versionsort\.[a-z]+|blame\.(?:blankboundary|coloring|date|showemail|showroot)|i18n\.[a-z]+|user\.(?:name|email)|core\.(?:quotepath|abbrev|precomposeunicode|optionallocks|filemode|ignorecase|untrackedcache|preloadindex|logallrefupdates|autocrlf|longpaths|commentchar)|log\.(?:date|decorate|abbrevcommit|follow|mailmap|graphcolors)|diff\.(?:renames|renamelimit|noprefix|mnemonicprefix|algorithm|context|interhunkcontext|wordregex|colormoved|colormovedws|wserrorhighlight|statgraphwidth|relative|ignoresubmodules|indentheuristic|suppressblankempty|dirstat)|grep\.(?:linenumber|column|patterntype|extendedregexp|fullname|threads)|branch\.sort|tag\.sort|gc\.auto|format\.pretty|pretty\.[a-z]+|merge\.conflictstyle|init\.defaultbranch)$/i;

/** These values name no program, or one that copies its input. */
const NO_PROGRAM =
  /^(?:core\.pager|pager\.[a-z-]+)=(?:cat|false|less(?: -[EFMRSX]+)?|)$|^(?:core\.fsmonitor|diff\.external|core\.hookspath)=(?:false|\/dev\/null|)$|^diff\.submodule=short$|^submodule\.recurse=false$/i;

export function isHarmlessGitSetting(setting: string): boolean {
  const [key = ''] = setting.split('=', 1);
  return HARMLESS_SETTING.test(key) || NO_PROGRAM.test(setting);
}

function settingObjection({ options: given, specs: [git] }: CommandCall): string | undefined {
  for (const { spec, name, value } of given) {
    if (name !== '-c' || git?.options?.includes(spec) !== true) continue;
    const setting = value?.word.text?.slice(value.from);
    if (setting === undefined) return 'git -c gives it a setting that is only known when it runs';
    if (!isHarmlessGitSetting(setting)) return `git -c ${setting.replace(/=.*$/s, '')} may change what it runs`;
  }
  return undefined;
}

const SIGNATURE = /%[-+ ]?G|%\(\*?signature/;
/** Of `--sort=` and `-c branch.sort=`. */
const SORTS_BY_SIGNATURE = /^(?:[a-z]+\.sort=)?-?\*?signature/i;
const FORMATS = ['--format', '--pretty', '--sort'];
const SORTS = ['--sort', '-c'];

function signatureObjection({ options: given }: CommandCall): string | undefined {
  const asks = given.some(({ spec, value }) => {
    if (value === undefined) return false;
    const text = writtenText(value.word).slice(value.from);
    if (SORTS.some((name) => spec.names.includes(name)) && SORTS_BY_SIGNATURE.test(text)) return true;
    const isOpen = value.word.text === undefined && FORMATS.some((name) => spec.names.includes(name));
    return isOpen || SIGNATURE.test(text);
  });
  return asks ? 'its format checks signatures, which runs gpg' : undefined;
}

function gitObjection(call: CommandCall): string | undefined {
  if (startFolders(call).length > 1) return 'it names several folders to start in';
  return optionAsValue(call) ?? settingObjection(call) ?? signatureObjection(call);
}

/** Without editors and password prompts: what only reads starts none. */
const GIT_VARIABLES = [
  ...[
    'GIT_CONFIG*',
    'GIT_EXEC_PATH',
    'GIT_DIR',
    'GIT_COMMON_DIR',
    'GIT_WORK_TREE',
    'GIT_INDEX_FILE',
    'GIT_OBJECT_DIRECTORY',
  ],
  ...['GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_NAMESPACE', 'GIT_ATTR_*', 'GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'PAGER'],
  // They write a file, or run a server's program.
  ...['GIT_TRACE*', 'GIT_REDIRECT_*', 'GIT_SSH*', 'GIT_PROXY_COMMAND', 'GIT_ALLOW_PROTOCOL'],
];

export const GIT: readonly CommandSpec[] = [
  reads(
    'git',
    options(
      '-v|--version --html-path --man-path --info-path -C= -c= --no-pager|-P --no-replace-objects',
      '--no-optional-locks --no-lazy-fetch --literal-pathspecs --glob-pathspecs --noglob-pathspecs',
      '--icase-pathspecs --no-advice --bare! -p|--paginate! --exec-path=?! --git-dir=! --work-tree=!',
      '--namespace=! --config-env=! --super-prefix=! --attr-source=! --list-cmds=?!',
    ),
    {
      subcommands: [...GIT_INSPECTION, ...GIT_CHANGES],
      objection: gitObjection,
      variables: GIT_VARIABLES,
    },
  ),
];
