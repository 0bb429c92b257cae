import { inert } from './framing';
import { isPlaceOrOption, redactSecrets } from './redaction';

/** Shorter ones are placeholders such as `x`, found in every text. */
const MIN_KEY_CHARACTERS = 4;

/** Removes the provider's key in every spelling of a prompt or JSON, and what looks like a secret. */
export function secretCleaner(key: string | undefined): (text: string) => string {
  const spellings = key === undefined || key.length < MIN_KEY_CHARACTERS ? [] : spellingsOf(key);
  return (text) => redactSecrets(spellings.reduce((rest, one) => rest.replaceAll(one, '[REDACTED]'), text)).text;
}

/** Many enter a word such as `ollama` as an unused key. */
export const MIN_IDENTIFYING_KEY_CHARACTERS = 12;

/**
 * For logs and displays. A repository's container sets variables too, so addresses, paths and options stay even if they
 * are a key there.
 */
export class KnownKeys {
  readonly #keys = new Set<string>();
  /** Longest first: keys may contain others. */
  #spellings: readonly (readonly [spelling: string, shown: string])[] = [];

  note(key: string): void {
    if (key.length < MIN_IDENTIFYING_KEY_CHARACTERS || this.#keys.has(key) || isPlaceOrOption(key)) return;
    // A plain word: real keys have digits.
    if (!/\d/.test(key)) return;
    this.#keys.add(key);
    const added = spellingsOf(key).map((spelling) => [spelling, withoutInert(spelling)] as const);
    this.#spellings = [...this.#spellings, ...added].sort(([a], [b]) => b.length - a.length);
  }

  readonly redact = (text: string): string => {
    let rest = text;
    // `$` in `shown` is no pattern.
    for (const [spelling, shown] of this.#spellings) rest = rest.replaceAll(spelling, () => shown);
    return redactSecrets(rest).text;
  };
}

const ACTIVE_OR_INERT = /(?<active>(?:\\+(?:u[\da-fA-F]{4}|.)?|["'`;|&<>(){}$,])+)|(?:[^\\"'`;|&<>(){}$,]+)/gs;

function withoutInert(key: string): string {
  return key.replace(ACTIVE_OR_INERT, (_whole, active: string | undefined) => active ?? '[REDACTED API key]');
}

/** Most escaped first: a request's JSON escapes a prompt's. */
function spellingsOf(key: string): readonly string[] {
  const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
  const once = [inJson(key), inJson(inert(key)), inert(inJson(key))];
  return [...new Set([...once.map(inJson), ...once, inert(key), key])].sort((a, b) => b.length - a.length);
}
