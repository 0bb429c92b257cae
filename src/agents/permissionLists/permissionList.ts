export type RuleList = 'allow' | 'deny' | 'ask';

/** A deny limits the allows of its list and group. */
export type ToolGroup = 'shell' | 'files' | 'web' | 'mcp' | 'agents' | 'other' | 'all';

export interface ListOrigin {
  readonly file: string;
  /** Undefined: the user's. */
  readonly folder: string | undefined;
  readonly windows: boolean;
}

export interface ImportedRule {
  readonly list: RuleList;
  readonly rule: string;
  readonly original: string;
  readonly file: string;
  /** A stranger may have written it. */
  readonly fromRepository: boolean;
  readonly group: ToolGroup;
}

export interface RefusedEntry {
  readonly original: string;
  readonly file: string;
  /** A sentence without its full stop. */
  readonly why: string;
  /** For a lost deny or ask: the program's allows reach further. */
  readonly restricts?: ToolGroup;
}

export interface ReadPermissions {
  readonly rules: readonly ImportedRule[];
  readonly refused: readonly RefusedEntry[];
}

export type Translation = { readonly rules: readonly string[] } | { readonly why: string };

/** Our rules hold 1,024 characters. */
const MOST_CHARACTERS = 1000;
const MOST_ENTRIES = 1000;

export class PermissionCollector {
  readonly #from: ListOrigin;
  readonly #rules: ImportedRule[] = [];
  readonly #refused: RefusedEntry[] = [];
  #count = 0;

  constructor(from: ListOrigin) {
    this.#from = from;
  }

  add(list: RuleList, group: ToolGroup, { name, text }: NamedEntry, translate: () => Translation): void {
    const restricts = list === 'allow' ? undefined : group;
    this.#count += 1;
    if (this.#count > MOST_ENTRIES) {
      if (this.#count === MOST_ENTRIES + 1 || restricts !== undefined) {
        this.refuse({ name, text: '…' }, `more than ${MOST_ENTRIES} entries, the rest was not read`, restricts);
      }
      return;
    }
    if (text.length > MOST_CHARACTERS) {
      this.refuse({ name, text }, `it is longer than ${MOST_CHARACTERS} characters`, restricts);
      return;
    }
    const translated = hasControlCharacter(text) ? CONTROL_CHARACTERS : withoutControl(translate());
    if ('why' in translated) {
      this.refuse({ name, text }, translated.why, restricts);
      return;
    }
    const original = `${name}: ${text}`;
    const { file, folder } = this.#from;
    for (const rule of translated.rules) {
      this.#rules.push({ list, rule, original, file, fromRepository: folder !== undefined, group });
    }
  }

  refuse({ name, text }: NamedEntry, why: string, restricts?: ToolGroup): void {
    const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
    const last = this.#refused.at(-1);
    const original = text === '' ? name : `${name}: ${shown}`;
    if (last?.original === original && last.why === why && last.restricts === restricts) return;
    this.#refused.push({
      original,
      file: this.#from.file,
      why,
      ...(restricts === undefined ? {} : { restricts }),
    });
  }

  get result(): ReadPermissions {
    return { rules: this.#rules, refused: this.#refused };
  }
}

export interface NamedEntry {
  readonly name: string;
  readonly text: string;
}

/** Drops an allow if a deny or ask of its tools is inexpressible. */
export function joinPermissions(lists: readonly ReadPermissions[]): ReadPermissions {
  const refused = lists.flatMap((list) => list.refused);
  const limits = new Map<ToolGroup, RefusedEntry>();
  for (const entry of refused) {
    if (entry.restricts !== undefined && !limits.has(entry.restricts)) limits.set(entry.restricts, entry);
  }
  const rules: ImportedRule[] = [];
  const lost: RefusedEntry[] = [];
  for (const rule of lists.flatMap((list) => list.rules)) {
    const limit = rule.list === 'allow' ? (limits.get('all') ?? limits.get(rule.group)) : undefined;
    if (limit === undefined) {
      rules.push(rule);
      continue;
    }
    const { original, file } = rule;
    const why = `what limits it cannot be expressed: ${[limit.original, limit.file].filter((part) => part !== '').join(' in ')}`;
    if (lost.at(-1)?.original !== original || lost.at(-1)?.file !== file) lost.push({ original, file, why });
  }
  return { rules, refused: [...refused, ...lost] };
}

const CONTROL_CHARACTERS = { why: 'it has control characters' };

/** JSON hides control characters, which would split the shown rule. */
function withoutControl(translated: Translation): Translation {
  return 'rules' in translated && translated.rules.some(hasControlCharacter) ? CONTROL_CHARACTERS : translated;
}

function hasControlCharacter(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}
