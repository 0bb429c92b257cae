/** They change files, history or other repositories; rules know all their options. */
import { writtenText } from '../../model/analysis';
import { hasOption, type CommandCall, type CommandSpec, type PathUse } from '../../model/commandTable';
import { optionUses } from '../../model/pathOperands';
import { does, doesEach, options } from '../../model/tableNotation';
import { operandPaths } from './gitPaths';

const PATHSPEC_FILE = options('--pathspec-from-file=read --pathspec-file-nul');

const MERGE_OPTIONS = options(
  '--commit --no-commit -e|--edit --no-edit --cleanup= --ff --no-ff --ff-only -n|--no-stat --stat',
  '--log=? --no-log --signoff --no-signoff --squash --no-squash --no-verify --verify -s|--strategy=',
  '-X|--strategy-option= --verify-signatures --no-verify-signatures -S|--gpg-sign=? --no-gpg-sign',
  '--summary -q|--quiet -v|--verbose --progress --no-progress --autostash --no-autostash',
  '--allow-unrelated-histories -m|--message= -F|--file=read --into-name= --rerere-autoupdate',
  '--no-rerere-autoupdate --overwrite-ignore --no-overwrite-ignore --abort --quit --continue',
);

const FETCH_OPTIONS = options(
  '--all -a|--append --atomic --depth= --deepen= --shallow-since= --shallow-exclude= --unshallow',
  '--update-shallow --negotiation-tip= --negotiate-only --dry-run --write-fetch-head',
  '--no-write-fetch-head -f|--force -k|--keep --multiple --auto-maintenance|--auto-gc',
  '--no-auto-maintenance|--no-auto-gc --write-commit-graph --no-write-commit-graph --prefetch',
  '-p|--prune -P|--prune-tags -n|--no-tags --refetch --refmap= -t|--tags --recurse-submodules=?',
  '--no-recurse-submodules -j|--jobs= --set-upstream --submodule-prefix= -u|--update-head-ok',
  '--upload-pack= -q|--quiet -v|--verbose --progress --no-progress -o|--server-option=',
  '--show-forced-updates --no-show-forced-updates -4|--ipv4 -6|--ipv6 --stdin --filter=',
);

const PICK_OPTIONS = options(
  '-e|--edit --no-edit --cleanup= -x -r -m|--mainline= -n|--no-commit -s|--signoff -S|--gpg-sign=?',
  '--no-gpg-sign --ff --allow-empty --allow-empty-message --keep-redundant-commits --empty= --strategy=',
  '-X|--strategy-option= --rerere-autoupdate --no-rerere-autoupdate --reference --continue --skip',
  '--quit --abort',
);

const CHECKOUT_OPTIONS = options(
  '-q|--quiet --progress --no-progress -f|--force -m|--merge --conflict= --overwrite-ignore',
  '--no-overwrite-ignore --recurse-submodules=? --no-recurse-submodules --ignore-other-worktrees',
  '-d|--detach -t|--track=? --no-track --guess --no-guess --orphan= -2|--ours -3|--theirs -p|--patch',
  '--ignore-skip-worktree-bits --overlay --no-overlay',
);

/** `git checkout -- path` and `git restore path`. */
function overwritten(call: CommandCall): readonly PathUse[] {
  return [...optionUses(call), ...operandPaths(call, 'overwrite')];
}

/** `git rm` deletes unless it only forgets; `git clean` deletes all that is untracked. */
function removed(call: CommandCall): readonly PathUse[] {
  if (hasOption(call, '--cached') || hasOption(call, '--dry-run')) return optionUses(call);
  const recursive = hasOption(call, '-r') || hasOption(call, '-d');
  return [...optionUses(call), ...operandPaths(call, 'delete').map((use) => ({ ...use, recursive }))];
}

