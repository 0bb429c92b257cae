/** A field is missing or of a wrong type; the message names it. */
export class InputProblem extends Error {}
