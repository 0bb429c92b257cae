import type { JsonValue } from '../common/json';

/** In linear time; leaves JSON valid. */
export type RedactText = (text: string) => string;

/** Whole, since some secrets are known only by their field's name. */
export function redactedJson(value: JsonValue, redact: RedactText): string {
  const text = redact(JSON.stringify(value));
  try {
    JSON.parse(text);
    return text;
  } catch {
    // Redaction broke the JSON; as a string the line stays readable.
    return JSON.stringify(text);
  }
}
