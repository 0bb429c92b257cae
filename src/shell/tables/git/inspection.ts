import { hasOption, type CommandCall, type CommandSpec } from '../../model/commandTable';
import { does, options, reads, readsEach } from '../../model/tableNotation';
import { contentPaths, historyPaths, listedPaths, searchedPaths, statusPaths } from './gitPaths';
import { DIFF_OPTIONS, LOG_OPTIONS, REFERENCE_OPTIONS, WALK_OPTIONS } from './revisionOptions';
import { configObjection } from './configReading';

const STATUS_OPTIONS = options(
  '-v|--verbose -s|--short -b|--branch --no-branch --show-stash --no-show-stash --ahead-behind',
  '--no-ahead-behind --porcelain=? --long -z|--null -u|--untracked-files=? --ignored=?',
  '--ignore-submodules=? --column=? --no-column --no-renames --renames -M|--find-renames=?',
);

const BLAME_OPTIONS = options(
  '--incremental -b --root --show-stats --progress --no-progress --score-debug -f|--show-name',
  '-n|--show-number -p|--porcelain --line-porcelain -c -t -l -s -e|--show-email -w --ignore-rev=',
  '--ignore-revs-file=read --color-lines --color-by-age --minimal -S=read --contents=read -C=? -M=? -L=',
  '--abbrev=? --date= --since= --first-parent --reverse --encoding=? -h --no-textconv',
);

const GREP_OPTIONS = options(
  '--cached --no-index --index --untracked --no-untracked --exclude-standard --no-exclude-standard',
  '--recurse-submodules --no-recurse-submodules -v|--invert-match -i|--ignore-case -w|--word-regexp',
  '-a|--text -I --no-textconv -r|--recursive --no-recursive --max-depth= -E|--extended-regexp',
  '-G|--basic-regexp -F|--fixed-strings -P|--perl-regexp -n|--line-number --no-line-number --column',
  '--no-column -h -H --full-name -l|--files-with-matches|--name-only -L|--files-without-match -z|--null',
  '-o|--only-matching -c|--count --color=? --no-color --break --heading -C|--context=',
  '-B|--before-context= -A|--after-context= --threads= -p|--show-function -W|--function-context -f=read',
  '-e= --and --or --not -q|--quiet --all-match -m|--max-count= -O|--open-files-in-pager=?! --ext-grep!',
  '--textconv!',
);

