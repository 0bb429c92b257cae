import { hasOption, type CommandCall, type CommandSpec } from '../../model/commandTable';
import { does, doesEach, options, reads, readsEach } from '../../model/tableNotation';
import { onlyVersion } from './javascriptPackages';

// `-q` takes digits only: other options may follow in the same word.
const APT_ANYWHERE = options('-v|--version -q=# --quiet=? -a|--all-versions -o|--option=! -c|--config-file=!');

/** The first option says what they do. */
function onlyAsking(...asking: readonly string[]) {
  return (call: CommandCall): string | undefined =>
    asking.some((name) => hasOption(call, name)) ? undefined : 'it is no form that only asks';
}

/** A formula is Ruby, loaded from a named file, address or tap. */
function brewObjection({ specs, options: given, operands }: CommandCall): string | undefined {
  if (specs.length === 1 && given.length === 0) return 'it is no form that only asks';
  const other = operands.find(({ text }) => text === undefined || text.includes('/') || text.endsWith('.rb'));
  return other === undefined ? undefined : `brew ${other.raw} may run a formula from elsewhere`;
}

/** Others hold a service's environment and command line. */
const PLAIN_PROPERTIES =
  /^(?:Id|Names|Description|LoadState|ActiveState|SubState|UnitFileState|MainPID|ExecMainStatus|Result|NRestarts|Type|User|FragmentPath|MemoryCurrent)$/;

function propertyObjection(call: CommandCall): string | undefined {
  const asked = call.options.filter(({ spec }) => spec.names.includes('-p'));
  const arePlain = asked.every(({ value }) =>
    (value?.word.text?.slice(value.from) ?? '').split(',').every((name) => PLAIN_PROPERTIES.test(name)),
  );
  return asked.length > 0 && arePlain ? undefined : 'it prints the environment of a service';
}

const SYSTEMCTL_READS = options(
  '-a|--all -t|--type= -l|--full --no-pager --no-legend -p|--property= -n|--lines= -o|--output= --state= --failed -q|--quiet --user',
  '--system --plain --value -r|--recursive --reverse --with-dependencies -H|--host=! -M|--machine=! --root=! --image=! --now!',
);

export const SYSTEM_PACKAGES: readonly CommandSpec[] = [
  reads('apt apt-get', APT_ANYWHERE, {
    optionsAnywhere: true,
    objection: onlyVersion,
    variables: ['APT_*', 'PAGER'],
    subcommands: [
      ...readsEach(
        'list show policy search depends rdepends',
        options('--installed --upgradable --all-versions -f|--full -n|--names-only --no-pager'),
      ),
      ...doesEach(
        'install remove purge update upgrade full-upgrade dist-upgrade autoremove autoclean clean edit-sources source build-dep download reinstall',
      ),
    ],
  }),
  does('apt-cache', APT_ANYWHERE, {
    optionsAnywhere: true,
    variables: ['APT_*'],
    subcommands: readsEach(
      'policy show search depends rdepends madison showpkg pkgnames stats showsrc unmet',
      options('-n|--names-only -f|--full -i|--important --installed --recurse'),
    ),
  }),
  reads(
    'dpkg',
    options(
      '-l|--list -L|--listfiles -s|--status -S|--search -p|--print-avail --print-architecture --print-foreign-architectures --get-selections --compare-versions --version -V|--verify --audit -I|--info=read -c|--contents=read --no-pager',
    ),
    {
      objection: onlyAsking(
        '-l',
        '-L',
        '-s',
        '-S',
        '-p',
        '--print-architecture',
        '--print-foreign-architectures',
        '--get-selections',
        '--compare-versions',
        '--version',
        '-V',
        '--audit',
      ),
      variables: ['DPKG_*', 'PAGER'],
    },
  ),
  reads(
    'dpkg-query',
    options(
      '-l|--list -L|--listfiles -s|--status -S|--search -W|--show -f|--showformat= -p|--print-avail --version --no-pager',
    ),
    {
      variables: ['DPKG_*', 'PAGER'],
    },
  ),
  reads(
    'rpm',
    options(
      '-q|--query -a|--all -i|--info -l|--list -f|--file -c|--configfiles -d|--docfiles -R|--requires -s|--state --provides --changelog --qf|--queryformat= --last --whatprovides --whatrequires --scripts --version',
    ),
    {
      objection: onlyAsking('-q', '--version'),
    },
  ),
  reads('brew', options('--version|-v --prefix --cellar --repository --cache'), {
    objection: brewObjection,
    network: true,
    variables: ['HOMEBREW_BREW_WRAPPER', 'HOMEBREW_LIBRARY', 'HOMEBREW_DEVELOPER'],
    subcommands: [
      ...readsEach(
        'list ls info search deps uses leaves desc config',
        options(
          '--formula|--formulae --cask|--casks --versions --full-name -1 -l -r -t --json=? --tree --installed --include-build --pinned -q|--quiet -v|--verbose --desc',
        ),
      ),
      does('services', [], {
        subcommands: [
          reads('list', options('--json')),
          reads('info', options('--json --all')),
          ...doesEach('start stop restart run kill cleanup'),
        ],
      }),
      ...doesEach(
        // `outdated` updates brew first.
        'install outdated uninstall remove rm upgrade update cleanup tap untap link unlink pin doctor edit create bundle autoremove reinstall',
      ),
    ],
  }),
  does('systemctl', SYSTEMCTL_READS, {
    optionsAnywhere: true,
    variables: ['SYSTEMD_*', 'PAGER'],
    subcommands: [
      ...readsEach(
        'status is-active is-enabled is-failed is-system-running list-units list-unit-files list-timers list-sockets list-dependencies list-jobs get-default',
      ),
      reads('show', [], { objection: propertyObjection }),
      ...doesEach(
        'cat start stop restart reload enable disable mask unmask daemon-reload kill edit set-property isolate poweroff reboot halt link preset set-default import-environment',
      ),
    ],
  }),
  reads(
    'journalctl',
    options(
      '-u|--unit= --user-unit= -n|--lines=? -f|--follow -S|--since= -U|--until= -p|--priority= -b|--boot=? -k|--dmesg -o|--output= -r|--reverse -x|--catalog -q|--quiet --no-pager -a|--all -e|--pager-end -t|--identifier= -g|--grep= --utc --no-hostname --no-full --system --user --list-boots --disk-usage --no-tail -m|--merge --vacuum-size=! --vacuum-time=! --vacuum-files=! --rotate! --flush! --sync! --cursor-file=overwrite! --setup-keys! --update-catalog!',
    ),
    {
      variables: ['SYSTEMD_*', 'PAGER'],
    },
  ),
  does('launchctl', [], {
    subcommands: [
      reads('list'),
      ...doesEach('load unload bootstrap bootout enable disable kickstart kill start stop remove setenv submit'),
    ],
  }),
  reads('service', [], {
    objection: ({ operands }) =>
      operands.length === 2 && /^[\w@.-]+$/.test(operands[0]?.text ?? '') && operands[1]?.text === 'status'
        ? undefined
        : 'only its status is asked for by reading',
  }),
];
