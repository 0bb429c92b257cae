import { writtenText } from '../model/analysis';
import { hasOption, optionText, type CommandCall, type CommandSpec } from '../model/commandTable';
import { does, doesEach, optionAsValue, options, reads, readsEach } from '../model/tableNotation';

const LISTS = options(
  '-a|--all -f|--filter= --format= -q|--quiet --no-trunc -n|--last= -l|--latest -s|--size --digests --tree -H|--human --sort= --noheading --ns',
  '-p|--pod --external --history',
);
const INSPECTIONS = options('-f|--format= -s|--size --type= --pretty -v|--verbose');
const LOGS = options(
  '-f|--follow --since= --until= -n|--tail= -t|--timestamps --details --no-color --no-log-prefix --names -l|--latest',
);
const STATS = options('-a|--all --format= --no-stream --no-trunc --no-reset -i|--interval=');

/** The same with and without `container` and `image` before it. */
const CONTAINER_READS: readonly CommandSpec[] = [
  reads('logs', LOGS),
  reads('stats', STATS),
  ...readsEach('top port diff'),
];

/** A container's environment, its labels and its command may hold secrets. */
const SHOWN_FIELD =
  /^'?\{\{\s*(?:json\s+)?\.(?:Id|Name|Image|Created|RestartCount|Driver|Platform|Architecture|Os|Size|Scope|State(?:\.[\w.]+)?|NetworkSettings(?:\.[\w.]+)?|RepoTags|RepoDigests)\s*\}\}'?$/;

function inspectObjection(call: CommandCall): string | undefined {
  return SHOWN_FIELD.test(optionText(call, '--format') ?? '') ? undefined : 'it prints the environment of a container';
}

const INSPECT = reads('inspect', INSPECTIONS, { objection: inspectObjection });

const RUN_OPTIONS = options(
  '-d|--detach -i|--interactive -t|--tty --rm -e|--env= --env-file=read -v|--volume= -p|--publish= --name= -w|--workdir= -u|--user= --privileged',
  '--network|--net= --entrypoint= --mount= --pid= --cap-add= --security-opt= --device= -P|--publish-all --platform= --pull=',
);

/** `config` prints the values from `.env`, unless asked for names alone. */
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
      reads('history', [...LISTS, ...options('--platform=')]),
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
          reads('history', LISTS),
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

const KUBECTL_ANYWHERE = options(
  '-n|--namespace= --context= --cluster= --user= --as= --as-group= --as-uid= --request-timeout= -v|--v= --warnings-as-errors --match-server-version',
  // Its own configuration may name programs that fetch credentials.
  '--kubeconfig=! -s|--server=! --token=! --insecure-skip-tls-verify! --certificate-authority=! --client-certificate=! --client-key=! --cache-dir=!',
  '--username=! --password=! --tls-server-name=! --profile=! --profile-output=overwrite! --log-file=overwrite! --log-dir=overwrite! --kuberc=!',
);

const KUBECTL_LISTS = options(
  '-A|--all-namespaces -o|--output= -l|--selector= --field-selector= -L|--label-columns= --show-labels --show-kind --show-managed-fields=? --sort-by=',
  '--no-headers=? -w|--watch --watch-only --output-watch-events --ignore-not-found --chunk-size= --server-print=? --template= --allow-missing-template-keys=?',
  '-f|--filename=read -R|--recursive --subresource= --containers --show-events=? --for= --types= --use-protocol-buffers=? --sum -k|--kustomize=! --raw=!',
);

/** Servers and repositories: `https://`, `oci://`, `git@host:`. */
const REMOTE = /:\/\/|^[\w.-]+@[\w.-]+:/;

/** To a file or chart on another server. */
function remoteObjection(call: CommandCall): string | undefined {
  const files = call.options.flatMap(({ spec, value }) => (spec.role === 'read' && value !== undefined ? [value] : []));
  const isRemote =
    files.some(({ word, from }) => REMOTE.test(writtenText(word).slice(from))) ||
    call.operands.some((word) => REMOTE.test(writtenText(word)));
  return isRemote ? 'a file of it is an address' : undefined;
}

