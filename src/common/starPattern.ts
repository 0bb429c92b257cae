/** `*` matches any text. Linear time. */
export function starPattern(pattern: string): (text: string) => boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return (text) => text === first;
  const between = others.filter((part) => part !== '');
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const part of between) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= text.length - last.length;
  };
}
