/** Gives a text in the user's language and fills in its `{name}` parts. The English text is the key. */
export type Translate = (message: string, values?: Readonly<Record<string, string | number>>) => string;

/** Fills in the values without translating. A value is put in as it is, never read for further `{name}` parts. */
export const inEnglish: Translate = (message, values = {}) =>
  message.replace(/\{(\w+)\}/g, (part, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : part));
