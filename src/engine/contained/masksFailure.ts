/** Operators and words behind which the exit code may be another command's; in quotes they count as well. */
const MASKS = /[|;\n&`!]|\$\(|[<>]\(/;

/** Whether the line may end with 0 although a command in it failed. What `&&` joins ends with the code that failed. */
export function masksFailure(line: string): boolean {
  return MASKS.test(line.replace(/&&|[0-9]?>&[0-9]|&>>?/g, ' '));
}
