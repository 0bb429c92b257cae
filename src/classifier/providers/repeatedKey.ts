/** Readers differ in which value counts. */
export function repeatsKey(json: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(undefined);
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = stringEnd(json, index);
      const keys = open.at(-1);
      if (keys !== undefined && isKey(json, end)) {
        const key = JSON.parse(json.slice(index, end + 1)) as string;
        if (keys.has(key)) return true;
        keys.add(key);
      }
      index = end;
    }
  }
  return false;
}

function isKey(json: string, end: number): boolean {
  let index = end + 1;
  while (/\s/.test(json[index] ?? '')) index += 1;
  return json[index] === ':';
}

function stringEnd(json: string, start: number): number {
  let index = start + 1;
  while (index < json.length && json[index] !== '"') index += json[index] === '\\' ? 2 : 1;
  return index;
}
