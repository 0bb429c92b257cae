/** Programs with a command behind a sub-command, behind `--`, or in an option, as tables. */
import type { Opener } from './opener';
import { runnerOpener, type Runner } from './runner';

const CONTAINER_GLOBALS =
  '-H|--host -c|--context --config -l|--log-level --tlscacert --tlscert --tlskey --connection --identity --url --root --runroot ' +
  '--storage-driver --storage-opt --namespace -n --address';
const EXEC: Runner = {
  flags: '-d|--detach -i|--interactive -t|--tty --privileged -l|--latest',
  values: '--detach-keys -e|--env --env-file -u|--user -w|--workdir --preserve-fds',
  skip: 1,
  elsewhere: 0,
};
const RUN: Runner = {
  flags:
    '-d|--detach --init -i|--interactive --no-healthcheck --oom-kill-disable --privileged -P|--publish-all -q|--quiet --read-only ' +
    '--rm --sig-proxy -t|--tty --use-api-socket --disable-content-trust --replace --rmi --tls-verify',
  values:
    '-a|--attach --add-host --annotation --blkio-weight --blkio-weight-device --cap-add --cap-drop --cgroup-parent --cgroupns ' +
    '--cidfile --cpu-period --cpu-quota --cpu-rt-period --cpu-rt-runtime -c|--cpu-shares --cpus --cpuset-cpus --cpuset-mems ' +
    '--detach-keys --device --device-cgroup-rule --device-read-bps --device-read-iops --device-write-bps --device-write-iops ' +
    '--dns --dns-opt --dns-option --dns-search --domainname -e|--env --env-file --expose --gpus --group-add --health-cmd ' +
    '--health-interval --health-retries --health-start-interval --health-start-period --health-timeout -h|--hostname --ip --ip6 ' +
    '--ipc --isolation --kernel-memory -l|--label --label-file --link --link-local-ip --log-driver --log-opt --mac-address ' +
    '-m|--memory --memory-reservation --memory-swap --memory-swappiness --mount --name --net|--network --net-alias|--network-alias ' +
    '--oom-score-adj --pid --pids-limit --platform -p|--publish --pull --restart --runtime --security-opt --shm-size --stop-signal ' +
    '--stop-timeout --storage-opt --sysctl --tmpfs --ulimit -u|--user --userns --uts -v|--volume --volume-driver --volumes-from ' +
    '-w|--workdir --arch --os --pod --secret --authfile --passwd-entry --timezone',
  program: '--entrypoint',
  skip: 1,
  elsewhere: 0,
};
const COMPOSE: Runner = {
  flags: '--all-resources --compatibility --dry-run --verbose',
  values: '-f|--file -p|--project-name --profile --env-file --project-directory --ansi --progress --parallel -H|--host',
  subcommands: {
    exec: {
      flags: '-d|--detach -T|--no-TTY|--no-tty --privileged -i|--interactive -t|--tty',
      values: '-e|--env --index -u|--user -w|--workdir',
      skip: 1,
      elsewhere: 0,
    },
    run: {
      flags:
        '--build -d|--detach --no-deps --quiet-pull -q|--quiet --remove-orphans --rm -P|--service-ports -T|--no-TTY -i|--interactive --use-aliases',
      values:
        '--cap-add --cap-drop -e|--env --env-from-file -l|--label --name -p|--publish --pull -u|--user -v|--volume -w|--workdir',
      program: '--entrypoint',
      skip: 1,
      elsewhere: 0,
    },
  },
};
const DOCKER: Runner = {
  flags: '-D|--debug --tls --tlsverify --remote',
  values: CONTAINER_GLOBALS,
  subcommands: { exec: EXEC, run: RUN, container: { subcommands: { exec: EXEC, run: RUN } }, compose: COMPOSE },
};
const KUBECTL: Runner = {
  values:
    '-n|--namespace --context --kubeconfig --cluster --user -s|--server --token --as --as-group --certificate-authority ' +
    '--client-certificate --client-key --request-timeout --profile --cache-dir -v|--v',
  subcommands: {
    exec: {
      flags: '-i|--stdin -t|--tty -q|--quiet',
      values: '-c|--container -n|--namespace -f|--filename --context --kubeconfig --pod-running-timeout',
      skip: 1,
      behindDashes: true,
      elsewhere: 0,
    },
    'run debug': { skip: 1, behindDashes: true, elsewhere: 0 },
  },
};

