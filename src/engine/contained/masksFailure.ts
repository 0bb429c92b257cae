/** Behind these the exit code may be another command's; in quotes they count too. */
const MASKS = /[|;\n&`!]|\$\(|[<>]\(/;

/** The line may end with 0 although a command failed. `&&` passes a failure on. */
export function masksFailure(line: string): boolean {
  return MASKS.test(line.replace(/&&|[0-9]?>&[0-9]|&>>?/g, ' '));
}
