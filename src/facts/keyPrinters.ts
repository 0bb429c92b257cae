/** The program, then words that must all occur. */
export const KEY_PRINTERS: readonly (readonly string[])[] = [
  ...['git credential', 'git credential-store', 'git credential-cache', 'git credential-osxkeychain', 'gh auth token'],
  ...['gh auth --show-token', 'glab auth --show-token', 'gcloud auth print-access-token', 'gcloud secrets access'],
  ...['gcloud auth print-identity-token', 'az account get-access-token', 'az keyvault secret', 'aws secretsmanager'],
  ...['aws configure export-credentials', 'aws ecr get-login-password', 'aws sts', 'aws ssm --with-decryption'],
  ...['kubectl config --raw', 'kubectl create token', 'kubectl get secret', 'kubectl get secrets', 'oc whoami -t'],
  ...['npm token', 'heroku auth:token', 'flyctl auth token', 'fly auth token', 'vercel env pull', 'doppler secrets'],
  ...['pulumi config --show-secrets', 'rclone config dump', 'rclone config show', 'vault read', 'vault kv', 'op read'],
  ...['op item', 'bw get', 'pass show', 'pass', 'gopass', 'secret-tool lookup', 'security find-generic-password'],
  ...['security find-internet-password', 'security dump-keychain', 'gpg --export-secret-keys', 'keyring get'],
  ...['gpg --export-secret-subkeys', 'sops -d', 'sops --decrypt', 'ansible-vault view', 'ansible-vault decrypt'],
].map((line) => line.split(' '));
