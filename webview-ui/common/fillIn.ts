/** Puts values into the `{name}` parts of one of the panel's texts. A value is never read for further parts. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (part, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : part,
  );
}