function serverObjection(call: CommandCall): string | undefined {
  return optionAsValue(call) ?? remoteObjection(call);
}

/** Some output forms read a template from a file; from level 6 on requests and answers are shown, with secrets. */
function kubectlObjection(call: CommandCall): string | undefined {
  const outputs = call.options.filter(({ spec }) => spec.names.includes('--output'));
  const isFromFile = outputs.some(({ value }) => {
    const form = value?.word.text?.slice(value.from);
    return form === undefined || /^=?templatefile|-file/.test(form);
  });
  if (isFromFile) return 'the form of its output is read from a file';
  const level = optionText(call, '-v');
  if (hasOption(call, '-v') && !/^=?[0-5]$/.test(level ?? ''))
    return 'with such a -v it shows whole answers of the server';
  return serverObjection(call);
}

/** Only the default table shows no values. */
function secretObjection(call: CommandCall): string | undefined {
  const isPlain = !hasOption(call, '-o') || /^(?:wide|name)$/.test(optionText(call, '-o') ?? '');
  if (isPlain && !hasOption(call, '--template')) return undefined;
  if (hasOption(call, '-f')) return 'it is not known whether it prints a secret';
  const known = call.operands.every(
    ({ text }) => text?.split(',').every((kind) => !/^secrets?(?:[./]|$)/i.test(kind)) === true,
  );
  return known ? undefined : 'it prints the values of secrets';
}

const KUBECTL: CommandSpec = reads('kubectl oc', KUBECTL_ANYWHERE, {
  optionsAnywhere: true,
  network: true,
  variables: ['KUBECONFIG', 'KUBECTL_*', 'KUBERNETES_MASTER'],
  objection: kubectlObjection,
  subcommands: [
    reads('get', KUBECTL_LISTS, { objection: secretObjection }),
    reads('describe', KUBECTL_LISTS),
    reads(
      'logs log',
      options(
        '-f|--follow -c|--container= -p|--previous --tail= --since= --since-time= --timestamps=? -l|--selector= --all-containers=? --prefix=? --max-log-requests= --limit-bytes= --ignore-errors --pod-running-timeout= --all-pods',
      ),
    ),
    reads('explain', options('--recursive=? --api-version= -o|--output=')),
    reads(
      'api-resources',
      options('--api-group= --namespaced=? -o|--output= --verbs= --no-headers --sort-by= --cached --categories='),
    ),
    reads('api-versions'),
    reads('version', options('--client=? -o|--output= --short')),
    reads('cluster-info'),
    reads('events', KUBECTL_LISTS),
    reads('options'),
    does('top', [], { subcommands: readsEach('pod pods po node nodes no', KUBECTL_LISTS) }),
    does('config', [], {
      subcommands: [
        reads('view', options('-o|--output= --minify=? --flatten! --raw! --merge=? --template=')),
        ...readsEach('current-context get-contexts get-clusters get-users', options('-o|--output= --no-headers')),
        ...doesEach(
          'use-context use set set-context set-cluster set-credentials unset delete-context delete-cluster delete-user rename-context',
        ),
      ],
    }),
    does('auth', [], {
      subcommands: [
        reads('can-i', options('--list -q|--quiet -A|--all-namespaces --subresource= --no-headers')),
        reads('whoami', options('-o|--output=')),
        does('reconcile'),
      ],
    }),
    does('rollout', [], {
      subcommands: [
        reads('status', options('-w|--watch=? --timeout= --revision=')),
        reads('history', options('--revision= -o|--output=')),
        ...doesEach('restart undo pause resume'),
      ],
    }),
    does('plugin', [], { subcommands: [reads('list', options('--name-only'))] }),
    does(
      'delete',
      options(
        '-f|--filename=read --all -A|--all-namespaces --force --grace-period= --now -l|--selector= --wait=? --cascade=? --ignore-not-found -k|--kustomize= --dry-run=?',
      ),
    ),
    does(
      'apply',
      options(
        '-f|--filename=read -k|--kustomize= --force --prune --server-side --dry-run=? -R|--recursive --force-conflicts -l|--selector=',
      ),
    ),
    does('exec', options('-i|--stdin -t|--tty -c|--container= -q|--quiet -f|--filename=read'), { style: 'posix' }),
    does('scale', options('--replicas= --current-replicas= -f|--filename=read --all')),
    does(
      'drain',
      options('--force --ignore-daemonsets --delete-emptydir-data --grace-period= --timeout= --disable-eviction'),
    ),
    ...doesEach(
      'create run expose set edit replace patch label annotate cordon uncordon taint cp port-forward proxy attach debug diff kustomize wait autoscale certificate completion',
    ),
  ],
});

