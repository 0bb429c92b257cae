import { hasOption, type CommandCall, type CommandSpec } from '../../model/commandTable';
import { does, doesEach, optionAsValue, options, reads, readsEach } from '../../model/tableNotation';

const NODE_VARIABLES = ['NODE_OPTIONS', 'NODE_PATH', 'npm_config_*', 'NPM_CONFIG_*'];

const ANYWHERE = options(
  '-v|--version -s|--silent -q|--quiet -d -dd --verbose --loglevel= --json --long -l --parseable -p --depth= -g|--global',
  '--location= --prefix= -C|--dir= -w|--workspace= --workspaces|-ws --include-workspace-root --color=? --no-color --offline --prefer-offline',
  '--omit= --include= --only= --all|-a --production|--prod|-P --dev|-D --no-optional --link --package-lock-only --unicode --no-unicode --no-fund',
  '--no-audit --no-update-notifier --registry=! --userconfig=! --globalconfig=! --script-shell=! --node-options=! --cache=!',
);

const INSTALL = options(
  '-S|--save --save-dev --save-optional --save-exact -E --no-save -f|--force --legacy-peer-deps --ignore-scripts',
  '--frozen-lockfile --no-frozen-lockfile --dry-run --no-package-lock',
);

/** `npm version patch` changes `package.json`; `npm version` prints. */
function withoutOperands({ operands, specs }: CommandCall): string | undefined {
  return operands.length === 0 ? undefined : `${specs.at(-1)?.names[0] ?? 'it'} with an operand does more than read`;
}

/** Others are fetched from their own place, with the project's git. */
const REGISTRY_NAME = /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?:@[\w.^~<>=|* +-]*)?$/;

function registryNames({ operands: [name] }: CommandCall): string | undefined {
  return name === undefined || REGISTRY_NAME.test(name.text ?? '/') ? undefined : 'it is no name in the registry';
}

/** `config get //host/:_authToken` prints a token. */
function plainKey({ operands }: CommandCall): string | undefined {
  const isPlain = operands.every(
    ({ text }) => /^[a-z][a-z-]*$/.test(text ?? '') && !/auth|token|password|key|cert|otp/.test(text ?? ''),
  );
  return isPlain ? undefined : 'it may print a token';
}

export function onlyVersion(call: CommandCall): string | undefined {
  if (call.specs.length > 1 || hasOption(call, '--version')) return optionAsValue(call);
  return 'without a sub-command it does more than read';
}

const CHANGES = [
  ...doesEach(
    'publish unpublish deprecate login logout adduser token dist-tag init create exec dlx link unlink rebuild prune dedupe pack',
  ),
  ...doesEach(
    'hook org owner team profile star stars access audit doctor set shrinkwrap test start stop restart cache patch import deploy',
  ),
];

const CONFIG = does('config c', [], {
  subcommands: [
    reads('get', [], { objection: plainKey }),
    reads('list ls', options('-l')),
    does('set'),
    does('delete rm'),
    does('edit'),
    does('fix'),
  ],
});

const NPM: CommandSpec = reads('npm', ANYWHERE, {
  optionsAnywhere: true,
  objection: onlyVersion,
  network: true,
  variables: NODE_VARIABLES,
  subcommands: [
    ...readsEach('ls list la ll explain why outdated query root prefix bin sbom'),
    // With a name it opens the browser of the project's settings.
    reads('fund', [], { objection: withoutOperands }),
    ...readsEach('view v info show', [], { objection: registryNames }),
    ...readsEach('search s se find'),
    reads('version', INSTALL, { objection: withoutOperands }),
    reads('run run-script rum urn', options('--if-present --ignore-scripts'), { objection: withoutOperands }),
    CONFIG,
    reads('get', [], { objection: plainKey }),
    does('pkg', [], { subcommands: [reads('get'), ...doesEach('set delete fix')] }),
    does('install i in ins add isntall', INSTALL),
    does('ci clean-install ic install-clean', INSTALL),
    does('uninstall un unlink remove rm r', INSTALL),
    does('update up upgrade udpate', INSTALL),
    ...CHANGES,
  ],
});

