/** A wrapped row would lack its mark and could imitate ours. */

/** A dialog never wraps these. */
export const ROW_CHARACTERS = 50;

export const CONTINUED = '┊ ';

const WIDE = /^[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F000}-\u{3FFFD}]$/u;
const MARK = /^\p{M}$/u;

/** Joined, the rows are the line. */
export function rowsOf(line: string): string[] {
  const rows: string[] = [];
  let row: string[] = [];
  let width = 0;
  for (const character of line) {
    const wide = WIDE.test(character) ? 2 : 1;
    if (width + wide > ROW_CHARACTERS && !MARK.test(character)) {
      const space = row.lastIndexOf(' ');
      const rest = space === -1 || space < row.length / 2 ? [] : row.splice(space + 1);
      rows.push(row.join(''));
      row = rest;
      width = rest.reduce((sum, one) => sum + (WIDE.test(one) ? 2 : 1), 0);
    }
    row.push(character);
    width += wide;
  }
  return [...rows, row.join('')];
}

/** Each row has a mark. */
export function markedRows(line: string, first = ''): string[] {
  return rowsOf(line).map((row, index) => (index === 0 ? first : CONTINUED) + row);
}
