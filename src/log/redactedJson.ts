import type { JsonValue } from '../common/json';

/** Takes secrets out of a text in time linear in its length, and leaves JSON JSON. */
export type RedactText = (text: string) => string;

/** The JSON text of a value without its secrets. The whole is redacted at once: some secrets are known by the name of their field only. */
export function redactedJson(value: JsonValue, redact: RedactText): string {
  const text = redact(JSON.stringify(value));
  try {
    JSON.parse(text);
    return text;
  } catch {
    // Cut in a way that JSON does not allow: kept as a text, so that the line can still be read.
    return JSON.stringify(text);
  }
}
