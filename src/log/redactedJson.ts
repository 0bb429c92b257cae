import type { JsonValue } from '../common/json';

/** Redacts in time linear in the text's length, and leaves JSON valid. */
export type RedactText = (text: string) => string;

/** Redacts the whole JSON text at once: some secrets are known only by the name of their field. */
export function redactedJson(value: JsonValue, redact: RedactText): string {
  const text = redact(JSON.stringify(value));
  try {
    JSON.parse(text);
    return text;
  } catch {
    // Redaction broke the JSON: kept as a string, so that the line stays readable.
    return JSON.stringify(text);
  }
}
