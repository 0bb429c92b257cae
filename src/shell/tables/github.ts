import { hasOption, type CommandCall, type CommandSpec } from '../model/commandTable';
import { jqObjection } from './filterLanguages';
import { does, doesEach, optionAsValue, options, reads, readsEach } from '../model/tableNotation';

/** Templates and filters print the server's answer; a browser is another program. */
const COMMON = options('-R|--repo= --json= -q|--jq= -t|--template= -w|--web! -h|--help --hostname=');

const LISTS = options(
  '-L|--limit= -s|--state= -a|--assignee= -A|--author= -l|--label= -B|--base= -H|--head= -S|--search= -d|--draft --app= -m|--milestone=',
  '--mention= -b|--branch= -c|--commit= -e|--event= -u|--user= --created= --status= --all --closed -O|--order=',
  '--sort= -k|--key= -r|--ref= --exclude-drafts --exclude-pre-releases --archived --no-archived --fork --source --language= --topic=',
  '--visibility= --owner= --format= --org= --env= --app= --public --secret --filter= --include-content --query= --parents -p',
);

const SEARCHES = options(
  '-L|--limit= --archived=? --assignee= --author= --checks= --closed= --commenter= --comments= --created= --draft=? --head= -B|--base=',
  '-H|--head= --interactions= --involves= --label= --language= --locked=? --match= --mentions= --merged=? --merged-at= --milestone=',
  '--no-assignee=? --no-label=? --no-milestone=? --no-project=? --order= --owner= --project= --reactions= --review= --review-requested=',
  '--reviewed-by= --sort= --state= --team-mentions= --updated= --visibility= --extension= --filename= --size= --followers= --forks=',
  '--good-first-issues= --help-wanted-issues= --include-forks= --license= --number-topics= --stars= --topic= --include-prs --author-date=',
  '--author-email= --author-name= --committer= --committer-date= --hash= --merge=? --parent= --tree= --app=',
);

/** `own` is read before the shared list: behind a letter without a value another option follows in the same word. */
const list = (names: string, ...own: readonly string[]): CommandSpec =>
  reads(names, [...options(...own), ...LISTS, ...COMMON]);

const NAMED_ENDPOINT =
  /^\/?(?:repos\/(?!\{owner\}\/\{repo\})|(?:repositories|orgs|users|gists|enterprises|networks)(?:\/|$))/i;