/** `git branch name` creates one, a listing takes patterns. */
function listingOnly(call: CommandCall): string | undefined {
  const lists = ['-l', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at', '--list'];
  if (call.operands.length === 0 || lists.some((name) => hasOption(call, name))) return undefined;
  return 'with a name it creates one';
}

function tagListingOnly(call: CommandCall): string | undefined {
  return hasOption(call, '-n') ? undefined : listingOnly(call);
}

function remoteShowObjection(call: CommandCall): string | undefined {
  return call.operands.length > 0 && !hasOption(call, '-n') ? 'it asks the remote server' : undefined;
}

function symbolicRefObjection({ operands }: CommandCall): string | undefined {
  return operands.length > 1 ? 'with two operands it changes a reference' : undefined;
}

/** `git reflog show` is `git log`; output options decide whether it prints contents. */
const LOG = { digitsOption: true, paths: historyPaths } as const;

export const GIT_INSPECTION: readonly CommandSpec[] = [
  reads('status', STATUS_OPTIONS, { operands: 'list', paths: statusPaths }),
  ...readsEach('log whatchanged', LOG_OPTIONS, LOG),
  reads('show', LOG_OPTIONS, { digitsOption: true, paths: contentPaths }),
  reads(
    'diff',
    [...DIFF_OPTIONS, ...options('--cached|--staged --merge-base --no-index -0 -1|--base -2|--ours -3|--theirs -q')],
    {
      paths: contentPaths,
    },
  ),
  ...readsEach(
    'diff-tree diff-index diff-files',
    [...LOG_OPTIONS, ...options('--cached --no-commit-id --merge-base')],
    {
      paths: contentPaths,
    },
  ),
  reads('range-diff', [
    ...DIFF_OPTIONS,
    ...options('--creation-factor= --no-dual-color --left-only --right-only --notes=? --no-notes'),
  ]),
  ...readsEach('blame annotate', BLAME_OPTIONS, { paths: contentPaths }),
  reads(
    'shortlog',
    [...options('-c|--committer -n|--numbered -s|--summary -e|--email -w=? --group='), ...WALK_OPTIONS],
    {
      digitsOption: true,
    },
  ),
  reads(
    'describe',
    options(
      '--contains --all --tags --long --first-parent --abbrev=? --exact-match --candidates=? --match=',
      '--exclude= --always --dirty=? --broken=? --debug',
    ),
  ),
  reads(
    'rev-parse',
    options(
      '--abbrev-ref=? --short=? --verify -q|--quiet --symbolic --symbolic-full-name --show-toplevel',
      '--show-prefix --show-cdup --git-dir --git-common-dir --absolute-git-dir --is-inside-git-dir',
      '--is-inside-work-tree --is-bare-repository --is-shallow-repository --show-superproject-working-tree',
      '--show-object-format=? --git-path= --path-format=? --revs-only --no-revs --flags --no-flags --all',
      '--branches=? --tags=? --remotes=? --glob=? --exclude=? --default= --prefix= --sq --not',
      '--disambiguate=? --since=? --after=? --until=? --before=? --local-env-vars --shared-index-path',
      '--end-of-options --show-ref-format',
    ),
  ),
  reads(
    'rev-list',
    [
      ...WALK_OPTIONS,
      ...options(
        '--objects --objects-edge --unpacked --object-names --no-object-names --disk-usage=? --header',
        '--bisect-vars --bisect-all --filter=? --no-filter --no-commit-header --commit-header',
        '--use-bitmap-index',
      ),
    ],
    { digitsOption: true },
  ),
  reads(
    'ls-files',
    options(
      '-c|--cached -d|--deleted -m|--modified -o|--others -i|--ignored -s|--stage -k|--killed --directory',
      '--eol --no-empty-directory --empty-directory -u|--unmerged --resolve-undo -x|--exclude=',
      '-X|--exclude-from=read --exclude-per-directory= --exclude-standard --full-name --recurse-submodules',
      '--error-unmatch --with-tree= --abbrev=? --debug --deduplicate --sparse --format= -z -t -v -f',
    ),
    { paths: listedPaths },
  ),
  reads(
    'ls-tree',
    options(
      '-d -r -t -l|--long -z --name-only|--name-status --object-only --full-name --full-tree --format=',
      '--abbrev=?',
    ),
  ),
  reads(
    'cat-file',
    options(
      '-e -p -t -s --allow-unknown-type --batch=?! --batch-check=? --batch-command=?! --batch-all-objects',
      '--buffer --no-buffer --follow-symlinks --unordered --use-mailmap|--mailmap -z -Z --textconv!',
      '--filters! --path=!',
    ),
    { paths: contentPaths },
  ),
  reads('merge-base', options('-a|--all --octopus --is-ancestor --independent --fork-point')),
  reads(
    'name-rev',
    options(
      '--name-only --tags --refs= --exclude= --all --stdin --annotate-stdin --undefined --no-undefined',
      '--always',
    ),
  ),
  reads('for-each-ref', [
    ...REFERENCE_OPTIONS,
    ...options('--count= -s|--shell -p|--perl --python --tcl --stdin --include-root-refs'),
  ]),
  reads(
    'show-ref',
    options(
      '--tags --heads|--branches --verify --head -d|--dereference -s|--hash=? --abbrev=? -q|--quiet',
      '--exclude-existing=? --exists',
    ),
  ),
  reads(
    'branch',
    [
      ...REFERENCE_OPTIONS,
      ...options(
        '-a|--all -r|--remotes -v|--verbose -q|--quiet -l|--list --show-current --abbrev=? --no-abbrev',
        '-d|--delete! -D! -m|--move! -M! -c|--copy! -C! -f|--force! -u|--set-upstream-to=! --unset-upstream!',
        '--set-upstream! -t|--track=?! --no-track! --create-reflog! --edit-description! --recurse-submodules!',
      ),
    ],
    { objection: listingOnly },
  ),
  reads(
    'tag',
    [
      ...REFERENCE_OPTIONS,
      ...options(
        '-l|--list -n=# -d|--delete! -v|--verify! -a|--annotate! -m|--message=! -F|--file=read! -e|--edit!',
        '-s|--sign! --no-sign! --cleanup=! -u|--local-user=! -f|--force! --create-reflog! --trailer=!',
      ),
    ],
    { objection: tagListingOnly },
  ),
  reads('remote', options('-v|--verbose'), {
    subcommands: [
      reads('get-url', options('--push --all')),
      reads('show', options('-n'), { objection: remoteShowObjection }),
      does('add', options('-t= -m= -f|--fetch --tags --no-tags --mirror=?')),
      does('rename', options('--progress --no-progress')),
      does('rm remove'),
      does('set-head', options('-a|--auto -d|--delete')),
      does('set-branches', options('--add')),
      does('set-url', options('--push --add --delete')),
      does('prune', options('-n|--dry-run')),
      does('update', options('-p|--prune')),
    ],
  }),
  reads(
    'config',
    options(
      '--global --system --local --worktree -f|--file=read --blob= --get --get-all --get-regexp',
      '--get-urlmatch -l|--list --get-color --get-colorbool --type= --no-type --bool --int --bool-or-int',
      '--bool-or-str --path --expiry-date -z|--null --name-only --show-names --includes --no-includes',
      '--show-origin --show-scope --default= --fixed-value --all --regexp --value= --url= --replace-all!',
      '--add! --unset! --unset-all! --append! --rename-section! --remove-section! -e|--edit! --comment=!',
    ),
    { objection: configObjection },
  ),
  reads('reflog', LOG_OPTIONS, {
    digitsOption: true,
    subcommands: [
      reads('show', LOG_OPTIONS, LOG),
      reads('list'),
      reads('exists'),
      does(
        'expire',
        options(
          '--expire= --expire-unreachable= --updateref --rewrite --stale-fix -n|--dry-run --verbose --all',
          '--single-worktree',
        ),
      ),
      does('delete', options('--updateref --rewrite -n|--dry-run --verbose')),
    ],
  }),
  reads('cherry', options('-v|--verbose --abbrev=?')),
  reads('count-objects', options('-v|--verbose -H|--human-readable')),
  reads(
    'fsck',
    options(
      '--tags --root --unreachable --cache --no-reflogs --full --no-full --strict -v|--verbose --progress',
      '--no-progress --dangling --no-dangling --connectivity-only --name-objects --lost-found!',
    ),
  ),
  reads('var', options('-l'), {
    objection: (call) => (hasOption(call, '-l') ? 'it prints the whole configuration, secrets included' : undefined),
  }),
  reads('check-ignore', options('-q|--quiet -v|--verbose --stdin -z -n|--non-matching --no-index'), {
    paths: listedPaths,
  }),
  reads('check-attr', options('-a|--all --cached --stdin -z --source='), { paths: listedPaths }),
  reads('check-mailmap', options('--stdin')),
  reads('check-ref-format', options('--branch --normalize|--print --allow-onelevel --refspec-pattern')),
  reads('grep', GREP_OPTIONS, { paths: searchedPaths, digitsOption: true }),
  reads('version', options('--build-options')),
  reads('symbolic-ref', options('-q|--quiet --short --recurse --no-recurse -d|--delete! -m=!'), {
    objection: symbolicRefObjection,
  }),
  does('worktree', [], {
    subcommands: [
      reads('list', options('-v|--verbose --porcelain -z --expire=')),
      does(
        'add',
        options(
          '-f|--force -b= -B= -d|--detach --checkout --no-checkout --lock --reason= --orphan -q|--quiet --track',
          '--guess-remote',
        ),
        { operands: ['overwrite', 'text'] },
      ),
      does('remove', options('-f|--force'), { operands: 'delete' }),
      does('move', options('-f|--force'), { operands: ['rename-from', 'rename-to'] }),
      does('prune', options('-n|--dry-run -v|--verbose --expire=')),
      does('lock', options('--reason=')),
      does('unlock'),
      does('repair'),
    ],
  }),
  does('notes', options('--ref='), {
    subcommands: [
      reads('list'),
      reads('show'),
      does(
        'add',
        options('-m|--message= -F|--file=read -c|--reedit-message= -C|--reuse-message= -f|--force --allow-empty'),
      ),
      does('append', options('-m|--message= -F|--file=read -c|--reedit-message= -C|--reuse-message= --allow-empty')),
      does('copy', options('-f|--force --stdin')),
      does('edit'),
      does('remove', options('--ignore-missing --stdin')),
      does('merge', options('-s|--strategy= --commit --abort')),
      does('prune', options('-n|--dry-run -v|--verbose')),
    ],
  }),
  does(
    'stash',
    options('-p|--patch -k|--keep-index -S|--staged -u|--include-untracked -a|--all -q|--quiet -m|--message='),
    {
      subcommands: [
        reads('list', LOG_OPTIONS, LOG),
        reads('show', [...LOG_OPTIONS, ...options('-u|--include-untracked --only-untracked')], {
          digitsOption: true,
          paths: contentPaths,
        }),
        does(
          'push',
          options(
            '-p|--patch -k|--keep-index --no-keep-index -S|--staged -u|--include-untracked -a|--all -q|--quiet',
            '-m|--message= --pathspec-from-file=read --pathspec-file-nul',
          ),
        ),
        does('save', options('-p|--patch -k|--keep-index -u|--include-untracked -a|--all -q|--quiet')),
        does('pop apply', options('--index -q|--quiet')),
        does('drop', options('-q|--quiet')),
        does('clear'),
        does('branch'),
        does('create'),
        does('store', options('-m|--message= -q|--quiet')),
      ],
    },
  ),
  does('bisect', [], {
    subcommands: [
      reads('log'),
      does('start', options('--term-new|--term-bad= --term-old|--term-good= --no-checkout --first-parent')),
      ...['bad', 'new', 'good', 'old', 'skip', 'reset', 'terms', 'next', 'replay', 'run', 'visualize'].map((name) =>
        does(name),
      ),
    ],
  }),
  reads('submodule', options('-q|--quiet --cached'), {
    subcommands: [
      reads('status', options('--cached --recursive -q|--quiet')),
      does('init'),
      does('deinit', options('-f|--force --all')),
      does(
        'update',
        options(
          '--init --remote -N|--no-fetch -f|--force --checkout --merge --rebase --recursive --depth=',
          '--reference= -j|--jobs= --progress --filter=',
        ),
      ),
      does('add', options('-b|--branch= -f|--force --name= --reference= --depth=')),
      does('set-branch', options('-b|--branch= -d|--default')),
      does('set-url'),
      does('summary'),
      does('foreach', options('--recursive -q|--quiet'), { style: 'posix' }),
      does('sync', options('--recursive')),
      does('absorbgitdirs'),
    ],
  }),
];
