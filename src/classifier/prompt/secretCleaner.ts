import { inert } from './framing';
import { isPlaceOrOption, redactSecrets } from './redaction';

/** A shorter key is a placeholder such as `x`, and stands in every text. */
const MIN_KEY_CHARACTERS = 4;

/**
 * Makes the function that takes secrets out of what was said to a model or came from it: the very key of its provider, however it is
 * spelled in a prompt or in JSON, and whatever has the form of a secret.
 */
export function secretCleaner(key: string | undefined): (text: string) => string {
  const spellings = key === undefined || key.length < MIN_KEY_CHARACTERS ? [] : spellingsOf(key);
  return (text) => redactSecrets(spellings.reduce((rest, one) => rest.replaceAll(one, '[REDACTED]'), text)).text;
}

/** Of a word such as `ollama`, which many enter for a key that is not looked at, whole logs and stories would be full of holes. */
export const MIN_IDENTIFYING_KEY_CHARACTERS = 12;

/**
 * Takes secrets out of all that is logged and shown: the keys that it was told of, whatever their form, and what has the form of a secret.
 *
 * A key of the environment may be anybody's text: a container that a repository describes sets variables, too. So it must not be able to
 * hide what a call does. An address, a path or an option stays, and so does every character by which a shell could act.
 */
export class KnownKeys {
  readonly #keys = new Set<string>();
  /** How the keys may be spelled and what is shown instead, the longest first: one key may be a part of another. */
  #spellings: readonly (readonly [spelling: string, shown: string])[] = [];

  /** From now on the key is taken out. */
  note(key: string): void {
    if (key.length < MIN_IDENTIFYING_KEY_CHARACTERS || this.#keys.has(key) || isPlaceOrOption(key)) return;
    // Words alone, such as the name of a stage: every key that a provider makes has digits.
    if (!/\d/.test(key)) return;
    this.#keys.add(key);
    const added = spellingsOf(key).map((spelling) => [spelling, withoutInert(spelling)] as const);
    this.#spellings = [...this.#spellings, ...added].sort(([a], [b]) => b.length - a.length);
  }

  readonly redact = (text: string): string => {
    let rest = text;
    // What is shown is no pattern of `$`.
    for (const [spelling, shown] of this.#spellings) rest = rest.replaceAll(spelling, () => shown);
    return redactSecrets(rest).text;
  };
}

/** What is escaped stays whole, so that JSON stays JSON. */
const ACTIVE_OR_INERT = /(?<active>(?:\\+(?:u[\da-fA-F]{4}|.)?|["'`;|&<>(){}$,])+)|(?:[^\\"'`;|&<>(){}$,]+)/gs;

function withoutInert(key: string): string {
  return key.replace(ACTIVE_OR_INERT, (_whole, active: string | undefined) => active ?? '[REDACTED API key]');
}

/** Most escaped first: what is written in a prompt is JSON already, and stands in the JSON of a request once more. */
function spellingsOf(key: string): readonly string[] {
  const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
  const once = [inJson(key), inJson(inert(key)), inert(inJson(key))];
  return [...new Set([...once.map(inJson), ...once, inert(key), key])].sort((a, b) => b.length - a.length);
}
