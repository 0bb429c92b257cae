import { table } from '../../common/table';
import { hasOption, type CommandCall, type CommandSpec } from '../model/commandTable';
import { does, doesEach, options, reads } from '../model/tableNotation';

/**
 * The operation's words. Thousands of operations have options in no table, so all words are operands; `oddWord` finds
 * the dangerous ones.
 * @param valued the program's options that take the next word
 */
function operation({ operands }: CommandCall, valued: readonly string[]): readonly string[] {
  const path: string[] = [];
  for (let at = 0; at < operands.length; at += 1) {
    const text = operands[at]?.text;
    if (text === undefined) break;
    if (!text.startsWith('-')) path.push(text);
    else if (valued.includes(text)) at += 1;
    else if (!valued.includes(text.split('=', 1)[0] ?? '')) break;
  }
  return path;
}

/** `--version` alone. */
function asksVersion({ operands }: CommandCall): boolean {
  return operands.length === 1 && operands[0]?.text === '--version';
}

/**
 * Why a word may do more than choose what is read.
 * @param dangerous whole options; unique abbreviations count
 * @param fromFile starts a value that is read from a file and sent
 */
function oddWord(call: CommandCall, dangerous: readonly string[], fromFile: RegExp): string | undefined {
  for (const { text } of call.command.words.slice(1)) {
    if (text === undefined) return 'a part of it is only known when it runs';
    const [name = ''] = text.split('=', 1);
    if (name.length > 2 && dangerous.some((option) => option.startsWith(name)))
      return `${name} does more than choose what is read`;
    if (fromFile.test(text)) return 'it sends the contents of a file';
  }
  return undefined;
}

const AWS_DANGEROUS = [
  '--endpoint-url',
  '--no-verify-ssl',
  '--ca-bundle',
  '--cli-input-json',
  '--cli-input-yaml',
  '--debug',
  '--cli-auto-prompt',
];

/** By service; they write no file and print no secret. */
const AWS_READS: Readonly<Record<string, string>> = table({
  sts: 'get-caller-identity',
  configure: 'list list-profiles',
  s3: 'ls',
  s3api:
    'list-buckets head-object head-bucket get-object-tagging get-object-attributes get-object-acl get-bucket-location get-bucket-versioning ' +
    'get-bucket-tagging get-bucket-encryption get-bucket-policy get-bucket-acl get-bucket-cors get-bucket-logging get-bucket-website ' +
    'get-bucket-lifecycle-configuration',
  iam:
    'get-user get-role get-group get-policy get-policy-version get-role-policy get-user-policy get-account-summary get-instance-profile ' +
    'list-users list-roles list-groups list-policies list-attached-role-policies list-attached-user-policies list-role-policies ' +
    'list-instance-profiles list-access-keys list-account-aliases list-policy-versions list-groups-for-user',
  ec2:
    'describe-instances describe-images describe-volumes describe-snapshots describe-vpcs describe-subnets describe-security-groups ' +
    'describe-security-group-rules describe-route-tables describe-key-pairs describe-regions describe-availability-zones ' +
    'describe-addresses describe-network-interfaces describe-instance-status describe-instance-types describe-internet-gateways ' +
    'describe-nat-gateways describe-tags describe-network-acls describe-vpc-endpoints describe-launch-templates',
  logs: 'describe-log-groups describe-log-streams filter-log-events tail get-log-events get-query-results get-log-group-fields',
  cloudwatch: 'describe-alarms list-metrics list-dashboards get-metric-statistics get-metric-data get-dashboard',
  cloudformation:
    'list-stacks list-stack-resources describe-stack-events describe-stack-resources list-exports get-stack-policy',
  lambda: 'list-aliases get-policy get-account-settings list-event-source-mappings',
  ecs: 'list-clusters list-services list-tasks',
  eks: 'list-clusters describe-cluster list-nodegroups describe-nodegroup list-addons',
  ecr: 'describe-repositories describe-images list-images get-repository-policy get-lifecycle-policy',
  rds: 'describe-db-instances describe-db-clusters describe-db-snapshots describe-db-subnet-groups describe-db-engine-versions describe-events',
  elbv2: 'describe-load-balancers describe-target-groups describe-target-health',
  dynamodb: 'list-tables describe-table get-item query scan',
  sqs: 'list-queues get-queue-url get-queue-attributes',
  sns: 'list-topics list-subscriptions get-topic-attributes',
  route53: 'list-hosted-zones list-resource-record-sets get-hosted-zone get-change get-hosted-zone-count',
  acm: 'list-certificates describe-certificate',
  secretsmanager: 'list-secrets describe-secret',
  ssm: 'describe-parameters describe-instance-information',
  kms: 'list-keys list-aliases describe-key',
  cloudtrail: 'describe-trails',
  organizations: 'list-accounts describe-organization',
  autoscaling: 'describe-auto-scaling-groups describe-scaling-activities',
  elasticache: 'describe-cache-clusters describe-replication-groups',
  codebuild: 'list-projects list-builds',
  codepipeline: 'list-pipelines list-pipeline-executions',
  stepfunctions: 'list-state-machines list-executions',
  events: 'list-rules list-event-buses',
  ce: 'get-cost-and-usage get-cost-forecast get-dimension-values',
  apigateway: 'get-rest-apis get-resources get-deployments',
  apigatewayv2: 'get-apis get-routes',
  'service-quotas': 'get-service-quota list-service-quotas',
  resourcegroupstaggingapi: 'get-resources',
});

