import { hasOption, optionText, type CommandCall, type CommandSpec } from '../model/commandTable';
import { does, doesEach, options, reads, readsEach } from '../model/tableNotation';
import { serverObjection } from './serverAddress';

const KUBECTL_ANYWHERE = options(
  '-n|--namespace= --context= --cluster= --user= --as= --as-group= --as-uid= --request-timeout= -v|--v= --warnings-as-errors --match-server-version',
  // Its configuration may name programs that fetch credentials.
  '--kubeconfig=! -s|--server=! --token=! --insecure-skip-tls-verify! --certificate-authority=! --client-certificate=! --client-key=! --cache-dir=!',
  '--username=! --password=! --tls-server-name=! --profile=! --profile-output=overwrite! --log-file=overwrite! --log-dir=overwrite! --kuberc=!',
);

const KUBECTL_LISTS = options(
  '-A|--all-namespaces -o|--output= -l|--selector= --field-selector= -L|--label-columns= --show-labels --show-kind --show-managed-fields=? --sort-by=',
  '--no-headers=? -w|--watch --watch-only --output-watch-events --ignore-not-found --chunk-size= --server-print=? --template= --allow-missing-template-keys=?',
  '-f|--filename=read -R|--recursive --subresource= --containers --show-events=? --for= --types= --use-protocol-buffers=? --sum -k|--kustomize=! --raw=!',
);

/** Some forms read a template file; levels from 6 on show secrets. */
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

/** They hold no values: the environments of pods and deployments, config maps and secrets do. */
const WITHOUT_VALUES = new Set(
  (
    'no node nodes ns namespace namespaces svc service services ep endpoints ev event events ing ingress ingresses pv persistentvolume ' +
    'persistentvolumes pvc persistentvolumeclaim persistentvolumeclaims sc storageclass storageclasses role roles rolebinding rolebindings ' +
    'clusterrole clusterroles clusterrolebinding clusterrolebindings crd crds customresourcedefinition customresourcedefinitions netpol ' +
    'networkpolicy networkpolicies hpa horizontalpodautoscaler horizontalpodautoscalers pdb poddisruptionbudget poddisruptionbudgets quota ' +
    'resourcequota resourcequotas limits limitrange limitranges'
  ).split(' '),
);

/** `pods x y`, `pod/x svc/y`, `pods,svc`. */
function kindsObjection({ operands }: CommandCall): string | undefined {
  const [first] = operands;
  const named = operands.some(({ text }) => text?.includes('/') !== false)
    ? operands
    : first === undefined
      ? []
      : [first];
  const isKnown =
    named.length > 0 &&
    named.every(
      ({ text }) => text?.split(',').every((kind) => WITHOUT_VALUES.has(kind.split('/', 1)[0] ?? '')) === true,
    );
  return isKnown ? undefined : 'it prints values of what it shows, such as the environment of a container';
}

function describeObjection(call: CommandCall): string | undefined {
  return hasOption(call, '-f') ? 'it is not known what it shows' : kindsObjection(call);
}

/** A revision's whole template. */
function historyObjection(call: CommandCall): string | undefined {
  return hasOption(call, '--revision') || hasOption(call, '-o')
    ? 'it prints the environment of a container'
    : undefined;
}

function noOperand({ operands }: CommandCall): string | undefined {
  return operands.length === 0 ? undefined : 'it prints all that the cluster holds';
}

/** Only the default table shows no values. */
function secretObjection(call: CommandCall): string | undefined {
  const isPlain = !hasOption(call, '-o') || /^(?:wide|name)$/.test(optionText(call, '-o') ?? '');
  if (isPlain && !hasOption(call, '--template')) return undefined;
  if (hasOption(call, '-f')) return 'it is not known whether it prints a secret';
  return kindsObjection(call);
}

const KUBECTL: CommandSpec = reads('kubectl oc', KUBECTL_ANYWHERE, {
  optionsAnywhere: true,
  network: true,
  variables: ['KUBECONFIG', 'KUBECTL_*', 'KUBERNETES_MASTER'],
  objection: kubectlObjection,
  subcommands: [
    reads('get', KUBECTL_LISTS, { objection: secretObjection }),
    reads('describe', KUBECTL_LISTS, { objection: describeObjection }),
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
    reads('cluster-info', [], { objection: noOperand }),
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
        // Only the long form takes a value: behind `-w` more options follow.
        reads('status', options('-w --watch=? --timeout= --revision=')),
        reads('history', options('--revision= -o|--output='), { objection: historyObjection }),
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

/** It reads a chart's whole folder, also through links. */
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
    // Templates may look up any address.
    does(
      'template',
      [
        ...HELM_CHART,
        ...options(
          '-s|--show-only= --include-crds --skip-tests --no-hooks -a|--api-versions= --kube-version= -g|--generate-name --name-template= --release-name --is-upgrade --create-namespace --skip-crds --post-renderer=! --post-renderer-args=! --output-dir=overwrite! --dependency-update! --validate! --dry-run=?!',
        ),
      ],
      CHART,
    ),
    does('lint', [...HELM_CHART, ...options('--kube-version= --skip-schema-validation')], CHART),
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

export const KUBERNETES_TOOLS: readonly CommandSpec[] = [KUBECTL, HELM];
