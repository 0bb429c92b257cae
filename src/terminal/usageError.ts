/** The message says what to type. */
export class UsageError extends Error {}