const HELM_ANYWHERE = options(
  '-n|--namespace= --kube-context= --debug --kube-as-user= --kube-as-group= --burst-limit= --qps=',
  '--kubeconfig=! --kube-apiserver=! --kube-token=! --kube-ca-file=! --kube-insecure-skip-tls-verify! --registry-config=! --repository-config=! --repository-cache=!',
);

const HELM_CHART = options(
  '--version= --devel --repo=! -f|--values=read --set= --set-string= --set-file=! --set-json= --set-literal= --jsonpath= --strict --quiet --with-subcharts -o|--output=',
  '--username=! --password=! --ca-file=! --cert-file=! --key-file=! --insecure-skip-tls-verify! --plain-http! --pass-credentials! --verify --keyring=read',
);

/** It reads all files of a chart's folder, also through links. */
const CHART = { operands: 'search' } as const;

const HELM: CommandSpec = reads('helm', HELM_ANYWHERE, {
  optionsAnywhere: true,
  network: true,
  variables: ['HELM_*', 'KUBECONFIG'],
  objection: serverObjection,
  subcommands: [
    reads(
      'list ls',
      options(
        '-a|--all -A|--all-namespaces -d|--date -f|--filter= -m|--max= -o|--output= -r|--reverse -q|--short -l|--selector= --deployed --failed --pending --offset= --superseded --uninstalled --uninstalling --time-format= --no-headers',
      ),
    ),
    reads('history hist', options('--max= -o|--output=')),
    reads('status', options('--revision= -o|--output=! --show-desc --show-resources')),
    does('get', [], {
      subcommands: [
        ...readsEach('notes metadata', options('--revision= -o|--output=')),
        ...doesEach('all values manifest hooks'),
      ],
    }),
    does('show inspect', [], { subcommands: readsEach('chart readme values all crds', HELM_CHART, CHART) }),
    reads(
      'template',
      [
        ...HELM_CHART,
        ...options(
          '-s|--show-only= --include-crds --skip-tests --no-hooks -a|--api-versions= --kube-version= -g|--generate-name --name-template= --release-name --is-upgrade --create-namespace --skip-crds --post-renderer=! --post-renderer-args=! --output-dir=overwrite! --dependency-update! --validate! --dry-run=?!',
        ),
      ],
      CHART,
    ),
    reads('lint', [...HELM_CHART, ...options('--kube-version= --skip-schema-validation')], CHART),
    reads('version', options('--short --template= -c|--client')),
    does('search', [], {
      subcommands: readsEach(
        'repo hub',
        options(
          '-l|--versions -r|--regexp --version= --devel -o|--output= --max-col-width= --list-repo-url --fail-on-no-result',
        ),
      ),
    }),
    reads('env'),
    does('repo', [], {
      subcommands: [reads('list ls', options('-o|--output=')), ...doesEach('add remove update index')],
    }),
    does('dependency dep', [], { subcommands: [reads('list ls'), ...doesEach('update build')] }),
    does('plugin', [], { subcommands: [reads('list ls'), ...doesEach('install uninstall update')] }),
    does('uninstall delete del un', options('--keep-history --no-hooks --wait --dry-run --cascade= --timeout=')),
    does('upgrade', [
      ...HELM_CHART,
      ...options(
        '-i|--install --atomic --force --reset-values --reuse-values --wait --dry-run=? --create-namespace --timeout=',
      ),
    ]),
    ...doesEach('install rollback test create package pull push registry verify completion'),
  ],
});

export const CONTAINER_TOOLS: readonly CommandSpec[] = [DOCKER, DOCKER_COMPOSE, KUBECTL, HELM];
