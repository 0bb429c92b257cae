/** Named as in their tools' documentation. */
import { AGENTS } from './agents';

/** `*` matches any text. */
export const SECRET_FILE_NAMES: readonly string[] = [
  ...(
    'id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk *.pem *.key *.p12 *.pfx *.jks *.keystore *.ppk *.kdbx *.asc *.gpg ' +
    '*.ovpn *.keytab *.keychain *.keychain-db .env* *.env .netrc _netrc .pgpass .my.cnf .mylogin.cnf .pypirc .npmrc ' +
    '.yarnrc.yml .git-credentials .htpasswd .dockercfg .s3cfg .boto .databrickscfg .vault-token .terraformrc terraform.rc *.tfstate ' +
    '*.tfstate.backup *.tfvars *.tfvars.json *.secret *.secrets .secrets service-account*.json serviceaccount*.json *-credentials.json ' +
    'client_secret*.json application_default_credentials.json oauth_creds.json auth.json .credentials.json .claude.json rclone.conf ' +
    'wallet.dat kubeconfig *.kubeconfig local.settings.json appsettings.*.json .bash_history .zsh_history .history .sh_history ' +
    '.ash_history fish_history .python_history .node_repl_history .psql_history .mysql_history .sqlite_history .irb_history ' +
    '.rediscli_history .lesshst shadow gshadow shadow- gshadow- master.passwd sudoers .xauthority .iceauthority cookies.sqlite ' +
    'logins.json key3.db key4.db state.vscdb cookies .dev.vars .flaskenv kaggle.json credentials.tfrc.json settings-security.xml ' +
    'consolehost_history.txt .viminfo *.age .vault_pass .vault-password .snowsql .msmtprc .fetchmailrc .mailrc .authinfo .smbcredentials'
  ).split(' '),
  ...['login data', 'web data', 'local state', 'login data for account'],
];

/** Alone or as data: `secrets`, `secrets.yml`, not `secrets.py`. */
export const SECRET_DATA_NAMES: readonly string[] = [
  'credentials',
  'credential',
  'secrets',
  'secret',
  'passwords',
  'password',
  'tokens',
  'token',
];
export const DATA_FILE_ENDS: readonly string[] = [
  '',
  '.json',
  '.yml',
  '.yaml',
  '.toml',
  '.ini',
  '.txt',
  '.env',
  '.properties',
  '.conf',
  '.cfg',
  '.xml',
  '.csv',
];

/** Ends of paths; with a slash from the root. Lower case. */
export const SECRET_FOLDERS: readonly string[] = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.config/gcloud',
  '.config/gh',
  '.config/hub',
  '.config/glab-cli',
  '.config/op',
  '.config/doctl',
  '.config/rclone',
  '.config/sops',
  '.config/containers',
  'appdata/roaming/gcloud',
  'appdata/roaming/terraform.d',
  'appdata/roaming/github cli',
  'appdata/roaming/mozilla',
  'appdata/local/google/chrome',
  '.kube',
  '.docker',
  '.config/git/credentials',
  '.config/stripe',
  '.config/heroku',
  '.config/netlify',
  '.config/configstore',
  '.config/ngrok',
  '.config/filezilla',
  '.config/fly',
  '.config/sourcegraph',
  '.fly',
  '.oci',
  '.ngrok2',
  '.pulumi',
  '.terraform.d',
  '.wrangler/config',
  '.subversion/auth',
  '.local/share/atuin',
  '.local/share/nvim/shada',
  '.zsh_sessions',
  '.password-store',
  '.local/share/keyrings',
  'library/keychains',
  '.mozilla',
  '.thunderbird',
  '.config/google-chrome',
  '.config/chromium',
  '.config/bravesoftware',
  '.config/vivaldi',
  '.config/opera',
  '.config/zen',
  '.config/slack',
  '.config/discord',
  '.config/signal',
  '.zen',
  '.librewolf',
  '.waterfox',
  '.var/app',
  'library/application support/vivaldi',
  'library/application support/arc',
  'library/application support/chromium',
  'library/application support/com.operasoftware.opera',
  'library/application support/slack',
  'library/safari',
  '.config/brave-browser',
  '.config/microsoft-edge',
  'library/application support/google/chrome',
  'library/application support/firefox',
  'library/application support/microsoft edge',
  'library/application support/bravesoftware',
  'library/cookies',
  '.bitcoin',
  '.ethereum',
  '.electrum',
  '.gem/credentials',
  '.cargo/credentials',
  '.m2/settings.xml',
  '.gradle/gradle.properties',
  '.config/composer/auth.json',
  ...AGENTS.flatMap(({ credentials = [] }) => credentials),
  '/run/secrets',
  '/var/run/secrets',
  '/etc/ssl/private',
  '/etc/sudoers.d',
];