const FILTERS = options(
  '-r|--recursive -F|--filter= --filter-prod= -L --lockfile-only --find-by= --exclude-peers --no-table --format= --compatible',
);

/** `[HEAD]`: pnpm hands it to `git diff`, also where it looks like an option. */
function filterObjection(call: CommandCall): string | undefined {
  const asksGit = call.options.some(
    ({ spec, value }) =>
      spec.names.some((name) => name.startsWith('--filter')) &&
      (value?.word.text?.slice(value.from) ?? '[').includes('['),
  );
  return asksGit ? 'a filter asks git what has changed' : onlyVersion(call);
}

const PNPM: CommandSpec = reads('pnpm', [...ANYWHERE, ...FILTERS], {
  optionsAnywhere: true,
  objection: filterObjection,
  network: true,
  variables: [...NODE_VARIABLES, 'pnpm_config_*', 'COREPACK_*'],
  subcommands: [
    ...readsEach('list ls la ll why outdated root bin'),
    ...readsEach('view info show', [], { objection: registryNames }),
    reads('run run-script', [], { objection: withoutOperands }),
    does('licenses', [], { subcommands: [reads('list ls')] }),
    does('store', [], { subcommands: [reads('path'), reads('status'), ...doesEach('add prune')] }),
    CONFIG,
    does('add', INSTALL),
    does('install i', INSTALL),
    does('update up upgrade', INSTALL),
    does('remove rm uninstall un', INSTALL),
    ...CHANGES,
  ],
});

const YARN: CommandSpec = reads(
  'yarn yarnpkg',
  [...ANYWHERE, ...options('--pattern= --cwd= --no-progress --flat -R|--recursive -A|--all -X')],
  {
    optionsAnywhere: true,
    objection: onlyVersion,
    network: true,
    variables: [...NODE_VARIABLES, 'YARN_*', 'COREPACK_*'],
    subcommands: [
      ...readsEach('list info why outdated versions bin'),
      does('licenses', [], { subcommands: [reads('list'), reads('generate-disclaimer')] }),
      does('workspaces', [], {
        subcommands: [reads('info'), reads('list', options('--since=?')), ...doesEach('foreach focus run')],
      }),
      does('global', [], { subcommands: [...readsEach('list bin dir'), ...doesEach('add remove upgrade')] }),
      does('cache', [], { subcommands: [reads('dir'), reads('list'), does('clean')] }),
      // `yarn config list` of version 1 prints tokens.
      does('config', [], { subcommands: [...doesEach('get list set delete')] }),
      does('npm', [], { subcommands: [reads('info'), ...doesEach('publish login logout tag audit whoami')] }),
      does('add', INSTALL),
      does('install', INSTALL),
      does('remove', INSTALL),
      does('upgrade up', INSTALL),
      does('run'),
      ...CHANGES,
    ],
  },
);

const BUN: CommandSpec = reads('bun', options('-v|--version --revision'), {
  objection: onlyVersion,
  network: true,
  variables: [...NODE_VARIABLES, 'BUN_*'],
  subcommands: [
    does('pm', [], {
      subcommands: [
        reads('ls', options('-a|--all')),
        reads('bin', options('-g')),
        reads('hash'),
        reads('hash-print'),
        reads('version', [], { objection: withoutOperands }),
        ...doesEach('cache trust untrusted migrate pack pkg whoami'),
      ],
    }),
    reads('outdated'),
    reads('why'),
    reads('info'),
    does('add a', INSTALL),
    does('install i', INSTALL),
    does('remove rm', INSTALL),
    ...doesEach('run x test build update link create init upgrade publish patch exec repl audit'),
  ],
});

export const JAVASCRIPT_PACKAGES: readonly CommandSpec[] = [NPM, PNPM, YARN, BUN];
