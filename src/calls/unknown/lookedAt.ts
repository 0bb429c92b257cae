/**
 * How much of the input of a tool that is not known the hard floor looks at. All of it takes too long for a hostile input; what holds
 * more is judged by the classifier or the user, whatever rules say.
 */
export const LOOKED_AT = {
  values: 20_000,
  /** Of one text that is not for readers. */
  characters: 20_000,
  lines: 20,
  /** Of all lines together. */
  lineCharacters: 400_000,
  depth: 6,
} as const;
