/** What a person typed cannot be used; the message says what to type. */
export class UsageError extends Error {}
