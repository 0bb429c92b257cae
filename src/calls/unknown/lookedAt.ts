/**
 * Bounds what the hard floor reads of an unknown tool's input. Larger input goes to the classifier or user, even
 * against rules.
 */
export const LOOKED_AT = {
  values: 20_000,
  /** Per text, unless for readers. */
  characters: 20_000,
  lines: 20,
  lineCharacters: 400_000,
  depth: 6,
} as const;
