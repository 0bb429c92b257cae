import { inert } from './framing';
import { isPlaceOrOption, redactSecrets } from './redaction';

/** A shorter key is a placeholder such as `x`, found in every text. */
const MIN_KEY_CHARACTERS = 4;

/**
 * Removes the provider's key, in every spelling that a prompt or JSON gives it, and everything in the form of a
 * secret.
 */
export function secretCleaner(key: string | undefined): (text: string) => string {
  const spellings = key === undefined || key.length < MIN_KEY_CHARACTERS ? [] : spellingsOf(key);
  return (text) => redactSecrets(spellings.reduce((rest, one) => rest.replaceAll(one, '[REDACTED]'), text)).text;
}

/** Many enter a word such as `ollama` for an unused key: removing it would leave logs full of holes. */
export const MIN_IDENTIFYING_KEY_CHARACTERS = 12;

/**
 * Removes noted keys and texts in the form of a secret from all that is logged and shown.
 *
 * A key from the environment is untrusted: a container described by a repository sets variables too. So addresses,
 * paths, options and every character that acts in a shell stay.
 */
export class KnownKeys {
  readonly #keys = new Set<string>();
  /** Longest first: one key may be part of another. */
  #spellings: readonly (readonly [spelling: string, shown: string])[] = [];

  note(key: string): void {
    if (key.length < MIN_IDENTIFYING_KEY_CHARACTERS || this.#keys.has(key) || isPlaceOrOption(key)) return;
    // Only words, such as the name of a stage: every key made by a provider has digits.
    if (!/\d/.test(key)) return;
    this.#keys.add(key);
    const added = spellingsOf(key).map((spelling) => [spelling, withoutInert(spelling)] as const);
    this.#spellings = [...this.#spellings, ...added].sort(([a], [b]) => b.length - a.length);
  }

  readonly redact = (text: string): string => {
    let rest = text;
    // A function, so that `$` in `shown` is no pattern.
    for (const [spelling, shown] of this.#spellings) rest = rest.replaceAll(spelling, () => shown);
    return redactSecrets(rest).text;
  };
}

const ACTIVE_OR_INERT = /(?<active>(?:\\+(?:u[\da-fA-F]{4}|.)?|["'`;|&<>(){}$,])+)|(?:[^\\"'`;|&<>(){}$,]+)/gs;

function withoutInert(key: string): string {
  return key.replace(ACTIVE_OR_INERT, (_whole, active: string | undefined) => active ?? '[REDACTED API key]');
}

/** Most escaped first: a prompt holds JSON, and a request's JSON escapes it again. */
function spellingsOf(key: string): readonly string[] {
  const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
  const once = [inJson(key), inJson(inert(key)), inert(inJson(key))];
  return [...new Set([...once.map(inJson), ...once, inert(key), key])].sort((a, b) => b.length - a.length);
}
