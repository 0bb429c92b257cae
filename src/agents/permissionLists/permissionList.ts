/** What the files in this folder make of the permission lists of other programs. */

export type RuleList = 'allow' | 'deny' | 'ask';

/** Tools that rules restrict together: a list that denies something here limits what it allows here. */
export type ToolGroup = 'shell' | 'files' | 'web' | 'mcp' | 'agents' | 'other' | 'all';

/** Where a permission list was read. */
export interface ListOrigin {
  /** The file or setting, as the user is told of it. */
  readonly file: string;
  /** Absolute path of the open folder that the list belongs to; undefined: it is the user's own. */
  readonly folder: string | undefined;
  readonly windows: boolean;
}

/** An entry as one of our rules. One entry may become several. */
export interface ImportedRule {
  readonly list: RuleList;
  readonly rule: string;
  /** The entry as it stands in its list. */
  readonly original: string;
  readonly file: string;
  /** Whoever wrote the repository wrote this entry, not the user. */
  readonly fromRepository: boolean;
  readonly group: ToolGroup;
}

/** An entry that none of our rules can stand for, or that is not offered. */
export interface RefusedEntry {
  readonly original: string;
  readonly file: string;
  /** A sentence without its full stop. */
  readonly why: string;
  /** Set for a deny or ask entry that gets lost: what the same program allows of these tools reaches further without it. */
  readonly restricts?: ToolGroup;
}

export interface ReadPermissions {
  readonly rules: readonly ImportedRule[];
  readonly refused: readonly RefusedEntry[];
}

/** Our rules for one entry, or why there are none. */
export type Translation = { readonly rules: readonly string[] } | { readonly why: string };

/** Longer entries are none that a person wrote, and our rules hold 1,024 characters. */
const MOST_CHARACTERS = 1000;
/** More entries in one list are not read. */
const MOST_ENTRIES = 1000;

/** Gathers what becomes of the entries of one list. */
export class PermissionCollector {
  readonly #from: ListOrigin;
  readonly #rules: ImportedRule[] = [];
  readonly #refused: RefusedEntry[] = [];
  #count = 0;

  constructor(from: ListOrigin) {
    this.#from = from;
  }

  /**
   * Takes one entry in.
   * @param text the entry's own text, which is foreign and may be of any length
   * @param translate is called only for an entry of a bearable length
   */
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

/** The list that an entry stands in, and the entry. */
export interface NamedEntry {
  readonly name: string;
  readonly text: string;
}

/**
 * All lists of one program together. What it allows is left out where it also denies or asks about something of the same tools
 * that we cannot express: without that, the allow rule would reach further here than there.
 */
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

/** An entry that is shown as JSON hides them; its rule would stand on several lines where it is shown. */
function withoutControl(translated: Translation): Translation {
  return 'rules' in translated && translated.rules.some(hasControlCharacter) ? CONTROL_CHARACTERS : translated;
}

function hasControlCharacter(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}
