/**
 * Removes secrets by their form before text leaves this machine or is logged: a net for accidents, no proof. An agent
 * must not dress an action up as a secret, so a replaced text never acts in a shell. Linear in time: a pattern bounds
 * what follows a repetition, or starts once in its run.
 */

import { LRUCache } from 'lru-cache';
import { SparedTexts } from './sparedTexts';

export interface Redacted {
  readonly text: string;
  readonly redacted: number;
  readonly secrets: readonly string[];
}

interface SecretForm {
  readonly name: string;
  /** `before` and `after` stay. Global. */
  readonly pattern: RegExp;
}

/**
 * After no letter, digit or `_`, unless this ends a JSON escape (`\n`) or an encoded character (`%3D`). One lookbehind
 * is fast.
 */
const WORD_START = String.raw`(?<!(?<!\\)[nrt]|(?<!\\|\\u[\da-fA-F]{3}|%[\da-fA-F])[bf]|(?<!\\u[\da-fA-F]{3}|%[\da-fA-F])[\dac-eA-F]|[g-mo-qsu-zG-Z_])`;

const SECRET_NAME = String.raw`(?:(?:api|access|private|signing|encryption|account|auth|master)[_-]?key(?:[_-]?id)?|secret(?:[_-]?(?:access[_-]?)?key)?|token|passw(?:or)?d|passphrase)`;

/** Programs, addresses and names are for the judge to see. */
const REST_OF_NAME = String.raw`[\w-]{0,24}(?![\w-])(?<!command|cmd|process|helper|eval|exec|script|program|file|path|dir|url|uri|endpoint|host|-id|name|arn)`;

/**
 * `"api_key": "` and `password = '`, also in a JSON string; `=` as in a shell; `: ` and ` = ` as in YAML, where a word
 * with few digits is rather a type or name.
 */
const SEPARATOR = String.raw`(?:\\{0,3}["']?\s{0,4}(?::|=>?)\s{0,4}\\{0,3}["']|=|(?::|[ \t]{1,4}=)[ \t]{1,4}(?=(?:[A-Za-z+/_.~-]{0,100}\d){2})(?=[\w+/=.~!@#^*-]{8})(?![\w.]{1,100}[(\[]))`;

/** Does nothing in a shell. */
const INERT = String.raw`(?:[^\s"'\\` + '`' + String.raw`;|&<>(){}$,]|\$(?![\w({]))`;

const PLACE =
  String.raw`(?:[a-z][a-z0-9+.-]{0,30}:[/\\]|(?:~[\w-]{0,32}|\.{1,2})[/\\]` +
  String.raw`|/(?:app|bin|boot|data|dev|etc|home|lib|lib64|media|mnt|opt|private|proc|root|run|sbin|srv|sys|tmp|Users|usr|var|Volumes|workspaces?)/)`;

/**
 * Variables, placeholders, code and small numbers are no secrets; paths, addresses, `@file` and options are for the
 * judge to see.
 */
const NO_CODE =
  String.raw`(?![$%\[*@]|(?:true|false|null|undefined|none|process\.env|os\.environ)\b|\d{1,7}(?![\w-])` +
  String.raw`|(?:id|src|source|target|type|env|file)=|(?<=--secret[ =])[a-z]{1,40}(?:[-_/.][a-z]{1,40}){1,10}(?![\w/+=.-])` +
  String.raw`|${PLACE})`;

/** In a file, in JSON, in JSON inside JSON, or a space that joined lines. */
const KEY_BREAK = String.raw`(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n| )[ \t]{0,16}`;

const AUTH_SCHEME = '(?:Bearer|Basic|Token|Digest|Negotiate|ApiKey|AWS4-HMAC-SHA256)';

const PLACE_OR_OPTION = new RegExp(`^(?:${PLACE}|--[a-z])`, 'i');

/** The judge must see it, even if entered as a key. */
export function isPlaceOrOption(text: string): boolean {
  return PLACE_OR_OPTION.test(text);
}

function valueAfter(before: string, minLength: number, maxLength: number): RegExp {
  return new RegExp(`(?<before>${before})${NO_CODE}${INERT}{${minLength},${maxLength}}`, 'gi');
}

function wordStart(form: RegExp): RegExp {
  return new RegExp(WORD_START + form.source, form.flags);
}

