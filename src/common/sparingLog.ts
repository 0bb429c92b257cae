/** Per kind; then only at powers of ten. */
const MAX_LINES = 10;

/** Others can cause endless events. */
export function sparingLog(log: (line: string) => void): (kind: string, line: string) => void {
  const counts = new Map<string, number>();
  return (kind, line) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= MAX_LINES) log(line);
    else if (Number.isInteger(Math.log10(count))) log(`${line} (the ${count}th of this kind)`);
  };
}
