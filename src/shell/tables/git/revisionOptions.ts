import { options } from '../../model/tableNotation';

export const DIFF_OPTIONS = options(
  '-p|-u|--patch -s|--no-patch -U|--unified=# --raw --patch-with-raw --patch-with-stat',
  '--indent-heuristic --no-indent-heuristic --minimal --patience --histogram --anchored=',
  '--diff-algorithm= --stat=? --stat-width= --stat-name-width= --stat-graph-width= --stat-count=',
  '--compact-summary --no-compact-summary --numstat --shortstat -X|--dirstat=? --cumulative',
  '--dirstat-by-file=? --summary -z --name-only --name-status --submodule=? --color=? --no-color',
  '--color-moved=? --no-color-moved --color-moved-ws= --no-color-moved-ws --word-diff=?',
  '--word-diff-regex= --color-words=? --no-renames --rename-empty --no-rename-empty --check',
  '--ws-error-highlight= --full-index --no-full-index --binary --abbrev=? --no-abbrev',
  '-B|--break-rewrites=? -M|--find-renames=? -C|--find-copies=? --find-copies-harder',
  '-D|--irreversible-delete -O=read -l= --diff-filter= -S= -G= --find-object= --pickaxe-all --pickaxe-regex',
  '--skip-to= --rotate-to= -R --relative=? --no-relative -a|--text --ignore-cr-at-eol',
  '--ignore-space-at-eol -b|--ignore-space-change -w|--ignore-all-space --ignore-blank-lines',
  '-I|--ignore-matching-lines= --inter-hunk-context= -W|--function-context --no-function-context',
  '--exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules=? --src-prefix= --dst-prefix=',
  '--no-prefix --default-prefix --line-prefix= --output-indicator-new= --output-indicator-old=',
  '--output-indicator-context= --ita-invisible-in-index --ita-visible-in-index --follow --no-follow -c',
  '--cc --combined-all-paths -t --output=overwrite! --ext-diff! --textconv!',
);

/** For `rev-list`, `log`, `shortlog`. */
export const WALK_OPTIONS = options(
  '-n|--max-count= --skip= --since|--after= --since-as-filter= --until|--before= --max-age= --min-age=',
  '--author= --committer= --grep-reflog= --grep= --all-match --invert-grep -i|--regexp-ignore-case',
  '--basic-regexp -E|--extended-regexp -F|--fixed-strings -P|--perl-regexp --remove-empty --merges',
  '--no-merges --min-parents=? --max-parents=? --no-min-parents --no-max-parents --first-parent',
  '--exclude-first-parent-only --not --all --branches=? --tags=? --remotes=? --glob= --exclude=',
  '--exclude-hidden=? --reflog --single-worktree --ignore-missing --bisect --stdin --cherry-mark',
  '--cherry-pick --left-only --right-only --cherry -g|--walk-reflogs --merge --boundary',
  '--simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges',
  '--ancestry-path=? --date-order --author-date-order --topo-order --reverse --no-walk=? --do-walk',
  '--pretty=? --format=? --abbrev-commit --no-abbrev-commit --abbrev=? --no-abbrev --oneline',
  '--encoding=? --expand-tabs=? --no-expand-tabs --notes|--show-notes=? --no-notes --standard-notes',
  '--no-standard-notes --relative-date --date= --parents --children --left-right --graph --no-graph',
  '--show-linear-break=? --count --timestamp --quiet --show-signature!',
);

export const LOG_OPTIONS = [
  ...WALK_OPTIONS,
  ...DIFF_OPTIONS,
  ...options(
    '--decorate=? --no-decorate --decorate-refs= --decorate-refs-exclude= --clear-decorations --source',
    '--use-mailmap|--mailmap --no-use-mailmap|--no-mailmap --full-diff --log-size --no-signature -L= -m',
    '-r --root --no-diff-merges --diff-merges= --dd --remerge-diff -q',
  ),
];

export const REFERENCE_OPTIONS = options(
  // A commit behind these is a value or a pattern: it only chooses.
  '--contains|--with=? --no-contains|--without=? --merged=? --no-merged=? --points-at=? --sort=',
  '--no-sort --format= -i|--ignore-case --color=? --no-color --column=? --no-column --omit-empty',
);