function moved(call: CommandCall): readonly PathUse[] {
  if (hasOption(call, '--dry-run')) return [];
  const uses = operandPaths(call, 'rename-from');
  const target = call.operands.at(-1);
  return uses.map((use) =>
    use.word.raw === target?.raw && use.word.position === target.position ? { ...use, action: 'rename-to' } : use,
  );
}

/** `git add`, and `git reset` with paths, change only the index. */
function staged(call: CommandCall): readonly PathUse[] {
  return [...optionUses(call), ...operandPaths(call, 'list')];
}

/** `+main` means `--force`, `:main` means `--delete`. */
function impliedByRefspecs({ operands }: CommandCall): readonly string[] {
  const refspecs = operands.slice(1).map(writtenText);
  return [
    ...(refspecs.some((refspec) => refspec.startsWith('+')) ? ['--force'] : []),
    ...(refspecs.some((refspec) => refspec.startsWith(':') && refspec !== ':') ? ['--delete'] : []),
  ];
}

export const GIT_CHANGES: readonly CommandSpec[] = [
  {
    ...does(
      'push',
      options(
        '--all|--branches --prune --mirror -n|--dry-run --porcelain -d|--delete --tags --follow-tags',
        '--no-follow-tags --signed=? --no-signed --atomic --no-atomic -o|--push-option=',
        '--receive-pack|--exec= --force-with-lease=? --no-force-with-lease -f|--force --no-force',
        '--force-if-includes --no-force-if-includes --repo= -u|--set-upstream --thin --no-thin -q|--quiet',
        '-v|--verbose --progress --no-progress --recurse-submodules= --no-recurse-submodules --verify',
        '--no-verify -4|--ipv4 -6|--ipv6',
      ),
    ),
    implied: impliedByRefspecs,
  },
  does('fetch', FETCH_OPTIONS),
  does('pull', [...options('-r|--rebase=? --no-rebase'), ...MERGE_OPTIONS, ...FETCH_OPTIONS]),
  does('merge', MERGE_OPTIONS),
  does(
    'ls-remote',
    options(
      '-h|--heads|--branches -t|--tags --refs -q|--quiet --upload-pack|--exec= --exit-code --get-url',
      '--symref --sort= -o|--server-option=',
    ),
  ),
  does(
    'clone',
    options(
      '-l|--local -s|--shared --no-hardlinks --hardlinks -q|--quiet -v|--verbose --progress',
      '--server-option= -n|--no-checkout --bare --sparse --filter= --mirror -o|--origin= -b|--branch=',
      '-u|--upload-pack= --template= -c|--config= --depth= --shallow-since= --shallow-exclude=',
      '--single-branch --no-single-branch --no-tags --tags --recurse-submodules|--recursive=?',
      '--shallow-submodules --no-shallow-submodules --remote-submodules -j|--jobs=',
      '--separate-git-dir=overwrite --reference= --reference-if-able= --dissociate --also-filter-submodules',
      '--bundle-uri= --revision= --ref-format= -4|--ipv4 -6|--ipv6 --reject-shallow --no-reject-shallow',
    ),
    { operands: ['text', 'overwrite'] },
  ),
  does(
    'init',
    options(
      '-q|--quiet --bare --template= --separate-git-dir=overwrite --object-format= --ref-format=',
      '-b|--initial-branch= --shared=?',
    ),
  ),
  does('commit', [
    ...options(
      '-a|--all -p|--patch -C|--reuse-message= -c|--reedit-message= --fixup= --squash= --reset-author',
      '--short --branch --porcelain --long -z|--null -F|--file=read --author= --date= -m|--message=',
      '-t|--template=read -s|--signoff --no-signoff --trailer= -n|--no-verify --verify --allow-empty',
      '--allow-empty-message --cleanup= -e|--edit --no-edit --amend --no-post-rewrite -i|--include',
      '-o|--only -u|--untracked-files=? -v|--verbose -q|--quiet --dry-run --status --no-status',
      '-S|--gpg-sign=? --no-gpg-sign --interactive --ahead-behind --no-ahead-behind',
    ),
    ...PATHSPEC_FILE,
  ]),
  does(
    'add stage',
    [
      ...options(
        '-n|--dry-run -v|--verbose -f|--force --sparse -i|--interactive -p|--patch -e|--edit -u|--update',
        '-A|--all|--no-ignore-removal --no-all|--ignore-removal -N|--intent-to-add --refresh --ignore-errors',
        '--ignore-missing --no-warn-embedded-repo --renormalize --chmod=',
      ),
      ...PATHSPEC_FILE,
    ],
    { paths: staged },
  ),
  does(
    'rm',
    [...options('-f|--force -n|--dry-run -r --cached --ignore-unmatch --sparse -q|--quiet'), ...PATHSPEC_FILE],
    { paths: removed },
  ),
  does('mv', options('-f|--force -k -n|--dry-run -v|--verbose --sparse'), { paths: moved }),
  does('clean', options('-d -f|--force -i|--interactive -n|--dry-run -q|--quiet -e|--exclude= -x -X'), {
    paths: removed,
  }),
  does(
    'reset',
    [
      ...options(
        '-q|--quiet --no-quiet --refresh --no-refresh --soft --mixed -N|--intent-to-add --hard --merge --keep',
        '--recurse-submodules=? --no-recurse-submodules -p|--patch',
      ),
      ...PATHSPEC_FILE,
    ],
    { paths: staged },
  ),
  does('checkout', [...options('-b= -B= -l'), ...CHECKOUT_OPTIONS, ...PATHSPEC_FILE], { paths: overwritten }),
  does('switch', [...options('-c|--create= -C|--force-create= --discard-changes'), ...CHECKOUT_OPTIONS]),
  does(
    'restore',
    [...options('-s|--source= -S|--staged -W|--worktree --ignore-unmerged'), ...CHECKOUT_OPTIONS, ...PATHSPEC_FILE],
    {
      paths: overwritten,
    },
  ),
  does(
    'rebase',
    options(
      '--onto= --keep-base --apply --empty= --keep-empty --no-keep-empty --reapply-cherry-picks',
      '--no-reapply-cherry-picks --allow-empty-message -m|--merge -s|--strategy= -X|--strategy-option=',
      '--rerere-autoupdate --no-rerere-autoupdate -S|--gpg-sign=? --no-gpg-sign -q|--quiet -v|--verbose',
      '--stat -n|--no-stat --no-verify --verify -C= -f|--force-rebase|--no-ff --fork-point --no-fork-point',
      '--ignore-whitespace --whitespace= --committer-date-is-author-date --ignore-date|--reset-author-date',
      '--signoff -i|--interactive -r|--rebase-merges=? --no-rebase-merges -x|--exec= --root --autosquash',
      '--no-autosquash --autostash --no-autostash --reschedule-failed-exec --no-reschedule-failed-exec',
      '--update-refs --no-update-refs --continue --skip --abort --quit --edit-todo --show-current-patch',
    ),
  ),
  ...doesEach('cherry-pick revert', PICK_OPTIONS),
  does(
    'am',
    options(
      '-s|--signoff -k|--keep --keep-non-patch -c|--scissors --no-scissors -m|--message-id -q|--quiet',
      '-u|--utf8 -3|--3way --no-3way --ignore-space-change --ignore-whitespace --whitespace= -C= -p=',
      '--directory= --exclude= --include= --reject --patch-format= -i|--interactive -n|--no-verify',
      '-S|--gpg-sign=? --empty= --continue|-r|--resolved --skip --abort --quit --retry',
      '--show-current-patch=? --allow-empty',
    ),
    { operands: 'read' },
  ),
  does(
    'apply',
    options(
      '--stat --numstat --summary --check --index --cached -N|--intent-to-add -3|--3way --ours --theirs',
      '--union --build-fake-ancestor=overwrite -R|--reverse --reject -z -p= -C= --unidiff-zero --apply',
      '--no-add --allow-binary-replacement|--binary --exclude= --include=',
      '--ignore-space-change|--ignore-whitespace --whitespace= --inaccurate-eof -v|--verbose -q|--quiet',
      '--recount --directory= --unsafe-paths --allow-empty --allow-overlap',
    ),
    { operands: 'read' },
  ),
  does(
    'format-patch',
    options(
      '-o|--output-directory=overwrite --stdout -n|--numbered -N|--no-numbered -k|--keep-subject',
      '--cover-letter -v|--reroll-count= -s|--signoff',
    ),
  ),
  does(
    'archive',
    options('-l|--list -v|--verbose --format= --prefix= -o|--output=overwrite --add-file=read --remote= --exec='),
  ),
  does('bundle', [], {
    subcommands: [
      does('create', options('-q|--quiet --progress --all --version='), { operands: ['overwrite', 'text'] }),
      ...doesEach('verify list-heads unbundle', options('-q|--quiet'), { operands: ['read', 'text'] }),
    ],
  }),
  does(
    'gc',
    options(
      '--aggressive --auto --cruft --no-cruft --prune=? --no-prune -q|--quiet --force --keep-largest-pack',
      '--no-detach',
    ),
  ),
  does('prune', options('-n|--dry-run -v|--verbose --progress --expire=')),
  does(
    'repack',
    options(
      '-a -A -d -f -F -l -q|--quiet -n -b|--write-bitmap-index -k|--keep-unreachable --unpack-unreachable=',
      '--window= --depth=',
    ),
  ),
  does('maintenance', [], {
    subcommands: doesEach('run start stop register unregister', options('--auto --schedule=? --quiet --task= --force')),
  }),
  does(
    'filter-branch',
    options(
      '--setup= --subdirectory-filter= --env-filter= --tree-filter= --index-filter= --parent-filter=',
      '--msg-filter= --commit-filter= --tag-name-filter= --prune-empty --original= -d= -f|--force',
      '--state-branch=',
    ),
  ),
  does('filter-repo', options('--force|-f --path= --invert-paths --path-glob= --replace-text=read --analyze')),
  does('replace', options('-f|--force -d|--delete -l|--list --edit --graft --format=')),
  does('update-ref', options('-m= -d --no-deref --deref --stdin -z --create-reflog')),
  does(
    'update-index',
    options(
      '--add --remove --refresh --assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree',
      '--chmod= --cacheinfo= --force-remove -q --really-refresh',
    ),
  ),
  does('fast-import', options('--force --quiet --export-marks=overwrite --import-marks=read')),
  does('sparse-checkout', [], {
    subcommands: doesEach(
      'list set add reapply disable init',
      options('--cone --no-cone --sparse-index --no-sparse-index --stdin --skip-checks'),
    ),
  }),
  does('credential', [], { subcommands: doesEach('fill approve reject') }),
  does('rerere', [], { subcommands: doesEach('clear forget diff remaining status gc') }),
  does(
    'send-email',
    options(
      '--to= --cc= --bcc= --from= --subject= --dry-run --smtp-server= --smtp-user= --smtp-pass= --annotate',
      '--compose',
    ),
  ),
  does('lfs', [], {
    subcommands: doesEach(
      'pull push fetch track untrack install uninstall migrate prune lock unlock checkout',
      options('-f|--force --all --include= --exclude= --local --dry-run'),
    ),
  }),
  ...doesEach(
    'difftool mergetool',
    options('-t|--tool= -y|--no-prompt --prompt -g|--gui -x|--extcmd= -d|--dir-diff --tool-help'),
  ),
  does('help', options('-a|--all -g|--guides -m|--man -w|--web -i|--info')),
  ...doesEach('verify-commit verify-tag', options('-v|--verbose --raw --format=')),
];