function awsObjection(call: CommandCall): string | undefined {
  const path = operation(call, AWS_VALUED);
  const odd = oddWord(call, AWS_DANGEROUS, /(?:^|=)(?:fileb?|https?):\/\//);
  if (odd !== undefined) return odd;
  if (asksVersion(call)) return undefined;
  const [service = '', act = ''] = path;
  const name = `${service} ${act}`;
  const named = call.command.words.find(({ text = '' }) =>
    /:\/\/|^arn:|^--(?:bucket|queue-url|topic-arn|role-arn)\b/.test(text),
  );
  if (named !== undefined || !hasPlainRegion(call)) return 'it asks a place that the call names';
  const known = Object.hasOwn(AWS_READS, service) && AWS_READS[service]?.split(' ').includes(act) === true;
  if (known) return undefined;
  return `aws ${name} is no form that is known to only read`;
}

/** It becomes a part of the host's name; older versions take any text. */
function hasPlainRegion({ command: { words } }: CommandCall): boolean {
  return words.every(({ text = '' }, at) => {
    const option = /^--re(?:g(?:i(?:on?)?)?)?(?:=(?<glued>.*))?$/s.exec(text);
    return option === null || /^[a-z\d-]{1,63}$/.test(option.groups?.['glued'] ?? words[at + 1]?.text ?? '');
  });
}

const AWS_VALUED = [
  '--profile',
  '--region',
  '--output',
  '--query',
  '--color',
  '--cli-read-timeout',
  '--cli-connect-timeout',
];

const AWS: CommandSpec = reads('aws', [], {
  style: 'words',
  network: true,
  objection: awsObjection,
  variables: [
    ...[
      'AWS_ENDPOINT_URL*',
      'AWS_CONFIG_FILE',
      'AWS_SHARED_CREDENTIALS_FILE',
      'AWS_PAGER',
      'AWS_CA_BUNDLE',
      'AWS_DATA_PATH',
    ],
    ...['PAGER', 'PYTHONPATH'],
  ],
});

/** From pip, it loads modules of its folder and obeys its `.azure/config`. */
const AZ: CommandSpec = does('az', [], { style: 'words', network: true });

/** By name, since an operand may be `list`. At most one name follows. */
const GCLOUD_READS = new RegExp(
  `^(?:(?:alpha|beta) )?(?:${[
    'projects|organizations|components|secrets(?: versions)?|domains registrations|billing accounts',
    'compute (?:disks|images|snapshots|networks(?: subnets)?|firewall-rules|zones|regions|addresses|machine-types|routers|routes)',
    'compute (?:instance-groups|forwarding-rules|backend-services|url-maps|health-checks|ssl-certificates)',
    'container (?:node-pools|images)|sql (?:databases|backups|operations)',
    'storage (?:buckets|objects)|pubsub (?:topics|subscriptions)|iam (?:service-accounts(?: keys)?|roles)|app (?:services|instances)',
    'artifacts (?:repositories|packages|versions|docker images)|dns (?:managed-zones|record-sets)|logging (?:logs|sinks|metrics)',
    'monitoring dashboards|tasks queues|redis instances|spanner (?:instances|databases)|dataproc clusters',
  ].join('|')}) (?:list|describe)(?: [^ ]+)?$`,
);

const GCLOUD_DANGEROUS = [
  '--flags-file',
  '--log-http',
  '--access-token-file',
  '--configuration-file',
  '--api-endpoint-overrides',
];

function gcloudObjection(call: CommandCall): string | undefined {
  const odd = oddWord(call, GCLOUD_DANGEROUS, /^\0|:\/\//);
  if (odd !== undefined) return odd;
  const path = operation(call, GCLOUD_VALUED);
  const name = path.join(' ');
  if (asksVersion(call)) return undefined;
  if (/^config (?:get-value|get|list) .*(?:pass|token|secret|key|cred|proxy(?:\/?$|\/\*))/is.test(name))
    return 'it prints a secret';
  if (
    /^(?:version|info|config (?:list|get-value|get)(?: [a-z_/.-]+)?|auth list|logging read(?: .*)?|config configurations list)$/s.test(
      name,
    )
  ) {
    return undefined;
  }
  return GCLOUD_READS.test(name) ? undefined : `gcloud ${name} is no form that is known to only read`;
}

const GCLOUD_VALUED = [
  '--project',
  '--format',
  '--filter',
  '--limit',
  '--region',
  '--zone',
  '--account',
  '--configuration',
  '--verbosity',
];

const GCLOUD: CommandSpec = reads('gcloud', [], {
  style: 'words',
  network: true,
  objection: gcloudObjection,
  variables: ['CLOUDSDK_*', 'PYTHONPATH'],
});

function namedBucket({ operands }: CommandCall): string | undefined {
  return operands.length === 0 ? undefined : 'it asks a bucket that the call names';
}

const GSUTIL: CommandSpec = does('gsutil', [], {
  network: true,
  variables: ['BOTO_*', 'CLOUDSDK_*', 'PYTHONPATH'],
  subcommands: [
    reads('ls', options('-l -L -b -h -r|-R -a -e -d -p= -s -c'), { objection: namedBucket }),
    ...doesEach('du stat'),
    reads('version', options('-l')),
    ...doesEach('cp mv rm rsync mb rb setmeta acl iam defacl hash cat'),
  ],
});

/** `validate`, `show`, `graph` and `plan` run a project's providers, so are not proven. */
const TERRAFORM_OPTIONS = options('-version|--version|-v -chdir=? -help|--help|-h');

const TERRAFORM_SUBCOMMANDS: readonly CommandSpec[] = [
  reads('version', options('-json'), { style: 'long' }),
  reads('fmt', options('-check=? -diff=? -list=? -recursive=? -no-color -write=?!'), {
    style: 'long',
    operands: 'read',
    objection: (call) =>
      !hasOption(call, '-diff') &&
      hasOption(call, '-check') &&
      call.options.every(({ name, value }) => name !== '-check' || value === undefined)
        ? undefined
        : 'without -check it rewrites files, and with -diff it prints values',
  }),
  // They start backends and providers of the configuration, and programs of its kubeconfig.
  does('workspace', [], { subcommands: doesEach('list show new select delete') }),
  does('state', [], { subcommands: doesEach('list show mv rm pull push replace-provider') }),
  does('output', options('-no-color -json -raw -state=?'), { style: 'long' }),
  does('providers', options('-test-directory=?'), { style: 'long' }),
  does(
    'apply',
    options(
      '-auto-approve -destroy -target=? -var=? -var-file=? -refresh-only -replace=? -lock=? -parallelism=? -input=?',
    ),
    { style: 'long' },
  ),
  does('destroy', options('-auto-approve -target=? -var=? -var-file=? -lock=? -input=?'), { style: 'long' }),
  does(
    'plan',
    options('-out=? -destroy -target=? -var=? -var-file=? -refresh-only -lock=? -input=? -detailed-exitcode'),
    { style: 'long' },
  ),
  does('init', options('-upgrade -reconfigure -migrate-state -backend=? -backend-config=? -input=?'), {
    style: 'long',
  }),
  ...doesEach(
    'validate show graph console import refresh taint untaint force-unlock login logout get test metadata modules',
  ),
];

const TERRAFORM: CommandSpec = reads('terraform', TERRAFORM_OPTIONS, {
  style: 'long',
  network: true,
  variables: ['TF_*', 'TOFU_*', 'CHECKPOINT_DISABLE'],
  subcommands: TERRAFORM_SUBCOMMANDS,
});

/** It decrypts the state, perhaps with a program: `key_provider "external"`. */
const TOFU: CommandSpec = {
  ...TERRAFORM,
  names: ['tofu'],
  subcommands: TERRAFORM_SUBCOMMANDS.map((spec) =>
    ['version', 'fmt'].includes(spec.names[0] ?? '')
      ? spec
      : {
          ...spec,
          readOnly: false,
          ...(spec.subcommands === undefined
            ? {}
            : { subcommands: spec.subcommands.map((inner) => ({ ...inner, readOnly: false })) }),
        },
  ),
};

export const CLOUD_TOOLS: readonly CommandSpec[] = [AWS, AZ, GCLOUD, GSUTIL, TERRAFORM, TOFU];