/** Servers may resolve `..`, also encoded: the place is then another than the text says. */
function mayClimb(endpoint: string): boolean {
  const path = endpoint
    .replace(/[?#].*$/s, '')
    .replace(/%2e/gi, '.')
    .replace(/%2f/gi, '/');
  return /(?:^|\/)\.\.?(?:\/|$)|^\/\/|[\\\s]|%(?:25|5c|[01][0-9a-f])/i.test(path);
}

/** Fields make a POST unless a method is named. */
function apiObjection(call: CommandCall): string | undefined {
  const method = call.options.filter(({ spec }) => spec.names.includes('--method'));
  const isGet = method.every(({ value }) => value?.word.text?.slice(value.from).toUpperCase() === 'GET');
  if (!isGet) return 'its method is another than GET';
  if (method.length === 0 && (hasOption(call, '-f') || hasOption(call, '-F'))) return 'with fields its method is POST';
  const headers = call.options.filter(({ name }) => name === '-H' || name === '--header');
  const areHarmless = headers.every(({ value }) =>
    /^(?:accept|x-github-api-version):/i.test(value?.word.text?.slice(value.from) ?? ''),
  );
  if (!areHarmless) return 'a header may change what it does';
  const [endpoint] = call.operands;
  if (endpoint?.text === undefined) return 'it is not known what it asks for';
  if (NAMED_ENDPOINT.test(endpoint.text) || mayClimb(endpoint.text)) return 'it asks a place that the call names';
  // It would get the token.
  if (/^[a-z]+:/i.test(endpoint.text)) return 'it asks another server';
  if (/(?:^|\/)graphql(?:$|[?#/])/i.test(endpoint.text)) return 'a graphql request may change things';
  // `-F name=@file` sends a file.
  const sent = call.options.some(
    ({ spec, value }) =>
      spec.names.includes('-F') && (value?.word.text === undefined || value.word.text.includes('=@')),
  );
  return sent ? 'it may send a file' : undefined;
}

const GH_VARIABLES = ['GH_HOST', 'GH_CONFIG_DIR', 'GH_PAGER', 'GH_BROWSER', 'GH_PATH', 'GH_REPO', 'PAGER', 'GIT_*'];

/** A server, or a repository's watchers, would see the question. */
function namedPlace(call: CommandCall): string | undefined {
  const isNamed = ['--repo', '--hostname', '--owner', '--org', '--group'].some((name) => hasOption(call, name));
  const [, group, act] = call.specs.map(({ names }) => names[0]);
  const isOperand = group !== 'api' && call.operands.some(({ text }) => text === undefined || /[/:@]/.test(text));
  const isRepository = (group === 'repo' || group === 'org' || group === 'project') && call.operands.length > 0;
  return isNamed || isOperand || isRepository || act === 'clone' ? 'it asks a place that the call names' : undefined;
}

/** Filters get gh's environment with the token. */
function filterObjection(call: CommandCall): string | undefined {
  const place = namedPlace(call);
  if (place !== undefined) return place;
  const filters = call.options.filter(({ spec }) => spec.names.includes('--jq'));
  for (const { value } of filters) {
    const filter = value?.word.text?.slice(value.from);
    const found = filter === undefined ? 'its jq program is only known when it runs' : jqObjection(filter);
    if (found !== undefined) return found;
  }
  return optionAsValue(call);
}

const GH: CommandSpec = reads('gh', options('--version -h|--help'), {
  network: true,
  variables: GH_VARIABLES,
  objection: filterObjection,
  subcommands: [
    reads('version'),
    reads('status', [...options('-e|--exclude= -o|--org='), ...COMMON]),
    does('pr', COMMON, {
      optionsAnywhere: true,
      subcommands: [
        list('list ls'),
        reads('view', [...options('-c|--comments'), ...COMMON]),
        reads('diff', [...options('--color= --name-only --patch'), ...COMMON]),
        reads('status', [...options('-c|--conflict-status'), ...COMMON]),
        reads('checks', [...options('--watch --fail-fast --required -i|--interval='), ...COMMON]),
        does(
          'create new',
          options(
            '-a|--assignee= -B|--base= -b|--body= -F|--body-file=read -d|--draft -f|--fill -H|--head= -l|--label= -t|--title= -r|--reviewer= --dry-run',
          ),
        ),
        does(
          'merge',
          options(
            '--admin -d|--delete-branch -m|--merge -r|--rebase -s|--squash --auto -b|--body= -t|--subject= --disable-auto --match-head-commit=',
          ),
        ),
        does('comment', options('-b|--body= -F|--body-file=read --edit-last --delete-last --yes')),
        does('review', options('-a|--approve -b|--body= -F|--body-file=read -c|--comment -r|--request-changes')),
        ...doesEach('checkout close edit lock ready reopen unlock update-branch revert'),
      ],
    }),
    does('issue', COMMON, {
      optionsAnywhere: true,
      subcommands: [
        list('list ls'),
        reads('view', [...options('-c|--comments'), ...COMMON]),
        reads('status', COMMON),
        does(
          'create new',
          options(
            '-a|--assignee= -b|--body= -F|--body-file=read -l|--label= -t|--title= -m|--milestone= -p|--project=',
          ),
        ),
        does('comment', options('-b|--body= -F|--body-file=read --edit-last')),
        ...doesEach('close delete develop edit lock pin reopen transfer unlock unpin'),
      ],
    }),
    does('repo', [], {
      subcommands: [
        list('list ls'),
        reads('view', [...options('-b|--branch='), ...COMMON]),
        does('delete', options('--yes')),
        does(
          'create new',
          options('--public --private --internal --push -s|--source= -r|--remote= -c|--clone -d|--description='),
        ),
        does(
          'edit',
          options('--visibility= --default-branch= --accept-visibility-change-consequences --delete-branch-on-merge'),
        ),
        ...doesEach('clone fork sync archive unarchive rename set-default deploy-key autolink'),
      ],
    }),
    does('run', COMMON, {
      optionsAnywhere: true,
      subcommands: [
        list('list ls', '-a|--all -w|--workflow='),
        reads('view', [...options('-a|--attempt= --exit-status -j|--job= --log --log-failed -v|--verbose'), ...COMMON]),
        reads('watch', [...options('--compact --exit-status -i|--interval='), ...COMMON]),
        ...doesEach('cancel delete download rerun'),
      ],
    }),
    does('release', COMMON, {
      optionsAnywhere: true,
      subcommands: [
        list('list ls'),
        reads('view', COMMON),
        ...doesEach('create delete delete-asset download edit upload verify verify-asset'),
      ],
    }),
    does('workflow', COMMON, {
      optionsAnywhere: true,
      subcommands: [
        list('list ls', '-a|--all'),
        reads('view', [...options('-y|--yaml -r|--ref='), ...COMMON]),
        ...doesEach('run enable disable'),
      ],
    }),
    does('search', [], { subcommands: readsEach('code commits issues prs repos', [...SEARCHES, ...COMMON]) }),
    reads(
      'api',
      options(
        '-X|--method= -H|--header= -f|--raw-field= -F|--field= -i|--include --paginate --slurp -p|--preview= --cache= -q|--jq= -t|--template=',
        '--silent --verbose! --input=read! --hostname=!',
      ),
      { objection: apiObjection },
    ),
    does('auth', [], {
      subcommands: [
        reads('status', options('-a|--active -h|--hostname= -t|--show-token!')),
        ...doesEach('token login logout refresh setup-git switch'),
      ],
    }),
    does('gist', [], {
      subcommands: [
        list('list ls'),
        reads('view', [...options('-f|--filename= --files -r|--raw'), ...COMMON]),
        ...doesEach('create clone delete edit rename'),
      ],
    }),
    does('label', COMMON, {
      optionsAnywhere: true,
      subcommands: [list('list ls'), ...doesEach('create clone delete edit')],
    }),
    does('project', [], {
      subcommands: [
        list('list ls'),
        reads('view', [...LISTS, ...COMMON]),
        list('field-list'),
        list('item-list'),
        ...doesEach(
          'create close copy delete edit field-create field-delete item-add item-archive item-create item-delete item-edit link unlink mark-template',
        ),
      ],
    }),
    does('ruleset', [], {
      subcommands: [list('list ls'), reads('view', [...LISTS, ...COMMON]), reads('check', COMMON)],
    }),
    does('cache', COMMON, {
      optionsAnywhere: true,
      subcommands: [list('list ls'), does('delete', options('-a|--all'))],
    }),
    // Only names: servers never return secrets' values.
    does('secret', COMMON, {
      optionsAnywhere: true,
      subcommands: [list('list ls', '-u|--user'), ...doesEach('set delete remove')],
    }),
    does('variable', COMMON, {
      optionsAnywhere: true,
      subcommands: [list('list ls'), reads('get', [...LISTS, ...COMMON]), ...doesEach('set delete remove')],
    }),
    does('org', [], { subcommands: [list('list ls')] }),
    does('extension ext', [], {
      subcommands: [reads('list ls'), ...doesEach('install remove upgrade create exec browse search')],
    }),
    does('alias', [], { subcommands: [reads('list ls'), ...doesEach('set delete import')] }),
    ...doesEach('browse codespace config copilot completion gpg-key ssh-key attestation preview help'),
  ],
});

/** It asks the repository's host, with the token. */
const GLAB: CommandSpec = reads('glab', options('-v|--version -h|--help'), {
  network: true,
  variables: ['GLAB_*', 'GITLAB_*', 'GL_HOST', 'PAGER', 'BROWSER'],
  objection: optionAsValue,
  subcommands: doesEach('mr issue repo ci release api auth variable config alias snippet ssh-key schedule token'),
});

const HUB: CommandSpec = does('hub', [], { subcommands: [reads('version')] });

export const GITHUB: readonly CommandSpec[] = [GH, GLAB, HUB];
