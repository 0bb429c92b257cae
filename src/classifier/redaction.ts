/**
 * Takes secrets out of text before it leaves this machine or is logged. It knows secrets by their form, so it is a net against
 * accidents and no proof that nothing is left.
 *
 * An agent must not be able to hide a part of its action from the judge by dressing it up as a secret. So what is replaced never holds
 * a character by which a shell could act: no space, quote, `;`, `|`, `&`, redirect, bracket or substitution. A secret that holds one is
 * replaced up to it.
 *
 * The time grows linearly with the text, whatever it holds: a pattern that needs something behind a repetition has an upper bound on it
 * or can start only once in the run of characters that it repeats over.
 */

export interface Redacted {
  readonly text: string;
  /** How many places were replaced. */
  readonly redacted: number;
}

interface SecretForm {
  /** What stands in the placeholder. */
  readonly name: string;
  /** Global. Its groups `before` and `after` are kept around the placeholder. */
  readonly pattern: RegExp;
}

/** Names of variables, keys, options and headers whose value is a secret. */
const SECRET_NAME = String.raw`(?:(?:api|access|private|signing|encryption|account|auth|master)[_-]?key(?:[_-]?id)?|secret(?:[_-]?(?:access[_-]?)?key)?|token|passw(?:or)?d|passphrase)`;

/** The rest of such a name; not where the value is a program or an address, which the judge has to see. */
const REST_OF_NAME = String.raw`[\w-]{0,24}(?![\w-])(?<!command|cmd|process|helper|eval|exec|script|program|file|path|dir|url|uri|endpoint|host)`;

/**
 * Between name and value: `"api_key": "` and `password = '`, also inside a JSON string, where quotes carry a backslash; `=` as in a
 * shell; or `: ` as in YAML, where a word with hardly a digit is more likely a type in a program.
 */
const SEPARATOR = String.raw`(?:\\?["']?\s{0,4}(?::|=>?)\s{0,4}\\?["']|=|:\s{1,4}(?=(?:[A-Za-z+/_.~-]{0,100}\d){2})(?=[\w+/=.~!@#^*-]{8}))`;

/** One character of a value with which a shell does nothing. */
const INERT = String.raw`(?:[^\s"'\\` + '`' + String.raw`;|&<>(){}$,]|\$(?![\w({]))`;

/** Stands before a value: variables, placeholders, plain words of code and small numbers are no secrets. */
const NO_CODE = String.raw`(?![$%\[*]|(?:true|false|null|undefined|none|process\.env|os\.environ)\b|\d{1,7}(?![\w-]))`;

/** A line break of a file, of a JSON string, or none where the lines were joined by spaces. */
const KEY_BREAK = String.raw`(?:\r?\n|(?:\\r)?\\n| )[ \t]{0,16}`;

const AUTH_SCHEME = '(?:Bearer|Basic|Token|Digest|Negotiate|ApiKey|AWS4-HMAC-SHA256)';

/** A secret that shows by what stands before it. */
function valueAfter(before: string, minLength: number, maxLength: number): RegExp {
  return new RegExp(`(?<before>${before})${NO_CODE}${INERT}{${minLength},${maxLength}}`, 'gi');
}

