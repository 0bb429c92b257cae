/**
 * Bounds the hard floor's reading of unknown tools. Larger input goes to the classifier or user, even against rules.
 */
export const LOOKED_AT = {
  values: 20_000,
  /** Per text, unless people read it. */
  characters: 20_000,
  lines: 20,
  lineCharacters: 400_000,
  depth: 6,
} as const;
