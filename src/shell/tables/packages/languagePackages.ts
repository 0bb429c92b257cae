import { hasOption, type CommandCall, type CommandSpec } from '../../model/commandTable';
import { does, doesEach, optionAsValue, options, reads, readsEach } from '../../model/tableNotation';
import { onlyVersion } from './javascriptPackages';

/** Else cargo may write `Cargo.lock`, also through a link, and fetch from places that the project chooses. */
function unlessFrozen(call: CommandCall): string | undefined {
  if (hasOption(call, '--frozen')) return undefined;
  if (!hasOption(call, '--locked')) return 'without --locked it may write Cargo.lock';
  return hasOption(call, '--offline') ? undefined : 'without --offline it may ask the hosts that Cargo.toml names';
}

const CARGO_ANYWHERE = options(
  '-V|--version --list -v|--verbose -q|--quiet --color= --locked --offline --frozen --manifest-path=read',
  '-Z=! --config=! -C=!',
);

const CARGO: CommandSpec = reads('cargo', CARGO_ANYWHERE, {
  optionsAnywhere: true,
  objection: (call) => (hasOption(call, '--list') ? undefined : onlyVersion(call)),
  network: true,
  variables: [
    'CARGO_BUILD_*',
    'CARGO_TARGET_*',
    'CARGO_ALIAS_*',
    'CARGO_REGISTR*',
    'CARGO_SOURCE_*',
    'RUSTC*',
    'RUSTUP_TOOLCHAIN',
  ],
  subcommands: [
    reads(
      'tree',
      options(
        '-e|--edges= -i|--invert=? -p|--package= --workspace --exclude= --depth= --prune= --no-dedupe -d|--duplicates -f|--format= --prefix= --charset= --target= -F|--features= --all-features --no-default-features',
      ),
      { objection: unlessFrozen },
    ),
    reads(
      'metadata',
      options('--format-version= --no-deps --filter-platform= -F|--features= --all-features --no-default-features'),
      { objection: unlessFrozen },
    ),
    reads('search', options('--limit= --registry=! --index=!')),
    // Older cargo obeys an alias of that name.
    does('info'),
    reads('pkgid', [], { objection: unlessFrozen }),
    reads('locate-project', options('--workspace --message-format=')),
    reads('read-manifest'),
    reads('version'),
    ...doesEach(
      'build b check c run r test t bench doc d clean new init add remove rm update fetch vendor install uninstall publish yank login logout owner package fix clippy fmt generate-lockfile nextest help',
    ),
  ],
});

const RUSTUP: CommandSpec = reads('rustup', options('-V|--version -v|--verbose -q|--quiet'), {
  objection: onlyVersion,
  variables: ['RUSTUP_TOOLCHAIN', 'RUSTC*'],
  subcommands: [
    reads('show', [], { subcommands: readsEach('active-toolchain home profile', options('-v|--verbose')) }),
    reads('which', options('--toolchain=')),
    does('toolchain', [], {
      subcommands: [reads('list', options('-v|--verbose')), ...doesEach('install add uninstall remove link')],
    }),
    does('target', [], {
      subcommands: [
        reads('list', options('--installed --toolchain= -q|--quiet')),
        ...doesEach('add remove install uninstall'),
      ],
    }),
    does('component', [], {
      subcommands: [reads('list', options('--installed --toolchain= -q|--quiet')), ...doesEach('add remove')],
    }),
    does('override', [], { subcommands: [reads('list'), ...doesEach('set unset')] }),
    ...doesEach('update install default self run set check doc man completions'),
  ],
});

const GO: CommandSpec = does('go', [], {
  variables: ['GOFLAGS', 'GOTOOLCHAIN', 'GOENV', 'GOPROXY', 'GOVCS', 'GOPACKAGESDRIVER', 'GOTOOLDIR', 'CGO_*'],
  network: true,
  objection: optionAsValue,
  subcommands: [
    reads('version', options('-m -v'), { style: 'long', operands: 'read' }),
    reads('env', options('-json -changed -w! -u!'), { style: 'long' }),
    // They fetch from hosts that go.mod names, and ask the version control of every folder.
    does('list', options('-m -f= -json=? -e -deps -find -u -versions -retracted -test -tags='), { style: 'long' }),
    does('mod', [], { subcommands: doesEach('graph why download edit init tidy vendor verify') }),
    does('doc'),
    ...doesEach('build run test vet install get clean fmt fix generate tool work bug telemetry help'),
  ],
});

