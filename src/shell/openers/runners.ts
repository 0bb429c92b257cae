import { table } from '../../common/table';
import { options } from '../model/tableNotation';
import type { Opener } from './opener';
import { runnerOpener, type Runner } from './runner';

const CONTAINER_GLOBALS = options(
  '-H|--host= -c|--context= --config= -l|--log-level= --tlscacert= --tlscert= --tlskey= --connection=',
  '--identity= --url= --root= --runroot= --storage-driver= --storage-opt= --namespace= -n= --address=',
);
const EXEC: Runner = {
  options: options(
    '-d|--detach -i|--interactive -t|--tty --privileged -l|--latest',
    '--detach-keys= -e|--env= --env-file= -u|--user= -w|--workdir= --preserve-fds=',
  ),

  skip: 1,
  elsewhere: 0,
};
const RUN: Runner = {
  options: options(
    '-d|--detach --init -i|--interactive --no-healthcheck --oom-kill-disable --privileged -P|--publish-all',
    '-q|--quiet --read-only --rm --sig-proxy -t|--tty --use-api-socket --disable-content-trust --replace',
    '--rmi --tls-verify',
    '-a|--attach= --add-host= --annotation= --blkio-weight= --blkio-weight-device= --cap-add= --cap-drop=',
    '--cgroup-parent= --cgroupns= --cidfile= --cpu-period= --cpu-quota= --cpu-rt-period= --cpu-rt-runtime=',
    '-c|--cpu-shares= --cpus= --cpuset-cpus= --cpuset-mems= --detach-keys= --device= --device-cgroup-rule=',
    '--device-read-bps= --device-read-iops= --device-write-bps= --device-write-iops= --dns= --dns-opt=',
    '--dns-option= --dns-search= --domainname= -e|--env= --env-file= --expose= --gpus= --group-add=',
    '--health-cmd= --health-interval= --health-retries= --health-start-interval= --health-start-period=',
    '--health-timeout= -h|--hostname= --ip= --ip6= --ipc= --isolation= --kernel-memory= -l|--label=',
    '--label-file= --link= --link-local-ip= --log-driver= --log-opt= --mac-address= -m|--memory=',
    '--memory-reservation= --memory-swap= --memory-swappiness= --mount= --name= --net|--network=',
    '--net-alias|--network-alias= --oom-score-adj= --pid= --pids-limit= --platform= -p|--publish= --pull=',
    '--restart= --runtime= --security-opt= --shm-size= --stop-signal= --stop-timeout= --storage-opt=',
    '--sysctl= --tmpfs= --ulimit= -u|--user= --userns= --uts= -v|--volume= --volume-driver= --volumes-from=',
    '-w|--workdir= --arch= --os= --pod= --secret= --authfile= --passwd-entry= --timezone=',
  ),

  program: '--entrypoint',
  skip: 1,
  elsewhere: 0,
};
const COMPOSE: Runner = {
  options: options(
    '--all-resources --compatibility --dry-run --verbose',
    '-f|--file= -p|--project-name= --profile= --env-file= --project-directory= --ansi= --progress=',
    '--parallel= -H|--host=',
  ),

  subcommands: {
    exec: {
      options: options(
        '-d|--detach -T|--no-TTY|--no-tty --privileged -i|--interactive -t|--tty',
        '-e|--env= --index= -u|--user= -w|--workdir=',
      ),

      skip: 1,
      elsewhere: 0,
    },
    run: {
      options: options(
        '--build -d|--detach --no-deps --quiet-pull -q|--quiet --remove-orphans --rm -P|--service-ports',
        '-T|--no-TTY -i|--interactive --use-aliases',
        '--cap-add= --cap-drop= -e|--env= --env-from-file= -l|--label= --name= -p|--publish= --pull= -u|--user=',
        '-v|--volume= -w|--workdir=',
      ),

      program: '--entrypoint',
      skip: 1,
      elsewhere: 0,
    },
  },
};
const DOCKER: Runner = {
  options: [...options('-D|--debug --tls --tlsverify --remote'), ...CONTAINER_GLOBALS],

  subcommands: { exec: EXEC, run: RUN, container: { subcommands: { exec: EXEC, run: RUN } }, compose: COMPOSE },
};
const KUBECTL: Runner = {
  options: options(
    '-n|--namespace= --context= --kubeconfig= --cluster= --user= -s|--server= --token= --as= --as-group=',
    '--certificate-authority= --client-certificate= --client-key= --request-timeout= --profile= --cache-dir=',
    '-v|--v=',
  ),
  subcommands: {
    exec: {
      options: options(
        '-i|--stdin -t|--tty -q|--quiet',
        '-c|--container= -n|--namespace= -f|--filename= --context= --kubeconfig= --pod-running-timeout=',
      ),

      skip: 1,
      behindDashes: true,
      elsewhere: 0,
    },
    'run debug': { skip: 1, behindDashes: true, elsewhere: 0 },
  },
};

