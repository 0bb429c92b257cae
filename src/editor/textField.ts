export function textField(argument: unknown, field: string): string | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value: unknown = (argument as Record<string, unknown>)[field];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new TypeError(`"${field}" must be a string.`);
  return value;
}
