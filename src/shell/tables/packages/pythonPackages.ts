import { hasOption, optionText, type CommandCall, type CommandSpec } from '../../model/commandTable';
import { does, doesEach, options, reads, readsEach } from '../../model/tableNotation';
import { onlyVersion } from './javascriptPackages';

const PYTHON_VARIABLES = [
  'PYTHONPATH',
  'PYTHONHOME',
  'PYTHONSTARTUP',
  'PYTHONUSERBASE',
  'PYTHONINSPECT',
  'PYTHONBREAKPOINT',
];

const PIP_ANYWHERE = options(
  '-V|--version -v|--verbose -q|--quiet --no-color --no-input --disable-pip-version-check --isolated --require-virtualenv',
  '--python=! --log=overwrite! --proxy=! --cert=! --client-cert=! --trusted-host=! --cache-dir=! --use-feature=!',
);

const PIP_LISTS = options(
  '-o|--outdated -u|--uptodate -e|--editable -l|--local --user --path= --pre --format= --not-required',
  '--exclude-editable --include-editable --exclude= --all',
);

const PIP_SUBCOMMANDS: readonly CommandSpec[] = [
  ...readsEach('list check inspect', PIP_LISTS),
  reads('show', [...PIP_LISTS, ...options('-f|--files')]),
  // For an editable package it runs its folder's version control.
  reads('freeze', PIP_LISTS, {
    objection: (call) =>
      hasOption(call, '--exclude-editable') ? undefined : 'for an editable package it runs hg or git in its folder',
  }),
  does('index', [], { subcommands: [reads('versions', options('--pre --json'))] }),
  does('cache', [], {
    subcommands: [...readsEach('dir info list', options('--format=')), ...doesEach('remove purge')],
  }),
  does(
    'install',
    options(
      '-r|--requirement=read -c|--constraint=read -e|--editable= -U|--upgrade --user --pre --no-deps -t|--target=overwrite -i|--index-url= --extra-index-url= --break-system-packages --force-reinstall',
    ),
  ),
  does('uninstall', options('-y|--yes -r|--requirement=read --break-system-packages')),
  ...doesEach('download wheel hash config debug search completion lock'),
];

const PIP: CommandSpec = reads('pip pip3', PIP_ANYWHERE, {
  optionsAnywhere: true,
  objection: onlyVersion,
  network: true,
  variables: [...PYTHON_VARIABLES, 'PIP_*'],
  subcommands: PIP_SUBCOMMANDS,
});

const UV: CommandSpec = reads(
  'uv',
  options('-V|--version -q|--quiet -v|--verbose --no-color --color= --offline --no-config'),
  {
    objection: onlyVersion,
    network: true,
    variables: [...PYTHON_VARIABLES, 'UV_*'],
    subcommands: [
      does('pip', [], {
        subcommands: [
          ...readsEach('list freeze show check', [...PIP_LISTS, ...options('-q|--quiet --strict --system')]),
          reads('tree', options('-d|--depth= --prune= --package= --invert --outdated --strict')),
          ...doesEach('install uninstall sync compile'),
        ],
      }),
      does('python', [], {
        subcommands: [
          reads('list', options('--all-versions --only-installed --only-downloads')),
          reads('dir'),
          ...doesEach('install uninstall find pin upgrade'),
        ],
      }),
      does('tool', [], {
        subcommands: [
          reads('list', options('--show-paths --outdated')),
          reads('dir'),
          ...doesEach('install uninstall upgrade run update-shell'),
        ],
      }),
      does('cache', [], { subcommands: [reads('dir'), ...doesEach('clean prune')] }),
      does('self', [], { subcommands: [reads('version'), does('update')] }),
      ...doesEach('run add remove sync lock tree export init build publish venv version'),
    ],
  },
);

const POETRY: CommandSpec = reads(
  'poetry',
  options('-V|--version --no-ansi --ansi -q|--quiet -v -n|--no-interaction'),
  {
    objection: onlyVersion,
    network: true,
    variables: [...PYTHON_VARIABLES, 'POETRY_*'],
    subcommands: [
      reads(
        'show',
        options(
          // It builds dependencies in folders, and fetches others.
          '-t|--tree -l|--latest! -o|--outdated! -a|--all -T|--top-level --why --without= --with= --only= --no-truncate --no-dev',
        ),
      ),
      reads('about'),
      reads('check', options('--lock --strict')),
      does('env', [], {
        subcommands: [
          reads('list', options('--full-path')),
          reads('info', options('-p|--path -e|--executable')),
          ...doesEach('use remove activate'),
        ],
      }),
      ...doesEach(
        'add remove install update lock run build publish init new config export shell version cache self source',
      ),
    ],
  },
);

const PIPENV: CommandSpec = reads('pipenv', options('--version --where --venv --py'), {
  objection: (call) =>
    call.specs.length > 1 || call.options.length > 0 ? undefined : 'without a sub-command it does more than read',
  variables: [...PYTHON_VARIABLES, 'PIPENV_*'],
  subcommands: [
    reads('graph', options('--bare --json --json-tree --reverse')),
    ...doesEach('install uninstall lock sync update run shell check clean requirements scripts'),
  ],
});

/** Some versions run the interpreter of a path. */
function namedEnvironment(call: CommandCall): string | undefined {
  const path = call.options.some(
    ({ spec, value }) => spec.names.includes('-n') && !/^[\w.-]+$/.test(value?.word.text?.slice(value.from) ?? '/'),
  );
  return path || /^\.+$/.test(optionText(call, '-n') ?? '')
    ? 'it may run the interpreter of a folder that the call names'
    : undefined;
}

const CONDA: CommandSpec = reads('conda mamba micromamba', options('-V|--version'), {
  objection: onlyVersion,
  network: true,
  variables: [...PYTHON_VARIABLES, 'CONDARC', 'CONDA_CHANNELS', 'MAMBARC'],
  subcommands: [
    reads(
      'list',
      options(
        '-n|--name= -p|--prefix=! --json --show-channel-urls -c|--canonical -f|--full-name -e|--export --explicit --no-pip -r|--revisions --md5',
      ),
      { objection: namedEnvironment },
    ),
    // Tokens in channel addresses are hidden without `--unsafe-channels`.
    reads('info', options('--json -a|--all -e|--envs -s|--system --base --unsafe-channels!')),
    reads('search', options('-c|--channel=! --json -i|--info --override-channels --platform= -f|--full-name')),
    does('env', [], {
      subcommands: [reads('list', options('--json')), ...doesEach('create remove update export config')],
    }),
    ...doesEach('install remove uninstall update upgrade create activate deactivate run config clean init'),
  ],
});

export const PYTHON_PACKAGES: readonly CommandSpec[] = [PIP, UV, POETRY, PIPENV, CONDA];