const FORMS: readonly SecretForm[] = [
  {
    // Other text between the marks stays.
    name: 'private key',
    pattern: new RegExp(
      String.raw`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----` +
        String.raw`(?:${KEY_BREAK}(?:Proc-Type: 4,ENCRYPTED|DEK-Info: [A-Z0-9-]{1,40},[0-9A-F]{1,64}))*(?:${KEY_BREAK}(?=${KEY_BREAK}))?` +
        String.raw`(?:${KEY_BREAK}[A-Za-z0-9+/]{30,10000}={0,2}(?![\w=]))+`,
      'g',
    ),
  },
  { name: 'age key', pattern: /AGE-SECRET-KEY-1[0-9A-Z]{50,70}/g },
  { name: 'Anthropic key', pattern: wordStart(/sk-ant-[\w-]{16,400}/g) },
  { name: 'API key', pattern: wordStart(/sk-[\w-]{20,400}/g) },
  { name: 'Google key', pattern: wordStart(/AIza[\w-]{35}/g) },
  { name: 'Google token', pattern: wordStart(/ya29\.[\w-]{20,2000}/g) },
  { name: 'Google client secret', pattern: wordStart(/GOCSPX-[\w-]{20,60}/g) },
  { name: 'AWS key id', pattern: wordStart(/(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g) },
  { name: 'GitHub token', pattern: wordStart(/(?:gh[pousr]_[A-Za-z0-9]{30,300}|github_pat_\w{22,300})/g) },
  { name: 'GitLab token', pattern: wordStart(/gl(?:pat|dt|rt|ptt|cbt|ft|soat)-[\w.-]{20,300}/g) },
  { name: 'Slack token', pattern: wordStart(/(?:xox[a-z]|xapp)-[\w-]{10,400}/g) },
  { name: 'webhook', pattern: /(?<before>hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{20,200}/g },
  { name: 'webhook', pattern: /(?<before>discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{20,200}/g },
  { name: 'npm token', pattern: wordStart(/npm_[A-Za-z0-9]{36,100}/g) },
  { name: 'PyPI token', pattern: wordStart(/pypi-[\w-]{50,400}/g) },
  { name: 'Hugging Face token', pattern: wordStart(/hf_[A-Za-z0-9]{30,100}/g) },
  { name: 'Stripe key', pattern: wordStart(/(?:[sr]k_(?:live|test)|whsec)_\w{16,300}/g) },
  { name: 'SendGrid key', pattern: wordStart(/SG\.[\w-]{16,64}\.[\w-]{16,128}/g) },
  {
    // Groq, xAI, Perplexity, Replicate, Databricks, DigitalOcean, Vault, Linear, Notion, Figma, Shopify, Supabase, NVIDIA, Tavily,
    // Atlassian, 1Password, Docker Hub, RubyGems, Postman, Grafana, Sentry
    name: 'API key',
    pattern: wordStart(
      /(?:gsk_|xai-|pplx-|r8_|dapi|dop_v1_|doo_v1_|hvs\.|hvb\.|lin_api_|ntn_|figd_|shpat_|shpss_|sbp_|nvapi-|tvly-|ATATT3|ops_ey|dckr_pat_|rubygems_|PMAK-|glsa_|sntrys_)[\w.=-]{20,600}/g,
    ),
  },
  {
    // Google, Heroku, New Relic, Doppler, Pulumi, PlanetScale, Square
    name: 'API key',
    pattern: wordStart(
      /(?:AQ\.[\w-]{40,200}|1\/\/0[\w-]{40,200}|HRKU-[\w-]{30,100}|NRAK-[A-Z0-9]{27}|dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9]{40,44}|pul-[0-9a-f]{40}|pscale_(?:tkn|pw|oauth)_[\w.-]{32,64}|sq0(?:csp|atp|idp)-[\w-]{22,60})/g,
    ),
  },
  // Twilio, Mailgun
  { name: 'API key', pattern: wordStart(/(?:SK|key-)[0-9a-f]{32}(?![\da-f])/g) },
  { name: 'Terraform token', pattern: wordStart(/[A-Za-z0-9]{14}\.atlasv1\.[\w-]{50,100}/g) },
  { name: 'Telegram token', pattern: wordStart(/bot\d{8,12}:[\w-]{35}/g) },
  { name: 'JSON web token', pattern: wordStart(/(?<!-)eyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{0,2000}/g) },
  {
    name: 'Azure secret',
    pattern: wordStart(/(?<before>(?:AccountKey|SharedAccessKey|SharedSecretValue)=)[A-Za-z0-9+/=]{20,200}/g),
  },
  {
    name: 'signature',
    pattern: valueAfter(String.raw`[?&](?:sig|signature|X-Amz-Signature|X-Goog-Signature)=`, 16, 2000),
  },
  {
    name: 'password',
    pattern: new RegExp(
      String.raw`(?<before>:\/\/[^\s/?#:@"'\\<>]{0,100}:)(?![/\[$%*])(?:(?![/?#@])${INERT}){1,300}(?<after>@)`,
      'g',
    ),
  },
  {
    name: 'authorization',
    pattern: valueAfter(
      String.raw`authorization\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?(?:${AUTH_SCHEME}\s{1,4})?(?!${AUTH_SCHEME}\s)`,
      6,
      4000,
    ),
  },
  { name: 'authorization', pattern: valueAfter(String.raw`Bearer\s{1,4}`, 16, 4000) },
  {
    name: 'cookie',
    pattern: valueAfter(String.raw`(?:set-)?cookie\\{0,3}["']?:\s{0,4}\\{0,3}["']?[\w.-]{1,100}=`, 4, 4000),
  },
  {
    name: 'password',
    // Not a host with a path, as in `git push -u git@host:owner/repository`.
    pattern: valueAfter(
      String.raw`\s(?:-u|--user|--proxy-user)[ =]\\{0,3}["']?(?:[\w-]{1,100}:(?!\/)|[\w.@-]{1,100}:(?![^\s"'\\]{0,200}\/))`,
      1,
      200,
    ),
  },
  {
    name: 'password',
    pattern: valueAfter(
      String.raw`(?:sshpass -p ?|machine\s{1,4}[\w.-]{1,100}\s{1,4}login\s{1,4}[\w.@-]{1,100}\s{1,4}password\s{1,4}` +
        String.raw`|(?:mysql(?:dump|admin)?|mariadb(?:-dump)?)(?: -{1,2}[\w-]{1,40}(?:[ =][\w.-]{1,100})?){0,8} -p` +
        String.raw`|(?:docker|podman|helm registry|oras) login(?: -{1,2}[\w-]{1,40}(?:[ =][\w.@-]{1,100})?){0,4} -p )\\{0,3}["']?`,
      3,
      200,
    ),
  },
  { name: 'secret', pattern: valueAfter(`(?:_(?:pat|auth)|[_;]pwd)${SEPARATOR}`, 4, 4000) },
  {
    // Only random ones.
    name: 'secret',
    pattern:
      /(?<before>_(?:KEY|key)(?:=|:\s{0,4})\\{0,3}["']?)(?=[\w+=-]{0,100}[A-Z])(?=[\w+=-]{0,100}[a-z])(?=(?:[A-Za-z_+=-]{0,100}\d){2})[\w+=-]{16,400}/g,
  },
  // `--password hunter2`, `--api-key=...`, but not `--password-file f`
  { name: 'secret', pattern: valueAfter(String.raw`--${SECRET_NAME}[ =]\\{0,3}["']?(?!-)`, 3, 4000) },
  { name: 'secret', pattern: valueAfter(`${SECRET_NAME}${REST_OF_NAME}${SEPARATOR}`, 4, 4000) },
];

/** Stays unless part of a secret, where a log could not recognise the rest. */
export interface Spared {
  readonly sure: SparedTexts;
  /** Unless text around it says that it is a key. */
  readonly guessed: SparedTexts;
}

const NOTHING = new SparedTexts([]);
const NOTHING_SPARED: Spared = { sure: NOTHING, guessed: NOTHING };

/** A call's text is shown, logged and asked about, and the call comes again. Longer ones are not kept. */
const MOST_CHARACTERS = 4_000;
const kept = new LRUCache<string, Redacted>({ max: 500 });

/** JSON remains JSON. Linear in time. */
export function redactSecrets(text: string, spared: Spared = NOTHING_SPARED): Redacted {
  if (spared !== NOTHING_SPARED || text.length > MOST_CHARACTERS) return redacted(text, spared);
  let known = kept.get(text);
  if (known === undefined) {
    known = redacted(text, spared);
    kept.set(text, known);
  }
  return known;
}

function redacted(text: string, { sure, guessed }: Spared): Redacted {
  const secrets: string[] = [];
  let result = text;
  for (const { name, pattern } of FORMS) {
    const whole = result;
    result = whole.replace(pattern, (...match: unknown[]) => {
      const last = match.at(-1);
      const groups = typeof last === 'object' ? (last as Record<string, string | undefined>) : undefined;
      const { before = '', after = '' } = groups ?? {};
      const start = Number(match.at(groups === undefined ? -2 : -3));
      const from = start + before.length;
      const to = start + String(match[0]).length - after.length;
      if (sure.holds(whole, from, to) || (before === '' && guessed.holds(whole, from, to))) return String(match[0]);
      secrets.push(whole.slice(from, to));
      return `${before}[REDACTED ${name}]${after}`;
    });
  }
  return { text: result, redacted: secrets.length, secrets };
}