const FORMS: readonly SecretForm[] = [
  {
    // The full lines of a key and nothing else: whatever else stands between the marks stays visible.
    name: 'private key',
    pattern: new RegExp(
      String.raw`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----` +
        String.raw`(?:${KEY_BREAK}(?:Proc-Type: 4,ENCRYPTED|DEK-Info: [A-Z0-9-]{1,40},[0-9A-F]{1,64}))*(?:${KEY_BREAK}(?=${KEY_BREAK}))?` +
        String.raw`(?:${KEY_BREAK}[A-Za-z0-9+/=]{30,10000})+`,
      'g',
    ),
  },
  { name: 'age key', pattern: /AGE-SECRET-KEY-1[0-9A-Z]{50,70}/g },
  { name: 'Anthropic key', pattern: /\bsk-ant-[\w-]{16,400}/g },
  { name: 'API key', pattern: /\bsk-[\w-]{20,400}/g },
  { name: 'Google key', pattern: /\bAIza[\w-]{35}/g },
  { name: 'Google token', pattern: /\bya29\.[\w-]{20,2000}/g },
  { name: 'Google client secret', pattern: /\bGOCSPX-[\w-]{20,60}/g },
  { name: 'AWS key id', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g },
  { name: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,300}|github_pat_\w{22,300})/g },
  { name: 'GitLab token', pattern: /\bgl(?:pat|dt|rt|ptt|cbt|ft|soat)-[\w.-]{20,300}/g },
  { name: 'Slack token', pattern: /\b(?:xox[a-z]|xapp)-[\w-]{10,400}/g },
  { name: 'webhook', pattern: /(?<before>hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{20,200}/g },
  { name: 'webhook', pattern: /(?<before>discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{20,200}/g },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36,100}/g },
  { name: 'PyPI token', pattern: /\bpypi-[\w-]{50,400}/g },
  { name: 'Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{30,100}/g },
  { name: 'Stripe key', pattern: /\b(?:[sr]k_(?:live|test)|whsec)_\w{16,300}/g },
  { name: 'SendGrid key', pattern: /\bSG\.[\w-]{16,64}\.[\w-]{16,128}/g },
  {
    // Groq, xAI, Perplexity, Replicate, Databricks, DigitalOcean, Vault, Linear, Notion, Figma, Shopify, Supabase, NVIDIA, Tavily,
    // Atlassian, 1Password, Docker Hub, RubyGems, Postman, Grafana, Sentry
    name: 'API key',
    pattern:
      /\b(?:gsk_|xai-|pplx-|r8_|dapi|dop_v1_|doo_v1_|hvs\.|hvb\.|lin_api_|ntn_|figd_|shpat_|shpss_|sbp_|nvapi-|tvly-|ATATT3|ops_ey|dckr_pat_|rubygems_|PMAK-|glsa_|sntrys_)[\w.=-]{20,600}/g,
  },
  { name: 'Telegram token', pattern: /\bbot\d{8,12}:[\w-]{35}/g },
  { name: 'JSON web token', pattern: /(?<![\w-])eyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{0,2000}/g },
  {
    name: 'Azure secret',
    pattern: /(?<before>\b(?:AccountKey|SharedAccessKey|SharedSecretValue)=)[A-Za-z0-9+/=]{20,200}/g,
  },
  {
    name: 'signature',
    pattern: valueAfter(String.raw`[?&](?:sig|signature|X-Amz-Signature|X-Goog-Signature)=`, 16, 2000),
  },
  {
    name: 'password',
    pattern: new RegExp(
      String.raw`(?<before>:\/\/[^\s/:@"'\\<>]{0,100}:)(?![/\[$%*])(?:(?![/@])${INERT}){1,300}(?<after>@)`,
      'g',
    ),
  },
  {
    name: 'authorization',
    pattern: valueAfter(
      String.raw`\bauthorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:${AUTH_SCHEME}\s{1,4})?(?!${AUTH_SCHEME}\s)`,
      6,
      4000,
    ),
  },
  { name: 'authorization', pattern: valueAfter(String.raw`\bBearer\s{1,4}`, 16, 4000) },
  {
    name: 'cookie',
    pattern: valueAfter(String.raw`\b(?:set-)?cookie\\?["']?:\s{0,4}\\?["']?[\w.-]{1,100}=`, 4, 4000),
  },
  {
    name: 'password',
    pattern: valueAfter(String.raw`\s(?:-u|--user|--proxy-user)[ =]\\?["']?[\w.@-]{1,100}:`, 1, 200),
  },
  // `--password hunter2`, `--api-key=...`, but not `--password-file f`
  { name: 'secret', pattern: valueAfter(String.raw`--${SECRET_NAME}[ =]\\?["']?(?!-)`, 3, 4000) },
  { name: 'secret', pattern: valueAfter(`${SECRET_NAME}${REST_OF_NAME}${SEPARATOR}`, 4, 4000) },
];

/**
 * Replaces secrets by `[REDACTED kind]`; everything else stays as it is, and JSON stays JSON.
 * @param text of any length; the time is linear in it
 */
export function redactSecrets(text: string): Redacted {
  let redacted = 0;
  let result = text;
  for (const { name, pattern } of FORMS) {
    result = result.replace(pattern, (...match: unknown[]) => {
      redacted += 1;
      // With named groups, `replace` passes them last; without any, the last argument is the whole text.
      const groups = match.at(-1);
      const { before = '', after = '' } =
        typeof groups === 'object' ? (groups as Record<string, string | undefined>) : {};
      return `${before}[REDACTED ${name}]${after}`;
    });
  }
  return { text: result, redacted };
}
