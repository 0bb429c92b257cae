/** Names as documented by the tools that write them. */
import { AGENTS } from '../../facts/agents';
import { patternsMeet } from '../../files/namePattern';
import { foldedSegments } from '../../files/pathText';

/** `*` matches any text. */
const NAMES = (
  'id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk *.pem *.key *.p12 *.pfx *.jks *.keystore *.ppk *.kdbx *.asc *.gpg ' +
  '*.ovpn *.keytab *.keychain *.keychain-db .env .env.* *.env .envrc .netrc _netrc .pgpass .my.cnf .mylogin.cnf .pypirc .npmrc ' +
  '.yarnrc.yml .git-credentials .htpasswd .dockercfg .s3cfg .boto .databrickscfg .vault-token .terraformrc terraform.rc *.tfstate ' +
  '*.tfstate.backup *.tfvars *.tfvars.json *.secret *.secrets .secrets service-account*.json serviceaccount*.json *-credentials.json ' +
  'client_secret*.json application_default_credentials.json oauth_creds.json auth.json .credentials.json .claude.json rclone.conf ' +
  'wallet.dat kubeconfig *.kubeconfig local.settings.json appsettings.*.json .bash_history .zsh_history .history .sh_history ' +
  '.ash_history fish_history .python_history .node_repl_history .psql_history .mysql_history .sqlite_history .irb_history ' +
  '.rediscli_history .lesshst shadow gshadow shadow- gshadow- master.passwd sudoers .xauthority .iceauthority cookies.sqlite ' +
  'logins.json key3.db key4.db state.vscdb cookies .dev.vars .flaskenv kaggle.json credentials.tfrc.json settings-security.xml ' +
  'consolehost_history.txt .viminfo *.age .vault_pass .vault-password .snowsql .msmtprc .fetchmailrc .mailrc .authinfo .smbcredentials'
).split(' ');

/** Alone or as a data file: `secrets`, `secrets.yml`, not `secrets.py`. */
const DATA_NAMES = ['credentials', 'credential', 'secrets', 'secret', 'passwords', 'password', 'tokens', 'token'];
const DATA_ENDS = [
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

/** The list above splits at blanks. */
const SPACED_NAMES = ['login data', 'web data', 'local state', 'login data for account'];

const FOLDERS = [
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
].map((folder) => ({
  segments: folder.split('/').filter((segment) => segment !== ''),
  fromRoot: folder.startsWith('/'),
}));

/** A process's environment and memory, the kernel's memory and messages, whose reading may block. */
const OF_A_PROCESS =
  /^(?:.*\/)?proc\/(?:(?:\d+|self|thread-self)(?:\/task\/\d+)?(?:\/(?:environ|mem|auxv))?|[^/]+\/environ|kcore|kmsg)$/;

/** Made to be shown. */
const HARMLESS =
  /^(?:\.env\.(?:example|sample|template|dist|defaults|schema)|(?:example|sample|template)\.env|.*\.pub|known_hosts|authorized_keys)$/;

const SECRET_NAMES = [...NAMES, ...SPACED_NAMES, ...DATA_NAMES.flatMap((name) => DATA_ENDS.map((end) => name + end))];
const names = nameMatcher(SECRET_NAMES);

/** For a shell pattern such as `*.json`. */
export function mayNameSecrets(pattern: string): boolean {
  return SECRET_NAMES.some((name) => patternsMeet(pattern.toLowerCase(), name));
}

const FOLDERS_BY_START = new Map<string, (typeof FOLDERS)[number][]>();
for (const folder of FOLDERS) {
  const [start = ''] = folder.segments;
  FOLDERS_BY_START.set(start, [...(FOLDERS_BY_START.get(start) ?? []), folder]);
}

/**
 * Ignores case.
 * @param path absolute
 */
export function holdsSecrets(path: string, platform: NodeJS.Platform): boolean {
  const segments = foldedSegments(path, platform).map((segment) => segment.toLowerCase());
  const name = segments.at(-1) ?? '';
  if (OF_A_PROCESS.test(segments.join('/'))) return true;
  if (HARMLESS.test(name)) return false;
  if (names(name)) return true;
  return segments.some((segment, at) =>
    FOLDERS_BY_START.get(segment)?.some(
      ({ segments: folder, fromRoot }) => (at === 0 || !fromRoot) && startsAt(segments, folder, at),
    ),
  );
}

function startsAt(path: readonly string[], folder: readonly string[], at: number): boolean {
  return folder.every((segment, index) => path[at + index] === segment);
}

function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const exact = new Set(patterns.filter((pattern) => !pattern.includes('*')));
  const ends = patterns
    .filter((pattern) => pattern.includes('*'))
    .map((pattern) => {
      const star = pattern.indexOf('*');
      return { start: pattern.slice(0, star), end: pattern.slice(star + 1).replace('*', '') };
    });
  return (name) =>
    exact.has(name) ||
    ends.some(
      ({ start, end }) => name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end),
    );
}
