import { hasOption, optionText, type CommandCall, type CommandSpec } from '../model/commandTable';
import { does, doesEach, options, reads, readsEach } from '../model/tableNotation';
import { serverObjection } from './serverAddress';

const LISTS = options(
  '-a|--all -f|--filter= --format= -q|--quiet --no-trunc -n|--last= -l|--latest -s|--size --digests --tree -H|--human --sort= --noheading --ns',
  '-p|--pod --external --history',
);
const INSPECTIONS = options('-f|--format= -s|--size --type= --pretty -v|--verbose');
const LOGS = options(
  '-f|--follow --since= --until= -n|--tail= -t|--timestamps --details --no-color --no-log-prefix --names -l|--latest',
);
const STATS = options('-a|--all --format= --no-stream --no-trunc --no-reset -i|--interval=');

const WITHOUT_ENVIRONMENT = /^a?u?xw{0,2}$/;

/** With `e` among its options, `ps` prints their environment. */
function processesObjection({ operands: [, ...others] }: CommandCall): string | undefined {
  return others.every(({ text }) => WITHOUT_ENVIRONMENT.test(text ?? ''))
    ? undefined
    : 'options of ps may print the environment of a container';
}

/** Also behind `container` and `image`. */
const CONTAINER_READS: readonly CommandSpec[] = [
  reads('logs', LOGS),
  reads('stats', STATS),
  reads('top', [], { objection: processesObjection }),
  ...readsEach('port diff'),
];

/** Environment, labels and command may hold secrets. */
const SHOWN_FIELD =
  /^'?\{\{\s*(?:json\s+)?\.(?:Id|Name|Image|Created|RestartCount|Driver|Platform|Architecture|Os|Size|Scope|State(?:\.[\w.]+)?|NetworkSettings(?:\.[\w.]+)?|RepoTags|RepoDigests)\s*\}\}'?$/;

function inspectObjection(call: CommandCall): string | undefined {
  return SHOWN_FIELD.test(optionText(call, '--format') ?? '') ? undefined : 'it prints the environment of a container';
}

/** A layer's command sets environment variables. */
function layersObjection(call: CommandCall): string | undefined {
  return hasOption(call, '-q') ? undefined : 'it prints the environment of an image';
}

const INSPECT = reads('inspect', INSPECTIONS, { objection: inspectObjection });

const RUN_OPTIONS = options(
  '-d|--detach -i|--interactive -t|--tty --rm -e|--env= --env-file=read -v|--volume= -p|--publish= --name= -w|--workdir= -u|--user= --privileged',
  '--network|--net= --entrypoint= --mount= --pid= --cap-add= --security-opt= --device= -P|--publish-all --platform= --pull=',
);

/** `config` prints values from `.env`, unless asked for names. */
function composeConfigObjection(call: CommandCall): string | undefined {
  const names = ['--services', '--images', '--profiles', '--volumes', '--networks', '--hash', '-q'];
  return names.some((name) => hasOption(call, name))
    ? undefined
    : 'it prints the values of variables, secrets included';
}

const COMPOSE_OPTIONS = options(
  '-f|--file=read --env-file=read -p|--project-name= --profile= --project-directory= --ansi= --progress= --compatibility --all-resources',
);

const COMPOSE: readonly CommandSpec[] = [
  reads('ps', [...LISTS, ...options('--services --status= --orphans=?')]),
  reads('logs', LOGS),
  ...readsEach('ls images top port version events', [...LISTS, ...options('--protocol= --index= --short --json')]),
  reads(
    'config convert',
    options(
      '--services --images --profiles --volumes --networks --hash= -q|--quiet --no-interpolate --format= --no-normalize --no-path-resolution --environment! -o|--output=overwrite! --lock-image-digests! --resolve-image-digests!',
    ),
    {
      objection: composeConfigObjection,
    },
  ),
  does(
    'up',
    options('-d|--detach --build --force-recreate --no-deps --remove-orphans -V|--renew-anon-volumes --scale= --wait'),
  ),
  does('down', options('-v|--volumes --rmi= --remove-orphans -t|--timeout=')),
  does('rm', options('-f|--force -s|--stop -v|--volumes')),
  does('run', RUN_OPTIONS, { style: 'posix' }),
  does('exec', options('-d|--detach -e|--env= -T|--no-TTY -u|--user= -w|--workdir= --index= --privileged'), {
    style: 'posix',
  }),
  ...doesEach('build start stop restart kill pull push create pause unpause cp watch attach commit scale publish'),
];