const DOTNET: CommandSpec = reads('dotnet', options('--version --info --list-sdks --list-runtimes'), {
  variables: ['DOTNET_STARTUP_HOOKS', 'DOTNET_ADDITIONAL_DEPS', 'MSBUILD*', 'NUGET_*', 'CORECLR_*'],
  objection: (call) =>
    call.specs.length > 1 || call.options.length > 0 ? undefined : 'without a sub-command it is no version form',
  subcommands: [
    does('list', [], { subcommands: [reads('reference'), does('package')] }),
    does('tool', [], {
      subcommands: [
        reads('list', options('-g|--global --local --format=')),
        ...doesEach('install uninstall update restore run search'),
      ],
    }),
    does('nuget', [], {
      subcommands: [
        does('list', [], { subcommands: [reads('source', options('--format='))] }),
        ...doesEach('add delete push remove update enable disable locals'),
      ],
    }),
    does('workload', [], {
      subcommands: [reads('list'), ...doesEach('install update uninstall restore repair search')],
    }),
    ...doesEach(
      'build run test restore publish pack clean new add remove sln format watch msbuild exec store dev-certs user-secrets',
    ),
  ],
});

const GEM: CommandSpec = reads('gem', options('-v|--version'), {
  objection: onlyVersion,
  network: true,
  variables: ['RUBYOPT', 'RUBYLIB', 'BUNDLE_*'],
  subcommands: [
    ...readsEach(
      'list search query info',
      options(
        '-a|--all -r|--remote -l|--local -d|--details -i|--installed -I -v|--version= -e|--exact --versions --no-versions --prerelease --pre',
      ),
    ),
    ...readsEach(
      'which contents dependency outdated specification',
      options('-v|--version= -a|--all -l|--local -r|--remote --pipe -R|--reverse-dependencies'),
    ),
    reads('environment env'),
    ...doesEach('install uninstall update push build cleanup owner signin signout sources fetch unpack exec yank'),
  ],
});

const COMPOSER: CommandSpec = reads(
  'composer',
  options(
    '-V|--version -q|--quiet -v|--verbose --no-ansi --ansi -n|--no-interaction --no-plugins --no-scripts -d|--working-dir= --no-cache',
  ),
  {
    optionsAnywhere: true,
    objection: (call) =>
      call.specs.length === 1 || (hasOption(call, '--no-plugins') && hasOption(call, '--no-scripts'))
        ? onlyVersion(call)
        : 'without --no-plugins and --no-scripts it runs code of the project',
    network: true,
    variables: ['COMPOSER*', 'PHPRC', 'PHP_INI_SCAN_DIR'],
    subcommands: [
      ...readsEach(
        'show info licenses outdated',
        options(
          '-i|--installed -p|--platform -a|--available|--all -s|--self -N|--name-only -P|--path -t|--tree -l|--latest -o|--outdated -D|--direct -f|--format= --locked --no-dev',
        ),
      ),
      ...readsEach('why depends why-not prohibits', options('-r|--recursive -t|--tree --locked')),
      ...doesEach(
        'install update require remove run-script exec create-project dump-autoload self-update config global audit validate',
      ),
    ],
  },
);

const LISTS_OF_VERSIONS: readonly CommandSpec[] = [
  reads('pyenv', options('--version'), {
    objection: onlyVersion,
    variables: ['PYENV_HOOK_PATH'],
    subcommands: [
      ...readsEach('versions version version-name root prefix which whence', options('--bare --skip-aliases')),
      ...doesEach('install uninstall local global shell rehash exec init virtualenv'),
    ],
  }),
  reads('asdf', options('--version'), {
    objection: onlyVersion,
    subcommands: [
      ...readsEach('list current where which version info'),
      ...doesEach('install uninstall global local set plugin reshim exec latest shell update'),
    ],
  }),
  reads('nvm', options('--version'), {
    objection: onlyVersion,
    network: true,
    subcommands: [
      ...readsEach('ls list current version which', options('--no-colors --no-alias')),
      reads('ls-remote list-remote', options('--lts=? --no-colors')),
      ...doesEach('install uninstall use run exec alias unalias reinstall-packages'),
    ],
  }),
];

export const LANGUAGE_PACKAGES: readonly CommandSpec[] = [
  CARGO,
  RUSTUP,
  GO,
  DOTNET,
  GEM,
  COMPOSER,
  ...LISTS_OF_VERSIONS,
];
