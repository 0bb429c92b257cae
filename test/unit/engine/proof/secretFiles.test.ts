import assert from 'node:assert/strict';
import { holdsSecrets } from '../../../../src/engine/proof/secretFiles';

const SECRET =
  `/p/.env /p/.env.production /p/prod.env /p/.envrc /home/u/.ssh/id_rsa /home/u/.ssh/config /home/u/.ssh/any /p/server.pem
  /p/tls.key /home/u/.aws/credentials /home/u/.aws/config /home/u/.config/gcloud/x/y /home/u/.config/gh/hosts.yml /home/u/.kube/config
  /home/u/.docker/config.json /home/u/.netrc /home/u/.npmrc /home/u/.pypirc /home/u/.git-credentials /home/u/.gnupg/x /etc/shadow
  /etc/sudoers /p/secrets.yml /p/credentials.json /p/credentials /p/terraform.tfstate /p/prod.tfvars /p/service-account-x.json
  /home/u/.bash_history /home/u/.mozilla/firefox/x/cookies.sqlite /home/u/.claude/.credentials.json /home/u/.codex/auth.json
  /run/secrets/db /HOME/U/.SSH/ID_RSA /p/.Env /p/.dev.vars /home/u/.config/BraveSoftware/Brave-Browser/Default/Cookies
  /home/u/.config/github-copilot/apps.json /home/u/.terraform.d/credentials.tfrc.json /home/u/.viminfo /home/u/.kaggle/kaggle.json
  /home/u/.local/share/atuin/history.db /home/u/.fly/config.yml /home/u/.oci/config /proc/1/environ /proc/self/task/1/environ
  /proc/1/mem /proc/kmsg /proc/kcore`.split(/\s+/);
const ORDINARY =
  `/p/src/a.ts /p/.env.example /p/.env.sample /p/env.ts /p/src/secrets.py /p/credentials.ts /p/token.go /p/README.md
  /home/u/.ssh/id_rsa.pub /home/u/.ssh/known_hosts /p/package.json /p/keys.ts /p/.gitignore /p/.github/workflows/ci.yml /etc/hosts
  /proc/cpuinfo /proc/1/status /p/environ /p/proc.ts /p/config.json /p/environment.ts /p/monkey /p/docker/config.json /p/ssh/config`.split(
    /\s+/,
  );

describe('files that usually hold secrets', () => {
  for (const path of SECRET) {
    it(path, () => {
      assert.equal(holdsSecrets(path, 'linux'), true);
    });
  }
  for (const path of ORDINARY) {
    it(`not ${path}`, () => {
      assert.equal(holdsSecrets(path, 'linux'), false);
    });
  }
});
