/** For `${NAME%text}` and the like; only to block. */

/** Matching is quadratic. */
const LONGEST = 128;
const LONGEST_FOR_TWO = 64;

/**
 * @param text as written, `${...}`
 * @returns undefined: unknown
 */
export function expandedValue(text: string, valueOf: (name: string) => string | undefined): string | undefined {
  const [, name, operation = ''] = /^\$\{([A-Za-z_]\w*)(\W.*)?\}$/s.exec(text) ?? [];
  if (name === undefined || operation.length > LONGEST) return undefined;
  const value = valueOf(name)?.slice(0, LONGEST);
  if (/^:?[-=]/.test(operation)) return value ?? operation.replace(/^:?[-=]/, '');
  return value === undefined ? undefined : changed(value, operation, valueOf);
}

function changed(value: string, operation: string, valueOf: (name: string) => string | undefined): string | undefined {
  const [, operator = '', given = ''] = /^(##?|%%?|\/\/?|\^\^?|,,?|@)(.*)$/s.exec(operation) ?? [];
  const operand = given.replace(/^["']|["']$/g, '').replace(/\$\{?(\w+)\}?/g, (_, name: string) => valueOf(name) ?? '');
  // Two stars take cubic time.
  if (value.length > LONGEST_FOR_TWO && operand.split('*').length > 2) return undefined;
  switch (operator) {
    case '':
      return sliced(value, operation);
    case '#':
    case '##':
      return value.replace(pattern(operand, operator === '##', '^', ''), '');
    case '%':
      return withoutEnd(value, operand);
    case '%%':
      return value.replace(pattern(operand, true, '', '$'), '');
    case '/':
    case '//': {
      const slash = operand.indexOf('/');
      const from = slash === -1 ? operand : operand.slice(0, slash);
      const by = slash === -1 ? '' : operand.slice(slash + 1);
      return from === '' ? value : value.replace(pattern(from, true, '', '', operator === '//'), () => by);
    }
    case ',,':
      return value.toLowerCase();
    case '^^':
      return value.toUpperCase();
    case ',':
      return value.charAt(0).toLowerCase() + value.slice(1);
    case '^':
      return value.charAt(0).toUpperCase() + value.slice(1);
    default:
      return undefined;
  }
}

function sliced(value: string, operation: string): string | undefined {
  if (operation === '') return value;
  const [, from, length] = /^:\s?(-?\d{1,4})(?::(\d{1,4}))?$/.exec(operation) ?? [];
  if (from === undefined) return undefined;
  const start = Number(from) < 0 ? Math.max(0, value.length + Number(from)) : Number(from);
  return value.slice(start, length === undefined ? undefined : start + Number(length));
}

function withoutEnd(value: string, operand: string): string {
  const whole = pattern(operand, true, '^', '$');
  for (let at = value.length; at >= 0; at -= 1) if (whole.test(value.slice(at))) return value.slice(0, at);
  return value;
}

/** Only `*` (at most two), `?` and simple sets. */
function pattern(operand: string, isGreedy: boolean, before: string, behind: string, isGlobal = false): RegExp {
  const parts = operand.slice(0, 64).match(/\[[\w!^./ -]{1,32}\]|\\.|[\s\S]/g) ?? [];
  let stars = 0;
  const source = parts.map((part) => {
    if (part === '*') return (stars += 1) > 2 ? '' : isGreedy ? '[\\s\\S]*' : '[\\s\\S]*?';
    if (part === '?') return '[\\s\\S]';
    if (part.length > 2) return part.replace(/^\[!/, '[^');
    return part.replace(/^\\/, '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
  try {
    return new RegExp(before + source.join('') + behind, isGlobal ? 'g' : '');
  } catch {
    // A set such as `[z-a]`.
    return /(?!)/;
  }
}