const DOCKER: CommandSpec = reads(
  'docker podman nerdctl',
  options(
    '-v|--version -c|--context= -D|--debug -l|--log-level= --config=! -H|--host=! --tls! --tlscacert=! --tlscert=! --tlskey=! --tlsverify! --url=! --connection=! --identity=!',
  ),
  {
    network: true,
    variables: [
      'DOCKER_HOST',
      'DOCKER_CONFIG',
      'DOCKER_CONTEXT',
      'DOCKER_CERT_PATH',
      'DOCKER_CLI_PLUGIN*',
      'CONTAINER_HOST',
      'CONTAINERS_*',
      'COMPOSE_FILE',
    ],
    objection: serverObjection,
    subcommands: [
      reads('ps', LISTS),
      reads('images', LISTS),
      reads('version', options('-f|--format=')),
      reads('info', options('-f|--format=')),
      reads('history', [...LISTS, ...options('--platform=')], { objection: layersObjection }),
      does('search'),
      reads('events', options('-f|--filter= --format= --since= --until=')),
      INSPECT,
      ...CONTAINER_READS,
      does('container', [], {
        subcommands: [
          reads('ls ps list', LISTS),
          INSPECT,
          ...CONTAINER_READS,
          does('rm', options('-f|--force -v|--volumes -l|--link')),
          does('prune', options('-f|--force --filter=')),
          does('exec', RUN_OPTIONS, { style: 'posix' }),
          does('run', RUN_OPTIONS, { style: 'posix' }),
          ...doesEach('start stop restart kill cp create attach commit export rename update pause unpause wait'),
        ],
      }),
      does('image', [], {
        subcommands: [
          reads('ls list', LISTS),
          INSPECT,
          reads('history', LISTS, { objection: layersObjection }),
          does('rm', options('-f|--force')),
          does('prune', options('-a|--all -f|--force --filter=')),
          ...doesEach('build pull push tag save load import'),
        ],
      }),
      ...['network', 'volume', 'plugin', 'config', 'secret', 'node', 'service', 'stack'].map((name) =>
        does(name, [], {
          subcommands: [
            reads('ls list', LISTS),
            ...(name === 'config' ? [] : [INSPECT]),
            ...(name === 'service' ? [reads('logs', LOGS)] : []),
            ...(name === 'network' || name === 'volume' ? [] : [reads('ps', LISTS)]),
            does('rm remove', options('-f|--force')),
            does('prune', options('-a|--all -f|--force --filter=')),
            ...doesEach(
              'create connect disconnect update rollback scale deploy install enable disable set upgrade push promote demote',
            ),
          ],
        }),
      ),
      does('context', [], {
        subcommands: [
          reads('ls list', LISTS),
          reads('show'),
          INSPECT,
          ...doesEach('create rm use update export import'),
        ],
      }),
      does('system', [], {
        subcommands: [
          reads('df', options('-v|--verbose --format=')),
          reads('info', options('-f|--format=')),
          reads('events', options('-f|--filter= --format= --since= --until=')),
          does('prune', options('-a|--all -f|--force --volumes --filter=')),
        ],
      }),
      does('buildx', [], {
        subcommands: [
          ...readsEach('ls du version', [...LISTS, ...options('--verbose --builder=')]),
          ...doesEach('build bake create inspect prune rm stop use imagetools'),
        ],
      }),
      does('manifest', [], {
        subcommands: doesEach('inspect create annotate push rm'),
      }),
      does('compose', COMPOSE_OPTIONS, { subcommands: COMPOSE }),
      does('run', RUN_OPTIONS, { style: 'posix' }),
      does('exec', RUN_OPTIONS, { style: 'posix' }),
      does(
        'build',
        options(
          '-t|--tag= -f|--file=read --build-arg= --no-cache --pull --target= --platform= --push --load -o|--output= --secret= --ssh= -q|--quiet',
        ),
      ),
      does('rm', options('-f|--force -v|--volumes -l|--link')),
      does('rmi', options('-f|--force --no-prune')),
      ...doesEach(
        'start stop restart kill pull push tag login logout cp create attach commit export import load save rename update pause unpause wait swarm builder',
      ),
    ],
  },
);

const DOCKER_COMPOSE: CommandSpec = reads(
  'docker-compose',
  [...COMPOSE_OPTIONS, ...options('-v|--version -H|--host=!')],
  {
    network: true,
    variables: ['DOCKER_HOST', 'DOCKER_CONFIG', 'COMPOSE_FILE'],
    objection: serverObjection,
    subcommands: COMPOSE,
  },
);

export const CONTAINER_TOOLS: readonly CommandSpec[] = [DOCKER, DOCKER_COMPOSE];
