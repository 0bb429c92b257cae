import { panelCommandSchema } from './commandSchema';
import { panelFocusSchema, type FeatureName } from './features';
import type { PanelCommand } from './messages';

/** The longest message is a call to try. */
const MAX_CHARACTERS = 2_500_000;
const MAX_VALUES = 5_000;
const MAX_DEPTH = 20;

export type ReadMessage =
  | { readonly command: PanelCommand }
  | {
      /** Our words: the message's could hold a secret. */
      readonly problem: string;
      /** Unreadable parts of a `look`. */
      readonly refused?: readonly FeatureName[];
    };

const FEATURES = Object.keys(panelFocusSchema.shape) as FeatureName[];

/** Never throws; huge messages take no longer than the largest valid one. */
export function readPanelMessage(message: unknown): ReadMessage {
  try {
    if (!isBounded(message)) return { problem: 'too-large', ...(isLook(message) ? { refused: FEATURES } : {}) };
    const parsed = panelCommandSchema.safeParse(message);
    if (parsed.success) return { command: parsed.data };
    const { issues } = parsed.error;
    const problem = issues[0]?.code ?? 'unreadable';
    if (!isLook(message)) return { problem };
    const named = issues.map(({ path }) => FEATURES.find((name) => path[0] === 'focus' && path[1] === name));
    const refused = named.filter((name) => name !== undefined);
    // A problem of the whole is in none of its parts.
    return { problem, refused: refused.length < named.length ? FEATURES : [...new Set(refused)] };
  } catch {
    return { problem: 'unreadable' };
  }
}

function isLook(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'look';
}

/** Stops at the limit, which bounds the schema check too. */
function isBounded(message: unknown): boolean {
  let characters = 0;
  let values = 0;
  const fits = (value: unknown, depth: number): boolean => {
    values += 1;
    if (values > MAX_VALUES || depth > MAX_DEPTH) return false;
    if (typeof value === 'string') {
      characters += value.length;
      return characters <= MAX_CHARACTERS;
    }
    if (typeof value !== 'object' || value === null) return true;
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return false;
    if (Array.isArray(value)) return value.length <= MAX_VALUES && value.every((item) => fits(item, depth + 1));
    for (const key in value) {
      characters += key.length;
      if (characters > MAX_CHARACTERS || !fits((value as Record<string, unknown>)[key], depth + 1)) return false;
    }
    return true;
  };
  return fits(message, 0);
}
