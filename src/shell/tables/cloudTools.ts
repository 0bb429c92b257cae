import { hasOption, type CommandCall, type CommandSpec } from '../model/commandTable';
import { does, doesEach, options, reads } from '../model/tableNotation';

/**
 * The operation's words, which precede all but the program's own options. Thousands of operations have options in no
 * table, so all their words are operands here; `oddWord` finds the options that are always dangerous.
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
 * @param dangerous whole options: these programs accept any unique abbreviation
 * @param fromFile the start of a value that is read from a file and sent
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

/** They neither write a file nor reveal a secret. */
const AWS_GETS =
  /^(?:sts get-caller-identity|iam get-(?:user|role|group|policy|policy-version|role-policy|user-policy|account-summary|instance-profile)|s3api get-bucket-[a-z-]+|s3api get-object-(?:tagging|attributes|acl)|logs get-(?:log-events|query-results|log-group-fields)|cloudwatch get-(?:metric-statistics|metric-data|dashboard)|ce get-[a-z-]+|lambda get-(?:policy|account-settings)|ecr get-(?:repository-policy|lifecycle-policy)|cloudformation get-(?:template|template-summary|stack-policy)|route53 get-(?:hosted-zone|change|hosted-zone-count)|cloudfront get-distribution|dynamodb get-item|resourcegroupstaggingapi get-resources|service-quotas get-[a-z-]+|sqs get-queue-(?:url|attributes)|sns get-topic-attributes|apigateway get-(?:rest-apis|resources|stages|deployments)|apigatewayv2 get-(?:apis|routes|stages)|glue get-(?:databases|tables|table|jobs)|athena get-query-execution)$/;

const AWS_OTHERS =
  /^(?:s3 ls|s3api head-(?:object|bucket)|logs (?:filter-log-events|tail)|dynamodb (?:query|scan)|configure (?:list|list-profiles))$/;

/** Listings and `describe-` operations with secrets. */
const AWS_SECRETS =
  /^(?:lightsail|ssm describe-(?:sessions)$|lambda list-functions$|codebuild (?:list|describe)-source-credentials|ecs describe-|batch describe-job|apprunner describe-|elasticbeanstalk describe-configuration|ec2 describe-(?:instance-attribute|launch-template-versions|instance-user-data)|autoscaling describe-launch-configurations|sagemaker describe-|emr describe-|amplify list-|glue get-jobs|datasync|transfer describe-|ecs list-task-definitions$)/;

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
  if (named !== undefined) return 'it asks a place that the call names';
  if (AWS_SECRETS.test(name)) return `aws ${name} may print secrets`;
  if (/^(?:describe|list)-[a-z0-9-]+$/.test(act) || AWS_GETS.test(name) || AWS_OTHERS.test(name)) return undefined;
  return `aws ${name} is no form that is known to only read`;
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

const AZ_VALUED = ['-o', '--output', '--query', '--subscription'];
const AZ_ACTS =
  /^(?:build|run|pack|create|delete|remove|add|set|unset|update|upgrade|up|import|export|start|stop|restart|deploy|apply|invoke|upload|download|copy|exec|login|logout|rest|open|connect|install|uninstall)$/;
const AZ_SECRETS =
  /key|secret|credential|password|token|connection|publish|appsetting|sas|user-assigned-login|settings/;

function azObjection(call: CommandCall): string | undefined {
  const odd = oddWord(call, ['--debug', '--include-secrets', '--show-secrets'], /(?:^|=)@/);
  if (odd !== undefined) return odd;
  const path = operation(call, AZ_VALUED);
  if (asksVersion(call)) return undefined;
  if (path.join(' ') === 'version') return undefined;
  if (path.some((word) => word !== 'keyvault' && AZ_SECRETS.test(word))) return 'it may print secrets';
  // The last word may be an operand of these: `az acr build list`.
  const acts = path.slice(0, -1).some((word) => AZ_ACTS.test(word));
  return path.length > 1 &&
    !acts &&
    !/^(?:config|find)$/.test(path[0] ?? '') &&
    /^(?:list|show)(?:-[a-z-]+)?$/.test(path.at(-1) ?? '')
    ? undefined
    : `az ${path.join(' ')} is no form that is known to only read`;
}

const AZ: CommandSpec = reads('az', [], {
  style: 'words',
  network: true,
  objection: azObjection,
  variables: ['AZURE_CONFIG_DIR', 'AZURE_EXTENSION_DIR', 'PYTHONPATH'],
});

/**
 * Groups by name, since an operand may be called `list`, and `delete list` deletes. At most one name follows the
 * verb.
 */
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

/** Whoever owns the bucket sees what is asked of it. */
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

/**
 * Not proven: `validate`, `show`, `graph`, `state show`, `plan` run programs of the project's own folder (providers).
 */
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
  // They start the backend and the providers that the configuration names, and its kubeconfig's programs.
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

/** It decrypts the state, with a program that the configuration may name: `key_provider "external"`. */
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
