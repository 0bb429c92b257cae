/** What two runs of one test have in common: no colours, times, places in memory or order. */
export function essentialOutput(text: string, varies: RegExp | undefined): readonly string[] {
  const lines = text
    .replace(/\u001b\[[0-9;?]*[a-zA-Z]/g, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && varies?.test(line) !== true)
    .map((line) =>
      line
        .replace(/\b[0-9a-f]{12,}\b/g, '#')
        .replace(/\d+(?:[.,:]\d+)*\s*(?:ms|s|m|µs|MB|kB|B|bytes|seconds?|msecs?|secs?)\b/g, '#'),
    )
    // A number may be filled up with spaces.
    .map((line) =>
      line
        .replace(/\d[\d.,:]*/g, '#')
        .replace(/ \(#\)$/, '')
        .replace(/\s+/g, ' '),
    );
  return [...new Set(lines)].sort();
}

/** The first lines that only one of them has, for people. */
export function outputDifference(outside: readonly string[], contained: readonly string[]): string | undefined {
  const lost = outside.filter((line) => !contained.includes(line)).map((line) => `- ${line}`);
  const added = contained.filter((line) => !outside.includes(line)).map((line) => `+ ${line}`);
  const all = [...lost, ...added];
  return all.length === 0 ? undefined : all.slice(0, 8).join('\n');
}
