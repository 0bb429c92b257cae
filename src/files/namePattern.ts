/** `*` and `?` do not match a hidden name's dot. Bounded: beyond, it matches. */

/** More than ordinary patterns need. */
const MAX_COMPARED = 20_000;

export function isPattern(name: string): boolean {
  return name.includes('*') || name.includes('?');
}

export function patternsMeet(shellPattern: string, other: string): boolean {
  const first = shellPattern[0];
  const wild = first === '*' || first === '?';
  if (wild && other.startsWith('.')) return false;
  // Decides most pairs.
  if (!wild && first !== other[0] && !isPattern(other[0] ?? '')) return false;
  return isPattern(other) ? bothMeet(shellPattern, other) : nameFits(other, shellPattern);
}

/** These mean the same to find, grep, ripgrep, fd and git. */
const READ_ALIKE = /^[\w.*?%=,~ -]*$/;

/** `*` and `?` match a leading dot. Wildcards that programs read differently match any name. */
export function searchPatternMeets(pattern: string, name: string): boolean {
  if (!READ_ALIKE.test(pattern)) return true;
  const [one, other] = [pattern.toLowerCase(), name.toLowerCase()];
  return isPattern(other) ? bothMeet(one, other) : nameFits(other, one);
}

/** As searches read the patterns; ignores case. */
export function namedBy(patterns: readonly string[] = []): (name: string) => boolean {
  return (name) => patterns.some((pattern) => searchPatternMeets(pattern, name));
}

function nameFits(name: string, pattern: string): boolean {
  let at = 0;
  let inName = 0;
  let star = -1;
  let afterStar = 0;
  let steps = 0;
  while (inName < name.length) {
    if ((steps += 1) > MAX_COMPARED) return true;
    if (pattern[at] === '*') {
      star = at;
      at += 1;
      afterStar = inName;
    } else if (pattern[at] === '?' || pattern[at] === name[inName]) {
      at += 1;
      inName += 1;
    } else if (star !== -1) {
      afterStar += 1;
      at = star + 1;
      inName = afterStar;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

function bothMeet(one: string, other: string): boolean {
  if ((one.length + 1) * (other.length + 1) > MAX_COMPARED) return true;
  // reachable[j]: what was read of `one` may equal the first j characters of `other`.
  let reachable = closed([true, ...Array.from(other, () => false)], other);
  for (const character of one) {
    const next = reachable.map((possible, at) => {
      if (character === '*') return reachable.slice(0, at + 1).includes(true);
      if (possible && other[at] === '*') return true;
      const before = other[at - 1];
      if (at === 0 || reachable[at - 1] !== true || before === undefined) return false;
      return before === '*' || before === '?' || character === '?' || before === character;
    });
    reachable = closed(next, other);
  }
  return reachable.at(-1) === true;
}

function closed(reachable: readonly boolean[], pattern: string): boolean[] {
  const after = [...reachable];
  for (let at = 0; at < pattern.length; at += 1) if (after[at] === true && pattern[at] === '*') after[at + 1] = true;
  return after;
}

/**
 * For a path with patterns. Both are folded as on the platform.
 * @param rule absolute glob: `*`, `?`, `[...]`, `\` and `**`
 * @param path absolute, in normal form, with `/`
 */
export function ruleMayMeet(rule: string, path: string): boolean {
  const wanted = simplified(rule).split('/');
  const given = path.split('/');
  let reachable = [...given.map((_, index) => index === 0), false];
  for (const [index, name] of wanted.entries()) {
    if (name === '**') {
      const first = reachable.indexOf(true);
      reachable = reachable.map((_, at) => first !== -1 && at >= first);
    } else {
      const now = reachable;
      reachable = now.map((_, at) => {
        const segment = given[at - 1];
        if (at === 0 || now[at - 1] !== true || segment === undefined) return false;
        return index === 0 ? segment === name : patternsMeet(segment, name);
      });
    }
  }
  return reachable.at(-1) === true;
}

/** Classes and escapes become the wider `?`. */
function simplified(rule: string): string {
  return rule.replace(/\\(.)|\[[^\]/]*\]/gs, (_, escaped: string | undefined) =>
    escaped === undefined || isPattern(escaped) ? '?' : escaped,
  );
}