const runs = (name: string, runner: Omit<Runner, 'skip'> & { readonly skip?: number } = {}): Runner => ({
  subcommands: { [name]: { skip: 0, ...runner } },
});

const NPM_GLOBALS = options('--prefix= -C= --userconfig= --registry= --loglevel= -w|--workspace=');

const RUNNERS: Readonly<Record<string, Runner>> = table({
  'docker podman nerdctl': DOCKER,
  'docker-compose podman-compose': COMPOSE,
  'kubectl oc microk8s.kubectl': KUBECTL,
  'lxc incus': runs('exec', {
    options: options('--cwd= --env= --mode= --user= --group= -t= -T='),
    behindDashes: true,
    elsewhere: 0,
    skip: 1,
  }),
  multipass: runs('exec', {
    options: options('-n|--no-map-working-directory -d|--working-directory='),

    skip: 1,
    elsewhere: 0,
  }),
  adb: {
    options: options('-a -d -e -s= -t= -H= -P= -L='),

    subcommands: { 'shell exec-out': { skip: 0, joins: true, elsewhere: true, options: options('-n -T -t -x -e=') } },
  },
  vagrant: {
    subcommands: {
      ssh: { scripts: '-c|--command', options: options('-p|--plain -t|--tty --no-tty'), elsewhere: true },
    },
  },
  wsl: { options: options('-e|--exec --system -d|--distribution= -u|--user= --cd='), skip: 0, elsewhere: true },
  mosh: {
    options: options('-4 -6 -a -n -o -p|--port= --ssh= --predict= --server= --client= --family='),

    skip: 1,
    elsewhere: 0,
  },
  sshpass: { options: options('-e -h -V -v -p= -f= -d= -P='), skip: 0 },

  npx: {
    options: [
      ...options(
        '-y|--yes --no -q|--quiet --no-install --ignore-existing --prefer-offline --prefer-online --offline',
        '-p|--package=',
      ),
      ...NPM_GLOBALS,
    ],

    scripts: '-c|--call',
    skip: 0,
  },
  npm: {
    options: NPM_GLOBALS,
    subcommands: {
      // Joined for a shell.
      explore: { options: NPM_GLOBALS, skip: 1, joins: true },
      'exec x': { options: [...options('-y|--yes --no --package='), ...NPM_GLOBALS], scripts: '-c|--call', skip: 0 },
    },
  },
  pnpm: {
    options: options('-r|--recursive --silent -s -w|--workspace-root -C|--dir= -F|--filter= --prefix='),

    subcommands: {
      exec: { options: options('-r|--recursive --parallel --no-sort -c|--shell-mode'), skip: 0 },
      dlx: { options: options('-c|--shell-mode -s|--silent --package= --allow-build='), skip: 0 },
    },
  },
  pnpx: { options: options('-c|--shell-mode --package='), skip: 0 },
  yarn: {
    options: options('--cwd='),
    subcommands: { exec: { skip: 0 }, dlx: { options: options('-q|--quiet -p|--package='), skip: 0 } },
  },
  bunx: { options: options('--bun --verbose --silent -p|--package='), skip: 0 },
  uvx: {
    options: options(
      '-q|--quiet --isolated',
      '--from= -w|--with= -p|--python= --with-editable= --with-requirements= --directory= --project= --index=',
    ),

    skip: 0,
  },
  uv: {
    options: options(
      '-q|--quiet -v|--verbose --offline --no-progress -n|--no-cache --no-config',
      '--directory= --project= --config-file= --cache-dir=',
    ),

    subcommands: {
      run: {
        options: options(
          '--all-extras --dev --no-dev --only-dev --no-default-groups --all-groups --no-editable --exact',
          '--no-env-file --isolated --active --no-sync --locked --frozen --no-project --all-packages -q|--quiet',
          '-v|--verbose --offline -U|--upgrade --refresh -n|--no-cache --reinstall --managed-python --no-config',
          '--native-tls',
          '--extra= --no-extra= --group= --no-group= --only-group= --env-file= -w|--with= --with-editable=',
          '--with-requirements= --package= -p|--python= --index= --default-index= -i|--index-url=',
          '--extra-index-url= -f|--find-links= --directory= --project= -P= --upgrade-package= --link-mode=',
          '--resolution= --prerelease= --config-setting= -C= --python-platform=',
        ),

        skip: 0,
      },
      tool: { subcommands: { run: { options: options('--isolated --from= -w|--with= -p|--python='), skip: 0 } } },
    },
  },
  pipx: runs('run', {
    options: options('--no-cache --pypackages --verbose -v -q --spec= --python= --pip-args= --index-url='),

    skip: 0,
  }),
  'poetry pipenv pdm rye hatch pixi': {
    options: options(
      '-q|--quiet -v|--verbose -n|--no-interaction --no-plugins --no-ansi',
      '-C|--directory= -P|--project= -p|-e|--env=',
    ),

    subcommands: {
      run: { skip: 0, options: options('-m|--manifest-path= -e|--environment= -p|--project= -s|--site-packages=') },
    },
  },
  bundle: runs('exec', { options: options('--keep-file-descriptors') }),
  'conda mamba micromamba': runs('run', {
    options: options(
      '--no-capture-output --live-stream -v|--verbose --debug-wrapper-scripts --dev --clean-env',
      '-n|--name= -p|--prefix= --cwd= -e|--env= -a|--attach=',
    ),
  }),
  rustup: runs('run', { options: options('--install'), skip: 1 }),
  'mise rtx': {
    options: options('-C|--cd= -E|--env='),
    subcommands: { 'exec x': { scripts: '-c|--command', options: options('-j|--jobs='), skip: 0, behindDashes: true } },
  },
  'asdf rbenv pyenv nodenv': runs('exec'),
  nvm: runs('exec', { options: options('--silent'), skip: 1 }),
  fnm: runs('exec', { options: options('--using='), behindDashes: true }),
  volta: runs('run', { options: options('--node= --npm= --pnpm= --yarn= --env=') }),
  direnv: runs('exec', { skip: 1 }),
  'cross-env env-cmd': {
    options: options('--silent --verbose -x|--expand-envs --no-override -f|--file= -e|--environments= -r|--rc-file='),

    assignments: true,
    skip: 0,
  },
  'cross-env-shell': { assignments: true, joins: true, skip: 0 },
  dotenv: {
    options: options('-o|--override -i|--ignore -e= -f|--file= -v= -c= -p='),

    subcommands: { run: { skip: 0 } },
    skip: 0,
  },
  dotenvx: runs('run', { options: options('-o|--overload -q|--quiet -f|--env-file= -e|--env= -fk='), skip: 0 }),
  op: runs('run', { options: options('--no-masking --env-file= --account='), behindDashes: true }),
  doppler: runs('run', {
    options: options('-c|--config= -p|--project= -t|--token= --mount='),
    scripts: '--command',
    skip: 0,
  }),
  infisical: runs('run', { options: options('--env= --path= --projectId='), scripts: '--command', behindDashes: true }),
  'aws-vault chamber': runs('exec', { options: options('-n|--no-session -s|--server -d|--duration='), skip: 1 }),
  'nix-shell': { scripts: '--run --command', options: options('--pure -p|--packages= -I= -A|--attr= -i= --keep=') },
  nix: { subcommands: { 'develop shell': { restAfter: '-c|--command' } } },

  concurrently: {
    options: options(
      '-k|--kill-others --kill-others-on-fail -r|--raw -g|--group --no-color --hide --timings',
      '-P|--passthrough-arguments',
      '-n|--names= -c|--prefix-colors= -p|--prefix= -m|--max-processes= -s|--success= --restart-tries=',
      '--restart-after= -l|--prefix-length= -t|--timestamp-format= --name-separator= --handle-input=',
      '--teardown=',
    ),

    eachScript: true,
  },
  hyperfine: {
    options: options(
      '-i|--ignore-failure -N',
      '-w|--warmup= -m|--min-runs= -M|--max-runs= -r|--runs= -u|--time-unit= -S|--shell= --style=',
      '-P|--parameter-scan= -L|--parameter-list= --export-json= --export-markdown= --export-csv=',
      '-n|--command-name= -D|--parameter-step-size=',
    ),

    scripts: '-p|--prepare -c|--cleanup -s|--setup --conclude',
    eachScript: true,
  },
  nodemon: {
    options: options('-e|--ext= -w|--watch= -i|--ignore= -d|--delay= --config= --signal= --cwd='),
    scripts: '-x|--exec',
  },
  watchexec: {
    options: options(
      '-r|--restart -c|--clear -p|--postpone -n',
      '-e|--exts= -w|--watch= -i|--ignore= -d|--debounce= -s|--signal= --shell= -f|--filter=',
    ),

    joins: true,
    skip: 0,
  },
  entr: { options: options('-a -c -d -n -p -r -x -z'), scripts: '-s', skip: 0 },
  'tini dumb-init catatonit': {
    options: options('-s -v -g -w -c --single-child --verbose --rewrite -p= -e='),
    skip: 0,
  },
  valgrind: { options: options('-q|--quiet -v|--verbose'), skip: 0 },
  perf: {
    subcommands: {
      'stat record trace': {
        options: options(
          '-a|--all-cpus -g -d|--detailed -v|--verbose',
          '-e|--event= -o|--output= -F|--freq= -r|--repeat= -c|--count= --call-graph= -p|--pid= -t|--tid= -C|--cpu=',
          '-I=',
        ),

        skip: 0,
      },
    },
  },
  'numactl cpulimit trickle rlwrap winpty arch run-one ssh-agent schedtool': {
    options: options(
      '-s -a -k -l|--limit= -t= -d= -u= -m|--membind= -N|--cpunodebind= -C|--physcpubind= -i|--interleave=',
    ),

    skip: 0,
  },
  'ccache sccache distcc icecc eatmydata daemonize': {
    options: options('-a -v -c= -e= -E= -o= -p= -l= -u= -F= -M='),
    skip: 0,
  },
  firejail: {
    options: options('-c --quiet --private --net= --profile= --noprofile --private= --name= --whitelist= --read-only='),
    skip: 0,
  },
  proot: {
    options: options(
      '-0|--root-id -r|--rootfs= -b|--bind|-m|--mount= -q|--qemu= -w|--pwd|--cwd= -k|--kernel-release= -v|--verbose= -R= -S=',
    ),
    skip: 0,
  },
  faketime: { options: options('-m -f --exclude-monotonic -p= --date-prog='), skip: 1 },
  chpst: {
    options: options('-v -V -P -0 -1 -2 -u= -U= -b= -e= -/= -C= -n= -l= -L= -m= -d= -o= -p= -f= -c= -t= -r='),
    asOtherUser: true,
    skip: 0,
  },
  cargo: {
    options: options('-q|--quiet -v|--verbose --color= -C= -Z= --config='),
    subcommands: {
      watch: {
        options: options(
          '-c|--clear -q|--quiet --no-vcs-ignores --why -w|--watch= -i|--ignore= -d|--delay= -x|--exec=',
        ),
        scripts: '-s|--shell',
      },
    },
  },
  cmake: {
    options: options('-E'),
    subcommands: {
      chdir: { skip: 1 },
      time: { skip: 0 },
      env: { options: options('--unset= --modify='), assignments: true, skip: 0 },
    },
  },
  just: { options: options('-f|--justfile= -d|--working-directory='), restAfter: '-c|--command' },
  launchctl: { subcommands: { 'asuser bsexec': { asOtherUser: true, skip: 1 } } },
  'sandbox-exec': { options: options('-f= -n= -p= -D='), skip: 0 },
  setuidgid: { asOtherUser: true, skip: 1 },
  ip: { options: options('-4 -6 -j -d -o -n|-netns='), subcommands: { netns: { subcommands: { exec: { skip: 1 } } } } },
  lockf: { options: options('-k -n -s -p -w -t='), skip: 1 },
  'start-stop-daemon': {
    options: options(
      '-S|--start -K|--stop -T|--status -b|--background -m|--make-pidfile -q|--quiet -o|--oknodo -v|--verbose',
      '-C|--no-close -t|--test',
      '-p|--pidfile= -n|--name= -u|--user= -c|--chuid= -g|--group= -r|--chroot= -d|--chdir= -N|--nicelevel=',
      '-P|--procsched= -I|--iosched= -k|--umask= -s|--signal= -R|--retry= -O|--output= --ppid= --pid=',
    ),

    program: '-x|--exec -a|--startas',
    skip: 0,
  },
  'sort gsort': {
    options: options(
      '-b -d -f -g -i -M -h -n -R -r -V -c -C -m -s -u -z',
      '-k|--key= -o|--output= -S|--buffer-size= -t|--field-separator= -T|--temporary-directory= --batch-size=',
      '--files0-from= --parallel= --random-source= --sort=',
    ),

    scripts: '--compress-program',
  },
  'split gsplit': { options: options('-d -e -u -x -a= -b= -C= -l= -n= -t= --additional-suffix='), scripts: '--filter' },
  man: {
    options: options('-a -f -k -w -W -K -u -d -D -C= -E= -L= -m= -M= -S= -s= -e= -R= -r= -p='),

    scripts: '-P|--pager -H|--html',
  },
  'nc ncat netcat': { options: options('-l -k -u -v -n -z -4 -6 -p= -w= -s= -i='), scripts: '-e|--exec -c|--sh-exec' },
  'xterm uxterm urxvt rxvt konsole alacritty terminator st lxterminal xfce4-terminal kitty': {
    options: options('--hold -T|--title= -geometry= --working-directory= -fn= -fa= -fs='),

    restAfter: '-e|--command|-x',
  },
  'gnome-terminal mate-terminal': {
    options: options('--wait --tab --window --title= --working-directory='),

    scripts: '-e|--command',
    behindDashes: true,
    skip: 0,
  },
});

export const RUNNER_OPENERS: ReadonlyMap<string, Opener> = new Map(
  Object.entries(RUNNERS).flatMap(([names, runner]) => {
    const opener = runnerOpener(runner);
    return names.split(' ').map((name) => [name, opener] as const);
  }),
);
