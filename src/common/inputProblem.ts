/** A known tool's input lacks a field or has a wrong type; the message names it. */
export class InputProblem extends Error {}
