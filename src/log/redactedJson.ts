import type { JsonValue } from '../common/json';

/** Linear time; JSON stays valid. */
export type RedactText = (text: string) => string;

/** As a whole: a field's name may show a secret. */
export function redactedJson(value: JsonValue, redact: RedactText): string {
  const text = redact(JSON.stringify(value));
  try {
    JSON.parse(text);
    return text;
  } catch {
    // Redaction broke the JSON; as a string it is readable.
    return JSON.stringify(text);
  }
}