/** `uv run`, `poetry run` and their like. */
const runs = (name: string, runner: Omit<Runner, 'skip'> & { readonly skip?: number } = {}): Runner => ({
  subcommands: { [name]: { skip: 0, ...runner } },
});

const NPM_GLOBALS = '--prefix -C --userconfig --registry --loglevel -w|--workspace';

const RUNNERS: Readonly<Record<string, Runner>> = {
  'docker podman nerdctl': DOCKER,
  'docker-compose podman-compose': COMPOSE,
  'kubectl oc microk8s.kubectl': KUBECTL,
  'lxc incus': runs('exec', {
    values: '--cwd --env --mode --user --group -t -T',
    behindDashes: true,
    elsewhere: 0,
    skip: 1,
  }),
  multipass: runs('exec', {
    values: '-d|--working-directory',
    flags: '-n|--no-map-working-directory',
    skip: 1,
    elsewhere: 0,
  }),
  adb: {
    values: '-s -t -H -P -L',
    flags: '-a -d -e',
    subcommands: { 'shell exec-out': { skip: 0, joins: true, elsewhere: true, flags: '-n -T -t -x', values: '-e' } },
  },
  vagrant: { subcommands: { ssh: { scripts: '-c|--command', flags: '-p|--plain -t|--tty --no-tty' } } },
  wsl: { values: '-d|--distribution -u|--user --cd', flags: '-e|--exec --system', skip: 0, elsewhere: true },
  mosh: {
    values: '-p|--port --ssh --predict --server --client --family',
    flags: '-4 -6 -a -n -o',
    skip: 1,
    elsewhere: 0,
  },
  sshpass: { values: '-p -f -d -P', flags: '-e -h -V -v', skip: 0 },

  npx: {
    flags: '-y|--yes --no -q|--quiet --no-install --ignore-existing --prefer-offline --prefer-online --offline',
    values: `-p|--package ${NPM_GLOBALS}`,
    scripts: '-c|--call',
    skip: 0,
  },
  npm: {
    values: NPM_GLOBALS,
    subcommands: {
      'exec x': { flags: '-y|--yes --no', values: `--package ${NPM_GLOBALS}`, scripts: '-c|--call', skip: 0 },
    },
  },
  pnpm: {
    flags: '-r|--recursive --silent -s -w|--workspace-root',
    values: '-C|--dir -F|--filter --prefix',
    subcommands: {
      exec: { flags: '-r|--recursive --parallel --no-sort -c|--shell-mode', skip: 0 },
      dlx: { values: '--package --allow-build', flags: '-c|--shell-mode -s|--silent', skip: 0 },
    },
  },
  pnpx: { values: '--package', flags: '-c|--shell-mode', skip: 0 },
  yarn: {
    values: '--cwd',
    subcommands: { exec: { skip: 0 }, dlx: { values: '-p|--package', flags: '-q|--quiet', skip: 0 } },
  },
  bunx: { flags: '--bun --verbose --silent', values: '-p|--package', skip: 0 },
  uvx: {
    values: '--from -w|--with -p|--python --with-editable --with-requirements --directory --project --index',
    flags: '-q|--quiet --isolated',
    skip: 0,
  },
  uv: {
    values: '--directory --project --config-file --cache-dir',
    flags: '-q|--quiet -v|--verbose --offline --no-progress -n|--no-cache --no-config',
    subcommands: {
      run: {
        values:
          '--extra --no-extra --group --no-group --only-group --env-file -w|--with --with-editable --with-requirements --package ' +
          '-p|--python --index --default-index -i|--index-url --extra-index-url -f|--find-links --directory --project -P --upgrade-package ' +
          '--link-mode --resolution --prerelease --config-setting -C --python-platform',
        flags:
          '--all-extras --dev --no-dev --only-dev --no-default-groups --all-groups --no-editable --exact --no-env-file --isolated ' +
          '--active --no-sync --locked --frozen --no-project --all-packages -q|--quiet -v|--verbose --offline -U|--upgrade --refresh ' +
          '-n|--no-cache --reinstall --managed-python --no-config --native-tls',
        skip: 0,
      },
      tool: { subcommands: { run: { values: '--from -w|--with -p|--python', flags: '--isolated', skip: 0 } } },
    },
  },
  pipx: runs('run', {
    values: '--spec --python --pip-args --index-url',
    flags: '--no-cache --pypackages --verbose -v -q',
    skip: 0,
  }),
  'poetry pipenv pdm rye hatch pixi': {
    flags: '-q|--quiet -v|--verbose -n|--no-interaction --no-plugins --no-ansi',
    values: '-C|--directory -P|--project -p|-e|--env',
    subcommands: { run: { skip: 0, values: '-m|--manifest-path -e|--environment -p|--project -s|--site-packages' } },
  },
  bundle: runs('exec', { flags: '--keep-file-descriptors' }),
  'conda mamba micromamba': runs('run', {
    flags: '--no-capture-output --live-stream -v|--verbose --debug-wrapper-scripts --dev --clean-env',
    values: '-n|--name -p|--prefix --cwd -e|--env -a|--attach',
  }),
  rustup: runs('run', { flags: '--install', skip: 1 }),
  'mise rtx': {
    values: '-C|--cd -E|--env',
    subcommands: { 'exec x': { scripts: '-c|--command', values: '-j|--jobs', skip: 0, behindDashes: true } },
  },
  'asdf rbenv pyenv nodenv': runs('exec'),
  nvm: runs('exec', { flags: '--silent', skip: 1 }),
  fnm: runs('exec', { values: '--using', behindDashes: true }),
  volta: runs('run', { values: '--node --npm --pnpm --yarn --env' }),
  direnv: runs('exec', { skip: 1 }),
  'cross-env env-cmd': {
    values: '-f|--file -e|--environments -r|--rc-file',
    flags: '--silent --verbose -x|--expand-envs --no-override',
    assignments: true,
    skip: 0,
  },
  'cross-env-shell': { assignments: true, joins: true, skip: 0 },
  dotenv: {
    values: '-e -f|--file -v -c -p',
    flags: '-o|--override -i|--ignore',
    subcommands: { run: { skip: 0 } },
    skip: 0,
  },
  dotenvx: runs('run', { values: '-f|--env-file -e|--env -fk', flags: '-o|--overload -q|--quiet', skip: 0 }),
  op: runs('run', { values: '--env-file --account', flags: '--no-masking', behindDashes: true }),
  doppler: runs('run', { values: '-c|--config -p|--project -t|--token --mount', scripts: '--command', skip: 0 }),
  infisical: runs('run', { values: '--env --path --projectId', scripts: '--command', behindDashes: true }),
  'aws-vault chamber': runs('exec', { values: '-d|--duration', flags: '-n|--no-session -s|--server', skip: 1 }),
  'nix-shell': { scripts: '--run --command', values: '-p|--packages -I -A|--attr -i --keep', flags: '--pure' },
  nix: { subcommands: { 'develop shell': { restAfter: '-c|--command' } } },

  concurrently: {
    flags:
      '-k|--kill-others --kill-others-on-fail -r|--raw -g|--group --no-color --hide --timings -P|--passthrough-arguments',
    values:
      '-n|--names -c|--prefix-colors -p|--prefix -m|--max-processes -s|--success --restart-tries --restart-after -l|--prefix-length -t|--timestamp-format --name-separator --handle-input --teardown',
    eachScript: true,
  },
  hyperfine: {
    flags: '-i|--ignore-failure -N',
    values:
      '-w|--warmup -m|--min-runs -M|--max-runs -r|--runs -u|--time-unit -S|--shell --style -P|--parameter-scan -L|--parameter-list --export-json --export-markdown --export-csv -n|--command-name -D|--parameter-step-size',
    scripts: '-p|--prepare -c|--cleanup -s|--setup --conclude',
    eachScript: true,
  },
  nodemon: { values: '-e|--ext -w|--watch -i|--ignore -d|--delay --config --signal --cwd', scripts: '-x|--exec' },
  watchexec: {
    values: '-e|--exts -w|--watch -i|--ignore -d|--debounce -s|--signal --shell -f|--filter',
    flags: '-r|--restart -c|--clear -p|--postpone -n',
    joins: true,
    skip: 0,
  },
  entr: { flags: '-a -c -d -n -p -r -x -z', scripts: '-s', skip: 0 },
  'tini dumb-init catatonit': { flags: '-s -v -g -w -c --single-child --verbose --rewrite', values: '-p -e', skip: 0 },
  valgrind: { flags: '-q|--quiet -v|--verbose', skip: 0 },
  perf: {
    subcommands: {
      'stat record trace': {
        values: '-e|--event -o|--output -F|--freq -r|--repeat -c|--count --call-graph -p|--pid -t|--tid -C|--cpu -I',
        flags: '-a|--all-cpus -g -d|--detailed -v|--verbose',
        skip: 0,
      },
    },
  },
  'numactl cpulimit trickle rlwrap winpty caffeinate arch run-one ssh-agent schedtool': {
    values: '-l|--limit -t -d -u -m|--membind -N|--cpunodebind -C|--physcpubind -i|--interleave',
    flags: '-s -a -k',
    skip: 0,
  },
  setuidgid: { asOtherUser: true, skip: 1 },
  ip: { flags: '-4 -6 -j -d -o', values: '-n|-netns', subcommands: { netns: { subcommands: { exec: { skip: 1 } } } } },
  lockf: { flags: '-k -n -s -p -w', values: '-t', skip: 1 },
  'start-stop-daemon': {
    flags:
      '-S|--start -K|--stop -T|--status -b|--background -m|--make-pidfile -q|--quiet -o|--oknodo -v|--verbose -C|--no-close -t|--test',
    values:
      '-p|--pidfile -n|--name -u|--user -c|--chuid -g|--group -r|--chroot -d|--chdir -N|--nicelevel -P|--procsched -I|--iosched -k|--umask ' +
      '-s|--signal -R|--retry -O|--output --ppid --pid',
    program: '-x|--exec -a|--startas',
    skip: 0,
  },
  'sort gsort': {
    flags: '-b -d -f -g -i -M -h -n -R -r -V -c -C -m -s -u -z',
    values:
      '-k|--key -o|--output -S|--buffer-size -t|--field-separator -T|--temporary-directory --batch-size --files0-from --parallel --random-source --sort',
    scripts: '--compress-program',
  },
  'split gsplit': { flags: '-d -e -u -x', values: '-a -b -C -l -n -t --additional-suffix', scripts: '--filter' },
  man: {
    flags: '-a -f -k -w -W -K -u -d -D',
    values: '-C -E -L -m -M -S -s -e -R -r -p',
    scripts: '-P|--pager -H|--html',
  },
  'nc ncat netcat': { flags: '-l -k -u -v -n -z -4 -6', values: '-p -w -s -i', scripts: '-e|--exec -c|--sh-exec' },
  'xterm uxterm urxvt rxvt konsole alacritty terminator st lxterminal xfce4-terminal kitty': {
    values: '-T|--title -geometry --working-directory -fn -fa -fs',
    flags: '--hold',
    restAfter: '-e|--command|-x',
  },
  'gnome-terminal mate-terminal': {
    values: '--title --working-directory',
    flags: '--wait --tab --window',
    scripts: '-e|--command',
    behindDashes: true,
    skip: 0,
  },
};

export const RUNNER_OPENERS: ReadonlyMap<string, Opener> = new Map(
  Object.entries(RUNNERS).flatMap(([names, runner]) => {
    const opener = runnerOpener(runner);
    return names.split(' ').map((name) => [name, opener] as const);
  }),
);
