/** No `*` of an allow rule covers code that an option names for a program that otherwise runs no code of the project. */
import { programName, writtenText, type SimpleCommand } from '../../shell/model/analysis';

/** Short options that name code or settings. Test runners and bundlers are missing: they run the project anyway. */
const CHECKERS: ReadonlyMap<string, string> = new Map([
  ...each('eslint eslint_d stylelint textlint html-validate', 'cf'),
  ...each('prettier prettierd xo standard semistandard redocly markdownlint-cli2 typedoc depcheck', ''),
  ...each('pylint flake8 mypy dmypy checkov sqlfluff erblint erb_lint phpcs phpcbf php-cs-fixer phpmd', ''),
  ...each('luacheck clang-tidy revive buf', ''),
  ...each('markdownlint markdownlint-cli cspell htmlhint', 'cr'),
  ...each('spectral', 'r'),
  ...each('remark', 'ur'),
  ...each('tslint', 'crst'),
  ...each('commitlint', 'gxp'),
  ...each('depcruise dependency-cruise knip bandit reek psalm golangci-lint checkstyle', 'c'),
  ...each('jsdoc', 'ct'),
  ...each('ansible-lint', 'rRc'),
  ...each('cfn-lint', 'a'),
  ...each('rubocop standardrb haml-lint slim-lint', 'rcf'),
  ...each('phpstan', 'ac'),
  ...each('ktlint', 'R'),
  ...each('detekt', 'pc'),
]);

function each(programs: string, letters: string): readonly (readonly [string, string])[] {
  return programs.split(' ').map((program) => [program, letters]);
}

const NAMES_CODE = new Set(
  (
    'config configfile config-file configuration conf rc-file rcfile settings plugin plugins plugin-path load-plugins load ' +
    'init-hook require rulesdir rules-dir rules rulepaths parser processor format formatter reporter output-format ' +
    'custom-syntax custom-formatter custom-rules bootstrap autoload-file resolve-plugins-relative-to plugin-search-dir ' +
    'python-executable ruleset standard external-checks-dir append-rules cfg options library'
  ).split(' '),
);
/** Built in, or installed, where edits are judged. */
const MAY_BE_INSTALLED = /^(?:f|format|formatter|reporter|output-format|parser|processor|standard|custom-syntax)$/;
const INSTALLED = /^(?:@[\w-]+\/)?[\w:-]+$/;

/** @param named the rule's words without a pattern */
export function loadsNamedCode(command: SimpleCommand, named: ReadonlySet<string>): boolean {
  const [program, words] = started(command);
  const letters = CHECKERS.get(program);
  if (letters === undefined) return false;
  const short = new RegExp(`^-[A-Za-z]*?([${letters}])(.*)$`, 's');
  return words.some((text, at) => {
    if (named.has(text)) return false;
    const [, long, ofLong] = /^--?([a-z][\w-]+)(?:[=:](.*))?$/is.exec(text) ?? [];
    const isLong = long !== undefined && (text.startsWith('--') || NAMES_CODE.has(long));
    const [, letter, ofShort = ''] = isLong ? [] : (short.exec(text) ?? []);
    const option = isLong ? long.toLowerCase() : letter;
    if (option === undefined || (isLong && !mayName(option))) return false;
    const glued = isLong ? ofLong : ofShort.replace(/^=/, '') || undefined;
    const value = glued ?? words[at + 1] ?? '';
    return !named.has(value) && !(MAY_BE_INSTALLED.test(option) && INSTALLED.test(value));
  });
}

/** Some take an option by its start. */
function mayName(option: string): boolean {
  return NAMES_CODE.has(option) || (option.length > 3 && [...NAMES_CODE].some((name) => startsLonger(name, option)));
}

function startsLonger(name: string, option: string): boolean {
  return name.length > option.length && name.startsWith(option) && option !== 'rule' && option !== 'load';
}

/** `python -m pylint` starts pylint. */
function started(command: SimpleCommand): readonly [program: string, words: readonly string[]] {
  const program = programName(command) ?? '';
  const words = command.words.slice(1).map(writtenText);
  const at = /^(?:python|pypy)[\d.]*$/.test(program) ? words.indexOf('-m') : -1;
  return at === -1 ? [program.replace(/\.(?:cmd|phar|bat)$/, ''), words] : [words[at + 1] ?? '', words.slice(at + 2)];
}
