/** The input of a known tool lacks a field or has one of a wrong type; the message names it. */
export class InputProblem extends Error {}
